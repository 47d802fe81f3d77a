//! Where the time of a run goes.

use hdrhistogram::Histogram;
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

/// Durations of each part. A run of days takes no more memory than one of a minute.
#[derive(Clone, Debug, Default)]
pub struct Timings {
    stages: [Durations; 5],
}

/// Durations of one part: their sum, and how often each was met, in microseconds, to a hundredth of it.
#[derive(Clone, Debug)]
struct Durations {
    met: Histogram<u32>,
    total: Duration,
}

impl Default for Durations {
    fn default() -> Self {
        const HOUR_US: u64 = 3_600_000_000;
        let met = Histogram::new_with_max(HOUR_US, 2).unwrap_or_else(|_| unreachable!("both bounds are constants"));
        Self { met, total: Duration::ZERO }
    }
}

/// One part's figures.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct StageFigures {
    /// Times that it was done.
    pub times: usize,
    /// Median, in milliseconds, to a hundredth of it.
    pub median_ms: f64,
    /// All together, in seconds.
    pub total_s: f64,
}

impl Timings {
    /// Adds one duration.
    pub fn add(&mut self, stage: Stage, time: Duration) {
        let Durations { met, total } = &mut self.stages[stage as usize];
        met.saturating_record(time.as_micros().try_into().unwrap_or(u64::MAX));
        *total += time;
    }

    /// The figures of one part.
    #[must_use]
    pub fn figures(&self, stage: Stage) -> StageFigures {
        let Durations { met, total } = &self.stages[stage as usize];
        StageFigures {
            times: met.len() as usize,
            median_ms: met.value_at_quantile(0.5) as f64 / 1e3,
            total_s: total.as_secs_f64(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_those_of_the_durations() {
        let mut timings = Timings::default();
        assert_eq!(timings.figures(Stage::Act), StageFigures { times: 0, median_ms: 0.0, total_s: 0.0 });
        for ms in [30, 10, 20, 50, 7_200_000] {
            timings.add(Stage::Act, Duration::from_millis(ms));
        }
        let StageFigures { times, median_ms, total_s } = timings.figures(Stage::Act);
        assert!(
            times == 5 && (median_ms - 30.0).abs() <= 0.3 && (total_s - 7200.11).abs() < 1e-6,
            "{median_ms} {total_s}"
        );
        assert_eq!(timings.figures(Stage::Read).times, 0);
    }
}
