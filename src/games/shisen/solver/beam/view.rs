//! What a position is worth is told from its pairs. Those of a child are told from its parent's: only kinds whose pairs a removal
//! can have changed are looked at again.

use super::super::super::path::{Lines, Reach};
use super::position::{Change, Content, Pair, Table};
use crate::grid::Cell;

/// A position that is looked at: what is free and where each kind's tiles are.
pub(super) struct View {
    free: Lines,
    /// Cells by kind, and how many there are of each.
    tiles: Vec<u16>,
    counts: Vec<usize>,
    of_kinds: Vec<OfKind>,
    features: Features,
    reaches: Vec<Reach>,
}

/// What a position is worth is told from these.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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

/// The pairs of one kind.
#[derive(Clone, Copy, Debug, Default)]
struct OfKind {
    pairs: usize,
    /// Whether all of two or more tiles are part of a pair.
    is_whole: bool,
    /// Whether two or more tiles are left.
    counts: bool,
}

impl Features {
    fn add(&mut self, of_kind: OfKind) {
        self.pairs += of_kind.pairs;
        self.playable += usize::from(of_kind.pairs > 0);
        self.blocked += usize::from(of_kind.counts && of_kind.pairs == 0);
        self.whole += usize::from(of_kind.is_whole);
    }

    fn subtract(&mut self, of_kind: OfKind) {
        self.pairs -= of_kind.pairs;
        self.playable -= usize::from(of_kind.pairs > 0);
        self.blocked -= usize::from(of_kind.counts && of_kind.pairs == 0);
        self.whole -= usize::from(of_kind.is_whole);
    }
}

impl View {
    pub(super) fn new(table: &Table) -> Self {
        let tiles = table.starts[table.starts.len() - 1];
        Self {
            free: table.empty.clone(),
            tiles: vec![0; tiles],
            counts: vec![0; table.kinds + 1],
            of_kinds: vec![OfKind::default(); table.kinds + 1],
            features: Features::default(),
            reaches: Vec::new(),
        }
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

    fn tiles_of(&self, table: &Table, kind: usize) -> &[u16] {
        &self.tiles[table.starts[kind]..table.starts[kind] + self.counts[kind]]
    }

    /// Lists the pairs that can go.
    pub(super) fn pairs(&mut self, table: &Table, pairs: &mut Vec<Pair>) -> Features {
        let mut features = Features::default();
        let mut reaches = std::mem::take(&mut self.reaches);
        pairs.clear();
        for kind in 1..=table.kinds {
            let of_kind = look(table, &self.free, self.tiles_of(table, kind), &mut reaches, |pair| pairs.push(pair));
            features.add(of_kind);
            self.of_kinds[kind] = of_kind;
        }
        self.reaches = reaches;
        self.features = features;
        features
    }
}

/// The pairs of a kind with these tiles.
fn look(table: &Table, free: &Lines, tiles: &[u16], reaches: &mut Vec<Reach>, mut found: impl FnMut(Pair)) -> OfKind {
    if tiles.len() < 2 {
        return OfKind::default();
    }
    reaches.clear();
    reaches.extend(tiles.iter().map(|&tile| free.reach(table.cell(tile))));
    let mut pairs = 0;
    let mut part_of = 0_u64;
    for (first, from) in reaches.iter().enumerate() {
        for (second, to) in reaches.iter().enumerate().skip(first + 1) {
            if from.joins(to, free) {
                part_of |= 1 << (first % 64) | 1 << (second % 64);
                pairs += 1;
                found((tiles[first], tiles[second]));
            }
        }
    }
    OfKind { pairs, is_whole: part_of.count_ones() as usize == tiles.len().min(64), counts: true }
}

/// Tells what children are worth.
pub(super) struct Children {
    free: Lines,
    is_due: Vec<bool>,
    due: Vec<usize>,
    /// For each kind the number of the last free line from which it was seen, and the number of such lines so far.
    seen_from: Vec<u64>,
    line: u64,
    /// For each kind the last change that brings one of it, and for each change the one before of its kind; counted from 1.
    last_change: Vec<u16>,
    change_before: Vec<u16>,
    tiles: Vec<u16>,
    reaches: Vec<Reach>,
}

impl Children {
    pub(super) fn new(table: &Table) -> Self {
        Self {
            free: table.empty.clone(),
            is_due: vec![false; table.kinds + 1],
            due: Vec::new(),
            seen_from: vec![0; table.kinds + 1],
            line: 0,
            last_change: vec![0; table.kinds + 1],
            change_before: Vec::new(),
            tiles: Vec::new(),
            reaches: Vec::new(),
        }
    }

