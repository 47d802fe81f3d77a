//! Shisen-Sho: pairs of clicks, selections, lines, shifts and shuffles.

use crate::{MS, Played, centre, click, forget};
use std::sync::Arc;
use std::time::Duration;
use tilepilot::calibration::{FailedSecond, OnStuck};
use tilepilot::desk::dry::DryRun;
use tilepilot::desk::sim::{Cover, Faults};
use tilepilot::games::Game;
use tilepilot::games::shisen::shuffle::shuffle;
use tilepilot::games::shisen::{Board, Shisen};
use tilepilot::geometry::Rect;
use tilepilot::grid::{Grid, Symbol};
use tilepilot::scene::shisen::{FailedSecond as SceneFailedSecond, Options, ShisenScene, Skin};
use tilepilot::session::{Ending, Outcome, Report, Trouble};
use tilepilot::vision::LookState;

pub(crate) type Case = crate::Case<Shisen>;

impl Case {
    /// The default board in this skin, shown at once.
    pub(crate) fn plain(skin: Skin) -> Self {
        Self::shown(Options { skin, ..options() })
    }

    pub(crate) fn shown(options: Options) -> Self {
        Self::by(options, "preset = \"shisen-sho\"")
    }

    /// A game by these rules.
    pub(crate) fn by(options: Options, rules: &str) -> Self {
        let name = format!("practice-{}", options.skin.name());
        let scene = ShisenScene::new(options, Shisen::rules_from_toml(rules).unwrap()).unwrap();
        let mut case = Self::new(scene, &name);
        case.calibration.rules = rules.to_owned();
        case
    }

    /// A game that starts at a board of one's own, which has the calibrated size.
    pub(crate) fn at(board: Board) -> Self {
        let options = options();
        let name = format!("practice-{}", options.skin.name());
        Self::new(ShisenScene::with_board(options, board).unwrap(), &name)
    }

    pub(crate) fn moves(mut self, most: usize) -> Self {
        self.settings.moves = Some(most);
        self
    }

    fn lossy(self, every: u32) -> Self {
        self.with(Faults { lose_press_every: Some(every), ..Faults::default() })
    }
}

pub(crate) fn options() -> Options {
    Options { seed: 3, animation: Duration::ZERO, line: Duration::ZERO, ..Options::default() }
}

/// The picture at the end was read as the board that the window states, but for the cells that the last move taught.
fn assert_read_rightly(played: &Played) {
    let last = played
        .reports
        .iter()
        .rev()
        .find_map(|r| if let Report::Verify { learned, .. } = r { Some(learned) } else { None });
    let reading = played.run.reading.as_ref().unwrap();
    assert_eq!(Some(&reading.unknown()), last);
    let truth = played.desk.truth();
    for (row, line) in truth.lines().skip(1).enumerate() {
        let line: Vec<Option<Symbol>> = line.chars().map(Symbol::from_char).collect();
        for (col, (read, is)) in reading.symbols.row(row).iter().zip(line).enumerate() {
            assert!(read.is_none() || *read == is, "row {row}, col {col}: {read:?} for {is:?}");
        }
    }
}

#[test]
fn every_skin_is_cleared() {
    for skin in Skin::ALL {
        let played = Case::plain(skin).run();
        let end = played.assert_ended(Outcome::Cleared, 0, 0);
        assert_eq!((end.moves, played.desk.presses().len()), (56, 112), "{}", skin.name());
        assert_eq!(played.count(|r| matches!(r, Report::Verify { learned: 1.., .. })), 0, "{}", skin.name());
    }
}

#[test]
fn lines_and_fading_tiles_are_waited_out_in_every_skin() {
    for skin in Skin::ALL {
        let options = Options { skin, animation: 200 * MS, line: 300 * MS, ..options() };
        let played = Case::shown(options).moves(8).run();
        played.assert_as_promised();
        let end = played.end();
        // A tile that has all but faded is gone a moment before the game takes clicks again.
        assert!(end.mismatches == 0 && end.retries <= 1, "{}: {end:?}", skin.name());
        assert_eq!((end.outcome, played.truth("move").as_str()), (Outcome::MovesDone, "8"));
        assert_read_rightly(&played);
    }
}

#[test]
fn of_a_pair_only_the_click_that_was_lost_is_made_again() {
    let options = Options { animation: 100 * MS, line: 100 * MS, ..options() };
    let played = Case::shown(options).lossy(5).moves(20).run();
    let lost = played.desk.presses().len() - played.delivered();
    assert!(lost > 0);
    played.assert_ended(Outcome::MovesDone, 0, lost);
    // Two clicks arrive for each pair: none was made twice, and no wrong tile was ever selected.
    assert_eq!(played.delivered(), 40);
}

