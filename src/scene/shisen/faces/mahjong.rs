//! The faces of mahjong tiles. They are higher than wide: 100 × 128 units with the middle at 50, 50.

use super::super::pen::{Pen, Spot, polar};
use crate::scene::paint::Colour;

const NAVY: Colour = [30, 52, 120];
const RED: Colour = [190, 36, 32];
const GREEN: Colour = [22, 122, 66];
const INK: Colour = [34, 36, 44];
const PALE: Colour = [250, 246, 232];
const GOLD: Colour = [214, 158, 30];
const PINK: Colour = [226, 110, 140];
const BROWN: Colour = [122, 78, 42];
const SKY: Colour = [70, 140, 200];

/// Top and bottom of the part that faces use.
const TOP: f64 = -8.0;
const BOTTOM: f64 = 108.0;

#[derive(Clone, Copy)]
enum Face {
    Circles(u8),
    Bamboos(u8),
    Characters(u8),
    East,
    South,
    West,
    North,
    RedDragon,
    GreenDragon,
    WhiteDragon,
    Plum,
    Orchid,
    Chrysanthemum,
    Reed,
    Spring,
    Summer,
    Autumn,
    Winter,
}

use Face::{
    Autumn, Bamboos, Characters, Chrysanthemum, Circles, East, GreenDragon, North, Orchid, Plum, RedDragon, Reed,
    South, Spring, Summer, West, WhiteDragon, Winter,
};

/// Every face in the order of the kinds. Boards with few kinds have tiles of every suit, the blank one and some that
/// differ by little among them.
#[rustfmt::skip]
const FACES: [Face; 42] = [
    WhiteDragon, Circles(9), Circles(8), Bamboos(8), Bamboos(9), Characters(6), Characters(8), East, RedDragon, Plum,
    Spring, Circles(5), Bamboos(1), Characters(1), GreenDragon, Circles(1), Bamboos(6), Characters(3), South, Summer,
    Circles(6), Bamboos(5), Characters(5), Orchid, Winter, West, Circles(3), Bamboos(2), Characters(9), North, Autumn,
    Chrysanthemum, Reed, Circles(7), Bamboos(7), Characters(2), Circles(4), Bamboos(4), Characters(4), Circles(2),
    Bamboos(3), Characters(7),
];

/// How many faces there are.
pub(super) const COUNT: usize = FACES.len();

/// Draws the face of a kind, counted from 0.
pub(super) fn draw(pen: &mut Pen, kind: usize) {
    match FACES[kind % COUNT] {
        Circles(rank) => circles(pen, rank),
        Bamboos(rank) => bamboos(pen, rank),
        Characters(rank) => characters(pen, rank),
        East => strokes(pen, INK, 7.5, EAST),
        South => strokes(pen, INK, 7.0, SOUTH),
        West => strokes(pen, INK, 7.5, WEST),
        North => strokes(pen, INK, 8.0, NORTH),
        RedDragon => strokes(pen, RED, 9.5, RED_DRAGON),
        GreenDragon => strokes(pen, GREEN, 7.0, GREEN_DRAGON),
        WhiteDragon => {}
        Plum => plum(pen),
        Orchid => orchid(pen),
        Chrysanthemum => chrysanthemum(pen),
        Reed => reed(pen),
        Spring => tree(pen, PINK, [240, 160, 180]),
        Summer => summer(pen),
        Autumn => tree(pen, [206, 92, 24], [232, 160, 40]),
        Winter => winter(pen),
    }
}

/// The middle of the row that is `share` of the way down.
fn row(share: f64) -> f64 {
    TOP + (BOTTOM - TOP) * share
}

