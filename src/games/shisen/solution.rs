//! Solutions: written as JSON and text, and replayed against what they claim.

use super::notation;
use super::path::Corners;
use super::position::{Board, Move};
use crate::games::CheckReport;
use crate::grid::Cell;
use crate::puzzle::{Gain, IllegalMove, Puzzle};
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// One pair and the way that joins it.
struct Step {
    m: Move,
    path: Corners,
}

/// A line of play that the referee went through.
struct Replay {
    steps: Vec<Step>,
    end: Board,
    gain: Gain,
    /// Where and why it stopped, if a move was refused.
    refused: Option<(usize, IllegalMove)>,
}

impl Replay {
    fn of(board: &Board, moves: impl IntoIterator<Item = Move>) -> Self {
        let mut replay = Self { steps: Vec::new(), end: board.clone(), gain: 0, refused: None };
        for (index, m) in moves.into_iter().enumerate() {
            let path = replay.end.path(m.from, m.to).unwrap_or_default();
            match replay.end.play(m) {
                Ok(gain) => {
                    replay.gain += gain;
                    replay.steps.push(Step { m, path });
                }
                Err(refused) => {
                    replay.refused = Some((index, refused));
                    break;
                }
            }
        }
        replay
    }

    /// How the board stands: `proven` where the line is known to be the longest there is.
    fn outcome(&self, proven: bool) -> &'static str {
        if self.end.left() == 0 {
            "solved"
        } else if is_leftover(&self.end) {
            "leftover"
        } else if proven {
            "unsolvable"
        } else {
            "unknown"
        }
    }
}

/// Whether no two tiles are equal: what is left is of odd counts.
fn is_leftover(board: &Board) -> bool {
    board.counts().values().all(|&count| count == 1)
}

/// Whether all tiles that can be paired are gone after these moves.
pub(super) fn is_full(board: &Board, moves: &[Move]) -> bool {
    let replay = Replay::of(board, moves.iter().copied());
    replay.refused.is_none() && is_leftover(&replay.end)
}

/// The game's own keys of a solution.
pub(super) fn to_json(board: &Board, moves: &[Move], proven: bool) -> Map<String, Value> {
    let replay = Replay::of(board, moves.iter().copied());
    let mut keys = Map::new();
    keys.insert("outcome".to_owned(), json!(replay.outcome(proven)));
    keys.insert("left".to_owned(), json!(replay.end.left()));
    keys.insert("moves".to_owned(), replay.steps.iter().map(step_json).collect());
    keys
}

fn step_json(step: &Step) -> Value {
    let Move { from, to } = step.m;
    json!({ "from": [from.row, from.col], "to": [to.row, to.col], "path": step.path })
}

/// The first move alone, if there is one.
pub(super) fn hint_json(board: &Board, moves: &[Move]) -> Value {
    Replay::of(board, moves.iter().copied().take(1)).steps.first().map_or(Value::Null, step_json)
}

/// A solution as a person reads it.
pub(super) fn to_text(board: &Board, moves: &[Move], proven: bool) -> String {
    let replay = Replay::of(board, moves.iter().copied());
    let mut text = String::new();
    for (number, step) in replay.steps.iter().enumerate() {
        let _ = writeln!(text, "{}", step_text(board, number, step));
    }
    let (pairs, left) = (replay.steps.len(), replay.end.left());
    let _ = write!(text, "{}: {pairs} pairs removed, {left} tiles left", replay.outcome(proven));
    text
}

fn step_text(_board: &Board, number: usize, step: &Step) -> String {
    let corners = step.path.iter().map(|(row, col)| format!("{row},{col}")).collect::<Vec<_>>();
    format!("{:>4}. {:<12} along {}", number + 1, step.m.to_string(), corners.join(" "))
}

/// What a solution says of itself.
#[derive(Default)]
struct Claims {
    moves: Vec<(Move, Option<Corners>)>,
    left: Option<Gain>,
    outcome: Option<String>,
    board: Option<Value>,
}

