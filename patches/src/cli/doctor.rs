//! Whether a project really builds with the fork. Cargo ignores a patch that does not fit the
//! lock file, and leaves a feature off that nobody asked for, both with hardly a word; the
//! build succeeds and is merely not the one that was meant.
//!
//! Here cargo is asked for the graph; the diagnosis is made of the answer alone.

mod builds;
mod diagnosis;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode, Output},
};

use anyhow::{bail, Context as _};
use cargo_metadata::{Metadata, MetadataCommand};

use super::DoctorArguments;
use builds::{builds, Build};
use diagnosis::{diagnose, Verdict};

pub(super) fn run(arguments: &DoctorArguments) -> anyhow::Result<ExitCode> {
    let answer = ask(arguments)?;
    let findings = diagnose(&answer.metadata, &answer.warnings, &answer.builds);
    for finding in &findings {
        println!("{finding}");
    }
    let is_problem = findings
        .iter()
        .any(|finding| finding.verdict == Verdict::Problem);
    Ok(ExitCode::from(u8::from(is_problem)))
}

/// What cargo says of the project.
struct Answer {
    metadata: Metadata,
    /// What it said on the side.
    warnings: String,
    builds: Vec<Build>,
}

fn ask(arguments: &DoctorArguments) -> anyhow::Result<Answer> {
    let manifest = arguments
        .manifest
        .canonicalize()
        .with_context(|| format!("cannot read {}", arguments.manifest.display()))?;
    let folder = manifest.parent().unwrap_or(Path::new("/")).to_path_buf();

    let output = metadata_command(arguments, &manifest, &folder, true).output()?;
    if output.status.success() {
        return understand(arguments, &folder, &output, true);
    }
    // A lock file that is missing or does not fit yet: see what cargo would make of it.
    let lock = LockFile::keep(&manifest, &folder)?;
    let output = metadata_command(arguments, &manifest, &folder, false).output();
    let answer = output
        .map_err(anyhow::Error::from)
        .and_then(|output| understand(arguments, &folder, &output, false));
    let has_changed = lock.restore()?;
    let mut answer = answer?;
    if has_changed {
        answer
            .warnings
            .insert_str(0, &format!("{}\n", diagnosis::LOCK_WOULD_CHANGE));
    }
    Ok(answer)
}

fn understand(
    arguments: &DoctorArguments,
    folder: &Path,
    output: &Output,
    locked: bool,
) -> anyhow::Result<Answer> {
    let warnings = said(output);
    if !output.status.success() {
        bail!(
            "cargo cannot read {}:\n{}",
            arguments.manifest.display(),
            warnings.trim_end()
        );
    }
    let metadata = MetadataCommand::parse(std::str::from_utf8(&output.stdout)?)
        .context("cannot understand the answer of `cargo metadata`")?;
    let builds = builds(arguments, &metadata, folder, locked)?;
    Ok(Answer {
        metadata,
        warnings,
        builds,
    })
}

fn metadata_command(
    arguments: &DoctorArguments,
    manifest: &Path,
    folder: &Path,
    locked: bool,
) -> Command {
    let mut command = cargo(folder);
    command.args(["metadata", "--format-version=1", "--color=never"]);
    command.arg("--manifest-path").arg(manifest);
    for feature in &arguments.features {
        command.args(["--features", feature]);
    }
    arguments.add_switches(&mut command, locked);
    command
}

impl DoctorArguments {
    /// The switches that every question to cargo takes.
    fn add_switches(&self, command: &mut Command, locked: bool) {
        let switches = [
            ("--all-features", self.all_features),
            ("--no-default-features", self.no_default_features),
            ("--offline", self.offline),
            ("--locked", locked),
        ];
        let on = switches.iter().filter(|(_, on)| *on);
        command.args(on.map(|(switch, _)| switch));
    }
}

/// Cargo in the project's folder, whose configuration then applies.
fn cargo(folder: &Path) -> Command {
    let mut command = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(folder);
    command
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A lock file as it was before cargo was asked, so that a diagnosis leaves no trace.
struct LockFile {
    path: PathBuf,
    contents: Option<Vec<u8>>,
}

impl LockFile {
    fn keep(manifest: &Path, folder: &Path) -> anyhow::Result<Self> {
        let output = cargo(folder)
            .args([
                "locate-project",
                "--workspace",
                "--message-format=plain",
                "--manifest-path",
            ])
            .arg(manifest)
            .output()?;
        if !output.status.success() {
            bail!(
                "cargo cannot read {}:\n{}",
                manifest.display(),
                said(&output).trim_end()
            );
        }
        let root = PathBuf::from(String::from_utf8(output.stdout)?.trim_end());
        let path = root.with_file_name("Cargo.lock");
        let contents = fs::read(&path).ok();
        Ok(LockFile { path, contents })
    }

    /// Puts it back; whether it had changed.
    fn restore(self) -> anyhow::Result<bool> {
        let now = fs::read(&self.path).ok();
        if now == self.contents {
            return Ok(false);
        }
        match self.contents {
            Some(contents) => fs::write(&self.path, contents),
            None => fs::remove_file(&self.path),
        }
        .with_context(|| self.path.display().to_string())?;
        Ok(true)
    }
}
