//! The stock twin must differ from the workspace in `halo2_proofs` alone: same versions in the
//! lock files, same release profile.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use serde::Deserialize;
use toml::{Table, Value};

const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

#[derive(Deserialize)]
struct Lock {
    package: Vec<Locked>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct Locked {
    name: String,
    version: String,
    source: Option<String>,
    checksum: Option<String>,
}

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn twin() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("stock")
}

fn read<T: for<'de> Deserialize<'de>>(path: &Path) -> Result<T> {
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    toml::from_str(&text).with_context(|| path.display().to_string())
}

fn locked(folder: &Path) -> Result<Vec<Locked>> {
    Ok(read::<Lock>(&folder.join("Cargo.lock"))?.package)
}

fn halo2(packages: &[Locked]) -> Vec<&Locked> {
    packages
        .iter()
        .filter(|package| package.name == "halo2_proofs")
        .collect()
}

#[test]
fn both_locks_name_the_same_versions() -> Result<()> {
    let outer = locked(&workspace())?;
    let mut of_outer = BTreeMap::<_, BTreeSet<_>>::new();
    for package in &outer {
        let versions = of_outer.entry(&package.name).or_default();
        versions.insert((&package.version, &package.checksum));
    }

    let inner = locked(&twin())?;
    let own = ["halo2_proofs", "orchard-bench-stock"];
    let shared = inner
        .iter()
        .filter(|package| !own.contains(&package.name.as_str()));
    for package in shared {
        let versions = of_outer.get(&package.name);
        let same = (&package.version, &package.checksum);
        assert!(
            versions.is_some_and(|versions| versions.contains(&same)),
            "{} {} of the stock twin is not in the workspace's lock, which has {versions:?}; \
             copy Cargo.lock over orchard-bench/stock/Cargo.lock and let cargo prune it",
            package.name,
            package.version
        );
    }
    Ok(())
}

#[test]
fn the_twin_takes_halo2_from_the_registry_and_the_workspace_does_not() -> Result<()> {
    let (inner, outer) = (locked(&twin())?, locked(&workspace())?);
    let (stock, fork) = (halo2(&inner), halo2(&outer));
    assert_eq!(stock.len(), 1);
    assert_eq!(fork.len(), 1);
    assert_eq!(stock[0].source.as_deref(), Some(REGISTRY));
    assert_eq!(fork[0].source, None);
    assert_eq!(stock[0].version, fork[0].version);
    Ok(())
}

#[test]
fn the_twin_has_no_patch_and_the_same_release_profile() -> Result<()> {
    let inner: Table = read(&twin().join("Cargo.toml"))?;
    let outer: Table = read(&workspace().join("Cargo.toml"))?;
    assert!(!inner.contains_key("patch"));
    assert_eq!(release_profile(&inner), release_profile(&outer));
    Ok(())
}

fn release_profile(manifest: &Table) -> Option<&Value> {
    manifest.get("profile")?.get("release")
}
