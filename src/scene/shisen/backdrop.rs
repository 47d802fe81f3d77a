//! What stands behind the tiles: felt, slate, or a painted landscape.

use super::Skin;
use crate::geometry::{Point, Rect};
use crate::scene::header::Words;
use crate::scene::layout::Layout;
use crate::scene::paint::{Colour, blend, fill, mix, panel};
use image::{Rgb, RgbImage};

/// The picture behind the tiles of a skin.
pub(super) fn backdrop(skin: Skin, layout: &Layout) -> RgbImage {
    match skin {
        Skin::Mahjong => felt(layout),
        Skin::Icons => slate(layout),
        Skin::Photo => landscape(layout),
    }
}

/// The colours of the words above the board.
pub(super) fn words(skin: Skin) -> Words {
    match skin {
        Skin::Mahjong => ([176, 214, 186], [250, 246, 226], [10, 48, 34], 0.7),
        Skin::Icons => ([140, 152, 172], [236, 242, 250], [44, 50, 64], 1.0),
        Skin::Photo => ([206, 224, 240], [255, 255, 255], [16, 36, 66], 0.6),
    }
}

/// A number from 0 to 1 that follows from a place alone, evenly spread.
fn hash(x: i64, y: i64) -> f64 {
    let mut bits = (x as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (y as u64).wrapping_mul(0xC2B2_AE3D_27D4_EB4F);
    bits = (bits ^ (bits >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 32)).wrapping_mul(0x94D0_49BB_1331_11EB);
    ((bits ^ (bits >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
}

/// Smooth noise from 0 to 1 whose hills are one unit wide.
fn noise(x: f64, y: f64) -> f64 {
    let (left, top) = (x.floor(), y.floor());
    let smooth = |t: f64| t * t * (3.0 - 2.0 * t);
    let (across, down) = (smooth(x - left), smooth(y - top));
    let at = |dx: i64, dy: i64| hash(left as i64 + dx, top as i64 + dy);
    let row = |dy: i64| at(0, dy) + (at(1, dy) - at(0, dy)) * across;
    row(0) + (row(1) - row(0)) * down
}

/// Noise with finer and finer grain, from 0 to 1.
fn rough(x: f64, y: f64) -> f64 {
    let grain = |n: i32| noise(x * 2f64.powi(n) + 17.0 * f64::from(n), y * 2f64.powi(n)) / 2f64.powi(n + 1);
    (0..5).map(grain).sum::<f64>() / 0.968_75
}

/// Green cloth, brighter in the middle.
fn felt(layout: &Layout) -> RgbImage {
    let (width, height) = (f64::from(layout.size.0), f64::from(layout.size.1));
    RgbImage::from_fn(layout.size.0, layout.size.1, |x, y| {
        let (dx, dy) = (f64::from(x) / width - 0.5, f64::from(y) / height - 0.5);
        let far = (dx * dx + dy * dy).sqrt() / 0.71;
        let thread = hash(i64::from(x), i64::from(y)) - 0.5;
        let base = mix([40, 118, 80], [12, 58, 42], far.powf(1.3));
        Rgb(mix(base, if thread > 0.0 { [255; 3] } else { [0; 3] }, thread.abs() * 0.07))
    })
}

fn slate(layout: &Layout) -> RgbImage {
    let height = f64::from(layout.size.1);
    let mut canvas = RgbImage::from_fn(layout.size.0, layout.size.1, |_, y| {
        Rgb(mix([34, 39, 51], [22, 26, 35], f64::from(y) / height))
    });
    let board = layout.lattice.bounds();
    let rim = layout.px(5.0);
    let ground = Rect::new(board.x - rim, board.y - rim, board.width + 2.0 * rim, board.height + 2.0 * rim);
    panel(&mut canvas, &ground, layout.px(7.0), [16, 19, 26], 1.0);
    canvas
}

/// A lake between mountains at dawn.
fn landscape(layout: &Layout) -> RgbImage {
    let (width, height) = (f64::from(layout.size.0), f64::from(layout.size.1));
    let shore = 0.66;
    let mut canvas = RgbImage::from_fn(layout.size.0, layout.size.1, |x, y| {
        let (across, down) = (f64::from(x) / height, f64::from(y) / height);
        Rgb(if down < shore { scenery(across, down) } else { lake(across, down, shore) })
    });
    for (line, tall, seed, colour) in [(0.97, 0.17, 3, [24, 58, 58]), (1.03, 0.24, 8, [12, 34, 40])] {
        firs(&mut canvas, (width, height), (line * height, tall * height), seed, colour);
    }
    canvas
}

/// Where the sun stands, in heights of the picture.
const SUN: Point = Point::new(0.74, 0.36);

/// Sky and mountains at a place given in heights of the picture.
fn scenery(across: f64, down: f64) -> Colour {
    let sky = mix([58, 112, 190], [252, 206, 160], (down / 0.55).powf(1.2));
    let from_sun = Point::new(across, down).distance(SUN);
    let glow = mix(sky, [255, 238, 196], (1.0 - from_sun / 0.42).max(0.0).powi(2) * 0.8);
    let disc = mix(glow, [255, 250, 226], ((0.052 - from_sun) * 300.0).clamp(0.0, 1.0));
    let cloud = ((rough(across * 2.2, down * 8.0 + 4.0) - 0.5) * 3.2).clamp(0.0, 1.0) * (1.0 - down / 0.5).max(0.0);
    let mut colour = mix(disc, [255, 244, 236], cloud);
    let ranges: [(f64, f64, f64, Colour, Colour); 3] = [
        (0.40, 0.34, 2.3, [150, 160, 196], [206, 196, 206]),
        (0.51, 0.27, 3.1, [94, 118, 158], [150, 160, 186]),
        (0.60, 0.18, 4.3, [52, 92, 104], [92, 130, 128]),
    ];
    for (number, (line, swing, waves, dark, light)) in (1_i32..).zip(ranges) {
        let seed = f64::from(number) * 31.0;
        let ridge = line - swing * (rough(across * waves + seed, seed) - 0.5) * 1.7;
        let cover = ((down - ridge) * 500.0).clamp(0.0, 1.0);
        if cover > 0.0 {
            let deep = ((down - ridge) / 0.2).clamp(0.0, 1.0);
            let slope = rough(across * 14.0 + seed + down * 6.0, down * 9.0);
            let rock = mix(dark, light, slope * 0.9 * (1.0 - deep) + deep * 0.25);
            let snow = ((0.065 - (down - ridge) - slope * 0.07) * 60.0).clamp(0.0, 1.0);
            let faced = if number == 1 { mix(rock, [255, 240, 232], snow) } else { rock };
            colour = mix(colour, faced, cover);
        }
    }
    colour
}

/// The lake mirrors what stands above its shore.
fn lake(across: f64, down: f64, shore: f64) -> Colour {
    let depth = down - shore;
    let ripple = (noise(across * 9.0, depth * 120.0 / (1.0 + depth * 5.0)) - 0.5) * (0.015 + depth * 0.09);
    let mirrored = scenery(across + ripple, (shore - depth * 1.25 + ripple * 0.5).max(0.0));
    let glint = noise(across * 26.0, depth * 210.0).powi(6) * 0.35;
    mix(mix(mirrored, [30, 74, 112], 0.28 + depth * 0.9), [255, 246, 228], glint)
}

/// A row of firs whose feet stand at `foot` and that are up to `tall` pixels high.
fn firs(canvas: &mut RgbImage, (width, height): (f64, f64), (foot, tall): (f64, f64), seed: i64, colour: Colour) {
    let mut x = -0.03 * height;
    for number in 0.. {
        if x > width + 0.03 * height {
            break;
        }
        let (size, room) = (hash(number, seed), hash(number, seed + 1));
        // Trees stand close at the sides and leave the view of the lake free.
        let side = ((x / width - 0.5).abs() * 2.0).powf(1.6);
        let high = tall * (0.25 + 0.3 * size + 0.55 * side);
        let bounds = Rect::new(x - high * 0.25, foot - high, high * 0.5, high + height);
        let distance = |p: Point| {
            let down = (p.y - (foot - high)).max(0.0) / high;
            let branch = 0.6 + 0.4 * (down * 9.0).fract();
            ((p.x - x).abs() - high * 0.2 * down.min(1.3) * branch).max(foot - high - p.y)
        };
        fill(canvas, &bounds, distance, |p| (mix(colour, [0; 3], (p.y - foot + high) / high * 0.3), 1.0));
        x += height * (0.014 + 0.03 * room);
    }
    let top = foot.max(0.0) as u32;
    for y in top.min(canvas.height())..canvas.height() {
        for x in 0..canvas.width() {
            blend(canvas.get_pixel_mut(x, y), colour, 0.9);
        }
    }
}
