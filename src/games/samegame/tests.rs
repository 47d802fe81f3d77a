//! The whole game, held against a second, slower referee that is written another way, and against itself.

use super::test_boards::{StepByStep, any_board};
use super::*;
use crate::grid::Cell;
use crate::puzzle::{Puzzle, Status, perft};
use crate::search::replay;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

/// A board as the tiles of its columns from the bottom; empty columns do not exist.
#[derive(Clone)]
struct Columns(Vec<Vec<u8>>);

impl Columns {
    fn of(board: &Board) -> Self {
        let column = |col| (0..board.rows()).rev().filter_map(|row| board.tiles()[Cell::new(row, col)]).collect();
        Self((0..board.cols()).map(column).filter(|column: &Vec<u8>| !column.is_empty()).collect())
    }

    fn at(&self, (col, height): (usize, usize)) -> Option<u8> {
        self.0.get(col)?.get(height).copied()
    }

    /// Groups grown by joining whatever touches, until nothing changes.
    fn groups(&self, least: usize) -> Vec<BTreeSet<(usize, usize)>> {
        let mut groups: Vec<BTreeSet<(usize, usize)>> = Vec::new();
        for (col, column) in self.0.iter().enumerate() {
            for (height, &tile) in column.iter().enumerate() {
                let touches = |&(c, h): &(usize, usize)| {
                    c.abs_diff(col) + h.abs_diff(height) == 1 && self.at((c, h)) == Some(tile)
                };
                let (joined, apart): (Vec<_>, Vec<_>) = groups.into_iter().partition(|g| g.iter().any(touches));
                groups = apart;
                groups.push(joined.into_iter().flatten().chain([(col, height)]).collect());
            }
        }
        groups.retain(|group| group.len() >= least);
        groups
    }

    fn without(&self, group: &BTreeSet<(usize, usize)>) -> Self {
        let kept = self.0.iter().enumerate().map(|(col, column)| {
            (0..column.len()).filter(|h| !group.contains(&(col, *h))).map(|h| column[h]).collect::<Vec<_>>()
        });
        Self(kept.filter(|column| !column.is_empty()).collect())
    }

    fn perft(&self, depth: u32, least: usize) -> u64 {
        if depth == 0 { 1 } else { self.groups(least).iter().map(|g| self.without(g).perft(depth - 1, least)).sum() }
    }
}

fn colours(board: &Board) -> BTreeMap<u8, usize> {
    let mut counts = BTreeMap::new();
    board.tiles().iter().flatten().for_each(|&tile| *counts.entry(tile).or_insert(0) += 1);
    counts
}

fn rules(min_group: usize) -> Arc<Rules> {
    Arc::new(rules_file::parse(&format!("preset = 'popstar'\nmin_group = {min_group}\nsingle = 1")).unwrap())
}

fn boards() -> impl Strategy<Value = Board> {
    (1usize..7, 1usize..7, 1usize..5, any::<u64>(), 1usize..3).prop_map(|(rows, cols, colours, seed, least)| {
        generate::board(&rules(least), (rows, cols), colours, seed, 0).unwrap()
    })
}

