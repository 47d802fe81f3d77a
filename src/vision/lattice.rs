//! Finds a board's grid in a picture of which nothing is known.

use super::periods::{Repeats, strips};
use super::sums::Sums;
use super::tiling::best_tiling;
use super::{Shape, extent, ground, places, rims, walls};
use crate::geometry::{Lattice, Rect};
use crate::grid::Grid;
use image::RgbImage;

/// Least and most distance of neighbouring cells, in pixels.
const LEAST_PITCH: usize = 12;
const MOST_PITCH: usize = 132;
/// Least distance that a hint of size and region may come to, in pixels.
const LEAST_HINTED_PITCH: f64 = 8.0;
/// Distances that are tried in full.
const CANDIDATES: usize = 5;
/// Least width of a cell by its height, and the other way round.
const LEAST_ASPECT: f64 = 0.6;
/// What equal distances along both axes are worth, as likeness.
const SQUARE: f32 = 0.05;
/// Share of the best likeness that a pair of distances needs to be tried.
const NEARLY: f32 = 0.45;
/// [`NEARLY`] for cells of less than a quarter of the area.
const CLEARLY: f32 = 0.9;
/// Share of the long edges that the lines of cards gather along both axes, where there are cards; and the share of the
/// most that lines of another distance must gather to be tried.
const LEAST_RIMS: f64 = 0.2;
const SEEN_RIMS: f64 = 0.6;
/// Fewest rows and columns of a board.
const FEWEST: usize = 2;

/// What is known beforehand of where the board is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Hints {
    /// The part of the picture that holds the board and little else.
    pub region: Option<Rect>,
    /// Rows and columns.
    pub size: Option<(usize, usize)>,
    /// Distance of neighbouring cells, in pixels.
    pub pitch: Option<(f64, f64)>,
    /// What the board as a whole looks like.
    pub shape: Shape,
}

/// The board's lattice, if the picture shows one.
#[must_use]
pub fn find(picture: &RgbImage, hints: &Hints) -> Option<Lattice> {
    let region = region_of(picture, hints)?;
    if hints.shape == Shape::Level && hints.pitch.is_none() {
        let sums = Sums::new(picture);
        let walled = sums.as_ref().and_then(|sums| walls::level(picture, sums, &region, hints));
        let grounded = ground::level(picture, &region, hints);
        if let Some(level) = level_of(sums.as_ref(), walled, grounded) {
            return Some(level);
        }
    }
    let mut pitches = match hints.pitch {
        Some(pitch) => vec![pitch],
        None => candidates(picture, &region, hints),
    };
    if hints.shape == Shape::Cards {
        pitches = of_cards(picture, &region, &pitches);
    }
    let best = best_tiling(picture, &region, &pitches)?;
    let lattice = extent::board(picture, &region, &best, hints)?;
    let lattice = match hints.shape {
        Shape::Heap => lattice,
        Shape::Cards => rims::fitted(picture, &region, &lattice, hints).unwrap_or(lattice),
        Shape::Level => ground::aligned(picture, &region, &lattice),
    };
    (lattice.rows >= FEWEST && lattice.cols >= FEWEST).then_some(lattice)
}

/// Of a level that was found by its walls and one that was found by its ground the likelier one. The ground tells the more
/// exactly where cells end, but bricks in a wall end there as well.
fn level_of(sums: Option<&Sums>, walled: Option<Lattice>, grounded: Option<Lattice>) -> Option<Lattice> {
    /// How far pitches may be apart that are the same, as a share; and the share of what the larger level tells that the other
    /// one tells at most.
    const SAME: f64 = 0.01;
    const MORE: f64 = 0.8;
    /// Share of a pitch below which another one is that of parts of its cells, and what such parts count for.
    const PART: f64 = 0.75;
    const PARTS: f64 = 0.8;
    let (Some(sums), Some(walled), Some(grounded)) = (sums, walled, grounded) else { return grounded.or(walled) };
    if (walled.rows, walled.cols) == (grounded.rows, grounded.cols) {
        return Some(grounded);
    }
    let (by_walls, by_ground) = (walls::told(sums, &walled), walls::told(sums, &grounded));
    if (walled.pitch_x - grounded.pitch_x).abs() <= SAME * grounded.pitch_x {
        return Some(if by_walls.area * MORE > by_ground.area { walled } else { grounded });
    }
    // Parts of cells repeat nearly as well as cells do.
    let part = |a: Lattice, b: Lattice| if a.pitch_x < PART * b.pitch_x { PARTS } else { 1.0 };
    let is_walled = part(walled, grounded) * by_walls.share > part(grounded, walled) * by_ground.share;
    Some(if is_walled { walled } else { grounded })
}

/// A lattice that may be a board's, and which of its cells are drawn as most of them are.
#[derive(Clone, Debug, PartialEq)]
pub struct Other {
    /// Where the cells are.
    pub lattice: Lattice,
    /// The cells whose edges are those of a tile: a bright spot of a photo has the colour of a tile, and no rim.
    pub rimmed: Grid<bool>,
}

/// Further lattices that may be the board's where [`find`] saw none that is one, the likeliest first: of boards in the
/// middle of other things.
#[must_use]
pub fn others(picture: &RgbImage, hints: &Hints) -> Vec<Other> {
    let Some(region) = region_of(picture, hints) else { return Vec::new() };
    let mut found = places::boards(picture, &region, hints);
    found.retain(|other| other.lattice.rows >= FEWEST && other.lattice.cols >= FEWEST);
    found
}

