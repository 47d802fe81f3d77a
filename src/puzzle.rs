//! What every puzzle can do: the referee that solvers, readers and the loop are held against.

use crate::grid::Cell;
use serde::{Deserialize, Serialize};
use std::fmt::{self, Debug, Display};
use std::hash::Hash;
use std::str::FromStr;
use std::sync::Arc;

/// What a move pays, in the points of the rules in force.
pub type Gain = i64;

/// How a position stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// A move can be played.
    Ongoing,
    /// The aim is reached: nothing left, or every box on its goal.
    Won,
    /// No move can be played and the aim is not reached.
    Stuck,
}

/// A position with its rules. Solvers may keep a packed state of their own; this is what they answer to.
pub trait Puzzle: Clone + Eq + Hash + Debug + Display + Send + Sync + 'static {
    /// The rules that a position carries with it.
    type Rules: Clone + Debug + Send + Sync + 'static;
    /// A move, written as in solutions.
    type Move: Copy + Eq + Debug + Display + FromStr + Send + Sync + 'static;

    /// Reads a position from the lines of one board, as its `Display` writes it.
    ///
    /// # Errors
    /// Every reason that the text is no legal position.
    fn parse(rules: &Arc<Self::Rules>, text: &str) -> Result<Self, Vec<Problem>>;

    /// Appends every legal move, in an order that depends on the position alone.
    fn legal_moves(&self, moves: &mut Vec<Self::Move>);

    /// Plays a move and says what it pays.
    ///
    /// # Errors
    /// [`IllegalMove`] says why the move cannot be played; the position is then unchanged.
    fn play(&mut self, m: Self::Move) -> Result<Gain, IllegalMove>;

    /// Whether the game goes on.
    fn status(&self) -> Status;

    /// What the end pays besides the moves: a bonus or a penalty, 0 while the game goes on.
    fn end_bonus(&self) -> Gain;
}

/// One reason that a board is no legal position, with the cell that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// Where, if at one cell.
    pub cell: Option<Cell>,
    /// What is wrong, what was expected, what to do.
    pub message: String,
}

impl Problem {
    /// A problem of the board as a whole.
    #[must_use]
    pub fn of_board(message: impl Into<String>) -> Self {
        Self { cell: None, message: message.into() }
    }

    /// A problem at one cell.
    #[must_use]
    pub fn at(cell: Cell, message: impl Into<String>) -> Self {
        Self { cell: Some(cell), message: message.into() }
    }
}

impl Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.cell {
            Some(cell) => write!(f, "row {}, col {}: {}", cell.row, cell.col, self.message),
            None => f.write_str(&self.message),
        }
    }
}

/// A move that the rules refuse.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("illegal move {what}: {why}")]
pub struct IllegalMove {
    /// The move as it was written.
    pub what: String,
    /// The rule that it breaks.
    pub why: String,
}

/// Counts the leaves of the tree of legal moves, `depth` moves deep: the number that pins a rule engine down.
#[must_use]
pub fn perft<P: Puzzle>(position: &P, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    moves
        .into_iter()
        .map(|m| {
            let mut next = position.clone();
            match next.play(m) {
                Ok(_) => perft(&next, depth - 1),
                Err(refused) => unreachable!("legal_moves gave a move that play refuses: {refused}"),
            }
        })
        .sum()
}
