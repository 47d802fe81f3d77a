//! The icons that are no fruit and no animal.

use super::super::pen::{Pen, polar};
use super::icons::{BLUE, BROWN, CREAM, DARK, GREEN, GREY, ORANGE, PINK, RED, TEAL, VIOLET, WHITE, YELLOW};

pub(super) fn star(pen: &mut Pen) {
    pen.star((50.0, 53.0), 44.0, 0.5, 5, YELLOW);
    pen.star((50.0, 53.0), 26.0, 0.5, 5, [255, 236, 150]);
}

pub(super) fn heart(pen: &mut Pen) {
    let half =
        |side: f64| (0..=12).map(move |i| polar((50.0 + side * 20.0, 36.0), 21.0, 90.0 - side * f64::from(i * 18)));
    let right = half(1.0).skip(3).take(8).collect::<Vec<_>>();
    let left = half(-1.0).skip(3).take(8).collect::<Vec<_>>();
    let corners: Vec<_> = [(50.0, 86.0)].into_iter().chain(right).chain(left.into_iter().rev()).collect();
    pen.shape(&corners, 2.0, RED);
    pen.oval((26.0, 34.0), (6.0, 9.0), 35.0, [255, 170, 160]);
}

pub(super) fn moon(pen: &mut Pen) {
    let outer: Vec<_> = (0..=22).map(|i| polar((48.0, 50.0), 40.0, 40.0 + f64::from(i) * 12.6)).collect();
    let inner = (0..=16).rev().map(|i| polar((66.0, 42.0), 33.0, 66.0 + f64::from(i) * 13.0));
    let corners: Vec<_> = outer.into_iter().chain(inner).collect();
    pen.shape(&corners, 1.0, YELLOW);
}

pub(super) fn sun(pen: &mut Pen) {
    for i in 0..8 {
        let angle = f64::from(i) * 45.0;
        pen.line(&[polar((50.0, 50.0), 32.0, angle), polar((50.0, 50.0), 42.0, angle)], 8.0, ORANGE);
    }
    pen.disc((50.0, 50.0), 25.0, YELLOW);
}

pub(super) fn cloud(pen: &mut Pen) {
    pen.disc((30.0, 58.0), 20.0, WHITE);
    pen.disc((52.0, 44.0), 25.0, WHITE);
    pen.disc((74.0, 58.0), 18.0, WHITE);
    pen.line(&[(26.0, 69.0), (76.0, 69.0)], 16.0, WHITE);
}

pub(super) fn bolt(pen: &mut Pen) {
    let corners = [(58.0, 8.0), (24.0, 56.0), (46.0, 56.0), (38.0, 92.0), (76.0, 40.0), (53.0, 40.0)];
    pen.shape(&corners, 2.0, YELLOW);
}

pub(super) fn drop(pen: &mut Pen) {
    let round = (0..=20).map(|i| polar((50.0, 62.0), 26.0, -26.0 + f64::from(i) * 11.6));
    let corners: Vec<_> = [(50.0, 10.0)].into_iter().chain(round).collect();
    pen.shape(&corners, 1.5, BLUE);
    pen.oval((39.0, 64.0), (5.0, 11.0), 15.0, [196, 222, 255]);
}

pub(super) fn flame(pen: &mut Pen) {
    let body = |middle: f64, radius: f64, tips: &[(f64, f64)]| -> Vec<_> {
        let round = (0..=16).map(|i| polar((50.0, middle), radius, -10.0 + f64::from(i) * 12.5));
        round.chain(tips.iter().copied()).collect()
    };
    pen.shape(&body(62.0, 28.0, &[(32.0, 34.0), (40.0, 40.0), (56.0, 8.0), (66.0, 34.0)]), 2.0, ORANGE);
    pen.shape(&body(72.0, 15.0, &[(42.0, 56.0), (52.0, 42.0)]), 1.5, YELLOW);
}

