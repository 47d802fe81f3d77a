//! Sokoban: keys, clicks, walks and drags; the keyboard that goes elsewhere; goals that a picture hides.

use crate::{MS, Played, click, forget, type_keys};
use std::sync::Arc;
use std::time::Duration;
use tilepilot::calibration::{OnStuck, Trigger};
use tilepilot::desk::dry::DryRun;
use tilepilot::desk::sim::Faults;
use tilepilot::games::Game;
use tilepilot::games::sokoban::{Board, Rules, Sokoban};
use tilepilot::geometry::Point;
use tilepilot::gesture::{Key, KeyName, PushBy, WalkBy};
use tilepilot::puzzle::Puzzle;
use tilepilot::scene::sokoban::{Levels, Options, Skin, SokobanScene};
use tilepilot::session::{Ending, Outcome, Report, Trouble};

type Case = crate::Case<Sokoban>;

impl Case {
    fn shown(options: Options) -> Self {
        let name = format!("practice-{}", options.skin.name());
        let mut case = Self::new(SokobanScene::new(options).unwrap(), &name);
        case.search.nodes = Some(200_000);
        case
    }

    /// A generated level.
    fn generated(skin: Skin, seed: u64, ms: u32) -> Self {
        let levels = Levels::Generated { rows: 8, cols: 10, boxes: 3, seed };
        Self::shown(Options { levels, skin, animation: ms * MS, ..Options::default() })
    }

    /// A level of one's own, which has the calibrated size.
    fn level(skin: Skin, text: &str) -> Self {
        let levels = Levels::from_text("levels", text).unwrap();
        Self::shown(Options { levels, skin, animation: Duration::ZERO, ..Options::default() })
    }

    fn walks(mut self, walk: WalkBy, push: PushBy) -> Self {
        self.calibration.input.manner.walk = walk;
        self.calibration.input.manner.push = push;
        self
    }
}

/// One box, three pushes from its goal.
const EASY: &str = "##########\n#        #\n#  @     #\n#  $  .  #\n#        #\n#        #\n#        #\n##########";
/// A box on a goal beside one that is still to be pushed.
const HIDDEN: &str = "##########\n#        #\n#  @  *  #\n#  $     #\n#        #\n#  .     #\n#        #\n##########";

/// A place beside the board where nothing can be pressed.
const BESIDE: Point = Point { x: 252.0, y: 6.0 };

/// The window's own counts of the level are those of the plan.
fn assert_counted(played: &Played) {
    let end = played.end();
    assert_eq!(end.moves.to_string(), played.truth("move"));
    assert_eq!(played.truth("left"), "0");
}

#[test]
fn both_skins_are_solved_by_the_calibrations_manner() {
    for skin in Skin::ALL {
        for (seed, ms) in [(1, 0), (2, 0), (3, 60)] {
            let played = Case::generated(skin, seed, ms).run();
            played.assert_ended(Outcome::Cleared, 0, 0);
            assert_counted(&played);
            let keys: usize = played.truth("keys").parse().unwrap();
            match skin {
                Skin::Warehouse => assert_eq!((keys, played.desk.presses().len()), (played.end().moves, 0)),
                Skin::Plain => assert!(keys == 0 && played.desk.presses().len() < played.end().moves),
            }
        }
    }
}

#[test]
fn each_step_can_be_a_click() {
    for ms in [0, 60] {
        let played = Case::generated(Skin::Warehouse, 4, ms).walks(WalkBy::Click, PushBy::Click).run();
        played.assert_ended(Outcome::Cleared, 0, 0);
        assert_counted(&played);
        assert_eq!(played.desk.presses().len(), played.end().moves);
    }
}

#[test]
fn lost_keys_are_pressed_again() {
    let faults = Faults { lose_key_every: Some(4), ..Faults::default() };
    let played = Case::generated(Skin::Warehouse, 1, 0).with(faults).run();
    played.assert_as_promised_by_keys();
    assert_counted(&played);
    assert!(played.end().retries > 2);
    assert_eq!((played.end().outcome, played.end().mismatches), (Outcome::Cleared, 0));
}

#[test]
fn a_program_that_hears_no_key_is_clicked_beside_its_board() {
    let faults = Faults { deaf_until_pressed: true, ..Faults::default() };
    let played = Case::generated(Skin::Warehouse, 1, 0).with(faults.clone()).run();
    played.assert_as_promised_by_keys();
    assert_counted(&played);
    assert_eq!((played.end().retries, played.desk.presses().len()), (1, 1));
    // Where no place beside the board is known, nothing is clicked.
    let mut case = Case::generated(Skin::Warehouse, 1, 0).with(faults);
    case.calibration.input.focus = None;
    let played = case.run();
    assert!(
        matches!(&played.run.ending, Ending::World(why) if why.contains("had no effect")),
        "{:?}",
        played.run.ending
    );
    assert_eq!(played.desk.presses().len(), 0);
}

