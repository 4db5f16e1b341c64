//! Small transforms, each written once over a linear interface.
//!
//! A codelet sees values that can only be added, subtracted and combined with public scalars.
//! Whoever runs it decides what a value is: a field element, to check the algebra
//! ([`scalars`]), or the slot of a program that is recorded here and run on batches of points
//! later ([`program`]), and whose operations can be counted. Adding a codelet is adding a file.
//!
//! No codelet branches on a scalar's value: its program depends on its size alone.

mod dft2;
pub mod program;
pub mod scalars;

pub use dft2::dft2;

/// What a codelet may do with values.
pub trait Linear {
    /// The scalars that values are multiplied by.
    type Scalar: Clone;
    /// A value: a vector-space element, or what stands for one.
    type Value: Copy;

    /// `(a + b, a − b)`.
    fn sum_and_difference(&mut self, a: Self::Value, b: Self::Value) -> (Self::Value, Self::Value);

    /// `Σ s_j·v_j`, one joint chain.
    fn combine(&mut self, terms: &[(Self::Scalar, Self::Value)]) -> Self::Value;
}

/// The transform of `inputs.len()` points with its diagonal: output `i` is
/// `Σ_j ω^(ij)·diagonal[j]·inputs[j]`, in natural order. A factor that is `None` is one.
///
/// # Panics
/// If there is no codelet of this size.
pub fn dft<L: Linear>(
    linear: &mut L,
    inputs: &[L::Value],
    diagonal: &[Option<L::Scalar>],
) -> Vec<L::Value> {
    match (inputs, diagonal) {
        ([z0, z1], [t0, t1]) => dft2(linear, [*z0, *z1], [t0.clone(), t1.clone()]).to_vec(),
        _ => panic!(
            "no codelet for {} points and {} factors",
            inputs.len(),
            diagonal.len()
        ),
    }
}
