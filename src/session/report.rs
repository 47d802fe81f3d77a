//! What a run tells: each report is a line of `play --format json`, and the text of a person's log.

use crate::geometry::Point;
use crate::gesture::Gesture;
use serde::{Deserialize, Serialize};

/// One thing that happened, as scripts read it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Report {
    /// The window was found.
    Window {
        /// Its title.
        title: String,
        /// Its place on the desktop: x, y, width, height.
        rect: [f64; 4],
    },
    /// A board was read and is legal.
    Read {
        /// Its rows.
        board: Vec<String>,
        /// Tiles on it.
        left: usize,
        /// The least margin of any cell.
        margin: f32,
    },
    /// The search ended with a line to the end.
    Plan {
        /// Moves of the line.
        moves: usize,
        /// What the whole game comes to if the line is played, the moves made so far included.
        score: i64,
        /// Positions expanded.
        nodes: u64,
        /// The algorithm.
        algorithm: &'static str,
    },
    /// A move was made, or several that the program takes as one.
    Act {
        /// Number of the move, the last one of several, counted from 1.
        number: usize,
        /// How many moves were made.
        moves: usize,
        /// The move; several with a space between two.
        #[serde(rename = "move")]
        what: String,
        /// The gestures, in pixels of the picture.
        gesture: Vec<Gesture<Point>>,
        /// Where on the desktop they pressed, in desktop units.
        pixels: Vec<(i32, i32)>,
        /// What the rules pay for it.
        gain: i64,
        /// The score with it.
        total: i64,
    },
    /// A move brought what it should have.
    Verify {
        /// Number of the move.
        number: usize,
        /// Cells whose look was new and is known from now on.
        learned: usize,
        /// Whether an overlay hid part of the board, so that only what was free could be compared.
        covered: bool,
        /// The rows that were read, `?` where unknown.
        board: Vec<String>,
    },
    /// Something went another way and is mended.
    Recover {
        /// What it was.
        reason: Trouble,
        /// In words.
        detail: String,
    },
    /// A game came to its end.
    Game {
        /// Number of the game, counted from 1.
        number: usize,
        /// How it ended.
        outcome: Outcome,
        /// What the rules pay in all.
        score: i64,
        /// The score of the first full plan.
        promised: i64,
        /// Tiles left.
        left: usize,
        /// Moves made.
        moves: usize,
    },
    /// The run is over.
    End {
        /// How.
        outcome: Outcome,
        /// Why, in words.
        detail: String,
        /// Games played to the end.
        games: usize,
        /// Moves made.
        moves: usize,
        /// Moves that had to be made again, since the first try had no effect.
        retries: usize,
        /// Boards that came out other than predicted.
        mismatches: usize,
        /// Moves that the program did not take, though the rules allow them: other ones were played instead.
        #[serde(skip_serializing_if = "is_zero")]
        refused: usize,
        /// The scores of the first full plans, added up over the games.
        promised: i64,
        /// The scores, added up over the games.
        score: i64,
        /// Tiles left on the last board.
        left: usize,
    },
}

/// What can go another way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Trouble {
    /// A click had no effect.
    NoEffect,
    /// The board came out other than predicted.
    Mismatch,
    /// The window moved or changed its size.
    WindowMoved,
    /// Another window is in front.
    Covered,
    /// The window is minimised.
    Minimised,
    /// The window is open, but cannot be captured.
    Withheld,
    /// Another window has the keyboard.
    Unfocused,
    /// A tile was left selected.
    Selected,
    /// No move is left, or no way to the aim was found.
    Stuck,
    /// Somebody else moves the mouse.
    UserMoved,
    /// A move was not taken, though the rules allow it.
    Refused,
    /// The program plays by other rules than those stated.
    Rules,
    /// Cells stay unknown.
    Unknown,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

/// How a game or a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Nothing is left.
    Cleared,
    /// No move is left.
    Stuck,
    /// As many moves were made as were asked for.
    MovesDone,
    /// A dry run walked the whole plan.
    DryRun,
    /// The bot gave up, for a reason that it names.
    Halted,
    /// Somebody stopped it.
    Interrupted,
}