#[test]
fn lost_clicks_and_drags_are_made_again() {
    let faults = Faults { lose_press_every: Some(3), ..Faults::default() };
    let played = Case::generated(Skin::Plain, 1, 60).with(faults).run();
    played.assert_as_promised();
    assert_counted(&played);
    assert!(played.end().retries > 2);
    assert_eq!((played.end().outcome, played.end().mismatches), (Outcome::Cleared, 0));
}

#[test]
fn the_keyboard_is_taken_back_by_a_click_beside_the_board() {
    let faults = Faults { unfocused_at: Some(600 * MS), ..Faults::default() };
    let played = Case::generated(Skin::Warehouse, 1, 60).with(faults).run();
    assert_eq!(played.run.ending, Ending::AsPromised, "{:#?}", played.reports);
    played.assert_nothing_elsewhere();
    assert_counted(&played);
    // The click for the keyboard is the only one, and does nothing to the game.
    assert_eq!((played.troubles(Trouble::Unfocused), played.desk.presses().len()), (1, 1));
    assert_eq!((played.truth("stray"), played.end().retries), ("1".to_owned(), 0));
}

#[test]
fn without_such_a_place_a_person_is_waited_for() {
    let faults = Faults { unfocused_at: Some(600 * MS), ..Faults::default() };
    let mut case = Case::generated(Skin::Warehouse, 1, 60).with(faults.clone());
    case.calibration.input.focus = None;
    let mut asked = false;
    let played = case.run_with(|_| {}, &mut |desk, report| {
        if matches!(report, Report::Recover { reason: Trouble::Unfocused, .. }) {
            assert!(!asked, "told once");
            asked = true;
            click(desk, BESIDE);
        }
    });
    assert!(asked);
    assert_eq!(played.run.ending, Ending::AsPromised, "{:#?}", played.reports);
    played.assert_nothing_elsewhere();
    assert_counted(&played);

    let mut case = Case::generated(Skin::Warehouse, 1, 60).with(faults);
    case.calibration.input.focus = None;
    let played = case.run();
    assert!(matches!(&played.run.ending, Ending::World(why) if why.contains("keyboard")), "{:?}", played.run.ending);
    assert_eq!(played.troubles(Trouble::Unfocused), 1);
    played.assert_clean();
    assert!(played.desk.presses().is_empty());
}

#[test]
fn clicks_that_do_not_bring_the_keyboard_are_few() {
    let faults = Faults { unfocused_at: Some(600 * MS), keeps_keyboard: true, ..Faults::default() };
    let played = Case::generated(Skin::Warehouse, 1, 60).with(faults).run();
    assert!(matches!(&played.run.ending, Ending::World(why) if why.contains("keyboard")), "{:?}", played.run.ending);
    played.assert_nothing_elsewhere();
    assert!(played.desk.presses().len() <= 4, "{}", played.desk.presses().len());
}

#[test]
fn goals_under_boxes_are_asked_for_and_taken_from_a_level_file() {
    let played = Case::level(Skin::Plain, HIDDEN).run();
    assert!(
        matches!(&played.run.ending, Ending::NotFull(why) if why.contains("1 goal is hidden") && why.contains("--level-file")),
        "{:?}",
        played.run.ending
    );
    assert!(played.desk.presses().is_empty());

    let mut case = Case::level(Skin::Plain, HIDDEN);
    case.known = Sokoban::memory_of(&[Board::parse(&Arc::new(Rules), HIDDEN).unwrap()]);
    let played = case.run();
    played.assert_ended(Outcome::Cleared, 0, 0);
    assert_counted(&played);
}

/// Pushes the box of [`EASY`] into a corner before the bot begins.
const INTO_A_CORNER: [KeyName; 7] =
    [KeyName::Down, KeyName::Down, KeyName::Down, KeyName::Right, KeyName::Down, KeyName::Left, KeyName::Left];

#[test]
fn a_level_that_cannot_be_solved_any_more_is_restarted() {
    for skin in Skin::ALL {
        let played = Case::level(skin, EASY).run_with(|desk| type_keys(desk, &INTO_A_CORNER), &mut |_, _| {});
        let end = played.assert_ended(Outcome::Cleared, 0, 0);
        assert_counted(&played);
        assert_eq!(played.troubles(Trouble::Stuck), 1, "{end:?}");
    }
}

#[test]
fn steps_are_taken_back_until_the_level_can_be_solved() {
    let mut case = Case::level(Skin::Warehouse, EASY);
    case.calibration.on_stuck = OnStuck { click: vec!["undo".to_owned()], times: 20 };
    let played = case.run_with(|desk| type_keys(desk, &INTO_A_CORNER), &mut |_, _| {});
    played.assert_ended(Outcome::Cleared, 0, 0);
    let undone = played.troubles(Trouble::Stuck);
    assert!(undone > 1, "{undone}");
    assert_eq!(played.desk.presses().len(), undone);

    let mut case = Case::level(Skin::Warehouse, EASY);
    case.calibration.on_stuck = OnStuck { click: vec!["undo".to_owned()], times: 1 };
    let played = case.run_with(|desk| type_keys(desk, &INTO_A_CORNER), &mut |_, _| {});
    assert!(matches!(played.run.ending, Ending::NotFull(_)), "{:?}", played.run.ending);
    played.assert_clean();
    assert_eq!(played.desk.presses().len(), 1);
}

