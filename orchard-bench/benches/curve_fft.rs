//! `best_fft` over curve points, next to the generic path of the same function.
//!
//! Points come from the hash to the curve, and the roots of unity are those of `Params::new`.
//! The generic path is reached through a wrapper that no fast path can recognise.

use std::time::Duration;

use criterion::{criterion_main, BatchSize, Bencher, BenchmarkId, Criterion, SamplingMode};
use halo2_proofs::arithmetic::{best_fft, FftGroup, Field};
use orchard_bench_worker::{
    curve::{hashed_points, inverse_omega, Curve},
    opaque::Opaque,
};
use pasta_curves::{arithmetic::CurveExt, pallas, vesta};

const SIZES: [u32; 3] = [8, 11, 12];

fn transforms(criterion: &mut Criterion) {
    of_curve::<vesta::Point>(criterion, Curve::Vesta);
    of_curve::<pallas::Point>(criterion, Curve::Pallas);
}

fn of_curve<P: CurveExt>(criterion: &mut Criterion, curve: Curve) {
    let mut group = criterion.benchmark_group(format!("best_fft {curve}"));
    group
        .sample_size(10)
        .sampling_mode(SamplingMode::Flat)
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(3));
    for k in SIZES {
        let points = hashed_points::<P>(k);
        let opaque: Vec<_> = points.iter().copied().map(Opaque).collect();
        let omega = inverse_omega::<P>(k);
        group.bench_function(BenchmarkId::new("points", k), |bencher| {
            transform(bencher, &points, omega, k);
        });
        group.bench_function(BenchmarkId::new("generic", k), |bencher| {
            transform(bencher, &opaque, omega, k);
        });
    }
    group.finish();
}

fn transform<S: Field, G: FftGroup<S>>(bencher: &mut Bencher<'_>, input: &[G], omega: S, k: u32) {
    bencher.iter_batched_ref(
        || input.to_vec(),
        |points| best_fft(points, omega, k),
        BatchSize::LargeInput,
    );
}

fn benches() {
    transforms(&mut Criterion::default().configure_from_args());
}

criterion_main!(benches);
