//! SameGame, with every fault of the desk.

use crate::{MS, Played};
use image::RgbImage;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tilepilot::desk::dry::DryRun;
use tilepilot::desk::sim::{Cover, Faults, GAME_WINDOW, OtherWindow};
use tilepilot::games::Game;
use tilepilot::games::samegame::SameGame;
use tilepilot::geometry::Rect;
use tilepilot::scene::samegame::{Options, SameGameScene};
use tilepilot::scene::{Input, Scene, Skin};
use tilepilot::session::{Ending, Outcome, Report, Trouble};

type Case = crate::Case<SameGame>;

impl Case {
    /// A board in the flat skin, shown at once, on a desk without faults.
    fn plain() -> Self {
        Self::shown(options())
    }

    /// The same with tiles that take their time.
    fn moving(ms: u32) -> Self {
        Self::shown(Options { animation: ms * MS, ..options() })
    }

    fn shown(options: Options) -> Self {
        let name = format!("practice-{}", options.skin.name());
        Self::new(SameGameScene::new(options, SameGame::preset("popstar").unwrap()).unwrap(), &name)
    }

    fn faulty(faults: Faults) -> Self {
        Self::plain().with(faults)
    }
}

fn options() -> Options {
    Options { seed: 3, animation: Duration::ZERO, ..Options::default() }
}

/// Ended as promised, with the game's own score.
fn assert_as_promised(played: &Played) {
    played.assert_as_promised();
    assert_eq!(played.end().score.to_string(), played.truth("score"), "the game's own score");
}

#[test]
fn every_skin_is_played_to_the_promised_end_with_and_without_animation() {
    for skin in Skin::ALL {
        for animation in [0, 300] {
            let played = Case::shown(Options { skin, animation: animation * MS, ..options() }).run();
            assert_as_promised(&played);
            assert_eq!(played.end().mismatches, 0, "mismatches");
        }
    }
}

#[test]
fn every_gravity_and_closing_is_read_and_played() {
    for keys in [
        "gravity = 'up'\ncolumns_close = 'centre'",
        "gravity = 'left'\ncolumns_close = 'bottom'",
        "gravity = 'right'\nmin_group = 1\nsingle = 2",
        "columns_close = 'right'",
    ] {
        let text = format!("preset = 'popstar'\n{keys}\n");
        let options = Options { rows: 7, cols: 8, animation: 200 * MS, ..options() };
        let scene = SameGameScene::new(options, SameGame::rules_from_toml(&text).unwrap()).unwrap();
        let mut case = Case::new(scene, "practice-flat");
        case.calibration.rules = text;
        let played = case.run();
        assert_as_promised(&played);
        assert_eq!(played.end().mismatches, 0, "{keys}");
    }
}

#[test]
fn clicks_land_at_every_scale_and_left_of_the_first_screen() {
    for scale in [1.0, 1.25, 1.5, 2.0] {
        let mut case = Case::plain();
        case.setup.scale = scale;
        case.setup.place = (-1500.0, 33.0);
        assert_as_promised(&case.run());
    }
}

#[test]
fn lost_presses_are_made_again() {
    let played = Case::faulty(Faults { lose_press_every: Some(3), ..Faults::default() }).run();
    assert_as_promised(&played);
    assert!(played.end().retries > 0, "retries");
}

#[test]
fn a_game_that_needs_longer_presses_gets_them() {
    let played = Case::faulty(Faults { shortest_hold: 60 * MS, ..Faults::default() }).run();
    assert_as_promised(&played);
}

#[test]
fn a_window_that_takes_no_click_halts_the_run_after_three_tries() {
    let played = Case::faulty(Faults { lose_press_every: Some(1), ..Faults::default() }).run();
    assert!(matches!(played.run.ending, Ending::World(_)), "{:?}", played.run.ending);
    assert_eq!((played.desk.presses().len(), played.end().retries), (3, 3));
    assert!(!played.run.frames.is_empty(), "the last pictures are kept");
}

#[test]
fn doubled_presses_are_seen_and_planned_around() {
    let played = Case::faulty(Faults { double_press_every: Some(4), ..Faults::default() }).run();
    assert!(matches!(played.end().outcome, Outcome::Stuck | Outcome::Cleared), "{:?}", played.end());
    assert!(played.desk.presses().iter().all(|press| press.window == Some(GAME_WINDOW)));
}

