use super::super::position::Move;
use super::super::rules::{Shift, Split};
use super::super::solver::{self, objective::Objective};
use super::*;
use crate::puzzle::{Puzzle, Status};
use crate::search::{Budget, replay};
use proptest::prelude::*;

fn spec(rows: usize, cols: usize) -> Spec {
    Spec { rows, cols, ..Spec::default() }
}

fn plain() -> Arc<Rules> {
    Arc::new(Rules::preset("shisen-sho").unwrap())
}

fn rules() -> impl Strategy<Value = Rules> {
    (any::<bool>(), prop::collection::vec(0..Shift::ALL.len(), 0..3), any::<bool>()).prop_map(|(ring, shifts, ceil)| {
        let shifts = shifts.into_iter().map(|index| Shift::ALL[index]).collect();
        Rules { ring, shifts, split: if ceil { Split::Ceil } else { Split::Floor } }
    })
}

/// The numbers of tiles of the kinds, the least first.
fn counts(board: &Board) -> Vec<usize> {
    let mut counts: Vec<usize> = board.counts().into_values().collect();
    counts.sort_unstable();
    counts
}

fn stones(board: &Board) -> usize {
    board.tiles().iter().filter(|symbol| symbol.as_str() == "#").count()
}

proptest! {
    /// Each pair gets a name of its own, so that there is one order to go by, which the referee must allow.
    #[test]
    fn a_solvable_deal_is_cleared_in_the_order_that_it_was_made_from(
        rules in rules(), rows in 2usize..9, pairs_of_cols in 1usize..6, pairs_of_stones in 0usize..3, seed: u64
    ) {
        let spec = Spec { stones: 2 * pairs_of_stones.min(rows * pairs_of_cols / 3), ..spec(rows, 2 * pairs_of_cols) };
        let Some(pairs) = removal::pairs_to_remove(&rules, &spec, &mut ChaCha8Rng::seed_from_u64(seed)) else {
            prop_assert!(spec.stones > 0, "without stones there always is one");
            return Ok(());
        };
        let mut tiles = Grid::from_fn(spec.rows, spec.cols, |_| Symbol::from_char('#').unwrap());
        for (kind, pair) in pairs.iter().enumerate() {
            pair.iter().for_each(|&cell| tiles[cell] = name(kind, 99));
        }
        let mut board = Board::from_symbols(&Arc::new(rules), &tiles).unwrap();
        prop_assert_eq!(stones(&board), spec.stones);
        for kind in 0..pairs.len() {
            let on: Vec<Cell> =
                board.tiles().enumerate().filter(|(_, s)| **s == name(kind, 99)).map(|(cell, _)| cell).collect();
            let m = Move { from: on[0], to: on[1] };
            prop_assert!(board.play(m).is_ok(), "{}", m);
        }
        prop_assert_eq!(board.status(), Status::Won);
    }

    #[test]
    fn every_flag_is_honoured_or_it_is_said_why_not(
        rows in 0usize..9, cols in 0usize..9, kinds in prop::option::of(0usize..40),
        copies in prop::option::of(0usize..9), stones in 0usize..12, way in 0usize..3, random: bool
    ) {
        let deal = if random { Deal::Random } else { Deal::Solvable };
        let asked = [Counts::Equal, Counts::Chance, Counts::Turns][way];
        let spec = Spec { rows, cols, kinds, copies, counts: asked, stones, deal };
        match board(&plain(), &spec, 0, 0) {
            Ok(board) => {
                let found = counts(&board);
                prop_assert_eq!((board.left(), super::tests::stones(&board)), (rows * cols - stones, stones));
                prop_assert!(found.iter().all(|count| count % 2 == 0) && board.has_move());
                prop_assert!(kinds.is_none_or(|kinds| found.len() == kinds));
                if asked == Counts::Equal {
                    let copies = copies.unwrap_or(found[0]);
                    prop_assert!(found.iter().all(|count| *count == copies), "{:?}", found);
                }
                if asked == Counts::Chance && found.len() > 1 && board.left() > 2 * found.len() {
                    prop_assert_ne!(found[0], found[found.len() - 1]);
                }
            }
            Err(why) => prop_assert!(why.starts_with("--"), "{}", why),
        }
    }
}

#[test]
fn every_board_is_solved_by_the_solver_and_the_referee_agrees() {
    for shift in [None, Some(Shift::Down), Some(Shift::VerticalOut), Some(Shift::HorizontalOut)] {
        for ring in [true, false] {
            let rules = Arc::new(Rules { ring, shifts: shift.into_iter().collect(), split: Split::Floor });
            for (index, spec) in [
                spec(6, 8),
                Spec { stones: 4, ..spec(6, 8) },
                Spec { stones: 2, counts: Counts::Chance, ..spec(6, 8) },
                Spec { kinds: Some(6), ..spec(6, 8) },
            ]
            .iter()
            .enumerate()
            {
                let board = board(&rules, spec, 7, index as u64).unwrap();
                assert!(board.has_move());
                let budget = Budget::of_nodes(100_000, 0);
                let line = solver::solve(&board, "auto", Objective::Clear, &budget, &mut |_| ());
                let (end, _) = replay(&board, &line.moves).unwrap();
                assert_eq!(end.status(), Status::Won, "{shift:?} {ring} {spec:?}\n{board}");
            }
        }
    }
}

