//! Positions as the beam keeps them: what stands in each cell, as numbers.

use super::super::super::path::{Lines, Reach};
use super::super::super::position::{Board, is_tile};
use super::super::super::shift;
use crate::grid::{Cell, Symbol};
use std::collections::BTreeMap;

/// What stands in a cell: 0 for nothing, else a kind's number. Stones stand in no list.
pub(super) type Content = u16;
/// Two cells of equal tiles that a path joins, by their numbers in row order.
pub(super) type Pair = (u16, u16);

/// What stays the same for a whole search.
pub(super) struct Table {
    cols: usize,
    /// Stones alone.
    empty: Lines,
    /// The lanes of all shifts, in the order in which they are packed, as numbers of cells.
    lanes: Vec<Vec<u16>>,
    /// The lane of each cell, where there is one shift alone: then a removal disturbs the lanes of its two cells only.
    lane_of: Option<Vec<Option<u16>>>,
    /// Where each kind's tiles are listed; the list of kind k ends where that of k + 1 starts.
    starts: Vec<usize>,
    kinds: usize,
    /// Pairs that the program does not take, as cells of the first position: tiles are not followed from there.
    pub(super) refused: Vec<Pair>,
}

impl Table {
    /// A board for the beam.
    pub(super) fn of(board: &Board) -> (Self, Vec<Content>) {
        let (rows, cols) = (board.rows(), board.cols());
        let counts = board.counts();
        let numbers: BTreeMap<Symbol, Content> = counts.keys().copied().zip(1..).collect();
        let cells: Vec<Content> =
            board.tiles().iter().map(|symbol| numbers.get(symbol).copied().unwrap_or(0)).collect();
        let mut empty = board.free().clone();
        board.tiles().enumerate().filter(|(_, symbol)| is_tile(**symbol)).for_each(|(cell, _)| empty.free(cell));
        let number = |cell: &Cell| (cell.row * cols + cell.col) as u16;
        let lanes: Vec<Vec<u16>> =
            board.lanes().iter().flatten().map(|lane| lane.iter().map(number).collect()).collect();
        let lane_of = (board.lanes().len() == 1).then(|| {
            let mut lane_of = vec![None; rows * cols];
            for (lane, cells) in (0..).zip(&lanes) {
                cells.iter().for_each(|&cell| lane_of[usize::from(cell)] = Some(lane));
            }
            lane_of
        });
        let mut starts = vec![0, 0];
        for count in counts.values() {
            starts.push(starts[starts.len() - 1] + count);
        }
        let kinds = counts.len();
        let refused = board.refused().iter().map(|[from, to]| (number(from), number(to))).collect();
        (Self { cols, empty, lanes, lane_of, starts, kinds, refused }, cells)
    }

    /// The cell of a number.
    pub(super) fn cell(&self, number: u16) -> Cell {
        let number = usize::from(number);
        Cell::new(number / self.cols, number % self.cols)
    }

    /// Removes a pair and lets the others shift. Unless `is_settled`, holes of the start may be anywhere.
    pub(super) fn play(&self, cells: &mut [Content], (from, to): Pair, is_settled: bool) {
        cells[usize::from(from)] = 0;
        cells[usize::from(to)] = 0;
        match &self.lane_of {
            Some(lane_of) if is_settled => {
                let lanes = [from, to].map(|cell| lane_of[usize::from(cell)]);
                let second = lanes[1].filter(|_| lanes[0] != lanes[1]);
                for lane in [lanes[0], second].into_iter().flatten() {
                    pack(&self.lanes[usize::from(lane)], cells);
                }
            }
            _ => self.lanes.iter().for_each(|lane| pack(lane, cells)),
        }
    }

    /// A number that tells positions apart: one for each content of each cell, all put together (Zobrist 1970).
    pub(super) fn hash(&self, cells: &[Content]) -> u64 {
        let standing = (0_u64..).zip(cells).filter(|(_, content)| **content != 0);
        standing.fold(0, |hash, (cell, &content)| hash ^ mixed(cell << 16 | u64::from(content)))
    }
}

/// A number whose bits all depend on all bits of another one (the last steps of SplitMix64, Steele et al. 2014).
fn mixed(number: u64) -> u64 {
    let number = (number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}

fn pack(lane: &[u16], cells: &mut [Content]) {
    shift::pack(
        lane,
        cells,
        |cells, cell| cells[usize::from(cell)] != 0,
        |cells, from, to| {
            cells[usize::from(to)] = std::mem::take(&mut cells[usize::from(from)]);
        },
    );
}

/// A position that is looked at: what is free and where each kind's tiles are.
pub(super) struct View {
    free: Lines,
    /// Cells by kind, and how many there are of each.
    tiles: Vec<u16>,
    counts: Vec<usize>,
    reaches: Vec<Reach>,
}

/// What a position is worth is told from these.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Features {
    /// Pairs that can go.
    pub(super) pairs: usize,
    /// Kinds of which a pair can go.
    pub(super) playable: usize,
    /// Kinds of which two or more tiles are left, and none can go.
    pub(super) blocked: usize,
    /// Kinds of which all tiles are part of a pair that can go.
    pub(super) whole: usize,
}

impl View {
    pub(super) fn new(table: &Table) -> Self {
        let tiles = table.starts[table.starts.len() - 1];
        Self { free: table.empty.clone(), tiles: vec![0; tiles], counts: vec![0; table.kinds + 1], reaches: Vec::new() }
    }

    /// Looks at a position.
    pub(super) fn load(&mut self, table: &Table, cells: &[Content]) {
        self.free.copy_from(&table.empty);
        self.counts.fill(0);
        for (row, contents) in cells.chunks_exact(table.cols).enumerate() {
            for (col, &content) in contents.iter().enumerate().filter(|(_, content)| **content != 0) {
                let kind = usize::from(content);
                self.tiles[table.starts[kind] + self.counts[kind]] = (row * table.cols + col) as u16;
                self.counts[kind] += 1;
                self.free.block(Cell::new(row, col));
            }
        }
    }

    /// Lists the pairs that can go.
    pub(super) fn pairs(&mut self, table: &Table, pairs: &mut Vec<Pair>) -> Features {
        let mut features = Features::default();
        pairs.clear();
        for (kind, &count) in self.counts.iter().enumerate().skip(1).filter(|(_, count)| **count > 1) {
            let tiles = &self.tiles[table.starts[kind]..table.starts[kind] + count];
            let free = &self.free;
            self.reaches.clear();
            self.reaches.extend(tiles.iter().map(|&tile| free.reach(table.cell(tile))));
            let before = pairs.len();
            let mut part_of = 0_u64;
            for (first, from) in self.reaches.iter().enumerate() {
                for (second, to) in self.reaches.iter().enumerate().skip(first + 1) {
                    if from.joins(to, free) {
                        part_of |= 1 << (first % 64) | 1 << (second % 64);
                        pairs.push((tiles[first], tiles[second]));
                    }
                }
            }
            let is_playable = pairs.len() > before;
            features.playable += usize::from(is_playable);
            features.blocked += usize::from(!is_playable);
            features.whole += usize::from(part_of.count_ones() as usize == count.min(64));
        }
        features.pairs = pairs.len();
        features
    }
}
