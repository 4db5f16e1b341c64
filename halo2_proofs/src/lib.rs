#![doc = include_str!(concat!(env!("OUT_DIR"), "/patched/src/lib.rs.md"))]
//!
//! # This fork
//!
//! This is the published `halo2_proofs` 0.4.1 with the few diffs in `patches/halo2_proofs`,
//! applied by the build script; nothing of upstream is kept in this repository.
//!
//! With the feature `mixed-radix-ecfft`, [`arithmetic::best_fft`] over Pallas or Vesta points
//! and [`poly::commitment::Params::new`] for these curves go through `ecfft_backend`. Every
//! output is the point that upstream returns, with the same encoding; only the Jacobian
//! coordinates of `best_fft`'s outputs, which are no part of a point's value, come back
//! normalised. Inputs that the fast path does not take go to upstream's code. Without the feature
//! (the default), these functions are upstream's.
//!
//! One difference is there in both cases: [`poly::commitment::Params::read`] refuses a header
//! with `k >= 32` with an error of kind `InvalidData`, where upstream overflows or reads on.
//!
//! # Security
//!
//! The transform runs in variable time: it is for public points, as commitment parameters and
//! keys are.
// The attributes below are upstream's but for the last. The build fails if one is missing.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![allow(clippy::op_ref, clippy::many_single_char_names)]
#![deny(rustdoc::broken_intra_doc_links)]
#![deny(missing_debug_implementations)]
#![deny(missing_docs)]
#![deny(unsafe_code)]
// Ours: without threads, upstream leaves an import and a trait unused. Cargo hides warnings of
// registry crates from who builds with them, but not those of a `path` patch.
#![cfg_attr(not(feature = "multicore"), allow(unused_imports, dead_code))]

include!(concat!(env!("OUT_DIR"), "/patched/src/lib.rs"));
