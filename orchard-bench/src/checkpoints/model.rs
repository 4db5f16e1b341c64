//! What a step should cost: the exact counts of its plan, in multiplications of the field.
//!
//! Additions of the field, the few true inversions and the memory are left out, and a squaring
//! counts [`SQUARING`]: the model predicts ratios, not times. No clock in this room.

use std::collections::{BTreeMap, HashSet};

use ecfft_backend::{
    batch::{Affine, SharedInversion},
    codelet::program::{Program, Stage},
    field::Element,
    glv::{ladder::Step as LadderStep, table::Tables},
    plan::{Plan, Scaling, Schedule},
    transform::Transform,
    wnaf::counting::{count, Counted},
    PastaCurve,
};
use ff::Field;
use serde::Serialize;

use super::steps::Method;

/// A squaring, in multiplications.
pub(super) const SQUARING: f64 = 0.85;

/// Points whose tables are counted, so that the one true inversion does not matter.
const COUNTED_TABLES: usize = 64;

/// Multiplications and squarings of one operation on points, with its share of an inversion.
#[derive(Clone, Copy)]
struct Price {
    multiplications: usize,
    squarings: usize,
}

impl Price {
    const fn new(multiplications: usize, squarings: usize) -> Self {
        Price {
            multiplications,
            squarings,
        }
    }

    fn of(self, times: usize) -> f64 {
        (times * self.multiplications) as f64 + SQUARING * (times * self.squarings) as f64
    }
}

const DOUBLING: Price = Price::new(5, 2);
const ADDITION: Price = Price::new(5, 1);
/// `P + Q` and `P − Q` by one denominator.
const BUTTERFLY: Price = Price::new(7, 2);

/// A doubling together with the digit that follows it.
const fn combined(step: LadderStep) -> Price {
    match step {
        LadderStep::DoubleThenAdd => Price::new(10, 3),
        // 12M + 2S by its formulas; the ladder takes one product of them twice.
        LadderStep::OneInversion => Price::new(13, 2),
        LadderStep::TwoInversions => Price::new(9, 2),
    }
}

/// The Jacobian formulas of `pasta_curves`.
mod jacobian {
    use super::Price;

    pub(super) const DOUBLING: Price = Price::new(2, 5);
    pub(super) const ADDITION: Price = Price::new(11, 5);
    /// Doublings of a product: one for each bit that a scalar may have.
    pub(super) const DOUBLINGS: usize = 255;
    /// Additions of a product, chosen or not: one for each bit below the highest that is set,
    /// on average.
    pub(super) const ADDITIONS: usize = 252;
}

/// The operations of a step.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Account {
    pub(super) chains: usize,
    pub(super) strings: usize,
    pub(super) doublings: usize,
    pub(super) digit_additions: usize,
    /// Those of them that follow a doubling at once.
    combined_additions: usize,
    /// Sums and differences outside of chains.
    pub(super) additions: usize,
    /// Tables of digit multiples, by window.
    tables: BTreeMap<u32, usize>,
    decompositions: usize,
    inversion_batches: usize,
    layout_passes: usize,
    /// All of it in multiplications of the field.
    pub(super) cost: f64,
}

impl Account {
    /// Upstream's network for `2^k` points, with a product by `1/n` for each of them. The return
    /// to affine coordinates, below a thousandth of the whole, is left out.
    pub(super) fn of_original(k: u32) -> Self {
        let plain = Plan::new(Schedule::RadixTwo, k, Scaling::Separate).counts();
        let doublings = plain.chains * jacobian::DOUBLINGS;
        let digit_additions = plain.chains * jacobian::ADDITIONS;
        Account {
            chains: plain.chains,
            strings: plain.strings,
            doublings,
            digit_additions,
            combined_additions: 0,
            additions: plain.additions,
            tables: BTreeMap::new(),
            decompositions: 0,
            inversion_batches: 0,
            layout_passes: 1,
            cost: jacobian::DOUBLING.of(doublings)
                + jacobian::ADDITION.of(digit_additions + plain.additions),
        }
    }

    /// A plan for the root `omega` and the factor `scale`. `points` serve to count the
    /// operations of a table: any ordinary ones will do.
    pub(super) fn of_plan<C: PastaCurve>(
        plan: &Plan,
        omega: C::ScalarExt,
        scale: C::ScalarExt,
        points: &[Affine<C::Coordinate>],
    ) -> Self {
        let counts = plan.counts();
        let ladder = Transform::<C>::new(plan.clone(), omega, scale).ladder_counts();
        let tables = tables::<C>(plan, omega, scale);
        let arithmetic = plan.arithmetic();
        let additions = match arithmetic.shared_denominators {
            true => BUTTERFLY.of(counts.additions / 2),
            false => ADDITION.of(counts.additions),
        };
        let cost = DOUBLING.of(ladder.doublings - ladder.combined_additions)
            + combined(arithmetic.step).of(ladder.combined_additions)
            + ADDITION.of(ladder.digit_additions - ladder.combined_additions)
            + additions
            + tables
                .iter()
                .map(|(width, number)| *number as f64 * table_cost(points, *width))
                .sum::<f64>();
        Account {
            chains: counts.chains,
            strings: counts.strings,
            doublings: ladder.doublings,
            digit_additions: ladder.digit_additions,
            combined_additions: ladder.combined_additions,
            additions: counts.additions,
            tables,
            decompositions: counts.decompositions,
            inversion_batches: counts.inversion_batches,
            layout_passes: counts.layout_passes,
            cost,
        }
    }

