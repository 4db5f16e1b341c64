//! Counts once, times in rounds: every round takes each method in turn, every other round
//! backwards, so that drift meets all methods alike. One thread.
//!
//! Recoding is outside of the times and the counts: a transform recodes a scalar once, however
//! many points it multiplies.

use std::{hint::black_box, time::Instant};

use anyhow::{ensure, Context, Result};
use ecfft_backend::{
    batch::Affine,
    curve::to_affine_vartime,
    field::Element,
    wnaf::{
        recoding::Recoding,
        study::{Coordinates, Method, Tally, Weights},
    },
    PastaCurve,
};
use ff::Field as _;
use orchard_bench_worker::curve::{hashed_points, Curve};
use pasta_curves::{pallas, vesta};
use rand::{rngs::ChaCha8Rng, SeedableRng as _};
use serde::Serialize;

use crate::{progress::Progress, stats::Spread};

/// Seed of the scalars.
const SEED: u64 = 0x0077_0aee;

/// Field operations in one sample of their time.
const FIELD_STEPS: u32 = 20_000;

/// Inversions in one sample: each takes as long as many multiplications.
const INVERSIONS: u32 = 200;

#[derive(Debug, Serialize)]
pub(crate) struct Protocol {
    pub(super) k: u32,
    pub(super) products: usize,
    pub(super) rounds: usize,
    pub(super) seed: u64,
    pub(super) order: &'static str,
}

impl Protocol {
    pub(crate) fn new(k: u32, rounds: usize) -> Self {
        Protocol {
            k,
            products: 1 << k,
            rounds,
            seed: SEED,
            order: "all methods in turn, then all backwards, and so on; one thread",
        }
    }
}

/// What one curve gave.
#[derive(Debug, Serialize)]
pub(crate) struct CurveStudy {
    pub(super) curve: Curve,
    /// Seconds of one operation of the base field.
    pub(super) field: FieldTimes,
    pub(super) rows: Vec<Row>,
}

/// Medians of dependent chains.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct FieldTimes {
    addition: f64,
    multiplication: f64,
    squaring: f64,
    inversion: f64,
}

impl FieldTimes {
    /// Everything as dear as a multiplication.
    #[cfg(test)]
    pub(super) const EQUAL: Self = FieldTimes {
        addition: 1.0,
        multiplication: 1.0,
        squaring: 1.0,
        inversion: 1.0,
    };

    pub(super) fn weights(&self) -> Weights {
        Weights {
            addition: self.addition / self.multiplication,
            squaring: self.squaring / self.multiplication,
            inversion: self.inversion / self.multiplication,
        }
    }
}

/// What one method gave.
#[derive(Debug, Serialize)]
pub(super) struct Row {
    pub(super) coordinates: String,
    pub(super) recoding: String,
    /// Points in a table.
    pub(super) table_entries: usize,
    /// Operations of a product, on average.
    pub(super) mean: Mean,
    /// Seconds of a product.
    pub(super) seconds: Spread,
    samples: Vec<f64>,
    #[serde(skip)]
    pub(super) tally: Tally,
}

impl Row {
    /// # Errors
    /// If there are no samples.
    pub(super) fn new(tally: Tally, samples: Vec<f64>) -> Result<Self> {
        let Method {
            coordinates,
            recoding,
        } = tally.method;
        Ok(Row {
            coordinates: coordinates.to_string(),
            recoding: recoding.to_string(),
            table_entries: recoding.entries(),
            mean: Mean::of(&tally),
            seconds: Spread::of(&samples).context("no samples")?,
            samples,
            tally,
        })
    }
}

#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Mean {
    pub(super) additions: f64,
    pub(super) multiplications: f64,
    pub(super) squarings: f64,
    pub(super) inversions: f64,
}

impl Mean {
    fn of(tally: &Tally) -> Self {
        let mean = |total: u64| total as f64 / tally.products as f64;
        Mean {
            additions: mean(tally.total.additions),
            multiplications: mean(tally.total.multiplications),
            squarings: mean(tally.total.squarings),
            inversions: mean(tally.total.inversions),
        }
    }
}

/// Steps of progress that [`measure`] makes.
pub(crate) fn steps(protocol: &Protocol) -> usize {
    2 * (Coordinates::ALL.len() + protocol.rounds)
}

/// # Errors
/// If a method yields a wrong product.
pub(crate) fn measure(protocol: &Protocol, progress: &Progress) -> Result<Vec<CurveStudy>> {
    Ok(vec![
        measure_curve::<vesta::Point>(Curve::Vesta, protocol, progress)?,
        measure_curve::<pallas::Point>(Curve::Pallas, protocol, progress)?,
    ])
}

