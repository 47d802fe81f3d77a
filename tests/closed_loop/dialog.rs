//! A program that tells a game's end in a window of its own over the board.

use image::{Rgb, RgbImage, imageops};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;
use tilepilot::calibration::{Button, OnEnd, Opens, Trigger};
use tilepilot::desk::sim::{GAME_APP, SimDesk};
use tilepilot::desk::{Clock, DeskError, Keyboard, Pointer, Screen, WindowId, WindowInfo};
use tilepilot::frame::Frame;
use tilepilot::games::Game;
use tilepilot::games::samegame::SameGame;
use tilepilot::geometry::{Point, Rect};
use tilepilot::gesture::{Key, KeyName, MouseButton};
use tilepilot::scene::samegame::{Options, SameGameScene};
use tilepilot::session::{Ending, Trouble};

const DIALOG: WindowId = 77;
/// The process of the game's window on a simulated desk.
const GAME_PROCESS: u32 = 3999;
/// The dialog's own button, in its pixels.
const OK: Rect = Rect { x: 60.0, y: 70.0, width: 80.0, height: 24.0 };
/// The game's button to the next level, in the pixels of its window.
const NEXT_LEVEL: Point = Point { x: 252.0, y: 387.0 };

/// A desk on which each end of a game opens a dialog that has to be answered before the next level.
struct WithDialog {
    desk: SimDesk,
    process: u32,
    /// Where the dialog was pressed, in its own pixels.
    presses: Rc<RefCell<Vec<Point>>>,
    answered: bool,
    manner: Manner,
    /// Whether a key was pressed since the game's end.
    called: bool,
}

/// How the dialog comes and goes.
#[derive(Clone, Copy, PartialEq)]
enum Manner {
    /// It opens at the game's end, and stays until it is answered.
    Plain,
    /// It closes by itself as soon as the pointer comes over it.
    Flees,
    /// It opens only when the next game is asked for by a key.
    Late,
}

impl WithDialog {
    fn rect(&self) -> Rect {
        let game = self.desk.game_rect();
        Rect::new(game.x + 120.0, game.y + 160.0, 200.0, 120.0)
    }

    fn is_open(&mut self) -> bool {
        let truth = self.desk.truth();
        let is_over = ["phase over", "phase bonus"].iter().any(|phase| truth.contains(phase));
        self.answered &= is_over;
        self.called &= is_over;
        is_over && !self.answered && (self.called || self.manner != Manner::Late)
    }
}

/// The button as it looks: stripes, so that no plain area is taken for it.
fn button() -> RgbImage {
    RgbImage::from_fn(OK.width as u32, OK.height as u32, |x, y| {
        Rgb([if (x / 5 + y / 6) % 2 == 0 { 240 } else { 70 }; 3])
    })
}

impl Screen for WithDialog {
    fn windows(&mut self) -> Result<Vec<WindowInfo>, DeskError> {
        let mut windows = self.desk.windows()?;
        if self.is_open() {
            let (title, app) = ("Game over".to_owned(), GAME_APP.to_owned());
            windows.insert(
                0,
                WindowInfo { id: DIALOG, title, app, pid: self.process, rect: self.rect(), minimised: false },
            );
        }
        Ok(windows)
    }

    fn capture(&mut self, window: WindowId) -> Result<Frame, DeskError> {
        if window != DIALOG {
            return self.desk.capture(window);
        }
        self.desk.wait(Duration::from_millis(8));
        let mut pixels = RgbImage::from_pixel(200, 120, Rgb([200, 200, 190]));
        imageops::replace(&mut pixels, &button(), OK.x as i64, OK.y as i64);
        Ok(Frame { pixels, window: self.rect(), sequence: 0 })
    }

    fn monitors(&mut self) -> Result<Vec<Rect>, DeskError> {
        self.desk.monitors()
    }
}

impl Pointer for WithDialog {
    fn location(&mut self) -> Result<(i32, i32), DeskError> {
        self.desk.location()
    }

    fn move_to(&mut self, x: i32, y: i32) -> Result<(), DeskError> {
        self.answered |= self.manner == Manner::Flees
            && self.is_open()
            && self.rect().contains(Point::new(f64::from(x), f64::from(y)));
        self.desk.move_to(x, y)
    }

