//! How tiles look under the pointer.

use super::super::lesson::Learned;
use super::probe::{Halt, Probe};
use super::reading_with_unknown;
use crate::desk::Desk;
use crate::frame::Frame;
use crate::grid::{Cell, Grid, Symbol};
use crate::vision::LookState;
use crate::vision::extend::{Unknown, extend};
use std::time::Duration;

/// Kinds that are tried before a program counts as one that shows nothing under the pointer.
const TRIES: usize = 3;
/// How long the pointer rests before the picture is taken: some programs change it bit by bit.
const RESTS: Duration = Duration::from_millis(300);
/// Where on the tile it rests, as shares of the pitch: two places, since a pointer that is part of the picture moves along.
const PLACES: [(f64, f64); 2] = [(-0.22, -0.22), (0.18, 0.18)];
/// How much stricter all readings may become by looks that are near to those of other kinds.
const STRICTER: f32 = 0.5;

/// Rests the pointer on a tile of each kind, and adds how the tiles look that change under it and change back.
///
/// # Errors
/// Why nothing more can be tried.
pub(super) fn tried<D: Desk>(probe: &mut Probe<D>, learned: &mut Learned) -> Result<(), Halt> {
    let Some(symbols) = learned.draft.as_ref().map(|draft| draft.symbols.clone()) else { return Ok(()) };
    let calm = probe.rest(Duration::ZERO)?;
    let kinds = one_of_each(&symbols, &learned.calibration.inert);
    let (mut changing, mut known) = (0, 0);
    for (index, cell) in kinds.iter().enumerate() {
        if changing == 0 && index == TRIES {
            break;
        }
        let Some((picture, cells)) = under_pointer(probe, &calm, *cell, changing < TRIES)? else { continue };
        changing += 1;
        let reading = reading_with_unknown(&learned.calibration, &picture, probe.lattice(), (&symbols, &cells));
        let model = &learned.calibration.model;
        let hover = Unknown::Tiles(LookState::Hover);
        let (with, _) = extend(model, &picture.pixels, &reading, Some(&symbols), hover);
        if with.thresholds().accept >= model.thresholds().accept * STRICTER {
            let before = std::mem::replace(&mut learned.calibration.model, with);
            if is_read_rightly(learned, probe, &picture, &symbols) {
                known += 1;
            } else {
                learned.calibration.model = before;
            }
        }
    }
    learned.told.push(match (changing, known) {
        (0, _) => "tiles look no other way under the pointer".to_owned(),
        (all, known) if all == known => format!("{known} of {} kinds look otherwise under the pointer", kinds.len()),
        (all, known) => format!(
            "{all} of {} kinds look otherwise under the pointer; of these the looks of {known} are told apart and known",
            kinds.len()
        ),
    });
    Ok(())
}

/// A cell of each kind of tile, one that has an equal one beside it where there is such a cell: some programs mark groups.
fn one_of_each(symbols: &Grid<Symbol>, inert: &[Symbol]) -> Vec<Cell> {
    let mut found: Vec<(Symbol, Cell, bool)> = Vec::new();
    for (cell, symbol) in symbols.enumerate() {
        if [Symbol::EMPTY, Symbol::OUTSIDE].contains(symbol) || inert.contains(symbol) {
            continue;
        }
        let is_grouped = symbols.neighbours(cell).any(|near| symbols[near] == *symbol);
        match found.iter_mut().find(|(known, ..)| known == symbol) {
            None => found.push((*symbol, cell, is_grouped)),
            Some(known) if is_grouped && !known.2 => *known = (*symbol, cell, true),
            Some(_) => {}
        }
    }
    found.into_iter().map(|(_, cell, _)| cell).collect()
}

/// The picture with the pointer on a cell, and the cells that look otherwise then, if the cell itself does. Where it is not
/// sure yet that the program does that, only if they look so wherever on the cell the pointer rests, and if all is as before
/// when it has left.
fn under_pointer<D: Desk>(
    probe: &mut Probe<D>,
    calm: &Frame,
    cell: Cell,
    is_new: bool,
) -> Result<Option<(Frame, Vec<Cell>)>, Halt> {
    let picture = probe.hover(cell, PLACES[0], RESTS)?;
    let cells = probe.changed(calm, &picture);
    if !cells.contains(&cell) {
        return Ok(None);
    }
    if is_new {
        let elsewhere = probe.hover(cell, PLACES[1], RESTS)?;
        let left = probe.rest(RESTS)?;
        if !probe.changed(&picture, &elsewhere).is_empty() || !probe.changed(calm, &left).is_empty() {
            return Ok(None);
        }
    }
    Ok(Some((picture, cells)))
}

/// Whether a picture is read as what it shows.
fn is_read_rightly<D: Desk>(learned: &Learned, probe: &Probe<D>, picture: &Frame, symbols: &Grid<Symbol>) -> bool {
    let reading = learned.calibration.reader().read(&picture.pixels, probe.lattice());
    reading.symbols.enumerate().all(|(cell, seen)| *seen == Some(symbols[cell]))
}
