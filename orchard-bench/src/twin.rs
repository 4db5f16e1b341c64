//! Builds the stock twin: the worker of this program on crates.io's `halo2_proofs`.
//!
//! It must be compiled as this program was. So nothing that the outer cargo put into the
//! environment reaches the inner one except where packages come from and what the profile is,
//! and the compiler flags are handed over from the worker's own record. Whether it worked is not
//! assumed: [`crate::provenance`] compares what the two workers say about themselves.

use std::{
    env,
    ffi::{OsStr, OsString},
    io::{BufRead as _, BufReader, Read},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
};

use anyhow::{bail, Context, Result};
use cargo_metadata::Message;
use orchard_bench_worker::identity::Build;

use crate::progress::Progress;

const BINARY: &str = "orchard-bench-stock";

/// Prefixes of those variables of cargo that the inner cargo shares with the outer one.
const SHARED: [&str; 7] = [
    "CARGO_HOME",
    "CARGO_HTTP",
    "CARGO_NET",
    "CARGO_PROFILE",
    "CARGO_REGISTR",
    "CARGO_SOURCE",
    "CARGO_TERM",
];

/// Manifest of this package.
pub(crate) fn own_manifest() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")
}

/// Manifest of the stock twin.
pub(crate) fn manifest() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("stock")
        .join("Cargo.toml")
}

/// The cargo that started this program, or the one on the path.
pub(crate) fn cargo() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// Builds the twin below `target`, and returns its executable.
pub(crate) fn build(target: &Path, progress: &Progress) -> Result<PathBuf> {
    let mut command = Command::new(cargo());
    command
        .args(["build", "--release", "--locked"])
        .arg("--message-format=json-render-diagnostics")
        .arg("--manifest-path")
        .arg(manifest())
        .arg("--target-dir")
        .arg(target.join(BINARY))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    for (name, _) in env::vars_os().filter(|(name, _)| is_private(name)) {
        command.env_remove(name);
    }
    command.env(
        "CARGO_ENCODED_RUSTFLAGS",
        Build::current().rustflags.join("\u{1f}"),
    );

    let mut child = command
        .spawn()
        .with_context(|| format!("cargo could not be started as {:?}", cargo()))?;
    let stdout = child.stdout.take().context("cargo has no output")?;
    let stderr = child.stderr.take().context("cargo has no error output")?;
    let (executable, log) = thread::scope(|scope| {
        let executable = scope.spawn(move || find_executable(stdout));
        let log = follow(stderr, progress);
        (executable.join(), log)
    });
    let status = child.wait()?;
    if !status.success() {
        bail!("the stock twin did not build ({status}); cargo said:\n{log}");
    }
    executable
        .ok()
        .flatten()
        .with_context(|| format!("cargo built no executable called {BINARY}"))
}

/// Whether `name` is cargo's and not shared, or would change the compiler's flags.
fn is_private(name: &OsStr) -> bool {
    let name = name.to_string_lossy();
    let of_cargo = name == "CARGO" || name.starts_with("CARGO_");
    let shared = SHARED.iter().any(|prefix| name.starts_with(prefix));
    (of_cargo && !shared) || name == "RUSTFLAGS" || name == "MAKEFLAGS"
}

fn find_executable(output: impl Read) -> Option<PathBuf> {
    Message::parse_stream(BufReader::new(output))
        .filter_map(Result::ok)
        .filter_map(|message| match message {
            Message::CompilerArtifact(artifact) if artifact.target.name == BINARY => {
                artifact.executable
            }
            _ => None,
        })
        .last()
        .map(PathBuf::from)
}

/// Shows each line of cargo's log as it comes, and keeps them all.
fn follow(log: impl Read, progress: &Progress) -> String {
    let mut kept = String::new();
    for line in BufReader::new(log).lines().map_while(Result::ok) {
        progress.detail(&format!("stock twin: {}", line.trim()));
        kept.push_str(&line);
        kept.push('\n');
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_environment_keeps_where_packages_come_from() {
        for name in [
            "PATH",
            "HOME",
            "RUSTUP_TOOLCHAIN",
            "CARGO_HOME",
            "CARGO_NET_OFFLINE",
            "CARGO_PROFILE_RELEASE_LTO",
            "CARGO_REGISTRIES_X_INDEX",
            "CARGO_SOURCE_CRATES_IO_REPLACE_WITH",
        ] {
            assert!(!is_private(OsStr::new(name)), "{name}");
        }
    }

    #[test]
    fn the_environment_loses_what_the_outer_cargo_set() {
        for name in [
            "CARGO",
            "CARGO_PKG_NAME",
            "CARGO_MANIFEST_DIR",
            "CARGO_TARGET_DIR",
            "CARGO_BUILD_TARGET",
            "CARGO_ENCODED_RUSTFLAGS",
            "RUSTFLAGS",
            "MAKEFLAGS",
        ] {
            assert!(is_private(OsStr::new(name)), "{name}");
        }
    }
}
