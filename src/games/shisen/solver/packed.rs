//! The engine's state: which tiles are left of each kind and where they stand, with nothing allocated from move to move.

use super::super::path::Lines;
use super::super::position::{Board, Move};
use super::super::shift;
use super::super::symbols::is_tile;
use crate::grid::{Cell, Symbol};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::ops::Range;

/// What an empty cell holds.
const NO_TILE: u16 = u16::MAX;

/// What stays the same for a whole search.
pub(super) struct Table {
    cols: usize,
    /// Where each kind's tiles are in [`Packed::left`].
    kinds: Vec<Range<usize>>,
    /// The lanes of all shifts, in the order in which they are packed.
    lanes: Vec<Vec<Cell>>,
    /// The lane of each cell, where there is one shift alone: then a removal disturbs the lanes of its two cells only.
    lane_of: Option<Vec<Option<usize>>>,
    /// Pairs of tiles that the program does not take.
    refused: Vec<[u16; 2]>,
}

/// A position.
#[derive(Clone)]
pub(super) struct Packed {
    /// Where each tile stands.
    cells: Vec<Cell>,
    /// The tile on each cell; kept where the rules name a shift.
    on: Vec<u16>,
    /// Tiles by kind; of each kind's range the first [`count`](Self::count) are left.
    left: Vec<u16>,
    counts: Vec<usize>,
    free: Lines,
    /// Whether the shifts were applied once: before, holes of the start may be anywhere.
    is_settled: bool,
}

impl Table {
    /// A board for the engine.
    pub(super) fn pack(board: &Board) -> (Self, Packed) {
        let (cols, cells) = (board.cols(), board.rows() * board.cols());
        let mut by_kind: BTreeMap<Symbol, Vec<Cell>> = BTreeMap::new();
        for (cell, symbol) in board.tiles().enumerate().filter(|(_, symbol)| is_tile(**symbol)) {
            by_kind.entry(*symbol).or_default().push(cell);
        }
        let mut kinds = Vec::new();
        let mut tiles = Vec::new();
        for cells in by_kind.into_values() {
            kinds.push(tiles.len()..tiles.len() + cells.len());
            tiles.extend(cells);
        }
        let lanes: Vec<Vec<Cell>> = board.lanes().iter().flatten().cloned().collect();
        let lane_of = (board.lanes().len() == 1).then(|| {
            let mut lane_of = vec![None; cells];
            for (number, lane) in lanes.iter().enumerate() {
                lane.iter().for_each(|cell| lane_of[cell.row * cols + cell.col] = Some(number));
            }
            lane_of
        });
        let mut on = vec![NO_TILE; cells];
        for (tile, cell) in tiles.iter().enumerate() {
            on[cell.row * cols + cell.col] = tile as u16;
        }
        let packed = Packed {
            on,
            left: (0..tiles.len() as u16).collect(),
            cells: tiles,
            counts: kinds.iter().map(ExactSizeIterator::len).collect(),
            free: board.free().clone(),
            is_settled: false,
        };
        let tile = |cell: Cell| packed.on[cell.row * cols + cell.col];
        let refused = board.refused().iter().map(|pair| pair.map(tile)).collect();
        (Self { cols, kinds, lanes, lane_of, refused }, packed)
    }

    fn may_be_taken(&self, tile: u16, other: u16) -> bool {
        !self.refused.iter().any(|pair| *pair == [tile, other] || *pair == [other, tile])
    }

    /// Whether tiles shift after a removal. Where they do not, a removal only opens paths.
    pub(super) fn shifts(&self) -> bool {
        !self.lanes.is_empty()
    }

    /// How many kinds there were at the start.
    pub(super) fn kinds(&self) -> usize {
        self.kinds.len()
    }
}

