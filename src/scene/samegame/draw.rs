//! The picture of the practice game at a moment.

use super::motion::Placed;
use super::{SameGameScene, overlay};
use crate::geometry::{Point, Rect};
use crate::grid::{Cell, Grid, Symbol};
use crate::scene::backdrop::words;
use crate::scene::header;
use crate::scene::paint::{panel, paste_scaled, text};
use crate::scene::skin::{MERGED_GAP, Mark, Skin};
use image::RgbImage;
use std::time::Duration;

impl SameGameScene {
    pub(super) fn picture(&mut self, now: Duration) -> RgbImage {
        let mut canvas = self.backdrop.clone();
        self.draw_header(&mut canvas);
        let moving = self.moving(now).map(|(removal, share)| removal.motion.tiles(share));
        match moving {
            Some(tiles) => tiles.iter().for_each(|tile| self.draw_tile(&mut canvas, tile, Mark::Plain)),
            None => self.draw_board(&mut canvas, now),
        }
        self.draw_floating(&mut canvas, now);
        let buttons = self.overlay_buttons(now);
        if let Some(end) = self.end.filter(|_| !buttons.is_empty()) {
            let figures = (end, self.score, self.target());
            overlay::draw(&mut canvas, &self.layout, figures, &buttons, self.pointer);
        }
        canvas
    }

    fn draw_header(&self, canvas: &mut RgbImage) {
        let parts = [
            ("LEVEL", self.level.to_string()),
            ("TARGET", self.target().to_string()),
            ("SCORE", self.score.to_string()),
            ("MOVES", self.moves.to_string()),
        ];
        header::draw(canvas, &self.layout, words(self.options.skin), &parts);
    }

    fn draw_board(&mut self, canvas: &mut RgbImage, now: Duration) {
        let hovered = self.hovered(now);
        let board = self.symbols.clone();
        let mark = |cell: Cell| {
            if self.selected.contains(&cell) {
                Mark::Selected
            } else if hovered.contains(&cell) {
                Mark::Hovered
            } else {
                Mark::Plain
            }
        };
        let marks = Grid::from_fn(board.rows(), board.cols(), mark);
        if self.options.skin == Skin::Merged {
            self.draw_joints(canvas, &board, &marks);
        }
        for (cell, &symbol) in board.enumerate().filter(|(_, s)| **s != Symbol::EMPTY) {
            let tile = Placed { row: cell.row as f64, col: cell.col as f64, symbol, size: 1.0, opacity: 1.0 };
            self.draw_tile(canvas, &tile, marks[cell]);
        }
    }

    fn draw_tile(&mut self, canvas: &mut RgbImage, tile: &Placed, mark: Mark) {
        let lattice = self.layout.lattice;
        let centre = Point::new(lattice.x + tile.col * lattice.pitch_x, lattice.y + tile.row * lattice.pitch_y);
        paste_scaled(canvas, self.tiles.tile(tile.symbol, mark), centre, tile.size, tile.opacity);
    }

    /// Fills the gaps between equal neighbours, and the small square where four of them meet.
    fn draw_joints(&self, canvas: &mut RgbImage, board: &Grid<Symbol>, marks: &Grid<Mark>) {
        let lattice = self.layout.lattice;
        let gap = lattice.pitch_x * MERGED_GAP;
        let overlap = gap;
        for (cell, &symbol) in board.enumerate().filter(|(_, s)| **s != Symbol::EMPTY) {
            let same = |down: usize, right: usize| {
                board.get(Cell::new(cell.row + down, cell.col + right)).is_some_and(|s| *s == symbol)
            };
            let whole = lattice.cell_rect(cell);
            let inner = Rect::new(whole.x + gap, whole.y + gap, whole.width - 2.0 * gap, whole.height - 2.0 * gap);
            let colour = self.tiles.body(symbol, marks[cell]);
            let right = Rect::new(inner.right(), whole.y + gap / 2.0, gap + 2.0 * overlap, whole.height - gap);
            let below = Rect::new(whole.x + gap / 2.0, inner.bottom(), whole.width - gap, gap + 2.0 * overlap);
            if same(0, 1) {
                panel(canvas, &right, 0.0, colour, 1.0);
            }
            if same(1, 0) {
                panel(canvas, &below, 0.0, colour, 1.0);
            }
            if same(0, 1) && same(1, 0) && same(1, 1) {
                let corner = Rect::new(inner.right(), inner.bottom(), gap + 2.0 * overlap, gap + 2.0 * overlap);
                panel(canvas, &corner, 0.0, colour, 1.0);
            }
        }
    }

    fn draw_floating(&self, canvas: &mut RgbImage, now: Duration) {
        let Some((removal, share)) = self.floating(now) else { return };
        let lattice = self.layout.lattice;
        let (row, col) = removal.motion.middle();
        let rise = self.layout.px(10.0 + 46.0 * share);
        let size = self.layout.px(38.0);
        let at = Point::new(lattice.x + col * lattice.pitch_x, lattice.y + row * lattice.pitch_y - rise);
        let words = format!("+{}", removal.gain);
        // A rim in every direction keeps the words readable over pale and dark tiles alike.
        let rim = self.layout.px(1.6);
        for (dx, dy) in
            [(-1.0, -1.0), (0.0, -1.0), (1.0, -1.0), (-1.0, 0.0), (1.0, 0.0), (-1.0, 1.0), (0.0, 1.0), (1.0, 1.0)]
        {
            text(canvas, Point::new(at.x + rim * dx, at.y + rim * dy), size, [30, 24, 44], true, &words);
        }
        text(canvas, at, size, [255, 244, 190], true, &words);
    }
}
