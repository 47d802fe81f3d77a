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
        self.reach(from).joins(&self.reach(to), self)
    }

    /// What can be reached from a cell without a turn.
    pub(super) fn reach(&self, cell: Cell) -> Reach {
        let (row, col) = (cell.row + 1, cell.col + 1);
        Reach { row, col, along_row: run(self.rows[row], col), along_column: run(self.cols[col], row) }
    }

    /// The path with the fewest turns, and the shortest of those, between two cells on which something stands.
    pub(super) fn corners(&self, from: Cell, to: Cell) -> Option<Corners> {
        let at = |cell: Cell| (cell.row as i32, cell.col as i32);
        let (from_at, to_at) = (at(from), at(to));
        let (from_reach, to_reach) = (self.reach(from), self.reach(to));
        let by_column = bits(from_reach.columns_to(&to_reach, self)).map(|col| [(from_at.0, col), (to_at.0, col)]);
        let by_row = bits(from_reach.rows_to(&to_reach, self)).map(|row| [(row, from_at.1), (row, to_at.1)]);
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

    /// Whether a path may cross a cell of the board.
    pub(super) fn is_free_cell(&self, cell: Cell) -> bool {
        self.rows[cell.row + 1] >> (cell.col + 1) & 1 == 1
    }

    /// The cells of the board next to the free lines through a free cell, along its row and along its column: what can be
    /// seen from it without a turn.
    pub(super) fn seen_straight(&self, cell: Cell, mut found: impl FnMut(Cell)) {
        let (row, col) = (cell.row + 1, cell.col + 1);
        let (in_row, in_column) = (ends(self.rows[row], col), ends(self.cols[col], row));
        in_row.into_iter().filter_map(|col| self.cell(row, col)).for_each(&mut found);
        in_column.into_iter().filter_map(|row| self.cell(row, col)).for_each(&mut found);
    }

    /// The cells of the board that can be seen from the free line through a free cell, along its row or its column, without
    /// a turn: across the line, and at its ends.
    pub(super) fn seen_from_run(&self, cell: Cell, along_row: bool, mut found: impl FnMut(Cell)) {
        let (row, col) = (cell.row + 1, cell.col + 1);
        let (lines, across, line, place) =
            if along_row { (&self.rows, &self.cols, row, col) } else { (&self.cols, &self.rows, col, row) };
        let at = |line, place| if along_row { self.cell(line, place) } else { self.cell(place, line) };
        ends(lines[line], place).into_iter().filter_map(|place| at(line, place)).for_each(&mut found);
        let mut left = run(lines[line], place);
        while left != 0 {
            let place = left.trailing_zeros() as usize;
            left &= left - 1;
            ends(across[place], line).into_iter().filter_map(|line| at(line, place)).for_each(&mut found);
        }
    }

    /// The cell of the board at these bits; none in the ring and beyond it.
    fn cell(&self, row: usize, col: usize) -> Option<Cell> {
        let on_board = (1..self.rows.len() - 1).contains(&row) && (1..self.cols.len() - 1).contains(&col);
        on_board.then(|| Cell::new(row - 1, col - 1))
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

/// What can be reached from a cell without a turn, the cell itself among it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    row: usize,
    col: usize,
    along_row: u64,
    along_column: u64,
}

impl Reach {
    /// Whether a path joins two cells.
    pub(super) fn joins(&self, to: &Self, lines: &Lines) -> bool {
        self.columns_to(to, lines) != 0 || self.rows_to(to, lines) != 0
    }

    /// The columns in which a path may change from one row to another one, as bits; straight lines along a row are none.
    fn columns_to(&self, to: &Self, lines: &Lines) -> u64 {
        crossings(&lines.rows, (self.row, self.along_row), (to.row, to.along_row))
    }

    /// The rows in which a path may change from one column to another one.
    fn rows_to(&self, to: &Self, lines: &Lines) -> u64 {
        crossings(&lines.cols, (self.col, self.along_column), (to.col, to.along_column))
    }
}

/// The places on two different lines that see each other along all lines between them, of those that are reached.
fn crossings(lines: &[u64], (from_line, from): (usize, u64), (to_line, to): (usize, u64)) -> u64 {
    if from_line == to_line {
        return 0;
    }
    let (low, high) = if from_line < to_line { (from_line, to_line) } else { (to_line, from_line) };
    let mut common = from & to;
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

/// The places before and behind the free line through a free place, which is not place 0.
fn ends(line: u64, place: usize) -> [usize; 2] {
    let (above, below) = (!line >> place, !line << (64 - place));
    // Place 0 has nothing before it, and no board has a place 64: both lie beyond the board.
    [place.wrapping_sub(1 + below.leading_zeros() as usize), place + above.trailing_zeros() as usize]
}
