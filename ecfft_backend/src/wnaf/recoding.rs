//! Scalars as strings of digits: binary, non-adjacent forms of integers, and `Z[ω]` windows.
//!
//! A digit is a table entry times a unit, as in [`crate::glv::recode`], whose windows are used
//! as they are. The entries of the integer forms are the odd multiples `1, 3, 5, …`, and their
//! units are `±1`. Sources: NAF by bits of `3k` and `k`, H. Prodinger, "On binary
//! representations of integers with digits −1, 0, 1", Integers 0 (2000); windows, D. Hankerson,
//! A. Menezes, S. Vanstone, "Guide to Elliptic Curve Cryptography", algorithm 3.35.
//!
//! Points do not occur here.

use std::fmt;

use crate::{
    field::canonical_limbs,
    glv::{
        recode::{DigitSet, Place},
        Digit, Unit,
    },
    PastaCurve,
};

/// `−1`.
const MINUS_ONE: Unit = Unit::ALL[3];

/// How a scalar becomes digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Recoding {
    /// The bits: double-and-add.
    Binary,
    /// Digits `0` and `±1`, no two neighbours non-zero.
    Naf,
    /// Odd digits below `2^(w−1)` in absolute value, at least `w − 1` zeros after each. The
    /// window of 2 is the NAF.
    Wnaf(u32),
    /// Digits of least norm in `Z[ω]` for a window of `w` bits in each coordinate: half the
    /// length, six units for free.
    Eisenstein(u32),
}

impl Recoding {
    /// Every recoding of the study.
    pub const ALL: [Recoding; 14] = [
        Recoding::Binary,
        Recoding::Naf,
        Recoding::Wnaf(2),
        Recoding::Wnaf(3),
        Recoding::Wnaf(4),
        Recoding::Wnaf(5),
        Recoding::Wnaf(6),
        Recoding::Wnaf(7),
        Recoding::Wnaf(8),
        Recoding::Wnaf(9),
        Recoding::Eisenstein(2),
        Recoding::Eisenstein(3),
        Recoding::Eisenstein(4),
        Recoding::Eisenstein(5),
    ];

    /// The number of points in a table.
    #[must_use]
    pub fn entries(self) -> usize {
        match self {
            Recoding::Binary | Recoding::Naf => 1,
            Recoding::Wnaf(width) => 1 << (width - 2),
            Recoding::Eisenstein(width) => DigitSet::of_width(width).entries().len(),
        }
    }

    /// The non-zero digits of `scalar`, from the most significant down.
    ///
    /// # Panics
    /// If the width is not one of those in [`Recoding::ALL`].
    #[must_use]
    pub fn recode<C: PastaCurve>(self, scalar: &C::ScalarExt) -> Vec<Place> {
        let mut places = match self {
            Recoding::Binary => binary(&canonical_limbs(scalar)),
            Recoding::Naf => naf(&canonical_limbs(scalar)),
            Recoding::Wnaf(width) => wnaf(&canonical_limbs(scalar), width),
            Recoding::Eisenstein(width) => {
                let digits = DigitSet::of_width(width).recode(C::LATTICE.decompose(scalar));
                return digits.places().to_vec();
            }
        };
        places.reverse();
        places
    }
}

impl fmt::Display for Recoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Through `pad`, so that a width given by the caller is kept.
        match self {
            Recoding::Binary => f.pad("double-and-add"),
            Recoding::Naf => f.pad("NAF"),
            Recoding::Wnaf(width) => f.pad(&format!("wNAF {width}")),
            Recoding::Eisenstein(width) => f.pad(&format!("Z[ω] {width}")),
        }
    }
}

/// The `count ≤ 64` bits from `position` on; zeros above bit 255.
fn bits(limbs: &[u64; 4], position: usize, count: u32) -> u64 {
    let limb = |i: usize| u128::from(limbs.get(i).copied().unwrap_or(0));
    let (index, shift) = (position / 64, position % 64);
    let pair = limb(index) | limb(index + 1) << 64;
    (pair >> shift) as u64 & (u64::MAX >> (64 - count))
}

/// An odd integer at a position.
fn place(position: usize, value: i64) -> Place {
    Place {
        position: position as u8,
        digit: Digit {
            entry: (value.unsigned_abs() / 2) as u8,
            unit: if value < 0 { MINUS_ONE } else { Unit::ONE },
        },
    }
}

// The three below take values under 2^255 and return places from the least significant up.

fn binary(k: &[u64; 4]) -> Vec<Place> {
    (0..256)
        .filter(|&i| bits(k, i, 1) == 1)
        .map(|i| place(i, 1))
        .collect()
}

fn naf(k: &[u64; 4]) -> Vec<Place> {
    let mut carry = 0u128;
    let triple = k.map(|limb| {
        carry += 3 * u128::from(limb);
        let low = carry as u64;
        carry >>= 64;
        low
    });
    debug_assert_eq!(carry, 0, "three times an order of 255 bits has 256");
    (0..255)
        .filter_map(|i| match (bits(&triple, i + 1, 1), bits(k, i + 1, 1)) {
            (1, 0) => Some(place(i, 1)),
            (0, 1) => Some(place(i, -1)),
            _ => None,
        })
        .collect()
}

fn wnaf(k: &[u64; 4], width: u32) -> Vec<Place> {
    assert!((2..=9).contains(&width), "no window of {width}");
    let mut places = Vec::new();
    let mut position = 0;
    // What the digit below borrowed: the rest of `k` is short of it.
    let mut carry = 0;
    while position < 256 {
        if bits(k, position, 1) == carry {
            position += 1;
            continue;
        }
        let window = (bits(k, position, width) + carry) as i64;
        carry = window as u64 >> (width - 1);
        places.push(place(position, window - ((carry as i64) << width)));
        position += width as usize;
    }
    places
}