#[test]
fn a_first_click_that_arrives_twice_is_made_again() {
    let options = Options { line: 100 * MS, ..options() };
    let faults = Faults { double_press_every: Some(3), ..Faults::default() };
    let played = Case::shown(options).with(faults).moves(12).run();
    played.assert_as_promised();
    let end = played.end();
    assert_eq!((end.outcome, end.mismatches), (Outcome::MovesDone, 0));
    assert!(end.retries > 0);
    assert_eq!(played.desk.presses().len(), 24 + end.retries);
}

#[test]
fn a_wrong_second_click_leaves_each_game_in_another_state_and_all_are_played() {
    let ways = [
        (SceneFailedSecond::Clear, FailedSecond::Clear),
        (SceneFailedSecond::KeepFirst, FailedSecond::KeepFirst),
        (SceneFailedSecond::KeepSecond, FailedSecond::KeepSecond),
    ];
    for (failed_second, known) in ways {
        let options = Options { failed_second, line: 100 * MS, ..options() };
        let mut case = Case::shown(options).lossy(5).moves(12);
        case.calibration.input.failed_second = known;
        // A hand selects a tile between two moves, twice.
        let (bottom, mut verified) = (centre(&case.calibration, 7, 6), 0);
        let played = case.run_with(|_| {}, &mut |desk, report| {
            if matches!(report, Report::Verify { .. }) {
                verified += 1;
                if verified == 3 || verified == 6 {
                    click(desk, bottom);
                }
            }
        });
        played.assert_as_promised();
        let end = played.end();
        assert_eq!((end.outcome, end.mismatches), (Outcome::MovesDone, 0), "{failed_second:?}: {:#?}", played.reports);
        let taken_back = played.troubles(Trouble::Selected);
        assert_eq!(taken_back >= 2, known == FailedSecond::KeepFirst, "{failed_second:?}: {taken_back}");
        assert_eq!(played.truth("move"), "12");
    }
}

#[test]
fn a_tile_that_was_left_selected_is_taken_back_first() {
    let case = Case::plain(Skin::Icons).moves(4);
    let tile = centre(&case.calibration, 3, 5);
    let played = case.run_with(|desk| click(desk, tile), &mut |_, _| {});
    played.assert_ended(Outcome::MovesDone, 0, 0);
    assert_eq!(played.troubles(Trouble::Selected), 1);
    // The hand's click, the one that takes it back, and two for each pair.
    assert_eq!(played.desk.presses().len(), 2 + 8);
}

#[test]
fn marks_that_the_calibration_does_not_know_are_no_hindrance() {
    for failed_second in [FailedSecond::Clear, FailedSecond::KeepFirst, FailedSecond::KeepSecond] {
        let mut case = Case::plain(Skin::Icons).lossy(5).moves(8);
        case.calibration.model = forget(&case.calibration.model, |_, state| state != LookState::Selected, true);
        case.calibration.input.failed_second = failed_second;
        let played = case.run();
        let lost = played.desk.presses().len() - played.delivered();
        assert!(lost >= 3, "{lost}");
        played.assert_ended(Outcome::MovesDone, 0, lost);
        assert_eq!(played.delivered(), 16);
    }
}

#[test]
fn nothing_wrong_is_learned_while_a_line_is_shown() {
    let options = Options { skin: Skin::Photo, line: 1000 * MS, ..options() };
    let mut case = Case::shown(options).moves(8);
    case.calibration.timing.show_ms = 1100;
    case.calibration.model = forget(&case.calibration.model, |symbol, _| symbol != Symbol::EMPTY, false);
    let played = case.run();
    played.assert_as_promised();
    assert_eq!((played.end().outcome, played.end().mismatches), (Outcome::MovesDone, 0), "{:#?}", played.reports);
    assert_read_rightly(&played);
}

#[test]
fn a_line_that_stays_longer_than_the_calibration_says_is_waited_out() {
    let mut case = Case::shown(Options { line: 3000 * MS, ..options() }).moves(4);
    case.calibration.timing.show_ms = 500;
    let played = case.run();
    played.assert_ended(Outcome::MovesDone, 0, 0);
    let learned = played.reports.iter().any(|r| matches!(r, Report::Verify { learned, .. } if *learned > 0));
    assert!(!learned, "a line over an empty cell is no look of it: {:#?}", played.reports);
    assert_read_rightly(&played);
}

#[test]
fn on_a_photo_each_place_is_learned_for_itself() {
    let mut case = Case::shown(Options { skin: Skin::Photo, line: 100 * MS, ..options() }).moves(10);
    case.calibration.model = forget(&case.calibration.model, |symbol, _| symbol != Symbol::EMPTY, false);
    let played = case.run();
    played.assert_ended(Outcome::MovesDone, 0, 0);
    let learned: usize =
        played.reports.iter().map(|r| if let Report::Verify { learned, .. } = r { *learned } else { 0 }).sum();
    assert_eq!(learned, 20);
    assert_read_rightly(&played);
}

#[test]
fn tiles_that_shift_are_where_they_were_predicted() {
    let options = Options { animation: 200 * MS, line: 100 * MS, ..options() };
    let played = Case::by(options, "preset = \"shisen-sho\"\nshifts = [\"down\"]").moves(16).run();
    // The tiles stand where they come to rest a moment before the game takes clicks again: no look falls into it here.
    played.assert_ended(Outcome::MovesDone, 0, 0);
    assert_read_rightly(&played);
}

