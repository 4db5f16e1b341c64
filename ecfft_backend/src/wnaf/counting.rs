//! A field whose elements count what is done to them.
//!
//! [`Counted`] carries a true element of the field below it, so that every branch is taken as
//! it would be on that field, and implements the same traits, so that the code that is counted
//! is the code that runs. Values come from the field below; nothing is computed here.
//!
//! What counts: *additions* are sums, differences, doublings and negations, each one pass over
//! the limbs with a conditional correction; *multiplications*, *squarings* and *inversions* are
//! themselves. A multiplication by a small constant is the additions that it is made of.
//! Comparisons, selections and square roots are not counted.

use std::{
    cell::Cell,
    iter::{Product, Sum},
    ops::{Add, AddAssign, Mul, MulAssign, Neg, Sub, SubAssign},
};

use ff::{Field, PrimeField, WithSmallOrderMulGroup};
use pasta_curves::arithmetic::VartimeField;
use rand_core::TryRng;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};

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

fn note(what: impl FnOnce(&mut Counts)) {
    let mut counts = DONE.get();
    what(&mut counts);
    DONE.set(counts);
}

/// An element of `F` that counts the operations on it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted<F>(
    /// The element.
    pub F,
);

/// A binary operator in the four forms that [`Field`] asks for.
macro_rules! operator {
    ($operator:ident, $method:ident, $assign:ident, $assign_method:ident, $counter:ident) => {
        impl<F: Field> $operator for Counted<F> {
            type Output = Self;
            fn $method(self, rhs: Self) -> Self {
                note(|counts| counts.$counter += 1);
                Counted(self.0.$method(rhs.0))
            }
        }

        impl<F: Field> $operator<&Self> for Counted<F> {
            type Output = Self;
            fn $method(self, rhs: &Self) -> Self {
                self.$method(*rhs)
            }
        }

        impl<F: Field> $assign for Counted<F> {
            fn $assign_method(&mut self, rhs: Self) {
                *self = self.$method(rhs);
            }
        }

        impl<F: Field> $assign<&Self> for Counted<F> {
            fn $assign_method(&mut self, rhs: &Self) {
                *self = self.$method(*rhs);
            }
        }
    };
}

operator!(Add, add, AddAssign, add_assign, additions);
operator!(Sub, sub, SubAssign, sub_assign, additions);
operator!(Mul, mul, MulAssign, mul_assign, multiplications);

impl<F: Field> Neg for Counted<F> {
    type Output = Self;
    fn neg(self) -> Self {
        note(|counts| counts.additions += 1);
        Counted(-self.0)
    }
}

impl<F: Field> Sum for Counted<F> {
    fn sum<I: Iterator<Item = Self>>(terms: I) -> Self {
        terms.fold(Self::ZERO, Add::add)
    }
}

impl<'a, F: Field> Sum<&'a Self> for Counted<F> {
    fn sum<I: Iterator<Item = &'a Self>>(terms: I) -> Self {
        terms.copied().sum()
    }
}

impl<F: Field> Product for Counted<F> {
    fn product<I: Iterator<Item = Self>>(factors: I) -> Self {
        factors.fold(Self::ONE, Mul::mul)
    }
}

impl<'a, F: Field> Product<&'a Self> for Counted<F> {
    fn product<I: Iterator<Item = &'a Self>>(factors: I) -> Self {
        factors.copied().product()
    }
}

impl<F: Field> ConstantTimeEq for Counted<F> {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.0.ct_eq(&other.0)
    }
}

impl<F: Field> ConditionallySelectable for Counted<F> {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Counted(F::conditional_select(&a.0, &b.0, choice))
    }
}

impl<F: Field> Field for Counted<F> {
    const ZERO: Self = Counted(F::ZERO);
    const ONE: Self = Counted(F::ONE);

    fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        F::try_random(rng).map(Counted)
    }

    fn square(&self) -> Self {
        note(|counts| counts.squarings += 1);
        Counted(self.0.square())
    }

    fn double(&self) -> Self {
        note(|counts| counts.additions += 1);
        Counted(self.0.double())
    }

    fn invert(&self) -> CtOption<Self> {
        note(|counts| counts.inversions += 1);
        self.0.invert().map(Counted)
    }

    fn sqrt_ratio(num: &Self, div: &Self) -> (Choice, Self) {
        let (is_square, root) = F::sqrt_ratio(&num.0, &div.0);
        (is_square, Counted(root))
    }
}

impl<F: VartimeField> VartimeField for Counted<F> {
    fn invert_vartime(&self) -> Option<Self> {
        note(|counts| counts.inversions += 1);
        self.0.invert_vartime().map(Counted)
    }
}

impl<F: PrimeField> From<u64> for Counted<F> {
    fn from(value: u64) -> Self {
        Counted(F::from(value))
    }
}

impl<F: PrimeField> PrimeField for Counted<F> {
    type Repr = F::Repr;

    const MODULUS: &'static str = F::MODULUS;
    const NUM_BITS: u32 = F::NUM_BITS;
    const CAPACITY: u32 = F::CAPACITY;
    const TWO_INV: Self = Counted(F::TWO_INV);
    const MULTIPLICATIVE_GENERATOR: Self = Counted(F::MULTIPLICATIVE_GENERATOR);
    const S: u32 = F::S;
    const ROOT_OF_UNITY: Self = Counted(F::ROOT_OF_UNITY);
    const ROOT_OF_UNITY_INV: Self = Counted(F::ROOT_OF_UNITY_INV);
    const DELTA: Self = Counted(F::DELTA);

    fn from_repr(repr: Self::Repr) -> CtOption<Self> {
        F::from_repr(repr).map(Counted)
    }

    fn to_repr(&self) -> Self::Repr {
        self.0.to_repr()
    }

    fn is_odd(&self) -> Choice {
        self.0.is_odd()
    }
}

impl<F: WithSmallOrderMulGroup<3>> WithSmallOrderMulGroup<3> for Counted<F> {
    const ZETA: Self = Counted(F::ZETA);
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
        let cases: [(Operation, u64, Counts); 12] = [
            (|x, y| x + y, 12, counted(1, 0, 0, 0)),
            (|x, y| y - x, 2, counted(1, 0, 0, 0)),
            (|x, _| x.double(), 10, counted(1, 0, 0, 0)),
            (|x, y| -(x - y), 2, counted(2, 0, 0, 0)),
            (|x, y| x * y, 35, counted(0, 1, 0, 0)),
            (|x, _| x.square(), 25, counted(0, 0, 1, 0)),
            (|x, _| x.cube(), 125, counted(0, 1, 1, 0)),
            (
                |x, y| x * y.invert().expect("seven is not zero") * y,
                5,
                counted(0, 2, 0, 1),
            ),
            (
                |x, y| x * y.invert_vartime().expect("seven is not zero") * y,
                5,
                counted(0, 2, 0, 1),
            ),
            (
                |mut x, y| {
                    x += y;
                    x -= &y;
                    x *= y;
                    x
                },
                35,
                counted(2, 1, 0, 0),
            ),
            (|x, y| [x, y].iter().sum(), 12, counted(2, 0, 0, 0)),
            (|x, y| [x, y].iter().product(), 35, counted(0, 2, 0, 0)),
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
        assert_eq!(count(|| x == x).1, Counts::default());
    }
}
