//! Arithmetic in the two base fields: one meaning, several implementations.
//!
//! Everything above works on an [`Element`], whichever it is. Curves are unknown here.
//!
//! # Security
//! Variable time throughout. Public data only.

mod pasta;
pub mod portable;

use std::{
    fmt::Debug,
    ops::{Add, Mul, Neg, Sub},
};

use ff::PrimeField;

pub use portable::Montgomery;

/// An element of the base field of Pallas or Vesta.
///
/// Equality is that of field elements, however they are represented.
pub trait Element:
    Copy
    + Debug
    + Eq
    + Send
    + Sync
    + 'static
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Neg<Output = Self>
{
    /// Zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// The cube root of unity by which the endomorphism multiplies the x-coordinate.
    const ZETA: Self;

    /// Twice the element.
    #[must_use]
    fn double(self) -> Self;

    /// The square.
    #[must_use]
    fn square(self) -> Self;

    /// Whether it is zero.
    fn is_zero(&self) -> bool;

    /// The inverse, unless the element is zero.
    #[must_use]
    fn invert_vartime(&self) -> Option<Self>;
}

/// An implementation for a field of `pasta_curves`, and the doors to it.
pub trait Represents<F>: Element {
    /// The same element, in this representation.
    fn from_pasta(element: &F) -> Self;

    /// The same element, as `pasta_curves` has it.
    fn to_pasta(self) -> F;
}

/// The canonical representative of an element of any prime field here, least significant limb
/// first.
pub(crate) fn canonical_limbs<S: PrimeField<Repr = [u8; 32]>>(element: &S) -> [u64; 4] {
    let repr = element.to_repr();
    std::array::from_fn(|i| {
        let mut limb = [0; 8];
        limb.copy_from_slice(&repr[8 * i..8 * (i + 1)]);
        u64::from_le_bytes(limb)
    })
}
