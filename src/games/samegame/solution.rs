//! Solutions: written as JSON and text, and replayed against what they claim.

use super::position::{Board, Move};
use super::rules::{PRESET_NAMES, Rules};
use crate::games::CheckReport;
use crate::grid::Cell;
use crate::puzzle::{Gain, IllegalMove, Puzzle, Status};
use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::sync::Arc;

/// One move with what it did.
struct Step {
    m: Move,
    size: usize,
    gain: Gain,
}

/// A line of play that the referee went through.
struct Replay {
    steps: Vec<Step>,
    end: Board,
    /// Where and why it stopped, if a move was refused.
    refused: Option<(usize, IllegalMove)>,
}

impl Replay {
    fn of(board: &Board, moves: impl IntoIterator<Item = Move>) -> Self {
        let mut replay = Self { steps: Vec::new(), end: board.clone(), refused: None };
        for (index, m) in moves.into_iter().enumerate() {
            let size = replay.end.group(m.0).len();
            match replay.end.play(m) {
                Ok(gain) => replay.steps.push(Step { m, size, gain }),
                Err(refused) => {
                    replay.refused = Some((index, refused));
                    break;
                }
            }
        }
        replay
    }

    fn score(&self) -> Gain {
        self.steps.iter().map(|step| step.gain).sum::<Gain>() + self.end.end_bonus()
    }

    fn outcome(&self) -> &'static str {
        match self.end.status() {
            Status::Won => "cleared",
            Status::Stuck => "stuck",
            Status::Ongoing => "ongoing",
        }
    }
}

/// The game's own keys of a solution.
pub(super) fn to_json(board: &Board, moves: &[Move]) -> Map<String, Value> {
    let replay = Replay::of(board, moves.iter().copied());
    let steps: Vec<Value> = replay.steps.iter().map(step_json).collect();
    let mut keys = Map::new();
    keys.insert("outcome".to_owned(), json!(replay.outcome()));
    keys.insert("score".to_owned(), json!(replay.score()));
    keys.insert("bonus".to_owned(), json!(replay.end.end_bonus()));
    keys.insert("left".to_owned(), json!(replay.end.left()));
    keys.insert("moves".to_owned(), Value::Array(steps));
    keys
}

fn step_json(step: &Step) -> Value {
    let Cell { row, col } = step.m.0;
    json!({ "row": row, "col": col, "size": step.size, "gain": step.gain })
}

/// The first move alone, if there is one.
pub(super) fn hint_json(board: &Board, moves: &[Move]) -> Value {
    Replay::of(board, moves.iter().copied().take(1)).steps.first().map_or(Value::Null, step_json)
}

/// A solution as a person reads it.
pub(super) fn to_text(board: &Board, moves: &[Move]) -> String {
    let replay = Replay::of(board, moves.iter().copied());
    let mut text = String::new();
    for (number, step) in replay.steps.iter().enumerate() {
        let _ = writeln!(text, "{:>4}. {:<7} {:>3} tiles {:>+7}", number + 1, step.m.to_string(), step.size, step.gain);
    }
    let (left, bonus) = (replay.end.left(), replay.end.end_bonus());
    let _ = write!(
        text,
        "{}: score {} in {} moves ({left} tiles left, end bonus {bonus:+})",
        replay.outcome(),
        replay.score(),
        replay.steps.len(),
    );
    text
}

/// What a solution says of itself.
#[derive(Default)]
struct Claims {
    moves: Vec<(Move, Option<Gain>, Option<Gain>)>,
    score: Option<Gain>,
    bonus: Option<Gain>,
    left: Option<Gain>,
    outcome: Option<String>,
    board: Option<Value>,
}

