//! A board packed for search: lines of bytes, counted from where tiles come to rest, so that falling and closing are
//! copies. Where tiles fall down, lines are columns; whatever the gravity, they are called columns and rows here.
//! The referee stays [`Board`]; a property test holds the two together.

use super::super::lines::Lines;
use super::super::position::{Board, Move};
use super::super::rules::Rules;
use crate::puzzle::Gain;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;

/// What all positions of one search share.
pub(super) struct Table {
    rules: Arc<Rules>,
    lines: Lines,
    rows: usize,
    cols: usize,
    /// How many colours the first position has; tiles are 1 to this, 0 is empty, and whatever is more never matches.
    colours: usize,
    /// Where each cell stands in row order.
    order: Vec<u16>,
    /// A number for each cell and tile, whose exclusive or names a position.
    keys: Vec<u64>,
    /// How many of them a cell has.
    stride: usize,
}

/// A position: the tile at height `h` (0 at the bottom) of column `c` is at `c * rows + h`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Packed(Box<[u8]>);

impl Packed {
    /// Number of cells of the board.
    pub(super) fn cells(&self) -> usize {
        self.0.len()
    }
}

/// A group that may be removed: the index of its first tile in row order, and its number of tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) first: u16,
    pub(super) size: u16,
    /// Its first and its last column.
    cols: (usize, usize),
}

/// Working memory that lasts from position to position.
#[derive(Default)]
pub(super) struct Scratch {
    seen: Vec<u32>,
    round: u32,
    stack: Vec<u16>,
    pub(super) groups: Vec<Group>,
    /// Tiles of each colour, in all and standing alone: filled by [`Table::survey`].
    pub(super) counts: Vec<u32>,
    pub(super) alone: Vec<u32>,
    /// First and last column that the last move changed.
    changed: (usize, usize),
}

impl Table {
    /// Packs a board.
    pub(super) fn pack(board: &Board) -> (Self, Packed) {
        let lines = board.lines();
        let (rows, cols) = (lines.depth(), lines.count());
        let names = colours(board);
        let mut cells = vec![0; rows * cols].into_boxed_slice();
        let mut order = vec![0; rows * cols];
        for (number, (cell, tile)) in (0..).zip(board.tiles().enumerate()) {
            let (line, height) = lines.place(cell);
            cells[line * rows + height] = tile.map_or(0, |tile| packed_tile(&names, tile));
            order[line * rows + height] = number;
        }
        // The same numbers for every search, so that equal searches go equal ways.
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let stride = usize::from(cells.iter().copied().max().unwrap_or(0)).max(names.len()) + 1;
        let keys = (0..rows * cols * stride).map(|_| rng.random()).collect();
        let rules = Arc::clone(board.rules());
        (Self { rules, lines, rows, cols, colours: names.len(), order, keys, stride }, Packed(cells))
    }

    /// What a group pays.
    pub(super) fn gain(&self, size: usize) -> Gain {
        self.rules.group_gain(size)
    }

    /// The rules in force.
    pub(super) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The move that removes the group with this tile.
    pub(super) fn unpack(&self, index: u16) -> Move {
        Move(self.lines.cell(usize::from(index) / self.rows, usize::from(index) % self.rows))
    }

    /// A number that two equal positions share and two different ones hardly ever do.
    pub(super) fn key(&self, position: &Packed) -> u64 {
        position
            .0
            .iter()
            .enumerate()
            .filter(|(_, tile)| **tile != 0)
            .fold(0, |key, (at, &tile)| key ^ self.keys[at * self.stride + usize::from(tile)])
    }

    /// Lists the groups that may be removed, in row order of their first tiles, and counts tiles.
    pub(super) fn survey(&self, position: &Packed, scratch: &mut Scratch) {
        scratch.next_round(position.0.len());
        scratch.groups.clear();
        for counts in [&mut scratch.counts, &mut scratch.alone] {
            counts.clear();
            counts.resize(self.colours + 1, 0);
        }
        let least = self.rules.min_group();
        for start in 0..position.0.len() {
            let colour = position.0[start];
            if colour == 0 || usize::from(colour) > self.colours || scratch.seen[start] == scratch.round {
                continue;
            }
            let group = self.flood(position, start as u16, scratch, |_| ());
            scratch.counts[usize::from(colour)] += u32::from(group.size);
            if group.size == 1 {
                scratch.alone[usize::from(colour)] += 1;
            }
            if usize::from(group.size) >= least {
                scratch.groups.push(group);
            }
        }
        scratch.groups.sort_unstable_by_key(|group| self.order(group));
    }

    /// Removes the group of a tile; tiles fall and columns close. Says how many tiles went.
    pub(super) fn play(&self, position: &mut Packed, at: u16, scratch: &mut Scratch) -> usize {
        scratch.next_round(position.0.len());
        let mut gone = std::mem::take(&mut scratch.stack);
        gone.clear();
        let size = usize::from(self.flood(position, at, scratch, |index| gone.push(index)).size);
        for &index in &gone {
            position.0[usize::from(index)] = 0;
        }
        let rows = self.rows;
        let touched = |index: &u16| usize::from(*index) / rows;
        let (from, to) = (gone.iter().map(touched).min().unwrap_or(0), gone.iter().map(touched).max().unwrap_or(0));
        scratch.stack = gone;
        let mut closes = false;
        for col in from..=to {
            let column = &mut position.0[col * rows..(col + 1) * rows];
            let mut height = 0;
            for at in 0..rows {
                let tile = std::mem::take(&mut column[at]);
                if tile != 0 {
                    column[height] = tile;
                    height += 1;
                }
            }
            closes |= height == 0;
        }
        let half = self.lines.half();
        if closes {
            self.close(position, (0..half).rev());
            self.close(position, from.max(half)..self.cols);
        }
        scratch.changed = match (closes, half) {
            (false, _) => (from, to),
            (true, 0) => (from, self.cols - 1),
            (true, _) => (0, self.cols - 1),
        };
        size
    }

