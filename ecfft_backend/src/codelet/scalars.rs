//! Codelets run on field elements, so that their algebra can be checked against the definition.

use std::marker::PhantomData;

use ff::Field;

use super::Linear;

/// Runs a codelet at once, on values in the scalar field.
#[derive(Debug, Default)]
pub struct OnScalars<S>(PhantomData<S>);

impl<S> OnScalars<S> {
    /// A runner without state.
    #[must_use]
    pub fn new() -> Self {
        OnScalars(PhantomData)
    }
}

impl<S: Field> Linear for OnScalars<S> {
    type Scalar = S;
    type Value = S;

    fn sum_and_difference(&mut self, a: S, b: S) -> (S, S) {
        (a + b, a - b)
    }

    fn combine(&mut self, terms: &[(S, S)]) -> S {
        terms.iter().map(|(scalar, value)| *scalar * value).sum()
    }
}
