//! Shisen-Sho through the binary: `solve`, `check`, `generate` and `shuffle`, their exit statuses and the shape of the JSON.

#[path = "common/cli.rs"]
mod cli;

use cli::{Place, lines, str_of, tilepilot};
use serde_json::{Value, json};

const TOKENS: &str = "; tokens\n01 02 ..\n01 02 ##\n\n; characters\nAB\nAB\n";

#[test]
fn json_has_the_keys_that_scripts_read() {
    let args = ["solve", "shisen", "--nodes", "500", "--threads", "1", "--shift", "down,left", "--format", "json"];
    let ran = tilepilot(&args, TOKENS);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let found = lines(&ran.out);
    let mut keys: Vec<_> = found[0].as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    assert_eq!(keys, ["board", "game", "index", "left", "moves", "outcome", "rules", "stats", "title"]);
    assert_eq!(found[0]["board"], json!([["01", "02", ".."], ["01", "02", "##"]]));
    assert_eq!(found[1]["board"], json!(["AB", "AB"]));
    assert_eq!(found[1]["rules"], json!({"ring": true, "shifts": ["down", "left"], "split": "floor"}));
    for line in &found {
        assert_eq!((&line["game"], &line["outcome"], &line["left"]), (&"shisen".into(), &"solved".into(), &0.into()));
        let step = line["moves"][0].as_object().unwrap();
        assert_eq!(step.keys().collect::<Vec<_>>(), ["from", "to", "path"]);
        let path = step["path"].as_array().unwrap();
        assert_eq!((&path[0], &path[path.len() - 1]), (&step["from"], &step["to"]));
    }
    assert_eq!(found[0]["stats"]["algorithm"], "beam", "where tiles shift");
    let hint = tilepilot(&["solve", "onet", "--level", "2", "--hint", "--nodes", "9", "--format", "json"], TOKENS);
    assert_eq!(lines(&hint.out)[0]["hint"].as_object().unwrap().keys().collect::<Vec<_>>(), ["from", "to", "path"]);
}

#[test]
fn the_same_nodes_give_the_same_bytes_but_for_the_time() {
    let board = tilepilot(&["generate", "shisen", "--seed", "5", "--deal", "random"], "").out;
    let plan = |seed: &str| {
        let args = ["solve", "shisen", "--nodes", "900", "--threads", "1", "--seed", seed, "--format", "json"];
        let mut found = lines(&tilepilot(&args, &board).out);
        found[0]["stats"].as_object_mut().unwrap().remove("elapsed_s");
        found[0].to_string()
    };
    assert_eq!(plan("1"), plan("1"));
    assert_ne!(plan("1"), plan("2"));
}

#[test]
fn outcomes_and_exit_statuses() {
    for (board, flags, outcome, left, code) in [
        ("AB\nAB", &[][..], "solved", 0, 0),
        ("AAAB", &[], "leftover", 2, 0),
        ("AB\nBA", &[], "unsolvable", 4, 1),
        ("A#A", &["--inside"], "unsolvable", 2, 1),
        ("A#A", &[], "solved", 0, 0),
        ("A#A", &["--rules", "lianliankan-inside"], "unsolvable", 2, 1),
        // One pair can go, and the last one is parted for good.
        ("AAB#B", &["--inside"], "unsolvable", 2, 1),
        ("AAB#B", &["--inside", "--algorithm", "restarts"], "unknown", 2, 1),
        ("AAB#B", &["--inside", "--algorithm", "first-found"], "unknown", 2, 1),
        ("AAB#B", &["--inside", "--algorithm", "depth-first"], "unsolvable", 2, 1),
        ("AB\nBA", &["--algorithm", "first-found"], "unsolvable", 4, 1),
    ] {
        let args = [&["solve", "shisen", "--nodes", "300", "--threads", "1", "--format", "json"], flags].concat();
        let ran = tilepilot(&args, board);
        let found = &lines(&ran.out)[0];
        let seen = (found["outcome"].as_str().unwrap(), found["left"].as_i64().unwrap(), ran.code);
        assert_eq!(seen, (outcome, left, code), "{board} {flags:?}");
    }
    let ran = tilepilot(&["solve", "shisen", "--nodes", "50", "--format", "json"], "A!\n\nAA\n\nA\nAA\n");
    let outcomes: Vec<_> = lines(&ran.out).iter().map(|line| line["outcome"].clone()).collect();
    assert_eq!((ran.code, outcomes), (2, vec![json!("invalid"), json!("solved"), json!("invalid")]));
    assert!(ran.err.contains("standard input:1: row 0, col 1: \"!\" is no tile"), "{}", ran.err);
    assert!(ran.err.contains("standard input:6: row 1, col 1: the row has 2 cells"), "{}", ran.err);
}

