//! A real Orchard proof: made by one build, judged by the other.
//!
//! The bundle comes from `orchard`'s own builder with a fixed generator of random numbers, and
//! holds one Action.

use anyhow::{anyhow, ensure, Context, Result};
use orchard::{
    builder::{Builder, BundleType},
    bundle::Flags,
    circuit::{Instance, ProvingKey, VerifyingKey},
    keys::Scope,
    note::{ExtractedNoteCommitment, Nullifier},
    primitives::redpallas::{self, SpendAuth},
    value::{NoteValue, ValueCommitment},
    Action, Anchor, Proof,
};
use rand::{rngs::ChaCha20Rng, SeedableRng};
use serde::{Deserialize, Serialize};

use crate::{
    circuit::{wallet, CircuitVersion},
    Task,
};

const BUNDLE_SEED: [u8; 32] = [0x42; 32];
const PROOF_SEED: [u8; 32] = [0x24; 32];
const OUTPUT_ZATOSHI: u64 = 10;
const MEMO: [u8; 512] = [0; 512];

/// Asks for a proof of a bundle with one Action.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Prove {
    /// Circuit to prove with.
    pub version: CircuitVersion,
}

/// Asks whether a proof made elsewhere is valid.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Verify {
    /// The statement and its proof.
    pub document: ProofDocument,
}

/// A statement with its proof, as it travels between processes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofDocument {
    /// Circuit that it was proven with.
    pub version: CircuitVersion,
    /// What is claimed.
    pub statement: Statement,
    /// The proof's bytes.
    #[serde(with = "hex::serde")]
    pub proof: Vec<u8>,
}

/// The public inputs of one Action, each in its consensus encoding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statement {
    /// Root of the note commitment tree.
    #[serde(with = "hex::serde")]
    pub anchor: [u8; 32],
    /// Commitment to the net value.
    #[serde(with = "hex::serde")]
    pub cv_net: [u8; 32],
    /// Nullifier of the spent note.
    #[serde(with = "hex::serde")]
    pub nullifier: [u8; 32],
    /// Randomized verification key of the spend.
    #[serde(with = "hex::serde")]
    pub rk: [u8; 32],
    /// Commitment to the new note.
    #[serde(with = "hex::serde")]
    pub cmx: [u8; 32],
    /// Flags of the bundle.
    pub flags: u8,
}

/// A verifier's findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// The proof was accepted as it came.
    pub genuine_accepted: bool,
    /// It was refused with one of its bits flipped.
    pub altered_proof_refused: bool,
    /// It was refused for the statement with another nullifier.
    pub altered_statement_refused: bool,
}

impl Verdict {
    /// Whether the verifier accepts what it should and nothing else.
    pub fn is_sound(&self) -> bool {
        self.genuine_accepted && self.altered_proof_refused && self.altered_statement_refused
    }
}

impl Task for Prove {
    const NAME: &'static str = "prove";
    type Report = ProofDocument;

    fn perform(&self) -> Result<ProofDocument> {
        let bundle = self.bundle()?;
        ensure!(
            bundle.actions().len() == 1,
            "the bundle holds {} actions instead of one",
            bundle.actions().len()
        );
        let action = bundle.actions().first();
        let statement = Statement::of(action, *bundle.anchor(), bundle.flag_byte());
        let key = ProvingKey::build(self.version.orchard());
        let proof = bundle.authorization().create_proof(
            &key,
            &[action.to_instance(*bundle.flags(), *bundle.anchor())],
            ChaCha20Rng::from_seed(PROOF_SEED),
        )?;
        Ok(ProofDocument {
            version: self.version,
            statement,
            proof: proof.as_ref().to_vec(),
        })
    }
}

/// A bundle that still wants its proof and signatures.
type UnprovenBundle = orchard::builder::UnauthorizedBundle<i64>;

impl Prove {
    /// One output that the wallet sends to itself: the one form that every version of the
    /// bundle permits.
    fn bundle(&self) -> Result<UnprovenBundle> {
        let bundle_version = self.version.bundle_version();
        let owner = wallet()?;
        let recipient = owner.address_at(0u32, Scope::External);
        let mut builder = Builder::new(
            BundleType::UNPADDED,
            bundle_version,
            bundle_version.default_flags(),
            Anchor::empty_tree(),
        )?;
        builder.add_change_output(
            owner,
            None,
            recipient,
            NoteValue::from_raw(OUTPUT_ZATOSHI),
            MEMO,
        )?;
        let (bundle, _) = builder
            .build(ChaCha20Rng::from_seed(BUNDLE_SEED))?
            .context("the builder made no bundle")?;
        Ok(bundle)
    }
}

