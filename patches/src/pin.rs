//! What is pinned about a forked crate, and what can be read off the pins.
//!
//! A pin is data. Nothing here touches a disk or asks cargo.

use crate::Error;

/// A published crate, nailed down twice, and our delta to it.
///
/// All of it is compiled in: a build script needs no path back to this repository, and a
/// changed patch rebuilds exactly the forks that use it.
#[derive(Clone, Copy, Debug)]
pub struct Pin {
    /// Name on crates.io, and of the folder of pins and patches.
    pub name: &'static str,
    /// `Cargo.lock` of a package that depends on nothing but this crate: version and
    /// checksum of the archive. The crate's own dependencies appear in it as leaves.
    pub lock: &'static str,
    /// BLAKE2b-256 of every file that a build may read, as `b2sum -l 256` writes it.
    pub sums: &'static str,
    /// Features that the crate asks of its dependencies, which the leaves must declare.
    pub leaf_features: &'static [(&'static str, &'static [&'static str])],
    /// Our delta, one file each.
    pub patches: &'static [PatchFile],
}

/// A unified diff for one upstream file.
#[derive(Clone, Copy, Debug)]
pub struct PatchFile {
    /// Path relative to the repository, for messages.
    pub path: &'static str,
    /// What is in it.
    pub text: &'static str,
}

/// One `[[package]]` of the lock file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Locked<'a> {
    pub(crate) name: &'a str,
    pub(crate) version: &'a str,
    pub(crate) checksum: Option<&'a str>,
}

impl Pin {
    /// Where the lock file is, relative to the repository.
    pub fn lock_file(&self) -> String {
        format!("patches/{}/upstream.lock", self.name)
    }

    /// Where the list of digests is, relative to the repository.
    pub fn sums_file(&self) -> String {
        format!("patches/{}/upstream.b2sum", self.name)
    }

    /// The environment variable that names an unpacked copy, for builds without network.
    pub fn variable(&self) -> String {
        format!("{}_UPSTREAM_DIR", self.name.to_uppercase())
    }

    /// The pinned version.
    ///
    /// # Errors
    /// If the lock file does not pin this crate with a checksum.
    pub fn version(&self) -> Result<&'static str, Error> {
        self.archive().map(|locked| locked.version)
    }

    /// SHA-256 of the published archive, in hexadecimal.
    ///
    /// # Errors
    /// If the lock file does not pin this crate with a checksum.
    pub fn checksum(&self) -> Result<&'static str, Error> {
        self.archive()
            .map(|locked| locked.checksum.unwrap_or_default())
    }

    /// The crate's dependencies, which the stub replaces by empty packages.
    pub(crate) fn leaves(&self) -> impl Iterator<Item = Locked<'static>> + '_ {
        packages(self.lock)
            .filter(|locked| locked.checksum.is_none() && locked.name != crate::stub::PACKAGE)
    }

    pub(crate) fn features_of(&self, leaf: &str) -> &'static [&'static str] {
        self.leaf_features
            .iter()
            .find(|(name, _)| *name == leaf)
            .map_or(&[], |(_, features)| *features)
    }

    fn archive(&self) -> Result<Locked<'static>, Error> {
        let mut pinned = packages(self.lock).filter(|locked| locked.checksum.is_some());
        match (pinned.next(), pinned.next()) {
            (Some(locked), None) if locked.name == self.name => Ok(locked),
            _ => Err(Error::Pin {
                file: self.lock_file(),
                problem: format!(
                    "must hold exactly one package with a checksum, and that must be {}",
                    self.name
                ),
            }),
        }
    }
}

fn packages(lock: &str) -> impl Iterator<Item = Locked<'_>> {
    lock.split("[[package]]").skip(1).map(|block| {
        let mut locked = Locked::default();
        for line in block.lines() {
            let Some((key, value)) = line.split_once(" = ") else {
                continue;
            };
            let value = value.trim_matches('"');
            match key {
                "name" => locked.name = value,
                "version" => locked.version = value,
                "checksum" => locked.checksum = Some(value),
                _ => {}
            }
        }
        locked
    })
}
