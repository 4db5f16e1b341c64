//! Runs workers: one process a task, both sides in alternation, a fixed number of threads.
//!
//! The order within a pair changes from round to round (stock, patched, patched, stock, …), so
//! that a machine that slowly heats up or throttles favours neither side.

use std::{
    ffi::OsString,
    io::Write as _,
    path::PathBuf,
    process::{Command, Stdio},
};

use anyhow::{ensure, Context, Result};
use orchard_bench_worker::{
    digest::Digest,
    measure::{Measure, Operation},
    Envelope, Task,
};
use serde::Serialize;

use crate::{
    progress::Progress,
    stats::{Speedup, Spread},
    variant::{Pair, Variant},
};

/// How to start one side's worker.
#[derive(Clone, Debug)]
pub(crate) struct Worker {
    program: PathBuf,
    arguments: Vec<OsString>,
}

impl Worker {
    pub(crate) fn new(program: PathBuf, arguments: &[&str]) -> Self {
        Worker {
            program,
            arguments: arguments.iter().map(OsString::from).collect(),
        }
    }

    /// Performs `task` in a process of its own with `threads` threads.
    ///
    /// # Errors
    /// If the worker cannot be started, fails, or answers with something else than a report.
    pub(crate) fn run<T: Task>(&self, task: &T, threads: usize) -> Result<T::Report> {
        let mut child = Command::new(&self.program)
            .args(&self.arguments)
            .env("RAYON_NUM_THREADS", threads.to_string())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| format!("{} cannot be started", self.program.display()))?;
        // A worker reads its whole task before it writes anything. The handle is dropped here,
        // which ends the document.
        let request = serde_json::to_vec(&Envelope::new(task)?)?;
        let sent = child
            .stdin
            .take()
            .context("the worker has no input")?
            .write_all(&request);
        let output = child.wait_with_output()?;
        ensure!(
            output.status.success(),
            "{} failed at the task {:?} ({}):\n{}",
            self.program.display(),
            T::NAME,
            output.status,
            String::from_utf8_lossy(&output.stderr)
        );
        sent.context("the worker did not take its task")?;
        serde_json::from_slice(&output.stdout)
            .with_context(|| format!("the report on {:?} is not of its form", T::NAME))
    }
}

/// One sample and the circumstances in which it was taken.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Reading {
    pub(crate) threads: usize,
    pub(crate) round: usize,
    /// Place of the worker among all workers of the run, from 0.
    pub(crate) sequence: usize,
    pub(crate) variant: Variant,
    pub(crate) operation: Operation,
    pub(crate) nanoseconds: u64,
    pub(crate) digest: Digest,
}

/// What the readings of one operation at one thread count come to. Times are in seconds.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Summary {
    pub(crate) operation: Operation,
    pub(crate) threads: usize,
    pub(crate) seconds: Pair<Spread>,
    pub(crate) speedup: Speedup,
}

/// The two sides in the order in which they run in this round.
pub(crate) fn order(round: usize) -> [Variant; 2] {
    if round.is_multiple_of(2) {
        [Variant::Stock, Variant::Patched]
    } else {
        [Variant::Patched, Variant::Stock]
    }
}

/// Takes samples of `operations` from both sides in alternation, `rounds` pairs at each of the
/// thread counts.
pub(crate) fn alternate(
    workers: &Pair<Worker>,
    operations: &[Operation],
    rounds: usize,
    threads: &[usize],
    progress: &Progress,
) -> Result<Vec<Reading>> {
    let task = Measure {
        operations: operations.to_vec(),
    };
    let mut readings = Vec::new();
    let mut sequence = 0;
    for &threads in threads {
        for round in 0..rounds {
            for variant in order(round) {
                let step = format!(
                    "threads {threads}, round {} of {rounds}: {variant}",
                    round + 1
                );
                let report = progress.step(&step, || workers.get(variant).run(&task, threads))?;
                ensure!(
                    report.threads == threads,
                    "the {variant} worker ran {} threads instead of {threads}",
                    report.threads
                );
                readings.extend(report.samples.into_iter().map(|sample| Reading {
                    threads,
                    round,
                    sequence,
                    variant,
                    operation: sample.operation,
                    nanoseconds: sample.nanoseconds,
                    digest: sample.digest,
                }));
                sequence += 1;
            }
        }
    }
    Ok(readings)
}

