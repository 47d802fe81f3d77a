//! How tiles shift after a removal, told from moves that are chosen so that they tell it.

use super::super::lesson::Learned;
use super::board_by;
use super::probe::{Halt, Probe};
use crate::cli::bot;
use crate::desk::Desk;
use crate::games::{Game, MoveOf, RulesOf};
use crate::gesture::Gesture;
use crate::grid::{Cell, Grid, Symbol};
use crate::puzzle::Puzzle;
use crate::session::unknown_if_consistent;
use crate::vision::Reading;
use crate::vision::extend::{Unknown, extend};
use crate::vision::settle::Settle;
use std::collections::BTreeSet;
use std::time::Duration;

/// Moves that are made at most.
const MOST: usize = 12;
/// Moves that the program may refuse before nothing more is tried.
const REFUSALS: usize = 3;
/// Moves of which the most telling one is taken.
const CONSIDERED: usize = 48;
/// For how long a board that is known all over is at rest.
const RESTS: Duration = Duration::from_millis(250);

/// What a move brought.
enum Brought {
    /// The boards of these rules, and what stands where.
    Explained(Vec<bool>, Grid<Symbol>),
    /// Nothing at all.
    Nothing,
    /// A board that none of the rules explains.
    Unexplained,
}

/// Plays moves until one of the rules that the game may have is left, or until no move tells those apart that are.
///
/// # Errors
/// Why nothing more can be tried.
pub(super) fn tried<G: Game, D: Desk>(probe: &mut Probe<D>, learned: &mut Learned) -> Result<(), Halt> {
    let stated = bot::rules::<G>(&learned.calibration).map_err(|failure| failure.message)?;
    let mut left = G::possible_rules(&stated);
    let Some(mut symbols) = learned.draft.as_ref().map(|draft| draft.symbols.clone()) else { return Ok(()) };
    let (mut made, mut refused) = (0, Vec::new());
    let undecided = loop {
        if left.is_empty() {
            return Ok(());
        }
        let boards: Vec<G::Board> = left.iter().filter_map(|rules| board_by::<G>(rules, &symbols)).collect();
        if boards.len() != left.len() {
            return Err("what the moves left is no board of the game".to_owned());
        }
        let telling = telling_move::<G>(&boards, &refused);
        let m = match telling {
            Telling::None => break None,
            Telling::NoMove => break Some("no move is left".to_owned()),
            Telling::Move(_) if made == MOST => break Some(format!("{made} moves did not tell them apart")),
            Telling::Move(m) => m,
        };
        match brought::<G, D>(probe, learned, (&boards, &symbols), m)? {
            Brought::Explained(by, after) => {
                let mut by = by.into_iter();
                left.retain(|_| by.next().unwrap_or(false));
                symbols = after;
                made += 1;
            }
            Brought::Nothing if refused.len() + 1 == REFUSALS => {
                break Some(format!("the program took none of {REFUSALS} moves"));
            }
            Brought::Nothing => refused.push(m),
            Brought::Unexplained => break Some(format!("no known shift explains what the move {m} brought")),
        }
    };
    match undecided {
        None => found::<G>(learned, &stated, &left, made)?,
        Some(why) => learned.doubts.push(format!("how tiles shift stays open: {why}; say it in [rules]")),
    }
    Ok(())
}

/// States the simplest of the rules that are left in the calibration, if those stated are not among them.
fn found<G: Game>(learned: &mut Learned, stated: &RulesOf<G>, left: &[RulesOf<G>], made: usize) -> Result<(), Halt> {
    let (was, all) = (G::rules_json(stated), left.iter().map(G::rules_json).collect::<Vec<_>>());
    if all.contains(&was) {
        learned.told.push(format!("{made} moves brought what the rules state, and told them from all others"));
        return Ok(());
    }
    let Some(is) = all.first() else { return Ok(()) };
    let unreadable = |error: &dyn std::fmt::Display| format!("the rules cannot be written: {error}");
    let mut table: toml::Table = learned.calibration.rules.parse().map_err(|error| unreadable(&error))?;
    let mut changed = Vec::new();
    for (key, value) in is.as_object().into_iter().flatten().filter(|(key, value)| was.get(*key) != Some(*value)) {
        table.insert(key.clone(), toml::Value::try_from(value).map_err(|error| unreadable(&error))?);
        changed.push(format!("{key} = {value}"));
    }
    learned.calibration.rules = table.to_string();
    learned.told.push(format!("{made} moves told the rules: {}", changed.join(", ")));
    Ok(())
}

/// What can be played to tell rules apart.
#[derive(Debug)]
enum Telling<M> {
    Move(M),
    /// No move tells them apart.
    None,
    /// There is no move.
    NoMove,
}

/// The move after which the boards, the same one by different rules, differ most.
fn telling_move<G: Game>(boards: &[G::Board], refused: &[MoveOf<G>]) -> Telling<MoveOf<G>> {
    let mut moves = Vec::new();
    if let Some(board) = boards.first() {
        board.legal_moves(&mut moves);
    }
    moves.retain(|m| !refused.contains(m));
    if moves.is_empty() {
        return if boards.len() > 1 { Telling::NoMove } else { Telling::None };
    }
    // Those near each other in the order of moves are much alike: some from all over are as telling as all.
    let every = moves.len().div_ceil(CONSIDERED);
    let outcomes = |m: MoveOf<G>| {
        let after = boards.iter().filter_map(|board| {
            let mut after = board.clone();
            after.play(m).ok().map(|_| after.to_string())
        });
        after.collect::<BTreeSet<String>>().len()
    };
    let counted = moves.into_iter().step_by(every).map(|m| (outcomes(m), m));
    // The first of equally telling ones.
    match counted.reduce(|best, next| if next.0 > best.0 { next } else { best }) {
        Some((2.., m)) => Telling::Move(m),
        _ => Telling::None,
    }
}

