//! How a board lies under its gravity: the lines along which tiles fall, side by side.

use super::spec::{Closing, Gravity, RulesSpec};
use crate::grid::Cell;

/// The lines of a board along which tiles fall: columns where they fall down or up, else rows. They are counted from the
/// edge that they close to, from the left or the top where they close to the centre; the cells of a line are counted
/// from where tiles come to rest. So every gravity is a fall to height 0, and every closing but that to the centre one
/// to line 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lines {
    gravity: Gravity,
    closing: Closing,
    rows: usize,
    cols: usize,
}

impl Lines {
    /// The lines of a board of that size.
    #[must_use]
    pub fn new(rules: &RulesSpec, (rows, cols): (usize, usize)) -> Self {
        Self { gravity: rules.gravity, closing: rules.columns_close, rows, cols }
    }

    /// How many lines there are.
    #[must_use]
    pub fn count(self) -> usize {
        if self.gravity.is_vertical() { self.cols } else { self.rows }
    }

    /// How many cells a line has.
    #[must_use]
    pub fn depth(self) -> usize {
        if self.gravity.is_vertical() { self.rows } else { self.cols }
    }

    /// How many lines the half has that closes towards higher numbers: the left or upper one, where lines close to the
    /// centre. Of an odd number of lines the middle one belongs to the other half. 0 where lines close to an edge.
    #[must_use]
    pub fn half(self) -> usize {
        if self.closing == Closing::Centre { self.count() / 2 } else { 0 }
    }

    /// The line of a cell, and the cell's height in it.
    #[must_use]
    pub fn place(self, cell: Cell) -> (usize, usize) {
        let (line, height) = match self.gravity {
            Gravity::Down => (cell.col, self.rows - 1 - cell.row),
            Gravity::Up => (cell.col, cell.row),
            Gravity::Left => (cell.row, cell.col),
            Gravity::Right => (cell.row, self.cols - 1 - cell.col),
        };
        (self.mirrored(line), height)
    }

    /// The cell of a line at that height.
    #[must_use]
    pub fn cell(self, line: usize, height: usize) -> Cell {
        let line = self.mirrored(line);
        match self.gravity {
            Gravity::Down => Cell::new(self.rows - 1 - height, line),
            Gravity::Up => Cell::new(height, line),
            Gravity::Left => Cell::new(line, height),
            Gravity::Right => Cell::new(line, self.cols - 1 - height),
        }
    }

    /// The lines of each part that closes on its own, in the order in which they fill up.
    #[must_use]
    pub fn parts(self) -> [Vec<usize>; 2] {
        [(0..self.half()).rev().collect(), (self.half()..self.count()).collect()]
    }

    fn mirrored(self, line: usize) -> usize {
        if matches!(self.closing, Closing::Right | Closing::Bottom) { self.count() - 1 - line } else { line }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_has_its_place() {
        for gravity in Gravity::ALL {
            for columns_close in gravity.closings() {
                let spec = RulesSpec { gravity, columns_close, ..RulesSpec::blank() };
                let lines = Lines::new(&spec, (3, 5));
                assert_eq!(lines.count() * lines.depth(), 15);
                for cell in (0..15).map(|index| Cell::new(index / 5, index % 5)) {
                    let (line, height) = lines.place(cell);
                    assert!(line < lines.count() && height < lines.depth());
                    assert_eq!(lines.cell(line, height), cell, "{spec:?}");
                }
                let mut all = lines.parts().concat();
                all.sort_unstable();
                assert_eq!(all, (0..lines.count()).collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn the_corner_that_tiles_gather_in_comes_first() {
        for (gravity, columns_close, corner) in [
            (Gravity::Down, Closing::Left, Cell::new(2, 0)),
            (Gravity::Down, Closing::Right, Cell::new(2, 4)),
            (Gravity::Up, Closing::Left, Cell::new(0, 0)),
            (Gravity::Left, Closing::Bottom, Cell::new(2, 0)),
            (Gravity::Right, Closing::Top, Cell::new(0, 4)),
        ] {
            let spec = RulesSpec { gravity, columns_close, ..RulesSpec::blank() };
            assert_eq!(Lines::new(&spec, (3, 5)).cell(0, 0), corner);
        }
        let spec = RulesSpec { columns_close: Closing::Centre, ..RulesSpec::blank() };
        assert_eq!(Lines::new(&spec, (3, 5)).parts(), [vec![1, 0], vec![2, 3, 4]]);
    }
}
