//! The methods side by side: exact counts of each, their cost in multiplications, the verdict.
//!
//! A product is from an affine point to an affine point: table and normalisation are included,
//! recoding is not, since a transform recodes each distinct scalar once. Times are for callers
//! to take, of [`Method::multiply_vartime`]; formulas are elsewhere.

use std::fmt;

use super::{
    coordinates::{Accumulator, Jacobian, Projective, Xyzz},
    counting::{count, Counted, Counts},
    ladder::{multiply_batch_vartime, multiply_vartime},
    recoding::Recoding,
    table::Table,
};
use crate::{
    batch::{Affine, SharedInversion},
    field::Element,
    glv::recode::Place,
};

/// What the accumulator is kept in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Coordinates {
    /// Affine, every inversion carried out.
    Affine,
    /// Affine, all products in lockstep, with shared inversions: the transform's way.
    AffineBatch,
    /// Homogeneous projective.
    Projective,
    /// Jacobian.
    Jacobian,
    /// Extended Jacobian.
    Xyzz,
}

impl Coordinates {
    /// Every coordinate system of the study.
    pub const ALL: [Coordinates; 5] = [
        Coordinates::Affine,
        Coordinates::AffineBatch,
        Coordinates::Projective,
        Coordinates::Jacobian,
        Coordinates::Xyzz,
    ];
}

impl fmt::Display for Coordinates {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Coordinates::Affine => "affine",
            Coordinates::AffineBatch => "affine, batched",
            Coordinates::Projective => "projective",
            Coordinates::Jacobian => "Jacobian",
            Coordinates::Xyzz => "XYZZ",
        })
    }
}

/// One way to multiply points by scalars.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Method {
    /// What the accumulator is kept in.
    pub coordinates: Coordinates,
    /// What the digits are.
    pub recoding: Recoding,
}

impl Method {
    /// Every method of the study, by coordinate system and then by recoding.
    pub fn all() -> impl Iterator<Item = Method> {
        Coordinates::ALL.into_iter().flat_map(|coordinates| {
            Recoding::ALL.into_iter().map(move |recoding| Method {
                coordinates,
                recoding,
            })
        })
    }

    /// The product of each point with the scalar behind its string, which must come from
    /// [`Method::recoding`].
    ///
    /// # Panics
    /// If there are not as many strings as points.
    #[must_use]
    pub fn multiply_vartime<F>(self, points: &[Affine<F>], strings: &[Vec<Place>]) -> Vec<Affine<F>>
    where
        F: Element,
    {
        assert_eq!(points.len(), strings.len(), "one string for each point");
        let tables = self.tables_vartime(points);
        match self.coordinates {
            Coordinates::Affine => each::<F, Affine<F>>(&tables, strings),
            Coordinates::Projective => each::<F, Projective<F>>(&tables, strings),
            Coordinates::Jacobian => each::<F, Jacobian<F>>(&tables, strings),
            Coordinates::Xyzz => each::<F, Xyzz<F>>(&tables, strings),
            Coordinates::AffineBatch => tables
                .iter()
                .flat_map(|table| {
                    multiply_batch_vartime(table, strings, &mut SharedInversion::new())
                })
                .collect(),
        }
    }

    /// One table for the whole batch, or one for each point.
    fn tables_vartime<F>(self, points: &[Affine<F>]) -> Vec<Table<F>>
    where
        F: Element,
    {
        let batch = match self.coordinates {
            Coordinates::AffineBatch => points.len().max(1),
            _ => 1,
        };
        let mut inversion = SharedInversion::new();
        points
            .chunks(batch)
            .map(|points| Table::build_vartime(self.recoding, points, &mut inversion))
            .collect()
    }

    /// The operations of [`Method::multiply_vartime`] on the same points and strings.
    ///
    /// # Panics
    /// If there are not as many strings as points.
    #[must_use]
    pub fn count<F>(self, points: &[Affine<F>], strings: &[Vec<Place>]) -> Tally
    where
        F: Element,
    {
        let points: Vec<_> = points
            .iter()
            .map(|point| Affine {
                x: Counted(point.x),
                y: Counted(point.y),
            })
            .collect();
        let (_, tables) = count(|| self.tables_vartime(&points));
        let (products, total) = count(|| self.multiply_vartime(&points, strings));
        Tally {
            method: self,
            products: products.len(),
            tables,
            total,
        }
    }
}

