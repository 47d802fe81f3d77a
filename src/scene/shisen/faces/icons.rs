//! Painted icons: fruit, animals and things. Many share their colours, so that colour alone tells none of them.

use super::super::pen::{Pen, polar};
use super::things;
use crate::scene::paint::Colour;

pub(super) const RED: Colour = [226, 60, 56];
pub(super) const ORANGE: Colour = [240, 146, 46];
pub(super) const YELLOW: Colour = [248, 208, 70];
pub(super) const GREEN: Colour = [92, 190, 84];
pub(super) const TEAL: Colour = [64, 186, 186];
pub(super) const BLUE: Colour = [84, 146, 236];
pub(super) const VIOLET: Colour = [166, 108, 220];
pub(super) const PINK: Colour = [244, 138, 170];
pub(super) const BROWN: Colour = [158, 106, 66];
pub(super) const CREAM: Colour = [250, 238, 210];
pub(super) const WHITE: Colour = [240, 244, 248];
pub(super) const GREY: Colour = [160, 170, 184];
pub(super) const DARK: Colour = [34, 38, 48];

/// Every icon in the order of the kinds.
#[rustfmt::skip]
const ICONS: [fn(&mut Pen); 40] = [
    apple, things::star, fish, cherries, things::heart, mushroom, things::key, lemon, butterfly, things::anchor, grapes,
    things::sun, snail, things::bell, strawberry, things::moon, bird, things::crown, pear, things::umbrella, cat,
    things::gem, carrot, things::flower, turtle, things::balloon, melon, things::cup, ladybird, things::house, banana,
    things::snowflake, rabbit, things::boat, things::leaf, things::cloud, things::flame, things::drop, things::fir,
    things::bolt,
];

/// How many icons there are.
pub(super) const COUNT: usize = ICONS.len();

/// Draws the icon of a kind, counted from 0.
pub(super) fn draw(pen: &mut Pen, kind: usize) {
    ICONS[kind % COUNT](pen);
}

fn stalk(pen: &mut Pen) {
    pen.line(&[(50.0, 30.0), (54.0, 12.0)], 6.0, BROWN);
    pen.oval((68.0, 16.0), (15.0, 7.0), -24.0, GREEN);
}

fn apple(pen: &mut Pen) {
    pen.disc((36.0, 54.0), 26.0, RED);
    pen.disc((64.0, 54.0), 26.0, RED);
    pen.oval((50.0, 64.0), (30.0, 26.0), 0.0, RED);
    stalk(pen);
    pen.oval((30.0, 46.0), (5.0, 10.0), 25.0, [255, 170, 160]);
}

fn cherries(pen: &mut Pen) {
    pen.line(&[(30.0, 66.0), (40.0, 36.0), (62.0, 12.0)], 5.0, GREEN);
    pen.line(&[(72.0, 66.0), (68.0, 36.0), (62.0, 12.0)], 5.0, GREEN);
    pen.oval((78.0, 18.0), (16.0, 8.0), 20.0, GREEN);
    pen.disc((28.0, 70.0), 20.0, RED);
    pen.disc((72.0, 72.0), 20.0, RED);
    pen.disc((22.0, 63.0), 5.0, [255, 170, 160]);
    pen.disc((66.0, 65.0), 5.0, [255, 170, 160]);
}

fn lemon(pen: &mut Pen) {
    pen.oval((50.0, 54.0), (39.0, 27.0), -28.0, YELLOW);
    pen.disc((84.0, 34.0), 8.0, YELLOW);
    pen.disc((16.0, 74.0), 8.0, YELLOW);
    pen.oval((68.0, 18.0), (17.0, 7.0), -8.0, GREEN);
    pen.oval((38.0, 46.0), (12.0, 4.5), -28.0, CREAM);
}

fn grapes(pen: &mut Pen) {
    stalk(pen);
    for (row, count) in [(0, 4), (1, 3), (2, 2), (3, 1)] {
        for i in 0..count {
            let at = (50.0 + (f64::from(i) - f64::from(count - 1) / 2.0) * 21.0, 36.0 + f64::from(row) * 17.0);
            pen.disc(at, 11.5, VIOLET);
            pen.disc((at.0 - 3.5, at.1 - 3.5), 2.6, [226, 196, 255]);
        }
    }
}

fn strawberry(pen: &mut Pen) {
    pen.shape(&[(28.0, 40.0), (72.0, 40.0), (50.0, 80.0)], 13.0, RED);
    for at in [(36.0, 46.0), (52.0, 44.0), (66.0, 46.0), (44.0, 60.0), (58.0, 60.0), (50.0, 76.0)] {
        pen.oval(at, (2.6, 4.0), 0.0, YELLOW);
    }
    for angle in [180.0, 215.0, 270.0, 325.0, 360.0] {
        pen.oval(polar((50.0, 28.0), 14.0, angle), (13.0, 6.0), angle, GREEN);
    }
}

