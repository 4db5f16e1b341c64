//! The main job: Orchard's keys and proofs, stock against patched.

use anyhow::Result;
use orchard_bench_worker::measure::Operation;

use crate::{
    checks,
    cli::ProtocolArgs,
    commands::Outcome,
    progress::Progress,
    report::Report,
    runner,
    session::{self, Session},
};

pub(crate) fn run(protocol: &ProtocolArgs) -> Result<Outcome> {
    let threads: Vec<_> = protocol.threads.iter().collect();
    let rounds = protocol.rounds.get();
    let progress = Progress::new(session::STEPS + runner::steps(rounds, &threads) + checks::STEPS);

    let session = Session::open(&progress)?;
    let readings = runner::alternate(
        &session.workers,
        &Operation::ORCHARD,
        rounds,
        &threads,
        &progress,
    )?;
    let mut checks = checks::results_of_samples(&readings);
    checks.extend(checks::of_both_sides(
        &session.workers,
        session.machine.processors,
        &progress,
    )?);
    drop(progress);

    let report = Report::new("compare", &session, protocol, readings, checks)?;
    report.deliver(protocol.json.as_deref())
}