fn circles(pen: &mut Pen, rank: u8) {
    let grid = |cols: &[f64], rows: &[f64]| -> Vec<Spot> {
        rows.iter().flat_map(|&y| cols.iter().map(move |&x| (x, row(y)))).collect()
    };
    let (places, radius): (Vec<Spot>, f64) = match rank {
        1 => return great_circle(pen),
        2 => (grid(&[50.0], &[0.25, 0.75]), 23.0),
        3 => (vec![(22.0, row(0.17)), (50.0, row(0.5)), (78.0, row(0.83))], 19.0),
        4 => (grid(&[25.0, 75.0], &[0.22, 0.78]), 20.0),
        5 => ([grid(&[23.0, 77.0], &[0.19, 0.81]), vec![(50.0, row(0.5))]].concat(), 19.0),
        6 => (grid(&[27.0, 73.0], &[0.17, 0.5, 0.83]), 18.5),
        7 => {
            let top = [(17.0, row(0.1)), (49.0, row(0.2)), (82.0, row(0.3))];
            ([top.to_vec(), grid(&[28.0, 72.0], &[0.6, 0.87])].concat(), 16.0)
        }
        8 => (grid(&[29.0, 71.0], &[0.115, 0.37, 0.63, 0.885]), 15.0),
        _ => (grid(&[17.0, 50.0, 83.0], &[0.15, 0.5, 0.85]), 15.5),
    };
    for (i, at) in places.into_iter().enumerate() {
        let colour = match (rank, i) {
            (2, 0) | (3, 0) | (4, 0 | 3) | (6, 0 | 1) => GREEN,
            (3, 1) | (5, 4) | (6, 2..) | (7, 3..) => RED,
            (5, 1 | 2) | (7, _) => GREEN,
            _ => NAVY,
        };
        pen.disc(at, radius, colour);
        pen.ring(at, radius * 0.62, radius * 0.24, PALE);
        pen.disc(at, radius * 0.2, PALE);
    }
}

fn great_circle(pen: &mut Pen) {
    let middle = (50.0, row(0.5));
    pen.disc(middle, 45.0, GREEN);
    pen.disc(middle, 39.0, PALE);
    for i in 0..12 {
        pen.disc(polar(middle, 31.0, f64::from(i) * 30.0), 5.6, NAVY);
    }
    pen.ring(middle, 21.5, 3.5, GREEN);
    pen.disc(middle, 15.0, RED);
    for i in 0..4 {
        pen.disc(polar(middle, 8.0, f64::from(i) * 90.0), 3.4, PALE);
    }
}

/// A bamboo stick from one place to another.
fn stick(pen: &mut Pen, from: Spot, to: Spot, colour: Colour) {
    let along = |share: f64| (from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share);
    pen.line(&[from, to], 9.0, colour);
    for share in [0.0, 0.5, 1.0] {
        let (x, y) = along(share);
        pen.line(&[(x - 4.5, y), (x + 4.5, y)], 7.0, colour);
    }
    pen.line(&[along(0.14), along(0.36)], 2.6, PALE);
    pen.line(&[along(0.64), along(0.86)], 2.6, PALE);
}

fn bamboos(pen: &mut Pen, rank: u8) {
    let upright = |pen: &mut Pen, x: f64, share: f64, half: f64, colour: Colour| {
        stick(pen, (x, row(share) - half), (x, row(share) + half), colour);
    };
    match rank {
        1 => bird(pen),
        2 => {
            upright(pen, 50.0, 0.25, 22.0, GREEN);
            upright(pen, 50.0, 0.75, 22.0, NAVY);
        }
        3 => {
            upright(pen, 50.0, 0.25, 22.0, GREEN);
            upright(pen, 26.0, 0.75, 22.0, NAVY);
            upright(pen, 74.0, 0.75, 22.0, NAVY);
        }
        4 | 5 => {
            for (x, share, colour) in [(22.0, 0.25, NAVY), (78.0, 0.25, GREEN), (22.0, 0.75, GREEN), (78.0, 0.75, NAVY)]
            {
                upright(pen, x, share, 22.0, colour);
            }
            if rank == 5 {
                upright(pen, 50.0, 0.5, 22.0, RED);
            }
        }
        6 => {
            for x in [20.0, 50.0, 80.0] {
                upright(pen, x, 0.25, 22.0, GREEN);
                upright(pen, x, 0.75, 22.0, NAVY);
            }
        }
        7 => {
            upright(pen, 50.0, 0.15, 13.0, RED);
            for x in [20.0, 50.0, 80.0] {
                upright(pen, x, 0.5, 13.0, GREEN);
                upright(pen, x, 0.85, 13.0, GREEN);
            }
        }
        8 => {
            for (x, lean) in [(14.0, 0.0), (86.0, 0.0), (38.0, 12.0), (62.0, -12.0)] {
                stick(pen, (x - lean, row(0.04)), (x + lean, row(0.42)), GREEN);
                stick(pen, (x + lean, row(0.58)), (x - lean, row(0.96)), GREEN);
            }
        }
        _ => {
            for x in [18.0, 50.0, 82.0] {
                for share in [0.15, 0.5, 0.85] {
                    upright(pen, x, share, 13.0, GREEN);
                }
            }
        }
    }
}

