//! The ring `Z[ω]` with `ω² = −1 − ω`, and its six units.
//!
//! Plain integers only: no curve, no modulus.

use std::ops::{Add, Mul, Neg, Sub};

/// `a + bω`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Eisenstein {
    /// The rational part.
    pub a: i128,
    /// The coefficient of `ω`.
    pub b: i128,
}

impl Eisenstein {
    /// `0`.
    pub const ZERO: Self = Eisenstein { a: 0, b: 0 };
    /// `1`.
    pub const ONE: Self = Eisenstein { a: 1, b: 0 };

    /// `a + bω`.
    #[must_use]
    pub const fn new(a: i128, b: i128) -> Self {
        Eisenstein { a, b }
    }

    /// `a² − ab + b²`, the square of the absolute value. For small elements: it must fit.
    #[must_use]
    pub const fn norm(self) -> i128 {
        self.a * self.a - self.a * self.b + self.b * self.b
    }

    /// Whether 2 divides the element.
    #[must_use]
    pub const fn is_even(self) -> bool {
        (self.a | self.b) & 1 == 0
    }

    /// The unit that equals this element, if one does.
    #[must_use]
    pub fn as_unit(self) -> Option<Unit> {
        Unit::ALL.into_iter().find(|unit| unit.value() == self)
    }
}

impl Add for Eisenstein {
    type Output = Self;
    fn add(self, rhs: Self) -> Self {
        Eisenstein::new(self.a + rhs.a, self.b + rhs.b)
    }
}

impl Sub for Eisenstein {
    type Output = Self;
    fn sub(self, rhs: Self) -> Self {
        Eisenstein::new(self.a - rhs.a, self.b - rhs.b)
    }
}

impl Neg for Eisenstein {
    type Output = Self;
    fn neg(self) -> Self {
        Eisenstein::new(-self.a, -self.b)
    }
}

impl Mul for Eisenstein {
    type Output = Self;
    fn mul(self, rhs: Self) -> Self {
        let both = self.b * rhs.b;
        Eisenstein::new(
            self.a * rhs.a - both,
            self.a * rhs.b + self.b * rhs.a - both,
        )
    }
}

/// A unit of `Z[ω]`, as the power of `1 + ω = −ω²` that it is.
///
/// On points, `ω` acts as the endomorphism and `−1` as negation, so that units are free.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unit(u8);

impl Unit {
    /// `1`.
    pub const ONE: Unit = Unit(0);
    /// `−1`.
    pub const MINUS_ONE: Unit = Unit(3);
    /// The units, in order of their exponents.
    pub const ALL: [Unit; 6] = [Unit(0), Unit(1), Unit(2), Unit(3), Unit(4), Unit(5)];

    /// The unit as an element of the ring.
    #[must_use]
    pub const fn value(self) -> Eisenstein {
        match self.0 {
            0 => Eisenstein::new(1, 0),
            1 => Eisenstein::new(1, 1),
            2 => Eisenstein::new(0, 1),
            3 => Eisenstein::new(-1, 0),
            4 => Eisenstein::new(-1, -1),
            _ => Eisenstein::new(0, -1),
        }
    }

    /// `e` in `(−1)^s ω^e`, from 0 to 2.
    #[must_use]
    #[inline]
    pub const fn rotation(self) -> usize {
        (2 * self.0 as usize) % 3
    }

    /// Whether `s` in `(−1)^s ω^e` is 1.
    #[must_use]
    #[inline]
    pub const fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }
}

impl Mul for Unit {
    type Output = Self;
    fn mul(self, rhs: Self) -> Self {
        Unit((self.0 + rhs.0) % 6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_are_the_powers_of_one_plus_omega_and_split_into_sign_and_rotation() {
        let omega = Eisenstein::new(0, 1);
        let mut power = Eisenstein::ONE;
        for unit in Unit::ALL {
            assert_eq!(unit.value(), power);
            assert_eq!(power.as_unit(), Some(unit));
            assert_eq!(power.norm(), 1);
            let mut split = Eisenstein::ONE;
            (0..unit.rotation()).for_each(|_| split = split * omega);
            assert_eq!(if unit.is_negative() { -split } else { split }, power);
            for other in Unit::ALL {
                assert_eq!((unit * other).value(), unit.value() * other.value());
            }
            power = power * Eisenstein::new(1, 1);
        }
        assert_eq!(power, Eisenstein::ONE);
        assert_eq!(Eisenstein::new(2, 0).as_unit(), None);
    }
}
