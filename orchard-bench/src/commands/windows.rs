//! The window study: which window, in which coordinates, and why.

use std::{num::NonZeroUsize, path::PathBuf};

use anyhow::Result;
use clap::Args;

use crate::{
    cli,
    commands::Outcome,
    machine::Machine,
    progress::Progress,
    windows::{self, Protocol, Report},
};

#[derive(Debug, Args)]
pub(crate) struct WindowsArgs {
    /// Base-two logarithm of the number of products, which is also the size of the batches.
    #[arg(short, long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=12))]
    k: u32,
    /// Times that every method is timed.
    #[arg(long, default_value_t = NonZeroUsize::new(5).expect("five is not zero"))]
    rounds: NonZeroUsize,
    /// Write every count and sample to this file.
    #[arg(long, value_name = "FILE", value_parser = cli::output_file)]
    json: Option<PathBuf>,
    /// Draw counts and times to this file.
    #[arg(long, value_name = "FILE", value_parser = cli::output_file)]
    svg: Option<PathBuf>,
}

pub(crate) fn run(arguments: &WindowsArgs) -> Result<Outcome> {
    let protocol = Protocol::new(arguments.k, arguments.rounds.get());
    let progress = Progress::new(1 + windows::steps(&protocol));
    let machine = progress.step("listening to the idle machine", Machine::examine);
    let curves = windows::measure(&protocol, &progress)?;
    drop(progress);

    let report = Report::new(machine, protocol, curves)?;
    report.deliver(arguments.json.as_deref(), arguments.svg.as_deref())
}
