//! From a transform's size to its factorisation and exact operation counts: plain data.
//!
//! A plan is made without touching a point or a scalar, can be printed and compared, and says
//! beforehand what the transform will do. Which twiddle belongs where is settled here by
//! exponents; [`crate::transform`] turns them into digits.

use std::fmt;

/// The factorisation `n = r₁·r₂⋯` of a transform of `n = 2^log_n` points.
///
/// Tier `t` joins `r_t` interleaved transforms of `r₁⋯r_(t−1)` points each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    log_n: u32,
    radices: Vec<usize>,
    scaled: bool,
}

/// What a transform does, counted in point operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Products with a scalar that is not a unit of `Z[ω]`.
    pub multiplications: usize,
    /// Results of additions and subtractions of points.
    pub additions: usize,
    /// Passes in which the points change places.
    pub layout_passes: usize,
}

impl Plan {
    /// Radix two throughout. With `scaled`, every output is multiplied by one common scalar,
    /// which the last tier's twiddles absorb.
    #[must_use]
    pub fn radix_two(log_n: u32, scaled: bool) -> Self {
        Plan {
            log_n,
            radices: vec![2; log_n as usize],
            scaled,
        }
    }

    /// The base-two logarithm of the number of points.
    #[must_use]
    pub fn log_n(&self) -> u32 {
        self.log_n
    }

    /// The radices, from the innermost tier to the outermost.
    #[must_use]
    pub fn radices(&self) -> &[usize] {
        &self.radices
    }

    /// Whether the outputs are scaled.
    #[must_use]
    pub fn is_scaled(&self) -> bool {
        self.scaled
    }

    /// The tiers, from the innermost to the outermost.
    pub fn tiers(&self) -> impl Iterator<Item = Tier> + '_ {
        let n = 1usize << self.log_n;
        let last = self.radices.len().wrapping_sub(1);
        self.radices
            .iter()
            .enumerate()
            .scan(1, move |size, (t, &radix)| {
                let sub_size = std::mem::replace(size, *size * radix);
                Some(Tier {
                    radix,
                    sub_size,
                    groups: n / (sub_size * radix),
                    scaled: self.scaled && t == last,
                })
            })
    }

    /// The exact counts.
    #[must_use]
    pub fn counts(&self) -> Counts {
        let mut counts = Counts {
            layout_passes: self.radices.len() + 1,
            ..Counts::default()
        };
        for tier in self.tiers() {
            for i in 0..tier.sub_size {
                counts.multiplications += tier.groups * tier.chains(i);
            }
            counts.additions += tier.blocks() * tier.radix;
        }
        counts
    }

    /// The index of the input that lies at `position` before the first tier: its digits in the
    /// mixed radix, reversed.
    #[must_use]
    pub fn input_at(&self, mut position: usize) -> usize {
        let mut index = 0;
        for radix in &self.radices {
            index = index * radix + position % radix;
            position /= radix;
        }
        index
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.counts();
        write!(
            f,
            "2^{} = {:?}{}: {} multiplications, {} additions, {} layout passes",
            self.log_n,
            self.radices,
            if self.scaled { " scaled" } else { "" },
            counts.multiplications,
            counts.additions,
            counts.layout_passes
        )
    }
}

/// One tier: in each of `groups` groups, `sub_size` blocks of `radix` points.
///
/// Block `i` of a group takes the `i`-th output of each of `radix` transforms of `sub_size`
/// points, multiplies the `j`-th by `ω_N^(ij)` with `N = radix·sub_size`, and transforms them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tier {
    /// Points in a block.
    pub radix: usize,
    /// Points in each of the transforms that are joined; blocks in a group.
    pub sub_size: usize,
    /// The number of groups.
    pub groups: usize,
    /// Whether the diagonal absorbs the common factor of the outputs.
    pub scaled: bool,
}

impl Tier {
    /// The number of blocks, over all groups.
    #[must_use]
    pub fn blocks(&self) -> usize {
        self.sub_size * self.groups
    }

    /// Multiplications in block `i` of a group.
    #[must_use]
    pub fn chains(&self, i: usize) -> usize {
        match (i, self.scaled) {
            (0, false) => 0,
            (_, false) => 1,
            (_, true) => 2,
        }
    }

    /// Where blocks lie while the tier runs: block `i` of group `g` is block
    /// `i·groups + g`, so that blocks with the same twiddles are neighbours. The position, in
    /// the order of the whole vector, of element `j` of block `b`.
    #[must_use]
    pub fn position(&self, block: usize, j: usize) -> usize {
        let (i, group) = (block / self.groups, block % self.groups);
        (group * self.radix + j) * self.sub_size + i
    }

    /// The inverse of [`Tier::position`]: block and element at a position of the vector.
    #[must_use]
    pub fn element_at(&self, position: usize) -> (usize, usize) {
        let (rest, i) = (position / self.sub_size, position % self.sub_size);
        let (group, j) = (rest / self.radix, rest % self.radix);
        (i * self.groups + group, j)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn radix_two_counts_are_those_of_the_formula() {
        for log_n in 1..=16 {
            let n = 1usize << log_n;
            let k = log_n as usize;
            let counts = Plan::radix_two(log_n, false).counts();
            assert_eq!(counts.multiplications, n * k / 2 - (n - 1));
            assert_eq!(counts.additions, n * k);
            // Scaling meets every point of the last tier; half of them have a twiddle already,
            // but for the two of the first block.
            let scaled = Plan::radix_two(log_n, true).counts();
            assert_eq!(scaled.multiplications, counts.multiplications + n / 2 + 1);
        }
        assert_eq!(
            Plan::radix_two(0, true).counts(),
            Counts {
                layout_passes: 1,
                ..Counts::default()
            }
        );
    }

    #[test]
    fn blocks_and_positions_are_inverse() {
        for tier in Plan::radix_two(6, false).tiers() {
            for position in 0..64 {
                let (block, j) = tier.element_at(position);
                assert_eq!(tier.position(block, j), position);
            }
        }
    }

    #[test]
    fn plans_print_what_they_do() {
        assert_eq!(
            Plan::radix_two(3, true).to_string(),
            "2^3 = [2, 2, 2] scaled: 10 multiplications, 24 additions, 4 layout passes"
        );
    }
}
