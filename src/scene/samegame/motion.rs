//! What moves on the screen between two boards: the group fades, tiles fall, columns slide to the left.

use crate::grid::{Cell, Grid, Symbol};

/// Share of the animation in which the group fades.
const FADE: f64 = 0.35;
/// Share of it after which fallen tiles lie, where columns slide as well.
const FALLEN: f64 = 0.72;

/// One tile on the way from a cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Slide {
    from: Cell,
    to: Cell,
    symbol: Symbol,
}

/// A tile at a moment of the animation; row and column are fractions of the lattice's pitch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Placed {
    pub(super) row: f64,
    pub(super) col: f64,
    pub(super) symbol: Symbol,
    pub(super) size: f64,
    pub(super) opacity: f64,
}

/// A removal under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Motion {
    removed: Vec<(Cell, Symbol)>,
    slides: Vec<Slide>,
    columns_close: bool,
}

impl Motion {
    /// The way of every tile when `group` leaves `before`.
    pub(super) fn new(before: &Grid<Symbol>, group: &[Cell]) -> Self {
        let stays = |cell: &Cell| before[*cell] != Symbol::EMPTY && !group.contains(cell);
        let mut slides = Vec::new();
        let (mut to_col, mut columns_close) = (0, false);
        for col in 0..before.cols() {
            let mut to_row = before.rows();
            for from in (0..before.rows()).rev().map(|row| Cell::new(row, col)).filter(stays) {
                to_row -= 1;
                slides.push(Slide { from, to: Cell::new(to_row, to_col), symbol: before[from] });
            }
            if to_row < before.rows() {
                columns_close |= to_col != col;
                to_col += 1;
            }
        }
        Self { removed: group.iter().map(|&c| (c, before[c])).collect(), slides, columns_close }
    }

    /// Every tile when `share` (0 to 1) of the animation is over.
    pub(super) fn tiles(&self, share: f64) -> Vec<Placed> {
        let gone = (share / FADE).clamp(0.0, 1.0);
        let fallen_at = if self.columns_close { FALLEN } else { 1.0 };
        let falling = ((share - FADE) / (fallen_at - FADE)).clamp(0.0, 1.0).powi(2);
        let closing = ((share - fallen_at) / (1.0 - fallen_at).max(f64::EPSILON)).clamp(0.0, 1.0);
        let between = |a: usize, b: usize, share: f64| a as f64 + (b as f64 - a as f64) * share;
        let slides = self.slides.iter().map(|slide| Placed {
            row: between(slide.from.row, slide.to.row, falling),
            col: between(slide.from.col, slide.to.col, closing * (2.0 - closing)),
            symbol: slide.symbol,
            size: 1.0,
            opacity: 1.0,
        });
        let removed = self.removed.iter().filter(|_| gone < 1.0).map(|&(cell, symbol)| Placed {
            row: cell.row as f64,
            col: cell.col as f64,
            symbol,
            size: 1.0 - 0.6 * gone,
            opacity: 1.0 - gone,
        });
        slides.chain(removed).collect()
    }

    /// The middle of the group that leaves, as fractions of row and column.
    pub(super) fn middle(&self) -> (f64, f64) {
        let count = self.removed.len().max(1) as f64;
        let sum = self.removed.iter().fold((0.0, 0.0), |s, (c, _)| (s.0 + c.row as f64, s.1 + c.col as f64));
        (sum.0 / count, sum.1 / count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(rows: &[&str]) -> Grid<Symbol> {
        let rows = rows.iter().map(|r| r.chars().map(|c| Symbol::from_char(c).unwrap()).collect()).collect();
        Grid::from_rows(rows).unwrap()
    }

    #[test]
    fn tiles_end_where_gravity_puts_them() {
        let before = board(&[".G..", "RGB.", "RGBY"]);
        let motion = Motion::new(&before, &[Cell::new(0, 1), Cell::new(1, 1), Cell::new(2, 1)]);
        let mut after = Grid::from_fn(3, 4, |_| Symbol::EMPTY);
        for tile in motion.tiles(1.0) {
            after[Cell::new(tile.row as usize, tile.col as usize)] = tile.symbol;
        }
        assert_eq!(after, board(&["....", "RB..", "RBY."]));
        assert_eq!(motion.middle(), (1.0, 1.0));
    }

    #[test]
    fn an_animation_starts_at_the_old_board() {
        let before = board(&["RRG", "BRG"]);
        let motion = Motion::new(&before, &[Cell::new(0, 0), Cell::new(0, 1), Cell::new(1, 1)]);
        let tiles = motion.tiles(0.0);
        assert_eq!(tiles.len(), 6);
        assert!(tiles.iter().all(|t| before[Cell::new(t.row as usize, t.col as usize)] == t.symbol && t.size == 1.0));
        assert_eq!(motion.tiles(0.5).len(), 3);
    }
}
