//! Random boards from a seed.

use super::formula::MAX_TILES;
use super::position::Board;
use super::rules::Rules;
use crate::grid::Grid;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;

/// Symbols of the colours in the order in which they are used: those of PopStar first.
pub const COLOURS: &[u8] = b"RGBYPOCMTWKLSNDAEFHIJQUVXZ123456789";

/// A full board whose every tile is drawn from `colours` colours with equal chances, none of them inert. `index` tells
/// the boards of one seed apart.
///
/// # Errors
/// The number that cannot be met and those that can.
pub fn board(
    rules: &Arc<Rules>,
    (rows, cols): (usize, usize),
    colours: usize,
    seed: u64,
    index: u64,
) -> Result<Board, String> {
    let known: Vec<u8> = COLOURS.iter().copied().filter(|colour| !rules.is_inert(*colour)).collect();
    if !(1..=known.len()).contains(&colours) {
        return Err(format!("--colours {colours}: a board has 1 to {} colours", known.len()));
    }
    if rows == 0 || cols == 0 || rows.saturating_mul(cols) > MAX_TILES {
        return Err(format!("--size {cols}x{rows}: a board has 1 to {MAX_TILES} cells"));
    }
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(index);
    let tiles = Grid::from_fn(rows, cols, |_| Some(known[rng.random_range(0..colours)]));
    let whole =
        |problems: Vec<crate::puzzle::Problem>| problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    Board::new(rules, tiles).map_err(whole)
}