#[test]
fn a_key_to_restart_that_is_not_heard_is_pressed_again() {
    // The keys that lead into the corner are heard, the next one is not.
    let faults = Faults { lose_key_every: Some(INTO_A_CORNER.len() as u32 + 1), ..Faults::default() };
    let mut case = Case::level(Skin::Warehouse, EASY).with(faults);
    let restart = case.calibration.buttons.iter_mut().find(|button| button.name == "restart").unwrap();
    restart.by = Trigger::Key(Key::plain(KeyName::Char('r')));
    case.calibration.on_stuck.times = 1;
    let played = case.run_with(|desk| type_keys(desk, &INTO_A_CORNER), &mut |_, _| {});
    assert_eq!((played.end().outcome, played.troubles(Trouble::Stuck)), (Outcome::Cleared, 1), "{:#?}", played.reports);
    assert_counted(&played);
    // Before that, a click beside the board gave the window the keyboard.
    assert!(!played.desk.presses().is_empty());
}

#[test]
fn the_next_level_is_played_by_its_button() {
    for skin in Skin::ALL {
        let mut case = Case::generated(skin, 5, 0);
        case.settings.games = 2;
        let played = case.run();
        let end = played.assert_ended(Outcome::Cleared, 0, 0);
        assert_eq!((end.games, played.truth("level").as_str()), (2, "2"));
    }
}

#[test]
fn a_button_that_takes_no_click_is_used_again() {
    let presses = Case::generated(Skin::Plain, 5, 0).run().desk.presses().len();
    let faults = Faults { lose_press_every: Some(presses as u32 + 1), ..Faults::default() };
    let mut case = Case::generated(Skin::Plain, 5, 0).with(faults);
    case.settings.games = 2;
    let played = case.run();
    played.assert_as_promised();
    assert_eq!((played.end().games, played.end().mismatches), (2, 0));
    assert_eq!(played.truth("level"), "2");

    let faults = Faults { lose_press_every: Some(1), ..Faults::default() };
    let mut case = Case::generated(Skin::Warehouse, 5, 0).with(faults.clone());
    case.settings.games = 2;
    let played = case.run();
    assert!(matches!(played.run.ending, Ending::NotFull(_)), "{:?}", played.run.ending);
    assert!((2..=5).contains(&played.desk.presses().len()), "{}", played.desk.presses().len());

    let case = Case::level(Skin::Warehouse, EASY).with(faults);
    let played = case.run_with(|desk| type_keys(desk, &INTO_A_CORNER), &mut |_, _| {});
    assert!(matches!(played.run.ending, Ending::NotFull(_)), "{:?}", played.run.ending);
    assert_eq!(played.desk.presses().len(), 2, "as often as the calibration allows");
}

#[test]
fn a_slow_walk_is_no_mismatch() {
    let played = Case::generated(Skin::Plain, 2, 250).run();
    let end = played.end();
    // The last pixels of a walk look like its end: a press that comes with them may be missed.
    assert!((end.outcome, end.mismatches) == (Outcome::Cleared, 0) && end.retries <= 1, "{end:?}");
    assert_counted(&played);
}

#[test]
fn the_look_of_a_box_on_its_goal_is_learned() {
    let mut case = Case::generated(Skin::Warehouse, 1, 60);
    case.calibration.model = forget(&case.calibration.model, |symbol, _| symbol.as_str() != "*", true);
    let played = case.run();
    played.assert_ended(Outcome::Cleared, 0, 0);
    assert_counted(&played);
    assert!(played.count(|r| matches!(r, Report::Verify { learned: 1.., .. })) > 0);
}

#[test]
fn a_dry_run_sends_nothing() {
    for skin in Skin::ALL {
        let mut case = Case::generated(skin, 1, 60);
        case.settings.dry_run = true;
        let played = case.run_on(DryRun::new, |_| {}, &mut |_, _| {});
        assert_eq!((played.run.ending.clone(), played.end().outcome), (Ending::AsPromised, Outcome::DryRun));
        assert!(played.desk.presses().is_empty() && played.truth("keys") == "0");
        assert_eq!((played.end().left, played.truth("move").as_str()), (0, "0"));
    }
}

#[test]
fn a_stop_while_a_box_is_dragged_leaves_nothing_pressed() {
    let case = Case::generated(Skin::Plain, 1, 0);
    let stop = case.stop.clone();
    let wrap = |desk| crate::StopsAt { desk, presses: 3, stop };
    let played = case.run_on(wrap, |_| {}, &mut |_, _| {});
    assert_eq!(played.run.ending, Ending::Interrupted);
    played.assert_clean();
    assert_eq!(played.desk.presses().len(), 3);
}
