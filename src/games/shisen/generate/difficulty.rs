//! How difficult a board is: by the share of random games that clear it.

use super::{Deal, Spec, TRIES, deal};
use crate::games::shisen::position::Board;
use crate::games::shisen::rules::Rules;
use crate::games::shisen::solver::objective::Objective;
use crate::games::shisen::solver::{self, random_games};
use crate::puzzle::{Puzzle, Status};
use crate::search::{Budget, replay};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use std::fmt;
use std::sync::Arc;

/// Random games that a board is rated by.
const GAMES: usize = 100;
/// Of so many games, an easy board is cleared by at least so many, and a hard one by at most so many.
const EASY_FROM: usize = 70;
const HARD_TO: usize = 20;
/// Positions that the solver may look at to clear a board that was dealt by chance.
const NODES_TO_VERIFY: u64 = 20_000;

/// How difficult a board is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Difficulty {
    /// At least 70 of 100 random games clear it.
    Easy,
    /// In between.
    Normal,
    /// At most 20 of 100 random games clear it.
    Hard,
}

impl Difficulty {
    fn of(cleared: usize) -> Self {
        match cleared {
            EASY_FROM.. => Self::Easy,
            ..=HARD_TO => Self::Hard,
            _ => Self::Normal,
        }
    }
}

impl fmt::Display for Difficulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Easy => "easy",
            Self::Normal => "normal",
            Self::Hard => "hard",
        })
    }
}

/// Deals boards until one is as difficult as asked: the board, and how it came to that.
///
/// # Errors
/// The flag that cannot be met; or that none of [`TRIES`] boards was as difficult, and what they were.
pub(super) fn board_of(
    rules: &Arc<Rules>,
    spec: &Spec,
    wanted: Difficulty,
    rng: &mut ChaCha8Rng,
) -> Result<(Board, String), String> {
    let mut ratings = Vec::new();
    for number in 1..=TRIES {
        // A board that was built from its own clearing is seldom hard: such ones are dealt by chance and then cleared.
        let by_chance = wanted == Difficulty::Hard && spec.deal == Deal::Solvable;
        let dealt = if by_chance { Spec { deal: Deal::Random, ..*spec } } else { *spec };
        let board = deal(rules, &dealt, rng)?;
        let cleared = random_games::cleared(&board, GAMES, rng.random());
        ratings.push(cleared);
        if Difficulty::of(cleared) == wanted && (!by_chance || can_be_cleared(&board)) {
            let note = format!("{wanted}, {cleared} of {GAMES} random games clear it, try {number} of {TRIES}");
            return Ok((board, note));
        }
    }
    ratings.sort_unstable();
    let (size, least, most) = (spec.size(), ratings[0], ratings[ratings.len() - 1]);
    let advice = match wanted {
        Difficulty::Easy => "ask for a smaller --size, or fewer --kinds",
        Difficulty::Normal => "ask for another --size or --kinds",
        Difficulty::Hard => "ask for a larger --size or more --kinds",
    };
    Err(format!(
        "--difficulty {wanted}: none of {TRIES} boards of {size} is {wanted}: {least} to {most} of {GAMES} random games clear \
         them; {advice}"
    ))
}

fn can_be_cleared(board: &Board) -> bool {
    let budget = Budget::of_nodes(NODES_TO_VERIFY, 0);
    let line = solver::solve(board, "auto", Objective::Clear, &budget, &mut |_| ());
    replay(board, &line.moves).is_ok_and(|(end, _)| end.status() == Status::Won)
}
