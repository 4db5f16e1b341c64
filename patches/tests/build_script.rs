//! The build script, in a package that has nothing else: a fork in miniature.
#![allow(clippy::unwrap_used)] // A test that cannot be set up must fail.

mod support;

use std::{fs, path::Path};

use support::{cargo, fails, pristine_copy, repository, run, succeeds, texts, write_package};

const VARIABLE: &str = "HALO2_PROOFS_UPSTREAM_DIR";

/// Writes the package; its `src/lib.rs` is one that no attribute is checked against.
fn fork_in_miniature(folder: &Path) {
    write_package(
        folder,
        &format!(
            "[package]\nname = \"miniature\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\
             [lib]\npath = \"lib.rs\"\n\
             [build-dependencies]\npatches = {{ path = {:?}, default-features = false }}\n[workspace]\n",
            repository().join("patches")
        ),
    );
    fs::remove_file(folder.join("src/lib.rs")).unwrap();
    fs::write(
        folder.join("build.rs"),
        "fn main() -> std::process::ExitCode {\n    patches::build_script(\"halo2_proofs\")\n}\n",
    )
    .unwrap();
    fs::write(
        folder.join("lib.rs"),
        "pub const ROOT: &str = include_str!(concat!(env!(\"OUT_DIR\"), \"/patched/src/lib.rs\"));\n\
         pub const DELTA: &str = include_str!(concat!(env!(\"PATCHED_DIR\"), \"/src/arithmetic.rs\"));\n",
    )
    .unwrap();
    fs::copy(repository().join("Cargo.lock"), folder.join("Cargo.lock")).unwrap();
}

fn build(folder: &Path) -> std::process::Command {
    let mut cargo = cargo(folder);
    cargo.args(["build", "--offline", "-v"]);
    cargo.env(
        "CARGO_TARGET_DIR",
        Path::new(env!("CARGO_TARGET_TMPDIR")).join("miniature"),
    );
    cargo
}

#[test]
fn builds_once_and_then_only_when_something_changed() {
    let folder = tempfile::tempdir().unwrap();
    let package = folder.path().join("package");
    fork_in_miniature(&package);
    let ran = |command: &mut std::process::Command| {
        let output = run(command);
        let (_, said) = texts(&output);
        assert!(output.status.success(), "{said}");
        said.contains("Running `") && said.contains("build-script-build`")
    };

    let copy = folder.path().join("copy");
    pristine_copy(patches::pins::find("halo2_proofs").unwrap(), &copy);
    assert!(ran(&mut build(&package)), "the first time");
    assert!(!ran(&mut build(&package)), "nothing changed");
    assert!(ran(build(&package).env(VARIABLE, &copy)), "another source");
    assert!(
        !ran(build(&package).env(VARIABLE, &copy)),
        "nothing changed"
    );

    fs::write(copy.join("README.md"), "edited").unwrap();
    let said = fails(build(&package).env(VARIABLE, &copy));
    assert!(
        said.contains("The fork of halo2_proofs cannot be built."),
        "{said}"
    );
    assert!(
        said.contains("README.md is not the published file"),
        "{said}"
    );

    fs::create_dir_all(package.join("src")).unwrap();
    fs::write(
        package.join("src/lib.rs"),
        "//! Misses upstream's attributes.\n",
    )
    .unwrap();
    let said = fails(&mut build(&package));
    assert!(
        said.contains("must repeat upstream's attribute #![cfg_attr(docsrs"),
        "{said}"
    );
}

/// What a build pays for: nothing but a hash function and a parser.
#[test]
fn build_dependencies_are_few() {
    let tree = succeeds(cargo(&repository()).args([
        "tree",
        "--locked",
        "-p",
        "patches",
        "--no-default-features",
        "-e",
        "normal,build",
        "--prefix",
        "none",
        "--format",
        "{p}",
    ]));
    let names: Vec<&str> = tree
        .lines()
        .filter_map(|line| line.split(' ').next())
        .collect();
    let allowed = [
        "patches",
        "blake2b_simd",
        "arrayref",
        "arrayvec",
        "constant_time_eq",
        "tinyjson",
        "cfg-if",
        "cpufeatures",
        "libc",
    ];
    assert!(names.iter().all(|name| allowed.contains(name)), "{names:?}");
}
