//! Homogeneous projective coordinates: `x = X/Z`, `y = Y/Z`, the identity is `(0 : 1 : 0)`.
//!
//! Doubling 6M + 2S: J. Renes, C. Costello, L. Batina, "Complete addition formulas for prime
//! order elliptic curves", EUROCRYPT 2016, algorithm 9. It has the constant `3b = 15`, which is
//! five additions, and beats the Database's `dbl-2007-bl` (5M + 5S when `a = 0`).
//! Mixed addition 9M + 2S: `madd-1998-cmo`. To affine: 2M + 1I.

use super::Accumulator;
use crate::{batch::Affine, field::Element};

/// `(X : Y : Z)`.
#[derive(Clone, Copy, Debug)]
pub struct Projective<F> {
    x: F,
    y: F,
    z: F,
}

impl<F: Element> Projective<F> {
    const IDENTITY: Self = Projective {
        x: F::ZERO,
        y: F::ONE,
        z: F::ZERO,
    };
}

/// `3bv` with `b = 5`.
fn times_three_b<F: Element>(v: F) -> F {
    v.double().double().double().double() - v
}

impl<F: Element> Accumulator<F> for Projective<F> {
    fn from_affine(point: Affine<F>) -> Self {
        if point.is_identity() {
            return Self::IDENTITY;
        }
        Projective {
            x: point.x,
            y: point.y,
            z: F::ONE,
        }
    }

    fn to_affine_vartime(self) -> Affine<F> {
        match self.z.invert_vartime() {
            Some(inverse) => Affine {
                x: self.x * inverse,
                y: self.y * inverse,
            },
            None => Affine::IDENTITY,
        }
    }

    /// `X' = 2XY(Y² − 9bZ²)`, `Y' = (Y² − 9bZ²)(Y² + 3bZ²) + 24bY²Z²`, `Z' = 8Y³Z`.
    fn double_vartime(self) -> Self {
        let yy = self.y.square();
        let yy8 = yy.double().double().double();
        let bzz3 = times_three_b(self.z.square());
        let low = yy - (bzz3.double() + bzz3);
        Projective {
            x: (self.x * self.y).double() * low,
            y: low * (yy + bzz3) + yy8 * bzz3,
            z: yy8 * (self.y * self.z),
        }
    }

    fn add_vartime(self, q: Affine<F>) -> Self {
        if q.is_identity() {
            return self;
        }
        if self.z.is_zero() {
            return Self::from_affine(q);
        }
        let u = q.y * self.z - self.y;
        let v = q.x * self.z - self.x;
        if v.is_zero() {
            return if u.is_zero() {
                self.double_vartime()
            } else {
                Self::IDENTITY
            };
        }
        let vv = v.square();
        let vvv = vv * v;
        let vvx = vv * self.x;
        let a = u.square() * self.z - vvv - vvx.double();
        Projective {
            x: v * a,
            y: u * (vvx - a) - vvv * self.y,
            z: vvv * self.z,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Projective;
    use crate::wnaf::coordinates::tests::*;

    examine!(
        Projective,
        Cost {
            double: [14, 6, 2, 0],
            add: [7, 9, 2, 0],
            double_add: [21, 15, 4, 0],
            to_affine: [0, 2, 0, 1],
        }
    );
}