fn bird(pen: &mut Pen) {
    for (turn, colour) in [(-40.0, NAVY), (-18.0, GREEN), (4.0, NAVY), (26.0, GREEN)] {
        let tip = polar((44.0, 56.0), 50.0, 112.0 + turn);
        pen.line(&[(46.0, 52.0), tip], 6.0, colour);
        pen.disc(tip, 6.5, RED);
        pen.disc(tip, 2.6, PALE);
    }
    pen.oval((46.0, 40.0), (27.0, 17.0), -35.0, GREEN);
    pen.oval((42.0, 44.0), (17.0, 8.0), -35.0, NAVY);
    pen.disc((66.0, 14.0), 14.0, GREEN);
    pen.disc((69.0, 11.0), 5.0, PALE);
    pen.disc((70.0, 11.0), 2.6, INK);
    pen.shape(&[(78.0, 12.0), (93.0, 19.0), (77.0, 22.0)], 0.0, GOLD);
    pen.line(&[(60.0, 2.0), (52.0, -6.0)], 4.0, RED);
    pen.line(&[(66.0, 0.0), (64.0, -8.0)], 4.0, RED);
}

/// The strokes of a character: lines through places.
type Strokes = &'static [&'static [Spot]];

fn strokes(pen: &mut Pen, colour: Colour, width: f64, strokes: Strokes) {
    strokes.iter().for_each(|points| pen.line(points, width, colour));
}

fn characters(pen: &mut Pen, rank: u8) {
    strokes(pen, INK, 7.0, NUMERALS[usize::from(rank).clamp(1, NUMERALS.len()) - 1]);
    strokes(pen, RED, 5.5, TEN_THOUSAND);
}

const TEN_THOUSAND: Strokes = &[
    &[(16.0, 55.0), (84.0, 55.0)],
    &[(36.0, 48.0), (36.0, 62.0)],
    &[(64.0, 48.0), (64.0, 62.0)],
    &[(28.0, 67.0), (72.0, 67.0), (72.0, 83.0), (28.0, 83.0), (28.0, 67.0)],
    &[(28.0, 75.0), (72.0, 75.0)],
    &[(50.0, 67.0), (50.0, 100.0)],
    &[(18.0, 108.0), (18.0, 90.0), (82.0, 90.0), (82.0, 104.0), (74.0, 108.0)],
    &[(34.0, 101.0), (64.0, 99.0)],
];

const NUMERALS: [Strokes; 9] = [
    &[&[(14.0, 18.0), (86.0, 18.0)]],
    &[&[(26.0, 6.0), (74.0, 6.0)], &[(14.0, 32.0), (86.0, 32.0)]],
    &[&[(24.0, -2.0), (76.0, -2.0)], &[(30.0, 16.0), (70.0, 16.0)], &[(14.0, 35.0), (86.0, 35.0)]],
    &[
        &[(18.0, 0.0), (82.0, 0.0), (82.0, 36.0), (18.0, 36.0), (18.0, 0.0)],
        &[(41.0, 0.0), (38.0, 22.0)],
        &[(59.0, 0.0), (60.0, 21.0), (70.0, 22.0)],
    ],
    &[
        &[(22.0, -3.0), (78.0, -3.0)],
        &[(46.0, -3.0), (38.0, 36.0)],
        &[(24.0, 15.0), (68.0, 15.0), (64.0, 36.0)],
        &[(12.0, 37.0), (88.0, 37.0)],
    ],
    &[
        &[(50.0, -8.0), (52.0, 2.0)],
        &[(14.0, 11.0), (86.0, 11.0)],
        &[(38.0, 20.0), (20.0, 38.0)],
        &[(62.0, 20.0), (80.0, 38.0)],
    ],
    &[&[(12.0, 20.0), (86.0, 10.0)], &[(44.0, -6.0), (44.0, 36.0), (78.0, 36.0), (80.0, 26.0)]],
    &[&[(40.0, 2.0), (32.0, 22.0), (14.0, 38.0)], &[(52.0, -3.0), (64.0, 20.0), (86.0, 38.0)]],
    &[
        &[(16.0, 10.0), (62.0, 10.0), (60.0, 34.0), (84.0, 37.0), (86.0, 26.0)],
        &[(42.0, -7.0), (38.0, 18.0), (14.0, 38.0)],
    ],
];

