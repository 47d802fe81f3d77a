//! The calibration file: where a program's grid is and what its tiles look like.
//!
//! Types alone; see `FORMATS.md` for the file. Rules stay opaque here: the game reads them.

pub mod parse;
mod problems;
mod section;
pub mod write;

pub use problems::{CalibrationProblem, CalibrationProblems};

use crate::geometry::Rect;
use crate::gesture::Pace;
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

/// How clicks are made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Input {
    /// Clicks that one move takes: 1, or 2 where the first one selects.
    pub clicks: u8,
    /// Whether a first click that stays alone leaves the group selected, so that one more click finishes the move.
    pub select_first: bool,
    /// From the pointer's arrival to the press, in milliseconds.
    pub settle_ms: u64,
    /// From press to release, in milliseconds.
    pub hold_ms: u64,
    /// From a release to the next press, in milliseconds.
    pub gap_ms: u64,
    /// From the last release to the pointer's leaving the board, in milliseconds.
    pub leave_ms: u64,
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
            settle_ms: pace.settle_ms,
            hold_ms: pace.hold_ms,
            gap_ms: pace.gap_ms,
            leave_ms: pace.leave_ms,
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
    /// How long a board may take to come to rest, in milliseconds.
    pub settle_ms: u64,
    /// Least time between two moves, in milliseconds.
    pub move_gap_ms: u64,
    /// Actions without effect before the bot halts.
    pub tries: u32,
}

impl Default for Timing {
    fn default() -> Self {
        Self { poll_ms: 20, change_ms: 1500, settle_ms: 5000, move_gap_ms: 0, tries: 3 }
    }
}

/// A button outside the board (or on an overlay above it) that may be clicked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ButtonSpec {
    /// Its name.
    pub name: String,
    /// Its picture, relative to the calibration file.
    pub template: String,
    /// Where it was in the calibrated picture, in pixels: it is looked for there first, then everywhere.
    pub rect: Rect,
    /// What a click on it brings.
    pub opens: Opens,
}

/// What a click on a button brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Opens {
    /// The next level of the same game.
    NextLevel,
    /// A new game.
    NewGame,
    /// Closes what covers the board.
    Dismiss,
}

/// What is done when a game's end is seen and another game is wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OnEnd {
    /// Names of the buttons that may be clicked to go on, the first one seen first. Empty: stop.
    #[serde(default)]
    pub click: Vec<String>,
}

/// Version of the calibration format that this program writes.
pub const VERSION: u32 = 1;

/// A button with its picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Button {
    /// What the file says of it.
    pub spec: ButtonSpec,
    /// What it looks like.
    pub template: RgbImage,
}

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
    /// What the tiles look like.
    pub model: ClassModel,
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
}

impl Calibration {
    /// A reader of this program's pictures.
    #[must_use]
    pub fn reader(&self) -> Reader {
        Reader::new(self.place, self.model.clone())
    }
}
