//! The bot plays the practice window by real capture and real clicks, and every settled reading is held against the
//! window's own record of the truth.

#![cfg(feature = "live")]
// What each game came to is part of the tests' record.
#![allow(clippy::print_stderr)]

mod common;

use common::{Display, Running, wait_for};
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;
use std::process::Stdio;

/// Games for each skin and animation time: 1, or as many as this variable says.
fn games() -> u64 {
    std::env::var("TILEPILOT_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(1)
}

/// One state of the practice window, as its record tells it.
#[derive(Clone, Debug)]
struct Truth {
    header: HashMap<String, String>,
    board: Vec<String>,
}

impl Truth {
    fn number(&self, key: &str) -> i64 {
        self.header[key].parse().expect("a number")
    }
}

fn truths(log: &Path) -> Vec<Truth> {
    let text = std::fs::read_to_string(log).unwrap_or_default();
    let blocks = text.split("\n\n").filter(|b| !b.trim().is_empty());
    blocks
        .map(|block| {
            let mut lines = block.lines().filter(|l| !l.is_empty());
            let words: Vec<&str> = lines.next().unwrap_or_default().trim_start_matches("; ").split(' ').collect();
            let header = words.chunks_exact(2).map(|pair| (pair[0].to_owned(), pair[1].to_owned())).collect();
            Truth { header, board: lines.map(str::to_owned).collect() }
        })
        .collect()
}

/// What one game came to.
struct Played {
    events: Vec<Value>,
    truths: Vec<Truth>,
    status: Option<i32>,
    hidden: &'static [(char, char)],
}

/// A practice game and how it is shown.
#[derive(Clone, Copy, Debug)]
struct Shown {
    game: &'static str,
    skin: &'static str,
    /// Flags of the practice window besides skin and seed.
    flags: &'static [&'static str],
    /// What is seen where something else is true, since the skin hides it: pairs of seen and true.
    hidden: &'static [(char, char)],
}

impl Shown {
    const fn samegame(skin: &'static str, flags: &'static [&'static str]) -> Self {
        Self { game: "samegame", skin, flags, hidden: &[] }
    }
}

fn play(display: &Display, shown: Shown, seed: u64, more: &[&str]) -> Played {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("truth.log");
    let practice = display
        .tilepilot(folder.path())
        .args(["practice", shown.game, "--skin", shown.skin, "--seed", &seed.to_string(), "--log-truth"])
        .arg(&log)
        .args(shown.flags)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let _practice = Running(practice);
    wait_for("the practice window", || !truths(&log).is_empty());
    let calibration = format!("practice-{}", shown.skin);
    let played = display
        .tilepilot(folder.path())
        .current_dir(folder.path())
        .args(["play", &calibration, "--format", "json", "--time", "0.5", "--seed", &seed.to_string()])
        .args(more)
        .output()
        .unwrap();
    let text = String::from_utf8(played.stdout).unwrap();
    let events: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON Lines")).collect();
    if !played.status.success() {
        println!("{}\n{}", text, String::from_utf8_lossy(&played.stderr));
    }
    Played { events, truths: truths(&log), status: played.status.code(), hidden: shown.hidden }
}

impl Played {
    fn of<'a>(&'a self, event: &'a str) -> impl Iterator<Item = &'a Value> {
        self.events.iter().filter(move |e| e["event"] == event)
    }

    fn end(&self) -> &Value {
        self.of("end").last().expect("an end is always told")
    }