/// Products one by one.
fn each<F, A>(tables: &[Table<F>], strings: &[Vec<Place>]) -> Vec<Affine<F>>
where
    F: Element,
    A: Accumulator<F>,
{
    tables
        .iter()
        .zip(strings)
        .map(|(table, places)| multiply_vartime::<F, A>(table, 0, places))
        .collect()
}

/// The operations that a method needed for some products, each of another point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The method.
    pub method: Method,
    /// The number of products.
    pub products: usize,
    /// The operations that built the tables.
    pub tables: Counts,
    /// All operations, tables included.
    pub total: Counts,
}

impl Tally {
    /// The mean cost of a product, in multiplications.
    #[must_use]
    pub fn cost(&self, weights: Weights) -> f64 {
        weights.cost(self.total) / self.products as f64
    }

    /// The mean cost of a table, in multiplications.
    #[must_use]
    pub fn table_cost(&self, weights: Weights) -> f64 {
        weights.cost(self.tables) / self.products as f64
    }

    /// The mean cost of a product when `users` products of one point share its table.
    #[must_use]
    pub fn shared_cost(&self, weights: Weights, users: usize) -> f64 {
        let table = self.table_cost(weights);
        self.cost(weights) - table + table / users as f64
    }
}

/// The cost of field operations in multiplications.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// A sum, difference, doubling or negation.
    pub addition: f64,
    /// A square.
    pub squaring: f64,
    /// An inverse.
    pub inversion: f64,
}

impl Weights {
    /// What all these operations cost.
    #[must_use]
    pub fn cost(&self, counts: Counts) -> f64 {
        counts.multiplications as f64
            + counts.squarings as f64 * self.squaring
            + counts.additions as f64 * self.addition
            + counts.inversions as f64 * self.inversion
    }
}

/// The tally in the given coordinates that costs least for `users` products of each point, if
/// there are any.
#[must_use]
pub fn cheapest(
    tallies: &[Tally],
    coordinates: Coordinates,
    weights: Weights,
    users: usize,
) -> Option<&Tally> {
    let cost = |tally: &Tally| tally.shared_cost(weights, users);
    tallies
        .iter()
        .filter(|tally| tally.method.coordinates == coordinates)
        .min_by(|a, b| cost(a).total_cmp(&cost(b)))
}

#[cfg(test)]
pub(crate) mod tests {
    use ff::{Field, PrimeField, WithSmallOrderMulGroup};
    use pasta_curves::{arithmetic::CurveExt, pallas, vesta};
    use rand::{rngs::ChaCha8Rng, SeedableRng as _};

    use super::*;
    use crate::{
        curve::{affine_to_pasta, to_affine_vartime},
        glv::{
            recode::{DigitSet, WIDTHS},
            table::{best_width, stride, TableIndex, Tables},
            Chain, Ladder, Unit,
        },
        PastaCurve,
    };

    /// Scalars whose strings are empty, shortest, longest, or full of carries.
    pub(crate) fn extreme_scalars<C: PastaCurve>() -> Vec<C::ScalarExt> {
        let one = C::ScalarExt::ONE;
        let lambda = <C::ScalarExt as WithSmallOrderMulGroup<3>>::ZETA;
        let third = C::ScalarExt::from(3).invert().expect("three is not zero");
        // 1/2 is (q + 1)/2 and −1/2 is (q − 1)/2.
        let half = C::ScalarExt::TWO_INV;
        let power = |e: u64| C::ScalarExt::from(2).pow_vartime([e]);
        let bases = [
            one,
            lambda,
            lambda.square(),
            half,
            third,
            third.double(),
            power(64),
            power(127),
            power(128),
            power(253),
            power(254),
            // Digits of a width-9 window at their bounds.
            C::ScalarExt::from(255),
            C::ScalarExt::from(257),
        ];
        let around = |x: C::ScalarExt| [x - one, x, x + one];
        bases
            .into_iter()
            .flat_map(|x| around(x).into_iter().chain(around(-x)))
            .chain(around(C::ScalarExt::ZERO))
            .collect()
    }

