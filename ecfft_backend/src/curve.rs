//! The two curves: their GLV constants, and the doors between `pasta_curves` points and the
//! plain affine points that every other room works on.
//!
//! Nothing else here knows Pallas from Vesta. No group arithmetic happens in this room.

use ff::PrimeField;
use group::CurveAffine as _;
use pasta_curves::{
    arithmetic::{Coordinates, CurveAffine, CurveExt},
    pallas, vesta,
};

use crate::{batch::Affine, glv::Lattice};

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
/// Cost: one inversion and about 7 multiplications a point.
pub fn to_affine_vartime<C: PastaCurve>(points: &[C]) -> Vec<Affine<C::Base>> {
    let mut normalised = vec![C::AffineExt::identity(); points.len()];
    C::batch_normalize_vartime(points, &mut normalised);
    normalised.iter().map(affine_from_pasta::<C>).collect()
}

/// The plain form of one `pasta_curves` affine point.
pub fn affine_from_pasta<C: PastaCurve>(point: &C::AffineExt) -> Affine<C::Base> {
    let coordinates: Option<Coordinates<_>> = point.coordinates().into();
    coordinates.map_or(Affine::IDENTITY, |c| Affine {
        x: *c.x(),
        y: *c.y(),
    })
}

/// The `pasta_curves` form of one plain affine point.
pub fn affine_to_pasta<C: PastaCurve>(point: &Affine<C::Base>) -> C::AffineExt {
    if point.is_identity() {
        return C::AffineExt::identity();
    }
    C::from_xy_unchecked(point.x, point.y)
}

/// The scalar's canonical representative, least significant limb first.
pub(crate) fn scalar_limbs<S: PrimeField<Repr = [u8; 32]>>(scalar: &S) -> [u64; 4] {
    let repr = scalar.to_repr();
    std::array::from_fn(|i| {
        let mut limb = [0; 8];
        limb.copy_from_slice(&repr[8 * i..8 * (i + 1)]);
        u64::from_le_bytes(limb)
    })
}
