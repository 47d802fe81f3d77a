//! Whether a path of at most two turns joins two cells, and the path itself.
//!
//! The cells that a path may cross are kept as bits, once by rows and once by columns. A path of at most two turns is a line
//! along a row, one along a column and one along a row again, or the same with rows and columns exchanged; any of the three
//! may be empty. So it exists where the runs of free cells around both ends have a column in common that is free in every row
//! between them: one `and` a row. The ring around the board is always free, so its two columns need no bits: both runs must
//! end at the same edge of the board.

use crate::grid::Cell;

/// Most rows, and most columns, of a board: they fill the bits of a word.
pub(super) const MAX_SIDE: usize = 64;

/// The corners of a path from tile to tile, both included: row and column, −1 or the row or column count in the ring.
pub type Corners = Vec<(i32, i32)>;

/// The cells that a path may cross. Bit `c` of row `r` is the cell in row `r` and column `c`.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    rows: Vec<u64>,
    cols: Vec<u64>,
    /// The columns from which a line along a row leads into the ring: the first and the last, or none without a ring.
    columns_at_ring: u64,
    /// The rows from which a line along a column leads into the ring.
    rows_at_ring: u64,
}

impl Lines {
    /// A board without a tile, with or without a ring. No side may be empty or longer than [`MAX_SIDE`].
    pub(super) fn new(rows: usize, cols: usize, ring: bool) -> Self {
        let all = |length: usize| u64::MAX >> (MAX_SIDE - length);
        let at_ring = |length: usize| if ring { 1 | 1 << (length - 1) } else { 0 };
        Self {
            rows: vec![all(cols); rows],
            cols: vec![all(rows); cols],
            columns_at_ring: at_ring(cols),
            rows_at_ring: at_ring(rows),
        }
    }

    /// Puts something on a cell.
    pub(super) fn block(&mut self, cell: Cell) {
        self.rows[cell.row] &= !(1 << cell.col);
        self.cols[cell.col] &= !(1 << cell.row);
    }

    /// Clears a cell.
    pub(super) fn free(&mut self, cell: Cell) {
        self.rows[cell.row] |= 1 << cell.col;
        self.cols[cell.col] |= 1 << cell.row;
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
        let Cell { row, col } = cell;
        Reach { row, col, along_row: run(self.rows[row], col), along_column: run(self.cols[col], row) }
    }

    /// The path with the fewest turns, and the shortest of those, between two cells on which something stands.
    pub(super) fn corners(&self, from: Cell, to: Cell) -> Option<Corners> {
        let at = |cell: Cell| (cell.row as i32, cell.col as i32);
        let (from_at, to_at) = (at(from), at(to));
        let (from_reach, to_reach) = (self.reach(from), self.reach(to));
        let columns = places(from_reach.by_rows(&to_reach, self), self.cols.len());
        let rows = places(from_reach.by_columns(&to_reach, self), self.rows.len());
        let by_column = columns.map(|col| [(from_at.0, col), (to_at.0, col)]);
        let by_row = rows.map(|row| [(row, from_at.1), (row, to_at.1)]);
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
        self.rows[cell.row] >> cell.col & 1 == 1
    }

    /// The cells of the board next to the free lines through a free cell, along its row and along its column: what can be
    /// seen from it without a turn.
    pub(super) fn seen_straight(&self, cell: Cell, mut found: impl FnMut(Cell)) {
        let Cell { row, col } = cell;
        let (in_row, in_column) = (ends(self.rows[row], col), ends(self.cols[col], row));
        in_row.into_iter().filter_map(|col| self.cell(row, col)).for_each(&mut found);
        in_column.into_iter().filter_map(|row| self.cell(row, col)).for_each(&mut found);
    }

    /// The cells of the board that can be seen from the free line through a free cell, along its row or its column, without
    /// a turn: across the line, and at its ends.
    pub(super) fn seen_from_run(&self, cell: Cell, along_row: bool, mut found: impl FnMut(Cell)) {
        let Cell { row, col } = cell;
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

    /// The cell of the board at these bits; none beyond it.
    fn cell(&self, row: usize, col: usize) -> Option<Cell> {
        (row < self.rows.len() && col < self.cols.len()).then(|| Cell::new(row, col))
    }

    /// Whether a path may cross a place, which may lie in the ring or beyond it.
    pub(super) fn is_free(&self, (row, col): (i32, i32)) -> bool {
        let (rows, cols) = (self.rows.len() as i32, self.cols.len() as i32);
        if (0..rows).contains(&row) && (0..cols).contains(&col) {
            return self.rows[row as usize] >> col & 1 == 1;
        }
        self.columns_at_ring != 0 && (-1..=rows).contains(&row) && (-1..=cols).contains(&col)
    }
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
        self.by_rows(to, lines).any() || self.by_columns(to, lines).any()
    }

    /// The columns in which a path may change from one row to another one; straight lines along a row are none.
    fn by_rows(&self, to: &Self, lines: &Lines) -> Crossings {
        crossings(&lines.rows, lines.columns_at_ring, (self.row, self.along_row), (to.row, to.along_row))
    }

    /// The rows in which a path may change from one column to another one.
    fn by_columns(&self, to: &Self, lines: &Lines) -> Crossings {
        crossings(&lines.cols, lines.rows_at_ring, (self.col, self.along_column), (to.col, to.along_column))
    }
}

/// Where two lines see each other, as bits.
struct Crossings {
    on_board: u64,
    /// The first and the last place where both lines lead into the ring next to them.
    in_ring: u64,
}

impl Crossings {
    fn any(&self) -> bool {
        self.on_board | self.in_ring != 0
    }
}

/// The places on two different lines that see each other along all lines between them, of those that are reached.
fn crossings(lines: &[u64], at_ring: u64, (from_line, from): (usize, u64), (to_line, to): (usize, u64)) -> Crossings {
    if from_line == to_line {
        return Crossings { on_board: 0, in_ring: 0 };
    }
    let (low, high) = if from_line < to_line { (from_line, to_line) } else { (to_line, from_line) };
    let mut common = from & to;
    let in_ring = common & at_ring;
    for between in &lines[low + 1..high] {
        if common == 0 {
            break;
        }
        common &= between;
    }
    Crossings { on_board: common, in_ring }
}

/// The rows or columns that crossings stand for: −1 and `count` in the ring.
fn places(crossings: Crossings, count: usize) -> impl Iterator<Item = i32> {
    let Crossings { mut on_board, in_ring } = crossings;
    let board = std::iter::from_fn(move || {
        let bit = on_board.trailing_zeros();
        (on_board != 0).then(|| {
            on_board &= on_board - 1;
            bit as i32
        })
    });
    let before = (in_ring & 1 != 0).then_some(-1);
    let behind = (in_ring >> (count - 1) & 1 != 0).then_some(count as i32);
    before.into_iter().chain(board).chain(behind)
}

/// The place itself and the free places next to it on its line.
fn run(line: u64, place: usize) -> u64 {
    let above = (line >> place >> 1).trailing_ones() as usize;
    let below = (line << 1 << (63 - place)).leading_ones() as usize;
    u64::MAX >> (63 - above - below) << (place - below)
}

/// The places before and behind the free line through a free place; places beyond the board where it ends at an edge.
fn ends(line: u64, place: usize) -> [usize; 2] {
    let (above, below) = (!line >> place, !line << (63 - place));
    [place.wrapping_sub(below.leading_zeros() as usize), place + above.trailing_zeros() as usize]
}