#[test]
fn stale_and_uniform_frames_are_waited_out() {
    assert_as_promised(&Case::faulty(Faults { stale_after_press: 400 * MS, ..Faults::default() }).run());
    for colour in [[0; 3], [255; 3]] {
        assert_as_promised(&Case::faulty(Faults { uniform_every: Some((5, colour)), ..Faults::default() }).run());
    }
}

#[test]
fn a_window_that_moves_is_followed() {
    let moves = vec![(700 * MS, (400.0, 200.0)), (1500 * MS, (-900.0, 50.0))];
    let played = Case::moving(150).with(Faults { window_moves: moves, ..Faults::default() }).run();
    assert_as_promised(&played);
    assert!(played.troubles(Trouble::WindowMoved) >= 1);
}

#[test]
fn a_window_in_front_is_named_waited_for_and_never_clicked() {
    let mut case = Case::moving(150);
    let rect = Rect::new(250.0, 200.0, 200.0, 300.0);
    let cover = Cover { from: 800 * MS, to: 4000 * MS, title: "A film".to_owned(), rect };
    case.setup.faults.covers.push(cover);
    let played = case.run();
    assert_as_promised(&played);
    let named =
        |r: &Report| matches!(r, Report::Recover { reason: Trouble::Covered, detail } if detail.contains("A film"));
    assert!(played.reports.iter().any(named), "{:#?}", played.reports);
}

#[test]
fn a_minimised_window_is_waited_for() {
    let played = Case::moving(150).with(Faults { minimised: vec![(600 * MS, 3000 * MS)], ..Faults::default() }).run();
    assert_as_promised(&played);
    assert!(played.troubles(Trouble::Minimised) >= 1);
}

#[test]
fn patience_with_a_minimised_window_ends() {
    let hour = Duration::from_secs(3600);
    let played = Case::faulty(Faults { minimised: vec![(Duration::ZERO, hour)], ..Faults::default() }).run();
    assert!(matches!(&played.run.ending, Ending::World(why) if why.contains("minimised")), "{:?}", played.run.ending);
    assert!(played.desk.presses().is_empty());
}

#[test]
fn a_window_that_closes_ends_the_run_cleanly() {
    let played = Case::moving(200).with(Faults { closes_at: Some(900 * MS), ..Faults::default() }).run();
    assert!(matches!(&played.run.ending, Ending::World(why) if why.contains("closed")), "{:?}", played.run.ending);
    played.assert_clean();
}

#[test]
fn two_windows_of_the_same_title_are_listed_and_none_is_clicked() {
    let mut case = Case::plain();
    let other = OtherWindow {
        title: case.scene.title(),
        app: "tilepilot-practice".to_owned(),
        rect: Rect::new(900.0, 100.0, 500.0, 500.0),
        in_front: false,
    };
    case.setup.others.push(other);
    let played = case.run();
    assert!(
        matches!(&played.run.ending, Ending::World(why) if why.starts_with("2 windows")),
        "{:?}",
        played.run.ending
    );
    assert!(played.desk.presses().is_empty());
}

#[test]
fn the_bot_waits_while_somebody_else_moves_the_mouse() {
    let moves = (0..10).map(|i| ((600 + 100 * i) * MS, (700 + 10 * i as i32, 500))).collect();
    let played = Case::moving(150).with(Faults { user_moves: moves, ..Faults::default() }).run();
    assert_as_promised(&played);
    assert!(played.troubles(Trouble::UserMoved) >= 1);
}

#[test]
fn the_mouse_in_a_corner_stops_the_bot() {
    let mut case = Case::moving(150);
    let desktop = case.setup.desktop;
    case.setup.faults.user_moves = vec![(800 * MS, (desktop.x as i32, desktop.y as i32))];
    let played = case.run();
    assert_eq!(played.run.ending, Ending::Interrupted);
    assert_eq!(played.end().outcome, Outcome::Interrupted);
}