#[test]
fn no_time_still_plays_one_line() {
    let board = tilepilot(&["generate", "shisen", "--size", "16x9", "--seed", "3"], "").out;
    let solved = tilepilot(&["solve", "shisen", "--time", "0", "--threads", "1", "--format", "json"], &board);
    let found = &lines(&solved.out)[0];
    assert!(found["left"].as_u64().unwrap() < 100, "{found}");
    assert_eq!(solved.code, i32::from(found["left"] != 0));
}

#[test]
fn check_replays_what_solve_found_and_names_the_first_bad_move() {
    let place = Place::new();
    let boards = tilepilot(&["generate", "shisen", "--size", "8x6", "--count", "3", "--shift", "down"], "").out;
    let board = place.file("boards.txt", &boards);
    let args = ["solve", "shisen", str_of(&board), "--shift", "down", "--nodes", "20000", "--format", "json"];
    let solved = tilepilot(&args, "").out;
    let check = |solution: &str, more: &[&str]| {
        let file = place.file("solution.txt", solution);
        tilepilot(&[&["check", "shisen", str_of(&board), str_of(&file)], more].concat(), "")
    };
    let ran = check(&solved, &[]);
    assert_eq!(ran.code, 0, "the rules that the solution names count: {}{}", ran.out, ran.err);
    assert_eq!(ran.out.matches("holds").count(), 3);
    let ran = check(&solved, &["--shift", "none"]);
    assert!(ran.code == 1 && ran.out.contains("does not hold: move "), "{}", ran.out);
    let first = solved.lines().next().unwrap();
    let mut line: Value = serde_json::from_str(first).unwrap();
    line["moves"][0]["path"][0] = json!([5, 5]);
    let ran = check(&line.to_string(), &[]);
    assert!(ran.code == 1 && ran.out.contains("does not hold: move 1: ") && ran.out.contains("does not lead from"));
    line["moves"][0]["from"] = json!("0,0");
    let ran = check(&line.to_string(), &[]);
    assert!(ran.code == 2 && ran.err.contains("move 1: expected {\"from\": [r,c], \"to\": [r,c]}"), "{}", ran.err);
    let ran = check("0,0-0,0", &[]);
    assert!(ran.code == 1 && ran.out.contains("move 1: illegal move 0,0-0,0: it names the same tile twice"));
    assert_eq!(check(&line.to_string().replace("shisen", "samegame"), &[]).code, 2);
}

#[test]
fn text_says_each_pair_and_the_outcome() {
    let ran = tilepilot(&["solve", "shisen", "--nodes", "9", "--threads", "1"], "; one\nAB\nAB\n");
    assert_eq!(ran.code, 0);
    assert!(ran.out.starts_with("board 1 of 1 (one)\n   1. "), "{}", ran.out);
    assert!(ran.out.contains("solved: 2 pairs removed, 0 tiles left\nexact 2 positions"), "{}", ran.out);
}

