//! The history of the transform, step by step, each timed against its parent.
//!
//! [`mod@steps`] names what is compared, [`published`] holds what others measured for the same steps,
//! [`model`] what the plans' exact counts predict, and [`mod@measure`] times it all in this process;
//! [`report`] and [`chart`] set the three side by side. Transforms come from `ecfft_backend` and,
//! for the original, from upstream; none is written here.

mod chart;
mod measure;
mod model;
mod published;
mod report;
mod steps;

pub(crate) use measure::{measure, steps, Protocol};
pub(crate) use report::Report;