    /// What a child is worth whose parent was looked at and its pairs listed.
    pub(super) fn features(&mut self, table: &Table, parent: &View, child: &[Content], changes: &[Change]) -> Features {
        self.free.copy_from(&parent.free);
        let mut closes = false;
        for change in changes {
            match (change.was, change.is) {
                (_, 0) => self.free.free(table.cell(change.cell)),
                (0, _) => {
                    closes = true;
                    self.free.block(table.cell(change.cell));
                }
                _ => {}
            }
        }
        self.find_due(table, parent, child, changes, closes);
        self.change_before.clear();
        for (number, change) in (1..).zip(changes) {
            self.change_before.push(std::mem::replace(&mut self.last_change[usize::from(change.is)], number));
        }
        let mut features = parent.features;
        for index in 0..self.due.len() {
            let kind = self.due[index];
            self.is_due[kind] = false;
            self.tiles.clear();
            let stays = |tile: &&u16| usize::from(child[usize::from(**tile)]) == kind;
            self.tiles.extend(parent.tiles_of(table, kind).iter().filter(stays));
            let mut number = std::mem::take(&mut self.last_change[kind]);
            while let Some(change) = usize::from(number).checked_sub(1) {
                self.tiles.push(changes[change].cell);
                number = self.change_before[change];
            }
            features.subtract(parent.of_kinds[kind]);
            features.add(look(table, &self.free, &self.tiles, &mut self.reaches, |_| ()));
        }
        self.due.clear();
        self.last_change[0] = 0;
        features
    }

    /// The kinds whose pairs may be others than the parent's: see [`super::super::super::pairs`].
    fn find_due(&mut self, table: &Table, parent: &View, child: &[Content], changes: &[Change], closes: bool) {
        let (is_due, due, seen_from) = (&mut self.is_due, &mut self.due, &mut self.seen_from);
        let mut set_due = |content: Content| {
            let kind = usize::from(content);
            if kind != 0 && !std::mem::replace(&mut is_due[kind], true) {
                due.push(kind);
            }
        };
        for change in changes {
            set_due(change.was);
            set_due(change.is);
        }
        if closes {
            let open = (1..=table.kinds).filter(|&kind| parent.of_kinds[kind].pairs > 0);
            open.for_each(|kind| set_due(kind as Content));
        }
        let content = |cell: Cell| child[cell.row * table.cols + cell.col];
        for change in changes.iter().filter(|change| change.is == 0) {
            let cell = table.cell(change.cell);
            self.free.seen_straight(cell, |tile| set_due(content(tile)));
            for along_row in [true, false] {
                self.line += 1;
                self.free.seen_from_run(cell, along_row, |tile| {
                    let content = content(tile);
                    if std::mem::replace(&mut seen_from[usize::from(content)], self.line) == self.line {
                        set_due(content);
                    }
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::super::rules::Shift;
    use super::super::super::small_boards::small_board;
    use super::super::position::hash_after;
    use super::*;
    use crate::games::shisen::generate::{self, Deal, Spec};
    use crate::games::shisen::position::Board;
    use crate::games::shisen::rules::Rules;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use std::sync::Arc;

    /// Plays a game by chance and holds what all children are told to be worth against a look at each.
    fn follow(board: &Board, rng: &mut ChaCha8Rng) -> usize {
        let (table, mut cells) = Table::of(board);
        let (mut view, mut afresh, mut children) = (View::new(&table), View::new(&table), Children::new(&table));
        let (mut pairs, mut ignored, mut changes) = (Vec::new(), Vec::new(), Vec::new());
        let (mut is_settled, mut compared) = (false, 0);
        loop {
            view.load(&table, &cells);
            view.pairs(&table, &mut pairs);
            if pairs.is_empty() {
                return compared;
            }
            let mut child = cells.clone();
            for &pair in &pairs {
                table.play_noting(&cells, &mut child, pair, is_settled, &mut changes);
                let told = children.features(&table, &view, &child, &changes);
                afresh.load(&table, &child);
                assert_eq!(told, afresh.pairs(&table, &mut ignored), "{:?}\n{board}", board.rules());
                assert_eq!(hash_after(table.hash(&cells), &changes), table.hash(&child));
                compared += 1;
            }
            table.play(&mut cells, pairs[rng.random_range(0..pairs.len())], is_settled);
            is_settled = true;
        }
    }

    #[test]
    fn what_children_are_worth_is_told_from_their_parents() {
        let mut rng = ChaCha8Rng::seed_from_u64(21);
        let mut compared = 0;
        for number in 0..300 {
            let shifts = (0..number % 3).map(|_| Shift::ALL[rng.random_range(0..Shift::ALL.len())]).collect();
            compared += follow(&small_board(&mut rng, shifts), &mut rng);
        }
        for (index, shift) in Shift::ALL.into_iter().enumerate() {
            let rules = Arc::new(Rules { shifts: vec![shift], ..Rules::preset("shisen-sho").unwrap() });
            let spec = Spec { rows: 9, cols: 16, deal: Deal::Random, ..Spec::default() };
            compared += follow(&generate::board(&rules, &spec, 5, index as u64).unwrap(), &mut rng);
        }
        assert!(compared > 5000, "{compared}");
    }
}
