//! `calibrate --live`: tries harmless things in the open window and plays a few moves, to see how the program takes clicks,
//! how tiles look under the pointer and when they are selected, how they shift, how long the program takes to show a move,
//! and how an empty cell looks.

mod hover;
mod probe;
mod second;
mod shift;

use super::lesson::Learned;
use crate::calibration::Calibration;
use crate::cli::exit::Failure;
use crate::cli::{bot, lock, signals};
use crate::desk::{Desk, WindowId};
use crate::driver::{Driver, Run, SearchSettings};
use crate::frame::Frame;
use crate::games::{Game, RulesOf};
use crate::geometry::Lattice;
use crate::grid::{Cell, Grid, Symbol};
use crate::search::StopFlag;
use crate::session::{Ending, Report, Settings, Trouble};
use crate::vision::extend::{Unknown, extend};
use crate::vision::{LookState, Reading};
use probe::Probe;
use std::sync::Arc;
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
    /// Other rules than those stated that the moves spoke for, in words.
    other_rules: Option<String>,
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
            Report::Recover { reason: Trouble::Rules, detail } => {
                self.pending = None;
                self.other_rules = Some(detail.clone());
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

/// How the desk is opened, once for each thing that is tried.
type Open<'a, D> = &'a mut dyn FnMut() -> Result<D, Failure>;

/// Tries what can be tried with what was learned, and adds what it shows. Nothing that was learned before is lost where it is
/// stopped on the way.
///
/// # Errors
/// Another bot has the mouse, the screen cannot be reached, or the rules are none.
pub(super) fn tried<G: Game, D: Desk>(
    open: Open<'_, D>,
    window: Option<WindowId>,
    learned: Learned,
) -> Result<Learned, Failure> {
    let _one_bot_at_a_time = lock::take()?;
    let stop = StopFlag::default();
    signals::stop_on_signals(&stop)?;
    tried_until::<G, D>(open, window, learned, &stop)
}

/// The same until `stop` is raised.
fn tried_until<G: Game, D: Desk>(
    open: Open<'_, D>,
    window: Option<WindowId>,
    mut learned: Learned,
    stop: &StopFlag,
) -> Result<Learned, Failure> {
    let by_hand = Probe::new(open()?, window, &learned.calibration, stop).and_then(|mut probe| {
        hover::tried(&mut probe, &mut learned)?;
        second::tried::<G, D>(&mut probe, &mut learned)?;
        shift::tried::<G, D>(&mut probe, &mut learned)
    });
    if let Err(why) = by_hand {
        learned.doubts.push(format!("the trial was given up: {why}"));
        return Ok(learned);
    }
    moves_tried::<G, D>(open, window, learned, stop)
}

/// Plays a few moves with what was learned, and adds what they show. Where a first click leaves the board as it was, but for
/// tiles that look otherwise, these are selected ones: the same move is made with one more click, and those after it with two.
fn moves_tried<G: Game, D: Desk>(
    open: Open<'_, D>,
    window: Option<WindowId>,
    mut learned: Learned,
    stop: &StopFlag,
) -> Result<Learned, Failure> {
    let (mut run, mut seen) = played::<G, D>(open()?, window, (&learned, MOVES), stop)?;
    if seen.presses.is_empty() && !matches!(run.ending, Ending::Interrupted) && learn_selected(&mut learned, &run) {
        (run, seen) = played::<G, D>(open()?, window, (&learned, 1), stop)?;
        if seen.clicks().is_some() {
            learn_empty(&mut learned, &run, &seen);
            learned.calibration.input.clicks = 2;
            (run, seen) = played::<G, D>(open()?, window, (&learned, MOVES), stop)?;
        }
    }
    if let Some(detail) = &seen.other_rules {
        learned.doubts.push(format!("the moves that were tried brought what the rules do not say: {detail}"));
    }
    match (&run.ending, seen.clicks()) {
        (_, Some(clicks)) => {
            // A move that is a click on each of two tiles takes one on each, though more were made where it was not seen
            // at once that they are gone.
            let board = learned.draft.as_ref().and_then(|draft| board_of::<G>(&learned, &draft.symbols));
            let is_of_pairs = board.is_some_and(|board| G::no_pair(&board).is_some());
            let input = &mut learned.calibration.input;
            if !is_of_pairs {
                input.clicks = input.clicks.max(clicks);
            }
            let ms = |times: u32| u64::try_from((seen.slowest() * times).as_millis()).unwrap_or(u64::MAX);
            let timing = &mut learned.calibration.timing;
            timing.change_ms = timing.change_ms.max(ms(CHANGE));
            timing.settle_ms = timing.settle_ms.max(ms(SETTLE));
            let (moves, clicks, slowest) = (seen.presses.len(), input.clicks, seen.slowest().as_millis());
            learned.told.push(format!("{moves} moves, {clicks} click(s) on a tile, shown after {slowest} ms at most"));
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
    stop: &StopFlag,
) -> Result<(Run, Seen), Failure> {
    let mut calibration = learned.calibration.clone();
    calibration.timing.tries = PRESSES;
    let settings = Settings { moves: Some(moves), patience: Duration::from_secs(20), ..Settings::default() };
    let search = SearchSettings {
        algorithm: G::ALGORITHMS[0].to_owned(),
        objective: G::OBJECTIVES[0].to_owned(),
        seed: 0,
        threads: 1,
        nodes: Some(NODES),
    };
    let session = bot::session::<G>(settings, &calibration, G::Memory::default())?;
    let mut seen = Seen::default();
    let mut report = |at: Duration, report: &Report, _: Option<&Frame>| seen.hear(at, report);
    let mut driver = Driver::new(desk, session, calibration.window, search, stop.clone(), &mut report);
    if let Some(window) = window {
        driver = driver.for_window(window);
    }
    let run = driver.run();
    Ok((run, seen))
}

/// The board that these symbols show by the rules of the calibration.
fn board_of<G: Game>(learned: &Learned, symbols: &Grid<Symbol>) -> Option<G::Board> {
    board_by::<G>(&bot::rules::<G>(&learned.calibration).ok()?, symbols)
}

/// The board that these symbols show by some rules.
fn board_by<G: Game>(rules: &RulesOf<G>, symbols: &Grid<Symbol>) -> Option<G::Board> {
    let symbols = symbols.map(|symbol| Some(*symbol));
    G::board_from_symbols(&Arc::new(rules.clone()), &symbols, &G::Memory::default()).ok()
}

/// The reading of a picture in which the cells are as known, but for some whose look is to be learned.
fn reading_with_unknown(
    calibration: &Calibration,
    picture: &Frame,
    lattice: &Lattice,
    (known, unknown): (&Grid<Symbol>, &[Cell]),
) -> Reading {
    let mut reading = calibration.reader().read(&picture.pixels, lattice);
    reading.symbols = known.map(|symbol| Some(*symbol));
    for cell in unknown {
        reading.symbols[*cell] = None;
    }
    reading
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
mod desk_tests;

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

    #[test]
    fn moves_that_speak_for_other_rules_are_heard() {
        let mut seen = seen(&[1, 1]);
        assert_eq!(seen.other_rules, None);
        seen.hear(Duration::ZERO, &Report::Recover { reason: Trouble::Rules, detail: "tiles shift up".to_owned() });
        assert_eq!(seen.other_rules.as_deref(), Some("tiles shift up"));
        assert_eq!(seen.clicks(), Some(1));
    }
}
