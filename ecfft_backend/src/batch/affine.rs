//! One affine point of `y² = x³ + b`, and its exact group law for single points.
//!
//! The law here costs an inversion a call: it is for lanes that a batch cannot serve, and for
//! tests. Curve constants do not occur, since neither law nor negation needs `b`.

use std::ops::Neg;

use crate::field::Element;

/// An affine point. `y = 0` stands for the identity: on a curve of odd order no point has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Affine<F> {
    /// The x-coordinate; zero for the identity.
    pub x: F,
    /// The y-coordinate; zero for the identity and nothing else.
    pub y: F,
}

impl<F: Element> Neg for Affine<F> {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Affine {
            x: self.x,
            y: -self.y,
        }
    }
}

impl<F: Element> Affine<F> {
    /// The neutral element.
    pub const IDENTITY: Self = Affine {
        x: F::ZERO,
        y: F::ZERO,
    };

    /// Whether this is the neutral element.
    #[inline]
    pub fn is_identity(&self) -> bool {
        self.y.is_zero()
    }

    /// `2P`, by the tangent.
    #[must_use]
    pub fn double_vartime(self) -> Self {
        match self.y.double().invert_vartime() {
            Some(inverse) => self.double_with(inverse),
            None => Self::IDENTITY,
        }
    }

    /// `P + Q` for any two points.
    #[must_use]
    pub fn add_vartime(self, other: Self) -> Self {
        if self.is_identity() {
            return other;
        }
        if other.is_identity() {
            return self;
        }
        match (other.x - self.x).invert_vartime() {
            Some(inverse) => self.add_with(other, inverse),
            None if self.y == other.y => self.double_vartime(),
            None => Self::IDENTITY,
        }
    }

    /// `2P`, given `1/(2y)`: 2M + 2S.
    #[inline]
    pub(crate) fn double_with(self, inverse: F) -> Self {
        let x_squared = self.x.square();
        let slope = (x_squared.double() + x_squared) * inverse;
        self.chord(self.x, slope)
    }

    /// `P + Q`, given `1/(x_Q − x_P)`: 2M + 1S.
    #[inline]
    pub(crate) fn add_with(self, other: Self, inverse: F) -> Self {
        self.chord(other.x, (other.y - self.y) * inverse)
    }

    /// `W` of [`Self::double_and_add_with`], or zero if the formula does not hold: if `D = ±P`, and
    /// if `D = −2P`.
    #[inline]
    pub(crate) fn double_and_add_denominator(self, digit: Self) -> F {
        let (d, n) = (digit.x - self.x, digit.y - self.y);
        if d.is_zero() {
            return F::ZERO;
        }
        let x_squared = self.x.square();
        (x_squared.double() + x_squared) * d - self.y.double() * n
    }

    /// `2P + D`, given `1/W` with `W = 3x²d − 2yN`, `d = x_D − x`, `N = y_D − y`: 9M + 2S, `W`
    /// included.
    ///
    /// For `P + D`, `x₃ − x = W/d²`, so that with `μ = 2yd²/W` and `v = 2yN/W` the slope of its sum
    /// with `P` is `−(N/d + μ)`. Its `1/d` cancels: `x₄ = x_D + μ² + 2dv` and
    /// `y₄ = N − y + 2Nv + μ(dv − x + x₄)`.
    #[inline]
    pub(crate) fn double_and_add_with(self, digit: Self, inverse: F) -> Self {
        let (d, n) = (digit.x - self.x, digit.y - self.y);
        let twice_y = self.y.double();
        let d_inverse = d * inverse;
        let mu = twice_y * d * d_inverse;
        let v = twice_y * n * inverse;
        let dv = d * v;
        let nv = n * v;
        let x = digit.x + mu.square() + dv.double();
        Affine {
            x,
            y: n - self.y + nv.double() + mu * (dv - self.x + x),
        }
    }

    /// The third point, mirrored, of the line of the given slope through `self` and a point
    /// with x-coordinate `other_x`.
    #[inline]
    pub(crate) fn chord(self, other_x: F, slope: F) -> Self {
        let x = slope.square() - self.x - other_x;
        Affine {
            x,
            y: slope * (self.x - x) - self.y,
        }
    }
}