proptest! {
    #[test]
    fn two_referees_count_the_same_games(board in boards()) {
        let least = board.rules().min_group();
        for depth in 1..=3 {
            prop_assert_eq!(perft(&board, depth), Columns::of(&board).perft(depth, least));
        }
    }

    #[test]
    fn tiles_fall_and_lines_close_as_step_by_step(mut board in any_board(8), choices in prop::collection::vec(0usize..50, 1..30)) {
        for choice in choices {
            let groups = board.groups();
            if groups.is_empty() { break }
            let (m, size) = groups[choice % groups.len()];
            let group = board.group(m.0);
            prop_assert_eq!((group[0], group.len()), (m.0, size));
            prop_assert!(group.iter().all(|cell| !"#x".contains(board.tile(*cell).unwrap())));
            let (before, expected) = (board.left(), StepByStep::of(&board).play(&group));
            board.play(m).unwrap();
            prop_assert_eq!(board.to_string(), expected);
            prop_assert_eq!(board.left(), before - size);
        }
    }

    #[test]
    fn boards_are_read_as_they_are_written(mut board in any_board(7), choices in prop::collection::vec(0usize..50, 0..6)) {
        for choice in choices {
            let groups = board.groups();
            if groups.is_empty() { break }
            board.play(groups[choice % groups.len()].0).unwrap();
        }
        prop_assert_eq!(&Board::parse(board.rules(), &board.to_string()).unwrap(), &board);
    }

    #[test]
    fn gravity_loses_only_the_group(mut board in boards(), row in 0usize..8, col in 0usize..8) {
        let before = board.clone();
        let m = Move(Cell::new(row, col));
        let group = board.group(m.0);
        match board.play(m) {
            Ok(gain) => {
                let mut expected = colours(&before);
                let colour = before.tiles()[m.0].unwrap();
                *expected.get_mut(&colour).unwrap() -= group.len();
                expected.retain(|_, count| *count > 0);
                prop_assert_eq!(colours(&board), expected);
                prop_assert_eq!(gain, board.rules().group_gain(group.len()));
                prop_assert_eq!(Columns::of(&board).0.len(), (0..board.cols()).filter(|&c| board.tile(Cell::new(board.rows() - 1, c)).is_some()).count());
            }
            Err(_) => {
                prop_assert_eq!(&board, &before);
                prop_assert!(group.len() < board.rules().min_group());
            }
        }
    }

    #[test]
    fn plans_come_to_what_they_claim(board in any_board(7), nodes in 0u64..300, threads in 1usize..4, clear: bool) {
        let objective = if clear { "clear" } else { "score" };
        let budget = Budget { threads, ..Budget::of_nodes(nodes, 0) };
        let greedy = SameGame::solve(&board, "greedy", objective, &budget, &mut |_| ());
        let rank = |outcome: &OutcomeOf<SameGame>| {
            let (end, score) = replay(&board, &outcome.moves).unwrap();
            assert_eq!((score, end.status()), (outcome.score, outcome.status));
            assert_ne!(end.status(), Status::Ongoing);
            objective.parse::<Objective>().unwrap().rank(score, end.left())
        };
        for algorithm in ["auto", "nrpa", "beam", "monte-carlo"] {
            let nodes = if algorithm == "beam" { nodes } else { nodes * 20 };
            let budget = Budget { threads, ..Budget::of_nodes(nodes, 0) };
            let mut last = None;
            let found = SameGame::solve(&board, algorithm, objective, &budget, &mut |o| last = Some(o.score));
            prop_assert_eq!(last, Some(found.score));
            prop_assert!(found.nodes <= nodes, "{} spent {} of {}", algorithm, found.nodes, nodes);
            prop_assert!(rank(&found) >= rank(&greedy), "{} is worse than greedy", algorithm);
        }
    }
}

/// Plays a board by a beam of that form, as far as its passes go.
fn beam(board: &Board, flags: &SearchFlags, seed: u64) -> OutcomeOf<SameGame> {
    let found = SameGame::solve_as(board, ("beam", "score"), flags, &Budget::of_nodes(1 << 40, seed), &mut |_| ());
    assert_eq!(replay(board, &found.moves).unwrap().1, found.score);
    found
}

