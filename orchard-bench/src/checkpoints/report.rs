//! What a person reads of the history and what a machine gets: the same facts, and the same
//! cautions.
//!
//! Measured, predicted and published ratios stand in columns of their own. All are times of a
//! step over times of its parent.

use std::{
    path::Path,
    time::{SystemTime, UNIX_EPOCH},
};

use anyhow::{Context, Result};
use comfy_table::{CellAlignment, Table};
use orchard_bench_worker::identity::Build;
use serde::Serialize;

use super::{
    chart,
    measure::{Comparison, Protocol, Ratio, Results},
    model::{Account, SQUARING},
    published::{self, Published, FIGURES, HOSTS, SOURCE},
    steps::{Pair, DEFAULT_OVER_MIXED, MIXED_OVER_BOTTOM, STEPS},
};
use crate::{
    commands::Outcome,
    machine::Machine,
    report::{table, write_json},
};

/// What must be known to read the tables.
const CAUTIONS: [&str; 4] = [
    "The gain between two distant steps is not the codelets' alone: the arithmetic of the ladder \
     changes between steps 1 and 3. Steps 3 to 8 share one arithmetic; what codelets and schedules \
     gain, each direct row among them shows by itself.",
    "The published figures are for other code on other machines, and for at most the same idea. \
     Their final state has the one-inversion 2P+D, which came after their fused inversions; here \
     both are step 2, and step 3 was not published. Their endpoints were not measured in one \
     campaign, and on one core the original's time is an estimate (~).",
    "The one-inversion 2P+D of step 2 takes 12M + 2S by its published formulas (13M + 2S in this \
     ladder), against 10M + 3S of a doubling and an addition in step 1: step 2 can be slower than \
     its parent.",
    "Step 0 is upstream's generic code, which runs on all threads that it is given. Its model \
     counts the formulas of pasta_curves.",
];

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    program: &'static str,
    program_version: &'static str,
    command: &'static str,
    /// Seconds since 1970.
    written_at: u64,
    machine: Machine,
    build: Build,
    protocol: Protocol,
    /// The reference agreed with every result that was timed; otherwise there is no report.
    results_checked: bool,
    squaring: f64,
    steps: Vec<StepFacts>,
    comparisons: Vec<Row>,
    goals: Vec<Goal>,
    published: Publication,
    cautions: [&'static str; CAUTIONS.len()],
}

#[derive(Debug, Serialize)]
struct StepFacts {
    number: usize,
    name: &'static str,
    plan: Option<String>,
    #[serde(flatten)]
    account: Account,
}

/// A comparison beside what was predicted and published for it.
#[derive(Debug, Serialize)]
pub(super) struct Row {
    #[serde(flatten)]
    pub(super) measured: Comparison,
    /// Cost of the step over that of its parent.
    pub(super) model: f64,
    pub(super) published: Vec<PublishedRatio>,
}

#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct PublishedRatio {
    pub(super) ratio: f64,
    estimated: bool,
}

impl From<&Published> for PublishedRatio {
    fn from(figure: &Published) -> Self {
        PublishedRatio {
            ratio: figure.ratio(),
            estimated: figure.is_estimated(),
        }
    }
}

#[derive(Debug, Serialize)]
struct Publication {
    source: &'static str,
    hosts: &'static str,
    k: u32,
    figures: [Published; FIGURES.len()],
}

/// A ratio that this project set itself as a limit, and what it is here.
#[derive(Debug, Serialize)]
struct Goal {
    name: &'static str,
    /// At `k = 11` on one thread.
    most: f64,
    threads: usize,
    transform_alone: Ratio,
    with_preparation: Ratio,
}

const GOALS: [(&str, Pair, f64); 2] = [
    (
        "the default over mixed tiers normalised separately",
        DEFAULT_OVER_MIXED,
        0.70,
    ),
    (
        "mixed tiers over DFT16 at the bottom",
        MIXED_OVER_BOTTOM,
        0.95,
    ),
];