const EAST: Strokes = &[
    &[(50.0, -6.0), (50.0, 107.0)],
    &[(12.0, 8.0), (88.0, 8.0)],
    &[(22.0, 25.0), (78.0, 25.0), (78.0, 62.0), (22.0, 62.0), (22.0, 25.0)],
    &[(22.0, 43.0), (78.0, 43.0)],
    &[(47.0, 65.0), (30.0, 84.0), (10.0, 98.0)],
    &[(53.0, 65.0), (70.0, 84.0), (90.0, 98.0)],
];
const SOUTH: Strokes = &[
    &[(16.0, 8.0), (84.0, 8.0)],
    &[(50.0, -7.0), (50.0, 26.0)],
    &[(14.0, 106.0), (14.0, 28.0), (86.0, 28.0), (86.0, 100.0), (76.0, 106.0)],
    &[(36.0, 38.0), (42.0, 50.0)],
    &[(64.0, 38.0), (58.0, 50.0)],
    &[(30.0, 57.0), (70.0, 57.0)],
    &[(28.0, 76.0), (72.0, 76.0)],
    &[(50.0, 57.0), (50.0, 103.0)],
];
const WEST: Strokes = &[
    &[(10.0, 2.0), (90.0, 2.0)],
    &[(14.0, 32.0), (86.0, 32.0), (86.0, 102.0), (14.0, 102.0), (14.0, 32.0)],
    &[(39.0, 2.0), (39.0, 52.0), (26.0, 74.0)],
    &[(61.0, 2.0), (61.0, 66.0), (76.0, 70.0)],
];
const NORTH: Strokes = &[
    &[(36.0, -4.0), (36.0, 104.0)],
    &[(12.0, 32.0), (36.0, 32.0)],
    &[(10.0, 90.0), (36.0, 74.0)],
    &[(62.0, -4.0), (62.0, 96.0), (90.0, 98.0), (92.0, 82.0)],
    &[(62.0, 44.0), (88.0, 26.0)],
];
const RED_DRAGON: Strokes =
    &[&[(16.0, 22.0), (84.0, 22.0), (84.0, 66.0), (16.0, 66.0), (16.0, 22.0)], &[(50.0, -6.0), (50.0, 106.0)]];
const GREEN_DRAGON: Strokes = &[
    &[(14.0, 0.0), (40.0, 0.0), (28.0, 20.0), (10.0, 34.0)],
    &[(22.0, 12.0), (32.0, 20.0)],
    &[(52.0, -6.0), (66.0, 20.0), (90.0, 34.0)],
    &[(64.0, 10.0), (80.0, -2.0)],
    &[(28.0, 36.0), (72.0, 36.0)],
    &[(14.0, 48.0), (42.0, 48.0), (42.0, 62.0), (18.0, 62.0), (16.0, 78.0), (44.0, 78.0), (42.0, 102.0), (30.0, 106.0)],
    &[(62.0, 46.0), (60.0, 60.0), (52.0, 66.0)],
    &[(62.0, 46.0), (80.0, 46.0), (81.0, 60.0), (90.0, 62.0)],
    &[(54.0, 74.0), (84.0, 74.0), (72.0, 94.0), (52.0, 106.0)],
    &[(60.0, 80.0), (72.0, 96.0), (90.0, 106.0)],
];

fn blossom(pen: &mut Pen, at: Spot, radius: f64, colour: Colour) {
    for i in 0..5 {
        pen.disc(polar(at, radius * 0.56, f64::from(i) * 72.0 - 90.0), radius * 0.46, colour);
    }
    pen.disc(at, radius * 0.26, GOLD);
}

fn plum(pen: &mut Pen) {
    pen.line(&[(20.0, 106.0), (38.0, 76.0), (34.0, 52.0), (62.0, 22.0)], 6.0, BROWN);
    pen.line(&[(36.0, 70.0), (68.0, 62.0)], 4.5, BROWN);
    blossom(pen, (68.0, 12.0), 21.0, PINK);
    blossom(pen, (28.0, 36.0), 19.0, PINK);
    blossom(pen, (74.0, 62.0), 18.0, PINK);
}

