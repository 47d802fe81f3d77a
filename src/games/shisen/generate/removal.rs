//! Deals that can be cleared, built from the removal of all tiles.

use super::{Spec, TRIES, cells};
use crate::games::shisen::path::Lines;
use crate::games::shisen::rules::Rules;
use crate::games::shisen::shift::{self, Lane};
use crate::grid::{Cell, Grid};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// All cells but those of stones, which chance places, in pairs such that a board that is equal within each pair can be cleared:
/// a board whose tiles are all alike is played to its end, and each tile that goes is noted with the cell that it started from.
/// In the order of removal.
pub(super) fn pairs_to_remove(rules: &Rules, spec: &Spec, rng: &mut ChaCha8Rng) -> Option<Vec<[Cell; 2]>> {
    (0..TRIES).find_map(|_| {
        let stones = stones(spec, rng);
        let lanes = shift::lanes(rules, &stones);
        Alike::new(rules, &stones).clear(&lanes, rng)
    })
}

fn stones(spec: &Spec, rng: &mut ChaCha8Rng) -> Grid<bool> {
    let mut stones = Grid::from_fn(spec.rows, spec.cols, |_| false);
    if spec.stones > 0 {
        let mut cells = cells(spec);
        cells.shuffle(rng);
        cells[..spec.stones].iter().for_each(|&cell| stones[cell] = true);
    }
    stones
}

/// A board whose tiles are all alike; each knows the cell that it started from.
struct Alike {
    started: Grid<Option<Cell>>,
    free: Lines,
}

impl Alike {
    fn new(rules: &Rules, stones: &Grid<bool>) -> Self {
        let mut free = Lines::new(stones.rows(), stones.cols(), rules.ring);
        stones.enumerate().for_each(|(cell, _)| free.block(cell));
        let started = Grid::from_fn(stones.rows(), stones.cols(), |cell| (!stones[cell]).then_some(cell));
        Self { started, free }
    }

    /// Removes pairs by chance until nothing is left, or no pair can go.
    fn clear(mut self, lanes: &[Vec<Lane>], rng: &mut ChaCha8Rng) -> Option<Vec<[Cell; 2]>> {
        let mut pairs = Vec::new();
        loop {
            let tiles = self.started.enumerate().filter(|(_, tile)| tile.is_some());
            let mut left: Vec<Cell> = tiles.map(|(cell, _)| cell).collect();
            if left.is_empty() {
                return Some(pairs);
            }
            left.shuffle(rng);
            let pair = left.iter().enumerate().find_map(|(place, &from)| {
                let joined: Vec<Cell> =
                    left[place + 1..].iter().copied().filter(|&to| self.free.joins(from, to)).collect();
                (!joined.is_empty()).then(|| [from, joined[rng.random_range(0..joined.len())]])
            })?;
            pairs.extend(self.remove(pair));
            for lane in lanes.iter().flatten() {
                shift::pack(lane, &mut self, |alike, cell| alike.started[cell].is_some(), Self::carry);
            }
        }
    }

    /// Takes a pair away: the cells that its tiles started from.
    fn remove(&mut self, [from, to]: [Cell; 2]) -> Option<[Cell; 2]> {
        self.free.free(from);
        self.free.free(to);
        Some([self.started[from].take()?, self.started[to].take()?])
    }

    fn carry(&mut self, from: Cell, to: Cell) {
        self.started[to] = self.started[from].take();
        self.free.free(from);
        self.free.block(to);
    }
}
