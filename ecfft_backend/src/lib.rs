//! Fourier transforms over vectors of Pallas and Vesta points.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

pub mod dispatch;
mod error;
pub mod params;

pub use error::Error;
