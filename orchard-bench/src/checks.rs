//! Whether both sides computed the same bytes. A difference is a finding with both values in
//! it, never an error that ends the program early: all findings are of interest.

use anyhow::{ensure, Context, Result};
use orchard_bench_worker::{
    circuit::{CircuitVersion, K},
    curve::Curve,
    digest::Digest,
    keys::{DescribeKeys, KeyDescription},
    params::DigestParams,
    proof::{ProofDocument, Prove, Verdict, Verify},
    Task,
};
use serde::Serialize;

use crate::{
    progress::Progress,
    runner::{Reading, Worker},
    variant::{Pair, Variant},
};

/// Something that had to be the same on both sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Check {
    /// What was compared.
    pub(crate) subject: String,
    pub(crate) passed: bool,
    /// The common value if it was the same, both values if it was not.
    pub(crate) detail: String,
}

impl Check {
    fn equal<T: PartialEq>(
        subject: String,
        stock: &T,
        patched: &T,
        show: impl Fn(&T) -> String,
    ) -> Self {
        let passed = stock == patched;
        let detail = if passed {
            show(stock)
        } else {
            format!("stock   {}\npatched {}", show(stock), show(patched))
        };
        Check {
            subject,
            passed,
            detail,
        }
    }
}

/// Whether every sample of an operation had the same result, on both sides and at every thread
/// count.
pub(crate) fn results_of_samples(readings: &[Reading]) -> Vec<Check> {
    let mut checks: Vec<(Check, Digest)> = Vec::new();
    for reading in readings {
        let subject = format!("timed {}", reading.operation);
        let Some((check, expected)) = checks.iter_mut().find(|(c, _)| c.subject == subject) else {
            let check = Check {
                subject,
                passed: true,
                detail: reading.digest.to_string(),
            };
            checks.push((check, reading.digest));
            continue;
        };
        if check.passed && reading.digest != *expected {
            check.passed = false;
            check.detail = format!(
                "{expected} at first,\n{} from {} with {} threads",
                reading.digest, reading.variant, reading.threads
            );
        }
    }
    checks.into_iter().map(|(check, _)| check).collect()
}

/// Steps of progress that [`of_both_sides`] makes.
pub(crate) const STEPS: usize = 2 * (2 + 1 + 2 * CircuitVersion::PROVABLE.len());

/// Compares parameters, keys and proofs.
///
/// # Errors
/// If a worker fails; a difference is a [`Check`] that did not pass.
pub(crate) fn of_both_sides(
    workers: &Pair<Worker>,
    threads: usize,
    progress: &Progress,
) -> Result<Vec<Check>> {
    let examiner = Examiner {
        workers,
        threads,
        progress,
    };
    let mut checks = Vec::new();
    for curve in [Curve::Vesta, Curve::Pallas] {
        checks.push(examiner.params(curve)?);
    }
    checks.extend(examiner.keys()?);
    for version in CircuitVersion::PROVABLE {
        checks.extend(examiner.proofs(version)?);
    }
    Ok(checks)
}

struct Examiner<'a> {
    workers: &'a Pair<Worker>,
    threads: usize,
    progress: &'a Progress,
}

impl Examiner<'_> {
    fn ask<T: Task>(&self, variant: Variant, task: &T, what: &str) -> Result<T::Report> {
        self.progress
            .step(&format!("checking the bytes: {what} ({variant})"), || {
                self.workers.get(variant).run(task, self.threads)
            })
    }

    fn ask_both<T: Task>(&self, task: &T, what: &str) -> Result<Pair<T::Report>> {
        Ok(Pair {
            stock: self.ask(Variant::Stock, task, what)?,
            patched: self.ask(Variant::Patched, task, what)?,
        })
    }

    fn params(&self, curve: Curve) -> Result<Check> {
        let task = DigestParams {
            curve,
            sizes: (0..=K).collect(),
        };
        let reports = self.ask_both(&task, &format!("parameters on {curve}"))?;
        let (stock, patched) = first_difference_or_last(&reports.stock, &reports.patched)
            .context("a worker did not digest the parameters that it was asked for")?;
        Ok(Check::equal(
            format!("Params on {curve}, k = 0 to {K}"),
            stock,
            patched,
            |params| format!("{} at k = {}", params.digest, params.k),
        ))
    }

    fn keys(&self) -> Result<Vec<Check>> {
        let task = DescribeKeys {
            versions: CircuitVersion::ALL.to_vec(),
        };
        let reports = self.ask_both(&task, "keys")?;
        ensure!(
            versions(&reports.stock) == task.versions
                && versions(&reports.patched) == task.versions,
            "a worker did not describe the keys that it was asked for"
        );
        let pairs = reports.stock.iter().zip(&reports.patched);
        Ok(pairs
            .flat_map(|(stock, patched)| compare_keys(stock, patched))
            .collect())
    }

    fn proofs(&self, version: CircuitVersion) -> Result<Vec<Check>> {
        let documents = self.ask_both(&Prove { version }, &format!("proof, {version}"))?;
        let mut checks = vec![Check::equal(
            format!("{version} proof of one Action"),
            &documents.stock,
            &documents.patched,
            |document| Digest::of_bytes(&document.proof).to_string(),
        )];
        for (prover, verifier) in [
            (Variant::Patched, Variant::Stock),
            (Variant::Stock, Variant::Patched),
        ] {
            let document: &ProofDocument = documents.get(prover);
            let task = Verify {
                document: document.clone(),
            };
            let what = format!("{prover} proof under the other key, {version}");
            let verdict = self.ask(verifier, &task, &what)?;
            checks.push(judge(prover, verifier, version, verdict));
        }
        Ok(checks)
    }
}