#[test]
fn a_shuffle_moves_only_tiles_and_repeats() {
    let board = "; stuck\nAB.\nBA#\n\n01 02\n02 01\n";
    let ran = tilepilot(&["shuffle", "shisen", "--seed", "4"], board);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    assert_eq!(tilepilot(&["shuffle", "lianliankan", "--seed", "4"], board).out, ran.out);
    assert!(ran.out.starts_with("; stuck, shuffled with seed 4\n"), "{}", ran.out);
    let rows: Vec<&str> = ran.out.lines().collect();
    assert_eq!((&rows[1][2..], &rows[2][2..]), (".", "#"));
    let moves = |text: &str| tilepilot(&["solve", "shisen", "--nodes", "50", "--format", "json"], text);
    let outcomes = |text: &str| lines(&moves(text).out).iter().map(|l| l["outcome"].clone()).collect::<Vec<_>>();
    assert_eq!(outcomes(board), ["unsolvable", "unsolvable"]);
    assert_eq!(outcomes(&ran.out), ["solved", "solved"]);
    let one = tilepilot(&["shuffle", "shisen", "--level", "2"], board);
    assert_eq!((one.code, one.out.lines().count()), (0, 4), "{}", one.out);
}

#[test]
fn what_cannot_be_shuffled_says_so() {
    for (args, board, part) in [
        (&["shuffle", "shisen", "--inside"][..], "A#A", "20 shuffles of the 2 tiles left"),
        (&["shuffle", "shisen"], "AB", "no two of the 2 tiles left are equal"),
        (&["shuffle", "shisen"], "A!", "\"!\" is no tile"),
        (&["shuffle", "shisen", "--level", "2"], "AA", "has 1 boards"),
        (&["shuffle", "samegame"], "RR", "samegame has no shuffle"),
    ] {
        let ran = tilepilot(args, board);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}");
        assert!(ran.err.contains(part), "{args:?}: {}", ran.err);
    }
    let ran = tilepilot(&["shuffle", "shisen"], "AB\n\nAB\nBA\n");
    assert!(ran.code == 2 && ran.out.contains("shuffled"), "a batch goes on: {}", ran.out);
}

#[test]
fn generated_boards_repeat_and_are_of_the_kinds_asked_for() {
    let args = ["generate", "shisen", "--size", "7x4", "--kinds", "7", "--count", "2", "--seed", "11"];
    let boards = tilepilot(&args, "");
    assert_eq!((boards.code, tilepilot(&args, "").out == boards.out), (0, true));
    let rows: Vec<&str> = boards.out.lines().filter(|line| line.len() == 7).collect();
    assert_eq!(rows.len(), 8);
    for kind in "ABCDEFG".chars() {
        assert_eq!(rows[..4].concat().matches(kind).count(), 4);
    }
    let many = tilepilot(&["generate", "shisen", "--size", "18x12"], "").out;
    assert!(many.contains(" 54 ") || many.contains(" 54\n") || many.contains("\n54 "), "{many}");
    let found = lines(&tilepilot(&["solve", "shisen", "--nodes", "20000", "--format", "json"], &boards.out).out);
    assert!(found.iter().all(|line| line["outcome"] == "solved"));
}

#[test]
fn stones_uneven_kinds_and_difficulty_are_as_asked() {
    let args = ["--size", "8x6", "--stones", "4", "--uneven", "--kinds", "9", "--count", "3", "--seed", "2"];
    let args = [&["generate", "shisen"][..], &args, &["--difficulty", "easy", "--shift", "down"]].concat();
    let ran = tilepilot(&args, "");
    assert_eq!((ran.code, ran.err.as_str()), (0, ""));
    let titles: Vec<&str> = ran.out.lines().filter(|line| line.starts_with(';')).collect();
    assert_eq!(titles.len(), 3);
    for title in titles {
        assert!(title.contains(": easy, ") && title.contains(" of 100 random games clear it, try "), "{title}");
    }
    for rows in ran.out.split("\n\n").filter(|board| !board.trim().is_empty()) {
        let tiles: String = rows.lines().filter(|line| !line.starts_with(';')).collect();
        let count = |kind: char| tiles.matches(kind).count();
        assert_eq!((tiles.len(), count('#')), (48, 4));
        let counts: Vec<usize> = "ABCDEFGHI".chars().map(count).collect();
        assert!(counts.iter().all(|count| *count >= 2 && count % 2 == 0), "{counts:?}");
        assert!(counts.iter().any(|count| *count != counts[0]), "{counts:?}");
    }
    let args = ["solve", "shisen", "--shift", "down", "--nodes", "50000", "--format", "json"];
    let found = lines(&tilepilot(&args, &ran.out).out);
    assert!(found.len() == 3 && found.iter().all(|line| line["outcome"] == "solved"));
    let told = tilepilot(&["-v", "generate", "shisen", "--size", "8x6", "--difficulty", "easy"], "");
    assert!(told.err.contains("seed 0 board 1: easy, "), "{}", told.err);
}

