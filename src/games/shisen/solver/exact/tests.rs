//! The proof held against a search through all positions.

use super::super::super::rules::Rules;
use super::*;
use crate::grid::{Cell, Grid, Symbol};
use crate::search::replay;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::HashSet;

/// Whether some line of play removes all that can be paired: by going through all positions.
fn can_be_cleared(board: &Board, odd: usize, seen: &mut HashSet<Board>) -> bool {
    if board.left() == odd {
        return true;
    }
    if !seen.insert(board.clone()) {
        return false;
    }
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    moves.into_iter().any(|m| {
        let mut next = board.clone();
        next.play(m).is_ok() && can_be_cleared(&next, odd, seen)
    })
}

fn odd(board: &Board) -> usize {
    board.counts().values().filter(|count| *count % 2 == 1).count()
}

/// Up to 14 tiles of kinds of 2 to 8, odd numbers among them, with holes and stones.
fn small_board(rng: &mut ChaCha8Rng) -> Board {
    let rules = Rules { ring: rng.random_bool(0.5), ..Rules::preset("shisen-sho").unwrap() };
    let (rows, cols) = (rng.random_range(2..5), rng.random_range(3..6));
    let most = (rows * cols).min(14);
    let most_copies = [2, 4, 6, 8][rng.random_range(0..4)];
    let mut symbols = Vec::new();
    for kind in 'A'.. {
        let copies = if rng.random_bool(0.3) {
            rng.random_range(1..=most_copies)
        } else {
            2 * rng.random_range(1..=most_copies / 2)
        };
        if symbols.len() + copies > most || rng.random_bool(0.05) {
            break;
        }
        symbols.extend(std::iter::repeat_n(Symbol::from_char(kind).unwrap(), copies));
    }
    let stones = rng.random_bool(0.4);
    while symbols.len() < rows * cols {
        let is_stone = stones && rng.random_bool(0.7);
        symbols.push(if is_stone { Symbol::from_char('#').unwrap() } else { Symbol::EMPTY });
    }
    symbols.shuffle(rng);
    let tiles = Grid::from_fn(rows, cols, |cell: Cell| symbols[cell.row * cols + cell.col]);
    Board::from_symbols(&Arc::new(rules), &tiles).unwrap()
}

#[test]
fn the_proof_agrees_with_a_search_through_all_positions() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let (mut cleared, mut failed) = (0, 0);
    while cleared < 1500 || failed < 1500 {
        let board = small_board(&mut rng);
        if board.left() < 2 {
            continue;
        }
        let budget = Budget::of_nodes(100_000, 0);
        let mut proof = Proof::new(&board, &budget, None, &|| false);
        let expected = can_be_cleared(&board, odd(&board), &mut HashSet::new());
        match proof.search() {
            Answer::Cleared(moves) => {
                assert!(expected);
                assert_eq!(replay(&board, &moves).unwrap().0.left(), odd(&board), "{board}");
                cleared += 1;
            }
            Answer::CannotBeCleared => {
                assert!(!expected, "{:?}\n{board}", board.rules());
                failed += 1;
            }
            Answer::Unknown => panic!("nothing bounds the search\n{board}"),
        }
    }
}

#[test]
fn a_proof_on_one_thread_and_on_two_says_the_same() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    for _ in 0..100 {
        let board = small_board(&mut rng);
        let solve = |threads| {
            let budget = Budget { threads, ..Budget::of_nodes(10_000, 0) };
            Exact::default().solve(&board, &budget, &mut |_| ())
        };
        let (one, two) = (solve(1), solve(2));
        assert!(one.proven && two.proven, "{board}");
        assert_eq!(one.score == two.score, one.status == two.status, "{board}");
        let full = |line: &Outcome<Move>| replay(&board, &line.moves).unwrap().0.left() == odd(&board);
        assert_eq!(full(&one), full(&two), "{board}");
    }
}

#[test]
fn an_odd_number_of_tiles_behind_a_wall_is_no_riddle() {
    // Pairs alone would have to be tried in every combination.
    let text = format!("{}#{}", "A".repeat(9), "A".repeat(11));
    let rules = Arc::new(Rules::preset("lianliankan-inside").unwrap());
    let board = Board::parse(&rules, &text).unwrap();
    let line = Exact::default().solve(&board, &Budget::of_nodes(20_000, 0), &mut |_| ());
    assert!(line.proven && line.status == Status::Stuck);
    assert_eq!(replay(&board, &line.moves).unwrap().0.left(), 2);
}