impl Report {
    pub(crate) fn new(machine: Machine, protocol: Protocol, results: Results) -> Result<Self> {
        let Results {
            accounts,
            comparisons,
        } = results;
        let goals = goals(&comparisons);
        let row = |measured: Comparison| -> Option<Row> {
            let Pair { parent, step } = measured.pair;
            let figures = published::figures(measured.pair, measured.threads);
            Some(Row {
                model: accounts.get(step)?.cost / accounts.get(parent)?.cost,
                published: match protocol.is_of_published_size() {
                    true => figures.map(PublishedRatio::from).collect(),
                    false => vec![],
                },
                measured,
            })
        };
        let rows = comparisons
            .into_iter()
            .map(|measured| row(measured).context("a step was not counted"))
            .collect::<Result<_>>()?;
        let steps = STEPS
            .iter()
            .zip(accounts)
            .enumerate()
            .map(|(number, (step, account))| StepFacts {
                number,
                name: step.name,
                plan: step.method.plan(protocol.k).map(|plan| plan.to_string()),
                account,
            })
            .collect();
        Ok(Report {
            program: env!("CARGO_PKG_NAME"),
            program_version: env!("CARGO_PKG_VERSION"),
            command: "checkpoints",
            written_at: SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs(),
            machine,
            build: Build::current(),
            protocol,
            results_checked: true,
            squaring: SQUARING,
            steps,
            comparisons: rows,
            goals,
            published: Publication {
                source: SOURCE,
                hosts: HOSTS,
                k: published::K,
                figures: FIGURES,
            },
            cautions: CAUTIONS,
        })
    }

    /// Prints the report and writes the files that are asked for.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub(crate) fn deliver(&self, json: Option<&Path>, svg: Option<&Path>) -> Result<Outcome> {
        self.print();
        if let Some(path) = json {
            write_json(self, path)?;
        }
        if let Some(path) = svg {
            chart::draw(&self.protocol, &self.comparisons, path)?;
        }
        Ok(Outcome::Fine)
    }

    fn print(&self) {
        let (machine, build) = (&self.machine, &self.build);
        println!("{}, {}", machine.cpu, machine.os);
        println!(
            "{}, {}, opt-level {}, field backend of step 0: {}",
            build.rustc, build.target, build.opt_level, build.field_backend
        );
        if cfg!(debug_assertions) {
            println!("Warning: this is a debug build; its counts are right, its times are not.");
        }
        if machine.was_busy() {
            println!(
                "Warning: other programs kept {:.0} % of the processors busy; times are unreliable.",
                machine.busy * 100.0
            );
        }
        println!(
            "Inverse transform of 2^{} points of {}, normalised. Every result that was timed \
             equals the reference's.",
            self.protocol.k, self.protocol.curve
        );
        println!("{}", self.counts());
        println!(
            "Cost: millions of field multiplications, a squaring counting {}.",
            self.squaring
        );
        for threads in &self.protocol.threads {
            println!("{}", self.ratios(*threads));
        }
        println!(
            "Ratios are times of the step over times of its parent: by round, the step against the \
             mean of the parents before and after it, as median and range (rounds: {}); and of \
             minima. Milliseconds are medians. All include preparation: factorising, decomposing, \
             recoding. Published: {}, at k = {}, on {} hosts.",
            self.protocol.rounds, self.published.source, self.published.k, self.published.hosts
        );
        if self.protocol.is_of_published_size() {
            println!("{}", self.goals());
        }
        for caution in self.cautions {
            println!("- {caution}");
        }
    }

    fn counts(&self) -> Table {
        let mut table = table();
        table.set_header([
            "",
            "step",
            "radices",
            "chains",
            "strings",
            "doublings",
            "digits added",
            "sums",
            "cost",
        ]);
        for column in table.column_iter_mut().skip(3) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        for (facts, step) in self.steps.iter().zip(&STEPS) {
            let account = &facts.account;
            let radices = step.method.plan(self.protocol.k).map(|plan| {
                let radices: Vec<_> = plan.radices().collect();
                short(&radices)
            });
            table.add_row([
                facts.number.to_string(),
                facts.name.to_owned(),
                radices.unwrap_or_default(),
                account.chains.to_string(),
                account.strings.to_string(),
                account.doublings.to_string(),
                account.digit_additions.to_string(),
                account.additions.to_string(),
                format!("{:.3}", account.cost / 1e6),
            ]);
        }
        table
    }

    fn ratios(&self, threads: usize) -> Table {
        let mut table = table();
        let label = match threads {
            1 => "1 thread".to_owned(),
            _ => format!("{threads} threads"),
        };
        let names = [
            "step",
            "parent ms",
            "step ms",
            "ratio",
            "of minima",
            "model",
            "published",
        ];
        table.set_header(std::iter::once(label).chain(names.map(str::to_owned)));
        for column in table.column_iter_mut().skip(2) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        let rows = self.comparisons.iter();
        for row in rows.filter(|row| row.measured.threads == threads) {
            let measured = &row.measured;
            let Pair { parent, step } = measured.pair;
            let by_round = measured.ratio.of_rounds;
            table.add_row([
                format!("{parent} → {step}"),
                STEPS[step].name.to_owned(),
                milliseconds(measured.parent_seconds.median),
                milliseconds(measured.step_seconds.median),
                format!(
                    "{:.3} ({:.3} - {:.3})",
                    by_round.median, by_round.min, by_round.max
                ),
                format!("{:.3}", measured.ratio.of_minima),
                format!("{:.3}", row.model),
                published_cell(&row.published),
            ]);
        }
        table
    }

    fn goals(&self) -> Table {
        let mut table = table();
        table.set_header([
            "goal, at k = 11 on one thread",
            "at most",
            "threads",
            "transform alone",
            "with preparation",
        ]);
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        for goal in &self.goals {
            table.add_row([
                goal.name.to_owned(),
                format!("{:.2}", goal.most),
                goal.threads.to_string(),
                format!("{:.3}", goal.transform_alone.of_rounds.median),
                format!("{:.3}", goal.with_preparation.of_rounds.median),
            ]);
        }
        table
    }
}

