//! Everything that can keep a fork from being built, in words for the person whose build
//! has stopped. Each text names the file at fault and, where there is one, the remedy.

use std::{fmt, io, path::PathBuf};

/// Why upstream's source could not be had, trusted, patched or written.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A file or folder could not be read or written.
    Io {
        /// The file or folder.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// A file that pins upstream does not make sense.
    Pin {
        /// The pin file, relative to the repository.
        file: String,
        /// What is wrong with it.
        problem: String,
    },
    /// No crate of this name is forked here.
    UnknownCrate {
        /// The name asked for.
        name: String,
    },
    /// Cargo can neither find the pinned crate in its cache nor download it.
    Unavailable(Box<Unavailable>),
    /// The override variable names a folder that is not an unpacked crate.
    Override {
        /// The environment variable.
        variable: String,
        /// Its value.
        folder: PathBuf,
        /// What the value is relative to, if it is.
        cwd: Option<PathBuf>,
        /// The unpacked crate, if it lies just below the folder.
        unpacked: Option<PathBuf>,
    },
    /// A source file is not the published one.
    Checksum(Box<Checksum>),
    /// A patch file is malformed or does not fit the pinned source.
    Patch {
        /// The patch file, relative to the repository.
        file: String,
        /// Number of the hunk, counted from one, if one is at fault.
        hunk: Option<usize>,
        /// What is wrong.
        problem: String,
    },
    /// A crate root cannot be included by its wrapper.
    EntryPoint {
        /// The wrapper, or upstream's file if that one is at fault.
        file: PathBuf,
        /// What is wrong.
        problem: String,
    },
}

/// The parts of [`Error::Unavailable`].
#[derive(Debug)]
pub struct Unavailable {
    /// Name of the crate.
    pub name: String,
    /// Its pinned version.
    pub version: String,
    /// The file that pins the checksum of its archive.
    pub pin_file: String,
    /// The variable that names an unpacked copy instead.
    pub variable: String,
    /// Whether the environment forbids cargo to use the network.
    pub offline: bool,
    /// What cargo answered, attempt by attempt.
    pub attempts: Vec<Attempt>,
}

/// One time that cargo was asked, in vain.
#[derive(Debug)]
pub struct Attempt {
    /// The working directory, which decides what configuration applies.
    pub folder: PathBuf,
    /// Whether cargo was told to keep off the network.
    pub offline: bool,
    /// What cargo said.
    pub answer: String,
}

/// The parts of [`Error::Checksum`].
#[derive(Debug)]
pub struct Checksum {
    /// The offending file.
    pub file: PathBuf,
    /// The file that pins the digest.
    pub pin_file: String,
    /// The pinned digest.
    pub expected: String,
    /// The digest of what was found.
    pub found: String,
    /// What the person can do about it.
    pub remedy: String,
}

impl Error {
    pub(crate) fn io(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |source| Error::Io { path, source }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Io { path, source } => write!(f, "{}: {source}", path.display()),
            Error::Pin { file, problem } => write!(f, "{file}: {problem}"),
            Error::UnknownCrate { name } => write!(f, "no fork of a crate `{name}` is kept here"),
            Error::Unavailable(parts) => parts.fmt(f),
            Error::Override {
                variable,
                folder,
                cwd,
                unpacked,
            } => {
                write!(
                    f,
                    "{variable} is set to {}, which has no Cargo.toml.\n\
                     Set it to the folder of an unpacked, unmodified crate, or unset it.",
                    folder.display()
                )?;
                if let Some(cwd) = cwd {
                    let cwd = cwd.display();
                    write!(
                        f,
                        "\nA relative path is taken from {cwd}; use an absolute one."
                    )?;
                }
                if let Some(unpacked) = unpacked {
                    write!(f, "\nYou may have meant {}.", unpacked.display())?;
                }
                Ok(())
            }
            Error::Checksum(parts) => parts.fmt(f),
            Error::Patch {
                file,
                hunk: Some(hunk),
                problem,
            } => {
                write!(f, "{file}, hunk {hunk}: {problem}")
            }
            Error::Patch {
                file,
                hunk: None,
                problem,
            } => write!(f, "{file}: {problem}"),
            Error::EntryPoint { file, problem } => write!(f, "{}: {problem}", file.display()),
        }
    }
}

impl fmt::Display for Unavailable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unavailable {
            name,
            version,
            pin_file,
            variable,
            ..
        } = self;
        if self.offline {
            writeln!(
                f,
                "{name} {version} is not in cargo's cache, and CARGO_NET_OFFLINE forbids to download it."
            )?;
        } else {
            writeln!(
                f,
                "{name} {version} is not in cargo's cache, and cargo could not download it."
            )?;
        }
        writeln!(f, "The fork is built from that published source. Either")?;
        writeln!(
            f,
            "  - build once with network access, which fills the cache; or"
        )?;
        writeln!(
            f,
            "  - unpack {name}-{version}.crate, and set {variable} to the folder with its Cargo.toml\n    \
             (in the environment, or under [env] in .cargo/config.toml)."
        )?;
        writeln!(f, "The checksum of the archive is pinned in {pin_file}.")?;
        let mut last = "";
        for Attempt {
            folder,
            offline,
            answer,
        } in &self.attempts
        {
            let mode = if *offline { " --offline" } else { "" };
            write!(
                f,
                "\n`cargo metadata --locked{mode}` in {}",
                folder.display()
            )?;
            if answer == last {
                write!(f, ": the same")?;
                continue;
            }
            write!(f, ":")?;
            for line in answer.lines() {
                write!(f, "\n    {line}")?;
            }
            last = answer;
        }
        Ok(())
    }
}

impl fmt::Display for Checksum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} is not the published file.\n  pinned in {}\n  expected  {}\n  found     {}\n{}",
            self.file.display(),
            self.pin_file,
            self.expected,
            self.found,
            self.remedy
        )
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Io { source, .. } => Some(source),
            _ => None,
        }
    }
}
