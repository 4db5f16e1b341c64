//! Upstream's, from the patched source.
#![allow(clippy::many_single_char_names)]
#![allow(clippy::op_ref)]

include!(concat!(env!("OUT_DIR"), "/patched/tests/plonk_api.rs"));
