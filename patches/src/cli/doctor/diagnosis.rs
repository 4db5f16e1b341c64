//! From a dependency graph to findings, one line each. Plain data in, plain data out.

use std::fmt;

use cargo_metadata::{
    semver::{Version, VersionReq},
    Metadata, Package,
};
use patches::pins;

pub(super) use crate::cli::FEATURE_LINE;

use super::builds::Build;

/// Put among the warnings when the answer is not what the lock file says.
pub(super) const LOCK_WOULD_CHANGE: &str = "the lock file is missing or does not fit";

pub(super) const FORKED: &str = "halo2_proofs";
pub(super) const FEATURE: &str = "mixed-radix-ecfft";
pub(super) const PATCH_LINE: &str =
    "halo2_proofs = { git = \"<this repository>\", rev = \"<commit>\" }";

/// How a finding bears on the question whether the fork is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Fine,
    Note,
    Problem,
}

/// One line of the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) verdict: Verdict,
    subject: &'static str,
    text: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = match self.verdict {
            Verdict::Fine => "ok",
            Verdict::Note => "note",
            Verdict::Problem => "PROBLEM",
        };
        write!(f, "{verdict:<8} {:<9} {}", self.subject, self.text)
    }
}

pub(super) fn diagnose(metadata: &Metadata, warnings: &str, builds: &[Build]) -> Vec<Finding> {
    let graph = Graph { metadata };
    let mut findings = Vec::new();
    if warnings.contains(LOCK_WOULD_CHANGE) {
        findings.push(lock_finding());
    }
    findings.extend(graph.fork_findings(warnings));
    findings.extend(graph.feature_findings(builds));
    findings.push(graph.versions_finding());
    findings
}

struct Graph<'a> {
    metadata: &'a Metadata,
}

impl<'a> Graph<'a> {
    fn named(&self, name: &'static str) -> Vec<&'a Package> {
        self.metadata
            .packages
            .iter()
            .filter(|package| package.name == name)
            .collect()
    }

    fn forks(&self) -> Vec<&'a Package> {
        self.named(FORKED)
            .into_iter()
            .filter(|package| is_fork(package))
            .collect()
    }

    /// The packages that depend on `package`.
    fn dependents(&self, package: &Package) -> Vec<&'a Package> {
        let Some(resolve) = &self.metadata.resolve else {
            return Vec::new();
        };
        let nodes = resolve
            .nodes
            .iter()
            .filter(|node| node.dependencies.contains(&package.id));
        nodes
            .filter_map(|node| {
                self.metadata
                    .packages
                    .iter()
                    .find(|other| other.id == node.id)
            })
            .collect()
    }

    /// Whether the fork, and nothing beside it, is what the project builds.
    fn fork_findings(&self, warnings: &str) -> Vec<Finding> {
        let copies = self.named(FORKED);
        if copies.is_empty() {
            let text = format!(
                "no {FORKED} anywhere in the dependency graph: nothing here can use the fork; \
                 check that this is the right project and that its features are given"
            );
            return vec![problem("fork", text)];
        }
        let forks = self.forks();
        let mut findings: Vec<Finding> = forks
            .iter()
            .map(|fork| {
                fine(
                    "fork",
                    format!("in force: {FORKED} {} from {}", fork.version, origin(fork)),
                )
            })
            .collect();
        // Cargo has written the first word with a capital and without.
        let is_unused = warnings.contains(&format!("atch `{FORKED} "));
        for stock in copies.into_iter().filter(|package| !is_fork(package)) {
            let text = self.why_not_the_fork(stock, !forks.is_empty(), is_unused);
            findings.push(problem("fork", text));
        }
        findings
    }

    fn why_not_the_fork(&self, stock: &Package, has_fork: bool, is_unused: bool) -> String {
        let version = &stock.version;
        let ours = forked_version();
        let users = self.dependents(stock);
        let names: Vec<&str> = users.iter().map(|package| package.name.as_str()).collect();
        let names = names.join(", ");
        let stuck: Vec<String> = users
            .iter()
            .filter(|user| requirement(user).is_some_and(|wanted| !wanted.matches(&ours)))
            .map(|user| format!("{} {}", user.name, user.version))
            .collect();

        if !stock
            .source
            .as_ref()
            .is_some_and(|source| source.is_crates_io())
        {
            return format!(
                "{FORKED} {version} comes from {}, which is neither crates.io nor this fork, \
                 and is used by {names}: depend on {FORKED} = \"0.4\" from crates.io instead",
                origin(stock)
            );
        }
        if !stuck.is_empty() {
            let beside = if has_fork { " beside the fork" } else { "" };
            return format!(
                "stock {FORKED} {version} is built{beside}, because {} cannot take {ours}: \
                 update or replace it",
                stuck.join(", ")
            );
        }
        let update = format!("cargo update -p {FORKED}@{version} --precise {ours}");
        match (is_unused, *version == ours) {
            (true, false) => format!(
                "not in force: Cargo.lock holds stock {FORKED} {version}, so the patch to {ours} \
                 is silently unused; run `{update}`"
            ),
            (true, true) => format!(
                "not in force: Cargo.lock holds stock {FORKED} {version} and the patch is unused; \
                 run `cargo update -p {FORKED}`"
            ),
            (false, true) => format!(
                "not in force: stock {FORKED} {version} is used by {names} and nothing patches \
                 it; add `{PATCH_LINE}` under [patch.crates-io] in the workspace's Cargo.toml"
            ),
            (false, false) => format!(
                "not in force: stock {FORKED} {version} is used by {names} and nothing patches \
                 it; add `{PATCH_LINE}` under [patch.crates-io] in the workspace's Cargo.toml, \
                 then run `{update}`"
            ),
        }
    }

    fn feature_findings(&self, builds: &[Build]) -> Vec<Finding> {
        if self.forks().is_empty() {
            let text = format!("{FEATURE} can only be on when the fork is in force");
            return vec![problem("feature", text)];
        }
        if let Some(text) = why_off(builds) {
            return vec![problem("feature", text)];
        }
        let mut findings = vec![fine("feature", format!("{FEATURE} is on"))];
        let has_threads = users(builds).all(|build| has(&build.in_build, "multicore"));
        if !has_threads {
            let text = "multicore is off: one thread only".to_owned();
            findings.push(Finding {
                verdict: Verdict::Note,
                subject: "feature",
                text,
            });
        }
        findings
    }

    fn versions_finding(&self) -> Finding {
        let pasta = self.named("pasta_curves");
        let list = |packages: &[&Package]| -> String {
            let versions: Vec<String> = packages
                .iter()
                .map(|package| package.version.to_string())
                .collect();
            if versions.is_empty() {
                "none".to_owned()
            } else {
                versions.join(" and ")
            }
        };
        let mut text = format!(
            "{FORKED} {}; pasta_curves {}",
            list(&self.named(FORKED)),
            list(&pasta)
        );
        if pasta.len() < 2 {
            return fine("versions", text);
        }
        text += ": only points of the one that the fork depends on go through it";
        Finding {
            verdict: Verdict::Note,
            subject: "versions",
            text,
        }
    }
}

