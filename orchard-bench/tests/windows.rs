//! The window study from outside, as small as it gets: what the files contain.

use std::{fs, process::Command};

use anyhow::{Context, Result};
use serde_json::Value;

#[test]
fn the_files_have_every_method_of_both_curves() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let (json, svg) = (folder.path().join("w.json"), folder.path().join("w.svg"));
    let output = Command::new(env!("CARGO_BIN_EXE_orchard-bench"))
        .args(["windows", "-k", "1", "--rounds", "2"])
        .arg("--json")
        .arg(&json)
        .arg("--svg")
        .arg(&svg)
        .output()?;
    assert!(output.status.success(), "{output:?}");
    let printed = String::from_utf8(output.stdout)?;
    for part in [
        "wNAF 9",
        "Z[ω] 5",
        "XYZZ",
        "Vesta:",
        "Pallas:",
        "costs least",
    ] {
        assert!(printed.contains(part), "{part} in {printed}");
    }

    let report: Value = serde_json::from_slice(&fs::read(&json)?)?;
    let curves = report["curves"].as_array().context("no curves")?;
    assert_eq!(curves.len(), 2);
    for curve in curves {
        let rows = curve["rows"].as_array().context("no rows")?;
        assert_eq!(rows.len(), 5 * 14);
        for row in rows {
            assert_eq!(row["samples"].as_array().map(Vec::len), Some(2));
        }
        let jacobian = rows
            .iter()
            .find(|row| row["coordinates"] == "Jacobian" && row["recoding"] == "NAF")
            .context("no such method")?;
        // The return to affine coordinates alone.
        assert_eq!(jacobian["mean"]["inversions"], 1.0);
    }

    let picture = fs::read_to_string(&svg)?;
    assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"));
    for label in ["double-and-add", "Z[ω] 3", "affine, batched"] {
        assert!(picture.contains(label), "{label}");
    }
    Ok(())
}

#[test]
fn a_file_that_cannot_be_written_is_named() -> Result<()> {
    for option in ["--json", "--svg"] {
        let output = Command::new(env!("CARGO_BIN_EXE_orchard-bench"))
            .args([
                "windows",
                "-k",
                "0",
                "--rounds",
                "1",
                option,
                "no/such/folder/file",
            ])
            .output()?;
        assert!(!output.status.success(), "{option}");
        let error = String::from_utf8(output.stderr)?;
        assert!(error.contains("no/such/folder/file cannot be"), "{error}");
    }
    Ok(())
}
