//! Draws a tile's face shape by shape, in units that do not depend on the tile's size.

use crate::geometry::{Point, Rect};
use crate::scene::paint::{Colour, coverage, mix, over, pictographs, polygon, segment};
use ab_glyph::Font;
use image::RgbaImage;

/// A place on a face. A face is 100 units wide; its middle is at 50, 50.
pub(super) type Spot = (f64, f64);

/// A pen over a tile's sprite.
#[derive(Debug)]
pub(super) struct Pen {
    sprite: RgbaImage,
    /// Pixels from the sprite's left top corner to the face's place 0, 0.
    origin: Spot,
    /// Pixels a unit.
    unit: f64,
    /// How much lighter a shape is at its top and darker at its foot.
    shade: f64,
}

impl Pen {
    /// A pen over `sprite` whose face lies centred in `face` (pixels) and fills its width.
    pub(super) fn new(sprite: RgbaImage, face: &Rect, shade: f64) -> Self {
        let unit = face.width / 100.0;
        let centre = face.centre();
        Self { sprite, origin: (centre.x - 50.0 * unit, centre.y - 50.0 * unit), unit, shade }
    }

    /// The sprite with all that was drawn.
    pub(super) fn finish(self) -> RgbaImage {
        self.sprite
    }

    fn pixel(&self, at: Spot) -> Spot {
        (self.origin.0 + at.0 * self.unit, self.origin.1 + at.1 * self.unit)
    }

    /// Lays a shape on, given by its bounds and distance in units.
    fn lay(&mut self, bounds: (Spot, Spot), colour: Colour, distance: impl Fn(Point) -> f64) {
        let ((left, top), (right, bottom)) = (self.pixel(bounds.0), self.pixel(bounds.1));
        let (width, height) = self.sprite.dimensions();
        let (light, dark) = (mix(colour, [255; 3], self.shade), mix(colour, [0; 3], self.shade));
        let end = |edge: f64, side: u32| (edge + 1.0).ceil().clamp(0.0, f64::from(side)) as u32;
        for y in (top - 1.0).floor().max(0.0) as u32..end(bottom, height) {
            let down = (f64::from(y) + 0.5 - top) / (bottom - top).max(f64::EPSILON);
            let ink = if self.shade > 0.0 { mix(light, dark, down) } else { colour };
            for x in (left - 1.0).floor().max(0.0) as u32..end(right, width) {
                let at = Point::new(
                    (f64::from(x) + 0.5 - self.origin.0) / self.unit,
                    (f64::from(y) + 0.5 - self.origin.1) / self.unit,
                );
                let cover = coverage(distance(at) * self.unit);
                if cover > 0.0 {
                    over(self.sprite.get_pixel_mut(x, y), ink, cover);
                }
            }
        }
    }

    /// A disc.
    pub(super) fn disc(&mut self, (x, y): Spot, radius: f64, colour: Colour) {
        let bounds = ((x - radius, y - radius), (x + radius, y + radius));
        self.lay(bounds, colour, |p| (p.x - x).hypot(p.y - y) - radius);
    }

    /// A ring whose line, `width` wide, runs at `radius`.
    pub(super) fn ring(&mut self, (x, y): Spot, radius: f64, width: f64, colour: Colour) {
        let reach = radius + width / 2.0;
        let bounds = ((x - reach, y - reach), (x + reach, y + reach));
        self.lay(bounds, colour, |p| ((p.x - x).hypot(p.y - y) - radius).abs() - width / 2.0);
    }

    /// An oval with half axes `axes`, turned clockwise by `turn` degrees.
    pub(super) fn oval(&mut self, (x, y): Spot, axes: Spot, turn: f64, colour: Colour) {
        let reach = axes.0.max(axes.1);
        let bounds = ((x - reach, y - reach), (x + reach, y + reach));
        let (sin, cos) = turn.to_radians().sin_cos();
        self.lay(bounds, colour, |p| {
            let (dx, dy) = (p.x - x, p.y - y);
            let (along, across) = ((dx * cos + dy * sin) / axes.0, (dy * cos - dx * sin) / axes.1);
            let slope = (along / axes.0).hypot(across / axes.1);
            let reached = along.hypot(across);
            if slope > 0.0 { reached * (reached - 1.0) / slope } else { -reach }
        });
    }

