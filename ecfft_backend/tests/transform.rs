//! The whole transform against the defining sum, against the projective reference, and against
//! the laws that any Fourier transform obeys; on ordinary and on chosen inputs.

use ecfft_backend::{
    codelet::Style,
    curve::{affine_to_pasta, to_affine_vartime},
    dispatch, params,
    plan::{Arithmetic, Plan, Scaling, Schedule},
    reference::fft_projective,
    transform::{fft_scheduled_vartime, fft_vartime, Transform},
    Error, PastaCurve,
};
use ff::{Field, PrimeField};
use group::Group;
use pasta_curves::{pallas, vesta};
use proptest::prelude::*;

fn root<C: PastaCurve>(log_n: u32) -> C::ScalarExt {
    let mut root = C::ScalarExt::ROOT_OF_UNITY;
    for _ in log_n..C::ScalarExt::S {
        root = root.square();
    }
    root
}

fn hashed<C: PastaCurve>(len: usize) -> Vec<C> {
    let hash = C::hash_to_curve("ecfft-test");
    (0..len as u32).map(|i| hash(&i.to_le_bytes())).collect()
}

/// Families of inputs that someone could choose in order to meet exceptional cases.
fn families<C: PastaCurve>(n: usize) -> Vec<(&'static str, Vec<C>)> {
    let g = C::generator();
    let multiple = |i: usize| g * C::ScalarExt::from(i as u64);
    let of = |f: &dyn Fn(usize) -> C| (0..n).map(f).collect::<Vec<_>>();
    let only = |at: usize| {
        of(&|i| {
            if i == at {
                C::identity()
            } else {
                multiple(i * i + 1)
            }
        })
    };
    let omega = root::<C>(n.trailing_zeros());
    vec![
        ("hashed", hashed(n)),
        ("all equal", vec![g; n]),
        ("all identity", vec![C::identity(); n]),
        ("identity first", only(0)),
        ("identity last", only(n - 1)),
        ("identity in the middle", only(n / 2)),
        ("arithmetic progression", of(&multiple)),
        (
            "geometric progression",
            of(&|i| g * C::ScalarExt::from(2).pow_vartime([i as u64])),
        ),
        (
            "powers of omega",
            of(&|i| g * omega.pow_vartime([i as u64])),
        ),
        (
            "powers of omega backwards",
            of(&|i| g * omega.pow_vartime([(n - i) as u64])),
        ),
        (
            "O, G, -G, 2G",
            of(&|i| [C::identity(), g, -g, g.double()][i % 4]),
        ),
        (
            "P and -P at half the distance",
            of(&|i| {
                if i < n.div_ceil(2) {
                    multiple(i + 1)
                } else {
                    -multiple(i - n / 2 + 1)
                }
            }),
        ),
        (
            "P and P at half the distance",
            of(&|i| multiple(i % n.div_ceil(2) + 1)),
        ),
        (
            "impulse",
            of(&|i| if i == n / 3 { g } else { C::identity() }),
        ),
        (
            "equal up to the endomorphism",
            of(&|i| (0..i % 3).fold(g, |p, _| p.endo())),
        ),
        // Sums that collide in a later stage only: the first layers cancel to ±G.
        (
            "later collisions",
            of(&|i| {
                if i < n.div_ceil(2) {
                    multiple(5)
                } else {
                    multiple(4 + 2 * (i % 2))
                }
            }),
        ),
    ]
}

fn transformed<C: PastaCurve>(input: &[C], omega: C::ScalarExt) -> Vec<C> {
    let mut output = input.to_vec();
    fft_vartime(&mut output, &omega, input.len().trailing_zeros()).expect("omega is primitive");
    output
}

/// The transform by every schedule, all of which must agree.
fn by_every_schedule<C: PastaCurve>(input: &[C], omega: C::ScalarExt) -> Vec<C> {
    let expected = transformed(input, omega);
    for schedule in Schedule::ALL {
        let mut output = input.to_vec();
        fft_scheduled_vartime(&mut output, &omega, input.len().trailing_zeros(), schedule)
            .expect("omega is primitive");
        assert_eq!(output, expected, "{schedule:?}");
    }
    expected
}

fn naive<C: PastaCurve>(input: &[C], omega: C::ScalarExt) -> Vec<C> {
    let term = |i: usize, (j, p): (usize, &C)| *p * omega.pow_vartime([(i * j) as u64]);
    (0..input.len())
        .map(|i| input.iter().enumerate().map(|t| term(i, t)).sum())
        .collect()
}

