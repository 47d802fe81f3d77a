//! A solution held against what it claims, step by step.

use super::claims::{ClaimedMove, Claims};
use super::position::{Board, Move};
use super::presets::PRESET_NAMES;
use super::rules::Rules;
use super::solution::{Replay, Step};
use super::spec::RulesSpec;
use crate::games::CheckReport;
use crate::puzzle::{Gain, Puzzle, Status};
use std::fmt::Write;
use std::sync::Arc;

/// Replays a solution step by step and holds it against what it claims.
///
/// # Errors
/// Why the text is no solution at all.
pub(super) fn check(board: &Board, solution: &str, expect_score: Option<Gain>) -> Result<CheckReport, String> {
    let claims = Claims::parse(solution)?;
    let replay = replayed(board, &claims);
    let mut text = String::new();
    let mut faults = Vec::new();
    if claims.board.as_ref().is_some_and(|claimed| *claimed != super::board_rows(board)) {
        faults.push("the solution is for another board".to_owned());
    }
    let mut first_bad = None;
    let (mut sum, mut claimed_sum) = (0, Some(0));
    for (index, (step, claim)) in replay.steps.iter().zip(&claims.moves).enumerate() {
        sum += step.gain;
        claimed_sum = claimed_sum.zip(claim.gain).map(|(sum, gain)| sum + gain);
        let found = claim_faults(index + 1, step, claim);
        let _ = write!(
            text,
            "{:>4}. {:<7} {:>3} tiles {:>+7} {sum:>8}",
            index + 1,
            step.m.to_string(),
            step.size,
            step.gain
        );
        if !found.is_empty() {
            first_bad = first_bad.or(Some(index));
            text.push_str(&claimed(claim, claimed_sum));
        }
        text.push('\n');
        faults.extend(found);
    }
    if let Some((index, refused)) = &replay.refused {
        first_bad = first_bad.or(Some(*index));
        faults.push(format!("move {}: {refused}{}", index + 1, possible(&replay.end)));
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
    if let Some((index, bad)) = first_bad.and_then(|index| Some((index, claims.moves.get(index)?))) {
        let before = Replay::of(board, claims.moves[..index].iter().map(|claim| claim.m)).end;
        let _ = writeln!(text, "the board before move {} ({}):\n{}", index + 1, bad.m, marked(&before, bad.m));
    }
    for fault in &faults {
        let _ = writeln!(text, "does not hold: {fault}");
    }
    if faults.is_empty() {
        text.push_str("holds\n");
    }
    Ok(CheckReport { holds: faults.is_empty(), text: text.trim_end().to_owned() })
}

fn replayed(board: &Board, claims: &Claims) -> Replay {
    Replay::of(board, claims.moves.iter().map(|claim| claim.m))
}

/// Where a step is not what is claimed of it.
fn claim_faults(number: usize, step: &Step, claim: &ClaimedMove) -> Vec<String> {
    let size = claim.size.filter(|&size| size != step.size as Gain);
    let gain = claim.gain.filter(|&gain| gain != step.gain);
    let size = size.map(|size| format!("move {number}: the group has {} tiles, not {size}", step.size));
    let gain = gain.map(|gain| format!("move {number}: it pays {}, not {gain}", step.gain));
    size.into_iter().chain(gain).collect()
}

/// What is claimed of a step and of the total after it, as the end of its line.
fn claimed(claim: &ClaimedMove, total: Option<Gain>) -> String {
    let parts = [
        claim.size.map(|size| format!("{size} tiles")),
        claim.gain.map(|gain| format!("{gain:+}")),
        total.map(|total| format!("total {total}")),
    ];
    format!("   claimed: {}", parts.into_iter().flatten().collect::<Vec<_>>().join(", "))
}

/// A board as board files write it, with `>` before the row of a move and `^` under its column.
fn marked(board: &Board, m: Move) -> String {
    let mut text = String::new();
    for (row, line) in board.to_string().lines().enumerate() {
        let sign = if row == m.0.row { '>' } else { ' ' };
        let _ = writeln!(text, "  {sign} {line}");
    }
    if m.0.row < board.rows() && m.0.col < board.cols() {
        let _ = write!(text, "    {:>1$}", '^', m.0.col + 1);
    }
    text.trim_end().to_owned()
}

/// What could have been played, as the end of a sentence.
fn possible(board: &Board) -> String {
    let groups = board.groups();
    match groups.iter().max_by_key(|(_, size)| *size) {
        None => "; no group is left, so the game is over before it".to_owned(),
        Some((m, size)) => {
            format!("; expected a tile of one of the {} groups, such as {m} ({size} tiles)", groups.len())
        }
    }
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

/// The presets by whose points the moves come to `claim`, as the end of a sentence. How tiles fall stays as it is.
fn fitting_presets(board: &Board, claims: &Claims, claim: Gain) -> String {
    let fits = |name: &&&str| {
        let rules = RulesSpec::preset(name).and_then(|preset| {
            let RulesSpec { group, single, end, .. } = preset;
            Rules::new(RulesSpec { group, single, end, ..board.rules().spec().clone() }).ok()
        });
        let board = rules.and_then(|rules| Board::new(&Arc::new(rules), board.tiles().clone()).ok());
        board.is_some_and(|board| replayed(&board, claims).score() == claim)
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
    use crate::grid::Cell;
    use proptest::prelude::*;
    use serde_json::Value;

    fn board() -> Board {
        Board::parse(&Arc::new(Rules::preset("popstar").unwrap()), "RG\nRG").unwrap()
    }

    #[test]
    fn a_solution_of_ours_holds() {
        let moves = [Move(Cell::new(0, 0)), Move(Cell::new(1, 0))];
        let json = Value::Object(super::super::solution::to_json(&board(), &moves)).to_string();
        let report = check(&board(), &json, Some(2040)).unwrap();
        assert!(report.holds, "{}", report.text);
        assert!(check(&board(), "0,0 1,0", None).unwrap().holds);
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
    fn the_first_bad_step_is_shown_on_its_board() {
        let text = |solution: &str| check(&board(), solution, None).unwrap().text;
        let shown = text("0,0 0,1 7,7");
        assert!(shown.contains("the board before move 2 (0,1):\n  > G.\n    G.\n     ^\n"), "{shown}");
        assert!(shown.contains("move 2: illegal move 0,1: the cell is empty; expected a tile of one of the 1 groups"));
        let shown =
            text("{\"moves\":[{\"row\":1,\"col\":0,\"size\":3,\"gain\":45},{\"row\":1,\"col\":0,\"gain\":20}]}");
        assert!(
            shown.contains("   1. 1,0       2 tiles     +20       20   claimed: 3 tiles, +45, total 45\n"),
            "{shown}"
        );
        assert!(shown.contains("the board before move 1 (1,0):\n    RG\n  > RG\n    ^\n"), "{shown}");
        assert!(shown.contains("   2. 1,0       2 tiles     +20       40\n"), "{shown}");
        let shown = text("0,0 0,0 0,0");
        assert!(shown.contains("move 3: illegal move 0,0: the cell is empty; no group is left"), "{shown}");
        assert!(text("9,9").contains("the board before move 1 (9,9):\n    RG\n    RG\ndoes not hold"));
    }

    #[test]
    fn presets_are_tried_with_the_gravity_in_force() {
        let rules =
            super::super::rules_file::parse("preset = 'popstar'\ngravity = 'up'\ncolumns_close = 'right'").unwrap();
        let board = Board::parse(&Arc::new(rules), ".RG\n.RG").unwrap();
        let report = check(&board, "0,1 0,2", Some(1040)).unwrap();
        assert!(report.text.contains("right by the rules popstar-clear1000"), "{}", report.text);
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
