//! Times that were published for the same steps, on other machines, by other code.
//!
//! They stand beside what is measured here and are never mixed with it. Only figures for the
//! curve transform alone, at `k = 11`, are listed; those for whole key generation are not
//! comparable.

use serde::Serialize;

use super::steps::Pair;
use Cores::{Many, One};
use Standing::{Compared, Endpoints, Estimated};

/// Where the figures were published.
pub(super) const SOURCE: &str = "https://zakura.com/engineering/pasta-ecfft/";

/// What they were measured on.
pub(super) const HOSTS: &str = "Apple Arm64";

/// The size they were measured at.
pub(super) const K: u32 = 11;

/// How many cores a figure is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Cores {
    One,
    /// All of the host's; how many those were is not said.
    Many,
}

impl Cores {
    pub(super) fn of(threads: usize) -> Self {
        match threads {
            1 => Cores::One,
            _ => Cores::Many,
        }
    }
}

/// What a figure is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Standing {
    /// Both times were taken in one comparison.
    Compared,
    /// The times are from different campaigns.
    Endpoints,
    /// The parent's time is an estimate of its authors, not a measurement.
    Estimated,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Figure {
    Milliseconds { parent: f64, step: f64 },
    PercentLess(f64),
}

/// One published figure.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Published {
    pair: Pair,
    cores: Cores,
    standing: Standing,
    figure: Figure,
}

impl Published {
    /// The step's time over its parent's.
    pub(super) fn ratio(&self) -> f64 {
        match self.figure {
            Figure::Milliseconds { parent, step } => step / parent,
            Figure::PercentLess(percent) => 1.0 - percent / 100.0,
        }
    }

    pub(super) fn is_estimated(&self) -> bool {
        self.standing == Standing::Estimated
    }
}

const fn times(
    pair: (usize, usize),
    cores: Cores,
    standing: Standing,
    parent: f64,
    step: f64,
) -> Published {
    Published {
        pair: Pair::new(pair.0, pair.1),
        cores,
        standing,
        figure: Figure::Milliseconds { parent, step },
    }
}

const fn percent_less(pair: (usize, usize), cores: Cores, percent: f64) -> Published {
    Published {
        pair: Pair::new(pair.0, pair.1),
        cores,
        standing: Standing::Compared,
        figure: Figure::PercentLess(percent),
    }
}

/// The two codelets were published as one step, and the mixed tiers twice, from two hosts.
pub(super) const FIGURES: [Published; 16] = [
    times((0, 1), Many, Compared, 215.3, 36.8),
    times((0, 1), One, Estimated, 588.16, 140.66),
    times((1, 2), Many, Compared, 36.797, 34.957),
    times((1, 2), One, Compared, 140.66, 138.07),
    times((3, 5), Many, Compared, 35.096, 32.998),
    times((3, 5), One, Compared, 142.86, 135.94),
    times((5, 6), Many, Compared, 31.70, 28.33),
    times((5, 6), Many, Compared, 31.68, 28.33),
    percent_less((5, 6), One, 7.32),
    percent_less((5, 6), One, 7.45),
    times((0, 2), Many, Endpoints, 215.3, 34.957),
    times((0, 2), One, Estimated, 588.16, 138.07),
    times((0, 6), Many, Endpoints, 215.3, 28.33),
    times((0, 6), One, Estimated, 588.16, 120.44),
    times((2, 6), Many, Endpoints, 34.957, 28.33),
    times((2, 6), One, Endpoints, 138.07, 120.44),
];

/// The figures for a pair, at one thread or at several.
pub(super) fn figures(pair: Pair, threads: usize) -> impl Iterator<Item = &'static Published> {
    let cores = Cores::of(threads);
    FIGURES
        .iter()
        .filter(move |figure| (figure.pair, figure.cores) == (pair, cores))
}

#[cfg(test)]
mod tests {
    use super::{super::steps::pairs, *};

    fn ratios(parent: usize, step: usize, cores: Cores) -> Vec<f64> {
        let threads = match cores {
            One => 1,
            Many => 2,
        };
        figures(Pair::new(parent, step), threads)
            .map(Published::ratio)
            .collect()
    }

    /// The source states its results twice, as times and as percentages less.
    #[test]
    fn times_agree_with_the_percentages_of_their_source() {
        let stated: [(usize, usize, Cores, &[f64]); 8] = [
            (1, 2, Many, &[5.0]),
            (1, 2, One, &[1.8]),
            (3, 5, Many, &[5.98]),
            (3, 5, One, &[4.84]),
            (5, 6, Many, &[10.65, 10.57]),
            (5, 6, One, &[7.32, 7.45]),
            (2, 6, Many, &[19.0]),
            (2, 6, One, &[12.8]),
        ];
        for (parent, step, cores, percents) in stated {
            let ratios = ratios(parent, step, cores);
            assert_eq!(
                ratios.len(),
                percents.len(),
                "{parent} to {step}, {cores:?}"
            );
            for (ratio, percent) in ratios.iter().zip(percents) {
                let less = 100.0 * (1.0 - ratio);
                assert!((less - percent).abs() < 0.05, "{less} is not {percent}");
            }
        }
    }

    /// And the endpoints as factors.
    #[test]
    fn times_agree_with_the_factors_of_their_source() {
        let stated = [
            (0, 1, Many, 5.85),
            (0, 2, Many, 6.16),
            (0, 2, One, 4.26),
            (0, 6, Many, 7.60),
            (0, 6, One, 4.88),
        ];
        for (parent, step, cores, factor) in stated {
            let ratios = ratios(parent, step, cores);
            assert_eq!(ratios.len(), 1);
            let found = 1.0 / ratios[0];
            assert!((found - factor).abs() < 0.005, "{found} is not {factor}");
        }
    }

    #[test]
    fn every_figure_stands_beside_a_measurement() {
        let pairs = pairs();
        for figure in &FIGURES {
            assert!(pairs.contains(&figure.pair), "{figure:?}");
        }
    }

    /// The original was never timed alone on one core.
    #[test]
    fn whatever_starts_from_the_original_on_one_core_is_an_estimate() {
        for figure in &FIGURES {
            let expected = figure.pair.parent == 0 && figure.cores == One;
            assert_eq!(figure.is_estimated(), expected, "{figure:?}");
        }
    }

    #[test]
    fn steps_that_nobody_published_have_no_figures() {
        for (parent, step) in [(2, 3), (3, 4), (4, 5), (6, 7), (7, 8), (6, 8), (0, 8)] {
            for cores in [One, Many] {
                assert!(ratios(parent, step, cores).is_empty());
            }
        }
    }
}
