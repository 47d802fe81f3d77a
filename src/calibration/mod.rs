//! The calibration file: where a program's grid is and what its tiles look like.
//!
//! Types alone; see `FORMATS.md` for the file. Rules stay opaque here: the game reads them.

pub mod edit;
mod input;
pub mod parse;
mod problems;
mod section;
pub mod sheet;
pub mod write;

pub use problems::{CalibrationProblem, CalibrationProblems};

use crate::geometry::{Point, Rect};
use crate::gesture::{Key, Manner, Pace};
use crate::grid::Symbol;
use crate::vision::Place;
use crate::vision::model::ClassModel;
use crate::vision::reader::Reader;
use image::RgbImage;
use serde::{Deserialize, Serialize};

/// How a window is recognised.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WindowMatch {
    /// Titles, of which one must be equal to the window's, or, written `/…/`, match it as a regular expression. Empty:
    /// any title.
    #[serde(default)]
    pub title: Vec<String>,
    /// The application's name (on X11 the class), compared without regard to case. None: any.
    #[serde(default)]
    pub app: Option<String>,
}

/// How moves are given to the program.
#[derive(Clone, Debug, PartialEq)]
pub struct Input {
    /// Clicks that one move takes: 1, or 2 where the first one selects.
    pub clicks: u8,
    /// Whether a first click that stays alone leaves its tile selected, so that the other click finishes the move.
    pub select_first: bool,
    /// What a second click that makes no move leaves selected, for programs whose marks the calibration does not know.
    pub failed_second: FailedSecond,
    /// How a selection is taken back, if it can be.
    pub reset: Option<Reset>,
    /// From the pointer's arrival to the press, in milliseconds.
    pub settle_ms: u64,
    /// From press to release, in milliseconds.
    pub hold_ms: u64,
    /// From a release to the next press, in milliseconds.
    pub gap_ms: u64,
    /// From the last release to the pointer's leaving the board, in milliseconds.
    pub leave_ms: u64,
    /// How a figure is walked and made to push, in games that have one.
    pub manner: Manner,
    /// A place, in pixels of the calibrated picture, where a click does nothing but give the window the keyboard.
    pub focus: Option<Point>,
}

/// What a second click that makes no move leaves selected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailedSecond {
    /// Nothing.
    #[default]
    Clear,
    /// The tile of the first click.
    KeepFirst,
    /// The tile of the second click.
    KeepSecond,
}

/// How a selection is taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reset {
    /// One more click on the selected tile.
    ClickAgain,
    /// A click of the right button on it.
    RightClick,
    /// A key.
    Key(Key),
}

impl Input {
    /// The same delays as a pace.
    #[must_use]
    pub fn pace(&self) -> Pace {
        Pace { settle_ms: self.settle_ms, hold_ms: self.hold_ms, gap_ms: self.gap_ms, leave_ms: self.leave_ms }
    }
}

impl Default for Input {
    fn default() -> Self {
        let pace = Pace::default();
        Self {
            clicks: 1,
            select_first: false,
            failed_second: FailedSecond::default(),
            reset: None,
            settle_ms: pace.settle_ms,
            hold_ms: pace.hold_ms,
            gap_ms: pace.gap_ms,
            leave_ms: pace.leave_ms,
            manner: Manner::default(),
            focus: None,
        }
    }
}

/// How long things take, and how often they are tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Timing {
    /// Between two looks at the window, in milliseconds.
    pub poll_ms: u64,
    /// How long a change is awaited after a click, in milliseconds.
    pub change_ms: u64,
    /// For how long the program shows something over the board after a move, such as a line between two tiles, in
    /// milliseconds: until then no new look is learned.
    pub show_ms: u64,
    /// How long a board may take to come to rest, in milliseconds.
    pub settle_ms: u64,
    /// Least time between two moves, in milliseconds.
    pub move_gap_ms: u64,
    /// Actions without effect before the bot halts.
    pub tries: u32,
    /// Seconds that the program gives for a game, 0 where it gives all the time there is. Where it counts down, moves that
    /// spoil nothing are made while the plan is still searched for.
    pub countdown_s: u64,
}

