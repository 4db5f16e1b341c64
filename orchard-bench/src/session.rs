//! What every comparison starts with: both workers built, questioned, and found comparable.

use std::env;

use anyhow::{ensure, Context, Result};
use orchard_bench_worker::identity::{Build, Identify};

use crate::{
    machine::Machine,
    progress::Progress,
    provenance::{self, Provenance},
    runner::Worker,
    twin,
    variant::Pair,
};

/// Both sides, ready to work.
#[derive(Debug)]
pub(crate) struct Session {
    pub(crate) machine: Machine,
    pub(crate) provenance: Provenance,
    pub(crate) workers: Pair<Worker>,
}

/// Steps of progress that [`Session::open`] makes.
pub(crate) const STEPS: usize = 3;

impl Session {
    /// # Errors
    /// If the twin cannot be built or the sides are not comparable.
    pub(crate) fn open(progress: &Progress) -> Result<Self> {
        ensure!(
            !Build::current().debug_assertions,
            "this is a debug build; only optimised ones are compared: run it with --release"
        );
        let (patched, target) = provenance::resolve(&twin::own_manifest())?;
        let (stock, _) = provenance::resolve(&twin::manifest())?;

        let twin = progress.step("building the stock twin", || twin::build(&target, progress))?;
        let own = env::current_exe().context("the path of this program is not known")?;
        let workers = Pair {
            stock: Worker::new(twin, &[]),
            patched: Worker::new(own, &["worker"]),
        };

        let provenance = progress.step("asking both workers how they were built", || {
            let identities = Pair {
                stock: workers.stock.run(&Identify, 1)?,
                patched: workers.patched.run(&Identify, 1)?,
            };
            Provenance::establish(&Pair { stock, patched }, &identities)
        })?;
        let machine = progress.step("listening to the idle machine", Machine::examine);
        Ok(Session {
            machine,
            provenance,
            workers,
        })
    }
}
