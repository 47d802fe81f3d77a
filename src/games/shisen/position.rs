//! A position and its referee: which pairs may go, and what shifts then.

use super::pairs::{Joined, Pairs};
use super::path::{Corners, Lines};
use super::rules::Rules;
use super::shift::{self, Lane};
use super::symbols::{in_short, is_stone, is_tile, is_unknown, problems};
use crate::grid::{Cell, Grid, Symbol};
use crate::puzzle::{Gain, IllegalMove, Problem, Puzzle, Status};
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::Arc;

/// What a pair pays: the tiles that go.
pub(super) const PAIR: Gain = 2;

/// A board with its rules. A cell holds a tile, a stone (`#`) or nothing (`.`).
#[derive(Clone, Debug)]
pub struct Board {
    rules: Arc<Rules>,
    /// The lanes of each shift: stones never move, so they are the same for a whole game.
    lanes: Arc<Vec<Vec<Lane>>>,
    tiles: Grid<Symbol>,
    free: Lines,
    /// The pairs that can go, where they are few enough to be listed.
    pairs: Option<Pairs>,
    /// Pairs that the program does not take, the first cell in row order first.
    refused: Vec<Joined>,
    /// Whether the board is written as tokens with spaces between them, as it was when it was read.
    as_tokens: bool,
}

/// Removes two equal tiles. Written `row,col-row,col`; [`Puzzle::legal_moves`] names the first tile in row order first,
/// [`Puzzle::play`] takes either order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// The tile that is clicked first.
    pub from: Cell,
    /// The tile that is clicked second.
    pub to: Cell,
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.from, self.to)
    }
}

/// A text that is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no move: expected row,col-row,col such as 0,3-7,0 (counted from 0 at the top left)")]
pub struct BadMove(pub String);

impl FromStr for Move {
    type Err = BadMove;
    fn from_str(text: &str) -> Result<Self, BadMove> {
        let cell = |part: &str| {
            let (row, col) = part.split_once(',')?;
            Some(Cell::new(row.trim().parse().ok()?, col.trim().parse().ok()?))
        };
        let ends = text.split_once('-').and_then(|(from, to)| Some((cell(from)?, cell(to)?)));
        ends.map(|(from, to)| Self { from, to }).ok_or_else(|| BadMove(text.to_owned()))
    }
}

impl PartialEq for Board {
    fn eq(&self, other: &Self) -> bool {
        self.tiles == other.tiles && (Arc::ptr_eq(&self.rules, &other.rules) || self.rules == other.rules)
    }
}

impl Eq for Board {}

impl Hash for Board {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.tiles.hash(state);
    }
}

impl Board {
    /// A board from its symbols: `.` for an empty cell, `#` for a stone, anything else of letters, digits and `_` for a tile.
    ///
    /// # Errors
    /// Every reason that they are no board.
    pub fn from_symbols(rules: &Arc<Rules>, symbols: &Grid<Symbol>) -> Result<Self, Vec<Problem>> {
        let symbols = &symbols.map(|symbol| in_short(*symbol));
        let problems = problems(symbols);
        if !problems.is_empty() {
            return Err(problems);
        }
        let (rows, cols) = (symbols.rows(), symbols.cols());
        let mut free = Lines::new(rows, cols, rules.ring);
        for (cell, _) in symbols.enumerate().filter(|(_, symbol)| **symbol != Symbol::EMPTY) {
            free.block(cell);
        }
        let lanes = shift::lanes(rules, &symbols.map(|symbol| is_stone(*symbol)));
        let as_tokens = symbols.iter().any(|symbol| symbol.as_str().len() > 1 && !is_unknown(*symbol));
        let pairs = Pairs::of(symbols, is_tile, &free);
        let (rules, lanes, tiles) = (Arc::clone(rules), Arc::new(lanes), symbols.clone());
        Ok(Self { rules, lanes, tiles, free, pairs, refused: Vec::new(), as_tokens })
    }

    /// The same board, written as tokens from now on, even where a character would do for each tile.
    #[must_use]
    pub(super) fn written_as_tokens(self) -> Self {
        Self { as_tokens: true, ..self }
    }

    /// Whether the board is written as tokens with spaces between them.
    pub(super) fn is_written_as_tokens(&self) -> bool {
        self.as_tokens
    }

    /// The same board, on which these pairs can no longer go, since the program does not take them.
    #[must_use]
    pub(super) fn without_pairs(mut self, pairs: impl IntoIterator<Item = Joined>) -> Self {
        self.refused.extend(pairs.into_iter().map(in_order));
        self.refused.sort_unstable();
        self.refused.dedup();
        self
    }

