//! Boards small enough that all their positions can be gone through, for tests.

use super::super::position::Board;
use super::super::rules::{Rules, Shift, Split};
use crate::grid::{Cell, Grid, Symbol};
use crate::puzzle::Puzzle;
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::collections::HashSet;
use std::sync::Arc;

/// Whether some line of play removes all that can be paired: by going through all positions.
pub(super) fn can_be_cleared(board: &Board) -> bool {
    leads_to(board, odd(board), &mut HashSet::new())
}

fn leads_to(board: &Board, odd: usize, seen: &mut HashSet<Board>) -> bool {
    if board.left() == odd {
        return true;
    }
    if !seen.insert(board.clone()) {
        return false;
    }
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    moves.into_iter().any(|m| {
        let mut next = board.clone();
        next.play(m).is_ok() && leads_to(&next, odd, seen)
    })
}

/// How many kinds have a tile that must stay.
pub(super) fn odd(board: &Board) -> usize {
    board.counts().values().filter(|count| *count % 2 == 1).count()
}

/// Up to 14 tiles of kinds of 2 to 8, odd numbers among them, with holes and stones.
pub(super) fn small_board(rng: &mut ChaCha8Rng, shifts: Vec<Shift>) -> Board {
    let rules = Rules { ring: rng.random_bool(0.5), shifts, split: Split::Floor };
    let (rows, cols) = (rng.random_range(2..5), rng.random_range(3..6));
    let most = (rows * cols).min(14);
    let most_copies = [2, 4, 6, 8][rng.random_range(0..4)];
    let mut symbols = Vec::new();
    for kind in 'A'.. {
        let copies = if rng.random_bool(0.3) {
            rng.random_range(1..=most_copies)
        } else {
            2 * rng.random_range(1..=most_copies / 2)
        };
        if symbols.len() + copies > most || rng.random_bool(0.05) {
            break;
        }
        symbols.extend(std::iter::repeat_n(Symbol::from_char(kind).unwrap(), copies));
    }
    let stones = rng.random_bool(0.4);
    while symbols.len() < rows * cols {
        let is_stone = stones && rng.random_bool(0.7);
        symbols.push(if is_stone { Symbol::from_char('#').unwrap() } else { Symbol::EMPTY });
    }
    symbols.shuffle(rng);
    let tiles = Grid::from_fn(rows, cols, |cell: Cell| symbols[cell.row * cols + cell.col]);
    Board::from_symbols(&Arc::new(rules), &tiles).unwrap()
}
