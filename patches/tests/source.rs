//! Where upstream comes from and whether it is trusted: the override variable, cargo's cache,
//! no network. The program's `export` goes the way that a build script goes.
#![allow(clippy::unwrap_used)] // A test that cannot be set up must fail.

mod support;

use std::{fs, path::Path};

use patches::{
    locate::Source,
    materialise::patched_tree,
    pins,
    verify::{digest, read_verified},
    PatchFile, Pin,
};
use support::{fails, pristine, pristine_copy, program, succeeds};

const VARIABLE: &str = "HALO2_PROOFS_UPSTREAM_DIR";

fn pin() -> &'static Pin {
    pins::find("halo2_proofs").unwrap()
}

#[test]
fn override_with_a_pristine_copy_is_taken() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy");
    pristine_copy(pin(), &copy);
    succeeds(
        program(folder.path())
            .args(["export", "out"])
            .env(VARIABLE, &copy)
            // Cargo must not even be asked.
            .env("CARGO", "/nonexistent"),
    );
    let exported = fs::read_to_string(folder.path().join("out/halo2_proofs/src/arithmetic.rs"));
    assert!(exported.unwrap().contains("ecfft_backend"));
    let original = fs::read_to_string(copy.join("src/arithmetic.rs")).unwrap();
    assert!(
        !original.contains("ecfft_backend"),
        "the source is only read"
    );
}

#[test]
fn override_with_an_edited_copy_names_the_file_and_the_pin() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy");
    pristine_copy(pin(), &copy);
    let file = copy.join("src/poly/domain.rs");
    let edited = fs::read_to_string(&file).unwrap() + "\n";
    fs::write(&file, &edited).unwrap();

    let said = fails(
        program(folder.path())
            .args(["export", "out"])
            .env(VARIABLE, &copy),
    );
    assert!(
        said.contains(&format!("{} is not the published file", file.display())),
        "{said}"
    );
    assert!(
        said.contains("pinned in patches/halo2_proofs/upstream.b2sum"),
        "{said}"
    );
    assert!(said.contains(&digest(edited.as_bytes())), "{said}");
    assert!(
        said.contains("HALO2_PROOFS_UPSTREAM_DIR must name an unmodified"),
        "{said}"
    );
    assert!(!folder.path().join("out").exists());
}

#[test]
fn override_with_a_missing_file_names_it() {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy");
    pristine_copy(pin(), &copy);
    let file = copy.join("src/dev/cost.rs");
    fs::remove_file(&file).unwrap();
    let said = fails(
        program(folder.path())
            .args(["export", "out"])
            .env(VARIABLE, &copy),
    );
    assert!(said.contains(&file.display().to_string()), "{said}");
}

#[test]
fn override_that_is_no_crate_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let said = fails(
        program(folder.path())
            .args(["export", "out"])
            .env(VARIABLE, folder.path()),
    );
    assert!(
        said.contains("HALO2_PROOFS_UPSTREAM_DIR is set to "),
        "{said}"
    );
    assert!(said.contains("which has no Cargo.toml"), "{said}");
}

#[test]
fn override_that_is_relative_or_one_folder_off_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().canonicalize().unwrap();
    let refusal = |value: &Path| fails(program(&root).args(["export", "out"]).env(VARIABLE, value));
    let relative = format!("A relative path is taken from {};", root.display());
    let said = refusal(Path::new("elsewhere"));
    assert!(said.contains(&relative), "{said}");
    assert!(!said.contains("may have meant"), "{said}");

    let unpacked = root.join("vendor/halo2_proofs-0.4.1");
    fs::create_dir_all(&unpacked).unwrap();
    fs::write(unpacked.join("Cargo.toml"), "").unwrap();
    let hint = format!("You may have meant {}.", unpacked.display());
    let said = refusal(Path::new("vendor"));
    assert!(said.contains(&relative) && said.contains(&hint), "{said}");
    let said = refusal(&root.join("vendor"));
    assert!(said.contains(&hint), "{said}");
    assert!(!said.contains("relative"), "{said}");
}

#[test]
fn offline_with_nothing_cached_says_so_and_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let said = fails(
        program(folder.path())
            .args(["export", "out"])
            .env("CARGO_HOME", folder.path().join("empty"))
            .env("CARGO_NET_OFFLINE", "true"),
    );
    for words in [
        "halo2_proofs 0.4.1 is not in cargo's cache, and CARGO_NET_OFFLINE forbids to download it.",
        "build once with network access",
        "unpack halo2_proofs-0.4.1.crate, and set HALO2_PROOFS_UPSTREAM_DIR to the folder",
        "pinned in patches/halo2_proofs/upstream.lock",
        "`cargo metadata --locked --offline` in ",
    ] {
        assert!(said.contains(words), "missing {words:?} in\n{said}");
    }
}

