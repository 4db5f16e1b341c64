//! Scalar multiplication of many points by public scalars, over the ring `Z[ω]`.
//!
//! A scalar becomes a short Eisenstein integer ([`lattice`]), that a sparse string of digits
//! ([`recode`]), and a chain of doublings with a table of digit multiples ([`table`],
//! [`ladder`]) runs it on a whole batch in lockstep. Background: R. Gallant, R. Lambert,
//! S. Vanstone, "Faster point multiplication on elliptic curves with efficient endomorphisms",
//! CRYPTO 2001.
//!
//! This room knows scalars and points, and nothing of transforms.
//!
//! # Security
//! Time and memory access depend on scalars and points. Public data only.

pub mod eisenstein;
pub mod ladder;
pub mod lattice;
pub mod recode;
pub mod table;

pub use eisenstein::{Eisenstein, Unit};
pub use ladder::{Chain, Ladder};
pub use lattice::Lattice;
pub use recode::{Digit, Digits};
