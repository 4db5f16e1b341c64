//! Odd inputs to odd outputs: the core that all products of a transform come down to.

use ff::{Field, PrimeField};

use super::{dft_odd_inputs, dft_odd_outputs, Linear, Style, Term};

/// Up to this size, the direct form of joint chains beats recursion.
const DIRECT: usize = 8;

/// `out_k = Σ_l ω^((2l+1)(2k+1)) y_l` for `k < m`, with `ω` of order `4m`, `m = y.len()`.
///
/// For two values and for [`Style::Joint`] up to eight: with `D_l = y_l − y_(m−1−l)` and
/// `S_l = y_l + y_(m−1−l)` for `l < m/2`, each of
/// `U_k = Σ_l ½(ω^e + ω^−e) D_l` and `V_k = Σ_l ½(ω^e − ω^−e) S_l`, `e = (2l+1)(2k+1)`, is one
/// chain, and the outputs are `V_k + U_k` and, at `m−1−k`, `V_k − U_k`. For two values these are
/// the constants `d` and `c` of the eight-point transform.
///
/// In larger separate codelets: the odd-output transform for `ω²`, then a product by
/// `ω^(2k+1)` for each output. In larger joint ones: the odd-input transform for `ω²`, its
/// inputs multiplied by `ω^(2l+1)` within its chains.
pub fn dft_odd_odd<L: Linear>(
    linear: &mut L,
    y: &[L::Value],
    omega: L::Scalar,
    style: Style,
) -> Vec<L::Value> {
    match (y.len(), style) {
        (1, _) => vec![linear.multiply(omega, y[0])],
        (2, _) => by_symmetry(linear, y, omega),
        (m, Style::Joint) if m <= DIRECT => by_symmetry(linear, y, omega),
        (_, Style::Joint) => {
            let terms: Vec<_> = odd_powers(omega)
                .zip(y)
                .map(|(power, y)| vec![(power, *y)])
                .collect();
            dft_odd_inputs(linear, &terms, omega.square(), style)
        }
        (_, Style::Separate) => {
            let z = dft_odd_outputs(linear, y, omega.square(), style);
            odd_powers(omega)
                .zip(z)
                .map(|(power, z)| linear.multiply(power, z))
                .collect()
        }
    }
}

fn by_symmetry<L: Linear>(linear: &mut L, y: &[L::Value], omega: L::Scalar) -> Vec<L::Value> {
    let half = y.len() / 2;
    let mirrored = y.iter().rev();
    let (sums, differences): (Vec<_>, Vec<_>) = y
        .iter()
        .zip(mirrored)
        .take(half)
        .map(|(a, b)| linear.sum_and_difference(*a, *b))
        .unzip();
    let order = 4 * y.len();
    let powers: Vec<_> = std::iter::successors(Some(L::Scalar::ONE), |p| Some(*p * omega))
        .take(order)
        .collect();
    let (mut low, mut high) = (vec![], vec![]);
    for k in 0..half {
        let exponent = |l: usize| (2 * l + 1) * (2 * k + 1) % order;
        let cosine = |l| (powers[exponent(l)] + powers[order - exponent(l)]) * L::Scalar::TWO_INV;
        let sine = |l| (powers[exponent(l)] - powers[order - exponent(l)]) * L::Scalar::TWO_INV;
        let u: Vec<Term<L>> = differences
            .iter()
            .enumerate()
            .map(|(l, d)| (cosine(l), *d))
            .collect();
        let v: Vec<Term<L>> = sums
            .iter()
            .enumerate()
            .map(|(l, s)| (sine(l), *s))
            .collect();
        let (u, v) = (linear.combine(&u), linear.combine(&v));
        let (sum, difference) = linear.sum_and_difference(v, u);
        low.push(sum);
        high.push(difference);
    }
    low.extend(high.into_iter().rev());
    low
}

/// `ω, ω³, ω⁵, …`.
pub(super) fn odd_powers<S: Field>(omega: S) -> impl Iterator<Item = S> {
    std::iter::successors(Some(omega), move |power| Some(*power * omega.square()))
}
