//! `best_fft` over the points of one curve, stock against patched.

use anyhow::Result;
use clap::{Args, ValueEnum};
use orchard_bench_worker::{curve::Curve, measure::Operation};

use crate::{
    checks,
    cli::ProtocolArgs,
    commands::Outcome,
    progress::Progress,
    report::Report,
    runner,
    session::{self, Session},
};

#[derive(Debug, Args)]
pub(crate) struct FftArgs {
    /// Base-two logarithm of the number of points.
    #[arg(short, long, default_value_t = 11, value_parser = clap::value_parser!(u32).range(0..=20))]
    k: u32,
    /// Curve of the points.
    #[arg(long, default_value = "vesta")]
    curve: CurveName,
    #[command(flatten)]
    protocol: ProtocolArgs,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum CurveName {
    Pallas,
    Vesta,
}

impl From<CurveName> for Curve {
    fn from(name: CurveName) -> Self {
        match name {
            CurveName::Pallas => Curve::Pallas,
            CurveName::Vesta => Curve::Vesta,
        }
    }
}

pub(crate) fn run(arguments: &FftArgs) -> Result<Outcome> {
    let protocol = &arguments.protocol;
    let threads: Vec<_> = protocol.threads.iter().collect();
    let rounds = protocol.rounds.get();
    let progress = Progress::new(session::STEPS + runner::steps(rounds, &threads));

    let session = Session::open(&progress)?;
    let operation = Operation::BestFft {
        curve: arguments.curve.into(),
        k: arguments.k,
    };
    let readings = runner::alternate(&session.workers, &[operation], rounds, &threads, &progress)?;
    drop(progress);

    let checks = checks::results_of_samples(&readings);
    let report = Report::new("fft", &session, protocol, readings, checks)?;
    report.deliver(protocol.json.as_deref())
}
