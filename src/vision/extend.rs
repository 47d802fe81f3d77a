//! Teaches a model the cells of one more picture that it does not know yet: highlighted tiles, empty cells.

use super::model::{Background, Class, ClassModel, Look};
use super::patch::{self, Patch};
use super::settle::crop;
use super::{LookState, Reading, colour};
use crate::geometry::Lattice;
use crate::grid::{Cell, Grid, Symbol};
use image::RgbImage;

/// Mean difference above which empty cells are no plain area but show a picture.
const PLAIN_SPREAD: f32 = 0.015;

/// What the unknown cells of a picture show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// Tiles in this state.
    Tiles(LookState),
    /// Nothing.
    Empty,
}

/// The model with the looks of the cells that `reading` left unknown, or took for another kind than `truth` says.
/// `truth`, if given, names them; else they are empty
/// cells if `what` says so, or highlighted tiles that are named by their hue: the tiles of a highlighted group have none
/// of their own kind beside them. Also gives the cells that no name was found for.
#[must_use]
pub fn extend(
    model: &ClassModel,
    picture: &RgbImage,
    reading: &Reading,
    truth: Option<&Grid<Symbol>>,
    what: Unknown,
) -> (ClassModel, Vec<Cell>) {
    let lattice = &reading.lattice;
    let unknown: Vec<(Cell, Patch)> = reading
        .symbols
        .enumerate()
        .filter(|(cell, symbol)| {
            symbol.is_none_or(|seen| truth.and_then(|t| t.get(*cell)).is_some_and(|named| *named != seen))
        })
        .filter_map(|(cell, _)| Some((cell, patch::cut(picture, &lattice.cell_rect(cell))?)))
        .collect();
    let named: Vec<(Cell, Patch, Option<Symbol>)> = unknown
        .into_iter()
        .map(|(cell, seen)| {
            let symbol = match (truth.and_then(|t| t.get(cell)), what) {
                (Some(symbol), _) => Some(*symbol),
                (None, Unknown::Empty) => Some(Symbol::EMPTY),
                (None, Unknown::Tiles(_)) => by_hue(model, reading, cell, &seen),
            };
            (cell, seen, symbol)
        })
        .collect();
    let mut model = model.clone();
    let mut nameless = Vec::new();
    let mut empty = Vec::new();
    for (cell, seen, symbol) in &named {
        match symbol {
            None => nameless.push(*cell),
            Some(symbol) if *symbol == Symbol::EMPTY => empty.push((*cell, *seen)),
            Some(symbol) => {
                let state = if let Unknown::Tiles(state) = what { state } else { LookState::Normal };
                model.add_look(*symbol, Look { state, picture: patch::to_picture(seen) });
            }
        }
    }
    (with_empty(model, picture, lattice, &empty).tightened(), nameless)
}

/// The kind whose hue is nearest, of those that no neighbour shows at rest.
fn by_hue(model: &ClassModel, reading: &Reading, cell: Cell, seen: &Patch) -> Option<Symbol> {
    const SAME_HUE: f32 = 28.0;
    let beside: Vec<Symbol> = reading.symbols.neighbours(cell).filter_map(|near| reading.symbols[near]).collect();
    let shown = colour::striking(seen);
    let distance = |class: &Class| {
        let looks = class.looks.iter().filter(|look| look.state == LookState::Normal);
        let hues = looks
            .filter_map(|look| colour::hue_difference(shown, colour::striking(&patch::from_picture(&look.picture)?)));
        hues.min_by(f32::total_cmp)
    };
    model
        .classes()
        .iter()
        .filter(|class| class.symbol != Symbol::EMPTY && !beside.contains(&class.symbol))
        .filter_map(|class| Some((distance(class)?, class.symbol)))
        .filter(|(apart, _)| *apart < SAME_HUE)
        .min_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, symbol)| symbol)
}

/// The model with these empty cells: one look if they are all alike, else a picture of what is behind the board.
fn with_empty(mut model: ClassModel, picture: &RgbImage, lattice: &Lattice, empty: &[(Cell, Patch)]) -> ClassModel {
    let Some(middle) = patch::median(empty.iter().map(|(_, seen)| seen)) else { return model };
    let spread = empty.iter().map(|(_, seen)| patch::distance(seen, &middle)).fold(0.0, f32::max);
    if spread <= PLAIN_SPREAD && model.background().is_none() {
        model.add_look(Symbol::EMPTY, Look { state: LookState::Normal, picture: patch::to_picture(&middle) });
        return model;
    }
    let seen_now = |cell: Cell| empty.iter().any(|(other, _)| *other == cell);
    let now = crop(picture, &lattice.bounds());
    let background = match model.background() {
        Some(before)
            if before.picture.dimensions() == now.dimensions()
                && (before.known.rows(), before.known.cols()) == (lattice.rows, lattice.cols) =>
        {
            let mut both = before.picture.clone();
            for (cell, _) in empty {
                let rect = lattice.cell_rect(*cell);
                let bounds = lattice.bounds();
                let part = crop(picture, &rect);
                image::imageops::replace(
                    &mut both,
                    &part,
                    (rect.x - bounds.x).round() as i64,
                    (rect.y - bounds.y).round() as i64,
                );
            }
            let known = Grid::from_fn(lattice.rows, lattice.cols, |cell| before.known[cell] || seen_now(cell));
            Background { picture: both, known }
        }
        _ => Background { picture: now, known: Grid::from_fn(lattice.rows, lattice.cols, seen_now) },
    };
    ClassModel::new(model.classes().to_vec(), Some(background), model.thresholds())
}
