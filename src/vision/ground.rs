//! Levels by the ground that they stand on: a level is one connected figure on a plain ground, and its outline runs along
//! the lines of its grid.

use super::lattice::{Hints, candidates_in};
use super::tiling;
use crate::geometry::{Lattice, Rect};
use crate::grid::{Cell, Grid};
use image::RgbImage;
use std::collections::HashMap;

/// Largest difference of a channel's value from the ground's colour that still is ground.
const NOISE: u8 = 6;
/// Grounds that are tried, the largest first, and the share of the region that one has at least.
const GROUNDS: usize = 3;
const LEAST_GROUND: f64 = 0.08;
/// Figures of a ground that are tried, the largest first.
const FIGURES: usize = 3;
/// How far a figure's width may be from a whole number of cells, in cells; and in pixels, where cells are small.
const SLACK: f64 = 0.06;
const SLACK_PIXELS: f64 = 1.5;
/// How far cells may be from square, where they are that exactly.
const SQUARE: f64 = 0.01;
/// Share of a pitch below which another one is a part of it, and how much shorter the picture must be described by parts.
const PART: f64 = 0.7;
const MUCH_SHORTER: f64 = 0.6;
/// Kinds of cells that a level has at least, and cells of each kind on average: buttons are a kind of their own each.
const LEAST_KINDS: usize = 4;
const REPEATED: usize = 2;
/// Least rows and columns of a level.
const FEWEST: usize = 3;

/// The lattice of a level that stands alone on a plain ground.
pub(super) fn level(picture: &RgbImage, region: &Rect, hints: &Hints) -> Option<Lattice> {
    let grounds = grounds(picture, region);
    let figures = grounds.into_iter().flat_map(|ground| figures(picture, region, ground));
    // What reaches the picture's edges is mostly a ground of another colour, with the level on it.
    let reaches = |figure: &Rect| {
        let sides = [
            figure.x - region.x,
            figure.y - region.y,
            region.right() - figure.right(),
            region.bottom() - figure.bottom(),
        ];
        sides.into_iter().any(|gap| gap < 1.0)
    };
    let (reaching, alone): (Vec<Rect>, Vec<Rect>) = figures.partition(reaches);
    // A few cells repeat too seldom to say how large they are: what is around them or in them may.
    let mut pitches = Vec::new();
    for figure in alone.iter().chain(&reaching) {
        let found = candidates_in(picture, &Hints { region: Some(*figure), ..Hints::default() });
        pitches.extend(found.unwrap_or_default());
    }
    // Stones in walls and floors repeat within a cell.
    pitches.extend(pitches.clone().into_iter().map(|(x, y)| (2.0 * x, 2.0 * y)));
    pitches.sort_by(|a: &(f64, f64), b| (b.0 * b.1).total_cmp(&(a.0 * a.1)));
    alone.iter().chain(&reaching).find_map(|figure| inside(picture, figure, &pitches, hints))
}

/// The most common colours of a region.
fn grounds(picture: &RgbImage, region: &Rect) -> Vec<[u8; 3]> {
    let mut counts: HashMap<[u8; 3], usize> = HashMap::new();
    for (x, y) in places(region) {
        *counts.entry(picture.get_pixel(x, y).0).or_default() += 1;
    }
    let least = LEAST_GROUND * region.width * region.height;
    let mut common: Vec<([u8; 3], usize)> = counts.into_iter().filter(|(_, count)| *count as f64 >= least).collect();
    common.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    common.into_iter().take(GROUNDS).map(|(colour, _)| colour).collect()
}

fn places(region: &Rect) -> impl Iterator<Item = (u32, u32)> {
    let (x0, x1) = (region.x as u32, region.right() as u32);
    (region.y as u32..region.bottom() as u32).flat_map(move |y| (x0..x1).map(move |x| (x, y)))
}

fn is_ground(picture: &RgbImage, x: u32, y: u32, ground: [u8; 3]) -> bool {
    picture.get_pixel(x, y).0.iter().zip(ground).all(|(a, b)| a.abs_diff(b) <= NOISE)
}

