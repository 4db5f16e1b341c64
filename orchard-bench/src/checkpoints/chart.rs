//! The history as a picture: above, the time of each step over that of its parent; below, how
//! many times faster than the original each step is, as the product of the steps so far.
//!
//! Measured, predicted and published ratios have colours of their own. Published ones are single
//! points, because they were not measured as one history.

use std::path::Path;

use anyhow::{Context, Result};
use plotters::{
    coord::Shift,
    prelude::{
        ChartBuilder, Circle, Color, DrawingArea, IntoDrawingArea, LineSeries, RGBColor,
        SVGBackend, SeriesLabelPosition, WHITE,
    },
};

use super::{
    measure::Protocol,
    published::Cores,
    report::{PublishedRatio, Row},
    steps::STEPS,
};

const SIZE: (u32, u32) = (1100, 1000);

/// Colours that do not set red against green.
const MODEL: RGBColor = RGBColor(0x77, 0x77, 0x77);
const MEASURED: [RGBColor; 3] = [
    RGBColor(0x00, 0x72, 0xb2),
    RGBColor(0xcc, 0x79, 0xa7),
    RGBColor(0x00, 0x9e, 0x73),
];
const PUBLISHED: [(Cores, &str, RGBColor); 2] = [
    (Cores::One, "one core", RGBColor(0xd5, 0x5e, 0x00)),
    (Cores::Many, "many cores", RGBColor(0xe6, 0x9f, 0x00)),
];

/// Names along the axis, short enough to stand side by side.
const LABELS: [&str; STEPS.len()] = [
    "projective",
    "affine GLV",
    "fused",
    "two-inv. 2P+D",
    "DFT8",
    "DFT16",
    "mixed",
    "1/n folded",
    "joint",
];

/// Values by step.
struct Series {
    label: String,
    colour: RGBColor,
    /// Whether the values make one history.
    joined: bool,
    points: Vec<(usize, f64)>,
}

