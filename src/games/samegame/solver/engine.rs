//! The fast engine of playouts: columns of bytes counted from the bottom, and a list of groups that each move brings up
//! to date where it changed something. Whatever the gravity, the lines along which tiles fall are called columns here,
//! and the cells that tiles fall to are the bottom. The referee stays [`Board`]; property tests hold the two together.

use super::super::lines::Lines;
use super::super::position::{Board, Move};
use super::super::rules::Rules;
use super::packed::{colours, packed_tile};
use crate::puzzle::Gain;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;

/// Place of a group that is gone.
const GONE: u32 = u32::MAX;
/// Label of a tile that was in no group yet; the labels of groups begin above it.
const NO_GROUP: u32 = 0;
/// Where a tile is that is gone: no tile is ever in the empty column on that side.
const OFF: u16 = 0;
/// A column that lost no tile.
const UNTOUCHED: u16 = u16::MAX;

/// What all positions of one search share.
pub(super) struct Layout {
    rules: Arc<Rules>,
    lines: Lines,
    rows: usize,
    cols: usize,
    /// From one column to the next: a cell that is always empty tops each column, and an empty column stands on either
    /// side, so that neighbours need no bounds.
    stride: usize,
    /// How many colours the first position has; tiles are 1 to this, 0 is empty, and whatever is more never matches.
    colours: usize,
    /// A number for each tile by its name; the exclusive or over a group is its code.
    codes: Vec<u32>,
    /// Whether a tile that stands alone may be removed.
    single_goes: bool,
}

/// A group that may be removed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Group {
    /// One of its tiles.
    pub(super) at: u16,
    pub(super) size: u16,
    pub(super) colour: u8,
    /// The same for the same tiles wherever they have fallen to, and hardly ever for others.
    pub(super) code: u32,
    label: u32,
    /// What a policy thinks of it: for the one who plays to fill and to read.
    pub(super) weight: f32,
    pub(super) window: u32,
}

/// A position with its groups. Copies into an old state and moves take no memory anew.
#[derive(Debug)]
pub(super) struct State {
    tiles: Vec<u8>,
    /// The name of each tile: the index at which it was in the first position.
    names: Vec<u16>,
    /// Where the tile of a name is now; [`OFF`] where it is gone.
    at: Vec<u16>,
    /// Group of each tile; stale where the tile stands alone.
    labels: Vec<u32>,
    /// Tiles in each column.
    heights: Vec<u16>,
    /// The last column that is not empty.
    width: usize,
    /// Groups that may be removed, those that the last move made at the end.
    pub(super) groups: Vec<Group>,
    /// Index in `groups` by label.
    places: Vec<u32>,
    /// Tiles of each colour.
    pub(super) counts: Vec<u16>,
    pub(super) left: usize,
    /// Groups that the last move ended, itself among them.
    pub(super) ended: Vec<Group>,
    stack: Vec<u16>,
    /// Lowest tile that went, by column.
    lows: Vec<u16>,
    /// Lowest tile whose group the last move may have changed, by column.
    changed: Vec<u16>,
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            tiles: self.tiles.clone(),
            names: self.names.clone(),
            at: self.at.clone(),
            labels: self.labels.clone(),
            heights: self.heights.clone(),
            groups: self.groups.clone(),
            places: self.places.clone(),
            counts: self.counts.clone(),
            ended: self.ended.clone(),
            stack: self.stack.clone(),
            lows: self.lows.clone(),
            changed: self.changed.clone(),
            ..*self
        }
    }

    fn clone_from(&mut self, source: &Self) {
        self.tiles.clone_from(&source.tiles);
        self.names.clone_from(&source.names);
        self.at.clone_from(&source.at);
        self.labels.clone_from(&source.labels);
        self.heights.clone_from(&source.heights);
        self.groups.clone_from(&source.groups);
        self.places.clone_from(&source.places);
        self.counts.clone_from(&source.counts);
        self.ended.clear();
        (self.width, self.left) = (source.width, source.left);
    }
}