#[test]
fn kinds_have_equal_numbers_or_take_turns() {
    let found = |spec: &Spec| {
        let counts = counts(&board(&plain(), spec, 3, 0).unwrap());
        (counts.len(), counts[0], counts[counts.len() - 1])
    };
    assert_eq!(found(&spec(8, 18)), (36, 4, 4));
    assert_eq!(found(&Spec { kinds: Some(5), ..spec(8, 10) }), (5, 16, 16));
    assert_eq!(found(&Spec { kinds: Some(24), copies: Some(6), ..spec(8, 18) }), (24, 6, 6));
    assert_eq!(found(&Spec { copies: Some(2), ..spec(64, 64) }), (2048, 2, 2));
    assert_eq!(found(&Spec { counts: Counts::Turns, ..spec(5, 6) }), (8, 2, 4));
    assert_eq!(found(&Spec { counts: Counts::Turns, kinds: Some(42), ..spec(12, 24) }), (42, 4, 8));
}

#[test]
fn the_nearest_numbers_and_sizes_that_do_are_named() {
    let (turns, chance) = (Counts::Turns, Counts::Chance);
    for (spec, parts) in [
        (Spec { kinds: Some(37), ..spec(8, 18) }, &["--kinds 36 --copies 4", "--kinds 72 --copies 2", "--uneven"][..]),
        (Spec { kinds: Some(35), copies: Some(4), ..spec(9, 16) }, &["140 tiles", "144", "--kinds 36", "--size 14x10"]),
        (spec(6, 7), &["--copies 4", "42 cells", "--kinds 7 --copies 6", "--size 6x6", "--size 8x6"]),
        (spec(5, 5), &["25 cells are an odd number", "--stones 1"]),
        (Spec { stones: 3, ..spec(4, 4) }, &["13 cells are left", "--stones 2 or 4"]),
        (Spec { stones: 15, ..spec(4, 4) }, &["16 cells hold at most 14 stones"]),
        (spec(1, 1), &["room for two tiles"]),
        (spec(65, 2), &["1 to 64"]),
        (Spec { copies: Some(3), ..spec(8, 18) }, &["even number such as 4"]),
        (Spec { kinds: Some(0), ..spec(8, 18) }, &["1 to 72 kinds"]),
        (
            Spec { kinds: Some(37), counts: turns, ..spec(8, 18) },
            &["1 to 36 kinds", "--copies 2 makes room for up to 72"],
        ),
        (Spec { kinds: Some(73), counts: chance, ..spec(8, 18) }, &["1 to 72 kinds"]),
    ] {
        let why = board(&plain(), &spec, 0, 0).unwrap_err();
        parts.iter().for_each(|part| assert!(why.contains(part), "{part}: {why}"));
    }
    // What is named is true.
    for spec in [Spec { kinds: Some(36), copies: Some(4), ..spec(8, 18) }, spec(6, 6), Spec { stones: 1, ..spec(5, 5) }]
    {
        assert!(board(&plain(), &spec, 0, 0).is_ok(), "{spec:?}");
    }
}

#[test]
fn boards_are_as_difficult_as_asked() {
    for (wanted, spec) in
        [(Difficulty::Easy, spec(6, 8)), (Difficulty::Normal, spec(8, 10)), (Difficulty::Hard, spec(9, 12))]
    {
        let (board, note) = board_of(&plain(), &spec, wanted, 1, 0).unwrap();
        assert_eq!(board_of(&plain(), &spec, wanted, 1, 0).unwrap().1, note, "the seed decides");
        assert!(note.starts_with(&format!("{wanted}, ")) && note.contains("of 200"), "{note}");
        // Rated anew, by other games.
        let cleared = solver::random_games::cleared(&board, 400, 99);
        let share = cleared as f64 / 400.0;
        let range = match wanted {
            Difficulty::Easy => 0.6..=1.0,
            Difficulty::Normal => 0.1..=0.8,
            Difficulty::Hard => 0.0..=0.3,
        };
        assert!(range.contains(&share), "{wanted} {share}\n{board}");
        let line = solver::solve(&board, "auto", Objective::Clear, &Budget::of_nodes(50_000, 0), &mut |_| ());
        assert_eq!(line.status, Status::Won, "{board}");
    }
}

#[test]
fn tries_come_to_an_end_and_are_told() {
    let why = board_of(&plain(), &Spec { kinds: Some(1), ..spec(2, 2) }, Difficulty::Hard, 0, 0).unwrap_err();
    assert!(why.contains("none of 200 boards") && why.contains("100 to 100 of 100"), "{why}");
    // Inside, no path leads past the stones of so narrow a board.
    let inside = Arc::new(Rules::preset("lianliankan-inside").unwrap());
    let why = board(&inside, &Spec { stones: 6, copies: Some(2), deal: Deal::Random, ..spec(1, 12) }, 0, 0);
    assert!(why.is_ok_and(|board| board.has_move()));
    let why = board(&inside, &Spec { kinds: Some(2), ..spec(1, 4) }, 0, 0);
    assert!(why.is_ok(), "{why:?}");
}

#[test]
fn the_seed_and_the_index_decide() {
    let text = |seed, index| board(&plain(), &spec(8, 18), seed, index).unwrap().to_string();
    assert_eq!(text(1, 2), text(1, 2));
    assert_ne!(text(1, 2), text(1, 3));
    assert_ne!(text(1, 2), text(2, 2));
}
