//! Points, rectangles and the lattice that ties a board's cells to pixels.
//!
//! Two spaces meet here. *Picture* pixels count from the top left of a captured picture. *Desktop* units are what the
//! pointer is moved in; they are signed, since a second monitor may stand to the left of the first. A
//! [`Frame`](crate::frame::Frame) knows how to go from one to the other.

use crate::grid::Cell;
use serde::{Deserialize, Serialize};

/// A position in pixels or desktop units; fractions are kept until the last moment.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// Distance from the left.
    pub x: f64,
    /// Distance from the top.
    pub y: f64,
}

impl Point {
    /// A point from its two distances.
    #[must_use]
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// The nearest whole position, rounded once, halves away from zero.
    #[must_use]
    pub fn round(self) -> (i32, i32) {
        (self.x.round() as i32, self.y.round() as i32)
    }

    /// Straight-line distance to `other`, in the unit of both.
    #[must_use]
    pub fn distance(self, other: Self) -> f64 {
        (self.x - other.x).hypot(self.y - other.y)
    }
}

/// An axis-parallel rectangle: the left and top edges belong to it, the right and bottom edges do not.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Top edge.
    pub y: f64,
    /// Extent to the right, never negative.
    pub width: f64,
    /// Extent downwards, never negative.
    pub height: f64,
}

impl Rect {
    /// A rectangle from its left, top, width and height.
    #[must_use]
    pub const fn new(x: f64, y: f64, width: f64, height: f64) -> Self {
        Self { x, y, width, height }
    }

    /// Whether `p` lies inside.
    #[must_use]
    pub fn contains(&self, p: Point) -> bool {
        p.x >= self.x && p.x < self.right() && p.y >= self.y && p.y < self.bottom()
    }

    /// Whether `other` lies wholly inside.
    #[must_use]
    pub fn encloses(&self, other: &Self) -> bool {
        other.x >= self.x && other.y >= self.y && other.right() <= self.right() && other.bottom() <= self.bottom()
    }

    /// The part that both share, if it has an area.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Option<Self> {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let (right, bottom) = (self.right().min(other.right()), self.bottom().min(other.bottom()));
        (right > x && bottom > y).then(|| Self::new(x, y, right - x, bottom - y))
    }

    /// The x just past the right edge.
    #[must_use]
    pub fn right(&self) -> f64 {
        self.x + self.width
    }

    /// The y just past the bottom edge.
    #[must_use]
    pub fn bottom(&self) -> f64 {
        self.y + self.height
    }

    /// The middle.
    #[must_use]
    pub fn centre(&self) -> Point {
        Point::new(self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// The rectangle with `share` of its width and height cut off at every side (`0.1` keeps the middle 80 %).
    #[must_use]
    pub fn inset(&self, share: f64) -> Self {
        Self::new(
            self.x + self.width * share,
            self.y + self.height * share,
            self.width * (1.0 - 2.0 * share),
            self.height * (1.0 - 2.0 * share),
        )
    }
}

/// Where a board's cells lie in a picture: the centre of cell 0,0 and a pitch for each axis, in picture pixels.
///
/// The pitch is a fraction on purpose: a window scaled to 125 % has pitches such as 37.5, and a pitch off by a tenth
/// of a pixel is off by a pixel and a half at the fifteenth column.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Lattice {
    /// Centre of cell 0,0 from the left, in pixels.
    pub x: f64,
    /// Centre of cell 0,0 from the top, in pixels.
    pub y: f64,
    /// Distance of two neighbouring columns' centres, in pixels.
    pub pitch_x: f64,
    /// Distance of two neighbouring rows' centres, in pixels.
    pub pitch_y: f64,
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
}

impl Lattice {
    /// The lattice whose first cell's left top corner is at `left`, `top`.
    #[must_use]
    pub fn from_corner(left: f64, top: f64, pitch: (f64, f64), rows: usize, cols: usize) -> Self {
        Self { x: left + pitch.0 / 2.0, y: top + pitch.1 / 2.0, pitch_x: pitch.0, pitch_y: pitch.1, rows, cols }
    }

    /// The middle of a cell, in pixels.
    #[must_use]
    pub fn centre(&self, cell: Cell) -> Point {
        Point::new(self.x + cell.col as f64 * self.pitch_x, self.y + cell.row as f64 * self.pitch_y)
    }

    /// The whole of a cell, in pixels.
    #[must_use]
    pub fn cell_rect(&self, cell: Cell) -> Rect {
        let c = self.centre(cell);
        Rect::new(c.x - self.pitch_x / 2.0, c.y - self.pitch_y / 2.0, self.pitch_x, self.pitch_y)
    }

    /// The whole board, in pixels.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        Rect::new(
            self.x - self.pitch_x / 2.0,
            self.y - self.pitch_y / 2.0,
            self.pitch_x * self.cols as f64,
            self.pitch_y * self.rows as f64,
        )
    }

    /// The cell under a pixel, if the pixel lies on the board.
    #[must_use]
    pub fn cell_at(&self, p: Point) -> Option<Cell> {
        if !self.bounds().contains(p) {
            return None;
        }
        let col = ((p.x - self.x) / self.pitch_x + 0.5).floor() as usize;
        let row = ((p.y - self.y) / self.pitch_y + 0.5).floor() as usize;
        Some(Cell::new(row.min(self.rows - 1), col.min(self.cols - 1)))
    }

    /// The same board in a picture that is `sx` times as wide and `sy` times as high.
    #[must_use]
    pub fn scaled(&self, sx: f64, sy: f64) -> Self {
        Self { x: self.x * sx, y: self.y * sy, pitch_x: self.pitch_x * sx, pitch_y: self.pitch_y * sy, ..*self }
    }

    /// The same board moved by `dx`, `dy` pixels.
    #[must_use]
    pub fn moved(&self, dx: f64, dy: f64) -> Self {
        Self { x: self.x + dx, y: self.y + dy, ..*self }
    }

    /// All cells, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (rows, cols) = (self.rows, self.cols);
        (0..rows).flat_map(move |row| (0..cols).map(move |col| Cell::new(row, col)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_and_its_centre_name_each_other_at_odd_pitches() {
        for pitch in [12.0, 25.9, 37.5, 130.25] {
            let lattice = Lattice::from_corner(3.3, 7.9, (pitch, pitch * 1.3), 9, 21);
            for cell in lattice.cells() {
                assert_eq!(lattice.cell_at(lattice.centre(cell)), Some(cell));
            }
            assert_eq!(lattice.cell_at(Point::new(3.2, 8.0)), None);
        }
    }

    #[test]
    fn scaling_there_and_back_is_the_identity() {
        let lattice = Lattice::from_corner(16.0, 41.0, (32.0, 32.0), 10, 15);
        let back = lattice.scaled(1.25, 1.5).scaled(1.0 / 1.25, 1.0 / 1.5);
        assert!((back.x - lattice.x).abs() < 1e-9 && (back.pitch_y - lattice.pitch_y).abs() < 1e-9);
    }

    #[test]
    fn rectangles_meet_where_both_are() {
        let a = Rect::new(-10.0, 0.0, 20.0, 10.0);
        assert_eq!(a.intersection(&Rect::new(5.0, 5.0, 50.0, 50.0)), Some(Rect::new(5.0, 5.0, 5.0, 5.0)));
        assert_eq!(a.intersection(&Rect::new(10.0, 0.0, 5.0, 5.0)), None);
        assert!(a.encloses(&a.inset(0.1)));
    }
}
