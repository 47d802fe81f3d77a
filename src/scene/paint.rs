//! Anti-aliased shapes, sprites and text: all that the practice games draw with.
//!
//! A shape is a signed distance (negative inside, in pixels); half a pixel to either side of zero becomes the soft edge.

use crate::geometry::{Point, Rect};
use ab_glyph::FontRef;
use image::{Rgb, RgbImage, Rgba, RgbaImage};
use std::sync::OnceLock;

/// Red, green and blue.
pub(super) type Colour = [u8; 3];

/// A colour `share` of the way from `a` to `b`.
pub(super) fn mix(a: Colour, b: Colour, share: f64) -> Colour {
    let share = share.clamp(0.0, 1.0);
    std::array::from_fn(|i| (f64::from(a[i]) + (f64::from(b[i]) - f64::from(a[i])) * share).round() as u8)
}

/// Lays `colour` over a pixel.
pub(super) fn blend(pixel: &mut Rgb<u8>, colour: Colour, alpha: f64) {
    pixel.0 = if alpha >= 1.0 { colour } else { mix(pixel.0, colour, alpha) };
}

/// Distance to a rectangle with round corners.
pub(super) fn rounded(p: Point, rect: &Rect, radius: f64) -> f64 {
    let centre = rect.centre();
    let dx = (p.x - centre.x).abs() - rect.width / 2.0 + radius;
    let dy = (p.y - centre.y).abs() - rect.height / 2.0 + radius;
    dx.max(0.0).hypot(dy.max(0.0)) + dx.max(dy).min(0.0) - radius
}

/// Distance to a five-pointed star with its tip up; its notches lie at `inner` of its `radius`, and its corners are
/// rounded by `soft` pixels.
pub(super) fn star(p: Point, centre: Point, radius: f64, inner: f64, soft: f64) -> f64 {
    let core = radius - soft;
    let corner = |i: usize| {
        let angle = std::f64::consts::PI * (i as f64 / 5.0 - 0.5);
        let reach = if i.is_multiple_of(2) { core } else { core * inner };
        (reach * angle.cos(), reach * angle.sin())
    };
    let corners: [(f64, f64); 10] = std::array::from_fn(corner);
    polygon(Point::new(p.x - centre.x, p.y - centre.y), &corners) - soft
}

/// Distance to the polygon with these corners.
pub(super) fn polygon(p: Point, corners: &[(f64, f64)]) -> f64 {
    let (mut nearest, mut inside) = (f64::MAX, false);
    for (i, &(ax, ay)) in corners.iter().enumerate() {
        let (bx, by) = corners[(i + 1) % corners.len()];
        nearest = nearest.min(segment(p, (ax, ay), (bx, by)));
        if (ay > p.y) != (by > p.y) && p.x < (bx - ax) * (p.y - ay) / (by - ay) + ax {
            inside = !inside;
        }
    }
    if inside { -nearest } else { nearest }
}

/// Distance to the straight line from `a` to `b`.
pub(super) fn segment(p: Point, a: (f64, f64), b: (f64, f64)) -> f64 {
    let (ex, ey, wx, wy) = (b.0 - a.0, b.1 - a.1, p.x - a.0, p.y - a.1);
    let along = ((wx * ex + wy * ey) / (ex * ex + ey * ey).max(f64::EPSILON)).clamp(0.0, 1.0);
    (wx - ex * along).hypot(wy - ey * along)
}

/// The share of a pixel that lies inside a shape, from the distance of its middle.
pub(super) fn coverage(distance: f64) -> f64 {
    (0.5 - distance).clamp(0.0, 1.0)
}

/// Fills a shape that lies within `bounds`. `ink` gives colour and opacity at a pixel's middle.
pub(super) fn fill(
    canvas: &mut RgbImage,
    bounds: &Rect,
    distance: impl Fn(Point) -> f64,
    ink: impl Fn(Point) -> (Colour, f64),
) {
    let whole = Rect::new(0.0, 0.0, f64::from(canvas.width()), f64::from(canvas.height()));
    let grown = Rect::new(bounds.x - 1.0, bounds.y - 1.0, bounds.width + 2.0, bounds.height + 2.0);
    let Some(part) = grown.intersection(&whole) else { return };
    for y in part.y.floor() as u32..part.bottom().ceil() as u32 {
        for x in part.x.floor() as u32..part.right().ceil() as u32 {
            let p = Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
            let cover = coverage(distance(p));
            if cover > 0.0 {
                let (colour, alpha) = ink(p);
                blend(canvas.get_pixel_mut(x, y), colour, alpha * cover);
            }
        }
    }
}

/// Fills a rectangle with round corners in one colour.
pub(super) fn panel(canvas: &mut RgbImage, rect: &Rect, radius: f64, colour: Colour, alpha: f64) {
    fill(canvas, rect, |p| rounded(p, rect, radius), |_| (colour, alpha));
}

