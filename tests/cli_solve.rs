//! `solve`, `check` and `generate` through the binary: exit statuses, streams and the shape of the JSON.

#[path = "common/cli.rs"]
mod cli;

use cli::{Place, lines, str_of, tilepilot};

use std::fs;

const GOOD: &str = "; one\nRRG\nGGR\n\n; two\nRG\nRG\n";
const MIXED: &str = "; one\nRG\nRG\n\n; short\nRR\nR\n\n; floats\nR\n.\n\n; last\n11\n";

#[test]
fn json_has_the_keys_that_scripts_read() {
    let ran = tilepilot(&["solve", "samegame", "--nodes", "500", "--threads", "1", "--format", "json"], GOOD);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let found = lines(&ran.out);
    assert_eq!(found.len(), 2);
    let mut keys: Vec<_> = found[1].as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    let expected = ["board", "bonus", "game", "index", "left", "moves", "outcome", "rules", "score", "stats", "title"];
    assert_eq!(keys, expected);
    let two = &found[1];
    assert_eq!((&two["game"], &two["index"], &two["title"]), (&"samegame".into(), &1.into(), &"two".into()));
    assert_eq!(two["board"], serde_json::json!(["RG", "RG"]));
    assert_eq!((&two["outcome"], &two["score"], &two["bonus"]), (&"cleared".into(), &2040.into(), &2000.into()));
    assert_eq!(two["moves"][0], serde_json::json!({"row": 0, "col": 0, "size": 2, "gain": 20}));
    let mut stats: Vec<_> = two["stats"].as_object().unwrap().keys().map(String::as_str).collect();
    stats.sort_unstable();
    assert_eq!(stats, ["algorithm", "elapsed_s", "nodes", "seed", "threads"]);
    assert_eq!(found[0]["rules"]["name"], "popstar");
}

#[test]
fn the_same_nodes_give_the_same_bytes_but_for_the_time() {
    let board = tilepilot(&["generate", "samegame", "--seed", "5"], "").out;
    let plan = || {
        let args = ["solve", "popstar", "--nodes", "900", "--threads", "1", "--seed", "1", "--format", "json"];
        let mut found = lines(&tilepilot(&args, &board).out);
        found[0]["stats"].as_object_mut().unwrap().remove("elapsed_s");
        found[0].to_string()
    };
    assert_eq!(plan(), plan());
}

#[test]
fn a_batch_goes_on_past_bad_boards_and_ends_with_2() {
    let place = Place::new();
    let file = place.file("mixed.txt", MIXED);
    let ran = tilepilot(&["solve", "samegame", str_of(&file), "--nodes", "50", "--format", "json"], "");
    assert_eq!(ran.code, 2);
    let found = lines(&ran.out);
    let outcomes: Vec<_> = found.iter().map(|line| line["outcome"].as_str().unwrap()).collect();
    assert_eq!(outcomes, ["cleared", "invalid", "invalid", "cleared"]);
    assert_eq!((&found[1]["index"], &found[1]["title"]), (&1.into(), &"short".into()));
    assert!(found[1]["problems"][0].as_str().unwrap().starts_with("line 7: row 1"), "{}", found[1]);
    assert!(ran.err.contains("mixed.txt:7: row 1, col 1"), "{}", ran.err);
    assert!(ran.err.contains("mixed.txt:10: row 0, col 0: the tile floats"), "{}", ran.err);
    let text = tilepilot(&["solve", "samegame", str_of(&file), "--nodes", "50"], "");
    assert!(text.code == 2 && text.out.contains("board 2 of 4 (short): invalid") && text.out.contains("score 2020"));
}

#[test]
fn no_time_still_gives_a_whole_game() {
    let board = tilepilot(&["generate", "samegame", "--size", "15x12", "--colours", "4", "--seed", "9"], "").out;
    assert_eq!(board.lines().filter(|line| line.len() == 15).count(), 12);
    let place = Place::new();
    let solution = tilepilot(&["solve", "samegame", "--time", "0", "--format", "json"], &board);
    assert_eq!(solution.code, 0);
    let file = place.file("solution.jsonl", &solution.out);
    let checked = tilepilot(&["check", "samegame", "-", str_of(&file)], &board);
    assert_eq!(checked.code, 0, "{}", checked.out);
    assert!(checked.out.ends_with("holds\n"));
}

