//! The whole loop on the simulated desk: real reading, real rules, real guard, and every fault that a desktop is known
//! for. Nothing here sleeps or opens a window.

mod ahead;
mod dialog;
mod manner;
mod real;
#[path = "../real_pictures/mod.rs"]
mod real_pictures;
mod region;
mod samegame;
mod shisen;
mod shisen_learns;
mod sokoban;

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;
use tilepilot::calibration::Calibration;
use tilepilot::desk::sim::{Faults, GAME_WINDOW, Press, Setup, SimDesk};
use tilepilot::desk::{Clock, Desk, DeskError, Keyboard, Pointer, Screen, WindowId, WindowInfo};
use tilepilot::driver::{Driver, Run, SearchSettings};
use tilepilot::frame::Frame;
use tilepilot::games::Game;
use tilepilot::geometry::{Point, Rect};
use tilepilot::gesture::{KeyName, MouseButton};
use tilepilot::grid::{Cell, Symbol};
use tilepilot::scene::Scene;
use tilepilot::search::StopFlag;
use tilepilot::session::{Ending, Outcome, Report, Session, Settings, Trouble};
use tilepilot::store::calibrations;
use tilepilot::vision::LookState;
use tilepilot::vision::model::ClassModel;

const MS: Duration = Duration::from_millis(1);

/// One run and what it is asked for.
struct Case<G: Game> {
    scene: Box<dyn Scene>,
    calibration: Calibration,
    setup: Setup,
    settings: Settings,
    search: SearchSettings,
    known: G::Memory,
    stop: StopFlag,
    /// The window, where it is not the one that the calibration describes.
    window: Option<WindowId>,
    /// Who grants moves.
    consent: Option<Grant>,
}

/// Says whether a move may be made, by its number, its name and what it pays.
type Grant = Box<dyn FnMut(usize, &str, i64) -> Option<bool>>;

/// What is done on the desk whenever the bot tells something.
type Hand<'a> = &'a mut dyn FnMut(&SimDesk, &Report);

/// What came of a run.
struct Played {
    run: Run,
    reports: Vec<Report>,
    desk: SimDesk,
}

/// The last report.
#[derive(Debug)]
struct End {
    outcome: Outcome,
    games: usize,
    moves: usize,
    retries: usize,
    mismatches: usize,
    refused: usize,
    promised: i64,
    score: i64,
    left: usize,
}

impl<G: Game> Case<G> {
    /// A window on a desk without faults, and the calibration of that name.
    fn new(scene: impl Scene + 'static, calibration: &str) -> Self {
        let settings =
            Settings { time: Duration::from_secs(60), patience: Duration::from_secs(20), ..Settings::default() };
        let search = SearchSettings {
            algorithm: G::ALGORITHMS[0].to_owned(),
            objective: G::OBJECTIVES[0].to_owned(),
            seed: 1,
            threads: 1,
            nodes: Some(2_000),
        };
        Self {
            scene: Box::new(scene),
            calibration: calibrations::load(calibration).unwrap(),
            setup: Setup::default(),
            settings,
            search,
            known: G::Memory::default(),
            stop: StopFlag::default(),
            window: None,
            consent: None,
        }
    }

    fn with(mut self, faults: Faults) -> Self {
        self.setup.faults = faults;
        self
    }

    fn run(self) -> Played {
        self.run_with(|_| {}, &mut |_, _| {})
    }

    /// The same, after something was done on the desk, and with a hand that does more on it later.
    fn run_with(self, before: impl FnOnce(&SimDesk), hand: Hand<'_>) -> Played {
        self.run_on(|desk| desk, before, hand)
    }

    /// The same on a desk that is wrapped into another one.
    fn run_on<D: Desk>(self, wrap: impl FnOnce(SimDesk) -> D, before: impl FnOnce(&SimDesk), hand: Hand<'_>) -> Played {
        let desk = SimDesk::new(self.scene, self.setup);
        before(&desk);
        let rules = Arc::new(G::rules_from_toml(&self.calibration.rules).unwrap());
        let wanted = self.calibration.window.clone();
        let session = Session::<G>::new(self.settings, self.calibration, rules, self.known);
        let reports = RefCell::new(Vec::new());
        let mut report = |_: Duration, r: &Report, _: Option<&_>| {
            hand(&desk, r);
            reports.borrow_mut().push(r.clone());
        };
        let played_on = wrap(desk.clone());
        let mut driver = Driver::new(played_on, session, wanted, self.search, self.stop, &mut report);
        if let Some(window) = self.window {
            driver = driver.for_window(window);
        }
        let mut consent = self.consent;
        if let Some(consent) = &mut consent {
            driver = driver.with_consent(consent);
        }
        let run = driver.run();
        Played { run, reports: reports.into_inner(), desk }
    }
}

impl Played {
    fn end(&self) -> End {
        let Some(Report::End { outcome, games, moves, retries, mismatches, refused, promised, score, left, .. }) =
            self.reports.last().cloned()
        else {
            panic!("the last report is the end: {:?}", self.reports.last());
        };
        End { outcome, games, moves, retries, mismatches, refused, promised, score, left }
    }

    fn troubles(&self, wanted: Trouble) -> usize {
        self.reports.iter().filter(|r| matches!(r, Report::Recover { reason, .. } if *reason == wanted)).count()
    }

    /// Reports of one kind.
    fn count(&self, wanted: fn(&Report) -> bool) -> usize {
        self.reports.iter().filter(|r| wanted(r)).count()
    }

