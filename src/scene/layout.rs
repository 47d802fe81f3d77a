//! Where the parts of a practice window lie.

use crate::geometry::{Lattice, Rect};

/// Lengths in units; a picture has `scale` pixels a unit.
const MARGIN: f64 = 22.0;
const HEADER: f64 = 96.0;
/// Free space below the board, where a game has no footer of its own.
const FOOT: f64 = 26.0;
const MIN_WIDTH: f64 = 400.0;
const MIN_BOARD_HEIGHT: f64 = 230.0;
const MAX_BOARD: (f64, f64) = (960.0, 720.0);
const SMALLEST_PITCH: f64 = 14.0;

/// What a game asks for besides its rows and columns; lengths are in units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Wish {
    /// Width and height of a cell on boards that are not too large for it.
    pub(super) pitch: (f64, f64),
    /// Free space around the board, as a share of the pitch.
    pub(super) ring: f64,
    /// Height of a footer below the board; 0 for none.
    pub(super) footer: f64,
}

impl Default for Wish {
    fn default() -> Self {
        Self { pitch: (46.0, 46.0), ring: 0.0, footer: 0.0 }
    }
}

/// The places of a practice window's parts, in pixels of its picture.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Layout {
    pub(super) scale: f64,
    pub(super) size: (u32, u32),
    pub(super) lattice: Lattice,
    pub(super) header: Rect,
    pub(super) footer: Rect,
}

impl Layout {
    /// The layout for a board of `rows` × `cols` at `scale` pixels a unit.
    pub(super) fn new(rows: usize, cols: usize, scale: f64) -> Self {
        Self::with(rows, cols, scale, &Wish::default())
    }

    /// The same with a footer of `footer` units below the board.
    pub(super) fn with_footer(rows: usize, cols: usize, scale: f64, footer: f64) -> Self {
        Self::with(rows, cols, scale, &Wish { footer, ..Wish::default() })
    }

    /// The same for a game with wishes.
    pub(super) fn with(rows: usize, cols: usize, scale: f64, wish: &Wish) -> Self {
        let (tall, wide) = (rows.max(1) as f64, cols.max(1) as f64);
        let fitting = (MAX_BOARD.0 / (wide * wish.pitch.0)).min(MAX_BOARD.1 / (tall * wish.pitch.1)).min(1.0);
        // Whole pixels at scale 1: tiles are crisp then. The small excess undoes what the division lost.
        let whole = |pitch: f64| (pitch * fitting + 1e-6).floor().max(SMALLEST_PITCH);
        let pitch = (whole(wish.pitch.0), whole(wish.pitch.1));
        let ring = (pitch.0 * wish.ring, pitch.1 * wish.ring);
        let width = (wide * pitch.0 + 2.0 * (ring.0 + MARGIN)).max(MIN_WIDTH);
        let board_height = (tall * pitch.1 + 2.0 * ring.1).max(MIN_BOARD_HEIGHT);
        let height = HEADER + board_height + FOOT + wish.footer;
        let left = (width - wide * pitch.0) / 2.0;
        let top = HEADER + (board_height - tall * pitch.1) / 2.0;
        Self {
            scale,
            size: ((width * scale).round() as u32, (height * scale).round() as u32),
            lattice: Lattice::from_corner(left * scale, top * scale, (pitch.0 * scale, pitch.1 * scale), rows, cols),
            header: Rect::new(MARGIN * scale, 14.0 * scale, (width - 2.0 * MARGIN) * scale, 64.0 * scale),
            footer: Rect::new(
                MARGIN * scale,
                (HEADER + board_height + 0.5 * FOOT) * scale,
                (width - 2.0 * MARGIN) * scale,
                wish.footer * scale,
            ),
        }
    }

    /// A length in units as pixels.
    pub(super) fn px(&self, units: f64) -> f64 {
        units * self.scale
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_lies_inside_the_window_at_every_size_and_scale() {
        for (rows, cols) in [(1, 1), (10, 10), (15, 20), (50, 50), (3, 50)] {
            for scale in [1.0, 1.25, 1.5, 2.0] {
                let layout = Layout::new(rows, cols, scale);
                let window = Rect::new(0.0, 0.0, f64::from(layout.size.0) + 0.5, f64::from(layout.size.1) + 0.5);
                assert!(window.encloses(&layout.lattice.bounds()), "{rows}×{cols} at {scale}: {layout:?}");
                assert!(layout.lattice.bounds().y >= layout.header.bottom());
                let footed = Layout::with_footer(rows, cols, scale, 40.0);
                assert_eq!((footed.lattice, footed.header), (layout.lattice, layout.header));
                assert!(footed.footer.y >= footed.lattice.bounds().bottom());
                assert!(footed.footer.bottom() <= f64::from(footed.size.1));
                let wish = Wish { pitch: (44.0, 56.0), ring: 0.4, footer: 40.0 };
                let ringed = Layout::with(rows, cols, scale, &wish);
                let (board, ring) = (ringed.lattice.bounds(), ringed.lattice.pitch_y * wish.ring);
                assert!(board.y - ring >= ringed.header.bottom() && board.bottom() + ring <= ringed.footer.y);
                assert!(board.x >= ringed.lattice.pitch_x * wish.ring);
            }
        }
    }
}
