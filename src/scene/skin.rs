//! The looks that a practice game can wear, and the tiles of each of them.

use super::paint::{Colour, coverage, mix, rounded, sprite, star};
use crate::geometry::{Point, Rect};
use crate::grid::Symbol;
use image::RgbaImage;
use std::collections::HashMap;

/// How a practice game looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, clap::ValueEnum)]
pub enum Skin {
    /// Flat colours with small gaps.
    #[default]
    Flat,
    /// Glossy stars, half transparent, over a painted night.
    Stars,
    /// Pastel tiles; empty cells keep a ghost slot.
    Pastel,
    /// Equal neighbours grow together without a gap.
    Merged,
}

impl Skin {
    /// Every skin, the default first.
    pub const ALL: [Self; 4] = [Self::Flat, Self::Stars, Self::Pastel, Self::Merged];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Flat => "flat",
            Self::Stars => "stars",
            Self::Pastel => "pastel",
            Self::Merged => "merged",
        }
    }
}

/// How a tile is marked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) enum Mark {
    #[default]
    Plain,
    Hovered,
    Selected,
}

/// Strong and pastel colour of the tiles that have a name; other letters and digits get a hue of their own.
const PALETTE: [(char, Colour, Colour); 11] = [
    ('R', [226, 54, 60], [244, 154, 150]),
    ('G', [52, 176, 74], [156, 214, 150]),
    ('B', [44, 112, 224], [150, 190, 240]),
    ('Y', [246, 200, 40], [246, 226, 148]),
    ('P', [156, 70, 200], [206, 168, 232]),
    ('O', [240, 128, 32], [246, 190, 136]),
    ('C', [32, 190, 204], [150, 222, 226]),
    ('M', [232, 76, 168], [244, 170, 214]),
    ('T', [122, 84, 58], [196, 172, 150]),
    ('W', [226, 230, 236], [246, 246, 250]),
    ('K', [84, 92, 104], [176, 180, 188]),
];

fn colour(skin: Skin, symbol: Symbol) -> Colour {
    let letter = symbol.first_char();
    let (strong, pastel) = PALETTE.iter().find(|(c, ..)| *c == letter).map_or_else(
        || {
            let hue = f32::from(symbol.first_char() as u8) * 137.5 % 360.0;
            let rgb: palette::Srgb<f32> = palette::FromColor::from_color(palette::Hsl::new(hue, 0.6, 0.5));
            let strong = [rgb.red, rgb.green, rgb.blue].map(|v| (v * 255.0).round() as u8);
            (strong, mix(strong, [255; 3], 0.5))
        },
        |(_, strong, pastel)| (*strong, *pastel),
    );
    if skin == Skin::Pastel { pastel } else { strong }
}

/// The tiles of a skin at one size, painted when first asked for.
#[derive(Clone, Debug)]
pub(super) struct Tiles {
    skin: Skin,
    side: u32,
    painted: HashMap<(Symbol, Mark), RgbaImage>,
}

impl Tiles {
    /// Tiles for cells of `pitch` pixels.
    pub(super) fn new(skin: Skin, pitch: f64) -> Self {
        Self { skin, side: pitch.floor().max(1.0) as u32, painted: HashMap::new() }
    }

    pub(super) fn tile(&mut self, symbol: Symbol, mark: Mark) -> &RgbaImage {
        let (skin, side) = (self.skin, self.side);
        self.painted.entry((symbol, mark)).or_insert_with(|| paint(skin, side, colour(skin, symbol), mark))
    }

    /// The colour that fills the gap between equal neighbours.
    pub(super) fn body(&self, symbol: Symbol, mark: Mark) -> Colour {
        marked(self.skin, colour(self.skin, symbol), mark)
    }
}

/// A tile's main colour once it is marked.
fn marked(skin: Skin, base: Colour, mark: Mark) -> Colour {
    match (skin, mark) {
        (_, Mark::Plain) => base,
        (Skin::Merged, Mark::Selected) => [255, 255, 255],
        (Skin::Pastel, Mark::Hovered) => mix(base, [255, 255, 255], 0.45),
        (Skin::Pastel, Mark::Selected) => mix(base, [90, 80, 110], 0.35),
        (_, Mark::Hovered) => mix(base, [255, 255, 255], 0.38),
        (_, Mark::Selected) => mix(base, [0, 0, 0], 0.3),
    }
}

