//! From a caller that is generic over the curve to the two curves known here.

use ff::Field;

use crate::{params::Generators, Error};

/// In-place Fourier transform of `points`; see the crate documentation.
///
/// # Errors
/// Any input that the fast path does not take; `points` is then untouched.
pub fn fft_vartime<S: Field, G: Copy + Send + Sync + 'static>(
    points: &mut [G],
    omega: &S,
    log_n: u32,
) -> Result<(), Error> {
    let _ = (points, omega, log_n);
    Err(Error::UnknownCurve)
}

/// The generators of a polynomial commitment of size `2^k`, or `None` if `A` is not the
/// affine point type of Pallas or Vesta.
pub fn generators_vartime<A: Copy + 'static>(domain: &str, k: u32) -> Option<Generators<A>> {
    let _ = (domain, k);
    None
}
