//! Finds a board's grid in a picture of which nothing is known.

use super::edges::{autocorrelation, profiles, refine_period};
use super::extent;
use super::tiling::best_tiling;
use crate::geometry::{Lattice, Rect};
use image::RgbImage;

/// Least and most distance of neighbouring cells, in pixels.
const LEAST_PITCH: usize = 12;
const MOST_PITCH: usize = 132;
/// Least distance that a hint of size and region may come to, in pixels.
const LEAST_HINTED_PITCH: f64 = 8.0;
/// Distances that are tried in full.
const CANDIDATES: usize = 6;
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
}

/// The board's lattice, if the picture shows one.
#[must_use]
pub fn find(picture: &RgbImage, hints: &Hints) -> Option<Lattice> {
    let whole = Rect::new(0.0, 0.0, f64::from(picture.width()), f64::from(picture.height()));
    let region = hints.region.map_or(Some(whole), |r| r.intersection(&whole))?;
    let region = Rect::new(region.x.floor(), region.y.floor(), region.width.floor(), region.height.floor());
    if region.width < 2.0 * LEAST_PITCH as f64 || region.height < 2.0 * LEAST_PITCH as f64 {
        return None;
    }
    let pitches = match hints.pitch {
        Some(pitch) => vec![pitch],
        None => candidates(picture, &region, hints.size.filter(|_| hints.region.is_some())),
    };
    let best = best_tiling(picture, &region, &pitches)?;
    let lattice = extent::board(picture, &region, &best, hints)?;
    (lattice.rows >= FEWEST && lattice.cols >= FEWEST).then_some(lattice)
}

/// Distances at which the picture repeats along both axes, the likeliest first.
fn candidates(picture: &RgbImage, region: &Rect, size: Option<(usize, usize)>) -> Vec<(f64, f64)> {
    let (along_x, along_y) = profiles(picture, region);
    let most = MOST_PITCH.min(along_x.len().min(along_y.len()) / 2);
    let (x, y) = (autocorrelation(&along_x, most + 1), autocorrelation(&along_y, most + 1));
    let both: Vec<f64> = x.iter().zip(&y).map(|(a, b)| a + b).collect();
    let mut peaks: Vec<(usize, f64)> = (LEAST_PITCH..most)
        .filter(|&lag| both[lag] >= both[lag - 1] && both[lag] >= both[lag + 1])
        .map(|lag| (lag, both[lag]))
        .collect();
    peaks.sort_by(|a, b| b.1.total_cmp(&a.1));
    let mut coarse: Vec<(f64, f64)> = peaks.iter().take(CANDIDATES).map(|&(lag, _)| (lag as f64, lag as f64)).collect();
    if let Some((rows, cols)) = size {
        let pitch = (region.width / cols.max(1) as f64, region.height / rows.max(1) as f64);
        // Smaller cells show no tile, and thousands of them take minutes to tell apart.
        if pitch.0.min(pitch.1) >= LEAST_HINTED_PITCH {
            coarse.insert(0, pitch);
        }
    }
    let refined = coarse.into_iter().map(|(x, y)| (refine_period(&along_x, x), refine_period(&along_y, y)));
    // Cells are nearly always square: where one axis has too few edges to say, the other one speaks for both.
    let mut all: Vec<(f64, f64)> = Vec::new();
    for (x, y) in refined {
        all.push((x, y));
        if (x - y).abs() > 0.3 {
            all.extend([(x, x), (y, y)]);
        }
    }
    all
}
