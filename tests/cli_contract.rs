//! What outside scripts rely on, held as a hostile new user would: wrong values, wrong files, and what is not sure.

#[path = "common/cli.rs"]
mod cli;

use cli::{str_of, tilepilot};
use proptest::prelude::*;
use std::fs;

#[test]
fn values_that_flags_cannot_take_say_what_is_expected() {
    for (args, part) in [
        (&["solve", "samegame", "--time", "-1"][..], "expected seconds"),
        (&["solve", "samegame", "--time", "nan"], "expected seconds"),
        (&["solve", "samegame", "--time", "inf"], "expected seconds"),
        (&["solve", "samegame", "--nodes", "1e5"], "expected a whole number"),
        (&["solve", "samegame", "--seed", "-1"], "out of range"),
        (&["solve", "samegame", "--threads", "0"], "at least 1"),
        (&["solve", "samegame", "--level", "-5"], "counted from 1"),
        (&["solve", "samegame", "--rules", ""], "the presets are"),
        (&["generate", "samegame", "--size", "0x0"], "10x10"),
        (&["generate", "samegame", "--count", "-1"], "at least 1"),
        (&["play", "sgt-samegame", "--threads", "0"], "at least 1"),
        (&["play", "sgt-samegame", "--moves", "-1"], "out of range"),
    ] {
        let ran = tilepilot(args, "RG\nRG\n");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}: {}", ran.err);
        assert!(ran.err.contains(part), "{args:?}: {}", ran.err);
    }
}

#[test]
fn help_says_what_each_command_does() {
    let all = tilepilot(&["--help"], "").out;
    assert!(!all.contains("Flags of"), "{all}");
    for command in ["demo", "play", "replay", "calibrate", "read", "windows", "doctor"] {
        let help = tilepilot(&[command, "--help"], "");
        assert!(help.code == 0 && !help.out.starts_with("Flags"), "{}", help.out);
    }
}