#[cfg(test)]
mod tests {
    use ff::{Field, PrimeField, WithSmallOrderMulGroup};
    use num_bigint::{BigInt, BigUint};
    use pasta_curves::{pallas, vesta};
    use proptest::prelude::*;

    use super::*;
    use crate::wnaf::study::tests::extreme_scalars;

    fn digit_value(digit: Digit) -> i64 {
        let magnitude = 2 * i64::from(digit.entry) + 1;
        match digit.unit {
            Unit::ONE => magnitude,
            MINUS_ONE => -magnitude,
            other => panic!("{other:?} is not a unit of the integers"),
        }
    }

    fn value(places: &[Place]) -> BigInt {
        places.iter().fold(BigInt::ZERO, |sum, place| {
            sum + (BigInt::from(digit_value(place.digit)) << place.position)
        })
    }

    fn zeros_between(places: &[Place]) -> u8 {
        places
            .windows(2)
            .map(|pair| pair[0].position - pair[1].position - 1)
            .min()
            .unwrap_or(u8::MAX)
    }

    /// Value, distances and digit bounds of every integer form.
    fn integer_forms_are_what_they_are_named<C: PastaCurve>(scalar: &C::ScalarExt) {
        let k = BigInt::from(BigUint::from_bytes_le(&scalar.to_repr()));
        for recoding in Recoding::ALL {
            let (gap, bound) = match recoding {
                Recoding::Binary => (0, 2),
                Recoding::Naf => (1, 2),
                Recoding::Wnaf(width) => (width as u8 - 1, 1 << (width - 1)),
                Recoding::Eisenstein(_) => continue,
            };
            let places = recoding.recode::<C>(scalar);
            assert_eq!(value(&places), k, "{recoding} of {scalar:?}");
            assert!(zeros_between(&places) >= gap, "{recoding} of {scalar:?}");
            for place in &places {
                assert!(digit_value(place.digit).abs() < bound, "{recoding}");
                assert!(usize::from(place.digit.entry) < recoding.entries());
                assert!(recoding != Recoding::Binary || place.digit.unit == Unit::ONE);
            }
        }
        let naf = Recoding::Naf.recode::<C>(scalar);
        assert_eq!(naf, Recoding::Wnaf(2).recode::<C>(scalar), "{scalar:?}");
    }

    /// The digits of a window over `Z[ω]` sum up to the scalar when `ω` is `λ`.
    fn windows_over_the_ring_have_the_scalars_value<C: PastaCurve>(scalar: &C::ScalarExt) {
        let integer = |x: i128| {
            let magnitude = C::ScalarExt::from_u128(x.unsigned_abs());
            if x < 0 {
                -magnitude
            } else {
                magnitude
            }
        };
        for width in 2..=5 {
            let set = DigitSet::of_width(width);
            let places = Recoding::Eisenstein(width).recode::<C>(scalar);
            let sum = places.iter().fold(C::ScalarExt::ZERO, |sum, place| {
                let digit = set.value(place.digit);
                let value = integer(digit.a) + integer(digit.b) * C::ScalarExt::ZETA;
                sum + value * C::ScalarExt::from(2).pow_vartime([place.position.into()])
            });
            assert_eq!(sum, *scalar, "width {width}");
            assert!(zeros_between(&places) >= width as u8 - 1, "width {width}");
        }
    }

    fn extreme_scalars_are_recoded<C: PastaCurve>() {
        for scalar in extreme_scalars::<C>() {
            integer_forms_are_what_they_are_named::<C>(&scalar);
            windows_over_the_ring_have_the_scalars_value::<C>(&scalar);
        }
        for recoding in Recoding::ALL {
            assert!(recoding.recode::<C>(&C::ScalarExt::ZERO).is_empty());
        }
    }

    #[test]
    fn extreme_scalars_are_recoded_on_both_curves() {
        extreme_scalars_are_recoded::<pallas::Point>();
        extreme_scalars_are_recoded::<vesta::Point>();
    }

    proptest! {
        #[test]
        fn any_scalar_is_recoded(limbs in prop::array::uniform4(any::<u64>())) {
            let (p, v) = (pasta_curves::Fq::from_raw(limbs), pasta_curves::Fp::from_raw(limbs));
            integer_forms_are_what_they_are_named::<pallas::Point>(&p);
            integer_forms_are_what_they_are_named::<vesta::Point>(&v);
            windows_over_the_ring_have_the_scalars_value::<pallas::Point>(&p);
            windows_over_the_ring_have_the_scalars_value::<vesta::Point>(&v);
        }
    }

    #[test]
    fn small_forms_are_the_textbooks() {
        let digits = |recoding: Recoding, k: u64| -> Vec<_> {
            recoding
                .recode::<vesta::Point>(&pasta_curves::Fp::from(k))
                .iter()
                .map(|place| (place.position, digit_value(place.digit)))
                .collect()
        };
        assert_eq!(digits(Recoding::Binary, 7), [(2, 1), (1, 1), (0, 1)]);
        assert_eq!(digits(Recoding::Naf, 7), [(3, 1), (0, -1)]);
        assert_eq!(digits(Recoding::Wnaf(3), 7), [(3, 1), (0, -1)]);
        assert_eq!(digits(Recoding::Wnaf(4), 7), [(0, 7)]);
        assert_eq!(digits(Recoding::Wnaf(4), 9), [(4, 1), (0, -7)]);
        // 2³¹ − 15·2²⁶ − 9·2²¹ + 11·2¹⁵ − 9·2⁸ − 9.
        assert_eq!(
            digits(Recoding::Wnaf(5), 1_122_334_455),
            [(31, 1), (26, -15), (21, -9), (15, 11), (8, -9), (0, -9)]
        );
    }
}
