//! Pictures of a cell's size, painted layer by layer in a square whose sides are 1 long.

use crate::geometry::{Point, Rect};
use crate::scene::paint::{Colour, coverage, over, rounded};
use image::{Rgba, RgbaImage};

/// One shape with its ink.
pub(super) struct Layer {
    /// How far a place lies outside the shape.
    distance: Box<dyn Fn(Point) -> f64>,
    /// Colour and opacity at a place.
    ink: Box<dyn Fn(Point) -> (Colour, f64)>,
}

/// A shape with an ink of its own at each place.
pub(super) fn inked(
    distance: impl Fn(Point) -> f64 + 'static,
    ink: impl Fn(Point) -> (Colour, f64) + 'static,
) -> Layer {
    Layer { distance: Box::new(distance), ink: Box::new(ink) }
}

/// A shape in one colour.
pub(super) fn solid(distance: impl Fn(Point) -> f64 + 'static, colour: Colour) -> Layer {
    inked(distance, move |_| (colour, 1.0))
}

/// A shape that lets a part of what is below it through.
pub(super) fn glaze(distance: impl Fn(Point) -> f64 + 'static, colour: Colour, opacity: f64) -> Layer {
    inked(distance, move |_| (colour, opacity))
}

/// Paints the layers, the lowest first, into `width` × `height` pixels.
pub(super) fn paint((width, height): (u32, u32), layers: &[Layer]) -> RgbaImage {
    let (w, h) = (f64::from(width), f64::from(height));
    let unit = w.min(h);
    RgbaImage::from_fn(width, height, |x, y| {
        let p = Point::new((f64::from(x) + 0.5) / w, (f64::from(y) + 0.5) / h);
        let mut pixel = Rgba([0; 4]);
        for layer in layers {
            let cover = coverage((layer.distance)(p) * unit);
            if cover > 0.0 {
                let (colour, alpha) = (layer.ink)(p);
                over(&mut pixel, colour, alpha * cover);
            }
        }
        pixel
    })
}

/// Everywhere.
pub(super) fn everywhere() -> impl Fn(Point) -> f64 {
    |_| -1.0
}

/// A rectangle from `left`, `top` to `right`, `bottom` with round corners.
pub(super) fn block((left, top): (f64, f64), (right, bottom): (f64, f64), radius: f64) -> impl Fn(Point) -> f64 {
    let rect = Rect::new(left, top, right - left, bottom - top);
    move |p| rounded(p, &rect, radius)
}

/// A square with `gap` to each edge of the cell.
pub(super) fn square(gap: f64, radius: f64) -> impl Fn(Point) -> f64 {
    block((gap, gap), (1.0 - gap, 1.0 - gap), radius)
}

/// An ellipse around `x`, `y`.
pub(super) fn ellipse((x, y): (f64, f64), (rx, ry): (f64, f64)) -> impl Fn(Point) -> f64 {
    move |p| (((p.x - x) / rx).hypot((p.y - y) / ry) - 1.0) * rx.min(ry)
}

/// A line of `width` with round ends.
pub(super) fn line(from: (f64, f64), to: (f64, f64), width: f64) -> impl Fn(Point) -> f64 {
    let (ex, ey) = (to.0 - from.0, to.1 - from.1);
    let length = (ex * ex + ey * ey).max(f64::EPSILON);
    move |p| {
        let (wx, wy) = (p.x - from.0, p.y - from.1);
        let along = ((wx * ex + wy * ey) / length).clamp(0.0, 1.0);
        (wx - ex * along).hypot(wy - ey * along) - width / 2.0
    }
}

/// A square that stands on its corner.
pub(super) fn diamond((x, y): (f64, f64), reach: f64) -> impl Fn(Point) -> f64 {
    move |p| ((p.x - x).abs() + (p.y - y).abs() - reach) * std::f64::consts::FRAC_1_SQRT_2
}

/// What lies in both shapes.
pub(super) fn both(a: impl Fn(Point) -> f64, b: impl Fn(Point) -> f64) -> impl Fn(Point) -> f64 {
    move |p| a(p).max(b(p))
}

/// What lies in the first shape and not in the second one.
pub(super) fn without(a: impl Fn(Point) -> f64, b: impl Fn(Point) -> f64) -> impl Fn(Point) -> f64 {
    move |p| a(p).max(-b(p))
}

/// The strip of `width` along a shape's inner edge.
pub(super) fn rim(shape: impl Fn(Point) -> f64, width: f64) -> impl Fn(Point) -> f64 {
    move |p| {
        let d = shape(p);
        d.max(-d - width)
    }
}
