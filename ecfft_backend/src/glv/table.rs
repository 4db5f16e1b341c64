//! Tables of digit multiples, for many points at once.
//!
//! A recipe says how each entry of a digit set is a sum or a difference of earlier ones; it is
//! found once for each width and then run over the whole batch, one shared inversion a round.
//! Which entries a table has is the business of [`super::recode`].

use std::sync::OnceLock;

use super::{
    recode::{DigitSet, WIDTHS},
    Digit, Eisenstein, Unit,
};
use crate::{
    batch::{butterflies_vartime, Affine, Butterfly, SharedInversion, Slot},
    field::Element,
};

/// How to compute the entries of one digit set from a point.
///
/// Slot 0 is the point itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    rounds: Vec<Round>,
    slots: usize,
    /// For each entry, the slot that holds it and the unit that is still missing.
    entries: Vec<(Slot, Unit)>,
}

/// Rotations by powers of `ω` first, then additions that share one inversion.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Round {
    rotations: Vec<Rotation>,
    butterflies: Vec<Butterfly>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rotation {
    from: Slot,
    exponent: usize,
    to: Slot,
}

impl Recipe {
    /// The recipe for a width in [`WIDTHS`], found once in a process.
    ///
    /// # Panics
    /// If the width is outside that range.
    #[must_use]
    pub fn of_width(width: u32) -> &'static Recipe {
        static RECIPES: [OnceLock<Recipe>; 4] = [const { OnceLock::new() }; 4];
        let set = DigitSet::of_width(width);
        RECIPES[(width - WIDTHS.start()) as usize].get_or_init(|| Search::new(set.entries()).run())
    }

    /// The number of point additions and doublings that the recipe performs for one point.
    #[must_use]
    pub fn additions(&self) -> usize {
        let both =
            |b: &Butterfly| usize::from(b.sum.is_some()) + usize::from(b.difference.is_some());
        self.rounds
            .iter()
            .flat_map(|round| &round.butterflies)
            .map(both)
            .sum()
    }

    /// The number of inversion batches.
    #[must_use]
    pub fn rounds(&self) -> usize {
        self.rounds.len()
    }
}

/// The state of the search for a recipe: which elements the slots hold so far.
struct Search<'a> {
    wanted: &'a [Eisenstein],
    found: Vec<Option<(Slot, Unit)>>,
    slots: Vec<Eisenstein>,
}

impl<'a> Search<'a> {
    fn new(wanted: &'a [Eisenstein]) -> Self {
        let mut search = Search {
            wanted,
            found: vec![None; wanted.len()],
            slots: vec![],
        };
        search.hold(Eisenstein::ONE);
        search
    }

    fn run(mut self) -> Recipe {
        let mut rounds = vec![];
        while self.found.contains(&None) {
            let before = self.slots.len();
            rounds.push(self.round());
            assert!(
                self.slots.len() > before,
                "the search for a recipe is stuck"
            );
        }
        Recipe {
            rounds,
            slots: self.slots.len(),
            entries: self.found.into_iter().flatten().collect(),
        }
    }

    /// Everything that sums and differences of the elements at hand can reach: first the pairs
    /// that give two missing entries at once, then those that give one. The first round also
    /// doubles the point, unless it reaches everything without.
    fn round(&mut self) -> Round {
        let mut round = Round {
            rotations: vec![],
            butterflies: vec![],
        };
        let at_hand = self.slots.len();
        for hits in [2, 1] {
            for left in 0..at_hand {
                for right in 0..=left {
                    for exponent in 0..3 {
                        self.try_pair(&mut round, left, right, exponent, hits);
                    }
                }
            }
        }
        if at_hand == 1 && self.found.contains(&None) {
            let double = self.hold(Eisenstein::new(2, 0));
            round.butterflies.push(Butterfly {
                left: 0,
                right: 0,
                sum: Some(double),
                difference: None,
            });
        }
        round
    }

