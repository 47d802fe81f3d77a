//! The practice game of Sokoban and its editor, played without a window and in one.

#[path = "../common/mod.rs"]
#[cfg(all(feature = "live", target_os = "linux"))]
mod common;
mod editor;
mod looks;
mod play;
mod roles;
mod window;

use image::RgbImage;
use std::sync::Arc;
use std::time::Duration;
use tilepilot::games::sokoban::{Board, Rules, Sokoban};
use tilepilot::games::{Game, NamedBoard};
use tilepilot::geometry::{Lattice, Point};
use tilepilot::gesture::MouseButton;
use tilepilot::grid::Cell;
use tilepilot::scene::sokoban::{Levels, Options, SokobanScene};
use tilepilot::scene::{Input, Scene};

const START: Duration = Duration::ZERO;

/// Two rooms of different sizes; the first is solved by `luRR`.
const TWO: &str = "\
; one
#######
#     #
# $ . #
# @   #
#######

; two
#####
#@  ###
# $  .#
#  *$.#
#######
";

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

fn levels(text: &str) -> Levels {
    Levels::from_text("levels.xsb", text).unwrap()
}

fn instant(text: &str) -> Options {
    Options { levels: levels(text), animation: START, ..Options::default() }
}

fn open(options: Options) -> SokobanScene {
    SokobanScene::new(options).unwrap()
}

/// Presses keys, parted by spaces.
fn keys(scene: &mut dyn Scene, keys: &str, now: Duration) {
    for key in keys.split(' ') {
        scene.input(Input::Key(key.parse().unwrap()), now);
    }
}

fn drag(scene: &mut dyn Scene, (from, to): (Point, Point), button: MouseButton, now: Duration) {
    scene.input(Input::Moved(from), now);
    scene.input(Input::Pressed(button), now);
    scene.input(Input::Moved(to), now);
    scene.input(Input::Released(button), now);
}

fn press(scene: &mut dyn Scene, at: Point, button: MouseButton, now: Duration) {
    drag(scene, (at, at), button, now);
}

fn click(scene: &mut SokobanScene, (row, col): (usize, usize), now: Duration) {
    let at = scene.lattice().centre(Cell::new(row, col));
    press(scene, at, MouseButton::Left, now);
}

fn button(scene: &mut SokobanScene, label: &str, now: Duration) {
    let found = scene.buttons(now).into_iter().find(|(name, _)| *name == label);
    let at = found.unwrap_or_else(|| panic!("the button {label}")).1.centre();
    press(scene, at, MouseButton::Left, now);
    scene.input(Input::Left, now);
}

fn value<'a>(truth: &'a str, key: &str) -> &'a str {
    let mut words = truth.lines().next().unwrap().split(' ');
    words.find(|word| *word == key).unwrap_or_else(|| panic!("{key} in {truth}"));
    words.next().unwrap()
}

/// The only level of a board file.
fn read(text: &str) -> Board {
    let mut found: Vec<NamedBoard<Board>> = Sokoban::boards(&Arc::new(Rules), text, None);
    assert_eq!(found.len(), 1, "{text}");
    found.remove(0).board.unwrap_or_else(|problems| panic!("{problems:?} in\n{text}"))
}

/// A whole cell but for a rim that rounding may shift.
fn cell_pixels(picture: &RgbImage, lattice: &Lattice, cell: Cell) -> RgbImage {
    let at = lattice.cell_rect(cell).inset(0.03);
    let (x, y) = (at.x.ceil() as u32, at.y.ceil() as u32);
    image::imageops::crop_imm(picture, x, y, at.width as u32, at.height as u32).to_image()
}

fn differs(a: &RgbImage, b: &RgbImage, lattice: &Lattice) -> Vec<(usize, usize)> {
    let other = |cell: &Cell| cell_pixels(a, lattice, *cell) != cell_pixels(b, lattice, *cell);
    lattice.cells().filter(other).map(|cell| (cell.row, cell.col)).collect()
}
