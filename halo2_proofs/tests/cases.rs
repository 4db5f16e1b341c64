//! Inputs on which software of this kind has been seen to fail, through the public API. The
//! right value of each is what upstream's generic path computes in the same binary (see
//! `support`), not a number written down here.

mod support;

use std::{
    cell::Cell,
    panic::{catch_unwind, AssertUnwindSafe},
    sync::Once,
};

use ff::{Field, WithSmallOrderMulGroup};
use group::Group;
use halo2_proofs::{
    arithmetic::{best_fft, CurveAffine, CurveExt},
    pasta::{Ep, Eq, Fp, Fq},
    poly::commitment::Params,
};
use proptest::prelude::*;
use support::{fft, hashed, omega, scalar, upstream_fft, Opaque, PastaPoint};

/// Sizes from one point up to several blocks of any batch.
const SIZES: std::ops::RangeInclusive<u32> = 0..=7;

/// Runs a test that is generic over the curve on both of them.
macro_rules! on_both_curves {
    ($($(#[$attribute:meta])* $name:ident;)*) => {
        mod pallas {
            $(#[test] $(#[$attribute])* fn $name() { super::$name::<super::Ep>() })*
        }
        mod vesta {
            $(#[test] $(#[$attribute])* fn $name() { super::$name::<super::Eq>() })*
        }
    };
}

on_both_curves! {
    equal_inputs;
    identity_inputs;
    identity_first_middle_and_last;
    multiples_of_the_generator;
    identity_generator_opposite_and_double_in_turn;
    opposite_points_half_the_length_apart;
    equal_points_half_the_length_apart;
    small_sizes;
    random_omega;
    omega_of_the_wrong_order;
    zero_omega;
    mismatched_log_n_panics_as_upstream_does;
    generators_for_small_sizes;
    k_out_of_range_panics_as_upstream_does;
}

fn assert_matches_upstream<C: PastaPoint>(points: &[C], omega: C::ScalarExt, what: &str) {
    let log_n = points.len().ilog2();
    let found = fft(points, omega, log_n);
    let expected = upstream_fft(points, omega, log_n);
    let wrong = found
        .iter()
        .zip(&expected)
        .position(|(found, expected)| found != expected);
    assert_eq!(
        wrong, None,
        "first wrong output, for {what}, log_n = {log_n}"
    );
}

/// Both directions: the forward transform, and the one that `Params::new` takes.
fn assert_transforms_match<C: PastaPoint>(points: &[C], what: &str) {
    let root = omega::<C::ScalarExt>(points.len().ilog2());
    assert_matches_upstream(points, root, what);
    let inverse = root.invert().expect("a root of unity is not zero");
    assert_matches_upstream(points, inverse, what);
}

fn equal_inputs<C: PastaPoint>() {
    for k in SIZES {
        assert_transforms_match(&vec![C::generator(); 1 << k], "generators");
        assert_transforms_match(
            &vec![hashed::<C>("cases", 1)[0]; 1 << k],
            "one hashed point",
        );
    }
}

fn identity_inputs<C: PastaPoint>() {
    for k in SIZES {
        assert_transforms_match(&vec![C::identity(); 1 << k], "identities");
    }
}

fn identity_first_middle_and_last<C: PastaPoint>() {
    for k in SIZES {
        let n = 1 << k;
        for place in [0, n / 2, n - 1] {
            let mut points = hashed::<C>("cases", n);
            points[place] = C::identity();
            assert_transforms_match(&points, &format!("identity at {place}"));

            let mut points = vec![C::identity(); n];
            points[place] = C::generator();
            assert_transforms_match(&points, &format!("all but {place} identity"));
        }
    }
}

fn multiples_of_the_generator<C: PastaPoint>() {
    for k in SIZES {
        let points: Vec<C> = (0..1u64 << k)
            .map(|i| C::generator() * C::ScalarExt::from(i))
            .collect();
        assert_transforms_match(&points, "[i]G");
    }
}

fn identity_generator_opposite_and_double_in_turn<C: PastaPoint>() {
    let generator = C::generator();
    let cycle = [C::identity(), generator, -generator, generator.double()];
    for k in SIZES {
        for shift in 0..cycle.len() {
            let points: Vec<C> = cycle
                .iter()
                .cycle()
                .skip(shift)
                .take(1 << k)
                .copied()
                .collect();
            assert_transforms_match(&points, &format!("O, G, -G, 2G from {shift}"));
        }
    }
}

fn opposite_points_half_the_length_apart<C: PastaPoint>() {
    for k in 1..=*SIZES.end() {
        let half = hashed::<C>("cases", 1 << (k - 1));
        let points: Vec<C> = half
            .iter()
            .copied()
            .chain(half.iter().map(|p| -*p))
            .collect();
        assert_transforms_match(&points, "P and -P at distance n/2");
    }
}

fn equal_points_half_the_length_apart<C: PastaPoint>() {
    for k in 1..=*SIZES.end() {
        let half = hashed::<C>("cases", 1 << (k - 1));
        assert_transforms_match(&[half.clone(), half].concat(), "P and P at distance n/2");
    }
}

fn small_sizes<C: PastaPoint>() {
    for k in 0..=5 {
        assert_transforms_match(&hashed::<C>("cases", 1 << k), "hashed points");
    }
}

fn random_omega<C: PastaPoint>() {
    for k in SIZES {
        for seed in 0..3 {
            let omega = scalar::<C::ScalarExt>(seed);
            assert_matches_upstream(&hashed::<C>("cases", 1 << k), omega, "a random omega");
        }
    }
}

fn omega_of_the_wrong_order<C: PastaPoint>() {
    let one = C::ScalarExt::ONE;
    for k in SIZES {
        let points = hashed::<C>("cases", 1 << k);
        let root = omega::<C::ScalarExt>(k);
        assert_matches_upstream(&points, one, "omega = 1");
        assert_matches_upstream(&points, -one, "omega = -1");
        assert_matches_upstream(&points, root.square(), "omega of half the order");
        assert_matches_upstream(&points, -root, "the opposite of omega");
        assert_matches_upstream(&points, root + one, "omega + 1");
        assert_matches_upstream(&points, omega(k + 1), "omega of twice the order");
        assert_matches_upstream(&points, root.pow_vartime([3u64]), "another generator");
        let cube_root = C::ScalarExt::ZETA;
        assert_matches_upstream(&points, cube_root, "a cube root of unity");
        assert_matches_upstream(
            &points,
            root * cube_root,
            "omega times a cube root of unity",
        );
    }
}

fn zero_omega<C: PastaPoint>() {
    for k in SIZES {
        let points = hashed::<C>("cases", 1 << k);
        assert_matches_upstream(&points, C::ScalarExt::ZERO, "omega = 0");
    }
}

fn mismatched_log_n_panics_as_upstream_does<C: PastaPoint>() {
    let lengths_and_logs = [
        (0, 0),
        (0, 1),
        (1, 1),
        (2, 0),
        (3, 1),
        (3, 2),
        (4, 1),
        (4, 3),
        (5, 2),
        (8, 31),
        (8, 64),
        (8, u32::MAX),
    ];
    for (n, log_n) in lengths_and_logs {
        let root = omega::<C::ScalarExt>(log_n.min(32));
        let points = hashed::<C>("cases", n);
        let found = panic_message(|| best_fft(&mut points.clone(), root, log_n));
        let mut opaque: Vec<_> = points.iter().copied().map(Opaque).collect();
        let expected = panic_message(|| best_fft(&mut opaque, root, log_n));
        assert_eq!(found, expected, "{n} points, log_n = {log_n}");
        // (1, 64) is left out: without overflow checks `1 << 64` wraps to one, and upstream's
        // recursion has no end.
        assert!(found.is_some(), "{n} points, log_n = {log_n}");
    }
}

fn generators_for_small_sizes<C: PastaPoint>() {
    for k in 0..=5 {
        let found = written(&Params::<C::AffineExt>::new(k));
        assert_eq!(found, upstream_generators::<C>(k), "k = {k}");
    }
}

/// What `Params::new(k)` must write, with the transform taken from upstream's generic path.
fn upstream_generators<C: PastaPoint>(k: u32) -> Vec<u8> {
    let hasher = C::hash_to_curve("Halo2-Parameters");
    let g: Vec<C> = (0..1u32 << k)
        .map(|i| {
            let [a, b, c, d] = i.to_le_bytes();
            hasher(&[0, a, b, c, d])
        })
        .collect();
    let inverse = omega::<C::ScalarExt>(k)
        .invert()
        .expect("a root of unity is not zero");
    let scale = C::ScalarExt::from(1 << k)
        .invert()
        .expect("2^k is not zero");
    let g_lagrange = upstream_fft(&g, inverse, k)
        .into_iter()
        .map(|point| point * scale);
    let points = g
        .iter()
        .copied()
        .chain(g_lagrange)
        .chain([hasher(&[1]), hasher(&[2])]);
    let body = points.flat_map(|point| point.to_bytes().as_ref().to_vec());
    k.to_le_bytes().into_iter().chain(body).collect()
}

fn k_out_of_range_panics_as_upstream_does<C: PastaPoint>() {
    for k in [32, 33, 64, u32::MAX] {
        let found = panic_message(|| {
            Params::<C::AffineExt>::new(k);
        });
        assert_eq!(
            found.as_deref(),
            Some("assertion failed: k < 32"),
            "k = {k}"
        );
    }
}

/// Vectors of scalars are none of the fast path's business.
#[test]
fn field_elements() {
    for k in SIZES {
        let values: Vec<Fp> = (0..1 << k).map(scalar).collect();
        assert_eq!(
            fft(&values, omega::<Fp>(k), k),
            upstream_fft(&values, omega::<Fp>(k), k)
        );
        let values: Vec<Fq> = (0..1 << k).map(scalar).collect();
        assert_eq!(
            fft(&values, omega::<Fq>(k), k),
            upstream_fft(&values, omega::<Fq>(k), k)
        );
    }
}

/// The same group element in other coordinates is the same input.
#[test]
fn inputs_in_unnormalised_coordinates() {
    let points: Vec<Eq> = hashed("cases", 64);
    let other: Vec<Eq> = points
        .iter()
        .map(|p| (*p + Eq::generator()) - Eq::generator())
        .collect();
    assert_eq!(
        fft(&points, omega::<Fp>(6), 6),
        fft(&other, omega::<Fp>(6), 6)
    );
    assert_transforms_match(&other, "points with z other than one");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_points_and_omega_on_pallas((points, omega) in points_and_omega::<Ep>()) {
        assert_matches_upstream(&points, omega, "generated points");
    }

    #[test]
    fn any_points_and_omega_on_vesta((points, omega) in points_and_omega::<Eq>()) {
        assert_matches_upstream(&points, omega, "generated points");
    }
}

/// Vectors in which identities, repetitions and opposites are as likely as other points, and
/// mostly, but not only, the roots of unity that a caller would pass.
fn points_and_omega<C: PastaPoint>() -> impl Strategy<Value = (Vec<C>, C::ScalarExt)> {
    let point = prop_oneof![
        1 => Just(C::identity()),
        3 => (-3i64..4).prop_map(small_multiple::<C>),
        6 => any::<u64>().prop_map(|seed| C::generator() * scalar::<C::ScalarExt>(seed)),
    ];
    (0u32..7).prop_flat_map(move |k| {
        let root = omega::<C::ScalarExt>(k);
        let omega = prop_oneof![
            4 => Just(root),
            4 => Just(root.invert().expect("a root of unity is not zero")),
            1 => any::<u64>().prop_map(scalar::<C::ScalarExt>),
            1 => Just(root.square()),
        ];
        (prop::collection::vec(point.clone(), 1usize << k), omega)
    })
}

fn small_multiple<C: PastaPoint>(factor: i64) -> C {
    let multiple = C::generator() * C::ScalarExt::from(factor.unsigned_abs());
    if factor < 0 {
        -multiple
    } else {
        multiple
    }
}

fn written<C: CurveAffine>(params: &Params<C>) -> Vec<u8> {
    let mut bytes = Vec::new();
    params.write(&mut bytes).expect("a vector takes all bytes");
    bytes
}

/// What `action` says when it panics.
fn panic_message(action: impl FnOnce()) -> Option<String> {
    thread_local!(static EXPECTED: Cell<bool> = const { Cell::new(false) });
    static QUIET: Once = Once::new();
    // Dozens of panics that are asked for should not hide one that is not.
    QUIET.call_once(|| {
        let report = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !EXPECTED.get() {
                report(info);
            }
        }));
    });
    EXPECTED.set(true);
    let outcome = catch_unwind(AssertUnwindSafe(action));
    EXPECTED.set(false);
    let payload = outcome.err()?;
    let text = payload.downcast_ref::<String>().cloned();
    text.or_else(|| payload.downcast_ref::<&str>().map(|text| text.to_string()))
}

/// `from_xy_unchecked` makes points that satisfy no curve equation of ours. Whatever upstream's
/// formulas make of them is the right value, coordinates included.
#[test]
fn points_off_the_curve() {
    let g = Eq::generator();
    for k in 0..=4 {
        let root = omega::<Fp>(k);
        for (x, y) in [(1, 1), (1, 0), (0, 1), (2, 7)] {
            let stray = halo2_proofs::pasta::EqAffine::from_xy_unchecked(Fq::from(x), Fq::from(y));
            let mut points = vec![g; 1 << k];
            let middle = points.len() / 2;
            points[middle] = stray.into();
            // Off the curve, equality of points means little: compare what they are made of.
            let coordinates = |points: Vec<Eq>| -> Vec<_> {
                points.iter().map(Eq::jacobian_coordinates).collect()
            };
            assert_eq!(
                coordinates(fft(&points, root, k)),
                coordinates(upstream_fft(&points, root, k)),
                "k = {k}, ({x}, {y})"
            );
        }
    }
}

/// The two paths give equal points, but only the fast one normalises their coordinates: so this
/// tells which of them ran.
#[test]
fn the_feature_decides_which_path_runs() {
    let is_normalised = |point: &Eq| point.jacobian_coordinates().2 == Fq::ONE;
    for k in [1, 3, 6] {
        let points = hashed::<Eq>("path", 1 << k);
        let outputs = fft(&points, omega::<Fp>(k), k);
        let expected = cfg!(feature = "mixed-radix-ecfft");
        assert_eq!(outputs.iter().all(is_normalised), expected, "k = {k}");
    }
}
