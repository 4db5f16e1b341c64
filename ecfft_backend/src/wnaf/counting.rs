//! A field whose elements count what is done to them.
//!
//! [`Counted`] carries a true element of the field below it, so that every branch is taken as
//! it would be on that field, and is an [`Element`] itself, so that the code that is counted is
//! the code that runs. Values come from the field below; nothing is computed here.
//!
//! What counts: *additions* are sums, differences, doublings and negations, each one pass over
//! the limbs with a conditional correction; *multiplications*, *squarings* and *inversions* are
//! themselves. A multiplication by a small constant is the additions that it is made of.
//! Comparisons are not counted.

use std::{
    cell::Cell,
    ops::{Add, Mul, Neg, Sub},
};

use crate::field::Element;

/// Numbers of field operations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Sums, differences, doublings and negations.
    pub additions: u64,
    /// Products of two elements.
    pub multiplications: u64,
    /// Squares.
    pub squarings: u64,
    /// Inverses.
    pub inversions: u64,
}

impl Counts {
    const NONE: Self = Counts {
        additions: 0,
        multiplications: 0,
        squarings: 0,
        inversions: 0,
    };

    fn since(self, earlier: Self) -> Self {
        Counts {
            additions: self.additions - earlier.additions,
            multiplications: self.multiplications - earlier.multiplications,
            squarings: self.squarings - earlier.squarings,
            inversions: self.inversions - earlier.inversions,
        }
    }
}

thread_local! {
    static DONE: Cell<Counts> = const { Cell::new(Counts::NONE) };
}

/// What `work` returns, and the operations on [`Counted`] elements that it performed on this
/// thread.
pub fn count<T>(work: impl FnOnce() -> T) -> (T, Counts) {
    let before = DONE.get();
    let result = work();
    (result, DONE.get().since(before))
}

fn note(operation: fn(&mut Counts) -> &mut u64) {
    let mut counts = DONE.get();
    *operation(&mut counts) += 1;
    DONE.set(counts);
}

/// An element of `F` that counts the operations on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted<F>(
    /// The element.
    pub F,
);

impl<F: Element> Add for Counted<F> {
    type Output = Self;
    fn add(self, rhs: Self) -> Self {
        note(|counts| &mut counts.additions);
        Counted(self.0 + rhs.0)
    }
}

impl<F: Element> Sub for Counted<F> {
    type Output = Self;
    fn sub(self, rhs: Self) -> Self {
        note(|counts| &mut counts.additions);
        Counted(self.0 - rhs.0)
    }
}

impl<F: Element> Mul for Counted<F> {
    type Output = Self;
    fn mul(self, rhs: Self) -> Self {
        note(|counts| &mut counts.multiplications);
        Counted(self.0 * rhs.0)
    }
}

impl<F: Element> Neg for Counted<F> {
    type Output = Self;
    fn neg(self) -> Self {
        note(|counts| &mut counts.additions);
        Counted(-self.0)
    }
}

impl<F: Element> Element for Counted<F> {
    const ZERO: Self = Counted(F::ZERO);
    const ONE: Self = Counted(F::ONE);
    const ZETA: Self = Counted(F::ZETA);

    fn double(self) -> Self {
        note(|counts| &mut counts.additions);
        Counted(self.0.double())
    }

    fn square(self) -> Self {
        note(|counts| &mut counts.squarings);
        Counted(self.0.square())
    }

    fn is_zero(&self) -> bool {
        self.0.is_zero()
    }

    fn invert_vartime(&self) -> Option<Self> {
        note(|counts| &mut counts.inversions);
        self.0.invert_vartime().map(Counted)
    }
}

#[cfg(test)]
mod tests {
    use pasta_curves::Fp;

    use super::*;

    fn counted(additions: u64, multiplications: u64, squarings: u64, inversions: u64) -> Counts {
        Counts {
            additions,
            multiplications,
            squarings,
            inversions,
        }
    }

    #[test]
    fn every_operation_counts_once_as_what_it_is() {
        let (x, y) = (Counted(Fp::from(5)), Counted(Fp::from(7)));
        type Operation = fn(Counted<Fp>, Counted<Fp>) -> Counted<Fp>;
        let cases: [(Operation, u64, Counts); 8] = [
            (|x, y| x + y, 12, counted(1, 0, 0, 0)),
            (|x, y| y - x, 2, counted(1, 0, 0, 0)),
            (|x, _| x.double(), 10, counted(1, 0, 0, 0)),
            (|x, y| -(x - y), 2, counted(2, 0, 0, 0)),
            (|x, y| x * y, 35, counted(0, 1, 0, 0)),
            (|x, _| x.square(), 25, counted(0, 0, 1, 0)),
            (|x, _| x.square() * x, 125, counted(0, 1, 1, 0)),
            (
                |x, y| x * y.invert_vartime().expect("seven is not zero") * y,
                5,
                counted(0, 2, 0, 1),
            ),
        ];
        for (i, (operation, value, expected)) in cases.into_iter().enumerate() {
            let (result, counts) = count(|| operation(x, y));
            assert_eq!((result.0, counts), (Fp::from(value), expected), "case {i}");
        }
    }

    #[test]
    fn counts_are_of_the_work_alone() {
        let x = Counted(Fp::from(5));
        let (_, outer) = count(|| {
            let y = x * x;
            let (_, inner) = count(|| y + y);
            assert_eq!(inner, counted(1, 0, 0, 0));
            y
        });
        assert_eq!(outer, counted(1, 1, 0, 0));
        let (zero, none) = count(|| x == x && x.is_zero());
        assert_eq!((zero, none), (false, Counts::default()));
    }
}
