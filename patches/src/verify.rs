//! Reads the files of the crate and admits only the published ones, each checked against its
//! pinned digest. The archive's checksum does not cover what lies unpacked in a cache, which
//! anything may have edited since, nor a folder that a person has named.

use std::{collections::BTreeMap, fs};

use blake2b_simd::Params;

use crate::{error::Checksum, locate::Source, Error, Pin};

/// The files of a crate, by their path within it with forward slashes.
pub type Tree = BTreeMap<String, Vec<u8>>;

/// Reads and checks every pinned file. Files that are not pinned are not read.
///
/// # Errors
/// If a file is missing or differs from the published one, or the list makes no sense.
pub fn read_verified(pin: &Pin, source: &Source) -> Result<Tree, Error> {
    let mut tree = Tree::new();
    for (expected, path) in digests(pin)? {
        let file = source.folder().join(path);
        let contents = fs::read(&file).map_err(Error::io(&file))?;
        let found = digest(&contents);
        if found != expected {
            return Err(Error::Checksum(Box::new(Checksum {
                file,
                pin_file: pin.sums_file(),
                expected: expected.to_owned(),
                found,
                remedy: remedy(pin, source)?,
            })));
        }
        tree.insert(path.to_owned(), contents);
    }
    Ok(tree)
}

/// BLAKE2b-256 in hexadecimal.
pub fn digest(contents: &[u8]) -> String {
    Params::new()
        .hash_length(32)
        .hash(contents)
        .to_hex()
        .to_string()
}

fn digests(pin: &Pin) -> Result<Vec<(&'static str, &'static str)>, Error> {
    pin.sums
        .lines()
        .map(|line| {
            line.split_once("  ")
                .filter(|(digest, path)| digest.len() == 64 && is_inside(path))
                .ok_or_else(|| Error::Pin {
                    file: pin.sums_file(),
                    problem: format!("not a digest and a path within the crate: {line:?}"),
                })
        })
        .collect()
}

fn is_inside(path: &str) -> bool {
    !path.is_empty()
        && !path.contains('\\')
        && path
            .split('/')
            .all(|part| !part.is_empty() && part != "." && part != "..")
}

fn remedy(pin: &Pin, source: &Source) -> Result<String, Error> {
    let (name, version) = (pin.name, pin.version()?);
    Ok(match source {
        Source::Override(_) => format!(
            "{} must name an unmodified {name} {version}; unset it to let cargo provide one.",
            pin.variable()
        ),
        Source::Cargo(folder) => format!(
            "Delete {}: cargo unpacks {name} {version} again.",
            folder.display()
        ),
    })
}
