//! Every digest in `data/digests.tsv`, recomputed through the public API. The digests were
//! made with the published crate, so this is where "the same bytes" is decided, with the
//! feature on and with it off. `data/README.md` describes the file.

mod support;

use std::ops::RangeInclusive;

use halo2_proofs::{
    arithmetic::CurveAffine,
    pasta::{Ep, EpAffine, Eq, EqAffine},
    poly::commitment::Params,
};
use support::{fft, hashed, omega, PastaPoint};

struct Line {
    kind: &'static str,
    curve: &'static str,
    k: u32,
    detail: &'static str,
    digest: &'static str,
}

fn lines() -> Vec<Line> {
    let file = include_str!("data/digests.tsv");
    let parse = |line: &'static str| {
        let fields: Vec<&str> = line.split('\t').collect();
        let [kind, curve, k, detail, digest] = fields[..] else {
            panic!("not five fields: {line}")
        };
        Line {
            kind,
            curve,
            k: k.parse().expect("k is a number"),
            detail,
            digest,
        }
    };
    file.lines().map(parse).collect()
}

/// A test, and the lines that it answers for.
struct Part {
    kind: &'static str,
    curve: &'static str,
    ks: RangeInclusive<u32>,
}

impl Part {
    fn covers(&self, line: &Line) -> bool {
        self.kind == line.kind && self.curve == line.curve && self.ks.contains(&line.k)
    }

    fn check(&self) {
        for line in lines().iter().filter(|line| self.covers(line)) {
            let found = match (line.kind, line.curve) {
                ("params", "vesta") => params_digest::<EqAffine>(line),
                ("params", "pallas") => params_digest::<EpAffine>(line),
                ("fft", "vesta") => fft_digest::<Eq>(line),
                ("fft", "pallas") => fft_digest::<Ep>(line),
                (kind, curve) => panic!("unknown kind {kind} or curve {curve}"),
            };
            let Line {
                kind,
                curve,
                k,
                detail,
                digest,
            } = line;
            assert_eq!(found, *digest, "{kind} {curve} {k} {detail}");
        }
    }
}

/// One test per part, so that they run side by side; the large sizes are most of the work.
macro_rules! parts {
    ($($name:ident: $kind:literal $curve:literal $ks:expr;)*) => {
        $(
            #[test]
            fn $name() {
                Part { kind: $kind, curve: $curve, ks: $ks }.check();
            }
        )*

        const PARTS: &[Part] = &[$(Part { kind: $kind, curve: $curve, ks: $ks }),*];
    };
}

parts! {
    params_vesta_up_to_10: "params" "vesta" 0..=10;
    params_vesta_11: "params" "vesta" 11..=11;
    params_vesta_12: "params" "vesta" 12..=12;
    params_pallas_up_to_10: "params" "pallas" 0..=10;
    params_pallas_11: "params" "pallas" 11..=11;
    params_pallas_12: "params" "pallas" 12..=12;
    fft_vesta_up_to_9: "fft" "vesta" 0..=9;
    fft_vesta_10: "fft" "vesta" 10..=10;
    fft_vesta_11: "fft" "vesta" 11..=11;
    fft_vesta_12: "fft" "vesta" 12..=12;
    fft_pallas_up_to_9: "fft" "pallas" 0..=9;
    fft_pallas_10: "fft" "pallas" 10..=10;
    fft_pallas_11: "fft" "pallas" 11..=11;
    fft_pallas_12: "fft" "pallas" 12..=12;
}

#[test]
fn every_line_belongs_to_one_test() {
    let lines = lines();
    assert_eq!(lines.len(), 130);
    for line in &lines {
        let tests = PARTS.iter().filter(|part| part.covers(line)).count();
        assert_eq!(tests, 1, "{} {} {}", line.kind, line.curve, line.k);
    }
}

fn params_digest<C: CurveAffine>(line: &Line) -> String {
    let mut bytes = Vec::new();
    Params::<C>::new(line.k)
        .write(&mut bytes)
        .expect("a vector takes all bytes");
    assert_eq!(
        bytes.len().to_string(),
        line.detail,
        "length of the parameters"
    );
    digest(&bytes)
}

fn fft_digest<C: PastaPoint>(line: &Line) -> String {
    let n = 1 << line.k;
    let points: Vec<C> = match line.detail {
        "hash_to_curve" => hashed("ecfft-golden", n),
        "arith" => {
            let multiples =
                std::iter::successors(Some(C::identity()), |p| Some(*p + C::generator()));
            multiples.take(n).collect()
        }
        "all_equal" => vec![C::generator(); n],
        "all_identity" => vec![C::identity(); n],
        input => panic!("unknown input {input}"),
    };
    let result = fft(&points, omega::<C::ScalarExt>(line.k), line.k);
    let bytes: Vec<u8> = result
        .iter()
        .flat_map(|point| point.to_bytes().as_ref().to_vec())
        .collect();
    digest(&bytes)
}

fn digest(bytes: &[u8]) -> String {
    blake2b_simd::Params::new()
        .hash_length(32)
        .hash(bytes)
        .to_hex()
        .to_string()
}
