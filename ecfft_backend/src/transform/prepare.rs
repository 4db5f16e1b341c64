//! A plan with its twiddles recoded: everything that does not depend on the points.
//!
//! Every distinct scalar is decomposed and recoded once, up to sign, for the whole transform;
//! every distinct joint chain is merged once.

use std::{collections::HashMap, marker::PhantomData};

use ff::PrimeField;

use super::execute::{cut, Worker};
use crate::{
    batch::Affine,
    codelet::program::Program,
    curve::PastaCurve,
    field::Element,
    glv::{recode::DigitSet, Chain, Digits, Unit},
    plan::{self, Plan, Tier},
    threads,
};

/// A plan for one curve and root, ready to run on any points.
#[derive(Debug)]
pub struct Transform<C: PastaCurve> {
    plan: Plan,
    tiers: Vec<PreparedTier>,
    chains: Vec<Chain>,
    curve: PhantomData<C>,
}

/// A tier's programs, and which chains they run.
#[derive(Debug)]
struct PreparedTier {
    tier: Tier,
    /// For the first block of a group, whose diagonal is constant.
    first: Program,
    /// For every other block.
    other: Program,
    /// For each `i`, the chains of block `i` of a group, as indices into the common list.
    chains: Vec<Vec<u32>>,
}

/// What the chains of a transform do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LadderCounts {
    /// Doublings.
    pub doublings: usize,
    /// Additions of digits to an accumulator.
    pub digit_additions: usize,
}

impl<C: PastaCurve> Transform<C> {
    /// Prepares a plan for the root `omega`, which must be primitive of order `n`, and for the
    /// common factor `scale`, which is applied only if the plan is scaled.
    ///
    /// Cost: one decomposition and recoding, about a microsecond, for each distinct twiddle.
    #[must_use]
    pub fn new(plan: Plan, omega: C::ScalarExt, scale: C::ScalarExt) -> Self {
        let powers = plan::powers(omega, plan.n());
        let mut pool = ChainPool::<C>::default();
        let tiers = plan
            .tiers()
            .into_iter()
            .map(|tier| pool.prepare(tier, &powers, scale))
            .collect();
        Transform {
            plan,
            tiers,
            chains: pool.chains,
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
            for index in prepared.chains.iter().flatten() {
                let chain = &self.chains[*index as usize];
                counts.doublings += prepared.tier.groups * chain.doublings();
                counts.digit_additions += prepared.tier.groups * chain.digit_additions();
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
    pub fn run_vartime(&self, points: &[Affine<C::Coordinate>]) -> Vec<Affine<C::Coordinate>> {
        assert_eq!(
            points.len(),
            self.plan.n(),
            "the plan is for another number of points"
        );
        let mut current: Vec<_> = (0..points.len())
            .map(|p| points[self.plan.input_at(p)])
            .collect();
        let mut scratch = current.clone();
        for prepared in &self.tiers {
            prepared.run(&mut current, &mut scratch, &self.chains);
        }
        current
    }
}

impl PreparedTier {
    /// Runs the tier on `points`, in place. While it runs, the points of a block are neighbours,
    /// in `scratch`.
    fn run<F>(&self, points: &mut [Affine<F>], scratch: &mut [Affine<F>], chains: &[Chain])
    where
        F: Element,
    {
        let Tier { radix, groups, .. } = self.tier;
        for (b, block) in scratch.chunks_exact_mut(radix).enumerate() {
            for (j, point) in block.iter_mut().enumerate() {
                *point = points[self.tier.position(b, j)];
            }
        }
        let (first, other) = scratch.split_at_mut(groups * radix);
        let mut jobs = cut(&self.first, 0, first);
        jobs.extend(cut(&self.other, groups, other));
        threads::for_each(jobs, |job| {
            Worker::new().run(job, |block, number| {
                &chains[self.chains[block / groups][number] as usize]
            });
        });
        for (p, point) in points.iter_mut().enumerate() {
            let (block, j) = self.tier.element_at(p);
            *point = scratch[block * radix + j];
        }
    }
}

/// Where scalars and chains are looked up before they are made.
struct ChainPool<C: PastaCurve> {
    chains: Vec<Chain>,
    /// Chains by the scalars and table widths of their terms.
    known: HashMap<Vec<([u8; 32], u32)>, u32>,
    digits: Vec<Digits>,
    /// Recoded scalars with their widths, each scalar the even one of `s` and `q − s`.
    recoded: HashMap<([u8; 32], u32), usize>,
    curve: PhantomData<C>,
}

impl<C: PastaCurve> Default for ChainPool<C> {
    fn default() -> Self {
        ChainPool {
            chains: vec![],
            known: HashMap::new(),
            digits: vec![],
            recoded: HashMap::new(),
            curve: PhantomData,
        }
    }
}

impl<C: PastaCurve> ChainPool<C> {
    fn prepare(
        &mut self,
        tier: Tier,
        powers: &[C::ScalarExt],
        scale: C::ScalarExt,
    ) -> PreparedTier {
        let (first, scalars) = tier.record(0, powers, scale);
        let mut chains = vec![self.intern_all(&first, &scalars)];
        let other = match tier.sub_size {
            1 => first.clone(),
            _ => tier.record(1, powers, scale).0,
        };
        for i in 1..tier.sub_size {
            chains.push(self.intern_all(&other, &tier.scalars(i, powers, scale)));
        }
        PreparedTier {
            tier,
            first,
            other,
            chains,
        }
    }

    fn intern_all(&mut self, program: &Program, scalars: &[Vec<C::ScalarExt>]) -> Vec<u32> {
        let widths = program.widths();
        scalars
            .iter()
            .zip(widths)
            .map(|(scalars, widths)| self.intern(scalars, widths))
            .collect()
    }

    fn intern(&mut self, scalars: &[C::ScalarExt], widths: &[u32]) -> u32 {
        let key: Vec<_> = scalars
            .iter()
            .map(PrimeField::to_repr)
            .zip(widths.iter().copied())
            .collect();
        if let Some(index) = self.known.get(&key) {
            return *index;
        }
        let terms: Vec<_> = scalars
            .iter()
            .zip(widths)
            .map(|(scalar, width)| match bool::from(scalar.is_odd()) {
                false => (self.recoded(*scalar, *width), Unit::ONE),
                true => (self.recoded(-*scalar, *width), Unit::MINUS_ONE),
            })
            .collect();
        let terms: Vec<_> = terms
            .iter()
            .map(|(index, unit)| (&self.digits[*index], *unit))
            .collect();
        let index = self.chains.len() as u32;
        self.chains.push(Chain::new(&terms));
        self.known.insert(key, index);
        index
    }

    /// The index of the digits of an even scalar.
    fn recoded(&mut self, even: C::ScalarExt, width: u32) -> usize {
        *self
            .recoded
            .entry((even.to_repr(), width))
            .or_insert_with(|| {
                let digits = DigitSet::of_width(width).recode(C::LATTICE.decompose(&even));
                self.digits.push(digits);
                self.digits.len() - 1
            })
    }
}
