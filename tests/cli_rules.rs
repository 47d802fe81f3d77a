//! Rules of one's own and boards that cannot be, through the binary: what is played, what is refused and where.

#[path = "common/cli.rs"]
mod cli;

use cli::{Place, lines, str_of, tilepilot};

const ALGORITHMS: [&str; 5] = ["auto", "nrpa", "beam", "monte-carlo", "greedy"];

/// Every gravity and closing, single tiles that go, and inert tiles: without time each algorithm still plays a whole game,
/// which `check` goes through by the rules that the solution states.
#[test]
fn without_time_every_algorithm_plays_to_the_end_by_any_rules() {
    let place = Place::new();
    let full = tilepilot(&["generate", "samegame", "--size", "9x8", "--colours", "3", "--seed", "4"], "").out;
    let with_inert = full.replacen('R', "#", 5);
    for (number, keys) in [
        "gravity = 'up'",
        "gravity = 'left'\ncolumns_close = 'bottom'",
        "gravity = 'right'\ncolumns_close = 'centre'",
        "columns_close = 'right'\nmin_group = 1\nsingle = 3",
        "columns_close = 'centre'\ninert = '#'",
    ]
    .iter()
    .enumerate()
    {
        let rules = place.file(&format!("{number}.toml"), &format!("preset = 'samegame'\nname = 'mine'\n{keys}\n"));
        let board = if keys.contains("inert") { &with_inert } else { &full };
        for algorithm in ALGORITHMS {
            let args = ["solve", "samegame", "--rules", str_of(&rules), "--algorithm", algorithm];
            let solved = tilepilot(&[&args[..], &["--time", "0", "--format", "json"]].concat(), board);
            assert_eq!(solved.code, 0, "{keys} {algorithm}: {}", solved.err);
            let solution = place.file("solution.jsonl", &solved.out);
            let checked = tilepilot(&["check", "samegame", "-", str_of(&solution)], board);
            assert!(checked.code == 0 && checked.out.ends_with("holds\n"), "{keys} {algorithm}: {}", checked.out);
        }
    }
}

#[test]
fn a_solution_states_every_rule_and_can_be_a_rules_file() {
    let place = Place::new();
    let text = "name = 'mine'\nmin_group = 1\ngroup = [10, 30, 60]\nsingle = -2\ngravity = 'left'\n\
                columns_close = 'bottom'\ninert = '#'\ntargets = '1000 + 2000*(L-1)'\n\
                [end]\ncleared = 7\nleft = [50, 20, 0]\nleft_below = 3\ncolour = '-k'\ncolour_above = 1\n";
    let rules = place.file("rules.toml", text);
    let args = ["solve", "samegame", "--rules", str_of(&rules), "--nodes", "9", "--format", "json"];
    let stated = lines(&tilepilot(&args, "RRG\n##.\n").out)[0]["rules"].clone();
    let expected: serde_json::Value = toml::from_str(text).unwrap();
    assert_eq!(stated, expected);
    let default = lines(&tilepilot(&["solve", "samegame", "--nodes", "9", "--format", "json"], "RR\n").out);
    let mut keys: Vec<_> = default[0]["rules"].as_object().unwrap().keys().cloned().collect();
    keys.sort_unstable();
    let expected = ["columns_close", "end", "gravity", "group", "inert", "min_group", "name", "single"];
    assert_eq!(keys.iter().map(String::as_str).collect::<Vec<_>>(), expected);
}

#[test]
fn rules_that_cannot_be_are_named_by_line_column_and_key() {
    let place = Place::new();
    for (keys, part) in [
        ("gravity = 'diagonal'", "rules.toml:2:11: gravity: expected one of down, up, left, right"),
        ("gravity = 'left'\ncolumns_close = 'left'", "rules.toml:3:17: columns_close: \"left\" does not go with"),
        ("inert = '. '", "rules.toml:2:9: inert: '.' can be no tile"),
        ("targets = []", "rules.toml:2:11: targets: an empty list"),
        ("targets = '9^L'", "rules.toml:2:11: targets: \"9^L\" at L = 14"),
        ("group = '1/(n-2)'", "rules.toml:2:9: group: \"1/(n-2)\" at n = 2 is inf"),
        ("group = []", "rules.toml:2:9: group: an empty list"),
        ("groups = 'n'", "rules.toml:2:1: unknown key \"groups\""),
        ("[end]\nleft = 'ln(left-1)'", "rules.toml:3:8: end.left: \"ln(left-1)\" at left = 0 is NaN"),
        ("[end]\nleft_over = 1", "rules.toml:3:1: unknown key \"left_over\" in [end]"),
    ] {
        let rules = place.file("rules.toml", &format!("preset = 'popstar'\n{keys}\n"));
        let ran = tilepilot(&["solve", "samegame", "--rules", str_of(&rules)], "RR\n");
        assert!(ran.code == 2 && ran.err.contains(part), "{keys}: {}", ran.err);
    }
}

#[test]
fn boards_that_cannot_be_are_named_by_file_line_row_and_column() {
    let place = Place::new();
    let up = place.file("up.toml", "preset = 'popstar'\ngravity = 'up'\n");
    let centre = place.file("centre.toml", "preset = 'popstar'\ncolumns_close = 'centre'\n");
    let names = |count: usize| (0..count).map(|name| format!("c{name}")).collect::<Vec<_>>().join(" ");
    let wide = format!("; wide\n{}\n", "R".repeat(16_385));
    let tall = "RR\n".repeat(8193);
    for (text, rules, part) in [
        ("; a\n.G\nRG\n", str_of(&up), "boards.txt:3: row 1, col 0: the tile floats"),
        ("; a\nRG\nR.\n", "popstar", "boards.txt:2: row 0, col 1: the tile floats"),
        ("; a\n.R.\nRRR\nRRRR\n", "popstar", "boards.txt:4: row 2, col 3: the row has 4 cells"),
        ("R.R\n", "popstar", "boards.txt:1: row 0, col 1: the column is empty but tiles stand to its right"),
        ("R.RR\n", str_of(&centre), "boards.txt:1: row 0, col 1: the column is empty but tiles stand farther out"),
        ("RR\nR!\n", "popstar", "boards.txt:2: row 1, col 1: '!' is no tile"),
        (&wide, "popstar", "boards.txt:2: row 0, col 16384: 1 rows of 16385 columns are more than the 16384 cells"),
        (&tall, "popstar", "boards.txt:8193: row 8192, col 0: 8193 rows of 2 columns"),
        (&names(63), "popstar", "boards.txt:1: row 0, col 62: \"c62\" would be one colour too many"),
    ] {
        let boards = place.file("boards.txt", text);
        let ran = tilepilot(&["solve", "samegame", str_of(&boards), "--rules", rules, "--nodes", "9"], "");
        assert!(ran.code == 2 && ran.err.contains(part), "{part}: {}", ran.err);
    }
    let large = format!("{}\n", names(62));
    for board in [&large, &tilepilot(&["generate", "samegame", "--size", "60x50"], "").out] {
        assert_eq!(tilepilot(&["solve", "samegame", "--time", "0"], board).code, 0);
    }
}
