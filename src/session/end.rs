//! How a game ends, and how the run is over.

use super::{Aim, Effect, Effects, Ending, Outcome, Phase, Play, Report, Session, Totals};
use crate::games::Game;
use crate::puzzle::{Puzzle, Status};
use std::time::Duration;

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
        if self.wants_more(now) {
            self.phase = Phase::Seek { since: now, aim: Aim::GoOn };
            effects.extend(self.look_again());
        } else {
            let (promised, score) = (self.totals.promised, self.totals.score);
            let ending = if score >= promised {
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

    pub(super) fn finish(&mut self, outcome: Outcome, detail: String, ending: Ending) -> Effects<G> {
        let mut effects = Vec::new();
        if let Phase::Plan { id } = self.phase {
            effects.push(Effect::StopSearch { id });
        }
        self.phase = Phase::Done;
        if let Some(unfinished) = self.play.take() {
            self.count(&unfinished);
        }
        let Totals { games, moves, retries, mismatches, refused, promised, score, left } = self.totals;
        let end = Report::End { outcome, detail, games, moves, retries, mismatches, refused, promised, score, left };
        effects.extend([Effect::Report(end), Effect::Finish(ending)]);
        effects
    }
}
