//! The lockstep ladder: many scalar products, and sums of scalar products, in one pass.
//!
//! Every lane runs `acc ← 2·acc (+ digit)` from the top position down, all lanes at the same
//! position, so that each step's inversion is shared by the whole batch. A lane is a *joint
//! chain* `Σ [s_j]P_j`: one accumulator and one string of digits for each term. Distinct scalars
//! are recoded once, by the caller.
//!
//! `2P + D` is taken as `(P + D) + P` without the y-coordinate in between, two inversions:
//! `λ₁ = (y_D − y)/(x_D − x)`, `x₃ = λ₁² − x − x_D`, `λ₂ = −λ₁ − 2y/(x₃ − x)`,
//! `x₄ = λ₂² − x − x₃`, `y₄ = λ₂(x − x₄) − y`: 9M + 2S with the inversions. Source:
//! K. Eisenträger, K. Lauter, P. L. Montgomery, "Fast elliptic curve arithmetic and improved
//! Weil pairing evaluation", CT-RSA 2003.
//!
//! This room never looks at a scalar, only at digits.

use super::{
    table::{TableIndex, Tables},
    Digit, Digits, Unit,
};
use crate::{
    batch::{Affine, SharedInversion},
    field::Element,
};

/// The merged digits of one sum `Σ [s_j]P_j`, for whichever points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    terms: usize,
    /// From the most significant position down; several terms may share a position.
    events: Vec<Event>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Event {
    position: u8,
    term: u8,
    digit: Digit,
}

impl Chain {
    /// The chain whose `j`-th term is multiplied by the scalar behind the `j`-th digits, times a
    /// unit.
    ///
    /// # Panics
    /// If there are more than 256 terms.
    #[must_use]
    pub fn new(terms: &[(&Digits, Unit)]) -> Self {
        assert!(
            terms.len() <= 256,
            "{} terms do not fit a chain",
            terms.len()
        );
        // Each term's digits are in order already: sort by counting.
        let places = || terms.iter().flat_map(|(digits, _)| digits.places());
        let top = places().map(|place| place.position).max().unwrap_or(0) as usize;
        let mut next = vec![0; top + 2];
        for place in places() {
            next[top - place.position as usize + 1] += 1;
        }
        for position in 1..next.len() {
            next[position] += next[position - 1];
        }
        let nowhere = Event {
            position: 0,
            term: 0,
            digit: Digit {
                entry: 0,
                unit: Unit::ONE,
            },
        };
        let mut events = vec![nowhere; places().count()];
        for (term, (digits, unit)) in terms.iter().enumerate() {
            for place in digits.places() {
                let next = &mut next[top - place.position as usize];
                events[*next] = Event {
                    position: place.position,
                    term: term as u8,
                    digit: Digit {
                        entry: place.digit.entry,
                        unit: place.digit.unit * *unit,
                    },
                };
                *next += 1;
            }
        }
        Chain {
            terms: terms.len(),
            events,
        }
    }

    /// The number of terms.
    #[must_use]
    pub fn terms(&self) -> usize {
        self.terms
    }

    /// The unit that the chain multiplies its only point by, if it comes to that.
    #[must_use]
    pub fn as_unit(&self) -> Option<Unit> {
        match self.events[..] {
            [Event {
                position: 0,
                digit: Digit { entry: 0, unit },
                ..
            }] if self.terms == 1 => Some(unit),
            _ => None,
        }
    }

    /// The number of doublings: the top position.
    #[must_use]
    pub fn doublings(&self) -> usize {
        self.events
            .first()
            .map_or(0, |event| event.position as usize)
    }

    /// The number of additions of digits to the accumulator; the first digit only starts it.
    #[must_use]
    pub fn digit_additions(&self) -> usize {
        self.events.len().saturating_sub(1)
    }

    /// How many of these follow a doubling at once, so that a [`Step`] can combine the two: one at
    /// each position that has a digit, below the top.
    #[must_use]
    pub fn combined_additions(&self) -> usize {
        let changes = |pair: &&[Event]| pair[0].position != pair[1].position;
        self.events.windows(2).filter(changes).count()
    }
}