fn has(features: &Option<Vec<String>>, feature: &str) -> bool {
    features.iter().flatten().any(|name| name == feature)
}

/// The packages in question that build `halo2_proofs` at all.
fn users(builds: &[Build]) -> impl Iterator<Item = &Build> {
    builds
        .iter()
        .filter(|build| build.is_asked_for && build.in_build.is_some())
}

/// Why the feature is off where it should be on: in the build of every package in question
/// that has a use for it.
fn why_off(builds: &[Build]) -> Option<String> {
    let names = |wanted: &dyn Fn(&Build) -> bool| -> String {
        let found = builds.iter().filter(|build| wanted(build));
        let names: Vec<&str> = found.map(|build| build.name.as_str()).collect();
        names.join(", ")
    };
    let is_on = |build: &Build| has(&build.in_build, FEATURE);
    let off = names(&|build| build.is_asked_for && build.in_build.is_some() && !is_on(build));
    if off.is_empty() && users(builds).next().is_some() {
        return None;
    }
    let (whose, what) = if off.is_empty() {
        (
            names(&|build| build.is_asked_for),
            "does not contain halo2_proofs",
        )
    } else {
        (off, "runs upstream's code")
    };
    let on = names(&is_on);
    if !on.is_empty() {
        return Some(format!(
            "{FEATURE} is on only for {on}; a build of {whose} alone {what}; add \
             `{FEATURE_LINE}` to [dependencies] of {whose}"
        ));
    }
    let tested = names(&|build| build.is_asked_for && has(&build.in_tests, FEATURE));
    if !tested.is_empty() {
        return Some(format!(
            "{FEATURE} is on only for tests, examples or build scripts of {tested}, and the build \
             itself runs upstream's code; add `{FEATURE_LINE}` to [dependencies], where it has to \
             stand"
        ));
    }
    Some(format!(
        "{FEATURE} is off, so everything runs upstream's code; add `{FEATURE_LINE}` to \
         [dependencies] of a package that is built"
    ))
}

/// The fork, by what only it has; a path or revision may change.
fn is_fork(package: &Package) -> bool {
    package.features.contains_key(FEATURE)
}

pub(super) fn forked_version() -> Version {
    pins::find(FORKED)
        .and_then(|pin| pin.version())
        .ok()
        .and_then(|version| version.parse().ok())
        .expect("the pins of this very program are covered by its tests")
}

fn requirement(user: &Package) -> Option<&VersionReq> {
    let mut dependencies = user.dependencies.iter();
    dependencies
        .find(|dependency| dependency.name == FORKED)
        .map(|dependency| &dependency.req)
}

fn origin(package: &Package) -> String {
    match &package.source {
        Some(source) if source.is_crates_io() => "crates.io".to_owned(),
        Some(source) => source.to_string(),
        None => package
            .manifest_path
            .parent()
            .map(ToString::to_string)
            .unwrap_or_default(),
    }
}

fn lock_finding() -> Finding {
    let text = "Cargo.lock is missing or out of date; what follows is how cargo would resolve it \
                now, and the file is left as it is"
        .to_owned();
    Finding {
        verdict: Verdict::Note,
        subject: "lock",
        text,
    }
}

fn fine(subject: &'static str, text: String) -> Finding {
    Finding {
        verdict: Verdict::Fine,
        subject,
        text,
    }
}

pub(super) fn problem(subject: &'static str, text: String) -> Finding {
    Finding {
        verdict: Verdict::Problem,
        subject,
        text,
    }
}
