//! The window study of `ecfft_backend::wnaf`, run on both curves.
//!
//! Counts and products come from [`ecfft_backend::wnaf::study`], times are taken here
//! ([`mod@measure`]), and both become tables, a verdict ([`report`]) and a chart ([`chart`]). No
//! formula, recoding or count is made in this program.

mod chart;
mod measure;
mod report;

pub(crate) use measure::{measure, steps, Protocol};
pub(crate) use report::Report;