#[test]
fn bad_input_is_2_and_says_what_to_do() {
    let place = Place::new();
    let rules = place.file("rules.toml", "ring = true\nshifts = ['dwon']\nsplit = 3\n");
    for (args, part) in [
        (&["solve", "shisen", "--rules", "nope"][..], "the presets are shisen-sho, lianliankan-inside"),
        (
            &["solve", "shisen", "--rules", str_of(&rules)],
            "rules.toml:2:11: shifts: \"dwon\" is no shift; expected none, down",
        ),
        (&["solve", "shisen", "--rules", str_of(&rules)], "rules.toml:3:9: split: expected"),
        (&["solve", "shisen", "--algorithm", "magic"], "expected one of auto, exact"),
        (&["solve", "shisen", "--objective", "score"], "expected clear or fewest-shuffles"),
        (&["solve", "shisen", "--shift", "down,sideways"], "\"sideways\" is no shift"),
        (&["solve", "shisen", "--split", "half"], "floor, ceil"),
        (&["generate", "shisen", "--size", "5x5"], "25 cells are an odd number"),
        (&["generate", "shisen", "--size", "65x2"], "1 to 64"),
        (&["generate", "shisen", "--size", "big"], "18x8"),
        (&["generate", "shisen", "--kinds", "37"], "--kinds 36 --copies 4; --kinds 72 --copies 2; --size "),
        (&["generate", "shisen", "--kinds", "37", "--uneven=turns"], "1 to 36 kinds"),
        (&["generate", "shisen", "--kinds", "0"], "1 to 72 kinds"),
        (&["generate", "shisen", "--stones", "3"], "--stones 2 or 4"),
        (&["generate", "shisen", "--uneven=odd"], "chance, turns"),
        (&["generate", "shisen", "--difficulty", "fair"], "easy, normal, hard"),
        (&["generate", "shisen", "--size", "2x2", "--difficulty", "hard"], "none of 200 boards of --size 2x2 is hard"),
        (&["generate", "shisen", "--copies", "3"], "even number such as 4"),
        (&["generate", "shisen", "--deal", "fair"], "random, solvable"),
    ] {
        let ran = tilepilot(args, TOKENS);
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}: {}", ran.err);
        assert!(ran.err.contains(part), "{args:?}: {}", ran.err);
    }
}

#[test]
fn bad_boards_are_named_and_hopeless_ones_proved_at_once() {
    let wide = "A".repeat(65);
    let high = "AB\n".repeat(65);
    for (board, parts) in [
        ("A?\n?A", &["row 0, col 1: \"?\" is no tile"][..]),
        ("01 02\n?? 01\n02 !!", &["row 1, col 0: \"??\" is no tile", "row 2, col 1: \"!!\" is no tile"]),
        ("AB\nA", &["row 1, col 1: the row has 1 cells, the first one has 2"]),
        ("01 02 03\n01 02\n03", &["row 1, col 2: the row has 2 cells", "row 2, col 1: the row has 1 cells"]),
        (&wide, &["1 rows and 65 columns: a board has at most 64 of each"]),
        (&high, &["65 rows and 2 columns: a board has at most 64 of each"]),
    ] {
        let ran = tilepilot(&["solve", "shisen", "--nodes", "100", "--format", "json"], board);
        assert_eq!((ran.code, lines(&ran.out)[0]["outcome"].as_str()), (2, Some("invalid")), "{board}");
        parts.iter().for_each(|part| assert!(ran.err.contains(part), "{part}: {}", ran.err));
    }
    // The A in the middle of the stones can never go, and one B stands alone behind them.
    let locked = ["A###.\n##A#.\n.###B\nBCC..", "A##B\nB##A"];
    for shift in ["none", "down", "left,up"] {
        let ran = tilepilot(
            &["solve", "shisen", "--inside", "--shift", shift, "--nodes", "5000", "--threads", "1", "--format", "json"],
            &locked.join("\n\n"),
        );
        for line in lines(&ran.out) {
            assert_eq!((&line["outcome"], ran.code), (&json!("unsolvable"), 1), "{shift}: {line}");
            // Without a shift, the nodes go into the longest line once the proof is there.
            assert!(shift == "none" || line["stats"]["nodes"].as_u64().unwrap() < 100, "{line}");
        }
    }
}