    /// Pairs that the program does not take.
    pub(super) fn refused(&self) -> &[Joined] {
        &self.refused
    }

    /// The same stones, rules and way of writing with other tiles, which must leave every stone where it is.
    pub(super) fn with_tiles(&self, tiles: Grid<Symbol>) -> Self {
        let mut free = Lines::new(self.rows(), self.cols(), self.rules.ring);
        for (cell, _) in tiles.enumerate().filter(|(_, symbol)| **symbol != Symbol::EMPTY) {
            free.block(cell);
        }
        let pairs = Pairs::of(&tiles, is_tile, &free);
        Self { tiles, free, pairs, refused: Vec::new(), ..self.clone() }
    }

    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// What stands in each cell: `.` for nothing, `#` for a stone.
    #[must_use]
    pub fn tiles(&self) -> &Grid<Symbol> {
        &self.tiles
    }

    /// A copy of [`tiles`](Self::tiles).
    #[must_use]
    pub fn symbols(&self) -> Grid<Symbol> {
        self.tiles.clone()
    }

    /// The lanes of each shift.
    pub(super) fn lanes(&self) -> &[Vec<Lane>] {
        &self.lanes
    }

    /// The cells that a path may cross.
    pub(super) fn free(&self) -> &Lines {
        &self.free
    }

    /// Number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.tiles.rows()
    }

    /// Number of columns.
    #[must_use]
    pub fn cols(&self) -> usize {
        self.tiles.cols()
    }

    /// How many tiles stand on the board, stones not counted.
    #[must_use]
    pub fn left(&self) -> usize {
        self.tiles.iter().filter(|symbol| is_tile(**symbol)).count()
    }

    /// How many tiles of each kind stand on the board.
    #[must_use]
    pub fn counts(&self) -> BTreeMap<Symbol, usize> {
        let mut counts = BTreeMap::new();
        for &symbol in self.tiles.iter().filter(|symbol| is_tile(**symbol)) {
            *counts.entry(symbol).or_insert(0) += 1;
        }
        counts
    }

    /// The corners of the path that joins two equal tiles, both tiles included, as row and column (−1 or the row or column
    /// count in the ring): the one with the fewest turns, and the shortest of those. `None` where the two cells are no such
    /// pair.
    #[must_use]
    pub fn path(&self, from: Cell, to: Cell) -> Option<Corners> {
        self.refusal(Move { from, to }).is_none().then(|| self.free.corners(from, to)).flatten()
    }

    /// Whether some pair can go.
    #[must_use]
    pub fn has_move(&self) -> bool {
        match &self.pairs {
            Some(pairs) if self.refused.is_empty() => pairs.table().count() > 0,
            _ => self.first_move().is_some(),
        }
    }

    /// Some pair that can go.
    pub(super) fn first_move(&self) -> Option<Move> {
        match &self.pairs {
            Some(pairs) => {
                let pair = pairs.table().iter().find(|pair| !self.refuses(*pair));
                pair.map(|[from, to]| Move { from, to })
            }
            None => {
                let is_legal = |m: &Move| self.free.joins(m.from, m.to) && !self.refuses([m.from, m.to]);
                self.equal_tiles().find(is_legal)
            }
        }
    }

    /// All pairs of equal tiles, joined or not, in row order of the first and then of the second.
    fn equal_tiles(&self) -> impl Iterator<Item = Move> {
        let mut cells: BTreeMap<Symbol, Vec<Cell>> = BTreeMap::new();
        for (cell, &symbol) in self.tiles.enumerate().filter(|(_, symbol)| is_tile(**symbol)) {
            cells.entry(symbol).or_default().push(cell);
        }
        self.tiles.enumerate().flat_map(move |(from, symbol)| {
            let equal = cells.get(symbol).map_or(&[][..], Vec::as_slice);
            let later = equal.partition_point(|&cell| cell <= from);
            let pair = |&to| Move { from, to };
            equal[later..].iter().map(pair).collect::<Vec<_>>()
        })
    }

    fn refuses(&self, pair: Joined) -> bool {
        !self.refused.is_empty() && self.refused.contains(&in_order(pair))
    }

    /// Why a pair cannot go, if it cannot.
    fn refusal(&self, m: Move) -> Option<String> {
        let (rows, cols) = (self.rows(), self.cols());
        let ends = [m.from, m.to].map(|cell| self.tiles.get(cell).copied());
        for (cell, symbol) in [m.from, m.to].into_iter().zip(ends) {
            match symbol {
                None => return Some(format!("{cell} lies outside the board of {rows} rows and {cols} columns")),
                Some(Symbol::EMPTY) => return Some(format!("{cell} is empty")),
                Some(symbol) if is_stone(symbol) => return Some(format!("a stone stands on {cell}")),
                Some(_) => {}
            }
        }
        let name = |end: Option<Symbol>| end.map_or_else(String::new, String::from);
        if m.from == m.to {
            Some("it names the same tile twice".to_owned())
        } else if ends[0] != ends[1] {
            Some(format!("the tiles are not equal: {} and {}", name(ends[0]), name(ends[1])))
        } else if !self.free.joins(m.from, m.to) {
            let place = if self.rules.ring { "" } else { " that stays on the board" };
            Some(format!("no path with at most two turns{place} joins the two tiles {}", name(ends[0])))
        } else if self.refuses([m.from, m.to]) {
            Some("the program does not take this pair".to_owned())
        } else {
            None
        }
    }

    /// Why `path` is no way to join this pair, if it is none: `path` is the corners from tile to tile, both included.
    pub(super) fn path_fault(&self, m: Move, path: &[(i32, i32)]) -> Option<String> {
        let at = |cell: Cell| (cell.row as i32, cell.col as i32);
        if path.first() != Some(&at(m.from)) || path.last() != Some(&at(m.to)) {
            return Some(format!("the path does not lead from {} to {}", m.from, m.to));
        }
        let mut steps: Vec<(i32, i32)> = Vec::new();
        for (number, ends) in path.windows(2).enumerate() {
            let (from, to) = (ends[0], ends[1]);
            let step = (to.0.cmp(&from.0) as i32, to.1.cmp(&from.1) as i32);
            let turns_back = steps.last() == Some(&(-step.0, -step.1));
            if (step.0 == 0) == (step.1 == 0) || turns_back {
                return Some(format!("the path does not go straight from {},{} to {},{}", from.0, from.1, to.0, to.1));
            }
            let is_last = number + 2 == path.len();
            let mut place = from;
            while place != to {
                place = (place.0 + step.0, place.1 + step.1);
                if !(self.free.is_free(place) || is_last && place == to) {
                    return Some(format!("the path cannot cross {},{}", place.0, place.1));
                }
            }
            if steps.last() != Some(&step) {
                steps.push(step);
            }
        }
        (steps.len() > 3).then(|| format!("the path has {} turns, and two are allowed", steps.len() - 1))
    }

    fn carry(&mut self, from: Cell, to: Cell) {
        self.tiles[to] = std::mem::replace(&mut self.tiles[from], Symbol::EMPTY);
        self.free.free(from);
        self.free.block(to);
        if let Some(pairs) = &mut self.pairs {
            pairs.carry(from, to);
        }
        self.refused.iter_mut().flatten().filter(|cell| **cell == from).for_each(|cell| *cell = to);
    }
}