impl Task for Verify {
    const NAME: &'static str = "verify";
    type Report = Verdict;

    fn perform(&self) -> Result<Verdict> {
        let ProofDocument {
            version,
            statement,
            proof,
        } = &self.document;
        let key = VerifyingKey::build(version.orchard());
        let genuine = [statement.instance(*version)?];
        let accepts = |proof: &[u8], instance: &[Instance]| {
            Proof::new(proof.to_vec()).verify(&key, instance).is_ok()
        };

        Ok(Verdict {
            genuine_accepted: accepts(proof, &genuine),
            altered_proof_refused: !accepts(&with_a_flipped_bit(proof)?, &genuine),
            altered_statement_refused: !accepts(
                proof,
                &[statement.with_another_nullifier().instance(*version)?],
            ),
        })
    }
}

/// The last 32 bytes of a proof are a scalar: its lowest bit can change without making the
/// encoding invalid.
fn with_a_flipped_bit(proof: &[u8]) -> Result<Vec<u8>> {
    let mut altered = proof.to_vec();
    let scalar = altered
        .len()
        .checked_sub(32)
        .context("the proof is shorter than a scalar")?;
    altered[scalar] ^= 1;
    Ok(altered)
}

impl Statement {
    fn of<A>(action: &Action<A>, anchor: Anchor, flags: u8) -> Self {
        Statement {
            anchor: anchor.to_bytes(),
            cv_net: action.cv_net().to_bytes(),
            nullifier: action.nullifier().to_bytes(),
            rk: action.rk().into(),
            cmx: action.cmx().to_bytes(),
            flags,
        }
    }

    fn instance(&self, version: CircuitVersion) -> Result<Instance> {
        let rk = redpallas::VerificationKey::<SpendAuth>::try_from(self.rk)
            .map_err(|error| anyhow!("rk does not encode a key: {error}"))?;
        let flags = Flags::from_byte(self.flags, version.bundle_version())
            .context("the flags do not suit the circuit version")?;
        Instance::from_parts(
            Option::from(Anchor::from_bytes(self.anchor)).context("anchor out of range")?,
            Option::from(ValueCommitment::from_bytes(&self.cv_net)).context("cv_net off curve")?,
            Option::from(Nullifier::from_bytes(&self.nullifier)).context("nullifier too large")?,
            rk,
            Option::from(ExtractedNoteCommitment::from_bytes(&self.cmx))
                .context("cmx out of range")?,
            flags,
        )
        .context("rk is the identity")
    }

    fn with_another_nullifier(&self) -> Self {
        let mut altered = self.clone();
        altered.nullifier[0] ^= 1;
        altered
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const VERSION: CircuitVersion = CircuitVersion::PostNu6_3;

    #[test]
    fn a_proof_is_accepted_and_its_alterations_are_refused() -> Result<()> {
        let document = Prove { version: VERSION }.perform()?;
        let verdict = Verify {
            document: document.clone(),
        }
        .perform()?;
        assert!(verdict.is_sound(), "{verdict:?}");

        let mut broken = document;
        broken.proof = with_a_flipped_bit(&broken.proof)?;
        let verdict = Verify { document: broken }.perform()?;
        assert!(!verdict.genuine_accepted);
        assert!(!verdict.is_sound());
        Ok(())
    }

    #[test]
    fn the_bundle_of_every_version_has_one_action() -> Result<()> {
        for version in CircuitVersion::ALL {
            let bundle = Prove { version }.bundle()?;
            assert_eq!(bundle.actions().len(), 1, "{version}");
            assert_eq!(bundle.circuit_version(), version.orchard());
        }
        Ok(())
    }

    #[test]
    fn a_statement_with_impossible_parts_is_refused_by_name() -> Result<()> {
        let bundle = Prove { version: VERSION }.bundle()?;
        let action = bundle.actions().first();
        let mut statement = Statement::of(action, *bundle.anchor(), bundle.flag_byte());
        statement.anchor = [0xff; 32];
        let error = statement.instance(VERSION).expect_err("no field element");
        assert!(error.to_string().contains("anchor"), "{error}");
        Ok(())
    }
}
