//! Moves a tiling's lattice by parts of a cell, so that its lines run between the tiles.

use super::edges::profiles;
use super::extent::Block;
use super::register::registered;
use super::tiling::Tiling;
use crate::geometry::{Lattice, Rect};
use crate::grid::{Cell, Grid};
use image::RgbImage;

/// Share of the most that a window of one pitch shows unlike tiles, below which all windows are equally good.
const FRAMED: f64 = 0.35;

/// The tiling's lattice moved and stretched so that its lines run between the tiles. Inside a tile, cells of one kind
/// show the same; beyond its rim they show whatever stands next to them. So the window of one pitch in which cells of a
/// kind differ least is the tile. Both halves of the board are aligned apart: where they disagree, the pitch is off.
pub(super) fn align(picture: &RgbImage, tiling: &Tiling, tiles: &Grid<bool>, block: &Block) -> Lattice {
    let mut lattice = whole_pitches(&registered(picture, &tiling.lattice, tiles, block), block);
    // A pitch that comes out as it was leaves the lines where they were, to the last digit.
    if lattice.pitch_x == tiling.lattice.pitch_x {
        lattice.x = tiling.lattice.x;
    }
    if lattice.pitch_y == tiling.lattice.pitch_y {
        lattice.y = tiling.lattice.y;
    }
    let is_whole = |pitch: f64| pitch.fract() == 0.0;
    let members: Vec<(usize, Cell)> = tiles
        .enumerate()
        .filter(|(cell, tile)| **tile && block.contains(*cell))
        .map(|(cell, _)| (tiling.kinds[cell.row * lattice.cols + cell.col], cell))
        .collect();
    let kinds = tiling.sizes.len();
    for _ in 0..3 {
        for horizontal in [true, false] {
            let along = |cell: Cell| if horizontal { cell.col } else { cell.row } as f64;
            let (first, last) = if horizontal { (block.left, block.right) } else { (block.top, block.bottom) };
            let middle = (first + last) as f64 / 2.0;
            let (near, far): (Vec<_>, Vec<_>) = members.iter().copied().partition(|(_, cell)| along(*cell) < middle);
            let mean = |part: &[(usize, Cell)]| {
                part.iter().map(|(_, cell)| along(*cell)).sum::<f64>() / part.len().max(1) as f64
            };
            let pitch = if horizontal { lattice.pitch_x } else { lattice.pitch_y };
            let off = |part: &[(usize, Cell)]| shift(pitch, &spread(picture, &lattice, part, kinds, horizontal));
            let (stretch, moved) = if !is_whole(pitch) && near.len() >= 8 && far.len() >= 8 {
                let (a, b) = (off(&near), off(&far));
                let stretch = (b - a) / (mean(&far) - mean(&near)).max(1.0);
                // Two halves that disagree by more than a third of a cell do not speak of the pitch.
                if (b - a).abs() < pitch / 3.0 { (stretch, a - stretch * mean(&near)) } else { (0.0, off(&members)) }
            } else {
                (0.0, off(&members))
            };
            if horizontal {
                lattice.pitch_x += stretch;
                lattice.x += moved;
            } else {
                lattice.pitch_y += stretch;
                lattice.y += moved;
            }
        }
    }
    centred(picture, &lattice, block)
}

