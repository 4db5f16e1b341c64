//! Upstream's, from the patched source.

include!(concat!(env!("OUT_DIR"), "/patched/benches/dev_lookup.rs"));
