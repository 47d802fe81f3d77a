//! Flat shapes after the manner of xsok, which hides the goals under boxes and under the player.

use super::art::{Layer, block, diamond, ellipse, everywhere, glaze, line, rim, solid, square};
use super::{Ground, Piece};
use crate::geometry::Point;
use crate::scene::paint::Colour;

pub(super) const OUTSIDE: Colour = [22, 24, 28];

const INK: Colour = [28, 30, 36];

pub(super) fn ground(kind: Ground) -> Vec<Layer> {
    match kind {
        Ground::Outside => vec![solid(everywhere(), OUTSIDE)],
        Ground::Wall => {
            vec![solid(everywhere(), [88, 138, 172]), glaze(rim(square(0.0, 0.0), 0.045), [190, 216, 232], 0.75)]
        }
        Ground::Floor => floor(),
        Ground::Goal => {
            let mut layers = floor();
            layers.push(solid(diamond((0.5, 0.5), 0.27), [206, 132, 0]));
            layers.push(solid(diamond((0.5, 0.5), 0.21), [255, 206, 40]));
            layers
        }
    }
}

fn floor() -> Vec<Layer> {
    vec![solid(everywhere(), [240, 240, 236]), glaze(rim(square(0.0, 0.0), 0.022), [176, 178, 178], 0.6)]
}

pub(super) fn piece(kind: Piece) -> Vec<Layer> {
    match kind {
        Piece::Box | Piece::BoxOnGoal => vec![
            solid(square(0.055, 0.02), INK),
            solid(block((0.085, 0.085), (0.915, 0.915), 0.0), [196, 160, 0]),
            solid(block((0.085, 0.085), (0.80, 0.80), 0.0), [250, 226, 40]),
            solid(line((0.80, 0.80), (0.93, 0.93), 0.03), INK),
            solid(line((0.80, 0.085), (0.80, 0.80), 0.03), INK),
            solid(line((0.085, 0.80), (0.80, 0.80), 0.03), INK),
        ],
        Piece::Player => penguin(),
    }
}

fn penguin() -> Vec<Layer> {
    let sides = [-1.0, 1.0];
    let mut layers = Vec::new();
    for side in sides {
        layers.push(solid(ellipse((0.5 + side * 0.13, 0.90), (0.115, 0.05)), [236, 140, 20]));
        layers.push(solid(line((0.5 + side * 0.20, 0.46), (0.5 + side * 0.33, 0.68), 0.12), INK));
    }
    let shape = |p: Point| ellipse((0.5, 0.61), (0.27, 0.29))(p).min(ellipse((0.5, 0.28), (0.19, 0.19))(p));
    layers.push(solid(shape, INK));
    layers.push(solid(ellipse((0.5, 0.66), (0.175, 0.215)), [250; 3]));
    for side in sides {
        layers.push(solid(ellipse((0.5 + side * 0.075, 0.25), (0.05, 0.06)), [250; 3]));
        layers.push(solid(ellipse((0.5 + side * 0.065, 0.26), (0.022, 0.026)), INK));
    }
    layers.push(solid(diamond((0.5, 0.355), 0.075), [236, 140, 20]));
    layers
}
