//! Draws a reading over its picture, for a person to judge.

use super::Reading;
use image::{Rgb, RgbImage};
use imageproc::drawing::draw_hollow_rect_mut;
use imageproc::rect::Rect as PixelRect;

const SURE: Rgb<u8> = Rgb([255, 255, 255]);
const DOUBTFUL: Rgb<u8> = Rgb([255, 0, 0]);

/// The picture with each cell outlined, white where its class is known and red where it is not.
#[must_use]
pub fn draw(picture: &RgbImage, reading: &Reading) -> RgbImage {
    let mut drawn = picture.clone();
    for (cell, verdict) in reading.cells.enumerate() {
        let rect = reading.lattice.cell_rect(cell).inset(0.08);
        let (x, y) = (rect.x.round() as i32, rect.y.round() as i32);
        let (width, height) = (rect.width.round().max(1.0) as u32, rect.height.round().max(1.0) as u32);
        let colour = if verdict.class.is_some() { SURE } else { DOUBTFUL };
        draw_hollow_rect_mut(&mut drawn, PixelRect::at(x, y).of_size(width, height), colour);
    }
    drawn
}