/// Lays one ink over what a sprite already shows at a pixel.
pub(super) fn over(pixel: &mut Rgba<u8>, colour: Colour, alpha: f64) {
    let alpha = alpha.clamp(0.0, 1.0);
    let below = f64::from(pixel.0[3]) / 255.0 * (1.0 - alpha);
    let total = alpha + below;
    if total > 0.0 {
        let mixed = mix([pixel.0[0], pixel.0[1], pixel.0[2]], colour, alpha / total);
        pixel.0 = [mixed[0], mixed[1], mixed[2], (total * 255.0).round() as u8];
    }
}

/// A square sprite of `side` pixels, painted layer by layer: each layer gives colour and opacity (its shape's
/// coverage included) at a pixel's middle.
pub(super) fn sprite(side: u32, layers: &[&dyn Fn(Point) -> (Colour, f64)]) -> RgbaImage {
    RgbaImage::from_fn(side, side, |x, y| {
        let p = Point::new(f64::from(x) + 0.5, f64::from(y) + 0.5);
        let mut pixel = Rgba([0; 4]);
        for layer in layers {
            let (colour, alpha) = layer(p);
            if alpha > 0.0 {
                over(&mut pixel, colour, alpha);
            }
        }
        pixel
    })
}

/// Lays a sprite over the canvas with its left top pixel at `x`, `y`; what falls outside is cut off.
pub(super) fn paste(canvas: &mut RgbImage, sprite: &RgbaImage, x: i64, y: i64, opacity: f64) {
    let (width, height) = (i64::from(canvas.width()), i64::from(canvas.height()));
    let opacity = (opacity.clamp(0.0, 1.0) * 255.0).round() as u32;
    for (sx, sy, above) in sprite.enumerate_pixels() {
        let (cx, cy) = (x + i64::from(sx), y + i64::from(sy));
        // Whole numbers: this is the loop that draws the board.
        let alpha = (u32::from(above.0[3]) * opacity + 127) / 255;
        if alpha > 0 && (0..width).contains(&cx) && (0..height).contains(&cy) {
            let below = canvas.get_pixel_mut(cx as u32, cy as u32);
            for (below, above) in below.0.iter_mut().zip(above.0) {
                *below = ((u32::from(*below) * (255 - alpha) + u32::from(above) * alpha + 127) / 255) as u8;
            }
        }
    }
}

/// Lays a sprite over the canvas, centred at `centre` and `size` times as large.
pub(super) fn paste_scaled(canvas: &mut RgbImage, sprite: &RgbaImage, centre: Point, size: f64, opacity: f64) {
    let scaled = |side: u32| (f64::from(side) * size).round() as u32;
    let (width, height) = (scaled(sprite.width()), scaled(sprite.height()));
    if width == 0 || height == 0 || opacity <= 0.0 {
        return;
    }
    let corner = Point::new(centre.x - f64::from(width) / 2.0, centre.y - f64::from(height) / 2.0);
    let (x, y) = (i64::from(corner.round().0), i64::from(corner.round().1));
    if (width, height) == sprite.dimensions() {
        paste(canvas, sprite, x, y, opacity);
    } else {
        let resized = image::imageops::resize(sprite, width, height, image::imageops::FilterType::Triangle);
        paste(canvas, &resized, x, y, opacity);
    }
}

fn font() -> Option<&'static FontRef<'static>> {
    static FONT: OnceLock<Option<FontRef<'static>>> = OnceLock::new();
    FONT.get_or_init(|| FontRef::try_from_slice(epaint_default_fonts::UBUNTU_LIGHT).ok()).as_ref()
}

/// The font of the pictographs.
pub(super) fn pictographs() -> Option<&'static FontRef<'static>> {
    static FONT: OnceLock<Option<FontRef<'static>>> = OnceLock::new();
    FONT.get_or_init(|| FontRef::try_from_slice(epaint_default_fonts::NOTO_EMOJI_REGULAR).ok()).as_ref()
}

/// Writes a line of text centred at `centre`, `size` pixels high; `bold` thickens its strokes.
pub(super) fn text(canvas: &mut RgbImage, centre: Point, size: f64, colour: Colour, bold: bool, line: &str) {
    let Some(font) = font() else { return };
    let scale = size as f32;
    let (width, height) = imageproc::drawing::text_size(scale, font, line);
    let (x, y) = Point::new(centre.x - f64::from(width) / 2.0, centre.y - f64::from(height) / 2.0).round();
    let stroke = if bold { (size / 18.0).round().max(1.0) as i32 } else { 0 };
    for shift in 0..=stroke {
        imageproc::drawing::draw_text_mut(canvas, Rgb(colour), x + shift - stroke / 2, y, scale, font, line);
    }
}

/// Writes a line of text like [`text`], smaller where it would be wider than `room` pixels.
pub(super) fn fitted_text(canvas: &mut RgbImage, centre: Point, room: f64, size: f64, colour: Colour, line: &str) {
    let Some(font) = font() else { return };
    let (width, _) = imageproc::drawing::text_size(size as f32, font, line);
    let share = (room / f64::from(width).max(1.0)).min(1.0);
    text(canvas, centre, size * share, colour, false, line);
}
