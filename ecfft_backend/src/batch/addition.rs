//! Sums and differences of many pairs of points that lie in one arena.
//!
//! `P + Q` and `P − Q` have the same denominator `x_Q − x_P`, so that a butterfly shares even
//! that. Costs a lane, inversion included: 5M + 1S for one result, 7M + 2S for both.

use super::{Affine, SharedInversion};
use crate::field::Element;

/// The number of a value of a straight-line program. A value has one point for each instance
/// of the program, side by side in the arena.
pub type Slot = u32;

/// `left + right` and `left − right`, either or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Butterfly {
    /// The first operand.
    pub left: Slot,
    /// The second operand.
    pub right: Slot,
    /// Where the sum goes, if it is wanted.
    pub sum: Option<Slot>,
    /// Where the difference goes, if it is wanted.
    pub difference: Option<Slot>,
}

/// How the operands of a lane lie to each other, which decides its denominator.
#[derive(Clone, Copy)]
enum Case {
    /// Different x-coordinates: a chord.
    Chord,
    /// `P = Q`: a tangent for the sum, the identity as the difference.
    Equal,
    /// `P = −Q`: the other way round.
    Opposite,
    LeftIdentity,
    RightIdentity,
}

/// The case of one pair, with the denominator that it needs.
///
/// Inlined so that the common lane costs one subtraction and three comparisons with zero.
#[inline]
fn classify<F: Element>(p: &Affine<F>, q: &Affine<F>) -> (Case, Option<F>) {
    if p.is_identity() {
        return (Case::LeftIdentity, None);
    }
    if q.is_identity() {
        return (Case::RightIdentity, None);
    }
    let denominator = q.x - p.x;
    if !denominator.is_zero() {
        return (Case::Chord, Some(denominator));
    }
    let case = if p.y == q.y {
        Case::Equal
    } else {
        Case::Opposite
    };
    (case, Some(p.y.double()))
}

/// Carries out `butterflies` on each of `instances` instances.
///
/// The point of `slot` in instance `i` is `arena[slot * instances + i]`. No slot that is written
/// may be read or written by another of the butterflies.
pub fn butterflies_vartime<F: Element>(
    arena: &mut [Affine<F>],
    instances: usize,
    butterflies: &[Butterfly],
    inversion: &mut SharedInversion<F>,
) {
    for butterfly in butterflies {
        let left = lanes(arena, butterfly.left, instances);
        let right = lanes(arena, butterfly.right, instances);
        for (p, q) in left.iter().zip(right) {
            if let (_, Some(denominator)) = classify(p, q) {
                inversion.push(denominator);
            }
        }
    }
    inversion.invert();
    for butterfly in butterflies.iter().rev() {
        for i in (0..instances).rev() {
            let at = |slot: Slot| slot as usize * instances + i;
            let (p, q) = (arena[at(butterfly.left)], arena[at(butterfly.right)]);
            let (case, denominator) = classify(&p, &q);
            let inverse = denominator.map(|_| inversion.pop());
            if let Some(sum) = butterfly.sum {
                arena[at(sum)] = resolve(p, q, case, inverse);
            }
            if let Some(difference) = butterfly.difference {
                arena[at(difference)] = resolve(p, -q, case.mirrored(), inverse);
            }
        }
    }
}

fn lanes<F>(arena: &[Affine<F>], slot: Slot, instances: usize) -> &[Affine<F>] {
    &arena[slot as usize * instances..][..instances]
}

impl Case {
    /// The case of `(P, −Q)`, given that of `(P, Q)`.
    #[inline]
    fn mirrored(self) -> Self {
        match self {
            Case::Equal => Case::Opposite,
            Case::Opposite => Case::Equal,
            other => other,
        }
    }
}

/// `p + q`, given the inverse of the lane's denominator.
#[inline]
fn resolve<F: Element>(p: Affine<F>, q: Affine<F>, case: Case, inverse: Option<F>) -> Affine<F> {
    match (case, inverse) {
        (Case::Chord, Some(inverse)) => p.add_with(q, inverse),
        (Case::Equal, Some(inverse)) => p.double_with(inverse),
        (Case::LeftIdentity, _) => q,
        (Case::RightIdentity, _) => p,
        _ => Affine::IDENTITY,
    }
}

#[cfg(test)]
mod tests {
    use pasta_curves::{pallas, vesta};

    use super::*;
    use crate::curve::{affine_from_pasta, affine_to_pasta, PastaCurve};

    /// Every ordered pair among O, ±G, ±2G, ±3G, 5G, as one batch.
    fn every_pair_is_added_exactly<C: PastaCurve>() {
        let g = C::generator();
        let points = [
            C::identity(),
            g,
            -g,
            g.double(),
            -g.double(),
            g.double() + g,
            -(g.double() + g),
            g.double().double() + g,
        ];
        let pairs: Vec<_> = points
            .iter()
            .flat_map(|p| points.iter().map(move |q| (*p, *q)))
            .collect();
        let instances = pairs.len();
        let mut arena: Vec<_> = pairs
            .iter()
            .map(|(p, _)| affine_from_pasta::<C>(&p.to_affine_vartime()))
            .chain(
                pairs
                    .iter()
                    .map(|(_, q)| affine_from_pasta::<C>(&q.to_affine_vartime())),
            )
            .chain(std::iter::repeat_n(Affine::IDENTITY, 6 * instances))
            .collect();
        let butterflies = [
            Butterfly {
                left: 0,
                right: 1,
                sum: Some(2),
                difference: Some(3),
            },
            Butterfly {
                left: 0,
                right: 1,
                sum: Some(4),
                difference: None,
            },
            Butterfly {
                left: 0,
                right: 1,
                sum: None,
                difference: Some(5),
            },
        ];
        let mut inversion = SharedInversion::new();
        butterflies_vartime(&mut arena, instances, &butterflies, &mut inversion);
        for (i, (p, q)) in pairs.iter().enumerate() {
            let got = |slot: usize| C::from(affine_to_pasta::<C>(&arena[slot * instances + i]));
            assert_eq!((got(2), got(3)), (*p + *q, *p - *q), "pair {i}");
            assert_eq!((got(4), got(5)), (*p + *q, *p - *q), "pair {i}");
            let (a, b) = (arena[i], arena[instances + i]);
            assert_eq!(C::from(affine_to_pasta::<C>(&a.add_vartime(b))), *p + *q);
        }
        assert!(inversion.is_empty());
    }

    #[test]
    fn every_pair_is_added_exactly_on_both_curves() {
        every_pair_is_added_exactly::<pallas::Point>();
        every_pair_is_added_exactly::<vesta::Point>();
    }
}
