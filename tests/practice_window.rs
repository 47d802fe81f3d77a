//! The practice window on a real screen, clicked with a real mouse.
#![cfg(all(feature = "live", target_os = "linux"))]

mod common;

use common::{Display, wait_until};
use enigo::{Button, Coordinate, Direction, Enigo, Mouse, Settings};
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use tilepilot::games::Game;
use tilepilot::games::samegame::{Board, Move, SameGame};
use tilepilot::geometry::Point;
use tilepilot::grid::Cell;
use tilepilot::puzzle::Puzzle;
use tilepilot::scene::samegame::{Options, SameGameScene};

const PATIENCE: Duration = Duration::from_secs(20);

/// A practice window that runs, and what is needed to play in it.
struct Window {
    game: Child,
    truth: PathBuf,
    mouse: Enigo,
    /// The window's left top corner on the screen, in pixels.
    corner: (f64, f64),
    info: serde_json::Value,
}

impl Window {
    fn open(display: &Display, folder: &Path, flags: &[&str]) -> Self {
        let truth = folder.join("truth.txt");
        let mut command = display.tilepilot(folder);
        command.args(["practice", "popstar", "--seed", "3", "--write-truth"]).arg(&truth).args(flags);
        let game = command.spawn().expect("the game starts");
        assert!(wait_until(PATIENCE, || truth.exists()), "the game says its state when it is shown");
        let mut info = serde_json::Value::Null;
        let listed = wait_until(PATIENCE, || {
            let list = display.tilepilot(folder).args(["windows", "--format", "json"]).stdout(Stdio::piped()).output();
            let list: serde_json::Value = serde_json::from_slice(&list.unwrap().stdout).unwrap_or_default();
            let found = list.as_array().and_then(|all| all.iter().find(|w| w["title"] == "PopStar practice"));
            info = found.cloned().unwrap_or_default();
            found.is_some()
        });
        assert!(listed, "the window is listed");
        let settings = Settings { x11_display: Some(display.name().to_owned()), linux_delay: 0, ..Settings::default() };
        let corner = (info["x"].as_f64().unwrap(), info["y"].as_f64().unwrap());
        Self { game, truth, mouse: Enigo::new(&settings).unwrap(), corner, info }
    }

    fn truth(&self) -> String {
        std::fs::read_to_string(&self.truth).unwrap()
    }

    /// Waits until the truth has all of `parts`.
    fn await_truth(&self, parts: &[&str]) {
        let come = wait_until(PATIENCE, || parts.iter().all(|part| self.truth().contains(part)));
        assert!(come, "{parts:?} did not come; the truth is\n{}", self.truth());
    }

    fn click(&mut self, at: Point) {
        let (x, y) = Point::new(self.corner.0 + at.x, self.corner.1 + at.y).round();
        self.mouse.move_mouse(x, y, Coordinate::Abs).unwrap();
        std::thread::sleep(Duration::from_millis(10));
        self.mouse.button(Button::Left, Direction::Press).unwrap();
        std::thread::sleep(Duration::from_millis(20));
        self.mouse.button(Button::Left, Direction::Release).unwrap();
    }

    /// Waits for the game to end, and says how.
    fn exit_status(&mut self) -> Option<i32> {
        let end = Instant::now() + PATIENCE;
        while Instant::now() < end {
            if let Some(status) = self.game.try_wait().unwrap() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        None
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        // It may have ended by itself, which is as good.
        let _ = self.game.kill();
        let _ = self.game.wait();
    }
}

fn model(clicks: u8) -> SameGameScene {
    let options = Options { seed: 3, clicks, animation: Duration::ZERO, ..Options::default() };
    SameGameScene::new(options, SameGame::preset("popstar").unwrap()).unwrap()
}

fn first_move(board: &Board) -> Option<Cell> {
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    moves.first().map(|m| m.0)
}

#[test]
fn a_game_is_played_to_its_end_with_real_clicks_and_quit() {
    let Some(display) = Display::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut window =
        Window::open(&display, folder.path(), &["--animation", "0", "--levels", "1", "--position", "40,60"]);
    let model = model(1);
    assert_eq!((window.info["width"].as_u64(), window.info["height"].as_u64()), (Some(504), Some(582)));
    assert_eq!(window.info["app"], "tilepilot-practice");
    let lattice = model.lattice();
    let mut board = model.board().clone();
    let mut number = 0;
    while let Some(cell) = first_move(&board) {
        window.click(lattice.centre(cell));
        board.play(Move(cell)).unwrap();
        number += 1;
        window.await_truth(&[&format!("move {number} settled true"), &board.to_string()]);
    }
    window.await_truth(&["phase over", "stray 0"]);
    // The buttons stand side by side below the middle of the board; "Quit" is the right one.
    let centre = lattice.bounds().centre();
    window.click(Point::new(centre.x + 74.0, centre.y + 61.0));
    assert_eq!(window.exit_status(), Some(0));
}

#[test]
fn two_clicks_make_a_move_and_the_animation_comes_to_rest() {
    let Some(display) = Display::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut window = Window::open(&display, folder.path(), &["--clicks", "2", "--skin", "stars", "--animation", "120"]);
    let model = model(2);
    let at = model.lattice().centre(first_move(model.board()).unwrap());
    window.click(at);
    window.await_truth(&["move 0 ", "phase selected", "presses 1 "]);
    window.click(at);
    window.await_truth(&["move 1 settled true", "phase playing", "presses 2 "]);
}
