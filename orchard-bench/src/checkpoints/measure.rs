//! Times in A/B/A order: parent, step, parent, and the step against the mean of the two parents
//! around it, so that drift cancels to first order. Everything runs in this process, in pools of
//! a fixed number of threads.
//!
//! Every single result is compared, outside of the clock, with the reference's. A step that gives
//! another point ends the measurement: there is nothing to report about it.

use std::{hint::black_box, time::Instant};

use anyhow::{ensure, Context, Result};
use ecfft_backend::{
    batch::Affine,
    curve::{affine_from_pasta, to_affine_vartime},
    plan::Plan,
    reference,
    transform::Transform,
    PastaCurve,
};
use ff::{Field as _, PrimeField as _};
use halo2_proofs::arithmetic::{best_fft, parallelize};
use orchard_bench_worker::{
    curve::{hashed_points, inverse_omega, Curve},
    opaque::Opaque,
};
use pasta_curves::{group::CurveAffine as _, vesta};
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::Serialize;

use super::{
    model::Account,
    published,
    steps::{pairs, Method, Pair, STEPS},
};
use crate::{progress::Progress, stats::Spread};

#[derive(Debug, Serialize)]
pub(crate) struct Protocol {
    pub(super) curve: Curve,
    pub(super) k: u32,
    pub(super) points: usize,
    pub(super) rounds: usize,
    pub(super) threads: Vec<usize>,
    order: &'static str,
    clock: &'static str,
}

impl Protocol {
    pub(crate) fn new(k: u32, rounds: usize, threads: Vec<usize>) -> Self {
        Protocol {
            curve: Curve::Vesta,
            k,
            points: 1 << k,
            rounds,
            threads,
            order: "for each pair: parent, step, parent; all pairs in turn, then all backwards, \
                    and so on; one process",
            clock: "from affine points to affine points, normalised; preparation is what does not \
                    depend on the points",
        }
    }

    /// Whether this is the size that published figures and goals are for. At another they would
    /// say nothing, or read like failures.
    pub(super) fn is_of_published_size(&self) -> bool {
        self.k == published::K
    }
}

/// Seconds of one run.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Sample {
    /// Factorising, decomposing and recoding: what depends on the size alone. The original
    /// does none of it; its powers of the root are in the transform's time.
    pub(super) preparation: f64,
    pub(super) transform: f64,
}

impl Sample {
    /// What someone waits for who needs the transform once.
    pub(super) fn total(&self) -> f64 {
        self.preparation + self.transform
    }
}

/// One A/B/A.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Round {
    round: usize,
    before: Sample,
    step: Sample,
    after: Sample,
}

impl Round {
    fn take(
        round: usize,
        pair: Pair,
        mut run: impl FnMut(usize) -> Result<Sample>,
    ) -> Result<Self> {
        Ok(Round {
            round,
            before: run(pair.parent)?,
            step: run(pair.step)?,
            after: run(pair.parent)?,
        })
    }

    fn ratio(&self, time: fn(&Sample) -> f64) -> f64 {
        2.0 * time(&self.step) / (time(&self.before) + time(&self.after))
    }
}

/// A step's time over its parent's: below one is faster.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(super) struct Ratio {
    /// By round, against the mean of the parents around the step.
    pub(super) of_rounds: Spread,
    pub(super) of_medians: f64,
    /// The parent has two chances a round, which favours it.
    pub(super) of_minima: f64,
}

/// A pair at one number of threads.
#[derive(Debug, Serialize)]
pub(super) struct Comparison {
    #[serde(flatten)]
    pub(super) pair: Pair,
    pub(super) threads: usize,
    /// Seconds, preparation included.
    pub(super) parent_seconds: Spread,
    pub(super) step_seconds: Spread,
    /// Preparation included.
    pub(super) ratio: Ratio,
    pub(super) ratio_of_transforms: Ratio,
    rounds: Vec<Round>,
}

