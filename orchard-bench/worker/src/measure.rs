//! The stopwatch: what is timed, on which inputs, and a digest of what came out.
//!
//! Every sample carries a digest of its result, taken after the clock was stopped, so that the
//! caller can see that both builds did the same work. Inputs are made before it starts.

use std::{
    fmt,
    hint::black_box,
    io::Write as _,
    time::{Duration, Instant},
};

use anyhow::Result;
use halo2_proofs::{
    arithmetic::best_fft,
    plonk::{keygen_pk, keygen_vk, VerifyingKey},
    poly::commitment::Params,
};
use orchard::circuit::{Circuit, ProvingKey};
use pasta_curves::{arithmetic::CurveExt, pallas, vesta};
use serde::{Deserialize, Serialize};

use crate::{
    circuit::{self, CircuitVersion, K},
    curve::{hashed_points, inverse_omega, Curve},
    digest::Digest,
    params, Task,
};

/// Something that can be timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Operation {
    /// `Params::<vesta::Affine>::new(k)`.
    ParamsNew {
        /// Base-two logarithm of the number of generators.
        k: u32,
    },
    /// `keygen_vk` for the Action circuit, on ready parameters.
    KeygenVk,
    /// `keygen_pk` for the Action circuit, on ready parameters and verifying key.
    KeygenPk,
    /// `orchard::circuit::ProvingKey::build`: all of the above.
    ProvingKeyBuild,
    /// `best_fft` over `2^k` points.
    BestFft {
        /// Curve of the points.
        curve: Curve,
        /// Base-two logarithm of the number of points.
        k: u32,
    },
}

impl Operation {
    /// What building Orchard's proving key consists of, and the whole.
    pub const ORCHARD: [Operation; 4] = [
        Operation::ParamsNew { k: K },
        Operation::KeygenVk,
        Operation::KeygenPk,
        Operation::ProvingKeyBuild,
    ];
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Operation::ParamsNew { k } => write!(f, "Params::new({k})"),
            Operation::KeygenVk => f.write_str("keygen_vk"),
            Operation::KeygenPk => f.write_str("keygen_pk"),
            Operation::ProvingKeyBuild => f.write_str("ProvingKey::build"),
            Operation::BestFft { curve, k } => write!(f, "best_fft({curve}, 2^{k})"),
        }
    }
}

/// Asks for one sample of each operation, in this order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Measure {
    /// What to time.
    pub operations: Vec<Operation>,
}

/// One reading of the clock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sample {
    /// What was timed.
    pub operation: Operation,
    /// Wall-clock time in nanoseconds.
    pub nanoseconds: u64,
    /// Digest of the result.
    pub digest: Digest,
}

/// The samples of one worker.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Samples {
    /// Threads in the worker's pool.
    pub threads: usize,
    /// One a requested operation, in the requested order.
    pub samples: Vec<Sample>,
}

impl Task for Measure {
    const NAME: &'static str = "measure";
    type Report = Samples;

    fn perform(&self) -> Result<Samples> {
        warm_up();
        let mut stopwatch = Stopwatch::default();
        let samples = self
            .operations
            .iter()
            .map(|&operation| stopwatch.sample(operation))
            .collect::<Result<_>>()?;
        Ok(Samples {
            threads: rayon::current_num_threads(),
            samples,
        })
    }
}

/// Starts the thread pool and fills the tables that `pasta_curves` builds on first use: the
/// same work in both builds, and none of it what is being measured.
fn warm_up() {
    black_box(Params::<vesta::Affine>::new(4));
    black_box(Params::<pallas::Affine>::new(4));
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let start = Instant::now();
    let result = black_box(work());
    (start.elapsed(), result)
}

/// Takes the samples of one worker, and keeps between them what later ones start from.
#[derive(Default)]
struct Stopwatch {
    params: Option<Params<vesta::Affine>>,
    keygen: Option<Keygen>,
}

impl Stopwatch {
    fn sample(&mut self, operation: Operation) -> Result<Sample> {
        let (time, digest) = match operation {
            Operation::ParamsNew { k } => self.params_new(k),
            Operation::KeygenVk => self.keygen()?.vk(),
            Operation::KeygenPk => self.keygen()?.pk(),
            Operation::ProvingKeyBuild => proving_key_build(),
            Operation::BestFft { curve, k } => match curve {
                Curve::Pallas => transform::<pallas::Point>(k),
                Curve::Vesta => transform::<vesta::Point>(k),
            },
        }?;
        Ok(Sample {
            operation,
            nanoseconds: u64::try_from(time.as_nanos())?,
            digest,
        })
    }