fn small_sizes_match_the_definition<C: PastaCurve>() {
    for log_n in 0..=6 {
        let n = 1 << log_n;
        for (name, input) in families::<C>(n) {
            // The sum is slow: the large sizes take a few families only.
            if log_n > 4 && !["hashed", "O, G, -G, 2G", "all equal"].contains(&name) {
                continue;
            }
            let omega = root::<C>(log_n);
            assert_eq!(
                by_every_schedule(&input, omega),
                naive(&input, omega),
                "{name}, n = {n}"
            );
        }
    }
}

#[test]
fn small_sizes_match_the_definition_on_pallas() {
    small_sizes_match_the_definition::<pallas::Point>();
}

#[test]
fn small_sizes_match_the_definition_on_vesta() {
    small_sizes_match_the_definition::<vesta::Point>();
}

fn families_match_the_reference<C: PastaCurve>(log_n: u32) {
    // Both directions, and an odd power of the standard root.
    for omega in [
        root::<C>(log_n),
        root::<C>(log_n).invert().expect("a root"),
        root::<C>(log_n).pow_vartime([7]),
    ] {
        for (name, input) in families::<C>(1 << log_n) {
            let mut expected = input.clone();
            fft_projective(&mut expected, &omega);
            assert_eq!(
                by_every_schedule(&input, omega),
                expected,
                "{name}, log_n = {log_n}"
            );
        }
    }
}

#[test]
fn families_match_the_reference_on_pallas() {
    (0..=6).for_each(families_match_the_reference::<pallas::Point>);
}

#[test]
fn families_match_the_reference_on_vesta() {
    (0..=7).for_each(families_match_the_reference::<vesta::Point>);
}

#[test]
fn large_sizes_match_the_reference() {
    for log_n in [9, 10] {
        let input = hashed::<vesta::Point>(1 << log_n);
        let omega = root::<vesta::Point>(log_n);
        let mut expected = input.clone();
        fft_projective(&mut expected, &omega);
        assert_eq!(by_every_schedule(&input, omega), expected);
    }
}

/// Inputs `[c^j]G`, whose transform is a geometric series: output `i` is
/// `[(c^n − 1)/(c·ω^i − 1)]G`.
fn geometric_series_match(plan: Plan) {
    type Scalar = <vesta::Point as Group>::Scalar;
    let n = plan.n();
    let omega = root::<vesta::Point>(plan.log_n());
    let c = Scalar::MULTIPLICATIVE_GENERATOR;
    let g = vesta::Point::generator();
    let multiples: Vec<_> = std::iter::successors(Some(g), |p| Some(*p * c))
        .take(n)
        .collect();
    let transform = Transform::<vesta::Point>::new(plan, omega, Scalar::ONE);
    let outputs = transform.run_vartime(to_affine_vartime(&multiples));
    let numerator = c.pow_vartime([n as u64]) - Scalar::ONE;
    // A sample of the outputs, each at another place of its blocks.
    for i in (0..n).step_by(n / 64 + 1) {
        let denominator = c * omega.pow_vartime([i as u64]) - Scalar::ONE;
        let expected = g * (numerator * denominator.invert().expect("c is no root of unity"));
        let output: vesta::Point = affine_to_pasta::<vesta::Point>(&outputs[i]).into();
        assert_eq!(output, expected, "{}, output {i}", transform.plan());
    }
}

/// The codelets that only sizes beyond the reference's reach use, and plans of three tiers.
#[test]
fn geometric_series_match_in_large_and_deep_plans() {
    geometric_series_match(Plan::new(Schedule::Joint, 13, Scaling::None));
    geometric_series_match(Plan::with_log_radices(
        &[3, 7],
        Style::Joint,
        Scaling::Folded,
    ));
    geometric_series_match(Plan::with_log_radices(&[2, 8], Style::Joint, Scaling::None));
    for log_radices in [[3, 3, 3], [2, 4, 3], [1, 2, 5]] {
        geometric_series_match(Plan::with_log_radices(
            &log_radices,
            Style::Joint,
            Scaling::None,
        ));
        geometric_series_match(Plan::with_log_radices(
            &log_radices,
            Style::Joint,
            Scaling::Folded,
        ));
    }
}