fn pear(pen: &mut Pen) {
    pen.disc((50.0, 64.0), 28.0, [176, 204, 70]);
    pen.shape(&[(42.0, 36.0), (58.0, 36.0), (68.0, 58.0), (32.0, 58.0)], 9.0, [176, 204, 70]);
    stalk(pen);
    pen.oval((36.0, 60.0), (5.0, 11.0), 20.0, [226, 240, 160]);
}

fn carrot(pen: &mut Pen) {
    for end in [(68.0, 8.0), (84.0, 14.0), (92.0, 30.0)] {
        pen.line(&[(64.0, 36.0), end], 8.0, GREEN);
    }
    pen.shape(&[(50.0, 36.0), (66.0, 52.0), (16.0, 86.0)], 8.0, ORANGE);
    for (a, b) in [((44.0, 46.0), (52.0, 54.0)), ((50.0, 66.0), (42.0, 60.0)), ((30.0, 66.0), (36.0, 72.0))] {
        pen.line(&[a, b], 3.5, [186, 92, 20]);
    }
}

fn melon(pen: &mut Pen) {
    pen.cut_disc((50.0, 32.0), 46.0, (0.0, 180.0), GREEN);
    pen.cut_disc((50.0, 32.0), 39.0, (0.0, 180.0), CREAM);
    pen.cut_disc((50.0, 32.0), 33.0, (0.0, 180.0), RED);
    for at in [(30.0, 42.0), (44.0, 48.0), (58.0, 48.0), (71.0, 42.0), (50.0, 38.0)] {
        pen.oval(at, (2.6, 4.4), 0.0, DARK);
    }
}

fn banana(pen: &mut Pen) {
    pen.arc((44.0, 26.0), 46.0, (8.0, 118.0), 17.0, YELLOW);
    pen.arc((44.0, 26.0), 43.0, (30.0, 100.0), 3.0, [206, 160, 40]);
    pen.line(&[(88.0, 26.0), (90.0, 16.0)], 9.0, BROWN);
    pen.disc((23.0, 67.0), 7.0, BROWN);
}

fn mushroom(pen: &mut Pen) {
    pen.shape(&[(42.0, 50.0), (58.0, 50.0), (62.0, 80.0), (38.0, 80.0)], 8.0, CREAM);
    pen.cut_disc((50.0, 54.0), 42.0, (180.0, 360.0), RED);
    for (at, radius) in [((34.0, 38.0), 7.0), ((54.0, 26.0), 7.0), ((70.0, 42.0), 6.0), ((50.0, 45.0), 4.0)] {
        pen.disc(at, radius, WHITE);
    }
}

fn fish(pen: &mut Pen) {
    pen.shape(&[(70.0, 50.0), (90.0, 30.0), (90.0, 70.0)], 4.0, ORANGE);
    pen.oval((44.0, 50.0), (36.0, 23.0), 0.0, ORANGE);
    pen.shape(&[(40.0, 30.0), (60.0, 30.0), (56.0, 18.0)], 3.0, ORANGE);
    pen.arc((20.0, 50.0), 24.0, (-50.0, 50.0), 4.0, CREAM);
    pen.arc((38.0, 50.0), 22.0, (-48.0, 48.0), 4.0, CREAM);
    pen.disc((24.0, 44.0), 6.0, WHITE);
    pen.disc((23.0, 44.0), 3.2, DARK);
}

fn bird(pen: &mut Pen) {
    pen.shape(&[(70.0, 54.0), (94.0, 34.0), (92.0, 52.0)], 3.0, BLUE);
    pen.oval((52.0, 58.0), (31.0, 23.0), -14.0, BLUE);
    pen.disc((30.0, 34.0), 18.0, BLUE);
    pen.oval((46.0, 68.0), (18.0, 10.0), 0.0, CREAM);
    pen.oval((62.0, 54.0), (18.0, 10.0), -24.0, [48, 96, 190]);
    pen.shape(&[(14.0, 30.0), (2.0, 38.0), (14.0, 41.0)], 2.0, ORANGE);
    pen.disc((27.0, 31.0), 4.0, DARK);
    pen.line(&[(46.0, 80.0), (44.0, 92.0)], 4.0, ORANGE);
    pen.line(&[(58.0, 80.0), (58.0, 92.0)], 4.0, ORANGE);
}