    fn random_scalars<C: PastaCurve>(count: usize) -> Vec<C::ScalarExt> {
        let mut rng = ChaCha8Rng::seed_from_u64(0x9a57a);
        (0..count).map(|_| C::ScalarExt::random(&mut rng)).collect()
    }

    /// `G, 2G, 3G, …`.
    fn points<C: PastaCurve>(count: usize) -> Vec<C> {
        std::iter::successors(Some(C::generator()), |p| Some(*p + C::generator()))
            .take(count)
            .collect()
    }

    fn strings<C: PastaCurve>(recoding: Recoding, scalars: &[C::ScalarExt]) -> Vec<Vec<Place>> {
        scalars.iter().map(|s| recoding.recode::<C>(s)).collect()
    }

    fn methods_agree_with_the_library<C: PastaCurve>() {
        let mut scalars = extreme_scalars::<C>();
        scalars.extend(random_scalars::<C>(4));
        let mut points = points::<C>(scalars.len());
        // Random, zero and one times the identity among them.
        let last = points.len() - 1;
        points[last] = C::identity();
        points.extend([C::identity(); 2]);
        scalars.extend([C::ScalarExt::ZERO, C::ScalarExt::ONE]);
        let expected: Vec<C> = points.iter().zip(&scalars).map(|(p, s)| *p * *s).collect();
        let affine = to_affine_vartime(&points);
        for method in Method::all() {
            let strings = strings::<C>(method.recoding, &scalars);
            let products = method.multiply_vartime(&affine, &strings);
            for (i, product) in products.iter().enumerate() {
                assert_eq!(
                    C::from(affine_to_pasta::<C>(product)),
                    expected[i],
                    "{method:?} {:?}",
                    scalars[i]
                );
            }
        }
    }

    #[test]
    fn every_method_agrees_with_the_library_on_pallas() {
        methods_agree_with_the_library::<pallas::Point>();
    }

    #[test]
    fn every_method_agrees_with_the_library_on_vesta() {
        methods_agree_with_the_library::<vesta::Point>();
    }

    /// The one way to meet `2P + D = O` in a product: the digits of the group order.
    fn the_order_gives_the_identity<C: PastaCurve>() {
        let g = to_affine_vartime(&[C::generator()]);
        let mut order = Recoding::Binary.recode::<C>(&-C::ScalarExt::ONE);
        order.push(Recoding::Binary.recode::<C>(&C::ScalarExt::ONE)[0]);
        for coordinates in Coordinates::ALL {
            let method = Method {
                coordinates,
                recoding: Recoding::Binary,
            };
            let product = method.multiply_vartime(&g, &[order.clone()]);
            assert_eq!(product, [Affine::IDENTITY], "{coordinates}");
        }
    }

    #[test]
    fn the_order_gives_the_identity_on_both_curves() {
        the_order_gives_the_identity::<pallas::Point>();
        the_order_gives_the_identity::<vesta::Point>();
    }

    type Samples<C> = (
        Vec<Affine<<C as PastaCurve>::Coordinate>>,
        Vec<<C as CurveExt>::ScalarExt>,
    );

    fn samples<C: PastaCurve>(count: usize) -> Samples<C> {
        (
            to_affine_vartime(&points::<C>(count)),
            random_scalars::<C>(count),
        )
    }

    /// The counts of a product follow from its string: nothing is done in vain.
    #[test]
    fn counts_follow_from_formulas_and_digits() {
        type C = vesta::Point;
        let (points, scalars) = samples::<C>(1);
        // [M, S] of a doubling, of a further addition, and of the return.
        let costs = [
            (Coordinates::Projective, [6, 2], [9, 2], [2, 0]),
            (Coordinates::Jacobian, [2, 5], [7, 4], [3, 1]),
            (Coordinates::Xyzz, [6, 3], [8, 2], [3, 1]),
        ];
        for recoding in [Recoding::Binary, Recoding::Naf] {
            let strings = strings::<C>(recoding, &scalars);
            let doublings = u64::from(strings[0][0].position);
            let additions = strings[0].len() as u64 - 1;
            for (coordinates, double, add, to_affine) in costs {
                let method = Method {
                    coordinates,
                    recoding,
                };
                let total = method.count(&points, &strings).total;
                let sum = |i: usize| doublings * double[i] + additions * add[i] + to_affine[i];
                assert_eq!(
                    (total.multiplications, total.squarings, total.inversions),
                    (sum(0), sum(1), 1),
                    "{method:?}"
                );
            }
        }
    }

