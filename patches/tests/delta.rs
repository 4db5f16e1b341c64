//! What people are given: the delta as one diff, and the patched source as a folder.
#![allow(clippy::unwrap_used)] // A test that cannot be set up must fail.

mod support;

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
};

use patches::{locate::Source, materialise::patched_tree, pins, verify::Tree};
use support::{
    cargo, fails, pristine_copy, program, repository, run, succeeds, texts, write_package,
};

fn read_tree(folder: &Path, tree: &Tree) -> Tree {
    tree.keys()
        .map(|path| (path.clone(), fs::read(folder.join(path)).unwrap()))
        .collect()
}

#[test]
fn shown_delta_turns_upstream_into_the_fork() {
    let folder = tempfile::tempdir().unwrap();
    let diff = folder.path().join("delta.diff");
    fs::write(&diff, succeeds(program(folder.path()).arg("show"))).unwrap();

    for pin in pins::ALL {
        for (tool, arguments) in [
            ("git", ["apply", "--verbose"].as_slice()),
            ("patch", &["-p1", "--fuzz=0", "-i"]),
        ] {
            let crate_folder = folder.path().join(tool);
            pristine_copy(pin, &crate_folder);
            let expected = patched_tree(pin, &Source::Override(crate_folder.clone())).unwrap();
            succeeds(
                Command::new(tool)
                    .args(arguments)
                    .arg(&diff)
                    .current_dir(&crate_folder),
            );
            let found = read_tree(&crate_folder, &expected);
            let differs = expected.keys().find(|path| expected[*path] != found[*path]);
            assert_eq!(differs, None, "{tool}");
        }
    }
}

#[test]
fn unknown_crate_has_no_delta() {
    let said = fails(program(&repository()).args(["show", "serde"]));
    assert_eq!(said, "error: no fork of a crate `serde` is kept here\n");
}

#[test]
fn folders_in_use_are_not_written_to() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    for command in ["export", "stubs"] {
        let said = fails(program(folder.path()).args([command, "."]));
        assert_eq!(said, "error: . is not empty; name a new folder\n");
    }
}

/// The exported folder, moved away, builds as a path patch, offline, with the feature on, and
/// without ever looking for upstream.
#[test]
fn export_builds_on_its_own_without_network() {
    // Whatever the consumer below needs is in our own lock file; have it in the cache.
    succeeds(cargo(&repository()).args(["fetch", "--locked"]));
    let folder = tempfile::tempdir().unwrap();
    let said = succeeds(program(folder.path()).args(["export", "first"]));
    assert!(
        said.contains("features = [\"mixed-radix-ecfft\"]"),
        "{said}"
    );
    fs::rename(folder.path().join("first"), folder.path().join("moved")).unwrap();

    let consumer = folder.path().join("consumer");
    write_package(
        &consumer,
        "[package]\nname = \"consumer\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\
         [dependencies]\nhalo2_proofs = { version = \"0.4\", features = [\"mixed-radix-ecfft\"] }\n\
         [patch.crates-io]\nhalo2_proofs = { path = \"../moved/halo2_proofs\" }\n",
    );
    fs::copy(repository().join("Cargo.lock"), consumer.join("Cargo.lock")).unwrap();
    succeeds(
        cargo(&consumer)
            .args(["check", "--offline"])
            .env(
                "CARGO_TARGET_DIR",
                Path::new(env!("CARGO_TARGET_TMPDIR")).join("export"),
            )
            .env("HALO2_PROOFS_UPSTREAM_DIR", "/nonexistent"),
    );
    let report = succeeds(program(&consumer).args(["doctor", "Cargo.toml", "--offline"]));
    assert!(
        report.contains("in force") && report.contains("mixed-radix-ecfft is on"),
        "{report}"
    );

    let tree = succeeds(cargo(&folder.path().join("moved")).args([
        "metadata",
        "--offline",
        "--format-version=1",
        "--no-deps",
    ]));
    assert!(!tree.contains("custom-build"), "nothing runs at build time");
}

#[test]
fn stubs_name_the_command_that_vendors_them() {
    let folder = tempfile::tempdir().unwrap();
    let said = succeeds(program(folder.path()).args(["stubs", "stubs"]));
    let manifest = folder
        .path()
        .canonicalize()
        .unwrap()
        .join("stubs/halo2_proofs/Cargo.toml");
    assert!(
        said.contains(&format!("cargo vendor --sync {}", manifest.display())),
        "{said}"
    );
    assert!(manifest.is_file());
    assert!(
        said.starts_with("For a project that patches by `path`")
            && said.contains("With a `git` patch, a plain `cargo vendor` will do")
            && said.contains("HALO2_PROOFS_UPSTREAM_DIR"),
        "{said}"
    );
}

#[test]
fn show_bears_a_reader_that_has_seen_enough() {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut show = program(&repository());
    let output = run(show.arg("show").stdout(writer).stderr(Stdio::piped()));
    assert!(output.status.success(), "{output:?}");
    assert_eq!(texts(&output).1, "");
}
