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
        (
            &["solve", "sokoban", "--algorithm", "magic"],
            "expected one of auto, portfolio, fess, astar, idastar, bfs, dfs",
        ),
        (&["solve", "sokoban", "--rules", "nope"], "the presets are sokoban"),
        (&["solve", "sokoban"], "there is no board in it"),
        (&["generate", "sokoban", "--size", "4x4", "--boxes", "3"], "room for 1 to 1"),
        (&["generate", "sokoban", "--size", "ten"], "10x8"),
        (&["generate", "sokoban", "--pushes", "20"], "MIN-MAX"),
        (&["generate", "sokoban", "--difficulty", "odd"], "easy, normal, advanced, hard"),
        (&["solve", "sokoban", "--without", "walls"], "dead-squares"),
        (&["solve", "sokoban", "--heuristic", "luck"], "manhattan"),
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

const OPEN_ROOM: &str = "##########\n#@$   .  #\n#        #\n# $   .  #\n##########\n";

#[test]
fn a_solution_is_improved_and_stays_one() {
    let args = ["solve", "sokoban", "--improve", "1", "--nodes", "3000", "--threads", "1", "--format", "json"];
    let ran = tilepilot(&args, OPEN_ROOM);
    let found = &lines(&ran.out)[0];
    assert_eq!((ran.code, &found["pushes"], &found["moves"]), (0, &json!(8), &json!(14)), "{}", ran.out);
    assert_eq!(found["optimal"], json!("pushes"));
}

#[test]
fn layers_and_bounds_can_be_chosen_to_measure_them() {
    let nodes = |more: &[&str]| {
        let args = ["solve", "sokoban", "--objective", "pushes", "--threads", "1", "--format", "json"];
        let ran = tilepilot(&[&args, more].concat(), OPEN_ROOM);
        let found = &lines(&ran.out)[0];
        assert_eq!((ran.code, &found["pushes"]), (0, &json!(8)), "{more:?}: {}", ran.err);
        found["stats"]["nodes"].as_u64().unwrap()
    };
    let usual = nodes(&[]);
    assert!(usual < nodes(&["--heuristic", "none", "--without", "freeze,dead-squares"]));
    assert!(usual <= nodes(&["--algorithm", "idastar", "--heuristic", "manhattan"]));
    assert!(usual < nodes(&["--algorithm", "bfs"]));
    let any = tilepilot(&["solve", "sokoban", "--algorithm", "dfs", "--format", "json"], OPEN_ROOM);
    assert_eq!((any.code, &lines(&any.out)[0]["outcome"]), (0, &json!("solved")));
}

#[test]
fn levels_are_rated() {
    let set = format!("; open\n{OPEN_ROOM}\n; dead\n#######\n#$ @ .#\n#######\n\n; bad\n####\n#@ #\n####\n");
    let ran = tilepilot(&["rate", "sokoban", "--nodes", "9000", "--threads", "1", "--format", "json"], &set);
    let found = lines(&ran.out);
    let outcomes: Vec<_> = found.iter().map(|line| line["outcome"].as_str().unwrap()).collect();
    assert_eq!((ran.code, outcomes), (2, vec!["rated", "unsolvable", "invalid"]), "{}", ran.err);
    assert_eq!((&found[0]["pushes"], &found[0]["box_changes"], &found[0]["groups"]), (&json!(8), &json!(1), &json!(2)));
    assert!(found[0]["score"].as_u64().is_some_and(|score| score <= 100) && found[0]["band"] == "easy");
    assert_eq!(tilepilot(&["rate", "sokoban", "--nodes", "1"], OPEN_ROOM).code, 1);
    let text = tilepilot(&["rate", "sokoban"], OPEN_ROOM).out;
    assert!(text.starts_with("board 1: easy with score"), "{text}");
    let other = tilepilot(&["rate", "shisen", "--nodes", "100000", "--format", "json"], "AABB\n");
    assert_eq!((other.code, &lines(&other.out)[0]["cleared"]), (0, &json!(1.0)), "{}", other.err);
}

