//! A package that depends on the pinned crate and nothing else.
//!
//! Cargo is the only downloader and unpacker used here, and a package is how one asks cargo
//! for a crate. The crate's own dependencies are replaced by empty packages, so that asking
//! costs one archive and not a whole dependency graph. `cargo vendor --sync` takes the same
//! package, to carry the crate into a vendored tree.

use std::{fmt::Write as _, fs, path::Path};

use crate::{Error, Pin};

/// Name of the stub, as the pinned lock files have it.
pub(crate) const PACKAGE: &str = "upstream";

/// Writes the package into `folder`, which is created if need be.
///
/// # Errors
/// If the pin does not make sense, or a file cannot be written.
pub fn write(pin: &Pin, folder: &Path) -> Result<(), Error> {
    write_file(&folder.join("Cargo.toml"), &manifest(pin)?)?;
    write_file(&folder.join("Cargo.lock"), pin.lock)?;
    write_file(&folder.join("src/lib.rs"), "")?;
    for leaf in pin.leaves() {
        let package = folder.join("leaves").join(leaf.name);
        let mut text = package_table(leaf.name, leaf.version);
        text += "\n[features]\n";
        for feature in pin.features_of(leaf.name) {
            let _ = writeln!(text, "{feature} = []");
        }
        write_file(&package.join("Cargo.toml"), &text)?;
        write_file(&package.join("src/lib.rs"), "")?;
    }
    Ok(())
}

fn manifest(pin: &Pin) -> Result<String, Error> {
    let mut text = package_table(PACKAGE, "0.0.0");
    let _ = write!(
        text,
        "\n[workspace]\n\n[dependencies.{}]\nversion = \"={}\"\ndefault-features = false\n\n\
         [patch.crates-io]\n",
        pin.name,
        pin.version()?
    );
    for leaf in pin.leaves() {
        let _ = writeln!(text, "{0} = {{ path = \"leaves/{0}\" }}", leaf.name);
    }
    Ok(text)
}

fn package_table(name: &str, version: &str) -> String {
    format!(
        "[package]\nname = \"{name}\"\nversion = \"{version}\"\nedition = \"2021\"\npublish = false\n"
    )
}

fn write_file(path: &Path, text: &str) -> Result<(), Error> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).map_err(Error::io(parent))?;
    }
    fs::write(path, text).map_err(Error::io(path))
}
