//! The picture of the practice game at a moment.

use super::motion::Placed;
use super::{Look, Removal, ShisenScene, Skin, backdrop, overlay};
use crate::geometry::{Point, Rect};
use crate::grid::{Cell, Grid, Symbol};
use crate::scene::header;
use crate::scene::paint::{Colour, fill, paste_scaled, segment};
use crate::scene::skin::Mark;
use image::RgbImage;
use std::time::Duration;

/// How far outside the board a line runs that leaves it, as a share of the pitch.
const RING_LINE: f64 = 0.34;

/// A line's layers from the lowest to the highest: how much wider than the line's core, and its colour with its opacity.
type Layers = [(f64, Colour, f64); 3];

/// Width of a line's core in units, and its layers.
fn line(skin: Skin) -> (f64, Layers) {
    match skin {
        Skin::Mahjong => (3.6, [(5.0, [40, 0, 0], 0.35), (2.2, [150, 12, 16], 1.0), (0.0, [236, 48, 40], 1.0)]),
        Skin::Icons => (2.6, [(8.0, [60, 190, 255], 0.35), (3.4, [84, 206, 255], 1.0), (0.0, [236, 252, 255], 1.0)]),
        Skin::Photo => (3.0, [(6.0, [30, 10, 0], 0.3), (3.6, [255, 255, 255], 1.0), (0.0, [240, 92, 30], 1.0)]),
    }
}

impl ShisenScene {
    pub(super) fn picture(&mut self, now: Duration) -> RgbImage {
        let mut canvas = self.backdrop.clone();
        self.draw_header(&mut canvas);
        if let Some(removal) = self.lined(now).cloned() {
            self.draw_lined(&mut canvas, &removal);
        } else if let Some(tiles) = self.moving(now).map(|(removal, share)| removal.motion.tiles(share)) {
            let placed: Vec<_> = tiles.into_iter().map(|tile| (tile, Look::Marked(Mark::Plain))).collect();
            self.draw_tiles(&mut canvas, &placed);
        } else {
            self.draw_board(&mut canvas, now);
        }
        overlay::draw_footer(&mut canvas, &self.layout, self.pointer);
        let buttons = self.overlay_buttons(now);
        if let Some(verdict) = self.end.filter(|_| !buttons.is_empty()) {
            let figures = (verdict, self.board.left(), self.shuffles);
            overlay::draw(&mut canvas, &self.layout, figures, &buttons, self.pointer);
        }
        canvas
    }

    fn draw_header(&self, canvas: &mut RgbImage) {
        let board = match self.options.boards {
            Some(boards) => format!("{}/{boards}", self.number),
            None => self.number.to_string(),
        };
        let parts = [
            ("BOARD", board),
            ("TILES LEFT", self.board.left().to_string()),
            ("PAIRS", self.pairs.to_string()),
            ("SHUFFLES", self.shuffles.to_string()),
        ];
        header::draw(canvas, &self.layout, backdrop::words(self.options.skin), &parts);
    }

    fn draw_board(&mut self, canvas: &mut RgbImage, now: Duration) {
        let (hovered, hinted) = (self.hovered(now), self.hinted(now));
        let look = |cell: Cell| {
            if self.selected == Some(cell) {
                Look::Marked(Mark::Selected)
            } else if hinted.is_some_and(|m| m.from == cell || m.to == cell) {
                Look::Hinted
            } else if hovered == Some(cell) {
                Look::Marked(Mark::Hovered)
            } else {
                Look::Marked(Mark::Plain)
            }
        };
        let placed = standing(self.board.tiles(), look);
        self.draw_tiles(canvas, &placed);
    }

    /// The board before a removal with its two tiles selected, and the line that joins them.
    fn draw_lined(&mut self, canvas: &mut RgbImage, removal: &Removal) {
        let is_end = |cell: Cell| cell == removal.m.from || cell == removal.m.to;
        let look = |cell: Cell| Look::Marked(if is_end(cell) { Mark::Selected } else { Mark::Plain });
        let placed = standing(&removal.before, look);
        self.draw_tiles(canvas, &placed);
        let corners: Vec<Point> = removal.path.iter().map(|&corner| self.corner(corner)).collect();
        let (core, layers) = line(self.options.skin);
        for (wider, colour, opacity) in layers {
            let half = self.layout.px(core + wider) / 2.0;
            draw_line(canvas, &corners, half, colour, opacity);
        }
    }

    /// Where a corner of a path lies in the picture.
    fn corner(&self, (row, col): (i32, i32)) -> Point {
        let lattice = self.layout.lattice;
        let along = |at: i32, count: usize| match at {
            -1 => -0.5 - RING_LINE,
            at if at == count as i32 => f64::from(at) - 0.5 + RING_LINE,
            at => f64::from(at),
        };
        let (row, col) = (along(row, lattice.rows), along(col, lattice.cols));
        Point::new(lattice.x + col * lattice.pitch_x, lattice.y + row * lattice.pitch_y)
    }

    /// Draws tiles, their shadows below all of them.
    fn draw_tiles(&mut self, canvas: &mut RgbImage, placed: &[(Placed, Look)]) {
        let lattice = self.layout.lattice;
        let at =
            |tile: &Placed| Point::new(lattice.x + tile.col * lattice.pitch_x, lattice.y + tile.row * lattice.pitch_y);
        let fall = self.layout.px(3.0);
        if let Some(shadow) = self.tiles.shadow() {
            for (tile, _) in placed {
                let below = Point::new(at(tile).x + fall, at(tile).y + fall);
                paste_scaled(canvas, shadow, below, tile.size, tile.opacity);
            }
        }
        for (tile, look) in placed {
            paste_scaled(canvas, self.tiles.tile(tile.symbol, *look), at(tile), tile.size, tile.opacity);
        }
    }
}

/// Every tile and stone of a board where it stands.
fn standing(symbols: &Grid<Symbol>, look: impl Fn(Cell) -> Look) -> Vec<(Placed, Look)> {
    let tiles = symbols.enumerate().filter(|(_, symbol)| **symbol != Symbol::EMPTY);
    let placed = |(cell, &symbol): (Cell, &Symbol)| {
        let tile = Placed { row: cell.row as f64, col: cell.col as f64, symbol, size: 1.0, opacity: 1.0 };
        (tile, look(cell))
    };
    tiles.map(placed).collect()
}

fn draw_line(canvas: &mut RgbImage, corners: &[Point], half: f64, colour: Colour, opacity: f64) {
    let left = corners.iter().map(|p| p.x).fold(f64::MAX, f64::min);
    let right = corners.iter().map(|p| p.x).fold(f64::MIN, f64::max);
    let top = corners.iter().map(|p| p.y).fold(f64::MAX, f64::min);
    let bottom = corners.iter().map(|p| p.y).fold(f64::MIN, f64::max);
    let bounds = Rect::new(left - half, top - half, right - left + 2.0 * half, bottom - top + 2.0 * half);
    let distance = |p: Point| {
        let parts = corners.windows(2).map(|ends| segment(p, (ends[0].x, ends[0].y), (ends[1].x, ends[1].y)));
        parts.fold(f64::MAX, f64::min) - half
    };
    fill(canvas, &bounds, distance, |_| (colour, opacity));
}