#[test]
fn a_check_goes_on_past_bad_solutions_and_believes_no_claim_unread() {
    let folder = tempfile::tempdir().unwrap();
    let boards = folder.path().join("boards.txt");
    fs::write(&boards, "RG\nRG\n\nGG\n").unwrap();
    let check = |solutions: &str| {
        let file = folder.path().join("solutions.jsonl");
        fs::write(&file, solutions).unwrap();
        tilepilot(&["check", "samegame", str_of(&boards), str_of(&file)], "")
    };
    let good = r#"{"index":1,"moves":[[0,0]],"score":2020}"#;
    let both = format!("\u{feff}{{\"index\":0,\"moves\":[[0,0],[0,0]]}}\r\n{good}\r\n");
    assert_eq!(check(&both).code, 0);
    assert_eq!(check(&format!("[{good}]")).code, 0, "a list of solutions");
    for (bad, part) in [
        (r#"{"index":18446744073709551615,"moves":[]}"#, "has 2 boards"),
        (r#"{"index":-1,"moves":[]}"#, "\"index\" is -1"),
        (r#"{"index":1,"moves":[[0,0]],"score":"2020"}"#, "\"score\" is \"2020\""),
        (r#"{"game":"sokoban","index":1,"moves":[[0,0]]}"#, "not of samegame"),
        (r#"{"index":0,"moves":[],"rules":{"preset":"none"}}"#, "known are popstar"),
        (r#"{"index":0}"#, "no list \"moves\""),
    ] {
        let ran = check(&format!("{bad}\n{good}\n"));
        assert_eq!(ran.code, 2, "{bad}: {}", ran.err);
        assert!(ran.err.contains(part) && ran.out.contains("board 2") && ran.out.ends_with("holds\n"), "{}", ran.err);
    }
    assert_eq!(check("hello").code, 2);
}

#[test]
fn a_wrong_file_as_a_board_gives_no_flood_of_messages() {
    let ran = tilepilot(&["solve", "samegame", "--time", "0"], &"#".repeat(3000));
    assert!(ran.code == 2 && ran.err.lines().count() < 30, "{} lines", ran.err.lines().count());
    let ran = tilepilot(&["solve", "samegame", "--time", "0", "--format", "json"], "[\n [\n  1,\n  1\n ],\n [1]\n]\n");
    assert!(ran.code == 2 && ran.out.contains("line 1: row 1"), "{}", ran.out);
}

#[test]
fn a_picture_without_a_board_gives_a_calibration_that_is_not_sure() {
    let folder = tempfile::tempdir().unwrap();
    let (picture, out) = (folder.path().join("plain.png"), folder.path().join("plain.toml"));
    image::RgbImage::new(300, 200).save(&picture).unwrap();
    let calibrate = |more: &[&str]| {
        let args = ["calibrate", "samegame", "--image", str_of(&picture), "--out", str_of(&out)];
        tilepilot(&[&args[..], more].concat(), "")
    };
    let ran = calibrate(&["--size", "6x4"]);
    assert!(ran.code == 1 && ran.err.contains("no board was found"), "{}", ran.err);
    assert!(fs::read_to_string(&out).unwrap().contains("confident = false"));
    let read = tilepilot(&["read", str_of(&out), "--image", str_of(&picture), "--format", "json"], "");
    let read_json: serde_json::Value = serde_json::from_str(&read.out).unwrap();
    assert_eq!((read.code, &read_json["unknown"]), (1, &24.into()), "{read_json}");
    fs::remove_file(&out).unwrap();
    for (more, part) in [
        (&["--region", "-900,0,5,5"][..], "outside the picture"),
        (&["--size", "200x200"], "fits into"),
        (&["--truth", "/no/such/file"], "/no/such/file"),
    ] {
        let ran = calibrate(more);
        assert!(ran.code == 2 && ran.err.contains(part) && !out.exists(), "{more:?}: {}", ran.err);
    }
}

#[test]
fn truth_is_any_board_file_and_must_fit() {
    let folder = tempfile::tempdir().unwrap();
    let screen = |name: &str| format!("{}/tests/screens/samegame/{name}", env!("CARGO_MANIFEST_DIR"));
    let (picture, out) = (screen("klickety-mid.png"), folder.path().join("mine"));
    let rows = fs::read_to_string(screen("klickety-mid.txt")).unwrap();
    let matrix: String = rows
        .lines()
        .filter(|line| !line.starts_with(';'))
        .map(|row| row.chars().map(String::from).collect::<Vec<_>>().join(",") + "\n")
        .collect();
    let truth = folder.path().join("truth.csv");
    fs::write(&truth, matrix).unwrap();
    let args = ["calibrate", "samegame", "--image", &picture, "--out", str_of(&out), "--truth", str_of(&truth)];
    let ran = tilepilot(&args, "");
    assert_eq!(ran.code, 0, "a file without an extension gets pictures beside it: {}", ran.err);
    let read = tilepilot(&["read", str_of(&out), "--image", &picture], "");
    assert!(read.code == 0 && rows.ends_with(&read.out), "{}{}", read.out, read.err);
    let ran = tilepilot(&[&args[..], &["--size", "3x3"]].concat(), "");
    assert!(ran.code == 2 && ran.err.contains("--size says 3x3"), "{}", ran.err);
    let ran = tilepilot(&["calibrate", "samegame", "--image", &picture, "--out", str_of(folder.path())], "");
    assert!(ran.code == 2 && ran.err.contains("that is a folder"), "{}", ran.err);
}

#[test]
fn a_picture_larger_than_any_screen_is_refused_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let picture = folder.path().join("large.png");
    image::GrayImage::new(9000, 9000).save(&picture).unwrap();
    let ran = tilepilot(&["read", "sgt-samegame", "--image", str_of(&picture)], "");
    assert!(ran.code == 2 && ran.err.contains("9000×9000"), "{}", ran.err);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..300), keep in 0usize..2000) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let screen = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/screens/samegame/sgt-samegame-mid.png");
        let mut broken = fs::read(screen).unwrap();
        broken.truncate(keep);
        broken.extend(&bytes);
        for content in [&bytes, &broken] {
            fs::write(&path, content).unwrap();
            let _ = tilepilot::store::read_picture(&path);
            let _ = tilepilot::store::calibrations::load(str_of(&path));
        }
    }

    #[test]
    fn no_damage_to_a_calibration_makes_it_panic(at in 0usize..1500, len in 0usize..20, put in "[-\\[\\]{}=.\"a-z0-9\n]{0,8}") {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/calibration/samegame/sgt-samegame.toml");
        let mut text = fs::read_to_string(file).unwrap();
        let clip = |at: usize| (0..=at.min(text.len())).rev().find(|i| text.is_char_boundary(*i)).unwrap_or(0);
        let range = clip(at)..clip(at + len);
        text.replace_range(range, &put);
        let mut picture = |_: &str| Ok(image::RgbImage::new(16, 16));
        let _ = tilepilot::calibration::parse::parse(&text, "damaged.toml", &mut picture);
    }
}
