//! What exactly is compared: packages, features and builds of both sides.
//!
//! Cargo is asked for the resolved graphs and the workers for their own builds. A comparison is
//! refused unless the two sides differ in `halo2_proofs` alone.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use anyhow::{bail, ensure, Context, Result};
use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, PackageId};
use orchard_bench_worker::identity::{Build, Identity};
use serde::Serialize;

use crate::{
    twin,
    variant::{Pair, Variant},
};

const HALO2: &str = "halo2_proofs";
pub(crate) const FEATURE: &str = "mixed-radix-ecfft";

/// Packages that the report names; the comparison covers all.
const NAMED: [&str; 6] = [
    "orchard",
    "halo2_gadgets",
    HALO2,
    "ecfft_backend",
    "pasta_curves",
    "rayon",
];

/// One package of a resolved graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    /// `crates.io`, a folder of this workspace, or what cargo calls the source.
    pub(crate) source: String,
    /// Features that cargo resolved for the workspace.
    pub(crate) features: Vec<String>,
}

/// The packages that one side is linked from.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    packages: Vec<Package>,
}

/// Both sides, found comparable.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Provenance {
    pub(crate) packages: Pair<Vec<Package>>,
    /// Equal on both sides.
    pub(crate) build: Build,
}

impl Provenance {
    /// # Errors
    /// If the two sides differ in more than `halo2_proofs`, or not in that.
    pub(crate) fn establish(graphs: &Pair<Graph>, identities: &Pair<Identity>) -> Result<Self> {
        graphs.stock.expect_stock()?;
        graphs.patched.expect_fork()?;
        expect_same_versions(graphs)?;
        expect_same_build(&identities.stock.build, &identities.patched.build)?;
        Ok(Provenance {
            packages: Pair {
                stock: graphs.stock.named(),
                patched: graphs.patched.named(),
            },
            build: identities.patched.build.clone(),
        })
    }

    /// The one package called `name` on that side.
    pub(crate) fn package(&self, variant: Variant, name: &str) -> Option<&Package> {
        self.packages
            .get(variant)
            .iter()
            .find(|package| package.name == name)
    }
}

/// The graph of the package with this manifest, and its workspace's target folder.
pub(crate) fn resolve(manifest: &Path) -> Result<(Graph, PathBuf)> {
    let metadata = MetadataCommand::new()
        .cargo_path(twin::cargo())
        .manifest_path(manifest)
        .other_options(vec![
            "--locked".to_owned(),
            // Other platforms' packages need not even be downloaded.
            format!("--filter-platform={}", Build::current().target),
        ])
        .exec()
        .with_context(|| format!("cargo cannot resolve {}", manifest.display()))?;
    let target = metadata.target_directory.clone().into_std_path_buf();
    Ok((Graph::of(&metadata)?, target))
}

impl Graph {
    fn of(metadata: &Metadata) -> Result<Self> {
        let resolve = metadata
            .resolve
            .as_ref()
            .context("cargo gave no resolved graph")?;
        let nodes: BTreeMap<_, _> = resolve.nodes.iter().map(|node| (&node.id, node)).collect();
        let root = resolve.root.as_ref().context("the graph has no root")?;

        let mut reached = BTreeSet::<&PackageId>::new();
        let mut waiting = vec![root];
        while let Some(id) = waiting.pop() {
            if !reached.insert(id) {
                continue;
            }
            let linked = nodes[id].deps.iter().filter(|dependency| {
                let mut kinds = dependency.dep_kinds.iter();
                kinds.any(|kind| kind.kind == DependencyKind::Normal)
            });
            waiting.extend(linked.map(|dependency| &dependency.pkg));
        }

        let packages = reached
            .into_iter()
            .filter(|id| *id != root)
            .map(|id| {
                let package = &metadata[id];
                let features = nodes[id].features.iter().map(ToString::to_string);
                Package {
                    name: package.name.to_string(),
                    version: package.version.to_string(),
                    source: source(package, metadata),
                    features: features.collect(),
                }
            })
            .collect();
        Ok(Graph { packages })
    }

    fn named(&self) -> Vec<Package> {
        NAMED
            .iter()
            .flat_map(|name| self.packages.iter().filter(move |p| p.name == *name))
            .cloned()
            .collect()
    }

    fn halo2(&self) -> Result<&Package> {
        let mut found = self.packages.iter().filter(|p| p.name == HALO2);
        match (found.next(), found.next()) {
            (Some(only), None) => Ok(only),
            (None, _) => bail!("the graph has no {HALO2}"),
            (Some(a), Some(b)) => bail!(
                "the graph has two {HALO2}: {} from {} and {} from {}",
                a.version,
                a.source,
                b.version,
                b.source
            ),
        }
    }

    fn expect_stock(&self) -> Result<()> {
        let halo2 = self.halo2()?;
        ensure!(
            halo2.source == "crates.io",
            "the stock twin takes {HALO2} from {}, not from crates.io",
            halo2.source
        );
        Ok(())
    }

