//! The tiles that are left, dealt anew to the cells that they stand in.

use super::position::{Board, is_tile};
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
