//! The whole loop on the simulated desk: real reading, real rules, real guard, and every fault that a desktop is known
//! for. Nothing here sleeps or opens a window.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;
use tilepilot::calibration::Calibration;
use tilepilot::desk::WindowId;
use tilepilot::desk::dry::DryRun;
use tilepilot::desk::sim::{Cover, Faults, GAME_WINDOW, OtherWindow, Setup, SimDesk};
use tilepilot::driver::{Driver, Run, SearchSettings};
use tilepilot::games::Game;
use tilepilot::games::samegame::SameGame;
use tilepilot::geometry::Rect;
use tilepilot::scene::Skin;
use tilepilot::scene::samegame::{Options, SameGameScene};
use tilepilot::search::StopFlag;
use tilepilot::session::{Ending, Outcome, Report, Session, Settings, Trouble};
use tilepilot::store::calibrations;

const MS: Duration = Duration::from_millis(1);

/// One run and what it is asked for.
struct Case {
    options: Options,
    setup: Setup,
    settings: Settings,
    change: fn(&mut Calibration),
}

/// What came of it.
struct Played {
    run: Run,
    reports: Vec<Report>,
    desk: SimDesk,
}

impl Case {
    /// A board in the flat skin, shown at once, on a desk without faults.
    fn plain() -> Self {
        let options = Options { seed: 3, animation: Duration::ZERO, ..Options::default() };
        let settings = Settings {
            time: Duration::from_secs(60),
            moves: None,
            games: 1,
            dry_run: false,
            patience: Duration::from_secs(20),
        };
        Self { options, setup: Setup::default(), settings, change: |_| {} }
    }

    fn with(faults: Faults) -> Self {
        let mut case = Self::plain();
        case.setup.faults = faults;
        case
    }

    fn desk(&self) -> SimDesk {
        let scene = SameGameScene::new(self.options.clone(), SameGame::preset("popstar").unwrap()).unwrap();
        SimDesk::new(Box::new(scene), self.setup.clone())
    }

    fn run(self) -> Played {
        let desk = self.desk();
        self.run_on(desk.clone(), desk)
    }

    fn run_on<D: tilepilot::desk::Desk>(self, played_on: D, desk: SimDesk) -> Played {
        let name = format!("practice-{}", self.options.skin.name());
        let mut calibration = calibrations::load(&name).unwrap();
        (self.change)(&mut calibration);
        let rules = Arc::new(SameGame::preset("popstar").unwrap());
        let wanted = calibration.window.clone();
        let session = Session::<SameGame>::new(self.settings, calibration, rules, ());
        let search = SearchSettings {
            algorithm: "beam".to_owned(),
            objective: "score".to_owned(),
            seed: 1,
            threads: 1,
            nodes: Some(2_000),
        };
        let reports = RefCell::new(Vec::new());
        let mut report = |_: Duration, r: &Report, _: Option<&_>| reports.borrow_mut().push(r.clone());
        let run = Driver::new(played_on, session, wanted, search, StopFlag::default(), &mut report).run();
        Played { run, reports: reports.into_inner(), desk }
    }
}

impl Played {
    fn end(&self) -> (Outcome, usize, usize, usize) {
        let Some(Report::End { outcome, moves, retries, mismatches, .. }) = self.reports.last() else {
            panic!("the last report is the end: {:?}", self.reports.last());
        };
        (*outcome, *moves, *retries, *mismatches)
    }

    fn troubles(&self, wanted: Trouble) -> usize {
        self.reports.iter().filter(|r| matches!(r, Report::Recover { reason, .. } if *reason == wanted)).count()
    }

    fn truth(&self, key: &str) -> String {
        let truth = self.desk.truth();
        let header: Vec<&str> = truth.lines().next().unwrap().split(' ').collect();
        let at = header.iter().position(|word| *word == key).unwrap();
        header[at + 1].to_owned()
    }

    /// Played to the end as promised, every press on a tile of the game.
    fn assert_as_promised(&self) {
        assert_eq!(self.run.ending, Ending::AsPromised, "{:#?}", self.reports);
        let Some(Report::End { score, .. }) = self.reports.last() else { unreachable!() };
        assert_eq!(score.to_string(), self.truth("score"), "the game's own score");
        self.assert_no_stray_press();
    }

