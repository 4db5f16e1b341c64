//! Four 64-bit limbs, Montgomery form, results reduced lazily: for every target.
//!
//! Both primes are `p = 2^254 + t` with `t < 2^126`: limb 2 is zero and limb 3 is `2^62`, so that
//! a step of the reduction takes three products of limbs instead of five. Values lie in `[0, 2p)`,
//! where zero has two representations.
//!
//! Bounds, with `R = 2^256 = 4p − 4t`. The reduction of `a = 2p − x` times `b = 2p − y`, with
//! `0 < x, y ≤ 2p`, yields `V = (ab + mp)/R` with `m < R`, and no last subtraction is needed:
//! suppose `V = 2p + v` with `v ≥ 0`. Then `2pR + vR ≤ ab + mp` gives
//! `2p(x + y) + vR < 4pt + xy`. Since `xy ≤ 2p·min(x, y)`, both are below `2t`, so that `xy/2p < 1`,
//! hence `x + y ≤ 2t`, `xy ≤ t²` and `v ≤ t + 1`: `4tv + xy ≤ 5t² + 4t < p`. But modulo `p`,
//! `VR ≡ −4tv` and `ab ≡ xy`, so that `4tv + xy ≡ 0`, which leaves `xy = 0` only. Sums and differences
//! are taken modulo `2p`. Source of the reduction: P. L. Montgomery, "Modular multiplication without
//! trial division", Math. Comp. 44 (1985).

use std::{
    marker::PhantomData,
    ops::{Add, Mul, Neg, Sub},
};

use ff::{PrimeField, WithSmallOrderMulGroup};
use pasta_curves::{arithmetic::VartimeField, Fp, Fq};

use super::{canonical_limbs, Element, Represents};

/// One of the two primes, as a field of `pasta_curves`, with constants for its arithmetic.
pub trait Prime: PrimeField<Repr = [u8; 32]> + VartimeField + WithSmallOrderMulGroup<3> {
    /// `p`, least significant limb first.
    const MODULUS_LIMBS: [u64; 4];
    /// `R = 2^256` modulo `p`.
    const R: [u64; 4];
    /// `R²` modulo `p`.
    const R2: [u64; 4];
    /// `R` times the cube root of unity `ZETA`, modulo `p`.
    const ZETA_R: [u64; 4];
}

impl Prime for Fp {
    const MODULUS_LIMBS: [u64; 4] = [0x992d_30ed_0000_0001, 0x2246_98fc_094c_f91b, 0, 1 << 62];
    const R: [u64; 4] = [
        0x3478_6d38_ffff_fffd,
        0x992c_350b_e419_14ad,
        0xffff_ffff_ffff_ffff,
        0x3fff_ffff_ffff_ffff,
    ];
    const R2: [u64; 4] = [
        0x8c78_ecb3_0000_000f,
        0xd7d3_0dbd_8b0d_e0e7,
        0x7797_a99b_c3c9_5d18,
        0x096d_41af_7b9c_b714,
    ];
    const ZETA_R: [u64; 4] = [
        0x0202_1cf6_619a_153d,
        0x9e8c_2697_4980_b78e,
        0x2a67_6d5c_c87a_4666,
        0x15d8_049d_a7a1_7876,
    ];
}

impl Prime for Fq {
    const MODULUS_LIMBS: [u64; 4] = [0x8c46_eb21_0000_0001, 0x2246_98fc_0994_a8dd, 0, 1 << 62];
    const R: [u64; 4] = [
        0x5b2b_3e9c_ffff_fffd,
        0x992c_350b_e342_0567,
        0xffff_ffff_ffff_ffff,
        0x3fff_ffff_ffff_ffff,
    ];
    const R2: [u64; 4] = [
        0xfc96_78ff_0000_000f,
        0x67bb_433d_891a_16e3,
        0x7fae_2310_04cc_f590,
        0x096d_41af_7ccf_daa9,
    ];
    const ZETA_R: [u64; 4] = [
        0x7c54_1a84_8011_1122,
        0x4063_0b9c_56ed_29da,
        0x02c2_75fb_135b_2b29,
        0x121d_29f8_8824_5b10,
    ];
}

