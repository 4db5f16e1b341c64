//! Digits on an accumulator: one product at a time, or affine products in lockstep.
//!
//! Both run `acc ← 2·acc (+ D)` from the top digit down. The lockstep is the reason why affine
//! coordinates compete at all: every step's inversions are shared by all lanes. It is the
//! arithmetic of [`crate::glv::Ladder`], which knows `Z[ω]` digits alone, for any recoding; a
//! test holds the two to the same counts.
//!
//! Recoding and table building happen elsewhere.

use super::{coordinates::Accumulator, table::Table};
use crate::{
    batch::{Affine, SharedInversion},
    field::Element,
    glv::recode::Place,
};

/// The product of the point number `point` of the table with the scalar behind `places`.
///
/// Cost: a doubling for each position below the top one, an addition for each digit below the
/// top one, and the return to affine coordinates.
pub fn multiply_vartime<F, A>(table: &Table<F>, point: usize, places: &[Place]) -> Affine<F>
where
    F: Element,
    A: Accumulator<F>,
{
    let Some((top, mut rest)) = places.split_first() else {
        return Affine::IDENTITY;
    };
    let mut acc = A::from_affine(table.get(point, top.digit));
    for position in (0..top.position).rev() {
        acc = match take_digit(&mut rest, position) {
            Some(place) => acc.double_add_vartime(table.get(point, place.digit)),
            None => acc.double_vartime(),
        };
    }
    acc.to_affine_vartime()
}

/// The first of `places` if it is at `position`; it is then gone.
fn take_digit<'a>(places: &mut &'a [Place], position: u8) -> Option<&'a Place> {
    let (first, rest) = places.split_first()?;
    if first.position != position {
        return None;
    }
    *places = rest;
    Some(first)
}

/// The product of each point of the table with the scalar behind its string, in lockstep.
///
/// Cost: as affine coordinates, with 3M for every inversion, and two inversions a position for
/// the whole batch.
pub fn multiply_batch_vartime<F>(
    table: &Table<F>,
    strings: &[Vec<Place>],
    inversion: &mut SharedInversion<F>,
) -> Vec<Affine<F>>
where
    F: Element,
{
    let mut lanes: Vec<_> = strings.iter().map(|places| Lane::new(places)).collect();
    let top = strings
        .iter()
        .filter_map(|places| places.first())
        .map(|place| place.position)
        .max();
    for position in (0..=top.unwrap_or(0)).rev() {
        for (point, lane) in lanes.iter_mut().enumerate() {
            let place = take_digit(&mut lane.places, position);
            lane.begin(place.map(|place| table.get(point, place.digit)));
        }
        // A doubling is done after the first round, 2P + D after the second.
        for _ in 0..2 {
            for denominator in lanes.iter_mut().filter_map(Lane::denominator) {
                inversion.push(denominator);
            }
            inversion.invert();
            for lane in lanes.iter_mut().rev().filter(|lane| lane.waits()) {
                lane.resume(inversion.pop());
            }
        }
    }
    lanes.into_iter().map(|lane| lane.acc).collect()
}

/// One product of a batch.
#[derive(Debug)]
struct Lane<'a, F> {
    places: &'a [Place],
    acc: Affine<F>,
    step: Step<F>,
}

/// What a lane still has to do at the current position.
#[derive(Clone, Copy, Debug)]
enum Step<F> {
    Rest,
    /// `2P`, for `1/(2y)`.
    Double,
    /// `P + D` of `(P + D) + P`, for `1/(x_D − x)`.
    AddDigit(Affine<F>),
    /// The other addition, for `1/(x_(P+D) − x)`, with the slope of the first.
    AddAgain {
        slope: F,
        x: F,
    },
}

impl<'a, F: Element> Lane<'a, F> {
    fn new(places: &'a [Place]) -> Self {
        Lane {
            places,
            acc: Affine::IDENTITY,
            step: Step::Rest,
        }
    }

    fn begin(&mut self, digit: Option<Affine<F>>) {
        let digit = digit.filter(|digit| !digit.is_identity());
        self.step = match digit {
            _ if self.acc.is_identity() => {
                self.acc = digit.unwrap_or(Affine::IDENTITY);
                Step::Rest
            }
            Some(digit) => Step::AddDigit(digit),
            None => Step::Double,
        };
    }

    /// What the step divides by. An exceptional step is carried out at once and has none.
    fn denominator(&mut self) -> Option<F> {
        let denominator = match self.step {
            Step::Rest => return None,
            Step::Double => self.acc.y.double(),
            Step::AddDigit(digit) => digit.x - self.acc.x,
            Step::AddAgain { x, .. } => x - self.acc.x,
        };
        if !denominator.is_zero() {
            return Some(denominator);
        }
        self.acc = match self.step {
            // D = ±P: rare enough for the exact law, which inverts on its own.
            Step::AddDigit(digit) => self.acc.double_vartime().add_vartime(digit),
            // P + D = −P, since D is not the identity.
            _ => Affine::IDENTITY,
        };
        self.step = Step::Rest;
        None
    }

    fn waits(&self) -> bool {
        !matches!(self.step, Step::Rest)
    }

    fn resume(&mut self, inverse: F) {
        let p = self.acc;
        self.step = match self.step {
            Step::Rest => Step::Rest,
            Step::Double => {
                self.acc = p.double_with(inverse);
                Step::Rest
            }
            Step::AddDigit(digit) => {
                let slope = (digit.y - p.y) * inverse;
                let x = slope.square() - p.x - digit.x;
                Step::AddAgain { slope, x }
            }
            Step::AddAgain { slope, x } => {
                self.acc = p.chord(x, -slope - p.y.double() * inverse);
                Step::Rest
            }
        };
    }
}