    fn assert_no_stray_press(&self) {
        assert_eq!(self.truth("stray"), "0");
        let elsewhere: Vec<Option<WindowId>> =
            self.desk.presses().iter().map(|p| p.window).filter(|w| *w != Some(GAME_WINDOW)).collect();
        assert!(elsewhere.is_empty(), "presses that reached {elsewhere:?}");
        assert!(self.desk.buttons_down().is_empty(), "a button is still down");
    }
}

#[test]
fn every_skin_is_played_to_the_promised_end_with_and_without_animation() {
    for skin in Skin::ALL {
        for animation in [0, 300] {
            let mut case = Case::plain();
            case.options.skin = skin;
            case.options.animation = animation * MS;
            let played = case.run();
            played.assert_as_promised();
            assert_eq!(played.end().3, 0, "mismatches");
        }
    }
}

#[test]
fn clicks_land_at_every_scale_and_left_of_the_first_screen() {
    for scale in [1.0, 1.25, 1.5, 2.0] {
        let mut case = Case::plain();
        case.setup.scale = scale;
        case.setup.place = (-1500.0, 33.0);
        case.run().assert_as_promised();
    }
}

#[test]
fn lost_presses_are_made_again() {
    let played = Case::with(Faults { lose_press_every: Some(3), ..Faults::default() }).run();
    played.assert_as_promised();
    assert!(played.end().2 > 0, "retries");
}

#[test]
fn a_game_that_needs_longer_presses_gets_them() {
    let played = Case::with(Faults { shortest_hold: 60 * MS, ..Faults::default() }).run();
    played.assert_as_promised();
}

#[test]
fn a_window_that_takes_no_click_halts_the_run_after_three_tries() {
    let played = Case::with(Faults { lose_press_every: Some(1), ..Faults::default() }).run();
    assert!(matches!(played.run.ending, Ending::World(_)), "{:?}", played.run.ending);
    assert_eq!((played.desk.presses().len(), played.end().2), (3, 3));
    assert!(!played.run.frames.is_empty(), "the last pictures are kept");
}

#[test]
fn doubled_presses_are_seen_and_planned_around() {
    let played = Case::with(Faults { double_press_every: Some(4), ..Faults::default() }).run();
    assert!(matches!(played.end().0, Outcome::Stuck | Outcome::Cleared), "{:?}", played.end());
    assert!(played.desk.presses().iter().all(|press| press.window == Some(GAME_WINDOW)));
}

#[test]
fn stale_and_uniform_frames_are_waited_out() {
    Case::with(Faults { stale_after_press: 400 * MS, ..Faults::default() }).run().assert_as_promised();
    for colour in [[0; 3], [255; 3]] {
        Case::with(Faults { uniform_every: Some((5, colour)), ..Faults::default() }).run().assert_as_promised();
    }
}

#[test]
fn a_window_that_moves_is_followed() {
    let moves = vec![(700 * MS, (400.0, 200.0)), (1500 * MS, (-900.0, 50.0))];
    let mut case = Case::with(Faults { window_moves: moves, ..Faults::default() });
    case.options.animation = 150 * MS;
    let played = case.run();
    played.assert_as_promised();
    assert!(played.troubles(Trouble::WindowMoved) >= 1);
}

#[test]
fn a_window_in_front_is_named_waited_for_and_never_clicked() {
    let mut case = Case::plain();
    case.options.animation = 150 * MS;
    let rect = Rect::new(250.0, 200.0, 200.0, 300.0);
    let cover = Cover { from: 800 * MS, to: 4000 * MS, title: "A film".to_owned(), rect };
    case.setup.faults.covers.push(cover);
    let played = case.run();
    played.assert_as_promised();
    let named =
        |r: &Report| matches!(r, Report::Recover { reason: Trouble::Covered, detail } if detail.contains("A film"));
    assert!(played.reports.iter().any(named), "{:#?}", played.reports);
}

