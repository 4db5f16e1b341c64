//! What is compared: the steps from the original to the default, and the spans between
//! them that are of interest as a whole.
//!
//! All of them compute the normalised inverse transform, affine points in and out.

use ecfft_backend::plan::{Arithmetic, Plan, Scaling, Schedule};
use serde::Serialize;

/// One state of the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) name: &'static str,
    pub(super) method: Method,
}

/// How a step computes the transform.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Method {
    /// Upstream's generic code on projective points, which multiplies by `1/n` at the end.
    Original,
    /// A plan of `ecfft_backend`.
    Planned(Schedule, Scaling, Arithmetic),
}

impl Method {
    /// `None` for the original, which has no plan.
    pub(super) fn plan(self, k: u32) -> Option<Plan> {
        match self {
            Method::Original => None,
            Method::Planned(schedule, scaling, arithmetic) => {
                Some(Plan::new(schedule, k, scaling).with_arithmetic(arithmetic))
            }
        }
    }
}

const fn separate(name: &'static str, schedule: Schedule, arithmetic: Arithmetic) -> Step {
    Step {
        name,
        method: Method::Planned(schedule, Scaling::Separate, arithmetic),
    }
}

const fn folded(name: &'static str, schedule: Schedule) -> Step {
    Step {
        name,
        method: Method::Planned(schedule, Scaling::Folded, Arithmetic::BEST),
    }
}

/// All steps in order; the parent of each is the one before.
pub(super) const STEPS: [Step; 9] = [
    Step {
        name: "projective radix 2",
        method: Method::Original,
    },
    separate("affine GLV radix 2", Schedule::RadixTwo, Arithmetic::PLAIN),
    separate(
        "fused inversions, one-inversion 2P+D",
        Schedule::RadixTwo,
        Arithmetic::FUSED,
    ),
    separate("two-inversion 2P+D", Schedule::RadixTwo, Arithmetic::BEST),
    separate("DFT8 at the bottom", Schedule::Dft8Bottom, Arithmetic::BEST),
    separate(
        "DFT16 at the bottom",
        Schedule::Dft16Bottom,
        Arithmetic::BEST,
    ),
    separate("mixed tiers", Schedule::MixedTiers, Arithmetic::BEST),
    folded("1/n folded into the diagonal", Schedule::MixedTiers),
    folded("joint chains (the default)", Schedule::Joint),
];

/// Two steps, by number, of which the later is timed against the earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Pair {
    pub(super) parent: usize,
    pub(super) step: usize,
}

impl Pair {
    pub(super) const fn new(parent: usize, step: usize) -> Self {
        Pair { parent, step }
    }

    /// Whether nothing lies between the two.
    pub(super) fn is_direct(self) -> bool {
        self.step == self.parent + 1
    }
}

/// Sixteen-point codelets at the bottom against mixed tiers, both normalised separately.
pub(super) const MIXED_OVER_BOTTOM: Pair = Pair::new(5, 6);

/// Mixed tiers, normalised separately, against the default.
pub(super) const DEFAULT_OVER_MIXED: Pair = Pair::new(6, 8);

/// Pairs with other steps between them: both codelets; the endpoints that were published; the
/// gain over what was published; and the whole way.
const SPANS: [Pair; 6] = [
    Pair::new(3, 5),
    Pair::new(0, 2),
    Pair::new(0, 6),
    Pair::new(2, 6),
    DEFAULT_OVER_MIXED,
    Pair::new(0, 8),
];

/// Every pair that is timed: each step with its parent, then the spans.
pub(super) fn pairs() -> Vec<Pair> {
    let direct = (1..STEPS.len()).map(|step| Pair::new(step - 1, step));
    direct.chain(SPANS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_has_its_parent_and_every_span_goes_forward() {
        let pairs = pairs();
        let direct: Vec<_> = pairs.iter().filter(|pair| pair.is_direct()).collect();
        assert_eq!(direct.len(), STEPS.len() - 1);
        for (i, pair) in direct.into_iter().enumerate() {
            assert_eq!(*pair, Pair::new(i, i + 1));
        }
        for (i, pair) in pairs.iter().enumerate() {
            assert!(pair.parent < pair.step && pair.step < STEPS.len());
            assert!(!pairs[..i].contains(pair), "{pair:?} twice");
        }
        assert!(pairs.contains(&MIXED_OVER_BOTTOM) && pairs.contains(&DEFAULT_OVER_MIXED));
    }

    /// The steps differ from their parents as their names say, at the size they are made for.
    #[test]
    fn the_plans_are_those_that_the_names_promise() {
        let plans: Vec<_> = STEPS
            .iter()
            .filter_map(|step| step.method.plan(11))
            .map(|plan| plan.to_string())
            .collect();
        let twos = |count: usize| vec!["2"; count].join(", ");
        assert_eq!(
            plans,
            [
                format!("2^11 = [{}], then scaled, plain arithmetic", twos(11)),
                format!("2^11 = [{}], then scaled, fused arithmetic", twos(11)),
                format!("2^11 = [{}], then scaled", twos(11)),
                format!("2^11 = [8, {}], then scaled", twos(8)),
                format!("2^11 = [16, {}], then scaled", twos(7)),
                "2^11 = [8, 16, 16], then scaled".to_owned(),
                "2^11 = [8, 16, 16], scaled in the diagonal".to_owned(),
                "2^11 = [32, 64] joint, scaled in the diagonal".to_owned(),
            ]
        );
    }

    /// What the library runs if nobody chooses.
    #[test]
    fn the_last_step_is_the_default() {
        let last = STEPS[STEPS.len() - 1].method.plan(11);
        assert_eq!(last, Some(Plan::new(Schedule::Joint, 11, Scaling::Folded)));
    }
}
