//! Plays the first pair that is found.

use super::super::position::{Board, Move, PAIR};
use crate::puzzle::{Gain, Puzzle};
use crate::search::{Budget, Outcome, Solver};

/// The solver.
#[derive(Clone, Copy, Debug, Default)]
pub struct Restarts;

impl Solver<Board> for Restarts {
    fn name(&self) -> &'static str {
        "restarts"
    }

    fn solve(&self, position: &Board, budget: &Budget, better: &mut dyn FnMut(&Outcome<Move>)) -> Outcome<Move> {
        let (mut end, mut moves, mut next) = (position.clone(), Vec::new(), Vec::new());
        while !budget.is_spent(moves.len() as u64) {
            next.clear();
            end.legal_moves(&mut next);
            let Some(&first) = next.first() else { break };
            if end.play(first).is_err() {
                break;
            }
            moves.push(first);
        }
        let outcome = Outcome {
            score: PAIR * moves.len() as Gain,
            nodes: moves.len() as u64,
            status: end.status(),
            moves,
            proven: false,
            algorithm: self.name(),
        };
        better(&outcome);
        outcome
    }
}
