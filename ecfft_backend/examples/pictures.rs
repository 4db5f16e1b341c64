//! Draws the pictures of `docs/`: the factorisation and the dataflow of the default plan at
//! `k = 11`, from the plan itself.
//!
//! `cargo run -p ecfft_backend --example pictures -- ecfft_backend/docs`

use std::{env, error::Error, path::Path};

use ecfft_backend::{
    codelet::program::{Program, Stage},
    plan::{Plan, Scaling, Schedule, Tier},
};
use ff::{Field, PrimeField};
use pasta_curves::Fp;
use svg::{
    node::element::{Line, Rectangle, Text},
    Document,
};

const ADDITIONS: &str = "#4c78a8";
const CHAINS: &str = "#e45756";
const INK: &str = "#333333";

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args().nth(1).ok_or("usage: pictures FOLDER")?;
    let plan = Plan::new(Schedule::Joint, 11, Scaling::Folded);
    svg::save(
        Path::new(&folder).join("factorisation.svg"),
        &factorisation(&plan),
    )?;
    svg::save(Path::new(&folder).join("dataflow.svg"), &dataflow(&plan))?;
    Ok(())
}

fn canvas(width: f64, height: f64) -> Document {
    Document::new()
        .set("viewBox", (0.0, 0.0, width, height))
        .set("width", "100%")
        .set("style", "max-width: 760px; font-family: sans-serif")
        .add(rectangle(0.0, 0.0, width, height, "#ffffff"))
}

fn rectangle(x: f64, y: f64, width: f64, height: f64, fill: &str) -> Rectangle {
    Rectangle::new()
        .set("x", x)
        .set("y", y)
        .set("width", width)
        .set("height", height)
        .set("fill", fill)
}

fn text(x: f64, y: f64, size: f64, anchor: &str, content: &str) -> Text {
    Text::new(content)
        .set("x", x)
        .set("y", y)
        .set("font-size", size)
        .set("text-anchor", anchor)
        .set("fill", INK)
}

/// One column a tier: its blocks as bars, the block with the constant diagonal lighter.
fn factorisation(plan: &Plan) -> Document {
    const TOP: f64 = 64.0;
    const HEIGHT: f64 = 300.0;
    let tiers = plan.tiers();
    let column = 760.0 / tiers.len() as f64;
    let mut picture = canvas(760.0, TOP + HEIGHT + 30.0).add(text(
        380.0,
        22.0,
        15.0,
        "middle",
        &format!("{plan}"),
    ));
    for (number, tier) in tiers.iter().enumerate() {
        let left = number as f64 * column;
        let middle = left + column / 2.0;
        let caption = format!(
            "tier {}: {} blocks of {} points",
            number + 1,
            tier.blocks(),
            tier.radix
        );
        picture = picture.add(text(middle, 50.0, 13.0, "middle", &caption));
        let step = HEIGHT / tier.blocks() as f64;
        for block in 0..tier.blocks() {
            let constant = block < tier.groups;
            let bar = rectangle(
                left + 60.0,
                TOP + block as f64 * step,
                column - 120.0,
                step * 0.8,
                if constant { "#9ecae9" } else { ADDITIONS },
            );
            picture = picture.add(bar);
        }
        let diagonal = match (tier.sub_size, tier.scaled) {
            (1, _) => "no diagonal: the inputs in digit-reversed order".to_string(),
            (_, true) => format!(
                "diagonal ω^(ij)/n, order {}; lighter: 1/n",
                tier.radix * tier.sub_size
            ),
            (_, false) => format!(
                "diagonal ω^(ij), order {}; lighter: 1",
                tier.radix * tier.sub_size
            ),
        };
        picture = picture.add(text(middle, TOP + HEIGHT + 18.0, 12.0, "middle", &diagonal));
    }
    picture
}

/// The stages of the whole transform in order, each as high as it has lanes, on a log scale.
fn dataflow(plan: &Plan) -> Document {
    const BASE: f64 = 330.0;
    const DECADE: f64 = 70.0;
    let stages = stages(plan);
    let step = 660.0 / stages.len() as f64;
    let mut picture = canvas(760.0, 390.0).add(text(
        380.0,
        22.0,
        15.0,
        "middle",
        &format!("{plan}: lanes of each stage"),
    ));
    for decade in 0..=4 {
        let y = BASE - f64::from(decade) * DECADE;
        picture = picture
            .add(
                Line::new()
                    .set("x1", 70)
                    .set("x2", 740)
                    .set("y1", y)
                    .set("y2", y)
                    .set("stroke", "#dddddd"),
            )
            .add(text(
                62.0,
                y + 4.0,
                11.0,
                "end",
                &10u32.pow(decade).to_string(),
            ));
    }
    for (number, (tier, lanes, is_chains)) in stages.iter().enumerate() {
        let height = (*lanes as f64).log10() * DECADE;
        let x = 75.0 + number as f64 * step;
        let fill = if *is_chains { CHAINS } else { ADDITIONS };
        picture = picture
            .add(rectangle(x, BASE - height, step * 0.8, height, fill))
            .add(text(
                x + step * 0.4,
                BASE + 14.0,
                10.0,
                "middle",
                &tier.to_string(),
            ));
    }
    picture
        .add(text(380.0, BASE + 32.0, 12.0, "middle", "tier"))
        .add(rectangle(240.0, 372.0, 12.0, 12.0, ADDITIONS))
        .add(text(258.0, 382.0, 12.0, "start", "additions, results"))
        .add(rectangle(420.0, 372.0, 12.0, 12.0, CHAINS))
        .add(text(438.0, 382.0, 12.0, "start", "chains of doublings"))
}

/// Tier, lanes, and whether they are chains, of every stage. Blocks with a constant diagonal run
/// beside the others.
fn stages(plan: &Plan) -> Vec<(usize, usize, bool)> {
    let omega = Fp::ROOT_OF_UNITY.pow_vartime([1 << (Fp::S - plan.log_n())]);
    let powers: Vec<_> = std::iter::successors(Some(Fp::ONE), |p| Some(*p * omega))
        .take(plan.n())
        .collect();
    let lanes = |tier: &Tier, program: &Program| -> Vec<(usize, bool)> {
        let blocks = tier.groups * (tier.sub_size - 1).max(1);
        program
            .stages()
            .iter()
            .map(|stage| match stage {
                Stage::Butterflies(butterflies) => (2 * blocks * butterflies.len(), false),
                Stage::Chains(chains) => (blocks * chains.len(), true),
            })
            .collect()
    };
    plan.tiers()
        .iter()
        .enumerate()
        .flat_map(|(number, tier)| {
            let (program, _) = tier.record(tier.sub_size - 1, &powers, Fp::TWO_INV);
            lanes(tier, &program)
                .into_iter()
                .map(move |(lanes, chains)| (number + 1, lanes, chains))
        })
        .collect()
}
