//! Our delta to one crate, as it is applied: the patch files one after the other. Their notes
//! are kept; tools that read diffs skip them.

use std::io::{self, ErrorKind, Write};

use patches::{pins, Pin};

pub(super) fn run(name: &str) -> anyhow::Result<()> {
    let pin = pins::find(name)?;
    match write_delta(pin, &mut io::stdout().lock()) {
        // The reader has seen enough, as `head` does.
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => Ok(written?),
    }
}

fn write_delta(pin: &Pin, out: &mut impl Write) -> io::Result<()> {
    for (index, file) in pin.patches.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        out.write_all(file.text.as_bytes())?;
    }
    out.flush()
}
