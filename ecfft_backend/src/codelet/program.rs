//! A codelet as a straight-line program, recorded once and run on many blocks at a time.
//!
//! The program is cut into stages. All operations of a stage are independent of each other, so
//! that one stage over all blocks is one batch with one shared inversion (for a chain stage, one
//! ladder). Scalars are kept apart from the program: blocks that differ only in their twiddles
//! share it.

use std::{collections::HashMap, ops::Range};

use ff::PrimeField;

use super::Linear;
use crate::{
    batch::{Butterfly, Slot},
    glv::table::best_width,
};

/// The operations of a codelet, in stages.
///
/// Slots `0..inputs` hold the inputs; every other slot is written exactly once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    inputs: usize,
    slots: usize,
    outputs: Vec<Slot>,
    stages: Vec<Stage>,
    /// The table widths of the inputs of all chains, in recorded order, chain after chain.
    widths: Vec<u32>,
    /// Where each chain's inputs begin in that list, and the length of the list.
    first_terms: Vec<usize>,
}

/// Operations that can run side by side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Sums and differences.
    Butterflies(Vec<Butterfly>),
    /// Sums of scalar products.
    Chains(Vec<JointChain>),
}

/// `output = Σ s_j·inputs[j]`, with the scalars of the chain of the given number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JointChain {
    /// Which of the program's chains this is, in recorded order.
    pub number: usize,
    /// The values that are combined.
    pub inputs: Vec<Input>,
    /// The slot of the result.
    pub output: Slot,
}

/// A value that a chain multiplies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    /// Where it is.
    pub slot: Slot,
    /// The width of its digit table, which all strings of the stage that use it share.
    pub width: u32,
}

impl Program {
    /// The number of input values.
    #[must_use]
    pub fn inputs(&self) -> usize {
        self.inputs
    }

    /// The number of values, inputs included.
    #[must_use]
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// The slots of the results, in order.
    #[must_use]
    pub fn outputs(&self) -> &[Slot] {
        &self.outputs
    }

    /// The stages, in order of execution.
    #[must_use]
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// The number of joint chains.
    #[must_use]
    pub fn chains(&self) -> usize {
        self.first_terms.len() - 1
    }

    /// The table widths of the inputs of all chains, in recorded order, chain after chain.
    #[must_use]
    pub fn widths(&self) -> &[u32] {
        &self.widths
    }

    /// Where the inputs of a chain are in that list.
    #[must_use]
    pub fn terms_of(&self, chain: usize) -> Range<usize> {
        self.first_terms[chain]..self.first_terms[chain + 1]
    }

    /// The number of stages of additions, each of which is one inversion batch.
    #[must_use]
    pub fn addition_stages(&self) -> usize {
        let is_addition = |stage: &&Stage| matches!(stage, Stage::Butterflies(_));
        self.stages.iter().filter(is_addition).count()
    }

    /// The number of additions, each result point counting one.
    #[must_use]
    pub fn additions(&self) -> usize {
        self.stages
            .iter()
            .map(|stage| match stage {
                Stage::Butterflies(butterflies) => 2 * butterflies.len(),
                Stage::Chains(_) => 0,
            })
            .sum()
    }
}

/// An operation, as recorded.
#[derive(Clone, Debug)]
enum Operation {
    Butterfly(Butterfly),
    Chain(JointChain),
}

impl Operation {
    fn is_butterfly(&self) -> bool {
        matches!(self, Operation::Butterfly(_))
    }

    fn reads(&self) -> Vec<Slot> {
        match self {
            Operation::Butterfly(b) => vec![b.left, b.right],
            Operation::Chain(chain) => chain.inputs.iter().map(|input| input.slot).collect(),
        }
    }

    fn writes(&self) -> Vec<Slot> {
        match self {
            Operation::Butterfly(b) => [b.sum, b.difference].into_iter().flatten().collect(),
            Operation::Chain(chain) => vec![chain.output],
        }
    }
}

/// Records a codelet: its program, and the scalars of each of its chains.
#[derive(Debug)]
pub struct Recorder<S> {
    inputs: usize,
    slots: Slot,
    operations: Vec<Operation>,
    scalars: Vec<Vec<S>>,
}

impl<S: PrimeField> Recorder<S> {
    /// Records one run of `codelet` on `inputs` values.
    pub fn record(
        inputs: usize,
        codelet: impl FnOnce(&mut Self, &[Slot]) -> Vec<Slot>,
    ) -> (Program, Vec<Vec<S>>) {
        let mut recorder = Recorder {
            inputs,
            slots: inputs as Slot,
            operations: vec![],
            scalars: vec![],
        };
        let slots: Vec<_> = (0..inputs as Slot).collect();
        let outputs = codelet(&mut recorder, &slots);
        let mut stages = recorder.stages();
        let mut first_terms = vec![0];
        for scalars in &recorder.scalars {
            first_terms.push(first_terms[first_terms.len() - 1] + scalars.len());
        }
        let mut widths = vec![0; first_terms[recorder.scalars.len()]];
        for stage in &mut stages {
            stage.choose_widths(&first_terms, &mut widths);
        }
        let program = Program {
            inputs,
            slots: recorder.slots as usize,
            outputs,
            stages,
            widths,
            first_terms,
        };
        (program, recorder.scalars)
    }

