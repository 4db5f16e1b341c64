//! Hands the facts of this compilation to the crate, so that a worker can state how it was
//! built instead of the caller guessing it.

use std::{env, process::Command};

fn main() {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(rustc)
        .arg("--version")
        .output()
        .ok()
        .and_then(|output| String::from_utf8(output.stdout).ok())
        .unwrap_or_default();
    println!("cargo:rustc-env=WORKER_RUSTC={}", version.trim());

    for (fact, source) in [
        ("WORKER_TARGET", "TARGET"),
        ("WORKER_OPT_LEVEL", "OPT_LEVEL"),
        ("WORKER_RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS"),
    ] {
        println!(
            "cargo:rustc-env={fact}={}",
            env::var(source).unwrap_or_default()
        );
    }
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=RUSTFLAGS");
    println!("cargo:rerun-if-env-changed=CARGO_ENCODED_RUSTFLAGS");
}
