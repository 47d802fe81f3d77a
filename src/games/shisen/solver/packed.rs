//! The engine's state: which tiles are left of each kind and where they stand, with nothing allocated from move to move.

use super::super::path::Lines;
use super::super::position::{Board, Move, is_tile};
use super::super::shift;
use crate::grid::{Cell, Symbol};
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
        (Self { cols, kinds, lanes, lane_of }, packed)
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

    /// The tiles of all kinds, to be put in another order within a kind.
    pub(super) fn tiles_mut(&mut self, table: &Table, kind: usize) -> &mut [u16] {
        let start = table.kinds[kind].start;
        &mut self.left[start..start + self.counts[kind]]
    }

    /// The first pair of a kind's tiles, as places in its list, that a path joins.
    pub(super) fn joined_pair(&self, table: &Table, kind: usize) -> Option<(usize, usize)> {
        let start = table.kinds[kind].start;
        let tiles = &self.left[start..start + self.counts[kind]];
        tiles.iter().enumerate().find_map(|(first, &tile)| {
            let from = self.cells[usize::from(tile)];
            let joined = |&other: &u16| self.free.joins(from, self.cells[usize::from(other)]);
            tiles[first + 1..].iter().position(joined).map(|after| (first, first + 1 + after))
        })
    }

    /// Whether any two tiles, equal or not, are joined: then the tiles could be dealt anew so that a pair can go.
    pub(super) fn joins_any(&self, table: &Table) -> bool {
        let left = (0..table.kinds()).flat_map(|kind| {
            let start = table.kinds[kind].start;
            &self.left[start..start + self.counts[kind]]
        });
        let cells: Vec<Cell> = left.map(|&tile| self.cells[usize::from(tile)]).collect();
        cells.iter().enumerate().any(|(index, &from)| cells[index + 1..].iter().any(|&to| self.free.joins(from, to)))
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