    fn new_slot(&mut self) -> Slot {
        self.slots += 1;
        self.slots - 1
    }

    /// The operations in stages, with the fewest chain stages, which are the dear ones, and the
    /// fewest addition stages between them: additions go on until the chains of the next phase
    /// have their inputs, then those chains follow. Additions that can wait join a stage that is
    /// there anyway.
    fn stages(&self) -> Vec<Stage> {
        let phases = self.phases();
        let mut known = vec![false; self.slots as usize];
        known[..self.inputs].fill(true);
        let mut pending: Vec<_> = self.operations.iter().collect();
        let mut stages = vec![];
        for phase in 1.. {
            let is_chain_of_phase = |op: &Operation| {
                !op.is_butterfly()
                    && op
                        .writes()
                        .iter()
                        .all(|slot| phases[*slot as usize] == phase)
            };
            let chains: Vec<_> = pending
                .iter()
                .copied()
                .filter(|op| is_chain_of_phase(op))
                .collect();
            let lack_input = |known: &[bool], op: &&&Operation| {
                op.reads().iter().any(|slot| !known[*slot as usize])
            };
            // Without chains to come, everything that is left is wanted.
            while chains.iter().any(|op| lack_input(&known, &op))
                || chains.is_empty() && !pending.is_empty()
            {
                let is_ready = |op: &&Operation| op.is_butterfly() && !lack_input(&known, &op);
                let (now, later): (Vec<_>, Vec<_>) = pending.into_iter().partition(is_ready);
                pending = later;
                stages.push(Stage::of(&now, &mut known));
            }
            if chains.is_empty() {
                return stages;
            }
            pending.retain(|op| !is_chain_of_phase(op));
            stages.push(Stage::of(&chains, &mut known));
        }
        stages
    }

    /// For each slot, the number of chains on the longest way from the inputs to it.
    fn phases(&self) -> Vec<usize> {
        let mut phases = vec![0; self.slots as usize];
        for op in &self.operations {
            let before = op
                .reads()
                .iter()
                .map(|slot| phases[*slot as usize])
                .max()
                .unwrap_or(0);
            for slot in op.writes() {
                phases[slot as usize] = before + usize::from(!op.is_butterfly());
            }
        }
        phases
    }
}

impl Stage {
    /// A stage of operations of one kind, whose results are known from then on.
    fn of(operations: &[&Operation], known: &mut [bool]) -> Self {
        let (mut butterflies, mut chains) = (vec![], vec![]);
        for operation in operations {
            for slot in operation.writes() {
                known[slot as usize] = true;
            }
            match operation {
                Operation::Butterfly(butterfly) => butterflies.push(*butterfly),
                Operation::Chain(chain) => chains.push(chain.clone()),
            }
        }
        if chains.is_empty() {
            Stage::Butterflies(butterflies)
        } else {
            Stage::Chains(chains)
        }
    }
}

impl Stage {
    /// Sets the width of every table by the number of strings that use it, and notes it for each
    /// chain.
    fn choose_widths(&mut self, first_terms: &[usize], widths: &mut [u32]) {
        let Stage::Chains(chains) = self else {
            return;
        };
        let mut users = HashMap::new();
        for input in chains.iter().flat_map(|chain| &chain.inputs) {
            *users.entry(input.slot).or_insert(0) += 1;
        }
        for chain in chains {
            for (term, input) in chain.inputs.iter_mut().enumerate() {
                input.width = best_width(users[&input.slot]);
                widths[first_terms[chain.number] + term] = input.width;
            }
        }
    }
}

impl<S: PrimeField> Linear for Recorder<S> {
    type Scalar = S;
    type Value = Slot;

    fn sum_and_difference(&mut self, left: Slot, right: Slot) -> (Slot, Slot) {
        let (sum, difference) = (self.new_slot(), self.new_slot());
        self.operations.push(Operation::Butterfly(Butterfly {
            left,
            right,
            sum: Some(sum),
            difference: Some(difference),
        }));
        (sum, difference)
    }

    fn combine(&mut self, terms: &[(S, Slot)]) -> Slot {
        let output = self.new_slot();
        self.operations.push(Operation::Chain(JointChain {
            number: self.scalars.len(),
            inputs: terms
                .iter()
                .map(|(_, slot)| Input {
                    slot: *slot,
                    width: 0,
                })
                .collect(),
            output,
        }));
        self.scalars
            .push(terms.iter().map(|(scalar, _)| *scalar).collect());
        output
    }
}
