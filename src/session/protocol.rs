//! What a session and its driver say to each other.

use super::{Report, Tempo};
use crate::frame::Frame;
use crate::geometry::{Point, Rect};
use crate::gesture::{Gesture, Pace};
use crate::search::Worth;
use serde::{Deserialize, Serialize, Serializer};
use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

/// What a person asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Settings {
    /// Time for the search of each plan.
    pub time: Duration,
    /// Moves to make at most.
    pub moves: Option<usize>,
    /// Games (boards) to play, at least 1.
    pub games: usize,
    /// Whether nothing is pressed: the plan is walked without looking what it brings.
    pub dry_run: bool,
    /// How long a covered, minimised or otherwise withheld window is waited for.
    pub patience: Duration,
    /// Whether the rest of a line is searched for anew while the line is played, in games where that can better it.
    #[serde(default)]
    pub search_on: bool,
    /// For how long further games are begun, from the begin of the run; without end where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lasts: Option<Duration>,
    /// Whether each move is asked for.
    #[serde(default, skip_serializing_if = "is_false")]
    pub step: bool,
    /// How fast moves follow each other; as fast as the program takes them where nothing is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tempo: Option<Tempo>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands a reference")]
fn is_false(flag: &bool) -> bool {
    !flag
}

impl Default for Settings {
    /// One game, played as fast as the program takes it, with a second for each plan.
    fn default() -> Self {
        Self {
            time: Duration::from_secs(1),
            moves: None,
            games: 1,
            dry_run: false,
            patience: Duration::from_secs(120),
            search_on: false,
            lasts: None,
            step: false,
            tempo: None,
        }
    }
}

/// What comes in.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", bound(serialize = "M: Display", deserialize = "M: FromStr"))]
pub enum Event<M> {
    /// The answer to [`Effect::Locate`].
    Window(WindowState),
    /// A picture of the window, or of a dialog of its program where one was looked for.
    Frame(Frame),
    /// A look or a gesture was refused; nothing was pressed.
    Refused(Refusal),
    /// The gestures were made.
    Performed {
        /// Where it pressed, in desktop units.
        pixels: Vec<(i32, i32)>,
    },
    /// The search of that number found a line, the `last` one if so said.
    Plan {
        /// The search.
        id: u64,
        /// The line.
        outcome: crate::search::Outcome<M>,
        /// Whether the search is over.
        last: bool,
    },
    /// A wait is over, or a move was granted.
    Tick,
    /// Somebody stops the run.
    Stop(String),
}

/// Where the window is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WindowState {
    /// Here.
    Found {
        /// Its title.
        title: String,
        /// Its place on the desktop, in desktop units.
        rect: Rect,
    },
    /// There, but minimised.
    Minimised,
    /// Not there, or not the only one that fits.
    Missing(String),
}

/// Why nothing was done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// The window moved or changed its size since the picture.
    WindowMoved,
    /// Another window is in front.
    Covered(String),
    /// The window is minimised.
    Minimised,
    /// The window is gone, or cannot be captured.
    WindowGone(String),
    /// The window is open, but its picture is withheld, as where it is half off the screen.
    Withheld(String),
    /// Keys would go to another window.
    Unfocused,
    /// The pointer is not where it was put.
    UserMoved,
    /// The system refuses input or capture altogether, or the fence holds.
    World(String),
}

/// What is to be done.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case", bound(serialize = "B: Display"))]
pub enum Effect<B> {
    /// Find the window again.
    Locate,
    /// Park the pointer off this part of the picture (pixels), if one is given, and take a picture.
    Look {
        /// The board.
        board: Option<Rect>,
        /// Whether a window that the same program has opened in front, such as a dialog, is looked at instead, if there is one.
        #[serde(skip_serializing_if = "is_false")]
        dialogs: bool,
    },
    /// Search for a line from this position; its plans carry the id.
    StartSearch {
        /// The number of the search.
        id: u64,
        /// The position.
        #[serde(serialize_with = "as_text")]
        board: B,
        /// How long.
        time: Duration,
    },
    /// Search for a better line from a position that the line being played leads to; only lines that come to more are told,
    /// whenever they are found. A search that still runs is over.
    SearchOn {
        /// The number of the search.
        id: u64,
        /// The position.
        #[serde(serialize_with = "as_text")]
        board: B,
        /// How long.
        time: Duration,
        /// What the line being played comes to from there.
        worth: Worth,
    },
    /// End that search: its plans are not wanted any more.
    StopSearch {
        /// The number of the search.
        id: u64,
    },
    /// Make gestures, in pixels of the last picture, pressing nowhere but inside the fence.
    Perform {
        /// What, in order.
        gestures: Vec<Gesture<Point>>,
        /// Where presses are allowed, in pixels of the picture.
        fence: Vec<Rect>,
        /// How fast.
        pace: Pace,
    },
    /// Ask whether the next move may be made; the answer is a [`Event::Tick`] or a [`Event::Stop`].
    Ask {
        /// Number of the move, counted from 1.
        number: usize,
        /// The move as people write it; several that the program takes as one with a space between two.
        what: String,
        /// What the rules pay for it.
        gain: i64,
    },
    /// Let time pass.
    Wait(Duration),
    /// Tell this.
    Report(Report),
    /// The run is over.
    Finish(Ending),
}

/// How a run ended, for the exit status.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// As the plan promised.
    AsPromised,
    /// Played, but not as promised; or the board could not be read or came out wrong.
    NotFull(String),
    /// The outside world failed.
    World(String),
    /// Somebody stopped it.
    Interrupted,
}

/// Sees each step of a session, for a record of the run.
pub trait Observer<M, B> {
    /// Sees what came in at `now` (nothing: the session was begun) and what the session answered with.
    fn step(&mut self, now: Duration, event: Option<&Event<M>>, effects: &[Effect<B>]);
}

/// A position as its text.
fn as_text<B: Display, S: Serializer>(board: &B, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(board)
}