    fn try_pair(
        &mut self,
        round: &mut Round,
        left: usize,
        right: usize,
        exponent: usize,
        hits: usize,
    ) {
        let unit = Unit::ALL
            .into_iter()
            .find(|u| u.rotation() == exponent && !u.is_negative());
        let rotated = unit.map_or(Eisenstein::ZERO, Unit::value) * self.slots[right];
        let (sum, difference) = (self.slots[left] + rotated, self.slots[left] - rotated);
        let wants_sum = self.is_missing(sum);
        let wants_difference = self.is_missing(difference)
            && !(wants_sum
                && self.index_of(sum).map(|x| x.0) == self.index_of(difference).map(|x| x.0));
        if usize::from(wants_sum) + usize::from(wants_difference) != hits {
            return;
        }
        let right = if exponent == 0 {
            right as Slot
        } else {
            self.rotated(round, right as Slot, exponent, rotated)
        };
        let sum = wants_sum.then(|| self.hold(sum));
        let difference = wants_difference.then(|| self.hold(difference));
        round.butterflies.push(Butterfly {
            left: left as Slot,
            right,
            sum,
            difference,
        });
    }

    /// A slot with the rotated element, made in this round if it is not there yet.
    fn rotated(
        &mut self,
        round: &mut Round,
        from: Slot,
        exponent: usize,
        value: Eisenstein,
    ) -> Slot {
        let same = |r: &&Rotation| (r.from, r.exponent) == (from, exponent);
        if let Some(rotation) = round.rotations.iter().find(same) {
            return rotation.to;
        }
        let to = self.hold(value);
        round.rotations.push(Rotation { from, exponent, to });
        to
    }

    /// A new slot for `value`, noted as the place of its entry if it is the first.
    fn hold(&mut self, value: Eisenstein) -> Slot {
        let slot = self.slots.len() as Slot;
        self.slots.push(value);
        if let Some((index, unit)) = self.index_of(value) {
            self.found[index].get_or_insert((slot, unit));
        }
        slot
    }

    /// The entry that is a unit times `value`, and the unit.
    fn index_of(&self, value: Eisenstein) -> Option<(usize, Unit)> {
        Unit::ALL.into_iter().find_map(|unit| {
            let index = self
                .wanted
                .iter()
                .position(|w| *w == unit.value() * value)?;
            Some((index, unit))
        })
    }

    fn is_missing(&self, value: Eisenstein) -> bool {
        self.index_of(value)
            .is_some_and(|(index, _)| self.found[index].is_none())
    }
}

/// One table entry under all six units: the x-coordinates of `E`, `φE`, `φ²E`, and `±y`.
#[derive(Clone, Copy, Debug)]
struct Entry<F> {
    x: [F; 3],
    y: F,
}

/// Digit tables of many points, one after another.
#[derive(Debug)]
pub struct Tables<F> {
    entries: Vec<Entry<F>>,
    arena: Vec<Affine<F>>,
}

/// The place of one point's table.
pub type TableIndex = u32;

/// The number of entries, and the distance between neighbouring tables, of a width.
#[must_use]
pub fn stride(width: u32) -> TableIndex {
    1 << (2 * width - 3)
}

/// The cheapest width for a table that serves the given number of strings of digits: a wider
/// one saves each of them some nine additions of 37 but costs 24 more entries.
#[must_use]
pub fn best_width(users: usize) -> u32 {
    if users >= 4 {
        4
    } else {
        3
    }
}

impl<F: Element> Tables<F> {
    /// No tables yet.
    #[must_use]
    pub fn new() -> Self {
        Tables {
            entries: Vec::new(),
            arena: Vec::new(),
        }
    }

    /// Drops all tables and keeps the memory.
    pub fn clear(&mut self) {
        self.entries.clear();
    }