    fn truth(&self, key: &str) -> String {
        let truth = self.desk.truth();
        let header: Vec<&str> = truth.lines().next().unwrap().split(' ').collect();
        let at = header.iter().position(|word| *word == key).unwrap();
        header[at + 1].to_owned()
    }

    fn delivered(&self) -> usize {
        self.desk.presses().iter().filter(|press| press.delivered).count()
    }

    /// Ended as promised, with as much left as the window says; every press on a cell or button of the game.
    fn assert_as_promised(&self) {
        assert_eq!(self.run.ending, Ending::AsPromised, "{:#?}", self.reports);
        self.assert_clean();
    }

    /// The same in a game that is played by keys, where each press is a click beside the board for the keyboard.
    fn assert_as_promised_by_keys(&self) {
        assert_eq!(self.run.ending, Ending::AsPromised, "{:#?}", self.reports);
        assert_eq!(self.truth("stray"), self.delivered().to_string(), "{:#?}", self.reports);
        self.assert_nothing_elsewhere();
    }

    /// Ended as promised, with this outcome, after so many mismatches and retries.
    fn assert_ended(&self, outcome: Outcome, mismatches: usize, retries: usize) -> End {
        self.assert_as_promised();
        let end = self.end();
        assert_eq!((end.outcome, end.mismatches, end.retries), (outcome, mismatches, retries), "{:#?}", self.reports);
        if outcome != Outcome::MovesDone {
            assert!(end.score >= end.promised, "{end:?}");
        }
        assert_eq!(end.left.to_string(), self.truth("left"), "{end:?}");
        end
    }

    fn assert_clean(&self) {
        assert_eq!(self.truth("stray"), "0", "{:#?}", self.reports);
        self.assert_nothing_elsewhere();
    }

    /// Nothing reached another window, and nothing is held down.
    fn assert_nothing_elsewhere(&self) {
        let elsewhere: Vec<Press> =
            self.desk.presses().into_iter().filter(|press| press.window != Some(GAME_WINDOW)).collect();
        assert!(elsewhere.is_empty(), "presses that went elsewhere: {elsewhere:?}");
        assert_eq!(self.desk.keys_elsewhere(), 0, "keys that went elsewhere");
        assert!(self.desk.buttons_down().is_empty(), "a button is still down");
        assert!(self.desk.keys_down().is_empty(), "a key is still down");
    }
}

/// A place of the game's picture, at scale 1, on the desktop.
fn on_desktop(desk: &SimDesk, at: Point) -> (i32, i32) {
    let window = desk.game_rect();
    Point::new(window.x + at.x, window.y + at.y).round()
}

/// A click by a hand that puts the pointer back where it was.
fn click(desk: &SimDesk, at: Point) {
    let mut hand = desk.clone();
    let was = hand.location().unwrap();
    let (x, y) = on_desktop(desk, at);
    hand.move_to(x, y).unwrap();
    hand.button(MouseButton::Left, true).unwrap();
    hand.button(MouseButton::Left, false).unwrap();
    hand.move_to(was.0, was.1).unwrap();
}

/// Keys typed by a hand.
fn type_keys(desk: &SimDesk, keys: &[KeyName]) {
    let mut hand = desk.clone();
    for &key in keys {
        hand.key(key, true).unwrap();
        hand.key(key, false).unwrap();
        hand.wait(200 * MS);
    }
}

/// A model with less in it: the looks that are kept, and what is behind the board.
fn forget(model: &ClassModel, keeps: impl Fn(Symbol, LookState) -> bool, keeps_background: bool) -> ClassModel {
    let mut classes = model.classes().to_vec();
    for class in &mut classes {
        class.looks.retain(|look| keeps(class.symbol, look.state));
    }
    classes.retain(|class| !class.looks.is_empty());
    ClassModel::new(classes, model.background().filter(|_| keeps_background).cloned(), model.thresholds())
}

/// The centre of a cell in the calibrated picture.
fn centre(calibration: &Calibration, row: usize, col: usize) -> Point {
    calibration.place.lattice.centre(Cell::new(row, col))
}

/// A desk on which somebody stops the bot while its n-th press is held.
struct StopsAt {
    desk: SimDesk,
    presses: usize,
    stop: StopFlag,
}

impl Screen for StopsAt {
    fn windows(&mut self) -> Result<Vec<WindowInfo>, DeskError> {
        self.desk.windows()
    }

    fn capture(&mut self, window: WindowId) -> Result<Frame, DeskError> {
        self.desk.capture(window)
    }

    fn monitors(&mut self) -> Result<Vec<Rect>, DeskError> {
        self.desk.monitors()
    }
}

impl Pointer for StopsAt {
    fn location(&mut self) -> Result<(i32, i32), DeskError> {
        self.desk.location()
    }

    fn move_to(&mut self, x: i32, y: i32) -> Result<(), DeskError> {
        self.desk.move_to(x, y)
    }

    fn button(&mut self, button: MouseButton, down: bool) -> Result<(), DeskError> {
        self.desk.button(button, down)?;
        if self.desk.presses().len() >= self.presses {
            self.stop.stop();
        }
        Ok(())
    }
}

impl Keyboard for StopsAt {
    fn key(&mut self, key: KeyName, down: bool) -> Result<(), DeskError> {
        self.desk.key(key, down)
    }

    fn has_focus(&mut self, window: WindowId) -> Result<bool, DeskError> {
        self.desk.has_focus(window)
    }
}

impl Clock for StopsAt {
    fn now(&self) -> Duration {
        self.desk.now()
    }

    fn wait(&mut self, time: Duration) {
        self.desk.wait(time);
    }
}
