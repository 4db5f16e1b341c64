//! The reasons for which the fast path declines an input.

use std::fmt::{self, Display, Formatter};

/// Why a transform was not carried out. Whenever one is returned, the input is untouched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The elements are not projective Pallas or Vesta points with their own scalar field.
    UnknownCurve,
    /// The number of points is not a power of two.
    LengthNotPowerOfTwo {
        /// The number of points given.
        len: usize,
    },
    /// The number of points is not `2^log_n`.
    LengthMismatch {
        /// The number of points given.
        len: usize,
        /// The base-two logarithm given for it.
        log_n: u32,
    },
    /// A point does not satisfy the curve equation, so that the group law says nothing about it.
    NotOnCurve {
        /// Its index among the points given.
        index: usize,
    },
    /// `omega^(n/2)` is not `-1`, so that `omega` is no primitive `n`-th root of unity.
    OmegaNotPrimitive {
        /// The base-two logarithm of the order that `omega` should have.
        log_n: u32,
    },
}

impl Display for Error {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Error::UnknownCurve => out.write_str(
                "the elements are not Pallas or Vesta points with scalars of the same curve",
            ),
            Error::LengthNotPowerOfTwo { len } => {
                write!(out, "the number of points, {len}, is not a power of two")
            }
            Error::LengthMismatch { len, log_n } => {
                write!(
                    out,
                    "there are {len} points where log_n = {log_n} asks for 2^{log_n}"
                )
            }
            Error::NotOnCurve { index } => write!(out, "point {index} is not on the curve"),
            Error::OmegaNotPrimitive { log_n } => {
                write!(
                    out,
                    "omega is not a primitive root of unity of order 2^{log_n}"
                )
            }
        }
    }
}

impl std::error::Error for Error {}
