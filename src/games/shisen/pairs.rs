//! A table of the pairs that can go, kept true from removal to removal.
//!
//! A removal opens paths through the cells that it frees, and a shift closes paths where tiles come to stand. A new path of at
//! most two turns crosses a freed cell with one of its three lines. With the first or the last, one end sees the cell
//! straight. With the middle one, both ends see cells of the free line around the freed cell. So only the kinds of such tiles,
//! of tiles that moved, and, where a cell was closed, of pairs that could go, have to be looked at again.

use super::path::{Lines, Reach};
use crate::grid::{Cell, Grid, Symbol};
use std::collections::BTreeMap;

/// Two equal tiles that a path joins.
pub(super) type Joined = [Cell; 2];

/// What stands where.
pub(super) trait Standing {
    /// The cells that a path may cross.
    fn lines(&self) -> &Lines;
    /// The kind of the tile on a cell, if there is one.
    fn kind_at(&self, cell: Cell) -> Option<usize>;
    /// The cells of a kind's tiles, in the order in which pairs of them are to be listed.
    fn tiles_of(&self, kind: usize) -> impl Iterator<Item = Cell>;
}

/// What a removal and the shifts after it changed.
#[derive(Clone, Debug, Default)]
pub(super) struct Changes {
    kinds: Vec<usize>,
    /// Cells that tiles left.
    left: Vec<Cell>,
    closes: bool,
}

impl Changes {
    /// A tile of this kind was taken from a cell.
    pub(super) fn taken(&mut self, kind: usize, cell: Cell) {
        self.kinds.push(kind);
        self.left.push(cell);
    }

    /// A tile of this kind moved to a cell that was empty then.
    pub(super) fn carried(&mut self, kind: usize, from: Cell, to: Cell) {
        // A cell that no tile left before was empty all along.
        self.closes |= !self.left.contains(&to);
        self.taken(kind, from);
    }

    fn clear(&mut self) {
        self.kinds.clear();
        self.left.clear();
        self.closes = false;
    }
}

/// The pairs that can go, by kind.
#[derive(Clone, Debug, Default)]
pub(super) struct PairTable {
    joined: Vec<Vec<Joined>>,
    count: usize,
    is_due: Vec<bool>,
    reaches: Vec<(Cell, Reach)>,
}

impl PairTable {
    /// The pairs that can go on a board of so many kinds.
    pub(super) fn new(kinds: usize, on: &impl Standing) -> Self {
        let mut table = Self { joined: vec![Vec::new(); kinds], is_due: vec![false; kinds], ..Self::default() };
        (0..kinds).for_each(|kind| table.look(kind, on));
        table
    }

    /// How many pairs can go.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// All pairs that can go, by kind.
    pub(super) fn iter(&self) -> impl Iterator<Item = Joined> {
        self.joined.iter().flatten().copied()
    }

    /// Brings the table up to date, and forgets the changes. How many kinds had to be looked at for it.
    pub(super) fn update(&mut self, on: &impl Standing, changes: &mut Changes) -> usize {
        for &kind in &changes.kinds {
            self.is_due[kind] = true;
        }
        if changes.closes {
            self.is_due.iter_mut().zip(&self.joined).for_each(|(is_due, joined)| *is_due |= !joined.is_empty());
        }
        let lines = on.lines();
        let mut seen = Vec::new();
        for &cell in changes.left.iter().filter(|&&cell| lines.is_free_cell(cell)) {
            lines.seen_straight(cell, |tile| {
                if let Some(kind) = on.kind_at(tile) {
                    self.is_due[kind] = true;
                }
            });
            for along_row in [true, false] {
                seen.clear();
                lines.seen_from_run(cell, along_row, |tile| seen.extend(on.kind_at(tile)));
                seen.sort_unstable();
                for kinds in seen.windows(2).filter(|kinds| kinds[0] == kinds[1]) {
                    self.is_due[kinds[0]] = true;
                }
            }
        }
        changes.clear();
        let mut looks = 0;
        for kind in 0..self.is_due.len() {
            if std::mem::take(&mut self.is_due[kind]) {
                self.look(kind, on);
                looks += 1;
            }
        }
        looks
    }

