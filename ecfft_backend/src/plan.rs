//! From a transform's size to its factorisation, schedule and exact operation counts.
//!
//! A plan is plain data: made without touching a point, printable, comparable. It says
//! beforehand which products and sums the transform will take; [`crate::transform`] carries them
//! out. Derivations: see the crate's notes on the curve FFT.

use std::{collections::HashSet, fmt};

use ff::{Field, PrimeField};
use pasta_curves::Fp;

use crate::codelet::{
    dft_twisted,
    program::{Program, Recorder},
    scalars::ScalarsOnly,
    Diagonal, Linear, Style,
};
use crate::glv::ladder::Step;

/// The ways to schedule a transform, from the simplest to the cheapest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Schedule {
    /// Layers of butterflies, `nk/2 − (n − 1)` products.
    RadixTwo,
    /// Eight-point codelets at the bottom, layers of butterflies above.
    Dft8Bottom,
    /// Sixteen-point codelets at the bottom, layers of butterflies above.
    Dft16Bottom,
    /// Eight- and sixteen-point codelets throughout, from `k = 6` on.
    MixedTiers,
    /// Large codelets whose products share chains of doublings.
    Joint,
}

impl Schedule {
    /// All of them, each an improvement on the one before.
    pub const ALL: [Schedule; 5] = [
        Schedule::RadixTwo,
        Schedule::Dft8Bottom,
        Schedule::Dft16Bottom,
        Schedule::MixedTiers,
        Schedule::Joint,
    ];

    /// The style of the codelets.
    #[must_use]
    pub fn style(self) -> Style {
        match self {
            Schedule::Joint => Style::Joint,
            _ => Style::Separate,
        }
    }

    /// The base-two logarithms of the radices for `2^k` points, from the innermost tier out.
    ///
    /// Sizes that are too small for the codelets that a schedule is named for fall back to the
    /// schedule before.
    #[must_use]
    pub fn log_radices(self, k: u32, scaling: Scaling) -> Vec<u32> {
        let bottom = |log_radix: u32| {
            let twos = std::iter::repeat_n(1, (k - log_radix) as usize);
            std::iter::once(log_radix).chain(twos).collect()
        };
        match (self, k) {
            (Schedule::Joint, _) => joint_log_radices(k, scaling),
            (Schedule::MixedTiers, 6..) => {
                let eights = (4 - k % 4) % 4;
                let sixteens = (k - 3 * eights) / 4;
                [vec![3; eights as usize], vec![4; sixteens as usize]].concat()
            }
            (Schedule::MixedTiers | Schedule::Dft16Bottom, 4..) => bottom(4),
            (Schedule::RadixTwo, _) | (_, ..=2) => vec![1; k as usize],
            _ => bottom(3),
        }
    }
}

/// Two nearly equal tiers from `k = 6` on, three or more from `k = 17` on. By modelled cost no
/// factorisation into at most three tiers of radix up to 256 is better by more than 2 % from
/// `k = 9` to 16, nor below where there is a factor to fold into a diagonal. Where there is none,
/// single codelets are cheaper up to `k = 8`, but give one thread all the work: they stay below
/// `k = 6`.
fn joint_log_radices(k: u32, scaling: Scaling) -> Vec<u32> {
    match (k, scaling) {
        (0, _) => vec![],
        (1..=2, _) | (3..=5, Scaling::None | Scaling::Separate) => vec![k],
        (8, _) => vec![5, 3],
        (7 | 9 | 13, _) => vec![k.div_ceil(2), k / 2],
        _ => {
            // Radices beyond 256 gain nothing.
            let tiers = k.div_ceil(8).max(2);
            (0..tiers).map(|tier| (k + tier) / tiers).collect()
        }
    }
}

/// What happens to a factor that all outputs have in common, as `1/n` in an inverse transform.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Scaling {
    /// There is none.
    None,
    /// It is folded into the last tier's diagonal, where most entries need a product anyway.
    Folded,
    /// It is a product of its own for every output.
    Separate,
}

/// How points are added, whatever the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Arithmetic {
    /// How the ladder combines a doubling with a digit.
    pub step: Step,
    /// Whether the sum and the difference of two points share a denominator.
    pub shared_denominators: bool,
}

impl Arithmetic {
    /// The plain way: every doubling and every addition has its own inversion.
    pub const PLAIN: Self = Arithmetic {
        step: Step::DoubleThenAdd,
        shared_denominators: false,
    };
    /// Shared denominators, and `2P + D` in one inversion.
    pub const FUSED: Self = Arithmetic {
        step: Step::OneInversion,
        shared_denominators: true,
    };
    /// Shared denominators, and `2P + D` without its intermediate y-coordinate: the cheapest.
    pub const BEST: Self = Arithmetic {
        step: Step::TwoInversions,
        shared_denominators: true,
    };
}

