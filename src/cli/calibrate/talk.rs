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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Grid, Symbol};
    use crate::store::calibrations;

    /// What a person who types these lines is told, and what the cells are taken for in the end.
    fn talked(lines: &str) -> (String, String) {
        let symbols = Grid::from_fn(1, 3, |cell| Symbol::from_char(['A', 'A', 'B'][cell.col]).unwrap());
        let draft = Draft { symbols, inert: Vec::new(), kept: Vec::new(), buttons: Vec::new() };
        let calibration = calibrations::load("sgt-samegame").unwrap();
        let learned = Learned::of(calibration, Vec::new(), Some(draft));
        let mut output = Vec::new();
        let mut again = |before: &Learned, draft| Ok(Learned { draft: Some(draft), ..before.clone() });
        let picture = RgbImage::new(9, 9);
        let end = talk(&mut lines.as_bytes(), &mut output, learned, &picture, &mut again).unwrap();
        let row = end.draft.unwrap().symbols.iter().map(Symbol::as_str).collect();
        (String::from_utf8(output).unwrap(), row)
    }

    #[test]
    fn changes_are_made_until_an_empty_line_and_wrong_ones_are_told() {
        let (told, row) = talked("rename A C\nrename X Y\nhello\n\nrename C D\n");
        assert_eq!(row, "CCB");
        assert!(told.contains("no class is called X: the classes are B C"), "{told}");
        assert!(told.contains("\"hello\" is no change") && told.contains("merge A B"), "{told}");
        assert_eq!(talked("merge A B").1, "BBB", "the end of the input ends it, too");
    }
}
