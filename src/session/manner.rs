//! What a person wants of a run besides its plans: how fast it goes, whether each move is asked for, and how long it lasts.

use super::{Effect, Effects, Phase, Session};
use crate::games::Game;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// How fast moves follow each other: the time from one to the next is drawn evenly from a span.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tempo {
    /// The least time.
    pub shortest: Duration,
    /// The most time.
    pub longest: Duration,
    /// Seed of the draws.
    pub seed: u64,
}

impl Tempo {
    /// The time before the move of that number.
    #[must_use]
    pub fn before(&self, number: usize) -> Duration {
        let mut rng = ChaCha8Rng::seed_from_u64(self.seed);
        rng.set_stream(number as u64);
        let share: f64 = rng.random();
        self.shortest + self.longest.saturating_sub(self.shortest).mul_f64(share)
    }
}

impl<G: Game> Session<G> {
    /// When the next move may be made: the program, the person's tempo, and clicks that were lost all ask for time.
    pub(super) fn ready(&self, number: usize) -> Duration {
        let gap = Duration::from_millis(self.program.timing.move_gap_ms);
        let program = self.last_press.map_or(Duration::ZERO, |last| last + gap);
        let tempo = self.settings.tempo.zip(self.acted_at).map(|(tempo, last)| last + tempo.before(number));
        program.max(tempo.unwrap_or_default()).max(self.verified_at + self.hesitation)
    }

    /// Whether a game that is over may be followed by another one.
    pub(super) fn wants_more(&self, now: Duration) -> bool {
        let lasts = self.settings.lasts;
        self.totals.games < self.settings.games && lasts.is_none_or(|time| now.saturating_sub(self.begun) < time)
    }

    /// How many of the games that were asked for have been played, in words.
    pub(super) fn played(&self) -> String {
        match (self.totals.games, self.settings.lasts) {
            (played, Some(_)) => format!("played {played} games"),
            (played, None) => format!("played {played} of {} games", self.settings.games),
        }
    }

    /// Asks for the next move, if it is to be asked for and was not yet granted.
    pub(super) fn ask(&mut self) -> Option<Effects<G>> {
        if !self.settings.step || self.settings.dry_run {
            return None;
        }
        let (what, gain) = self.next_action().map(|pending| (pending.name(), pending.gain))?;
        if self.granted.take().is_some_and(|granted| granted == what) {
            return None;
        }
        let play = self.play.as_ref()?;
        let number = self.totals.moves + play.moves + 1;
        self.phase = Phase::Ask { what: what.clone() };
        Some(vec![Effect::Ask { number, what, gain }])
    }

    /// The move may be made, if the board is still the one that it is for: a person takes their time.
    pub(super) fn on_granted(&mut self, now: Duration, what: String) -> Effects<G> {
        self.granted = Some(what);
        self.phase = Phase::Confirm { since: now };
        self.last = None;
        self.look()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tempo_stays_within_its_span_spreads_over_it_and_is_the_same_each_time() {
        let ms = Duration::from_millis;
        let tempo = Tempo { shortest: ms(200), longest: ms(600), seed: 7 };
        let all: Vec<Duration> = (0..200).map(|number| tempo.before(number)).collect();
        assert!(all.iter().all(|gap| (ms(200)..=ms(600)).contains(gap)), "{all:?}");
        assert!(all.iter().any(|gap| *gap < ms(260)) && all.iter().any(|gap| *gap > ms(540)), "{all:?}");
        assert_eq!(all[3], tempo.before(3));
        assert_ne!(all[3], Tempo { seed: 8, ..tempo }.before(3));
    }
}