/// No position: all digits of a lane have been taken.
const NOWHERE: u8 = u8::MAX;

/// A chain, applied to given points.
#[derive(Clone, Copy, Debug)]
struct Lane {
    /// Which of the chains that are run.
    chain: u32,
    /// Where this lane's tables begin in the list of them.
    tables: usize,
    /// The next event.
    next: usize,
    /// The position of that event.
    position: u8,
}

/// How a doubling and the digit that follows it are combined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// A doubling, then an addition: 10M + 3S.
    DoubleThenAdd,
    /// `2P + D` by one denominator that serves both additions: 12M + 2S, one inversion, as in
    /// M. Ciet, M. Joye, K. Lauter, P. L. Montgomery, "Trading inversions for multiplications in
    /// elliptic curve cryptography", Des. Codes Cryptogr. 39 (2006); and one M more here, where a
    /// product is taken again after the inversion rather than kept.
    OneInversion,
    /// `2P + D` as `(P + D) + P` without the y-coordinate in between: 9M + 2S, two inversions.
    TwoInversions,
}

/// The lockstep ladder and its scratch, to be reused.
#[derive(Debug)]
pub struct Ladder<F> {
    step: Step,
    lanes: Vec<Lane>,
    table_of_term: Vec<TableIndex>,
    accumulators: Vec<Affine<F>>,
    /// The lanes of the current step that wait for an inverse.
    waiting: Vec<Waiting<F>>,
    second: Vec<SecondHalf<F>>,
    /// The lanes that have further digits at the current position.
    further: Vec<u32>,
    /// Memory for the next list of them.
    spare: Vec<u32>,
}

/// One position of the ladder, for all lanes.
struct Position<'a, F> {
    position: u8,
    chains: &'a [Chain],
    tables: &'a Tables<F>,
}

#[derive(Clone, Copy, Debug)]
struct Waiting<F> {
    lane: u32,
    digit: Option<Affine<F>>,
}

/// `2P + D` after its first inversion.
#[derive(Clone, Copy, Debug)]
struct SecondHalf<F> {
    lane: u32,
    slope: F,
    x: F,
}

impl<F: Element> Ladder<F> {
    /// An empty ladder.
    #[must_use]
    pub fn new(step: Step) -> Self {
        Ladder {
            step,
            lanes: Vec::new(),
            table_of_term: Vec::new(),
            accumulators: Vec::new(),
            waiting: Vec::new(),
            second: Vec::new(),
            further: Vec::new(),
            spare: Vec::new(),
        }
    }

    /// Drops all lanes and keeps the memory.
    pub fn clear(&mut self) {
        self.lanes.clear();
        self.table_of_term.clear();
        self.accumulators.clear();
    }

    /// Adds a lane: the chain of the given number over the points whose tables are given, one for
    /// each term.
    pub fn push(&mut self, chain: usize, tables: impl IntoIterator<Item = TableIndex>) {
        self.lanes.push(Lane {
            chain: chain as u32,
            tables: self.table_of_term.len(),
            next: 0,
            position: NOWHERE,
        });
        self.table_of_term.extend(tables);
        self.accumulators.push(Affine::IDENTITY);
        #[cfg(test)]
        {
            let terms = self.table_of_term.len() - self.lanes[self.lanes.len() - 1].tables;
            crate::tally::count(|tally| {
                tally.chains += 1;
                tally.strings += terms;
            });
        }
    }

    /// Runs all lanes. The results are in the order of the pushes.
    ///
    /// # Panics
    /// If a lane has no such chain, or fewer tables than its chain has terms.
    pub fn run_vartime(
        &mut self,
        chains: &[Chain],
        tables: &Tables<F>,
        inversion: &mut SharedInversion<F>,
    ) -> &[Affine<F>] {
        let mut top = 0;
        for lane in &mut self.lanes {
            lane.position = position_of(&chains[lane.chain as usize], lane.next);
            top = top.max(chains[lane.chain as usize].doublings());
        }
        for position in (0..=top as u8).rev() {
            let step = Position {
                position,
                chains,
                tables,
            };
            match self.step {
                Step::DoubleThenAdd => self.double(&step, inversion),
                Step::OneInversion => self.double_and_add_at_once(&step, inversion),
                Step::TwoInversions => self.double_and_add(&step, inversion),
            }
            while !self.further.is_empty() {
                self.add_further(&step, inversion);
            }
        }
        &self.accumulators
    }