impl Layout {
    /// Packs a board.
    pub(super) fn pack(board: &Board) -> (Self, State) {
        let lines = board.lines();
        let (rows, cols) = (lines.depth(), lines.count());
        let names = colours(board);
        let stride = rows + 1;
        let cells = (cols + 2) * stride;
        // The same numbers for every search, so that equal searches go equal ways.
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let codes = (0..cells).map(|_| rng.random()).collect();
        let layout = Self {
            rules: Arc::clone(board.rules()),
            lines,
            rows,
            cols,
            stride,
            colours: names.len(),
            codes,
            single_goes: board.rules().min_group() == 1,
        };
        let mut state = State {
            tiles: vec![0; cells],
            names: (0..cells as u16).collect(),
            at: (0..cells as u16).collect(),
            labels: vec![NO_GROUP; cells],
            heights: vec![0; cols + 2],
            width: 0,
            groups: Vec::with_capacity(rows * cols),
            places: vec![GONE],
            counts: vec![0; names.len() + 1],
            left: 0,
            ended: Vec::new(),
            stack: Vec::with_capacity(rows * cols),
            lows: vec![UNTOUCHED; cols + 2],
            changed: vec![0; cols + 2],
        };
        for (cell, tile) in board.tiles().enumerate() {
            let Some(tile) = tile.map(|tile| packed_tile(&names, tile)) else { continue };
            let (line, height) = lines.place(cell);
            state.tiles[(line + 1) * stride + height] = tile;
            state.heights[line + 1] += 1;
            state.width = state.width.max(line + 1);
            if usize::from(tile) <= names.len() {
                state.counts[usize::from(tile)] += 1;
                state.left += 1;
            }
        }
        for column in 1..=state.width {
            state.find_groups(&layout, column, 0, 1);
        }
        (layout, state)
    }

    /// What a group pays.
    pub(super) fn gain(&self, size: usize) -> Gain {
        self.rules.group_gain(size)
    }

    /// How many colours the first position has; they are counted from 1.
    pub(super) fn colours(&self) -> usize {
        self.colours
    }

    /// The rules in force.
    pub(super) fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Number of cells of the board.
    pub(super) fn cells(&self) -> usize {
        self.rows * self.cols
    }

    /// The move that removes the group with this tile.
    pub(super) fn unpack(&self, at: u16) -> Move {
        Move(self.lines.cell(usize::from(at) / self.stride - 1, usize::from(at) % self.stride))
    }
}

#[cfg(test)]
impl Layout {
    /// Where a cell is in a state's lists.
    fn index(&self, cell: crate::grid::Cell) -> usize {
        let (line, height) = self.lines.place(cell);
        (line + 1) * self.stride + height
    }
}

impl State {
    /// What the end pays, where no group is left.
    pub(super) fn end_bonus(&self, layout: &Layout) -> Gain {
        layout.rules.end_bonus(self.counts.iter().map(|&tiles| usize::from(tiles)))
    }

    /// The index in `groups` of the group with this tile.
    pub(super) fn group_at(&self, at: u16) -> Option<usize> {
        let colour = *self.tiles.get(usize::from(at))?;
        let place = *self.places.get(self.labels[usize::from(at)] as usize)? as usize;
        // A tile that stands alone may bear the label of a group that is gone.
        self.groups.get(place).filter(|group| group.colour == colour).map(|_| place)
    }

    /// The index in `groups` of the group in which the tile of a name is now, if it may be removed.
    pub(super) fn group_of(&self, layout: &Layout, name: u16) -> Option<usize> {
        let at = self.at[usize::from(name)];
        let tile = usize::from(at);
        let alone = || {
            let near = [tile - 1, tile + 1, tile - layout.stride, tile + layout.stride];
            near.iter().all(|&near| self.tiles[near] != self.tiles[tile])
        };
        // The label of a tile that stands alone is stale, unless it may be removed alone.
        if at == OFF || (!layout.single_goes && alone()) {
            return None;
        }
        self.group_at(at)
    }