#[test]
fn levels_of_a_band_come_with_their_rating_and_solution() {
    let args = ["generate", "sokoban", "--difficulty", "easy", "--count", "2", "--seed", "4"];
    let levels = tilepilot(&args, "");
    assert_eq!((levels.code, tilepilot(&args, "").out == levels.out), (0, true), "{}", levels.err);
    assert!(levels.err.contains("tries gave a level"), "{}", levels.err);
    assert!(levels.out.matches("\nDifficulty: easy, score ").count() == 2, "{}", levels.out);
    let folder = tempfile::tempdir().unwrap();
    let board = file(&folder, "set.xsb", &levels.out);
    for (index, solution) in levels.out.lines().filter_map(|line| line.strip_prefix("Solution: ")).enumerate() {
        let solution = json!({"index": index, "game": "sokoban", "lurd": solution});
        let path = file(&folder, "solution.jsonl", &solution.to_string());
        let ran = tilepilot(&["check", "sokoban", board.to_str().unwrap(), path.to_str().unwrap()], "");
        assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    }
    let ran = tilepilot(&["solve", "sokoban", "--objective", "pushes", "--format", "json"], &levels.out);
    let found = lines(&ran.out);
    assert_eq!((ran.code, found.len(), &found[1]["title"]), (0, 2, &json!("seed 4 board 2")));
    assert!(found.iter().all(|line| (5..20).contains(&line["pushes"].as_u64().unwrap())), "{}", ran.out);
}

/// A hint is the next push of a solution from wherever the player has come to, also where no solution passes.
#[test]
fn a_hint_leads_back_from_anywhere() {
    // The box was pushed beyond its goal.
    let astray = "#########\n#       #\n#    .@$#\n#       #\n#########\n";
    let hint = tilepilot(&["solve", "sokoban", "--hint", "--format", "json"], astray);
    assert_eq!((hint.code, &lines(&hint.out)[0]["hint"]), (1, &Value::Null), "{}", hint.out);
    let astray = "#########\n#       #\n#   .@$ #\n#       #\n#########\n";
    let hint = tilepilot(&["solve", "sokoban", "--hint", "--format", "json"], astray);
    assert_eq!(lines(&hint.out)[0]["hint"], json!({"box": [2, 6], "dir": "l"}));
    let text = tilepilot(&["solve", "sokoban", "--hint"], astray).out;
    assert!(text.contains("push the box at row 2, col 6 left"), "{text}");
}

/// What people's collections hold, one fault after the other: each bad level is named with its line, the good ones are solved.
#[test]
fn bad_levels_are_named_and_the_run_goes_on() {
    let good = "#####\n#@$.#\n#####\n";
    for (bad, line, part) in [
        ("######\n#@$$.#\n######\n", 5, "2 boxes and 1 goals"),
        ("#####\n# $.#\n#####\n", 5, "there is no player"),
        ("#####\n#@$.#\n#@ ##\n####\n", 7, "row 2, col 1: a second player"),
        ("#####\n#@$. \n#####\n", 6, "the player can walk off the board"),
        ("#####\n#@ .#\n#####$\n", 5, "0 boxes and 1 goals"),
        ("#####\n#@?.#\n#####\n", 6, "row 1, col 2: \"?\" stands for nothing"),
    ] {
        let set = format!("text\n\n; bad\n\n{bad}\nmore text\n\n; good\n{good}");
        let ran = tilepilot(&["solve", "sokoban", "--format", "json"], &set);
        let found = lines(&ran.out);
        assert_eq!((ran.code, found.len(), &found[1]["lurd"]), (2, 2, &json!("R")), "{bad}{}", ran.err);
        assert_eq!((&found[0]["outcome"], &found[1]["title"]), (&json!("invalid"), &json!("good")));
        let place = format!("standard input:{line}: ");
        assert!(ran.err.contains(&place) && ran.err.contains(part), "{bad}{}", ran.err);
    }
    // What lies out of reach is no fault, whatever it is.
    for decorated in ["#####$#\n#@$.#*#\n#######\n", "*****\n#####\n#@$.#\n#####\n"] {
        let ran = tilepilot(&["solve", "sokoban", "--format", "json"], decorated);
        assert_eq!((ran.code, &lines(&ran.out)[0]["lurd"]), (0, &json!("R")), "{decorated}{}", ran.err);
    }
    let many: String = (0..1500).map(|n| format!("Level {n}\nby someone\n\n{good}\n")).collect();
    let ran = tilepilot(&["solve", "sokoban", "--format", "json", "--threads", "1"], &many);
    assert_eq!((ran.code, ran.out.lines().count()), (0, 1500), "{}", ran.err);
}
