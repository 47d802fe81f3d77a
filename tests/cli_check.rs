//! `check samegame` through the binary: what it shows of each step, and of the first one that is not as claimed.

#[path = "common/cli.rs"]
mod cli;

use cli::{Place, Ran, str_of, tilepilot};

const BOARD: &str = "; small\nRGG\nRBG\nRBB\n";

fn check(place: &Place, solution: &str, more: &[&str]) -> Ran {
    let (board, solution) = (place.file("board.txt", BOARD), place.file("solution.txt", solution));
    tilepilot(&[&["check", "samegame", str_of(&board), str_of(&solution)], more].concat(), "")
}

#[test]
fn each_step_is_told_with_size_gain_and_total() {
    let ran = check(&Place::new(), "0,0 0,0 2,0", &[]);
    let expected = "board 1 (small)\n   1. 0,0       3 tiles     +45       45\n   2. 0,0       3 tiles     +45       90\n   \
                    3. 2,0       3 tiles     +45      135\ncleared: 135 points by moves +2000 end bonus = 2135 by the \
                    rules \"popstar\", 0 tiles left\nholds\n";
    assert_eq!((ran.code, ran.out.as_str()), (0, expected), "{}", ran.err);
}

#[test]
fn the_board_before_the_first_bad_step_is_shown() {
    let ran = check(&Place::new(), "0,0 0,2 2,0", &[]);
    let expected = "the board before move 2 (0,2):\n  > GG.\n    BG.\n    BB.\n      ^\n\
                    does not hold: move 2: illegal move 0,2: the cell is empty; expected a tile of one of the 2 groups";
    assert!(ran.code == 1 && ran.out.contains(expected), "{}", ran.out);
}

#[test]
fn claims_that_are_not_true_stand_beside_the_step() {
    let moves = "{\"moves\": [{\"row\":0,\"col\":0,\"size\":3,\"gain\":45}, {\"row\":0,\"col\":0,\"size\":4,\"gain\":80}, \
                 {\"row\":2,\"col\":0,\"size\":3,\"gain\":45}], \"score\": 2170}";
    let ran = check(&Place::new(), moves, &[]);
    let step = "   2. 0,0       3 tiles     +45       90   claimed: 4 tiles, +80, total 125\n";
    assert!(ran.code == 1 && ran.out.contains(step), "{}", ran.out);
    let shown = "the board before move 2 (0,0):\n  > GG.\n    BG.\n    BB.\n    ^\ndoes not hold: move 2: the group has 3 \
                 tiles, not 4\ndoes not hold: move 2: it pays 45, not 80\n";
    assert!(ran.out.contains(shown) && ran.out.contains("the score is 2135, the solution claims 2170"), "{}", ran.out);
}

#[test]
fn presets_that_come_to_what_was_seen_are_named() {
    let place = Place::new();
    let told = |expected: &str, more: &[&str]| {
        let ran = check(&place, "0,0 0,0 2,0", &[&["--expect-score", expected], more].concat());
        (ran.code, ran.out.lines().last().unwrap().to_owned())
    };
    let line = |fit: &str| format!("does not hold: the score is 2135, expected are {fit}");
    assert_eq!(told("1135", &[]), (1, line("1135; that is right by the rules popstar-clear1000")));
    assert_eq!(told("1003", &[]), (1, line("1003; that is right by the rules samegame, swell-foop, ksame")));
    assert_eq!(told("7", &[]), (1, line("7; no preset comes to that")));
    assert_eq!(told("2135", &[]), (0, "holds".to_owned()));
    let rules = place.file("right.toml", "preset = 'popstar'\ncolumns_close = 'right'\ninert = '#'\n");
    let board = place.file("right.txt", ".RG\n.RG\n.##\n");
    let solution = place.file("right.plan", "0,1 0,2\n");
    let args = ["check", "samegame", str_of(&board), str_of(&solution), "--rules", str_of(&rules)];
    let ran = tilepilot(&[&args[..], &["--expect-score", "1000"]].concat(), "");
    assert!(ran.code == 1 && ran.out.ends_with("right by the rules samegame, swell-foop, ksame\n"), "{}", ran.out);
}
