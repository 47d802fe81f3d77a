//! Positions as the beam keeps them: what stands in each cell, as numbers.

use super::super::super::path::Lines;
use super::super::super::position::Board;
use super::super::super::shift;
use super::super::super::symbols::is_tile;
use crate::grid::{Cell, Symbol};
use std::collections::BTreeMap;

/// What stands in a cell: 0 for nothing, else a kind's number. Stones stand in no list.
pub(super) type Content = u16;
/// Two cells of equal tiles that a path joins, by their numbers in row order.
pub(super) type Pair = (u16, u16);

/// A cell that holds something else after a removal.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    pub(super) cell: u16,
    pub(super) was: Content,
    pub(super) is: Content,
}

/// What stays the same for a whole search.
pub(super) struct Table {
    pub(super) cols: usize,
    /// The cell of each number: to divide for it takes longer than to look.
    places: Vec<Cell>,
    /// Stones alone.
    pub(super) empty: Lines,
    /// The lanes of all shifts, in the order in which they are packed, as numbers of cells.
    lanes: Vec<Vec<u16>>,
    /// The lane of each cell, where there is one shift alone: then a removal disturbs the lanes of its two cells only.
    lane_of: Option<Vec<Option<u16>>>,
    /// Where each kind's tiles are listed; the list of kind k ends where that of k + 1 starts.
    pub(super) starts: Vec<usize>,
    pub(super) kinds: usize,
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
        let places = board.tiles().enumerate().map(|(cell, _)| cell).collect();
        let refused = board.refused().iter().map(|[from, to]| (number(from), number(to))).collect();
        (Self { cols, places, empty, lanes, lane_of, starts, kinds, refused }, cells)
    }

    /// The cell of a number.
    pub(super) fn cell(&self, number: u16) -> Cell {
        self.places[usize::from(number)]
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

    /// The position after a removal, and what is other about it than before.
    pub(super) fn play_noting(
        &self,
        before: &[Content],
        after: &mut [Content],
        pair: Pair,
        is_settled: bool,
        changes: &mut Vec<Change>,
    ) {
        after.copy_from_slice(before);
        self.play(after, pair, is_settled);
        changes.clear();
        let mut note = |cell: u16| {
            let (was, is) = (before[usize::from(cell)], after[usize::from(cell)]);
            if was != is {
                changes.push(Change { cell, was, is });
            }
        };
        match &self.lane_of {
            Some(lane_of) if is_settled => {
                let lanes = [pair.0, pair.1].map(|cell| lane_of[usize::from(cell)]);
                for (cell, lane) in [pair.0, pair.1].into_iter().zip(lanes) {
                    match lane {
                        None => note(cell),
                        Some(lane) if cell == pair.0 || lanes[0] != lanes[1] => {
                            self.lanes[usize::from(lane)].iter().for_each(|&cell| note(cell));
                        }
                        Some(_) => {}
                    }
                }
            }
            _ => (0..before.len() as u16).for_each(note),
        }
    }

    /// A number that tells positions apart: one for each content of each cell, all put together (Zobrist 1970).
    pub(super) fn hash(&self, cells: &[Content]) -> u64 {
        (0_u16..).zip(cells).fold(0, |hash, (cell, &content)| hash ^ of_content(cell, content))
    }
}

/// The number of a position after changes.
pub(super) fn hash_after(hash: u64, changes: &[Change]) -> u64 {
    changes
        .iter()
        .fold(hash, |hash, change| hash ^ of_content(change.cell, change.was) ^ of_content(change.cell, change.is))
}

fn of_content(cell: u16, content: Content) -> u64 {
    if content == 0 { 0 } else { mixed(u64::from(cell) << 16 | u64::from(content)) }
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