/// The factorisation `n = r₁·r₂⋯` of a transform of `n = 2^k` points, and how it is run.
///
/// Tier `t` joins `r_t` interleaved transforms of `r₁⋯r_(t−1)` points each.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Plan {
    log_n: u32,
    log_radices: Vec<u32>,
    style: Style,
    scaling: Scaling,
    arithmetic: Arithmetic,
}

impl Plan {
    /// The plan of a schedule for `2^log_n` points.
    ///
    /// # Panics
    /// If `log_n` exceeds the two-adicity of the scalar fields, 32.
    #[must_use]
    pub fn new(schedule: Schedule, log_n: u32, scaling: Scaling) -> Self {
        let log_radices = schedule.log_radices(log_n, scaling);
        Self::with_log_radices(&log_radices, schedule.style(), scaling)
    }

    /// A plan with chosen radices, given by their base-two logarithms from the innermost tier out.
    ///
    /// # Panics
    /// If their sum exceeds the two-adicity of the scalar fields, 32.
    #[must_use]
    pub fn with_log_radices(log_radices: &[u32], style: Style, scaling: Scaling) -> Self {
        let log_n = log_radices.iter().sum();
        assert!(log_n <= Fp::S, "no root of unity of order 2^{log_n}");
        Plan {
            log_n,
            log_radices: log_radices.to_vec(),
            style,
            scaling,
            arithmetic: Arithmetic::BEST,
        }
    }

    /// The same plan with another arithmetic than [`Arithmetic::BEST`].
    #[must_use]
    pub fn with_arithmetic(self, arithmetic: Arithmetic) -> Self {
        Plan { arithmetic, ..self }
    }

    /// How points are added.
    #[must_use]
    pub fn arithmetic(&self) -> Arithmetic {
        self.arithmetic
    }

    /// The base-two logarithm of the number of points.
    #[must_use]
    pub fn log_n(&self) -> u32 {
        self.log_n
    }

    /// The number of points.
    #[must_use]
    pub fn n(&self) -> usize {
        1 << self.log_n
    }

    /// The radices, from the innermost tier to the outermost.
    pub fn radices(&self) -> impl Iterator<Item = usize> + '_ {
        self.log_radices.iter().map(|log_radix| 1 << log_radix)
    }

    /// The tiers, from the innermost to the outermost. A separate scaling is a last tier of
    /// radix one.
    #[must_use]
    pub fn tiers(&self) -> Vec<Tier> {
        let mut sub_size = 1;
        let mut tiers: Vec<_> = self
            .radices()
            .map(|radix| {
                let tier = self.tier(radix, sub_size);
                sub_size *= radix;
                tier
            })
            .collect();
        match (self.scaling, tiers.last_mut()) {
            (Scaling::Folded, Some(last)) => last.scaled = true,
            // A single point has no diagonal to fold into.
            (Scaling::Separate, _) | (Scaling::Folded, None) => {
                tiers.push(Tier {
                    scaled: true,
                    ..self.tier(1, self.n())
                });
            }
            (Scaling::None, _) => {}
        }
        tiers
    }

    fn tier(&self, radix: usize, sub_size: usize) -> Tier {
        Tier {
            radix,
            sub_size,
            groups: self.n() / (sub_size * radix),
            style: self.style,
            scaled: false,
        }
    }

    /// The exact counts. Cost: one recorded codelet for each distinct row of twiddles.
    #[must_use]
    pub fn counts(&self) -> Counts {
        // Counts depend on exponents alone; one of the fields serves to tell units.
        let omega = Fp::ROOT_OF_UNITY.pow_vartime([1 << (Fp::S - self.log_n)]);
        let powers = powers(omega, self.n());
        let scale = Fp::TWO_INV.pow_vartime([u64::from(self.log_n)]);
        let mut counts = Counts {
            layout_passes: self.log_radices.len() + 1,
            ..Counts::default()
        };
        let mut distinct = HashSet::new();
        for tier in self.tiers() {
            let (first, _) = tier.record(0, &powers, scale);
            let (other, _) = tier.record(tier.sub_size - 1, &powers, scale);
            counts.inversion_batches += other.addition_stages();
            for i in 0..tier.sub_size {
                let program = if i == 0 { &first } else { &other };
                let chains = tier.scalars(i, &powers, scale);
                counts.add_block(program, &chains, tier.groups);
                let scalars = chains.iter().flatten().filter(|s| !is_trivial(*s));
                distinct.extend(scalars.map(|s| (*s).min(-*s).to_repr()));
            }
        }
        counts.decompositions = distinct.len();
        counts
    }

    /// The index of the input that lies at `position` before the first tier: its digits in the
    /// mixed radix, reversed.
    #[must_use]
    pub fn input_at(&self, mut position: usize) -> usize {
        let mut index = 0;
        for radix in self.radices() {
            index = index * radix + position % radix;
            position /= radix;
        }
        index
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "2^{} = {:?}",
            self.log_n,
            self.radices().collect::<Vec<_>>()
        )?;
        match self.style {
            Style::Separate => {}
            Style::Joint => f.write_str(" joint")?,
        }
        match self.scaling {
            Scaling::None => {}
            Scaling::Folded => f.write_str(", scaled in the diagonal")?,
            Scaling::Separate => f.write_str(", then scaled")?,
        }
        match self.arithmetic {
            Arithmetic::BEST => Ok(()),
            Arithmetic::PLAIN => f.write_str(", plain arithmetic"),
            Arithmetic::FUSED => f.write_str(", fused arithmetic"),
            other => write!(f, ", {other:?}"),
        }
    }
}

