//! The accumulator of a ladder, in one file per coordinate system.
//!
//! Tables are affine whatever the accumulator, so that its addition is the mixed one. All laws
//! are exact for all operands; formulas are for `y² = x³ + 5`, a curve of odd order without the
//! linear term. Digits and scalars do not occur here.
//!
//! Names of formulas are those of the Explicit-Formulas Database (D. J. Bernstein, T. Lange,
//! <https://hyperelliptic.org/EFD/>, short Weierstrass curves) unless a paper is given.

mod affine;
mod jacobian;
mod projective;
mod xyzz;

use crate::batch::Affine;

pub use jacobian::Jacobian;
pub use projective::Projective;
pub use xyzz::Xyzz;

/// A point that can be doubled and take in affine points.
pub trait Accumulator<F>: Copy {
    /// The same point in these coordinates.
    fn from_affine(point: Affine<F>) -> Self;

    /// The same point in affine coordinates. At most one inversion.
    fn to_affine_vartime(self) -> Affine<F>;

    /// `2P`.
    #[must_use]
    fn double_vartime(self) -> Self;

    /// `P + Q`.
    #[must_use]
    fn add_vartime(self, q: Affine<F>) -> Self;

    /// `2P + Q`.
    #[must_use]
    fn double_add_vartime(self, q: Affine<F>) -> Self {
        self.double_vartime().add_vartime(q)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    //! The same examination for every coordinate system; each file states its counts.

    use super::*;
    use crate::{
        curve::{affine_from_pasta, affine_to_pasta},
        wnaf::counting::{count, Counted, Counts},
        PastaCurve,
    };

    /// The operations of generic arguments, `[additions, M, S, I]` each.
    pub(crate) struct Cost {
        pub(crate) double: [u64; 4],
        pub(crate) add: [u64; 4],
        pub(crate) double_add: [u64; 4],
        pub(crate) to_affine: [u64; 4],
    }

    fn affine<C: PastaCurve>(point: &C) -> Affine<C::Coordinate> {
        affine_from_pasta::<C>(&point.to_affine_vartime())
    }

    /// O, ±G, ±2G, ±3G, −4G and 5G: every exceptional pair occurs, −2P as the digit included.
    fn small_multiples<C: PastaCurve>() -> Vec<C> {
        let g = C::generator();
        let [g2, g4] = [g.double(), g.double().double()];
        let g3 = g2 + g;
        vec![C::identity(), g, -g, g2, -g2, g3, -g3, -g4, g4 + g]
    }

    /// Laws on accumulators with a generic denominator and with one.
    pub(crate) fn laws_are_exact<C: PastaCurve, A: Accumulator<C::Coordinate>>() {
        let check = |got: A, expected: C, what: &str| {
            let got = C::from(affine_to_pasta::<C>(&got.to_affine_vartime()));
            assert_eq!(got, expected, "{what}");
        };
        for p in small_multiples::<C>() {
            // The same point twice: once as lifted, once as a sum that has been through the laws.
            let r = p - C::generator() * C::ScalarExt::from(77);
            let through = A::from_affine(affine(&r)).add_vartime(affine(&(p - r)));
            for acc in [A::from_affine(affine(&p)), through] {
                check(acc, p, "conversion");
                check(acc.double_vartime(), p.double(), "doubling");
                for q in small_multiples::<C>() {
                    check(acc.add_vartime(affine(&q)), p + q, "addition");
                    let both = acc.double_add_vartime(affine(&q));
                    check(both, p.double() + q, "2P + Q");
                    check(
                        both.double_vartime(),
                        (p.double() + q).double(),
                        "2(2P + Q)",
                    );
                }
            }
        }
    }

    /// The counts of generic operands: a denominator that is not one, no collision.
    pub(crate) fn counts_are<C, A>(cost: Cost)
    where
        C: PastaCurve,
        A: Accumulator<Counted<C::Coordinate>>,
    {
        let counted = |p: Affine<C::Coordinate>| Affine {
            x: Counted(p.x),
            y: Counted(p.y),
        };
        let generator = affine(&C::generator());
        let q = counted(generator);
        let p = A::from_affine(counted(generator.double_vartime())).double_vartime();
        let operations = |counts: Counts| {
            [
                counts.additions,
                counts.multiplications,
                counts.squarings,
                counts.inversions,
            ]
        };
        assert_eq!(operations(count(|| p.double_vartime()).1), cost.double);
        assert_eq!(operations(count(|| p.add_vartime(q)).1), cost.add);
        assert_eq!(
            operations(count(|| p.double_add_vartime(q)).1),
            cost.double_add
        );
        assert_eq!(
            operations(count(|| p.to_affine_vartime()).1),
            cost.to_affine
        );
        assert_eq!(count(|| A::from_affine(q)).1, Counts::default());
    }

    /// The whole examination, on both curves.
    macro_rules! examine {
        ($system:ident, $cost:expr) => {
            #[test]
            fn laws_are_exact_on_both_curves() {
                use pasta_curves::{pallas, vesta};
                use $crate::{wnaf::coordinates::tests, PastaCurve};
                type Over<C> = $system<<C as PastaCurve>::Coordinate>;
                tests::laws_are_exact::<pallas::Point, Over<pallas::Point>>();
                tests::laws_are_exact::<vesta::Point, Over<vesta::Point>>();
            }

            #[test]
            fn counts_are_as_stated() {
                use pasta_curves::{pallas, vesta};
                use $crate::{
                    wnaf::{coordinates::tests, counting::Counted},
                    PastaCurve,
                };
                type Over<C> = $system<Counted<<C as PastaCurve>::Coordinate>>;
                tests::counts_are::<pallas::Point, Over<pallas::Point>>($cost);
                tests::counts_are::<vesta::Point, Over<vesta::Point>>($cost);
            }
        };
    }
    pub(crate) use examine;
}