/// The rectangles around the largest connected figures on a ground.
fn figures(picture: &RgbImage, region: &Rect, ground: [u8; 3]) -> Vec<Rect> {
    let (width, height) = (region.width as usize, region.height as usize);
    let (x0, y0) = (region.x as u32, region.y as u32);
    let mut open = vec![false; width * height];
    for (i, place) in open.iter_mut().enumerate() {
        *place = !is_ground(picture, x0 + (i % width) as u32, y0 + (i / width) as u32, ground);
    }
    let mut found: Vec<(usize, Rect)> = Vec::new();
    let mut next = Vec::new();
    for start in 0..open.len() {
        if !open[start] {
            continue;
        }
        open[start] = false;
        next.push(start);
        let (mut left, mut right, mut top, mut bottom, mut count) = (width, 0, height, 0, 0);
        while let Some(i) = next.pop() {
            let (x, y) = (i % width, i / width);
            (left, right, top, bottom) = (left.min(x), right.max(x), top.min(y), bottom.max(y));
            count += 1;
            for near_y in y.saturating_sub(1)..(y + 2).min(height) {
                for near_x in x.saturating_sub(1)..(x + 2).min(width) {
                    let near = near_y * width + near_x;
                    if open[near] {
                        open[near] = false;
                        next.push(near);
                    }
                }
            }
        }
        let size = ((right + 1 - left) as f64, (bottom + 1 - top) as f64);
        found.push((count, Rect::new(region.x + left as f64, region.y + top as f64, size.0, size.1)));
    }
    found.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    found.into_iter().take(FIGURES).map(|(_, figure)| figure).collect()
}

/// The lattice of a level that fills a rectangle, if the rectangle holds a whole number of cells of one of these pitches (the
/// widest first).
fn inside(picture: &RgbImage, figure: &Rect, pitches: &[(f64, f64)], hints: &Hints) -> Option<Lattice> {
    let mut pitches = pitches.to_vec();
    if let Some((rows, cols)) = hints.size {
        let (x, y) = (figure.width / cols as f64, figure.height / rows as f64);
        let is_near = |a: f64, b: f64| (a - b).abs() <= SLACK * b.max(a) / 2.0;
        let is_seen = pitches.iter().any(|pitch| is_near(x, pitch.0) && is_near(y, pitch.1));
        pitches = if is_seen { vec![(x, y)] } else { Vec::new() };
    }
    let fitting = pitches.into_iter().filter_map(|pitch| {
        let count = |length: f64, pitch: f64| (length / pitch).round().max(1.0);
        let (cols, rows) = (count(figure.width, pitch.0), count(figure.height, pitch.1));
        let (x, y) = (figure.width / cols, figure.height / rows);
        let off = |cells: f64, own: f64, pitch: f64| cells * (own - pitch).abs();
        let fits = |cells: f64, own: f64, pitch: f64| off(cells, own, pitch) <= (SLACK * pitch).max(SLACK_PIXELS);
        // A pitch is measured badly on few cells; but no other one makes both sides whole and the cells square.
        let is_close = |own: f64, pitch: f64| (own - pitch).abs() <= SLACK * pitch;
        let fits = fits(cols, x, pitch.0) && fits(rows, y, pitch.1) && (x - y).abs() <= SLACK * x.max(y)
            || is_close(x, pitch.0) && is_close(y, pitch.1) && (x - y).abs() <= SQUARE * x.max(y);
        (fits && cols >= FEWEST as f64 && rows >= FEWEST as f64).then_some((x, y, rows as usize, cols as usize))
    });
    let described = fitting.filter_map(|(x, y, rows, cols)| {
        let tiled = tiling::tile(picture, (figure, figure), (x, y), (figure.x, figure.y), f64::MAX)?;
        let is_level = (LEAST_KINDS..=rows * cols / REPEATED).contains(&tiled.sizes.len());
        is_level.then(|| (tiled.bits, Lattice::from_corner(figure.x, figure.y, (x, y), rows, cols)))
    });
    // Parts of a cell may describe the picture as shortly as the cell does.
    let shorter = |best: (f64, Lattice), next: (f64, Lattice)| {
        let is_part = next.1.pitch_x < PART * best.1.pitch_x;
        if next.0 < best.0 * if is_part { MUCH_SHORTER } else { 1.0 } { next } else { best }
    };
    described.reduce(shorter).map(|(_, lattice)| lattice)
}

