//! Upstream's, from the patched source.

include!(concat!(
    env!("OUT_DIR"),
    "/patched/benches/plonk_verifier.rs"
));