pub(super) fn snowflake(pen: &mut Pen) {
    for i in 0..6 {
        let angle = f64::from(i) * 60.0 - 90.0;
        pen.line(&[(50.0, 50.0), polar((50.0, 50.0), 42.0, angle)], 6.0, WHITE);
        for lean in [-26.0, 26.0] {
            let (from, to) = (polar((50.0, 50.0), 24.0, angle), polar((50.0, 50.0), 38.0, angle + lean));
            pen.line(&[from, to], 5.0, WHITE);
        }
    }
}

pub(super) fn leaf(pen: &mut Pen) {
    pen.oval((52.0, 46.0), (40.0, 21.0), -45.0, GREEN);
    pen.line(&[(16.0, 84.0), (74.0, 24.0)], 5.0, [42, 112, 48]);
    for (a, b) in [((40.0, 60.0), (40.0, 40.0)), ((54.0, 45.0), (54.0, 26.0)), ((40.0, 60.0), (60.0, 60.0))] {
        pen.line(&[a, b], 3.5, [42, 112, 48]);
    }
    pen.line(&[(54.0, 45.0), (73.0, 45.0)], 3.5, [42, 112, 48]);
}

pub(super) fn fir(pen: &mut Pen) {
    pen.line(&[(50.0, 70.0), (50.0, 90.0)], 11.0, BROWN);
    for (top, foot, half) in [(44.0, 76.0, 32.0), (26.0, 54.0, 25.0), (10.0, 34.0, 18.0)] {
        pen.shape(&[(50.0, top), (50.0 + half, foot), (50.0 - half, foot)], 3.0, GREEN);
    }
}

pub(super) fn flower(pen: &mut Pen) {
    for i in 0..8 {
        let angle = f64::from(i) * 45.0;
        pen.oval(polar((50.0, 50.0), 27.0, angle), (16.0, 9.5), angle, PINK);
    }
    pen.disc((50.0, 50.0), 15.0, YELLOW);
}

pub(super) fn key(pen: &mut Pen) {
    pen.ring((30.0, 34.0), 17.0, 10.0, YELLOW);
    pen.line(&[(43.0, 46.0), (84.0, 84.0)], 9.0, YELLOW);
    pen.line(&[(66.0, 68.0), (78.0, 56.0)], 8.0, YELLOW);
    pen.line(&[(79.0, 80.0), (90.0, 70.0)], 8.0, YELLOW);
}

pub(super) fn bell(pen: &mut Pen) {
    pen.disc((50.0, 84.0), 9.0, ORANGE);
    pen.disc((50.0, 14.0), 6.5, YELLOW);
    pen.disc((50.0, 40.0), 24.0, YELLOW);
    pen.shape(&[(30.0, 40.0), (70.0, 40.0), (80.0, 72.0), (20.0, 72.0)], 4.0, YELLOW);
    pen.line(&[(18.0, 75.0), (82.0, 75.0)], 8.0, ORANGE);
}

pub(super) fn anchor(pen: &mut Pen) {
    pen.ring((50.0, 18.0), 9.0, 6.0, TEAL);
    pen.line(&[(50.0, 27.0), (50.0, 88.0)], 8.0, TEAL);
    pen.line(&[(30.0, 38.0), (70.0, 38.0)], 8.0, TEAL);
    pen.arc((50.0, 50.0), 36.0, (10.0, 170.0), 8.0, TEAL);
    pen.shape(&[(84.0, 42.0), (94.0, 60.0), (76.0, 58.0)], 2.0, TEAL);
    pen.shape(&[(16.0, 42.0), (6.0, 60.0), (24.0, 58.0)], 2.0, TEAL);
}

pub(super) fn crown(pen: &mut Pen) {
    let corners = [(16.0, 76.0), (12.0, 32.0), (33.0, 52.0), (50.0, 22.0), (67.0, 52.0), (88.0, 32.0), (84.0, 76.0)];
    pen.shape(&corners, 2.5, YELLOW);
    for (at, colour) in [((12.0, 28.0), RED), ((50.0, 17.0), RED), ((88.0, 28.0), RED), ((50.0, 64.0), BLUE)] {
        pen.disc(at, 6.5, colour);
    }
    pen.disc((31.0, 65.0), 4.5, TEAL);
    pen.disc((69.0, 65.0), 4.5, TEAL);
}

