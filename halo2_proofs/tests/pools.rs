//! The number of threads, and on which of them a caller stands, must change nothing but time.
//! A deadlock fails the test instead of hanging it.
#![cfg(feature = "multicore")]

mod support;

use std::{sync::mpsc, thread, time::Duration};

use halo2_proofs::{
    arithmetic::CurveAffine,
    pasta::{EpAffine, Eq, EqAffine, Fp},
    poly::commitment::Params,
};
use support::{fft, hashed, omega, upstream_fft};

const THREADS: [usize; 5] = [1, 2, 3, 8, 12];
const K: u32 = 7;

fn pool(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .expect("a pool can be made")
}

fn params<C: CurveAffine>() -> Vec<u8> {
    let mut bytes = Vec::new();
    Params::<C>::new(K)
        .write(&mut bytes)
        .expect("a vector takes all bytes");
    bytes
}

fn with_time_limit<T: Send + 'static>(action: impl FnOnce() -> T + Send + 'static) -> T {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(action()));
    receiver
        .recv_timeout(Duration::from_secs(300))
        .expect("finishes, without panic or deadlock")
}

#[test]
fn transforms_agree_in_pools_of_any_size() {
    for k in [0, 1, 3, 4, 6, 8] {
        let points: Vec<Eq> = hashed("pools", 1 << k);
        let expected = upstream_fft(&points, omega::<Fp>(k), k);
        for threads in THREADS {
            let points = points.clone();
            let found =
                with_time_limit(move || pool(threads).install(|| fft(&points, omega::<Fp>(k), k)));
            assert_eq!(found, expected, "{threads} threads, k = {k}");
        }
    }
}

#[test]
fn generators_agree_in_pools_of_any_size() {
    let (vesta, pallas) = (params::<EqAffine>(), params::<EpAffine>());
    for threads in THREADS {
        // `install` runs its argument on a worker of the pool.
        let found = with_time_limit(move || {
            pool(threads).install(|| (params::<EqAffine>(), params::<EpAffine>()))
        });
        assert_eq!(found, (vesta.clone(), pallas.clone()), "{threads} threads");
    }
}

#[test]
fn generators_agree_on_all_workers_of_a_pool_at_once() {
    let expected = params::<EqAffine>();
    for threads in THREADS {
        let results = with_time_limit(move || {
            let mut results = vec![Vec::new(); 4];
            pool(threads).scope(|scope| {
                for result in &mut results {
                    scope.spawn(move |_| *result = params::<EqAffine>());
                }
            });
            results
        });
        assert!(
            results.iter().all(|found| *found == expected),
            "{threads} threads"
        );
    }
}
