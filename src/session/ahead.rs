//! Searching on while a line is played, so that no waiting is wasted: from the position after the move that is under way,
//! which the rules predict. A better line from there replaces the rest of the one that is played.

use super::{Effect, Effects, Pending, Phase, Report, Session};
use crate::games::{Game, OutcomeOf};
use crate::puzzle::{Puzzle, Status};
use crate::search::{Worth, replay};

/// A search that goes on while a line is played.
#[derive(Clone, Debug)]
pub(super) struct Ahead<B> {
    /// Its number.
    id: u64,
    /// The position that it starts from.
    board: B,
}

impl<G: Game> Session<G> {
    /// Whether the rest of a line is searched for anew while it is played.
    #[must_use]
    pub fn searches_on(&self) -> bool {
        G::SEARCHES_ON && self.settings.search_on && !self.settings.dry_run
    }

    /// Searches from where a move that was just made for the first time leads to, if a better line may be found there.
    pub(super) fn search_on(&mut self, pending: &Pending<G>) -> Effects<G> {
        let Some(play) = self.play.as_ref().filter(|_| self.searches_on() && pending.tries == 1) else {
            return Vec::new();
        };
        let rest: Vec<_> = play.plan.iter().skip(pending.moves.len()).copied().collect();
        let is_open = pending.after.status() == Status::Ongoing && !play.proven;
        let worth = replay(&pending.after, &rest).ok().filter(|_| is_open);
        match worth {
            Some((end, score)) => {
                self.searches += 1;
                let (id, board) = (self.searches, pending.after.clone());
                self.ahead = Some(Ahead { id, board: board.clone() });
                let worth = Worth { score, left: G::tiles_left(&end) };
                vec![Effect::SearchOn { id, board, time: self.settings.time, worth }]
            }
            None => self.ahead.take().map(|ahead| Effect::StopSearch { id: ahead.id }).into_iter().collect(),
        }
    }

    /// Takes a better line from the position that is searched ahead, if the game has come no further than the move that
    /// leads there; nothing, where the search of that number is another one.
    pub(super) fn on_better_line(&mut self, id: u64, outcome: &OutcomeOf<G>) -> Option<Effects<G>> {
        let ahead = self.ahead.as_ref().filter(|ahead| ahead.id == id)?;
        let play = self.play.as_mut()?;
        let (under_way, gain) = match &self.phase {
            Phase::Verify(pending) if pending.after == ahead.board => (pending.moves.clone(), pending.gain),
            // A move that was granted and waits for its time stays the one to be made.
            Phase::Gap if self.settings.step => return Some(Vec::new()),
            Phase::Ask { .. } | Phase::Gap | Phase::Confirm { .. } if play.board == ahead.board => (Vec::new(), 0),
            _ => return Some(Vec::new()),
        };
        if replay(&ahead.board, &outcome.moves).map(|(_, score)| score) != Ok(outcome.score) {
            return Some(Vec::new());
        }
        play.plan = under_way.into_iter().chain(outcome.moves.iter().copied()).collect();
        play.proven = outcome.proven;
        let score = play.gained + gain + outcome.score;
        let (moves, nodes, algorithm) = (outcome.moves.len(), outcome.nodes, outcome.algorithm);
        Some(vec![Effect::Report(Report::Plan { moves, score, nodes, algorithm })])
    }
}