/// Cargo finds the crate where the project's own configuration says, with nothing in its cache.
#[test]
fn vendored_copy_is_taken() {
    let folder = tempfile::tempdir().unwrap();
    let vendored = folder.path().join("vendor/halo2_proofs");
    pristine_copy(pin(), &vendored);
    fs::write(
        vendored.join(".cargo-checksum.json"),
        format!(
            "{{\"files\":{{}},\"package\":\"{}\"}}",
            pin().checksum().unwrap()
        ),
    )
    .unwrap();
    fs::create_dir(folder.path().join(".cargo")).unwrap();
    fs::write(
        folder.path().join(".cargo/config.toml"),
        "[source.crates-io]\nreplace-with = \"vendored\"\n[source.vendored]\ndirectory = \"vendor\"\n",
    )
    .unwrap();
    let export = |to: &str| {
        let mut program = program(folder.path());
        program
            .args(["export", to])
            .env("CARGO_NET_OFFLINE", "true");
        program.env("CARGO_HOME", folder.path().join("empty"));
        program
    };
    succeeds(&mut export("first"));

    // An archive other than the pinned one is refused by cargo itself.
    fs::write(
        vendored.join(".cargo-checksum.json"),
        format!("{{\"files\":{{}},\"package\":\"{}\"}}", "0".repeat(64)),
    )
    .unwrap();
    let said = fails(&mut export("second"));
    assert!(
        said.contains("checksum for `halo2_proofs v0.4.1` changed between lock files"),
        "{said}"
    );
    assert!(
        said.contains("pinned in patches/halo2_proofs/upstream.lock"),
        "{said}"
    );
}

#[test]
fn edited_cache_of_cargo_is_told_from_a_wrong_override() {
    let folder = tempfile::tempdir().unwrap();
    pristine_copy(pin(), folder.path());
    fs::write(folder.path().join("README.md"), "edited").unwrap();
    let source = Source::Cargo(folder.path().to_path_buf());
    let said = read_verified(pin(), &source).unwrap_err().to_string();
    assert!(
        said.contains("README.md is not the published file"),
        "{said}"
    );
    assert!(
        said.contains(&format!(
            "Delete {}: cargo unpacks",
            folder.path().display()
        )),
        "{said}"
    );
}

#[test]
fn list_of_digests_may_not_leave_the_crate() {
    const OUTSIDE: &str = concat!(
        "0000000000000000000000000000000000000000000000000000000000000000",
        "  src/../../secret\n"
    );
    let pin = Pin {
        sums: OUTSIDE,
        ..*pin()
    };
    let said = read_verified(&pin, &Source::Cargo(".".into()))
        .unwrap_err()
        .to_string();
    assert!(
        said.starts_with("patches/halo2_proofs/upstream.b2sum: not a digest and a path"),
        "{said}"
    );
}

#[test]
fn lock_must_pin_this_crate() {
    let pin = Pin {
        lock: "version = 4\n",
        ..*pin()
    };
    assert_eq!(
        pin.version().unwrap_err().to_string(),
        "patches/halo2_proofs/upstream.lock: must hold exactly one package with a checksum, \
         and that must be halo2_proofs"
    );
}

#[test]
fn patch_that_does_not_fit_upstream_is_named() {
    const MISFIT: &[PatchFile] = &[PatchFile {
        path: "patches/halo2_proofs/misfit.patch",
        text: "--- a/src/multicore.rs\n+++ b/src/multicore.rs\n@@ -1,2 +1,3 @@\n no such line\n+x\n no\n",
    }];
    let pin = Pin {
        patches: MISFIT,
        ..*pin()
    };
    let said = patched_tree(&pin, &pristine(&pin)).unwrap_err().to_string();
    assert!(
        said.starts_with(
            "patches/halo2_proofs/misfit.patch, hunk 1: does not fit src/multicore.rs at upstream line 1\n"
        ),
        "{said}"
    );
}

#[test]
fn patch_of_an_unpinned_file_is_named() {
    const STRAY: &[PatchFile] = &[PatchFile {
        path: "patches/halo2_proofs/stray.patch",
        text: "--- a/Cargo.lock\n+++ b/Cargo.lock\n@@ -1,2 +1,3 @@\n a\n+x\n b\n",
    }];
    let pin = Pin {
        patches: STRAY,
        ..*pin()
    };
    let said = patched_tree(&pin, &pristine(&pin)).unwrap_err().to_string();
    assert_eq!(
        said,
        "patches/halo2_proofs/stray.patch: Cargo.lock is no text file of halo2_proofs"
    );
}

#[test]
fn two_patches_of_one_file_are_refused() {
    let mut twice = pin().patches.to_vec();
    twice.push(twice[0]);
    let pin = Pin {
        patches: twice.leak(),
        ..*pin()
    };
    let said = patched_tree(&pin, &pristine(&pin)).unwrap_err().to_string();
    assert_eq!(
        said,
        "patches/halo2_proofs/arithmetic.patch: another patch already changes src/arithmetic.rs"
    );
}