/// The lattice moved so that the outline of what stands on a plain ground runs along its lines.
pub(super) fn aligned(picture: &RgbImage, region: &Rect, lattice: &Lattice) -> Lattice {
    let Some(ground) = grounds(picture, region).into_iter().next() else { return *lattice };
    let inside =
        |x: f64, y: f64| x >= 0.0 && y >= 0.0 && x < f64::from(picture.width()) && y < f64::from(picture.height());
    // A cell of the level shows hardly any ground in its middle, one beside it nothing else.
    let wide =
        Lattice { rows: lattice.rows + 2, cols: lattice.cols + 2, ..lattice.moved(-lattice.pitch_x, -lattice.pitch_y) };
    let shown = Grid::from_fn(wide.rows, wide.cols, |cell| {
        let core = wide.cell_rect(cell).inset(0.25);
        let (mut grounded, mut all) = (0, 0);
        for (x, y) in places(&core.intersection(region).unwrap_or(Rect::new(0.0, 0.0, 0.0, 0.0))) {
            grounded += usize::from(is_ground(picture, x, y, ground));
            all += 1;
        }
        match (grounded, all) {
            (_, 0) => None,
            (some, all) if some * 50 >= all * 49 => Some(false),
            (some, all) if some * 4 <= all => Some(true),
            _ => None,
        }
    });
    let mut offs: [[Vec<f64>; 2]; 2] = Default::default();
    for cell in wide.cells() {
        for is_across in [false, true] {
            let next = if is_across { Cell::new(cell.row + 1, cell.col) } else { Cell::new(cell.row, cell.col + 1) };
            let (Some(here), Some(there)) = (shown[cell], shown.get(next).copied().flatten()) else { continue };
            if here == there {
                continue;
            }
            let rect = wide.cell_rect(cell);
            let (line, from, to, pitch) = if is_across {
                (rect.bottom(), rect.x, rect.right(), wide.pitch_y)
            } else {
                (rect.right(), rect.y, rect.bottom(), wide.pitch_x)
            };
            let reach = (pitch / 4.0).round() as i64;
            let steps = ((to - from) * 0.7) as i64;
            for step in 0..steps {
                let aside = from + (to - from) * 0.15 + step as f64;
                let level_at = |offset: i64| {
                    let along = line.round() + offset as f64;
                    let (x, y) = if is_across { (aside, along) } else { (along, aside) };
                    inside(x, y) && !is_ground(picture, x as u32, y as u32, ground)
                };
                // The first pixel of the level after the ground, or of the ground after the level.
                let turn = if there {
                    (-reach..=reach).find(|offset| level_at(*offset))
                } else {
                    (-reach..=reach).rev().find(|offset| level_at(*offset)).map(|last| last + 1)
                };
                if let Some(offset) = turn.filter(|offset| offset.abs() < reach) {
                    offs[usize::from(is_across)][usize::from(there)].push(line.round() + offset as f64 - line);
                }
            }
        }
    }
    let shift = |both: &mut [Vec<f64>; 2], pitch: f64| {
        let [end, start] = both.each_mut().map(|offs| {
            offs.sort_by(f64::total_cmp);
            (offs.len() as f64 >= pitch).then(|| offs[offs.len() / 2])
        });
        // Where tiles leave a gap both outlines lie as far inside.
        start.zip(end).map_or(0.0, |(start, end)| (start + end) / 2.0)
    };
    let [x, y] = &mut offs;
    lattice.moved(shift(x, lattice.pitch_x), shift(y, lattice.pitch_y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vision::Shape;
    use crate::vision::lattice::find;
    use image::Rgb;

    fn tile(symbol: char, x: u32, y: u32) -> Rgb<u8> {
        match symbol {
            '#' if (x + y * 3).is_multiple_of(5) => Rgb([120, 160, 190]),
            '#' => Rgb([70, 100, 120]),
            '$' if (4..20).contains(&x) && (4..20).contains(&y) => Rgb([220, 180, 20]),
            '.' if x.abs_diff(12) + y.abs_diff(12) < 6 => Rgb([200, 40, 40]),
            '@' if x.abs_diff(12) < 5 => Rgb([20, 20, 160]),
            '_' => Rgb([0, 0, 0]),
            _ => Rgb([205, 205, 200 + (x % 12 / 6) as u8 * 20]),
        }
    }

    #[test]
    fn a_level_is_told_from_its_ground_and_from_the_bar_above() {
        const PITCH: u32 = 24;
        let level = ["__####__", "###--###", "#@$--$-#", "#-.$--.#", "#--.---#", "########"];
        for (left, top) in [(30, 70), (24, 54)] {
            let picture = RgbImage::from_fn(280, 260, |x, y| {
                if y < 30 {
                    let is_letter = (9..20).contains(&y) && (x * x / 7 + y * 3) % 11 < 3 && x % 60 < 40;
                    return if is_letter { Rgb([0; 3]) } else { Rgb([210, 210, 215]) };
                }
                let at = x.checked_sub(left).zip(y.checked_sub(top)).map(|(x, y)| (x / PITCH, y / PITCH));
                let symbol =
                    at.and_then(|(col, row)| level.get(row as usize)?.chars().nth(col as usize)).unwrap_or('_');
                tile(symbol, x.wrapping_sub(left) % PITCH, y.wrapping_sub(top) % PITCH)
            });
            let found = find(&picture, &Hints { shape: Shape::Level, ..Hints::default() }).unwrap();
            let corner = found.bounds();
            assert_eq!((found.cols, found.rows), (8, 6));
            assert_eq!((corner.x, corner.y, found.pitch_x), (f64::from(left), f64::from(top), f64::from(PITCH)));
        }
    }
}
