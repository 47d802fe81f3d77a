//! Tells a run's reports on standard output: JSON Lines for scripts, lines for a person.

use crate::driver::Timings;
use crate::geometry::Point;
use crate::gesture::Gesture;
use crate::session::Report;
use indicatif::ProgressBar;
use serde_json::{Value, json};
use std::io::Write;
use std::time::Duration;

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    /// An object a line.
    Json,
    /// Lines for a person.
    Text,
}

/// Writes reports as they come.
pub(super) struct Teller {
    format: Format,
    /// Turns while a person waits for the plan.
    spinner: ProgressBar,
}

impl Teller {
    pub(super) fn new(format: Format) -> Self {
        Self { format, spinner: ProgressBar::hidden() }
    }

    /// Writes one report, and lets it out at once.
    pub(super) fn tell(&mut self, at: Duration, report: &Report) {
        self.spinner.finish_and_clear();
        let line = match self.format {
            Format::Json => Some(json_line(at, report)),
            Format::Text => self.text(at, report),
        };
        if let Some(line) = line {
            write_line(&line);
        }
        if matches!((self.format, report), (Format::Text, Report::Read { .. })) {
            self.spinner = ProgressBar::new_spinner().with_message("searching for a plan");
            self.spinner.enable_steady_tick(Duration::from_millis(100));
        }
    }

    /// Writes where the time went.
    pub(super) fn timings(&self, timings: &Timings) {
        match self.format {
            Format::Json => {
                let stages: serde_json::Map<String, Value> =
                    timings.all().into_iter().map(|(name, f)| (name.to_owned(), json!(f))).collect();
                write_line(&json!({"event": "timing", "stages": stages}).to_string());
            }
            Format::Text => {
                let stages: Vec<String> = timings
                    .all()
                    .into_iter()
                    .filter(|(_, f)| f.times > 0)
                    .map(|(name, f)| format!("{name} {:.1} ms × {}", f.median_ms, f.times))
                    .collect();
                if !stages.is_empty() {
                    write_line(&format!("       median of each: {}", stages.join(", ")));
                }
            }
        }
    }

    fn text(&self, at: Duration, report: &Report) -> Option<String> {
        Some(match report {
            Report::Window { title, rect: [x, y, width, height] } => {
                format!("window {title}, {width}×{height} at {x},{y}")
            }
            Report::Read { board, left, margin } => {
                let cols = board.first().map_or(0, |row| row.chars().count());
                let rows: String = board.iter().map(|row| format!("\n       {row}")).collect();
                format!("read   {} columns, {} rows, {left} tiles (least margin {margin:.2}){rows}", cols, board.len())
            }
            Report::Plan { moves, score, nodes, algorithm } => {
                format!("plan   {moves} moves promise {score} ({algorithm}, {nodes} positions)")
            }
            Report::Act { number, what, gesture, pixels, gain, total, .. } => {
                format!("{number:>4}   {what:<10} {:<6} = {total:<6} {}", format!("{gain:+}"), done(gesture, pixels))
            }
            Report::Verify { learned, covered, .. } => {
                if *learned > 0 {
                    format!("       learned the look of {learned} empty cells")
                } else if *covered {
                    "       the board is partly covered now; what is free is as predicted".to_owned()
                } else {
                    return None;
                }
            }
            Report::Recover { detail, .. } => format!("mend   {detail}"),
            Report::Game { number, outcome, score, promised, left, moves } => format!(
                "game   {number}: {} after {moves} moves, {left} left, score {score} (promised {promised})",
                name(outcome)
            ),
            Report::End { outcome, detail, games, moves, retries, mismatches, refused, promised, score, left } => {
                format!(
                    "end    {}: {detail}. {games} games, {moves} moves, {retries} retries, {mismatches} mismatches, \
                 {refused} refused, score {score} (promised {promised}), {left} left, {:.1} s",
                    name(outcome),
                    at.as_secs_f64()
                )
            }
        })
    }
}

/// What was done, and where on the desktop.
fn done(gestures: &[Gesture<Point>], pixels: &[(i32, i32)]) -> String {
    let keys: Vec<String> = gestures
        .iter()
        .filter_map(|gesture| match gesture {
            Gesture::Key { key } => Some(key.to_string()),
            Gesture::Click { .. } | Gesture::Drag { .. } => None,
        })
        .collect();
    let places: Vec<String> = pixels.iter().map(|(x, y)| format!("{x},{y}")).collect();
    let is_drag = gestures.iter().any(|gesture| matches!(gesture, Gesture::Drag { .. }));
    let mut parts = Vec::new();
    if !keys.is_empty() {
        parts.push(format!("key {}", keys.join(" ")));
    }
    if !places.is_empty() {
        parts.push(if is_drag {
            format!("drag {}", places.join(" to "))
        } else {
            format!("click at {}", places.join(" and "))
        });
    }
    parts.join(", ")
}

fn name(outcome: &crate::session::Outcome) -> String {
    json!(outcome).as_str().unwrap_or_default().replace('_', " ")
}

fn json_line(at: Duration, report: &Report) -> String {
    let mut value = json!(report);
    if let Some(object) = value.as_object_mut() {
        object.insert("t".to_owned(), json!((at.as_secs_f64() * 1e3).round() / 1e3));
        if let Report::Act { gesture, .. } = report {
            let at = |place: &Point| json!([place.x, place.y]);
            let gesture: Vec<Value> = gesture
                .iter()
                .map(|g| match g {
                    Gesture::Click { at: place, button, count } => {
                        json!({"kind": "click", "at": at(place), "button": button, "count": count})
                    }
                    Gesture::Drag { from, to, button } => {
                        json!({"kind": "drag", "from": at(from), "to": at(to), "button": button})
                    }
                    Gesture::Key { key } => json!({"kind": "key", "key": key}),
                })
                .collect();
            object.insert("gesture".to_owned(), json!(gesture));
        }
    }
    value.to_string()
}

/// A line that nobody reads any more is no reason to stop playing.
fn write_line(line: &str) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{line}");
    let _ = out.flush();
}
