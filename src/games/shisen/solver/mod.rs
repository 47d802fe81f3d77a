//! Ways to clear a board.

mod beam;
mod exact;
pub mod objective;
mod packed;
mod prospects;
pub mod random_games;
pub mod restarts;
pub mod safe;
pub mod shuffles;
#[cfg(test)]
mod small_boards;
mod travel;

use super::position::{Board, Move};
use crate::search::{Budget, Outcome, Solver};
use beam::Beam;
use exact::Exact;
use objective::Objective;
use restarts::Restarts;

/// Names of the algorithms, the default first.
pub(super) const NAMES: &[&str] = &["auto", "exact", "beam", "restarts"];

/// Solves a board by the algorithm of that name; of the orders in which the pairs can go, one with short ways for the mouse. `auto` is `exact` where nothing shifts and else `beam`, which also stands in
/// for `exact` there.
pub fn solve(
    board: &Board,
    algorithm: &str,
    objective: Objective,
    budget: &Budget,
    better: &mut dyn FnMut(&Outcome<Move>),
) -> Outcome<Move> {
    // The rest is for what comes after a shuffle.
    let budget = &if objective == Objective::FewestShuffles { budget.share(0.5) } else { budget.clone() };
    let shifts = !board.rules().shifts.is_empty();
    let found = match algorithm {
        "restarts" => Restarts { objective }.solve(board, budget, better),
        "auto" | "exact" if shifts => Beam { objective }.solve(board, budget, better),
        "beam" => Beam { objective }.solve(board, budget, better),
        _ => Exact { objective }.solve(board, budget, better),
    };
    Outcome { moves: travel::shortened(board, &found.moves, || budget.is_over()), ..found }
}
