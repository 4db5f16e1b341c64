//! Upstream's, from the patched source.
#![cfg(feature = "unstable-verifier-fingerprint")]

include!(concat!(
    env!("OUT_DIR"),
    "/patched/tests/fingerprint_export.rs"
));
