//! The machine under the measurement.

use serde::Serialize;
use sysinfo::{CpuRefreshKind, RefreshKind, System};

#[derive(Clone, Debug, Serialize)]
pub(crate) struct Machine {
    pub(crate) cpu: String,
    pub(crate) processors: usize,
    pub(crate) os: String,
    pub(crate) architecture: String,
    /// Average number of running processes over the last minute, before the first worker.
    pub(crate) load_average: f64,
}

impl Machine {
    pub(crate) fn examine() -> Self {
        let system =
            System::new_with_specifics(RefreshKind::nothing().with_cpu(CpuRefreshKind::nothing()));
        let cpus = system.cpus();
        Machine {
            cpu: cpus
                .first()
                .map_or("unknown", |cpu| cpu.brand().trim())
                .to_owned(),
            processors: std::thread::available_parallelism().map_or(cpus.len(), usize::from),
            os: System::long_os_version().unwrap_or_else(|| "unknown".to_owned()),
            architecture: System::cpu_arch(),
            load_average: System::load_average().one,
        }
    }

    /// Whether something else was running that would disturb the clock.
    pub(crate) fn was_busy(&self) -> bool {
        self.load_average > 0.5 * self.processors as f64
    }
}
