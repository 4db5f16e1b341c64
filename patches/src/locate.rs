//! Where the pinned crate is on this machine: named by the override variable, or found by
//! cargo in its cache, or downloaded by cargo. Nothing found here is trusted yet.

use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
    process::Command,
};

use tinyjson::JsonValue;

use crate::{
    error::{Attempt, Unavailable},
    stub, Error, Pin,
};

/// An unpacked crate, not yet verified.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// The folder that the override variable names.
    Override(PathBuf),
    /// A folder of cargo's, to be read only.
    Cargo(PathBuf),
}

impl Source {
    /// The folder with the crate's `Cargo.toml`.
    pub fn folder(&self) -> &Path {
        match self {
            Source::Override(folder) | Source::Cargo(folder) => folder,
        }
    }
}

/// Finds the crate. `scratch` receives the stub; `manifest_dir` is the package being built.
///
/// # Errors
/// If the override is no crate, or cargo has no copy and cannot get one.
pub fn locate(pin: &Pin, scratch: &Path, manifest_dir: &Path) -> Result<Source, Error> {
    let variable = pin.variable();
    if let Some(folder) = env::var_os(&variable).filter(|value| !value.is_empty()) {
        let folder = PathBuf::from(folder);
        if !folder.join("Cargo.toml").is_file() {
            return Err(no_crate(pin, variable, folder));
        }
        return Ok(Source::Override(folder));
    }
    ask_cargo(pin, scratch, manifest_dir).map(Source::Cargo)
}

/// What may have been meant by an override that is no crate.
fn no_crate(pin: &Pin, variable: String, folder: PathBuf) -> Error {
    let cwd = env::current_dir().ok().filter(|_| folder.is_relative());
    let absolute = cwd.as_deref().unwrap_or(Path::new("")).join(&folder);
    let unpacked = pin
        .version()
        .map(|version| absolute.join(format!("{}-{version}", pin.name)))
        .ok()
        .filter(|unpacked| unpacked.join("Cargo.toml").is_file());
    Error::Override {
        variable,
        folder,
        cwd,
        unpacked,
    }
}

fn ask_cargo(pin: &Pin, scratch: &Path, manifest_dir: &Path) -> Result<PathBuf, Error> {
    let stub = scratch.join("stub");
    stub::write(pin, &stub)?;

    let offline = env::var_os("CARGO_NET_OFFLINE").is_some_and(|value| value == "true");
    let modes: &[bool] = if offline { &[true] } else { &[true, false] };
    let folders = working_folders(scratch, manifest_dir);
    let mut attempts: Vec<Attempt> = Vec::new();
    for &offline in modes {
        for folder in &folders {
            match metadata(pin, &stub, folder, offline) {
                Ok(folder) => return Ok(folder),
                Err(attempt) => attempts.push(attempt),
            }
        }
    }
    Err(Error::Unavailable(Box::new(Unavailable {
        name: pin.name.to_owned(),
        version: pin.version()?.to_owned(),
        pin_file: pin.lock_file(),
        variable: pin.variable(),
        offline,
        attempts,
    })))
}

/// Where to ask from: the working directory decides which `.cargo/config.toml`, with its
/// mirrors and vendored sources, applies. Build output usually lies below the project being
/// built; if it does not, a shell tells where cargo was started.
fn working_folders(scratch: &Path, manifest_dir: &Path) -> Vec<PathBuf> {
    let mut folders = vec![scratch.to_path_buf(), manifest_dir.to_path_buf()];
    let shell = env::var_os("PWD").map(PathBuf::from);
    folders.extend(shell.filter(|folder| folder != manifest_dir && folder.is_dir()));
    folders
}

/// Runs `cargo metadata` on the stub.
fn metadata(pin: &Pin, stub: &Path, cwd: &Path, offline: bool) -> Result<PathBuf, Attempt> {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["metadata", "--format-version=1", "--locked", "--quiet"]);
    if offline {
        cargo.arg("--offline");
    }
    cargo
        .arg("--manifest-path")
        .arg(stub.join("Cargo.toml"))
        .current_dir(cwd);
    for name in inherited(env::vars_os().map(|(name, _)| name)) {
        cargo.env_remove(name);
    }

    let fail = |answer: String| Attempt {
        folder: cwd.to_path_buf(),
        offline,
        answer,
    };
    let output = cargo.output().map_err(|error| fail(error.to_string()))?;
    if !output.status.success() {
        return Err(fail(
            String::from_utf8_lossy(&output.stderr)
                .trim_end()
                .to_owned(),
        ));
    }
    package_folder(pin, &String::from_utf8_lossy(&output.stdout)).ok_or_else(|| {
        fail(format!(
            "the answer does not name {} exactly once",
            pin.name
        ))
    })
}

/// Of the variables that cargo and rustc read, those that say how the outer build is done.
/// What says where crates come from stays.
fn inherited(names: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    const KEPT: [&str; 5] = [
        "CARGO_HOME",
        "CARGO_NET_",
        "CARGO_HTTP_",
        "CARGO_REGISTR",
        "CARGO_SOURCE_",
    ];
    names.filter(|name| {
        let name = name.to_string_lossy();
        let of_cargo = name.starts_with("CARGO") && !KEPT.iter().any(|kept| name.starts_with(kept));
        of_cargo
            || name.starts_with("RUSTC")
            || name.starts_with("RUSTDOC")
            || name.ends_with("RUSTFLAGS")
            || name == "MAKEFLAGS"
    })
}

/// The folder of the one package of this name that comes from a registry.
fn package_folder(pin: &Pin, answer: &str) -> Option<PathBuf> {
    let answer: JsonValue = answer.parse().ok()?;
    let packages: &Vec<JsonValue> = answer["packages"].get()?;
    let mut found = packages.iter().filter(|package| {
        package["name"]
            .get::<String>()
            .is_some_and(|name| name == pin.name)
            && package["source"].get::<String>().is_some()
    });
    let package = found.next()?;
    if found.next().is_some() {
        return None;
    }
    let manifest: &String = package["manifest_path"].get()?;
    Path::new(manifest).parent().map(Path::to_path_buf)
}