fn paint(skin: Skin, side: u32, base: Colour, mark: Mark) -> RgbaImage {
    let size = f64::from(side);
    let body = marked(skin, base, mark);
    match skin {
        Skin::Flat => flat(side, size, body, mark),
        Skin::Stars => stars(side, size, body, mark),
        Skin::Pastel => pastel(side, size, base, body, mark),
        Skin::Merged => merged(side, size, base, body, mark),
    }
}

/// The square of a sprite's cell, `gap` of its side cut off at each edge.
fn square(size: f64, gap: f64) -> Rect {
    Rect::new(0.0, 0.0, size, size).inset(gap)
}

fn flat(side: u32, size: f64, body: Colour, mark: Mark) -> RgbaImage {
    let tile = square(size, 0.04);
    let shape = |p| rounded(p, &tile, size * 0.1);
    let ring = size * 0.07;
    sprite(
        side,
        &[&|p| (body, coverage(shape(p))), &|p| {
            let edge = coverage(shape(p)) - coverage(shape(p) + ring);
            ([255; 3], if mark == Mark::Selected { edge } else { 0.0 })
        }],
    )
}

fn stars(side: u32, size: f64, body: Colour, mark: Mark) -> RgbaImage {
    let centre = Point::new(size / 2.0, size * 0.53);
    let shape = move |p, grow: f64| star(p, centre, size * (0.49 + grow), 0.62, size * 0.09);
    let opacity = if mark == Mark::Plain { 0.78 } else { 0.95 };
    let shine = Point::new(size * 0.4, size * 0.36);
    sprite(
        side,
        &[
            &move |p| {
                let glow = (1.0 - shape(p, 0.0) / (size * 0.1)).clamp(0.0, 1.0);
                ([255, 250, 214], if mark == Mark::Plain { 0.0 } else { glow * 0.9 })
            },
            &move |p| (mix(body, [10, 8, 30], 0.45), coverage(shape(p, 0.0)) * opacity),
            &move |p| {
                let (top, bottom) = (mix(body, [255; 3], 0.4), mix(body, [0, 0, 0], 0.12));
                (mix(top, bottom, p.y / size), coverage(shape(p, -0.035)) * opacity)
            },
            &move |p| {
                let near = (1.0 - ((p.x - shine.x) / 0.9).hypot(p.y - shine.y) / (size * 0.24)).clamp(0.0, 1.0);
                ([255; 3], near * 0.75 * coverage(shape(p, -0.06)))
            },
            &move |p| {
                let edge = coverage(shape(p, 0.0)) - coverage(shape(p, 0.0) + size * 0.05);
                ([255; 3], if mark == Mark::Selected { edge } else { 0.0 })
            },
        ],
    )
}

fn pastel(side: u32, size: f64, base: Colour, body: Colour, mark: Mark) -> RgbaImage {
    let tile = square(size, 0.06);
    let radius = size * 0.26;
    let shape = move |p| rounded(p, &tile, radius);
    let inner = square(size, 0.13);
    sprite(
        side,
        &[
            &move |p: Point| {
                let below = rounded(Point::new(p.x, p.y - size * 0.035), &tile, radius);
                (mix(base, [60, 50, 90], 0.35), coverage(below) * 0.55)
            },
            &move |p| (mix(body, [60, 50, 90], 0.1), coverage(shape(p))),
            &move |p| (body, coverage(rounded(p, &inner, radius * 0.8))),
            &move |p: Point| {
                let shine = Rect::new(size * 0.24, size * 0.17, size * 0.52, size * 0.14);
                ([255; 3], coverage(rounded(p, &shine, size * 0.07)) * 0.45)
            },
            &move |p| {
                let edge = coverage(shape(p)) - coverage(shape(p) + size * 0.06);
                ([84, 72, 120], if mark == Mark::Plain { 0.0 } else { edge * 0.9 })
            },
        ],
    )
}

fn merged(side: u32, size: f64, base: Colour, body: Colour, mark: Mark) -> RgbaImage {
    let gap = MERGED_GAP / 2.0;
    let tile = Rect::new(size * gap, size * gap, size * (1.0 - 2.0 * gap), size * (1.0 - 2.0 * gap));
    let dot = square(size, 0.36);
    sprite(
        side,
        &[&move |p| (body, coverage(rounded(p, &tile, 0.0))), &move |p| {
            (base, if mark == Mark::Selected { coverage(rounded(p, &dot, 0.0)) } else { 0.0 })
        }],
    )
}

/// The gap between unequal neighbours of the merged skin, as a share of the pitch.
pub(super) const MERGED_GAP: f64 = 0.08;