/// The part of the picture that is looked at, of whole pixels.
fn region_of(picture: &RgbImage, hints: &Hints) -> Option<Rect> {
    let whole = Rect::new(0.0, 0.0, f64::from(picture.width()), f64::from(picture.height()));
    let region = hints.region.map_or(Some(whole), |r| r.intersection(&whole))?;
    let region = Rect::new(region.x.floor(), region.y.floor(), region.width.floor(), region.height.floor());
    let least = 2.0 * LEAST_PITCH as f64;
    (region.width >= least && region.height >= least).then_some(region)
}

/// Distances at which a part of the picture repeats, the likeliest first.
pub(super) fn candidates_in(picture: &RgbImage, hints: &Hints) -> Option<Vec<(f64, f64)>> {
    Some(candidates(picture, &region_of(picture, hints)?, hints))
}

/// Of several distances those whose lines the cards' rims follow; all of them where no rims are seen.
fn of_cards(picture: &RgbImage, region: &Rect, pitches: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let gathered = rims::gathered(picture, region, pitches);
    let most = gathered.iter().copied().fold(0.0, f64::max);
    let kept = pitches.iter().zip(gathered).filter(|(_, share)| *share >= SEEN_RIMS * most);
    if most < LEAST_RIMS { pitches.to_vec() } else { kept.map(|(pitch, _)| *pitch).collect() }
}

/// Distances at which the picture repeats along both axes, the likeliest first.
fn candidates(picture: &RgbImage, region: &Rect, hints: &Hints) -> Vec<(f64, f64)> {
    let size = hints.size;
    let (x, y) = strips(picture, region);
    let most = MOST_PITCH.min(x.length.min(y.length) / 2);
    let (along_x, along_y) = (Repeats::new(&x, most), Repeats::new(&y, most));
    // Bricks of walls and patterns of floors repeat within a cell: where the board's size is known it decides.
    let alone = size.is_none();
    let periods = |repeats: &Repeats| repeats.periods(LEAST_PITCH, CANDIDATES, alone);
    let (x, y) = (periods(&along_x), periods(&along_y));
    // The share of the picture that a board of the known size would fill, if it fits.
    let filled = |pitch: (f64, f64)| {
        let Some((rows, cols)) = size else { return 1.0 };
        let (width, height) = (pitch.0 * cols as f64 / region.width, pitch.1 * rows as f64 / region.height);
        if width.max(height) > 1.02 { 0.0 } else { (0.3 + 0.7 * width.max(height)) as f32 }
    };
    let mut pairs: Vec<(f32, (f64, f64))> = Vec::new();
    for a in &x {
        for b in &y {
            let aspect = a.pitch / b.pitch;
            if !(LEAST_ASPECT..=1.0 / LEAST_ASPECT).contains(&aspect) {
                continue;
            }
            let square = (a.pitch - b.pitch).abs() <= (0.03 * a.pitch.max(b.pitch)).max(1.01);
            let likeness = a.likeness + b.likeness + if square { SQUARE } else { 0.0 };
            pairs.push((likeness, (a.pitch, b.pitch)));
            // A single row of tiles tells the tiles' height alone, without what is between rows.
            if square {
                pairs.extend([(likeness, (a.pitch, a.pitch)), (likeness, (b.pitch, b.pitch))]);
            }
        }
    }
    // Cells are mostly square: where one axis has too few edges to say, the other one speaks for both.
    pairs.extend(x.iter().map(|a| (a.likeness + along_y.at(a.pitch) + SQUARE, (a.pitch, a.pitch))));
    pairs.extend(y.iter().map(|b| (b.likeness + along_x.at(b.pitch) + SQUARE, (b.pitch, b.pitch))));
    for (likeness, pitch) in &mut pairs {
        *likeness *= filled(*pitch);
        *pitch = (snapped(pitch.0), snapped(pitch.1));
    }
    pairs.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (best, widest) = pairs.first().map_or((0.0, 0.0), |(likeness, pitch)| (*likeness, pitch.0 * pitch.1));
    let mut found: Vec<(f64, f64)> = Vec::new();
    if let Some((rows, cols)) = size.filter(|_| hints.region.is_some()) {
        let pitch = (region.width / cols.max(1) as f64, region.height / rows.max(1) as f64);
        // Smaller cells show no tile, and thousands of them take minutes to tell apart.
        if pitch.0.min(pitch.1) >= LEAST_HINTED_PITCH {
            found.push(pitch);
        }
    }
    let mut kept: Vec<(f64, f64)> = Vec::new();
    for (likeness, pitch) in pairs {
        // Of a pitch and its multiples the likeliest is taken: a description of half cells is often the shorter one.
        if kept.iter().any(|likelier| are_related(*likelier, pitch)) {
            continue;
        }
        kept.push(pitch);
        let is_new = found.iter().all(|p| (p.0 - pitch.0).abs() > 0.3 || (p.1 - pitch.1).abs() > 0.3);
        // What is painted on tiles repeats at small distances, which take long to try.
        let enough = if 4.0 * pitch.0 * pitch.1 < widest { CLEARLY } else { NEARLY };
        if is_new && likeness >= enough * best && found.len() < CANDIDATES {
            found.push(pitch);
        }
    }
    found
}

/// A distance of whole pixels where it is one but for the inaccuracy of measuring it.
fn snapped(pitch: f64) -> f64 {
    if (pitch - pitch.round()).abs() < 0.05 { pitch.round() } else { pitch }
}

/// Whether both distances are whole multiples of the others, or fractions of them.
fn are_related(a: (f64, f64), b: (f64, f64)) -> bool {
    let related = |a: f64, b: f64| {
        let times = (a.max(b) / a.min(b)).round();
        (a.max(b) - times * a.min(b)).abs() < 0.03 * a.max(b)
    };
    related(a.0, b.0) && related(a.1, b.1)
}
