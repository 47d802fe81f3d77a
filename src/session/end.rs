//! How a game ends, how the next one begins, and how the run is over.

use super::{Effect, Effects, Ending, Outcome, Phase, Play, Report, Session, Totals};
use crate::frame::Frame;
use crate::games::Game;
use crate::geometry::Lattice;
use crate::geometry::Rect;
use crate::gesture::Gesture;
use crate::puzzle::{Puzzle, Status};
use crate::vision::button::Button;
use std::time::Duration;

/// Between two searches of the whole picture for a button.
const BETWEEN_SEARCHES: Duration = Duration::from_millis(500);

impl<G: Game> Session<G> {
    /// Ends the current game: goes on with the next one if one is wanted.
    pub(super) fn game_over(&mut self, now: Duration) -> Effects<G> {
        let Some(play) = self.play.take() else { return self.look() };
        self.count(&play);
        self.totals.games += 1;
        let outcome = if play.board.status() == Status::Won { Outcome::Cleared } else { Outcome::Stuck };
        let report = Report::Game {
            number: self.totals.games,
            outcome,
            score: play.gained + play.board.end_bonus(),
            promised: play.promised.unwrap_or(0),
            left: self.totals.left,
            moves: play.moves,
        };
        let mut effects = vec![Effect::Report(report)];
        if self.totals.games < self.settings.games {
            self.phase = Phase::Over { since: now };
            effects.extend(self.look_again());
        } else {
            let (promised, score) = (self.totals.promised, self.totals.score);
            let ending = if promised == score {
                Ending::AsPromised
            } else {
                Ending::NotFull(format!("the score is {score}, {promised} was promised"))
            };
            effects.extend(self.finish(outcome, "played to the end".to_owned(), ending));
        }
        effects
    }

    /// Adds a game, finished or not, to the totals.
    fn count(&mut self, play: &Play<G>) {
        self.totals.moves += play.moves;
        self.totals.promised += play.promised.unwrap_or(0);
        self.totals.score += play.gained + play.board.end_bonus();
        self.totals.left = G::tiles_left(&play.board);
    }

    /// Looks for a button that goes on, and clicks it.
    pub(super) fn over(&mut self, now: Duration, frame: &Frame, detail: &str) -> Effects<G> {
        let Phase::Over { since } = self.phase else { return self.look() };
        let wanted = &self.program.on_end.click;
        let sought = || self.buttons.iter().filter(|(name, _)| wanted.contains(name)).map(|(_, button)| button);
        let mut seen = sought().find_map(|button| button.near(&frame.pixels));
        // A look everywhere takes long: it is for a window that puts its buttons elsewhere than it did.
        if seen.is_none() && now >= self.search_buttons_at {
            seen = sought().find_map(|button| button.anywhere(&frame.pixels));
            self.search_buttons_at = now + BETWEEN_SEARCHES;
        }
        if let Some(rect) = seen {
            let gesture = Gesture::Click { at: rect.centre(), button: Default::default(), count: 1 };
            self.phase = Phase::GoOn;
            return vec![Effect::Perform { gesture, fence: vec![rect.inset(0.1)], pace: self.program.input.pace() }];
        }
        if now.saturating_sub(since) < Duration::from_millis(self.program.timing.settle_ms) {
            return self.look_again();
        }
        let played = self.totals.games;
        let detail = format!("played {played} of {} games: {detail}", self.settings.games);
        self.finish(Outcome::Halted, detail.clone(), Ending::NotFull(detail))
    }

    /// A button at its place, as it stands above a finished board.
    pub(super) fn any_button(&self, frame: &Frame) -> Option<Rect> {
        self.buttons.iter().find_map(|(_, button)| button.near(&frame.pixels))
    }

    /// Takes the buttons' places and sizes from where the board is now.
    pub(super) fn place_buttons(&mut self, now: &Lattice) {
        let calibrated = self.program.place.lattice;
        let buttons = self.program.buttons.iter();
        self.buttons =
            buttons.map(|b| (b.spec.name.clone(), Button::new(&b.template, &b.spec.rect, &calibrated, now))).collect();
    }

    pub(super) fn finish(&mut self, outcome: Outcome, detail: String, ending: Ending) -> Effects<G> {
        let mut effects = Vec::new();
        if let Phase::Plan { id } = self.phase {
            effects.push(Effect::StopSearch { id });
        }
        self.phase = Phase::Done;
        if let Some(unfinished) = self.play.take() {
            self.count(&unfinished);
        }
        let Totals { games, moves, retries, mismatches, promised, score, left } = self.totals;
        let end = Report::End { outcome, detail, games, moves, retries, mismatches, promised, score, left };
        effects.extend([Effect::Report(end), Effect::Finish(ending)]);
        effects
    }
}