/// An element `x` of the field, held as a representative of `xR` in `[0, 2p)`.
#[derive(Clone, Copy, Debug)]
pub struct Montgomery<P> {
    limbs: [u64; 4],
    prime: PhantomData<P>,
}

impl<P: Prime> Montgomery<P> {
    /// `−p^−1` modulo `2^64`, by Newton's iteration.
    const NEGATED_INVERSE: u64 = {
        let p = P::MODULUS_LIMBS[0];
        let mut inverse = 1u64;
        let mut bits = 1;
        while bits < 64 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(p.wrapping_mul(inverse)));
            bits *= 2;
        }
        inverse.wrapping_neg()
    };

    /// `2p`, which is below `2^256`.
    const TWICE: [u64; 4] = {
        let p = P::MODULUS_LIMBS;
        [
            p[0] << 1,
            p[1] << 1 | p[0] >> 63,
            p[2] << 1 | p[1] >> 63,
            p[3] << 1 | p[2] >> 63,
        ]
    };

    #[inline(always)]
    const fn new(limbs: [u64; 4]) -> Self {
        Montgomery {
            limbs,
            prime: PhantomData,
        }
    }

    /// The product of the limbs by `1/R`, below `2p` if they are a product of values below `2p`.
    #[inline(always)]
    fn reduce(mut t: [u64; 8]) -> Self {
        let p = P::MODULUS_LIMBS;
        let mut overflow = 0;
        for i in 0..4 {
            let m = t[i].wrapping_mul(Self::NEGATED_INVERSE);
            // The lowest limb becomes zero, with a carry unless it was.
            let high = ((u128::from(m) * u128::from(p[0])) >> 64) as u64;
            let carry = high + u64::from(t[i] != 0);
            let (low, carry) = mac(t[i + 1], m, p[1], carry);
            t[i + 1] = low;
            let (low, carry) = add(t[i + 2], 0, carry);
            t[i + 2] = low;
            let (low, carry) = add(t[i + 3], m << 62, carry);
            t[i + 3] = low;
            let (low, carry) = add(t[i + 4], m >> 2, carry + overflow);
            t[i + 4] = low;
            overflow = carry;
        }
        debug_assert_eq!(overflow, 0);
        Self::new([t[4], t[5], t[6], t[7]])
    }

    /// `a − b` modulo `2p`, for `a < 2p` and `b ≤ 2p`.
    #[inline(always)]
    fn difference(a: [u64; 4], b: [u64; 4]) -> Self {
        let (difference, borrow) = subtract(a, b);
        Self::new(sum(difference, Self::TWICE.map(|limb| limb & borrow)))
    }

    /// The representative below `p`.
    fn canonical(self) -> [u64; 4] {
        let (difference, borrow) = subtract(self.limbs, P::MODULUS_LIMBS);
        if borrow == 0 {
            difference
        } else {
            self.limbs
        }
    }
}

/// `a + b·c + carry`, low limb and high limb.
#[inline(always)]
fn mac(a: u64, b: u64, c: u64, carry: u64) -> (u64, u64) {
    let sum = u128::from(a) + u128::from(b) * u128::from(c) + u128::from(carry);
    (sum as u64, (sum >> 64) as u64)
}

/// `a + b + carry`, low limb and carry.
#[inline(always)]
fn add(a: u64, b: u64, carry: u64) -> (u64, u64) {
    let sum = u128::from(a) + u128::from(b) + u128::from(carry);
    (sum as u64, (sum >> 64) as u64)
}

/// `a − b` modulo `2^256`, and all ones if it borrowed, else zero.
#[inline(always)]
const fn subtract(a: [u64; 4], b: [u64; 4]) -> ([u64; 4], u64) {
    let mut out = [0; 4];
    let mut borrow = 0u64;
    let mut i = 0;
    while i < 4 {
        let difference = (a[i] as u128).wrapping_sub(b[i] as u128 + (borrow >> 63) as u128);
        out[i] = difference as u64;
        borrow = (difference >> 64) as u64;
        i += 1;
    }
    (out, borrow)
}

