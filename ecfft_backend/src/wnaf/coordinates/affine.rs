//! Affine coordinates, one inversion for each slope.
//!
//! Doubling 2M + 2S + 1I, addition 2M + 1S + 1I (chord and tangent). `2P + Q` is `(P + Q) + P`
//! without the y-coordinate in between, 3M + 2S + 2I: K. Eisenträger, K. Lauter,
//! P. L. Montgomery, "Fast elliptic curve arithmetic and improved Weil pairing evaluation",
//! CT-RSA 2003. The laws are [`Affine`]'s own; an inversion costs 3M instead when
//! [`crate::wnaf::ladder::multiply_batch_vartime`] shares it.

use super::Accumulator;
use crate::{batch::Affine, field::Element};

impl<F: Element> Accumulator<F> for Affine<F> {
    fn from_affine(point: Affine<F>) -> Self {
        point
    }

    fn to_affine_vartime(self) -> Affine<F> {
        self
    }

    fn double_vartime(self) -> Self {
        Affine::double_vartime(self)
    }

    fn add_vartime(self, q: Affine<F>) -> Self {
        Affine::add_vartime(self, q)
    }

    fn double_add_vartime(self, q: Affine<F>) -> Self {
        if self.is_identity() {
            return q;
        }
        let difference = q.x - self.x;
        if q.is_identity() || difference.is_zero() {
            return Affine::add_vartime(Affine::double_vartime(self), q);
        }
        let Some(inverse) = difference.invert_vartime() else {
            return Self::IDENTITY;
        };
        let slope = (q.y - self.y) * inverse;
        let x = slope.square() - self.x - q.x;
        match (x - self.x).invert_vartime() {
            Some(inverse) => self.chord(x, -slope - self.y.double() * inverse),
            // P + Q = −P, since P + Q = P only if Q is the identity.
            None => Self::IDENTITY,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{batch::Affine, wnaf::coordinates::tests::*};

    examine!(
        Affine,
        Cost {
            double: [7, 2, 2, 1],
            add: [6, 2, 1, 1],
            double_add: [12, 3, 2, 2],
            to_affine: [0, 0, 0, 0],
        }
    );
}