impl Comparison {
    /// # Errors
    /// If there are no rounds.
    pub(super) fn new(pair: Pair, threads: usize, mut rounds: Vec<Round>) -> Result<Self> {
        rounds.sort_by_key(|round| round.round);
        let spreads = |time: fn(&Sample) -> f64| -> Option<(Spread, Spread, Ratio)> {
            let parents: Vec<_> = rounds
                .iter()
                .flat_map(|round| [time(&round.before), time(&round.after)])
                .collect();
            let steps: Vec<_> = rounds.iter().map(|round| time(&round.step)).collect();
            let by_round: Vec<_> = rounds.iter().map(|round| round.ratio(time)).collect();
            let (parent, step) = (Spread::of(&parents)?, Spread::of(&steps)?);
            let ratio = Ratio {
                of_rounds: Spread::of(&by_round)?,
                of_medians: step.median / parent.median,
                of_minima: step.min / parent.min,
            };
            Some((parent, step, ratio))
        };
        let (parent_seconds, step_seconds, ratio) = spreads(Sample::total).context("no rounds")?;
        let (_, _, ratio_of_transforms) =
            spreads(|sample| sample.transform).context("no rounds")?;
        Ok(Comparison {
            pair,
            threads,
            parent_seconds,
            step_seconds,
            ratio,
            ratio_of_transforms,
            rounds,
        })
    }
}

/// All that was counted and timed.
#[derive(Debug)]
pub(crate) struct Results {
    /// By step.
    pub(super) accounts: Vec<Account>,
    pub(super) comparisons: Vec<Comparison>,
}

/// Steps of progress that [`measure`] makes.
pub(crate) fn steps(protocol: &Protocol) -> usize {
    2 + protocol.threads.len() * (1 + protocol.rounds)
}

/// # Errors
/// If a step's result differs from the reference's, or a thread pool cannot be built.
pub(crate) fn measure(protocol: &Protocol, progress: &Progress) -> Result<Results> {
    measure_curve::<vesta::Point>(protocol, progress)
}

fn measure_curve<C: PastaCurve>(protocol: &Protocol, progress: &Progress) -> Result<Results> {
    let problem = progress.step("transforming by the reference", || {
        Problem::<C>::new(protocol.k)
    });
    let accounts = progress.step("counting", || problem.accounts());
    let mut comparisons = vec![];
    for &threads in &protocol.threads {
        comparisons.extend(compare(&problem, protocol, threads, progress)?);
    }
    Ok(Results {
        accounts,
        comparisons,
    })
}

/// Every pair at one number of threads.
fn compare<C: PastaCurve>(
    problem: &Problem<C>,
    protocol: &Protocol,
    threads: usize,
    progress: &Progress,
) -> Result<Vec<Comparison>> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
    let run = |step: usize| problem.run(step, &pool);
    let label = match threads {
        1 => "1 thread".to_owned(),
        _ => format!("{threads} threads"),
    };
    progress.step(&format!("{label}: checking every step once"), || {
        (0..STEPS.len()).try_for_each(|step| run(step).map(drop))
    })?;

    let pairs = pairs();
    let mut rounds = vec![vec![]; pairs.len()];
    for round in 0..protocol.rounds {
        let message = format!("{label}: round {} of {}", round + 1, protocol.rounds);
        progress.step(&message, || -> Result<()> {
            for i in order(round, pairs.len()) {
                let pair = pairs[i];
                progress.detail(&format!("{message}, {}", STEPS[pair.step].name));
                rounds[i].push(Round::take(round, pair, run)?);
            }
            Ok(())
        })?;
    }
    pairs
        .into_iter()
        .zip(rounds)
        .map(|(pair, rounds)| Comparison::new(pair, threads, rounds))
        .collect()
}

/// The pairs of a round in the order in which they are timed: every other round backwards.
fn order(round: usize, pairs: usize) -> Vec<usize> {
    let forward = 0..pairs;
    match round % 2 {
        0 => forward.collect(),
        _ => forward.rev().collect(),
    }
}

