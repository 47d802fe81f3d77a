//! Grids that may be the board's: which of them is fit to learn from, and what is said of the others.

use crate::calibration::edit::Draft;
use crate::cli::exit::Failure;
use crate::games::Game;
use crate::geometry::{Lattice, Rect};
use crate::grid::{Grid, Symbol};
use crate::vision::Shape;
use crate::vision::lattice::{Hints, Other};
use image::RgbImage;

/// Whether tiles are drawn as such on a board that was found by its tiles' rims alone. Through the empty cells of a heap a
/// photo shows, which has every colour; lines of words are as regular as cards, and no kind of them is told from another.
pub(super) fn is_rimmed<G: Game>(draft: &Draft, rimmed: &Grid<bool>) -> bool {
    const FEWEST_KINDS: usize = 4;
    const MOST_OF_CARDS: f64 = 0.9;
    let tiles = || draft.symbols.enumerate().filter(|(_, symbol)| **symbol != Symbol::EMPTY);
    let (drawn, all) = (tiles().filter(|(cell, _)| rimmed.get(*cell) == Some(&true)).count(), tiles().count());
    match G::priors().shape {
        Shape::Heap => drawn == all,
        Shape::Cards => drawn as f64 >= MOST_OF_CARDS * all as f64 && draft.classes().len() >= FEWEST_KINDS,
        Shape::Level => true,
    }
}

/// That other grids may be the board's, each with the share of its cells that are drawn as most of them are.
pub(super) fn told_of(others: &[Other], taken: &Lattice) -> Option<String> {
    /// Grids that are told, at most.
    const MOST: usize = 2;
    let is_other = |other: &&Other| (other.lattice.rows, other.lattice.cols) != (taken.rows, taken.cols);
    let told: Vec<String> = others
        .iter()
        .filter(is_other)
        .take(MOST)
        .map(|Other { lattice, rimmed }| {
            let drawn = rimmed.iter().filter(|rimmed| **rimmed).count();
            let (rows, cols) = (lattice.rows, lattice.cols);
            let share = 100 * drawn / (rows * cols).max(1);
            format!("{cols}x{rows} from {:.0},{:.0} ({share} %)", lattice.bounds().x, lattice.bounds().y)
        })
        .collect();
    (!told.is_empty()).then(|| {
        format!(
            "by the share of their cells that are drawn alike these grids may be the board's, too: {}; --size or \
             --region says which is",
            told.join(", ")
        )
    })
}

/// The part of a grid that lies in the picture: rows and columns beyond its edges show nothing.
pub(super) fn within(lattice: &Lattice, picture: &RgbImage) -> Option<Lattice> {
    /// A fitted grid may stand out by a fraction of a pixel.
    const SLACK: f64 = 1.0;
    let (width, height) = (f64::from(picture.width()), f64::from(picture.height()));
    let inside =
        |centre: f64, pitch: f64, limit: f64| centre - pitch / 2.0 >= -SLACK && centre + pitch / 2.0 <= limit + SLACK;
    let span = |first: f64, pitch: f64, count: usize, limit: f64| {
        let all = (0..count).filter(|index| inside(first + *index as f64 * pitch, pitch, limit));
        let all: Vec<usize> = all.collect();
        Some((*all.first()?, all.len()))
    };
    let (left, cols) = span(lattice.x, lattice.pitch_x, lattice.cols, width)?;
    let (top, rows) = span(lattice.y, lattice.pitch_y, lattice.rows, height)?;
    let moved = lattice.moved(left as f64 * lattice.pitch_x, top as f64 * lattice.pitch_y);
    Some(Lattice { rows, cols, ..moved })
}

/// Cells of the size that is hinted at (10×10 where none is), laid evenly over the region or the whole picture: what is
/// left where no board was found.
pub(super) fn even_lattice(picture: &RgbImage, hints: &Hints) -> Result<Lattice, Failure> {
    let (width, height) = picture.dimensions();
    let whole = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
    let region = hints
        .region
        .map_or(Some(whole), |region| region.intersection(&whole))
        .ok_or_else(|| Failure::bad_input(format!("--region lies outside the picture of {width}×{height} pixels")))?;
    let (rows, cols) = hints.size.unwrap_or((10, 10));
    let pitch = (region.width / cols as f64, region.height / rows as f64);
    if pitch.0.min(pitch.1) < 2.0 {
        return Err(Failure::bad_input(format!(
            "no board of {cols}x{rows} cells fits into {:.0}×{:.0} pixels: correct --region and --size, or give a larger \
             picture",
            region.width, region.height
        )));
    }
    Ok(Lattice::from_corner(region.x, region.y, pitch, rows, cols))
}