impl Claims {
    fn parse(solution: &str) -> Result<Self, String> {
        let solution = solution.trim();
        if !solution.starts_with(['{', '[']) {
            let cell = |text: &str| text.parse().map(|m| (m, None, None)).map_err(|e| format!("{e}"));
            let moves = solution.split([' ', '\n', '\r', '\t', ';']).filter(|part| !part.is_empty());
            return Ok(Self { moves: moves.map(cell).collect::<Result<_, _>>()?, ..Self::default() });
        }
        let value: Value = serde_json::from_str(solution).map_err(|e| format!("the solution is no JSON: {e}"))?;
        let list = if value.is_array() { &value } else { &value["moves"] };
        let moves = list
            .as_array()
            .ok_or_else(|| "the solution has no list \"moves\"".to_owned())?
            .iter()
            .enumerate()
            .map(|(index, step)| {
                let at = |key: &str, place: usize| {
                    let number = step.get(key).or_else(|| step.get(place)).and_then(Value::as_u64);
                    number.and_then(|n| usize::try_from(n).ok()).ok_or_else(|| {
                        format!(
                            "move {}: expected {{\"row\": r, \"col\": c}} with whole numbers, found {step}",
                            index + 1
                        )
                    })
                };
                let m = Move(Cell::new(at("row", 0)?, at("col", 1)?));
                let of = |key| whole(step, key).map_err(|why| format!("move {}: {why}", index + 1));
                Ok((m, of("size")?, of("gain")?))
            })
            .collect::<Result<_, String>>()?;
        Ok(Self {
            moves,
            score: whole(&value, "score")?,
            bonus: whole(&value, "bonus")?,
            left: whole(&value, "left")?,
            outcome: value["outcome"].as_str().map(str::to_owned),
            board: value.get("board").cloned(),
        })
    }
}

/// The whole number that a solution claims under `key`, if it claims one; a claim that cannot be read is not passed over.
fn whole(claims: &Value, key: &str) -> Result<Option<Gain>, String> {
    match claims.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(claim) => match claim.as_i64() {
            None => Err(format!("{key:?} is {claim}: expected a whole number")),
            number => Ok(number),
        },
    }
}

/// Replays a solution step by step and holds it against what it claims.
///
/// # Errors
/// Why the text is no solution at all.
pub(super) fn check(board: &Board, solution: &str, expect_score: Option<Gain>) -> Result<CheckReport, String> {
    let claims = Claims::parse(solution)?;
    let replay = Replay::of(board, claims.moves.iter().map(|(m, ..)| *m));
    let mut text = String::new();
    let mut faults = Vec::new();
    if claims.board.as_ref().is_some_and(|claimed| *claimed != super::board_rows(board)) {
        faults.push("the solution is for another board".to_owned());
    }
    let mut sum = 0;
    for (number, (step, (_, size, gain))) in replay.steps.iter().zip(&claims.moves).enumerate() {
        let number = number + 1;
        sum += step.gain;
        let _ =
            writeln!(text, "{number:>4}. {:<7} {:>3} tiles {:>+7} {sum:>8}", step.m.to_string(), step.size, step.gain);
        if size.is_some_and(|size| size != step.size as Gain) {
            faults.push(format!("move {number}: the group has {} tiles, not {}", step.size, size.unwrap_or(0)));
        }
        if gain.is_some_and(|gain| gain != step.gain) {
            faults.push(format!("move {number}: it pays {}, not {}", step.gain, gain.unwrap_or(0)));
        }
    }
    if let Some((index, refused)) = &replay.refused {
        faults.push(format!("move {}: {refused}", index + 1));
    } else {
        faults.extend(end_faults(&replay, &claims));
        for (claim, who) in [(claims.score, "the solution claims"), (expect_score, "expected are")] {
            if let Some(claim) = claim.filter(|&claim| claim != replay.score()) {
                let fit = fitting_presets(board, &claims, claim);
                faults.push(format!("the score is {}, {who} {claim}{fit}", replay.score()));
            }
        }
    }
    let (left, bonus) = (replay.end.left(), replay.end.end_bonus());
    let name = &board.rules().spec().name;
    let _ = writeln!(
        text,
        "{}: {sum} points by moves {bonus:+} end bonus = {} by the rules {name:?}, {left} tiles left",
        replay.outcome(),
        replay.score()
    );
    for fault in &faults {
        let _ = writeln!(text, "does not hold: {fault}");
    }
    if faults.is_empty() {
        text.push_str("holds\n");
    }
    Ok(CheckReport { holds: faults.is_empty(), text: text.trim_end().to_owned() })
}

