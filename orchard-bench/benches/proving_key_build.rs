//! Building Orchard's proving key, in whole and in parts.

use std::{hint::black_box, time::Duration};

use criterion::{criterion_main, BatchSize, Criterion, SamplingMode};
use halo2_proofs::{
    plonk::{keygen_pk, keygen_vk},
    poly::commitment::Params,
};
use orchard::circuit::ProvingKey;
use orchard_bench_worker::circuit::{without_witnesses, CircuitVersion, K};
use pasta_curves::vesta;

const VERSION: CircuitVersion = CircuitVersion::MEASURED;

fn proving_key(criterion: &mut Criterion) {
    let params = Params::<vesta::Affine>::new(K);
    let circuit = without_witnesses(VERSION).expect("the fixed parts make an Action circuit");
    let vk = keygen_vk(&params, &circuit).expect("the circuit fits the parameters");

    let mut group = criterion.benchmark_group("Orchard keys");
    group
        .sample_size(10)
        .sampling_mode(SamplingMode::Flat)
        .warm_up_time(Duration::from_secs(1))
        .measurement_time(Duration::from_secs(10));
    group.bench_function("keygen_vk", |bencher| {
        bencher.iter(|| keygen_vk(&params, black_box(&circuit)));
    });
    group.bench_function("keygen_pk", |bencher| {
        bencher.iter_batched(
            || vk.clone(),
            |vk| keygen_pk(&params, vk, &circuit),
            BatchSize::LargeInput,
        );
    });
    group.bench_function("ProvingKey::build", |bencher| {
        bencher.iter(|| ProvingKey::build(black_box(VERSION.orchard())));
    });
    group.finish();
}

fn benches() {
    proving_key(&mut Criterion::default().configure_from_args());
}

criterion_main!(benches);
