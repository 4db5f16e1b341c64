//! Stub packages for `cargo vendor --sync`. A vendored build asks cargo for upstream's crate
//! too, and a project's own graph does not name it: the fork stands in its place.

use std::path::Path;

use anyhow::Context as _;
use patches::{pins, stub};

pub(super) fn run(folder: &Path) -> anyhow::Result<()> {
    super::require_empty(folder)?;
    for pin in pins::ALL {
        stub::write(pin, &folder.join(pin.name))?;
    }
    let folder = folder
        .canonicalize()
        .with_context(|| folder.display().to_string())?;
    println!("For a project that patches by `path`: in the project to be vendored, run");
    print!("    cargo vendor");
    for pin in pins::ALL {
        print!(
            " --sync {}",
            folder.join(pin.name).join("Cargo.toml").display()
        );
    }
    println!();
    println!(
        "With a `git` patch, a plain `cargo vendor` will do; unpack the published crate and set"
    );
    for pin in pins::ALL {
        println!("    {}", pin.variable());
    }
    println!("to its folder when you build.");
    Ok(())
}