/// Every schedule and every way of scaling, on one thread's worth of points.
#[test]
fn scaled_plans_agree() {
    for log_n in 0..=9 {
        let input = to_affine_vartime(&hashed::<vesta::Point>(1 << log_n));
        let omega = root::<vesta::Point>(log_n).invert().expect("a root");
        let scale = <vesta::Point as Group>::Scalar::TWO_INV.pow_vartime([u64::from(log_n)]);
        let expected = params::lagrange_vartime::<vesta::Point>(input.clone(), log_n);
        for schedule in Schedule::ALL {
            for scaling in [Scaling::Folded, Scaling::Separate] {
                for arithmetic in [Arithmetic::PLAIN, Arithmetic::FUSED, Arithmetic::BEST] {
                    let plan = Plan::new(schedule, log_n, scaling).with_arithmetic(arithmetic);
                    let transform = Transform::<vesta::Point>::new(plan, omega, scale);
                    let outputs = transform.run_vartime(input.clone());
                    assert_eq!(outputs, expected, "{}", transform.plan());
                }
            }
        }
    }
}

#[test]
fn the_lagrange_basis_is_the_normalised_inverse() {
    for log_n in 0..=8 {
        let input = hashed::<pallas::Point>(1 << log_n);
        let lagrange = params::lagrange_vartime::<pallas::Point>(to_affine_vartime(&input), log_n);
        let mut back: Vec<pallas::Point> = lagrange
            .iter()
            .map(|p| affine_to_pasta::<pallas::Point>(p).into())
            .collect();
        fft_vartime(&mut back, &root::<pallas::Point>(log_n), log_n).expect("omega is primitive");
        assert_eq!(back, input);
    }
}

#[test]
fn inputs_of_the_wrong_shape_are_declined_and_left_alone() {
    let input = hashed::<vesta::Point>(8);
    let omega = root::<vesta::Point>(3);
    let zero = <vesta::Point as Group>::Scalar::ZERO;
    let cases = [
        (7, omega, 3, Error::LengthNotPowerOfTwo { len: 7 }),
        (0, omega, 0, Error::LengthNotPowerOfTwo { len: 0 }),
        (8, omega, 2, Error::LengthMismatch { len: 8, log_n: 2 }),
        (8, omega, 64, Error::LengthMismatch { len: 8, log_n: 64 }),
        (8, omega.square(), 3, Error::OmegaNotPrimitive { log_n: 3 }),
        (
            8,
            root::<vesta::Point>(4),
            3,
            Error::OmegaNotPrimitive { log_n: 3 },
        ),
        (8, zero, 3, Error::OmegaNotPrimitive { log_n: 3 }),
        (2, omega, 1, Error::OmegaNotPrimitive { log_n: 1 }),
        (4, -omega, 2, Error::OmegaNotPrimitive { log_n: 2 }),
    ];
    for (len, omega, log_n, error) in cases {
        let mut points = input[..len].to_vec();
        assert_eq!(
            fft_vartime(&mut points, &omega, log_n),
            Err(error),
            "{error}"
        );
        assert_eq!(
            dispatch::fft_vartime(&mut points, &omega, log_n),
            Err(error),
            "{error}"
        );
        assert_eq!(points, input[..len]);
    }
    // A single point is its own transform, for any omega.
    let mut one = input[..1].to_vec();
    assert_eq!(fft_vartime(&mut one, &zero, 0), Ok(()));
    assert_eq!(one, input[..1]);
}

/// `pasta_curves` can be made to hold points that are not on the curve; what it does with them is
/// for its own formulas to say.
#[test]
fn points_off_the_curve_are_declined() {
    let mut points = hashed::<vesta::Point>(4);
    let one = vesta::Base::ONE;
    for off_curve in [
        (one, one),
        (one, vesta::Base::ZERO),
        (vesta::Base::ZERO, one),
    ] {
        points[2] = vesta::Affine::from_xy_unchecked(off_curve.0, off_curve.1).into();
        let before = points.clone();
        let omega = root::<vesta::Point>(2);
        let error = Err(Error::NotOnCurve { index: 2 });
        assert_eq!(fft_vartime(&mut points, &omega, 2), error);
        assert_eq!(dispatch::fft_vartime(&mut points, &omega, 2), error);
        assert_eq!(points, before);
    }
}

