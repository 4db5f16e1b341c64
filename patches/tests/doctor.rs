//! The doctor, on projects made for it. Their crates.io is a folder with a few hollow crates,
//! so that versions which nobody should use can be had without network.
#![allow(clippy::unwrap_used)] // A test that cannot be set up must fail.

mod support;

use std::{fs, path::PathBuf, process::Command};

use support::{cargo, program, repository, run, succeeds, texts, write_package};

const WITH_FEATURE: &str = "{ version = \"0.4\", features = [\"mixed-radix-ecfft\"] }";
const PATCH: &str = "[patch.crates-io]\nhalo2_proofs = { path = \"../fork\" }\n";

/// A project, a fork beside it, and a registry with stock crates.
struct World(tempfile::TempDir);

impl World {
    fn new() -> Self {
        let world = World(tempfile::tempdir().unwrap());
        for version in ["0.3.2", "0.4.0", "0.4.1", "0.4.2"] {
            world.publish("halo2_proofs", version, "pasta_curves = \"0.6\"");
        }
        world.publish("pasta_curves", "0.5.1", "");
        world.publish("pasta_curves", "0.6.1", "");
        world.publish("orchard", "0.10.0", "halo2_proofs = \"0.3\"");
        world.publish("orchard", "0.15.0", "halo2_proofs = \"=0.4.0\"");
        world.publish("orchard", "0.16.0", "halo2_proofs = \"0.4\"");
        write_package(
            &world.path("fork"),
            "[package]\nname = \"halo2_proofs\"\nversion = \"0.4.1\"\nedition = \"2021\"\n\
             [features]\ndefault = [\"multicore\"]\nmulticore = []\nmixed-radix-ecfft = []\n\
             [dependencies]\npasta_curves = \"0.6\"\n[workspace]\n",
        );
        fs::create_dir_all(world.path("project/.cargo")).unwrap();
        fs::write(
            world.path("project/.cargo/config.toml"),
            "[source.crates-io]\nreplace-with = \"hollow\"\n\
             [source.hollow]\ndirectory = \"../registry\"\n",
        )
        .unwrap();
        world
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    fn publish(&self, name: &str, version: &str, dependencies: &str) {
        let folder = self.path("registry").join(format!("{name}-{version}"));
        write_package(
            &folder,
            &format!(
                "[package]\nname = \"{name}\"\nversion = \"{version}\"\nedition = \"2021\"\n\
                 [features]\ndefault = [\"multicore\"]\nmulticore = []\n\
                 [dependencies]\n{dependencies}\n"
            ),
        );
        let checksum = "0".repeat(64);
        fs::write(
            folder.join(".cargo-checksum.json"),
            format!("{{\"files\":{{}},\"package\":\"{checksum}\"}}"),
        )
        .unwrap();
    }

    /// Writes the project's manifest; `patch` goes after its dependencies.
    fn project(&self, dependencies: &str, patch: &str) {
        write_package(
            &self.path("project"),
            &format!(
                "[package]\nname = \"project\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\
                 [dependencies]\n{dependencies}\n{patch}\n[workspace]\n"
            ),
        );
    }

    fn cargo(&self) -> Command {
        cargo(&self.path("project"))
    }

    fn doctor(&self) -> Command {
        let mut program = program(self.0.path());
        program.args(["doctor", "project/Cargo.toml", "--offline"]);
        program
    }

    /// Exit status and report.
    fn report(&self) -> (Option<i32>, String) {
        let output = run(&mut self.doctor());
        let (out, err) = texts(&output);
        (output.status.code(), out + &err)
    }

    #[track_caller]
    fn is_well(&self) -> String {
        let (status, report) = self.report();
        assert_eq!(status, Some(0), "{report}");
        assert!(!report.contains("PROBLEM"), "{report}");
        report
    }

    #[track_caller]
    fn has_problem(&self, words: &str) -> String {
        let (status, report) = self.report();
        assert_eq!(status, Some(1), "{report}");
        let found = report
            .lines()
            .any(|line| line.starts_with("PROBLEM") && line.contains(words));
        assert!(found, "no problem says {words:?} in\n{report}");
        report
    }
}

#[test]
fn fork_with_its_feature_is_well() {
    let world = World::new();
    world.project(&format!("halo2_proofs = {WITH_FEATURE}"), PATCH);
    let report = world.is_well();
    for words in [
        "in force: halo2_proofs 0.4.1 from ",
        "mixed-radix-ecfft is on",
        "halo2_proofs 0.4.1; pasta_curves 0.6.1",
    ] {
        assert!(report.contains(words), "{report}");
    }
}

#[test]
fn feature_reaches_a_dependency_that_does_not_ask_for_it() {
    let world = World::new();
    world.project(
        &format!("halo2_proofs = {WITH_FEATURE}\norchard = \"0.16\""),
        PATCH,
    );
    world.is_well();
}

#[test]
fn feature_off_is_a_problem_with_its_remedy() {
    let world = World::new();
    world.project("orchard = \"0.16\"", PATCH);
    world.has_problem(
        "add `halo2_proofs = { version = \"0.4\", features = [\"mixed-radix-ecfft\"] }`",
    );
}

#[test]
fn feature_behind_a_feature_of_the_project() {
    let world = World::new();
    world.project(
        "halo2_proofs = { version = \"0.4\", optional = true }",
        &format!("[features]\nfast = [\"halo2_proofs/mixed-radix-ecfft\"]\n{PATCH}"),
    );
    world.has_problem("no halo2_proofs anywhere in the dependency graph");
    let output = run(world.doctor().args(["--features", "fast"]));
    assert!(output.status.success(), "{output:?}");
    let output = run(world.doctor().args(["--all-features"]));
    assert!(output.status.success(), "{output:?}");
}

impl World {
    /// Writes a member of a workspace below the project's folder.
    fn member(&self, name: &str, dependencies: &str) {
        write_package(
            &self.path("project").join(name),
            &format!(
                "[package]\nname = \"{name}\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\
                 [dependencies]\n{dependencies}\n"
            ),
        );
    }