    /// The digit of a lane at the step's position that comes next, which is then taken. A lane
    /// that has yet another one there is noted.
    #[inline]
    fn take_digit(&mut self, number: usize, step: &Position<'_, F>) -> Option<Affine<F>> {
        let lane = &mut self.lanes[number];
        if lane.position != step.position {
            return None;
        }
        let chain = &step.chains[lane.chain as usize];
        let event = chain.events[lane.next];
        lane.next += 1;
        lane.position = position_of(chain, lane.next);
        if lane.position == step.position {
            self.further.push(number as u32);
        }
        let table = self.table_of_term[lane.tables + event.term as usize];
        Some(step.tables.get(table, event.digit))
    }

    /// Takes the next digit of every lane, and collects the lanes that need an inverse: for a
    /// doubling, or for a digit `D`, by the given denominator. Lanes for which that is zero are
    /// finished by the exact law, which inverts on its own: `D = ±acc` and the like are rare.
    #[inline(always)]
    fn gather(
        &mut self,
        step: &Position<'_, F>,
        inversion: &mut SharedInversion<F>,
        denominator: impl Fn(Affine<F>, Affine<F>) -> F,
    ) {
        self.waiting.clear();
        for lane in 0..self.lanes.len() {
            let digit = self.take_digit(lane, step).filter(|d| !d.is_identity());
            let acc = self.accumulators[lane];
            if acc.is_identity() {
                self.accumulators[lane] = digit.unwrap_or(Affine::IDENTITY);
                continue;
            }
            let denominator = match digit {
                None => acc.y.double(),
                Some(digit) => denominator(acc, digit),
            };
            if denominator.is_zero() {
                let digit = digit.unwrap_or(Affine::IDENTITY);
                self.accumulators[lane] = acc.double_vartime().add_vartime(digit);
                continue;
            }
            #[cfg(test)]
            crate::tally::count(|tally| {
                tally.doublings += 1;
                tally.digit_additions += usize::from(digit.is_some());
                tally.combined_additions += usize::from(digit.is_some());
            });
            inversion.push(denominator);
            let lane = lane as u32;
            self.waiting.push(Waiting { lane, digit });
        }
        inversion.invert();
    }

    /// `acc ← 2·acc`, or `2·acc + D` where the lane has a digit at this position.
    fn double_and_add(&mut self, step: &Position<'_, F>, inversion: &mut SharedInversion<F>) {
        self.gather(step, inversion, |acc, digit| digit.x - acc.x);
        self.second.clear();
        for Waiting { lane, digit } in self.waiting.iter().rev() {
            let inverse = inversion.pop();
            let acc = &mut self.accumulators[*lane as usize];
            let Some(digit) = digit else {
                *acc = acc.double_with(inverse);
                continue;
            };
            let slope = (digit.y - acc.y) * inverse;
            let x = slope.square() - acc.x - digit.x;
            self.second.push(SecondHalf {
                lane: *lane,
                slope,
                x,
            });
        }
        self.finish_second_halves(inversion);
    }

    /// `acc ← 2·acc`; digits at this position are left for [`Self::add_further`].
    fn double(&mut self, step: &Position<'_, F>, inversion: &mut SharedInversion<F>) {
        let has_digit = |(number, lane): (usize, &Lane)| {
            (lane.position == step.position).then_some(number as u32)
        };
        self.further
            .extend(self.lanes.iter().enumerate().filter_map(has_digit));
        let started = |acc: &&mut Affine<F>| !acc.is_identity();
        for acc in self.accumulators.iter_mut().filter(started) {
            #[cfg(test)]
            crate::tally::count(|tally| tally.doublings += 1);
            inversion.push(acc.y.double());
        }
        inversion.invert();
        for acc in self.accumulators.iter_mut().rev().filter(started) {
            *acc = acc.double_with(inversion.pop());
        }
    }

