//! The machine under the measurement.

use std::{thread, time::Duration};

use serde::Serialize;
use sysinfo::{CpuRefreshKind, RefreshKind, System};

/// How long the machine is watched.
const LISTENING: Duration = Duration::from_secs(2);

/// Share of the processors above which times are called unreliable.
const TOLERATED: f64 = 0.05;

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Machine {
    pub(crate) cpu: String,
    pub(crate) processors: usize,
    pub(crate) os: String,
    pub(crate) architecture: String,
    /// Share of all processors that other programs kept busy just before the first worker, from
    /// 0 to 1. The load average would mostly show the compiler's work.
    pub(crate) busy: f64,
}

impl Machine {
    /// Takes [`LISTENING`], and is to be called while this program does nothing else.
    pub(crate) fn examine() -> Self {
        let usage = RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing().with_cpu_usage());
        let mut system = System::new_with_specifics(usage);
        thread::sleep(LISTENING);
        system.refresh_cpu_usage();
        let cpus = system.cpus();
        Machine {
            cpu: cpus
                .first()
                .map_or("unknown", |cpu| cpu.brand().trim())
                .to_owned(),
            processors: std::thread::available_parallelism().map_or(cpus.len(), usize::from),
            os: System::long_os_version().unwrap_or_else(|| "unknown".to_owned()),
            architecture: System::cpu_arch(),
            busy: f64::from(system.global_cpu_usage()) / 100.0,
        }
    }

    /// Whether something else was running that would disturb the clock.
    pub(crate) fn was_busy(&self) -> bool {
        self.busy > TOLERATED
    }
}
