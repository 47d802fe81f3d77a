//! Where the time of a run goes.

use serde::Serialize;
use std::time::Duration;

/// A part of the loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Taking a picture of the window.
    Capture,
    /// Reading the picture and holding it against what was expected.
    Read,
    /// Searching for a line.
    Plan,
    /// Moving the pointer and pressing.
    Act,
    /// Waiting between two looks, and between two moves.
    Wait,
}

/// Durations of each part, as often as it was done.
#[derive(Clone, Debug, Default)]
pub struct Timings {
    stages: [Vec<Duration>; 5],
}

/// One part's figures.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct StageFigures {
    /// Times that it was done.
    pub times: usize,
    /// Median, in milliseconds.
    pub median_ms: f64,
    /// All together, in seconds.
    pub total_s: f64,
}

impl Timings {
    /// Adds one duration.
    pub fn add(&mut self, stage: Stage, time: Duration) {
        self.stages[stage as usize].push(time);
    }

    /// The figures of one part.
    #[must_use]
    pub fn figures(&self, stage: Stage) -> StageFigures {
        let mut all = self.stages[stage as usize].clone();
        all.sort_unstable();
        let median = all.get(all.len() / 2).copied().unwrap_or_default();
        StageFigures {
            times: all.len(),
            median_ms: median.as_secs_f64() * 1e3,
            total_s: all.iter().sum::<Duration>().as_secs_f64(),
        }
    }

    /// All parts with their names, in the order of the loop.
    #[must_use]
    pub fn all(&self) -> [(&'static str, StageFigures); 5] {
        [
            ("capture", self.figures(Stage::Capture)),
            ("read", self.figures(Stage::Read)),
            ("plan", self.figures(Stage::Plan)),
            ("act", self.figures(Stage::Act)),
            ("wait", self.figures(Stage::Wait)),
        ]
    }
}
