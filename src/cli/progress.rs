//! A bar on standard error for work that takes longer than a second, where a person can see it.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// Work shorter than this shows no bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// How far a search is.
#[derive(Clone)]
pub(super) struct Progress {
    bar: ProgressBar,
    bounded: bool,
}

impl Progress {
    /// A bar for work that takes `time` if that is known. Off a terminal it shows nothing.
    pub(super) fn new(what: String, time: Option<Duration>) -> Self {
        let bar = match time {
            Some(time) => ProgressBar::new(millis(time)),
            None => ProgressBar::no_length(),
        };
        bar.set_draw_target(ProgressDrawTarget::stderr());
        let template = if time.is_some() { "{prefix} [{bar:30}] {msg}" } else { "{prefix} {spinner} {msg}" };
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        bar.set_prefix(what);
        Self { bar, bounded: time.is_some() }
    }

    /// Shows how long the work has been going on.
    pub(super) fn tick(&self, elapsed: Duration) {
        if elapsed < PATIENCE {
            return;
        }
        if self.bounded {
            self.bar.set_position(millis(elapsed));
        } else {
            self.bar.tick();
        }
    }

    /// Says what the best find is, without drawing.
    pub(super) fn say(&self, message: String, elapsed: Duration) {
        if elapsed >= PATIENCE {
            self.bar.set_message(message);
        }
    }

    /// Takes the bar away.
    pub(super) fn end(&self) {
        self.bar.finish_and_clear();
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