fn measure_curve<C: PastaCurve>(
    curve: Curve,
    protocol: &Protocol,
    progress: &Progress,
) -> Result<CurveStudy> {
    let sample = Sample::<C>::new(protocol);
    let mut tallies = Vec::new();
    for coordinates in Coordinates::ALL {
        let message = format!("{curve}: counting in {coordinates} coordinates");
        let counted = progress.step(&message, || sample.check_and_count(coordinates))?;
        tallies.extend(counted);
    }

    let mut field = Vec::new();
    let mut samples = vec![Vec::new(); tallies.len()];
    for round in 0..protocol.rounds {
        let message = format!(
            "{curve}: timing, round {} of {}",
            round + 1,
            protocol.rounds
        );
        progress.step(&message, || {
            field.push(field_times(&sample.points[0]));
            let mut order: Vec<_> = (0..tallies.len()).collect();
            if round % 2 == 1 {
                order.reverse();
            }
            for i in order {
                samples[i].push(sample.time(tallies[i].method));
            }
        });
    }

    let rows = tallies
        .into_iter()
        .zip(samples)
        .map(|(tally, samples)| Row::new(tally, samples))
        .collect::<Result<_>>()?;
    Ok(CurveStudy {
        curve,
        field: medians(&field)?,
        rows,
    })
}

/// The points and scalars of one curve.
struct Sample<C: PastaCurve> {
    points: Vec<Affine<C::Coordinate>>,
    scalars: Vec<C::ScalarExt>,
    products: Vec<Affine<C::Coordinate>>,
}

impl<C: PastaCurve> Sample<C> {
    fn new(protocol: &Protocol) -> Self {
        let points = hashed_points::<C>(protocol.k);
        let mut rng = ChaCha8Rng::seed_from_u64(protocol.seed);
        let scalars: Vec<_> = points
            .iter()
            .map(|_| C::ScalarExt::random(&mut rng))
            .collect();
        let products: Vec<_> = points.iter().zip(&scalars).map(|(p, s)| *p * *s).collect();
        Sample {
            points: to_affine_vartime(&points),
            products: to_affine_vartime(&products),
            scalars,
        }
    }

    /// Counts all methods in `coordinates`, after a comparison of their products with those
    /// of `pasta_curves`.
    fn check_and_count(&self, coordinates: Coordinates) -> Result<Vec<Tally>> {
        Recoding::ALL
            .into_iter()
            .map(|recoding| {
                let method = Method {
                    coordinates,
                    recoding,
                };
                let strings: Vec<_> = self
                    .scalars
                    .iter()
                    .map(|s| recoding.recode::<C>(s))
                    .collect();
                ensure!(
                    method.multiply_vartime(&self.points, &strings) == self.products,
                    "{recoding} in {coordinates} coordinates gives a wrong product"
                );
                Ok(method.count(&self.points, &strings))
            })
            .collect()
    }

    /// Seconds of a product.
    fn time(&self, method: Method) -> f64 {
        let strings: Vec<_> = self
            .scalars
            .iter()
            .map(|s| method.recoding.recode::<C>(s))
            .collect();
        let start = Instant::now();
        black_box(method.multiply_vartime(black_box(&self.points), black_box(&strings)));
        start.elapsed().as_secs_f64() / self.points.len() as f64
    }
}

fn field_times<F: Element>(point: &Affine<F>) -> FieldTimes {
    let Affine { x, y } = *point;
    FieldTimes {
        addition: chain(x, FIELD_STEPS, |v| v + y),
        multiplication: chain(x, FIELD_STEPS, |v| v * y),
        squaring: chain(x, FIELD_STEPS, |v| v.square()),
        inversion: chain(x, INVERSIONS, |v| v.invert_vartime().unwrap_or(y) + y),
    }
}

/// Seconds of a step.
fn chain<F: Copy>(start: F, steps: u32, step: impl Fn(F) -> F) -> f64 {
    let mut value = black_box(start);
    let clock = Instant::now();
    for _ in 0..steps {
        value = step(value);
    }
    black_box(value);
    clock.elapsed().as_secs_f64() / f64::from(steps)
}

fn medians(rounds: &[FieldTimes]) -> Result<FieldTimes> {
    let median = |of: fn(&FieldTimes) -> f64| -> Result<f64> {
        let values: Vec<_> = rounds.iter().map(of).collect();
        Ok(Spread::of(&values).context("no rounds")?.median)
    };
    Ok(FieldTimes {
        addition: median(|t| t.addition)?,
        multiplication: median(|t| t.multiplication)?,
        squaring: median(|t| t.squaring)?,
        inversion: median(|t| t.inversion)?,
    })
}
