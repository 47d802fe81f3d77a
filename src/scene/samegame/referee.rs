//! Stand-in until the rules land.
use super::motion::{Motion, group};
use crate::grid::{Cell, Grid, Symbol};
use rand::{RngExt, SeedableRng};

#[derive(Clone, Debug)]
pub(super) struct Referee {
    pub(super) grid: Grid<Symbol>,
}

impl Referee {
    pub(super) fn deal(rows: usize, cols: usize, seed: u64, index: usize) -> Self {
        let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(seed + index as u64 * 7919);
        let letters = ['R', 'G', 'B', 'Y', 'P'];
        Self {
            grid: Grid::from_fn(rows, cols, |_| {
                Symbol::from_char(letters[rng.random_range(0..5)]).unwrap_or(Symbol::EMPTY)
            }),
        }
    }
    pub(super) fn play(&mut self, cell: Cell) -> Option<i64> {
        let g = group(&self.grid, cell);
        if g.len() < 2 {
            return None;
        }
        let motion = Motion::new(&self.grid, &g);
        let mut after = self.grid.map(|_| Symbol::EMPTY);
        for t in motion.tiles(1.0) {
            after[Cell::new(t.row as usize, t.col as usize)] = t.symbol;
        }
        self.grid = after;
        Some(5 * (g.len() * g.len()) as i64)
    }
    pub(super) fn is_over(&self) -> bool {
        !self.grid.enumerate().any(|(c, _)| group(&self.grid, c).len() > 1)
    }
    pub(super) fn bonus(&self) -> i64 {
        let left = self.left() as i64;
        if left < 10 { 2000 - 20 * left * left } else { 0 }
    }
    pub(super) fn left(&self) -> usize {
        self.grid.iter().filter(|s| **s != Symbol::EMPTY).count()
    }
    pub(super) fn can_remove(&self, cell: Cell) -> bool {
        group(&self.grid, cell).len() > 1
    }
}
