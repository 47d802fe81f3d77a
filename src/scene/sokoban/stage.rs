//! What game and editor draw alike: ground, pieces, figures above the board and buttons below it.

use super::controls::{Action, FOOTER};
use super::skin::{Ground, Looks, Piece, Skin};
use crate::games::sokoban::Board;
use crate::geometry::{Point, Rect};
use crate::grid::{Cell, Grid};
use crate::scene::layout::Layout;
use crate::scene::overlay::Button;
use crate::scene::paint::{Colour, fill, fitted_text, mix, panel, paste, rounded, text};
use image::{Rgb, RgbImage};

/// A window's layout, its skin, and the ground of the level in it.
#[derive(Clone, Debug)]
pub(super) struct Stage {
    skin: Skin,
    pub(super) layout: Layout,
    looks: Looks,
    ground: Grid<Ground>,
    /// Everything that no move changes, drawn.
    backdrop: RgbImage,
}

/// What each cell of a level is, whatever stands on it.
pub(super) fn ground_of(board: &Board) -> Grid<Ground> {
    Grid::from_fn(board.rows(), board.cols(), |cell| {
        if board.is_wall(cell) {
            Ground::Wall
        } else if board.is_goal(cell) {
            Ground::Goal
        } else if board.is_inside(cell) || board.is_box(cell) {
            Ground::Floor
        } else {
            Ground::Outside
        }
    })
}

/// The first and the last pixel of a cell along one axis: cells meet without a gap, at fractional pitches, too.
fn span(first: f64, pitch: f64, number: usize) -> (i64, u32) {
    let edge = |number: f64| (first + (number - 0.5) * pitch).round();
    let (start, end) = (edge(number as f64), edge(number as f64 + 1.0));
    (start as i64, (end - start).max(1.0) as u32)
}

impl Stage {
    pub(super) fn new(skin: Skin, ground: Grid<Ground>) -> Self {
        let mut stage = Self {
            skin,
            layout: Layout::with_footer(ground.rows(), ground.cols(), 1.0, FOOTER),
            looks: Looks::new(skin),
            ground,
            backdrop: RgbImage::new(0, 0),
        };
        stage.draw_backdrop();
        stage
    }

    pub(super) fn set_scale(&mut self, scale: f64) {
        self.layout = Layout::with_footer(self.ground.rows(), self.ground.cols(), scale, FOOTER);
        self.draw_backdrop();
    }

    /// Shows another level of the same size.
    pub(super) fn set_ground(&mut self, ground: Grid<Ground>) {
        if ground != self.ground {
            self.ground = ground;
            self.draw_backdrop();
        }
    }

    fn draw_backdrop(&mut self) {
        let layout = &self.layout;
        let mut canvas = RgbImage::from_pixel(layout.size.0, layout.size.1, Rgb(self.skin.outside()));
        panel(&mut canvas, &layout.header, layout.px(12.0), PLATE, 1.0);
        let lattice = layout.lattice;
        for (cell, &kind) in self.ground.enumerate() {
            let (x, width) = span(lattice.x, lattice.pitch_x, cell.col);
            let (y, height) = span(lattice.y, lattice.pitch_y, cell.row);
            paste(&mut canvas, self.looks.ground(kind, (width, height)), x, y, 1.0);
        }
        self.backdrop = canvas;
    }

    /// A new picture with the level's ground.
    pub(super) fn canvas(&self) -> RgbImage {
        self.backdrop.clone()
    }

    /// Draws a piece; row and column may be fractions, on the way from a cell to the next one.
    pub(super) fn piece(&mut self, canvas: &mut RgbImage, kind: Piece, (row, col): (f64, f64)) {
        let lattice = self.layout.lattice;
        let side = lattice.pitch_x.min(lattice.pitch_y).floor().max(1.0);
        let place = |first: f64, pitch: f64, number: f64| {
            let start = (first + (number - 0.5) * pitch).round();
            let end = (first + (number + 0.5) * pitch).round();
            (start + ((end - start - side) / 2.0).floor()) as i64
        };
        let (x, y) = (place(lattice.x, lattice.pitch_x, col), place(lattice.y, lattice.pitch_y, row));
        paste(canvas, self.looks.piece(kind, side as u32), x, y, 1.0);
    }