/// What a transform does, counted in point operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Chains of doublings: sums of products, of which at least one is by a scalar other
    /// than ±1. Without joint chains, the number of scalar multiplications.
    pub chains: usize,
    /// Products by scalars other than ±1 in all chains: strings of digits.
    pub strings: usize,
    /// Results of additions and subtractions of points, products by ±1 in chains included.
    pub additions: usize,
    /// Distinct scalars, up to sign, that are brought to digits.
    pub decompositions: usize,
    /// Addition stages, each of which shares its inversions.
    pub inversion_batches: usize,
    /// Passes in which the points change places.
    pub layout_passes: usize,
}

impl Counts {
    fn add_block<S: Field>(&mut self, program: &Program, chains: &[Vec<S>], times: usize) {
        self.additions += times * program.additions();
        for chain in chains {
            let strings = chain.iter().filter(|s| !is_trivial(*s)).count();
            let trivial = chain.len() - strings;
            if strings > 0 {
                self.chains += times;
                self.strings += times * strings;
                self.additions += times * trivial;
            } else {
                self.additions += times * (trivial - 1);
            }
        }
    }
}

/// Whether a factor is a root of unity that costs nothing: among the powers of an `ω` of order
/// `2^k`, these are ±1.
fn is_trivial<S: Field>(scalar: &S) -> bool {
    *scalar == S::ONE || *scalar == -S::ONE
}

/// `1, ω, …, ω^(n−1)`.
pub(crate) fn powers<S: Field>(omega: S, n: usize) -> Vec<S> {
    std::iter::successors(Some(S::ONE), |power| Some(*power * omega))
        .take(n)
        .collect()
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
    /// The networks that the codelet is made of.
    pub style: Style,
    /// Whether the diagonal absorbs the common factor of the outputs.
    pub scaled: bool,
}

impl Tier {
    /// The number of blocks, over all groups.
    #[must_use]
    pub fn blocks(&self) -> usize {
        self.sub_size * self.groups
    }

    /// The codelet of block `i` of a group: its program and the scalars of its chains.
    /// `powers` are those of `ω`, all `n` of them.
    ///
    /// The program is the same for every `i > 0`.
    #[must_use]
    pub fn record<S: PrimeField>(
        &self,
        i: usize,
        powers: &[S],
        scale: S,
    ) -> (Program, Vec<Vec<S>>) {
        Recorder::record(self.radix, |recorder, z| {
            self.run(recorder, z, i, powers, scale)
        })
    }

    /// The scalars of the chains of block `i`, without the program.
    #[must_use]
    pub fn scalars<S: PrimeField>(&self, i: usize, powers: &[S], scale: S) -> Vec<Vec<S>> {
        let mut collector = ScalarsOnly::new();
        self.run(&mut collector, &vec![(); self.radix], i, powers, scale);
        collector.into_chains()
    }

    fn run<L: Linear>(
        &self,
        linear: &mut L,
        z: &[L::Value],
        i: usize,
        powers: &[L::Scalar],
        scale: L::Scalar,
    ) -> Vec<L::Value> {
        // ω_N = ω^groups, and the codelet's own root is ω_N^sub_size.
        let omega = powers[self.blocks() % powers.len()];
        let factor = |j: usize| match (i * j, self.scaled) {
            (0, false) => None,
            (ij, false) => Some(powers[ij * self.groups]),
            (ij, true) => Some(powers[ij * self.groups] * scale),
        };
        let entries: Vec<_> = (0..self.radix).map(factor).collect();
        let diagonal = match (i, self.scaled) {
            (0, false) => Diagonal::One,
            (0, true) => Diagonal::Constant(scale),
            _ => Diagonal::Entries(&entries),
        };
        dft_twisted(linear, z, diagonal, omega, self.style)
    }

    /// While the tier runs, block `i` of group `g` is block `i·groups + g`, so that blocks with
    /// the same twiddles are neighbours. This is the position, in the order of the whole vector,
    /// of element `j` of a block.
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
