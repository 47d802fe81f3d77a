//! The looks of the game's tiles.

use super::faces;
use super::pen::Pen;
use crate::geometry::{Point, Rect};
use crate::grid::Symbol;
use crate::scene::paint::{Colour, coverage, mix, over, rounded};
use crate::scene::skin::Mark;
use image::RgbaImage;
use std::collections::HashMap;

/// How the game looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, clap::ValueEnum)]
pub enum Skin {
    /// Ivory mahjong tiles on green felt.
    #[default]
    Mahjong,
    /// Painted icons on dark slate, without gaps.
    Icons,
    /// Pictographs on half rounded tiles over a painted landscape.
    Photo,
}

impl Skin {
    /// Every skin, the default first.
    pub const ALL: [Self; 3] = [Self::Mahjong, Self::Icons, Self::Photo];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Mahjong => "mahjong",
            Self::Icons => "icons",
            Self::Photo => "photo",
        }
    }

    /// How many kinds of tiles it can show.
    #[must_use]
    pub const fn kinds(self) -> usize {
        faces::count(self)
    }

    /// Width and height of a cell, in units, on boards that are not too large for it.
    pub(super) const fn pitch(self) -> (f64, f64) {
        match self {
            Self::Mahjong => (44.0, 56.0),
            Self::Icons | Self::Photo => (48.0, 48.0),
        }
    }
}

/// The kind that a symbol stands for, counted from 0: `A` to `Z`, then `0` to `9`, then `a` to `z`; tokens count from `01`.
fn kind(symbol: Symbol) -> usize {
    let text = symbol.as_str();
    match (text.as_bytes(), text.parse::<usize>()) {
        ([letter @ b'A'..=b'Z'], _) => usize::from(letter - b'A'),
        ([digit @ b'0'..=b'9'], _) => 26 + usize::from(digit - b'0'),
        ([letter @ b'a'..=b'z'], _) => 36 + usize::from(letter - b'a'),
        (_, Ok(number)) => number.saturating_sub(1),
        (bytes, Err(_)) => bytes.iter().map(|&byte| usize::from(byte)).sum(),
    }
}

/// How a tile is marked, the hint included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Look {
    /// As the pointer and the selection have it.
    Marked(Mark),
    /// One of the pair that the hint shows.
    Hinted,
}

/// The tiles of a skin at one size, painted when first asked for.
#[derive(Clone, Debug)]
pub(super) struct Tiles {
    skin: Skin,
    size: (u32, u32),
    shadow: Option<RgbaImage>,
    painted: HashMap<(Symbol, Look), RgbaImage>,
}

impl Tiles {
    /// Tiles for cells of `pitch` pixels.
    pub(super) fn new(skin: Skin, pitch: (f64, f64)) -> Self {
        let side = |pitch: f64| pitch.floor().max(1.0) as u32;
        let size = (side(pitch.0), side(pitch.1));
        let shadow = match skin {
            Skin::Mahjong => Some(shadow(size, 5.0)),
            Skin::Photo => Some(shadow(size, 13.0)),
            Skin::Icons => None,
        };
        Self { skin, size, shadow, painted: HashMap::new() }
    }

    /// What a tile casts on the ground, if it stands out from it.
    pub(super) fn shadow(&self) -> Option<&RgbaImage> {
        self.shadow.as_ref()
    }

    pub(super) fn tile(&mut self, symbol: Symbol, look: Look) -> &RgbaImage {
        let (skin, size) = (self.skin, self.size);
        self.painted.entry((symbol, look)).or_insert_with(|| paint(skin, size, symbol, look))
    }
}

fn shadow(size: (u32, u32), radius: f64) -> RgbaImage {
    let mut body = Body::new(size);
    let whole = body.without([1.5, 1.5, 1.5, 1.5]);
    let (unit, soft) = (body.unit, 3.0 * body.unit);
    for (x, y, pixel) in body.sprite.enumerate_pixels_mut() {
        let distance = rounded(Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5), &whole, radius * unit);
        over(pixel, [0, 0, 0], (0.5 - distance / soft).clamp(0.0, 1.0) * 0.42);
    }
    body.sprite
}

fn paint(skin: Skin, size: (u32, u32), symbol: Symbol, look: Look) -> RgbaImage {
    let mut tile = Body::new(size);
    if symbol.first_char() == '#' {
        tile.stone();
        return tile.sprite;
    }
    let (face, shade) = match skin {
        Skin::Mahjong => (tile.ivory(look), 0.0),
        Skin::Icons => (tile.slate(look), 0.13),
        Skin::Photo => (tile.porcelain(look), 0.0),
    };
    let mut pen = Pen::new(tile.sprite, &face, shade);
    faces::draw(skin, &mut pen, kind(symbol));
    pen.finish()
}

/// A tile's body; lengths are in units of a tile that is 48 units wide.
struct Body {
    sprite: RgbaImage,
    unit: f64,
}

const HINT: Colour = [92, 206, 120];

impl Body {
    fn new(size: (u32, u32)) -> Self {
        Self { sprite: RgbaImage::new(size.0, size.1), unit: f64::from(size.0) / 48.0 }
    }

    fn whole(&self) -> Rect {
        Rect::new(0.0, 0.0, f64::from(self.sprite.width()), f64::from(self.sprite.height()))
    }

    /// The tile without `left`, `top`, `right` and `bottom` units.
    fn without(&self, [left, top, right, bottom]: [f64; 4]) -> Rect {
        let (all, unit) = (self.whole(), self.unit);
        Rect::new(left * unit, top * unit, all.width - (left + right) * unit, all.height - (top + bottom) * unit)
    }

