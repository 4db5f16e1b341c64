//! The butterfly: the two-point transform, with its diagonal.

use super::Linear;

/// `(t₀z₀ + t₁z₁, t₀z₀ − t₁z₁)`. A factor that is `None` is one.
pub fn dft2<L: Linear>(
    linear: &mut L,
    inputs: [L::Value; 2],
    diagonal: [Option<L::Scalar>; 2],
) -> [L::Value; 2] {
    let [left, right] = [0, 1].map(|j| match &diagonal[j] {
        Some(factor) => linear.combine(&[(factor.clone(), inputs[j])]),
        None => inputs[j],
    });
    let (sum, difference) = linear.sum_and_difference(left, right);
    [sum, difference]
}