#[test]
fn a_beam_takes_the_form_that_is_asked_for() {
    let board = generate::board(&rules(2), (8, 8), 4, 3, 0).unwrap();
    let greedy = SameGame::solve(&board, "greedy", "score", &Budget::of_nodes(0, 0), &mut |_| ()).score;
    let form = |width, depth| SearchFlags { beam_width: Some(width), max_depth: depth, ..SearchFlags::default() };
    let shallow = beam(&board, &form(10, Some(1)), 0);
    assert_eq!(shallow.nodes, 2, "the first position alone, once for each way to value positions");
    assert!(shallow.score >= greedy);
    let narrow = beam(&board, &form(10, None), 0);
    assert!((20..=2 * 10 * 32).contains(&narrow.nodes), "{}", narrow.nodes);
    assert!(narrow.score > greedy);
    let by = |weights: &str| {
        let weights = Some(weights.parse().unwrap());
        beam(&board, &SearchFlags { weights, ..form(10, None) }, 0)
    };
    assert!(by("largest=1,dead=100").nodes < narrow.nodes, "one way to value positions, not two");
    assert_ne!(by("largest=5").moves, by("fragments=90").moves);
    let total = SearchFlags { sort: Some("total".parse().unwrap()), ..form(10, None) };
    assert_eq!(beam(&board, &total, 0).moves, by("largest=0").moves, "no weight at all is the total");
}

#[test]
fn of_equal_positions_the_seed_says_which_are_kept() {
    let board = generate::board(&rules(2), (8, 8), 4, 3, 0).unwrap();
    let flags = SearchFlags { beam_width: Some(3), sort: Some("total".parse().unwrap()), ..SearchFlags::default() };
    let lines: Vec<_> = (0..6).map(|seed| beam(&board, &flags, seed).moves).collect();
    assert_eq!(lines[1], beam(&board, &flags, 1).moves);
    assert!(lines.iter().any(|line| *line != lines[0]));
}

#[test]
fn the_same_nodes_give_the_same_plan_on_any_number_of_threads() {
    let board = generate::board(&rules(2), (10, 10), 5, 3, 0).unwrap();
    let plan = |threads| {
        let budget = Budget { threads, ..Budget::of_nodes(3000, 0) };
        SameGame::solve(&board, "beam", "score", &budget, &mut |_| ())
    };
    assert_eq!(plan(1), plan(1));
    assert_eq!(plan(1), plan(3));
}

/// Small boards whose best end was found by trying every line of play.
#[test]
fn a_beam_wide_enough_finds_the_best_end() {
    fn best(board: &Board) -> i64 {
        let groups = board.groups();
        let after = |m| {
            let mut next = board.clone();
            next.play(m).unwrap() + best(&next)
        };
        groups.into_iter().map(|(m, _)| after(m)).max().unwrap_or_else(|| board.end_bonus())
    }
    for seed in 0..20 {
        let board = generate::board(&rules(2), (4, 4), 3, seed, 0).unwrap();
        let found = SameGame::solve(&board, "beam", "score", &Budget::of_nodes(u64::MAX, 0), &mut |_| ());
        assert_eq!(found.score, best(&board), "{board}");
    }
}

/// Small boards whose best end was found by a beam that leaves nothing out.
#[test]
fn small_boards_are_played_best() {
    for (seed, objective) in (0..20).flat_map(|seed| [(seed, "score"), (seed, "clear")]) {
        let board = generate::board(&rules(2), (4, 5), 3, seed, 0).unwrap();
        let play = |algorithm| {
            let budget = Budget::of_nodes(1 << 40, 0);
            let found = SameGame::solve(&board, algorithm, objective, &budget, &mut |_| ());
            (found.score, replay(&board, &found.moves).unwrap().0.left())
        };
        assert_eq!(play("auto"), play("beam"), "{objective}: {board}");
    }
}

#[test]
fn chance_is_drawn_from_the_seed_alone() {
    let rules = Arc::new(Rules::preset("samegame").unwrap());
    let board = generate::board(&rules, (10, 10), 4, 3, 0).unwrap();
    for algorithm in ["auto", "nrpa", "monte-carlo"] {
        let plan = |seed, threads| {
            let budget = Budget { threads, ..Budget::of_nodes(60_000, seed) };
            SameGame::solve(&board, algorithm, "score", &budget, &mut |_| ())
        };
        assert_eq!(plan(1, 1), plan(1, 1), "{algorithm}");
        assert_eq!(plan(1, 2).score, plan(1, 2).score, "{algorithm}");
        let plans: Vec<_> = (1..6).map(|seed| plan(seed, 1).moves).collect();
        assert!(plans.iter().any(|moves| *moves != plans[0]), "{algorithm}");
    }
}

