//! Plays a board to its end across the program's shuffles.

use super::super::position::{Board, Move};
use super::super::shuffle::shuffle;
use super::objective::Objective;
use crate::search::{Budget, Outcome, replay};

/// Shuffles after which it is given up.
pub const MOST_SHUFFLES: usize = 50;
/// Tiles that may still be dealt once the time is up: a game on a board of the usual size is played to its end all the same,
/// within some milliseconds.
const TILES_AFTER_TIME: usize = 4_000;

/// A game on a board after a shuffle.
#[derive(Clone, Debug)]
pub struct Round {
    /// The board as it was dealt.
    pub board: Board,
    /// What was played on it.
    pub moves: Vec<Move>,
}

/// What came after the first line.
#[derive(Clone, Debug)]
pub struct PlayedOn {
    /// One for each shuffle.
    pub rounds: Vec<Round>,
    /// Tiles left in the end.
    pub left: usize,
    /// Positions looked at.
    pub nodes: u64,
}

/// Plays on where `line` ends: shuffles by the seed of the budget, plays as few tiles as possible out of the way, and so on
/// until no two tiles are equal or no shuffle helps.
#[must_use]
pub fn play_on(board: &Board, line: &[Move], algorithm: &str, budget: &Budget) -> PlayedOn {
    let mut board = replay(board, line).map_or_else(|_| board.clone(), |(end, _)| end);
    let mut played = PlayedOn { rounds: Vec::new(), left: board.left(), nodes: 0 };
    let mut dealt_late = 0;
    for number in 1..=MOST_SHUFFLES as u64 {
        if budget.is_over() {
            dealt_late += board.left();
        }
        if board.left() == 0 || dealt_late > TILES_AFTER_TIME {
            break;
        }
        let Ok(dealt) = shuffle(&board, budget.seed.wrapping_add(number)) else { break };
        let share = budget.after(played.nodes);
        let Outcome { moves, nodes, .. } =
            super::solve(&dealt, algorithm, Objective::FewestShuffles, &share, &mut |_| ());
        played.nodes += nodes;
        let Ok((end, _)) = replay(&dealt, &moves) else { break };
        played.rounds.push(Round { board: dealt, moves });
        played.left = end.left();
        board = end;
    }
    played
}

#[cfg(test)]
mod tests {
    use super::super::super::generate::{self, Deal, Spec};
    use super::super::super::rules::{Rules, Shift};
    use super::super::solve;
    use super::*;
    use crate::puzzle::{Puzzle, Status};
    use std::sync::Arc;

    /// The shuffles that these boards need together.
    fn shuffles(shift: Shift, objective: Objective, boards: u64) -> usize {
        let rules = Arc::new(Rules { shifts: vec![shift], ..Rules::preset("shisen-sho").unwrap() });
        let spec = Spec { rows: 8, cols: 12, deal: Deal::Random, ..Spec::default() };
        let mut all = 0;
        for index in 0..boards {
            let board = generate::board(&rules, &spec, 3, index).unwrap();
            let budget = Budget::of_nodes(3000, 1);
            let line = solve(&board, "auto", objective, &budget, &mut |_| ());
            let played = play_on(&board, &line.moves, "auto", &budget);
            assert_eq!(played.left, 0, "{shift}\n{board}");
            let mut before = replay(&board, &line.moves).unwrap().0;
            for round in &played.rounds {
                assert!(before.status() == Status::Stuck, "{before}");
                assert_eq!((round.board.counts(), round.board.has_move()), (before.counts(), true));
                before = replay(&round.board, &round.moves).unwrap().0;
            }
            assert_eq!(before.left(), 0);
            all += played.rounds.len();
        }
        all
    }

    #[test]
    fn every_board_is_cleared_after_a_few_shuffles() {
        for shift in [Shift::Down, Shift::Left, Shift::HorizontalIn] {
            let needed = shuffles(shift, Objective::FewestShuffles, 6);
            assert!(needed <= 12, "{shift}: {needed} shuffles for 6 boards");
        }
    }

    #[test]
    fn no_time_ends_large_games_early_and_usual_ones_not() {
        let rules = Arc::new(Rules { shifts: vec![Shift::Left], ..Rules::preset("shisen-sho").unwrap() });
        let late = Budget { remaining: Arc::new(|| Some(std::time::Duration::ZERO)), ..Budget::of_nodes(u64::MAX, 1) };
        for (rows, cols, is_played_out) in [(9, 16, true), (64, 64, false)] {
            let spec = Spec { rows, cols, deal: Deal::Random, ..Spec::default() };
            let board = generate::board(&rules, &spec, 3, 0).unwrap();
            let played = play_on(&board, &[], "auto", &late);
            let dealt: usize = played.rounds.iter().map(|round| round.board.left()).sum();
            assert!(dealt <= TILES_AFTER_TIME, "{dealt}");
            assert_eq!(played.left == 0, is_played_out, "{rows}×{cols}: {} left", played.left);
        }
    }

    #[test]
    fn what_no_shuffle_helps_comes_to_an_end() {
        let rules = Arc::new(Rules::preset("lianliankan-inside").unwrap());
        for (text, rounds, left) in [("A#A", 0, 2), ("AB#", 0, 2), ("AA", 0, 0), ("ABAB", 1, 0)] {
            let board = Board::parse(&rules, text).unwrap();
            let budget = Budget::of_nodes(500, 0);
            let line = solve(&board, "auto", Objective::FewestShuffles, &budget, &mut |_| ());
            let played = play_on(&board, &line.moves, "auto", &budget);
            assert_eq!((played.rounds.len().min(1), played.left), (rounds, left), "{text}");
        }
    }
}