fn goals(comparisons: &[Comparison]) -> Vec<Goal> {
    let of_pair = |(name, pair, most)| {
        comparisons
            .iter()
            .filter(move |comparison| comparison.pair == pair)
            .map(move |comparison| Goal {
                name,
                most,
                threads: comparison.threads,
                transform_alone: comparison.ratio_of_transforms,
                with_preparation: comparison.ratio,
            })
    };
    GOALS.into_iter().flat_map(of_pair).collect()
}

fn milliseconds(seconds: f64) -> String {
    format!("{:.2}", seconds * 1e3)
}

fn published_cell(figures: &[PublishedRatio]) -> String {
    let figures: Vec<_> = figures
        .iter()
        .map(|figure| {
            let mark = if figure.estimated { "~" } else { "" };
            format!("{mark}{:.3}", figure.ratio)
        })
        .collect();
    figures.join(", ")
}

/// A list of radices with its runs shortened: `8, 2^8`.
fn short(radices: &[usize]) -> String {
    let runs: Vec<_> = radices
        .chunk_by(|a, b| a == b)
        .map(|run| match run {
            [radix] => radix.to_string(),
            run => format!("{}^{}", run[0], run.len()),
        })
        .collect();
    runs.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_radices_are_shortened() {
        assert_eq!(short(&[]), "");
        assert_eq!(short(&[2, 2, 2]), "2^3");
        assert_eq!(short(&[8, 16, 16]), "8, 16^2");
        assert_eq!(short(&[32, 64]), "32, 64");
    }

    #[test]
    fn estimates_are_marked_and_both_hosts_are_named() {
        let cell = |pair, threads| {
            let figures: Vec<_> = published::figures(pair, threads)
                .map(PublishedRatio::from)
                .collect();
            published_cell(&figures)
        };
        assert_eq!(cell(Pair::new(0, 1), 1), "~0.239");
        assert_eq!(cell(Pair::new(0, 1), 2), "0.171");
        assert_eq!(cell(MIXED_OVER_BOTTOM, 8), "0.894, 0.894");
        assert_eq!(cell(MIXED_OVER_BOTTOM, 1), "0.927, 0.925");
        assert_eq!(cell(DEFAULT_OVER_MIXED, 1), "");
    }
}
