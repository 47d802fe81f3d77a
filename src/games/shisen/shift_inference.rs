//! How tiles shift, told from boards before and after moves.

use super::Shisen;
use super::position::{Board, Move};
use super::rules::{Rules, Shift, Split};
use crate::games::Seen;
use crate::grid::{Grid, Symbol};
use crate::puzzle::Puzzle;
use std::sync::Arc;

/// Other rules that explain what all these moves brought, where those in force do not explain it, and what they are in words.
/// Of several that do, the one with the fewest shifts.
pub(super) fn rules_that_explain(rules: &Rules, seen: &[Seen<Shisen>]) -> Option<(Rules, String)> {
    if seen.is_empty() || explains_all(rules, seen) {
        return None;
    }
    let found = candidates(rules).into_iter().find(|other| explains_all(other, seen))?;
    let names: Vec<&str> = found.shifts.iter().map(|shift| shift.name()).collect();
    let text = match names.as_slice() {
        [] => "tiles do not shift".to_owned(),
        names => format!("tiles shift {}, halves by {}", names.join(", then "), split_name(found.split)),
    };
    Some((found, text))
}

fn split_name(split: Split) -> &'static str {
    match split {
        Split::Floor => "floor",
        Split::Ceil => "ceil",
    }
}

fn explains_all(rules: &Rules, seen: &[Seen<Shisen>]) -> bool {
    seen.iter().all(|seen| explains(rules, &seen.before, &seen.moves, &seen.after))
}

/// Whether moves bring what was seen by these rules, as far as it is known.
fn explains(rules: &Rules, before: &Board, moves: &[Move], after: &Grid<Option<Symbol>>) -> bool {
    let Ok(mut board) = Board::from_symbols(&Arc::new(rules.clone()), before.tiles()) else { return false };
    let is_legal = moves.iter().all(|&m| board.play(m).is_ok());
    let same_size = (board.rows(), board.cols()) == (after.rows(), after.cols());
    is_legal
        && same_size
        && after.enumerate().all(|(cell, symbol)| symbol.is_none_or(|symbol| board.tiles()[cell] == symbol))
}

/// No shift, each shift with each way to halve a line, and then each two shifts, one after the other.
pub(super) fn candidates(rules: &Rules) -> Vec<Rules> {
    let with = |shifts: &[Shift], split| Rules { shifts: shifts.to_vec(), split, ..rules.clone() };
    let splits = |shifts: &[Shift]| [Split::Floor, Split::Ceil].map(|split| with(shifts, split));
    let mut found = vec![with(&[], rules.split)];
    found.extend(Shift::ALL.iter().flat_map(|&shift| splits(&[shift])));
    for first in Shift::ALL {
        found.extend(Shift::ALL.iter().filter(|second| **second != first).flat_map(|&second| splits(&[first, second])));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::super::generate::{self, Spec};
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    /// What a program that plays by `truth` shows in a game of so many moves.
    fn game(truth: &Rules, moves: usize, seed: u64) -> Vec<Seen<Shisen>> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut board =
            generate::board(&Arc::new(truth.clone()), &Spec { rows: 9, cols: 16, ..Spec::default() }, seed, 0).unwrap();
        let mut seen = Vec::new();
        for _ in 0..moves {
            let mut legal = Vec::new();
            board.legal_moves(&mut legal);
            if legal.is_empty() {
                break;
            }
            let (before, m) = (board.clone(), legal[rng.random_range(0..legal.len())]);
            board.play(m).unwrap();
            // A cell in ten is unknown.
            let after = board.tiles().map(|symbol| (rng.random_range(0..10) > 0).then_some(*symbol));
            seen.push(Seen { before, moves: vec![m], after });
        }
        seen
    }

    #[test]
    fn the_shift_of_a_game_is_told_from_its_first_moves() {
        let plain = Rules::preset("shisen-sho").unwrap();
        for truth in candidates(&plain).into_iter().take(17) {
            for stated in [vec![], vec![Shift::Down], vec![Shift::HorizontalIn]] {
                let stated = Rules { shifts: stated, ..plain.clone() };
                let seen = game(&truth, 12, 5);
                match rules_that_explain(&stated, &seen) {
                    None => assert!(explains_all(&stated, &seen), "{truth:?}"),
                    Some((found, text)) => {
                        assert!(!explains_all(&stated, &seen) && explains_all(&found, &seen));
                        assert_eq!(found.shifts, truth.shifts, "{text}");
                        assert!(found.shifts.iter().all(|shift| text.contains(shift.name())), "{text}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_split_is_told_where_a_line_is_odd() {
        let plain = Rules::preset("shisen-sho").unwrap();
        for split in [Split::Floor, Split::Ceil] {
            let truth = Rules { shifts: vec![Shift::VerticalOut], split, ..plain.clone() };
            let (found, _) = rules_that_explain(&plain, &game(&truth, 30, 2)).unwrap();
            assert_eq!(found, truth);
        }
    }

    #[test]
    fn two_shifts_are_told_and_what_no_shift_does_is_left_alone() {
        let plain = Rules::preset("shisen-sho").unwrap();
        let truth = Rules { shifts: vec![Shift::Down, Shift::Left], ..plain.clone() };
        let (found, text) = rules_that_explain(&plain, &game(&truth, 20, 3)).unwrap();
        assert_eq!((found.shifts, text.contains("down, then left")), (truth.shifts.clone(), true));
        let mut seen = game(&truth, 20, 3);
        seen[0].after = seen[0].after.map(|_| Some(Symbol::EMPTY));
        assert_eq!(rules_that_explain(&plain, &seen), None);
        assert_eq!(rules_that_explain(&plain, &[]), None);
    }
}