impl Puzzle for Board {
    type Rules = Rules;
    type Move = Move;

    fn parse(rules: &Arc<Rules>, text: &str) -> Result<Self, Vec<Problem>> {
        super::notation::parse_board(rules, text)
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        match &self.pairs {
            Some(pairs) => {
                let before = moves.len();
                let joined = pairs.table().iter().filter(|pair| !self.refuses(*pair));
                moves.extend(joined.map(|[from, to]| Move { from, to }));
                moves[before..].sort_unstable();
            }
            None => {
                let is_legal = |m: &Move| self.free.joins(m.from, m.to) && !self.refuses([m.from, m.to]);
                moves.extend(self.equal_tiles().filter(is_legal));
            }
        }
    }

    fn play(&mut self, m: Move) -> Result<Gain, IllegalMove> {
        if let Some(why) = self.refusal(m) {
            return Err(IllegalMove { what: m.to_string(), why });
        }
        for cell in [m.from, m.to] {
            self.tiles[cell] = Symbol::EMPTY;
            self.free.free(cell);
            self.refused.retain(|pair| !pair.contains(&cell));
            if let Some(pairs) = &mut self.pairs {
                pairs.take(cell);
            }
        }
        let lanes = Arc::clone(&self.lanes);
        for lane in lanes.iter().flatten() {
            shift::pack(lane, self, |board, cell| board.tiles[cell] != Symbol::EMPTY, Self::carry);
        }
        self.refused.iter_mut().for_each(|pair| *pair = in_order(*pair));
        if let Some(pairs) = &mut self.pairs {
            pairs.update(&self.free);
        }
        Ok(PAIR)
    }

    fn status(&self) -> Status {
        if self.left() == 0 {
            Status::Won
        } else if self.has_move() {
            Status::Ongoing
        } else {
            Status::Stuck
        }
    }

    fn end_bonus(&self) -> Gain {
        0
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&super::notation::text(self))
    }
}

fn in_order([one, two]: Joined) -> Joined {
    if one <= two { [one, two] } else { [two, one] }
}
