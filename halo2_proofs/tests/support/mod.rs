//! What the tests share: points and scalars from fixed seeds, and upstream's generic path as
//! the oracle that everything else is compared with. No expected value is written down here.
#![allow(dead_code)] // Each test binary takes what it needs.

use std::ops::{Add, AddAssign, Mul, MulAssign, Sub, SubAssign};

use ff::{FromUniformBytes, PrimeField};
use halo2_proofs::{
    arithmetic::{best_fft, CurveExt, FftGroup, Field},
    pasta::{Ep, Eq},
};

/// The two curves whose points the fast path takes.
pub trait PastaPoint:
    FftGroup<Self::ScalarExt> + CurveExt<ScalarExt: FromUniformBytes<64>>
{
}
impl PastaPoint for Ep {}
impl PastaPoint for Eq {}

/// A group element of a type that no fast path knows: `best_fft` over these runs upstream's
/// own code, in the same binary as the code under test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opaque<G>(pub G);

impl<G: for<'r> Add<&'r G, Output = G>> Add<&Opaque<G>> for Opaque<G> {
    type Output = Self;

    fn add(self, other: &Self) -> Self {
        Opaque(self.0 + &other.0)
    }
}

impl<G: for<'r> AddAssign<&'r G>> AddAssign<&Opaque<G>> for Opaque<G> {
    fn add_assign(&mut self, other: &Self) {
        self.0 += &other.0;
    }
}

impl<G: for<'r> Sub<&'r G, Output = G>> Sub<&Opaque<G>> for Opaque<G> {
    type Output = Self;

    fn sub(self, other: &Self) -> Self {
        Opaque(self.0 - &other.0)
    }
}

impl<G: for<'r> SubAssign<&'r G>> SubAssign<&Opaque<G>> for Opaque<G> {
    fn sub_assign(&mut self, other: &Self) {
        self.0 -= &other.0;
    }
}

impl<S, G: Mul<S, Output = G>> Mul<S> for Opaque<G> {
    type Output = Self;

    fn mul(self, scalar: S) -> Self {
        Opaque(self.0 * scalar)
    }
}

impl<S, G: MulAssign<S>> MulAssign<S> for Opaque<G> {
    fn mul_assign(&mut self, scalar: S) {
        self.0 *= scalar;
    }
}

/// What upstream's code makes of `points`.
pub fn upstream_fft<S: Field, G: FftGroup<S>>(points: &[G], omega: S, log_n: u32) -> Vec<G> {
    let mut opaque: Vec<Opaque<G>> = points.iter().copied().map(Opaque).collect();
    best_fft(&mut opaque, omega, log_n);
    opaque.into_iter().map(|point| point.0).collect()
}

/// What `best_fft` makes of `points`.
pub fn fft<S: Field, G: FftGroup<S>>(points: &[G], omega: S, log_n: u32) -> Vec<G> {
    let mut points = points.to_vec();
    best_fft(&mut points, omega, log_n);
    points
}

/// A root of unity of order `2^k`.
pub fn omega<S: PrimeField>(k: u32) -> S {
    (k..S::S).fold(S::ROOT_OF_UNITY, |root, _| root.square())
}

/// A scalar like a random one, always the same for a seed.
pub fn scalar<S: FromUniformBytes<64>>(seed: u64) -> S {
    let digest = blake2b_simd::blake2b(&seed.to_le_bytes());
    S::from_uniform_bytes(digest.as_array())
}

/// Points without a known relation between them.
pub fn hashed<C: CurveExt>(domain: &str, n: usize) -> Vec<C> {
    let hasher = C::hash_to_curve(domain);
    (0..n).map(|i| hasher(&(i as u32).to_le_bytes())).collect()
}
