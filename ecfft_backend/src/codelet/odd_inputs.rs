//! A transform of the inputs at odd places, which may still be sums of products.

use ff::Field;

use super::{dft_odd_odd, fold_halves, interleave, odd_odd::odd_powers, Linear, Style, Term};

/// `out_k = Σ_l ω^((2l+1)k) y_l` for `k < m`, with `ω` of order `2m`, `m = y.len()`. Each `y_l`
/// is a sum of products that is not taken yet.
///
/// Up to four inputs of one product each, every output is one joint chain. From eight on, the
/// products are carried through one folding step, `y_l ± y_(l+m/2)`, as further terms, which
/// halves the number of chains. Otherwise the sums are taken, and folded as points.
pub fn dft_odd_inputs<L: Linear>(
    linear: &mut L,
    y: &[Vec<Term<L>>],
    omega: L::Scalar,
    style: Style,
) -> Vec<L::Value> {
    let products = y.iter().map(Vec::len).max().unwrap_or(0);
    match (y.len(), products, style) {
        (1, _, _) => vec![linear.combine(&y[0])],
        (2 | 4, 1, Style::Joint) => direct(linear, y, omega),
        (_, 1, Style::Joint) => {
            let (even, odd) = carried_through_fold(y, omega);
            let even = dft_odd_inputs::<L>(linear, &even, omega.square(), style);
            let odd = dft_odd_inputs::<L>(linear, &odd, omega.square(), style);
            interleave(&even, &odd)
        }
        _ => {
            let taken: Vec<_> = y.iter().map(|terms| linear.combine(terms)).collect();
            of_values(linear, &taken, omega, style)
        }
    }
}

fn direct<L: Linear>(linear: &mut L, y: &[Vec<Term<L>>], omega: L::Scalar) -> Vec<L::Value> {
    (0..y.len())
        .map(|k| {
            let power = omega.pow_vartime([k as u64]);
            // ω^((2l+1)k) = (ω^k)^(2l+1).
            let terms: Vec<_> = odd_powers(power)
                .zip(y)
                .flat_map(|(p, terms)| terms.iter().map(move |(s, v)| (*s * p, *v)))
                .collect();
            linear.combine(&terms)
        })
        .collect()
}

/// A list of sums of products.
type Sums<S, V> = Vec<Vec<(S, V)>>;

/// `y_l + y_(l+m/2)` and `ω^(2l+1)(y_l − y_(l+m/2))`, as sums of twice as many products.
fn carried_through_fold<S: Field, V: Copy>(
    y: &[Vec<(S, V)>],
    omega: S,
) -> (Sums<S, V>, Sums<S, V>) {
    let (left, right) = y.split_at(y.len() / 2);
    odd_powers(omega)
        .zip(left.iter().zip(right))
        .map(|(power, (l, r))| {
            let sum = l.iter().chain(r).copied().collect::<Vec<_>>();
            let plus = l.iter().map(|(s, v)| (*s * power, *v));
            let minus = r.iter().map(|(s, v)| (-*s * power, *v));
            (sum, plus.chain(minus).collect::<Vec<_>>())
        })
        .unzip()
}

/// The same for values at hand.
fn of_values<L: Linear>(
    linear: &mut L,
    y: &[L::Value],
    omega: L::Scalar,
    style: Style,
) -> Vec<L::Value> {
    if y.len() == 1 {
        return y.to_vec();
    }
    let (sums, differences) = fold_halves(linear, y);
    let even = of_values(linear, &sums, omega.square(), style);
    let odd = dft_odd_odd(linear, &differences, omega, style);
    interleave(&even, &odd)
}
