//! The odd outputs of a transform, from the differences of its opposite inputs.

use ff::Field;

use super::{dft_odd_odd, join_halves, parities, Linear, Style};

/// `out_k = Σ_l ω^(l(2k+1)) d_l` for `k < m`, with `ω` of order `2m`, `m = d.len()`.
///
/// Even `l` are the same problem with `ω²`; odd `l` are [`dft_odd_odd`]. Both are joined by
/// `ω^(l·m) = ±1`.
pub fn dft_odd_outputs<L: Linear>(
    linear: &mut L,
    d: &[L::Value],
    omega: L::Scalar,
    style: Style,
) -> Vec<L::Value> {
    if d.len() == 1 {
        return d.to_vec();
    }
    let (even, odd) = parities(d);
    let even = dft_odd_outputs(linear, &even, omega.square(), style);
    let odd = dft_odd_odd(linear, &odd, omega, style);
    join_halves(linear, &even, &odd)
}
