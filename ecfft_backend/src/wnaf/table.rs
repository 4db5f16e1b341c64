//! Affine tables of digit multiples, the same for every coordinate system.
//!
//! A table is built in affine coordinates, in rounds that share one inversion: `w − 1` rounds
//! for a window of `w` over the integers, and those of [`crate::glv::table`] over `Z[ω]`. An
//! entry then costs 5M + 1S, while entries built in the accumulator's coordinates by mixed
//! additions cost at least 9M for the sum and 5M for normalisation. Tables of many points
//! share the rounds' inversions as well.
//!
//! What digits mean is [`super::recoding`]'s business.

use super::recoding::Recoding;
use crate::{
    batch::{butterflies_vartime, Affine, Butterfly, SharedInversion, Slot},
    field::Element,
    glv::{
        table::{TableIndex, Tables},
        Digit,
    },
};

/// The tables of some points for one recoding.
#[derive(Debug)]
pub struct Table<F>(Kind<F>);

#[derive(Debug)]
enum Kind<F> {
    /// `(2e + 1)P` for the point number `i` of `points` is at `e·points + i`.
    OddMultiples {
        multiples: Vec<Affine<F>>,
        points: usize,
    },
    Eisenstein {
        tables: Tables<F>,
        stride: usize,
    },
}

impl<F: Element> Table<F> {
    /// The tables of `points`.
    pub fn build_vartime(
        recoding: Recoding,
        points: &[Affine<F>],
        inversion: &mut SharedInversion<F>,
    ) -> Self {
        Table(match recoding {
            Recoding::Eisenstein(width) => {
                let mut tables = Tables::new();
                tables.build_vartime(points, width, inversion);
                Kind::Eisenstein {
                    tables,
                    stride: recoding.entries(),
                }
            }
            _ => Kind::OddMultiples {
                multiples: odd_multiples(points, recoding.entries(), inversion),
                points: points.len(),
            },
        })
    }

    /// The multiple by `digit` of the point number `point`.
    #[must_use]
    pub fn get(&self, point: usize, digit: Digit) -> Affine<F> {
        match &self.0 {
            Kind::Eisenstein { tables, stride } => {
                tables.get((point * stride) as TableIndex, digit)
            }
            Kind::OddMultiples { multiples, points } => {
                let entry = multiples[digit.entry as usize * points + point];
                if digit.unit.is_negative() {
                    -entry
                } else {
                    entry
                }
            }
        }
    }
}

/// `P, 3P, …, (2·entries − 1)P`, each for all points, `entries` a power of two.
///
/// From `P, …, (m − 1)P` and `mP`, with `m` a power of two, a round makes
/// `(m + 1)P, …, (2m − 1)P` and `2mP`.
fn odd_multiples<F: Element>(
    points: &[Affine<F>],
    entries: usize,
    inversion: &mut SharedInversion<F>,
) -> Vec<Affine<F>> {
    let instances = points.len();
    let mut arena = points.to_vec();
    // Two slots for the even multiple: a round reads one and writes the other.
    arena.resize((entries + 2) * instances, Affine::IDENTITY);
    let even = |round: usize| (entries + round % 2) as Slot;
    let double = |from: Slot, to: Slot| Butterfly {
        left: from,
        right: from,
        sum: Some(to),
        difference: None,
    };
    let mut held = 1;
    let mut round = 0;
    if entries > 1 {
        butterflies_vartime(&mut arena, instances, &[double(0, even(0))], inversion);
    }
    while held < entries {
        let mut butterflies: Vec<_> = (0..held)
            .map(|slot| Butterfly {
                left: slot as Slot,
                right: even(round),
                sum: Some((slot + held) as Slot),
                difference: None,
            })
            .collect();
        held *= 2;
        if held < entries {
            butterflies.push(double(even(round), even(round + 1)));
        }
        butterflies_vartime(&mut arena, instances, &butterflies, inversion);
        round += 1;
    }
    arena.truncate(entries * instances);
    arena
}

#[cfg(test)]
mod tests {
    use ff::{PrimeField, WithSmallOrderMulGroup};
    use group::Group as _;
    use pasta_curves::{pallas, vesta};

    use super::*;
    use crate::{
        curve::{affine_to_pasta, to_affine_vartime},
        glv::{recode::DigitSet, Unit},
        wnaf::counting::{count, Counted, Counts},
        PastaCurve,
    };

    /// Every entry under every unit, for several points at once, one of them the identity.
    fn entries_are_the_digits_multiples<C: PastaCurve>() {
        let points = [C::generator(), C::identity(), -C::generator().double()];
        let affine = to_affine_vartime(&points);
        for recoding in Recoding::ALL {
            let table = Table::build_vartime(recoding, &affine, &mut SharedInversion::new());
            for entry in 0..recoding.entries() {
                for unit in Unit::ALL {
                    let digit = Digit {
                        entry: entry as u8,
                        unit,
                    };
                    let scalar = match recoding {
                        Recoding::Eisenstein(width) => ring_element::<C>(width, digit),
                        _ if unit.rotation() != 0 => continue,
                        _ if unit.is_negative() => -C::ScalarExt::from(2 * entry as u64 + 1),
                        _ => C::ScalarExt::from(2 * entry as u64 + 1),
                    };
                    for (i, point) in points.iter().enumerate() {
                        assert_eq!(
                            C::from(affine_to_pasta::<C>(&table.get(i, digit))),
                            *point * scalar,
                            "{recoding} {digit:?}"
                        );
                    }
                }
            }
        }
    }

    fn ring_element<C: PastaCurve>(width: u32, digit: Digit) -> C::ScalarExt {
        let value = DigitSet::of_width(width).value(digit);
        let integer = |x: i128| {
            let magnitude = C::ScalarExt::from_u128(x.unsigned_abs());
            if x < 0 {
                -magnitude
            } else {
                magnitude
            }
        };
        integer(value.a) + integer(value.b) * C::ScalarExt::ZETA
    }

    #[test]
    fn entries_are_the_digits_multiples_on_both_curves() {
        entries_are_the_digits_multiples::<pallas::Point>();
        entries_are_the_digits_multiples::<vesta::Point>();
    }

    /// `w − 1` inversions, `w − 2` doublings of 2M + 2S and `2^(w−2) − 1` additions of 2M + 1S;
    /// sharing `d` denominators a round costs `3d − 1` multiplications.
    #[test]
    fn integer_tables_cost_what_the_rounds_say() {
        let g = to_affine_vartime(&[vesta::Point::generator()])[0];
        let point = Affine {
            x: Counted(g.x),
            y: Counted(g.y),
        };
        for width in 2..=9 {
            let recoding = Recoding::Wnaf(width);
            let mut inversion = SharedInversion::new();
            let (_, counts) = count(|| Table::build_vartime(recoding, &[point], &mut inversion));
            let additions = (1 << (width - 2)) - 1;
            let (rounds, doublings) = match width {
                2 => (0, 0),
                _ => (u64::from(width) - 1, u64::from(width) - 2),
            };
            assert_eq!(
                Counts {
                    additions: 0,
                    ..counts
                },
                Counts {
                    additions: 0,
                    multiplications: 5 * (additions + doublings) - rounds,
                    squarings: additions + 2 * doublings,
                    inversions: rounds,
                },
                "width {width}"
            );
        }
    }
}
