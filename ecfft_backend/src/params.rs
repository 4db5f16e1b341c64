//! Generators hashed to the curve and their Lagrange basis.

/// What a polynomial commitment of size `n = 2^k` needs.
#[derive(Clone, Debug)]
pub struct Generators<A> {
    /// Generators of the monomial basis, `n` of them.
    pub g: Vec<A>,
    /// Generators of the Lagrange basis, `n` of them.
    pub g_lagrange: Vec<A>,
    /// Generator for the blinding factor.
    pub w: A,
    /// Generator for inner products.
    pub u: A,
}
