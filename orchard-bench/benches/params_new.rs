//! `Params::new` on both curves, at the sizes around Orchard's.

use std::{hint::black_box, time::Duration};

use criterion::{criterion_main, BenchmarkId, Criterion, SamplingMode};
use halo2_proofs::poly::commitment::Params;
use orchard_bench_worker::curve::Curve;
use pasta_curves::{arithmetic::CurveAffine, pallas, vesta};

const SIZES: [u32; 3] = [8, 11, 12];

fn params(criterion: &mut Criterion) {
    of_curve::<vesta::Affine>(criterion, Curve::Vesta);
    of_curve::<pallas::Affine>(criterion, Curve::Pallas);
}

fn of_curve<C: CurveAffine>(criterion: &mut Criterion, curve: Curve) {
    let mut group = criterion.benchmark_group(format!("Params::new {curve}"));
    group
        .sample_size(10)
        .sampling_mode(SamplingMode::Flat)
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(5));
    for k in SIZES {
        group.bench_function(BenchmarkId::from_parameter(k), |bencher| {
            bencher.iter(|| Params::<C>::new(black_box(k)));
        });
    }
    group.finish();
}

fn benches() {
    params(&mut Criterion::default().configure_from_args());
}

criterion_main!(benches);