    /// Lists the pairs of a kind anew.
    fn look(&mut self, kind: usize, on: &impl Standing) {
        let lines = on.lines();
        let joined = &mut self.joined[kind];
        self.count -= joined.len();
        joined.clear();
        self.reaches.clear();
        self.reaches.extend(on.tiles_of(kind).map(|cell| (cell, lines.reach(cell))));
        for (index, (from, reach)) in self.reaches.iter().enumerate() {
            let later = self.reaches[index + 1..].iter().filter(|(_, other)| reach.joins(other, lines));
            joined.extend(later.map(|(to, _)| [*from, *to]));
        }
        self.count += joined.len();
    }
}

/// Kinds of more tiles have too many pairs for all of them to be listed after each removal.
const MOST_LISTED: usize = 64;

/// The pairs of a whole board with the tiles that they are of.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    kind_at: Grid<Option<u16>>,
    /// The cells of each kind's tiles in row order.
    cells: Vec<Vec<Cell>>,
    changes: Changes,
    table: PairTable,
}

/// Tiles by kind together with the cells that a path may cross.
struct OnBoard<'a> {
    lines: &'a Lines,
    kind_at: &'a Grid<Option<u16>>,
    cells: &'a [Vec<Cell>],
}

impl Standing for OnBoard<'_> {
    fn lines(&self) -> &Lines {
        self.lines
    }

    fn kind_at(&self, cell: Cell) -> Option<usize> {
        self.kind_at[cell].map(usize::from)
    }

    fn tiles_of(&self, kind: usize) -> impl Iterator<Item = Cell> {
        self.cells[kind].iter().copied()
    }
}

impl Pairs {
    /// The pairs of these tiles; none where a kind has too many of them.
    pub(super) fn of(tiles: &Grid<Symbol>, is_tile: impl Fn(Symbol) -> bool, lines: &Lines) -> Option<Self> {
        let mut by_symbol: BTreeMap<Symbol, Vec<Cell>> = BTreeMap::new();
        for (cell, &symbol) in tiles.enumerate().filter(|(_, symbol)| is_tile(**symbol)) {
            by_symbol.entry(symbol).or_default().push(cell);
        }
        if by_symbol.values().any(|cells| cells.len() > MOST_LISTED) {
            return None;
        }
        let cells: Vec<Vec<Cell>> = by_symbol.into_values().collect();
        let mut kind_at = tiles.map(|_| None);
        for (kind, cells) in (0..).zip(&cells) {
            cells.iter().for_each(|&cell| kind_at[cell] = Some(kind));
        }
        let table = PairTable::new(cells.len(), &OnBoard { lines, kind_at: &kind_at, cells: &cells });
        Some(Self { kind_at, cells, changes: Changes::default(), table })
    }

    /// A tile goes.
    pub(super) fn take(&mut self, cell: Cell) {
        if let Some(kind) = self.kind_at[cell].take().map(usize::from) {
            self.cells[kind].retain(|&other| other != cell);
            self.changes.taken(kind, cell);
        }
    }

    /// A tile moves to an empty cell.
    pub(super) fn carry(&mut self, from: Cell, to: Cell) {
        self.kind_at[to] = self.kind_at[from].take();
        if let Some(kind) = self.kind_at[to].map(usize::from) {
            self.cells[kind].iter_mut().filter(|cell| **cell == from).for_each(|cell| *cell = to);
            self.cells[kind].sort_unstable();
            self.changes.carried(kind, from, to);
        }
    }

    /// Brings the table up to date after tiles went and moved. How many kinds had to be looked at for it.
    pub(super) fn update(&mut self, lines: &Lines) -> usize {
        let on = OnBoard { lines, kind_at: &self.kind_at, cells: &self.cells };
        self.table.update(&on, &mut self.changes)
    }

    /// The table.
    pub(super) fn table(&self) -> &PairTable {
        &self.table
    }
}

#[cfg(test)]
mod tests {
    use super::super::generate::{self, Deal, Spec};
    use super::super::position::{Board, Move};
    use super::super::rules::{Rules, Shift, Split};
    use super::super::shift;
    use super::super::symbols::is_tile;
    use super::*;
    use crate::puzzle::Puzzle;
    use proptest::prelude::*;
    use std::sync::Arc;

