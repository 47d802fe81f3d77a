//! Solutions: written as JSON and text, and replayed against what they claim.

use super::lurd::{self, Written};
use super::position::Board;
use super::solver;
use super::step::Step;
use crate::games::CheckReport;
use crate::grid::Cell;
use crate::puzzle::{Gain, Puzzle, Status};
use crate::search::{Outcome, replay};
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// Which number is the least there can be.
fn optimal(outcome: &Outcome<Step>) -> Option<&'static str> {
    let what = if outcome.algorithm == solver::FEWEST_MOVES { "moves" } else { "pushes" };
    (outcome.proven && outcome.status == Status::Won).then_some(what)
}

fn verdict(outcome: &Outcome<Step>) -> &'static str {
    match (outcome.status, outcome.proven) {
        (Status::Won, _) => "solved",
        (_, true) => "unsolvable",
        (_, false) => "unknown",
    }
}

/// A number of pushes that no solution can do with less.
fn lower_bound(board: &Board, outcome: &Outcome<Step>, pushes: usize) -> Option<usize> {
    match (verdict(outcome), optimal(outcome)) {
        ("unsolvable", _) => None,
        (_, Some("pushes")) => Some(pushes),
        _ => solver::least_pushes(board),
    }
}

/// The game's own keys of a solution.
pub(super) fn to_json(board: &Board, outcome: &Outcome<Step>) -> Map<String, Value> {
    let (lurd, pushes) = lurd::write(board, &outcome.moves);
    let mut keys = Map::new();
    keys.insert("outcome".to_owned(), json!(verdict(outcome)));
    keys.insert("pushes".to_owned(), json!(pushes));
    keys.insert("moves".to_owned(), json!(outcome.moves.len()));
    keys.insert("optimal".to_owned(), json!(optimal(outcome)));
    keys.insert("lower_bound".to_owned(), json!(lower_bound(board, outcome, pushes)));
    keys.insert("lurd".to_owned(), json!(lurd));
    keys
}

/// A solution as a person reads it.
pub(super) fn to_text(board: &Board, outcome: &Outcome<Step>) -> String {
    let (lurd, pushes) = lurd::write(board, &outcome.moves);
    let moves = outcome.moves.len();
    match verdict(outcome) {
        "solved" => {
            let proof = optimal(outcome).map_or_else(String::new, |what| format!(" (no solution has fewer {what})"));
            format!("{lurd}\nsolved: {pushes} pushes, {moves} moves{proof}")
        }
        "unsolvable" => "unsolvable: no line of play puts every box on a goal".to_owned(),
        _ => match lower_bound(board, outcome, pushes) {
            Some(bound) => format!("unknown: no solution was found; one needs at least {bound} pushes"),
            None => "unknown: no solution was found".to_owned(),
        },
    }
}

/// The box that is pushed first, and where to; nothing where no push comes.
fn first_push(board: &Board, steps: &[Step]) -> Option<(Cell, Step)> {
    let mut at = board.clone();
    for &step in steps {
        if at.would_push(step) {
            return Some((step.from(at.player())?, step));
        }
        at.play(step).ok()?;
    }
    None
}

/// The first push as `--hint` prints it.
pub(super) fn hint_json(board: &Board, steps: &[Step]) -> Value {
    let json = |(cell, step): (Cell, Step)| json!({"box": [cell.row, cell.col], "dir": step.to_string()});
    first_push(board, steps).map_or(Value::Null, json)
}

/// The first push as a person reads it.
pub(super) fn hint_text(board: &Board, outcome: &Outcome<Step>) -> String {
    match first_push(board, &outcome.moves) {
        Some((cell, step)) => {
            let way = match step {
                Step::Up => "up",
                Step::Down => "down",
                Step::Left => "left",
                Step::Right => "right",
            };
            format!("push the box at row {}, col {} {way}", cell.row, cell.col)
        }
        None => match verdict(outcome) {
            "solved" => "the level is solved".to_owned(),
            "unsolvable" => "no push helps: the position has no solution; take a push back".to_owned(),
            _ => "no solution was found".to_owned(),
        },
    }
}

/// What a solution says of itself.
#[derive(Default)]
struct Claims {
    steps: Vec<Written>,
    pushes: Option<u64>,
    moves: Option<u64>,
    score: Option<Gain>,
    outcome: Option<String>,
    board: Option<Value>,
}