    /// As [`Self::double_and_add`], by [`Step::OneInversion`].
    fn double_and_add_at_once(
        &mut self,
        step: &Position<'_, F>,
        inversion: &mut SharedInversion<F>,
    ) {
        self.gather(step, inversion, Affine::double_and_add_denominator);
        for Waiting { lane, digit } in self.waiting.iter().rev() {
            let acc = &mut self.accumulators[*lane as usize];
            let inverse = inversion.pop();
            *acc = match digit {
                None => acc.double_with(inverse),
                Some(digit) => acc.double_and_add_with(*digit, inverse),
            };
        }
    }

    /// The second addition of `(P + D) + P`.
    fn finish_second_halves(&mut self, inversion: &mut SharedInversion<F>) {
        for half in &self.second {
            let denominator = half.x - self.accumulators[half.lane as usize].x;
            if !denominator.is_zero() {
                inversion.push(denominator);
            }
        }
        inversion.invert();
        for half in self.second.iter().rev() {
            let acc = &mut self.accumulators[half.lane as usize];
            if half.x == acc.x {
                // P + D = ±P, and D is not the identity: P + D = −P.
                *acc = Affine::IDENTITY;
                continue;
            }
            let slope = -half.slope - acc.y.double() * inversion.pop();
            *acc = acc.chord(half.x, slope);
        }
    }

    /// Adds one more digit at this position to every lane that has one.
    fn add_further(&mut self, step: &Position<'_, F>, inversion: &mut SharedInversion<F>) {
        self.waiting.clear();
        let mut lanes = std::mem::take(&mut self.spare);
        std::mem::swap(&mut lanes, &mut self.further);
        for lane in lanes.drain(..) {
            let Some(digit) = self.take_digit(lane as usize, step) else {
                continue;
            };
            let acc = &mut self.accumulators[lane as usize];
            let denominator = digit.x - acc.x;
            if acc.is_identity() || digit.is_identity() || denominator.is_zero() {
                *acc = acc.add_vartime(digit);
                continue;
            }
            #[cfg(test)]
            crate::tally::count(|tally| tally.digit_additions += 1);
            inversion.push(denominator);
            self.waiting.push(Waiting {
                lane,
                digit: Some(digit),
            });
        }
        self.spare = lanes;
        inversion.invert();
        for Waiting { lane, digit } in self.waiting.iter().rev() {
            let acc = &mut self.accumulators[*lane as usize];
            if let Some(digit) = digit {
                *acc = acc.add_with(*digit, inversion.pop());
            }
        }
    }
}

/// The position of an event of a chain, if there is one.
#[inline]
fn position_of(chain: &Chain, event: usize) -> u8 {
    chain
        .events
        .get(event)
        .map_or(NOWHERE, |event| event.position)
}

#[cfg(test)]
mod tests {
    use ff::{Field, PrimeField, WithSmallOrderMulGroup};
    use pasta_curves::{pallas, vesta};

    use super::*;
    use crate::{
        curve::{affine_from_pasta, affine_to_pasta, PastaCurve},
        glv::recode::{DigitSet, WIDTHS},
    };

    /// Runs every chain, given as terms of scalar and point, in one ladder.
    fn check<C: PastaCurve>(chains: &[Vec<(C::ScalarExt, C)>], width: u32) {
        for step in [Step::DoubleThenAdd, Step::OneInversion, Step::TwoInversions] {
            check_step(chains, width, step);
        }
    }

