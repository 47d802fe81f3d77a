//! `calibrate` and `read` through the program.

use assert_cmd::Command;
use std::path::{Path, PathBuf};

fn screen(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screens/samegame").join(name)
}

fn tilepilot() -> Command {
    Command::cargo_bin("tilepilot").unwrap()
}

fn board(name: &str) -> Vec<String> {
    let text = std::fs::read_to_string(screen(name)).unwrap();
    text.lines().filter(|line| !line.starts_with(';')).map(ToOwned::to_owned).collect()
}

fn read_json(calibration: &str, picture: &str) -> (Option<i32>, serde_json::Value) {
    let output =
        tilepilot().args(["read", calibration, "--format", "json", "--image"]).arg(screen(picture)).output().unwrap();
    (output.status.code(), serde_json::from_slice(&output.stdout).unwrap())
}

#[test]
fn what_was_calibrated_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    let overlay = folder.path().join("overlay.png");
    tilepilot()
        .args(["calibrate", "samegame", "--image"])
        .arg(screen("klickety-mid.png"))
        .arg("--out")
        .arg(&file)
        .arg("--overlay")
        .arg(&overlay)
        .assert()
        .code(0);
    assert!(overlay.is_file());
    let (code, read) = read_json(file.to_str().unwrap(), "klickety-mid.png");
    assert_eq!(code, Some(0), "{read}");
    assert_eq!(read["board"], serde_json::json!(board("klickety-mid.txt")));
    assert_eq!((&read["unknown"], &read["problems"]), (&serde_json::json!(0), &serde_json::json!([])));
    assert_eq!(read["cells"][15].as_array().unwrap().len(), 10);
}

/// XSok's first level needs no truth beside its picture; where a crate stands on a goal a goal seems to lack, and the
/// level is not made up.
#[test]
fn a_level_is_learned_from_its_picture_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    let pictures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screens/sokoban");
    let calibrated = |picture: &str| {
        let mut command = tilepilot();
        command.args(["calibrate", "sokoban", "--image"]).arg(pictures.join(picture)).arg("--out").arg(&file);
        command.assert()
    };
    calibrated("xsok-start.png").code(0);
    let mut read = tilepilot();
    read.arg("read").arg(&file).args(["--format", "json", "--image"]).arg(pictures.join("xsok-start.png"));
    let output = read.output().unwrap();
    let read: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let truth = std::fs::read_to_string(pictures.join("xsok-start.txt")).unwrap();
    let truth: Vec<String> =
        truth.lines().filter(|line| !line.starts_with(';') && !line.is_empty()).map(ToOwned::to_owned).collect();
    // Inside and outside are read apart; board files write both as spaces.
    let rows: Vec<String> =
        read["board"].as_array().unwrap().iter().map(|row| row.as_str().unwrap().to_owned()).collect();
    let rows: Vec<String> = rows.iter().map(|row| row.replace(['-', '_'], " ").trim_end().to_owned()).collect();
    assert_eq!((output.status.code(), rows), (Some(0), truth));
    for hidden in ["xsok-mid.png", "xsok-boxongoal.png"] {
        let told = String::from_utf8(calibrated(hidden).code(1).get_output().stderr.clone()).unwrap();
        assert!(told.contains("--truth"), "{hidden}: {told}");
    }
}

#[test]
fn shipped_calibrations_read_by_name() {
    for (name, picture) in [
        ("sgt-samegame", "sgt-samegame-mid"),
        ("sgt-samegame", "sgt-samegame-selected"),
        ("sgt-samegame", "sgt-samegame-end-stuck"),
        ("klickety", "klickety-mid"),
        ("klickety", "klickety-hover"),
        ("klickety-ksame", "klickety-ksame-mid"),
        ("swell-foop", "swell-foop-small-3colors"),
        ("practice-flat", "practice-flat-hover"),
        ("practice-stars", "practice-stars-mid"),
        ("practice-pastel", "practice-pastel-selected"),
        ("practice-merged", "practice-merged-start"),
    ] {
        let (code, read) = read_json(name, &format!("{picture}.png"));
        assert_eq!(read["board"], serde_json::json!(board(&format!("{picture}.txt"))), "{picture}");
        assert_eq!(code, Some(0), "{picture}");
    }
}

#[test]
fn another_program_is_no_guess() {
    let (code, read) = read_json("swell-foop", "klickety-mid.png");
    assert_eq!(code, Some(1));
    assert!(read["problems"][0].as_str().unwrap().contains("unknown skin or another program"), "{read}");
}

#[test]
fn names_files_and_flags_that_are_wrong_are_told() {
    let says = |args: &[&str], code: i32, words: &str| {
        let output = tilepilot().args(args).output().unwrap();
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(code), "{told}");
        assert!(told.contains(words), "{words} is missing in {told}");
    };
    says(&["read", "no-such-name"], 2, "swell-foop");
    says(&["read", "no/such/file.toml"], 2, "no such calibration file");
    says(&["calibrate", "samegame", "--image", "no.png", "--out", "x.toml"], 2, "no.png");
    says(&["calibrate", "chess", "--image", "no.png", "--out", "x.toml"], 2, "samegame");
    says(&["calibrate", "samegame", "--image", "no.png", "--out", "x.toml", "--size", "15"], 2, "COLSxROWS");
    says(&["calibrate", "samegame", "--out", "x.toml"], 2, "--image");
}
