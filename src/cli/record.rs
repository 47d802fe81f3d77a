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
