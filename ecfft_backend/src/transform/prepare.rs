//! A plan with its twiddles recoded: everything that does not depend on the points.
//!
//! Every distinct scalar is decomposed and recoded once, up to sign, for the whole transform.
//! Chains are kept as lists of their terms and merged where they are run: all of them merged
//! would outgrow the points at large sizes.

use std::{collections::HashMap, marker::PhantomData};

use ff::{Field, PrimeField};

use super::execute::{cut, Worker};
use crate::{
    batch::Affine,
    codelet::program::Program,
    curve::PastaCurve,
    field::Element,
    glv::{recode::DigitSet, Chain, Digits, Unit},
    plan::{self, Arithmetic, Plan, Tier},
    threads,
};

/// A plan for one curve and root, ready to run on any points.
#[derive(Debug)]
pub struct Transform<C: PastaCurve> {
    plan: Plan,
    tiers: Vec<PreparedTier>,
    digits: Vec<Digits>,
    curve: PhantomData<C>,
}

/// A tier's programs, and the terms of their chains.
#[derive(Debug)]
struct PreparedTier {
    tier: Tier,
    /// For the first block of a group, whose diagonal is constant.
    first: Program,
    /// For every other block.
    other: Program,
    /// For each `i`, the terms of all chains of block `i` of a group, chain after chain.
    terms: Vec<Vec<Term>>,
}

/// A recoded scalar, by its number, and the sign that it lacks.
type Term = (u32, Unit);

/// What the chains of a transform do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LadderCounts {
    /// Doublings.
    pub doublings: usize,
    /// Additions of digits to an accumulator.
    pub digit_additions: usize,
    /// Those of them that follow a doubling at once, so that the two can be combined.
    pub combined_additions: usize,
}

impl<C: PastaCurve> Transform<C> {
    /// Prepares a plan for the root `omega`, which must be primitive of order `n`, and for the
    /// common factor `scale`, which is applied only if the plan is scaled.
    ///
    /// Cost: one decomposition and recoding for each distinct twiddle; memory of about 200 bytes
    /// a point for their digits.
    ///
    /// # Panics
    /// If `omega` is no such root.
    #[must_use]
    pub fn new(plan: Plan, omega: C::ScalarExt, scale: C::ScalarExt) -> Self {
        let is_primitive =
            plan.n() == 1 || omega.pow_vartime([plan.n() as u64 / 2]) == -C::ScalarExt::ONE;
        assert!(
            is_primitive,
            "omega is not a primitive root of unity of order {}",
            plan.n()
        );
        let _span = tracing::debug_span!("recode twiddles", %plan).entered();
        let powers = plan::powers(omega, plan.n());
        let mut pool = DigitPool::<C>::default();
        let tiers = plan
            .tiers()
            .into_iter()
            .map(|tier| pool.prepare(tier, &powers, scale))
            .collect();
        Transform {
            plan,
            tiers,
            digits: pool.digits,
            curve: PhantomData,
        }
    }

    /// The plan.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// Exact counts of the work inside the chains.
    #[must_use]
    pub fn ladder_counts(&self) -> LadderCounts {
        let mut counts = LadderCounts::default();
        for prepared in &self.tiers {
            for i in 0..prepared.tier.sub_size {
                for number in 0..prepared.program(i).chains() {
                    let chain = prepared.chain(i, number, &self.digits);
                    counts.doublings += prepared.tier.groups * chain.doublings();
                    counts.digit_additions += prepared.tier.groups * chain.digit_additions();
                    counts.combined_additions += prepared.tier.groups * chain.combined_additions();
                }
            }
        }
        counts
    }

    /// The transform of `points`, in natural order: output `i` is
    /// `Σ_j [scale·ω^(ij)] points[j]`.
    ///
    /// # Panics
    /// If the number of points is not the plan's.
    #[must_use]
    pub fn run_vartime(&self, points: Vec<Affine<C::Coordinate>>) -> Vec<Affine<C::Coordinate>> {
        assert_eq!(
            points.len(),
            self.plan.n(),
            "the plan is for another number of points"
        );
        let mut current: Vec<_> = (0..points.len())
            .map(|p| points[self.plan.input_at(p)])
            .collect();
        let mut scratch = points;
        for prepared in &self.tiers {
            prepared.run(
                &mut current,
                &mut scratch,
                &self.digits,
                self.plan.arithmetic(),
            );
        }
        current
    }
}

