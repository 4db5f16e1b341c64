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
use crate::curve::scalar_limbs;

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
        let t = scalar_limbs(t);
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
    // Rounding each coordinate leaves a parallelogram; two of its corners are nearer to a
    // neighbour: |e − u|² < |e|² for u = ±1 or ±ω exactly if the following exceeds one.
    const ONE: i128 = 1 << 64;
    let toward_one = 2 * e[0] - e[1];
    let toward_omega = 2 * e[1] - e[0];
    if toward_one.abs() > ONE {
        c[0] = c[0].wrapping_add(toward_one.signum());
    } else if toward_omega.abs() > ONE {
        c[1] = c[1].wrapping_add(toward_omega.signum());
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
