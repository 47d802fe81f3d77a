//! In a terminal: a person changes what was found, one line a change, until nothing is left to be changed.

use super::lesson::Learned;
use crate::calibration::edit::{Draft, Edit, HELP};
use crate::cli::exit::Failure;
use image::RgbImage;
use std::io::{BufRead, Write};

/// What makes a calibration of a changed draft, and writes and tells it.
pub(super) type Again<'a> = &'a mut dyn FnMut(&Learned, Draft) -> Result<Learned, Failure>;

/// Asks for changes until an empty line, and gives back what came of them.
///
/// # Errors
/// The terminal is gone, or what was changed cannot be written.
pub(super) fn talk(
    input: &mut dyn BufRead,
    output: &mut dyn Write,
    mut learned: Learned,
    picture: &RgbImage,
    again: Again<'_>,
) -> Result<Learned, Failure> {
    if learned.draft.is_none() {
        return Ok(learned);
    }
    writeln!(output, "Change it, or press Enter where it is right (help lists the changes).")?;
    loop {
        write!(output, "change> ")?;
        output.flush()?;
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 || line.trim().is_empty() {
            return Ok(learned);
        }
        let Some(mut draft) = learned.draft.clone() else { return Ok(learned) };
        let lattice = learned.calibration.place.lattice;
        let changed = match line.trim() {
            "help" => Err(HELP.to_owned()),
            text => text.parse::<Edit>().and_then(|edit| draft.apply(&edit, picture, &lattice)),
        };
        match changed {
            Ok(()) => learned = again(&learned, draft)?,
            Err(why) => writeln!(output, "{why}")?,
        }
    }
}
