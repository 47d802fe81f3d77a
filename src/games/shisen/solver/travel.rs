//! The order of a line's pairs, and of the two clicks of each, by which the mouse travels little.
//!
//! Where nothing shifts, a removal only opens paths: a pair that can go now can go before all others of the line, and what comes
//! after it can still go.

use super::super::position::{Board, Move};
use crate::grid::Cell;

/// The same pairs in an order in which each click is near to the one before. Where tiles shift only the two clicks of a pair
/// change places. `is_over` leaves the rest as it is.
pub(super) fn shortened(board: &Board, line: &[Move], is_over: impl Fn() -> bool) -> Vec<Move> {
    let mut at = None;
    if !board.rules().shifts.is_empty() {
        return line.iter().map(|&m| nearer_first(m, &mut at)).collect();
    }
    let mut free = board.free().clone();
    let mut waiting = line.to_vec();
    let mut open = Vec::new();
    let mut ordered = Vec::with_capacity(line.len());
    while ordered.len() < line.len() && !is_over() {
        // What can go once can go ever after.
        waiting.retain(|&m| {
            let is_open = free.joins(m.from, m.to);
            if is_open {
                open.push(m);
            }
            !is_open
        });
        let nearest = open.iter().enumerate().min_by_key(|(_, m)| distance(**m, at)).map(|(place, _)| place);
        let Some(nearest) = nearest else { break };
        let m = open.swap_remove(nearest);
        free.free(m.from);
        free.free(m.to);
        ordered.push(nearer_first(m, &mut at));
    }
    if ordered.len() == line.len() { ordered } else { line.to_vec() }
}

/// How far the mouse travels to click a pair, in cells: to the nearer tile, and on to the other one.
fn distance(m: Move, at: Option<Cell>) -> usize {
    let to_first = at.map_or(0, |at| steps(at, m.from).min(steps(at, m.to)));
    to_first + steps(m.from, m.to)
}

/// The larger of the rows and the columns between two cells, as a hand moves along both at once.
fn steps(one: Cell, two: Cell) -> usize {
    one.row.abs_diff(two.row).max(one.col.abs_diff(two.col))
}

fn nearer_first(m: Move, at: &mut Option<Cell>) -> Move {
    let is_turned = at.is_some_and(|at| steps(at, m.to) < steps(at, m.from));
    let m = if is_turned { Move { from: m.to, to: m.from } } else { m };
    *at = Some(m.to);
    m
}

#[cfg(test)]
mod tests {
    use super::super::super::generate::{self, Spec};
    use super::super::super::rules::{Rules, Shift};
    use super::super::{Objective, solve};
    use super::*;
    use crate::puzzle::Puzzle;
    use crate::search::{Budget, replay};
    use std::sync::Arc;

    fn travel(line: &[Move]) -> usize {
        let clicks: Vec<Cell> = line.iter().flat_map(|m| [m.from, m.to]).collect();
        clicks.windows(2).map(|two| steps(two[0], two[1])).sum()
    }

    #[test]
    fn lines_stay_legal_and_become_shorter() {
        for (shifts, most) in [(vec![], 66), (vec![Shift::Down], 100)] {
            let rules = Arc::new(Rules { shifts, ..Rules::preset("shisen-sho").unwrap() });
            let (mut before, mut after) = (0, 0);
            for index in 0..10 {
                let board = generate::board(&rules, &Spec::default(), 4, index).unwrap();
                let found = solve(&board, "restarts", Objective::Clear, &Budget::of_nodes(3000, 0), &mut |_| ());
                let plain = in_row_order(&board, &found.moves);
                let line = shortened(&board, &plain, || false);
                let ends = [&found.moves, &plain, &line].map(|line| replay(&board, line).unwrap());
                assert!(ends.iter().all(|end| *end == ends[0]));
                before += travel(&plain);
                after += travel(&line);
                assert_eq!(shortened(&board, &plain, || true).len(), plain.len());
            }
            assert!(100 * after < most * before, "{:?}: {after} of {before} cells", rules.shifts);
        }
    }

    /// The tiles of each pair in row order, and the pairs too where they may change places.
    fn in_row_order(board: &Board, line: &[Move]) -> Vec<Move> {
        let turned = |m: &Move| Move { from: m.from.min(m.to), to: m.from.max(m.to) };
        let mut left: Vec<Move> = line.iter().map(turned).collect();
        if !board.rules().shifts.is_empty() {
            return left;
        }
        left.sort_unstable();
        let (mut position, mut ordered) = (board.clone(), Vec::new());
        while let Some(place) = left.iter().position(|&m| position.play(m).is_ok()) {
            ordered.push(left.remove(place));
        }
        assert!(left.is_empty());
        ordered
    }
}