fn cat(pen: &mut Pen) {
    pen.shape(&[(20.0, 44.0), (20.0, 16.0), (44.0, 30.0)], 4.0, GREY);
    pen.shape(&[(80.0, 44.0), (80.0, 16.0), (56.0, 30.0)], 4.0, GREY);
    pen.oval((50.0, 56.0), (37.0, 31.0), 0.0, GREY);
    pen.oval((35.0, 52.0), (6.0, 8.0), 0.0, GREEN);
    pen.oval((65.0, 52.0), (6.0, 8.0), 0.0, GREEN);
    pen.oval((35.0, 52.0), (2.4, 7.0), 0.0, DARK);
    pen.oval((65.0, 52.0), (2.4, 7.0), 0.0, DARK);
    pen.shape(&[(46.0, 65.0), (54.0, 65.0), (50.0, 70.0)], 2.0, PINK);
    for (a, b) in [((36.0, 70.0), (8.0, 64.0)), ((36.0, 74.0), (10.0, 80.0)), ((64.0, 70.0), (92.0, 64.0))] {
        pen.line(&[a, b], 2.6, WHITE);
    }
    pen.line(&[(64.0, 74.0), (90.0, 80.0)], 2.6, WHITE);
}

fn rabbit(pen: &mut Pen) {
    for x in [36.0, 64.0] {
        pen.oval((x, 26.0), (10.0, 24.0), 0.0, WHITE);
        pen.oval((x, 28.0), (4.5, 16.0), 0.0, PINK);
    }
    pen.oval((50.0, 66.0), (30.0, 27.0), 0.0, WHITE);
    pen.disc((38.0, 60.0), 4.5, DARK);
    pen.disc((62.0, 60.0), 4.5, DARK);
    pen.oval((50.0, 71.0), (5.5, 4.0), 0.0, PINK);
    pen.line(&[(50.0, 74.0), (44.0, 82.0)], 3.0, GREY);
    pen.line(&[(50.0, 74.0), (56.0, 82.0)], 3.0, GREY);
}

fn butterfly(pen: &mut Pen) {
    for side in [-1.0, 1.0] {
        pen.oval((50.0 + side * 23.0, 36.0), (25.0, 19.0), side * -32.0, VIOLET);
        pen.oval((50.0 + side * 19.0, 68.0), (18.0, 14.0), side * 38.0, PINK);
        pen.disc((50.0 + side * 27.0, 34.0), 7.0, YELLOW);
        pen.line(&[(50.0, 26.0), (50.0 + side * 12.0, 8.0)], 3.5, CREAM);
    }
    pen.line(&[(50.0, 28.0), (50.0, 80.0)], 8.0, BROWN);
}

fn snail(pen: &mut Pen) {
    pen.line(&[(14.0, 82.0), (74.0, 82.0), (84.0, 66.0), (84.0, 46.0)], 14.0, [206, 196, 120]);
    pen.line(&[(82.0, 42.0), (76.0, 24.0)], 4.0, [206, 196, 120]);
    pen.line(&[(86.0, 42.0), (94.0, 26.0)], 4.0, [206, 196, 120]);
    pen.disc((42.0, 52.0), 30.0, BROWN);
    pen.ring((42.0, 52.0), 20.0, 5.0, CREAM);
    pen.ring((42.0, 52.0), 8.0, 5.0, CREAM);
}

fn turtle(pen: &mut Pen) {
    for at in [(28.0, 76.0), (66.0, 76.0)] {
        pen.oval(at, (10.0, 11.0), 0.0, [150, 200, 110]);
    }
    pen.oval((84.0, 54.0), (14.0, 12.0), 0.0, [150, 200, 110]);
    pen.disc((88.0, 51.0), 3.0, DARK);
    pen.cut_disc((46.0, 70.0), 38.0, (180.0, 360.0), [58, 140, 72]);
    for (a, b) in [((46.0, 32.0), (46.0, 68.0)), ((28.0, 44.0), (30.0, 68.0)), ((64.0, 44.0), (62.0, 68.0))] {
        pen.line(&[a, b], 3.5, [170, 216, 120]);
    }
    pen.line(&[(12.0, 56.0), (80.0, 56.0)], 3.5, [170, 216, 120]);
}

fn ladybird(pen: &mut Pen) {
    pen.disc((50.0, 30.0), 17.0, DARK);
    pen.disc((44.0, 24.0), 3.6, WHITE);
    pen.disc((56.0, 24.0), 3.6, WHITE);
    pen.disc((50.0, 58.0), 32.0, RED);
    pen.line(&[(50.0, 28.0), (50.0, 90.0)], 4.5, DARK);
    for at in [(34.0, 48.0), (66.0, 48.0), (32.0, 68.0), (68.0, 68.0)] {
        pen.disc(at, 6.5, DARK);
    }
}
