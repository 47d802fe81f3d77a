//! What a recording of a run says, and how a session is run over it again.
//!
//! A session is a function of its calibration, its settings and its events. A recording holds all three, and what the
//! session answered besides, so that a later session can be held against it. [`store::recordings`](crate::store) keeps it
//! in files.

mod change;
mod replay;

pub use change::{Area, changed_area};
pub(crate) use replay::to_value;
pub use replay::{Divergence, Replayed, replay};

use crate::driver::SearchSettings;
use crate::session::Settings;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::time::Duration;

/// What the first line of a recording calls itself.
pub const FORMAT: &str = "tilepilot-recording";
/// Version of the format that this program writes and reads.
pub const VERSION: u32 = 1;

/// The first line: what the run was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// [`FORMAT`].
    pub format: String,
    /// [`VERSION`].
    pub version: u32,
    /// Version of the program that recorded it.
    pub program: String,
    /// Name of the game.
    pub game: String,
    /// What the session was asked for.
    pub settings: Settings,
    /// How plans were searched for. Their lines are events, so a replay does not search; this is for people.
    pub search: SearchSettings,
    /// Whether the recording holds a file of levels that the bot knew beforehand.
    #[serde(default)]
    pub levels: bool,
}

impl Header {
    /// The header of a run that begins now.
    #[must_use]
    pub fn new(game: &str, settings: Settings, search: SearchSettings) -> Self {
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            game: game.to_owned(),
            settings,
            search,
            levels: false,
        }
    }
}

/// Each further line: one step of the session, with an event of type `E`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step<E> {
    /// When the event came in, in nanoseconds since the desk was opened.
    #[serde(with = "nanoseconds")]
    pub now: Duration,
    /// What came in; nothing where the session was begun.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<E>,
    /// The pixels, where the event is a frame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<Picture>,
    /// What the session answered with.
    pub effects: Vec<Value>,
}

/// A frame's pixels, as what changed since the frame before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// Width of the whole picture, in pixels.
    pub width: u32,
    /// Height of the whole picture, in pixels.
    pub height: u32,
    /// What changed; nothing where no pixel did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<Change>,
}

/// The part of a picture that changed. It is as large as the picture in its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// The file, relative to the recording's folder, with `/` between its parts.
    pub file: String,
    /// Left edge, in pixels.
    pub x: u32,
    /// Top edge, in pixels.
    pub y: u32,
}

/// A step as it was read, with the line of the file that it stands in.
#[derive(Clone, Debug)]
pub struct Recorded<E> {
    /// Number of the line, counted from 1.
    pub line: usize,
    /// The step; a frame has its pixels.
    pub step: Step<E>,
}

mod nanoseconds {
    use serde::{Deserialize, Deserializer, Serializer};
    use std::time::Duration;

    pub(super) fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        // A run of more than 584 years is not recorded.
        to.serialize_u64(u64::try_from(time.as_nanos()).unwrap_or(u64::MAX))
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Duration, D::Error> {
        u64::deserialize(from).map(Duration::from_nanos)
    }
}
