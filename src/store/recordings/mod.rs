//! Recordings of runs: a folder with `recording.jsonl`, the pictures that it names, and the calibration of the run.

mod read;
mod write;

pub use read::{ReadError, Recording, Steps};
pub use write::{Recorder, check_unused};

/// The file with a line for each step.
pub const LINES: &str = "recording.jsonl";
/// The calibration of the run; its pictures are in a folder beside it.
pub const CALIBRATION: &str = "calibration.toml";
/// The file of levels that the bot knew beforehand, if there was one.
pub const LEVELS: &str = "levels.txt";
/// The folder with what changed from picture to picture.
const FRAMES: &str = "frames";