    fn params_new(&mut self, k: u32) -> Result<(Duration, Digest)> {
        let (time, params) = timed(|| Params::<vesta::Affine>::new(k));
        let digest = params::digest(&params)?;
        self.params = Some(params);
        Ok((time, digest))
    }

    /// Prepared on first use, from the parameters just timed if they have the right size.
    fn keygen(&mut self) -> Result<&Keygen> {
        let keygen = match self.keygen.take() {
            Some(keygen) => keygen,
            None => {
                let ready = self.params.take().filter(|params| params.k() == K);
                Keygen::prepare(ready.unwrap_or_else(|| Params::new(K)))?
            }
        };
        Ok(self.keygen.insert(keygen))
    }
}

/// What both halves of key generation start from.
struct Keygen {
    params: Params<vesta::Affine>,
    circuit: Circuit,
    vk: VerifyingKey<vesta::Affine>,
}

impl Keygen {
    fn prepare(params: Params<vesta::Affine>) -> Result<Self> {
        let circuit = circuit::without_witnesses(CircuitVersion::MEASURED)?;
        // Not timed: it also fills the tables of the circuit's constants.
        let vk = keygen_vk(&params, &circuit)?;
        Ok(Keygen {
            params,
            circuit,
            vk,
        })
    }

    fn vk(&self) -> Result<(Duration, Digest)> {
        let (time, vk) = timed(|| keygen_vk(&self.params, &self.circuit));
        Ok((time, Digest::of_debug(&vk?.pinned())?))
    }

    fn pk(&self) -> Result<(Duration, Digest)> {
        let vk = self.vk.clone();
        let (time, pk) = timed(|| keygen_pk(&self.params, vk, &self.circuit));
        Ok((time, Digest::of_debug(&pk?)?))
    }
}

/// The digest covers parameters and verifying key; the polynomials are `keygen_pk`'s, which has
/// a digest of its own.
fn proving_key_build() -> Result<(Duration, Digest)> {
    let version = CircuitVersion::MEASURED.orchard();
    let (time, pk) = timed(|| ProvingKey::build(version));
    Ok((time, Digest::of_debug(&pk.verifying_key())?))
}

fn transform<P: CurveExt>(k: u32) -> Result<(Duration, Digest)> {
    let mut points = hashed_points::<P>(k);
    let omega = inverse_omega::<P>(k);
    let (time, ()) = timed(|| best_fft(&mut points, omega, k));
    let digest = Digest::of_written(|sink| {
        points
            .iter()
            .try_for_each(|point| sink.write_all(point.to_bytes().as_ref()))
    })?;
    Ok((time, digest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_answer_the_request_in_order() -> Result<()> {
        let operations = vec![
            Operation::BestFft {
                curve: Curve::Pallas,
                k: 3,
            },
            Operation::ParamsNew { k: 4 },
            Operation::BestFft {
                curve: Curve::Vesta,
                k: 0,
            },
        ];
        let report = Measure {
            operations: operations.clone(),
        }
        .perform()?;
        let answered: Vec<_> = report.samples.iter().map(|s| s.operation).collect();
        assert_eq!(answered, operations);
        assert!(report.samples.iter().all(|s| s.nanoseconds > 0));
        Ok(())
    }

    #[test]
    fn a_repeated_sample_has_the_same_digest() -> Result<()> {
        let operation = Operation::BestFft {
            curve: Curve::Vesta,
            k: 5,
        };
        let mut stopwatch = Stopwatch::default();
        let first = stopwatch.sample(operation)?;
        let second = stopwatch.sample(operation)?;
        assert_eq!(first.digest, second.digest);
        Ok(())
    }

    #[test]
    fn the_sample_of_params_carries_their_known_digest() -> Result<()> {
        let sample = Stopwatch::default().sample(Operation::ParamsNew { k: 4 })?;
        assert_eq!(
            sample.digest.to_string(),
            "e578a050edb789194aa31b2960d0a5a29b421e3141a9b4afe1eb6aa3b9a85e5f",
        );
        Ok(())
    }
}