pub(super) fn umbrella(pen: &mut Pen) {
    pen.line(&[(50.0, 12.0), (50.0, 80.0)], 5.0, GREY);
    pen.arc((41.0, 80.0), 9.0, (0.0, 170.0), 5.5, GREY);
    pen.cut_disc((50.0, 54.0), 42.0, (180.0, 360.0), VIOLET);
    pen.shape(&[(50.0, 14.0), (62.0, 53.0), (38.0, 53.0)], 1.0, [212, 176, 246]);
}

pub(super) fn cup(pen: &mut Pen) {
    pen.ring((72.0, 56.0), 14.0, 7.0, CREAM);
    pen.shape(&[(20.0, 42.0), (68.0, 42.0), (62.0, 80.0), (26.0, 80.0)], 5.0, CREAM);
    pen.oval((44.0, 41.0), (25.0, 6.0), 0.0, BROWN);
    for x in [34.0, 52.0] {
        pen.line(&[(x, 28.0), (x - 4.0, 21.0), (x + 3.0, 14.0), (x, 7.0)], 4.0, GREY);
    }
}

pub(super) fn house(pen: &mut Pen) {
    pen.shape(&[(24.0, 46.0), (76.0, 46.0), (76.0, 84.0), (24.0, 84.0)], 3.0, CREAM);
    pen.shape(&[(50.0, 14.0), (90.0, 46.0), (10.0, 46.0)], 3.0, RED);
    pen.shape(&[(44.0, 62.0), (58.0, 62.0), (58.0, 86.0), (44.0, 86.0)], 1.0, BROWN);
    pen.shape(&[(64.0, 56.0), (72.0, 56.0), (72.0, 64.0), (64.0, 64.0)], 1.5, BLUE);
    pen.shape(&[(28.0, 56.0), (36.0, 56.0), (36.0, 64.0), (28.0, 64.0)], 1.5, BLUE);
}

pub(super) fn gem(pen: &mut Pen) {
    pen.shape(&[(28.0, 20.0), (72.0, 20.0), (90.0, 42.0), (50.0, 88.0), (10.0, 42.0)], 2.0, TEAL);
    pen.shape(&[(34.0, 42.0), (66.0, 42.0), (50.0, 84.0)], 0.0, [156, 232, 228]);
    pen.line(&[(10.0, 42.0), (90.0, 42.0)], 3.0, [214, 250, 246]);
    pen.line(&[(34.0, 42.0), (50.0, 20.0), (66.0, 42.0)], 3.0, [214, 250, 246]);
}

pub(super) fn balloon(pen: &mut Pen) {
    pen.line(&[(50.0, 70.0), (46.0, 80.0), (53.0, 86.0), (50.0, 95.0)], 3.0, GREY);
    pen.oval((50.0, 40.0), (28.0, 33.0), 0.0, RED);
    pen.shape(&[(50.0, 70.0), (56.0, 78.0), (44.0, 78.0)], 1.5, RED);
    pen.oval((38.0, 28.0), (5.0, 9.0), 30.0, [255, 190, 184]);
}

pub(super) fn boat(pen: &mut Pen) {
    pen.line(&[(50.0, 10.0), (50.0, 66.0)], 5.0, BROWN);
    pen.shape(&[(54.0, 14.0), (54.0, 58.0), (86.0, 58.0)], 1.5, WHITE);
    pen.shape(&[(46.0, 22.0), (46.0, 58.0), (18.0, 58.0)], 1.5, PINK);
    pen.shape(&[(12.0, 68.0), (88.0, 68.0), (74.0, 86.0), (26.0, 86.0)], 3.0, BLUE);
    pen.line(&[(20.0, 76.0), (80.0, 76.0)], 3.0, DARK);
}
