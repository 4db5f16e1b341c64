//! What a person reads of the study, what a machine gets, and the verdict that follows from
//! the numbers.
//!
//! Costs are in multiplications of the base field, with the other operations weighed by their
//! measured times, additions included. The tables show Vesta; the JSON file has both curves.

use std::{
    path::Path,
    time::{SystemTime, UNIX_EPOCH},
};

use anyhow::{Context, Result};
use comfy_table::{CellAlignment, Table};
use ecfft_backend::{
    glv::table::best_width,
    wnaf::{
        recoding::Recoding,
        study::{cheapest, Coordinates, Tally, Weights},
    },
};
use serde::Serialize;

use super::{
    chart,
    measure::{CurveStudy, Protocol, Row},
};
use crate::{
    commands::Outcome,
    machine::Machine,
    report::{table, write_json},
};

/// Products of one point for which the windows are compared.
const USERS: [usize; 5] = [1, 2, 4, 8, 16];

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    program: &'static str,
    program_version: &'static str,
    command: &'static str,
    /// Seconds since 1970.
    written_at: u64,
    machine: Machine,
    protocol: Protocol,
    curves: Vec<CurveStudy>,
    verdicts: Vec<String>,
}

impl Report {
    pub(crate) fn new(
        machine: Machine,
        protocol: Protocol,
        curves: Vec<CurveStudy>,
    ) -> Result<Self> {
        let verdicts = curves
            .iter()
            .map(|study| verdict(study).with_context(|| format!("{} has no rows", study.curve)))
            .collect::<Result<_>>()?;
        Ok(Report {
            program: env!("CARGO_PKG_NAME"),
            program_version: env!("CARGO_PKG_VERSION"),
            command: "windows",
            written_at: SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs(),
            machine,
            protocol,
            curves,
            verdicts,
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
        if let (Some(path), Some(study)) = (svg, self.curves.first()) {
            chart::draw(study, path)?;
        }
        Ok(Outcome::Fine)
    }

    fn print(&self) {
        let machine = &self.machine;
        println!("{}, {}", machine.cpu, machine.os);
        if cfg!(debug_assertions) {
            println!("Warning: this is a debug build; its counts are right, its times are not.");
        }
        if machine.was_busy() {
            println!(
                "Warning: other programs kept {:.0} % of the processors busy; times are unreliable.",
                machine.busy * 100.0
            );
        }
        if let Some(study) = self.curves.first() {
            let weights = study.field.weights();
            println!(
                "{}, means of {} products. A: additions, subtractions, doublings and negations; \
                 M, S, I: multiplications, squarings, inversions. Cost in M: measured here, \
                 A = {:.2}, S = {:.2}, I = {:.1}.",
                study.curve,
                self.protocol.products,
                weights.addition,
                weights.squaring,
                weights.inversion
            );
            println!("{}", methods(study));
            println!("Least cost (*) and least time (+) among the recodings of one coordinate system; times over {} rounds.", self.protocol.rounds);
            println!("Affine batches over Z[ω], cost in M of a product when some products of one point share its table:");
            println!("{}", windows(study));
        }
        for verdict in &self.verdicts {
            println!("{verdict}");
        }
    }
}

fn methods(study: &CurveStudy) -> Table {
    let mut table = table();
    table.set_header([
        "coordinates",
        "recoding",
        "table",
        "A",
        "M",
        "S",
        "I",
        "cost",
        "",
        "µs",
        "min",
        "",
    ]);
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let weights = study.field.weights();
    for row in &study.rows {
        let mean = row.mean;
        let peers = || {
            study
                .rows
                .iter()
                .filter(|other| other.coordinates == row.coordinates)
        };
        let least = |of: fn(&Row, Weights) -> f64| {
            peers().all(|other| of(row, weights) <= of(other, weights))
        };
        let mark = |is: bool, mark: &str| if is { mark } else { "" }.to_owned();
        table.add_row([
            row.coordinates.clone(),
            row.recoding.clone(),
            row.table_entries.to_string(),
            format!("{:.1}", mean.additions),
            format!("{:.1}", mean.multiplications),
            format!("{:.1}", mean.squarings),
            format!("{:.2}", mean.inversions),
            format!("{:.0}", row.tally.cost(weights)),
            mark(least(|row, weights| row.tally.cost(weights)), "*"),
            format!("{:.1}", row.seconds.median * 1e6),
            format!("{:.1}", row.seconds.min * 1e6),
            mark(least(|row, _| row.seconds.median), "+"),
        ]);
    }
    table
}

/// Table and ladder of the affine batches over `Z[ω]`, window by window.
fn windows(study: &CurveStudy) -> Table {
    let mut table = table();
    let users = USERS.map(|users| match users {
        1 => "1 product".to_owned(),
        _ => format!("{users} products"),
    });
    let fixed = ["window", "table", "ladder"].map(str::to_owned);
    table.set_header(fixed.into_iter().chain(users));
    for column in table.column_iter_mut() {
        column.set_cell_alignment(CellAlignment::Right);
    }
    let weights = study.field.weights();
    for (width, tally) in ring_windows(study) {
        let parts = [
            tally.table_cost(weights),
            tally.cost(weights) - tally.table_cost(weights),
        ];
        let shared = USERS.map(|users| tally.shared_cost(weights, users));
        let costs = parts.into_iter().chain(shared);
        table.add_row(
            std::iter::once(width.to_string()).chain(costs.map(|cost| format!("{cost:.0}"))),
        );
    }
    table
}

/// The affine batches over `Z[ω]`, with their widths.
fn ring_windows(study: &CurveStudy) -> impl Iterator<Item = (u32, &Tally)> {
    study.rows.iter().filter_map(|row| {
        let method = row.tally.method;
        match (method.coordinates, method.recoding) {
            (Coordinates::AffineBatch, Recoding::Eisenstein(width)) => Some((width, &row.tally)),
            _ => None,
        }
    })
}

/// Which method costs least, which window that is, and why its neighbours cost more.
fn verdict(study: &CurveStudy) -> Option<String> {
    let weights = study.field.weights();
    let tallies: Vec<_> = study.rows.iter().map(|row| row.tally).collect();
    let winners: Vec<_> = Coordinates::ALL
        .into_iter()
        .filter_map(|coordinates| cheapest(&tallies, coordinates, weights, 1))
        .collect();
    let best = winners
        .iter()
        .min_by(|a, b| a.cost(weights).total_cmp(&b.cost(weights)))?;
    let others: Vec<_> = winners
        .iter()
        .filter(|tally| tally.method.coordinates != best.method.coordinates)
        .map(|tally| {
            let ratio = tally.cost(weights) / best.cost(weights);
            let method = tally.method;
            format!(
                "{ratio:.2} times that: {} with {}",
                method.coordinates, method.recoding
            )
        })
        .collect();
    let mut text = format!(
        "{}: {} with {} costs least, {:.0} M a product; {}.",
        study.curve,
        best.method.coordinates,
        best.method.recoding,
        best.cost(weights),
        others.join("; ")
    );
    if let Some(reason) = reason(study, weights) {
        text += &reason;
    }
    Some(text)
}

/// The trade between table and ladder around the best window of the affine batches over
/// `Z[ω]`, beside the window of the transform's ladder.
fn reason(study: &CurveStudy, weights: Weights) -> Option<String> {
    let windows: Vec<_> = ring_windows(study).collect();
    let (best, _) = windows
        .iter()
        .enumerate()
        .min_by(|a, b| a.1 .1.cost(weights).total_cmp(&b.1 .1.cost(weights)))?;
    let (width, _) = windows.get(best)?;
    let step = |from: usize| -> Option<String> {
        let ((narrow, a), (wide, b)) = (windows.get(from)?, windows.get(from + 1)?);
        let table = b.table_cost(weights) - a.table_cost(weights);
        let ladder = a.cost(weights) - b.cost(weights) + table;
        Some(format!(
            " From window {narrow} to {wide} the table costs {table:.0} M more and the ladder \
             {ladder:.0} M less."
        ))
    };
    let ladders = best_width(1);
    let agreement = if ladders == *width {
        ", the one that the transform's ladder uses.".to_owned()
    } else {
        format!("; THE TRANSFORM'S LADDER USES {ladders} INSTEAD.")
    };
    let mut text = format!(" The best window of affine batches over Z[ω] is {width}{agreement}");
    text.extend(best.checked_sub(1).and_then(step));
    text.extend(step(best));
    Some(text)
}

#[cfg(test)]
mod tests {
    use ecfft_backend::wnaf::{counting::Counts, study::Method};
    use orchard_bench_worker::curve::Curve;

    use super::{super::measure::FieldTimes, *};

    /// Affine batches over `Z[ω]`, from window 2 up, with these multiplications in all and in
    /// the table.
    fn study(costs: [(u64, u64); 4]) -> Result<CurveStudy> {
        let rows = (2..).zip(costs).map(|(width, (total, table))| {
            let counts = |multiplications| Counts {
                multiplications,
                ..Counts::default()
            };
            let tally = Tally {
                method: Method {
                    coordinates: Coordinates::AffineBatch,
                    recoding: Recoding::Eisenstein(width),
                },
                products: 1,
                tables: counts(table),
                total: counts(total),
            };
            Row::new(tally, vec![1.0])
        });
        Ok(CurveStudy {
            curve: Curve::Vesta,
            field: FieldTimes::EQUAL,
            rows: rows.collect::<Result<_>>()?,
        })
    }

    #[test]
    fn the_verdict_weighs_table_against_ladder() -> Result<()> {
        let study = study([(1060, 10), (1040, 60), (1150, 250), (1700, 980)])?;
        let text = verdict(&study).context("no verdict")?;
        for part in [
            "affine, batched with Z[ω] 3 costs least, 1040 M a product",
            "is 3, the one that the transform's ladder uses.",
            "From window 2 to 3 the table costs 50 M more and the ladder 70 M less.",
            "From window 3 to 4 the table costs 190 M more and the ladder 80 M less.",
        ] {
            assert!(text.contains(part), "{text}");
        }
        Ok(())
    }

    #[test]
    fn the_verdict_names_a_ladder_that_does_otherwise() -> Result<()> {
        let study = study([(1060, 10), (1040, 60), (1030, 250), (1700, 980)])?;
        let text = verdict(&study).context("no verdict")?;
        assert!(
            text.contains("is 4; THE TRANSFORM'S LADDER USES 3 INSTEAD."),
            "{text}"
        );
        Ok(())
    }

    #[test]
    fn the_verdict_at_the_narrowest_window_has_one_neighbour() -> Result<()> {
        let study = study([(900, 10), (1040, 60), (1030, 250), (1700, 980)])?;
        let text = verdict(&study).context("no verdict")?;
        assert!(
            text.contains("is 2;") && !text.contains("From window 3"),
            "{text}"
        );
        Ok(())
    }
}
