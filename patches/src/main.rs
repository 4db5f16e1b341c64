//! The fork for people: read our delta, take the patched source away, vendor upstream, and
//! find out whether a project really uses the fork. Nothing here takes part in a build.

mod cli;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    match cli::run(&cli::Arguments::parse()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(cli::CANNOT_TELL)
        }
    }
}