/// The inputs, and the outputs that every step must give.
struct Problem<C: PastaCurve> {
    k: u32,
    omega: C::ScalarExt,
    scale: C::ScalarExt,
    projective: Vec<C>,
    affine: Vec<Affine<C::Coordinate>>,
    expected: Vec<Affine<C::Coordinate>>,
}

impl<C: PastaCurve> Problem<C> {
    fn new(k: u32) -> Self {
        let omega = inverse_omega::<C>(k);
        let scale = C::ScalarExt::TWO_INV.pow_vartime([u64::from(k)]);
        let projective = hashed_points::<C>(k);
        let mut outputs = projective.clone();
        reference::fft_projective(&mut outputs, &omega);
        outputs.iter_mut().for_each(|output| *output *= scale);
        Problem {
            k,
            omega,
            scale,
            affine: to_affine_vartime(&projective),
            projective,
            expected: to_affine_vartime(&outputs),
        }
    }

    fn accounts(&self) -> Vec<Account> {
        STEPS
            .iter()
            .map(|step| Account::of::<C>(step.method, self.k, self.omega, self.scale, &self.affine))
            .collect()
    }

    /// Times one of the [`STEPS`].
    ///
    /// # Errors
    /// If the result is not the reference's.
    fn run(&self, step: usize, pool: &ThreadPool) -> Result<Sample> {
        let step = STEPS[step];
        let (sample, outputs) = pool.install(|| match step.method {
            Method::Original => self.original(),
            Method::Planned(schedule, scaling, arithmetic) => {
                self.planned(|k| Plan::new(schedule, k, scaling).with_arithmetic(arithmetic))
            }
        });
        ensure!(
            outputs == self.expected,
            "{} gives other points than the reference: nothing is reported",
            step.name
        );
        Ok(sample)
    }

    /// Upstream: its generic transform, the products by `1/n`, and the change to affine
    /// coordinates, as its parameters are made.
    fn original(&self) -> (Sample, Vec<Affine<C::Coordinate>>) {
        let mut points: Vec<_> = self.projective.iter().copied().map(Opaque).collect();
        let mut normalised = vec![C::AffineExt::identity(); points.len()];
        let (transform, ()) = timed(|| {
            best_fft(&mut points, self.omega, self.k);
            parallelize(&mut points, |part, _| {
                part.iter_mut().for_each(|point| *point *= &self.scale);
            });
            let points: Vec<_> = points.iter().map(|point| point.0).collect();
            parallelize(&mut normalised, |part, start| {
                C::batch_normalize_vartime(&points[start..start + part.len()], part);
            });
        });
        let sample = Sample {
            preparation: 0.0,
            transform,
        };
        let outputs = normalised.iter().map(affine_from_pasta::<C>).collect();
        (sample, outputs)
    }

    fn planned(&self, plan: impl FnOnce(u32) -> Plan) -> (Sample, Vec<Affine<C::Coordinate>>) {
        let points = self.affine.clone();
        let (preparation, prepared) =
            timed(|| Transform::<C>::new(plan(self.k), self.omega, self.scale));
        let (transform, outputs) = timed(|| prepared.run_vartime(black_box(points)));
        let sample = Sample {
            preparation,
            transform,
        };
        (sample, outputs)
    }
}

/// Seconds that `work` took, and its result.
fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = Instant::now();
    let result = black_box(work());
    (start.elapsed().as_secs_f64(), result)
}

#[cfg(test)]
mod tests {
    use pasta_curves::pallas;

    use super::*;

    fn sample(preparation: f64, transform: f64) -> Sample {
        Sample {
            preparation,
            transform,
        }
    }

