//! Runs a plan on points: twiddles become digits once (`prepare`), then every stage runs over
//! all blocks that fit a batch (`execute`).
//!
//! Shapes and twiddles come from [`crate::plan`] and the codelets; no formula for points or
//! digits belongs here.
//!
//! # Security
//! Time depends on the points and on `omega`. Public data only.

mod execute;
mod prepare;

use ff::{Field, PrimeField};

pub use prepare::{LadderCounts, Transform};

use crate::{
    curve::{affine_to_pasta, to_affine_vartime, PastaCurve},
    plan::{Plan, Scaling, Schedule},
    Error,
};

/// Replaces `points` by their Fourier transform: output `i` is `Σ_j [ω^(ij)] points[j]`, in
/// natural order, not normalised.
///
/// Outputs equal those of the defining sum as group elements; their `Z` coordinate is one.
///
/// Cost: see [`Plan::counts`] for [`Schedule::Joint`], of which each chain is about 125 doublings;
/// about 0.65 of what radix-8 and radix-16 tiers with separate products need.
///
/// # Errors
/// If `points.len()` is not `2^log_n`, or `omega^(n/2) ≠ −1`: the factorisation holds for
/// primitive roots only. A single point is returned as it is, whatever `omega`.
pub fn fft_vartime<C: PastaCurve>(
    points: &mut [C],
    omega: &C::ScalarExt,
    log_n: u32,
) -> Result<(), Error> {
    fft_scheduled_vartime(points, omega, log_n, Schedule::Joint)
}

/// [`fft_vartime`] by a chosen schedule. All schedules give the same points.
///
/// # Errors
/// As [`fft_vartime`].
pub fn fft_scheduled_vartime<C: PastaCurve>(
    points: &mut [C],
    omega: &C::ScalarExt,
    log_n: u32,
    schedule: Schedule,
) -> Result<(), Error> {
    check(points.len(), omega, log_n)?;
    if points.len() == 1 {
        return Ok(());
    }
    let plan = Plan::new(schedule, log_n, Scaling::None);
    let transform = Transform::<C>::new(plan, *omega, C::ScalarExt::ONE);
    let affine = transform.run_vartime(&to_affine_vartime(points));
    for (point, value) in points.iter_mut().zip(&affine) {
        *point = affine_to_pasta::<C>(value).into();
    }
    Ok(())
}

/// Whether the fast path takes a transform of `len` points.
///
/// # Errors
/// As [`fft_vartime`].
fn check<S: PrimeField>(len: usize, omega: &S, log_n: u32) -> Result<(), Error> {
    if !len.is_power_of_two() {
        return Err(Error::LengthNotPowerOfTwo { len });
    }
    if len.trailing_zeros() != log_n {
        return Err(Error::LengthMismatch { len, log_n });
    }
    if len > 1 && omega.pow_vartime([len as u64 / 2]) != -S::ONE {
        return Err(Error::OmegaNotPrimitive { log_n });
    }
    Ok(())
}
