//! Many affine points at once: every operation shares one field inversion among its lanes.
//!
//! A batch is complete: equal, opposite and identity operands are found by their zero
//! denominator and answered exactly, lane by lane, while the rest of the batch goes on.
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
