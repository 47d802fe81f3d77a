//! Solutions: written as JSON and text, and replayed against what they claim.

use super::notation;
use super::path::Corners;
use super::position::{Board, Move};
use super::solver::shuffles::{PlayedOn, Round};
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

/// What was played after shuffles: how many there were, the board after each with what was played on it, and what was left.
pub(super) fn played_on_json(played: &PlayedOn) -> Map<String, Value> {
    let round = |round: &Round| {
        let replay = Replay::of(&round.board, round.moves.iter().copied());
        let moves: Vec<Value> = replay.steps.iter().map(step_json).collect();
        json!({ "board": notation::json(&round.board), "moves": moves })
    };
    let mut keys = Map::new();
    keys.insert("shuffles".to_owned(), json!(played.rounds.len()));
    keys.insert("rounds".to_owned(), played.rounds.iter().map(round).collect());
    keys.insert("left_after_shuffles".to_owned(), json!(played.left));
    keys
}

/// The same as a person reads it.
pub(super) fn played_on_text(played: &PlayedOn) -> String {
    let mut text = String::new();
    for (number, round) in played.rounds.iter().enumerate() {
        let _ = writeln!(text, "shuffle {}\n{}", number + 1, round.board);
        for (number, step) in Replay::of(&round.board, round.moves.iter().copied()).steps.iter().enumerate() {
            let _ = writeln!(text, "{}", step_text(number, step));
        }
    }
    let _ = write!(text, "after {} shuffles {} tiles are left", played.rounds.len(), played.left);
    text
}

/// A solution as a person reads it.
pub(super) fn to_text(board: &Board, moves: &[Move], proven: bool) -> String {
    let replay = Replay::of(board, moves.iter().copied());
    let mut text = String::new();
    for (number, step) in replay.steps.iter().enumerate() {
        let _ = writeln!(text, "{}", step_text(number, step));
    }
    let (pairs, left) = (replay.steps.len(), replay.end.left());
    let _ = write!(text, "{}: {pairs} pairs removed, {left} tiles left", replay.outcome(proven));
    text
}

