//! The measured process from outside: one JSON document in, one out.

use std::{
    io::Write as _,
    process::{Command, Output, Stdio},
};

use anyhow::{Context, Result};
use orchard_bench_worker::{
    curve::Curve,
    identity::{Identify, Identity},
    params::{DigestParams, ParamsDigest},
    Envelope, Task,
};

fn start(request: &[u8], threads: usize) -> Result<Output> {
    let mut worker = Command::new(env!("CARGO_BIN_EXE_orchard-bench"))
        .arg("worker")
        .env("RAYON_NUM_THREADS", threads.to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    let mut input = worker.stdin.take().context("no input")?;
    input.write_all(request)?;
    drop(input);
    Ok(worker.wait_with_output()?)
}

fn ask<T: Task>(task: &T, threads: usize) -> Result<T::Report> {
    let output = start(&serde_json::to_vec(&Envelope::new(task)?)?, threads)?;
    assert!(output.status.success(), "{output:?}");
    Ok(serde_json::from_slice(&output.stdout)?)
}

#[test]
fn the_number_of_threads_is_obeyed() -> Result<()> {
    for requested in [1, 3] {
        let Identity { threads, .. } = ask(&Identify, requested)?;
        assert_eq!(threads, requested);
    }
    Ok(())
}

#[test]
fn parameters_do_not_depend_on_the_number_of_threads() -> Result<()> {
    // Known answer of unmodified halo2_proofs 0.4.1.
    let known = "e578a050edb789194aa31b2960d0a5a29b421e3141a9b4afe1eb6aa3b9a85e5f";
    let task = DigestParams {
        curve: Curve::Vesta,
        sizes: vec![4],
    };
    for threads in [1, 2, 8] {
        let report: Vec<ParamsDigest> = ask(&task, threads)?;
        assert_eq!(report.len(), 1);
        assert_eq!(report[0].digest.to_string(), known, "{threads} threads");
    }
    Ok(())
}

#[test]
fn a_task_that_is_not_understood_ends_in_failure() -> Result<()> {
    let output = start(b"no JSON", 1)?;
    assert!(!output.status.success());
    assert!(output.stdout.is_empty());
    assert!(String::from_utf8_lossy(&output.stderr).contains("JSON"));
    Ok(())
}
