//! Fourier transforms over vectors of Pallas and Vesta points.
//!
//! The transform of points `P_0, …, P_(n−1)`, `n = 2^k`, is `Q_i = Σ_j [ω^(ij)] P_j`, where
//! `ω` is a root of unity of the curve's scalar field. Inputs and outputs are in natural order.
//! [`transform::fft_vartime`] does not normalise; [`params::lagrange_vartime`] runs the inverse
//! with its division by `n`, and [`params::generators_vartime`] hashes the inputs too. Every
//! output is the group element that the sum defines, whatever the inputs: equal, opposite and
//! identity points included.
//!
//! # Why it is fast
//!
//! A twiddle on a curve is a scalar multiplication, about a thousand field multiplications; an
//! addition is six. The crate trades accordingly:
//!
//! - points stay affine, and every step runs over a batch that shares one inversion ([`batch`]);
//! - scalars become short digit strings over `Z[ω]`, once each, and chains of doublings serve
//!   several strings at a time ([`glv`]);
//! - codelets of up to 64 points move sums into chains and leave 5,333 of them at `k = 11`, where
//!   layers of butterflies with a separate division by `n` need 11,265 ([`codelet`], [`plan`]).
//!
//! Derivations: [`notes`]. Exact counts: [`plan::Plan::counts`].
//!
//! # Rooms
//!
//! Data and dependencies run one way: [`field`] → [`batch`] → [`glv`] → [`codelet`] and [`plan`]
//! → [`transform`] → [`params`], with [`curve`] as the door to `pasta_curves` and [`dispatch`] for
//! callers that are generic over their group. [`mod@reference`] is what all of it is tested against.
//!
//! # Features
//!
//! `multicore` (default): work is split over the threads of the current rayon pool. Without it
//! there is no thread pool in the dependency graph. Results are the same.
//!
//! `study` (off): the module `wnaf`, which compares windows and coordinate systems and from which
//! the ladder's width of digits follows. No transform uses it.
//!
//! # Security
//!
//! Everything here runs in variable time: branches and memory accesses depend on points and
//! scalars. It is for public data, such as commitment parameters. Never call it on points or
//! scalars that must stay secret.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod batch;
pub mod codelet;
pub mod curve;
pub mod dispatch;
mod error;
pub mod field;
pub mod glv;
pub mod params;
pub mod plan;
pub mod reference;
#[cfg(test)]
mod tally;
mod threads;
pub mod transform;
#[cfg(feature = "study")]
pub mod wnaf;

pub use curve::PastaCurve;
pub use error::Error;

#[doc = include_str!("../docs/curve-fft.md")]
///
/// # Pictures
///
/// The default plan at `k = 11`, drawn by `examples/pictures.rs`: its factorisation,
///
#[doc = include_str!("../docs/factorisation.svg")]
///
/// and its stages in order, each of which runs over the whole vector.
///
#[doc = include_str!("../docs/dataflow.svg")]
pub mod notes {}
