//! Measures unmodified `orchard` on stock `halo2_proofs` and on the fork, side by side, and
//! checks that both computed the same bytes.
//!
//! The doors are in [`commands`], one file each. All of them work alike: the stock twin is
//! built ([`twin`]), both builds answer for themselves ([`provenance`]), workers run in
//! alternation ([`runner`]), and the samples become a table and a JSON file ([`report`]).
//!
//! This program never measures in its own process, and never prints a ratio of times that were
//! not taken in alternation.

mod checks;
mod cli;
mod commands;
mod machine;
mod progress;
mod provenance;
mod report;
mod runner;
mod session;
mod stats;
mod twin;
mod variant;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match commands::run(cli::Cli::parse()) {
        Ok(outcome) => outcome.into(),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
