//! Montgomery's trick as a stack: many inverses for one inversion and three multiplications each.
//!
//! Source: P. L. Montgomery, "Speeding the Pollard and elliptic curve methods of
//! factorization", Math. Comp. 48 (1987), section 10.3.1.

use crate::field::Element;

/// A stack of denominators that turns into the stack of their inverses.
///
/// Push all denominators, [`invert`](Self::invert) once, then pop the inverses in reverse order.
/// The allocation is kept from batch to batch.
#[derive(Debug)]
pub struct SharedInversion<F> {
    /// Each denominator beside the product of those before it.
    entries: Vec<(F, F)>,
    product: F,
}

impl<F: Element> SharedInversion<F> {
    /// An empty stack.
    #[must_use]
    pub fn new() -> Self {
        SharedInversion {
            entries: Vec::new(),
            product: F::ONE,
        }
    }

    /// Adds a denominator, which must not be zero.
    #[inline]
    pub fn push(&mut self, denominator: F) {
        debug_assert!(!denominator.is_zero());
        self.entries.push((denominator, self.product));
        self.product = self.product * denominator;
    }

    /// The one true inversion, or none if the stack is empty. Afterwards [`pop`](Self::pop)
    /// yields inverses.
    ///
    /// # Panics
    /// If a zero was pushed: callers keep zeros out.
    #[inline]
    pub fn invert(&mut self) {
        if self.is_empty() {
            return;
        }
        self.product = self
            .product
            .invert_vartime()
            .expect("no lane pushes a zero denominator");
    }

    /// The inverse of the denominator pushed last and not popped yet.
    ///
    /// # Panics
    /// If every inverse has been popped.
    #[inline]
    pub fn pop(&mut self) -> F {
        let (denominator, before) = self.entries.pop().expect("one pop for each push");
        let inverse = self.product * before;
        if self.entries.is_empty() {
            // Exactly one, so that the stack is ready for the next batch.
            self.product = F::ONE;
        } else {
            self.product = self.product * denominator;
        }
        inverse
    }

    /// Whether no denominator is waiting.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

impl<F: Element> Default for SharedInversion<F> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use ff::Field;
    use pasta_curves::Fp;

    use super::SharedInversion;

    #[test]
    fn yields_the_inverses_in_reverse_and_can_be_used_again() {
        let mut stack = SharedInversion::new();
        for round in 1..4u64 {
            let denominators: Vec<_> = (1..=5).map(|i| Fp::from(i * round)).collect();
            denominators.iter().for_each(|d| stack.push(*d));
            stack.invert();
            for d in denominators.iter().rev() {
                assert_eq!(stack.pop() * d, Fp::ONE);
            }
            assert!(stack.is_empty());
        }
    }
}
