//! Reads a recording, also one whose run was killed.

use super::{CALIBRATION, LEVELS, LINES};
use crate::calibration::Calibration;
use crate::recording::{FORMAT, Header, Picture, Recorded, Step, VERSION};
use crate::session::Event;
use crate::store::calibrations::{self, LoadError};
use crate::store::{StoreError, read_picture, read_text};
use image::{RgbImage, imageops};
use serde::Deserialize;
use std::marker::PhantomData;
use std::path::{Component, Path, PathBuf};
use std::str::FromStr;

/// A recording that cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// A file could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The recording's calibration is wrong.
    #[error(transparent)]
    Calibration(#[from] LoadError),
    /// A line says something that cannot be.
    #[error("{path}, line {line}: {what}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong and what to do.
        what: String,
    },
}

/// A recording, read from its folder.
#[derive(Debug)]
pub struct Recording {
    /// What the run was asked for.
    pub header: Header,
    /// What the session knew of the program.
    pub calibration: Calibration,
    /// Whether the last line was cut off in the middle, as where the run was killed while it was written. That line is
    /// left out.
    pub torn: bool,
    folder: PathBuf,
    text: String,
}

/// What names the format, read before anything else of the first line.
#[derive(Deserialize)]
struct Names {
    format: String,
    version: u32,
}

impl Recording {
    /// Reads the recording in a folder: its first line and its calibration. The steps are read by [`steps`](Self::steps).
    ///
    /// # Errors
    /// The file, with the line where there is one, and what is wrong.
    pub fn open(folder: &Path) -> Result<Self, ReadError> {
        let path = folder.join(LINES);
        let mut text = read_text(&path)?;
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        // A line without its end is still whole if it says all: an editor may have taken the end away.
        let torn = serde_json::from_str::<serde::de::IgnoredAny>(&text[whole..]).is_err() && whole < text.len();
        if torn {
            text.truncate(whole);
        }
        let wrong = |what: String| ReadError::Line { path: path.clone(), line: 1, what };
        let first = text.lines().next().unwrap_or_default();
        if first.is_empty() {
            return Err(wrong("there is no whole line: the run was ended before its recording began".to_owned()));
        }
        let names: Names = serde_json::from_str(first)
            .map_err(|error| wrong(format!("this is no beginning of a recording: {error}")))?;
        if names.format != FORMAT || names.version != VERSION {
            let Names { format, version } = names;
            return Err(wrong(format!(
                "this is {format:?}, version {version}, and this program reads {FORMAT:?}, version {VERSION}: replay it \
                 with the tilepilot that recorded it, or record anew"
            )));
        }
        let header: Header =
            serde_json::from_str(first).map_err(|error| wrong(format!("what the run was asked for: {error}")))?;
        let calibration = calibrations::load(&folder.join(CALIBRATION).to_string_lossy())?;
        Ok(Self { header, calibration, torn, folder: folder.to_owned(), text })
    }

    /// The file with the lines, for messages about one of them.
    #[must_use]
    pub fn path(&self) -> PathBuf {
        self.folder.join(LINES)
    }

    /// The file of levels that the bot knew beforehand, if there was one.
    #[must_use]
    pub fn levels(&self) -> Option<PathBuf> {
        self.header.levels.then(|| self.folder.join(LEVELS))
    }

    /// The steps, read one after the other; after an error there are no more.
    #[must_use]
    pub fn steps<M: FromStr>(&self) -> Steps<'_, M> {
        Steps {
            recording: self,
            lines: self.text.lines().enumerate(),
            picture: None,
            failed: false,
            moves: PhantomData,
        }
    }
}

/// The steps of a recording whose moves are of type `M`.
#[derive(Debug)]
pub struct Steps<'r, M> {
    recording: &'r Recording,
    lines: std::iter::Enumerate<std::str::Lines<'r>>,
    /// The last picture, as a whole.
    picture: Option<RgbImage>,
    failed: bool,
    moves: PhantomData<M>,
}

impl<M: FromStr> Iterator for Steps<'_, M> {
    type Item = Result<Recorded<Event<M>>, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let (index, text) = self.lines.find(|(index, _)| *index > 0)?;
        let line = index + 1;
        let step = self.step(text).map_err(|what| ReadError::Line { path: self.recording.path(), line, what });
        self.failed = step.is_err();
        Some(step.map(|step| Recorded { line, step }))
    }
}

impl<M: FromStr> Steps<'_, M> {
    fn step(&mut self, text: &str) -> Result<Step<Event<M>>, String> {
        let mut step: Step<Event<M>> =
            serde_json::from_str(text).map_err(|error| format!("this is no step of a run: {error}"))?;
        if let Some(Event::Frame(frame)) = &mut step.event {
            let picture = step.picture.as_ref().ok_or("a frame without a \"picture\"")?;
            frame.pixels = self.whole(picture)?;
        }
        Ok(step)
    }

    /// The whole picture, from the one before and what changed.
    fn whole(&mut self, picture: &Picture) -> Result<RgbImage, String> {
        let size = (picture.width, picture.height);
        let before = self.picture.take().filter(|before| before.dimensions() == size);
        let now = match &picture.change {
            None => before.ok_or("there is no picture of this size before that it could be equal to")?,
            Some(change) => {
                let part =
                    read_picture(&self.recording.folder.join(inside(&change.file)?)).map_err(|e| e.to_string())?;
                match before {
                    Some(mut whole) => {
                        let fits =
                            |at: u32, length: u32, most: u32| at.checked_add(length).is_some_and(|end| end <= most);
                        if !fits(change.x, part.width(), size.0) || !fits(change.y, part.height(), size.1) {
                            return Err(format!(
                                "{} does not fit into a picture of {}×{}",
                                change.file, size.0, size.1
                            ));
                        }
                        imageops::replace(&mut whole, &part, i64::from(change.x), i64::from(change.y));
                        whole
                    }
                    None if part.dimensions() == size => part,
                    None => return Err(format!("{} is not the whole picture of {}×{}", change.file, size.0, size.1)),
                }
            }
        };
        self.picture = Some(now.clone());
        Ok(now)
    }
}

/// A path that stays in the recording's folder.
fn inside(file: &str) -> Result<&Path, String> {
    let path = Path::new(file);
    let stays = path.components().all(|part| matches!(part, Component::Normal(_)));
    if stays { Ok(path) } else { Err(format!("{file:?} is not in the recording's folder")) }
}