fn orchid(pen: &mut Pen) {
    for (end, bend) in [((8.0, 40.0), (24.0, 70.0)), ((24.0, 12.0), (38.0, 58.0)), ((90.0, 46.0), (70.0, 72.0))] {
        pen.line(&[(48.0, 107.0), bend, end], 5.5, GREEN);
    }
    pen.line(&[(50.0, 106.0), (56.0, 56.0), (62.0, 22.0)], 4.0, GREEN);
    for angle in [-90.0, -18.0, 54.0, 126.0, 198.0] {
        let at = polar((62.0, 14.0), 13.0, angle);
        pen.oval(at, (12.0, 6.5), angle, [142, 86, 184]);
    }
    pen.disc((62.0, 14.0), 5.0, GOLD);
}

fn chrysanthemum(pen: &mut Pen) {
    pen.line(&[(50.0, 107.0), (50.0, 50.0)], 5.0, GREEN);
    pen.oval((30.0, 84.0), (19.0, 8.0), 28.0, GREEN);
    pen.oval((70.0, 84.0), (19.0, 8.0), -28.0, GREEN);
    for i in 0..12 {
        let angle = f64::from(i) * 30.0;
        pen.oval(polar((50.0, 28.0), 22.0, angle), (13.0, 5.4), angle, GOLD);
    }
    pen.disc((50.0, 28.0), 12.0, [196, 92, 24]);
}

fn reed(pen: &mut Pen) {
    for (x, top) in [(34.0, -6.0), (62.0, 10.0)] {
        pen.line(&[(x, 107.0), (x, top)], 7.0, GREEN);
        for y in [22.0, 50.0, 78.0] {
            pen.line(&[(x - 5.0, y), (x + 5.0, y)], 3.0, PALE);
        }
    }
    for (at, turn) in [((17.0, 36.0), 35.0), ((80.0, 40.0), -35.0), ((80.0, 66.0), 30.0), ((16.0, 66.0), -30.0)] {
        pen.oval(at, (16.0, 5.6), turn, GREEN);
    }
    pen.oval((76.0, 4.0), (16.0, 5.6), -40.0, GREEN);
}

/// A tree whose leaves tell the season.
fn tree(pen: &mut Pen, leaves: Colour, light: Colour) {
    pen.line(&[(50.0, 106.0), (50.0, 52.0)], 9.0, BROWN);
    pen.line(&[(50.0, 78.0), (30.0, 54.0)], 5.0, BROWN);
    pen.line(&[(50.0, 72.0), (72.0, 50.0)], 5.0, BROWN);
    for (at, radius) in [((28.0, 38.0), 19.0), ((72.0, 36.0), 19.0), ((50.0, 14.0), 22.0), ((50.0, 40.0), 18.0)] {
        pen.disc(at, radius, leaves);
    }
    for at in [(24.0, 34.0), (44.0, 8.0), (60.0, 22.0), (74.0, 32.0), (46.0, 40.0)] {
        pen.disc(at, 6.0, light);
    }
}

fn summer(pen: &mut Pen) {
    for i in 0..12 {
        let angle = f64::from(i) * 30.0;
        pen.line(&[polar((50.0, 26.0), 26.0, angle), polar((50.0, 26.0), 33.0, angle)], 4.5, [232, 120, 24]);
    }
    pen.disc((50.0, 26.0), 21.0, GOLD);
    for (y, colour) in [(78.0, SKY), (92.0, NAVY), (105.0, SKY)] {
        let wave: Vec<Spot> =
            (0..=16).map(|i| (10.0 + f64::from(i) * 5.0, y + 4.0 * (f64::from(i) * 0.9).sin())).collect();
        pen.line(&wave, 5.5, colour);
    }
}

fn winter(pen: &mut Pen) {
    let middle = (50.0, 50.0);
    for i in 0..6 {
        let angle = f64::from(i) * 60.0 - 90.0;
        let tip = polar(middle, 46.0, angle);
        pen.line(&[middle, tip], 5.5, SKY);
        for lean in [-28.0, 28.0] {
            pen.line(&[polar(middle, 26.0, angle), polar(middle, 40.0, angle + lean)], 4.5, SKY);
        }
    }
    pen.disc(middle, 8.0, NAVY);
}
