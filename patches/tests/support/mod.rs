//! What the tests share: programs to run, folders to run them in.
#![allow(dead_code, clippy::unwrap_used)] // Each test binary takes what it needs.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use patches::{locate, locate::Source, Pin};

pub(crate) fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .to_path_buf()
}

/// Upstream's crate, as cargo has it.
pub(crate) fn pristine(pin: &Pin) -> Source {
    let scratch = tempfile::tempdir().unwrap();
    locate::locate(pin, scratch.path(), &repository()).unwrap_or_else(|error| panic!("{error}"))
}

/// A copy of the pinned files of upstream's crate, which a test may edit.
pub(crate) fn pristine_copy(pin: &Pin, to: &Path) {
    let tree = patches::verify::read_verified(pin, &pristine(pin)).unwrap();
    patches::materialise::write_tree(&tree, to).unwrap();
}

/// Cargo as a person would run it in `folder`, without what the outer cargo tells its tests.
pub(crate) fn cargo(folder: &Path) -> Command {
    clean(Command::new(env!("CARGO")), folder)
}

/// The program under test.
pub(crate) fn program(folder: &Path) -> Command {
    clean(Command::new(env!("CARGO_BIN_EXE_patches")), folder)
}

fn clean(mut command: Command, folder: &Path) -> Command {
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG") || text.starts_with("CARGO_MANIFEST") {
            command.env_remove(&name);
        }
    }
    command
        .env_remove("HALO2_PROOFS_UPSTREAM_DIR")
        .current_dir(folder);
    command
}

pub(crate) fn run(command: &mut Command) -> Output {
    command
        .output()
        .unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

#[track_caller]
pub(crate) fn succeeds(command: &mut Command) -> String {
    let output = run(command);
    let (out, err) = texts(&output);
    assert!(output.status.success(), "{command:?}\n{out}\n{err}");
    out
}

#[track_caller]
pub(crate) fn fails(command: &mut Command) -> String {
    let output = run(command);
    let (out, err) = texts(&output);
    assert!(!output.status.success(), "{command:?}\n{out}\n{err}");
    err
}

pub(crate) fn texts(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

/// Writes a package without dependencies on anything outside of it.
pub(crate) fn write_package(folder: &Path, manifest: &str) {
    fs::create_dir_all(folder.join("src")).unwrap();
    fs::write(folder.join("Cargo.toml"), manifest).unwrap();
    fs::write(folder.join("src/lib.rs"), "").unwrap();
}