fn step_text(number: usize, step: &Step) -> String {
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
        let _ = writeln!(text, "{}", step_text(number, step));
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

#[cfg(test)]
mod tests {
    use super::super::rules::Rules;
    use super::*;
    use proptest::prelude::*;
    use std::sync::Arc;

    fn board(text: &str) -> Board {
        Board::parse(&Arc::new(Rules::preset("shisen-sho").unwrap()), text).unwrap()
    }

    fn pair(from: (usize, usize), to: (usize, usize)) -> Move {
        Move { from: Cell::new(from.0, from.1), to: Cell::new(to.0, to.1) }
    }

    #[test]
    fn a_solution_of_ours_holds() {
        let board = board("AB\nAB");
        let moves = [pair((0, 0), (1, 0)), pair((1, 1), (0, 1))];
        let keys = to_json(&board, &moves, true);
        let expected = json!({
            "outcome": "solved",
            "left": 0,
            "moves": [
                {"from": [0, 0], "to": [1, 0], "path": [[0, 0], [1, 0]]},
                {"from": [1, 1], "to": [0, 1], "path": [[1, 1], [0, 1]]},
            ],
        });
        assert_eq!(Value::Object(keys), expected);
        assert_eq!(hint_json(&board, &moves), expected["moves"][0]);
        assert!(check(&board, &expected.to_string(), Some(4)).unwrap().holds);
        assert!(check(&board, &expected["moves"].to_string(), None).unwrap().holds);
        assert!(check(&board, "0,0-1,0 0,1-1,1", None).unwrap().holds);
        let text = to_text(&board, &moves, true);
        assert!(text.starts_with("   1. 0,0-1,0      along 0,0 1,0\n"), "{text}");
        assert!(text.ends_with("solved: 2 pairs removed, 0 tiles left"), "{text}");
    }

    #[test]
    fn outcomes_say_what_is_left() {
        let outcome = |text: &str, moves: &[Move], proven| to_json(&board(text), moves, proven)["outcome"].clone();
        assert_eq!(outcome("AAAB", &[pair((0, 0), (0, 1))], true), "leftover");
        assert_eq!(outcome("AAAB", &[], false), "unknown");
        assert_eq!(outcome("AB\nBA", &[], true), "unsolvable");
        assert_eq!(outcome("..", &[], true), "solved");
        assert!(is_full(&board("AAAB"), &[pair((0, 0), (0, 1))]) && !is_full(&board("AAAB"), &[]));
    }

    #[test]
    fn what_does_not_hold_is_named() {
        let step = |path: &str| format!("[{{\"from\":[0,0],\"to\":[1,0],\"path\":{path}}},[[0,1],[1,1]]]");
        for (solution, expected, part) in [
            ("0,0-1,0", None, "2 tiles are left, and there are equal ones"),
            ("0,0-1,1", None, "move 1: illegal move 0,0-1,1: the tiles are not equal: A and B"),
            ("0,0-1,0 0,0-1,0", None, "move 2: illegal move 0,0-1,0: 0,0 is empty"),
            ("0,0-0,0", None, "the same tile twice"),
            ("0,0-2,0", None, "2,0 lies outside the board of 2 rows and 2 columns"),
            ("0,0-1,0 0,1-1,1", Some(2), "4 tiles are removed, expected are 2"),
            ("{\"moves\":[[[0,0],[1,0]],[[0,1],[1,1]]],\"left\":2}", None, "claims 2"),
            ("{\"moves\":[[[0,0],[1,0]]],\"outcome\":\"solved\"}", None, "ends unknown, the solution claims solved"),
            ("{\"moves\":[],\"board\":[\"AB\",\"BA\"]}", None, "another board"),
            (&step("[[0,0],[0,-1],[1,-1]]"), None, "move 1: 0,0-1,0: the path does not lead from 0,0 to 1,0"),
            (&step("[[0,0],[0,1],[1,1],[1,0]]"), None, "cannot cross 0,1"),
            (&step("[[0,0],[0,-3],[1,-3],[1,0]]"), None, "cannot cross 0,-2"),
            (&step("[[0,0],[1,-1],[1,0]]"), None, "does not go straight from 0,0 to 1,-1"),
            (&step("[[0,0],[-1,0],[-1,-1],[1,-1],[1,0]]"), None, "has 3 turns"),
            (&step("[[0,0],[0,-1],[0,0],[1,0]]"), None, "does not go straight from 0,-1 to 0,0"),
        ] {
            let report = check(&board("AB\nAB"), solution, expected).unwrap();
            assert!(!report.holds && report.text.contains(part), "{solution}: {}", report.text);
        }
        for path in ["[[0,0],[0,-1],[1,-1],[1,0]]", "[[0,0],[1,0]]", "null"] {
            let report = check(&board("AB\nAB"), &step(path), None).unwrap();
            assert!(report.holds, "{path}: {}", report.text);
        }
    }

    #[test]
    fn a_line_that_claims_no_end_only_has_to_be_legal() {
        let unfinished = "{\"moves\":[[[0,0],[1,0]]],\"outcome\":\"unknown\",\"left\":2}";
        assert!(check(&board("AB\nAB"), unfinished, None).unwrap().holds);
        let finished = "{\"moves\":[[[0,0],[1,0]],[[0,1],[1,1]]],\"outcome\":\"unsolvable\"}";
        assert!(!check(&board("AB\nAB"), finished, None).unwrap().holds);
        let tokens = "{\"moves\":[],\"outcome\":\"unknown\",\"board\":[[\"A\",\"B\"],[\"A\",\"..\"]]}";
        assert!(check(&board("AB\nA."), tokens, None).unwrap().holds);
    }

    #[test]
    fn what_is_no_solution_says_so() {
        for (solution, part) in [
            ("0,0", "no move"),
            ("{", "no JSON"),
            ("{\"moves\":\"0,0\"}", "no list"),
            ("{\"moves\":[{\"from\":[0,0]}]}", "move 1: expected"),
            ("{\"moves\":[[[0,0],[-1,0]]]}", "move 1: expected"),
            ("{\"moves\":[{\"from\":[0,0],\"to\":[0,1],\"path\":[[0]]}]}", "move 1: \"path\" is [[0]]"),
            ("{\"moves\":[],\"left\":\"2\"}", "\"left\" is \"2\": expected a whole number"),
        ] {
            let why = check(&board("AB\nAB"), solution, None).unwrap_err();
            assert!(why.contains(part), "{solution}: {why}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(
            text in "\\PC{0,60}", json in "[\\[\\]{}:,\"a-z0-9. -]{0,60}",
            path in prop::collection::vec((any::<i32>(), -2i32..4), 0..5)
        ) {
            let board = board("AB\nAB");
            let _ = check(&board, &text, None);
            let _ = check(&board, &format!("{{\"moves\":{json}}}"), None);
            let _ = check(&board, &format!("{{\"moves\":[{json}]}}"), Some(0));
            let path: Corners = [(0, 0)].into_iter().chain(path).chain([(1, 0)]).collect();
            let step = json!([{"from": [0, 0], "to": [1, 0], "path": path}]);
            prop_assert!(!check(&board, &step.to_string(), None).unwrap().holds);
        }
    }
}
