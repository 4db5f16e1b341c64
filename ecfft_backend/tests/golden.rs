//! Digests made with the published halo2_proofs 0.4.1, reproduced by every schedule. The file,
//! described beside it, is the one that the fork's own tests use.

use ecfft_backend::{
    curve::{affine_to_pasta, to_affine_vartime},
    plan::{Plan, Scaling, Schedule},
    transform::{fft_scheduled_vartime, Transform},
    PastaCurve,
};
use ff::{Field, PrimeField};
use group::GroupEncoding;
use pasta_curves::{arithmetic::CurveAffine, pallas, vesta};

/// `kind curve k input digest`, tab-separated.
const DIGESTS: &str = include_str!("../../halo2_proofs/tests/data/digests.tsv");

fn digest(bytes: &[u8]) -> String {
    blake2b_simd::Params::new()
        .hash_length(32)
        .hash(bytes)
        .to_hex()
        .to_string()
}

fn root<C: PastaCurve>(k: u32) -> C::ScalarExt {
    C::ScalarExt::ROOT_OF_UNITY.pow_vartime([1 << (C::ScalarExt::S - k)])
}

/// The bytes of the parameters, with the Lagrange basis by the given schedule.
fn params<C: PastaCurve>(k: u32, schedule: Schedule) -> Vec<u8>
where
    C::AffineExt: CurveAffine + GroupEncoding<Repr = [u8; 32]>,
{
    let hash = C::hash_to_curve("Halo2-Parameters");
    let g: Vec<_> = (0..1u32 << k)
        .map(|i| {
            let mut message = [0; 5];
            message[1..].copy_from_slice(&i.to_le_bytes());
            hash(&message)
        })
        .collect();
    let g = to_affine_vartime(&g);
    let omega = root::<C>(k).invert().expect("a root of unity is not zero");
    let scale = C::ScalarExt::TWO_INV.pow_vartime([u64::from(k)]);
    let plan = Plan::new(schedule, k, Scaling::Folded);
    let lagrange = Transform::<C>::new(plan, omega, scale).run_vartime(g.clone());
    let mut bytes = k.to_le_bytes().to_vec();
    for point in g.iter().chain(&lagrange) {
        bytes.extend_from_slice(&affine_to_pasta::<C>(point).to_bytes());
    }
    for message in [1, 2] {
        bytes.extend_from_slice(&hash(&[message]).to_affine_vartime().to_bytes());
    }
    bytes
}

/// The concatenated encodings of a transform of one of the file's inputs.
fn fft<C: PastaCurve>(k: u32, input: &str, schedule: Schedule) -> Vec<u8>
where
    C::AffineExt: CurveAffine + GroupEncoding<Repr = [u8; 32]>,
{
    let n = 1u32 << k;
    let g = C::generator();
    let hash = C::hash_to_curve("ecfft-golden");
    let mut points: Vec<C> = match input {
        "hash_to_curve" => (0..n).map(|i| hash(&i.to_le_bytes())).collect(),
        "arith" => std::iter::successors(Some(C::identity()), |p| Some(*p + g))
            .take(n as usize)
            .collect(),
        "all_equal" => vec![g; n as usize],
        "all_identity" => vec![C::identity(); n as usize],
        _ => panic!("no input is called {input}"),
    };
    fft_scheduled_vartime(&mut points, &root::<C>(k), k, schedule).expect("omega is primitive");
    let encode = |point: &C| point.to_affine_vartime().to_bytes();
    points.iter().flat_map(encode).collect()
}

fn every_line_is_reproduced(schedule: Schedule) {
    let mut lines = 0;
    for line in DIGESTS.lines() {
        let fields: Vec<_> = line.split('\t').collect();
        let [kind, curve, k, input, expected] = fields[..] else {
            panic!("not five fields: {line}");
        };
        let k = k.parse().expect("k is a number");
        let bytes = match (kind, curve) {
            ("params", "pallas") => params::<pallas::Point>(k, schedule),
            ("params", "vesta") => params::<vesta::Point>(k, schedule),
            ("fft", "pallas") => fft::<pallas::Point>(k, input, schedule),
            ("fft", "vesta") => fft::<vesta::Point>(k, input, schedule),
            _ => panic!("neither parameters nor a transform: {line}"),
        };
        assert_eq!(digest(&bytes), expected, "{schedule:?}: {line}");
        lines += 1;
    }
    assert_eq!(lines, 130, "both curves, k = 0 to 12, five lines each");
}

#[test]
fn radix_two_reproduces_every_line() {
    every_line_is_reproduced(Schedule::RadixTwo);
}

#[test]
fn dft8_at_the_bottom_reproduces_every_line() {
    every_line_is_reproduced(Schedule::Dft8Bottom);
}

#[test]
fn dft16_at_the_bottom_reproduces_every_line() {
    every_line_is_reproduced(Schedule::Dft16Bottom);
}

#[test]
fn mixed_tiers_reproduce_every_line() {
    every_line_is_reproduced(Schedule::MixedTiers);
}

#[test]
fn joint_chains_reproduce_every_line() {
    every_line_is_reproduced(Schedule::Joint);
}