#[test]
fn levels_hints_and_objectives() {
    let ran = tilepilot(&["solve", "samegame", "--level", "2", "--time", "0", "--format", "json"], GOOD);
    assert_eq!((ran.code, &lines(&ran.out)[0]["index"]), (0, &1.into()));
    let hint = tilepilot(&["solve", "samegame", "--level", "2", "--time", "0", "--hint", "--format", "json"], GOOD);
    assert_eq!(lines(&hint.out)[0]["hint"], serde_json::json!({"row": 0, "col": 0, "size": 2, "gain": 20}));
    let hint = tilepilot(&["solve", "samegame", "--level", "1-2", "--time", "0", "--hint"], GOOD);
    assert!(hint.out.ends_with("board 2 of 2 (two): play 0,0\n"), "{}", hint.out);
    let form = ["--beam-width", "9", "--max-depth", "3", "--weights", "largest=1,fragments=5,colours=3,dead=40"];
    let beam = [&["solve", "samegame", "--algorithm", "beam", "--sort", "total+evaluation"][..], &form].concat();
    let ran = tilepilot(&beam, GOOD);
    assert!(ran.code == 0 && ran.out.contains("score 2040"), "{}{}", ran.out, ran.err);
    for objective in ["clear", "score", "target:3000"] {
        let ran = tilepilot(&["solve", "samegame", "--objective", objective, "--nodes", "10"], GOOD);
        assert_eq!(ran.code, 0, "{}", ran.err);
    }
}

#[test]
fn bad_input_is_2_and_says_what_to_do() {
    let place = Place::new();
    let rules = place.file("rules.toml", "preset = 'popster'\nmin_group = 1\n[end]\ncleared = 'x'\n");
    for (args, part) in [
        (&["solve", "samegame", "--rules", "nope"][..], "the presets are popstar"),
        (&["solve", "samegame", "--rules", str_of(&rules)], "rules.toml:4:11: end.cleared"),
        (&["solve", "samegame", "--rules", "no/such.toml"], "no/such.toml"),
        (&["solve", "samegame", "--algorithm", "magic"], "expected one of auto, nrpa, beam, monte-carlo, greedy"),
        (&["solve", "samegame", "--objective", "magic"], "target:N"),
        (&["solve", "samegame", "--level", "3"], "has 2 boards"),
        (&["solve", "samegame", "--level", "2-1"], "counted from 1"),
        (&["solve", "samegame", "--time=-1"], "--time"),
        (&["solve", "samegame", "--inside"], "--inside"),
        (&["solve", "samegame", "--beam-width", "5"], "--beam-width goes with --algorithm beam, not with auto"),
        (&["solve", "samegame", "--algorithm", "beam", "--beam-width", "0"], "at least 1"),
        (&["solve", "samegame", "--algorithm", "beam", "--max-depth", "x"], "--max-depth"),
        (&["solve", "samegame", "--algorithm", "beam", "--weights", "size=1"], "no such part of the evaluation"),
        (&["solve", "samegame", "--algorithm", "beam", "--sort", "size"], "expected total or total+evaluation"),
        (&["solve", "samegame", "--algorithm", "beam", "--sort", "total", "--weights", "dead=1"], "--sort total"),
        (&["check", "samegame", "-", "x", "--beam-width", "5"], "--beam-width"),
        (&["solve", "shisen", "--beam-width", "5"], "--beam-width"),
        (&["solve", "samegame", "/no/such/file"], "/no/such/file"),
        (&["solve", "chess"], "chess"),
        (&["solve", "null"], "null"),
        (&["generate", "samegame", "--size", "3"], "10x10"),
        (&["generate", "samegame", "--size", "3000x3000"], "cells"),
        (&["generate", "samegame", "--colours", "0"], "colours"),
        (&["check", "samegame", "-", "-"], "both"),
    ] {
        let ran = tilepilot(args, GOOD);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}: {}", ran.err);
        assert!(ran.err.contains(part), "{args:?}: {}", ran.err);
    }
    assert_eq!(tilepilot(&["solve", "samegame"], "; only a title\n").code, 2);
}

