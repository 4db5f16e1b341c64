//! Extended Jacobian coordinates: `x = X/ZZ`, `y = Y/ZZZ` with `ZZ³ = ZZZ²`, the identity has
//! `ZZ = 0`.
//!
//! Doubling 6M + 3S: `dbl-2008-s-1`, whose term in `a` is zero. Mixed addition 8M + 2S:
//! `madd-2008-s`. To affine: 3M + 1S + 1I.

use super::Accumulator;
use crate::{batch::Affine, field::Element};

/// `(X, Y, ZZ, ZZZ)`.
#[derive(Clone, Copy, Debug)]
pub struct Xyzz<F> {
    x: F,
    y: F,
    zz: F,
    zzz: F,
}

impl<F: Element> Xyzz<F> {
    const IDENTITY: Self = Xyzz {
        x: F::ONE,
        y: F::ONE,
        zz: F::ZERO,
        zzz: F::ZERO,
    };
}

impl<F: Element> Accumulator<F> for Xyzz<F> {
    fn from_affine(point: Affine<F>) -> Self {
        if point.is_identity() {
            return Self::IDENTITY;
        }
        Xyzz {
            x: point.x,
            y: point.y,
            zz: F::ONE,
            zzz: F::ONE,
        }
    }

    /// `1/ZZ = (ZZ/ZZZ)²`, so that one inversion serves both coordinates.
    fn to_affine_vartime(self) -> Affine<F> {
        let Some(inverse) = self.zzz.invert_vartime() else {
            return Affine::IDENTITY;
        };
        Affine {
            x: self.x * (self.zz * inverse).square(),
            y: self.y * inverse,
        }
    }

    fn double_vartime(self) -> Self {
        let u = self.y.double();
        let v = u.square();
        let w = u * v;
        let s = self.x * v;
        let xx = self.x.square();
        let m = xx.double() + xx;
        let x = m.square() - s.double();
        Xyzz {
            x,
            y: m * (s - x) - w * self.y,
            zz: v * self.zz,
            zzz: w * self.zzz,
        }
    }

    fn add_vartime(self, q: Affine<F>) -> Self {
        if q.is_identity() {
            return self;
        }
        if self.zz.is_zero() {
            return Self::from_affine(q);
        }
        let p = q.x * self.zz - self.x;
        let r = q.y * self.zzz - self.y;
        if p.is_zero() {
            return if r.is_zero() {
                self.double_vartime()
            } else {
                Self::IDENTITY
            };
        }
        let pp = p.square();
        let ppp = p * pp;
        let s = self.x * pp;
        let x = r.square() - ppp - s.double();
        Xyzz {
            x,
            y: r * (s - x) - self.y * ppp,
            zz: self.zz * pp,
            zzz: self.zzz * ppp,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Xyzz;
    use crate::wnaf::coordinates::tests::*;

    examine!(
        Xyzz,
        Cost {
            double: [7, 6, 3, 0],
            add: [7, 8, 2, 0],
            double_add: [14, 14, 5, 0],
            to_affine: [0, 3, 1, 1],
        }
    );
}
