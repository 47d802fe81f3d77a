//! The recording of a run: made beside the run, and never in its way.

use super::exit::Failure;
use crate::session::{Effect, Event, Observer};
use crate::store::recordings::Recorder;
use std::fmt::Display;
use std::time::Duration;

/// Records each step. A recording that cannot be gone on with is said at once and ends there; the run goes on.
pub(super) struct Recording {
    recorder: Recorder,
    failed: Option<String>,
}

impl Recording {
    pub(super) fn new(recorder: Recorder) -> Self {
        Self { recorder, failed: None }
    }

    /// Says whether the recording is whole.
    ///
    /// # Errors
    /// Why it is not, with exit status 3.
    pub(super) fn finish(self) -> Result<(), Failure> {
        match self.failed {
            None => Ok(()),
            Some(why) => Err(Failure::world(format!("the recording is not whole: {why}"))),
        }
    }
}

impl<M: Display, B: Display> Observer<M, B> for Recording {
    fn step(&mut self, now: Duration, event: Option<&Event<M>>, effects: &[Effect<B>]) {
        if self.failed.is_some() {
            return;
        }
        if let Err(error) = self.recorder.step(now, event, effects) {
            tracing::error!("the recording ends here: {error}");
            self.failed = Some(error.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::exit::Exit;
    use crate::driver::SearchSettings;
    use crate::frame::Frame;
    use crate::recording::Header;
    use crate::session::Settings;
    use crate::store::calibrations;
    use crate::store::recordings::LINES;

    #[test]
    fn a_recording_that_cannot_be_gone_on_with_ends_there_and_says_so() {
        let folder = tempfile::tempdir().unwrap();
        let (time, patience) = (Duration::from_secs(1), Duration::from_secs(1));
        let settings = Settings { time, patience, ..Settings::default() };
        let (algorithm, objective) = ("beam".to_owned(), "score".to_owned());
        let search = SearchSettings { algorithm, objective, seed: 0, threads: 1, nodes: None };
        let calibration = calibrations::load("sgt-samegame").unwrap();
        let header = Header::new("samegame", settings, search);
        let (recorder, _) = Recorder::begin(folder.path(), header, calibration, None).unwrap();
        let mut recording = Recording::new(recorder);
        let steps = [
            Event::<u8>::Tick,
            Event::Frame(Frame::from_picture(image::RgbImage::new(2, 2))),
            Event::Stop("never written".to_owned()),
        ];
        // No picture can be written where a file stands in its folder's place.
        std::fs::write(folder.path().join("frames"), "").unwrap();
        for step in &steps {
            Observer::<u8, u8>::step(&mut recording, Duration::ZERO, Some(step), &[]);
        }
        let failure = recording.finish().unwrap_err();
        assert_eq!(failure.exit, Exit::World);
        assert!(failure.message.contains("000001.png: cannot"), "{}", failure.message);
        let lines = std::fs::read_to_string(folder.path().join(LINES)).unwrap();
        assert!(lines.lines().count() == 2 && lines.contains("tick"), "{lines}");
    }
}