/// # Errors
/// If the file cannot be written.
pub(super) fn draw(protocol: &Protocol, rows: &[Row], path: &Path) -> Result<()> {
    let paint = || -> Result<()> {
        let area = SVGBackend::new(path, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let (upper, lower) = area.split_vertically(SIZE.1 / 2);
        let what = format!("{}, 2^{} points", protocol.curve, protocol.k);
        panel(
            &upper,
            &format!("{what}: time of a step over its parent's"),
            SeriesLabelPosition::LowerRight,
            &by_step(protocol, rows),
        )?;
        panel(
            &lower,
            &format!("{what}: times faster than the original, step by step"),
            SeriesLabelPosition::UpperLeft,
            &over_original(protocol, rows),
        )?;
        area.present()?;
        Ok(())
    };
    paint().with_context(|| format!("{} cannot be drawn", path.display()))
}

fn by_step(protocol: &Protocol, rows: &[Row]) -> Vec<Series> {
    series(
        protocol,
        rows,
        |ratio| ratio,
        |row| {
            let pair = row.measured.pair;
            pair.is_direct().then_some(pair.step)
        },
    )
}

fn over_original(protocol: &Protocol, rows: &[Row]) -> Vec<Series> {
    let mut all = series(
        protocol,
        rows,
        |ratio| 1.0 / ratio,
        |row| {
            let pair = row.measured.pair;
            (pair.parent == 0).then_some(pair.step)
        },
    );
    // Measured and predicted steps multiply to a history of their own.
    let steps = by_step(protocol, rows);
    for (series, steps) in all
        .iter_mut()
        .zip(steps)
        .filter(|(series, _)| series.joined)
    {
        let mut faster = 1.0;
        series.points = vec![(0, faster)];
        for (step, ratio) in steps.points {
            faster /= ratio;
            series.points.push((step, faster));
        }
    }
    all
}

/// The series of the ratios of those rows that `place` gives a step to, each ratio mapped.
fn series(
    protocol: &Protocol,
    rows: &[Row],
    map: fn(f64) -> f64,
    place: fn(&Row) -> Option<usize>,
) -> Vec<Series> {
    let at = |threads: usize, value: &dyn Fn(&Row) -> Vec<f64>| -> Vec<(usize, f64)> {
        rows.iter()
            .filter(|row| row.measured.threads == threads)
            .filter_map(|row| Some((place(row)?, value(row))))
            .flat_map(|(step, ratios)| ratios.into_iter().map(move |ratio| (step, map(ratio))))
            .collect()
    };
    let mut all = vec![];
    if let Some(&threads) = protocol.threads.first() {
        all.push(Series {
            label: "model".to_owned(),
            colour: MODEL,
            joined: true,
            points: at(threads, &|row| vec![row.model]),
        });
    }
    for (i, &threads) in protocol.threads.iter().enumerate() {
        let label = match threads {
            1 => "1 thread".to_owned(),
            _ => format!("{threads} threads"),
        };
        all.push(Series {
            label: format!("measured, {label}"),
            colour: MEASURED[i % MEASURED.len()],
            joined: true,
            points: at(threads, &|row| vec![row.measured.ratio.of_rounds.median]),
        });
    }
    // The same figures stand beside any number of threads above one: once is enough.
    for (cores, label, colour) in PUBLISHED {
        let mut counts = protocol.threads.iter();
        let Some(&threads) = counts.find(|threads| Cores::of(**threads) == cores) else {
            continue;
        };
        let ratios = |row: &Row| {
            row.published
                .iter()
                .map(|p: &PublishedRatio| p.ratio)
                .collect()
        };
        all.push(Series {
            label: format!("published, {label}"),
            colour,
            joined: false,
            points: at(threads, &ratios),
        });
    }
    all
}

fn panel(
    area: &DrawingArea<SVGBackend<'_>, Shift>,
    title: &str,
    legend: SeriesLabelPosition,
    all: &[Series],
) -> Result<()> {
    let high = all
        .iter()
        .flat_map(|series| &series.points)
        .map(|(_, value)| *value)
        .fold(1.0, f64::max);
    let last = STEPS.len() as f64 - 1.0;
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(32)
        .y_label_area_size(56)
        .build_cartesian_2d(-0.5..last + 0.5, 0.0..1.1 * high)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .max_light_lines(1)
        .x_labels(STEPS.len() + 1)
        .x_label_formatter(&|x| label_at(*x))
        .y_label_formatter(&|y| format!("{y:.1}"))
        .draw()?;
    for series in all {
        let colour = series.colour;
        let points: Vec<_> = series
            .points
            .iter()
            .map(|(step, value)| (*step as f64, *value))
            .collect();
        if series.joined {
            chart.draw_series(LineSeries::new(
                points.iter().copied(),
                colour.stroke_width(2),
            ))?;
        }
        let radius = if series.joined { 3 } else { 6 };
        chart
            .draw_series(
                points
                    .iter()
                    .map(|p| Circle::new(*p, radius, colour.filled())),
            )?
            .label(series.label.clone())
            .legend(move |(x, y)| Circle::new((x + 9, y), radius, colour.filled()));
    }
    chart
        .configure_series_labels()
        .position(legend)
        .background_style(WHITE.mix(0.8))
        .draw()?;
    Ok(())
}

/// The label of a position on the horizontal axis: nothing between two steps.
fn label_at(x: f64) -> String {
    if (x - x.round()).abs() > 1e-6 || x < -0.1 {
        return String::new();
    }
    let step = x.round() as usize;
    LABELS
        .get(step)
        .map_or_else(String::new, |label| format!("{step} {label}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_has_its_label_and_nothing_else_has_one() {
        assert_eq!(label_at(0.0), "0 projective");
        assert_eq!(label_at(8.0), "8 joint");
        for x in [-1.0, 0.5, 9.0] {
            assert_eq!(label_at(x), "");
        }
    }
}
