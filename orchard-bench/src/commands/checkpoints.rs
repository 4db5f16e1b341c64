//! The history of the transform, each step against its parent.
//!
//! At `k = 11` a round takes about half a minute on one thread.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::{
    checkpoints::{self, Protocol, Report},
    cli::{self, ProtocolArgs},
    commands::Outcome,
    machine::Machine,
    progress::Progress,
};

#[derive(Debug, Args)]
pub(crate) struct CheckpointsArgs {
    /// Base-two logarithm of the number of points.
    #[arg(short, long, default_value_t = 11, value_parser = clap::value_parser!(u32).range(1..=16))]
    k: u32,
    #[command(flatten)]
    protocol: ProtocolArgs,
    /// Draw ratios and progress to this file.
    #[arg(long, value_name = "FILE", value_parser = cli::output_file)]
    svg: Option<PathBuf>,
}

pub(crate) fn run(arguments: &CheckpointsArgs) -> Result<Outcome> {
    let ProtocolArgs {
        rounds,
        threads,
        json,
    } = &arguments.protocol;
    let protocol = Protocol::new(arguments.k, rounds.get(), threads.iter().collect());
    let progress = Progress::new(1 + checkpoints::steps(&protocol));
    let machine = progress.step("listening to the idle machine", Machine::examine);
    let results = checkpoints::measure(&protocol, &progress)?;
    drop(progress);

    let report = Report::new(machine, protocol, results)?;
    report.deliver(json.as_deref(), arguments.svg.as_deref())
}
