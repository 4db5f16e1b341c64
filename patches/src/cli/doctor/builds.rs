//! What cargo would build for each package of the workspace on its own. The graph of
//! `cargo metadata` cannot tell: it unites the features that all members ask for, and those of
//! tests with those of builds, so that it shows features that no single build has.

use std::{path::Path, process::Command};

use anyhow::bail;
use cargo_metadata::{Metadata, Package};

use super::{cargo, diagnosis::FORKED, said, DoctorArguments};

/// One package of the workspace, and the fork as it sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Build {
    pub(super) name: String,
    /// Whether the question is about this package, and not about one beside it.
    pub(super) is_asked_for: bool,
    /// The features of `halo2_proofs` in `cargo build -p NAME`, if it is in there.
    pub(super) in_build: Option<Vec<String>>,
    /// The same with what only tests, examples and build scripts depend on.
    pub(super) in_tests: Option<Vec<String>>,
}

/// Asks cargo about each member. Those that have no use for the fork are included.
pub(super) fn builds(
    arguments: &DoctorArguments,
    metadata: &Metadata,
    folder: &Path,
    locked: bool,
) -> anyhow::Result<Vec<Build>> {
    let root = metadata.root_package().map(|package| &package.id);
    let members = metadata.workspace_packages();
    // Within the fork's own workspace, the fork is no user of itself.
    let users = members.into_iter().filter(|member| member.name != FORKED);
    users
        .map(|member| {
            let features = |edges| {
                let mut tree = tree_command(arguments, member, folder, locked);
                forked_features(tree.args(["--edges", edges]))
            };
            Ok(Build {
                name: member.name.to_string(),
                is_asked_for: root.is_none_or(|root| *root == member.id),
                in_build: features("normal")?,
                in_tests: features("normal,build,dev")?,
            })
        })
        .collect()
}

fn tree_command(
    arguments: &DoctorArguments,
    member: &Package,
    folder: &Path,
    locked: bool,
) -> Command {
    let mut command = cargo(folder);
    command.args(["tree", "--prefix=none", "--color=never"]);
    // A tab ends the features: cargo may append a mark to the line.
    command.args(["--format", "{p}\t{f}\t"]);
    command.arg("--manifest-path").arg(&member.manifest_path);
    command.args(["--package", &member.id.repr]);
    let asked = arguments
        .features
        .iter()
        .flat_map(|list| list.split([',', ' ']));
    for feature in asked.filter(|feature| has_feature(member, feature)) {
        command.args(["--features", feature]);
    }
    arguments.add_switches(&mut command, locked);
    command
}

/// Whether cargo would take `feature` for this member; it refuses what it does not know.
fn has_feature(member: &Package, feature: &str) -> bool {
    let Some((package, _)) = feature.split_once('/') else {
        return member.features.contains_key(feature);
    };
    let package = package.trim_end_matches('?');
    let mut dependencies = member.dependencies.iter();
    member.name == package
        || dependencies
            .any(|dependency| dependency.rename.as_deref().unwrap_or(&dependency.name) == package)
}

fn forked_features(command: &mut Command) -> anyhow::Result<Option<Vec<String>>> {
    let output = command.output()?;
    if !output.status.success() {
        bail!(
            "cargo cannot tell what it would build:\n{}",
            said(&output).trim_end()
        );
    }
    Ok(parse(&String::from_utf8(output.stdout)?))
}

/// The features of all copies in a tree; only the fork has ours.
fn parse(tree: &str) -> Option<Vec<String>> {
    let lines = tree.lines().filter_map(|line| line.split_once('\t'));
    let copies: Vec<&str> = lines
        .filter(|(package, _)| package.split(' ').next() == Some(FORKED))
        .map(|(_, rest)| rest.split('\t').next().unwrap_or(rest))
        .collect();
    if copies.is_empty() {
        return None;
    }
    let features = copies.iter().flat_map(|features| features.split(','));
    Some(features.map(str::to_owned).collect())
}