    fn expect_fork(&self) -> Result<()> {
        let halo2 = self.halo2()?;
        ensure!(
            halo2.source == HALO2,
            "the fork is not in force: {HALO2} comes from {}",
            halo2.source
        );
        ensure!(
            halo2.features.iter().any(|feature| feature == FEATURE),
            "the fork is in force, but its feature {FEATURE} is off"
        );
        Ok(())
    }
}

fn source(package: &cargo_metadata::Package, metadata: &Metadata) -> String {
    match &package.source {
        Some(source) if source.is_crates_io() => "crates.io".to_owned(),
        Some(source) => source.repr.clone(),
        None => {
            let folder = package.manifest_path.parent();
            folder
                .map(|folder| {
                    folder
                        .strip_prefix(&metadata.workspace_root)
                        .unwrap_or(folder)
                })
                .map_or_else(String::new, ToString::to_string)
        }
    }
}

fn expect_same_versions(graphs: &Pair<Graph>) -> Result<()> {
    let of_patched: BTreeSet<_> = graphs
        .patched
        .packages
        .iter()
        .map(|package| (&package.name, &package.version))
        .collect();
    let foreign: Vec<_> = graphs
        .stock
        .packages
        .iter()
        .filter(|package| !of_patched.contains(&(&package.name, &package.version)))
        .map(|package| format!("{} {}", package.name, package.version))
        .collect();
    ensure!(
        foreign.is_empty(),
        "the two lock files disagree; only the stock twin is linked with {}",
        foreign.join(", ")
    );
    Ok(())
}

fn expect_same_build(stock: &Build, patched: &Build) -> Result<()> {
    if stock == patched {
        return Ok(());
    }
    bail!("the two sides were not built alike:\nstock   {stock:?}\npatched {patched:?}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, version: &str, source: &str, features: &[&str]) -> Package {
        Package {
            name: name.to_owned(),
            version: version.to_owned(),
            source: source.to_owned(),
            features: features.iter().map(ToString::to_string).collect(),
        }
    }

    fn comparable() -> Pair<Graph> {
        let ff = package("ff", "0.14.0", "crates.io", &[]);
        let stock = package(HALO2, "0.4.1", "crates.io", &["batch"]);
        let fork = package(HALO2, "0.4.1", HALO2, &["batch", FEATURE]);
        Pair {
            stock: Graph {
                packages: vec![ff.clone(), stock],
            },
            patched: Graph {
                packages: vec![fork, ff],
            },
        }
    }

    fn identity() -> Identity {
        Identity {
            build: Build::current(),
            threads: 1,
        }
    }

    fn establish(graphs: &Pair<Graph>) -> Result<Provenance> {
        let identities = Pair {
            stock: identity(),
            patched: identity(),
        };
        Provenance::establish(graphs, &identities)
    }

    #[track_caller]
    fn refused(graphs: &Pair<Graph>, reason: &str) {
        let error = establish(graphs).expect_err(reason).to_string();
        assert!(error.contains(reason), "{error}");
    }

    #[test]
    fn sides_that_differ_in_the_fork_alone_are_comparable() -> Result<()> {
        let provenance = establish(&comparable())?;
        let fork = provenance.package(Variant::Patched, HALO2);
        assert_eq!(fork.map(|p| p.source.as_str()), Some(HALO2));
        Ok(())
    }

    #[test]
    fn a_fork_that_is_not_in_force_is_refused() {
        let mut graphs = comparable();
        graphs.patched.packages[0].source = "crates.io".to_owned();
        refused(&graphs, "not in force");
    }

    #[test]
    fn a_feature_that_is_off_is_refused() {
        let mut graphs = comparable();
        graphs.patched.packages[0].features.pop();
        refused(&graphs, "is off");
    }

    #[test]
    fn a_patched_twin_is_refused() {
        let mut graphs = comparable();
        graphs.stock.packages[1].source = HALO2.to_owned();
        refused(&graphs, "not from crates.io");
    }

    #[test]
    fn two_copies_of_halo2_are_refused() {
        let mut graphs = comparable();
        let second = package(HALO2, "0.3.0", "crates.io", &[]);
        graphs.stock.packages.push(second);
        refused(&graphs, "two halo2_proofs");
    }

    #[test]
    fn another_version_of_anything_is_refused() {
        let mut graphs = comparable();
        graphs.stock.packages[0].version = "0.14.1".to_owned();
        refused(&graphs, "ff 0.14.1");
    }

    #[test]
    fn another_way_of_building_is_refused() {
        let mut identities = Pair {
            stock: identity(),
            patched: identity(),
        };
        identities.stock.build.opt_level.push('9');
        let error = Provenance::establish(&comparable(), &identities)
            .expect_err("unequal builds")
            .to_string();
        assert!(error.contains("not built alike"), "{error}");
    }

    #[test]
    fn this_very_workspace_is_comparable() -> Result<()> {
        let graphs = Pair {
            stock: resolve(&twin::manifest())?.0,
            patched: resolve(&twin::own_manifest())?.0,
        };
        establish(&graphs).map(drop)
    }
}