/// Number of workers that [`alternate`] starts.
pub(crate) fn steps(rounds: usize, threads: &[usize]) -> usize {
    2 * rounds * threads.len()
}

/// Summarises every operation at every thread count that occurs, in order of appearance.
///
/// # Errors
/// If the readings are not pairs.
pub(crate) fn summarize(readings: &[Reading]) -> Result<Vec<Summary>> {
    let mut seen = Vec::new();
    for reading in readings {
        let key = (reading.threads, reading.operation);
        if !seen.contains(&key) {
            seen.push(key);
        }
    }
    seen.into_iter()
        .map(|(threads, operation)| {
            let series = |variant| seconds(readings, threads, operation, variant);
            let (stock, patched) = (series(Variant::Stock), series(Variant::Patched));
            let summary = || {
                Some(Summary {
                    operation,
                    threads,
                    seconds: Pair {
                        stock: Spread::of(&stock)?,
                        patched: Spread::of(&patched)?,
                    },
                    speedup: Speedup::of(&stock, &patched)?,
                })
            };
            summary().with_context(|| format!("the readings of {operation} are not in pairs"))
        })
        .collect()
}

/// The times of one series, by round.
fn seconds(
    readings: &[Reading],
    threads: usize,
    operation: Operation,
    variant: Variant,
) -> Vec<f64> {
    let mut series: Vec<_> = readings
        .iter()
        .filter(|r| (r.threads, r.operation, r.variant) == (threads, operation, variant))
        .collect();
    series.sort_by_key(|reading| reading.round);
    series
        .into_iter()
        .map(|reading| reading.nanoseconds as f64 * 1e-9)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const OPERATION: Operation = Operation::KeygenVk;

    fn reading(threads: usize, round: usize, variant: Variant, nanoseconds: u64) -> Reading {
        Reading {
            threads,
            round,
            sequence: 0,
            variant,
            operation: OPERATION,
            nanoseconds,
            digest: Digest::of_bytes(b""),
        }
    }

    #[test]
    fn neighbouring_rounds_mirror_each_other() {
        let sequence: String = (0..4)
            .flat_map(order)
            .map(|variant| match variant {
                Variant::Stock => 'S',
                Variant::Patched => 'P',
            })
            .collect();
        assert_eq!(sequence, "SPPSSPPS");
    }

    #[test]
    fn each_side_comes_first_equally_often() {
        let first = |variant| (0..6).filter(|&round| order(round)[0] == variant).count();
        assert_eq!(first(Variant::Stock), first(Variant::Patched));
    }

    #[test]
    fn pairs_are_matched_by_round_whatever_the_order_of_the_workers() -> Result<()> {
        let readings = [
            reading(1, 0, Variant::Stock, 4_000_000_000),
            reading(1, 0, Variant::Patched, 1_000_000_000),
            reading(1, 1, Variant::Patched, 2_000_000_000),
            reading(1, 1, Variant::Stock, 8_000_000_000),
        ];
        let summaries = summarize(&readings)?;
        assert_eq!(summaries.len(), 1);
        assert_eq!(summaries[0].seconds.stock.median, 6.0);
        assert_eq!(summaries[0].speedup.of_rounds.min, 4.0);
        assert_eq!(summaries[0].speedup.of_rounds.max, 4.0);
        Ok(())
    }

    #[test]
    fn thread_counts_are_summarized_apart() -> Result<()> {
        let readings = [
            reading(1, 0, Variant::Stock, 10),
            reading(1, 0, Variant::Patched, 5),
            reading(2, 0, Variant::Stock, 6),
            reading(2, 0, Variant::Patched, 2),
        ];
        let summaries = summarize(&readings)?;
        let by_threads: Vec<_> = summaries
            .iter()
            .map(|summary| (summary.threads, summary.speedup.of_medians.round()))
            .collect();
        assert_eq!(by_threads, [(1, 2.0), (2, 3.0)]);
        Ok(())
    }

    #[test]
    fn a_lonely_reading_is_refused() {
        let error = summarize(&[reading(1, 0, Variant::Stock, 1)]).expect_err("not a pair");
        assert!(error.to_string().contains("keygen_vk"), "{error}");
    }
}
