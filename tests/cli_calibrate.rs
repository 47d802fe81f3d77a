//! `calibrate` as a person meets it: what it says, the pictures that it leaves, and what it does not pretend to know.

#[cfg(feature = "live")]
mod common;

use assert_cmd::Command;
use image::{Rgb, RgbImage};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tilepilot::games::Game;
use tilepilot::games::samegame::SameGame;
use tilepilot::scene::samegame::{Options, SameGameScene};
use tilepilot::scene::{Scene, Skin};

struct Said {
    code: Option<i32>,
    out: String,
    err: String,
}

/// A folder with pictures and what is calibrated from them.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn picture(&self, name: &str, picture: &RgbImage) {
        picture.save(self.path(name)).unwrap();
    }

    fn run(&self, args: &[&str]) -> Said {
        let mut command = Command::cargo_bin("tilepilot").unwrap();
        let output = command.current_dir(self.0.path()).args(args).write_stdin("").output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Said { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }
}

/// A board of the practice game at its start.
fn board(skin: Skin, (rows, cols): (usize, usize), colours: usize, seed: u64) -> RgbImage {
    let options = Options { skin, rows, cols, colours, seed, animation: Duration::ZERO, ..Options::default() };
    let mut scene = SameGameScene::new(options, SameGame::preset("popstar").unwrap()).unwrap();
    scene.draw(Duration::ZERO)
}

/// A black ball with a red spot over one of the tiles of a picture.
fn with_bomb(mut picture: RgbImage, (x, y): (u32, u32), radius: u32) -> RgbImage {
    let centre = (x as i32, y as i32);
    imageproc::drawing::draw_filled_circle_mut(&mut picture, centre, radius as i32, Rgb([12, 12, 14]));
    imageproc::drawing::draw_filled_circle_mut(&mut picture, centre, radius as i32 / 3, Rgb([250, 250, 240]));
    picture
}

#[test]
fn what_is_calibrated_from_a_small_board_can_be_loaded_and_what_is_sure_is_right() {
    let place = Place::new();
    for colours in [2, 3, 4, 5] {
        for seed in 1..=4 {
            place.picture("start.png", &board(Skin::Stars, (5, 5), colours, seed));
            let made = place.run(&["calibrate", "samegame", "--image", "start.png", "--out", "mine.toml"]);
            let read = place.run(&["read", "mine.toml", "--image", "start.png", "--format", "json"]);
            assert!(matches!(read.code, Some(0 | 1)), "{colours} colours, seed {seed}: {}", read.err);
            if made.code == Some(0) {
                let read: serde_json::Value = serde_json::from_str(&read.out).unwrap();
                assert_eq!(
                    (&read["lattice"]["rows"], &read["lattice"]["cols"]),
                    (&5.into(), &5.into()),
                    "{}",
                    made.out
                );
            } else {
                assert!(made.code == Some(1) && made.err.contains("not sure"), "{}", made.err);
            }
        }
    }
}

#[test]
fn it_says_what_it_found_and_leaves_the_pictures_beside_the_tiles() {
    let place = Place::new();
    place.picture("start.png", &board(Skin::Flat, (10, 10), 5, 1));
    let made = place.run(&["calibrate", "samegame", "--image", "start.png", "--out", "mine.toml"]);
    assert_eq!(made.code, Some(0), "{}", made.err);
    assert!(made.out.starts_with("mine.toml: 10×10 cells"), "{}", made.out);
    let counts = made.out.lines().filter_map(|line| line.split_once(" cells")?.0.split_whitespace().nth(1));
    let all: usize = counts.filter_map(|count| count.parse::<usize>().ok()).sum();
    assert_eq!(all, 100, "{}", made.out);
    assert!(made.out.contains("  0 doubtful cells"), "{}", made.out);
    assert!(!made.err.contains("change>"), "nothing is asked where nobody is: {}", made.err);
    let sheet = image::open(place.path("mine/sheet.png")).unwrap().into_rgb8();
    // A row for each of the five colours.
    assert!(sheet.height() >= 5 * 44 && sheet.width() > 16 * 44, "{:?}", sheet.dimensions());
    assert!(place.path("mine/overlay.png").is_file());
    let elsewhere = ["--overlay", "cells.png", "--sheet", "kinds.png"];
    let args = [&["calibrate", "samegame", "--image", "start.png", "--out", "mine.toml"][..], &elsewhere].concat();
    assert_eq!(place.run(&args).code, Some(0));
    assert!(place.path("cells.png").is_file() && place.path("kinds.png").is_file());
}

