//! Many affine points at once: every operation shares one field inversion among its lanes.
//!
//! A batch is complete: equal and opposite operands are found by their zero denominator,
//! identities by `y = 0`, and all are answered exactly, lane by lane, while the rest goes on.
//! Scalars are unknown here.
//!
//! # Security
//! Running time depends on the points. Public data only.

mod addition;
mod affine;
mod inversion;

pub use addition::{butterflies_vartime, Butterfly, Slot};
pub use affine::Affine;
pub use inversion::SharedInversion;
