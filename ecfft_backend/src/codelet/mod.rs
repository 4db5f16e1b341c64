//! Small transforms, each written once over a linear interface.
//!
//! A codelet sees values that can only be added, subtracted and combined with public scalars.
//! Whoever runs it decides what a value is: a field element, to check the algebra
//! ([`scalars`]), or the slot of a program that is recorded here and run on batches of points
//! later ([`program`]), and whose operations can be counted. Adding a codelet is adding a file.
//!
//! No codelet branches on a scalar's value: its program depends on its size alone. Roots are
//! whichever the caller has, forward or inverse; nothing is normalised, and outputs are in
//! natural order.

mod dft;
mod odd_inputs;
mod odd_odd;
mod odd_outputs;
pub mod program;
pub mod scalars;
mod twisted;

use ff::PrimeField;

pub use dft::dft;
pub use odd_inputs::dft_odd_inputs;
pub use odd_odd::dft_odd_odd;
pub use odd_outputs::dft_odd_outputs;
pub use twisted::{dft_twisted, Diagonal};

/// What a codelet may do with values.
pub trait Linear {
    /// The scalars that values are multiplied by.
    type Scalar: PrimeField;
    /// A value: a vector-space element, or what stands for one.
    type Value: Copy;

    /// `(a + b, a − b)`.
    fn sum_and_difference(&mut self, a: Self::Value, b: Self::Value) -> (Self::Value, Self::Value);

    /// `Σ s_j·v_j`, one joint chain.
    fn combine(&mut self, terms: &[Term<Self>]) -> Self::Value;

    /// `s·v`, a chain of its own.
    fn multiply(&mut self, scalar: Self::Scalar, value: Self::Value) -> Self::Value {
        self.combine(&[(scalar, value)])
    }
}

/// A product `s·v` that is still to be taken.
pub type Term<L> = (<L as Linear>::Scalar, <L as Linear>::Value);

/// Which networks a codelet is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Style {
    /// Every product is a chain of its own, and as few of them as possible.
    Separate,
    /// Products that are summed share one chain of doublings, and sums are moved into chains
    /// where that saves chains.
    Joint,
}

/// `(a_l + a_(l+m/2), a_l − a_(l+m/2))` for `l < m/2`.
fn fold_halves<L: Linear>(linear: &mut L, values: &[L::Value]) -> (Vec<L::Value>, Vec<L::Value>) {
    let (left, right) = values.split_at(values.len() / 2);
    left.iter()
        .zip(right)
        .map(|(l, r)| linear.sum_and_difference(*l, *r))
        .unzip()
}

/// The inverse order of [`fold_halves`]: all sums `e_k + o_k`, then all differences.
fn join_halves<L: Linear>(linear: &mut L, even: &[L::Value], odd: &[L::Value]) -> Vec<L::Value> {
    let pairs = even
        .iter()
        .zip(odd)
        .map(|(e, o)| linear.sum_and_difference(*e, *o));
    let (mut sums, differences): (Vec<_>, Vec<_>) = pairs.unzip();
    sums.extend(differences);
    sums
}

/// `a_0, b_0, a_1, b_1, …`.
fn interleave<V: Copy>(a: &[V], b: &[V]) -> Vec<V> {
    a.iter().zip(b).flat_map(|(a, b)| [*a, *b]).collect()
}

/// The values at even and at odd indices.
fn parities<V: Copy>(values: &[V]) -> (Vec<V>, Vec<V>) {
    let every_other = |from| values.iter().skip(from).step_by(2).copied().collect();
    (every_other(0), every_other(1))
}