    pub(super) fn of<C: PastaCurve>(
        method: Method,
        k: u32,
        omega: C::ScalarExt,
        scale: C::ScalarExt,
        points: &[Affine<C::Coordinate>],
    ) -> Self {
        match method.plan(k) {
            None => Self::of_original(k),
            Some(plan) => Self::of_plan::<C>(&plan, omega, scale, points),
        }
    }
}

/// The tables that a plan builds, by window: one for each value that a stage's chains multiply,
/// unless that is by ±1.
fn tables<C: PastaCurve>(
    plan: &Plan,
    omega: C::ScalarExt,
    scale: C::ScalarExt,
) -> BTreeMap<u32, usize> {
    let powers: Vec<_> =
        std::iter::successors(Some(C::ScalarExt::ONE), |power| Some(*power * omega))
            .take(plan.n())
            .collect();
    let mut tables = BTreeMap::new();
    for tier in plan.tiers() {
        let (first, _) = tier.record(0, &powers, scale);
        // With a single block in a group there is no other program, and none is looked at.
        let (other, _) = tier.record(tier.sub_size - 1, &powers, scale);
        for i in 0..tier.sub_size {
            let program = if i == 0 { &first } else { &other };
            for width in widths_of_tables(program, &tier.scalars(i, &powers, scale)) {
                *tables.entry(width).or_default() += tier.groups;
            }
        }
    }
    tables
}

/// The windows of the tables that one block needs.
fn widths_of_tables<S: Field>(program: &Program, scalars: &[Vec<S>]) -> Vec<u32> {
    let is_sign = |scalars: &[S]| matches!(scalars, [s] if *s == S::ONE || *s == -S::ONE);
    let mut widths = vec![];
    for stage in program.stages() {
        let Stage::Chains(chains) = stage else {
            continue;
        };
        let wanted: HashSet<_> = chains
            .iter()
            .filter(|chain| !is_sign(&scalars[chain.number]))
            .flat_map(|chain| &chain.inputs)
            .map(|input| (input.slot, input.width))
            .collect();
        widths.extend(wanted.into_iter().map(|(_, width)| width));
    }
    widths
}

/// Multiplications for one point's table, as the ladder's own code performs them.
fn table_cost<F: Element>(points: &[Affine<F>], width: u32) -> f64 {
    let points: Vec<_> = points
        .iter()
        .cycle()
        .take(COUNTED_TABLES)
        .map(counted)
        .collect();
    let mut inversion = SharedInversion::new();
    let (_, counts) = count(|| Tables::new().build_vartime(&points, width, &mut inversion));
    let cost = counts.multiplications as f64 + SQUARING * counts.squarings as f64;
    cost / COUNTED_TABLES as f64
}

fn counted<F: Element>(point: &Affine<F>) -> Affine<Counted<F>> {
    Affine {
        x: Counted(point.x),
        y: Counted(point.y),
    }
}

#[cfg(test)]
mod tests {
    use ecfft_backend::{
        batch::{butterflies_vartime, Butterfly},
        curve::to_affine_vartime,
        glv::{recode::DigitSet, table::stride, Chain, Ladder, Unit},
        plan::Arithmetic,
        wnaf::counting::Counts,
    };
    use ff::PrimeField;
    use orchard_bench_worker::curve::{hashed_points, inverse_omega};
    use pasta_curves::{pallas, vesta};

    use super::*;

    const LANES: usize = 256;

    fn lanes() -> Vec<Affine<Counted<<vesta::Point as PastaCurve>::Coordinate>>> {
        let points = to_affine_vartime(&hashed_points::<vesta::Point>(9));
        points.iter().map(counted).collect()
    }

    /// That many multiplications and squarings a lane; each batch saves one of the former.
    fn assert_price(counts: Counts, price: Price, batches: u64) {
        let lanes = LANES as u64;
        assert_eq!(counts.squarings, lanes * price.squarings as u64);
        assert_eq!(
            counts.multiplications + batches,
            lanes * price.multiplications as u64
        );
    }

