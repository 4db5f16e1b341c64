//! Points of a type that says nothing: whoever looks for a curve to treat in a special way does
//! not find one here.
//!
//! `best_fft` runs its generic code on them, in either build.

use std::ops::{Add, AddAssign, Mul, MulAssign, Sub, SubAssign};

use pasta_curves::arithmetic::CurveExt;

/// A point in disguise.
#[derive(Clone, Copy, Debug)]
pub struct Opaque<P>(pub P);

impl<P: CurveExt> AddAssign<&Self> for Opaque<P> {
    #[inline]
    fn add_assign(&mut self, rhs: &Self) {
        self.0 += rhs.0;
    }
}

impl<P: CurveExt> SubAssign<&Self> for Opaque<P> {
    #[inline]
    fn sub_assign(&mut self, rhs: &Self) {
        self.0 -= rhs.0;
    }
}

impl<P: CurveExt> MulAssign<&P::ScalarExt> for Opaque<P> {
    #[inline]
    fn mul_assign(&mut self, rhs: &P::ScalarExt) {
        self.0 *= rhs;
    }
}

impl<P: CurveExt> Add<&Self> for Opaque<P> {
    type Output = Self;

    #[inline]
    fn add(self, rhs: &Self) -> Self {
        Opaque(self.0 + rhs.0)
    }
}

impl<P: CurveExt> Sub<&Self> for Opaque<P> {
    type Output = Self;

    #[inline]
    fn sub(self, rhs: &Self) -> Self {
        Opaque(self.0 - rhs.0)
    }
}

impl<P: CurveExt> Mul<&P::ScalarExt> for Opaque<P> {
    type Output = Self;

    #[inline]
    fn mul(self, rhs: &P::ScalarExt) -> Self {
        Opaque(self.0 * rhs)
    }
}