    /// Appends the tables of `points`, of the given width, and returns the place of the first.
    /// Those of the others follow, [`stride`] apart.
    pub fn build_vartime(
        &mut self,
        points: &[Affine<F>],
        width: u32,
        inversion: &mut SharedInversion<F>,
    ) -> TableIndex {
        let recipe = Recipe::of_width(width);
        let instances = points.len();
        #[cfg(test)]
        let before = crate::tally::take();
        self.arena.clear();
        self.arena.extend_from_slice(points);
        self.arena
            .resize(recipe.slots * instances, Affine::IDENTITY);
        for round in &recipe.rounds {
            for rotation in &round.rotations {
                for i in 0..instances {
                    let point = self.arena[rotation.from as usize * instances + i];
                    self.arena[rotation.to as usize * instances + i] =
                        rotate(point, rotation.exponent);
                }
            }
            butterflies_vartime(&mut self.arena, instances, &round.butterflies, inversion);
        }
        #[cfg(test)]
        {
            let additions = crate::tally::take().additions;
            crate::tally::count(|tally| {
                *tally = before;
                tally.table_additions += additions;
            });
        }
        let first = self.entries.len() as TableIndex;
        for i in 0..instances {
            for (slot, unit) in &recipe.entries {
                let point = self.arena[*slot as usize * instances + i];
                self.entries.push(Entry::new(point, *unit));
            }
        }
        first
    }

    /// The multiple by `digit` of the point whose table lies at `table`.
    #[inline]
    #[must_use]
    pub fn get(&self, table: TableIndex, digit: Digit) -> Affine<F> {
        let entry = &self.entries[table as usize + digit.entry as usize];
        let x = entry.x[digit.unit.rotation()];
        let y = if digit.unit.is_negative() {
            -entry.y
        } else {
            entry.y
        };
        Affine { x, y }
    }
}

impl<F: Element> Default for Tables<F> {
    fn default() -> Self {
        Self::new()
    }
}

impl<F: Element> Entry<F> {
    /// The entry `unit · point`.
    fn new(point: Affine<F>, unit: Unit) -> Self {
        // The three x-coordinates are x, ζx and ζ²x = −x − ζx.
        let rotated = point.x * F::ZETA;
        let x = [point.x, rotated, -(point.x + rotated)];
        let turn = unit.rotation();
        Entry {
            x: [x[turn], x[(turn + 1) % 3], x[(turn + 2) % 3]],
            y: if unit.is_negative() {
                -point.y
            } else {
                point.y
            },
        }
    }
}

/// The product of a point by a unit: at most one multiplication.
#[must_use]
pub fn act<F: Element>(unit: Unit, point: Affine<F>) -> Affine<F> {
    let rotated = rotate(point, unit.rotation());
    if unit.is_negative() {
        -rotated
    } else {
        rotated
    }
}

/// `φ^exponent(P)`.
fn rotate<F: Element>(point: Affine<F>, exponent: usize) -> Affine<F> {
    let Affine { x, y } = point;
    match exponent {
        0 => point,
        1 => Affine { x: x * F::ZETA, y },
        _ => Affine {
            x: -(x + x * F::ZETA),
            y,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs a recipe on ring elements instead of points.
    fn evaluate(recipe: &Recipe) -> Vec<Eisenstein> {
        let omega = Eisenstein::new(0, 1);
        let mut slots = vec![Eisenstein::ZERO; recipe.slots];
        slots[0] = Eisenstein::ONE;
        for round in &recipe.rounds {
            for r in &round.rotations {
                slots[r.to as usize] =
                    (0..r.exponent).fold(slots[r.from as usize], |z, _| z * omega);
            }
            for b in &round.butterflies {
                let (left, right) = (slots[b.left as usize], slots[b.right as usize]);
                if let Some(sum) = b.sum {
                    slots[sum as usize] = left + right;
                }
                if let Some(difference) = b.difference {
                    slots[difference as usize] = left - right;
                }
            }
        }
        recipe
            .entries
            .iter()
            .map(|(slot, unit)| unit.value() * slots[*slot as usize])
            .collect()
    }

    #[test]
    fn recipes_yield_exactly_the_entries_of_their_digit_set() {
        for width in WIDTHS {
            let recipe = Recipe::of_width(width);
            assert_eq!(evaluate(recipe), DigitSet::of_width(width).entries());
        }
    }

    /// One doubling, unless the width is 2, and one addition for each further entry.
    #[test]
    fn recipes_waste_no_addition() {
        let counts: Vec<_> = WIDTHS.map(|w| Recipe::of_width(w).additions()).collect();
        assert_eq!(counts, [1, 8, 32, 128]);
    }
}
