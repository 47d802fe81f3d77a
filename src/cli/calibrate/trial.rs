//! `calibrate --live`: plays a few moves in the open window to see how many clicks a move takes, how long the program takes to
//! show it, and how an empty cell looks.

use super::lesson::Learned;
use crate::cli::bot::{self, Request};
use crate::cli::exit::Failure;
use crate::desk::{Desk, WindowId};
use crate::driver::{Run, SearchSettings};
use crate::games::Game;
use crate::grid::{Cell, Symbol};
use crate::session::{Ending, Report, Settings, Trouble};
use crate::vision::LookState;
use crate::vision::extend::{Unknown, extend};
use std::time::Duration;

/// Moves that are tried.
const MOVES: usize = 3;
/// Positions that a plan may expand: any plan will do.
const NODES: u64 = 2000;
/// Presses of a move before it counts as not taken.
const PRESSES: u32 = 3;
/// How much longer than it took here a move may take to show, and to come to rest.
const CHANGE: u32 = 4;
const SETTLE: u32 = 8;

/// What was seen of the moves.
#[derive(Clone, Debug, Default, PartialEq)]
struct Seen {
    /// Presses of each move that was made, the one that took effect included.
    presses: Vec<u32>,
    /// From its last press to the board that it brings.
    times: Vec<Duration>,
    /// When the move that is awaited was pressed last, and how often it was.
    pending: Option<(Duration, u32)>,
    /// Whether the cells that the last reading left unknown were the empty ones that the last move brought.
    unknown_is_empty: bool,
}

impl Seen {
    fn hear(&mut self, at: Duration, report: &Report) {
        match report {
            Report::Act { .. } => {
                let presses = self.pending.map_or(0, |(_, presses)| presses);
                self.pending = Some((at, presses + 1));
            }
            Report::Verify { learned, covered, .. } => {
                self.unknown_is_empty = *learned > 0 && !covered;
                if let Some((since, presses)) = self.pending.take() {
                    self.presses.push(presses);
                    self.times.push(at.saturating_sub(since));
                }
            }
            // What was planned anew says nothing of the clicks before it.
            Report::Recover { reason: Trouble::Mismatch, .. } => self.pending = None,
            _ => {}
        }
    }

    /// Clicks that a move takes: two where each move took effect with its second press.
    fn clicks(&self) -> Option<u8> {
        match self.presses.as_slice() {
            [] => None,
            all if all.iter().all(|presses| *presses == 2) => Some(2),
            _ => Some(1),
        }
    }

    fn slowest(&self) -> Duration {
        self.times.iter().copied().max().unwrap_or_default()
    }
}

/// Plays a few moves with what was learned, and adds what they show. Where a first click leaves the board as it was, but for
/// tiles that look otherwise, these are selected ones: the same move is made with one more click, and those after it with two.
///
/// # Errors
/// Another bot has the mouse, the screen cannot be reached, or the rules are none.
pub(super) fn tried<G: Game, D: Desk>(
    open: &mut dyn FnMut() -> Result<D, Failure>,
    window: Option<WindowId>,
    mut learned: Learned,
) -> Result<Learned, Failure> {
    let (mut run, mut seen) = played::<G, D>(open()?, window, (&learned, MOVES))?;
    if seen.presses.is_empty() && !matches!(run.ending, Ending::Interrupted) && learn_selected(&mut learned, &run) {
        (run, seen) = played::<G, D>(open()?, window, (&learned, 1))?;
        if seen.clicks().is_some() {
            learn_empty(&mut learned, &run, &seen);
            learned.calibration.input.clicks = 2;
            (run, seen) = played::<G, D>(open()?, window, (&learned, MOVES))?;
        }
    }
    match (&run.ending, seen.clicks()) {
        (_, Some(clicks)) => {
            let input = &mut learned.calibration.input;
            input.clicks = input.clicks.max(clicks);
            let ms = |times: u32| u64::try_from((seen.slowest() * times).as_millis()).unwrap_or(u64::MAX);
            let timing = &mut learned.calibration.timing;
            timing.change_ms = timing.change_ms.max(ms(CHANGE));
            timing.settle_ms = timing.settle_ms.max(ms(SETTLE));
            tracing::info!("{} moves were tried, with {} click(s) each", seen.presses.len(), input.clicks);
            learn_empty(&mut learned, &run, &seen);
        }
        (Ending::Interrupted, None) => learned.doubts.push("the trial was stopped before a move was made".to_owned()),
        (Ending::NotFull(why) | Ending::World(why), None) => {
            learned.doubts.push(format!("no move could be tried: {why}"));
        }
        (Ending::AsPromised, None) => learned.doubts.push("no move could be tried: the game is over".to_owned()),
    }
    Ok(learned)
}

