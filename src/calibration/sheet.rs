//! The contact sheet of a calibration: the tiles of each class side by side, so that a person sees at a glance what does not
//! belong together.

use super::Calibration;
use crate::geometry::Rect;
use crate::grid::{Cell, Symbol};
use crate::vision::{LookState, Reading};
use ab_glyph::FontRef;
use image::imageops::{self, FilterType};
use image::{Rgb, RgbImage};
use imageproc::drawing::draw_text_mut;

/// Height of a row's tiles, the space around them, and the width of the letters before them, in pixels.
const TILE: u32 = 44;
const SPACE: u32 = 6;
const LABEL: u32 = 150;
/// Tiles that are shown of a class, at most.
const MOST: usize = 16;

const PAPER: Rgb<u8> = Rgb([38, 40, 46]);
const INK: Rgb<u8> = Rgb([240, 240, 240]);
const DOUBTFUL: Rgb<u8> = Rgb([255, 90, 80]);

/// The tiles of one class that are drawn in one state.
struct Row {
    label: String,
    note: String,
    colour: Rgb<u8>,
    cells: Vec<Cell>,
}

/// The cells of a reading by what they were taken for: a row for each class and state with its letter and its number of
/// cells, and a last row, in red, for the cells that are like no class.
#[must_use]
pub fn draw(picture: &RgbImage, reading: &Reading, calibration: &Calibration) -> RgbImage {
    let rows = rows(reading, calibration);
    let lattice = &reading.lattice;
    let width = (f64::from(TILE) * lattice.pitch_x / lattice.pitch_y).round().clamp(8.0, 4.0 * f64::from(TILE)) as u32;
    let most = rows.iter().map(|row| row.cells.len().min(MOST)).max().unwrap_or(0) as u32;
    let size = (LABEL + most * (width + SPACE) + SPACE, rows.len() as u32 * (TILE + SPACE) + SPACE);
    let mut sheet = RgbImage::from_pixel(size.0, size.1, PAPER);
    let font = FontRef::try_from_slice(epaint_default_fonts::HACK_REGULAR).ok();
    for (number, row) in rows.iter().enumerate() {
        let top = SPACE + number as u32 * (TILE + SPACE);
        if let Some(font) = &font {
            draw_text_mut(&mut sheet, row.colour, SPACE as i32, top as i32 + 8, 28.0, font, &row.label);
            draw_text_mut(&mut sheet, row.colour, SPACE as i32 + 58, top as i32 + 14, 16.0, font, &row.note);
        }
        for (place, cell) in spread(&row.cells).enumerate() {
            let tile = cut(picture, &lattice.cell_rect(cell));
            let tile = imageops::resize(&tile, width, TILE, FilterType::Triangle);
            let left = LABEL + place as u32 * (width + SPACE);
            imageops::replace(&mut sheet, &tile, i64::from(left), i64::from(top));
        }
    }
    sheet
}

fn rows(reading: &Reading, calibration: &Calibration) -> Vec<Row> {
    let of = |symbol: Option<Symbol>, state: LookState| -> Vec<Cell> {
        let same = |cell: &Cell| reading.symbols[*cell] == symbol && reading.cells[*cell].state == state;
        reading.lattice.cells().filter(same).collect()
    };
    let mut rows = Vec::new();
    for class in calibration.model.classes() {
        for (state, name) in [
            (LookState::Normal, ""),
            (LookState::Hover, " hover"),
            (LookState::Selected, " selected"),
            (LookState::Dimmed, " dimmed"),
        ] {
            let cells = of(Some(class.symbol), state);
            let inert = if calibration.inert.contains(&class.symbol) { " inert" } else { "" };
            let note = format!("{}{name}{inert}", cells.len());
            // A class that this picture does not show has a row all the same.
            if !cells.is_empty() || state == LookState::Normal {
                rows.push(Row { label: class.symbol.to_string(), note, colour: INK, cells });
            }
        }
    }
    let unknown = of(None, LookState::Normal);
    if !unknown.is_empty() {
        rows.push(Row { label: "?".to_owned(), note: unknown.len().to_string(), colour: DOUBTFUL, cells: unknown });
    }
    rows
}

/// [`MOST`] of the cells at most, from all over the board.
fn spread(cells: &[Cell]) -> impl Iterator<Item = Cell> {
    let shown = cells.len().min(MOST);
    (0..shown).map(move |place| cells[place * cells.len() / shown])
}

/// The part of a picture inside a rectangle; one pixel where they do not meet.
fn cut(picture: &RgbImage, rect: &Rect) -> RgbImage {
    let (width, height) = picture.dimensions();
    let span = |from: f64, length: f64, limit: u32| {
        let start = (from.round().max(0.0) as u32).min(limit.saturating_sub(1));
        let end = ((from + length).round().max(0.0) as u32).clamp(start + 1, limit.max(start + 1));
        (start, end - start)
    };
    let ((x, w), (y, h)) = (span(rect.x, rect.width, width), span(rect.y, rect.height, height));
    imageops::crop_imm(picture, x, y, w, h).to_image()
}