/// `a + b` modulo `2^256`.
#[inline(always)]
fn sum(a: [u64; 4], b: [u64; 4]) -> [u64; 4] {
    let mut out = [0; 4];
    let mut carry = 0;
    for i in 0..4 {
        (out[i], carry) = add(a[i], b[i], carry);
    }
    out
}

impl<P: Prime> Add for Montgomery<P> {
    type Output = Self;

    #[inline(always)]
    fn add(self, rhs: Self) -> Self {
        // a − (2p − b), with 2p given back if that borrows: no carry to look at, no branch.
        Self::difference(self.limbs, subtract(Self::TWICE, rhs.limbs).0)
    }
}

impl<P: Prime> Sub for Montgomery<P> {
    type Output = Self;

    #[inline(always)]
    fn sub(self, rhs: Self) -> Self {
        Self::difference(self.limbs, rhs.limbs)
    }
}

impl<P: Prime> Neg for Montgomery<P> {
    type Output = Self;

    #[inline(always)]
    fn neg(self) -> Self {
        Self::ZERO - self
    }
}

impl<P: Prime> Mul for Montgomery<P> {
    type Output = Self;

    #[inline(always)]
    fn mul(self, rhs: Self) -> Self {
        let (a, b) = (self.limbs, rhs.limbs);
        let mut t = [0; 8];
        for i in 0..4 {
            let mut carry = 0;
            for j in 0..4 {
                (t[i + j], carry) = mac(t[i + j], a[i], b[j], carry);
            }
            t[i + 4] = carry;
        }
        Self::reduce(t)
    }
}

impl<P: Prime> PartialEq for Montgomery<P> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        (*self - *other).is_zero()
    }
}

impl<P: Prime> Eq for Montgomery<P> {}

impl<P: Prime> Element for Montgomery<P> {
    const ZERO: Self = Self::new([0; 4]);
    const ONE: Self = Self::new(P::R);
    const ZETA: Self = Self::new(P::ZETA_R);

    #[inline(always)]
    fn double(self) -> Self {
        self + self
    }

    #[inline(always)]
    fn square(self) -> Self {
        let a = self.limbs;
        let mut t = [0; 8];
        for i in 0..3 {
            let mut carry = 0;
            for j in i + 1..4 {
                (t[i + j], carry) = mac(t[i + j], a[i], a[j], carry);
            }
            t[i + 4] = carry;
        }
        for i in (1..8).rev() {
            t[i] = t[i] << 1 | t[i - 1] >> 63;
        }
        let mut carry = 0;
        for i in 0..4 {
            (t[2 * i], carry) = mac(t[2 * i], a[i], a[i], carry);
            (t[2 * i + 1], carry) = add(t[2 * i + 1], 0, carry);
        }
        Self::reduce(t)
    }

    #[inline(always)]
    fn is_zero(&self) -> bool {
        // Limb 2 is zero in both representatives, which hardly any other value has.
        self.limbs[2] == 0 && (self.limbs == [0; 4] || self.limbs == P::MODULUS_LIMBS)
    }

    fn invert_vartime(&self) -> Option<Self> {
        // One true inversion serves a whole batch: that of pasta_curves will do.
        self.to_pasta()
            .invert_vartime()
            .map(|inverse| Self::from_pasta(&inverse))
    }
}

impl<P: Prime> Represents<P> for Montgomery<P> {
    fn from_pasta(element: &P) -> Self {
        Self::new(canonical_limbs(element)) * Self::new(P::R2)
    }

