//! A rating that asks nothing of a game but its rules: how often play at random gets to the end.

use super::{Game, Rated};
use crate::puzzle::{Puzzle, Status};
use crate::search::Budget;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Map, json};

/// Games that are played at random.
const GAMES: u64 = 200;

/// Plays a board by chance, [`GAMES`] times or as often as the budget allows; a position costs a node. A share of 0 says that the
/// board is hard, or cannot be cleared at all.
pub(super) fn rated<G: Game>(board: &G::Board, budget: &Budget) -> Rated {
    let mut rng = ChaCha8Rng::seed_from_u64(budget.seed);
    let (mut games, mut cleared, mut left, mut nodes) = (0u64, 0u64, 0usize, 0u64);
    let mut moves = Vec::new();
    'games: while games < GAMES {
        let mut at = board.clone();
        loop {
            if budget.is_spent(nodes) {
                break 'games;
            }
            nodes += 1;
            moves.clear();
            at.legal_moves(&mut moves);
            let is_over = moves.is_empty() || at.status() != Status::Ongoing;
            if is_over || at.play(moves[rng.random_range(0..moves.len())]).is_err() {
                break;
            }
        }
        games += 1;
        cleared += u64::from(at.status() == Status::Won);
        left += G::tiles_left(&at);
    }
    let rounded = |value: f64| (value * 1000.0).round() / 1000.0;
    let share = rounded(cleared as f64 / games.max(1) as f64);
    let left = rounded(left as f64 / games.max(1) as f64);
    let mut keys = Map::new();
    keys.insert("outcome".to_owned(), json!(if games == 0 { "unknown" } else { "rated" }));
    keys.insert("games".to_owned(), json!(games));
    keys.insert("cleared".to_owned(), json!(share));
    keys.insert("left".to_owned(), json!(left));
    let text = match games {
        0 => "unknown: no game came to its end".to_owned(),
        _ => format!(
            "{:.1} % of {games} games by chance clear the board; {left:.1} tiles are left on the mean",
            100.0 * share
        ),
    };
    Rated { keys, text, is_full: games > 0 }
}

#[cfg(test)]
mod tests {
    use super::super::null::{Null, NullRules, Row};
    use super::*;
    use std::sync::Arc;

    #[test]
    fn play_by_chance_is_counted() {
        let row = Row::parse(&Arc::new(NullRules::default()), "ooo").unwrap();
        let rated = rated::<Null>(&row, &Budget::of_nodes(u64::MAX, 0));
        assert!(rated.is_full);
        assert_eq!((&rated.keys["games"], &rated.keys["cleared"]), (&json!(GAMES), &json!(1.0)));
        let cut = super::rated::<Null>(&row, &Budget::of_nodes(0, 0));
        assert!(!cut.is_full && cut.keys["outcome"] == "unknown");
    }
}