#[test]
fn a_minimised_window_is_waited_for() {
    let mut case = Case::with(Faults { minimised: vec![(600 * MS, 3000 * MS)], ..Faults::default() });
    case.options.animation = 150 * MS;
    let played = case.run();
    played.assert_as_promised();
    assert!(played.troubles(Trouble::Minimised) >= 1);
}

#[test]
fn patience_with_a_minimised_window_ends() {
    let hour = Duration::from_secs(3600);
    let played = Case::with(Faults { minimised: vec![(Duration::ZERO, hour)], ..Faults::default() }).run();
    assert!(matches!(&played.run.ending, Ending::World(why) if why.contains("minimised")), "{:?}", played.run.ending);
    assert!(played.desk.presses().is_empty());
}

#[test]
fn a_window_that_closes_ends_the_run_cleanly() {
    let mut case = Case::with(Faults { closes_at: Some(900 * MS), ..Faults::default() });
    case.options.animation = 200 * MS;
    let played = case.run();
    assert!(matches!(&played.run.ending, Ending::World(why) if why.contains("closed")), "{:?}", played.run.ending);
    played.assert_no_stray_press();
}

#[test]
fn two_windows_of_the_same_title_are_listed_and_none_is_clicked() {
    let mut case = Case::plain();
    let title = SameGameScene::new(case.options.clone(), SameGame::preset("popstar").unwrap()).unwrap();
    let other = OtherWindow {
        title: tilepilot::scene::Scene::title(&title),
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
    let mut case = Case::with(Faults { user_moves: moves, ..Faults::default() });
    case.options.animation = 150 * MS;
    let played = case.run();
    played.assert_as_promised();
    assert!(played.troubles(Trouble::UserMoved) >= 1);
}

#[test]
fn the_mouse_in_a_corner_stops_the_bot() {
    let mut case = Case::plain();
    case.options.animation = 150 * MS;
    let desktop = case.setup.desktop;
    case.setup.faults.user_moves = vec![(800 * MS, (desktop.x as i32, desktop.y as i32))];
    let played = case.run();
    assert_eq!(played.run.ending, Ending::Interrupted);
    assert_eq!(played.end().0, Outcome::Interrupted);
}

#[test]
fn a_dry_run_sends_nothing() {
    let mut case = Case::plain();
    case.settings.dry_run = true;
    let desk = case.desk();
    let played = case.run_on(DryRun::new(desk.clone()), desk);
    assert_eq!(played.run.ending, Ending::AsPromised);
    assert_eq!(played.end().0, Outcome::DryRun);
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
    assert_eq!((played.end().0, played.end().1), (Outcome::MovesDone, 3));
    assert_eq!(played.truth("move"), "3");
}

#[test]
fn two_clicks_a_move_and_half_of_them_lost() {
    let mut case = Case::with(Faults { lose_press_every: Some(5), ..Faults::default() });
    case.options.clicks = 2;
    case.change = |calibration| {
        calibration.input.clicks = 2;
        calibration.input.select_first = true;
    };
    let played = case.run();
    played.assert_as_promised();
    assert!(played.end().2 > 0, "retries");
}

#[test]
fn three_levels_are_played_by_the_buttons() {
    let mut case = Case::plain();
    case.settings.games = 3;
    let played = case.run();
    let games = played.reports.iter().filter(|r| matches!(r, Report::Game { .. })).count();
    assert_eq!(games, 3, "{:#?}", played.reports.last());
    played.assert_no_stray_press();
}

#[test]
fn bent_colours_and_noise_lead_to_no_wrong_cell() {
    for faults in [
        Faults { gamma: 0.9, ..Faults::default() },
        Faults { tint: [1.0, 0.93, 0.85], ..Faults::default() },
        Faults { noise: 4.0, ..Faults::default() },
    ] {
        let played = Case::with(faults.clone()).run();
        // Refusing to read is allowed; acting on a wrong reading is not.
        assert!(
            matches!(played.run.ending, Ending::AsPromised | Ending::NotFull(_)),
            "{faults:?}: {:?}",
            played.run.ending
        );
        assert_eq!(played.end().3, 0, "{faults:?}: mismatches");
        played.assert_no_stray_press();
    }
}
