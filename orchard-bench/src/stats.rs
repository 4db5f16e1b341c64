//! Medians, minima and ratios. No operation here may hide a sample.

use serde::Serialize;

/// The middle and the ends of a list of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Spread {
    pub(crate) median: f64,
    pub(crate) min: f64,
    pub(crate) max: f64,
}

impl Spread {
    /// `None` for an empty list.
    pub(crate) fn of(values: &[f64]) -> Option<Self> {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (&min, &max) = (sorted.first()?, sorted.last()?);
        let upper = sorted.len() / 2;
        let median = if sorted.len() % 2 == 1 {
            sorted[upper]
        } else {
            (sorted[upper - 1] + sorted[upper]) / 2.0
        };
        Some(Spread { median, min, max })
    }
}

/// How many times faster the second of two paired series is than the first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Speedup {
    /// Median of the first over median of the second.
    pub(crate) of_medians: f64,
    /// Minimum of the first over minimum of the second.
    pub(crate) of_minima: f64,
    /// The ratios of the pairs: least sensitive to drift, since the two of a pair ran next to
    /// each other.
    pub(crate) of_rounds: Spread,
}

impl Speedup {
    /// `None` unless both series have the same length, and at least one element.
    pub(crate) fn of(slow: &[f64], fast: &[f64]) -> Option<Self> {
        if slow.len() != fast.len() {
            return None;
        }
        let (slow_spread, fast_spread) = (Spread::of(slow)?, Spread::of(fast)?);
        let rounds: Vec<f64> = slow.iter().zip(fast).map(|(a, b)| a / b).collect();
        Some(Speedup {
            of_medians: slow_spread.median / fast_spread.median,
            of_minima: slow_spread.min / fast_spread.min,
            of_rounds: Spread::of(&rounds)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_of_an_odd_list_is_its_middle() {
        let spread = Spread::of(&[5.0, 1.0, 9.0]);
        let expected = Spread {
            median: 5.0,
            min: 1.0,
            max: 9.0,
        };
        assert_eq!(spread, Some(expected));
    }

    #[test]
    fn the_median_of_an_even_list_is_the_mean_of_the_middle_two() {
        let median = Spread::of(&[8.0, 2.0, 4.0, 100.0]).map(|spread| spread.median);
        assert_eq!(median, Some(6.0));
    }

    #[test]
    fn there_is_no_spread_of_nothing() {
        assert_eq!(Spread::of(&[]), None);
        assert_eq!(Speedup::of(&[], &[]), None);
    }

    #[test]
    fn ratios_of_rounds_keep_the_pairs_together() -> anyhow::Result<()> {
        // Drift doubles both times in the second round: the pairs do not notice.
        let speedup = Speedup::of(&[6.0, 12.0, 6.0], &[2.0, 4.0, 2.0])
            .ok_or_else(|| anyhow::anyhow!("no speedup"))?;
        assert_eq!(speedup.of_rounds.min, 3.0);
        assert_eq!(speedup.of_rounds.max, 3.0);
        assert_eq!(speedup.of_medians, 3.0);
        Ok(())
    }

    #[test]
    fn minima_and_medians_are_told_apart() {
        let speedup = Speedup::of(&[4.0, 10.0, 20.0], &[1.0, 5.0, 5.0]);
        let (medians, minima) = (speedup.map(|s| s.of_medians), speedup.map(|s| s.of_minima));
        assert_eq!((medians, minima), (Some(2.0), Some(4.0)));
    }

    #[test]
    fn unpaired_series_have_no_speedup() {
        assert_eq!(Speedup::of(&[1.0, 2.0], &[1.0]), None);
    }
}
