//! Builds a fork of a published crate out of that crate and a few small diffs.
//!
//! Not one file of upstream is kept in this repository. The build script of a fork calls
//! [`build_script`], which
//!
//! 1. locates the pinned crate: in the folder that the override variable names, or in cargo's
//!    cache, or through cargo on crates.io ([`locate`]);
//! 2. verifies each file against its pinned digest ([`verify`]);
//! 3. applies our diffs, strictly ([`apply`]);
//! 4. prepares the crate roots for `include!` ([`entry`]);
//! 5. writes the result to `OUT_DIR` ([`materialise`]), from where the fork includes it.
//!
//! Any step that cannot be done exactly stops the build with an [`Error`] that names the file
//! at fault. Cargo's cache and the checkout of this repository are only ever read.
//!
//! What is pinned, and what our delta is, lies in one folder per crate beside `src/`; the list
//! of them is [`pins`]. The `patches` program shows, exports and diagnoses the same things for
//! people.

pub mod apply;
pub mod entry;
pub mod error;
pub mod locate;
pub mod materialise;
mod pin;
pub mod pins;
pub mod stub;
pub mod verify;

pub use error::Error;
pub use materialise::build_script;
pub use pin::{PatchFile, Pin};
