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
    batch::Affine,
    curve::{affine_to_pasta, to_affine_vartime, PastaCurve},
    plan::{Plan, Scaling, Schedule},
    Error,
};

/// Replaces `points` by their Fourier transform: output `i` is `Σ_j [ω^(ij)] points[j]`, in
/// natural order, not normalised.
///
/// Outputs are the group elements that the sum defines, with normalised coordinates: `Z` is one,
/// or zero for the identity.
///
/// Cost: see [`Plan::counts`] for [`Schedule::Joint`]; each chain is about 125 doublings.
///
/// # Errors
/// If `points.len()` is not `2^log_n`; if `omega^(n/2) ≠ −1`, since the factorisation holds for
/// primitive roots only (a single point is left as it is, whatever `omega`); or if a point is
/// not on the curve.
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
    check_shape(points.len(), omega, log_n)?;
    if points.len() == 1 {
        return Ok(());
    }
    let plan = Plan::new(schedule, log_n, Scaling::None);
    let outputs = affine_outputs::<C>(points.to_vec(), omega, plan)?;
    for (point, output) in points.iter_mut().zip(&outputs) {
        *point = affine_to_pasta::<C>(output).into();
    }
    Ok(())
}

/// Whether a transform of `len` points has a shape that the fast path takes. Cheap: for callers
/// that would copy the points first.
///
/// # Errors
/// As [`fft_vartime`], points off the curve excepted.
pub(crate) fn check_shape<S: PrimeField>(len: usize, omega: &S, log_n: u32) -> Result<(), Error> {
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

/// The transform of points of the right shape, by an unscaled plan.
///
/// # Errors
/// If a point is not on the curve: `pasta_curves` lets a caller make such points, and adds them
/// by its own formulas.
pub(crate) fn affine_outputs<C: PastaCurve>(
    points: Vec<C>,
    omega: &C::ScalarExt,
    plan: Plan,
) -> Result<Vec<Affine<C::Coordinate>>, Error> {
    if let Some(index) = points
        .iter()
        .position(|point| !bool::from(point.is_on_curve()))
    {
        return Err(Error::NotOnCurve { index });
    }
    let normalise = tracing::debug_span!("normalise points", n = points.len());
    let affine = normalise.in_scope(|| to_affine_vartime(&points));
    // At large sizes the projective points are worth giving back.
    drop(points);
    Ok(Transform::<C>::new(plan, *omega, C::ScalarExt::ONE).run_vartime(affine))
}

#[cfg(test)]
mod tests {
    use group::Group;
    use pasta_curves::vesta;

    use super::*;
    use crate::{
        glv::ladder::Step,
        plan::Arithmetic,
        tally::{self, Tally},
    };

    /// On ordinary points no lane is exceptional, so that the executor performs exactly what the
    /// plan counts.
    fn performs_what_it_counts(plan: Plan) {
        let log_n = plan.log_n();
        let n = plan.n();
        let hash = <vesta::Point as pasta_curves::arithmetic::CurveExt>::hash_to_curve("counts");
        let points: Vec<_> = (0..n as u32).map(|i| hash(&i.to_le_bytes())).collect();
        let points = to_affine_vartime(&points);
        type Scalar = <vesta::Point as Group>::Scalar;
        let omega = Scalar::ROOT_OF_UNITY.pow_vartime([1 << (Scalar::S - log_n)]);
        let transform = Transform::<vesta::Point>::new(plan, omega, Scalar::TWO_INV);
        tally::take();
        let _ = transform.run_vartime(points);
        let performed = tally::take();
        let (counts, ladder) = (transform.plan().counts(), transform.ladder_counts());
        let expected = Tally {
            additions: counts.additions,
            chains: counts.chains,
            strings: counts.strings,
            doublings: ladder.doublings,
            digit_additions: ladder.digit_additions,
            combined_additions: match transform.plan().arithmetic().step {
                Step::DoubleThenAdd => 0,
                Step::OneInversion | Step::TwoInversions => ladder.combined_additions,
            },
            // Tables and pieces depend on the batches, not on the plan.
            table_additions: performed.table_additions,
            addition_stages: performed.addition_stages,
        };
        assert_eq!(performed, expected, "{}", transform.plan());
        assert!(performed.table_additions >= 8 * counts.chains.min(1));
    }

    #[test]
    fn every_schedule_performs_what_it_counts() {
        let run = || {
            for log_n in 1..=8 {
                for schedule in Schedule::ALL {
                    for scaling in [Scaling::None, Scaling::Folded, Scaling::Separate] {
                        performs_what_it_counts(Plan::new(schedule, log_n, scaling));
                    }
                    for arithmetic in [Arithmetic::PLAIN, Arithmetic::FUSED] {
                        let plan = Plan::new(schedule, log_n, Scaling::Folded);
                        performs_what_it_counts(plan.with_arithmetic(arithmetic));
                    }
                }
            }
        };
        // Counts belong to a thread: let one do all the work.
        #[cfg(feature = "multicore")]
        rayon::ThreadPoolBuilder::new()
            .num_threads(1)
            .build()
            .expect("a pool")
            .install(run);
        #[cfg(not(feature = "multicore"))]
        run();
    }
}