impl Claims {
    fn parse(solution: &str) -> Result<Self, String> {
        let solution = solution.trim();
        if !solution.starts_with(['{', '[', '"']) {
            return Ok(Self { steps: lurd::parse(solution).map_err(|e| e.to_string())?, ..Self::default() });
        }
        let value: Value = serde_json::from_str(solution).map_err(|e| format!("the solution is no JSON: {e}"))?;
        let lurd = if value.is_string() { &value } else { &value["lurd"] };
        let lurd = lurd.as_str().ok_or("the solution has no text \"lurd\" with the letters of its steps")?;
        Ok(Self {
            steps: lurd::parse(lurd).map_err(|e| format!("\"lurd\": {e}"))?,
            pushes: claim(&value, "pushes", Value::as_u64)?,
            moves: claim(&value, "moves", Value::as_u64)?,
            score: claim(&value, "score", Value::as_i64)?,
            outcome: value["outcome"].as_str().map(str::to_owned),
            board: value.get("board").cloned(),
        })
    }
}

/// The number that a solution claims under `key`, if it claims one; a claim that cannot be read is not passed over.
fn claim<T>(claims: &Value, key: &str, read: fn(&Value) -> Option<T>) -> Result<Option<T>, String> {
    match claims.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(claim) => match read(claim) {
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
    let mut faults = Vec::new();
    if claims.board.as_ref().is_some_and(|claimed| *claimed != super::board_rows(board)) {
        faults.push("the solution is for another board".to_owned());
    }
    let (mut end, mut pushes, mut score, mut played) = (board.clone(), 0, 0, 0);
    for (number, written) in (1..).zip(&claims.steps) {
        let push = end.would_push(written.step);
        let letter = written.step.letter(written.push);
        match end.play(written.step) {
            Ok(gain) => score += gain,
            Err(refused) => {
                let left = claims.steps.len() - played;
                faults.push(format!(
                    "step {number} ({letter}) of {}: {}; {left} steps are left",
                    claims.steps.len(),
                    refused.why
                ));
                break;
            }
        }
        if push != written.push {
            let (is, should) = if push { ("pushes", "upper") } else { ("does not push", "lower") };
            faults.push(format!("step {number} ({letter}) {is}: it must be written in {should} case"));
        }
        (played, pushes) = (number, pushes + u64::from(push));
    }
    if played == claims.steps.len() {
        faults.extend(end_faults(&claims, &end, pushes));
        for (claim, who) in [(claims.score, "the solution claims"), (expect_score, "expected is")] {
            if let Some(claim) = claim.filter(|&claim| claim != score) {
                faults.push(format!("the score (boxes brought onto goals) is {score}, {who} {claim}"));
            }
        }
    }
    let off = end.boxes_off_goals();
    let verdict = if off == 0 { "solved".to_owned() } else { format!("not solved, {off} boxes are off their goals") };
    let mut text = format!("{played} moves, {pushes} pushes: {verdict}\n");
    for fault in &faults {
        let _ = writeln!(text, "does not hold: {fault}");
    }
    if faults.is_empty() {
        text.push_str("holds\n");
    }
    Ok(CheckReport { holds: faults.is_empty(), text: text.trim_end().to_owned() })
}

/// Where the end is not what the solution says. One that claims to know no solution, and gives none, is no fault.
fn end_faults(claims: &Claims, end: &Board, pushes: u64) -> Vec<String> {
    let mut faults = Vec::new();
    let solved = end.status() == Status::Won;
    let gives_up = matches!(claims.outcome.as_deref(), Some("unknown" | "unsolvable")) && claims.steps.is_empty();
    if !solved && !gives_up {
        let off: Vec<String> =
            end.boxes().filter(|&cell| end.is_inside(cell) && !end.is_goal(cell)).map(|c| c.to_string()).collect();
        faults.push(format!("the level is not solved: boxes are left at {}", off.join(" ")));
    }
    if solved && claims.outcome.as_deref().is_some_and(|claim| claim != "solved") {
        faults.push(format!(
            "the level is solved, the solution claims {}",
            claims.outcome.as_deref().unwrap_or_default()
        ));
    }
    let moves = claims.steps.len() as u64;
    if let Some(claim) = claims.moves.filter(|&claim| claim != moves) {
        faults.push(format!("the solution has {moves} moves, it claims {claim}"));
    }
    if let Some(claim) = claims.pushes.filter(|&claim| claim != pushes) {
        faults.push(format!("the solution has {pushes} pushes, it claims {claim}"));
    }
    faults
}

/// Whether an outcome solves the board.
pub(super) fn is_solved(board: &Board, outcome: &Outcome<Step>) -> bool {
    replay(board, &outcome.moves).is_ok_and(|(end, _)| end.status() == Status::Won)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Budget;
    use proptest::prelude::*;
    use std::sync::Arc;

    fn board() -> Board {
        Board::parse(&Arc::new(super::super::Rules), "########\n#@ $ . #\n# $.   #\n########").unwrap()
    }

    fn solved() -> Outcome<Step> {
        solver::solve(&board(), "bfs", solver::Objective::Pushes, &Budget::of_nodes(1000, 0), &mut |_| ())
    }

    #[test]
    fn a_solution_of_ours_holds() {
        let json = to_json(&board(), &solved());
        assert_eq!((&json["pushes"], &json["optimal"], &json["lower_bound"]), (&json!(3), &json!("pushes"), &json!(3)));
        assert_eq!((&json["lurd"], &json["moves"]), (&json!("dRuRR"), &json!(5)));
        assert!(check(&board(), &Value::Object(json).to_string(), Some(2)).unwrap().holds);
        assert!(check(&board(), "dRuRR", None).unwrap().holds);
        assert!(check(&board(), "dRu2R\n", None).unwrap().holds);
        assert!(check(&board(), "\"dRuRR\"", None).unwrap().holds);
        assert!(to_text(&board(), &solved()).starts_with("dRuRR\nsolved: 3 pushes, 5 moves"));
        assert_eq!(hint_json(&board(), &solved().moves), json!({"box": [2, 2], "dir": "r"}));
        assert_eq!(hint_json(&board(), &[Step::Right]), Value::Null);
    }

    #[test]
    fn what_does_not_hold_is_named() {
        for (solution, expected, part) in [
            ("dR", None, "the level is not solved: boxes are left at 1,3"),
            ("dRuRRu", None, "step 6 (u) of 6: the level is solved; 1 steps are left"),
            ("dRdRR", None, "step 3 (d) of 5: a wall is in the way; 3 steps are left"),
            ("DRuRR", None, "step 1 (D) does not push: it must be written in lower case"),
            ("druRR", None, "step 2 (r) pushes: it must be written in upper case"),
            ("dRuRR", Some(3), "is 2, expected is 3"),
            ("{\"lurd\":\"dRuRR\",\"pushes\":4}", None, "has 3 pushes, it claims 4"),
            ("{\"lurd\":\"dRuRR\",\"moves\":4}", None, "has 5 moves, it claims 4"),
            ("{\"lurd\":\"dRuRR\",\"outcome\":\"unknown\"}", None, "claims unknown"),
            ("{\"lurd\":\"dR\",\"outcome\":\"unknown\"}", None, "not solved"),
            ("{\"lurd\":\"\",\"outcome\":\"solved\"}", None, "not solved"),
            ("{\"board\":[\"###\"],\"lurd\":\"dRuRR\"}", None, "another board"),
        ] {
            let report = check(&board(), solution, expected).unwrap();
            assert!(!report.holds && report.text.contains(part), "{solution}: {}", report.text);
        }
        assert!(check(&board(), "{\"lurd\":\"\",\"outcome\":\"unknown\"}", Some(0)).unwrap().holds);
    }

    #[test]
    fn what_is_no_solution_says_so() {
        for (solution, part) in [
            ("urx", "'x' (character 3 of the solution) is no step"),
            ("{", "no JSON"),
            ("{\"moves\":[]}", "no text \"lurd\""),
            ("{\"lurd\":\"u!\"}", "\"lurd\": '!'"),
            ("{\"lurd\":\"u\",\"pushes\":\"1\"}", "\"pushes\" is \"1\""),
            ("{\"lurd\":\"u\",\"moves\":[]}", "\"moves\" is []"),
        ] {
            let why = check(&board(), solution, None).unwrap_err();
            assert!(why.contains(part), "{solution}: {why}");
        }
    }

    #[test]
    fn what_cannot_be_solved_is_proven() {
        let board = Board::parse(&Arc::new(super::super::Rules), "#######\n#$ @ .#\n#######").unwrap();
        let outcome = solver::solve(&board, "bfs", solver::Objective::Pushes, &Budget::of_nodes(9, 0), &mut |_| ());
        let json = to_json(&board, &outcome);
        assert_eq!((&json["outcome"], &json["lower_bound"]), (&json!("unsolvable"), &Value::Null));
        assert!(to_text(&board, &outcome).starts_with("unsolvable") && !is_solved(&board, &outcome));
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "\\PC{0,60}", lurd in "[uldrULDR0-9 ]{0,40}") {
            let _ = check(&board(), &text, None);
            let _ = check(&board(), &lurd, Some(0));
            let _ = check(&board(), &format!("{{\"lurd\":{text:?}}}"), None);
        }
    }
}
