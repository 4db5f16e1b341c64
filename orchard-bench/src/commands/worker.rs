//! The measured process of the patched side. The stock side's is the twin's `main`.

use std::io;

use anyhow::Result;

use crate::commands::Outcome;

pub(crate) fn run() -> Result<Outcome> {
    orchard_bench_worker::serve(io::stdin().lock(), io::stdout().lock())?;
    Ok(Outcome::Fine)
}
