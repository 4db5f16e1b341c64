//! A program, run on many blocks at once: one thread's share of a tier.
//!
//! Points of all blocks lie in one arena, slot by slot, so that an operation of the program is a
//! run of neighbouring lanes. Threads and the order of blocks are the caller's business.

use std::ops::Range;

use crate::{
    batch::{butterflies_vartime, Affine, Butterfly, SharedInversion, Slot},
    codelet::program::{JointChain, Program, Stage},
    field::Element,
    glv::{
        recode::WIDTHS,
        table::{act, stride, TableIndex, Tables},
        Chain, Ladder,
    },
    plan::Arithmetic,
    threads,
};

/// Chains in one ladder. More dilute the true inversion further; fewer keep tables and
/// accumulators in the cache.
const LANES: usize = 512;

/// A run of blocks of one program, for one thread.
pub(super) struct Job<'a, F> {
    program: &'a Program,
    first_block: usize,
    points: &'a mut [Affine<F>],
}

/// Cuts the blocks that lie in `points`, the first of which has the given number, into jobs.
pub(super) fn cut<'a, F>(
    program: &'a Program,
    first_block: usize,
    points: &'a mut [Affine<F>],
) -> Vec<Job<'a, F>> {
    let radix = program.inputs();
    let most = LANES / program.chains().max(radix);
    let blocks = threads::piece(points.len() / radix, most);
    let job = |(piece, points)| Job {
        program,
        first_block: first_block + piece * blocks,
        points,
    };
    points
        .chunks_mut(blocks * radix)
        .enumerate()
        .map(job)
        .collect()
}

/// One thread's memory.
pub(super) struct Worker<F> {
    /// Blocks whose numbers differ within a multiple of this have the same chains.
    groups: usize,
    arithmetic: Arithmetic,
    arena: Vec<Affine<F>>,
    inversion: SharedInversion<F>,
    tables: Tables<F>,
    ladder: Ladder<F>,
    chains: Vec<Chain>,
}

impl<F: Element> Worker<F> {
    pub(super) fn new(groups: usize, arithmetic: Arithmetic) -> Self {
        Worker {
            groups,
            arithmetic,
            arena: Vec::new(),
            inversion: SharedInversion::new(),
            tables: Tables::new(),
            ladder: Ladder::new(arithmetic.step),
            chains: Vec::new(),
        }
    }

    /// Runs `job` in place. `chain_of(b, c)` makes the `c`-th chain of block `b`.
    pub(super) fn run(&mut self, job: Job<'_, F>, chain_of: impl Fn(usize, usize) -> Chain) {
        let Job {
            program,
            first_block,
            points,
        } = job;
        let radix = program.inputs();
        let instances = points.len() / radix;
        // Blocks lie one after another; in the arena, the instances of a slot do.
        self.arena.clear();
        for j in 0..radix {
            self.arena.extend(points.iter().skip(j).step_by(radix));
        }
        self.arena
            .resize(program.slots() * instances, Affine::IDENTITY);
        for stage in program.stages() {
            match stage {
                Stage::Butterflies(butterflies) if self.arithmetic.shared_denominators => {
                    self.run_butterflies(butterflies, instances);
                }
                Stage::Butterflies(butterflies) => {
                    let halves: Vec<_> = butterflies.iter().flat_map(Butterfly::halves).collect();
                    self.run_butterflies(&halves, instances);
                }
                Stage::Chains(chains) => {
                    let blocks = first_block..first_block + instances;
                    self.run_chains(chains, blocks, &chain_of);
                }
            }
        }
        for (j, slot) in program.outputs().iter().enumerate() {
            let results = &self.arena[*slot as usize * instances..][..instances];
            for (block, result) in points.chunks_exact_mut(radix).zip(results) {
                block[j] = *result;
            }
        }
    }

    fn run_butterflies(&mut self, butterflies: &[Butterfly], instances: usize) {
        butterflies_vartime(&mut self.arena, instances, butterflies, &mut self.inversion);
    }

    /// One ladder for all chains of a stage over all blocks.
    fn run_chains(
        &mut self,
        joints: &[JointChain],
        blocks: Range<usize>,
        chain_of: impl Fn(usize, usize) -> Chain,
    ) {
        let instances = blocks.len();
        let mut lanes = vec![];
        let mut tables = TablePlaces::new(self.arena.len());
        self.chains.clear();
        for joint in joints {
            for (i, block) in blocks.clone().enumerate() {
                let at = |slot: Slot| slot as usize * instances + i;
                if i == 0 || block % self.groups == 0 {
                    self.chains.push(chain_of(block, joint.number));
                }
                let chain = self.chains.len() - 1;
                if let Some(unit) = self.chains[chain].as_unit() {
                    let point = self.arena[at(joint.inputs[0].slot)];
                    self.arena[at(joint.output)] = act(unit, point);
                    continue;
                }
                for input in &joint.inputs {
                    tables.want(at(input.slot), input.width);
                }
                lanes.push((joint, chain, i));
            }
        }
        self.tables.clear();
        for width in WIDTHS {
            let points: Vec<_> = tables
                .of_width(width)
                .map(|place| self.arena[place])
                .collect();
            if points.is_empty() {
                continue;
            }
            let first = self
                .tables
                .build_vartime(&points, width, &mut self.inversion);
            tables.settle(width, first);
        }
        self.ladder.clear();
        for (joint, chain, i) in &lanes {
            let table = |slot: Slot| tables.get(slot as usize * instances + i);
            self.ladder
                .push(*chain, joint.inputs.iter().map(|input| table(input.slot)));
        }
        let results = self
            .ladder
            .run_vartime(&self.chains, &self.tables, &mut self.inversion);
        for ((joint, _, i), result) in lanes.iter().zip(results) {
            self.arena[joint.output as usize * instances + i] = *result;
        }
    }
}

/// Which points of the arena need a table, of which width, and where it lies.
struct TablePlaces {
    /// Wanted places with their widths, in the order in which they were first wanted.
    wanted: Vec<(usize, u32)>,
    /// By place in the arena.
    index: Vec<Option<TableIndex>>,
}

impl TablePlaces {
    fn new(places: usize) -> Self {
        TablePlaces {
            wanted: vec![],
            index: vec![None; places],
        }
    }

    /// A stage has one width for each slot, so that the first wish decides.
    fn want(&mut self, place: usize, width: u32) {
        if self.index[place].is_none() {
            self.index[place] = Some(TableIndex::MAX);
            self.wanted.push((place, width));
        }
    }

    fn of_width(&self, width: u32) -> impl Iterator<Item = usize> + '_ {
        self.wanted
            .iter()
            .filter(move |(_, w)| *w == width)
            .map(|(place, _)| *place)
    }

    /// The tables of one width were built, the first of them at `first`.
    fn settle(&mut self, width: u32, first: TableIndex) {
        let stride = stride(width);
        let places: Vec<_> = self.of_width(width).collect();
        for (number, place) in places.into_iter().enumerate() {
            self.index[place] = Some(first + stride * number as TableIndex);
        }
    }

    fn get(&self, place: usize) -> TableIndex {
        self.index[place].expect("every input of a lane was wanted")
    }
}