/// `None` if the lists do not have the same length, or are empty.
fn first_difference_or_last<'a, T: PartialEq>(a: &'a [T], b: &'a [T]) -> Option<(&'a T, &'a T)> {
    if a.len() != b.len() {
        return None;
    }
    let mut pairs = a.iter().zip(b);
    pairs.find(|(a, b)| a != b).or(a.last().zip(b.last()))
}

fn versions(descriptions: &[KeyDescription]) -> Vec<CircuitVersion> {
    descriptions.iter().map(|keys| keys.version).collect()
}

fn compare_keys(stock: &KeyDescription, patched: &KeyDescription) -> Vec<Check> {
    let version = stock.version;
    let of_keys = |subject: &str| format!("{version} {subject}");
    vec![
        Check {
            subject: of_keys("verifying key, description"),
            passed: stock.verifying_key == patched.verifying_key,
            detail: describe_texts(&stock.verifying_key, &patched.verifying_key),
        },
        Check::equal(
            of_keys("verifying key, digest"),
            &stock.verifying_key_digest,
            &patched.verifying_key_digest,
            ToString::to_string,
        ),
        Check::equal(
            of_keys("verifying key, challenge"),
            &stock.challenge,
            &patched.challenge,
            Clone::clone,
        ),
        Check::equal(
            of_keys("proving key, digest"),
            &stock.proving_key_digest,
            &patched.proving_key_digest,
            ToString::to_string,
        ),
    ]
}

/// The size of equal texts, the first line in which others differ.
fn describe_texts(stock: &str, patched: &str) -> String {
    if stock == patched {
        return format!("{} lines", stock.lines().count());
    }
    let differing = stock
        .lines()
        .zip(patched.lines())
        .enumerate()
        .find(|(_, (a, b))| a != b);
    match differing {
        Some((number, (a, b))) => format!(
            "line {}\nstock   {}\npatched {}",
            number + 1,
            a.trim(),
            b.trim()
        ),
        None => "one text is the beginning of the other".to_owned(),
    }
}

fn judge(prover: Variant, verifier: Variant, version: CircuitVersion, verdict: Verdict) -> Check {
    let detail = if verdict.is_sound() {
        "accepted; refused once altered".to_owned()
    } else {
        format!("{verdict:?}")
    };
    Check {
        subject: format!("{version} {prover} proof, {verifier} key"),
        passed: verdict.is_sound(),
        detail,
    }
}

#[cfg(test)]
mod tests {
    use orchard_bench_worker::measure::Operation;

    use super::*;

    fn reading(variant: Variant, result: &[u8]) -> Reading {
        Reading {
            threads: 2,
            round: 0,
            sequence: 0,
            variant,
            operation: Operation::KeygenPk,
            nanoseconds: 1,
            digest: Digest::of_bytes(result),
        }
    }

    #[test]
    fn equal_results_pass_as_one_check() {
        let readings = [
            reading(Variant::Stock, b"a"),
            reading(Variant::Patched, b"a"),
        ];
        let checks = results_of_samples(&readings);
        assert_eq!(checks.len(), 1);
        assert!(checks[0].passed);
    }

    #[test]
    fn one_differing_result_is_found_and_named() {
        let mut readings = vec![
            reading(Variant::Stock, b"a"),
            reading(Variant::Patched, b"a"),
        ];
        readings.push(reading(Variant::Patched, b"b"));
        let checks = results_of_samples(&readings);
        assert!(!checks[0].passed);
        assert!(checks[0].detail.contains("patched"), "{}", checks[0].detail);
    }

    #[test]
    fn unequal_values_are_both_shown() {
        let check = Check::equal("n".to_owned(), &1, &2, ToString::to_string);
        assert!(!check.passed);
        assert_eq!(check.detail, "stock   1\npatched 2");
    }

    #[test]
    fn a_difference_anywhere_in_a_list_is_the_one_shown() {
        assert_eq!(
            first_difference_or_last(&[1, 2, 3], &[1, 9, 3]),
            Some((&2, &9))
        );
        assert_eq!(first_difference_or_last(&[1, 2], &[1, 2]), Some((&2, &2)));
        assert_eq!(first_difference_or_last(&[1, 2], &[1]), None);
        assert_eq!(first_difference_or_last::<u8>(&[], &[]), None);
    }

    #[test]
    fn texts_are_compared_to_the_end() {
        assert_eq!(describe_texts("a\nb", "a\nb"), "2 lines");
        assert!(describe_texts("a\nb", "a\nc").starts_with("line 2"));
        assert!(describe_texts("a\nb", "a").contains("beginning"));
    }

    #[test]
    fn a_verifier_that_accepts_an_altered_proof_does_not_pass() {
        let sound = Verdict {
            genuine_accepted: true,
            altered_proof_refused: true,
            altered_statement_refused: true,
        };
        let unsound = [
            Verdict {
                genuine_accepted: false,
                ..sound
            },
            Verdict {
                altered_proof_refused: false,
                ..sound
            },
            Verdict {
                altered_statement_refused: false,
                ..sound
            },
        ];
        let passes = |verdict| {
            judge(
                Variant::Stock,
                Variant::Patched,
                CircuitVersion::PostNu6_3,
                verdict,
            )
            .passed
        };
        assert!(passes(sound));
        assert!(unsound.into_iter().all(|verdict| !passes(verdict)));
    }
}
