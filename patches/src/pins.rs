//! The crates that are forked here. To fork another one, add its folder of pins and patches,
//! its entry below, and a package that includes the result.

use crate::{Error, PatchFile, Pin};

macro_rules! pin {
    ($name:literal, leaf_features: $features:expr, patches: [$($patch:literal),* $(,)?]) => {
        Pin {
            name: $name,
            lock: include_str!(concat!("../", $name, "/upstream.lock")),
            sums: include_str!(concat!("../", $name, "/upstream.b2sum")),
            leaf_features: $features,
            patches: &[$(PatchFile {
                path: concat!("patches/", $name, "/", $patch),
                text: include_str!(concat!("../", $name, "/", $patch)),
            }),*],
        }
    };
}

/// Every fork of this repository.
pub const ALL: &[Pin] = &[pin!(
    "halo2_proofs",
    leaf_features: &[("ff", &["alloc"])],
    patches: [
        "arithmetic.patch",
        "commitment.patch",
        "manifest.patch",
        "plonk_api.patch",
    ]
)];

/// The fork of the crate `name`.
///
/// # Errors
/// If there is none.
pub fn find(name: &str) -> Result<&'static Pin, Error> {
    ALL.iter()
        .find(|pin| pin.name == name)
        .ok_or_else(|| Error::UnknownCrate {
            name: name.to_owned(),
        })
}
