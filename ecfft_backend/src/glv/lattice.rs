//! From a scalar to the shortest Eisenstein integer that stands for it.
//!
//! `a + bω ↦ a + bλ` maps `Z[ω]` onto the scalar field; its zeros are the multiples of a prime
//! `π` of norm `q`. A scalar `t` is brought down by the multiple of `π` nearest to it:
//! `z = t − cπ` with `c` the element of `Z[ω]` nearest to `t/π = t·π̄/q`.
//!
//! Bounds. Write `z = eπ`. The nearest element leaves `e` in the hexagon around zero, where
//! `|e|² ≤ 1/3`, hence `|z|² ≤ q/3` and, since `a² − ab + b² ≥ ¾·max(a, b)²`, both `|a|` and
//! `|b|` are at most `⅔√q < 2^126.5`. The quotient is computed to within `2^-64`, which moves
//! the hexagon's edge by no more than that: `z` fits an `i128` with half a bit to spare, so
//! that wrapping arithmetic modulo `2^128` gives it exactly.
//!
//! Points do not occur here.

use ff::PrimeField;

use super::Eisenstein;
use crate::field::canonical_limbs;

/// The kernel of `Z[ω] → F_q`, with what division by it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lattice {
    /// `π = π₀ + π₁ω`, of norm `q`, with `π₀ > 0 > π₁`.
    pub generator: [i128; 2],
    /// `π̄/q` as two numbers in units of `2^-320`, rounded to the nearest. Both coordinates of
    /// `π̄ = (π₀ − π₁) − π₁ω` are positive.
    pub inverse: [[u64; 4]; 2],
}

impl Lattice {
    /// The shortest `z = a + bω` with `a + bλ = t`. Both coordinates are below `2^127` in
    /// absolute value.
    #[must_use]
    pub fn decompose<S: PrimeField<Repr = [u8; 32]>>(&self, t: &S) -> Eisenstein {
        let t = canonical_limbs(t);
        let c = nearest(&t, &self.inverse);
        let [p, q] = self.generator;
        let low = (u128::from(t[0]) | u128::from(t[1]) << 64) as i128;
        // t − (c₀ + c₁ω)(p + qω), with ω² = −1 − ω, modulo 2^128.
        let both = c[1].wrapping_mul(q);
        Eisenstein {
            a: low.wrapping_sub(c[0].wrapping_mul(p)).wrapping_add(both),
            b: both
                .wrapping_sub(c[0].wrapping_mul(q))
                .wrapping_sub(c[1].wrapping_mul(p)),
        }
    }
}

/// The element of `Z[ω]` nearest to `t·π̄/q`.
fn nearest(t: &[u64; 4], inverse: &[[u64; 4]; 2]) -> [i128; 2] {
    let mut c = [0i128; 2];
    // What rounding leaves, in units of 2^-64.
    let mut e = [0i128; 2];
    for i in 0..2 {
        let product = wide_product(t, &inverse[i]);
        // Limbs 5 to 7 are the integer part, below 2^128; limb 4 is 64 bits of the fraction,
        // which as a signed number is the distance to the nearest integer.
        let integer = u128::from(product[5]) | u128::from(product[6]) << 64;
        debug_assert_eq!(product[7], 0);
        c[i] = (integer as i128).wrapping_add(i128::from(product[4] >> 63));
        e[i] = i128::from(product[4] as i64);
    }
    // Rounding each coordinate leaves a parallelogram, parts of which are nearer to a neighbour:
    // |e|² − |e − u|² is the following minus one, for u = ±1 and u = ±ω. Take the larger gain.
    let gain = [2 * e[0] - e[1], 2 * e[1] - e[0]];
    let better = usize::from(gain[1].abs() > gain[0].abs());
    if gain[better].abs() > 1 << 64 {
        c[better] = c[better].wrapping_add(gain[better].signum());
    }
    c
}

/// The 512-bit product, least significant limb first.
fn wide_product(x: &[u64; 4], y: &[u64; 4]) -> [u64; 8] {
    let mut out = [0u64; 8];
    for (i, &xi) in x.iter().enumerate() {
        let mut carry = 0u128;
        for (j, &yj) in y.iter().enumerate() {
            carry += u128::from(out[i + j]) + u128::from(xi) * u128::from(yj);
            out[i + j] = carry as u64;
            carry >>= 64;
        }
        out[i + 4] = carry as u64;
    }
    out
}

#[cfg(test)]
mod tests {
    use ff::{Field, WithSmallOrderMulGroup};
    use num_bigint::{BigInt, BigUint};
    use pasta_curves::{pallas, vesta};
    use proptest::prelude::*;

    use super::*;
    use crate::PastaCurve;

    fn order<S: PrimeField>() -> BigInt {
        let digits = S::MODULUS
            .strip_prefix("0x")
            .expect("the modulus is in hexadecimal");
        BigInt::parse_bytes(digits.as_bytes(), 16).expect("the modulus is a number")
    }

    fn integer<S: PrimeField<Repr = [u8; 32]>>(s: &S) -> BigInt {
        BigUint::from_bytes_le(&s.to_repr()).into()
    }