impl Packed {
    /// Takes over another position of the same board, without a new allocation.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.cells.clone_from(&other.cells);
        self.on.clone_from(&other.on);
        self.left.clone_from(&other.left);
        self.counts.clone_from(&other.counts);
        self.free.copy_from(&other.free);
        self.is_settled = other.is_settled;
    }

    /// How many tiles of a kind are left.
    pub(super) fn count(&self, kind: usize) -> usize {
        self.counts[kind]
    }

    /// The tiles that are left of a kind.
    fn tiles(&self, table: &Table, kind: usize) -> &[u16] {
        let start = table.kinds[kind].start;
        &self.left[start..start + self.counts[kind]]
    }

    /// The same, to be put in another order.
    pub(super) fn tiles_mut(&mut self, table: &Table, kind: usize) -> &mut [u16] {
        let start = table.kinds[kind].start;
        &mut self.left[start..start + self.counts[kind]]
    }

    /// The first pair of a kind's tiles, as places in its list, that a path joins.
    pub(super) fn joined_pair(&self, table: &Table, kind: usize) -> Option<(usize, usize)> {
        let tiles = self.tiles(table, kind);
        let reach = |tile: u16| self.free.reach(self.cells[usize::from(tile)]);
        tiles.iter().enumerate().find_map(|(first, &tile)| {
            let from = reach(tile);
            let joined = |&other: &u16| from.joins(&reach(other), &self.free) && table.may_be_taken(tile, other);
            tiles[first + 1..].iter().position(joined).map(|after| (first, first + 1 + after))
        })
    }

    /// Deals the tiles that are left anew to the cells that they stand in.
    pub(super) fn deal_anew(&mut self, table: &Table, rng: &mut ChaCha8Rng) {
        let left: Vec<u16> = (0..table.kinds()).flat_map(|kind| self.tiles(table, kind)).copied().collect();
        let mut cells: Vec<Cell> = left.iter().map(|&tile| self.cells[usize::from(tile)]).collect();
        cells.shuffle(rng);
        for (tile, cell) in left.into_iter().zip(cells) {
            self.cells[usize::from(tile)] = cell;
            self.on[cell.row * table.cols + cell.col] = tile;
        }
    }

    /// Removes a pair of a kind by its places in the kind's list, `first < second`, and shifts the others.
    pub(super) fn remove(&mut self, table: &Table, kind: usize, (first, second): (usize, usize)) -> Move {
        let start = table.kinds[kind].start;
        let ends = [first, second].map(|place| self.cells[usize::from(self.left[start + place])]);
        for place in [second, first] {
            self.counts[kind] -= 1;
            self.left.swap(start + place, start + self.counts[kind]);
        }
        for cell in ends {
            self.free.free(cell);
            self.on[cell.row * table.cols + cell.col] = NO_TILE;
        }
        if table.shifts() {
            self.shift(table, ends);
        }
        Move { from: ends[0], to: ends[1] }
    }

    fn shift(&mut self, table: &Table, removed: [Cell; 2]) {
        match &table.lane_of {
            Some(lane_of) if self.is_settled => {
                let lanes = removed.map(|cell| lane_of[cell.row * table.cols + cell.col]);
                let second = lanes[1].filter(|_| lanes[0] != lanes[1]);
                for lane in [lanes[0], second].into_iter().flatten() {
                    self.pack(table, &table.lanes[lane]);
                }
            }
            _ => table.lanes.iter().for_each(|lane| self.pack(table, lane)),
        }
        self.is_settled = true;
    }

    fn pack(&mut self, table: &Table, lane: &[Cell]) {
        let at = |cell: Cell| cell.row * table.cols + cell.col;
        let is_tile = |packed: &Self, cell| packed.on[at(cell)] != NO_TILE;
        shift::pack(lane, self, is_tile, |packed, from, to| {
            let tile = std::mem::replace(&mut packed.on[at(from)], NO_TILE);
            packed.on[at(to)] = tile;
            packed.cells[usize::from(tile)] = to;
            packed.free.free(from);
            packed.free.block(to);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::generate::{self, Deal, Spec};
    use super::super::super::rules::{Rules, Shift, Split};
    use super::*;
    use crate::puzzle::Puzzle;
    use proptest::prelude::*;
    use std::sync::Arc;

    proptest! {
        #[test]
        fn the_engine_and_the_referee_play_the_same_game(
            ring: bool, shifts in prop::collection::vec(0..Shift::ALL.len(), 0..3), ceil: bool, seed: u64,
            holes in prop::collection::vec((0usize..6, 0usize..8, any::<bool>()), 0..20),
            choices in prop::collection::vec(0usize..100, 30)
        ) {
            let shifts = shifts.into_iter().map(|index| Shift::ALL[index]).collect();
            let rules = Arc::new(Rules { ring, shifts, split: if ceil { Split::Ceil } else { Split::Floor } });
            let spec = Spec { rows: 6, cols: 8, kinds: Some(6), deal: Deal::Random, ..Spec::default() };
            let mut tiles = generate::board(&rules, &spec, seed, 0).unwrap().symbols();
            for (row, col, is_stone) in holes {
                tiles[Cell::new(row, col)] = if is_stone { Symbol::from_char('#').unwrap() } else { Symbol::EMPTY };
            }
            let mut board = Board::from_symbols(&rules, &tiles).unwrap();
            let (table, mut packed) = Table::pack(&board);
            for choice in choices {
                let kinds = table.kinds();
                let found = (0..kinds).map(|kind| (kind + choice) % kinds).find_map(|kind| {
                    packed.joined_pair(&table, kind).map(|pair| (kind, pair))
                });
                prop_assert_eq!(found.is_some(), board.has_move());
                let Some((kind, pair)) = found else { break };
                let m = packed.remove(&table, kind, pair);
                prop_assert!(board.play(m).is_ok(), "{}", m);
                let left = (0..kinds).flat_map(|kind| packed.tiles(&table, kind));
                let mut standing: Vec<Cell> = left.map(|&tile| packed.cells[usize::from(tile)]).collect();
                standing.sort_unstable();
                let tiles = board.tiles().enumerate().filter(|(_, symbol)| is_tile(**symbol));
                prop_assert_eq!(standing, tiles.map(|(cell, _)| cell).collect::<Vec<_>>());
            }
        }
    }
}
