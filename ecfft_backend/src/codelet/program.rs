//! A codelet as a straight-line program, recorded once and run on many blocks at a time.
//!
//! The program is cut into stages. All operations of a stage are independent of each other, so
//! that one stage over all blocks is one batch with one shared inversion (for a chain stage, one
//! ladder). Scalars are kept apart from the program: blocks that differ only in their twiddles
//! share it.

use super::Linear;
use crate::batch::{Butterfly, Slot};

/// The operations of a codelet, in stages.
///
/// Slots `0..inputs` hold the inputs; every other slot is written exactly once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    inputs: usize,
    slots: usize,
    outputs: Vec<Slot>,
    stages: Vec<Stage>,
    chains: usize,
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
    /// The slots that are combined.
    pub inputs: Vec<Slot>,
    /// The slot of the result.
    pub output: Slot,
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
        self.chains
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
            Operation::Chain(chain) => chain.inputs.clone(),
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

impl<S: Clone> Recorder<S> {
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
        let program = Program {
            inputs,
            slots: recorder.slots as usize,
            outputs,
            chains: recorder.scalars.len(),
            stages: recorder.stages(),
        };
        (program, recorder.scalars)
    }

    fn new_slot(&mut self) -> Slot {
        self.slots += 1;
        self.slots - 1
    }

    /// The operations in stages: all additions that are ready, and again, until none is; then
    /// all chains that are ready. This gives the fewest chain stages, which are the dear ones.
    fn stages(&self) -> Vec<Stage> {
        let mut known = vec![false; self.slots as usize];
        known[..self.inputs].fill(true);
        let mut pending = self.operations.clone();
        let mut stages = vec![];
        while !pending.is_empty() {
            let is_ready = |op: &Operation| op.reads().iter().all(|slot| known[*slot as usize]);
            let (ready, waiting): (Vec<_>, Vec<_>) = pending.into_iter().partition(is_ready);
            let additions_first = ready.iter().any(Operation::is_butterfly);
            let (now, later): (Vec<_>, Vec<_>) = ready
                .into_iter()
                .partition(|op| op.is_butterfly() == additions_first);
            for slot in now.iter().flat_map(Operation::writes) {
                known[slot as usize] = true;
            }
            stages.push(Stage::of(now));
            pending = later.into_iter().chain(waiting).collect();
        }
        stages
    }
}

impl Stage {
    /// A stage of operations of one kind.
    fn of(operations: Vec<Operation>) -> Self {
        let (mut butterflies, mut chains) = (vec![], vec![]);
        for operation in operations {
            match operation {
                Operation::Butterfly(butterfly) => butterflies.push(butterfly),
                Operation::Chain(chain) => chains.push(chain),
            }
        }
        if chains.is_empty() {
            Stage::Butterflies(butterflies)
        } else {
            Stage::Chains(chains)
        }
    }
}

impl<S: Clone> Linear for Recorder<S> {
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
            inputs: terms.iter().map(|(_, slot)| *slot).collect(),
            output,
        }));
        self.scalars
            .push(terms.iter().map(|(scalar, _)| scalar.clone()).collect());
        output
    }
}
