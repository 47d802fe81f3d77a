//! A hint: the first push of a solution that a short search finds.

use crate::games::Game;
use crate::games::sokoban::{Board, Sokoban, Step};
use crate::grid::Cell;
use crate::puzzle::{Puzzle, Status};
use crate::search::{Budget, replay};
use std::time::Duration;

/// Positions that the search may expand: enough for small levels, and soon over.
const NODES: u64 = 1_000;
/// Memory that it may take, in MiB.
const MEMORY: usize = 128;
/// How long a hint is shown.
const SHOWN: Duration = Duration::from_millis(1500);

/// What the search found, and when it was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hint {
    /// The box and where it is to be pushed; nothing where no solution was found.
    pub(super) push: Option<(Cell, Step)>,
    asked: Duration,
}

impl Hint {
    /// Looks for the first push of a solution.
    pub(super) fn find(board: &Board, now: Duration) -> Self {
        Self { push: first_push(board), asked: now }
    }

    pub(super) fn is_shown(&self, now: Duration) -> bool {
        now.saturating_sub(self.asked) < SHOWN
    }
}

fn first_push(board: &Board) -> Option<(Cell, Step)> {
    let budget = Budget { memory_mib: Some(MEMORY), ..Budget::of_nodes(NODES, 0) };
    let outcome = Sokoban::solve(board, Sokoban::ALGORITHMS[0], Sokoban::OBJECTIVES[0], &budget, &mut |_better| {});
    let (end, _) = replay(board, &outcome.moves).ok()?;
    if end.status() != Status::Won {
        return None;
    }
    let mut at = board.clone();
    for step in outcome.moves {
        if at.would_push(step) {
            return Some((step.from(at.player())?, step));
        }
        at.play(step).ok()?;
    }
    None
}