    /// The name of the tile by which a group is known.
    pub(super) fn name_of(&self, group: &Group) -> u16 {
        self.names[usize::from(group.at)]
    }

    /// The tiles alone: positions whose tiles are the same are the same.
    pub(super) fn tiles(&self) -> &[u8] {
        &self.tiles
    }

    /// Removes a group; tiles fall and columns close. Returns where in `groups` those that are new begin; those that
    /// ended are in `ended`.
    pub(super) fn play(&mut self, layout: &Layout, index: usize) -> usize {
        let stride = layout.stride;
        self.ended.clear();
        let (from, to) = self.take(stride, self.groups[index]);
        let taken = |state: &Self, column: usize| {
            state.tiles[column * stride..][..usize::from(state.heights[column])].iter().all(|&tile| tile == 0)
        };
        let emptied = (from..=to).find(|&column| taken(self, column));
        let half = layout.lines.half();
        // Where columns close to the centre, those of the other half may move, too.
        let emptied = if half > 0 { emptied.map(|_| 1) } else { emptied };
        let begin = (from - 1).min(emptied.unwrap_or(from)).max(1);
        let end = if emptied.is_some() { self.width } else { (to + 1).min(self.width) };
        for column in begin..=end {
            let low = match emptied {
                Some(first) if column + 1 >= first => 0,
                _ => self.lowest_change(column),
            };
            self.changed[column] = low;
            self.end_groups(stride, column, low);
        }
        let fresh = self.groups.len();
        for column in from..=to {
            self.fall(stride, column);
        }
        if let Some(first) = emptied {
            self.close(stride, first, half);
        }
        let since = self.places.len() as u32;
        for column in begin..=end.min(self.width) {
            self.find_groups(layout, column, usize::from(self.changed[column]), since);
        }
        fresh
    }

    /// Takes the tiles of a group off and notes the lowest of each column; its first and its last column.
    fn take(&mut self, stride: usize, group: Group) -> (usize, usize) {
        let Self { tiles, names, at: places, stack, lows, .. } = self;
        let (mut from, mut to) = (usize::MAX, 0);
        tiles[usize::from(group.at)] = 0;
        stack.push(group.at);
        while let Some(at) = stack.pop() {
            let at = usize::from(at);
            let (column, height) = (at / stride, at % stride);
            from = from.min(column);
            to = to.max(column);
            lows[column] = lows[column].min(height as u16);
            places[usize::from(names[at])] = OFF;
            for near in [at - 1, at + 1, at - stride, at + stride] {
                if tiles[near] == group.colour {
                    tiles[near] = 0;
                    stack.push(near as u16);
                }
            }
        }
        self.counts[usize::from(group.colour)] -= group.size;
        self.left -= usize::from(group.size);
        (from, to)
    }

    /// The lowest tile of a column whose group may have changed: above a tile that went, next to one, or right below.
    fn lowest_change(&self, column: usize) -> u16 {
        let own = self.lows[column];
        let own = if own == UNTOUCHED { own } else { own.saturating_sub(1) };
        own.min(self.lows[column - 1]).min(self.lows[column + 1])
    }

    /// Ends the groups of the tiles of a column from the height `low` on.
    fn end_groups(&mut self, stride: usize, column: usize, low: u16) {
        let height = usize::from(self.heights[column]);
        for at in column * stride + usize::from(low).min(height)..column * stride + height {
            let label = self.labels[at] as usize;
            let place = std::mem::replace(&mut self.places[label], GONE);
            if place != GONE {
                self.ended.push(self.groups.swap_remove(place as usize));
                if let Some(moved) = self.groups.get(place as usize) {
                    self.places[moved.label as usize] = place;
                }
            }
        }
    }

