//! The figures above a board.

use super::layout::Layout;
use super::paint::{Colour, panel, text};
use crate::geometry::Point;
use image::RgbImage;

/// The colours of the header: captions, figures, and the plate below them with its opacity.
pub(super) type Words = (Colour, Colour, Colour, f64);

/// Draws the header's plate, and on it each figure below its caption.
pub(super) fn draw(canvas: &mut RgbImage, layout: &Layout, words: Words, parts: &[(&str, String)]) {
    let (caption, figure, plate, opacity) = words;
    let header = layout.header;
    panel(canvas, &header, layout.px(12.0), plate, opacity);
    for (i, (name, value)) in parts.iter().enumerate() {
        let x = header.x + header.width * (i as f64 + 0.5) / parts.len() as f64;
        let at = |y: f64| Point::new(x, header.y + layout.px(y));
        text(canvas, at(17.0), layout.px(14.0), caption, false, name);
        text(canvas, at(42.0), layout.px(27.0), figure, true, value);
    }
}
