//! A position and its referee: groups, gravity, closing columns, the end.

use super::formula::MAX_TILES;
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

    /// How many tiles stand on the board.
    #[must_use]
    pub fn left(&self) -> usize {
        self.tiles.iter().flatten().count()
    }

    /// The cells of the group that the tile at `cell` belongs to, in row order: none where the cell is empty or lies
    /// outside, a single one where no neighbour is alike.
    #[must_use]
    pub fn group(&self, cell: Cell) -> Vec<Cell> {
        let mut seen = self.tiles.map(|_| false);
        let mut group = self.flood(cell, &mut seen);
        group.sort_unstable();
        group
    }

    /// The group of `cell` in no order; its cells are marked in `seen`.
    fn flood(&self, cell: Cell, seen: &mut Grid<bool>) -> Vec<Cell> {
        let Some(colour) = self.tiles.get(cell).copied().flatten() else { return Vec::new() };
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
            if !seen[cell] {
                let size = self.flood(cell, &mut seen).len();
                if size >= self.rules.min_group() {
                    groups.push((Move(cell), size));
                }
            }
        }
        groups
    }

    /// Lets tiles fall in the columns from `from` to `to`, where some went, and closes those that are empty now.
    fn settle(&mut self, from: usize, to: usize) {
        let rows = self.rows();
        let is_empty = |col| (0..rows).all(|row| self.tiles[Cell::new(row, col)].is_none());
        let to = if (from..=to).any(is_empty) { self.cols() - 1 } else { to };
        let mut target = from;
        for col in from..=to {
            let column: Vec<u8> = (0..rows).rev().filter_map(|row| self.tiles[Cell::new(row, col)].take()).collect();
            if !column.is_empty() {
                for (height, tile) in column.into_iter().enumerate() {
                    self.tiles[Cell::new(rows - 1 - height, target)] = Some(tile);
                }
                target += 1;
            }
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
            return Err(illegal("the cell is empty".to_owned()));
        }
        let least = self.rules.min_group();
        if group.len() < least {
            return Err(illegal(format!("the tile stands alone, and a group has at least {least} tiles")));
        }
        for &cell in &group {
            self.tiles[cell] = None;
        }
        let cols = || group.iter().map(|cell| cell.col);
        self.settle(cols().min().unwrap_or(0), cols().max().unwrap_or(0));
        Ok(self.rules.group_gain(group.len()))
    }

    fn status(&self) -> Status {
        if self.left() == 0 {
            Status::Won
        } else if self.rules.min_group() == 1 || has_pair(&self.tiles) {
            Status::Ongoing
        } else {
            Status::Stuck
        }
    }

    fn end_bonus(&self) -> Gain {
        if self.status() == Status::Ongoing { 0 } else { self.rules.end_bonus(counts(&self.tiles).into_values()) }
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

/// Tiles of each colour that stands on the board.
fn counts(tiles: &Grid<Option<u8>>) -> BTreeMap<u8, usize> {
    let mut counts = BTreeMap::new();
    for &tile in tiles.iter().flatten() {
        *counts.entry(tile).or_insert(0) += 1;
    }
    counts
}

fn has_pair(tiles: &Grid<Option<u8>>) -> bool {
    tiles.enumerate().any(|(cell, tile)| tile.is_some() && tiles.neighbours(cell).any(|near| tiles[near] == *tile))
}

/// Every reason that these tiles are no position at rest.
fn problems(rules: &Rules, tiles: &Grid<Option<u8>>) -> Vec<Problem> {
    let (rows, cols) = (tiles.rows(), tiles.cols());
    if rows == 0 || cols == 0 {
        return vec![Problem::of_board("the board has no cells; give one character a tile and . for an empty cell")];
    }
    if rows.saturating_mul(cols) > MAX_TILES {
        return vec![Problem::of_board(format!(
            "{rows} rows of {cols} columns are more than the {MAX_TILES} cells that a board may have"
        ))];
    }
    let mut found = Vec::new();
    for (cell, tile) in tiles.enumerate() {
        match tile {
            Some(tile) if !tile.is_ascii_alphanumeric() => found.push(Problem::at(
                cell,
                format!("{:?} is no tile; a tile is a letter or a digit, an empty cell is .", char::from(*tile)),
            )),
            Some(_) if cell.row + 1 < rows && tiles[Cell::new(cell.row + 1, cell.col)].is_none() => found.push(
                Problem::at(cell, "the tile floats over an empty cell; tiles rest on the bottom row or on tiles"),
            ),
            _ => {}
        }
    }
    let empty = |col: usize| (0..rows).all(|row| tiles[Cell::new(row, col)].is_none());
    if let Some(last) = (0..cols).rev().find(|&col| !empty(col)) {
        found.extend((0..last).filter(|&col| empty(col)).map(|col| {
            let message = "the column is empty but tiles stand to its right; columns close to the left";
            Problem::at(Cell::new(rows - 1, col), message)
        }));
    }
    let counts: Vec<usize> = counts(tiles).into_values().collect();
    found.extend(rules.refuses(&counts).map(Problem::of_board));
    found
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
