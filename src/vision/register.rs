//! How far apart tiles are, to a small part of a pixel: the edges of each row and column are held against those of all
//! others, and a line is laid through where they fit best. A pitch that is off by a tenth of a pixel moves no tile by as
//! much as is seen, but the twentieth one by two.

use super::edges::Change;
use super::extent::Block;
use crate::geometry::Lattice;
use crate::grid::{Cell, Grid};
use image::RgbImage;

/// Parts of a pixel in which edges are placed.
const PARTS: f64 = 2.0;
/// How far a row or column may be from where the lattice has it, in pixels, and as a share of the pitch.
const REACH: f64 = 4.0;
const REACH_SHARE: f64 = 0.15;
/// Likeness to the others from which on a row or column speaks of the pitch.
const ALIKE: f64 = 0.6;
/// Fewest rows or columns that say how far apart they are.
const FEWEST: usize = 4;
/// Change of a channel's value that is an edge, and one that is as strong as any.
const CHANGE: Change = Change { least: 10, most: 60 };

/// The lattice with the pitches at which the tiles of a block repeat. The block's middle stays where it is; an axis of
/// which too few rows or columns speak stays as it is.
pub(super) fn registered(picture: &RgbImage, lattice: &Lattice, tiles: &Grid<bool>, block: &Block) -> Lattice {
    const PASSES: usize = 4;
    let mut lattice = *lattice;
    for _ in 0..PASSES {
        for is_across in [false, true] {
            let Some(stretch) = stretch(picture, &lattice, tiles, block, is_across) else { continue };
            if is_across {
                lattice.pitch_y += stretch;
                lattice.y -= stretch * (block.top + block.bottom) as f64 / 2.0;
            } else {
                lattice.pitch_x += stretch;
                lattice.x -= stretch * (block.left + block.right) as f64 / 2.0;
            }
        }
    }
    lattice
}

/// By how much the pitch along an axis is too small.
fn stretch(picture: &RgbImage, lattice: &Lattice, tiles: &Grid<bool>, block: &Block, is_across: bool) -> Option<f64> {
    let pitch = if is_across { lattice.pitch_y } else { lattice.pitch_x };
    let (first, last) = if is_across { (block.top, block.bottom) } else { (block.left, block.right) };
    let reach = REACH.min(REACH_SHARE * pitch);
    let lines: Vec<Vec<f64>> =
        (first..=last).map(|line| edges_of(picture, lattice, tiles, block, (line, is_across))).collect();
    let mut all = vec![0.0; lines.first()?.len()];
    for line in &lines {
        all.iter_mut().zip(line).for_each(|(sum, value)| *sum += value);
    }
    let places: Vec<(f64, f64)> = lines
        .iter()
        .enumerate()
        .filter_map(|(index, line)| {
            let others: Vec<f64> = all.iter().zip(line).map(|(sum, own)| sum - own).collect();
            Some((index as f64, moved(line, &others, reach)?))
        })
        .collect();
    let mut slopes = Vec::new();
    for (i, a) in places.iter().enumerate() {
        slopes.extend(
            places[i + 1..]
                .iter()
                .filter(|b| 3.0 * (b.0 - a.0) >= lines.len() as f64)
                .map(|b| (b.1 - a.1) / (b.0 - a.0)),
        );
    }
    if places.len() < FEWEST || slopes.is_empty() {
        return None;
    }
    slopes.sort_by(f64::total_cmp);
    Some(slopes[slopes.len() / 2])
}

/// The edges along an axis of the tiles of a row or column, in parts of a pixel from a margin before it to one after it.
fn edges_of(
    picture: &RgbImage,
    lattice: &Lattice,
    tiles: &Grid<bool>,
    block: &Block,
    (line, is_across): (usize, bool),
) -> Vec<f64> {
    let pitch = if is_across { lattice.pitch_y } else { lattice.pitch_x };
    let margin = REACH.ceil();
    let mut found = vec![0.0; ((pitch + 2.0 * margin) * PARTS) as usize + 2];
    let others = if is_across { block.left..=block.right } else { block.top..=block.bottom };
    let (width, height) = (i64::from(picture.width()), i64::from(picture.height()));
    let pixel = |x: i64, y: i64| picture.get_pixel(x as u32, y as u32).0;
    for other in others {
        let cell = if is_across { Cell::new(line, other) } else { Cell::new(other, line) };
        if tiles.get(cell) != Some(&true) {
            continue;
        }
        let rect = lattice.cell_rect(cell);
        let inner = rect.inset(0.1);
        let (start, from, to) =
            if is_across { (rect.y, inner.x, inner.right()) } else { (rect.x, inner.y, inner.bottom()) };
        for step in (start - margin).ceil() as i64..(start + pitch + margin).floor() as i64 {
            let place = (step as f64 - start + margin) * PARTS;
            let (bin, share) = (place.floor() as usize, place.fract());
            let mut sum = 0.0;
            for aside in from.round() as i64..to.round() as i64 {
                let ((x, y), (near_x, near_y)) =
                    if is_across { ((aside, step), (aside, step - 1)) } else { ((step, aside), (step - 1, aside)) };
                if near_x >= 0 && near_y >= 0 && x < width && y < height {
                    sum += f64::from(CHANGE.between(&pixel(x, y), &pixel(near_x, near_y)));
                }
            }
            if bin + 1 < found.len() {
                found[bin] += sum * (1.0 - share);
                found[bin + 1] += sum * share;
            }
        }
    }
    blurred(&found)
}