/// Columns 0 and 1 of five are the left half, which closes to the right; columns 2, 3 and 4 close to the left.
#[test]
fn columns_close_to_the_centre_half_by_half() {
    let rules = Arc::new(rules_file::parse("preset = 'popstar'\ncolumns_close = 'centre'").unwrap());
    let mut board = Board::parse(&rules, "ABBCD\nABBCD").unwrap();
    for (cell, expected) in [((0, 1), ".ACD.\n.ACD."), ((0, 2), ".AD..\n.AD.."), ((0, 1), "..D..\n..D..")] {
        board.play(Move(Cell::new(cell.0, cell.1))).unwrap();
        assert_eq!(board.to_string(), expected);
    }
    let refused = |text: &str| Board::parse(&rules, text).unwrap_err()[0].to_string();
    assert!(refused("A.CD.").starts_with("row 0, col 1: the column is empty but tiles stand farther out"));
    assert!(refused(".A.C.").starts_with("row 0, col 2: the column is empty"));
    assert!(Board::parse(&rules, "..C..").is_ok() && Board::parse(&rules, ".A...").is_ok());
}

#[test]
fn inert_tiles_fall_and_count_for_nothing() {
    let rules = Arc::new(rules_file::parse("preset = 'samegame'\ninert = '#'").unwrap());
    let mut board = Board::parse(&rules, "##G\nRRG\n##G").unwrap();
    assert_eq!((board.left(), board.groups().len()), (5, 2));
    assert!(board.play(Move(Cell::new(0, 0))).unwrap_err().to_string().contains("inert"));
    board.play(Move(Cell::new(1, 0))).unwrap();
    assert_eq!((board.to_string().as_str(), board.status()), ("..G\n##G\n##G", Status::Ongoing));
    board.play(Move(Cell::new(0, 2))).unwrap();
    assert_eq!((board.left(), board.status(), board.end_bonus()), (0, Status::Won, 1000));
    let single = Arc::new(rules_file::parse("preset = 'samegame'\nmin_group = 1\ninert = '#'").unwrap());
    assert_eq!(Board::parse(&single, "##").unwrap().status(), Status::Won);
}

#[test]
fn a_large_board_is_played_to_its_end_without_time() {
    let board = generate::board(&rules(2), (100, 100), 5, 0, 0).unwrap();
    for algorithm in SameGame::ALGORITHMS {
        let plan = SameGame::solve(&board, algorithm, "score", &Budget::of_nodes(0, 0), &mut |_| ());
        let (end, score) = replay(&board, &plan.moves).unwrap();
        assert_eq!((score, end.status()), (plan.score, Status::Stuck), "{algorithm}");
    }
}

/// The scores were worked out by a separate program; the two boards are the first of a public set of a hundred.
#[test]
fn greedy_and_beam_on_public_boards() {
    let rules = Arc::new(Rules::preset("popstar").unwrap());
    let play = |text: &str, algorithm: &str, nodes: u64| -> Vec<i64> {
        let boards = SameGame::boards(&rules, text, None);
        let budget = Budget::of_nodes(nodes, 0);
        boards
            .into_iter()
            .map(|named| SameGame::solve(&named.board.unwrap(), algorithm, "score", &budget, &mut |_| ()).score)
            .collect()
    };
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/");
    let two = std::fs::read_to_string(format!("{root}tests/boards/samegame/popstar.txt")).unwrap();
    assert_eq!(play(&two, "greedy", 0), [1395, 1580]);
    assert!(play(&two, "beam", 8000).iter().sum::<i64>() > 2 * 4800);
    assert!(play(&two, "auto", 300_000).iter().sum::<i64>() > 2 * 4500);
    if let Ok(fifty) = std::fs::read_to_string(format!("{root}../shared/data/samegame/popstar10_1-50.txt")) {
        let scores = play(&fifty, "greedy", 0);
        assert_eq!((scores.len(), scores.iter().sum::<i64>()), (50, 76_325));
    }
}
