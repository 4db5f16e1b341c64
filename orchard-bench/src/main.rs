//! Measures unmodified `orchard` on stock `halo2_proofs` and on the fork, side by side, and
//! checks that both computed the same bytes.
//!
//! The doors are in [`commands`], one file each. All of them work alike: the stock twin is
//! built ([`twin`]), both builds answer for themselves ([`provenance`]), workers run in
//! alternation ([`runner`]), and the samples become a table and a JSON file ([`report`]).
//!
//! No comparison of the two builds is measured in this process, and no ratio is printed of
//! times that were not taken in alternation. The window study ([`windows`]) and the history of
//! the transform ([`checkpoints`]) concern one build alone and run here.

mod checkpoints;
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
mod windows;

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
