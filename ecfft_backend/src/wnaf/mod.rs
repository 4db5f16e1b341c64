//! The window study: what one scalar multiplication costs, per coordinate system and recoding.
//!
//! A scalar becomes digits ([`recoding`]), a point becomes an affine table of digit multiples
//! ([`table`]), and a ladder ([`ladder`]) runs the digits on an accumulator in one of the
//! [`coordinates`]. All of it is generic over the field: on [`counting::Counted`] it yields exact
//! operation counts, on the curve's base field it yields points and can be timed. [`study`]
//! puts the methods side by side; its verdict for affine batches over `Z[ω]` is the window of
//! [`crate::glv::table::best_width`], which the transform uses.
//!
//! Nothing in the transform runs through this room, and no time is measured here.
//!
//! # Security
//! Time and memory access depend on scalars and points. Public data only.

pub mod coordinates;
pub mod counting;
pub mod ladder;
pub mod recoding;
pub mod study;
pub mod table;
