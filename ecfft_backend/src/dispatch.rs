//! From a caller that is generic over its group to the two curves known here.
//!
//! Types are compared at run time and values move through `Any`, so that no `unsafe` is needed;
//! the cost is one copy of the points. No arithmetic happens in this room.
//!
//! # Security
//! Variable time, on public data only.

use std::any::Any;

use ff::Field;
use pasta_curves::{pallas, vesta};

use crate::{
    params::{self, Generators},
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
    let omega = (omega as &dyn Any).downcast_ref::<C::ScalarExt>();
    let copy: Option<Vec<C>> = points
        .iter()
        .map(|point| (point as &dyn Any).downcast_ref().copied())
        .collect();
    let (Some(omega), Some(mut copy)) = (omega, copy) else {
        return Err(Error::UnknownCurve);
    };
    transform::fft_vartime(&mut copy, omega, log_n)?;
    for (point, result) in points.iter_mut().zip(copy) {
        if let Some(point) = (point as &mut dyn Any).downcast_mut() {
            *point = result;
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
    if std::any::TypeId::of::<C::AffineExt>() != std::any::TypeId::of::<A>() {
        return None;
    }
    let generators: Box<dyn Any> = Box::new(params::generators_vartime::<C>(domain, k));
    generators.downcast().ok().map(|generators| *generators)
}
