//! Codelets run on field elements, so that their algebra can be checked against the definition,
//! and on nothing, for their scalars alone.

use std::marker::PhantomData;

use ff::PrimeField;

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

impl<S: PrimeField> Linear for OnScalars<S> {
    type Scalar = S;
    type Value = S;

    fn sum_and_difference(&mut self, a: S, b: S) -> (S, S) {
        (a + b, a - b)
    }

    fn combine(&mut self, terms: &[(S, S)]) -> S {
        terms.iter().map(|(scalar, value)| *scalar * value).sum()
    }
}

/// Runs a codelet on no values at all and keeps the scalars of its chains, in order.
#[derive(Debug, Default)]
pub struct ScalarsOnly<S>(Vec<Vec<S>>);

impl<S> ScalarsOnly<S> {
    /// An empty list.
    #[must_use]
    pub fn new() -> Self {
        ScalarsOnly(vec![])
    }

    /// The scalars of each chain.
    #[must_use]
    pub fn into_chains(self) -> Vec<Vec<S>> {
        self.0
    }
}

impl<S: PrimeField> Linear for ScalarsOnly<S> {
    type Scalar = S;
    type Value = ();

    fn sum_and_difference(&mut self, (): (), (): ()) -> ((), ()) {
        ((), ())
    }

    fn combine(&mut self, terms: &[(S, ())]) {
        self.0
            .push(terms.iter().map(|(scalar, ())| *scalar).collect());
    }
}

#[cfg(test)]
mod tests {
    use pasta_curves::{Fp, Fq};

    use super::*;
    use crate::codelet::{
        dft, dft_odd_inputs, dft_odd_odd, dft_odd_outputs, dft_twisted, Diagonal, Style,
    };

    /// Inputs without structure, from a fixed seed.
    fn inputs<S: PrimeField>(len: usize) -> Vec<S> {
        let seed = S::MULTIPLICATIVE_GENERATOR.pow_vartime([0x9e37_79b9_7f4a_7c15]);
        (1..=len as u64)
            .map(|i| (seed + S::from(i)).pow_vartime([3 + i]))
            .collect()
    }

    fn root<S: PrimeField>(order: usize) -> S {
        S::ROOT_OF_UNITY.pow_vartime([1 << (S::S - order.trailing_zeros())])
    }

    /// `Σ_l ω^(a_l·b_k) y_l` for `k < m`.
    fn by_definition<S: PrimeField>(
        y: &[S],
        omega: S,
        a: fn(usize) -> usize,
        b: fn(usize) -> usize,
    ) -> Vec<S> {
        let power = |l, k| omega.pow_vartime([(a(l) * b(k)) as u64]);
        (0..y.len())
            .map(|k| (0..y.len()).map(|l| power(l, k) * y[l]).sum())
            .collect()
    }

    fn networks_compute_their_sums<S: PrimeField>() {
        let on = &mut OnScalars::<S>::new();
        let odd = |x| 2 * x + 1;
        for m in [1, 2, 4, 8, 16, 32, 64, 128] {
            let y = inputs::<S>(m);
            for style in [Style::Separate, Style::Joint] {
                let omega = root(m);
                assert_eq!(
                    dft(on, &y, omega, style),
                    by_definition(&y, omega, |x| x, |x| x)
                );
                let factors: Vec<_> = (0..m)
                    .map(|j| (j > 0).then(|| root::<S>(8 * m).pow_vartime([3 * j as u64])))
                    .collect();
                let twisted: Vec<_> = y
                    .iter()
                    .zip(&factors)
                    .map(|(y, t)| *y * t.unwrap_or(S::ONE))
                    .collect();
                assert_eq!(
                    dft_twisted(on, &y, Diagonal::Entries(&factors), omega, style),
                    by_definition(&twisted, omega, |x| x, |x| x)
                );
                let omega = root(2 * m);
                assert_eq!(
                    dft_odd_outputs(on, &y, omega, style),
                    by_definition(&y, omega, |x| x, odd)
                );
                for products in [1, 2] {
                    let terms: Vec<_> = y
                        .iter()
                        .map(|y| (1..=products).map(|s| (S::from(s), *y)).collect())
                        .collect();
                    let whole: Vec<_> = y
                        .iter()
                        .map(|y| *y * S::from(products * (products + 1) / 2))
                        .collect();
                    assert_eq!(
                        dft_odd_inputs(on, &terms, omega, style),
                        by_definition(&whole, omega, odd, |x| x)
                    );
                }
                let omega = root(4 * m);
                assert_eq!(
                    dft_odd_odd(on, &y, omega, style),
                    by_definition(&y, omega, odd, odd)
                );
            }
        }
    }

    #[test]
    fn networks_compute_their_sums_in_both_fields() {
        networks_compute_their_sums::<Fp>();
        networks_compute_their_sums::<Fq>();
    }
}
