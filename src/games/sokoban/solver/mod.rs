//! The plain solver: it goes through all positions in order, and says so only where it has.

mod arena;
mod astar;
mod corral;
mod deadlock;
mod distances;
mod field;
mod freeze;
mod matching;
mod search;
mod walk;

use super::position::Board;
use super::step::Step;
use crate::puzzle::{Gain, Puzzle, Status};
use crate::search::{Budget, Outcome};
use arena::Push;
use deadlock::Layers;
use field::Field;
use search::End;

/// The search by pushes, which finds solutions with the fewest of them.
pub(super) const FEWEST_PUSHES: &str = "bfs";
/// The search by pushes with a bound.
pub(super) const ASTAR: &str = "astar";
/// What the search by steps is called in answers.
pub(super) const FEWEST_MOVES: &str = "dijkstra";

/// Memory of a search where it is not said, in MiB.
const DEFAULT_MEMORY_MIB: usize = 2048;

/// What a solution shall be good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Objective {
    /// Few pushes. Any solution will do, and the first one that this solver finds has the fewest.
    Pushes,
    /// Few steps.
    Moves,
}

/// Objectives as a person writes them, the default first.
pub(super) const OBJECTIVES: &[&str] = &["any", "pushes", "moves"];

impl Objective {
    /// # Errors
    /// The objectives that there are.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        match text {
            "any" | "pushes" => Ok(Self::Pushes),
            "moves" => Ok(Self::Moves),
            _ => Err(format!("objective {text:?} is unknown; expected one of {}", OBJECTIVES.join(", "))),
        }
    }
}

/// Solves a position, or proves that it cannot be solved, or spends the budget.
pub(super) fn solve(
    board: &Board,
    algorithm: &str,
    objective: Objective,
    budget: &Budget,
    better: &mut dyn FnMut(&Outcome<Step>),
) -> Outcome<Step> {
    let field = Field::of(board);
    let boxes = field.boxes(board);
    let memory_mib = budget.memory_mib.unwrap_or(DEFAULT_MEMORY_MIB);
    let start = (boxes.as_slice(), field.square(board.player()));
    let (end, nodes) = match objective {
        _ if field.bound(&boxes).is_none() => (End::Exhausted, 0),
        Objective::Pushes if algorithm == ASTAR => {
            astar::fewest_pushes(&field, start, budget, memory_mib, Layers::ALL)
        }
        Objective::Pushes => search::fewest_pushes(&field, start, budget, memory_mib),
        Objective::Moves => search::fewest_moves(&field, start, budget, memory_mib),
    };
    let algorithm = if objective == Objective::Moves { FEWEST_MOVES } else { FEWEST_PUSHES };
    let nothing = |proven| Outcome { moves: Vec::new(), score: 0, status: board.status(), proven, nodes, algorithm };
    let outcome = match end {
        End::Solved(pushes) => match steps(board, &field, &pushes) {
            Some((moves, score)) => Outcome { moves, score, status: Status::Won, proven: true, nodes, algorithm },
            None => nothing(false),
        },
        End::Exhausted => nothing(true),
        End::Spent => nothing(false),
    };
    better(&outcome);
    outcome
}

/// The pushes with the shortest walks between them, played by the referee; nothing where they do not solve the position.
fn steps(board: &Board, field: &Field, pushes: &[Push]) -> Option<(Vec<Step>, Gain)> {
    let (mut at, mut steps, mut score) = (board.clone(), Vec::new(), 0);
    for push in pushes {
        let step = Step::ALL[usize::from(push.direction)];
        let behind = step.opposite().from(field.cell(push.square))?;
        let walk = at.walk_to(behind)?;
        for step in walk.into_iter().chain([step]) {
            score += at.play(step).ok()?;
            steps.push(step);
        }
    }
    (at.status() == Status::Won).then_some((steps, score))
}

/// Pushes that no solution can do without, for positions of one level.
pub(super) struct LeastPushes(Field);

impl LeastPushes {
    /// Measures the level of a position.
    pub(super) fn of(board: &Board) -> Self {
        Self(Field::of(board))
    }

    /// From a position of that level; nothing where a box stands where it can never be brought to a goal.
    pub(super) fn from(&self, board: &Board) -> Option<usize> {
        self.0.bound(&self.0.boxes(board))
    }
}

/// The fewest pushes that solve a position, if they are found within so many positions.
pub(super) fn fewest_pushes(board: &Board, nodes: u64) -> Option<usize> {
    let outcome = solve(board, ASTAR, Objective::Pushes, &Budget::of_nodes(nodes, 0), &mut |_| ());
    (outcome.status == Status::Won).then(|| super::lurd::write(board, &outcome.moves).1)
}
