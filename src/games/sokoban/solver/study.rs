//! What a level asks of who solves it: a good solution, and the search for it.

use super::super::position::Board;
use super::super::step::Step;
use super::astar::{self, Manner};
use super::expand::Seen;
use super::field::Field;
use super::search::End;
use super::{ASTAR, DEFAULT_MEMORY_MIB, Objective, PORTFOLIO, bound, improve, solve, steps};
use crate::puzzle::{Puzzle, Status};
use crate::search::{Budget, Outcome};

/// Share of what may be spent that goes into a proof, and of the rest into any solution.
const SHARE_FOR_PROOF: f64 = 0.5;
const SHARE_FOR_ANY: f64 = 0.6;

/// How many positions of A* cost as much as one of the search for any solution.
const COST_OF_ANY: u64 = 4;

/// What was found.
#[derive(Clone, Debug)]
pub(in super::super) struct Study {
    /// The solution: one with the fewest pushes where that could be proven, else one that was made as short as time allowed.
    pub(in super::super) outcome: Outcome<Step>,
    /// Pushes that no solution can do without, if any solution there is.
    pub(in super::super) least_pushes: Option<usize>,
    /// Pushes that could be made from a position, on the mean over the positions that A* expanded.
    pub(in super::super) branching: f64,
    /// Squares inside, and those among them from which no box comes to a goal.
    pub(in super::super) floor: usize,
    pub(in super::super) dead: usize,
}

/// Studies a level by A* over pushes, and where that does not come to an end, by a search for any solution.
pub(in super::super) fn study(board: &Board, budget: &Budget) -> Study {
    let field = Field::of(board);
    let boxes = field.boxes(board);
    let start = (boxes.as_slice(), field.square(board.player()));
    let memory_mib = budget.memory_mib.unwrap_or(DEFAULT_MEMORY_MIB);
    let bounded = field.bound(&boxes).and_then(|_| bound::of_position(&field, &boxes, start.1));
    let (end, seen) = match bounded {
        Some(_) => astar::solve(&field, start, &budget.share(SHARE_FOR_PROOF), memory_mib, Manner::FEWEST),
        None => (End::Exhausted, Seen::default()),
    };
    let nothing = |proven| Outcome {
        moves: Vec::new(),
        score: 0,
        status: board.status(),
        proven,
        nodes: seen.expanded,
        algorithm: ASTAR,
    };
    let rest = budget.after(seen.expanded);
    let found = match end {
        End::Exhausted => nothing(true),
        End::Solved(pushes) => match steps(board, &field, &pushes) {
            Some((moves, score)) => Outcome { moves, score, status: Status::Won, ..nothing(true) },
            None => nothing(false),
        },
        End::Spent => {
            let share = rest.share(SHARE_FOR_ANY);
            let share = Budget { nodes: share.nodes.map(|nodes| nodes / COST_OF_ANY), ..share };
            solve(board, PORTFOLIO, Objective::Any, &share, &mut |_| ())
        }
    };
    // A proof says nothing of the order of pushes: only with few steps does it tell how often another box has its turn.
    let outcome = improve(board, found, &rest, &mut |_| ());
    let (floor, dead) = (field.squares(), field.squares() - field.live_squares().len());
    Study {
        outcome,
        least_pushes: bounded.map(|pushes| pushes as usize),
        branching: seen.pushes as f64 / seen.expanded.max(1) as f64,
        floor,
        dead,
    }
}
