//! The two curves: their GLV constants, and the doors between `pasta_curves` points and the
//! plain affine points that every other room works on.
//!
//! Nothing else here knows Pallas from Vesta. No group arithmetic happens in this room.
//!
//! # Security
//! Variable time, on public data only.

use ff::PrimeField;
use group::CurveAffine as _;
use pasta_curves::{
    arithmetic::{Coordinates, CurveAffine, CurveExt},
    pallas, vesta,
};

use crate::{
    batch::Affine,
    field::{Montgomery, Represents},
    glv::Lattice,
};

mod private {
    pub trait Sealed {}
    impl Sealed for super::pallas::Point {}
    impl Sealed for super::vesta::Point {}
}

/// Pallas or Vesta, named by its projective point type.
///
/// Both curves are `y² = x³ + 5` over a prime field, have prime order, and carry the
/// endomorphism `φ(x, y) = (ζx, y) = [λ](x, y)`, where `ζ` and `λ` are `Base::ZETA` and
/// `Scalar::ZETA`.
pub trait PastaCurve:
    CurveExt<
        ScalarExt: PrimeField<Repr = [u8; 32]>,
        AffineExt: CurveAffine<Base = <Self as CurveExt>::Base>,
    > + private::Sealed
    + 'static
{
    /// How coordinates are represented while points are worked on.
    type Coordinate: Represents<<Self as CurveExt>::Base>;

    /// The ideal of `Z[ω]` that holds the zeros of `a + bω ↦ a + bλ`.
    #[doc(hidden)]
    const LATTICE: Lattice;

    /// The `pasta_curves` point with coordinates `x` and `y`, which must be on the curve.
    #[doc(hidden)]
    fn from_xy_unchecked(
        x: <Self as CurveExt>::Base,
        y: <Self as CurveExt>::Base,
    ) -> Self::AffineExt;
}

impl PastaCurve for pallas::Point {
    type Coordinate = Montgomery<pallas::Base>;

    const LATTICE: Lattice = Lattice {
        generator: [
            0x49e6_9d16_40f0_4915_7fca_e1c7_0000_0001,
            -0x49e6_9d16_40a8_9953_8cb1_2793_0000_0000,
        ],
        inverse: [
            [
                0xc35f_bd4d_0868_62e0,
                0x31f0_2568_0000_0002,
                0x4f34_e8b2_0663_89a4,
                0x2,
            ],
            [
                0x61af_dea6_8480_fa55,
                0x32c4_9e4b_ffff_ffff,
                0x279a_7459_02a2_654e,
                0x1,
            ],
        ],
    };

    fn from_xy_unchecked(
        x: <Self as CurveExt>::Base,
        y: <Self as CurveExt>::Base,
    ) -> Self::AffineExt {
        pallas::Affine::from_xy_unchecked(x, y)
    }
}

impl PastaCurve for vesta::Point {
    type Coordinate = Montgomery<vesta::Base>;

    const LATTICE: Lattice = Lattice {
        generator: [
            0x49e6_9d16_40f0_4915_7fca_e1c7_0000_0000,
            -0x49e6_9d16_40a8_9953_8cb1_2793_0000_0001,
        ],
        inverse: [
            [
                0xc35f_bd4d_0afe_9927,
                0x31f0_2568_0000_0002,
                0x4f34_e8b2_0663_89a4,
                0x2,
            ],
            [
                0x61af_dea6_85cc_1579,
                0x32c4_9e4c_0000_0003,
                0x279a_7459_02a2_654e,
                0x1,
            ],
        ],
    };

    fn from_xy_unchecked(
        x: <Self as CurveExt>::Base,
        y: <Self as CurveExt>::Base,
    ) -> Self::AffineExt {
        vesta::Affine::from_xy_unchecked(x, y)
    }
}

/// Plain affine points equal to `points`, in order.
///
/// Cost: one inversion and about 9 multiplications a point.
pub fn to_affine_vartime<C: PastaCurve>(points: &[C]) -> Vec<Affine<C::Coordinate>> {
    let mut normalised = vec![C::AffineExt::identity(); points.len()];
    C::batch_normalize_vartime(points, &mut normalised);
    normalised.iter().map(affine_from_pasta::<C>).collect()
}

/// The plain form of one `pasta_curves` affine point.
pub fn affine_from_pasta<C: PastaCurve>(point: &C::AffineExt) -> Affine<C::Coordinate> {
    let coordinates: Option<Coordinates<_>> = point.coordinates().into();
    coordinates.map_or(Affine::IDENTITY, |c| Affine {
        x: C::Coordinate::from_pasta(c.x()),
        y: C::Coordinate::from_pasta(c.y()),
    })
}

/// The `pasta_curves` form of one plain affine point.
pub fn affine_to_pasta<C: PastaCurve>(point: &Affine<C::Coordinate>) -> C::AffineExt {
    if point.is_identity() {
        return C::AffineExt::identity();
    }
    C::from_xy_unchecked(point.x.to_pasta(), point.y.to_pasta())
}

#[cfg(test)]
mod tests {
    use ff::WithSmallOrderMulGroup;

    use super::*;
    use crate::field::Element;

    fn endomorphism_is_lambda<C: PastaCurve>() {
        let g = affine_from_pasta::<C>(&C::generator().to_affine_vartime());
        let image = Affine {
            x: g.x * C::Coordinate::ZETA,
            y: g.y,
        };
        assert_eq!(
            C::from(affine_to_pasta::<C>(&image)),
            C::generator() * C::ScalarExt::ZETA
        );
    }

    #[test]
    fn endomorphism_is_lambda_on_both_curves() {
        endomorphism_is_lambda::<pallas::Point>();
        endomorphism_is_lambda::<vesta::Point>();
    }

    fn conversions_are_inverse<C: PastaCurve>() {
        let g = C::generator();
        let points = [C::identity(), g, g.double(), -g, C::identity()];
        for (affine, point) in to_affine_vartime(&points).iter().zip(points) {
            assert_eq!(affine.is_identity(), bool::from(point.is_identity()));
            let back = affine_to_pasta::<C>(affine);
            assert!(bool::from(back.is_on_curve()));
            assert_eq!(C::from(back), point);
        }
    }

    #[test]
    fn conversions_are_inverse_on_both_curves() {
        conversions_are_inverse::<pallas::Point>();
        conversions_are_inverse::<vesta::Point>();
    }
}