/// Makes a move and sees which of the boards explain what it brought. Where only one of its clicks seems to have arrived, the
/// others are made again, once.
fn brought<G: Game, D: Desk>(
    probe: &mut Probe<D>,
    learned: &mut Learned,
    (boards, symbols): (&[G::Board], &Grid<Symbol>),
    m: MoveOf<G>,
) -> Result<Brought, Halt> {
    let manner = learned.calibration.input.manner.clone();
    let action = boards.first().and_then(|board| G::action(board, &[m], &manner));
    let Some(gestures) = action.map(|action| action.gestures) else { return Ok(Brought::Unexplained) };
    let predicted: Vec<Grid<Vec<Symbol>>> = boards
        .iter()
        .filter_map(|board| {
            let mut after = board.clone();
            after.play(m).ok().map(|_| G::expect(&after))
        })
        .collect();
    let calm = probe.rest(Duration::ZERO)?;
    probe.make(&gestures)?;
    if let Some(brought) = awaited(probe, learned, &predicted)? {
        return Ok(brought);
    }
    let now = probe.look()?;
    let marked = probe.changed(&calm, &now);
    let own: Vec<Cell> = gestures.iter().flat_map(Gesture::places).collect();
    if marked.iter().any(|cell| !own.contains(cell)) {
        return Ok(Brought::Unexplained);
    }
    let missing: Vec<Gesture<Cell>> =
        gestures.into_iter().filter(|gesture| !gesture.places().iter().any(|cell| marked.contains(cell))).collect();
    probe.make(&missing)?;
    if let Some(brought) = awaited(probe, learned, &predicted)? {
        return Ok(brought);
    }
    let now = probe.look()?;
    let marked = probe.changed(&calm, &now);
    let reading = learned.calibration.reader().read(&now.pixels, probe.lattice());
    let is_as_before = reading.symbols.enumerate().all(|(cell, seen)| {
        seen.is_none_or(|seen| seen == symbols[cell]) && (seen.is_some() || marked.contains(&cell))
    });
    match marked.as_slice() {
        _ if !is_as_before => Ok(Brought::Unexplained),
        [] => Ok(Brought::Nothing),
        // The program refused the pair, and keeps one of its tiles.
        [cell] => super::second::released(probe, learned, &calm, *cell).map(|_| Brought::Nothing),
        _ => Ok(Brought::Unexplained),
    }
}

/// Looks until one of the predicted boards is seen at rest. Cells whose look is new may be empty ones, if they stay so for as
/// long as a line or a mark may be shown, and their look is learned. Nothing where the time is up.
fn awaited<D: Desk>(
    probe: &mut Probe<D>,
    learned: &mut Learned,
    predicted: &[Grid<Vec<Symbol>>],
) -> Result<Option<Brought>, Halt> {
    let bounds = probe.lattice().bounds();
    let mut reader = learned.calibration.reader();
    let mut settle = Settle::allowing(learned.calibration.noise);
    let begun = probe.now();
    let mut still_since = begun;
    let mut seen: Option<(Reading, Vec<bool>)> = None;
    let patience = probe.change() + Duration::from_millis(probe.timing().settle_ms);
    loop {
        let frame = probe.look()?;
        let now = probe.now();
        if !settle.see(&frame.pixels, &bounds) {
            still_since = now;
        }
        let still = now.saturating_sub(still_since);
        if still < RESTS {
            seen = None;
        } else {
            // The same picture says the same again.
            let (reading, by) = seen.get_or_insert_with(|| {
                let reading = reader.follow(&frame.pixels, probe.lattice());
                let by: Vec<bool> = predicted.iter().map(|board| explains(&reading, board)).collect();
                (reading, by)
            });
            let is_explained = by.contains(&true);
            let rests = if reading.unknown() == 0 { RESTS } else { probe.change() };
            if is_explained && still >= rests {
                let after = reading.symbols.map(|seen| seen.unwrap_or(Symbol::EMPTY));
                let model = &learned.calibration.model;
                (learned.calibration.model, _) = extend(model, &frame.pixels, reading, Some(&after), Unknown::Empty);
                return Ok(Some(Brought::Explained(by.clone(), after)));
            }
            if !is_explained && still >= probe.change() {
                return Ok(None);
            }
        }
        if now.saturating_sub(begun) >= patience {
            return Ok(None);
        }
        probe.pause()?;
    }
}

/// Whether a board explains a reading in which the look of empty cells may be new.
fn explains(reading: &Reading, board: &Grid<Vec<Symbol>>) -> bool {
    let is_empty = |cell: &Cell| board[*cell] == [Symbol::EMPTY];
    unknown_if_consistent(reading, board).is_some_and(|unknown| unknown.iter().all(is_empty))
}
