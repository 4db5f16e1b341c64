//! BLAKE2b-256 over what a value writes or prints, without holding the text in memory.

use std::{
    fmt::{self, Write as _},
    io,
};

use blake2b_simd::{Params, State};
use serde::{Deserialize, Serialize};

/// A BLAKE2b-256 digest, in hexadecimal wherever a person sees it.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Digest(#[serde(with = "hex::serde")] [u8; 32]);

impl Digest {
    /// Digest of `bytes`.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        let mut sink = Sink::new();
        sink.state.update(bytes);
        sink.finish()
    }

    /// Digest of what `write` writes.
    ///
    /// # Errors
    /// Those of `write`; the sink itself accepts everything.
    pub fn of_written(write: impl FnOnce(&mut Sink) -> io::Result<()>) -> io::Result<Self> {
        let mut sink = Sink::new();
        write(&mut sink)?;
        Ok(sink.finish())
    }

    /// Digest of the `{:?}` form of `value`.
    ///
    /// # Errors
    /// If `value` fails to print itself.
    pub fn of_debug(value: &impl fmt::Debug) -> Result<Self, fmt::Error> {
        let mut sink = Sink::new();
        write!(sink, "{value:?}")?;
        Ok(sink.finish())
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex::encode(self.0))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Takes bytes or text and keeps only the running hash.
#[derive(Debug)]
pub struct Sink {
    state: State,
}

impl Sink {
    fn new() -> Self {
        Sink {
            state: Params::new().hash_length(32).to_state(),
        }
    }

    fn finish(self) -> Digest {
        let mut digest = [0; 32];
        digest.copy_from_slice(self.state.finalize().as_bytes());
        Digest(digest)
    }
}

impl io::Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.state.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl fmt::Write for Sink {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.state.update(text.as_bytes());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // RFC 7693 gives only BLAKE2b-512; this is the 32-byte digest of "abc" (`b2sum -l 256`).
    const ABC: &str = "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319";

    #[test]
    fn bytes_writes_and_text_agree_with_the_known_answer() -> anyhow::Result<()> {
        let written = Digest::of_written(|sink| io::Write::write_all(sink, b"abc"))?;
        let printed = Digest::of_debug(&format_args!("abc"))?;
        assert_eq!(Digest::of_bytes(b"abc").to_string(), ABC);
        assert_eq!(written.to_string(), ABC);
        assert_eq!(printed.to_string(), ABC);
        Ok(())
    }
}
