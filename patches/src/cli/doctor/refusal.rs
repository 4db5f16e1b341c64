//! What to change when cargo finds no graph at all. The likeliest slips in patching a project
//! make cargo stop before there is anything to diagnose, with words that do not name the slip.
//!
//! Rules only: each knows one slip by what cargo said, and its remedy. All that apply are told.

use std::{fs, path::Path};

use cargo_metadata::semver::VersionReq;
use toml_edit::DocumentMut;

use super::diagnosis::{
    forked_version, problem, Finding, FEATURE, FEATURE_LINE, FORKED, PATCH_LINE,
};

/// Cargo's words, and what of them the rules want to know.
struct Refusal<'a> {
    text: &'a str,
    /// The workspace's manifest patches `halo2_proofs`.
    is_patched: bool,
}

struct Rule {
    subject: &'static str,
    applies: fn(&Refusal<'_>) -> bool,
    remedy: fn(&Refusal<'_>) -> String,
}

const RULES: [Rule; 6] = [
    Rule {
        subject: "fork",
        applies: |refusal| refusal.is_patched_in_a_member(),
        remedy: |refusal| {
            let root = refusal.after("\nworkspace:").unwrap_or("Cargo.toml");
            format!(
                "cargo ignores [patch.crates-io] in a member of a workspace: move it to the \
                 workspace root's manifest, {root}"
            )
        },
    },
    Rule {
        subject: "fork",
        applies: |refusal| refusal.virtual_manifest().is_some(),
        remedy: |refusal| {
            let folder = refusal
                .virtual_manifest()
                .and_then(|manifest| Path::new(manifest).parent())
                .unwrap_or(Path::new(""));
            format!(
                "the patch names a whole workspace; append /{FORKED}: `path = {:?}`",
                folder.join(FORKED)
            )
        },
    },
    Rule {
        subject: "feature",
        applies: |refusal| refusal.unknown_feature().is_some_and(is_misspelt),
        remedy: |refusal| {
            let asked = refusal.unknown_feature().unwrap_or_default();
            format!("there is no feature `{asked}`; did you mean `{FEATURE}`?")
        },
    },
    Rule {
        subject: "fork",
        applies: |refusal| {
            refusal.misses_our_feature() && !refusal.is_patched && !refusal.is_patched_in_a_member()
        },
        remedy: |_| {
            format!(
                "{FEATURE} is a feature of the fork, and nothing patches {FORKED}; add \
                 `{PATCH_LINE}` under [patch.crates-io] in the workspace's Cargo.toml"
            )
        },
    },
    Rule {
        subject: "fork",
        applies: |refusal| refusal.misses_our_feature() && refusal.takes_the_fork() == Some(false),
        remedy: |refusal| {
            let ours = forked_version();
            let wanted = refusal.requirement().unwrap_or_default();
            let who = refusal.between("required by package `", " ");
            format!(
                "{} wants {FORKED} \"{wanted}\", which excludes the fork's {ours}; write \
                 `{FEATURE_LINE}`",
                who.unwrap_or("a package")
            )
        },
    },
    Rule {
        subject: "fork",
        applies: |refusal| {
            let other = refusal
                .locked()
                .is_some_and(|locked| locked != forked_version().to_string());
            refusal.misses_our_feature() && other && refusal.takes_the_fork() == Some(true)
        },
        remedy: |refusal| {
            let ours = forked_version();
            format!(
                "Cargo.lock holds stock {FORKED} {}, which has no {FEATURE}; run `cargo update -p \
                 {FORKED} --precise {ours}`",
                refusal.locked().unwrap_or_default()
            )
        },
    },
];

/// The slips behind cargo's refusal to read a project; none if it is about something else.
/// `root` is the manifest of the workspace.
pub(super) fn explain(text: &str, root: &Path) -> Vec<Finding> {
    let manifest = fs::read_to_string(root).ok();
    let manifest = manifest.and_then(|manifest| manifest.parse().ok());
    let refusal = Refusal {
        text,
        is_patched: manifest.is_some_and(|manifest| is_patched(&manifest)),
    };
    let rules = RULES.iter().filter(|rule| (rule.applies)(&refusal));
    rules
        .map(|rule| problem(rule.subject, (rule.remedy)(&refusal)))
        .collect()
}

impl<'a> Refusal<'a> {
    /// The rest of the line after `mark`.
    fn after(&self, mark: &str) -> Option<&'a str> {
        let (_, rest) = self.text.split_once(mark)?;
        rest.lines().next().map(str::trim)
    }

    fn between(&self, before: &str, behind: &str) -> Option<&'a str> {
        let (_, rest) = self.text.split_once(before)?;
        rest.split_once(behind).map(|(found, _)| found)
    }

    fn is_patched_in_a_member(&self) -> bool {
        self.text
            .contains("patch for the non root package will be ignored")
            && self.text.contains(FORKED)
            && !self.is_patched
    }

    fn virtual_manifest(&self) -> Option<&'a str> {
        let is_ours = self.text.contains(&format!("dependency `{FORKED}`"));
        let manifest = self.between("found a virtual manifest at `", "`");
        manifest.filter(|_| is_ours)
    }

    /// The feature of `halo2_proofs` that cargo does not find.
    fn unknown_feature(&self) -> Option<&'a str> {
        let asked = self.between(&format!("depends on `{FORKED}` with feature `"), "`");
        asked.filter(|_| self.text.contains("does not have that feature"))
    }

    fn misses_our_feature(&self) -> bool {
        self.unknown_feature() == Some(FEATURE)
    }

    fn requirement(&self) -> Option<&'a str> {
        self.between("versions that meet the requirements `", "`")
    }

    fn takes_the_fork(&self) -> Option<bool> {
        let wanted: VersionReq = self.requirement()?.parse().ok()?;
        Some(wanted.matches(&forked_version()))
    }

    fn locked(&self) -> Option<&'a str> {
        self.between("(locked to ", ")")
    }
}

/// Whether a feature name can only have been meant for ours: it shares a word with it, and
/// upstream has no such feature.
fn is_misspelt(asked: &str) -> bool {
    let lower = asked.to_lowercase();
    asked != FEATURE && FEATURE.split('-').any(|word| lower.contains(word))
}

fn is_patched(manifest: &DocumentMut) -> bool {
    let patches = manifest
        .get("patch")
        .and_then(|patch| patch.get("crates-io"));
    let Some(patches) = patches.and_then(|patches| patches.as_table_like()) else {
        return false;
    };
    let mut names = patches.iter().map(|(name, patch)| {
        let package = patch.get("package").and_then(|package| package.as_str());
        package.unwrap_or(name)
    });
    names.any(|name| name == FORKED)
}
