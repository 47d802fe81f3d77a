//! Whether a path of at most two turns joins two cells, and the path itself.
//!
//! The cells that a path may cross are kept as bits, once by rows and once by columns, with the ring around the board. A path
//! of at most two turns is a line along a row, one along a column and one along a row again, or the same with rows and
//! columns exchanged; any of the three may be empty. So it exists where the runs of free cells around both ends have a column
//! in common that is free in every row between them: one `and` a row.

use crate::grid::Cell;

/// Most rows, and most columns, of a board: with the ring they fill the bits of a word.
pub(super) const MAX_SIDE: usize = 62;

/// The corners of a path from tile to tile, both included: row and column, −1 or the row or column count in the ring.
pub type Corners = Vec<(i32, i32)>;

/// The cells that a path may cross. Bit `c + 1` of row `r + 1` is the cell in row `r` and column `c`.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    rows: Vec<u64>,
    cols: Vec<u64>,
}

impl Lines {
    /// A board without a tile, with or without a ring. No side may be longer than [`MAX_SIDE`].
    pub(super) fn new(rows: usize, cols: usize, ring: bool) -> Self {
        let lines = |count: usize, length: usize| {
            let all = u64::MAX >> (62 - length);
            let inside = if ring { all } else { all >> 2 << 1 };
            let edge = if ring { all } else { 0 };
            (0..count + 2).map(|line| if (1..=count).contains(&line) { inside } else { edge }).collect()
        };
        Self { rows: lines(rows, cols), cols: lines(cols, rows) }
    }

    /// Puts something on a cell.
    pub(super) fn block(&mut self, cell: Cell) {
        self.rows[cell.row + 1] &= !(1 << (cell.col + 1));
        self.cols[cell.col + 1] &= !(1 << (cell.row + 1));
    }

    /// Clears a cell.
    pub(super) fn free(&mut self, cell: Cell) {
        self.rows[cell.row + 1] |= 1 << (cell.col + 1);
        self.cols[cell.col + 1] |= 1 << (cell.row + 1);
    }

    /// Takes over the cells of another board of the same size, without a new allocation.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.rows.clone_from(&other.rows);
        self.cols.clone_from(&other.cols);
    }

    /// Whether a path joins two cells on which something stands.
    pub(super) fn joins(&self, from: Cell, to: Cell) -> bool {
        self.along_rows(from, to) != 0 || self.along_columns(from, to) != 0
    }

    /// The columns in which a path may change from the row of `from` to that of `to`, as bits; straight lines along a row
    /// are none of them.
    fn along_rows(&self, from: Cell, to: Cell) -> u64 {
        crossings(&self.rows, (from.row + 1, from.col + 1), (to.row + 1, to.col + 1))
    }

    /// The rows in which a path may change from the column of `from` to that of `to`.
    fn along_columns(&self, from: Cell, to: Cell) -> u64 {
        crossings(&self.cols, (from.col + 1, from.row + 1), (to.col + 1, to.row + 1))
    }

    /// The path with the fewest turns, and the shortest of those, between two cells on which something stands.
    pub(super) fn corners(&self, from: Cell, to: Cell) -> Option<Corners> {
        let at = |cell: Cell| (cell.row as i32, cell.col as i32);
        let (from_at, to_at) = (at(from), at(to));
        let by_column = bits(self.along_rows(from, to)).map(|col| [(from_at.0, col), (to_at.0, col)]);
        let by_row = bits(self.along_columns(from, to)).map(|row| [(row, from_at.1), (row, to_at.1)]);
        let path = |[first, second]: [(i32, i32); 2]| {
            let mut corners = vec![from_at, first, second, to_at];
            corners.dedup();
            corners
        };
        let length = |corners: &Corners| -> u32 {
            corners.windows(2).map(|ends| ends[0].0.abs_diff(ends[1].0) + ends[0].1.abs_diff(ends[1].1)).sum()
        };
        by_column.chain(by_row).map(path).min_by_key(|corners| (corners.len(), length(corners)))
    }

    /// Whether a path may cross a place, which may lie in the ring or beyond it.
    pub(super) fn is_free(&self, (row, col): (i32, i32)) -> bool {
        let line = usize::try_from(row + 1).ok().and_then(|row| self.rows.get(row));
        line.is_some_and(|line| (-1..63).contains(&col) && line >> (col + 1) & 1 == 1)
    }
}

/// The bits that are set, each as the row or column that it stands for.
fn bits(mut word: u64) -> impl Iterator<Item = i32> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        (word != 0).then(|| {
            word &= word - 1;
            bit as i32 - 1
        })
    })
}

/// The places on two different lines that see each other along all lines between them, and that can be reached along the
/// lines from the two ends.
fn crossings(lines: &[u64], (from_line, from): (usize, usize), (to_line, to): (usize, usize)) -> u64 {
    if from_line == to_line {
        return 0;
    }
    let (low, high) = if from_line < to_line { (from_line, to_line) } else { (to_line, from_line) };
    let mut common = run(lines[from_line], from) & run(lines[to_line], to);
    for between in &lines[low + 1..high] {
        if common == 0 {
            break;
        }
        common &= between;
    }
    common
}

/// The place itself and the free places next to it on its line.
fn run(line: u64, place: usize) -> u64 {
    let above = (line >> (place + 1)).trailing_ones() as usize;
    let below = (line << (64 - place)).leading_ones() as usize;
    u64::MAX >> (63 - above - below) << (place - below)
}
