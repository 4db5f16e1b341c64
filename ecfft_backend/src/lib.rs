//! Fourier transforms over vectors of Pallas and Vesta points.
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
mod threads;
pub mod transform;
pub mod wnaf;

pub use curve::PastaCurve;
pub use error::Error;
