//! Runs a plan on points: tier by tier, every stage over all blocks that fit a batch.
//!
//! Each tier has its blocks contiguous; between tiers one pass moves the points. Blocks are
//! handed to the threads in pieces, and every piece shares its inversions. Shapes and twiddles
//! come from [`crate::plan`] and the codelets; no formula for points or digits belongs here.
//!
//! # Security
//! Time depends on the points and on `omega`. Public data only.

use std::collections::HashMap;

use ff::{Field, PrimeField, WithSmallOrderMulGroup};
use pasta_curves::arithmetic::VartimeField;

use crate::{
    batch::{butterflies_vartime, Affine, SharedInversion, Slot},
    codelet::{
        self,
        program::{JointChain, Program, Recorder, Stage},
    },
    curve::{affine_to_pasta, to_affine_vartime, PastaCurve},
    glv::{
        recode::DigitSet,
        table::{TableIndex, Tables},
        Chain, Digits, Ladder,
    },
    plan::{Plan, Tier},
    threads, Error,
};

/// The width of the digit tables: the cheapest for chains of 125 doublings in affine batches.
pub(crate) const WIDTH: u32 = 3;

/// Chains in one ladder. More dilute the true inversion further; fewer keep tables and
/// accumulators in the cache.
const LANES: usize = 1024;

/// Replaces `points` by their Fourier transform: output `i` is `Σ_j [ω^(ij)] points[j]`, in
/// natural order, not normalised.
///
/// Outputs equal those of the defining sum as group elements; their `Z` coordinate is one.
///
/// Cost for `n = 2^k`: `nk/2 − n + 1` scalar multiplications of about 1,040 field
/// multiplications each, and `nk` additions of under six.
///
/// # Errors
/// If `points.len()` is not `2^log_n`, or `omega^(n/2) ≠ −1`: the factorisation holds for
/// primitive roots only. A single point is returned as it is, whatever `omega`.
pub fn fft_vartime<C: PastaCurve>(
    points: &mut [C],
    omega: &C::ScalarExt,
    log_n: u32,
) -> Result<(), Error> {
    check(points.len(), omega, log_n)?;
    if points.len() == 1 {
        return Ok(());
    }
    let transform = Transform::<C>::new(Plan::radix_two(log_n, false), *omega, C::ScalarExt::ONE);
    let affine = transform.run_vartime(&to_affine_vartime(points));
    for (point, value) in points.iter_mut().zip(&affine) {
        *point = affine_to_pasta::<C>(value).into();
    }
    Ok(())
}

/// Whether the fast path takes a transform of `len` points.
///
/// # Errors
/// As [`fft_vartime`].
fn check<S: PrimeField>(len: usize, omega: &S, log_n: u32) -> Result<(), Error> {
    if !len.is_power_of_two() {
        return Err(Error::LengthNotPowerOfTwo { len });
    }
    if len.trailing_zeros() != log_n {
        return Err(Error::LengthMismatch { len, log_n });
    }
    if len > 1 && omega.pow_vartime([len as u64 / 2]) != -S::ONE {
        return Err(Error::OmegaNotPrimitive { log_n });
    }
    Ok(())
}

/// A plan with its twiddles recoded: everything that does not depend on the points.
#[derive(Debug)]
pub struct Transform<C: PastaCurve> {
    plan: Plan,
    tiers: Vec<PreparedTier>,
    chains: Vec<Chain>,
    curve: std::marker::PhantomData<C>,
}

/// A tier's programs, and which chains they run.
#[derive(Debug)]
struct PreparedTier {
    tier: Tier,
    /// For the first block of a group, whose twiddles are all one.
    first: Program,
    /// For every other block.
    other: Program,
    /// For each `i`, the chains of block `i` of a group, as indices into the common list.
    chains: Vec<Vec<u32>>,
}

