//! Everything that identifies Orchard's keys: parameters, verifying key, proving key.

use anyhow::Result;
use ff::PrimeField;
use halo2_proofs::{
    plonk::{self, keygen_pk, keygen_vk},
    poly::commitment::Params,
    transcript::{Blake2bWrite, Challenge255, EncodedChallenge, Transcript},
};
use pasta_curves::vesta;
use serde::{Deserialize, Serialize};

use crate::{
    circuit::{self, CircuitVersion, K},
    digest::Digest,
    Task,
};

/// Asks for the descriptions of the keys of every circuit version.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DescribeKeys {
    /// The versions to describe.
    pub versions: Vec<CircuitVersion>,
}

/// What two builds must agree on before their keys may be called the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyDescription {
    /// Version of the circuit.
    pub version: CircuitVersion,
    /// `{:#?}` of the pinned verifying key, in full.
    pub verifying_key: String,
    /// Digest of that text.
    pub verifying_key_digest: Digest,
    /// First challenge of a transcript that has absorbed the verifying key, in hexadecimal:
    /// halo2's own digest of the key is not public, but decides this value.
    pub challenge: String,
    /// Digest of the `{:?}` form of the proving key: every polynomial and coset in it.
    pub proving_key_digest: Digest,
}

impl Task for DescribeKeys {
    const NAME: &'static str = "describe-keys";
    type Report = Vec<KeyDescription>;

    fn perform(&self) -> Result<Vec<KeyDescription>> {
        let params = Params::<vesta::Affine>::new(K);
        self.versions
            .iter()
            .map(|&version| describe(&params, version))
            .collect()
    }
}

fn describe(params: &Params<vesta::Affine>, version: CircuitVersion) -> Result<KeyDescription> {
    let circuit = circuit::without_witnesses(version)?;
    let vk = keygen_vk(params, &circuit)?;
    let challenge = challenge_after(&vk)?;
    let verifying_key = format!("{:#?}", vk.pinned());
    let pk = keygen_pk(params, vk, &circuit)?;
    Ok(KeyDescription {
        version,
        verifying_key_digest: Digest::of_bytes(verifying_key.as_bytes()),
        verifying_key,
        challenge,
        proving_key_digest: Digest::of_debug(&pk)?,
    })
}

fn challenge_after(vk: &plonk::VerifyingKey<vesta::Affine>) -> Result<String> {
    let mut transcript =
        Blake2bWrite::<_, vesta::Affine, Challenge255<vesta::Affine>>::init(Vec::new());
    vk.hash_into(&mut transcript)?;
    let challenge = transcript.squeeze_challenge().get_scalar();
    Ok(hex::encode(challenge.to_repr()))
}
