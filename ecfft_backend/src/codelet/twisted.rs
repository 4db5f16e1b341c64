//! The transform with its diagonal: one block of a Cooley–Tukey tier.

use ff::Field;

use super::{dft, dft_odd_inputs, join_halves, parities, Linear, Style};

/// What the inputs of a block are multiplied by.
#[derive(Clone, Copy, Debug)]
pub enum Diagonal<'a, S> {
    /// Nothing.
    One,
    /// The same scalar, all of them.
    Constant(S),
    /// Each its own; `None` is one.
    Entries(&'a [Option<S>]),
}

/// `out_i = Σ_j ω^(ij) t_j z_j`, with `ω` of order `r = z.len()` and the diagonal's `t_j`.
///
/// [`Style::Separate`], and any constant diagonal: the products, then [`dft`].
/// [`Style::Joint`]: inputs are split by the power of two in their index; each part is an
/// odd-input transform, into whose chains the diagonal goes, and the parts are joined by sums and
/// differences. For 64 values with all entries: 114 chains of 248 products.
pub fn dft_twisted<L: Linear>(
    linear: &mut L,
    z: &[L::Value],
    diagonal: Diagonal<'_, L::Scalar>,
    omega: L::Scalar,
    style: Style,
) -> Vec<L::Value> {
    match (diagonal, style) {
        (Diagonal::One, _) => dft(linear, z, omega, style),
        (Diagonal::Constant(t), _) => {
            let scaled: Vec<_> = z.iter().map(|z| linear.multiply(t, *z)).collect();
            dft(linear, &scaled, omega, style)
        }
        (Diagonal::Entries(entries), Style::Separate) => {
            let twisted: Vec<_> = z
                .iter()
                .zip(entries)
                .map(|(z, t)| product(linear, *z, *t))
                .collect();
            dft(linear, &twisted, omega, style)
        }
        (Diagonal::Entries(entries), Style::Joint) => joint(linear, z, entries, omega),
    }
}

fn joint<L: Linear>(
    linear: &mut L,
    z: &[L::Value],
    entries: &[Option<L::Scalar>],
    omega: L::Scalar,
) -> Vec<L::Value> {
    if z.len() == 1 {
        return vec![product(linear, z[0], entries[0])];
    }
    let (even_z, odd_z) = parities(z);
    let (even_entries, odd_entries) = parities(entries);
    let even = joint(linear, &even_z, &even_entries, omega.square());
    let terms: Vec<_> = odd_z
        .iter()
        .zip(odd_entries)
        .map(|(z, t)| vec![(t.unwrap_or(L::Scalar::ONE), *z)])
        .collect();
    let odd = dft_odd_inputs(linear, &terms, omega, Style::Joint);
    join_halves(linear, &even, &odd)
}

fn product<L: Linear>(linear: &mut L, value: L::Value, factor: Option<L::Scalar>) -> L::Value {
    match factor {
        Some(factor) => linear.multiply(factor, value),
        None => value,
    }
}
