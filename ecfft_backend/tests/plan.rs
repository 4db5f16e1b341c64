//! Exact operation counts of every schedule.

use ecfft_backend::{
    codelet::Style,
    plan::{Counts, Plan, Scaling, Schedule},
};

fn counts(schedule: Schedule, k: u32) -> Counts {
    Plan::new(schedule, k, Scaling::None).counts()
}

/// What the published mixed tiers need at one size.
struct Published {
    k: u32,
    radices: &'static [usize],
    /// Products in radix two, with sixteen-point codelets at the bottom, and in mixed tiers.
    products: [usize; 3],
    additions: usize,
    decompositions: usize,
    batches: usize,
}

#[rustfmt::skip]
const PUBLISHED: [Published; 9] = [
    Published { k: 6, radices: &[8, 8], products: [129, 117, 113], additions: 416, decompositions: 24, batches: 8 },
    Published { k: 7, radices: &[8, 16], products: [321, 297, 281], additions: 976, decompositions: 48, batches: 10 },
    Published { k: 8, radices: &[16, 16], products: [769, 721, 673], additions: 2_240, decompositions: 79, batches: 12 },
    Published { k: 9, radices: &[8, 8, 8], products: [1_793, 1_697, 1_601], additions: 4_992, decompositions: 197, batches: 12 },
    Published { k: 10, radices: &[8, 8, 16], products: [4_097, 3_905, 3_649], additions: 11_136, decompositions: 364, batches: 14 },
    Published { k: 11, radices: &[8, 16, 16], products: [9_217, 8_833, 8_193], additions: 24_576, decompositions: 740, batches: 16 },
    Published { k: 12, radices: &[16, 16, 16], products: [20_481, 19_713, 18_177], additions: 53_760, decompositions: 1_470, batches: 18 },
    Published { k: 13, radices: &[8, 8, 8, 16], products: [45_057, 43_521, 40_449], additions: 115_712, decompositions: 2_938, batches: 18 },
    Published { k: 14, radices: &[8, 8, 16, 16], products: [98_305, 95_233, 88_065], additions: 249_856, decompositions: 5_867, batches: 20 },
];

#[test]
fn mixed_tiers_have_the_counts_of_the_published_schedule() {
    for published in PUBLISHED {
        let k = published.k;
        let plan = Plan::new(Schedule::MixedTiers, k, Scaling::None);
        assert_eq!(plan.radices().collect::<Vec<_>>(), published.radices);
        let schedules = [
            Schedule::RadixTwo,
            Schedule::Dft16Bottom,
            Schedule::MixedTiers,
        ];
        assert_eq!(
            schedules.map(|s| counts(s, k).chains),
            published.products,
            "k = {k}"
        );
        let expected = Counts {
            chains: published.products[2],
            strings: published.products[2],
            additions: published.additions,
            decompositions: published.decompositions,
            inversion_batches: published.batches,
            layout_passes: published.radices.len() + 1,
        };
        assert_eq!(plan.counts(), expected, "k = {k}");
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
    let separate: Vec<_> = (3..=6).map(|k| of(k, Style::Separate).chains).collect();
    assert_eq!(separate, [4, 14, 42, 114]);
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

#[test]
fn every_size_has_a_factorisation_in_every_schedule() {
    for schedule in Schedule::ALL {
        for scaling in [Scaling::None, Scaling::Folded, Scaling::Separate] {
            for k in 0..=32 {
                let log_radices = schedule.log_radices(k, scaling);
                assert_eq!(log_radices.iter().sum::<u32>(), k, "{schedule:?}, k = {k}");
                assert!(
                    log_radices.iter().all(|r| (1..=8).contains(r)),
                    "{schedule:?}, k = {k}"
                );
            }
        }
    }
    let joint = |k| Schedule::Joint.log_radices(k, Scaling::Folded);
    assert_eq!(
        [joint(6), joint(8), joint(11), joint(13)],
        [[3, 3], [5, 3], [5, 6], [7, 6]]
    );
    assert_eq!(joint(20), [6, 7, 7]);
}

#[test]
fn plans_print_briefly() {
    let plan = Plan::new(Schedule::Joint, 11, Scaling::Folded);
    assert_eq!(
        plan.to_string(),
        "2^11 = [32, 64] joint, scaled in the diagonal"
    );
    let plan = Plan::new(Schedule::MixedTiers, 11, Scaling::Separate);
    assert_eq!(plan.to_string(), "2^11 = [8, 16, 16], then scaled");
    assert_eq!(
        Plan::new(Schedule::RadixTwo, 2, Scaling::None).to_string(),
        "2^2 = [2, 2]"
    );
}