    fn workspace(&self, members: &str) {
        fs::write(
            self.path("project/Cargo.toml"),
            format!("[workspace]\nresolver = \"2\"\nmembers = [{members}]\n{PATCH}"),
        )
        .unwrap();
    }

    /// The features of `halo2_proofs` in a build of one package alone, as cargo has them.
    fn built_features(&self, package: &str) -> String {
        let mut tree = self.cargo();
        tree.args(["tree", "--offline", "-e", "normal", "-f", "{p} {f}"]);
        succeeds(tree.args(["-p", package]))
    }
}

#[test]
fn feature_that_only_another_member_asks_for() {
    let world = World::new();
    world.workspace("\"a\", \"b\", \"c\"");
    world.member("a", "halo2_proofs = \"0.4\"");
    world.member("b", &format!("halo2_proofs = {WITH_FEATURE}"));
    world.member("c", "");
    assert!(!world.built_features("a").contains("mixed-radix-ecfft"));
    assert!(world.built_features("b").contains("mixed-radix-ecfft"));
    let words = "mixed-radix-ecfft is on only for b; a build of a alone runs upstream's code";
    world.has_problem(words);

    // Asked about one of them, the doctor answers for that one.
    let about = |member: &str| {
        let manifest = format!("project/{member}/Cargo.toml");
        let mut program = program(world.0.path());
        let output = run(program.args(["doctor", &manifest, "--offline"]));
        (output.status.code(), texts(&output).0)
    };
    let (status, report) = about("a");
    assert_eq!(status, Some(1), "{report}");
    assert!(report.contains(words), "{report}");
    let (status, report) = about("b");
    assert_eq!(status, Some(0), "{report}");
    let (status, report) = about("c");
    assert_eq!(status, Some(1), "{report}");
    let words = "on only for b; a build of c alone does not contain halo2_proofs";
    assert!(report.contains(words), "{report}");

    world.member("a", &format!("halo2_proofs = {WITH_FEATURE}"));
    world.is_well();
}

#[test]
fn feature_of_some_members_only() {
    let world = World::new();
    world.workspace("\"a\", \"b\"");
    world.member(
        "a",
        "halo2_proofs = \"0.4\"\n[features]\nfast = [\"halo2_proofs/mixed-radix-ecfft\"]",
    );
    world.member("b", "");
    world.has_problem("mixed-radix-ecfft is off");
    let output = run(world.doctor().args(["--features", "fast"]));
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn feature_that_only_tests_ask_for() {
    for kind in ["dev", "build"] {
        let world = World::new();
        let beside = format!("[{kind}-dependencies]\nhalo2_proofs = {WITH_FEATURE}");
        for own in ["halo2_proofs = \"0.4\"", ""] {
            world.project(&format!("{own}\n{beside}"), PATCH);
            world.has_problem("mixed-radix-ecfft is on only for tests, examples or build scripts");
        }
    }
}

/// A project whose lock file was written before it was patched.
fn patched_with_lock_held_at(version: &str) -> World {
    let world = World::new();
    world.project(&format!("halo2_proofs = \"={version}\""), "");
    succeeds(world.cargo().args(["generate-lockfile", "--offline"]));
    world.project("halo2_proofs = \"0.4\"", PATCH);
    world
}

#[test]
fn lock_that_holds_another_version_leaves_the_patch_unused() {
    for held in ["0.4.0", "0.4.2"] {
        let world = patched_with_lock_held_at(held);
        let remedy = format!("cargo update -p halo2_proofs@{held} --precise 0.4.1");
        let report = world.has_problem(&format!(
            "Cargo.lock holds stock halo2_proofs {held}, so the patch to 0.4.1 is silently \
             unused; run `{remedy}`"
        ));
        assert!(
            report.contains("mixed-radix-ecfft can only be on"),
            "{report}"
        );

        // The remedy, as printed, is one.
        succeeds(
            world
                .cargo()
                .args(remedy.split(' ').skip(1))
                .arg("--offline"),
        );
        world.has_problem("mixed-radix-ecfft is off");
        world.project(&format!("halo2_proofs = {WITH_FEATURE}"), PATCH);
        world.is_well();
    }
}

/// Before cargo has been run once, the lock file does not know of the patch; after that, it
/// lists the patch as unused. The diagnosis is the same.
#[test]
fn lock_that_knows_of_the_unused_patch() {
    let world = patched_with_lock_held_at("0.4.0");
    let (_, before) = world.report();
    assert!(
        before.contains("Cargo.lock is missing or out of date"),
        "{before}"
    );
    succeeds(
        world
            .cargo()
            .args(["metadata", "--offline", "--format-version=1"]),
    );
    let report = world.has_problem("so the patch to 0.4.1 is silently unused");
    assert!(!report.contains("out of date"), "{report}");
}

#[test]
fn no_patch_at_all() {
    let world = World::new();
    world.project("orchard = \"0.16\"", "");
    world.has_problem("is used by orchard and nothing patches it; add `halo2_proofs = { git =");
}

#[test]
fn dependency_that_insists_on_another_version() {
    let world = World::new();
    world.project("orchard = \"=0.15.0\"", PATCH);
    world.has_problem("because orchard 0.15.0 cannot take 0.4.1: update or replace it");
}

#[test]
fn second_copy_beside_the_fork() {
    let world = World::new();
    let both = format!("halo2_proofs = {WITH_FEATURE}\norchard = \"0.10\"");
    world.project(&both, PATCH);
    let report = world.has_problem(
        "stock halo2_proofs 0.3.2 is built beside the fork, because orchard 0.10.0 cannot take",
    );
    assert!(report.contains("in force: halo2_proofs 0.4.1"), "{report}");
    assert!(report.contains("halo2_proofs 0.3.2 and 0.4.1;"), "{report}");
}

#[test]
fn second_pasta_curves_is_noted() {
    let world = World::new();
    let both = format!("halo2_proofs = {WITH_FEATURE}\npasta_curves = \"0.5\"");
    world.project(&both, PATCH);
    let report = world.is_well();
    assert!(
        report.contains("pasta_curves 0.5.1 and 0.6.1: only points of the one"),
        "{report}"
    );
}

#[test]
fn foreign_copy_is_neither_stock_nor_fork() {
    let world = World::new();
    write_package(
        &world.path("foreign"),
        "[package]\nname = \"halo2_proofs\"\nversion = \"0.4.1\"\nedition = \"2021\"\n[workspace]\n",
    );
    world.project("halo2_proofs = { path = \"../foreign\" }", "");
    world.has_problem("which is neither crates.io nor this fork, and is used by project");
}

#[test]
fn single_thread_is_noted() {
    let world = World::new();
    world.project(
        "halo2_proofs = { version = \"0.4\", default-features = false, \
         features = [\"mixed-radix-ecfft\"] }",
        PATCH,
    );
    assert!(world
        .is_well()
        .contains("multicore is off: one thread only"));
}

#[test]
fn diagnosis_leaves_no_trace() {
    let world = World::new();
    world.project(&format!("halo2_proofs = {WITH_FEATURE}"), PATCH);
    let report = world.is_well();
    assert!(
        report.contains("Cargo.lock is missing or out of date"),
        "{report}"
    );
    assert!(!world.path("project/Cargo.lock").exists());

    succeeds(world.cargo().args(["generate-lockfile", "--offline"]));
    let lock = fs::read(world.path("project/Cargo.lock")).unwrap();
    assert!(!world.is_well().contains("out of date"));
    world.project(
        &format!("halo2_proofs = {WITH_FEATURE}\norchard = \"0.16\""),
        PATCH,
    );
    assert!(world.is_well().contains("out of date"));
    assert_eq!(fs::read(world.path("project/Cargo.lock")).unwrap(), lock);
}

#[test]
fn unreadable_projects_cannot_be_told() {
    let world = World::new();
    let (status, report) = world.report();
    assert_eq!(status, Some(2), "{report}");
    assert!(
        report.contains("cannot read project/Cargo.toml"),
        "{report}"
    );

    fs::write(world.path("project/Cargo.toml"), "[package\n").unwrap();
    let (status, report) = world.report();
    assert_eq!(status, Some(2), "{report}");
    assert!(report.contains("error: cargo cannot read "), "{report}");
}

#[test]
fn folder_stands_for_its_manifest() {
    let world = World::new();
    world.project(&format!("halo2_proofs = {WITH_FEATURE}"), PATCH);
    let output = run(program(world.0.path()).args(["doctor", "project", "--offline"]));
    assert!(output.status.success(), "{output:?}");
    let output = run(program(world.0.path()).args(["doctor", "registry", "--offline"]));
    assert_eq!(output.status.code(), Some(2));
    assert!(texts(&output).1.contains("no Cargo.toml in there"));
}

/// Cargo finds no graph, and its words come below ours.
#[track_caller]
fn refused_because(world: &World, words: &str) {
    let report = world.has_problem(words);
    let (ours, cargos) = report.split_once("\ncargo says:\n").unwrap();
    assert!(cargos.contains("error: failed to "), "{report}");
    assert_eq!(ours.lines().count(), 1, "{report}");
}

#[test]
fn refusal_for_want_of_the_patch() {
    let world = World::new();
    world.project(&format!("halo2_proofs = {WITH_FEATURE}"), "");
    refused_because(
        &world,
        "nothing patches halo2_proofs; add `halo2_proofs = {",
    );
    assert!(!world.path("project/Cargo.lock").exists());
}

#[test]
fn refusal_of_a_lock_that_holds_another_version() {
    for held in ["0.4.0", "0.4.2"] {
        let world = patched_with_lock_held_at(held);
        world.project(&format!("halo2_proofs = {WITH_FEATURE}"), PATCH);
        let remedy = "cargo update -p halo2_proofs --precise 0.4.1";
        refused_because(
            &world,
            &format!("stock halo2_proofs {held}, which has no mixed-radix-ecfft; run `{remedy}`"),
        );
        let mut update = world.cargo();
        succeeds(update.args(remedy.split(' ').skip(1)).arg("--offline"));
        world.is_well();
    }
}

#[test]
fn refusal_of_a_misspelt_feature() {
    for asked in [
        "mixed_radix_ecfft",
        "ecfft",
        "Mixed-Radix-ECFFT",
        "mixed-radix-fft",
    ] {
        let world = World::new();
        let dependency = format!("{{ version = \"0.4\", features = [\"{asked}\"] }}");
        world.project(&format!("halo2_proofs = {dependency}"), PATCH);
        refused_because(
            &world,
            &format!("no feature `{asked}`; did you mean `mixed-radix-ecfft`?"),
        );
    }
}

#[test]
fn refusal_of_a_foreign_feature_is_not_ours_to_explain() {
    let world = World::new();
    let dependency = "{ version = \"0.4\", features = [\"turbo\"] }";
    world.project(&format!("halo2_proofs = {dependency}"), PATCH);
    let (status, report) = world.report();
    assert_eq!(status, Some(2), "{report}");
    assert!(report.contains("with feature `turbo`"), "{report}");
}

#[test]
fn refusal_because_a_member_has_the_patch() {
    let world = World::new();
    world.workspace("\"a\"");
    fs::write(
        world.path("project/Cargo.toml"),
        "[workspace]\nresolver = \"2\"\nmembers = [\"a\"]\n",
    )
    .unwrap();
    let patch = PATCH.replace("../fork", "../../fork");
    world.member("a", &format!("halo2_proofs = {WITH_FEATURE}\n{patch}"));
    refused_because(&world, "move it to the workspace root's manifest, ");
    refused_because(&world, "/project/Cargo.toml");
}

#[test]
fn refusal_of_a_patch_that_names_a_workspace() {
    let world = World::new();
    fs::create_dir_all(world.path("repository")).unwrap();
    fs::write(
        world.path("repository/Cargo.toml"),
        "[workspace]\nmembers = [\"halo2_proofs\"]\n",
    )
    .unwrap();
    let patch = PATCH.replace("../fork", "../repository");
    world.project(&format!("halo2_proofs = {WITH_FEATURE}"), &patch);
    refused_because(&world, "append /halo2_proofs: `path = \"");
    refused_because(&world, "/repository/halo2_proofs\"`");
}

#[test]
fn refusal_of_a_requirement_that_excludes_the_fork() {
    for (asked, wanted) in [("0.3", "^0.3"), ("=0.4.0", "=0.4.0"), ("0.4.2", "^0.4.2")] {
        let world = World::new();
        let dependency = WITH_FEATURE.replace("\"0.4\"", &format!("\"{asked}\""));
        world.project(&format!("halo2_proofs = {dependency}"), PATCH);
        refused_because(
            &world,
            &format!("project wants halo2_proofs \"{wanted}\", which excludes the fork's 0.4.1"),
        );
    }
}

/// The real thing: the example project of this repository, on the real fork.
#[test]
fn example_project_is_well() {
    let manifest = repository().join("examples/consumer/Cargo.toml");
    let report = succeeds(program(&repository()).arg("doctor").arg(manifest));
    assert!(
        report.contains("in force") && report.contains("is on"),
        "{report}"
    );
    assert!(!report.contains("out of date"), "{report}");
}