    fn to_pasta(self) -> P {
        let [a, b, c, d] = self.limbs;
        let limbs = Self::reduce([a, b, c, d, 0, 0, 0, 0]).canonical();
        let mut repr = [0; 32];
        for (bytes, limb) in repr.chunks_exact_mut(8).zip(limbs) {
            bytes.copy_from_slice(&limb.to_le_bytes());
        }
        Option::from(P::from_repr(repr)).expect("the representative is below the modulus")
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::{BigInt, BigUint};
    use proptest::prelude::*;

    use super::*;

    fn number(limbs: &[u64; 4]) -> BigUint {
        limbs
            .iter()
            .rev()
            .fold(BigUint::ZERO, |sum, limb| (sum << 64) + *limb)
    }

    fn constants_follow_from_the_modulus<P: Prime>() {
        let digits = P::MODULUS
            .strip_prefix("0x")
            .expect("the modulus is in hexadecimal");
        let p = BigUint::parse_bytes(digits.as_bytes(), 16).expect("the modulus is a number");
        let r = BigUint::from(1u8) << 256;
        assert_eq!(number(&P::MODULUS_LIMBS), p);
        assert_eq!(number(&P::R), &r % &p);
        assert_eq!(number(&P::R2), &r * &r % &p);
        assert_eq!(
            number(&P::ZETA_R),
            BigUint::from_bytes_le(&P::ZETA.to_repr()) * &r % &p
        );
        assert_eq!(number(&Montgomery::<P>::TWICE), &p * 2u8);
        assert_eq!(
            P::MODULUS_LIMBS[0].wrapping_mul(Montgomery::<P>::NEGATED_INVERSE),
            u64::MAX
        );
        assert_eq!(Montgomery::<P>::ZETA.to_pasta(), P::ZETA);
        assert_eq!(Montgomery::<P>::ONE.to_pasta(), P::ONE);
    }

    #[test]
    fn constants_follow_from_both_moduli() {
        constants_follow_from_the_modulus::<Fp>();
        constants_follow_from_the_modulus::<Fq>();
    }

    /// The edges of the range of representatives.
    fn edges<P: Prime>() -> Vec<Montgomery<P>> {
        let p = BigInt::from(number(&P::MODULUS_LIMBS));
        let middle = BigInt::from(1u8) << 255;
        let twice: BigInt = &p * 2;
        let mut edges = vec![];
        for base in [BigInt::ZERO, p, middle, twice.clone()] {
            for offset in -3..=3 {
                let value: BigInt = &base + offset;
                if value >= BigInt::ZERO && value < twice {
                    let mut limbs = value.to_biguint().expect("not negative").to_u64_digits();
                    limbs.resize(4, 0);
                    edges.push(Montgomery::new([limbs[0], limbs[1], limbs[2], limbs[3]]));
                }
            }
        }
        edges
    }

    fn check<P: Prime>(a: Montgomery<P>, b: Montgomery<P>) {
        let (x, y) = (a.to_pasta(), b.to_pasta());
        let twice = number(&Montgomery::<P>::TWICE);
        for (ours, theirs) in [
            (a + b, x + y),
            (a - b, x - y),
            (a * b, x * y),
            (-a, -x),
            (a.double(), x + x),
            (a.square(), x * x),
        ] {
            assert!(number(&ours.limbs) < twice, "{a:?} {b:?}");
            assert_eq!(ours.to_pasta(), theirs, "{a:?} {b:?}");
        }
        assert_eq!(a == b, x == y);
        assert_eq!(a.is_zero(), x == P::ZERO);
        assert_eq!(
            a.invert_vartime().map(Montgomery::to_pasta),
            Option::from(x.invert())
        );
    }

    fn edges_agree_with_pasta_curves<P: Prime>() {
        let others = [
            P::ZERO,
            P::ONE,
            -P::ONE,
            P::ZETA,
            P::ROOT_OF_UNITY,
            P::TWO_INV,
        ];
        let mut values = edges::<P>();
        values.extend(others.iter().map(Montgomery::from_pasta));
        for a in &values {
            for b in &values {
                check(*a, *b);
            }
        }
    }

    #[test]
    fn edges_agree_with_pasta_curves_in_both_fields() {
        edges_agree_with_pasta_curves::<Fp>();
        edges_agree_with_pasta_curves::<Fq>();
    }

    proptest! {
        #[test]
        fn any_elements_agree_with_pasta_curves(
            a in prop::array::uniform4(any::<u64>()), b in prop::array::uniform4(any::<u64>())
        ) {
            check::<Fp>(Montgomery::from_pasta(&Fp::from_raw(a)), Montgomery::from_pasta(&Fp::from_raw(b)));
            check::<Fq>(Montgomery::from_pasta(&Fq::from_raw(a)), Montgomery::from_pasta(&Fq::from_raw(b)));
        }
    }
}