    /// Draws the figures above the board: what each counts, and its value.
    pub(super) fn header(&self, canvas: &mut RgbImage, parts: &[(&str, String)]) {
        let (layout, header) = (&self.layout, self.layout.header);
        for (i, (name, value)) in parts.iter().enumerate() {
            let x = header.x + header.width * (i as f64 + 0.5) / parts.len() as f64;
            let at = |y: f64| Point::new(x, header.y + layout.px(y));
            text(canvas, at(17.0), layout.px(14.0), [150, 160, 176], false, name);
            text(canvas, at(42.0), layout.px(27.0), [240, 244, 250], true, value);
        }
    }

    /// Draws a line of words between the figures and the board.
    pub(super) fn note(&self, canvas: &mut RgbImage, tone: Tone, words: &str) {
        let layout = &self.layout;
        let at = Point::new(layout.header.centre().x, layout.header.bottom() + layout.px(9.5));
        fitted_text(canvas, at, layout.header.width, layout.px(15.0), tone.colour(), words);
    }

    /// Draws the buttons of the footer; the one that is held down is darker.
    pub(super) fn buttons(&self, canvas: &mut RgbImage, buttons: &[Button<Action>], held: Option<Action>) {
        for button in buttons {
            let rect = button.rect;
            let layout = &self.layout;
            let (top, bottom): (Colour, Colour) =
                if held == Some(button.action) { ([52, 60, 76], [60, 70, 88]) } else { ([92, 104, 126], [66, 76, 96]) };
            let edge = Rect::new(rect.x, rect.y + layout.px(2.0).round(), rect.width, rect.height);
            panel(canvas, &edge, layout.px(9.0), [16, 18, 22], 0.7);
            fill(
                canvas,
                &rect,
                |p| rounded(p, &rect, layout.px(9.0)),
                |p| (mix(top, bottom, (p.y - rect.y) / rect.height), 1.0),
            );
            text(canvas, rect.centre(), layout.px(19.0), [240, 244, 250], true, button.action.label());
        }
    }

    /// Rings the box in `cell` and draws an arrow from it to the next cell.
    pub(super) fn arrow(&self, canvas: &mut RgbImage, cell: Cell, (down, right): (isize, isize)) {
        let lattice = self.layout.lattice;
        let pitch = lattice.pitch_x;
        let ring = lattice.cell_rect(cell);
        let (from, (dx, dy)) = (lattice.centre(cell), (right as f64, down as f64));
        let at = |along: f64, aside: f64| {
            Point::new(from.x + pitch * (dx * along - dy * aside), from.y + pitch * (dy * along + dx * aside))
        };
        let strokes =
            [(at(0.56, 0.0), at(1.22, 0.0)), (at(0.94, 0.27), at(1.22, 0.0)), (at(0.94, -0.27), at(1.22, 0.0))];
        let stroke = |p: Point, (a, b): (Point, Point)| {
            let (ex, ey) = (b.x - a.x, b.y - a.y);
            let along = (((p.x - a.x) * ex + (p.y - a.y) * ey) / (ex * ex + ey * ey)).clamp(0.0, 1.0);
            p.distance(Point::new(a.x + ex * along, a.y + ey * along))
        };
        let shape = |p: Point| {
            let rim = rounded(p, &ring, pitch * 0.12).abs() - pitch * 0.045;
            strokes.iter().map(|&s| stroke(p, s) - pitch * 0.055).fold(rim, f64::min)
        };
        let reach = pitch * 1.6;
        let bounds = Rect::new(from.x - reach, from.y - reach, 2.0 * reach, 2.0 * reach);
        fill(canvas, &bounds, |p| shape(p) - pitch * 0.03, |_| ([28, 10, 40], 0.85));
        fill(canvas, &bounds, shape, |_| ([255, 92, 220], 1.0));
    }
}

const PLATE: Colour = [54, 60, 72];

/// How a line of words is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tone {
    Plain,
    Good,
    Warning,
}

impl Tone {
    const fn colour(self) -> Colour {
        match self {
            Self::Plain => [190, 200, 216],
            Self::Good => [150, 230, 150],
            Self::Warning => [255, 196, 96],
        }
    }
}