impl Default for Timing {
    fn default() -> Self {
        Self { poll_ms: 20, change_ms: 1500, show_ms: 0, settle_ms: 5000, move_gap_ms: 0, tries: 3, countdown_s: 0 }
    }
}

/// A button outside the board (or on an overlay above it) that may be clicked, or a key that does the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Button {
    /// Its name.
    pub name: String,
    /// What it brings.
    pub opens: Opens,
    /// How it is used.
    pub by: Trigger,
}

/// How a button is used.
#[derive(Clone, Debug, PartialEq)]
pub enum Trigger {
    /// By a click where it is seen.
    Click {
        /// Its picture, relative to the calibration file.
        template: String,
        /// Where it was in the calibrated picture, in pixels: it is looked for there first, then everywhere.
        rect: Rect,
        /// What it looks like.
        picture: RgbImage,
    },
    /// By a key, whatever is seen.
    Key(Key),
}

/// What a button brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opens {
    /// The next level of the same game.
    NextLevel,
    /// A new game.
    NewGame,
    /// Closes what covers the board.
    Dismiss,
    /// The same level with its tiles dealt anew.
    Shuffle,
    /// The same level before the last move.
    Undo,
    /// The same level from its start.
    Restart,
}

impl Opens {
    /// Every one with its word in calibration files.
    pub const ALL: [(&'static str, Self); 6] = [
        ("next-level", Self::NextLevel),
        ("new-game", Self::NewGame),
        ("dismiss", Self::Dismiss),
        ("shuffle", Self::Shuffle),
        ("undo", Self::Undo),
        ("restart", Self::Restart),
    ];

    /// Whether the level goes on: what was learned of it stays true.
    #[must_use]
    pub const fn stays_on_level(self) -> bool {
        matches!(self, Self::Shuffle | Self::Undo | Self::Restart)
    }
}

/// What is done when a game's end is seen and another game is wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OnEnd {
    /// Names of the buttons that may be used to go on, the first one seen first. Empty: stop.
    pub click: Vec<String>,
}

/// What is done when a game can go no further: no move is left, or no way to the aim was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnStuck {
    /// Names of the buttons that may be used to go on, the first one seen first. Empty: the game is over.
    pub click: Vec<String>,
    /// How often in one game, at most.
    pub times: u32,
}

impl Default for OnStuck {
    fn default() -> Self {
        Self { click: Vec::new(), times: 20 }
    }
}

/// Version of the calibration format that this program writes.
pub const VERSION: u32 = 1;

/// All that is known of one program with one skin.
#[derive(Clone, Debug)]
pub struct Calibration {
    /// Version of the format.
    pub version: u32,
    /// The game's name, as on the command line.
    pub game: String,
    /// Name of the program and skin, such as `swell-foop`.
    pub name: String,
    /// One line about it, for people.
    pub about: String,
    /// Whether the calibration is sure enough to play.
    pub confident: bool,
    /// How the window is recognised.
    pub window: WindowMatch,
    /// Where the grid is.
    pub place: Place,
    /// By how much a value of a pixel may change, of 255, while nothing moves: the noise of a stream.
    pub noise: u8,
    /// What the tiles look like.
    pub model: ClassModel,
    /// Classes of things that are no tiles of the game, such as bombs: nothing is done with them.
    pub inert: Vec<Symbol>,
    /// The game's rules as TOML, with or without a `preset` key; the game reads them.
    pub rules: String,
    /// How clicks are made.
    pub input: Input,
    /// How long things take.
    pub timing: Timing,
    /// Buttons that may be clicked.
    pub buttons: Vec<Button>,
    /// What is done at a game's end.
    pub on_end: OnEnd,
    /// What is done where a game can go no further.
    pub on_stuck: OnStuck,
}

impl Calibration {
    /// A reader of this program's pictures.
    #[must_use]
    pub fn reader(&self) -> Reader {
        Reader::new(self.place, self.model.clone())
    }
}