#[test]
fn the_largest_boards_keep_to_the_time() {
    for flags in [&["--deal", "solvable"][..], &["--deal", "random"]] {
        let args = [&["generate", "shisen", "--size", "64x64", "--kinds", "1024", "--seed", "1"], flags].concat();
        let board = tilepilot(&args, "").out;
        for shift in ["none", "down"] {
            let args = ["solve", "shisen", "--time", "0.3", "--shift", shift, "--format", "json"];
            let ran = tilepilot(&args, &board);
            let line = &lines(&ran.out)[0];
            assert!(matches!(line["outcome"].as_str(), Some("solved" | "unknown" | "unsolvable")), "{line}");
            let args = ["solve", "shisen", "--nodes", "3000", "--threads", "1", "--shift", shift, "--format", "json"];
            assert!(lines(&tilepilot(&args, &board).out)[0]["stats"]["nodes"].as_u64().unwrap() <= 3000);
        }
    }
}

#[test]
fn fewest_shuffles_plays_on_to_the_end() {
    let board = tilepilot(&["generate", "shisen", "--size", "8x6", "--deal", "random", "--seed", "4"], "").out;
    let solve = |more: &[&str]| {
        let args = ["solve", "shisen", "--shift", "left", "--nodes", "4000", "--threads", "1"];
        tilepilot(&[&args, more].concat(), &board)
    };
    let plain = &lines(&solve(&["--format", "json"]).out)[0];
    assert!(plain.get("shuffles").is_none());
    let ran = solve(&["--objective", "fewest-shuffles", "--format", "json"]);
    let found = &lines(&ran.out)[0];
    assert_eq!(found["outcome"] == "solved", found.get("shuffles").is_none());
    if let Some(shuffles) = found.get("shuffles") {
        let rounds = found["rounds"].as_array().unwrap();
        assert_eq!((shuffles, &found["left_after_shuffles"]), (&json!(rounds.len()), &json!(0)));
        let pairs = |list: &Value| list["moves"].as_array().unwrap().len();
        assert_eq!(pairs(found) + rounds.iter().map(pairs).sum::<usize>(), 24);
        assert!(solve(&["--objective", "fewest-shuffles"]).out.contains("shuffles 0 tiles are left"));
    }
    let again = solve(&["--objective", "fewest-shuffles", "--format", "json"]);
    let without_time = |text: &str| text.split("\"elapsed_s\"").next().unwrap().to_owned();
    assert_eq!(without_time(&again.out), without_time(&ran.out));
}

#[test]
fn boards_from_other_programs_are_read() {
    let board = |input: &str, empty: &str| {
        let args = ["solve", "shisen", "--empty", empty, "--nodes", "9", "--format", "json"];
        let ran = tilepilot(&args, input);
        assert_eq!(ran.code, 0, "{input}: {}", ran.err);
        lines(&ran.out)[0]["board"].clone()
    };
    for (input, empty) in [("[[0,12],[12,0]]", "0"), ("-1,12\n12,-1\n", "-1"), ("-1 12\n12 -1\n", "-1")] {
        assert_eq!(board(input, empty), json!([["..", "12"], ["12", ".."]]), "{input}");
    }
    assert_eq!(board("01\n11\n01", "0"), json!([".1", "11", ".1"]));
}