/// Each value with its neighbours within a pixel: edges that were rounded to whole pixels are near each other none the less.
fn blurred(values: &[f64]) -> Vec<f64> {
    let at = |i: usize| values.get(i).copied().unwrap_or(0.0);
    let near = |i: usize| 3.0 * at(i) + 2.0 * (at(i.wrapping_sub(1)) + at(i + 1)) + at(i.wrapping_sub(2)) + at(i + 2);
    (0..values.len()).map(near).collect()
}

/// How far edges lie behind others, in pixels, if they are alike anywhere within reach.
fn moved(own: &[f64], others: &[f64], reach: f64) -> Option<f64> {
    let most = (reach * PARTS).round() as i64;
    let length = own.len() as i64;
    let likeness = |by: i64| {
        let pairs = (0..length)
            .filter(|i| (0..length).contains(&(i + by)))
            .map(|i| (others[i as usize], own[(i + by) as usize]));
        let (mut n, mut a, mut b, mut aa, mut bb, mut ab) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
        for (x, y) in pairs {
            (n, a, b) = (n + 1.0, a + x, b + y);
            (aa, bb, ab) = (aa + x * x, bb + y * y, ab + x * y);
        }
        (ab - a * b / n) / ((aa - a * a / n) * (bb - b * b / n)).sqrt().max(1e-9)
    };
    let all: Vec<f64> = (-most..=most).map(likeness).collect();
    let best = (0..all.len()).max_by(|i, j| all[*i].total_cmp(&all[*j]))?;
    if all[best] < ALIKE || best == 0 || best + 1 == all.len() {
        return None;
    }
    // The top of the parabola through the best place and its neighbours.
    let (before, here, after) = (all[best - 1], all[best], all[best + 1]);
    let top = (before - after) / (2.0 * (before - 2.0 * here + after)).min(-1e-9);
    Some((best as f64 + top.clamp(-0.5, 0.5) - most as f64) / PARTS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    #[test]
    fn a_pitch_that_is_nearly_right_is_made_right() {
        let right = Lattice::from_corner(40.0, 30.0, (30.4, 26.6), 9, 12);
        let picture = RgbImage::from_fn(460, 320, |x, y| {
            let (x, y) = ((f64::from(x) + 0.5 - 40.0) / 30.4, (f64::from(y) + 0.5 - 30.0) / 26.6);
            let is_inside = (0.0..12.0).contains(&x) && (0.0..9.0).contains(&y);
            let is_tile = (0.05..0.95).contains(&x.rem_euclid(1.0)) && (0.05..0.95).contains(&y.rem_euclid(1.0));
            if !is_inside || !is_tile {
                return Rgb([30, 40, 50]);
            }
            let kind = (x as u32 * 7 + y as u32 * 13 + x as u32 * y as u32 * 5) % 4;
            Rgb([[200, 60, 60], [60, 180, 60], [70, 90, 220], [220, 200, 60]][kind as usize])
        });
        let tiles = Grid::from_fn(9, 12, |_| true);
        let block = Block { top: 0, left: 0, bottom: 8, right: 11 };
        for (wide, high) in [(0.0, 0.0), (0.4, -0.3), (-0.6, 0.5)] {
            let near = Lattice { pitch_x: 30.4 + wide, pitch_y: 26.6 + high, ..right };
            let near = Lattice { x: right.x - wide * 5.5, y: right.y - high * 4.0, ..near };
            let found = registered(&picture, &near, &tiles, &block);
            assert!((found.pitch_x - 30.4).abs() < 0.08 && (found.pitch_y - 26.6).abs() < 0.08, "{found:?}");
        }
    }

    #[test]
    fn where_nothing_repeats_the_pitch_stays() {
        let picture = RgbImage::from_pixel(460, 320, Rgb([90; 3]));
        let lattice = Lattice::from_corner(40.0, 30.0, (30.0, 26.0), 9, 12);
        let block = Block { top: 0, left: 0, bottom: 8, right: 11 };
        assert_eq!(registered(&picture, &lattice, &Grid::from_fn(9, 12, |_| true), &block), lattice);
    }
}
