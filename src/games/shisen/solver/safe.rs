//! Pairs that can go at once without a plan.
//!
//! Where nothing shifts, a removal only opens paths. So once all tiles of a kind are gone, every line that cleared the rest
//! before clears it still, with the pairs of that kind left out: to finish a kind spoils nothing.

use super::super::path::Lines;
use super::super::position::{Board, Move};
use super::super::symbols::is_tile;
use crate::grid::{Cell, Symbol};
use std::collections::BTreeMap;

/// Kinds of more tiles are left to the search: their pairings are many.
const MOST_TILES: usize = 8;

/// Moves that finish kinds, one kind after the other, each legal in its turn. None where tiles shift.
#[must_use]
pub fn moves(board: &Board) -> Vec<Move> {
    if !board.rules().shifts.is_empty() {
        return Vec::new();
    }
    let mut kinds: BTreeMap<Symbol, Vec<Cell>> = BTreeMap::new();
    for (cell, symbol) in board.tiles().enumerate().filter(|(_, symbol)| is_tile(**symbol)) {
        kinds.entry(*symbol).or_default().push(cell);
    }
    kinds.retain(|_, cells| cells.len() % 2 == 0 && cells.len() <= MOST_TILES);
    let mut free = board.free().clone();
    let mut moves = Vec::new();
    loop {
        let before = kinds.len();
        kinds.retain(|_, cells| !finish(board, &mut free, cells, &mut moves));
        if kinds.len() == before {
            return moves;
        }
    }
}

/// Removes all these tiles in pairs, or none of them.
fn finish(board: &Board, free: &mut Lines, left: &[Cell], moves: &mut Vec<Move>) -> bool {
    if left.is_empty() {
        return true;
    }
    for (index, &from) in left.iter().enumerate() {
        for &to in &left[index + 1..] {
            if !free.joins(from, to) || board.refused().contains(&[from, to]) {
                continue;
            }
            moves.push(Move { from, to });
            [from, to].into_iter().for_each(|cell| free.free(cell));
            let rest: Vec<Cell> = left.iter().copied().filter(|cell| *cell != from && *cell != to).collect();
            if finish(board, free, &rest, moves) {
                return true;
            }
            [from, to].into_iter().for_each(|cell| free.block(cell));
            moves.pop();
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::super::small_boards::{can_be_cleared, small_board};
    use super::*;
    use crate::puzzle::Puzzle;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn what_is_safe_spoils_no_board() {
        let mut rng = ChaCha8Rng::seed_from_u64(12);
        let (mut played, mut clearable) = (0, 0);
        for _ in 0..1500 {
            let board = small_board(&mut rng, Vec::new());
            let mut end = board.clone();
            for m in moves(&board) {
                end.play(m).unwrap();
                played += 1;
            }
            let before = can_be_cleared(&board);
            assert_eq!(can_be_cleared(&end), before, "{board}");
            clearable += usize::from(before);
        }
        assert!(played > 1000 && (300..1400).contains(&clearable), "{played} {clearable}");
    }

    #[test]
    fn nothing_is_safe_where_tiles_shift_or_the_program_refuses() {
        let mut rng = ChaCha8Rng::seed_from_u64(13);
        let shifting = small_board(&mut rng, vec![super::super::super::rules::Shift::Down]);
        assert_eq!(moves(&shifting), []);
        let rules = std::sync::Arc::new(super::super::super::rules::Rules::preset("shisen-sho").unwrap());
        let board = Board::parse(&rules, "AABB").unwrap();
        assert_eq!(moves(&board).len(), 2);
        let refused = [Cell::new(0, 0), Cell::new(0, 1)];
        assert_eq!(moves(&board.without_pairs([refused])).len(), 1);
    }
}
