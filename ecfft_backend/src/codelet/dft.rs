//! The plain transform of `r` values, decimated in frequency.

use super::{dft_odd_outputs, fold_halves, interleave, Linear, Style};

/// `out_i = Σ_j ω^(ij) z_j`, with `ω` of order `r = z.len()`, a power of two.
///
/// Sums of opposite inputs go to a transform of half the size, which yields the even outputs;
/// differences yield the odd ones (P. Duhamel, H. Hollmann, "Split radix FFT algorithm",
/// Electronics Letters 20 (1984), is the shape that results).
///
/// Products: none for 1 and 2 values, 1 for 4, 4 for 8; for 16, 32 and 64 values 14, 42 and 114
/// in separate chains (or 11, 26 and 71 joint ones).
pub fn dft<L: Linear>(
    linear: &mut L,
    z: &[L::Value],
    omega: L::Scalar,
    style: Style,
) -> Vec<L::Value> {
    if z.len() == 1 {
        return z.to_vec();
    }
    let (sums, differences) = fold_halves(linear, z);
    let even = dft(linear, &sums, ff::Field::square(&omega), style);
    let odd = dft_odd_outputs(linear, &differences, omega, style);
    interleave(&even, &odd)
}
