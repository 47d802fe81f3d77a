//! Coloured pictographs. Neighbours in the order of the kinds share a colour or a shape.

use super::super::pen::Pen;
use crate::scene::paint::Colour;

const COLOURS: [Colour; 6] =
    [[206, 44, 52], [28, 96, 190], [24, 130, 84], [196, 98, 12], [124, 58, 168], [20, 124, 140]];

/// Every pictograph in the order of the kinds.
#[rustfmt::skip]
const GLYPHS: [char; 40] = [
    '🐟', '🐬', '🐳', '🐙', '🐢', '🐌', '🐘', '🐎', '🐓', '🐧', '🐰', '🐱', '🐻', '🐼', '🐸', '🐵', '🌹', '🌻', '🌷', '🌴', '🌵',
    '🍄', '🍒', '🍇', '🍉', '🍓', '🍋', '🍍', '🚲', '🚂', '🚀', '🎈', '🎸', '🎺', '🎻', '🏠', '🔑', '🔔', '👑', '💡',
];

/// How many pictographs there are.
pub(super) const COUNT: usize = GLYPHS.len();

/// Draws the pictograph of a kind, counted from 0.
pub(super) fn draw(pen: &mut Pen, kind: usize) {
    pen.glyph(GLYPHS[kind % COUNT], (50.0, 50.0), 88.0, COLOURS[kind % COLOURS.len()]);
}
