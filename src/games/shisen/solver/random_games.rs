//! Games of chance, by which the difficulty of a board is rated.

use super::super::position::Board;
use super::packed::Table;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// How many of so many games remove all tiles, in which each move is a pair of a kind by chance among those that can go.
#[must_use]
pub fn cleared(board: &Board, games: usize, seed: u64) -> usize {
    let (table, start) = Table::pack(board);
    let mut position = start.clone();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut clears = || {
        position.copy_from(&start);
        position.play_by_chance(&table, &mut rng) == 0
    };
    (0..games).filter(|_| clears()).count()
}
