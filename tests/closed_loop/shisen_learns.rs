//! Shisen-Sho where the calibration does not say how things are: tiles that nobody knows, pairs that the program refuses, shifts
//! and boards other than stated; and a program that counts down.

use crate::shisen::{Case, knot, options};
use crate::{MS, forget};
use tilepilot::grid::Symbol;
use tilepilot::scene::shisen::{Options, Skin};
use tilepilot::session::{Outcome, Report, Trouble};

const RING: &str = "preset = \"shisen-sho\"";

/// A game that plays by other rules than its calibration says.
fn told_wrong(options: Options, truth: &str, stated: &str) -> Case {
    let mut case = Case::by(options, truth);
    case.calibration.rules = stated.to_owned();
    case
}

#[test]
fn tiles_that_stay_unknown_are_walls_and_the_others_are_cleared() {
    let mut case = Case::plain(Skin::Mahjong);
    let unknown = Symbol::from_char('A').unwrap();
    case.calibration.timing.settle_ms = 1500;
    case.calibration.model = forget(&case.calibration.model, |symbol, _| symbol != unknown, true);
    let played = case.run();
    // At the start, and after a shuffle of the four tiles that are left.
    assert_eq!(played.troubles(Trouble::Unknown), 2, "{:#?}", played.reports);
    let end = played.end();
    assert_eq!((end.outcome, end.moves, end.left), (Outcome::Stuck, 54, 4), "{end:?}");
    assert_eq!(played.truth("left"), "4");
    played.assert_clean();
    let rows = played
        .reports
        .iter()
        .find_map(|r| if let Report::Read { board, .. } = r { Some(board.concat()) } else { None });
    assert_eq!(rows.unwrap().matches('?').count(), 4);
}

#[test]
fn a_pair_that_is_refused_twice_is_avoided_and_the_run_goes_on() {
    // The program joins no tiles around the board, and the calibration says that it does.
    let mut case = told_wrong(options(), "preset = \"lianliankan-inside\"", RING);
    case.calibration.timing.change_ms = 200;
    let played = case.run();
    let end = played.end();
    assert!(end.refused > 0 && end.retries >= 2 * end.refused, "{end:?}");
    assert_eq!(played.troubles(Trouble::Refused), end.refused);
    assert_eq!((end.mismatches, end.left.to_string()), (0, played.truth("left")));
    assert!(end.moves >= 50, "{end:?}");
    played.assert_clean();
    let mut refused: Vec<&String> = Vec::new();
    for report in &played.reports {
        if let Report::Recover { reason: Trouble::Refused, detail } = report {
            assert!(!refused.contains(&detail), "no pair is refused again: {detail}");
            refused.push(detail);
        }
    }
}

#[test]
fn how_tiles_shift_is_told_from_what_the_first_moves_brought() {
    for (shift, stated) in
        [("down", "none"), ("up", "down"), ("vertical-out", "none"), ("left", "none"), ("none", "down")]
    {
        let truth = format!("{RING}\nshifts = \"{shift}\"");
        let stated = format!("{RING}\nshifts = \"{stated}\"");
        let played = told_wrong(options(), &truth, &stated).moves(12).run();
        let end = played.end();
        assert_eq!(
            (end.outcome, played.truth("move").as_str()),
            (Outcome::MovesDone, "12"),
            "{shift}: {:#?}",
            played.reports
        );
        assert_eq!(end.moves, 12);
        let told: Vec<&String> = played
            .reports
            .iter()
            .filter_map(
                |r| if let Report::Recover { reason: Trouble::Rules, detail } = r { Some(detail) } else { None },
            )
            .collect();
        // Two rules may explain the first moves; the next ones tell them apart.
        assert!((1..=2).contains(&told.len()) && end.mismatches == told.len(), "{shift}: {told:?}");
        let name = if shift == "none" { "do not shift" } else { shift };
        assert!(told[told.len() - 1].contains(name), "{shift}: {told:?}");
        played.assert_clean();
    }
}

#[test]
fn a_game_of_another_shift_than_stated_is_cleared() {
    let played = told_wrong(options(), &format!("{RING}\nshifts = \"vertical-out\""), RING).run();
    let end = played.end();
    assert_eq!((end.outcome, end.left, end.moves), (Outcome::Cleared, 0, 56), "{end:?}");
    assert_eq!(played.truth("left"), "0");
}

#[test]
fn where_the_program_counts_down_safe_pairs_go_before_the_plan_is_found() {
    let plans = |countdown_s: u64| {
        let mut case = Case::shown(Options { line: 100 * MS, ..options() });
        case.calibration.timing.countdown_s = countdown_s;
        let played = case.run();
        played.assert_ended(Outcome::Cleared, 0, 0);
        let names = |report: &Report| match report {
            Report::Plan { algorithm, .. } => Some(*algorithm),
            _ => None,
        };
        let searched = played.reports.iter().position(|r| names(r).is_some_and(|name| name != "safe"));
        let acted = played.reports.iter().position(|r| matches!(r, Report::Act { .. }));
        (played.reports.iter().filter_map(names).next(), searched.is_none_or(|searched| acted.unwrap() < searched))
    };
    assert_eq!(plans(0), (Some("exact"), false));
    assert_eq!(plans(60), (Some("safe"), true));
}

#[test]
fn a_shuffle_by_another_hand_is_a_new_board() {
    let case = Case::at(knot(1));
    let shuffle = case.calibration.buttons.iter().find(|button| button.name == "shuffle").unwrap().by.clone();
    let tilepilot::calibration::Trigger::Click { rect, .. } = shuffle else { panic!("the button is clicked") };
    let mut verified = 0;
    let played = case.run_with(|_| {}, &mut |desk, report| {
        if matches!(report, Report::Verify { .. }) {
            verified += 1;
            if verified == 2 {
                crate::click(desk, rect.centre());
            }
        }
    });
    let end = played.end();
    assert_eq!((end.outcome, end.left, end.moves), (Outcome::Cleared, 0, 18), "{:#?}", played.reports);
    assert!(end.mismatches >= 1 && played.troubles(Trouble::Mismatch) == end.mismatches);
    assert!(played.truth("shuffles").parse::<u32>().unwrap() >= 1);
}
