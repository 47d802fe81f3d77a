//! The tiles that are left, dealt anew to the cells that they stand in.

use super::position::Board;
use super::symbols::is_tile;
use crate::grid::{Cell, Symbol};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// How often tiles are dealt anew before it is given up.
pub const TRIES: usize = 20;

/// Why tiles could not be dealt anew.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ShuffleError {
    /// There is no pair to be joined.
    #[error("no two of the {left} tiles left are equal, so no shuffle can help: the game is over")]
    NoPair {
        /// Tiles left.
        left: usize,
    },
    /// None of the tries left a move.
    #[error("{TRIES} shuffles of the {left} tiles left gave no board with a move (seed {seed}): try another seed")]
    NoMove {
        /// Tiles left.
        left: usize,
        /// The seed that was tried.
        seed: u64,
    },
}

/// A board with the same tiles in the same cells, dealt by chance so that a pair can go. Empty cells and stones stay.
///
/// # Errors
/// No two tiles are equal, or [`TRIES`] deals gave no board with a move.
pub fn shuffle(board: &Board, seed: u64) -> Result<Board, ShuffleError> {
    let left = board.left();
    if board.counts().values().all(|&count| count < 2) {
        return Err(ShuffleError::NoPair { left });
    }
    let tiles = board.tiles().enumerate().filter(|(_, symbol)| is_tile(**symbol));
    let (cells, mut symbols): (Vec<Cell>, Vec<Symbol>) = tiles.map(|(cell, symbol)| (cell, *symbol)).unzip();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..TRIES {
        symbols.shuffle(&mut rng);
        let mut dealt = board.symbols();
        for (&cell, &symbol) in cells.iter().zip(&symbols) {
            dealt[cell] = symbol;
        }
        let dealt = board.with_tiles(dealt);
        if dealt.has_move() {
            return Ok(dealt);
        }
    }
    Err(ShuffleError::NoMove { left, seed })
}

#[cfg(test)]
mod tests {
    use super::super::rules::Rules;
    use super::*;
    use crate::puzzle::Puzzle;
    use std::sync::Arc;

    fn board(rules: &str, text: &str) -> Board {
        Board::parse(&Arc::new(Rules::preset(rules).unwrap()), text).unwrap()
    }

    #[test]
    fn only_tiles_move_and_only_among_their_cells() {
        let stuck = board("lianliankan-inside", "ABC.\nBC#A");
        assert!(!stuck.has_move());
        for seed in 0..50 {
            let dealt = shuffle(&stuck, seed).unwrap();
            assert!(dealt.has_move(), "{dealt}");
            assert_eq!(dealt.counts(), stuck.counts());
            for (cell, &symbol) in stuck.tiles().enumerate().filter(|(_, symbol)| !is_tile(**symbol)) {
                assert_eq!(dealt.tiles()[cell], symbol);
            }
            assert_eq!(shuffle(&stuck, seed).unwrap(), dealt, "the seed decides");
            assert_eq!(Board::parse(dealt.rules(), &dealt.to_string()).unwrap().has_move(), dealt.has_move());
        }
        let deals: std::collections::BTreeSet<String> =
            (0..50).map(|seed| shuffle(&stuck, seed).unwrap().to_string()).collect();
        assert!(deals.len() > 10, "{deals:?}");
    }

    #[test]
    fn what_no_shuffle_helps_is_said() {
        assert_eq!(shuffle(&board("shisen-sho", "AB#"), 0), Err(ShuffleError::NoPair { left: 2 }));
        assert_eq!(shuffle(&board("shisen-sho", ".."), 0), Err(ShuffleError::NoPair { left: 0 }));
        let apart = board("lianliankan-inside", "A#A");
        let error = shuffle(&apart, 7).unwrap_err();
        assert_eq!(error, ShuffleError::NoMove { left: 2, seed: 7 });
        assert!(error.to_string().contains("20 shuffles"), "{error}");
    }
}
