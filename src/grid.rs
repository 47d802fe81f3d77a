//! Cells, grids, and the text form that all board files share.

pub mod matrix;

use serde::{Deserialize, Serialize};
use std::fmt;
use std::ops::{Index, IndexMut};
use std::str::FromStr;

/// A place on a board: row 0 is the top row, column 0 the left column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cell {
    /// Counted from the top.
    pub row: usize,
    /// Counted from the left.
    pub col: usize,
}

impl Cell {
    /// A cell from its row and column.
    #[must_use]
    pub const fn new(row: usize, col: usize) -> Self {
        Self { row, col }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.row, self.col)
    }
}

/// How a tile is written in board files: one to four ASCII characters, such as `R`, `.` or `##`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Symbol([u8; 4]);

impl Symbol {
    /// The tile that stands for nothing, `.`.
    pub const EMPTY: Self = Self([b'.', 0, 0, 0]);

    /// What lies around a board that does not fill its grid, `_`: it may go on beyond the grid.
    pub const OUTSIDE: Self = Self([b'_', 0, 0, 0]);

    /// The symbol of one character, if that is printable ASCII.
    #[must_use]
    pub fn from_char(c: char) -> Option<Self> {
        (c.is_ascii_graphic() || c == ' ').then_some(Self([c as u8, 0, 0, 0]))
    }

    /// The text of it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        let len = self.0.iter().position(|&b| b == 0).unwrap_or(4);
        std::str::from_utf8(&self.0[..len]).unwrap_or_default()
    }

    /// Its first character, which is the whole of it in games that write one character a tile.
    #[must_use]
    pub fn first_char(&self) -> char {
        char::from(self.0[0])
    }
}

impl FromStr for Symbol {
    type Err = BadSymbol;
    fn from_str(text: &str) -> Result<Self, BadSymbol> {
        let fits = (1..=4).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_graphic() || b == b' ');
        if !fits {
            return Err(BadSymbol(text.to_owned()));
        }
        let mut bytes = [0; 4];
        bytes[..text.len()].copy_from_slice(text.as_bytes());
        Ok(Self(bytes))
    }
}

impl TryFrom<String> for Symbol {
    type Error = BadSymbol;
    fn try_from(text: String) -> Result<Self, BadSymbol> {
        text.parse()
    }
}

impl From<Symbol> for String {
    fn from(symbol: Symbol) -> Self {
        symbol.as_str().to_owned()
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.as_str())
    }
}

/// A text that cannot stand for a tile.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no tile: expected one to four printable ASCII characters")]
pub struct BadSymbol(pub String);

/// A rectangle of values, stored row by row.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Grid<T> {
    rows: usize,
    cols: usize,
    cells: Vec<T>,
}

impl<T> Grid<T> {
    /// A grid whose every value comes from its cell.
    pub fn from_fn(rows: usize, cols: usize, mut value: impl FnMut(Cell) -> T) -> Self {
        let cells = (0..rows * cols).map(|i| value(Cell::new(i / cols, i % cols))).collect();
        Self { rows, cols, cells }
    }

    /// A grid from rows of equal length.
    ///
    /// # Errors
    /// [`Ragged`] names the first row whose length differs from the first row's.
    pub fn from_rows(rows: Vec<Vec<T>>) -> Result<Self, Ragged> {
        let cols = rows.first().map_or(0, Vec::len);
        if let Some((row, r)) = rows.iter().enumerate().find(|(_, r)| r.len() != cols) {
            return Err(Ragged { row, len: r.len(), expected: cols });
        }
        Ok(Self { rows: rows.len(), cols, cells: rows.into_iter().flatten().collect() })
    }

    /// Number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Number of columns.
    #[must_use]
    pub fn cols(&self) -> usize {
        self.cols
    }

    /// The value at `cell`, or nothing outside the grid.
    #[must_use]
    pub fn get(&self, cell: Cell) -> Option<&T> {
        (cell.row < self.rows && cell.col < self.cols).then(|| &self.cells[cell.row * self.cols + cell.col])
    }

    /// All values, row by row.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.cells.iter()
    }

    /// All values with their cells, row by row.
    pub fn enumerate(&self) -> impl Iterator<Item = (Cell, &T)> {
        let cols = self.cols;
        self.cells.iter().enumerate().map(move |(i, v)| (Cell::new(i / cols, i % cols), v))
    }

    /// One row's values, from the left.
    #[must_use]
    pub fn row(&self, row: usize) -> &[T] {
        &self.cells[row * self.cols..(row + 1) * self.cols]
    }

    /// A grid of the same shape whose values come from these.
    pub fn map<U>(&self, value: impl FnMut(&T) -> U) -> Grid<U> {
        Grid { rows: self.rows, cols: self.cols, cells: self.cells.iter().map(value).collect() }
    }

    /// A cell and the up to eight around it that lie on the grid, row by row.
    pub fn around(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<T> {
        let near = |at: usize, count: usize| at.saturating_sub(1)..(at + 2).min(count);
        let (rows, cols) = (near(cell.row, self.rows), near(cell.col, self.cols));
        rows.flat_map(move |row| cols.clone().map(move |col| Cell::new(row, col)))
    }

    /// The neighbours above, below, left and right that lie on the grid.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<T> {
        let Cell { row, col } = cell;
        let (rows, cols) = (self.rows, self.cols);
        [
            (row > 0).then(|| Cell::new(row - 1, col)),
            (row + 1 < rows).then_some(Cell::new(row + 1, col)),
            (col > 0).then(|| Cell::new(row, col - 1)),
            (col + 1 < cols).then_some(Cell::new(row, col + 1)),
        ]
        .into_iter()
        .flatten()
    }
}