    fn check_step<C: PastaCurve>(chains: &[Vec<(C::ScalarExt, C)>], width: u32, step: Step) {
        let mut inversion = SharedInversion::new();
        let mut tables = Tables::new();
        let prepared: Vec<_> = chains
            .iter()
            .map(|terms| {
                let digits: Vec<_> = terms
                    .iter()
                    .map(|(s, _)| DigitSet::of_width(width).recode(C::LATTICE.decompose(s)))
                    .collect();
                Chain::new(&digits.iter().map(|d| (d, Unit::ONE)).collect::<Vec<_>>())
            })
            .collect();
        let mut ladder = Ladder::new(step);
        for (number, terms) in chains.iter().enumerate() {
            let points: Vec<_> = terms
                .iter()
                .map(|(_, p)| affine_from_pasta::<C>(&p.to_affine_vartime()))
                .collect();
            let first = tables.build_vartime(&points, width, &mut inversion);
            let stride = crate::glv::table::stride(width);
            ladder.push(
                number,
                (0..points.len()).map(|j| first + stride * j as TableIndex),
            );
        }
        let results = ladder
            .run_vartime(&prepared, &tables, &mut inversion)
            .to_vec();
        for (terms, result) in chains.iter().zip(results) {
            let expected = terms
                .iter()
                .fold(C::identity(), |sum, (s, p)| sum + *p * *s);
            assert_eq!(
                C::from(affine_to_pasta::<C>(&result)),
                expected,
                "{terms:?}"
            );
        }
    }

    fn single_chains<C: PastaCurve>() {
        let one = C::ScalarExt::ONE;
        let scalars = [
            C::ScalarExt::ZERO,
            one,
            -one,
            one.double(),
            C::ScalarExt::ROOT_OF_UNITY,
            C::ScalarExt::TWO_INV,
            -C::ScalarExt::TWO_INV,
            C::ScalarExt::TWO_INV.pow_vartime([11]),
            C::ScalarExt::MULTIPLICATIVE_GENERATOR,
            C::ScalarExt::from(3).invert().expect("three is not zero"),
            C::ScalarExt::ZETA,
            -C::ScalarExt::ZETA,
            C::ScalarExt::ZETA.square(),
            (C::ScalarExt::ZETA - one).invert().expect("λ is not one"),
            (C::ScalarExt::ZETA + one + one)
                .invert()
                .expect("λ is not −2"),
        ];
        let points = [
            C::generator(),
            -C::generator(),
            C::identity(),
            C::generator().double(),
        ];
        let chains: Vec<_> = scalars
            .iter()
            .flat_map(|s| points.iter().map(|p| vec![(*s, *p)]))
            .collect();
        for width in WIDTHS {
            check(&chains, width);
        }
    }

    #[test]
    fn single_chains_on_both_curves() {
        single_chains::<pallas::Point>();
        single_chains::<vesta::Point>();
    }

    /// Accumulators that meet plus or minus the next digit, in the doubling step and in the
    /// further additions, and sums that vanish half-way.
    fn colliding_chains<C: PastaCurve>() {
        let g = C::generator();
        let s = |x: i64| {
            let magnitude = C::ScalarExt::from(x.unsigned_abs());
            if x < 0 {
                -magnitude
            } else {
                magnitude
            }
        };
        let long = C::ScalarExt::ROOT_OF_UNITY;
        let chains = vec![
            // acc = D and acc = −D among digits at one position, with more to follow.
            vec![(s(1), g), (s(1), g)],
            vec![(s(1), g), (s(1), -g)],
            vec![(s(8), g), (s(8), g), (s(1), g)],
            vec![(s(8), g), (s(-8), g), (s(1), g)],
            // 2·acc + D with D = acc, D = −acc and D = −2·acc.
            vec![(s(2), g), (s(1), g)],
            vec![(s(2), g), (s(1), -g)],
            vec![(s(2), g), (s(1), -g.double())],
            vec![(s(8), g), (s(4), -g.double()), (s(1), g)],
            // The same, with full-length scalars on equal and opposite points.
            vec![(long, g), (long, g)],
            vec![(long, g), (-long, g)],
            vec![(long, g), (long.double(), g), (-long, g.double())],
            // Identities as points.
            vec![(long, C::identity()), (s(5), g)],
            vec![(s(5), g), (long, C::identity())],
            vec![(s(1), g), (s(1), C::identity()), (s(1), g)],
            vec![(s(2), g), (s(1), C::identity())],
            // Nothing at all.
            vec![(s(0), g)],
            vec![],
        ];
        for width in WIDTHS {
            check(&chains, width);
            for chain in &chains {
                check(std::slice::from_ref(chain), width);
            }
        }
    }

    #[test]
    fn colliding_chains_on_both_curves() {
        colliding_chains::<pallas::Point>();
        colliding_chains::<vesta::Point>();
    }
}