    /// A deal of 12 kinds with holes and stones.
    fn board(rules: Rules, holes: &[(usize, usize, bool)], seed: u64) -> Board {
        let rules = Arc::new(rules);
        let spec = Spec { rows: 8, cols: 12, kinds: Some(12), deal: Deal::Random, ..Spec::default() };
        let mut tiles = generate::board(&rules, &spec, seed, 0).unwrap().symbols();
        for &(row, col, is_stone) in holes {
            tiles[Cell::new(row, col)] = if is_stone { Symbol::from_char('#').unwrap() } else { Symbol::EMPTY };
        }
        Board::from_symbols(&rules, &tiles).unwrap()
    }

    /// The pairs by the plain path finder: every two equal tiles.
    fn plain(board: &Board) -> Vec<Joined> {
        let tiles: Vec<(Cell, Symbol)> =
            board.tiles().enumerate().filter(|(_, symbol)| is_tile(**symbol)).map(|(cell, s)| (cell, *s)).collect();
        let mut pairs = Vec::new();
        for (index, &(from, symbol)) in tiles.iter().enumerate() {
            let joined = |&&(to, other): &&(Cell, Symbol)| other == symbol && board.free().joins(from, to);
            pairs.extend(tiles[index + 1..].iter().filter(joined).map(|&(to, _)| [from, to]));
        }
        pairs
    }

    /// Plays a game and holds the table against the plain path finder at every removal: the kinds looked at, and how many
    /// there would have been without a table.
    fn play(mut board: Board, choices: impl Iterator<Item = usize>) -> (usize, usize) {
        let mut pairs = Pairs::of(board.tiles(), is_tile, board.free()).unwrap();
        let (mut looked, mut all) = (0, 0);
        for choice in choices {
            let mut found: Vec<Joined> = pairs.table().iter().collect();
            found.sort_unstable();
            assert_eq!(found, plain(&board), "{:?}\n{board}", board.rules());
            assert_eq!(found.len(), pairs.table().count());
            if found.is_empty() {
                break;
            }
            let [from, to] = found[choice % found.len()];
            let stones = board.tiles().map(|symbol| symbol.as_str() == "#");
            board.play(Move { from, to }).unwrap();
            pairs.take(from);
            pairs.take(to);
            let mut lanes: Vec<_> = shift::lanes(board.rules(), &stones).into_iter().flatten().collect();
            for lane in &mut lanes {
                shift::pack(lane, &mut pairs, |pairs, cell| pairs.kind_at[cell].is_some(), Pairs::carry);
            }
            looked += pairs.update(board.free());
            all += pairs.cells.len();
        }
        (looked, all)
    }

    proptest! {
        #[test]
        fn the_table_is_true_at_every_removal(
            ring: bool, shifts in prop::collection::vec(0..Shift::ALL.len(), 0..3), ceil: bool, seed: u64,
            holes in prop::collection::vec((0usize..8, 0usize..12, any::<bool>()), 0..30),
            choices in prop::collection::vec(0usize..1000, 48)
        ) {
            let shifts = shifts.into_iter().map(|index| Shift::ALL[index]).collect();
            let rules = Rules { ring, shifts, split: if ceil { Split::Ceil } else { Split::Floor } };
            play(board(rules, &holes, seed), choices.into_iter());
        }
    }

    #[test]
    fn most_kinds_need_no_second_look() {
        for (shifts, most) in [(vec![], 20), (vec![Shift::Down], 40)] {
            let (mut looked, mut all) = (0, 0);
            for seed in 0..30 {
                let rules = Rules { ring: true, shifts: shifts.clone(), split: Split::Floor };
                let spec = Spec { rows: 9, cols: 16, deal: Deal::Random, ..Spec::default() };
                let board = generate::board(&Arc::new(rules), &spec, seed, 0).unwrap();
                let (some, every) = play(board, (0..).map(|number: usize| number * 7919));
                looked += some;
                all += every;
            }
            let share = 100 * looked / all;
            assert!(share < most, "{shifts:?}: {share} % of the kinds are looked at again");
        }
    }
}
