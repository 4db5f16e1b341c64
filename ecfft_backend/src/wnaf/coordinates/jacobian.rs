//! Jacobian coordinates: `x = X/Z²`, `y = Y/Z³`, the identity has `Z = 0`.
//!
//! Doubling 2M + 5S: `dbl-2009-l`. Mixed addition 7M + 4S: `madd-2007-bl`. To affine:
//! 3M + 1S + 1I.

use super::Accumulator;
use crate::{batch::Affine, field::Element};

/// `(X : Y : Z)` with weights 2, 3 and 1.
#[derive(Clone, Copy, Debug)]
pub struct Jacobian<F> {
    x: F,
    y: F,
    z: F,
}

impl<F: Element> Jacobian<F> {
    const IDENTITY: Self = Jacobian {
        x: F::ONE,
        y: F::ONE,
        z: F::ZERO,
    };
}

impl<F: Element> Accumulator<F> for Jacobian<F> {
    fn from_affine(point: Affine<F>) -> Self {
        if point.is_identity() {
            return Self::IDENTITY;
        }
        Jacobian {
            x: point.x,
            y: point.y,
            z: F::ONE,
        }
    }

    fn to_affine_vartime(self) -> Affine<F> {
        let Some(inverse) = self.z.invert_vartime() else {
            return Affine::IDENTITY;
        };
        let square = inverse.square();
        Affine {
            x: self.x * square,
            y: self.y * (square * inverse),
        }
    }

    fn double_vartime(self) -> Self {
        let xx = self.x.square();
        let yy = self.y.square();
        let yyyy = yy.square();
        // 4XY², by one squaring.
        let s = ((self.x + yy).square() - xx - yyyy).double();
        let m = xx.double() + xx;
        let x = m.square() - s.double();
        Jacobian {
            x,
            y: m * (s - x) - yyyy.double().double().double(),
            z: (self.y * self.z).double(),
        }
    }

    fn add_vartime(self, q: Affine<F>) -> Self {
        if q.is_identity() {
            return self;
        }
        if self.z.is_zero() {
            return Self::from_affine(q);
        }
        let zz = self.z.square();
        let h = q.x * zz - self.x;
        let r = (q.y * (self.z * zz) - self.y).double();
        if h.is_zero() {
            return if r.is_zero() {
                self.double_vartime()
            } else {
                Self::IDENTITY
            };
        }
        let hh = h.square();
        let i = hh.double().double();
        let j = h * i;
        let v = self.x * i;
        let x = r.square() - j - v.double();
        Jacobian {
            x,
            y: r * (v - x) - (self.y * j).double(),
            // 2ZH, by one squaring.
            z: (self.z + h).square() - zz - hh,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Jacobian;
    use crate::wnaf::coordinates::tests::*;

    examine!(
        Jacobian,
        Cost {
            double: [14, 2, 5, 0],
            add: [14, 7, 4, 0],
            double_add: [28, 9, 9, 0],
            to_affine: [0, 3, 1, 1],
        }
    );
}
