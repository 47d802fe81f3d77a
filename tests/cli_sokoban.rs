//! Sokoban through the binary: collections in, solutions out, exit statuses.

#[path = "common/cli.rs"]
mod cli;

use cli::{lines, tilepilot};
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

const SET: &str =
    "A set\n\n1\n#####\n#@$.#\n#####\nTitle: First\nAuthor: Me\n\n2\n6#\n#@2$.#\n6#\n\n3\n#######\n#$ @ .#\n#######\n";

fn file(folder: &TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn json_has_the_keys_that_scripts_read() {
    let ran = tilepilot(&["solve", "sokoban", "--nodes", "500", "--threads", "1", "--format", "json"], SET);
    assert_eq!(ran.code, 2, "{}", ran.err);
    let found = lines(&ran.out);
    let outcomes: Vec<_> = found.iter().map(|line| line["outcome"].as_str().unwrap()).collect();
    assert_eq!(outcomes, ["solved", "invalid", "unsolvable"]);
    assert_eq!((&found[0]["title"], &found[1]["title"]), (&json!("First"), &json!("2")));
    assert!(found[1]["problems"][0].as_str().unwrap().contains("2 boxes and 1 goals"), "{}", found[1]);
    let mut keys: Vec<_> = found[0].as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    let expected = [
        "board",
        "game",
        "index",
        "lower_bound",
        "lurd",
        "moves",
        "optimal",
        "outcome",
        "pushes",
        "rules",
        "stats",
        "title",
    ];
    assert_eq!(keys, expected);
    let first = &found[0];
    assert_eq!((&first["game"], &first["board"]), (&json!("sokoban"), &json!(["#####", "#@$.#", "#####"])));
    assert_eq!((&first["lurd"], &first["pushes"], &first["moves"]), (&json!("R"), &json!(1), &json!(1)));
    assert_eq!((&first["optimal"], &first["lower_bound"]), (&json!("pushes"), &json!(1)));
    assert_eq!((&found[2]["lurd"], &found[2]["optimal"]), (&json!(""), &Value::Null));
}

#[test]
fn exit_statuses_tell_solved_from_not_solved_and_bad() {
    let level = "##########\n#@       #\n# $ $ $  #\n# ...    #\n##########\n";
    for (more, code, outcome) in [
        (&["--objective", "any"][..], 0, "solved"),
        (&["--objective", "moves"], 0, "solved"),
        (&["--nodes", "1"], 1, "unknown"),
        (&["--time", "0"], 1, "unknown"),
    ] {
        let ran = tilepilot(&[&["solve", "sokoban", "--format", "json"], more].concat(), level);
        assert_eq!((ran.code, &lines(&ran.out)[0]["outcome"]), (code, &json!(outcome)), "{more:?}");
    }
    assert_eq!(tilepilot(&["solve", "sokoban"], "#######\n#$ @ .#\n#######\n").code, 1);
    let two = "; twins\n#####\n#@$.#\n#@ ##\n####\n";
    let ran = tilepilot(&["solve", "sokoban"], two);
    assert!(ran.code == 2 && ran.err.contains("standard input:4: row 2, col 1: a second player"), "{}", ran.err);
    for (args, part) in [
        (&["solve", "sokoban", "--objective", "score"][..], "any, pushes, moves"),
        (&["solve", "sokoban", "--algorithm", "magic"], "expected one of auto, portfolio, fess, astar, bfs"),
        (&["solve", "sokoban", "--rules", "nope"], "the presets are sokoban"),
        (&["solve", "sokoban"], "there is no board in it"),
        (&["generate", "sokoban", "--size", "4x4", "--boxes", "3"], "room for 1 to 1"),
        (&["generate", "sokoban", "--size", "ten"], "10x8"),
    ] {
        let ran = tilepilot(args, "only text\n");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}: {}", ran.err);
        assert!(ran.err.contains(part), "{args:?}: {}", ran.err);
    }
}

#[test]
fn solutions_are_checked_as_letters_and_as_json() {
    let folder = tempfile::tempdir().unwrap();
    let board = file(&folder, "set.sok", SET);
    let check = |solution: &str, more: &[&str]| {
        let solution = file(&folder, "solution.txt", solution);
        tilepilot(&[&["check", "sokoban", board.to_str().unwrap(), solution.to_str().unwrap()], more].concat(), "")
    };
    assert_eq!(check("R\n", &[]).code, 0);
    assert_eq!(check("R", &["--expect-score", "1"]).code, 0);
    let ran = check("r", &[]);
    assert!(ran.code == 1 && ran.out.contains("step 1 (r) pushes"), "{}", ran.out);
    let ran = check("3L", &[]);
    assert!(ran.code == 1 && ran.out.contains("step 1 (L) of 3: a wall is in the way"), "{}", ran.out);
    assert_eq!(check("Q", &[]).code, 2);
    let solved = tilepilot(&["solve", "sokoban", board.to_str().unwrap(), "--level", "1", "--format", "json"], "").out;
    assert_eq!(check(&solved, &[]).code, 0);
    let ran = check(&solved.replace("\"pushes\":1", "\"pushes\":7"), &[]);
    assert!(ran.code == 1 && ran.out.contains("it claims 7"), "{}", ran.out);
}

#[test]
fn hints_name_the_box_and_texts_the_letters() {
    let level = "########\n#@ $ . #\n########\n";
    let hint = tilepilot(&["solve", "sokoban", "--hint", "--format", "json"], level);
    assert_eq!(lines(&hint.out)[0]["hint"], json!({"box": [1, 3], "dir": "r"}));
    let text = tilepilot(&["solve", "sokoban"], level).out;
    assert!(text.contains("rRR\nsolved: 2 pushes, 3 moves (no solution has fewer pushes)"), "{text}");
}

#[test]
fn generated_levels_can_be_solved_and_repeat() {
    let args = ["generate", "sokoban", "--size", "9x7", "--boxes", "2", "--count", "3", "--seed", "11"];
    let levels = tilepilot(&args, "");
    assert_eq!((levels.code, tilepilot(&args, "").out == levels.out), (0, true), "{}", levels.err);
    let ran = tilepilot(&["solve", "sokoban", "--nodes", "1000000", "--format", "json"], &levels.out);
    let found = lines(&ran.out);
    assert_eq!((ran.code, found.len(), &found[2]["title"]), (0, 3, &json!("seed 11 board 3")));
    assert!(found.iter().all(|line| line["pushes"].as_u64() >= Some(2)));
}

/// A collection as it is found in the wild: Latin-1, CRLF, headers, run lengths.
#[test]
fn a_collection_in_another_encoding_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("set.sok");
    fs::write(&path, b"Title: Caf\xe9\r\nAuthor: Ren\xe9\r\n\r\n5#\r\n#@$.#\r\n5#\r\nSolution: R\r\n").unwrap();
    let ran = tilepilot(&["solve", "sokoban", path.to_str().unwrap(), "--format", "json"], "");
    let found = lines(&ran.out);
    assert_eq!((ran.code, found.len(), &found[0]["lurd"]), (0, 1, &json!("R")), "{}", ran.err);
    assert_eq!(found[0]["title"], json!("Caf\u{fffd}"));
}