    /// A line `width` wide with round ends and joints through `points`.
    pub(super) fn line(&mut self, points: &[Spot], width: f64, colour: Colour) {
        let bounds = bounds_of(points, width / 2.0);
        self.lay(bounds, colour, |p| {
            let parts = points.windows(2).map(|ends| segment(p, ends[0], ends[1]));
            parts.fold(f64::MAX, f64::min) - width / 2.0
        });
    }

    /// The polygon with these corners, grown by `round` units with round corners.
    pub(super) fn shape(&mut self, corners: &[Spot], round: f64, colour: Colour) {
        self.lay(bounds_of(corners, round), colour, |p| polygon(p, corners) - round);
    }

    /// A pictograph, centred at `at` and at most `size` wide and high.
    pub(super) fn glyph(&mut self, pictograph: char, at: Spot, size: f64, colour: Colour) {
        let Some(font) = pictographs() else { return };
        let probe = font.glyph_id(pictograph).with_scale(100.0);
        let Some(outline) = font.outline_glyph(probe) else { return };
        let bounds = outline.px_bounds();
        let scale = size * self.unit * 100.0 / f64::from(bounds.width().max(bounds.height()));
        let Some(outline) = font.outline_glyph(font.glyph_id(pictograph).with_scale(scale as f32)) else { return };
        let (bounds, (x, y)) = (outline.px_bounds(), self.pixel(at));
        let corner = Point::new(x - f64::from(bounds.width()) / 2.0, y - f64::from(bounds.height()) / 2.0).round();
        let (width, height) = self.sprite.dimensions();
        outline.draw(|dx, dy, cover| {
            let (x, y) = (i64::from(corner.0) + i64::from(dx), i64::from(corner.1) + i64::from(dy));
            if (0..i64::from(width)).contains(&x) && (0..i64::from(height)).contains(&y) {
                over(self.sprite.get_pixel_mut(x as u32, y as u32), colour, f64::from(cover));
            }
        });
    }

    /// A line along a part of a circle, in degrees clockwise from the right.
    pub(super) fn arc(&mut self, at: Spot, radius: f64, (from, to): (f64, f64), width: f64, colour: Colour) {
        self.line(&around(at, radius, (from, to)), width, colour);
    }

    /// The part of a disc that a straight cut between two of its angles leaves, in degrees clockwise from the right.
    pub(super) fn cut_disc(&mut self, at: Spot, radius: f64, angles: (f64, f64), colour: Colour) {
        self.shape(&around(at, radius, angles), 0.0, colour);
    }

    /// A star with `points` tips, the first one up; its notches lie at `inner` of its radius.
    pub(super) fn star(&mut self, at: Spot, radius: f64, inner: f64, points: u32, colour: Colour) {
        let corners: Vec<_> = (0..2 * points)
            .map(|i| {
                let reach = if i % 2 == 0 { radius } else { radius * inner };
                polar(at, reach, 180.0 * f64::from(i) / f64::from(points) - 90.0)
            })
            .collect();
        self.shape(&corners, 2.0, colour);
    }
}

/// The place at `angle` degrees (clockwise from the right) and `radius` around `at`.
pub(super) fn polar(at: Spot, radius: f64, angle: f64) -> Spot {
    let (sin, cos) = angle.to_radians().sin_cos();
    (at.0 + radius * cos, at.1 + radius * sin)
}

fn around(at: Spot, radius: f64, (from, to): (f64, f64)) -> Vec<Spot> {
    let steps = ((to - from).abs() / 12.0).ceil().max(1.0) as u32;
    (0..=steps).map(|i| polar(at, radius, from + (to - from) * f64::from(i) / f64::from(steps))).collect()
}

fn bounds_of(points: &[Spot], grown: f64) -> (Spot, Spot) {
    points.iter().fold(((f64::MAX, f64::MAX), (f64::MIN, f64::MIN)), |((l, t), (r, b)), &(x, y)| {
        ((l.min(x - grown), t.min(y - grown)), (r.max(x + grown), b.max(y + grown)))
    })
}
