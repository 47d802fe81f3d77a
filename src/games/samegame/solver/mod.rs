//! Ways to play a board to its end.

mod annealing;
pub mod auto;
pub mod beam;
mod engine;
mod exact;
pub mod form;
pub mod greedy;
pub mod monte_carlo;
mod nrpa;
pub mod objective;
mod packed;
pub mod playout;
mod promise;

use crate::puzzle::{Gain, Status};
use packed::{Scratch, Table};

/// The end of a line of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct End {
    /// All points, the end bonus among them.
    score: Gain,
    /// Tiles left.
    left: usize,
}

impl End {
    /// The end of a line that earned `score` by moves, from the survey of its last position.
    fn of(table: &Table, survey: &Scratch, score: Gain) -> Self {
        let bonus = table.rules().end_bonus(survey.counts.iter().map(|&tiles| tiles as usize));
        Self { score: score + bonus, left: survey.counts.iter().map(|&tiles| tiles as usize).sum() }
    }

    fn status(self) -> Status {
        if self.left == 0 { Status::Won } else { Status::Stuck }
    }
}
