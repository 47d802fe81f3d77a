//! Draws mean scores against time: `cargo run --release --example quality_plot -- OUT.svg TITLE LABEL:SECONDS:FILE…`, where
//! each FILE holds what `tilepilot solve --format json` printed.

use anyhow::{Context, bail};
use plotters::prelude::*;
use std::collections::BTreeMap;

/// Means of one label by seconds.
type Line = Vec<(f64, f64)>;

fn main() -> anyhow::Result<()> {
    let mut args = std::env::args().skip(1);
    let (Some(out), Some(title)) = (args.next(), args.next()) else {
        bail!("expected OUT.svg TITLE LABEL:SECONDS:FILE…");
    };
    let mut lines: BTreeMap<String, Line> = BTreeMap::new();
    for arg in args {
        let parts: Vec<&str> = arg.splitn(3, ':').collect();
        let [label, seconds, file] = parts[..] else { bail!("{arg}: expected LABEL:SECONDS:FILE") };
        let seconds = seconds.parse().with_context(|| format!("{arg}: {seconds} is no number of seconds"))?;
        lines.entry(label.to_owned()).or_default().push((seconds, mean_score(file)?));
    }
    draw(&out, &title, &mut lines)
}

/// The mean of all scores in a file of solutions.
fn mean_score(file: &str) -> anyhow::Result<f64> {
    let text = std::fs::read_to_string(file).with_context(|| file.to_owned())?;
    let scores = text.lines().map(|line| {
        let solution: serde_json::Value = serde_json::from_str(line)?;
        solution["score"].as_f64().context("a line without a score")
    });
    let scores = scores.collect::<anyhow::Result<Vec<f64>>>().with_context(|| file.to_owned())?;
    if scores.is_empty() {
        bail!("{file}: no solutions");
    }
    Ok(scores.iter().sum::<f64>() / scores.len() as f64)
}

fn draw(out: &str, title: &str, lines: &mut BTreeMap<String, Line>) -> anyhow::Result<()> {
    let points = || lines.values().flatten();
    let bounds = |value: fn(&(f64, f64)) -> f64| {
        points().map(value).fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), x| (least.min(x), most.max(x)))
    };
    let ((first, last), (low, high)) = (bounds(|point| point.0), bounds(|point| point.1));
    if !first.is_finite() {
        bail!("no files to draw");
    }
    let margin = (high - low).max(1.0) * 0.08;
    let area = SVGBackend::new(out, (760, 440)).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(title, ("sans-serif", 18))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d((first * 0.8..last * 1.25).log_scale(), low - margin..high + margin)?;
    let number = |value: &f64| if *value < 1.0 { format!("{value:.1}") } else { format!("{value:.0}") };
    chart
        .configure_mesh()
        .x_desc("seconds a board")
        .y_desc("mean score")
        .x_label_formatter(&number)
        .y_label_formatter(&number)
        .light_line_style(WHITE)
        .draw()?;
    for (index, (label, line)) in lines.iter_mut().enumerate() {
        line.sort_by(|a, b| a.0.total_cmp(&b.0));
        let colour = Palette99::pick(index).to_rgba();
        chart
            .draw_series(LineSeries::new(line.iter().copied(), colour.stroke_width(2)).point_size(4))?
            .label(label.as_str())
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(3)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::LowerRight)
        .background_style(WHITE)
        .border_style(BLACK.mix(0.3))
        .label_font(("sans-serif", 14))
        .draw()?;
    area.present()?;
    Ok(())
}
