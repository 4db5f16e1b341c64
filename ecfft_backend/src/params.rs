//! The generators of a polynomial commitment: hashed to the curve, and in the Lagrange basis.
//!
//! The messages and the order are those of Halo 2's parameters; the domain is the caller's.
//! Nothing here is secret, and nothing is set up: anyone gets the same points from the labels.
//!
//! # Security
//! Variable time, on public data only.

use ff::{Field, PrimeField};

use crate::{
    batch::Affine,
    curve::{affine_to_pasta, to_affine_vartime, PastaCurve},
    plan::{Plan, Scaling, Schedule},
    threads,
    transform::Transform,
};

/// What a polynomial commitment of size `n = 2^k` needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generators<A> {
    /// Generators of the monomial basis, `n` of them: `g[i]` is the hash of the five bytes
    /// `0, i` with `i` in little-endian order.
    pub g: Vec<A>,
    /// Generators of the Lagrange basis, `n` of them: the inverse Fourier transform of `g`.
    pub g_lagrange: Vec<A>,
    /// The hash of the byte 1.
    pub w: A,
    /// The hash of the byte 2.
    pub u: A,
}

/// At most this many points are hashed in one piece, which shares their normalisation.
const HASHES: usize = 256;

/// The generators of size `n = 2^k` under the given domain.
///
/// Cost: `n + 2` hashes to the curve, and the transform of [`lagrange_vartime`]. Progress shows
/// in `tracing` spans of level debug: one for the hashes, one for each tier of the transform.
///
/// # Panics
/// If `k` exceeds the two-adicity of the scalar field, 32, or `n` points do not fit the memory.
#[must_use]
pub fn generators_vartime<C: PastaCurve>(domain: &str, k: u32) -> Generators<C::AffineExt> {
    assert_two_adic::<C>(k);
    let n = 1usize << k;
    let span = tracing::debug_span!("hash generators", n).entered();
    let mut g = vec![Affine::IDENTITY; n];
    let piece = threads::piece(n, HASHES);
    threads::for_each(g.chunks_mut(piece).enumerate().collect(), |(number, g)| {
        let hash = C::hash_to_curve(domain);
        let first = number * piece;
        let hashed: Vec<_> = (first..first + g.len())
            .map(|i| {
                let mut message = [0; 5];
                message[1..].copy_from_slice(&(i as u32).to_le_bytes());
                hash(&message)
            })
            .collect();
        g.copy_from_slice(&to_affine_vartime(&hashed));
    });
    drop(span);
    let g_lagrange = lagrange_vartime::<C>(g.clone(), k);
    let hash = C::hash_to_curve(domain);
    let to_pasta =
        |points: &[Affine<C::Coordinate>]| points.iter().map(affine_to_pasta::<C>).collect();
    Generators {
        g: to_pasta(&g),
        g_lagrange: to_pasta(&g_lagrange),
        w: hash(&[1]).to_affine_vartime(),
        u: hash(&[2]).to_affine_vartime(),
    }
}

/// The inverse Fourier transform of `2^k` points, normalised: output `i` is
/// `Σ_j [ω^(−ij)/n] g[j]`, in natural order, with `ω` the standard root of unity of order `n`.
///
/// The division by `n` is folded into the last tier's twiddles.
///
/// # Panics
/// If there are not `2^k` points, or `k` exceeds the two-adicity of the scalar field, 32.
#[must_use]
pub fn lagrange_vartime<C: PastaCurve>(
    g: Vec<Affine<C::Coordinate>>,
    k: u32,
) -> Vec<Affine<C::Coordinate>> {
    assert_two_adic::<C>(k);
    let mut omega_inverse = C::ScalarExt::ROOT_OF_UNITY_INV;
    for _ in k..C::ScalarExt::S {
        omega_inverse = omega_inverse.square();
    }
    let n_inverse = C::ScalarExt::TWO_INV.pow_vartime([u64::from(k)]);
    Transform::<C>::new(
        Plan::new(Schedule::Joint, k, Scaling::Folded),
        omega_inverse,
        n_inverse,
    )
    .run_vartime(g)
}

fn assert_two_adic<C: PastaCurve>(k: u32) {
    assert!(k <= C::ScalarExt::S, "no root of unity of order 2^{k}");
}
