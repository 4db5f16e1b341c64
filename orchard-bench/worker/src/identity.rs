//! What a worker knows about its own build and its threads.

use anyhow::Result;
use serde::{Deserialize, Serialize};

use crate::Task;

/// Asks a worker how it was built and how many threads it will use.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Identify;

/// How the code was compiled: facts recorded while it was, not read from the surroundings later.
///
/// Two builds may be compared only if theirs are equal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Build {
    /// `rustc --version` of the compiler.
    pub rustc: String,
    /// Target triple.
    pub target: String,
    /// `opt-level` of the profile.
    pub opt_level: String,
    /// Whether debug assertions are compiled in.
    pub debug_assertions: bool,
    /// Compiler flags from RUSTFLAGS or cargo's configuration.
    pub rustflags: Vec<String>,
    /// `pasta_curves::BACKEND`: the field arithmetic in force.
    pub field_backend: String,
}

/// A worker's account of itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// How it was compiled.
    pub build: Build,
    /// Threads in its pool.
    pub threads: usize,
}

impl Build {
    /// The build of the running program.
    pub fn current() -> Self {
        Build {
            rustc: env!("WORKER_RUSTC").to_owned(),
            target: env!("WORKER_TARGET").to_owned(),
            opt_level: env!("WORKER_OPT_LEVEL").to_owned(),
            debug_assertions: cfg!(debug_assertions),
            rustflags: encoded_rustflags().map(str::to_owned).collect(),
            field_backend: pasta_curves::BACKEND.to_owned(),
        }
    }
}

/// Cargo separates the flags by the ASCII unit separator.
fn encoded_rustflags() -> impl Iterator<Item = &'static str> {
    env!("WORKER_RUSTFLAGS")
        .split('\u{1f}')
        .filter(|flag| !flag.is_empty())
}

impl Task for Identify {
    const NAME: &'static str = "identify";
    type Report = Identity;

    fn perform(&self) -> Result<Identity> {
        Ok(Identity {
            build: Build::current(),
            threads: rayon::current_num_threads(),
        })
    }
}