    /// A machine that gets slower by one second with every run: drift, and nothing else.
    #[test]
    fn published_figures_and_goals_are_for_one_size() {
        let sizes = (1..=16).filter(|k| Protocol::new(*k, 1, vec![1]).is_of_published_size());
        assert_eq!(sizes.collect::<Vec<_>>(), [11]);
    }

    #[test]
    fn the_parent_runs_before_and_after_the_step() -> Result<()> {
        let mut runs = vec![];
        let round = Round::take(0, Pair::new(3, 7), |step| {
            runs.push(step);
            Ok(sample(0.0, runs.len() as f64))
        })?;
        assert_eq!(runs, [3, 7, 3]);
        // Linear drift cancels.
        assert_eq!(round.ratio(Sample::total), 1.0);
        Ok(())
    }

    #[test]
    fn a_failed_run_ends_the_round() {
        let mut runs = 0;
        let round = Round::take(0, Pair::new(0, 1), |step| {
            runs += 1;
            ensure!(step == 0, "broken");
            Ok(sample(0.0, 1.0))
        });
        assert!(round.is_err());
        assert_eq!(runs, 2);
    }

    #[test]
    fn neighbouring_rounds_go_opposite_ways() {
        assert_eq!(order(0, 4), [0, 1, 2, 3]);
        assert_eq!(order(1, 4), [3, 2, 1, 0]);
        assert_eq!(order(2, 4), order(0, 4));
    }

    #[test]
    fn ratios_are_the_steps_over_the_parents_with_and_without_preparation() -> Result<()> {
        let parent = sample(1.0, 9.0);
        let round = |round, transform| Round {
            round,
            before: parent,
            step: sample(2.0, transform),
            after: parent,
        };
        // Out of order, as rounds that went backwards are.
        let rounds = vec![round(1, 4.5), round(0, 3.0), round(2, 6.0)];
        let comparison = Comparison::new(Pair::new(0, 1), 1, rounds)?;
        assert_eq!(comparison.ratio.of_medians, 0.65);
        assert_eq!(comparison.ratio.of_rounds.median, 0.65);
        assert_eq!(comparison.ratio.of_rounds.max, 0.8);
        assert_eq!(comparison.ratio.of_minima, 0.5);
        assert_eq!(comparison.ratio_of_transforms.of_medians, 0.5);
        assert_eq!(comparison.parent_seconds.median, 10.0);
        assert_eq!(comparison.step_seconds.min, 5.0);
        let rounds: Vec<_> = comparison.rounds.iter().map(|round| round.round).collect();
        assert_eq!(rounds, [0, 1, 2]);
        Ok(())
    }

    #[test]
    fn a_comparison_without_rounds_is_refused() {
        assert!(Comparison::new(Pair::new(0, 1), 1, vec![]).is_err());
    }

    fn every_step_gives_the_points_of_the_reference<C: PastaCurve>() -> Result<()> {
        for threads in [1, 3] {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
            for k in [0, 1, 2, 5, 6] {
                let problem = Problem::<C>::new(k);
                for step in 0..STEPS.len() {
                    let sample = problem.run(step, &pool)?;
                    assert!(sample.transform > 0.0);
                }
            }
        }
        Ok(())
    }

    #[test]
    fn every_step_gives_the_points_of_the_reference_on_both_curves() -> Result<()> {
        every_step_gives_the_points_of_the_reference::<vesta::Point>()?;
        every_step_gives_the_points_of_the_reference::<pallas::Point>()
    }

    /// One expected point off: every step is refused, by name.
    #[test]
    fn a_step_with_another_result_is_refused() -> Result<()> {
        let pool = ThreadPoolBuilder::new().num_threads(1).build()?;
        let mut problem = Problem::<vesta::Point>::new(3);
        problem.expected[5] = -problem.expected[5];
        for (i, step) in STEPS.iter().enumerate() {
            let error = problem.run(i, &pool).expect_err(step.name).to_string();
            assert!(error.starts_with(step.name), "{error}");
        }
        Ok(())
    }
}
