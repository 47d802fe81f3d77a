//! Brick walls, wooden crates and painted goals.

use super::art::{Layer, block, both, diamond, ellipse, everywhere, glaze, inked, line, rim, solid, square, without};
use super::{Ground, Piece};
use crate::geometry::{Point, Rect};
use crate::scene::paint::{Colour, mix, rounded};

pub(super) const OUTSIDE: Colour = [38, 42, 50];

const MORTAR: Colour = [84, 62, 54];
const FLOOR: Colour = [188, 190, 192];
const GOAL: Colour = [232, 166, 30];

pub(super) fn ground(kind: Ground) -> Vec<Layer> {
    match kind {
        Ground::Outside => vec![solid(everywhere(), OUTSIDE)],
        Ground::Wall => wall(),
        Ground::Floor => floor(),
        Ground::Goal => goal(),
    }
}

pub(super) fn piece(kind: Piece) -> Vec<Layer> {
    match kind {
        Piece::Box => crate_box([196, 140, 80], [146, 96, 50], brace()),
        Piece::BoxOnGoal => crate_box([112, 178, 88], [58, 122, 58], tick()),
        Piece::Player => worker(),
    }
}

/// The brick that a place lies on or beside: its course, its number in the course, and its extent.
fn brick(p: Point) -> (i32, i32, Rect) {
    const COURSE: f64 = 0.25;
    const LENGTH: f64 = 0.5;
    const JOINT: f64 = 0.035;
    let course = (p.y / COURSE).floor();
    let shift = if (course as i32).rem_euclid(2) == 1 { LENGTH / 2.0 } else { 0.0 };
    let number = ((p.x + shift) / LENGTH).floor();
    let (left, top) = (number * LENGTH - shift + JOINT / 2.0, course * COURSE + JOINT / 2.0);
    (course as i32, number as i32, Rect::new(left, top, LENGTH - JOINT, COURSE - JOINT))
}

fn wall() -> Vec<Layer> {
    // A brick that is cut at the cell's edge goes on in the next cell in the same tint.
    const TINTS: [Colour; 8] = [
        [178, 86, 64],
        [164, 76, 58],
        [186, 96, 70],
        [170, 80, 60],
        [160, 74, 56],
        [182, 90, 66],
        [174, 84, 64],
        [166, 78, 58],
    ];
    vec![
        solid(everywhere(), MORTAR),
        inked(
            |p| rounded(p, &brick(p).2, 0.02),
            |p| {
                let (course, number, rect) = brick(p);
                let tint = TINTS[(course * 2 + number.rem_euclid(2)).rem_euclid(8) as usize];
                let down = (p.y - rect.y) / rect.height;
                let lit = mix(tint, [255, 206, 170], 0.30 * (1.0 - down / 0.3).clamp(0.0, 1.0));
                (mix(lit, [70, 26, 18], 0.35 * ((down - 0.7) / 0.3).clamp(0.0, 1.0)), 1.0)
            },
        ),
    ]
}

fn floor() -> Vec<Layer> {
    vec![
        solid(everywhere(), [158, 160, 164]),
        inked(square(0.015, 0.03), |p| (mix(FLOOR, [170, 173, 177], p.y), 1.0)),
        glaze(rim(square(0.015, 0.03), 0.03), [214, 216, 218], 0.55),
    ]
}

fn goal() -> Vec<Layer> {
    let corners = |gap: f64, width: f64| {
        let frame = rim(square(gap, 0.05), width);
        move |p: Point| {
            let (x, y) = ((p.x - 0.5).abs(), (p.y - 0.5).abs());
            // Only the corners of the frame are painted.
            frame(p).max(0.20 - x.min(y))
        }
    };
    let mut layers = floor();
    layers.extend([
        // The floor itself is painted, so that the goal is seen around the player.
        glaze(square(0.03, 0.03), GOAL, 0.42),
        glaze(corners(0.155, 0.125), [90, 70, 30], 0.35),
        solid(corners(0.16, 0.11), GOAL),
        solid(diamond((0.5, 0.5), 0.15), [200, 128, 16]),
        solid(diamond((0.5, 0.5), 0.12), GOAL),
        solid(diamond((0.5, 0.5), 0.055), [255, 226, 140]),
    ]);
    layers
}

/// A crate of `wood` in a `frame`, with what is nailed across it.
fn crate_box(wood: Colour, frame: Colour, across: Vec<Layer>) -> Vec<Layer> {
    let dark = mix(frame, [20, 12, 6], 0.55);
    let plank = |p: Point| ((p.x - 0.17) / 0.165).floor();
    let mut layers = vec![
        glaze(block((0.06, 0.10), (0.97, 0.98), 0.08), [20, 18, 16], 0.35),
        solid(square(0.045, 0.06), dark),
        inked(square(0.07, 0.04), move |p| {
            (mix(mix(frame, [255, 236, 200], 0.22), frame, ((p.x + p.y) / 1.4).min(1.0)), 1.0)
        }),
        solid(square(0.165, 0.02), dark),
        inked(
            move |p| {
                let left = 0.18 + plank(p) * 0.165;
                both(block((left, 0.185), (left + 0.145, 0.815), 0.01), square(0.185, 0.0))(p)
            },
            move |p| {
                let odd = if plank(p).rem_euclid(2.0) < 0.5 { 0.0 } else { 0.12 };
                (mix(mix(wood, [255, 240, 210], 0.18 * (1.0 - p.y)), frame, odd), 1.0)
            },
        ),
    ];
    layers.extend(across);
    for (x, y) in [(0.118, 0.118), (0.882, 0.118), (0.118, 0.882), (0.882, 0.882)] {
        layers.push(solid(ellipse((x, y), (0.028, 0.028)), mix(dark, [255; 3], 0.12)));
    }
    layers.push(glaze(rim(square(0.07, 0.04), 0.02), [255, 246, 226], 0.28));
    layers
}