/// One run of so many moves, the same ones on the same board.
fn played<G: Game, D: Desk>(
    desk: D,
    window: Option<WindowId>,
    (learned, moves): (&Learned, usize),
) -> Result<(Run, Seen), Failure> {
    let mut calibration = learned.calibration.clone();
    calibration.timing.tries = PRESSES;
    let request = Request::<G> {
        settings: Settings { moves: Some(moves), patience: Duration::from_secs(20), ..Settings::default() },
        search: SearchSettings {
            algorithm: G::ALGORITHMS[0].to_owned(),
            objective: G::OBJECTIVES[0].to_owned(),
            seed: 0,
            threads: 1,
            nodes: Some(NODES),
        },
        known: G::Memory::default(),
        window,
        record: None,
        asker: None,
    };
    let mut seen = Seen::default();
    let run = bot::play::<G, D>(desk, &calibration, request, &mut |at, report, _| seen.hear(at, report))?;
    Ok((run, seen))
}

/// Adds the looks of tiles that a click has marked, where all others are as they were; whether there are such.
fn learn_selected(learned: &mut Learned, run: &Run) -> bool {
    let (Some(frame), Some(now), Some(draft)) = (run.frames.last(), &run.reading, &learned.draft) else { return false };
    let same_size = (now.symbols.rows(), now.symbols.cols()) == (draft.symbols.rows(), draft.symbols.cols());
    let as_before = |(cell, symbol): (Cell, &Option<Symbol>)| symbol.is_none_or(|symbol| symbol == draft.symbols[cell]);
    if !same_size || now.unknown() == 0 || !now.symbols.enumerate().all(as_before) {
        return false;
    }
    let selected = Unknown::Tiles(LookState::Selected);
    let (model, nameless) = extend(&learned.calibration.model, &frame.pixels, now, Some(&draft.symbols), selected);
    learned.calibration.model = model;
    nameless.is_empty()
}

/// Adds the look of the empty cells that the run knew at its end.
fn learn_empty(learned: &mut Learned, run: &Run, seen: &Seen) {
    let (Some(frame), Some(known)) = (run.frames.last(), &run.reading) else { return };
    let reader = learned.calibration.reader();
    let mut before = reader.read(&frame.pixels, &known.lattice);
    // Of cells that the run did not know either, as where a text floats over them, nothing is learned.
    for (cell, _) in known.symbols.enumerate().filter(|(_, symbol)| symbol.is_none() && !seen.unknown_is_empty) {
        before.symbols[cell] = Some(Symbol::EMPTY);
    }
    let truth = known.symbols.map(|symbol| symbol.unwrap_or(Symbol::EMPTY));
    let (model, _) = extend(&learned.calibration.model, &frame.pixels, &before, Some(&truth), Unknown::Empty);
    learned.calibration.model = model;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn act() -> Report {
        let (what, gesture, pixels) = ("0,0".to_owned(), Vec::new(), Vec::new());
        Report::Act { number: 1, moves: 1, what, gesture, pixels, gain: 1, total: 1 }
    }

    fn seen(presses: &[u32]) -> Seen {
        let mut seen = Seen::default();
        let mut now = Duration::ZERO;
        for count in presses {
            for _ in 0..*count {
                now += Duration::from_secs(2);
                seen.hear(now, &act());
            }
            now += Duration::from_millis(300);
            seen.hear(now, &Report::Verify { number: 1, learned: 0, covered: false, board: Vec::new() });
        }
        seen
    }

    #[test]
    fn two_clicks_are_told_from_a_click_that_was_lost() {
        assert_eq!(seen(&[]).clicks(), None);
        assert_eq!(seen(&[1, 1, 1]).clicks(), Some(1));
        assert_eq!(seen(&[2, 2, 2]).clicks(), Some(2));
        assert_eq!(seen(&[1, 2, 1]).clicks(), Some(1));
        assert_eq!(seen(&[2, 2]).slowest(), Duration::from_millis(300));
    }
}
