//! The reasons for which the fast path declines an input.

use core::fmt;

/// Why a transform was not carried out. The input is untouched whenever one is returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The element type is not a projective Pallas or Vesta point with its own scalar field.
    UnknownCurve,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::UnknownCurve => f.write_str("the points are not on Pallas or Vesta"),
        }
    }
}

impl std::error::Error for Error {}
