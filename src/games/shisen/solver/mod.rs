//! Ways to clear a board.

mod beam;
mod exact;
mod first_found;
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
use crate::puzzle::Puzzle;
use crate::search::{Budget, Outcome, Solver, replay};
use beam::{Beam, DepthFirst};
use exact::Exact;
use first_found::FirstFound;
use objective::Objective;
use restarts::Restarts;

/// Names of the algorithms, the default first.
pub(super) const NAMES: &[&str] = &["auto", "exact", "beam", "restarts", "depth-first", "first-found"];

/// Solves a board by the algorithm of that name; of the orders in which the pairs can go, one with short ways for the mouse.
/// `auto` is `exact` where nothing shifts and else `beam`, which also stands in for `exact` there.
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
        "depth-first" => DepthFirst.solve(board, budget, better),
        "first-found" => FirstFound.solve(board, budget, better),
        "auto" | "exact" if shifts => Beam { objective }.solve(board, budget, better),
        "beam" => Beam { objective }.solve(board, budget, better),
        _ => Exact { objective }.solve(board, budget, better),
    };
    let found = if objective == Objective::FewestShuffles { to_its_end(board, found, better) } else { found };
    Outcome { moves: travel::shortened(board, &found.moves, || budget.is_over()), ..found }
}

/// A line that the budget cut short, with whatever can go after it: no shuffle comes before.
fn to_its_end(board: &Board, line: Outcome<Move>, better: &mut dyn FnMut(&Outcome<Move>)) -> Outcome<Move> {
    let Ok((mut end, score)) = replay(board, &line.moves) else { return line };
    let mut longer = Outcome { score, ..line };
    while let Some(m) = end.first_move() {
        match end.play(m) {
            Ok(gain) => longer.score += gain,
            Err(_) => break,
        }
        longer.moves.push(m);
    }
    if longer.score > score {
        longer.status = end.status();
        longer.proven |= super::solution::is_full(board, &longer.moves);
        better(&longer);
    }
    longer
}