    fn lay(&mut self, rect: &Rect, radius: f64, ink: impl Fn(f64) -> (Colour, f64)) {
        let radius = radius * self.unit;
        for (x, y, pixel) in self.sprite.enumerate_pixels_mut() {
            let p = Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
            let cover = coverage(rounded(p, rect, radius));
            if cover > 0.0 {
                let (colour, alpha) = ink(((p.y - rect.y) / rect.height).clamp(0.0, 1.0));
                over(pixel, colour, alpha * cover);
            }
        }
    }

    /// A frame of `width` units along the inside of a rectangle.
    fn frame(&mut self, rect: &Rect, radius: f64, width: f64, colour: Colour) {
        let (radius, width) = (radius * self.unit, width * self.unit);
        for (x, y, pixel) in self.sprite.enumerate_pixels_mut() {
            let distance = rounded(Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5), rect, radius);
            let cover = coverage(distance) - coverage(distance + width);
            if cover > 0.0 {
                over(pixel, colour, cover);
            }
        }
    }

    fn ivory(&mut self, look: Look) -> Rect {
        let body = self.without([0.4, 0.4, 0.4, 0.4]);
        let side = self.without([0.8, 0.8, 0.8, 2.6]);
        let front = self.without([0.8, 0.8, 3.4, 5.0]);
        let (light, dark, edge): (Colour, Colour, Colour) = match look {
            Look::Marked(Mark::Plain) => ([243, 236, 216], [232, 222, 196], [200, 184, 146]),
            Look::Marked(Mark::Hovered) => ([255, 253, 244], [250, 244, 226], [216, 200, 160]),
            Look::Marked(Mark::Selected) => ([255, 232, 130], [250, 212, 92], [208, 160, 50]),
            Look::Hinted => ([206, 244, 196], [170, 228, 166], [100, 176, 104]),
        };
        self.lay(&body, 5.0, |_| ([24, 62, 44], 1.0));
        self.lay(&side, 5.0, |down| (mix(edge, [110, 96, 60], down * 0.35), 1.0));
        self.lay(&front, 4.5, |_| (mix(light, [255; 3], 0.75), 1.0));
        let inner =
            Rect::new(front.x + self.unit, front.y + self.unit, front.width - self.unit, front.height - self.unit);
        self.lay(&inner, 4.0, |down| (mix(light, dark, down), 1.0));
        let air = 4.2 * self.unit;
        Rect::new(front.x + air, front.y, front.width - 2.0 * air, front.height)
    }

    fn slate(&mut self, look: Look) -> Rect {
        let (whole, front) = (self.whole(), self.without([1.0, 1.0, 1.0, 1.0]));
        let (light, dark): (Colour, Colour) = match look {
            Look::Marked(Mark::Plain) => ([70, 78, 94], [50, 57, 71]),
            Look::Marked(Mark::Hovered) => ([96, 106, 126], [74, 83, 101]),
            Look::Marked(Mark::Selected) => ([30, 88, 130], [20, 64, 100]),
            Look::Hinted => ([38, 108, 70], [26, 80, 52]),
        };
        self.lay(&whole, 0.0, |_| ([32, 37, 47], 1.0));
        self.lay(&front, 2.5, |_| (mix(light, [255; 3], 0.16), 1.0));
        let inner = self.without([1.9, 1.9, 1.0, 1.0]);
        self.lay(&inner, 2.0, |down| (mix(light, dark, down), 1.0));
        match look {
            Look::Marked(Mark::Selected) => self.frame(&front, 2.5, 2.6, [104, 214, 255]),
            Look::Hinted => self.frame(&front, 2.5, 2.6, HINT),
            Look::Marked(_) => {}
        }
        self.without([3.5, 3.5, 3.5, 3.5])
    }

    fn porcelain(&mut self, look: Look) -> Rect {
        let (rim, front) = (self.without([1.5, 1.5, 1.5, 1.5]), self.without([2.8, 2.8, 2.8, 4.6]));
        let (light, dark): (Colour, Colour) = match look {
            Look::Marked(Mark::Plain) => ([240, 243, 246], [216, 222, 230]),
            Look::Marked(Mark::Hovered) => ([255, 255, 255], [240, 245, 250]),
            Look::Marked(Mark::Selected) => ([255, 214, 178], [250, 184, 140]),
            Look::Hinted => ([214, 246, 214], [178, 228, 182]),
        };
        self.lay(&rim, 13.0, |down| (mix(mix(dark, [255; 3], 0.3), [60, 76, 104], 0.25 + 0.4 * down), 1.0));
        self.lay(&front, 12.0, |down| (mix(light, dark, down), 1.0));
        match look {
            Look::Marked(Mark::Selected) => self.frame(&rim, 13.0, 3.0, [240, 92, 30]),
            Look::Hinted => self.frame(&rim, 13.0, 3.0, HINT),
            Look::Marked(_) => {}
        }
        self.without([6.5, 5.7, 6.5, 7.3])
    }

    /// A stone, which never moves and blocks paths.
    fn stone(&mut self) {
        let (body, front) = (self.without([0.8, 0.8, 0.8, 0.8]), self.without([3.0, 3.0, 3.0, 5.0]));
        self.lay(&body, 4.0, |_| ([58, 54, 52], 1.0));
        self.lay(&front, 4.0, |down| (mix([150, 144, 138], [104, 98, 94], down), 1.0));
        let crack = [(0.2, 0.3), (0.42, 0.46), (0.38, 0.62), (0.66, 0.8)];
        let all = self.whole();
        let mut pen = Pen::new(std::mem::take(&mut self.sprite), &all, 0.0);
        pen.line(&crack.map(|(x, y)| (x * 100.0, y * 100.0)), 4.0, [84, 78, 74]);
        self.sprite = pen.finish();
    }
}
