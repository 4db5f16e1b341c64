//! The measured half of `orchard-bench`: everything that touches `orchard` and `halo2_proofs`.
//!
//! This crate is compiled twice from one source: inside the workspace, where `halo2_proofs` is
//! the fork, and by the stock twin, where it is the crates.io release. Nothing here may know
//! which of the two it is, or the comparison would be worth nothing.
//!
//! A worker is a process that performs one [`Task`] and ends: [`serve`] reads the task as one
//! JSON document from its input and writes the report as one JSON document to its output. A new
//! task is a new module that implements [`Task`], and a line in [`serve`].
//!
//! # Security
//! Everything is derived from fixed public seeds. No key made here may ever guard money.

pub mod circuit;
pub mod curve;
pub mod digest;
pub mod identity;
pub mod keys;
pub mod measure;
pub mod opaque;
pub mod params;
pub mod proof;
mod task;

pub use task::{serve, Envelope, Task};
