//! The practice window on a real screen, clicked with a real mouse.
#![cfg(all(feature = "live", target_os = "linux"))]

mod common;

use common::{Display, Running, wait_for};
use enigo::{Button, Coordinate, Direction, Enigo, Mouse, Settings};
use serde_json::Value;
use std::time::Duration;
use tilepilot::games::Game;
use tilepilot::games::samegame::{Board, Move, SameGame};
use tilepilot::geometry::Point;
use tilepilot::grid::Cell;
use tilepilot::puzzle::Puzzle;
use tilepilot::scene::samegame::{Options, SameGameScene};

/// A practice window that runs, and what is needed to play in it.
struct Window {
    game: Running,
    folder: tempfile::TempDir,
    mouse: Enigo,
    /// The window's left top corner on the screen, in pixels.
    corner: (f64, f64),
    info: Value,
}

impl Window {
    fn open(display: &Display, flags: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut command = display.tilepilot(folder.path());
        command.args(["practice", "popstar", "--seed", "3", "--write-truth"]);
        command.arg(folder.path().join("truth.txt")).args(flags);
        let game = Running(command.spawn().expect("the game starts"));
        let mut info = Value::Null;
        wait_for("the window in the list", || {
            let list = display.tilepilot(folder.path()).args(["windows", "--format", "json"]).output().unwrap();
            let list: Value = serde_json::from_slice(&list.stdout).unwrap_or_default();
            let found = list.as_array().and_then(|all| all.iter().find(|w| w["title"] == "PopStar practice"));
            info = found.cloned().unwrap_or_default();
            found.is_some() && folder.path().join("truth.txt").exists()
        });
        let settings = Settings { x11_display: Some(display.name().to_owned()), linux_delay: 0, ..Settings::default() };
        let corner = (info["x"].as_f64().unwrap(), info["y"].as_f64().unwrap());
        Self { game, folder, mouse: Enigo::new(&settings).unwrap(), corner, info }
    }

    fn truth(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("truth.txt")).unwrap()
    }

    /// Waits until the truth has all of `parts`.
    fn await_truth(&self, parts: &[&str]) {
        wait_for(&format!("{parts:?} in the truth"), || {
            let truth = self.truth();
            parts.iter().all(|part| truth.contains(part))
        });
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
        let mut status = None;
        wait_for("the end of the game", || {
            status = self.game.0.try_wait().unwrap();
            status.is_some()
        });
        status.and_then(|status| status.code())
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
    let mut window = Window::open(&display, &["--animation", "0", "--levels", "1", "--position", "40,60"]);
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
    let mut window = Window::open(&display, &["--clicks", "2", "--skin", "stars", "--animation", "120"]);
    let model = model(2);
    let at = model.lattice().centre(first_move(model.board()).unwrap());
    window.click(at);
    window.await_truth(&["move 0 ", "phase selected", "presses 1 "]);
    window.click(at);
    window.await_truth(&["move 1 settled true", "phase playing", "presses 2 "]);
}