#[test]
fn a_dry_run_sends_nothing() {
    let mut case = Case::plain();
    case.settings.dry_run = true;
    let played = case.run_on(DryRun::new, |_| {}, &mut |_, _| {});
    assert_eq!(played.run.ending, Ending::AsPromised);
    assert_eq!(played.end().outcome, Outcome::DryRun);
    assert!(played.desk.presses().is_empty());
    let planned = played
        .reports
        .iter()
        .find_map(|r| if let Report::Plan { moves, score, .. } = r { Some((*moves, *score)) } else { None });
    let acts: Vec<&Report> = played.reports.iter().filter(|r| matches!(r, Report::Act { .. })).collect();
    let Some(Report::End { score, .. }) = played.reports.last() else { unreachable!() };
    assert_eq!(planned, Some((acts.len(), *score)));
}

#[test]
fn as_many_moves_as_asked_for_are_made() {
    let mut case = Case::plain();
    case.settings.moves = Some(3);
    let played = case.run();
    assert_eq!((played.end().outcome, played.end().moves), (Outcome::MovesDone, 3));
    assert_eq!(played.truth("move"), "3");
}

#[test]
fn two_clicks_a_move_and_half_of_them_lost() {
    let mut case =
        Case::shown(Options { clicks: 2, ..options() }).with(Faults { lose_press_every: Some(5), ..Faults::default() });
    case.calibration.input.clicks = 2;
    case.calibration.input.select_first = true;
    let played = case.run();
    assert_as_promised(&played);
    assert!(played.end().retries > 0, "retries");
}

#[test]
fn three_levels_are_played_by_the_buttons() {
    let mut case = Case::plain();
    case.settings.games = 3;
    let played = case.run();
    let games = played.reports.iter().filter(|r| matches!(r, Report::Game { .. })).count();
    assert_eq!(games, 3, "{:#?}", played.reports.last());
    played.assert_clean();
}

#[test]
fn bent_colours_and_noise_lead_to_no_wrong_cell() {
    for faults in [
        Faults { gamma: 0.9, ..Faults::default() },
        Faults { tint: [1.0, 0.93, 0.85], ..Faults::default() },
        Faults { noise: 4.0, ..Faults::default() },
    ] {
        let played = Case::faulty(faults.clone()).run();
        // Refusing to read is allowed; acting on a wrong reading is not.
        assert!(
            matches!(played.run.ending, Ending::AsPromised | Ending::NotFull(_)),
            "{faults:?}: {:?}",
            played.run.ending
        );
        assert_eq!(played.end().mismatches, 0, "{faults:?}: mismatches");
        played.assert_clean();
    }
}

/// A game that turns into another whenever the bot has a plan.
struct Restless {
    games: [SameGameScene; 2],
    plans: Arc<AtomicUsize>,
}

impl Restless {
    fn shown(&self) -> &SameGameScene {
        &self.games[self.plans.load(Ordering::Relaxed) % 2]
    }
}

impl Scene for Restless {
    fn title(&self) -> String {
        self.shown().title()
    }
    fn size(&self) -> (u32, u32) {
        self.shown().size()
    }
    fn set_scale(&mut self, scale: f64) {
        self.games.iter_mut().for_each(|game| game.set_scale(scale));
    }
    fn input(&mut self, input: Input, now: Duration) -> bool {
        let shown = self.plans.load(Ordering::Relaxed) % 2;
        self.games[shown].input(input, now)
    }
    fn draw(&mut self, now: Duration) -> RgbImage {
        let shown = self.plans.load(Ordering::Relaxed) % 2;
        self.games[shown].draw(now)
    }
    fn is_animating(&self, _: Duration) -> bool {
        true
    }
    fn truth(&self, now: Duration) -> String {
        self.shown().truth(now)
    }
    fn wants_to_close(&self) -> bool {
        false
    }
}

#[test]
fn a_board_that_is_another_one_after_each_plan_is_given_up() {
    let plans = Arc::new(AtomicUsize::new(0));
    let games = [3, 4]
        .map(|seed| SameGameScene::new(Options { seed, ..options() }, SameGame::preset("popstar").unwrap()).unwrap());
    let case = Case::new(Restless { games, plans: Arc::clone(&plans) }, "practice-flat");
    let played = case.run_with(|_| {}, &mut |_, report| {
        if matches!(report, Report::Plan { .. }) {
            plans.fetch_add(1, Ordering::Relaxed);
        }
    });
    let Ending::NotFull(reason) = &played.run.ending else { panic!("{:?}", played.run.ending) };
    assert!(reason.contains("13 times, though nothing was pressed"), "{reason}");
    assert_eq!((played.end().moves, played.end().mismatches), (0, 13));
}
