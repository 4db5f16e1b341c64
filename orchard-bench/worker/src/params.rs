//! Digests of the public parameters, over a range of sizes.

use anyhow::Result;
use halo2_proofs::poly::commitment::Params;
use pasta_curves::{arithmetic::CurveAffine, pallas, vesta};
use serde::{Deserialize, Serialize};

use crate::{curve::Curve, digest::Digest, Task};

/// Asks for the digests of `Params::new(k)`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DigestParams {
    /// Curve of the generators.
    pub curve: Curve,
    /// The values of k.
    pub sizes: Vec<u32>,
}

/// Digest of the bytes of `Params::write`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ParamsDigest {
    /// Base-two logarithm of the number of generators.
    pub k: u32,
    /// BLAKE2b-256 of the bytes.
    pub digest: Digest,
}

impl Task for DigestParams {
    const NAME: &'static str = "digest-params";
    type Report = Vec<ParamsDigest>;

    fn perform(&self) -> Result<Vec<ParamsDigest>> {
        self.sizes
            .iter()
            .map(|&k| {
                let digest = match self.curve {
                    Curve::Pallas => digest(&Params::<pallas::Affine>::new(k)),
                    Curve::Vesta => digest(&Params::<vesta::Affine>::new(k)),
                }?;
                Ok(ParamsDigest { k, digest })
            })
            .collect()
    }
}

/// Digest of the bytes that `params` write.
///
/// # Errors
/// Those of `Params::write`.
pub fn digest<C: CurveAffine>(params: &Params<C>) -> Result<Digest> {
    Ok(Digest::of_written(|sink| params.write(sink))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known_answer(curve: Curve, k: u32, expected: &str) -> Result<()> {
        let sizes = vec![k];
        let report = DigestParams { curve, sizes }.perform()?;
        assert_eq!(report.len(), 1);
        assert_eq!(report[0].k, k);
        assert_eq!(report[0].digest.to_string(), expected);
        Ok(())
    }

    // Known answers of unmodified halo2_proofs 0.4.1.
    #[test]
    fn digests_are_those_of_upstream() -> Result<()> {
        known_answer(
            Curve::Vesta,
            4,
            "e578a050edb789194aa31b2960d0a5a29b421e3141a9b4afe1eb6aa3b9a85e5f",
        )?;
        known_answer(
            Curve::Pallas,
            4,
            "8b287e8bb226d68a818dc365d855fc85137455b93b42c0a8b1e8cb9eb4097d69",
        )?;
        Ok(())
    }
}