/// Two of each of 18 kinds in a block of 6 × 6, which can hardly ever be cleared without a shuffle.
pub(crate) fn knot(seed: u64) -> Board {
    let mut cells = Grid::from_fn(8, 14, |_| Symbol::EMPTY);
    for (number, symbol) in "00112233445566778899AABBCCDDEEFFGGHH".chars().enumerate() {
        cells[tilepilot::grid::Cell::new(1 + number / 6, 4 + number % 6)] = Symbol::from_char(symbol).unwrap();
    }
    let rules = Arc::new(Shisen::preset("shisen-sho").unwrap());
    shuffle(&Board::from_symbols(&rules, &cells).unwrap(), seed).unwrap()
}

#[test]
fn a_board_without_a_move_is_shuffled_and_played_on() {
    let played = Case::at(knot(1)).run();
    let end = played.assert_ended(Outcome::Cleared, 0, 0);
    assert_eq!((end.moves, end.left), (18, 0));
    let shuffles: usize = played.truth("shuffles").parse().unwrap();
    assert!(shuffles >= 2, "{shuffles}");
    assert_eq!(played.troubles(Trouble::Stuck), shuffles);
}

#[test]
fn shuffles_come_to_an_end() {
    for (on_stuck, shuffles) in [
        (OnStuck { click: vec!["shuffle".to_owned()], times: 1 }, "1"),
        (OnStuck { click: Vec::new(), times: 20 }, "0"),
    ] {
        let mut case = Case::at(knot(1));
        case.calibration.on_stuck = on_stuck;
        let played = case.run();
        let end = played.assert_ended(Outcome::Stuck, 0, 0);
        assert!(end.left > 0);
        assert_eq!(played.truth("shuffles"), shuffles);
        assert_eq!(played.truth("phase"), "stuck");
    }
}

#[test]
fn the_next_board_is_played_by_its_button() {
    let mut case = Case::plain(Skin::Mahjong);
    case.settings.games = 2;
    let played = case.run();
    let end = played.assert_ended(Outcome::Cleared, 0, 0);
    assert_eq!((end.games, end.moves), (2, 112));
    assert_eq!(played.truth("board"), "2");
}

#[test]
fn a_window_in_front_is_waited_for() {
    let options = Options { animation: 100 * MS, line: 100 * MS, ..options() };
    let rect = Rect::new(350.0, 200.0, 300.0, 300.0);
    let cover = Cover { from: 1500 * MS, to: 5000 * MS, title: "A film".to_owned(), rect };
    let played = Case::shown(options).with(Faults { covers: vec![cover], ..Faults::default() }).moves(16).run();
    played.assert_as_promised();
    assert_eq!((played.end().outcome, played.end().mismatches), (Outcome::MovesDone, 0));
    assert!(played.troubles(Trouble::Covered) >= 1);
}

#[test]
fn a_window_that_moves_and_a_hand_on_the_mouse_change_nothing() {
    let options = Options { animation: 100 * MS, line: 100 * MS, ..options() };
    let faults = Faults {
        window_moves: vec![(700 * MS, (400.0, 200.0)), (1500 * MS, (-900.0, 50.0))],
        user_moves: (0..8).map(|i| ((2500 + 100 * i) * MS, (700 + 10 * i as i32, 800))).collect(),
        ..Faults::default()
    };
    let played = Case::shown(options).with(faults).moves(20).run();
    played.assert_as_promised();
    assert_eq!((played.end().outcome, played.end().mismatches), (Outcome::MovesDone, 0));
    assert!(played.troubles(Trouble::WindowMoved) >= 1 && played.troubles(Trouble::UserMoved) >= 1);
}

#[test]
fn a_stop_between_two_clicks_leaves_nothing_pressed() {
    let case = Case::shown(Options { line: 100 * MS, ..options() });
    let stop = case.stop.clone();
    let wrap = |desk| crate::StopsAt { desk, presses: 7, stop };
    let played = case.run_on(wrap, |_| {}, &mut |_, _| {});
    assert_eq!(played.run.ending, Ending::Interrupted);
    played.assert_clean();
    assert_eq!((played.desk.presses().len(), played.end().moves), (7, 3));
}

#[test]
fn a_dry_run_sends_nothing() {
    let mut case = Case::plain(Skin::Mahjong);
    case.settings.dry_run = true;
    let played = case.run_on(DryRun::new, |_| {}, &mut |_, _| {});
    assert_eq!((played.run.ending.clone(), played.end().outcome), (Ending::AsPromised, Outcome::DryRun));
    assert!(played.desk.presses().is_empty());
    assert_eq!((played.count(|r| matches!(r, Report::Act { .. })), played.end().left), (56, 0));
    assert_eq!(played.truth("left"), "112");
}
