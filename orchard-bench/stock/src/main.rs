//! A worker on stock `halo2_proofs`: performs the one task that arrives on standard input.
//! Nothing else may happen here; what is measured lives in `orchard-bench-worker`.

use std::io;

fn main() -> anyhow::Result<()> {
    orchard_bench_worker::serve(io::stdin().lock(), io::stdout().lock())
}