/// The board nailed across a crate that is still to be moved.
fn brace() -> Vec<Layer> {
    let inside = || square(0.185, 0.0);
    vec![
        glaze(both(line((0.16, 0.86), (0.86, 0.16), 0.19), inside()), [60, 36, 16], 0.75),
        solid(both(line((0.14, 0.86), (0.86, 0.14), 0.145), inside()), [168, 114, 62]),
        glaze(both(line((0.12, 0.835), (0.835, 0.12), 0.03), inside()), [232, 186, 128], 0.6),
    ]
}

/// The mark of a crate that has come where it belongs.
fn tick() -> Vec<Layer> {
    let stroke = |width: f64, down: f64| {
        let (short, long) = (
            line((0.31, 0.52 + down), (0.45, 0.66 + down), width),
            line((0.45, 0.66 + down), (0.70, 0.36 + down), width),
        );
        move |p: Point| short(p).min(long(p))
    };
    vec![glaze(stroke(0.17, 0.015), [20, 56, 24], 0.8), solid(stroke(0.105, 0.0), [244, 252, 236])]
}

/// A worker who faces whoever looks at the board, whichever way he walks.
fn worker() -> Vec<Layer> {
    const SKIN: Colour = [240, 196, 156];
    const DARK: Colour = [34, 38, 54];
    const BLUE: Colour = [44, 92, 176];
    const SHIRT: Colour = [214, 72, 60];
    const HELMET: Colour = [250, 204, 44];
    let body = || block((0.31, 0.53), (0.69, 0.90), 0.12);
    let arm = |side: f64| line((0.5 + side * 0.20, 0.61), (0.5 + side * 0.24, 0.74), 0.13);
    let hand = |side: f64| ellipse((0.5 + side * 0.245, 0.775), (0.06, 0.06));
    let leg = |side: f64| block((0.5 + side * 0.10 - 0.085, 0.80), (0.5 + side * 0.10 + 0.085, 0.945), 0.04);
    let head = || ellipse((0.5, 0.37), (0.185, 0.185));
    let dome = || without(ellipse((0.5, 0.315), (0.215, 0.225)), block((0.0, 0.315), (1.0, 1.0), 0.0));
    let grow = |shape: Box<dyn Fn(Point) -> f64>| move |p: Point| shape(p) - 0.028;
    let mut layers = vec![glaze(ellipse((0.5, 0.92), (0.30, 0.065)), [10, 12, 20], 0.35)];
    let outlined: [Box<dyn Fn(Point) -> f64>; 8] = [
        Box::new(leg(-1.0)),
        Box::new(leg(1.0)),
        Box::new(arm(-1.0)),
        Box::new(arm(1.0)),
        Box::new(hand(-1.0)),
        Box::new(hand(1.0)),
        Box::new(body()),
        Box::new(head()),
    ];
    layers.extend(outlined.map(|shape| solid(grow(shape), DARK)));
    for side in [-1.0, 1.0] {
        layers.push(solid(leg(side), [40, 76, 150]));
        layers.push(solid(both(leg(side), block((0.0, 0.895), (1.0, 1.0), 0.0)), [70, 46, 36]));
        layers.push(solid(arm(side), SHIRT));
        layers.push(solid(hand(side), SKIN));
    }
    layers.extend([
        solid(body(), SHIRT),
        solid(both(body(), block((0.0, 0.70), (1.0, 1.0), 0.0)), BLUE),
        solid(block((0.40, 0.62), (0.60, 0.76), 0.02), BLUE),
        solid(line((0.40, 0.55), (0.42, 0.66), 0.05), BLUE),
        solid(line((0.60, 0.55), (0.58, 0.66), 0.05), BLUE),
        solid(ellipse((0.425, 0.655), (0.02, 0.02)), HELMET),
        solid(ellipse((0.575, 0.655), (0.02, 0.02)), HELMET),
        solid(head(), SKIN),
        glaze(both(head(), block((0.0, 0.47), (1.0, 1.0), 0.0)), [200, 130, 96], 0.35),
        solid(ellipse((0.43, 0.40), (0.027, 0.036)), DARK),
        solid(ellipse((0.57, 0.40), (0.027, 0.036)), DARK),
        solid(line((0.455, 0.485), (0.545, 0.485), 0.022), [150, 70, 56]),
        solid(move |p| dome()(p) - 0.028, DARK),
        inked(dome(), |p| (mix([255, 236, 130], HELMET, (p.y - 0.09) / 0.16), 1.0)),
        solid(line((0.26, 0.325), (0.74, 0.325), 0.115), DARK),
        solid(line((0.26, 0.325), (0.74, 0.325), 0.06), [232, 176, 26]),
        glaze(block((0.46, 0.10), (0.54, 0.30), 0.03), [255, 250, 210], 0.75),
    ]);
    layers
}