#[test]
fn check_says_what_does_not_hold_and_which_rules_fit() {
    let place = Place::new();
    let board = place.file("board.txt", GOOD);
    let args = ["solve", "samegame", str_of(&board), "--rules", "samegame", "--nodes", "50", "--format", "json"];
    let solved = tilepilot(&args, "").out;
    let check = |solution: &str, more: &[&str]| {
        let file = place.file("solution.txt", solution);
        tilepilot(&[&["check", "samegame", str_of(&board), str_of(&file)], more].concat(), "")
    };
    let ran = check(&solved, &[]);
    assert_eq!(ran.code, 0, "the rules that the solution names count: {}{}", ran.out, ran.err);
    assert_eq!(check(&solved, &["--rules", "samegame"]).code, 0);
    let ran = check(&solved, &["--rules", "popstar"]);
    assert!(ran.code == 1 && ran.out.contains("right by the rules samegame"), "{}", ran.out);
    let line = solved.lines().nth(1).unwrap();
    let ran = check(line, &["--expect-score", "2040"]);
    assert!(ran.code == 1 && ran.out.contains("expected are 2040; that is right by the rules popstar"), "{}", ran.out);
    assert_eq!(check(line, &["--rules", "popstar-clear1000", "--expect-score", "-7"]).code, 1);
    let ran = check("1,0", &[]);
    assert!(ran.code == 1 && ran.out.contains("the game is not over"), "{}", ran.out);
    assert_eq!(check("{\"index\": 7, \"moves\": []}", &[]).code, 2);
    assert_eq!(check("", &[]).code, 2);
}

#[test]
fn a_batch_goes_on_where_it_was_cut_off() {
    let place = Place::new();
    let boards = place.file("boards.txt", MIXED);
    let done = place.path("done.jsonl");
    let args = ["solve", "samegame", str_of(&boards), "--nodes", "50", "--format", "json", "--resume", str_of(&done)];
    let whole = tilepilot(&args, "");
    assert_eq!(whole.code, 2);
    assert_eq!(fs::read_to_string(&done).unwrap(), whole.out);
    let again = tilepilot(&args, "");
    assert_eq!((again.code, again.out.as_str()), (2, ""));
    let first = whole.out.lines().next().unwrap();
    fs::write(&done, format!("{first}\n{{\"game\":\"same")).unwrap();
    let rest = tilepilot(&args, "");
    let indices: Vec<_> = lines(&rest.out).iter().map(|line| line["index"].as_u64().unwrap()).collect();
    assert_eq!(indices, [1, 2, 3]);
    let all = lines(&fs::read_to_string(&done).unwrap());
    assert_eq!(all.iter().map(|line| line["index"].as_u64().unwrap()).collect::<Vec<_>>(), [0, 1, 2, 3]);
    let other = place.file("other.txt", GOOD);
    let ran = tilepilot(&["solve", "samegame", str_of(&other), "--nodes", "9", "--resume", str_of(&done)], "");
    assert!(ran.code == 2 && ran.err.contains("another board"), "{}", ran.err);
}

#[test]
fn boards_from_other_programs_are_read() {
    for (input, empty) in [("[[0,1],[1,1]]", "0"), ("-1,1\n1,1\n", "-1"), ("-1 1\n1 1\n", "-1"), ("01\n11", "0")] {
        let ran = tilepilot(&["solve", "samegame", "--empty", empty, "--nodes", "9", "--format", "json"], input);
        assert_eq!(ran.code, 0, "{input}: {}", ran.err);
        assert_eq!(lines(&ran.out)[0]["board"], serde_json::json!([".1", "11"]), "{input}");
    }
}

#[test]
fn generated_boards_can_be_solved_and_repeat() {
    let args = ["generate", "popstar", "--size", "7x5", "--colours", "3", "--count", "3", "--seed", "11"];
    let boards = tilepilot(&args, "");
    assert_eq!((boards.code, tilepilot(&args, "").out == boards.out), (0, true));
    let found = lines(&tilepilot(&["solve", "popstar", "--time", "0", "--format", "json"], &boards.out).out);
    assert_eq!(found.len(), 3);
    assert_ne!(found[0]["board"], found[1]["board"]);
    assert_eq!(found[2]["title"], "seed 11 board 3");
}

/// Ctrl-C ends the search of the board at hand with what it has, and the batch with 130.
#[cfg(unix)]
#[test]
fn an_interrupt_gives_the_best_so_far_and_130() {
    use std::process::{Command, Stdio};
    let place = Place::new();
    let board = tilepilot(&["generate", "samegame", "--size", "20x20", "--count", "2"], "").out;
    let file = place.file("boards.txt", &board);
    let args = ["solve", "samegame", str_of(&file), "--time", "60", "--format", "json"];
    let child = Command::new(env!("CARGO_BIN_EXE_tilepilot")).args(args).stdout(Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(lines(&String::from_utf8(output.stdout).unwrap()).len(), 1);
}
