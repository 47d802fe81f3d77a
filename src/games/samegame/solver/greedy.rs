//! The move that pays most now, again and again.

use super::super::position::{Board, Move};
use crate::puzzle::{Puzzle, Status};
use crate::search::{Budget, Outcome, Solver};
use std::cmp::Reverse;

/// Plays the group that pays most; of equals the larger one, then the first in row order. It always plays to the end,
/// whatever the budget.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Solver<Board> for Greedy {
    fn name(&self) -> &'static str {
        "greedy"
    }

    fn solve(&self, position: &Board, _budget: &Budget, better: &mut dyn FnMut(&Outcome<Move>)) -> Outcome<Move> {
        let mut board = position.clone();
        let (mut moves, mut score) = (Vec::new(), 0);
        while board.status() == Status::Ongoing {
            let rules = board.rules();
            let best = board.groups().into_iter().max_by_key(|&(m, size)| (rules.group_gain(size), size, Reverse(m)));
            let Some((m, _)) = best else { break };
            let Ok(gain) = board.play(m) else { break };
            score += gain;
            moves.push(m);
        }
        let outcome = Outcome {
            nodes: moves.len() as u64,
            score: score + board.end_bonus(),
            status: board.status(),
            moves,
            proven: false,
            algorithm: self.name(),
        };
        better(&outcome);
        outcome
    }
}
