//! A position and its referee: groups, gravity, closing columns, the end.

use super::legality::problems;
use super::lines::Lines;
use super::rules::Rules;
use crate::grid::{Cell, Grid};
use crate::puzzle::{Gain, IllegalMove, Problem, Puzzle, Status};
use std::collections::BTreeMap;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::Arc;

/// A board at rest, with its rules. A tile is an ASCII letter or digit; `None` is an empty cell.
#[derive(Clone, Debug)]
pub struct Board {
    rules: Arc<Rules>,
    tiles: Grid<Option<u8>>,
}

/// Removes the group that a tile belongs to. Written `row,col`; [`Puzzle::legal_moves`] names each group by its first
/// tile in row order, [`Puzzle::play`] takes any tile of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(pub Cell);

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A text that is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no move: expected row,col such as 9,0 (counted from 0 at the top left)")]
pub struct BadMove(pub String);

impl FromStr for Move {
    type Err = BadMove;
    fn from_str(text: &str) -> Result<Self, BadMove> {
        let bad = || BadMove(text.to_owned());
        let (row, col) = text.split_once(',').ok_or_else(bad)?;
        let number = |part: &str| part.trim().parse().map_err(|_| bad());
        Ok(Self(Cell::new(number(row)?, number(col)?)))
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
    /// A board from its tiles.
    ///
    /// # Errors
    /// Every reason that they are no position at rest.
    pub fn new(rules: &Arc<Rules>, tiles: Grid<Option<u8>>) -> Result<Self, Vec<Problem>> {
        let problems = problems(rules, &tiles);
        if problems.is_empty() { Ok(Self { rules: Arc::clone(rules), tiles }) } else { Err(problems) }
    }

    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The tiles, `None` where a cell is empty.
    #[must_use]
    pub fn tiles(&self) -> &Grid<Option<u8>> {
        &self.tiles
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

    /// The tile at a cell, if the cell lies on the board and is not empty.
    #[must_use]
    pub fn tile(&self, cell: Cell) -> Option<char> {
        self.tiles.get(cell).copied().flatten().map(char::from)
    }

    /// How many tiles stand on the board, inert ones aside.
    #[must_use]
    pub fn left(&self) -> usize {
        self.tiles.iter().flatten().filter(|tile| !self.rules.is_inert(**tile)).count()
    }

    /// The lines along which tiles fall.
    #[must_use]
    pub fn lines(&self) -> Lines {
        Lines::new(self.rules.spec(), (self.rows(), self.cols()))
    }

    /// The tile at a cell, if it is one that can match others.
    fn matching(&self, cell: Cell) -> Option<u8> {
        self.tiles.get(cell).copied().flatten().filter(|tile| !self.rules.is_inert(*tile))
    }

    /// The cells of the group that the tile at `cell` belongs to, in row order: none where the cell is empty, lies
    /// outside or has an inert tile, a single one where no neighbour is alike.
    #[must_use]
    pub fn group(&self, cell: Cell) -> Vec<Cell> {
        let mut seen = self.tiles.map(|_| false);
        let mut group = self.flood(cell, &mut seen);
        group.sort_unstable();
        group
    }

    /// The group of `cell` in no order; its cells are marked in `seen`.
    fn flood(&self, cell: Cell, seen: &mut Grid<bool>) -> Vec<Cell> {
        let Some(colour) = self.matching(cell) else { return Vec::new() };
        seen[cell] = true;
        let mut group = vec![cell];
        let mut next = 0;
        while let Some(&at) = group.get(next) {
            next += 1;
            for neighbour in self.tiles.neighbours(at) {
                if !seen[neighbour] && self.tiles[neighbour] == Some(colour) {
                    seen[neighbour] = true;
                    group.push(neighbour);
                }
            }
        }
        group
    }

    /// Every group that may be removed: its first cell in row order and its number of tiles, in row order.
    #[must_use]
    pub fn groups(&self) -> Vec<(Move, usize)> {
        let mut seen = self.tiles.map(|_| false);
        let mut groups = Vec::new();
        for (cell, _) in self.tiles.enumerate() {
            if !seen[cell] && self.matching(cell).is_some() {
                let size = self.flood(cell, &mut seen).len();
                if size >= self.rules.min_group() {
                    groups.push((Move(cell), size));
                }
            }
        }
        groups
    }

    /// Lets tiles fall in the lines that lost some, and closes those that are empty now.
    fn settle(&mut self, gone: &[Cell]) {
        let lines = self.lines();
        let mut touched: Vec<usize> = gone.iter().map(|&cell| lines.place(cell).0).collect();
        touched.sort_unstable();
        touched.dedup();
        let mut closes = false;
        for line in touched {
            let tiles = self.take_line(lines, line);
            closes |= tiles.is_empty();
            self.put_line(lines, line, tiles);
        }
        if closes {
            for part in lines.parts() {
                let filled: Vec<Vec<u8>> =
                    part.iter().map(|&line| self.take_line(lines, line)).filter(|tiles| !tiles.is_empty()).collect();
                for (&line, tiles) in part.iter().zip(filled) {
                    self.put_line(lines, line, tiles);
                }
            }
        }
    }

    /// Takes the tiles of a line off, those that lie lowest first.
    fn take_line(&mut self, lines: Lines, line: usize) -> Vec<u8> {
        (0..lines.depth()).filter_map(|height| self.tiles[lines.cell(line, height)].take()).collect()
    }

    fn has_pair(&self) -> bool {
        let is_pair = |cell| {
            let tile = self.matching(cell);
            tile.is_some() && self.tiles.neighbours(cell).any(|near| self.tiles[near] == tile)
        };
        self.tiles.enumerate().any(|(cell, _)| is_pair(cell))
    }

    fn put_line(&mut self, lines: Lines, line: usize, tiles: Vec<u8>) {
        for (height, tile) in tiles.into_iter().enumerate() {
            self.tiles[lines.cell(line, height)] = Some(tile);
        }
    }
}

impl Puzzle for Board {
    type Rules = Rules;
    type Move = Move;

    fn parse(rules: &Arc<Rules>, text: &str) -> Result<Self, Vec<Problem>> {
        super::notation::parse_board(rules, text)
    }

    fn legal_moves(&self, moves: &mut Vec<Move>) {
        moves.extend(self.groups().into_iter().map(|(m, _)| m));
    }

    fn play(&mut self, m: Move) -> Result<Gain, IllegalMove> {
        let illegal = |why: String| IllegalMove { what: m.to_string(), why };
        if self.tiles.get(m.0).is_none() {
            let (rows, cols) = (self.rows(), self.cols());
            return Err(illegal(format!("the cell lies outside the board of {rows} rows and {cols} columns")));
        }
        let mut seen = self.tiles.map(|_| false);
        let group = self.flood(m.0, &mut seen);
        if group.is_empty() {
            let why = if self.tiles[m.0].is_some() { "the tile is inert" } else { "the cell is empty" };
            return Err(illegal(why.to_owned()));
        }
        let least = self.rules.min_group();
        if group.len() < least {
            return Err(illegal(format!("the tile stands alone, and a group has at least {least} tiles")));
        }
        for &cell in &group {
            self.tiles[cell] = None;
        }
        self.settle(&group);
        Ok(self.rules.group_gain(group.len()))
    }

    fn status(&self) -> Status {
        if self.left() == 0 {
            Status::Won
        } else if self.rules.min_group() == 1 || self.has_pair() {
            Status::Ongoing
        } else {
            Status::Stuck
        }
    }

    fn end_bonus(&self) -> Gain {
        if self.status() == Status::Ongoing {
            0
        } else {
            self.rules.end_bonus(counts(&self.rules, &self.tiles).into_values())
        }
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.rows() {
            if row > 0 {
                f.write_str("\n")?;
            }
            f.write_str(&row_text(self.tiles.row(row)))?;
        }
        Ok(())
    }
}

/// One row as board files write it.
pub(super) fn row_text(row: &[Option<u8>]) -> String {
    row.iter().map(|tile| tile.map_or('.', char::from)).collect()
}

/// Tiles of each colour that stands on the board, inert ones aside.
pub(super) fn counts(rules: &Rules, tiles: &Grid<Option<u8>>) -> BTreeMap<u8, usize> {
    let mut counts = BTreeMap::new();
    for &tile in tiles.iter().flatten().filter(|tile| !rules.is_inert(**tile)) {
        *counts.entry(tile).or_insert(0) += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(text: &str) -> Board {
        Board::parse(&Arc::new(Rules::preset("popstar").unwrap()), text).unwrap()
    }

    #[test]
    fn tiles_fall_and_columns_close_to_the_left() {
        let mut position = board("R.B\nRGB\nRGG");
        assert_eq!(position.play(Move(Cell::new(2, 0))), Ok(45));
        assert_eq!(position.to_string(), ".B.\nGB.\nGG.");
        assert_eq!(position.play(Move(Cell::new(2, 1))), Ok(45));
        assert_eq!(position.to_string(), "...\nB..\nB..");
        assert_eq!((position.status(), position.end_bonus()), (Status::Ongoing, 0));
        assert_eq!(position.play(Move(Cell::new(1, 0))), Ok(20));
        assert_eq!((position.status(), position.end_bonus()), (Status::Won, 2000));
    }

    #[test]
    fn a_move_that_is_none_leaves_the_board() {
        let mut position = board(".R\nRG");
        let before = position.clone();
        for (cell, why) in [((0, 0), "empty"), ((2, 0), "outside"), ((1, 1), "alone")] {
            let refused = position.play(Move(Cell::new(cell.0, cell.1))).unwrap_err();
            assert!(refused.to_string().contains(why), "{refused}");
            assert_eq!(position, before);
        }
        assert_eq!((position.status(), position.end_bonus()), (Status::Stuck, 2000 - 180));
    }

    #[test]
    fn single_tiles_go_where_the_rules_let_them() {
        let rules = Arc::new(super::super::rules_file::parse("preset='popstar'\nmin_group=1\nsingle=-3").unwrap());
        let mut position = Board::parse(&rules, "RG").unwrap();
        assert_eq!(position.groups().len(), 2);
        assert_eq!(position.play(Move(Cell::new(0, 0))), Ok(-3));
        assert_eq!(position.to_string(), "G.");
    }

    #[test]
    fn every_reason_is_listed() {
        let rules = Arc::new(Rules::preset("popstar").unwrap());
        let problems = Board::parse(&rules, "R..B\n...B\nR..B").unwrap_err();
        let cells: Vec<_> = problems.iter().map(|p| p.cell.unwrap()).collect();
        assert_eq!(cells, [Cell::new(0, 0), Cell::new(2, 1), Cell::new(2, 2)]);
        assert_eq!(Board::parse(&rules, "R#!").unwrap_err().len(), 2);
        assert!(Board::parse(&rules, "").is_err());
        assert!(Board::parse(&rules, &vec!["R".repeat(200); 200].join("\n")).is_err());
    }

    #[test]
    fn moves_are_written_and_read() {
        assert_eq!("9, 0".parse(), Ok(Move(Cell::new(9, 0))));
        assert_eq!(Move(Cell::new(3, 12)).to_string(), "3,12");
        assert!("a,1".parse::<Move>().is_err() && "4".parse::<Move>().is_err());
    }
}
