//! The transform that everything else is measured and tested against: projective radix two.
//!
//! Every twiddle that is not one is a full scalar multiplication of `pasta_curves`, as in the
//! software that this crate replaces. Right for any `omega` at all, and slow; no batch, table
//! or plan may enter here.
//!
//! # Security
//! Variable time, on public data only.

use ff::Field;

use crate::PastaCurve;

/// Replaces `points` by the result of the radix-two network for `omega`, in natural order: the
/// Fourier transform if `omega` is a primitive root of unity of order `points.len()`.
///
/// Cost for `n = 2^k`: `nk/2 − n + 1` scalar multiplications.
///
/// # Panics
/// If the number of points is not a power of two.
pub fn fft_projective<C: PastaCurve>(points: &mut [C], omega: &C::ScalarExt) {
    let n = points.len();
    assert!(n.is_power_of_two(), "{n} points are not a power of two");
    let log_n = n.trailing_zeros();
    for i in 0..n {
        let mirrored = i
            .reverse_bits()
            .checked_shr(usize::BITS - log_n)
            .unwrap_or(0);
        if i < mirrored {
            points.swap(i, mirrored);
        }
    }
    for layer in 0..log_n {
        let half = 1usize << layer;
        let step = omega.pow_vartime([(n / (2 * half)) as u64]);
        for block in points.chunks_exact_mut(2 * half) {
            let (left, right) = block.split_at_mut(half);
            let mut twiddle = C::ScalarExt::ONE;
            for (l, r) in left.iter_mut().zip(right) {
                let product = if twiddle == C::ScalarExt::ONE {
                    *r
                } else {
                    *r * twiddle
                };
                (*l, *r) = (*l + product, *l - product);
                twiddle *= step;
            }
        }
    }
}
