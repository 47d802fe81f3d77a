//! What stands behind the tiles: the painted picture, the board's ground and the ghost slots.

use super::header::Words;
use super::layout::Layout;
use super::paint::{Colour, blend, fill, mix, panel, rounded};
use super::skin::Skin;
use crate::geometry::{Point, Rect};
use image::{Rgb, RgbImage};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The picture behind the tiles of a skin.
pub(super) fn backdrop(skin: Skin, layout: &Layout) -> RgbImage {
    match skin {
        Skin::Flat => flat(layout),
        Skin::Stars => night(layout),
        Skin::Pastel => pastel(layout),
        Skin::Merged => RgbImage::from_pixel(layout.size.0, layout.size.1, Rgb([228, 228, 228])),
    }
}

/// The colours of the words above the board.
pub(super) fn words(skin: Skin) -> Words {
    match skin {
        Skin::Flat => ([150, 160, 176], [240, 244, 250], [52, 60, 74], 1.0),
        Skin::Stars => ([190, 200, 240], [255, 255, 255], [14, 14, 44], 0.5),
        Skin::Pastel => ([150, 138, 168], [92, 80, 120], [255, 255, 255], 0.7),
        Skin::Merged => ([110, 110, 110], [20, 20, 20], [244, 244, 244], 1.0),
    }
}

/// The board's ground with a rim of `rim` units around it.
fn ground(layout: &Layout, rim: f64) -> Rect {
    let board = layout.lattice.bounds();
    let rim = layout.px(rim);
    Rect::new(board.x - rim, board.y - rim, board.width + 2.0 * rim, board.height + 2.0 * rim)
}

fn vertical(layout: &Layout, top: Colour, bottom: Colour) -> RgbImage {
    let height = f64::from(layout.size.1);
    RgbImage::from_fn(layout.size.0, layout.size.1, |_, y| Rgb(mix(top, bottom, f64::from(y) / height)))
}

fn flat(layout: &Layout) -> RgbImage {
    let mut canvas = RgbImage::from_pixel(layout.size.0, layout.size.1, Rgb([38, 44, 54]));
    panel(&mut canvas, &ground(layout, 6.0), layout.px(8.0), [26, 30, 38], 1.0);
    canvas
}

fn pastel(layout: &Layout) -> RgbImage {
    let mut canvas = vertical(layout, [252, 236, 240], [226, 232, 250]);
    panel(&mut canvas, &ground(layout, 8.0), layout.px(18.0), [255, 255, 255], 0.75);
    for cell in layout.lattice.cells() {
        let slot = layout.lattice.cell_rect(cell).inset(0.1);
        let radius = slot.width * 0.3;
        panel(&mut canvas, &slot, radius, [214, 208, 226], 0.55);
        let inner = slot.inset(0.05);
        panel(&mut canvas, &inner, radius * 0.9, [240, 237, 246], 0.8);
    }
    canvas
}

/// A night sky over hills, with a moon and small stars.
fn night(layout: &Layout) -> RgbImage {
    let (width, height) = (f64::from(layout.size.0), f64::from(layout.size.1));
    let mut canvas = RgbImage::from_fn(layout.size.0, layout.size.1, |_, y| {
        let down = f64::from(y) / height;
        Rgb(if down < 0.6 {
            mix([16, 18, 58], [74, 50, 122], down / 0.6)
        } else {
            mix([74, 50, 122], [222, 128, 118], (down - 0.6) / 0.4)
        })
    });
    // The same sky in every window: it is a picture, and no part of the game.
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for _ in 0..150 {
        let at = Point::new(rng.random_range(0.0..width), rng.random_range(0.0..height * 0.7));
        let radius = layout.px(rng.random_range(0.5..1.5));
        let bright = rng.random_range(0.35..0.95);
        let bounds = Rect::new(at.x - radius, at.y - radius, 2.0 * radius, 2.0 * radius);
        fill(&mut canvas, &bounds, |p| p.distance(at) - radius, |_| ([255, 250, 230], bright));
    }
    let moon = Point::new(width * 0.79, height * 0.27);
    let radius = width * 0.075;
    let halo = radius * 3.0;
    let halo_bounds = Rect::new(moon.x - halo, moon.y - halo, 2.0 * halo, 2.0 * halo);
    fill(
        &mut canvas,
        &halo_bounds,
        |p| p.distance(moon) - halo,
        |p| ([236, 226, 255], 0.35 * (1.0 - p.distance(moon) / halo).powi(2)),
    );
    fill(
        &mut canvas,
        &halo_bounds,
        |p| p.distance(moon) - radius,
        |p| (mix([255, 250, 226], [214, 204, 196], (p.x - moon.x + radius) / (2.0 * radius)), 0.95),
    );
    let hills: [(f64, f64, f64, Colour); 3] =
        [(0.74, 0.05, 1.3, [92, 62, 122]), (0.82, 0.045, 2.1, [58, 44, 98]), (0.91, 0.03, 3.2, [28, 26, 62])];
    for (line, swing, waves, colour) in hills {
        for x in 0..layout.size.0 {
            let along = f64::from(x) / width;
            let ridge = (along * waves * std::f64::consts::TAU + line * 9.0).sin()
                + 0.4 * (along * waves * 2.7 * std::f64::consts::TAU).sin();
            let top = height * (line + swing * ridge * 0.7);
            for y in top.max(0.0) as u32..layout.size.1 {
                let cover = (f64::from(y) + 1.0 - top).clamp(0.0, 1.0);
                blend(canvas.get_pixel_mut(x, y), colour, cover);
            }
        }
    }
    let board = ground(layout, 4.0);
    fill(&mut canvas, &board, |p| rounded(p, &board, layout.px(10.0)), |_| ([8, 8, 34], 0.28));
    canvas
}