impl Grid<bool> {
    /// The cells that hold true and can be reached from one without leaving those, that one first; none where it does not
    /// hold true. They hold false after.
    pub fn take_region(&mut self, start: Cell) -> Vec<Cell> {
        let mut found = Vec::new();
        if !std::mem::take(&mut self[start]) {
            return found;
        }
        found.push(start);
        let mut next = 0;
        while next < found.len() {
            for cell in self.neighbours(found[next]) {
                if std::mem::take(&mut self[cell]) {
                    found.push(cell);
                }
            }
            next += 1;
        }
        found
    }
}

impl<T> Index<Cell> for Grid<T> {
    type Output = T;
    fn index(&self, cell: Cell) -> &T {
        assert!(cell.row < self.rows && cell.col < self.cols, "cell {cell} lies outside {}×{}", self.rows, self.cols);
        &self.cells[cell.row * self.cols + cell.col]
    }
}

impl<T> IndexMut<Cell> for Grid<T> {
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        assert!(cell.row < self.rows && cell.col < self.cols, "cell {cell} lies outside {}×{}", self.rows, self.cols);
        &mut self.cells[cell.row * self.cols + cell.col]
    }
}

/// A row that is not as long as the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("row {row} (counted from 0) has {len} cells, the rows above have {expected}: give every row the same length")]
pub struct Ragged {
    /// The row, counted from 0.
    pub row: usize,
    /// Its length in cells.
    pub len: usize,
    /// The first row's length in cells.
    pub expected: usize,
}

/// One board of a file: its lines as they stand, its title, and where it begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The last comment before the board, without its `;`.
    pub title: Option<String>,
    /// The board's lines, without line ends.
    pub lines: Vec<String>,
    /// The line of the file, counted from 1, that the first of `lines` stands on.
    pub first_line: usize,
}

/// Splits a file into its boards: a line that starts with `;` is a comment, a blank line ends a board, CRLF is
/// read as LF.
#[must_use]
pub fn blocks(text: &str) -> Vec<Block> {
    let mut found: Vec<Block> = Vec::new();
    let mut title = None;
    let mut open: Option<Block> = None;
    for (number, line) in text.trim_start_matches('\u{feff}').lines().enumerate() {
        let line = line.trim_end();
        if line.is_empty() {
            found.extend(open.take());
        } else if let Some(comment) = line.strip_prefix(';') {
            found.extend(open.take());
            title = Some(comment.trim().to_owned());
        } else {
            open.get_or_insert_with(|| Block { title: title.take(), lines: Vec::new(), first_line: number + 1 })
                .lines
                .push(line.to_owned());
        }
    }
    found.extend(open);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_keep_titles_and_line_numbers() {
        let text = "; a set\n\n; one\nab\r\ncd\r\n\nee\n; two\n; really two\nff";
        let found = blocks(text);
        assert_eq!(found.len(), 3);
        assert_eq!((found[0].title.as_deref(), found[0].first_line), (Some("one"), 4));
        assert_eq!((found[1].title.as_deref(), found[1].lines.as_slice()), (None, ["ee".to_owned()].as_slice()));
        assert_eq!(found[2].title.as_deref(), Some("really two"));
    }

    #[test]
    fn a_short_row_is_named() {
        let err = Grid::from_rows(vec![vec![1, 2], vec![3]]).unwrap_err();
        assert_eq!(err, Ragged { row: 1, len: 1, expected: 2 });
    }

    #[test]
    fn a_region_is_taken_once() {
        let mut open =
            Grid::from_rows(vec![vec![true, true, false], vec![false, true, false], vec![true, false, true]]).unwrap();
        assert_eq!(open.take_region(Cell::new(1, 1)), [Cell::new(1, 1), Cell::new(0, 1), Cell::new(0, 0)]);
        assert_eq!(open.take_region(Cell::new(1, 1)), []);
        assert_eq!(open.iter().filter(|open| **open).count(), 2);
        let corner: Vec<Cell> = open.around(Cell::new(2, 2)).collect();
        assert_eq!(corner, [Cell::new(1, 1), Cell::new(1, 2), Cell::new(2, 1), Cell::new(2, 2)]);
    }

    #[test]
    fn neighbours_stay_on_the_grid() {
        let grid = Grid::from_fn(2, 3, |c| c);
        let at = |r, c| grid.neighbours(Cell::new(r, c)).collect::<Vec<_>>();
        assert_eq!(at(0, 0), [Cell::new(1, 0), Cell::new(0, 1)]);
        assert_eq!(at(1, 2), [Cell::new(0, 2), Cell::new(1, 1)]);
    }
}
