//! The patched crates as a folder that stands on its own: to be read, or to be built as a
//! `path` patch where nothing can be downloaded. It needs neither this repository nor a build
//! script. Our own crates that the patched manifests point to go with them, in the same
//! relative places, under a workspace manifest made from ours.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::{bail, Context as _};
use patches::{
    locate,
    materialise::{patched_tree, write_tree},
    pins,
};
use toml_edit::{Array, DocumentMut, Item, TableLike};

pub(super) fn run(folder: &Path) -> anyhow::Result<()> {
    super::require_empty(folder)?;
    let repository = repository()?;
    let scratch = tempfile::tempdir()?;
    let here = std::env::current_dir()?;

    let mut members = Vec::new();
    for pin in pins::ALL {
        let source = locate::locate(pin, scratch.path(), &here)?;
        let tree = patched_tree(pin, &source)?;
        let manifest = String::from_utf8(tree["Cargo.toml"].clone())?;
        write_tree(&tree, &folder.join(pin.name))?;
        members.push(pin.name.to_owned());
        for sibling in siblings(&manifest)? {
            if !members.contains(&sibling) && pins::find(&sibling).is_err() {
                copy_folder(&repository.join(&sibling), &folder.join(&sibling))?;
                members.push(sibling);
            }
        }
    }

    let manifest = read(&repository.join("Cargo.toml"))?;
    write(
        &folder.join("Cargo.toml"),
        &workspace_manifest(&manifest, &members)?,
    )?;
    for file in ["Cargo.lock", "LICENSE-APACHE", "LICENSE-MIT"] {
        write(&folder.join(file), &read(&repository.join(file))?)?;
    }
    write(&folder.join("README.md"), &readme()?)?;

    let folder = folder
        .canonicalize()
        .with_context(|| folder.display().to_string())?;
    println!("To build a project with it, add to the project's Cargo.toml");
    println!("    [patch.crates-io]");
    for pin in pins::ALL {
        println!(
            "    {} = {{ path = {:?} }}",
            pin.name,
            folder.join(pin.name)
        );
    }
    println!("and, for the faster transform, to the [dependencies] of what is built");
    println!("    {}", super::FEATURE_LINE);
    Ok(())
}

/// The checkout that this program was built from.
fn repository() -> anyhow::Result<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    match own.parent() {
        Some(repository) if repository.join("Cargo.toml").is_file() => Ok(repository.to_path_buf()),
        _ => bail!(
            "the repository that this program was built from is no longer at {}; \
             use `cargo run -p patches` in a checkout",
            own.display()
        ),
    }
}

/// The names `x` of the dependencies at `../x`.
fn siblings(manifest: &str) -> anyhow::Result<Vec<String>> {
    let manifest: DocumentMut = manifest.parse()?;
    let Some(dependencies) = manifest.get("dependencies").and_then(Item::as_table_like) else {
        return Ok(Vec::new());
    };
    let paths = dependencies
        .iter()
        .filter_map(|(_, dependency)| path_of(dependency));
    Ok(paths
        .filter_map(|path| path.strip_prefix("../"))
        .map(str::to_owned)
        .collect())
}

fn path_of(dependency: &Item) -> Option<&str> {
    dependency.as_table_like()?.get("path")?.as_str()
}

/// Our workspace manifest with other members, and without what only this repository has.
fn workspace_manifest(ours: &str, members: &[String]) -> anyhow::Result<String> {
    let mut manifest: DocumentMut = ours.parse()?;
    manifest.remove("patch");
    let workspace = manifest
        .get_mut("workspace")
        .and_then(Item::as_table_like_mut)
        .context("our own Cargo.toml has no [workspace]")?;
    workspace.remove("exclude");
    workspace.insert(
        "members",
        toml_edit::value(members.iter().collect::<Array>()),
    );
    if let Some(dependencies) = workspace
        .get_mut("dependencies")
        .and_then(Item::as_table_like_mut)
    {
        remove_paths_except(dependencies, members);
    }
    Ok(manifest.to_string())
}

fn remove_paths_except(dependencies: &mut dyn TableLike, members: &[String]) {
    let foreign: Vec<String> = dependencies
        .iter()
        .filter(|(_, dependency)| {
            path_of(dependency).is_some_and(|path| members.iter().all(|member| member != path))
        })
        .map(|(name, _)| name.to_owned())
        .collect();
    for name in foreign {
        dependencies.remove(&name);
    }
}

/// Copies what belongs to a package: everything but build output and hidden files.
fn copy_folder(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to).with_context(|| to.display().to_string())?;
    for entry in fs::read_dir(from).with_context(|| from.display().to_string())? {
        let entry = entry?;
        let name = entry.file_name();
        if name == "target" || name.to_string_lossy().starts_with('.') {
            continue;
        }
        let (from, to) = (entry.path(), to.join(&name));
        if entry.file_type()?.is_dir() {
            copy_folder(&from, &to)?;
        } else {
            fs::copy(&from, &to).with_context(|| from.display().to_string())?;
        }
    }
    Ok(())
}

fn readme() -> anyhow::Result<String> {
    let mut text = "# Patched crates\n\nWritten by `patches export`. ".to_owned();
    text += "These are published crates with our diffs applied, and our own crates that they \
             depend on:\n\n";
    for pin in pins::ALL {
        text += &format!(
            "- `{}` {}, from the archive with SHA-256 `{}`\n",
            pin.name,
            pin.version()?,
            pin.checksum()?
        );
    }
    Ok(text)
}

fn read(path: &Path) -> anyhow::Result<String> {
    fs::read_to_string(path).with_context(|| path.display().to_string())
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(path, text).with_context(|| path.display().to_string())
}
