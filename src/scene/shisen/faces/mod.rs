//! What is painted on the tiles of each skin.

mod glyphs;
mod icons;
mod mahjong;
mod things;

use super::pen::Pen;
use super::skins::Skin;

/// How many kinds a skin has faces for.
pub(super) const fn count(skin: Skin) -> usize {
    match skin {
        Skin::Mahjong => mahjong::COUNT,
        Skin::Icons => icons::COUNT,
        Skin::Photo => glyphs::COUNT,
    }
}

/// Draws the face of a kind, counted from 0.
pub(super) fn draw(skin: Skin, pen: &mut Pen, kind: usize) {
    match skin {
        Skin::Mahjong => mahjong::draw(pen, kind),
        Skin::Icons => icons::draw(pen, kind),
        Skin::Photo => glyphs::draw(pen, kind),
    }
}