/// Where the end of the game is not what the solution says.
fn end_faults(replay: &Replay, claims: &Claims) -> Vec<String> {
    let mut faults = Vec::new();
    let (bonus, left) = (replay.end.end_bonus(), replay.end.left());
    if replay.end.status() == Status::Ongoing {
        let more = replay.end.groups().first().map_or_else(String::new, |(m, _)| format!(" (such as {m})"));
        faults.push(format!("the game is not over: moves are left{more}"));
    }
    if let Some(claim) = claims.bonus.filter(|&claim| claim != bonus) {
        faults.push(format!("the end bonus is {bonus}, the solution claims {claim}"));
    }
    if let Some(claim) = claims.left.filter(|&claim| claim != left as Gain) {
        faults.push(format!("{left} tiles are left, the solution claims {claim}"));
    }
    if let Some(claim) = claims.outcome.as_deref().filter(|&claim| claim != replay.outcome()) {
        faults.push(format!("the game ends {}, the solution claims {claim}", replay.outcome()));
    }
    faults
}

/// The presets by which the moves come to `claim`, as the end of a sentence.
fn fitting_presets(board: &Board, claims: &Claims, claim: Gain) -> String {
    let fits = |name: &&&str| {
        let board = Rules::preset(name).and_then(|rules| Board::new(&Arc::new(rules), board.tiles().clone()).ok());
        board.is_some_and(|board| {
            let replay = Replay::of(&board, claims.moves.iter().map(|(m, ..)| *m));
            replay.refused.is_none() && replay.score() == claim
        })
    };
    let fitting: Vec<&str> = PRESET_NAMES.iter().filter(fits).copied().collect();
    if fitting.is_empty() {
        "; no preset comes to that".to_owned()
    } else {
        format!("; that is right by the rules {}", fitting.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn board() -> Board {
        Board::parse(&Arc::new(Rules::preset("popstar").unwrap()), "RG\nRG").unwrap()
    }

    #[test]
    fn a_solution_of_ours_holds() {
        let moves = [Move(Cell::new(0, 0)), Move(Cell::new(1, 0))];
        let json = Value::Object(to_json(&board(), &moves)).to_string();
        let report = check(&board(), &json, Some(2040)).unwrap();
        assert!(report.holds, "{}", report.text);
        assert!(check(&board(), "0,0 1,0", None).unwrap().holds);
        assert!(to_text(&board(), &moves).ends_with("cleared: score 2040 in 2 moves (0 tiles left, end bonus +2000)"));
    }

    #[test]
    fn what_does_not_hold_is_named() {
        for (solution, expected, part) in [
            ("0,0", None, "not over"),
            ("0,0 5,5", None, "move 2: illegal move 5,5"),
            ("0,0 1,0", Some(1040), "right by the rules popstar-clear1000"),
            ("0,0 1,0", Some(7), "no preset"),
            ("{\"moves\":[[0,0],[1,0]],\"score\":20,\"left\":3}", None, "claims 3"),
            ("{\"moves\":[{\"row\":0,\"col\":0,\"size\":3,\"gain\":20}]}", None, "has 2 tiles, not 3"),
            ("{\"board\":[\"GG\"],\"moves\":[]}", None, "another board"),
        ] {
            let report = check(&board(), solution, expected).unwrap();
            assert!(!report.holds && report.text.contains(part), "{solution}: {}", report.text);
        }
    }

    #[test]
    fn what_is_no_solution_says_so() {
        for (solution, part) in [
            ("0;0", "no move"),
            ("{", "no JSON"),
            ("{\"moves\":\"0,0\"}", "no list"),
            ("{\"moves\":[{\"row\":0}]}", "move 1: expected"),
            ("{\"moves\":[{\"row\":0,\"col\":0,\"size\":\"2\"}]}", "move 1: \"size\" is \"2\""),
            ("{\"moves\":[],\"score\":1e3}", "\"score\" is 1000.0: expected a whole number"),
        ] {
            let why = check(&board(), solution, None).unwrap_err();
            assert!(why.contains(part), "{solution}: {why}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "\\PC{0,60}", json in "[\\[\\]{}:,\"a-z0-9. -]{0,60}") {
            let _ = check(&board(), &text, None);
            let _ = check(&board(), &format!("{{\"moves\":{json}}}"), None);
            let _ = check(&board(), &format!("{{\"moves\":[{json}]}}"), Some(0));
        }
    }
}
