//! Where the pinned crate is on this machine: named by the override variable, or found by
//! cargo in its cache, or downloaded by cargo. Nothing found here is trusted yet.

use std::{
    env,
    ffi::{OsStr, OsString},
    path::{Path, PathBuf},
    process::Command,
};

use tinyjson::JsonValue;

use crate::{error::Unavailable, stub, Error, Pin};

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
            return Err(Error::Override { variable, folder });
        }
        return Ok(Source::Override(folder));
    }
    ask_cargo(pin, scratch, manifest_dir).map(Source::Cargo)
}

fn ask_cargo(pin: &Pin, scratch: &Path, manifest_dir: &Path) -> Result<PathBuf, Error> {
    let stub = scratch.join("stub");
    stub::write(pin, &stub)?;

    // The working directory decides which .cargo/config.toml, with its mirrors and vendored
    // sources, applies. The scratch folder usually lies below the consumer's own workspace.
    let offline = env::var_os("CARGO_NET_OFFLINE").is_some_and(|value| value == "true");
    let mut tries = vec![(scratch, true), (manifest_dir, true)];
    if !offline {
        tries.extend([(scratch, false), (manifest_dir, false)]);
    }

    let mut attempts = Vec::new();
    for (cwd, offline) in tries {
        match metadata(pin, &stub, cwd, offline) {
            Ok(folder) => return Ok(folder),
            Err(answer) => attempts.push(answer),
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

/// Runs `cargo metadata` on the stub; the error is what a person should read of the answer.
fn metadata(pin: &Pin, stub: &Path, cwd: &Path, offline: bool) -> Result<PathBuf, String> {
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

    let title = format!(
        "`cargo metadata --locked{}` in {}:",
        if offline { " --offline" } else { "" },
        cwd.display()
    );
    let output = cargo
        .output()
        .map_err(|error| format!("{title}\n    {error}\n"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("{title}\n{}", indent(&said)));
    }
    package_folder(pin, &String::from_utf8_lossy(&output.stdout))
        .ok_or_else(|| format!("{title}\n    the answer does not name {} once\n", pin.name))
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
            || name == OsStr::new("MAKEFLAGS").to_string_lossy()
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

fn indent(text: &str) -> String {
    text.trim_end()
        .lines()
        .map(|line| format!("    {line}\n"))
        .collect()
}
