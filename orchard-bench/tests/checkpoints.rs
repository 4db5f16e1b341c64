//! The history of the transform from outside, at a small size: what the files contain.

use std::{fs, process::Command};

use anyhow::{Context, Result};
use serde_json::Value;

fn run(k: u32, threads: &str, rounds: usize) -> Result<(String, Value, String)> {
    let folder = tempfile::tempdir()?;
    let (json, svg) = (folder.path().join("c.json"), folder.path().join("c.svg"));
    let output = Command::new(env!("CARGO_BIN_EXE_orchard-bench"))
        .args(["checkpoints", "-k", &k.to_string(), "--threads", threads])
        .args(["--rounds", &rounds.to_string()])
        .arg("--json")
        .arg(&json)
        .arg("--svg")
        .arg(&svg)
        .output()?;
    assert!(output.status.success(), "{output:?}");
    Ok((
        String::from_utf8(output.stdout)?,
        serde_json::from_slice(&fs::read(&json)?)?,
        fs::read_to_string(&svg)?,
    ))
}

#[test]
fn every_step_is_compared_with_its_parent_at_every_number_of_threads() -> Result<()> {
    let (printed, report, picture) = run(6, "1,2", 2)?;
    for part in [
        "0 → 1",
        "7 → 8",
        "3 → 5",
        "0 → 8",
        "two-inversion 2P+D",
        "zakura.com/engineering/pasta-ecfft",
        "Apple Arm64",
        "not the codelets' alone",
    ] {
        assert!(printed.contains(part), "{part} in {printed}");
    }
    // Goals are for another size, too.
    assert!(!printed.contains("goal, at k"), "goals in {printed}");

    let steps = report["steps"].as_array().context("no steps")?;
    assert_eq!(steps.len(), 9);
    assert_eq!(
        steps[8]["plan"],
        "2^6 = [8, 8] joint, scaled in the diagonal"
    );
    let comparisons = report["comparisons"].as_array().context("no comparisons")?;
    assert_eq!(comparisons.len(), 2 * (8 + 6));
    for comparison in comparisons {
        let rounds = comparison["rounds"].as_array().context("no rounds")?;
        assert_eq!(rounds.len(), 2);
        for round in rounds {
            for place in ["before", "step", "after"] {
                let time = round[place]["transform"].as_f64();
                assert!(time.is_some_and(|seconds| seconds > 0.0), "{round}");
            }
        }
        // Published ratios are for another size.
        assert_eq!(comparison["published"].as_array().map(Vec::len), Some(0));
    }
    assert_eq!(report["goals"].as_array().map(Vec::len), Some(4));
    assert_eq!(report["published"]["k"], 11);

    assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
    for label in ["0 projective", "8 joint", "measured, 2 threads", "model"] {
        assert!(picture.contains(label), "{label}");
    }
    Ok(())
}

/// The schedules have nothing to choose at this size, and still give a report without gaps.
#[test]
fn the_smallest_size_is_no_exception() -> Result<()> {
    let (printed, report, _) = run(1, "1", 1)?;
    assert_eq!(report["protocol"]["points"], 2);
    assert!(
        !printed.contains("NaN") && !printed.contains("inf"),
        "{printed}"
    );
    Ok(())
}

#[test]
fn a_single_point_has_no_history() -> Result<()> {
    let output = Command::new(env!("CARGO_BIN_EXE_orchard-bench"))
        .args(["checkpoints", "-k", "0"])
        .output()?;
    assert!(!output.status.success());
    assert!(output.stdout.is_empty());
    Ok(())
}

#[test]
fn a_file_that_cannot_be_written_is_named() -> Result<()> {
    for option in ["--json", "--svg"] {
        let output = Command::new(env!("CARGO_BIN_EXE_orchard-bench"))
            .args(["checkpoints", "-k", "1", "--rounds", "1", "--threads", "1"])
            .args([option, "no/such/folder/file"])
            .output()?;
        assert!(!output.status.success(), "{option}");
        let error = String::from_utf8(output.stderr)?;
        assert!(error.contains("no/such/folder/file cannot be"), "{error}");
    }
    Ok(())
}