/// The lattice moved so that its lines run through the middle between the rims of neighbouring tiles. A tile's two rims
/// are about equally strong, so the edges near a line mirror each other around it.
fn centred(picture: &RgbImage, lattice: &Lattice, block: &Block) -> Lattice {
    // Where the pitch is whole each edge is at the same part of its pixel, so that no part of one is left to chance.
    let whole = |centre: f64, pitch: f64| {
        if pitch.fract() == 0.0 { (centre - pitch / 2.0).round() + pitch / 2.0 } else { centre }
    };
    let (x, y) = (whole(lattice.x, lattice.pitch_x), whole(lattice.y, lattice.pitch_y));
    let lattice = &Lattice { x, y, ..*lattice };
    let first = lattice.cell_rect(Cell::new(block.top, block.left));
    let last = lattice.cell_rect(Cell::new(block.bottom, block.right));
    let whole = Rect::new(0.0, 0.0, f64::from(picture.width()), f64::from(picture.height()));
    let area = Rect::new(first.x.round(), first.y.round(), last.right() - first.x, last.bottom() - first.y);
    let Some(area) = area.intersection(&whole) else { return *lattice };
    let area = Rect::new(area.x, area.y, area.width.floor(), area.height.floor());
    let (along_x, along_y) = profiles(picture, &area);
    // The profile's first step lies between the first two pixels.
    let dx = mirror_axis(&along_x, lattice.pitch_x, first.x - area.x - 1.0);
    let dy = mirror_axis(&along_y, lattice.pitch_y, first.y - area.y - 1.0);
    let moved = lattice.moved(dx, dy);
    Lattice {
        x: on_pixels(moved.x - moved.pitch_x / 2.0, moved.pitch_x) + moved.pitch_x / 2.0,
        y: on_pixels(moved.y - moved.pitch_y / 2.0, moved.pitch_y) + moved.pitch_y / 2.0,
        ..moved
    }
}

/// A line at a whole pixel where the pitch is whole: programs draw cells of whole pixels at whole pixels.
fn on_pixels(line: f64, pitch: f64) -> f64 {
    if pitch.fract() == 0.0 { (line + 0.7).floor() } else { line }
}

/// How far from `line` (in steps of `profile`, repeated every `pitch`) the edges mirror each other best.
fn mirror_axis(profile: &[f64], pitch: f64, line: f64) -> f64 {
    const FINE: f64 = 2.0;
    let bins = (pitch * FINE).round().max(4.0) as usize;
    let mut folded = vec![0.0_f64; bins];
    for (i, value) in profile.iter().enumerate() {
        let phase = (i as f64 - line).rem_euclid(pitch) / pitch * bins as f64;
        folded[(phase.round() as usize) % bins] += value;
    }
    let sharp = folded.clone();
    for (i, value) in folded.iter_mut().enumerate() {
        // A pixel's blur: a rim drawn in two steps (a tile and its shadow) counts with its middle.
        *value = [(0, 3.0), (1, 2.0), (bins - 1, 2.0), (2, 1.0), (bins - 2, 1.0)]
            .iter()
            .map(|(offset, weight)| sharp[(i + offset) % bins] * weight)
            .sum::<f64>()
            / 9.0;
    }
    let mean = folded.iter().sum::<f64>() / bins as f64;
    let at = |i: i32| folded[i.rem_euclid(bins as i32) as usize] - mean;
    let reach = (bins as f64 * 0.3) as i32;
    let likeness = |twice: i32| -> f64 {
        // `twice` is the axis in half bins: bins i and twice - i mirror each other.
        (0..=reach)
            .map(|t| {
                let low = (twice - t).div_euclid(2);
                at(low) * at(twice - low) * (1.0 - 0.5 * f64::from(t) / f64::from(reach.max(1)))
            })
            .sum()
    };
    let most = (2.0 * FINE * (pitch * 0.06).max(2.0)).round() as i32;
    // Round tiles (balls, stars) have their strongest edges inside: there is no rim to go by then.
    let rim = (-most..=most).map(|twice| at(twice.div_euclid(2))).fold(f64::MIN, f64::max);
    let strongest = (0..bins as i32).map(at).fold(f64::MIN, f64::max);
    if rim < 0.75 * strongest {
        return between_rims(&folded, pitch).unwrap_or(0.0);
    }
    let axis = (-most..=most).max_by(|a, b| likeness(*a).total_cmp(&likeness(*b))).unwrap_or(0);
    let bin = pitch / bins as f64;
    // The nearest strong edges at both sides bound the gap between tiles.
    let crisp = |i: i32| sharp[i.rem_euclid(bins as i32) as usize];
    let either = |t: i32| crisp(axis.div_euclid(2) + t).max(crisp(axis.div_euclid(2) - t));
    let highest = (0..=reach / 2).map(either).fold(0.0, f64::max);
    let half_gap = (0..=reach / 2).find(|&t| either(t) >= 0.6 * highest).unwrap_or(0);
    // Some programs leave a narrow gap at the right and below a tile, others around it: its line is set between the two.
    let gap = f64::from(half_gap) * 2.0 * bin;
    let lean = if gap <= 2.5 { gap / 4.0 } else { 0.0 };
    f64::from(axis) / 2.0 * bin + lean
}

