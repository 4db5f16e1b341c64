//! Placeholder for the benchmark.
fn main() {}
