//! Removes the first pair that is found, again and again, as simple bots do: what the other algorithms are measured against.

use super::super::position::{Board, Move};
use crate::puzzle::{Gain, Puzzle};
use crate::search::{Budget, Outcome, Solver};

/// One line, of which each pair is the first that the board lists. `nodes` are its moves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FirstFound;

impl Solver<Board> for FirstFound {
    fn name(&self) -> &'static str {
        "first-found"
    }

    fn solve(&self, position: &Board, budget: &Budget, better: &mut dyn FnMut(&Outcome<Move>)) -> Outcome<Move> {
        let mut end = position.clone();
        let (mut moves, mut score): (Vec<Move>, Gain) = (Vec::new(), 0);
        while !budget.is_spent(moves.len() as u64)
            && let Some(m) = end.first_move()
            && let Ok(gain) = end.play(m)
        {
            score += gain;
            moves.push(m);
        }
        let proven = moves.is_empty() && !position.has_move() || end.counts().values().all(|count| *count < 2);
        let nodes = moves.len() as u64;
        let line = Outcome { moves, score, status: end.status(), proven, nodes, algorithm: self.name() };
        better(&line);
        line
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::rules::Shift;
    use super::super::small_boards::small_board;
    use super::*;
    use crate::puzzle::Status;
    use crate::search::replay;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn the_line_ends_where_no_pair_can_go() {
        let mut rng = ChaCha8Rng::seed_from_u64(31);
        for _ in 0..200 {
            let board = small_board(&mut rng, vec![Shift::Left]);
            let line = FirstFound.solve(&board, &Budget::of_nodes(100, 0), &mut |_| ());
            assert_ne!(replay(&board, &line.moves).unwrap().0.status(), Status::Ongoing, "{board}");
            assert_eq!(line.moves.first().copied(), board.first_move());
        }
    }
}
