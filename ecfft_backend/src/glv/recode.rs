//! Eisenstein integers as sparse strings of digits.
//!
//! The width-`w` non-adjacent form over `Z[ω]`: scanning from the low end, an even value is
//! halved, and any other value loses the representative of its class modulo `2^w`, which
//! leaves `w − 1` zeros behind it. Representatives have the least norm in their class and are
//! a table entry times a unit, so that `4^w/8` entries serve all of them. On average one
//! position in `w + 1/3` holds a digit.
//!
//! Points do not occur here.

use std::sync::OnceLock;

use super::{Eisenstein, Unit};

/// The widths that a table can have.
pub const WIDTHS: std::ops::RangeInclusive<u32> = 2..=5;

/// A multiple of a table entry by a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digit {
    /// Index into the table.
    pub entry: u8,
    /// What the entry is multiplied by.
    pub unit: Unit,
}

/// The digits of one width.
#[derive(Debug)]
pub struct DigitSet {
    width: u32,
    entries: Vec<Eisenstein>,
    /// Indexed by the class `(a mod 2^w)·2^w + (b mod 2^w)`; even classes have none.
    classes: Vec<Option<Digit>>,
}

impl DigitSet {
    /// The set for a width in [`WIDTHS`], computed once in a process.
    ///
    /// # Panics
    /// If the width is outside that range.
    #[must_use]
    pub fn of_width(width: u32) -> &'static DigitSet {
        static SETS: [OnceLock<DigitSet>; 4] = [const { OnceLock::new() }; 4];
        assert!(WIDTHS.contains(&width), "no digit set of width {width}");
        SETS[(width - WIDTHS.start()) as usize].get_or_init(|| DigitSet::search(width))
    }

    fn search(width: u32) -> DigitSet {
        let bound = 1i128 << width;
        let mut candidates: Vec<_> = (-bound..=bound)
            .flat_map(|a| (-bound..=bound).map(move |b| Eisenstein::new(a, b)))
            .filter(|z| !z.is_even())
            .collect();
        candidates.sort_by_key(|z| (z.norm(), *z != Eisenstein::ONE, *z));
        let mut set = DigitSet {
            width,
            entries: Vec::new(),
            classes: vec![None; 1 << (2 * width)],
        };
        for z in candidates {
            if set.classes[set.class(z)].is_some() {
                continue;
            }
            let entry = set.entries.len() as u8;
            set.entries.push(z);
            for unit in Unit::ALL {
                let class = set.class(unit.value() * z);
                set.classes[class].get_or_insert(Digit { entry, unit });
            }
        }
        set
    }

    fn class(&self, z: Eisenstein) -> usize {
        let mask = (1i128 << self.width) - 1;
        ((z.a & mask) << self.width | (z.b & mask)) as usize
    }

    /// The table entries; the first is 1.
    #[must_use]
    pub fn entries(&self) -> &[Eisenstein] {
        &self.entries
    }

    /// The value of a digit.
    #[must_use]
    pub fn value(&self, digit: Digit) -> Eisenstein {
        digit.unit.value() * self.entries[digit.entry as usize]
    }

    /// The digits of `z`, whose coordinates must be below `2^127 − 2^8` in absolute value: those of
    /// decomposed scalars are below `2^126.5`.
    #[must_use]
    pub fn recode(&self, z: Eisenstein) -> Digits {
        let mut places = Vec::new();
        let mut rest = z;
        let mut position = 0u8;
        while rest != Eisenstein::ZERO {
            if let Some(digit) = self.classes[self.class(rest)] {
                rest = rest - self.value(digit);
                places.push(Place { position, digit });
            }
            rest = Eisenstein::new(rest.a >> 1, rest.b >> 1);
            position += 1;
        }
        places.reverse();
        places.shrink_to_fit();
        Digits {
            width: self.width,
            places,
        }
    }
}

/// A digit at a power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The exponent of two.
    pub position: u8,
    /// The digit that is multiplied by it.
    pub digit: Digit,
}

/// A recoded scalar: its non-zero digits from the most significant down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Digits {
    width: u32,
    places: Vec<Place>,
}

impl Digits {
    /// The width of the digit set.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The non-zero digits, from the most significant down.
    #[must_use]
    pub fn places(&self) -> &[Place] {
        &self.places
    }

    /// The number of doublings when the string is run alone.
    #[must_use]
    pub fn doublings(&self) -> usize {
        self.places.first().map_or(0, |top| top.position as usize)
    }

    /// The number of additions when the string is run alone.
    #[must_use]
    pub fn additions(&self) -> usize {
        self.places.len().saturating_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn digit_sets_hold_one_entry_for_six_odd_classes() {
        for width in WIDTHS {
            let set = DigitSet::of_width(width);
            assert_eq!(set.entries.len(), 1 << (2 * width - 3));
            assert_eq!(set.entries[0], Eisenstein::ONE);
            for (class, digit) in set.classes.iter().enumerate() {
                let (a, b) = (
                    (class >> width) as i128,
                    (class & ((1 << width) - 1)) as i128,
                );
                match digit {
                    None => assert!(Eisenstein::new(a, b).is_even()),
                    Some(digit) => assert_eq!(set.class(set.value(*digit)), class),
                }
            }
        }
    }

    /// Beyond what a decomposed scalar can have, and what an `i128` holds with a digit to spare.
    const LIMIT: i128 = i128::MAX - (1 << 8);

    proptest! {
        #[test]
        fn recoding_keeps_the_value_and_leaves_gaps(
            a in -LIMIT..LIMIT, b in -LIMIT..LIMIT, width in WIDTHS
        ) {
            // Small, large and skewed values alike: shift each coordinate by its own amount.
            let z = Eisenstein::new(a >> (b as u8 % 128), b >> (a as u8 % 128));
            check(z, width);
        }
    }

    #[test]
    fn the_top_digit_of_the_longest_values_is_kept() {
        for width in WIDTHS {
            for a in [-LIMIT, -1, 0, 1, LIMIT] {
                for b in [-LIMIT, -1, 0, 1, LIMIT] {
                    check(Eisenstein::new(a, b), width);
                }
            }
        }
    }

    fn check(z: Eisenstein, width: u32) {
        let set = DigitSet::of_width(width);
        let digits = set.recode(z);
        let value = digits
            .places()
            .iter()
            .fold([BigInt::ZERO, BigInt::ZERO], |[a, b], place| {
                let digit = set.value(place.digit);
                let shifted = |x: i128| BigInt::from(x) << place.position;
                [a + shifted(digit.a), b + shifted(digit.b)]
            });
        assert_eq!(value, [BigInt::from(z.a), BigInt::from(z.b)]);
        for pair in digits.places().windows(2) {
            assert!(pair[0].position - pair[1].position >= width as u8);
        }
    }
}
