//! What the features pull into a build, read off cargo's own resolution.

use std::{collections::BTreeSet, path::Path, process::Command};

/// Names of all packages that a build of the fork compiles, build scripts included.
fn packages(features: &[&str]) -> BTreeSet<String> {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
    let output = Command::new(env!("CARGO"))
        .args([
            "tree",
            "--locked",
            "--edges=normal,build",
            "--prefix=none",
            "--format={p}",
        ])
        .args([
            "--package=halo2_proofs",
            "--target=all",
            "--no-default-features",
            "--features",
        ])
        .arg(features.join(","))
        .arg("--manifest-path")
        .arg(manifest)
        .output()
        .expect("cargo runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let lines = String::from_utf8(output.stdout).expect("cargo writes UTF-8");
    lines
        .lines()
        .filter_map(|line| line.split(' ').next())
        .map(str::to_owned)
        .collect()
}

fn holds_a_thread_pool(packages: &BTreeSet<String>) -> bool {
    packages
        .iter()
        .any(|name| name == "rayon" || name == "rayon-core")
}

#[test]
fn no_thread_pool_without_multicore() {
    for features in [
        &["mixed-radix-ecfft"][..],
        &[
            "mixed-radix-ecfft",
            "batch",
            "nightly",
            "gadget-traces",
            "dev-graph",
        ],
        &["batch"],
    ] {
        let packages = packages(features);
        assert!(packages.contains("pasta_curves"), "{packages:?}");
        assert!(
            !holds_a_thread_pool(&packages),
            "{features:?}: {packages:?}"
        );
    }
    assert!(
        holds_a_thread_pool(&packages(&["multicore"])),
        "the test sees a pool if there is one"
    );
}

#[test]
fn backend_comes_with_the_feature_only() {
    assert!(!packages(&["batch", "multicore"]).contains("ecfft_backend"));
    assert!(packages(&["mixed-radix-ecfft"]).contains("ecfft_backend"));
}

/// `multicore` alone must not bring the backend in, but must reach it when it is there.
#[test]
fn backend_takes_part_in_multicore() {
    let manifest = include_str!("../Cargo.toml");
    assert!(manifest.contains("\"ecfft_backend?/multicore\""));
}