impl Claims {
    fn parse(solution: &str) -> Result<Self, String> {
        let solution = solution.trim();
        if !solution.starts_with(['{', '[']) {
            let pair = |text: &str| text.parse().map(|m| (m, None)).map_err(|e| format!("{e}"));
            let moves = solution.split([' ', '\n', '\r', '\t', ';']).filter(|part| !part.is_empty());
            return Ok(Self { moves: moves.map(pair).collect::<Result<_, _>>()?, ..Self::default() });
        }
        let value: Value = serde_json::from_str(solution).map_err(|e| format!("the solution is no JSON: {e}"))?;
        let list = if value.is_array() { &value } else { &value["moves"] };
        let list = list.as_array().ok_or_else(|| "the solution has no list \"moves\"".to_owned())?;
        let numbered = |(index, step)| claimed_move(step).map_err(|why| format!("move {}: {why}", index + 1));
        let left = match value.get("left") {
            None | Some(Value::Null) => None,
            Some(left) => Some(left.as_i64().ok_or_else(|| format!("\"left\" is {left}: expected a whole number"))?),
        };
        Ok(Self {
            moves: list.iter().enumerate().map(numbered).collect::<Result<_, _>>()?,
            left,
            outcome: value["outcome"].as_str().map(str::to_owned),
            board: value.get("board").cloned(),
        })
    }
}

/// A move of a solution, with its path where it names one.
fn claimed_move(step: &Value) -> Result<(Move, Option<Corners>), String> {
    let expected = || format!("expected {{\"from\": [r,c], \"to\": [r,c]}} with whole numbers, found {step}");
    let cell = |key: &str, place: usize| {
        let cell = step.get(key).or_else(|| step.get(place))?;
        let number = |place: usize| usize::try_from(cell.get(place)?.as_u64()?).ok();
        Some(Cell::new(number(0)?, number(1)?))
    };
    let (from, to) = cell("from", 0).zip(cell("to", 1)).ok_or_else(expected)?;
    let corner = |place: &Value| {
        let number = |index: usize| i32::try_from(place.get(index)?.as_i64()?).ok();
        Some((number(0)?, number(1)?))
    };
    let path = match step.get("path") {
        None | Some(Value::Null) => None,
        Some(path) => {
            let corners = path.as_array().and_then(|places| places.iter().map(corner).collect::<Option<Corners>>());
            Some(corners.ok_or_else(|| format!("\"path\" is {path}: expected a list of corners [r,c]"))?)
        }
    };
    Ok((Move { from, to }, path))
}

/// Replays a solution step by step and holds it against what it claims.
///
/// # Errors
/// Why the text is no solution at all.
pub(super) fn check(board: &Board, solution: &str, expect_score: Option<Gain>) -> Result<CheckReport, String> {
    let claims = Claims::parse(solution)?;
    let replay = Replay::of(board, claims.moves.iter().map(|(m, _)| *m));
    let mut text = String::new();
    let mut faults = Vec::new();
    if claims.board.as_ref().is_some_and(|claimed| !notation::shows(claimed, board)) {
        faults.push("the solution is for another board".to_owned());
    }
    let mut position = board.clone();
    for (number, (step, (_, path))) in replay.steps.iter().zip(&claims.moves).enumerate() {
        let _ = writeln!(text, "{}", step_text(board, number, step));
        let fault = path.as_ref().and_then(|path| position.path_fault(step.m, path));
        faults.extend(fault.map(|fault| format!("move {}: {}: {fault}", number + 1, step.m)));
        if position.play(step.m).is_err() {
            break;
        }
    }
    if let Some((index, refused)) = &replay.refused {
        faults.push(format!("move {}: {refused}", index + 1));
    } else {
        faults.extend(end_faults(&replay, &claims));
        if let Some(expected) = expect_score.filter(|&expected| expected != replay.gain) {
            faults.push(format!("{} tiles are removed, expected are {expected}", replay.gain));
        }
    }
    let (pairs, left) = (replay.steps.len(), replay.end.left());
    let _ = writeln!(text, "{}: {pairs} pairs removed, {left} tiles left", replay.outcome(false));
    for fault in &faults {
        let _ = writeln!(text, "does not hold: {fault}");
    }
    if faults.is_empty() {
        text.push_str("holds\n");
    }
    Ok(CheckReport { holds: faults.is_empty(), text: text.trim_end().to_owned() })
}

/// Where the end of the game is not what the solution says. One that says nothing must leave no pair.
fn end_faults(replay: &Replay, claims: &Claims) -> Vec<String> {
    let mut faults = Vec::new();
    let left = replay.end.left();
    let outcome = replay.outcome(false);
    match claims.outcome.as_deref() {
        // That no longer line exists is not for a replay to see.
        Some("unsolvable" | "unknown") if outcome == "unknown" => {}
        Some(claim) if claim == outcome => {}
        Some(claim) => faults.push(format!("the board ends {outcome}, the solution claims {claim}")),
        None if outcome == "unknown" => {
            faults.push(format!("{left} tiles are left, and there are equal ones among them"))
        }
        None => {}
    }
    if let Some(claim) = claims.left.filter(|&claim| claim != left as Gain) {
        faults.push(format!("{left} tiles are left, the solution claims {claim}"));
    }
    faults
}
