//! The two sides of every comparison.

use std::fmt;

use serde::Serialize;

/// Which `halo2_proofs` a worker was compiled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Variant {
    /// The crates.io release.
    Stock,
    /// The fork with its feature on.
    Patched,
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Variant::Stock => "stock",
            Variant::Patched => "patched",
        })
    }
}

/// One value for each side.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Pair<T> {
    pub(crate) stock: T,
    pub(crate) patched: T,
}

impl<T> Pair<T> {
    pub(crate) fn get(&self, variant: Variant) -> &T {
        match variant {
            Variant::Stock => &self.stock,
            Variant::Patched => &self.patched,
        }
    }
}
