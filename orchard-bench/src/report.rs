//! What a person reads on standard output and a machine in the JSON file: the same facts.

use std::{
    fs::File,
    io::{BufWriter, Write as _},
    path::Path,
    time::{SystemTime, UNIX_EPOCH},
};

use anyhow::{Context, Result};
use comfy_table::{presets::UTF8_FULL_CONDENSED, CellAlignment, Table};
use serde::Serialize;

use crate::{
    checks::Check,
    cli::ProtocolArgs,
    commands::Outcome,
    machine::Machine,
    provenance::{Provenance, FEATURE},
    runner::{summarize, Reading, Summary},
    session::Session,
    variant::Variant,
};

/// Everything known about one run.
#[derive(Debug, Serialize)]
pub(crate) struct Report {
    program: &'static str,
    program_version: &'static str,
    command: &'static str,
    /// Seconds since 1970.
    written_at: u64,
    machine: Machine,
    provenance: Provenance,
    protocol: Protocol,
    summaries: Vec<Summary>,
    checks: Vec<Check>,
    readings: Vec<Reading>,
}

#[derive(Debug, Serialize)]
struct Protocol {
    rounds: usize,
    threads: Vec<usize>,
    order: &'static str,
}

impl Report {
    pub(crate) fn new(
        command: &'static str,
        session: &Session,
        protocol: &ProtocolArgs,
        readings: Vec<Reading>,
        checks: Vec<Check>,
    ) -> Result<Self> {
        let written_at = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
        Ok(Report {
            program: env!("CARGO_PKG_NAME"),
            program_version: env!("CARGO_PKG_VERSION"),
            command,
            written_at,
            machine: session.machine.clone(),
            provenance: session.provenance.clone(),
            protocol: Protocol {
                rounds: protocol.rounds.get(),
                threads: protocol.threads.iter().collect(),
                order: "stock, patched, patched, stock, and so on; each a process of its own",
            },
            summaries: summarize(&readings)?,
            checks,
            readings,
        })
    }

    /// Prints the report, writes it to `json` if given, and says how the run ended.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn deliver(&self, json: Option<&Path>) -> Result<Outcome> {
        self.print();
        if let Some(path) = json {
            write_json(self, path)?;
        }
        Ok(if self.checks.iter().all(|check| check.passed) {
            Outcome::Fine
        } else {
            Outcome::Different
        })
    }

    fn print(&self) {
        println!("{}", self.circumstances());
        println!("{}", self.times());
        println!("Times are medians and minima; ratios are stock over patched, by round as median and range.");
        println!("{}", self.findings());
        println!("{}", self.verdict());
    }

    fn circumstances(&self) -> Table {
        let mut table = table();
        let mut line = |name: &str, value: String| {
            table.add_row([name.to_owned(), value]);
        };
        let machine = &self.machine;
        line(
            "machine",
            format!(
                "{}, {} processors, {}, {}",
                machine.cpu, machine.processors, machine.os, machine.architecture
            ),
        );
        if machine.was_busy() {
            line(
                "warning",
                format!(
                    "other programs kept {:.0} % of the processors busy: times are unreliable",
                    machine.busy * 100.0
                ),
            );
        }
        let build = &self.provenance.build;
        line(
            "compiler",
            format!(
                "{}, {}, opt-level {}",
                build.rustc, build.target, build.opt_level
            ),
        );
        if !build.rustflags.is_empty() {
            line("compiler flags", build.rustflags.join(" "));
        }
        line("field backend", build.field_backend.clone());
        for name in ["orchard", "halo2_proofs", "pasta_curves"] {
            line(name, self.origin(name));
        }
        let threads: Vec<_> = self.protocol.threads.iter().map(usize::to_string).collect();
        line(
            "protocol",
            format!(
                "rounds: {}; threads: {}; stock and patched in alternation, each a process of its own",
                self.protocol.rounds,
                threads.join(" and ")
            ),
        );
        table
    }

    /// Where both sides have this package from.
    fn origin(&self, name: &str) -> String {
        let side = |variant| self.provenance.package(variant, name);
        match (side(Variant::Stock), side(Variant::Patched)) {
            (Some(stock), Some(patched)) if stock.source == patched.source => {
                format!("{} from {} on both sides", stock.version, stock.source)
            }
            (Some(stock), Some(patched)) => format!(
                "{} from {}, against the fork in {}/ with {FEATURE} on",
                stock.version, stock.source, patched.source
            ),
            _ => "not linked".to_owned(),
        }
    }

    fn times(&self) -> Table {
        let mut table = table();
        table.set_header([
            "operation",
            "threads",
            "stock ms",
            "min",
            "patched ms",
            "min",
            "ratio",
            "of minima",
            "by round",
        ]);
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        for summary in &self.summaries {
            let (stock, patched) = (summary.seconds.stock, summary.seconds.patched);
            let speedup = summary.speedup;
            table.add_row([
                summary.operation.to_string(),
                summary.threads.to_string(),
                milliseconds(stock.median),
                milliseconds(stock.min),
                milliseconds(patched.median),
                milliseconds(patched.min),
                format!("{:.2}", speedup.of_medians),
                format!("{:.2}", speedup.of_minima),
                format!(
                    "{:.2} ({:.2} - {:.2})",
                    speedup.of_rounds.median, speedup.of_rounds.min, speedup.of_rounds.max
                ),
            ]);
        }
        table
    }

    fn findings(&self) -> Table {
        let mut table = table();
        table.set_header(["bytes", "", "value"]);
        for check in &self.checks {
            let finding = if check.passed { "same" } else { "DIFFERENT" };
            table.add_row([&check.subject, finding, &check.detail]);
        }
        table
    }

    fn verdict(&self) -> String {
        let failed = self.checks.iter().filter(|check| !check.passed).count();
        match failed {
            0 => format!("Both sides agree in all {} checks.", self.checks.len()),
            _ => format!(
                "THE SIDES DIFFER in {failed} of {} checks: do not use this build.",
                self.checks.len()
            ),
        }
    }
}

fn milliseconds(seconds: f64) -> String {
    format!("{:.1}", seconds * 1e3)
}

/// Writes `facts` to a file of their own.
///
/// # Errors
/// If the file cannot be written.
pub(crate) fn write_json(facts: &impl Serialize, path: &Path) -> Result<()> {
    let write = || -> Result<()> {
        let mut file = BufWriter::new(File::create(path)?);
        serde_json::to_writer_pretty(&mut file, facts)?;
        writeln!(file)?;
        file.flush()?;
        Ok(())
    };
    write().with_context(|| format!("{} cannot be written", path.display()))
}

pub(crate) fn table() -> Table {
    let mut table = Table::new();
    table.load_style(UTF8_FULL_CONDENSED);
    table
}