    /// Lets the tiles of a column fall into the gaps.
    fn fall(&mut self, stride: usize, column: usize) {
        let low = std::mem::replace(&mut self.lows[column], UNTOUCHED);
        if low == UNTOUCHED {
            return;
        }
        let first = column * stride;
        let tiles = &mut self.tiles[first..][..usize::from(self.heights[column])];
        let names = &mut self.names[first..][..tiles.len()];
        let low = usize::from(low);
        let mut height = low;
        for at in low..tiles.len() {
            let tile = std::mem::take(&mut tiles[at]);
            if tile != 0 {
                tiles[height] = tile;
                names[height] = names[at];
                self.at[usize::from(names[at])] = (first + height) as u16;
                height += 1;
            }
        }
        self.heights[column] = height as u16;
    }

    /// Moves columns over those that are empty, of which `first` is the first: the first `half` of them to the right, the
    /// others to the left.
    fn close(&mut self, stride: usize, first: usize, half: usize) {
        let mut target = half;
        for column in (1..=half).rev() {
            if self.move_column(stride, column, target) {
                target -= 1;
            }
        }
        let start = first.max(half + 1);
        target = start;
        for column in start..=self.width {
            if self.move_column(stride, column, target) {
                target += 1;
            }
        }
        self.width = target - 1;
    }

    /// Moves a column to where there is none, or leaves it where it is: whether it has a tile.
    fn move_column(&mut self, stride: usize, column: usize, target: usize) -> bool {
        let height = std::mem::take(&mut self.heights[column]);
        if height > 0 {
            if target != column {
                let tiles = column * stride..column * stride + usize::from(height);
                self.tiles.copy_within(tiles.clone(), target * stride);
                // What a higher column left there.
                self.tiles[target * stride + usize::from(height)..(target + 1) * stride].fill(0);
                self.names.copy_within(tiles.clone(), target * stride);
                for at in target * stride..target * stride + usize::from(height) {
                    self.at[usize::from(self.names[at])] = at as u16;
                }
                self.tiles[tiles].fill(0);
            }
            self.heights[target] = height;
        }
        height > 0
    }

    /// Lists the groups of the tiles of a column from the height `low` on, but for those whose label is `since` or more,
    /// which are listed already.
    fn find_groups(&mut self, layout: &Layout, column: usize, low: usize, since: u32) {
        let first = column * layout.stride;
        for at in first + low..first + usize::from(self.heights[column]).max(low) {
            let colour = self.tiles[at];
            if self.labels[at] < since && usize::from(colour) <= layout.colours {
                let alone = [at - 1, at + 1, at - layout.stride, at + layout.stride]
                    .iter()
                    .all(|&near| self.tiles[near] != colour);
                if !alone || layout.single_goes {
                    self.list_group(layout, at, colour);
                }
            }
        }
    }

