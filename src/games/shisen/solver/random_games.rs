//! Games of chance, by which the difficulty of a board is rated.

use super::super::position::Board;
use super::packed::Table;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// How many of so many games remove all tiles, in which each move is a pair of a kind by chance among those that can go.
#[must_use]
pub fn cleared(board: &Board, games: usize, seed: u64) -> usize {
    let (table, start) = Table::pack(board);
    let mut position = start.clone();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut order: Vec<usize> = Vec::new();
    let mut clears = |_: &usize| {
        position.copy_from(&start);
        order.clear();
        order.extend(0..table.kinds());
        order.iter().for_each(|&kind| position.tiles_mut(&table, kind).shuffle(&mut rng));
        order.shuffle(&mut rng);
        while !order.is_empty() {
            let first = rng.random_range(0..order.len());
            let mut places = (first..order.len()).chain(0..first);
            let found = places.find_map(|place| Some((place, position.joined_pair(&table, order[place])?)));
            let Some((place, pair)) = found else { break };
            position.remove(&table, order[place], pair);
            if position.count(order[place]) == 0 {
                order.swap_remove(place);
            }
        }
        order.is_empty()
    };
    (0..games).filter(|game| clears(game)).count()
}
