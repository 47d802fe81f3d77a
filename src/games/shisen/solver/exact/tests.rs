//! The proof held against a search through all positions.

use super::super::super::rules::Rules;
use super::super::small_boards::{can_be_cleared, odd, small_board};
use super::*;
use crate::search::replay;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

#[test]
fn the_proof_agrees_with_a_search_through_all_positions() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let (mut cleared, mut failed) = (0, 0);
    while cleared < 1500 || failed < 1500 {
        let board = small_board(&mut rng, Vec::new());
        if board.left() < 2 {
            continue;
        }
        let budget = Budget::of_nodes(100_000, 0);
        let mut proof = Proof::new(&board, &budget, None, &|| false);
        let expected = can_be_cleared(&board);
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
        let board = small_board(&mut rng, Vec::new());
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
