//! Whether a project really builds with the fork. Cargo ignores a patch that does not fit the
//! lock file, and leaves a feature off that nobody asked for, both with hardly a word; the
//! build succeeds and is merely not the one that was meant.
//!
//! Here cargo is asked for the graph; the diagnosis is made of the answer alone.

mod builds;
mod diagnosis;
mod refusal;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode, Output},
};

use anyhow::{bail, Context as _};
use cargo_metadata::{Metadata, MetadataCommand};

use super::DoctorArguments;
use builds::{builds, Build};
use diagnosis::{diagnose, Finding, Verdict};

pub(super) fn run(arguments: &DoctorArguments) -> anyhow::Result<ExitCode> {
    let (findings, words) = match ask(arguments)? {
        Answer::Graph(graph) => {
            let findings = diagnose(&graph.metadata, &graph.warnings, &graph.builds);
            (findings, None)
        }
        Answer::Refused { findings, words } => (findings, Some(words)),
    };
    for finding in &findings {
        println!("{finding}");
    }
    if let Some(words) = words {
        println!("\ncargo says:\n{}", words.trim_end());
    }
    let is_problem = findings
        .iter()
        .any(|finding| finding.verdict == Verdict::Problem);
    Ok(ExitCode::from(u8::from(is_problem)))
}

/// What cargo says of the project.
enum Answer {
    Graph(Box<Graph>),
    /// It finds no graph, for reasons that we know.
    Refused {
        findings: Vec<Finding>,
        words: String,
    },
}

struct Graph {
    metadata: Metadata,
    /// What cargo said on the side.
    warnings: String,
    builds: Vec<Build>,
}

fn ask(arguments: &DoctorArguments) -> anyhow::Result<Answer> {
    let manifest = manifest(&arguments.manifest)?;
    let folder = manifest.parent().unwrap_or(Path::new("/")).to_path_buf();

    let output = metadata_command(arguments, &manifest, &folder, true).output()?;
    if output.status.success() {
        return graph(arguments, &folder, &output, true);
    }
    // A lock file that is missing or does not fit yet: see what cargo would make of it.
    let lock = LockFile::keep(&manifest, &folder)?;
    let root = lock.path.with_file_name("Cargo.toml");
    let answer = ask_unlocked(arguments, &manifest, &folder, &root);
    let has_changed = lock.restore()?;
    let mut answer = answer?;
    if let (Answer::Graph(graph), true) = (&mut answer, has_changed) {
        graph
            .warnings
            .insert_str(0, &format!("{}\n", diagnosis::LOCK_WOULD_CHANGE));
    }
    Ok(answer)
}

/// The manifest, also if its folder is named.
fn manifest(given: &Path) -> anyhow::Result<PathBuf> {
    let cannot_read = || format!("cannot read {}", given.display());
    let path = given.canonicalize().with_context(cannot_read)?;
    if !path.is_dir() {
        return Ok(path);
    }
    path.join("Cargo.toml")
        .canonicalize()
        .with_context(|| format!("{}: no Cargo.toml in there", cannot_read()))
}

fn ask_unlocked(
    arguments: &DoctorArguments,
    manifest: &Path,
    folder: &Path,
    root: &Path,
) -> anyhow::Result<Answer> {
    let output = metadata_command(arguments, manifest, folder, false).output()?;
    if output.status.success() {
        return graph(arguments, folder, &output, false);
    }
    let words = said(&output);
    let findings = refusal::explain(&words, root);
    if findings.is_empty() {
        bail!(
            "cargo cannot read {}:\n{}",
            manifest.display(),
            words.trim_end()
        );
    }
    Ok(Answer::Refused { findings, words })
}

fn graph(
    arguments: &DoctorArguments,
    folder: &Path,
    output: &Output,
    locked: bool,
) -> anyhow::Result<Answer> {
    let metadata = MetadataCommand::parse(std::str::from_utf8(&output.stdout)?)
        .context("cannot understand the answer of `cargo metadata`")?;
    let builds = builds(arguments, &metadata, folder, locked)?;
    Ok(Answer::Graph(Box::new(Graph {
        metadata,
        warnings: said(output),
        builds,
    })))
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