    /// The lockstep of this study and the transform's ladder do the same operations.
    #[test]
    fn the_batched_counts_are_those_of_the_transforms_ladder() {
        type C = vesta::Point;
        let (points, scalars) = samples::<C>(20);
        let counted: Vec<_> = points
            .iter()
            .map(|p| Affine {
                x: Counted(p.x),
                y: Counted(p.y),
            })
            .collect();
        for width in WIDTHS {
            let method = Method {
                coordinates: Coordinates::AffineBatch,
                recoding: Recoding::Eisenstein(width),
            };
            let ours = method.count(&points, &strings::<C>(method.recoding, &scalars));
            let chains: Vec<_> = scalars
                .iter()
                .map(|s| DigitSet::of_width(width).recode(C::LATTICE.decompose(s)))
                .map(|digits| Chain::new(&[(&digits, Unit::ONE)]))
                .collect();
            let ((), ladders) = count(|| {
                let mut inversion = SharedInversion::new();
                let mut tables = Tables::new();
                tables.build_vartime(&counted, width, &mut inversion);
                let mut ladder = Ladder::new(crate::glv::ladder::Step::TwoInversions);
                for i in 0..chains.len() {
                    ladder.push(i, [stride(width) * i as TableIndex]);
                }
                ladder.run_vartime(&chains, &tables, &mut inversion);
            });
            assert_eq!(ours.total, ladders, "width {width}");
        }
    }

    fn batched_tallies<C: PastaCurve>() -> Vec<Tally> {
        let (points, scalars) = samples::<C>(256);
        Method::all()
            .filter(|method| method.coordinates == Coordinates::AffineBatch)
            .map(|method| method.count(&points, &strings::<C>(method.recoding, &scalars)))
            .collect()
    }

    fn best(tallies: &[Tally], weights: Weights, users: usize) -> &Tally {
        cheapest(tallies, Coordinates::AffineBatch, weights, users).expect("there are tallies")
    }

    /// Whatever a squaring or an addition costs, within reason: costs are linear in both, so
    /// that the corners stand for all between them.
    fn the_ladders_window_is_the_cheapest<C: PastaCurve>() {
        let tallies = batched_tallies::<C>();
        let chosen = Recoding::Eisenstein(best_width(1));
        for squaring in [0.6, 1.0] {
            for addition in [0.0, 0.3] {
                let weights = Weights {
                    addition,
                    squaring,
                    inversion: 100.0,
                };
                let best = best(&tallies, weights, 1);
                assert_eq!(best.method.recoding, chosen, "{weights:?}");
            }
        }
    }

    #[test]
    fn the_ladders_window_is_the_cheapest_on_both_curves() {
        the_ladders_window_is_the_cheapest::<pallas::Point>();
        the_ladders_window_is_the_cheapest::<vesta::Point>();
    }

    /// Squarings at 0.85, additions and the true inversions of a large batch for nothing.
    const LARGE_BATCH: Weights = Weights {
        addition: 0.0,
        squaring: 0.85,
        inversion: 0.0,
    };

    /// Around the change of window the optimum is flat: the choice must be within 1% of it.
    #[test]
    fn the_ladders_window_is_right_when_products_share_a_table() {
        let tallies = batched_tallies::<vesta::Point>();
        for users in 1..=16 {
            let chosen = Recoding::Eisenstein(best_width(users));
            let cost = tallies
                .iter()
                .find(|tally| tally.method.recoding == chosen)
                .expect("every recoding has a tally")
                .shared_cost(LARGE_BATCH, users);
            let best = best(&tallies, LARGE_BATCH, users).shared_cost(LARGE_BATCH, users);
            assert!(cost < 1.01 * best, "{users} users: {cost}, not {best}");
        }
    }

    #[test]
    fn a_product_costs_about_1_040_multiplications() {
        let cost = best(&batched_tallies::<vesta::Point>(), LARGE_BATCH, 1).cost(LARGE_BATCH);
        assert!((cost - 1040.0).abs() < 5.0, "{cost}");
    }
}