impl<C: PastaCurve> Transform<C> {
    /// Prepares a plan for the root `omega`, which must be primitive of order `n`, and for the
    /// common factor `scale`, which is applied only if the plan is scaled.
    ///
    /// Cost: one decomposition and recoding, about a microsecond, for each distinct twiddle.
    #[must_use]
    pub fn new(plan: Plan, omega: C::ScalarExt, scale: C::ScalarExt) -> Self {
        let n = 1usize << plan.log_n();
        let mut powers = Vec::with_capacity(n / 2);
        let mut power = C::ScalarExt::ONE;
        for _ in 0..n / 2 {
            powers.push(power);
            power *= omega;
        }
        let mut pool = ChainPool::<C>::default();
        let tiers = plan
            .tiers()
            .map(|tier| prepare(tier, &powers, scale, &mut pool))
            .collect();
        Transform {
            plan,
            tiers,
            chains: pool.chains,
            curve: std::marker::PhantomData,
        }
    }

    /// The plan.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The transform of `points`, in natural order: output `i` is
    /// `Σ_j [scale·ω^(ij)] points[j]`.
    ///
    /// # Panics
    /// If the number of points is not the plan's.
    #[must_use]
    pub fn run_vartime(&self, points: &[Affine<C::Base>]) -> Vec<Affine<C::Base>> {
        assert_eq!(
            points.len(),
            1 << self.plan.log_n(),
            "the plan is for another number of points"
        );
        let mut current: Vec<_> = (0..points.len())
            .map(|p| points[self.plan.input_at(p)])
            .collect();
        let mut scratch = current.clone();
        for prepared in &self.tiers {
            let tier = &prepared.tier;
            let (radix, groups) = (tier.radix, tier.groups);
            for (b, block) in scratch.chunks_exact_mut(radix).enumerate() {
                for (j, point) in block.iter_mut().enumerate() {
                    *point = current[tier.position(b, j)];
                }
            }
            let (first, other) = scratch.split_at_mut(groups * radix);
            let mut jobs = vec![];
            cut(&mut jobs, &prepared.first, radix, 0, first);
            cut(&mut jobs, &prepared.other, radix, groups, other);
            threads::for_each(jobs, |job| {
                let chains = |block: usize, number: usize| {
                    &self.chains[prepared.chains[block / groups][number] as usize]
                };
                Worker::new().run(job, chains);
            });
            for (p, point) in current.iter_mut().enumerate() {
                let (block, j) = tier.element_at(p);
                *point = scratch[block * radix + j];
            }
        }
        current
    }
}

/// A run of blocks of one program, for one thread.
struct Job<'a, F> {
    program: &'a Program,
    first_block: usize,
    points: &'a mut [Affine<F>],
}

/// Cuts blocks of `radix` points, the first of which has the given number, into jobs.
fn cut<'a, F>(
    jobs: &mut Vec<Job<'a, F>>,
    program: &'a Program,
    radix: usize,
    first_block: usize,
    points: &'a mut [Affine<F>],
) {
    let most = LANES / program.chains().max(program.inputs()).max(1);
    let blocks = threads::piece(points.len() / radix, most);
    for (piece, points) in points.chunks_mut(blocks * radix).enumerate() {
        jobs.push(Job {
            program,
            first_block: first_block + piece * blocks,
            points,
        });
    }
}

/// The twiddles of one tier, as chains.
fn prepare<C: PastaCurve>(
    tier: Tier,
    powers: &[C::ScalarExt],
    scale: C::ScalarExt,
    pool: &mut ChainPool<C>,
) -> PreparedTier {
    // ω_N = ω^groups.
    let twiddle = |i: usize, j: usize| {
        let exponent = i * j % (tier.radix * tier.sub_size) * tier.groups;
        let power = match exponent.checked_sub(powers.len()) {
            None => powers[exponent],
            Some(rest) => -powers[rest],
        };
        if tier.scaled {
            return Some(power * scale);
        }
        (i * j != 0).then_some(power)
    };
    let record = |i: usize| {
        let diagonal: Vec<_> = (0..tier.radix).map(|j| twiddle(i, j)).collect();
        Recorder::record(tier.radix, |recorder, inputs| {
            codelet::dft(recorder, inputs, &diagonal)
        })
    };
    let (first, scalars) = record(0);
    let mut chains = vec![pool.intern_all(&scalars)];
    let mut other = first.clone();
    for i in 1..tier.sub_size {
        let (program, scalars) = record(i);
        debug_assert!(
            i == 1 || program == other,
            "blocks of a tier share a program"
        );
        chains.push(pool.intern_all(&scalars));
        other = program;
    }
    PreparedTier {
        tier,
        first,
        other,
        chains,
    }
}

