//! Boards by rules of every kind, and a referee that plays them step by step.

use super::{Board, Closing, Gravity, Rules, generate, position, rules_file};
use crate::grid::Cell;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;

/// Rules with every gravity, every closing that goes with it, both least groups, with and without inert tiles.
fn any_rules() -> impl Strategy<Value = Arc<Rules>> {
    (0usize..4, 0usize..3, 1usize..3, any::<bool>()).prop_map(|(gravity, closing, least, has_inert)| {
        let gravity = Gravity::ALL[gravity];
        let closing = gravity.closings()[closing];
        let inert = if has_inert { "#x" } else { "" };
        let text = format!(
            "preset = 'samegame'\nmin_group = {least}\nsingle = 1\ngravity = '{}'\ncolumns_close = '{}'\ninert = '{inert}'",
            gravity.name(),
            closing.name()
        );
        Arc::new(rules_file::parse(&text).unwrap())
    })
}

/// Full boards by such rules with fewer than `size` rows and columns, of which some tiles are inert where the rules have such.
pub(super) fn any_board(size: usize) -> impl Strategy<Value = Board> {
    let shape = (1..size, 1..size, 1usize..5, any::<u64>());
    (any_rules(), shape).prop_map(|(rules, (rows, cols, colours, seed))| {
        let board = generate::board(&rules, (rows, cols), colours, seed, 0).unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let inert = rules.spec().inert.as_bytes();
        let tile = |tile: &Option<u8>| match rng.random_range(0..12) {
            chance if chance < inert.len() => Some(inert[chance]),
            _ => *tile,
        };
        Board::new(&rules, board.tiles().map(tile)).unwrap()
    })
}

/// A board as a second referee plays it: tile by tile and line by line, until nothing moves any more.
pub(super) struct StepByStep {
    tiles: Vec<Vec<Option<u8>>>,
    gravity: Gravity,
    closing: Closing,
}

impl StepByStep {
    pub(super) fn of(board: &Board) -> Self {
        let tiles = (0..board.rows()).map(|row| board.tiles().row(row).to_vec()).collect();
        Self { tiles, gravity: board.rules().spec().gravity, closing: board.rules().spec().columns_close }
    }

    /// The cell next to one in a direction, if it is on the board.
    fn next(&self, (row, col): (usize, usize), to: Gravity) -> Option<(usize, usize)> {
        let (row, col) = match to {
            Gravity::Down => (row + 1, col),
            Gravity::Up => (row.checked_sub(1)?, col),
            Gravity::Left => (row, col.checked_sub(1)?),
            Gravity::Right => (row, col + 1),
        };
        (row < self.tiles.len() && col < self.tiles[0].len()).then_some((row, col))
    }

    fn cells(&self) -> Vec<(usize, usize)> {
        let cols = self.tiles[0].len();
        (0..self.tiles.len()).flat_map(|row| (0..cols).map(move |col| (row, col))).collect()
    }

    /// Lets one tile fall by one cell.
    fn one_falls(&mut self) -> bool {
        for (row, col) in self.cells() {
            let below = self.next((row, col), self.gravity);
            let below = below.filter(|&(r, c)| self.tiles[row][col].is_some() && self.tiles[r][c].is_none());
            if let Some((r, c)) = below {
                self.tiles[r][c] = self.tiles[row][col].take();
                return true;
            }
        }
        false
    }

    /// Moves one line by one place into an empty one.
    fn one_closes(&mut self) -> bool {
        let is_vertical = matches!(self.gravity, Gravity::Down | Gravity::Up);
        let (depth, lines) = (self.tiles.len(), self.tiles[0].len());
        let (depth, lines) = if is_vertical { (depth, lines) } else { (lines, depth) };
        let at = |line: usize, place: usize| if is_vertical { (place, line) } else { (line, place) };
        let is_empty = |this: &Self, line| (0..depth).map(|p| at(line, p)).all(|(r, c)| this.tiles[r][c].is_none());
        for from in 0..lines {
            let to = match self.closing {
                Closing::Left | Closing::Top => from.checked_sub(1),
                Closing::Right | Closing::Bottom => Some(from + 1),
                // Lines 0 and 1 of 4 or 5 are one half, the others the other half.
                Closing::Centre if from < lines / 2 => Some(from + 1).filter(|&to| to < lines / 2),
                Closing::Centre => from.checked_sub(1).filter(|&to| to >= lines / 2),
            };
            if let Some(to) = to.filter(|&to| to < lines && is_empty(self, to) && !is_empty(self, from)) {
                for place in 0..depth {
                    let ((r, c), (to_row, to_col)) = (at(from, place), at(to, place));
                    self.tiles[to_row][to_col] = self.tiles[r][c].take();
                }
                return true;
            }
        }
        false
    }

    /// Removes a group and waits until all is at rest.
    pub(super) fn play(&mut self, group: &[Cell]) -> String {
        for cell in group {
            self.tiles[cell.row][cell.col] = None;
        }
        while self.one_falls() || self.one_closes() {}
        let rows: Vec<String> = self.tiles.iter().map(|row| position::row_text(row)).collect();
        rows.join("\n")
    }
}
