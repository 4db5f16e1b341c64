//! Cost and time as a picture: one line for each coordinate system.
//!
//! Affine coordinates with an inversion for every slope are left to the tables: several times
//! above all others, they would flatten what there is to see.

use std::path::Path;

use anyhow::{Context, Result};
use ecfft_backend::wnaf::{recoding::Recoding, study::Coordinates};
use plotters::{
    coord::Shift,
    prelude::{
        ChartBuilder, Circle, Color, DrawingArea, IntoDrawingArea, LineSeries, PathElement,
        RGBColor, SVGBackend, SeriesLabelPosition, WHITE,
    },
};

use super::measure::{CurveStudy, Row};

const SIZE: (u32, u32) = (1100, 1000);

/// Colours that do not set red against green.
const LINES: [(Coordinates, RGBColor); 4] = [
    (Coordinates::Projective, RGBColor(0x00, 0x72, 0xb2)),
    (Coordinates::Xyzz, RGBColor(0x00, 0x9e, 0x73)),
    (Coordinates::Jacobian, RGBColor(0xcc, 0x79, 0xa7)),
    (Coordinates::AffineBatch, RGBColor(0xd5, 0x5e, 0x00)),
];

/// # Errors
/// If the file cannot be written.
pub(super) fn draw(study: &CurveStudy, path: &Path) -> Result<()> {
    let paint = || -> Result<()> {
        let area = SVGBackend::new(path, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let (upper, lower) = area.split_vertically(SIZE.1 / 2);
        let weights = study.field.weights();
        let curve = study.curve;
        panel(
            &upper,
            study,
            &format!("{curve}: cost of a scalar multiplication, in field multiplications"),
            &|row| row.tally.cost(weights),
        )?;
        panel(
            &lower,
            study,
            &format!("{curve}: time of a scalar multiplication, in µs"),
            &|row| row.seconds.median * 1e6,
        )?;
        area.present()?;
        Ok(())
    };
    paint().with_context(|| format!("{} cannot be drawn", path.display()))
}

fn panel(
    area: &DrawingArea<SVGBackend<'_>, Shift>,
    study: &CurveStudy,
    title: &str,
    value: &dyn Fn(&Row) -> f64,
) -> Result<()> {
    let line = |coordinates| {
        study
            .rows
            .iter()
            .filter(move |row| row.tally.method.coordinates == coordinates)
            .map(value)
    };
    let high = LINES
        .iter()
        .flat_map(|(coordinates, _)| line(*coordinates))
        .fold(0.0, f64::max);
    let last = Recoding::ALL.len() as f64 - 1.0;
    let mut chart = ChartBuilder::on(area)
        .caption(title, ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(32)
        .y_label_area_size(64)
        .build_cartesian_2d(-0.5..last + 0.5, 0.0..1.1 * high)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .max_light_lines(1)
        .x_labels(Recoding::ALL.len() + 1)
        .x_label_formatter(&|x| recoding_at(*x))
        .y_label_formatter(&|y| format!("{y:.0}"))
        .draw()?;
    for (coordinates, colour) in LINES {
        let points: Vec<_> = line(coordinates)
            .enumerate()
            .map(|(i, value)| (i as f64, value))
            .collect();
        chart
            .draw_series(LineSeries::new(
                points.iter().copied(),
                colour.stroke_width(2),
            ))?
            .label(coordinates.to_string())
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
        chart.draw_series(points.iter().map(|p| Circle::new(*p, 3, colour.filled())))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::LowerLeft)
        .background_style(WHITE.mix(0.8))
        .draw()?;
    Ok(())
}

/// The label of a position on the horizontal axis: nothing between two recodings.
fn recoding_at(x: f64) -> String {
    if (x - x.round()).abs() > 1e-6 || x < -0.1 {
        return String::new();
    }
    Recoding::ALL
        .get(x.round() as usize)
        .map_or_else(String::new, Recoding::to_string)
}