#[test]
fn what_is_no_tile_stops_the_program_until_it_is_marked() {
    let place = Place::new();
    let plain = board(Skin::Flat, (10, 10), 4, 1);
    place.picture("plain.png", &plain);
    let args = ["calibrate", "samegame", "--image", "plain.png", "--out", "plain.toml"];
    assert_eq!(place.run(&args).code, Some(0));
    let read = place.run(&["read", "plain.toml", "--image", "plain.png", "--format", "json"]);
    let read: serde_json::Value = serde_json::from_str(&read.out).unwrap();
    let at = |key| read["lattice"][key].as_f64().unwrap();
    let (x, y) = (at("x") + 3.0 * at("pitch_x"), at("y") + 6.0 * at("pitch_y"));
    let bombed = with_bomb(plain, (x.round() as u32, y.round() as u32), (at("pitch_x") * 0.44) as u32);
    place.picture("bomb.png", &bombed);

    // With the calibration of another board of the program.
    let read = place.run(&["read", "plain.toml", "--image", "bomb.png"]);
    assert!(read.code == Some(1) && read.err.contains("row 6, col 3: the cell is unknown"), "{}{}", read.out, read.err);
    // Learned with it.
    let args = ["calibrate", "samegame", "--image", "bomb.png", "--out", "bomb.toml"];
    let made = place.run(&args);
    assert_eq!(made.code, Some(1), "{}", made.out);
    let class = made.err.split("--inert ").nth(1).unwrap().split([' ', ';']).next().unwrap().to_owned();
    let read = place.run(&["read", "bomb.toml", "--image", "bomb.png"]);
    assert!(read.code == Some(1) && read.err.contains("row 6, col 3: the cell is unknown"), "{}{}", read.out, read.err);
    // And marked.
    let made = place.run(&[&args[..], &["--inert", &class]].concat());
    assert_eq!(made.code, Some(0), "{}", made.err);
    assert!(made.out.contains("no tile of the game"), "{}", made.out);
    assert!(std::fs::read_to_string(place.path("bomb.toml")).unwrap().contains("inert = true"));
    let read = place.run(&["read", "bomb.toml", "--image", "bomb.png"]);
    assert_eq!(read.code, Some(0), "{}", read.err);
    assert_eq!(read.out.lines().nth(6).and_then(|row| row.get(3..4)), Some(class.as_str()), "{}", read.out);

    let wrong = place.run(&[&args[..], &["--inert", "x"]].concat());
    assert!(wrong.code == Some(2) && wrong.err.contains("no class is called x: the classes are"), "{}", wrong.err);
}

#[test]
fn looks_are_added_to_the_calibration_that_is_there() {
    let place = Place::new();
    let screens = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screens/samegame");
    let (start, hover) = (screens.join("klickety-mid.png"), screens.join("klickety-hover.png"));
    let calibrate = |picture: &Path, more: &[&str]| {
        let args = ["calibrate", "samegame", "--image", picture.to_str().unwrap(), "--out", "mine.toml"];
        place.run(&[&args[..], more].concat())
    };
    let early = calibrate(&hover, &["--add"]);
    assert!(early.code == Some(2) && early.err.contains("there is no mine.toml yet"), "{}", early.err);
    assert_eq!(calibrate(&start, &[]).code, Some(0));
    let added = calibrate(&hover, &["--add", "--state", "hover"]);
    assert_eq!(added.code, Some(0), "{}", added.err);
    assert!(added.out.contains(" looks were added") && !added.out.contains("  0 looks"), "{}", added.out);
    let read = place.run(&["read", "mine.toml", "--image", hover.to_str().unwrap()]);
    assert_eq!(read.code, Some(0), "{}", read.err);
}

#[cfg(feature = "live")]
mod live {
    use super::common::{Display, Running, wait_for};
    use std::process::Stdio;

    #[test]
    fn clicks_and_the_empty_cell_are_learned_from_a_few_moves() {
        let Some(display) = Display::start() else { return };
        for clicks in [1, 2] {
            let folder = tempfile::tempdir().unwrap();
            let tilepilot = || {
                let mut command = display.tilepilot(folder.path());
                command.current_dir(folder.path()).stdout(Stdio::null());
                command
            };
            let number = clicks.to_string();
            let game =
                ["practice", "samegame", "--size", "8x7", "--colours", "3", "--animation", "60", "--clicks", &number];
            let practice = tilepilot().args(game).stderr(Stdio::null()).spawn().unwrap();
            let _practice = Running(practice);
            let calibrate = ["calibrate", "samegame", "--window", "PopStar practice", "--out", "mine.toml", "--live"];
            wait_for("the practice window", || {
                let windows = tilepilot().arg("windows").stdout(Stdio::piped()).output().unwrap();
                String::from_utf8_lossy(&windows.stdout).contains("PopStar practice")
            });
            let made = tilepilot().args(calibrate).output().unwrap();
            assert_eq!(made.status.code(), Some(0), "{}", String::from_utf8_lossy(&made.stderr));
            let text = std::fs::read_to_string(folder.path().join("mine.toml")).unwrap();
            assert!(text.contains(&format!("clicks = {clicks}\n")), "{text}");
            assert!(folder.path().join("mine/empty.png").is_file());
            let played = tilepilot().args(["play", "mine.toml", "--time", "0.3"]).output().unwrap();
            assert_eq!(played.status.code(), Some(0), "{}", String::from_utf8_lossy(&played.stderr));
        }
    }
}

#[test]
fn a_region_and_a_picture_are_not_both_looked_at() {
    let place = Place::new();
    let both = ["calibrate", "samegame", "--image", "a.png", "--screen", "0,0,9,9", "--out", "mine.toml"];
    let refused = place.run(&both);
    assert!(refused.code == Some(2) && refused.err.contains("cannot be used with"), "{}", refused.err);
}
