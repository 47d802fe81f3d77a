//! The move that pays most now, again and again.

use super::super::position::{Board, Move};
use super::End;
use super::packed::{Packed, Scratch, Table};
use crate::puzzle::Gain;
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
        let (table, mut packed) = Table::pack(position);
        let (moves, end) = play_out(&table, &mut packed, 0);
        let outcome = Outcome {
            nodes: moves.len() as u64,
            score: end.score,
            status: end.status(),
            moves,
            proven: false,
            algorithm: self.name(),
        };
        better(&outcome);
        outcome
    }
}

/// Plays a position that `score` points led to greedily to its end: the moves from there, and the end.
pub(super) fn play_out(table: &Table, position: &mut Packed, mut score: Gain) -> (Vec<Move>, End) {
    let mut scratch = Scratch::default();
    let mut moves = Vec::new();
    table.survey(position, &mut scratch);
    loop {
        let pay = |size: u16| (table.gain(usize::from(size)), size);
        let best = scratch.groups.iter().max_by_key(|group| (pay(group.size), Reverse(table.order(group))));
        let Some(first) = best.map(|group| group.first) else { break };
        score += table.gain(table.play(position, first, &mut scratch));
        moves.push(table.unpack(first));
        table.resurvey(position, &mut scratch);
    }
    // Tiles are counted at the end alone.
    table.survey(position, &mut scratch);
    (moves, End::of(table, &scratch, score))
}