/// How far the middle between the rims of two tiles with a wide gap is from the line at the first of these bins, in pixels:
/// nothing where no edge stands out at both sides.
fn between_rims(folded: &[f64], pitch: f64) -> Option<f64> {
    /// Share of a tile at each side in which its rim is looked for, and how much stronger it is than all other edges there.
    const SIDE: f64 = 0.45;
    const STANDS_OUT: f64 = 1.6;
    /// How far aside a shadow draws the line, as a share of the pitch: where it is farther, tiles are no rectangles, and the
    /// shoulders of a star are no rim.
    const ASIDE: f64 = 0.04;
    /// Bins around an edge that still are the same one.
    const SAME: usize = 3;
    let bins = folded.len();
    let reach = (bins as f64 * SIDE) as usize;
    let rim = |at: &dyn Fn(usize) -> f64| {
        let best = (0..reach).max_by(|a, b| at(*a).total_cmp(&at(*b)))?;
        let other = (0..reach).filter(|i| i.abs_diff(best) > SAME).map(at).fold(0.0, f64::max);
        (at(best) >= STANDS_OUT * other).then_some((best as f64, at(best)))
    };
    let (right, left) = (rim(&|i| folded[i])?, rim(&|i| folded[(bins - i) % bins])?);
    let alike = left.1.min(right.1) * STANDS_OUT >= left.1.max(right.1);
    let moved = (right.0 - left.0) / 2.0 / bins as f64;
    (alike && moved.abs() <= ASIDE).then_some(moved * pitch)
}

/// Rounds pitches to whole pixels where that moves no cell of the block by more than a pixel or so: programs mostly draw at whole pixels. The block's middle stays where it is.
fn whole_pitches(lattice: &Lattice, block: &Block) -> Lattice {
    let round = |start: f64, pitch: f64, first: usize, last: usize| {
        let whole = pitch.round();
        let half = (last - first) as f64 / 2.0;
        let middle = (first + last) as f64 / 2.0;
        if (whole - pitch).abs() * half > 0.6 {
            return (start, pitch);
        }
        (start + middle * (pitch - whole), whole)
    };
    let (x, pitch_x) = round(lattice.x, lattice.pitch_x, block.left, block.right);
    let (y, pitch_y) = round(lattice.y, lattice.pitch_y, block.top, block.bottom);
    Lattice { x, y, pitch_x, pitch_y, ..*lattice }
}

/// Places along a cell's axis at which members are compared: steps of a pixel, from one pitch before the centre to one
/// pitch after it.
fn steps(pitch: f64) -> i32 {
    pitch.ceil() as i32
}

/// How much cells of one kind differ at each step along one axis, averaged over the kinds.
fn spread(
    picture: &RgbImage,
    lattice: &Lattice,
    members: &[(usize, Cell)],
    kinds: usize,
    horizontal: bool,
) -> Vec<f64> {
    const LANES: usize = 5;
    let (pitch, across) =
        if horizontal { (lattice.pitch_x, lattice.pitch_y) } else { (lattice.pitch_y, lattice.pitch_x) };
    let mut total = Vec::new();
    for step in -steps(pitch)..=steps(pitch) {
        let mut sum = 0.0;
        for lane in 0..LANES {
            // Lanes lie in the middle half of the cell.
            let aside = (lane as f64 / (LANES - 1) as f64 - 0.5) * across * 0.5;
            let mut moments = vec![([0.0_f64; 3], [0.0_f64; 3], 0.0_f64); kinds];
            for &(kind, cell) in members {
                let centre = lattice.centre(cell);
                let (x, y) = if horizontal {
                    (centre.x + f64::from(step), centre.y + aside)
                } else {
                    (centre.x + aside, centre.y + f64::from(step))
                };
                if x < 0.0 || y < 0.0 || x >= f64::from(picture.width()) || y >= f64::from(picture.height()) {
                    continue;
                }
                let pixel = picture.get_pixel(x as u32, y as u32).0;
                let moment = &mut moments[kind];
                for (c, value) in pixel.into_iter().enumerate() {
                    moment.0[c] += f64::from(value);
                    moment.1[c] += f64::from(value) * f64::from(value);
                }
                moment.2 += 1.0;
            }
            for (first, second, count) in moments {
                if count >= 2.0 {
                    for c in 0..3 {
                        sum += (second[c] - first[c] * first[c] / count).max(0.0);
                    }
                }
            }
        }
        total.push(sum);
    }
    total
}

