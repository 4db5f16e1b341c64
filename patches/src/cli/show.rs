//! Our delta to one crate, as it is applied: the patch files one after the other. Their notes
//! are kept; tools that read diffs skip them.

use std::io::{self, Write};

use patches::pins;

pub(super) fn run(name: &str) -> anyhow::Result<()> {
    let pin = pins::find(name)?;
    let mut out = io::stdout().lock();
    for (index, file) in pin.patches.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        out.write_all(file.text.as_bytes())?;
    }
    Ok(())
}