    #[test]
    fn additions_have_their_prices() {
        let pair = Butterfly {
            left: 0,
            right: 1,
            sum: Some(2),
            difference: Some(3),
        };
        let [sum, _] = pair.halves();
        for (butterfly, price) in [(pair, BUTTERFLY), (sum, ADDITION)] {
            let mut arena = lanes();
            arena.extend(arena.clone());
            let mut inversion = SharedInversion::new();
            let ((), counts) =
                count(|| butterflies_vartime(&mut arena, LANES, &[butterfly], &mut inversion));
            assert_price(counts, price, 1);
        }
    }

    /// `2P + D` with each step, and the doublings before it.
    #[test]
    fn steps_of_the_ladder_have_their_prices() {
        let recode = |scalar: u64| {
            let scalar = vesta::Scalar::from(scalar);
            DigitSet::of_width(3).recode(vesta::Point::LATTICE.decompose(&scalar))
        };
        let points = lanes();
        for step in [
            LadderStep::DoubleThenAdd,
            LadderStep::OneInversion,
            LadderStep::TwoInversions,
        ] {
            let mut inversion = SharedInversion::new();
            let mut tables = Tables::new();
            let first = tables.build_vartime(&points[..LANES], 3, &mut inversion);
            let run = |scalar: u64, inversion: &mut SharedInversion<_>| {
                let digits = recode(scalar);
                let mut ladder = Ladder::new(step);
                (0..LANES).for_each(|i| ladder.push(0, [first + stride(3) * i as u32]));
                let chain = Chain::new(&[(&digits, Unit::ONE)]);
                let work = (chain.doublings(), chain.combined_additions());
                let (_, counts) = count(|| {
                    let _ = ladder.run_vartime(&[chain], &tables, inversion);
                });
                (counts, work)
            };
            let doublings = |number: usize| {
                let Price {
                    multiplications,
                    squarings,
                } = DOUBLING;
                Price::new(number * multiplications, number * squarings)
            };
            let (counts, work) = run(8, &mut inversion);
            assert_eq!(work, (3, 0));
            assert_price(counts, doublings(3), 3);
            // 256 + 1: a digit at the bottom, and nothing between it and the top.
            let (counts, work) = run(257, &mut inversion);
            assert_eq!(work, (8, 1));
            let (both, seven) = (combined(step), doublings(7));
            let price = Price::new(
                seven.multiplications + both.multiplications,
                seven.squarings + both.squarings,
            );
            let batches = match step {
                LadderStep::OneInversion => 8,
                LadderStep::DoubleThenAdd | LadderStep::TwoInversions => 9,
            };
            assert_price(counts, price, batches);
        }
    }

    fn account<C: PastaCurve>(plan: &Plan) -> Account {
        let k = plan.log_n();
        let points = to_affine_vartime(&hashed_points::<C>(6));
        let scale = C::ScalarExt::TWO_INV.pow_vartime([u64::from(k)]);
        Account::of_plan::<C>(plan, inverse_omega::<C>(k), scale, &points)
    }

    /// One table for each product where products share nothing, one for each point of a stage
    /// where they do.
    #[test]
    fn tables_are_as_many_as_the_values_that_are_multiplied() {
        let plan = Plan::new(Schedule::MixedTiers, 8, Scaling::Separate);
        let mixed = account::<pallas::Point>(&plan);
        assert_eq!(mixed.tables.values().sum::<usize>(), mixed.chains);
        let joint = account::<pallas::Point>(&Plan::new(Schedule::Joint, 8, Scaling::Folded));
        assert!(joint.tables.values().sum::<usize>() < joint.strings);
    }

    /// A chain of mixed tiers costs about 1,040 M with the two-inversion step, and the default
    /// saves more than a third of the whole.
    #[test]
    fn costs_are_those_of_the_derivation() {
        let of = |schedule, scaling| account::<vesta::Point>(&Plan::new(schedule, 11, scaling));
        let unscaled = of(Schedule::MixedTiers, Scaling::None);
        let chains = unscaled.cost - BUTTERFLY.of(unscaled.additions / 2);
        let chain = chains / unscaled.chains as f64;
        assert!((1030.0..1050.0).contains(&chain), "{chain}");
        let joint = of(Schedule::Joint, Scaling::Folded);
        assert_eq!((joint.chains, joint.strings), (5_333, 11_619));
        let ratio = joint.cost / of(Schedule::MixedTiers, Scaling::Separate).cost;
        assert!((0.60..0.66).contains(&ratio), "{ratio}");
    }

    /// By count alone, the one-inversion step loses more than shared denominators give back.
    #[test]
    fn arithmetics_are_priced_apart() {
        let cost = |arithmetic| {
            let plan = Plan::new(Schedule::RadixTwo, 6, Scaling::Separate);
            account::<vesta::Point>(&plan.with_arithmetic(arithmetic)).cost
        };
        assert!(cost(Arithmetic::BEST) < cost(Arithmetic::PLAIN));
        assert!(cost(Arithmetic::PLAIN) < cost(Arithmetic::FUSED));
    }
}
