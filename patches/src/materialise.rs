//! The order of things: locate, verify, patch, prepare, write. And the conversation of a
//! build script with cargo. Nothing is written outside the folders that the caller names.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use crate::{apply::Patch, entry, locate, locate::Source, pins, verify, verify::Tree, Error, Pin};

/// The folder within `OUT_DIR` that receives the patched crate.
pub const FOLDER: &str = "patched";

/// All that the build script of a fork does: leaves the patched source of the crate `name` in
/// [`FOLDER`], ready for `include!`, or says in plain words why not.
pub fn build_script(name: &str) -> ExitCode {
    match run_build_script(name) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nThe fork of {name} cannot be built.\n\n{error}\n");
            ExitCode::FAILURE
        }
    }
}

fn run_build_script(name: &str) -> Result<(), Error> {
    let pin = pins::find(name)?;
    let out_dir = variable_of_cargo("OUT_DIR")?;
    let manifest_dir = variable_of_cargo("CARGO_MANIFEST_DIR")?;

    // Pins and patches are compiled into the build script, so cargo knows of their changes.
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={}", pin.variable());

    let source = locate::locate(pin, &out_dir, &manifest_dir)?;
    let mut tree = patched_tree(pin, &source)?;
    if let Source::Override(folder) = &source {
        for path in tree.keys() {
            println!("cargo::rerun-if-changed={}", folder.join(path).display());
        }
    }
    for wrapper in entry::prepare(&mut tree, &manifest_dir)? {
        println!("cargo::rerun-if-changed={wrapper}");
    }
    let folder = out_dir.join(FOLDER);
    // For tests that open fixtures relative to their working directory.
    println!("cargo::rustc-env=PATCHED_DIR={}", folder.display());
    write_tree(&tree, &folder)
}

/// The crate as upstream would have published it with our delta.
///
/// # Errors
/// If a file is not the published one, or a patch does not fit.
pub fn patched_tree(pin: &Pin, source: &Source) -> Result<Tree, Error> {
    let mut tree = verify::read_verified(pin, source)?;
    let mut patched: Vec<&str> = Vec::new();
    for file in pin.patches {
        let fail = |problem: String| Error::Patch {
            file: file.path.to_owned(),
            hunk: None,
            problem,
        };
        let patch = Patch::parse(file)?;
        if patched.contains(&patch.target) {
            return Err(fail(format!(
                "another patch already changes {}",
                patch.target
            )));
        }
        let upstream = tree
            .get(patch.target)
            .and_then(|contents| std::str::from_utf8(contents).ok())
            .ok_or_else(|| fail(format!("{} is no text file of {}", patch.target, pin.name)))?;
        let result = patch.apply(upstream)?;
        tree.insert(patch.target.to_owned(), result.into_bytes());
        patched.push(patch.target);
    }
    Ok(tree)
}

/// Writes the files of `tree` to `folder`, in place of whatever was there.
///
/// # Errors
/// If a file or folder cannot be removed or written.
pub fn write_tree(tree: &Tree, folder: &Path) -> Result<(), Error> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(Error::io(folder))?;
    }
    for (path, contents) in tree {
        let file = folder.join(path);
        if let Some(parent) = file.parent() {
            fs::create_dir_all(parent).map_err(Error::io(parent))?;
        }
        fs::write(&file, contents).map_err(Error::io(&file))?;
    }
    Ok(())
}

fn variable_of_cargo(name: &str) -> Result<PathBuf, Error> {
    env::var_os(name)
        .map(PathBuf::from)
        .ok_or_else(|| Error::Io {
            path: name.into(),
            source: std::io::Error::new(
                std::io::ErrorKind::NotFound,
                "this environment variable is set by cargo for build scripts, and is missing",
            ),
        })
}
