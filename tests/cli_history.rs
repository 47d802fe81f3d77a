//! `history` and the modes of `play` through the program.

mod common;

use assert_cmd::Command;
use std::path::Path;

const GAME: &str = "{\"ended\":\"2026-03-01T18:30:05Z\",\"game\":\"samegame\",\"calibration\":\"swell-foop\",\
                    \"outcome\":\"cleared\",\"promised\":3008,\"score\":3008,\"left\":0,\"moves\":27,\"seconds\":14.7}";

/// The program with its own folder for what it keeps, and no screen.
fn tilepilot(state: &Path) -> Command {
    let mut command = Command::cargo_bin("tilepilot").unwrap();
    command.env("XDG_STATE_HOME", state).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command
}

struct Said {
    code: Option<i32>,
    out: String,
    err: String,
}

fn said(command: &mut Command) -> Said {
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Said { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
}

fn write(state: &Path, lines: &[&str]) {
    std::fs::create_dir_all(state.join("tilepilot")).unwrap();
    std::fs::write(state.join("tilepilot/history.jsonl"), lines.join("\n") + "\n").unwrap();
}

#[test]
fn no_game_is_told_as_such_and_is_no_error() {
    let state = tempfile::tempdir().unwrap();
    let none = said(tilepilot(state.path()).arg("history"));
    assert_eq!((none.code, none.out.as_str()), (Some(0), ""));
    assert!(none.err.contains("no game was played yet"), "{}", none.err);
    let none = said(tilepilot(state.path()).args(["history", "--format", "json"]));
    assert_eq!((none.code, none.out.as_str()), (Some(0), ""));
}

#[test]
fn games_are_listed_and_a_line_that_is_none_is_named_and_left_out() {
    let state = tempfile::tempdir().unwrap();
    let other = GAME.replace("swell-foop", "klickety").replace("cleared", "stuck");
    write(state.path(), &[GAME, "{\"ended\": 7", &other]);
    let table = said(tilepilot(state.path()).arg("history"));
    assert_eq!(table.code, Some(0));
    assert_eq!(table.out.lines().count(), 3, "{}", table.out);
    let last = table.out.lines().last().unwrap();
    assert!(last.contains("klickety") && last.contains("stuck") && last.contains("3008"), "{last}");
    assert!(table.err.contains("history.jsonl:2: "), "{}", table.err);
    let json = said(tilepilot(state.path()).args(["history", "--format", "json", "--last", "1"]));
    let games: Vec<serde_json::Value> = json.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games, [serde_json::from_str::<serde_json::Value>(&other).unwrap()]);
}

#[test]
fn modes_that_cannot_be_are_told_before_anything_is_touched() {
    let state = tempfile::tempdir().unwrap();
    for (args, words) in [
        (&["--step"][..], "standard input is no terminal"),
        (&["--step", "--dry-run"], "--dry-run"),
        (&["--for", "soon"], "such as 30m"),
        (&["--pace", "3..1"], "write 1..3"),
        (&["--pace", "0"], "cannot be kept"),
        (&["--screen", "1,2,3"], "X,Y,W,H"),
        (&["--games", "0"], "at least 1"),
    ] {
        let refused = said(tilepilot(state.path()).args(["play", "swell-foop"]).args(args).write_stdin(""));
        assert_eq!(refused.code, Some(2), "{args:?}: {}", refused.err);
        assert!(refused.err.contains(words), "{words} is missing in {}", refused.err);
    }
    assert!(!state.path().join("tilepilot").exists());
}

#[cfg(feature = "live")]
mod live {
    use super::common::{Display, Running, wait_for};
    use std::path::Path;
    use std::process::{Command, Stdio};

    fn history(state: &Path) -> Vec<serde_json::Value> {
        let text = std::fs::read_to_string(state.join("tilepilot/history.jsonl")).unwrap_or_default();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    fn status(command: &mut Command) -> Option<i32> {
        command.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap().code()
    }

    #[test]
    fn a_region_is_calibrated_read_and_played_and_its_games_are_remembered() {
        let Some(display) = Display::start() else { return };
        let folder = tempfile::tempdir().unwrap();
        let tilepilot = || {
            let mut command = display.tilepilot(folder.path());
            command.env("XDG_STATE_HOME", folder.path()).current_dir(folder.path());
            command
        };
        let practice = tilepilot()
            .args(["practice", "samegame", "--size", "8x7", "--colours", "3", "--seed", "4", "--animation", "60"])
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let _practice = Running(practice);
        let mut rect = Vec::new();
        wait_for("the practice window", || {
            let output = tilepilot().args(["windows", "--format", "json"]).output().unwrap();
            let windows: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
            let side = |key| windows[0][key].as_i64();
            rect = ["x", "y", "width", "height"].into_iter().filter_map(side).collect();
            rect.len() == 4
        });
        let region = format!("{},{},{},{}", rect[0] - 10, rect[1], rect[2] + 20, rect[3] + 10);
        let calibrated = ["calibrate", "samegame", "--screen", &region, "--out", "mirror.toml"];
        assert_eq!(status(tilepilot().args(calibrated)), Some(0));
        let text = std::fs::read_to_string(folder.path().join("mirror.toml")).unwrap();
        assert!(!text.contains("[window]") && text.contains("change_ms = 3000"), "{text}");
        let read = tilepilot().args(["read", "mirror.toml", "--screen", &region]).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&read.stdout).lines().count(), 7);

        let play = ["play", "mirror.toml", "--screen", &region, "--time", "0.3"];
        assert_eq!(status(tilepilot().args(play).arg("--dry-run")), Some(0));
        assert_eq!(history(folder.path()).len(), 0, "a dry run is no game");
        assert_eq!(status(tilepilot().args(play)), Some(0));
        let games = history(folder.path());
        assert_eq!(games.len(), 1, "{games:?}");
        assert_eq!((&games[0]["calibration"], &games[0]["game"]), (&"mirror".into(), &"samegame".into()));
        assert!(games[0]["moves"].as_u64() > Some(5) && games[0]["score"] == games[0]["promised"], "{games:?}");

        let without = tilepilot().args(["play", "mirror.toml"]).output().unwrap();
        assert_eq!(without.status.code(), Some(3));
        assert!(String::from_utf8_lossy(&without.stderr).contains("--screen X,Y,W,H"));
    }
}
