//! Runs a session over recorded events and holds its answers against the recorded ones.

use super::Recorded;
use crate::games::{Game, MoveOf};
use crate::session::{Effect, Ending, Event, Report, Session};
use serde::Serialize;
use serde_json::Value;
use std::fmt;
use std::time::Duration;

/// What came of a replay.
#[derive(Clone, Debug, PartialEq)]
pub enum Replayed {
    /// The session answered every event as recorded, and the run ended so.
    Equal(Ending),
    /// The session answered every event as recorded, but the recording goes no further than this line.
    CutOff {
        /// The last line, counted from 1.
        line: usize,
    },
    /// The session answered an event in another way than recorded.
    Diverged(Box<Divergence>),
}

/// The first event that is answered in another way.
#[derive(Clone, Debug, PartialEq)]
pub struct Divergence {
    /// The line of the recording, counted from 1.
    pub line: usize,
    /// When the event came in.
    pub now: Duration,
    /// The event as recorded; nothing where the session was begun.
    pub event: Option<Value>,
    /// The first effect that differs, as recorded; nothing where there was none.
    pub recorded: Option<Value>,
    /// What came in its place.
    pub came: Option<Value>,
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |value: &Option<Value>, none: &str| value.as_ref().map_or_else(|| none.to_owned(), Value::to_string);
        write!(
            f,
            "the session does not answer this event as it did\n  event    {}, at {:.3} s\n  recorded {}\n  now      {}",
            text(&self.event, "the beginning"),
            self.now.as_secs_f64(),
            text(&self.recorded, "nothing more"),
            text(&self.came, "nothing more"),
        )
    }
}

/// Runs `session`, which has not begun, over the steps of a recording. Its reports are handed to `tell` with the recorded
/// times, those of a step that differs left out.
///
/// # Errors
/// The first error of `steps`.
pub fn replay<G: Game, E>(
    mut session: Session<G>,
    steps: impl IntoIterator<Item = Result<Recorded<Event<MoveOf<G>>>, E>>,
    tell: &mut dyn FnMut(Duration, &Report),
) -> Result<Replayed, E> {
    let mut last = 1;
    let mut ended = None;
    for recorded in steps {
        let Recorded { line, step } = recorded?;
        let event = step.event.as_ref().map(to_value);
        let effects = match step.event {
            Some(event) => session.step(step.now, event),
            None => session.begin(step.now),
        };
        let came: Vec<Value> = effects.iter().map(to_value).collect();
        let length = came.len().max(step.effects.len());
        if let Some(first) = (0..length).find(|&i| came.get(i) != step.effects.get(i)) {
            let (recorded, came) = (step.effects.get(first).cloned(), came.get(first).cloned());
            return Ok(Replayed::Diverged(Box::new(Divergence { line, now: step.now, event, recorded, came })));
        }
        for effect in effects {
            match effect {
                Effect::Report(report) => tell(step.now, &report),
                Effect::Finish(ending) => ended = Some(ending),
                _ => {}
            }
        }
        last = line;
    }
    Ok(ended.map_or(Replayed::CutOff { line: last }, Replayed::Equal))
}

/// An event or effect as a recording holds it. Those that cannot be told as JSON are all alike; there are none.
pub(crate) fn to_value(told: &impl Serialize) -> Value {
    serde_json::to_value(told).unwrap_or_default()
}