    /// Moves columns over those before them that are empty, in the order that is given.
    fn close(&self, position: &mut Packed, columns: impl Iterator<Item = usize> + Clone) {
        let rows = self.rows;
        let mut targets = columns.clone();
        for col in columns {
            if position.0[col * rows] == 0 {
                continue;
            }
            if let Some(target) = targets.next().filter(|&target| target != col) {
                position.0.copy_within(col * rows..(col + 1) * rows, target * rows);
                position.0[col * rows..(col + 1) * rows].fill(0);
            }
        }
    }

    /// Brings the list of groups up to date after a move, at the cost of the columns that it changed alone. The list is in no order
    /// afterwards, and tiles are not counted.
    pub(super) fn resurvey(&self, position: &Packed, scratch: &mut Scratch) {
        let rows = self.rows;
        let (from, to) = (scratch.changed.0.saturating_sub(1), (scratch.changed.1 + 1).min(self.cols - 1));
        // A group is kept if none of its columns is seen anew.
        scratch.groups.retain(|group| group.cols.1 < from || group.cols.0 > to);
        scratch.next_round(position.0.len());
        for start in from * rows..(to + 1) * rows {
            let colour = position.0[start];
            if colour == 0 || usize::from(colour) > self.colours || scratch.seen[start] == scratch.round {
                continue;
            }
            let group = self.flood(position, start as u16, scratch, |_| ());
            if usize::from(group.size) >= self.rules.min_group() {
                scratch.groups.push(group);
            }
        }
    }

    /// Where a group stands in row order.
    pub(super) fn order(&self, group: &Group) -> u16 {
        self.order[usize::from(group.first)]
    }

    /// Goes through the group of a tile and marks it as seen.
    fn flood(&self, position: &Packed, start: u16, scratch: &mut Scratch, mut each: impl FnMut(u16)) -> Group {
        let rows = self.rows;
        let colour = position.0[usize::from(start)];
        let Scratch { seen, round, stack, .. } = scratch;
        stack.clear();
        stack.push(start);
        seen[usize::from(start)] = *round;
        let mut first = start;
        let mut size = 0;
        let mut cols = (usize::MAX, 0);
        while let Some(index) = stack.pop() {
            each(index);
            size += 1;
            let at = usize::from(index);
            let (col, height) = (at / rows, at % rows);
            cols = (cols.0.min(col), cols.1.max(col));
            if self.order[at] < self.order[usize::from(first)] {
                first = index;
            }
            let mut visit = |near: usize| {
                if position.0[near] == colour && seen[near] != *round {
                    seen[near] = *round;
                    stack.push(near as u16);
                }
            };
            if height > 0 {
                visit(at - 1);
            }
            if height + 1 < rows {
                visit(at + 1);
            }
            if col > 0 {
                visit(at - rows);
            }
            if col + 1 < self.cols {
                visit(at + rows);
            }
        }
        Group { first, size, cols }
    }
}

/// The colours of a board, inert tiles aside, in the order of their characters.
pub(super) fn colours(board: &Board) -> Vec<u8> {
    let mut names: Vec<u8> = board.tiles().iter().copied().flatten().collect();
    names.retain(|tile| !board.rules().is_inert(*tile));
    names.sort_unstable();
    names.dedup();
    names
}

/// A tile's number: colours count from 1, and all inert tiles have the next one, since they play alike.
pub(super) fn packed_tile(colours: &[u8], tile: u8) -> u8 {
    colours.binary_search(&tile).unwrap_or(colours.len()) as u8 + 1
}

impl Scratch {
    /// Forgets what was seen.
    fn next_round(&mut self, cells: usize) {
        self.round = self.round.wrapping_add(1);
        if self.seen.len() != cells || self.round == 0 {
            self.seen.clear();
            self.seen.resize(cells, 0);
            self.round = 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::samegame::test_boards::any_board;
    use crate::puzzle::Puzzle;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn the_packed_board_and_the_referee_play_alike(
            mut board in any_board(8), choices in prop::collection::vec(0usize..100, 0..40),
        ) {
            let (table, mut packed) = Table::pack(&board);
            let mut scratch = Scratch::default();
            for choice in choices {
                table.survey(&packed, &mut scratch);
                let groups: Vec<_> =
                    scratch.groups.iter().map(|g| (table.unpack(g.first), usize::from(g.size))).collect();
                prop_assert_eq!(&groups, &board.groups());
                if groups.is_empty() {
                    break;
                }
                let chosen = scratch.groups[choice % groups.len()];
                let size = table.play(&mut packed, chosen.first, &mut scratch);
                table.resurvey(&packed, &mut scratch);
                let mut updated = scratch.groups.clone();
                updated.sort_unstable_by_key(|group| table.order(group));
                table.survey(&packed, &mut scratch);
                prop_assert_eq!(&updated, &scratch.groups);
                prop_assert_eq!(table.gain(size), board.play(table.unpack(chosen.first)).unwrap());
            }
            let (again, repacked) = Table::pack(&board);
            if (again.colours, again.stride) == (table.colours, table.stride) {
                prop_assert_eq!(again.key(&repacked), table.key(&packed));
            }
        }
    }
}
