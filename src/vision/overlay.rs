//! Draws a reading over its picture, for a person to judge.

use super::Reading;
use ab_glyph::FontRef;
use image::{Rgb, RgbImage};
use imageproc::drawing::{draw_hollow_rect_mut, draw_text_mut};
use imageproc::rect::Rect as PixelRect;

const SURE: Rgb<u8> = Rgb([255, 255, 255]);
const DOUBTFUL: Rgb<u8> = Rgb([255, 0, 0]);
const SHADOW: Rgb<u8> = Rgb([0, 0, 0]);

/// The picture with each cell outlined and its class written in its corner: white where the class is known, red and `?`
/// where it is not. Empty cells carry no letter.
#[must_use]
pub fn draw(picture: &RgbImage, reading: &Reading) -> RgbImage {
    let mut drawn = picture.clone();
    let font = FontRef::try_from_slice(epaint_default_fonts::HACK_REGULAR).ok();
    for (cell, symbol) in reading.symbols.enumerate() {
        let rect = reading.lattice.cell_rect(cell).inset(0.08);
        let (x, y) = (rect.x.round() as i32, rect.y.round() as i32);
        let (width, height) = (rect.width.round().max(1.0) as u32, rect.height.round().max(1.0) as u32);
        let colour = if symbol.is_some() { SURE } else { DOUBTFUL };
        draw_hollow_rect_mut(&mut drawn, PixelRect::at(x, y).of_size(width, height), colour);
        let text = symbol.as_ref().map_or("?", |symbol| symbol.as_str());
        if let Some(font) = font.as_ref().filter(|_| text != ".") {
            let size = (rect.height * 0.45).clamp(8.0, 28.0) as f32;
            // A dark copy beside it keeps the letter legible on any tile.
            draw_text_mut(&mut drawn, SHADOW, x + 3, y + 2, size, font, text);
            draw_text_mut(&mut drawn, colour, x + 2, y + 1, size, font, text);
        }
    }
    drawn
}