#[test]
fn dispatch_takes_the_two_curves_and_nothing_else() {
    let mut points = hashed::<pallas::Point>(4);
    let expected = transformed(&points, root::<pallas::Point>(2));
    dispatch::fft_vartime(&mut points, &root::<pallas::Point>(2), 2).expect("a known curve");
    assert_eq!(points, expected);
    // The scalars of the other curve, scalars as the group, and affine points.
    let omega = root::<vesta::Point>(2);
    assert_eq!(
        dispatch::fft_vartime(&mut points, &omega, 2),
        Err(Error::UnknownCurve)
    );
    let mut scalars = [omega; 4];
    assert_eq!(
        dispatch::fft_vartime(&mut scalars, &omega, 2),
        Err(Error::UnknownCurve)
    );
    assert!(dispatch::generators_vartime::<pallas::Affine>("d", 1).is_some());
    assert!(dispatch::generators_vartime::<vesta::Affine>("d", 1).is_some());
    assert!(dispatch::generators_vartime::<pallas::Point>("d", 1).is_none());
}

#[cfg(feature = "multicore")]
#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let input = hashed::<vesta::Point>(256);
    let omega = root::<vesta::Point>(8);
    let expected = transformed(&input, omega);
    let generators = params::generators_vartime::<vesta::Point>("d", 8);
    for threads in [1, 2, 3, 8, 12] {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .expect("a pool");
        pool.install(|| {
            assert_eq!(transformed(&input, omega), expected);
            assert_eq!(
                params::generators_vartime::<vesta::Point>("d", 8),
                generators
            );
        });
    }
}

/// A vector of `2^log_n` small, often equal or opposite multiples of the generator.
fn small_multiples(log_n: u32) -> impl Strategy<Value = Vec<vesta::Point>> {
    prop::collection::vec(-3i64..=3, 1 << log_n).prop_map(|multiples| {
        let scalar = |m: i64| {
            let magnitude = <vesta::Point as Group>::Scalar::from(m.unsigned_abs());
            if m < 0 {
                -magnitude
            } else {
                magnitude
            }
        };
        multiples
            .into_iter()
            .map(|m| vesta::Point::generator() * scalar(m))
            .collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn agrees_with_the_reference(input in (0u32..=6).prop_flat_map(small_multiples)) {
        let omega = root::<vesta::Point>(input.len().trailing_zeros());
        let mut expected = input.clone();
        fft_projective(&mut expected, &omega);
        prop_assert_eq!(transformed(&input, omega), expected);
    }

    #[test]
    fn is_linear(a in small_multiples(5), b in small_multiples(5), factor in any::<u64>()) {
        let omega = root::<vesta::Point>(5);
        let factor = <vesta::Point as Group>::Scalar::from(factor);
        let mixed: Vec<_> = a.iter().zip(&b).map(|(a, b)| *a * factor + b).collect();
        let expected: Vec<_> = transformed(&a, omega).iter().zip(transformed(&b, omega))
            .map(|(a, b)| *a * factor + b).collect();
        prop_assert_eq!(transformed(&mixed, omega), expected);
    }

    #[test]
    fn turns_an_impulse_into_powers_of_omega(at in 0usize..64) {
        let omega = root::<vesta::Point>(6);
        let g = vesta::Point::generator();
        let mut input = vec![vesta::Point::identity(); 64];
        input[at] = g;
        let expected: Vec<_> = (0..64).map(|i| g * omega.pow_vartime([(i * at) as u64])).collect();
        prop_assert_eq!(transformed(&input, omega), expected);
    }

    #[test]
    fn turns_a_shift_into_a_modulation(input in small_multiples(5), shift in 0usize..32) {
        let omega = root::<vesta::Point>(5);
        let mut shifted = input.clone();
        shifted.rotate_right(shift);
        let expected: Vec<_> = transformed(&input, omega).iter().enumerate()
            .map(|(i, p)| *p * omega.pow_vartime([(i * shift) as u64])).collect();
        prop_assert_eq!(transformed(&shifted, omega), expected);
    }

    #[test]
    fn is_undone_by_the_inverse_root(input in small_multiples(6)) {
        let omega = root::<vesta::Point>(6);
        let n = <vesta::Point as Group>::Scalar::from(64);
        let there = transformed(&input, omega);
        let back = transformed(&there, omega.invert().expect("a root"));
        let expected: Vec<_> = input.iter().map(|p| *p * n).collect();
        prop_assert_eq!(back, expected);
    }
}