impl PreparedTier {
    fn program(&self, i: usize) -> &Program {
        match i {
            0 => &self.first,
            _ => &self.other,
        }
    }

    /// The chain of the given number in block `i` of a group.
    fn chain(&self, i: usize, number: usize, digits: &[Digits]) -> Chain {
        let terms = &self.terms[i][self.program(i).terms_of(number)];
        let terms: Vec<_> = terms
            .iter()
            .map(|(index, unit)| (&digits[*index as usize], *unit))
            .collect();
        Chain::new(&terms)
    }

    /// Runs the tier on `points`, in place. While it runs, the points of a block are neighbours,
    /// in `scratch`.
    fn run<F>(
        &self,
        points: &mut [Affine<F>],
        scratch: &mut [Affine<F>],
        digits: &[Digits],
        arithmetic: Arithmetic,
    ) where
        F: Element,
    {
        let Tier { radix, groups, .. } = self.tier;
        let _span =
            tracing::debug_span!("curve FFT tier", radix, blocks = self.tier.blocks()).entered();
        for (b, block) in scratch.chunks_exact_mut(radix).enumerate() {
            for (j, point) in block.iter_mut().enumerate() {
                *point = points[self.tier.position(b, j)];
            }
        }
        let (first, other) = scratch.split_at_mut(groups * radix);
        let mut jobs = cut(&self.first, 0, first);
        jobs.extend(cut(&self.other, groups, other));
        threads::for_each(jobs, |job| {
            let chain = |block: usize, number: usize| self.chain(block / groups, number, digits);
            Worker::new(groups, arithmetic).run(job, chain);
        });
        for (p, point) in points.iter_mut().enumerate() {
            let (block, j) = self.tier.element_at(p);
            *point = scratch[block * radix + j];
        }
    }
}

/// Where scalars are looked up before they are recoded.
struct DigitPool<C: PastaCurve> {
    digits: Vec<Digits>,
    /// Recoded scalars with their widths, each scalar the even one of `s` and `q − s`.
    known: HashMap<([u8; 32], u32), u32>,
    curve: PhantomData<C>,
}

impl<C: PastaCurve> Default for DigitPool<C> {
    fn default() -> Self {
        DigitPool {
            digits: vec![],
            known: HashMap::new(),
            curve: PhantomData,
        }
    }
}

impl<C: PastaCurve> DigitPool<C> {
    fn prepare(
        &mut self,
        tier: Tier,
        powers: &[C::ScalarExt],
        scale: C::ScalarExt,
    ) -> PreparedTier {
        let (first, scalars) = tier.record(0, powers, scale);
        let mut terms = vec![self.terms(&first, &scalars)];
        let other = match tier.sub_size {
            1 => first.clone(),
            _ => tier.record(1, powers, scale).0,
        };
        for i in 1..tier.sub_size {
            terms.push(self.terms(&other, &tier.scalars(i, powers, scale)));
        }
        PreparedTier {
            tier,
            first,
            other,
            terms,
        }
    }

    fn terms(&mut self, program: &Program, scalars: &[Vec<C::ScalarExt>]) -> Vec<Term> {
        let scalars = scalars.iter().flatten();
        scalars
            .zip(program.widths())
            .map(|(scalar, width)| self.term(*scalar, *width))
            .collect()
    }

    fn term(&mut self, scalar: C::ScalarExt, width: u32) -> Term {
        let (even, unit) = match bool::from(scalar.is_odd()) {
            false => (scalar, Unit::ONE),
            true => (-scalar, Unit::MINUS_ONE),
        };
        let index = *self
            .known
            .entry((even.to_repr(), width))
            .or_insert_with(|| {
                let digits = DigitSet::of_width(width).recode(C::LATTICE.decompose(&even));
                self.digits.push(digits);
                self.digits.len() as u32 - 1
            });
        (index, unit)
    }
}
