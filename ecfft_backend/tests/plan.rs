//! Exact operation counts of every schedule.

use ecfft_backend::{
    codelet::Style,
    plan::{Counts, Plan, Scaling, Schedule},
};

fn counts(schedule: Schedule, k: u32) -> Counts {
    Plan::new(schedule, k, Scaling::None).counts()
}

/// The page's table of mixed tiers: k, radices, products in radix two, with sixteen-point
/// codelets at the bottom and in mixed tiers; additions, decompositions and inversion batches of
/// the last.
const MIXED: [(u32, &[usize], [usize; 3], usize, usize, usize); 9] = [
    (6, &[8, 8], [129, 117, 113], 416, 24, 8),
    (7, &[8, 16], [321, 297, 281], 976, 48, 10),
    (8, &[16, 16], [769, 721, 673], 2_240, 79, 12),
    (9, &[8, 8, 8], [1_793, 1_697, 1_601], 4_992, 197, 12),
    (10, &[8, 8, 16], [4_097, 3_905, 3_649], 11_136, 364, 14),
    (11, &[8, 16, 16], [9_217, 8_833, 8_193], 24_576, 740, 16),
    (
        12,
        &[16, 16, 16],
        [20_481, 19_713, 18_177],
        53_760,
        1_470,
        18,
    ),
    (
        13,
        &[8, 8, 8, 16],
        [45_057, 43_521, 40_449],
        115_712,
        2_938,
        18,
    ),
    (
        14,
        &[8, 8, 16, 16],
        [98_305, 95_233, 88_065],
        249_856,
        5_867,
        20,
    ),
];

#[test]
fn mixed_tiers_have_the_counts_of_the_published_schedule() {
    for (k, radices, products, additions, decompositions, batches) in MIXED {
        let plan = Plan::new(Schedule::MixedTiers, k, Scaling::None);
        assert_eq!(plan.radices().collect::<Vec<_>>(), radices);
        let mixed = plan.counts();
        assert_eq!(
            [Schedule::RadixTwo, Schedule::Dft16Bottom].map(|s| counts(s, k).chains),
            products[..2]
        );
        assert_eq!(mixed.chains, products[2], "k = {k}");
        assert_eq!(mixed.strings, mixed.chains);
        assert_eq!(mixed.additions, additions, "k = {k}");
        assert_eq!(mixed.decompositions, decompositions, "k = {k}");
        assert_eq!(mixed.inversion_batches, batches, "k = {k}");
        assert_eq!(mixed.layout_passes, radices.len() + 1);
    }
}

#[test]
fn plain_and_bottom_schedules_follow_their_formulas() {
    for k in 1..=12 {
        let n = 1usize << k;
        let plain = n * k as usize / 2 - (n - 1);
        let radix_two = counts(Schedule::RadixTwo, k);
        assert_eq!(
            (radix_two.chains, radix_two.additions),
            (plain, n * k as usize)
        );
        if k >= 3 {
            // One product of five is saved in each eight-point block.
            assert_eq!(counts(Schedule::Dft8Bottom, k).chains, plain - n / 8);
        }
        if k >= 4 {
            assert_eq!(counts(Schedule::Dft16Bottom, k).chains, plain - 3 * n / 16);
        }
    }
}

#[test]
fn single_codelets_have_their_counts() {
    let of = |k, style| Plan::with_log_radices(&[k], style, Scaling::None).counts();
    let dft8 = of(3, Style::Separate);
    assert_eq!(
        (dft8.chains, dft8.additions, dft8.inversion_batches),
        (4, 26, 4)
    );
    let dft16 = of(4, Style::Separate);
    assert_eq!(
        (dft16.chains, dft16.additions, dft16.inversion_batches),
        (14, 70, 6)
    );
    let joint: Vec<_> = (3..=6)
        .map(|k| of(k, Style::Joint))
        .map(|c| (c.chains, c.strings))
        .collect();
    assert_eq!(joint, [(4, 4), (11, 15), (26, 58), (71, 155)]);
}

/// Chains, strings and additions at k = 11 with the division by n.
#[test]
fn joint_schedules_have_the_counts_of_the_design() {
    use Scaling::Folded;
    use Style::{Joint, Separate};
    for (radices, style, scaling, chains, strings, additions) in [
        (
            &[3, 4, 4][..],
            Separate,
            Scaling::Separate,
            10_241,
            10_241,
            24_576,
        ),
        (&[3, 4, 4], Separate, Folded, 8_336, 8_336, 24_576),
        (&[3, 4, 4], Joint, Folded, 6_373, 11_699, 19_762),
        (&[3, 3, 5], Joint, Folded, 6_054, 12_120, 19_224),
        (&[5, 6], Joint, Folded, 5_333, 11_619, 20_210),
    ] {
        let plan = Plan::with_log_radices(radices, style, scaling);
        let counts = plan.counts();
        assert_eq!(
            (counts.chains, counts.strings, counts.additions),
            (chains, strings, additions),
            "{plan}"
        );
    }
}
