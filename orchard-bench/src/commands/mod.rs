//! The doors of the program, one file each: a new command is a new file here, a variant of
//! [`Command`] and a line in [`run`].

pub(crate) mod checkpoints;
mod compare;
pub(crate) mod fft;
pub(crate) mod windows;
mod worker;

use std::process::ExitCode;

use anyhow::Result;

use crate::cli::{Cli, Command};

/// How a command ended that ran to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// Everything was as it must be.
    Fine,
    /// The two sides did not compute the same.
    Different,
}

impl From<Outcome> for ExitCode {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Fine => ExitCode::SUCCESS,
            Outcome::Different => ExitCode::FAILURE,
        }
    }
}

pub(crate) fn run(cli: Cli) -> Result<Outcome> {
    match cli.command {
        None => compare::run(&cli.protocol),
        Some(Command::Fft(arguments)) => fft::run(&arguments),
        Some(Command::Checkpoints(arguments)) => checkpoints::run(&arguments),
        Some(Command::Windows(arguments)) => windows::run(&arguments),
        Some(Command::Worker) => worker::run(),
    }
}