/// Every distinct scalar is decomposed once, every distinct chain merged once.
struct ChainPool<C: PastaCurve> {
    chains: Vec<Chain>,
    known: HashMap<Vec<[u8; 32]>, u32>,
    digits: HashMap<[u8; 32], Digits>,
    curve: std::marker::PhantomData<C>,
}

impl<C: PastaCurve> Default for ChainPool<C> {
    fn default() -> Self {
        ChainPool {
            chains: vec![],
            known: HashMap::new(),
            digits: HashMap::new(),
            curve: std::marker::PhantomData,
        }
    }
}

impl<C: PastaCurve> ChainPool<C> {
    fn intern_all(&mut self, chains: &[Vec<C::ScalarExt>]) -> Vec<u32> {
        chains.iter().map(|scalars| self.intern(scalars)).collect()
    }

    fn intern(&mut self, scalars: &[C::ScalarExt]) -> u32 {
        let key: Vec<_> = scalars.iter().map(PrimeField::to_repr).collect();
        if let Some(index) = self.known.get(&key) {
            return *index;
        }
        for (scalar, repr) in scalars.iter().zip(&key) {
            self.digits
                .entry(*repr)
                .or_insert_with(|| DigitSet::of_width(WIDTH).recode(C::LATTICE.decompose(scalar)));
        }
        let terms: Vec<_> = key.iter().map(|repr| &self.digits[repr]).collect();
        let index = self.chains.len() as u32;
        self.chains.push(Chain::new(&terms));
        self.known.insert(key, index);
        index
    }
}

/// One thread's memory, and the execution of a program on a run of blocks.
struct Worker<'a, F> {
    arena: Vec<Affine<F>>,
    inversion: SharedInversion<F>,
    tables: Tables<F>,
    ladder: Ladder<'a, F>,
}

impl<'a, F: VartimeField + WithSmallOrderMulGroup<3>> Worker<'a, F> {
    fn new() -> Self {
        Worker {
            arena: Vec::new(),
            inversion: SharedInversion::new(),
            tables: Tables::new(),
            ladder: Ladder::new(),
        }
    }

    /// Runs `job` in place. `chain_of(b, c)` is the `c`-th chain of block `b`.
    fn run(&mut self, job: Job<'_, F>, chain_of: impl Fn(usize, usize) -> &'a Chain) {
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
                Stage::Butterflies(butterflies) => {
                    butterflies_vartime(
                        &mut self.arena,
                        instances,
                        butterflies,
                        &mut self.inversion,
                    );
                }
                Stage::Chains(chains) => {
                    self.run_chains(chains, instances, |i, number| {
                        chain_of(first_block + i, number)
                    });
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

    /// One ladder for all chains of a stage over all blocks.
    fn run_chains(
        &mut self,
        chains: &[JointChain],
        instances: usize,
        chain_of: impl Fn(usize, usize) -> &'a Chain,
    ) {
        let used = used_slots(chains);
        let base: Vec<Affine<F>> = used
            .iter()
            .flat_map(|slot| &self.arena[*slot as usize * instances..][..instances])
            .copied()
            .collect();
        self.tables.clear();
        let first = self.tables.build_vartime(&base, WIDTH, &mut self.inversion);
        let stride = Tables::<F>::stride(WIDTH);
        self.ladder.clear();
        for chain in chains {
            let places: Vec<_> = chain
                .inputs
                .iter()
                .map(|slot| {
                    used.binary_search(slot)
                        .expect("every input is among the used slots")
                })
                .collect();
            for i in 0..instances {
                let tables = places
                    .iter()
                    .map(|p| first + stride * (p * instances + i) as TableIndex);
                self.ladder.push(chain_of(i, chain.number), tables);
            }
        }
        let results = self.ladder.run_vartime(&self.tables, &mut self.inversion);
        for (chain, results) in chains.iter().zip(results.chunks_exact(instances)) {
            self.arena[chain.output as usize * instances..][..instances].copy_from_slice(results);
        }
    }
}

/// The slots that the chains read, each once, in order.
fn used_slots(chains: &[JointChain]) -> Vec<Slot> {
    let mut used: Vec<_> = chains
        .iter()
        .flat_map(|chain| chain.inputs.iter().copied())
        .collect();
    used.sort_unstable();
    used.dedup();
    used
}
