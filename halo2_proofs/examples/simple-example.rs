//! Upstream's, from the patched source.

include!(concat!(
    env!("OUT_DIR"),
    "/patched/examples/simple-example.rs"
));
