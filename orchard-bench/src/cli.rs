//! What a person can type. Only parsing happens here.

use std::{fs::OpenOptions, num::NonZeroUsize, path::PathBuf, str::FromStr};

use anyhow::{bail, Context, Result};
use clap::{Args, Parser, Subcommand};

use crate::commands::{checkpoints::CheckpointsArgs, fft::FftArgs, windows::WindowsArgs};

/// Measure unmodified orchard on stock halo2_proofs and on the fork, and compare the bytes.
///
/// Without a command: build Orchard's keys with both, in alternation, and check that keys and
/// proofs agree.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) protocol: ProtocolArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Time best_fft over the points of one curve, stock against patched.
    Fft(FftArgs),
    /// Time every step from the original transform to the default against the one before.
    Checkpoints(CheckpointsArgs),
    /// Count and time scalar multiplication by coordinate system and window.
    Windows(WindowsArgs),
    /// Perform one task from standard input, as the measured process.
    #[command(hide = true)]
    Worker,
}

/// How a comparison is run, whatever is compared.
#[derive(Debug, Clone, Args)]
pub(crate) struct ProtocolArgs {
    /// Rounds of alternating runs for each thread count.
    #[arg(long, default_value_t = NonZeroUsize::new(4).expect("four is not zero"))]
    pub(crate) rounds: NonZeroUsize,
    /// Thread counts to compare at, separated by commas; `all` is one for each processor.
    #[arg(long, default_value = "1,all", value_name = "LIST")]
    pub(crate) threads: ThreadList,
    /// Write every sample and everything known about the run to this file.
    #[arg(long, value_name = "FILE", value_parser = output_file)]
    pub(crate) json: Option<PathBuf>,
}

/// A file that can be written: better known before an hour of measuring than after.
pub(crate) fn output_file(path: &str) -> Result<PathBuf> {
    OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .with_context(|| format!("{path} cannot be written"))?;
    Ok(path.into())
}

/// Distinct thread counts in the order given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ThreadList(Vec<NonZeroUsize>);

impl ThreadList {
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + '_ {
        self.0.iter().map(|threads| threads.get())
    }

    fn parse(list: &str, processors: NonZeroUsize) -> Result<Self> {
        let mut counts = Vec::new();
        for item in list.split(',').map(str::trim) {
            let count = match item {
                "all" => processors,
                number => number
                    .parse()
                    .with_context(|| format!("{item:?} is neither a thread count nor `all`"))?,
            };
            if !counts.contains(&count) {
                counts.push(count);
            }
        }
        if counts.is_empty() {
            bail!("the list of thread counts is empty");
        }
        Ok(ThreadList(counts))
    }
}

impl FromStr for ThreadList {
    type Err = anyhow::Error;

    fn from_str(list: &str) -> Result<Self> {
        let processors = std::thread::available_parallelism()
            .context("the number of processors is not known")?;
        Self::parse(list, processors)
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    fn parse(list: &str) -> Result<Vec<usize>> {
        let processors = NonZeroUsize::new(8).context("not zero")?;
        Ok(ThreadList::parse(list, processors)?.iter().collect())
    }

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn without_arguments_both_thread_counts_and_several_rounds() {
        let cli = Cli::parse_from(["orchard-bench"]);
        assert!(cli.command.is_none());
        assert_eq!(cli.protocol.rounds.get(), 4);
        assert_eq!(cli.protocol.threads.iter().next(), Some(1));
    }

    #[test]
    fn thread_lists_keep_their_order_and_lose_repetitions() -> Result<()> {
        assert_eq!(parse("1,all")?, [1, 8]);
        assert_eq!(parse("all, 2,8,1,2")?, [8, 2, 1]);
        Ok(())
    }

    #[test]
    fn files_that_cannot_be_written_are_refused_before_anything_runs() {
        let missing = std::env::temp_dir().join("no such folder").join("x.json");
        let cli = Cli::try_parse_from(["orchard-bench", "--json", &missing.to_string_lossy()]);
        let error = cli.expect_err("there is no such folder").to_string();
        assert!(error.contains("cannot be written"), "{error}");
    }

    #[test]
    fn bad_thread_lists_are_refused_by_name() {
        for bad in ["", "0", "1,,2", "two", "-1", "1.5", "all,none"] {
            let error = parse(bad).expect_err(bad);
            assert!(error.to_string().contains("neither"), "{bad}: {error}");
        }
    }

    #[test]
    fn no_rounds_are_refused() {
        assert!(Cli::try_parse_from(["orchard-bench", "--rounds", "0"]).is_err());
    }
}
