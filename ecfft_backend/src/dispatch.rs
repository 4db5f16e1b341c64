//! From a caller that is generic over its group to the two curves known here.
//!
//! Types are compared at run time and values move through `Any`, so that no `unsafe` is needed;
//! the cost is one copy of the points. No arithmetic happens in this room.
//!
//! # Security
//! Variable time, on public data only.

use std::any::{Any, TypeId};

use ff::Field;
use pasta_curves::{pallas, vesta};

use crate::{
    curve::affine_to_pasta,
    params::{self, Generators},
    plan::{Plan, Scaling, Schedule},
    transform, Error, PastaCurve,
};

/// [`transform::fft_vartime`] for a caller that does not know its group.
///
/// # Errors
/// If `G` is not a Pallas or Vesta point, `S` is not its scalar field, or the input is one that
/// the fast path does not take. `points` is then untouched, for the caller's general path.
pub fn fft_vartime<S: Field, G: Copy + Send + Sync + 'static>(
    points: &mut [G],
    omega: &S,
    log_n: u32,
) -> Result<(), Error> {
    match fft_on::<pallas::Point, S, G>(points, omega, log_n) {
        Err(Error::UnknownCurve) => fft_on::<vesta::Point, S, G>(points, omega, log_n),
        other => other,
    }
}

fn fft_on<C: PastaCurve, S: Field, G: Copy + 'static>(
    points: &mut [G],
    omega: &S,
    log_n: u32,
) -> Result<(), Error> {
    if TypeId::of::<C>() != TypeId::of::<G>() {
        return Err(Error::UnknownCurve);
    }
    let omega: &C::ScalarExt = (omega as &dyn Any)
        .downcast_ref()
        .ok_or(Error::UnknownCurve)?;
    transform::check_shape(points.len(), omega, log_n)?;
    if points.len() == 1 {
        return Ok(());
    }
    let copy = points
        .iter()
        .filter_map(|point| (point as &dyn Any).downcast_ref().copied())
        .collect();
    let plan = Plan::new(Schedule::Joint, log_n, Scaling::None);
    let outputs = transform::affine_outputs::<C>(copy, omega, plan)?;
    for (point, output) in points.iter_mut().zip(&outputs) {
        if let Some(point) = (point as &mut dyn Any).downcast_mut::<C>() {
            *point = affine_to_pasta::<C>(output).into();
        }
    }
    Ok(())
}

/// [`params::generators_vartime`] for a caller that does not know its curve, or `None` if `A` is
/// not the affine point type of Pallas or Vesta.
///
/// # Panics
/// As [`params::generators_vartime`].
#[must_use]
pub fn generators_vartime<A: 'static>(domain: &str, k: u32) -> Option<Generators<A>> {
    generators_on::<pallas::Point, A>(domain, k)
        .or_else(|| generators_on::<vesta::Point, A>(domain, k))
}

fn generators_on<C: PastaCurve, A: 'static>(domain: &str, k: u32) -> Option<Generators<A>> {
    if TypeId::of::<C::AffineExt>() != TypeId::of::<A>() {
        return None;
    }
    let generators: Box<dyn Any> = Box::new(params::generators_vartime::<C>(domain, k));
    generators.downcast().ok().map(|generators| *generators)
}
