//! `Params::read` on input that is not what `Params::write` gives. Wanted, with the feature on
//! or off, in debug and release builds: an `io::Error` of the right kind, at once, with memory
//! bounded by what was really read.

use std::io::{self, Cursor, ErrorKind, Read};

use halo2_proofs::{
    arithmetic::CurveAffine,
    pasta::{EpAffine, EqAffine},
    poly::commitment::Params,
};

fn written<C: CurveAffine>(k: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    Params::<C>::new(k)
        .write(&mut bytes)
        .expect("a vector takes all bytes");
    bytes
}

fn read<C: CurveAffine>(reader: &mut impl Read) -> io::Result<Params<C>> {
    Params::read(reader)
}

#[test]
fn header_out_of_range_is_invalid_data() {
    for k in [32, 33, 63, 64, 65, 96, 1 << 31, u32::MAX] {
        // A body that decodes, as far as it goes: many times the identity.
        let mut input = Cursor::new(k.to_le_bytes()).chain(io::repeat(0).take(1 << 16));
        let error = read::<EqAffine>(&mut input).expect_err("k is out of range");
        assert_eq!(error.kind(), ErrorKind::InvalidData, "k = {k}");
        assert_eq!(
            error.to_string(),
            format!("the header gives circuit size parameter {k}, which must be less than 32")
        );
        let mut alone = Cursor::new(k.to_le_bytes());
        let error = read::<EpAffine>(&mut alone).expect_err("k is out of range");
        assert_eq!(error.kind(), ErrorKind::InvalidData, "k = {k}");
    }
}

#[test]
fn nothing_is_read_after_a_bad_header() {
    let bytes = [u32::MAX.to_le_bytes(), [0; 4]].concat();
    let mut input = Cursor::new(&bytes);
    read::<EqAffine>(&mut input).expect_err("k is out of range");
    assert_eq!(input.position(), 4);
}

#[test]
fn every_truncation_is_an_unexpected_end() {
    for k in [0, 2] {
        let bytes = written::<EqAffine>(k);
        for length in 0..bytes.len() {
            let error = read::<EqAffine>(&mut &bytes[..length]).expect_err("the body is cut");
            assert_eq!(
                error.kind(),
                ErrorKind::UnexpectedEof,
                "k = {k}, {length} bytes"
            );
        }
    }
}

#[test]
fn large_header_over_a_short_body_is_an_unexpected_end() {
    let body = written::<EqAffine>(2);
    for k in 3..32u32 {
        let mut bytes = body.clone();
        bytes[..4].copy_from_slice(&k.to_le_bytes());
        let error = read::<EqAffine>(&mut &bytes[..]).expect_err("the body is short");
        assert_eq!(error.kind(), ErrorKind::UnexpectedEof, "k = {k}");
    }
}

/// Runs the test above where there is far less address space than any of its headers asks
/// for from about k = 23 on.
#[cfg(target_os = "linux")]
#[test]
fn large_header_takes_little_memory() {
    let this = std::env::current_exe().expect("a test knows its binary");
    let output = std::process::Command::new("sh")
        .args([
            "-c",
            "ulimit -v 500000; RAYON_NUM_THREADS=1 exec \"$0\" \"$@\"",
        ])
        .arg(this)
        .args([
            "--exact",
            "large_header_over_a_short_body_is_an_unexpected_end",
        ])
        .output()
        .expect("sh runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && said.contains("1 passed"),
        "{output:?}"
    );
}

#[test]
fn invalid_point_is_reported_as_upstream_does() {
    let mut bytes = written::<EqAffine>(1);
    bytes[4..36].fill(0xff);
    let error = read::<EqAffine>(&mut &bytes[..]).expect_err("no such point");
    assert_eq!(error.kind(), ErrorKind::Other);
    assert_eq!(error.to_string(), "invalid point encoding in proof");
}

#[test]
fn what_was_written_is_read_back() {
    for k in 0..=5 {
        let bytes = written::<EpAffine>(k);
        let mut again = Vec::new();
        let params = read::<EpAffine>(&mut Hesitant(&bytes, true)).expect("these are parameters");
        params.write(&mut again).expect("a vector takes all bytes");
        assert_eq!(params.k(), k);
        assert_eq!(again, bytes);
    }
}

/// Gives one byte at a time, interrupted before each.
struct Hesitant<'a>(&'a [u8], bool);

impl Read for Hesitant<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.1 = !self.1;
        if !self.1 {
            return Err(ErrorKind::Interrupted.into());
        }
        let length = buffer.len().min(1);
        self.0.read(&mut buffer[..length])
    }
}