    /// Cells in which a settled reading differs from the truth at that move, and readings compared.
    fn wrong_cells(&self) -> (usize, usize) {
        let mut wrong = 0;
        let mut compared = 0;
        for event in self.of("verify") {
            let truth = self.truths.iter().rfind(|t| t.number("move") == event["number"].as_i64().unwrap()).unwrap();
            let seen: Vec<&str> = event["board"].as_array().unwrap().iter().map(|r| r.as_str().unwrap()).collect();
            compared += 1;
            for (row, true_row) in seen.iter().zip(&truth.board) {
                let differs =
                    |(seen, is): &(char, char)| seen != is && *seen != '?' && !self.hidden.contains(&(*seen, *is));
                wrong += row.chars().zip(true_row.chars()).filter(differs).count();
            }
        }
        (wrong, compared)
    }
}

fn finishes_every_game(shown: Shown) {
    let Some(display) = Display::start() else { return };
    for seed in 1..=games() {
        let played = play(&display, shown, seed, &[]);
        let end = played.end();
        let last = played.truths.last().unwrap();
        let (wrong, compared) = played.wrong_cells();
        println!(
            "{} {} {:?}, seed {seed}: {} moves, score {}, left {}, {} retries, {wrong} wrong cells in {compared} readings, \
             {:.1} s; {:?}",
            shown.game,
            shown.skin,
            shown.flags,
            end["moves"],
            end["score"],
            end["left"],
            end["retries"],
            end["t"].as_f64().unwrap(),
            last.header
        );
        assert_eq!(played.status, Some(0), "{end}");
        // Searching on may find a better line than the first, never a worse one.
        let planned = played.of("plan").last().expect("a plan is always told");
        assert_eq!(end["score"], planned["score"], "{end}");
        assert!(end["score"].as_i64() >= end["promised"].as_i64(), "{end}");
        assert_eq!(end["mismatches"], 0);
        let verified = played.of("verify").last().unwrap();
        assert_eq!(verified["number"], end["moves"]);
        assert_eq!((wrong, compared), (0, played.of("verify").count()));
        assert_eq!(last.number("move"), end["moves"].as_i64().unwrap());
        assert_eq!(last.number("stray"), 0, "presses beside the board: {:?}", last.header);
        let pressed: usize = played.of("act").map(|act| act["pixels"].as_array().unwrap().len()).sum();
        // A drag is one press with two places.
        let drags: usize = played.of("act").filter(|act| act["gesture"][0]["kind"] == "drag").count();
        assert_eq!(last.number("presses"), (pressed - drags) as i64, "each press reached the game: {:?}", last.header);
        match last.header.get("score") {
            Some(_) => assert_eq!(end["score"].as_i64(), Some(last.number("score")), "the window's own score"),
            None => assert_eq!((end["left"].as_i64(), last.header["phase"].as_str()), (Some(0), "won")),
        }
    }
}

macro_rules! games {
    ($($name:ident: $shown:expr;)*) => {
        $(#[test] fn $name() { finishes_every_game($shown); })*
    };
}

const AT_ONCE: &[&str] = &["--animation", "0"];
const ANIMATED: &[&str] = &["--animation", "300"];
/// The player on a goal looks like the player; in one skin a box on a goal looks like a box.
const PLAYER_HIDES: &[(char, char)] = &[('@', '+')];
const ALL_HIDDEN: &[(char, char)] = &[('@', '+'), ('$', '*')];

games! {
    flat_at_once: Shown::samegame("flat", AT_ONCE);
    flat_animated: Shown::samegame("flat", ANIMATED);
    stars_at_once: Shown::samegame("stars", AT_ONCE);
    stars_animated: Shown::samegame("stars", ANIMATED);
    pastel_at_once: Shown::samegame("pastel", AT_ONCE);
    merged_animated: Shown::samegame("merged", ANIMATED);
    mahjong_at_once: Shown {
        game: "shisen", skin: "mahjong", flags: &["--animation", "0", "--line", "0"], hidden: &[],
    };
    icons_animated: Shown { game: "shisen", skin: "icons", flags: &["--animation", "150", "--line", "200"], hidden: &[] };
    photo_at_once: Shown { game: "shisen", skin: "photo", flags: &["--animation", "0", "--line", "100"], hidden: &[] };
    warehouse_by_keys: Shown { game: "sokoban", skin: "warehouse", flags: &["--animation", "60"], hidden: PLAYER_HIDES };
    plain_by_mouse: Shown { game: "sokoban", skin: "plain", flags: &["--animation", "60"], hidden: ALL_HIDDEN };
}

#[test]
fn a_dry_run_tells_the_whole_plan_and_presses_nothing() {
    let Some(display) = Display::start() else { return };
    let played = play(&display, Shown::samegame("flat", AT_ONCE), 5, &["--dry-run"]);
    assert_eq!(played.status, Some(0));
    let plan = played.of("plan").next().unwrap();
    assert_eq!(played.of("act").count() as u64, plan["moves"].as_u64().unwrap());
    assert!(played.of("act").all(|a| a["pixels"].as_array().is_some_and(|p| p.len() == 1)));
    assert_eq!(played.end()["score"], plan["score"]);
    let last = played.truths.last().unwrap();
    assert_eq!((last.number("presses"), last.number("stray"), last.number("move")), (0, 0, 0));
}

#[test]
fn three_levels_go_on_by_their_buttons() {
    let Some(display) = Display::start() else { return };
    let played = play(&display, Shown::samegame("flat", &["--animation", "100"]), 2, &["--games", "3"]);
    assert_eq!(played.status, Some(0), "{}", played.end());
    assert_eq!(played.of("game").count(), 3);
    assert_eq!(played.truths.last().unwrap().number("stray"), 0);
}

#[test]
fn each_game_goes_on_to_the_next_board_by_its_button() {
    let Some(display) = Display::start() else { return };
    let sokoban = Shown { game: "sokoban", skin: "warehouse", flags: AT_ONCE, hidden: PLAYER_HIDES };
    let played = play(&display, sokoban, 4, &["--games", "3"]);
    assert_eq!(played.status, Some(0), "{}", played.end());
    assert_eq!((played.of("game").count(), played.of("read").count()), (3, 3));
    assert_eq!(played.truths.last().unwrap().number("stray"), 0);
}

#[test]
fn without_a_window_the_open_ones_are_listed_and_the_status_is_3() {
    let Some(display) = Display::start() else { return };
    let folder = tempfile::tempdir().unwrap();
    let out =
        display.tilepilot(folder.path()).current_dir(folder.path()).args(["play", "practice-flat"]).output().unwrap();
    assert_eq!(out.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&out.stderr).contains("no window"), "{}", String::from_utf8_lossy(&out.stderr));
}
