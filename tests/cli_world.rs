//! `windows`, `doctor` and what all commands share, through the binary: exit statuses, streams, and one clear message.

#[cfg(feature = "live")]
mod common;

#[cfg(feature = "live")]
use common::{Display, Running, wait_for};
use serde_json::Value;
use std::process::{Command, Output, Stdio};

fn run(command: &mut Command) -> Output {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).output().expect("tilepilot runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("UTF-8")
}

/// A command far from any screen.
fn nowhere() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tilepilot"));
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("XDG_SESSION_TYPE");
    command
}

#[test]
fn usage_errors_are_2_and_help_is_0() {
    for wrong in [&["no-such-command"][..], &["windows", "--format", "xml"], &["-v", "-q", "windows"], &[]] {
        let output = run(nowhere().args(wrong));
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{wrong:?}");
        assert!(!output.stderr.is_empty());
    }
    for right in ["--help", "--version", "help"] {
        let output = run(nowhere().arg(right));
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{right}");
    }
}

#[test]
fn a_log_file_that_cannot_be_written_is_named() {
    let output = run(nowhere().args(["windows", "--log-file", "/dev/null/log.jsonl"]));
    assert_eq!(output.status.code(), Some(2));
    let said = text(&output.stderr);
    assert!(said.starts_with("error: --log-file /dev/null/log.jsonl: "), "{said}");
}

#[test]
#[cfg(all(unix, not(target_os = "macos")))]
fn without_a_display_the_world_has_failed_and_says_how() {
    let output = run(nowhere().arg("windows"));
    assert_eq!((output.status.code(), output.stdout.len()), (Some(3), 0));
    let said = text(&output.stderr);
    assert!(said.starts_with("error: ") && said.lines().count() == 1, "one message: {said}");
    if cfg!(feature = "live") {
        assert!(said.contains("DISPLAY is not set"), "{said}");
    } else {
        assert!(said.contains("feature `live`"), "{said}");
    }
    let output = run(nowhere().env("DISPLAY", ":73519").arg("windows"));
    assert_eq!(output.status.code(), Some(3));
    let output = run(nowhere().args(["doctor", "--format", "json"]));
    assert_eq!(output.status.code(), Some(3));
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report all the same");
    assert!(report.as_array().is_some_and(|lines| lines.iter().any(|l| l["status"] == "fail")), "{report}");
}

#[test]
#[cfg(feature = "live")]
fn the_log_file_holds_json_lines() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let log = folder.path().join("log.jsonl");
    for _ in 0..2 {
        run(nowhere().args(["windows", "--log-file"]).arg(&log));
    }
    let lines = std::fs::read_to_string(&log).expect("the log was written");
    let levels: Vec<_> =
        lines.lines().map(|line| serde_json::from_str::<Value>(line).expect("a JSON line")["level"].clone()).collect();
    assert!(levels.len() >= 2, "{lines}");
}

#[test]
#[cfg(feature = "live")]
fn a_screen_is_listed_and_examined() {
    let Some(display) = Display::start() else { return };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let tilepilot = || display.tilepilot(folder.path());
    let output = run(tilepilot().args(["windows", "--format", "json"]));
    assert_eq!((output.status.code(), text(&output.stdout).trim()), (Some(0), "[]"));

    let game = tilepilot().args(["practice", "samegame", "--seed", "1"]).spawn().expect("the game starts");
    let _game = Running(game);
    let mut windows = Value::Null;
    wait_for("the practice window", || {
        let output = run(tilepilot().args(["windows", "--format", "json"]));
        windows = serde_json::from_slice(&output.stdout).unwrap_or_default();
        windows.as_array().is_some_and(|all| all.len() == 1)
    });
    for key in ["id", "title", "app", "x", "y", "width", "height", "minimised"] {
        assert!(windows[0].get(key).is_some(), "{key} is missing: {windows}");
    }
    assert!(windows[0]["width"].as_i64() > Some(100));
    let table = text(&run(tilepilot().arg("windows")).stdout);
    assert!(table.lines().count() == 2 && table.contains(windows[0]["title"].as_str().expect("a title")), "{table}");

    let output = run(tilepilot().args(["doctor", "--format", "json"]));
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
    assert_eq!(output.status.code(), Some(0), "{report}");
    for check in ["screens", "windows", "capture", "mouse"] {
        let line = report.as_array().into_iter().flatten().find(|l| l["check"] == check);
        assert_eq!(line.map(|l| &l["status"]), Some(&Value::from("ok")), "{check}: {report}");
    }
}

#[test]
#[cfg(feature = "live")]
fn a_screen_without_a_window_manager_is_told_from_an_empty_one() {
    let Some(display) = Display::start_bare() else { return };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let tilepilot = || display.tilepilot(folder.path());
    let output = run(tilepilot().arg("windows"));
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stderr).contains("window manager"), "{}", text(&output.stderr));
    let output = run(tilepilot().arg("doctor"));
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stdout).contains("FAIL  windows"), "{}", text(&output.stdout));
}

#[test]
#[cfg(target_os = "linux")]
fn the_doctor_leaves_the_mouse_to_a_bot_that_plays() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let locks = folder.path().join("tilepilot");
    std::fs::create_dir(&locks).expect("a folder");
    let mut lock = std::fs::File::create(locks.join("mouse-73519.lock")).expect("a lock file");
    lock.lock().expect("the lock");
    std::io::Write::write_all(&mut lock, b"4711").expect("the lock file can be written");
    let mut doctor = nowhere();
    doctor.env("DISPLAY", ":73519").env("XDG_RUNTIME_DIR", folder.path()).args(["doctor", "--format", "json"]);
    let report: Value = serde_json::from_slice(&run(&mut doctor).stdout).expect("a report");
    let line = report.as_array().into_iter().flatten().find(|l| l["check"] == "other bots").expect("a line about bots");
    assert_eq!(line["status"], "warn");
    assert!(line["found"].as_str().is_some_and(|text| text.contains("process 4711")), "{line}");
}

#[test]
#[cfg(unix)]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = nowhere()
        .args(["doctor"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("tilepilot runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert!(!text(&output.stderr).contains("panick"), "{}", text(&output.stderr));
    assert!(matches!(output.status.code(), Some(0 | 3)), "{:?}", output.status);
}
