//! What a second click leaves selected that makes no move, and how a selection is taken back.

use super::super::lesson::Learned;
use super::probe::{Halt, Probe};
use super::{board_of, reading_with_unknown};
use crate::calibration::{FailedSecond, Reset};
use crate::desk::Desk;
use crate::frame::Frame;
use crate::games::Game;
use crate::gesture::{Gesture, Key, KeyName, MouseButton};
use crate::grid::Cell;
use crate::vision::LookState;
use crate::vision::extend::{Unknown, extend};

/// Times that a click is made that seems to do nothing: it may have been lost.
const TIMES: usize = 2;

/// Clicks two tiles that are no pair, in games whose moves are a click on each of two tiles, and sees which is marked.
///
/// # Errors
/// Why nothing more can be tried.
pub(super) fn tried<G: Game, D: Desk>(probe: &mut Probe<D>, learned: &mut Learned) -> Result<(), Halt> {
    let board = learned.draft.as_ref().and_then(|draft| board_of::<G>(learned, &draft.symbols));
    let Some([first, second]) = board.and_then(|board| G::no_pair(&board)) else { return Ok(()) };
    let calm = probe.rest(probe.change() / 2)?;
    let (marked, picture) = clicked(probe, &calm, first, &[])?;
    match marked.as_slice() {
        [] => {
            // Whether that tile is selected cannot be seen; a click on the other one is what the program is used to.
            clicked(probe, &calm, second, &[])?;
            let line = "a first click marks no tile: what a second click that fails leaves selected cannot be seen";
            learned.told.push(line.to_owned());
            return Ok(());
        }
        [cell] if *cell == first => {}
        _ => {
            learned.doubts.push(unclear("a first click", &marked));
            return Ok(());
        }
    }
    learned.calibration.input.select_first = true;
    learn_mark(learned, probe, &picture, first);
    // A second click that was lost leaves the first one's mark, as some programs do.
    let (left, _) = clicked(probe, &calm, second, &[first])?;
    let (failed, words) = match left.as_slice() {
        [] => (FailedSecond::Clear, "nothing"),
        [cell] if *cell == first => (FailedSecond::KeepFirst, "the first tile"),
        [cell] if *cell == second => (FailedSecond::KeepSecond, "the second tile"),
        _ => {
            learned.doubts.push(unclear("a second click that makes no move", &left));
            return Ok(());
        }
    };
    learned.calibration.input.failed_second = failed;
    let mut line = format!("a first click marks its tile, and a second one on another kind leaves {words} selected");
    if let Some(&cell) = left.first() {
        match released(probe, learned, &calm, cell)? {
            Some(words) => line.push_str(&format!("; {words} takes that back")),
            None => learned.doubts.push(format!(
                "the tile at {cell} stays selected: neither a click, a right click nor Escape takes that back"
            )),
        }
    }
    learned.told.push(line);
    Ok(())
}

/// Clicks a cell, once more where that seems to do nothing (`as_before` are the cells that looked otherwise already): the
/// cells that look otherwise then, and the picture.
fn clicked<D: Desk>(
    probe: &mut Probe<D>,
    calm: &Frame,
    cell: Cell,
    as_before: &[Cell],
) -> Result<(Vec<Cell>, Frame), Halt> {
    let mut times = 0;
    loop {
        probe.make(&[Gesture::click(cell)])?;
        times += 1;
        let picture = probe.rest(probe.change())?;
        let marked = probe.changed(calm, &picture);
        if marked != as_before || times == TIMES {
            return Ok((marked, picture));
        }
    }
}

/// Takes the selection of a tile back, and keeps what did it, in words; nothing where it stays selected.
///
/// # Errors
/// Why nothing more can be tried.
pub(super) fn released<D: Desk>(
    probe: &mut Probe<D>,
    learned: &mut Learned,
    calm: &Frame,
    cell: Cell,
) -> Result<Option<&'static str>, Halt> {
    let escape = Key::plain(KeyName::Escape);
    let ways = [
        (Reset::ClickAgain, Gesture::click(cell), "one more click on it"),
        (Reset::RightClick, Gesture::Click { at: cell, button: MouseButton::Right, count: 1 }, "a right click"),
        (Reset::Key(escape), Gesture::Key { key: escape }, "Escape"),
    ];
    for (reset, gesture, words) in ways {
        // What does nothing may have been lost.
        for _ in 0..TIMES {
            if !probe.make(std::slice::from_ref(&gesture))? {
                break;
            }
            let picture = probe.rest(probe.change())?;
            match probe.changed(calm, &picture).as_slice() {
                [] => {
                    learned.calibration.input.reset = Some(reset);
                    return Ok(Some(words));
                }
                [left] if *left == cell => {}
                _ => break,
            }
        }
    }
    Ok(None)
}

/// Adds the look of a selected tile.
fn learn_mark<D: Desk>(learned: &mut Learned, probe: &Probe<D>, picture: &Frame, cell: Cell) {
    let Some(draft) = &learned.draft else { return };
    let reading = reading_with_unknown(&learned.calibration, picture, probe.lattice(), (&draft.symbols, &[cell]));
    let selected = Unknown::Tiles(LookState::Selected);
    let (model, _) = extend(&learned.calibration.model, &picture.pixels, &reading, Some(&draft.symbols), selected);
    learned.calibration.model = model;
}

fn unclear(what: &str, marked: &[Cell]) -> String {
    let cells: Vec<String> = marked.iter().take(6).map(ToString::to_string).collect();
    format!("{what} changed the look of {} cells, such as {}: what it does stays open", marked.len(), cells.join(" "))
}
