//! The commands and their arguments. Each command has a room of its own.

mod doctor;
mod export;
mod show;
mod stubs;

use std::{path::PathBuf, process::ExitCode};

use anyhow::Context as _;
use clap::{Args, Parser, Subcommand};

/// Exit status when a command could not do its work, as opposed to having found a problem.
pub(crate) const CANNOT_TELL: u8 = 2;

/// What switches the fast path on, in a project's manifest.
const FEATURE_LINE: &str =
    "halo2_proofs = { version = \"0.4\", features = [\"mixed-radix-ecfft\"] }";

/// Inspect, export and diagnose the fork of halo2_proofs.
#[derive(Debug, Parser)]
#[command(name = "patches", version)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Print our whole delta as one diff, for `patch -p1` or `git apply` on the published crate.
    Show {
        /// The forked crate.
        #[arg(default_value = "halo2_proofs")]
        name: String,
    },
    /// Write the patched crates, and ours that they need, to a folder that builds on its own.
    Export {
        /// A folder that does not exist yet or is empty.
        folder: PathBuf,
    },
    /// Write the packages that `cargo vendor --sync` needs to vendor the published crates, for
    /// projects that patch by `path`.
    Stubs {
        /// A folder that does not exist yet or is empty.
        folder: PathBuf,
    },
    /// Tell whether a project uses the fork and its feature, and what to change if not.
    ///
    /// The exit status is 0 if it does, 1 if something is to be changed, 2 if that cannot be
    /// told. The project is not modified.
    Doctor(DoctorArguments),
}

#[derive(Args, Debug)]
struct DoctorArguments {
    /// The project's Cargo.toml, or the folder that it is in.
    manifest: PathBuf,
    /// Cargo features to switch on in the project, as for `cargo build`.
    #[arg(short = 'F', long)]
    features: Vec<String>,
    /// Switch on all features of the project.
    #[arg(long)]
    all_features: bool,
    /// Leave out the project's default features.
    #[arg(long)]
    no_default_features: bool,
    /// Do not use the network.
    #[arg(long)]
    offline: bool,
}

pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match &arguments.command {
        Command::Show { name } => show::run(name)?,
        Command::Export { folder } => export::run(folder)?,
        Command::Stubs { folder } => stubs::run(folder)?,
        Command::Doctor(arguments) => return doctor::run(arguments),
    }
    Ok(ExitCode::SUCCESS)
}

/// Refuses to write into a folder that holds something already.
fn require_empty(folder: &std::path::Path) -> anyhow::Result<()> {
    if !folder.exists() {
        return Ok(());
    }
    let mut entries = std::fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    anyhow::ensure!(
        entries.next().is_none(),
        "{} is not empty; name a new folder",
        folder.display()
    );
    Ok(())
}
