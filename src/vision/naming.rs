//! What the cells of a picture are to be called, where it is known what they may be called.
//!
//! A program may draw alike what a board tells apart: a box on a goal and off it, floor inside a level and outside. No picture
//! says which of them a cell shows, so what looks alike is called alike.

use super::patch::{self, Patch};
use crate::geometry::{Lattice, Rect};
use crate::grid::{Cell, Grid, Symbol};
use image::RgbImage;

/// Difference of two cells up to which they look alike.
const ALIKE: f32 = 0.02;
/// The same where either may be called as the other is.
const EITHER: f32 = 0.04;
/// How much better the cells of a kind must agree for the board to stand elsewhere.
const CLEARLY: f32 = 0.8;

/// A symbol for each cell, out of those that it may be called by (its name first). Nothing where a cell lies outside the
/// picture.
#[must_use]
pub fn agreed(picture: &RgbImage, lattice: &Lattice, looks: &Grid<Vec<Symbol>>) -> Option<Grid<Symbol>> {
    let cells: Vec<Cell> = lattice.cells().collect();
    let patches: Vec<Patch> =
        cells.iter().map(|cell| patch::cut(picture, &lattice.cell_rect(*cell))).collect::<Option<_>>()?;
    let mut names: Vec<Symbol> =
        cells.iter().map(|cell| looks.get(*cell).and_then(|l| l.first()).copied().unwrap_or(Symbol::EMPTY)).collect();
    let may_be = |i: usize, symbol: Symbol| looks.get(cells[i]).is_some_and(|l| l.contains(&symbol));
    // A name goes where a cell that may not have it looks the same; of two that both may go, what lies outside does.
    let mut has_turned = true;
    while std::mem::take(&mut has_turned) {
        for i in 0..cells.len() {
            let other = (0..cells.len()).find(|&j| {
                let either = may_be(j, names[i]);
                names[j] != names[i]
                    && may_be(i, names[j])
                    && (!either || names[i] == Symbol::OUTSIDE)
                    && patch::distance(&patches[i], &patches[j]) <= if either { EITHER } else { ALIKE }
            });
            if let Some(other) = other {
                names[i] = names[other];
                has_turned = true;
            }
        }
    }
    Some(Grid::from_fn(lattice.rows, lattice.cols, |cell| names[cell.row * lattice.cols + cell.col]))
}

/// The lattice moved by whole cells to where the picture shows this board: cells of one name look most alike there.
#[must_use]
pub fn placed(picture: &RgbImage, lattice: &Lattice, looks: &Grid<Vec<Symbol>>) -> Lattice {
    const FURTHEST: i32 = 3;
    let (width, height) = (f64::from(picture.width()), f64::from(picture.height()));
    let whole = Rect::new(-1.0, -1.0, width + 2.0, height + 2.0);
    let spread = |at: &Lattice| -> Option<f32> {
        if !whole.encloses(&at.bounds()) {
            return None;
        }
        let named: Vec<(Symbol, Patch)> = at
            .cells()
            .map(|cell| Some((*looks.get(cell)?.first()?, patch::cut(picture, &at.cell_rect(cell))?)))
            .collect::<Option<_>>()?;
        let mut names: Vec<Symbol> = named.iter().map(|(name, _)| *name).collect();
        names.sort();
        names.dedup();
        let of_name = |name: Symbol| {
            let own = named.iter().filter(move |(other, _)| *other == name).map(|(_, seen)| seen);
            let middle = patch::median(own.clone())?;
            Some(own.map(|seen| patch::distance(seen, &middle)).sum::<f32>())
        };
        names.into_iter().map(of_name).sum::<Option<f32>>()
    };
    let here = spread(lattice);
    let moved = |(down, right): (i32, i32)| {
        lattice.moved(f64::from(right) * lattice.pitch_x, f64::from(down) * lattice.pitch_y)
    };
    let steps = (-FURTHEST..=FURTHEST).flat_map(|down| (-FURTHEST..=FURTHEST).map(move |right| (down, right)));
    let best = steps
        .filter(|step| *step != (0, 0))
        .map(moved)
        .filter_map(|at| Some((spread(&at)?, at)))
        .min_by(|a, b| a.0.total_cmp(&b.0));
    match (here, best) {
        (Some(here), Some((there, at))) if there < CLEARLY * here => at,
        (None, Some((_, at))) => at,
        _ => *lattice,
    }
}