    fn button(&mut self, button: MouseButton, down: bool) -> Result<(), DeskError> {
        let (x, y) = self.desk.location()?;
        let at = Point::new(f64::from(x) - self.rect().x, f64::from(y) - self.rect().y);
        if !self.is_open() || !Rect::new(0.0, 0.0, 200.0, 120.0).contains(at) {
            return self.desk.button(button, down);
        }
        if down {
            self.presses.borrow_mut().push(at);
        } else if OK.contains(at) {
            self.answered = true;
            let game = self.desk.game_rect();
            self.desk.move_to((game.x + NEXT_LEVEL.x) as i32, (game.y + NEXT_LEVEL.y) as i32)?;
            self.desk.button(button, true)?;
            self.desk.button(button, false)?;
            self.desk.move_to(x, y)?;
        }
        Ok(())
    }
}

impl Keyboard for WithDialog {
    fn key(&mut self, key: KeyName, down: bool) -> Result<(), DeskError> {
        self.called = true;
        self.desk.key(key, down)
    }

    fn has_focus(&mut self, window: WindowId) -> Result<bool, DeskError> {
        self.desk.has_focus(window)
    }
}

impl Clock for WithDialog {
    fn now(&self) -> Duration {
        self.desk.now()
    }

    fn wait(&mut self, time: Duration) {
        self.desk.wait(time);
    }
}

/// Two games with a dialog of that process between them, and where it was pressed.
fn play(process: u32, manner: Manner) -> (crate::Played, Vec<Point>) {
    let options = Options { seed: 3, animation: Duration::ZERO, ..Options::default() };
    let scene = SameGameScene::new(options, SameGame::preset("popstar").unwrap()).unwrap();
    let mut case = crate::Case::<SameGame>::new(scene, "practice-flat");
    case.settings.games = 2;
    // Elsewhere than the dialog has it: it is looked for everywhere.
    let rect = Rect::new(10.0, 10.0, OK.width, OK.height);
    let by = Trigger::Click { template: String::new(), rect, picture: button() };
    case.calibration.buttons = vec![Button { name: "ok".to_owned(), opens: Opens::NextLevel, by }];
    case.calibration.on_end = OnEnd { click: vec!["ok".to_owned()] };
    if manner == Manner::Late {
        let by = Trigger::Key(Key::plain(KeyName::F(5)));
        case.calibration.buttons.push(Button { name: "next".to_owned(), opens: Opens::NextLevel, by });
        case.calibration.on_end.click.push("next".to_owned());
    }
    let presses = Rc::new(RefCell::new(Vec::new()));
    let seen = presses.clone();
    let with_dialog = |desk| WithDialog { desk, process, presses: seen, answered: false, manner, called: false };
    let played = case.run_on(with_dialog, |_| {}, &mut |_, _| {});
    let presses = presses.borrow().clone();
    (played, presses)
}

#[test]
fn the_button_of_the_programs_own_dialog_leads_to_the_next_game() {
    let (played, presses) = play(GAME_PROCESS, Manner::Plain);
    assert_eq!(played.run.ending, Ending::AsPromised, "{:#?}", played.reports);
    assert_eq!(played.end().games, 2);
    assert!(presses.len() == 1 && OK.contains(presses[0]), "{presses:?}");
    assert_eq!(played.troubles(Trouble::WindowMoved), 0, "a dialog is no place that the window moved to");
}

#[test]
fn a_window_of_another_process_with_the_same_button_is_never_pressed() {
    for process in [0, 4711] {
        let (played, presses) = play(process, Manner::Plain);
        assert!(matches!(played.run.ending, Ending::World(_)), "{:?}", played.run.ending);
        assert_eq!((presses, played.end().games), (Vec::new(), 1));
    }
}

#[test]
fn a_dialog_that_closes_by_itself_is_not_the_game_that_was_closed() {
    let (played, presses) = play(GAME_PROCESS, Manner::Flees);
    assert!(matches!(played.run.ending, Ending::NotFull(_)), "{:?}", played.run.ending);
    assert_eq!((presses, played.end().games), (Vec::new(), 1));
}

#[test]
fn a_dialog_that_opens_when_the_next_game_was_asked_for_is_answered() {
    let (played, presses) = play(GAME_PROCESS, Manner::Late);
    assert_eq!(played.run.ending, Ending::AsPromised, "{:#?}", played.reports);
    assert_eq!(played.end().games, 2);
    assert!(presses.len() == 1 && OK.contains(presses[0]), "{presses:?}");
}
