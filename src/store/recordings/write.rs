//! Writes a recording while the run goes on: whatever ends the run, what was written before can be read.

use super::{CALIBRATION, FRAMES, LEVELS, LINES};
use crate::calibration::Calibration;
use crate::frame::Frame;
use crate::recording::{Change, Header, Picture, Step, changed_area, to_value};
use crate::session::{Effect, Event};
use crate::store::calibrations::{self, LoadError};
use crate::store::{StoreError, write};
use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ImageError, RgbImage, imageops};
use serde::Serialize;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A recording that is being written.
#[derive(Debug)]
pub struct Recorder {
    folder: PathBuf,
    lines: File,
    before: Option<RgbImage>,
    pictures: usize,
}

/// Refuses a folder that holds anything, so that no recording is mixed with another one.
///
/// # Errors
/// What is there already, and what to do.
pub fn check_unused(folder: &Path) -> Result<(), StoreError> {
    let used = |what: &str| StoreError::Used { path: folder.to_owned(), what: what.to_owned() };
    match fs::read_dir(folder) {
        Ok(mut entries) => match entries.next() {
            None => Ok(()),
            Some(_) => Err(used("is not empty")),
        },
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(_) if folder.exists() => Err(used("is no folder that can be looked into")),
        Err(source) => Err(StoreError::Io { path: folder.to_owned(), verb: "look into it", source }),
    }
}

impl Recorder {
    /// Begins a recording in a folder that is empty or not there, and gives back the calibration to play with: as the
    /// recording holds it, so that a replay reads every picture by the very same numbers. `levels` is the text of the
    /// level file, if there is one.
    ///
    /// # Errors
    /// Why the folder cannot be used or written to.
    pub fn begin(
        folder: &Path,
        mut header: Header,
        mut calibration: Calibration,
        levels: Option<&str>,
    ) -> Result<(Self, Calibration), LoadError> {
        check_unused(folder)?;
        let own = folder.join(CALIBRATION);
        calibrations::save(&own, &mut calibration)?;
        let kept = calibrations::load(&own.to_string_lossy())?;
        if let Some(text) = levels {
            write(&folder.join(LEVELS), text.as_bytes())?;
            header.levels = true;
        }
        let path = folder.join(LINES);
        let lines = File::create_new(&path).map_err(|source| io(&path, "make it", source))?;
        let mut recorder = Self { folder: folder.to_owned(), lines, before: None, pictures: 0 };
        recorder.line(&header)?;
        Ok((recorder, kept))
    }

    /// Adds a step of the session: what came in at `now`, and what the session answered with.
    ///
    /// # Errors
    /// What could not be written. The recording then ends with the step before.
    pub fn step<M: Display, B: Display>(
        &mut self,
        now: Duration,
        event: Option<&Event<M>>,
        effects: &[Effect<B>],
    ) -> Result<(), StoreError> {
        let picture = match event {
            Some(Event::Frame(frame)) => Some(self.picture(frame)?),
            _ => None,
        };
        self.line(&Step { now, event, picture, effects: effects.iter().map(to_value).collect() })
    }

    /// Writes what changed in a picture, if anything did.
    fn picture(&mut self, frame: &Frame) -> Result<Picture, StoreError> {
        let pixels = &frame.pixels;
        let (width, height) = pixels.dimensions();
        let Some(area) = changed_area(self.before.as_ref(), pixels) else {
            return Ok(Picture { width, height, change: None });
        };
        let file = format!("{FRAMES}/{:06}.png", self.pictures + 1);
        let path = self.folder.join(&file);
        let part = imageops::crop_imm(pixels, area.x, area.y, area.width, area.height).to_image();
        let png = encoded(&part).map_err(|source| StoreError::Picture { path: path.clone(), source })?;
        // The line that names a picture comes after the picture is there as a whole.
        write(&path, &png)?;
        self.pictures += 1;
        self.before = Some(pixels.clone());
        Ok(Picture { width, height, change: Some(Change { file, x: area.x, y: area.y }) })
    }

    /// Appends one line in one write.
    fn line(&mut self, what: &impl Serialize) -> Result<(), StoreError> {
        let path = self.folder.join(LINES);
        let mut text = serde_json::to_vec(what).map_err(|error| io(&path, "append to it", error.into()))?;
        text.push(b'\n');
        self.lines.write_all(&text).map_err(|source| io(&path, "append to it", source))
    }
}

/// As PNG, quickly rather than small: the bot waits for it. Level 1 takes 0.3 ms for what changes in an animation, 2 ms for a
/// whole window, and makes a quarter of what the library calls fast.
fn encoded(picture: &RgbImage) -> Result<Vec<u8>, ImageError> {
    let mut png = Vec::new();
    picture.write_with_encoder(PngEncoder::new_with_quality(&mut png, CompressionType::Level(1), FilterType::Up))?;
    Ok(png)
}

fn io(path: &Path, verb: &'static str, source: std::io::Error) -> StoreError {
    StoreError::Io { path: path.to_owned(), verb, source }
}