/// How far the window of one pitch with the least spread is from the cell, in pixels; the middle of the places that are
/// equally good.
fn shift(pitch: f64, spread: &[f64]) -> f64 {
    let reach = steps(pitch);
    let at = |step: f64| {
        // Linear between whole steps.
        let place = (step + f64::from(reach)).clamp(0.0, spread.len() as f64 - 1.0);
        let low = place.floor() as usize;
        let high = (low + 1).min(spread.len() - 1);
        spread[low] + (spread[high] - spread[low]) * place.fract()
    };
    // Moving the window by a step lets one place in and another one out: the sum need not be taken anew.
    let quarter = 0.25;
    let most = (pitch * 0.5 / quarter).floor() as i32;
    let inside = |offset: f64| -> f64 {
        let n = pitch.round() as i32;
        (0..n).map(|i| at(offset - pitch / 2.0 + (f64::from(i) + 0.5) * pitch / f64::from(n) - 0.5)).sum()
    };
    let sums: Vec<(f64, f64)> =
        (-most..=most).map(|i| f64::from(i) * quarter).map(|offset| (offset, inside(offset))).collect();
    let least = sums.iter().map(|s| s.1).fold(f64::MAX, f64::min);
    let largest = sums.iter().map(|s| s.1).fold(f64::MIN, f64::max);
    // Tiles that share a frame look alike at and beyond their rim: there the window may stand anywhere, and the line is
    // where they are most alike.
    if largest - least < FRAMED * largest {
        return between_tiles(pitch, &at);
    }
    let good = least + (largest - least) * 0.01;
    let best = sums.iter().position(|s| s.1 <= least).unwrap_or(0);
    let mut first = best;
    while first > 0 && sums[first - 1].1 <= good {
        first -= 1;
    }
    let mut last = best;
    while last + 1 < sums.len() && sums[last + 1].1 <= good {
        last += 1;
    }
    (sums[first].0 + sums[last].0) / 2.0
}

/// How far the middle of the narrow part that is alike in all tiles is from a line half a pitch before the centre.
fn between_tiles(pitch: f64, at: &dyn Fn(f64) -> f64) -> f64 {
    const ALIKE: f64 = 0.12;
    let quarter = 0.25;
    let steps = (pitch / quarter).round() as i32;
    // Both neighbours of a line speak: the part before a cell's first line is beyond the last line of the one before it.
    let place = |i: i32| -pitch / 2.0 + pitch * (f64::from(i) / f64::from(steps));
    let unlike = |i: i32| {
        let inside = place(i.rem_euclid(steps));
        at(inside - 0.5)
    };
    let values: Vec<f64> = (0..steps).map(unlike).collect();
    let (least, most) = values.iter().fold((f64::MAX, f64::MIN), |(l, m), v| (l.min(*v), m.max(*v)));
    let low = least + ALIKE * (most - least);
    let value = |i: i32| values[i.rem_euclid(steps) as usize];
    // The run of alike places that is nearest to the line as it stands.
    let near = (0..=steps / 3).flat_map(|i| [i, -i]).find(|&i| value(i) <= low);
    let Some(start) = near else { return 0.0 };
    let (mut first, mut last) = (start, start);
    while value(first - 1) <= low && last - first < steps {
        first -= 1;
    }
    while value(last + 1) <= low && last - first < steps {
        last += 1;
    }
    f64::from(first + last) / 2.0 * pitch / f64::from(steps)
}
