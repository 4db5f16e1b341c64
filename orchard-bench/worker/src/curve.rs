//! Inputs for transforms over curve points: many different points, and the roots of unity that
//! `Params::new` itself uses.
//!
//! Never one repeated point: it would flatter an algorithm whose cost depends on its inputs.

use std::fmt;

use ff::{Field, PrimeField};
use pasta_curves::arithmetic::CurveExt;
use serde::{Deserialize, Serialize};

/// One of the two curves of the cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Curve {
    /// Its scalar field is Vesta's base field.
    Pallas,
    /// Orchard commits to its polynomials on this one.
    Vesta,
}

impl fmt::Display for Curve {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Curve::Pallas => "Pallas",
            Curve::Vesta => "Vesta",
        })
    }
}

/// `2^k` distinct points: the hash to the curve of 0, 1, 2, … as little-endian 32-bit words.
pub fn hashed_points<P: CurveExt>(k: u32) -> Vec<P> {
    let hash = P::hash_to_curve("orchard-bench");
    (0..1u32 << k).map(|i| hash(&i.to_le_bytes())).collect()
}

/// The inverse of the field's root of unity of order `2^k`: what `Params::new(k)` hands to
/// `best_fft`.
///
/// # Panics
/// If `k` exceeds the two-adicity of the scalar field, 32 for both curves.
pub fn inverse_omega<P: CurveExt>(k: u32) -> P::ScalarExt {
    assert!(k <= P::ScalarExt::S, "no root of unity of order 2^{k}");
    let mut omega = P::ScalarExt::ROOT_OF_UNITY_INV;
    for _ in k..P::ScalarExt::S {
        omega = omega.square();
    }
    omega
}

#[cfg(test)]
mod tests {
    use group::Group;
    use pasta_curves::{pallas, vesta};

    use super::*;

    fn omega_has_order_two_to_the_k<P: CurveExt>() {
        for k in 1..12 {
            let half_turn = inverse_omega::<P>(k).pow_vartime([1 << (k - 1)]);
            assert_eq!(half_turn, -P::ScalarExt::ONE, "k = {k}");
        }
        assert_eq!(inverse_omega::<P>(0), P::ScalarExt::ONE);
    }

    #[test]
    fn roots_of_unity_have_their_order() {
        omega_has_order_two_to_the_k::<pallas::Point>();
        omega_has_order_two_to_the_k::<vesta::Point>();
    }

    #[test]
    fn points_are_distinct() {
        let points = hashed_points::<vesta::Point>(5);
        for (i, a) in points.iter().enumerate() {
            assert!(!bool::from(a.is_identity()));
            assert!(points[i + 1..].iter().all(|b| a != b && *a != -*b));
        }
    }
}
