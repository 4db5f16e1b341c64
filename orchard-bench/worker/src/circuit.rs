//! The real Orchard Action circuit, for timing `keygen_vk` and `keygen_pk` one by one.
//!
//! `orchard` builds its keys from an Action circuit without witnesses, which its interface does
//! not hand out. It does hand out circuits with witnesses, and every circuit can be stripped of
//! them; so an Action is put together from fixed public bytes and stripped.

use std::fmt;

use anyhow::{Context, Result};
use halo2_proofs::plonk::Circuit as _;
use orchard::{
    builder::SpendInfo,
    bundle::BundleVersion,
    circuit::{Circuit, OrchardCircuitVersion},
    keys::{FullViewingKey, Scope, SpendingKey},
    note::{Note, RandomSeed, Rho},
    tree::{MerkleHashOrchard, MerklePath},
    value::{NoteValue, ValueCommitTrapdoor},
};
use pasta_curves::pallas;
use serde::{Deserialize, Serialize};

/// Every Action circuit has `2^11` rows.
pub const K: u32 = 11;

/// Depth of the note commitment tree.
const TREE_DEPTH: usize = 32;

const SPENDING_KEY: [u8; 32] = [7; 32];

/// A version of the Action circuit; each has its own keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum CircuitVersion {
    /// The circuit before NU6.2, kept to verify old blocks.
    InsecurePreNu6_2,
    /// The repaired circuit, from NU6.2.
    FixedPostNu6_2,
    /// The circuit with the cross-address restriction, from NU6.3.
    PostNu6_3,
}

impl CircuitVersion {
    /// All versions, oldest first.
    pub const ALL: [CircuitVersion; 3] = [
        CircuitVersion::InsecurePreNu6_2,
        CircuitVersion::FixedPostNu6_2,
        CircuitVersion::PostNu6_3,
    ];

    /// The versions with which proofs are made; the oldest one never should be again.
    pub const PROVABLE: [CircuitVersion; 2] =
        [CircuitVersion::FixedPostNu6_2, CircuitVersion::PostNu6_3];

    /// The version that is timed.
    pub const MEASURED: CircuitVersion = CircuitVersion::PostNu6_3;

    /// A bundle version of the Orchard pool whose Actions use this circuit.
    pub fn bundle_version(self) -> BundleVersion {
        match self {
            CircuitVersion::InsecurePreNu6_2 => BundleVersion::orchard_insecure_v1(),
            CircuitVersion::FixedPostNu6_2 => BundleVersion::orchard_v2(),
            CircuitVersion::PostNu6_3 => BundleVersion::orchard_v3(),
        }
    }

    /// `orchard`'s name for it.
    pub fn orchard(self) -> OrchardCircuitVersion {
        self.bundle_version().circuit_version()
    }
}

impl fmt::Display for CircuitVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.orchard())
    }
}

/// The viewing key that owns every note made by this crate.
///
/// # Errors
/// If the fixed spending key were not valid.
pub fn wallet() -> Result<FullViewingKey> {
    let key: SpendingKey = Option::from(SpendingKey::from_bytes(SPENDING_KEY))
        .context("the fixed spending key is not valid")?;
    Ok(FullViewingKey::from(&key))
}

/// The Action circuit without witnesses: what keys are generated from.
///
/// # Errors
/// If `orchard` refused one of the fixed parts.
pub fn without_witnesses(version: CircuitVersion) -> Result<Circuit> {
    Ok(action(version)?.without_witnesses())
}

/// An Action that spends a note of value zero and makes another for the same owner.
fn action(version: CircuitVersion) -> Result<Circuit> {
    let owner = wallet()?;
    let spent = note(&owner, version, [1; 32])?;
    let made = note(&owner, version, spent.nullifier(&owner).to_bytes())?;
    let spend = SpendInfo::new(owner, spent, merkle_path()?)
        .context("the viewing key does not own its note")?;
    let trapdoor = Option::from(ValueCommitTrapdoor::from_bytes([3; 32]))
        .context("the fixed value trapdoor is not a scalar")?;
    let randomizer = pallas::Scalar::from(5);
    Circuit::from_action_context(spend, made, randomizer, trapdoor, version.orchard())
        .context("the new note does not follow from the spent one")
}

fn note(owner: &FullViewingKey, version: CircuitVersion, rho: [u8; 32]) -> Result<Note> {
    let rho = Option::from(Rho::from_bytes(&rho)).context("rho is not a field element")?;
    let seed = Option::from(RandomSeed::from_bytes([2; 32], &rho))
        .context("the fixed note seed does not suit this rho")?;
    Option::from(Note::from_parts(
        owner.address_at(0u32, Scope::External),
        NoteValue::from_raw(0),
        rho,
        seed,
        version.bundle_version().note_version(),
    ))
    .context("the note has no commitment")
}

fn merkle_path() -> Result<MerklePath> {
    let sibling = Option::from(MerkleHashOrchard::from_bytes(&[4; 32]))
        .context("the fixed Merkle sibling is not a field element")?;
    Ok(MerklePath::from_parts(0, [sibling; TREE_DEPTH]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_version_yields_its_own_circuit() -> Result<()> {
        for version in CircuitVersion::ALL {
            let printed = format!("{:?}", without_witnesses(version)?);
            assert!(printed.contains(&version.to_string()), "{printed}");
        }
        Ok(())
    }
}
