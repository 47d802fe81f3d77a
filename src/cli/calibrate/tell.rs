//! What `calibrate` says of what it learned, and the pictures that show it.

use super::Flags;
use super::lesson::Learned;
use crate::calibration::sheet;
use crate::cli::exit::Failure;
use crate::cli::out;
use crate::games::Game;
use crate::grid::Symbol;
use crate::store::{self, calibrations};
use crate::vision::{LookState, Reading, Shape, overlay};
use image::RgbImage;
use std::path::PathBuf;

/// Where the overlay and the contact sheet go.
fn places(flags: &Flags) -> (PathBuf, PathBuf) {
    let folder = calibrations::pictures_of(&flags.out);
    let beside = |name| folder.join(name);
    let overlay = flags.overlay.clone().unwrap_or_else(|| beside("overlay.png"));
    (overlay, flags.sheet.clone().unwrap_or_else(|| beside("sheet.png")))
}

/// Writes the overlay and the contact sheet.
pub(super) fn pictures(flags: &Flags, learned: &Learned, picture: &RgbImage) -> Result<(), Failure> {
    let Some(reading) = &learned.reading else { return Ok(()) };
    let (overlay, sheet) = places(flags);
    store::write_picture(&overlay, &overlay::draw(picture, reading))?;
    store::write_picture(&sheet, &sheet::draw(picture, reading, &learned.calibration))?;
    Ok(())
}

/// Says what was found, how sure it is, and where the pictures are.
pub(super) fn summary<G: Game>(flags: &Flags, learned: &Learned) -> Result<(), Failure> {
    let calibration = &learned.calibration;
    let lattice = calibration.place.lattice;
    let classes = calibration.model.classes();
    let names: Vec<&str> = classes.iter().map(|class| class.symbol.as_str()).collect();
    out::line(&format!(
        "{}: {}×{} cells, first centre {:.1},{:.1}, pitch {:.2}×{:.2}, classes {}",
        flags.out.display(),
        lattice.cols,
        lattice.rows,
        lattice.x,
        lattice.y,
        lattice.pitch_x,
        lattice.pitch_y,
        names.join(" ")
    ))?;
    if let Some(reading) = &learned.reading {
        for class in classes {
            // In a level the sign of the empty cell is that of a goal.
            let is_empty = class.symbol == Symbol::EMPTY && G::priors().shape != Shape::Level;
            let more = match () {
                () if calibration.inert.contains(&class.symbol) => ", no tile of the game",
                () if is_empty => ", empty",
                () => "",
            };
            out::line(&format!("{}{more}", of_class(class.symbol, reading)))?;
        }
        out::line(&certainty(reading, calibration.model.thresholds().margin))?;
    }
    if let Some(added) = learned.added {
        out::line(&format!("  {added} looks were added"))?;
    }
    for line in &learned.told {
        out::line(&format!("  tried: {line}"))?;
    }
    let (overlay, sheet) = places(flags);
    out::line(&format!("  look at {} (the cells) and {} (the classes)", overlay.display(), sheet.display()))?;
    for doubt in &learned.doubts {
        tracing::warn!("not sure: {doubt}");
    }
    Ok(())
}

fn of_class(symbol: Symbol, reading: &Reading) -> String {
    let count = |state: Option<LookState>| {
        let own = reading.symbols.enumerate().filter(|(_, seen)| **seen == Some(symbol));
        own.filter(|(cell, _)| state.is_none_or(|state| reading.cells[*cell].state == state)).count()
    };
    let mut line = format!("  {symbol:<4} {:>4} cells", count(None));
    for (state, name) in
        [(LookState::Hover, "hovered"), (LookState::Selected, "selected"), (LookState::Dimmed, "dimmed")]
    {
        match count(Some(state)) {
            0 => {}
            some => line.push_str(&format!(", {some} {name}")),
        }
    }
    line
}

/// How sure the reading of the picture is.
fn certainty(reading: &Reading, asked: f32) -> String {
    let known = reading.cells.iter().filter(|verdict| verdict.class.is_some());
    let least = known.map(|verdict| verdict.margin).fold(f32::INFINITY, f32::min);
    let doubtful = reading.unknown();
    if least.is_infinite() {
        return format!("  {doubtful} doubtful cells, none is known");
    }
    format!(
        "  {doubtful} doubtful cells; the others lead their next class by {least:.3} at least ({asked:.3} is asked for)"
    )
}