    /// Lists the group of a tile.
    fn list_group(&mut self, layout: &Layout, at: usize, colour: u8) {
        let Self { tiles, names, labels, stack, .. } = self;
        let label = self.places.len() as u32;
        let mut size = 0;
        let mut code = 0;
        labels[at] = label;
        stack.push(at as u16);
        while let Some(at) = stack.pop() {
            let at = usize::from(at);
            size += 1;
            code ^= layout.codes[usize::from(names[at])];
            for near in [at - 1, at + 1, at - layout.stride, at + layout.stride] {
                if tiles[near] == colour && labels[near] != label {
                    labels[near] = label;
                    stack.push(near as u16);
                }
            }
        }
        self.places.push(self.groups.len() as u32);
        self.groups.push(Group { at: at as u16, size, colour, code, label, weight: 0.0, window: 0 });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::samegame::generate;
    use crate::games::samegame::presets::PRESET_NAMES;
    use crate::games::samegame::test_boards::any_board;
    use crate::puzzle::Puzzle;
    use proptest::prelude::*;

    /// Groups as the referee lists them: first tile in row order and size.
    fn listed(board: &Board, layout: &Layout, state: &State) -> Vec<(Move, usize)> {
        let first = |group: &Group| Move(board.group(layout.unpack(group.at).0)[0]);
        let mut groups: Vec<_> = state.groups.iter().map(|group| (first(group), usize::from(group.size))).collect();
        groups.sort_unstable();
        groups
    }

    /// Plays a board to its end by the engine and the referee; the positions that were compared.
    fn play_alike(mut board: Board, mut choose: impl FnMut(usize) -> usize) -> usize {
        let (layout, root) = Layout::pack(&board);
        let mut state = root.clone();
        let mut codes = std::collections::HashMap::new();
        for positions in 1.. {
            assert_eq!(listed(&board, &layout, &state), board.groups(), "{board}");
            assert_eq!(state.left, board.left());
            for group in &state.groups {
                let index = state.groups.iter().position(|other| other == group);
                let mut tiles: Vec<u16> = board
                    .group(layout.unpack(group.at).0)
                    .into_iter()
                    .map(|cell| {
                        let at = layout.index(cell);
                        let name = state.names[at];
                        assert_eq!((usize::from(state.at[usize::from(name)]), state.tiles[at]), (at, group.colour));
                        assert_eq!(root.tiles[usize::from(name)], group.colour, "a tile keeps its name and its colour");
                        assert_eq!(state.group_of(&layout, name), index);
                        name
                    })
                    .collect();
                tiles.sort_unstable();
                let known = codes.entry(group.code).or_insert_with(|| (tiles.clone(), group.colour));
                assert_eq!((&known.0, known.1), (&tiles, group.colour), "one code, one group");
            }
            if state.groups.is_empty() {
                assert_eq!(state.end_bonus(&layout), board.end_bonus());
                state.clone_from(&root);
                assert_eq!((&state.tiles, &state.labels), (&root.tiles, &root.labels));
                assert_eq!((&state.names, &state.at), (&root.names, &root.at));
                return positions;
            }
            let chosen = choose(state.groups.len());
            let group = state.groups[chosen];
            let before = state.groups.len();
            let fresh = state.play(&layout, chosen);
            assert!(state.ended.contains(&group) && before - state.ended.len() == fresh);
            let gain = board.play(layout.unpack(group.at)).unwrap();
            assert_eq!(gain, layout.gain(usize::from(group.size)));
        }
        unreachable!()
    }

    proptest! {
        #[test]
        fn the_engine_and_the_referee_play_alike(
            board in any_board(9), choices in prop::collection::vec(0usize..1000, 64),
        ) {
            let mut next = choices.into_iter().cycle();
            play_alike(board, |groups| next.next().unwrap() % groups);
        }
    }

    /// Boards of every preset and of many sizes: 20,000 positions, or as many as the variable says.
    #[test]
    fn the_engine_keeps_to_every_preset() {
        let wanted = std::env::var("TILEPILOT_ENGINE_POSITIONS").ok().and_then(|text| text.parse().ok());
        let wanted: usize = wanted.unwrap_or(20_000);
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut positions = 0;
        for seed in 0.. {
            for name in PRESET_NAMES {
                let rules = Arc::new(Rules::preset(name).unwrap());
                let size = (rng.random_range(1..21), rng.random_range(1..21));
                let board = generate::board(&rules, size, rng.random_range(1..7), seed, 0).unwrap();
                positions += play_alike(board, |groups| rng.random_range(0..groups));
            }
            if positions >= wanted {
                break;
            }
        }
    }

    #[test]
    fn the_largest_boards_are_played_alike() {
        let rules = Arc::new(Rules::preset("popstar").unwrap());
        for size in [(128, 128), (1, 16_384), (16_384, 1)] {
            let board = generate::board(&rules, size, 2, 5, 0).unwrap();
            let (layout, mut state) = Layout::pack(&board);
            let mut board = board;
            for _ in 0..20 {
                assert_eq!(state.groups.len(), board.groups().len());
                let last = state.groups.len() - 1;
                board.play(layout.unpack(state.groups[last].at)).unwrap();
                state.play(&layout, last);
            }
            assert_eq!(state.left, board.left());
        }
    }
}