    /// Every constant, from the curve order and λ alone.
    fn constants_follow_from_the_order<C: PastaCurve>() {
        let q = order::<C::ScalarExt>();
        let lambda = integer(&C::ScalarExt::ZETA);
        let Lattice { generator, inverse } = C::LATTICE;
        let [p0, p1] = generator.map(BigInt::from);
        assert_eq!(&p0 * &p0 - &p0 * &p1 + &p1 * &p1, q, "π has norm q");
        assert_eq!((&p0 + &p1 * &lambda) % &q, BigInt::ZERO, "π is a zero");
        assert!(p0 > BigInt::ZERO && p1 < BigInt::ZERO);
        let conjugate = [&p0 - &p1, -&p1];
        for (coordinate, limbs) in conjugate.iter().zip(inverse) {
            let exact = ((coordinate << 321) + &q) / (2 * &q);
            let ours = limbs
                .iter()
                .rev()
                .fold(BigInt::ZERO, |sum, limb| (sum << 64) + *limb);
            assert_eq!(ours, exact);
        }
    }

    #[test]
    fn constants_follow_from_the_orders_of_both_curves() {
        constants_follow_from_the_order::<pallas::Point>();
        constants_follow_from_the_order::<vesta::Point>();
    }

    fn check<C: PastaCurve>(t: C::ScalarExt) -> Eisenstein {
        let z = C::LATTICE.decompose(&t);
        let field = |x: i128| {
            let magnitude = C::ScalarExt::from_u128(x.unsigned_abs());
            if x < 0 {
                -magnitude
            } else {
                magnitude
            }
        };
        assert_eq!(field(z.a) + field(z.b) * C::ScalarExt::ZETA, t, "{t:?}");
        // |z|² ≤ q/3, but for the 2^-64 by which the quotient may be off.
        let [a, b] = [z.a, z.b].map(BigInt::from);
        let slack = order::<C::ScalarExt>() >> 60;
        assert!(
            (&a * &a - &a * &b + &b * &b) * 3 <= order::<C::ScalarExt>() + slack,
            "{t:?}"
        );
        assert!(z.a.unsigned_abs() < 1 << 127 && z.b.unsigned_abs() < 1 << 127);
        z
    }

    /// Scalars at the corners of the hexagon, where the halves are longest, and near them.
    fn extreme_scalars<C: PastaCurve>() -> Vec<C::ScalarExt> {
        let one = C::ScalarExt::ONE;
        let lambda = C::ScalarExt::ZETA;
        let half = C::ScalarExt::TWO_INV;
        let third = C::ScalarExt::from(3).invert().expect("three is not zero");
        let root = one.double() * lambda + one;
        let mut scalars = vec![C::ScalarExt::ZERO];
        for base in [
            one,
            lambda,
            lambda.square(),
            half,
            third,
            third.double(),
            root.invert().expect("λ ≠ −1/2"),
        ] {
            for unit in [one, lambda, lambda.square()] {
                for offset in [-one, C::ScalarExt::ZERO, one] {
                    scalars.extend([base * unit + offset, -(base * unit + offset)]);
                }
            }
        }
        let power = |e: u64| C::ScalarExt::from(2).pow_vartime([e]);
        for e in [63, 64, 126, 127, 128, 191, 253] {
            scalars.extend([power(e), -power(e), power(e) - one, power(e) * lambda]);
        }
        scalars
    }

    fn extreme_scalars_are_short<C: PastaCurve>() {
        let lambda = C::ScalarExt::ZETA;
        for t in extreme_scalars::<C>() {
            check::<C>(t);
        }
        for (t, z) in [
            (C::ScalarExt::ZERO, Eisenstein::ZERO),
            (C::ScalarExt::ONE, Eisenstein::ONE),
            (-C::ScalarExt::ONE, -Eisenstein::ONE),
            (lambda, Eisenstein::new(0, 1)),
            (-lambda, Eisenstein::new(0, -1)),
            (lambda.square(), Eisenstein::new(-1, -1)),
        ] {
            assert_eq!(check::<C>(t), z);
        }
    }

    #[test]
    fn extreme_scalars_are_short_on_both_curves() {
        extreme_scalars_are_short::<pallas::Point>();
        extreme_scalars_are_short::<vesta::Point>();
    }

    #[test]
    fn halves_of_every_sign_and_of_nearly_maximal_length_occur() {
        let mut signs = std::collections::HashSet::new();
        let mut longest = 0;
        for t in extreme_scalars::<vesta::Point>() {
            let z = check::<vesta::Point>(t);
            signs.insert((z.a < 0, z.b < 0));
            longest = longest.max(z.a.unsigned_abs()).max(z.b.unsigned_abs());
        }
        assert_eq!(signs.len(), 4);
        assert!(longest > 1 << 126, "{longest:x}");
    }

    /// Two neighbours of the rounded quotient can both be nearer than it: the nearer one counts.
    #[test]
    fn the_nearer_of_two_neighbours_is_taken() {
        check::<vesta::Point>(pasta_curves::Fp::from_raw([
            0x66d3_0d82_501a_b466,
            0xf56e_c924_70a0_76f1,
            0x32d2_1cba_5c5e_afa1,
            0x0b73_f247_7cdd_5a76,
        ]));
    }

    proptest! {
        #[test]
        fn any_scalar_is_short(limbs in prop::array::uniform4(any::<u64>())) {
            check::<pallas::Point>(pasta_curves::Fq::from_raw(limbs));
            check::<vesta::Point>(pasta_curves::Fp::from_raw(limbs));
        }
    }
}
