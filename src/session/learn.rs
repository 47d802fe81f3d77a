//! What the program teaches while it is played: cells that stay unknown, moves that it does not take, rules other than those
//! stated; and what is played before a plan is found.

use super::recover::recovered;
use super::{
    Effect, Effects, OTHER_BOARD_RESTS, Pending, Phase, Play, Report, Session, Trouble, unknown_if_consistent,
};
use crate::games::{Game, OutcomeOf, Seen};
use crate::puzzle::{Puzzle, Status};
use crate::search::replay;
use crate::vision::Reading;
use std::sync::Arc;
use std::time::Duration;

/// Times that a move has no effect before it counts as refused.
const TRIES_TO_REFUSE: u32 = 2;

/// Moves that rules are told from.
const MOVES_KEPT: usize = 16;

/// The search that goes on while safe moves are made.
#[derive(Clone, Debug)]
pub(super) struct BehindSafe<G: Game> {
    id: u64,
    /// The board behind the safe moves.
    board: G::Board,
    /// What came of it, where it ended before the moves were made.
    found: Option<OutcomeOf<G>>,
}

impl<G: Game> Session<G> {
    /// Keeps what came of the search behind the safe moves while these are still being made.
    pub(super) fn keep_plan(&mut self, id: u64, outcome: &OutcomeOf<G>) {
        if let Some(behind) = self.behind_safe.as_mut().filter(|behind| behind.id == id) {
            behind.found = Some(outcome.clone());
        }
    }

    /// The board that a reading shows. Where the board that is played has cells that nobody knows, the reading may, too.
    pub(super) fn board_of(&self, reading: &Reading) -> Option<G::Board> {
        let has_unknown = |play: &Play<G>| G::expect(&play.board).iter().any(Vec::is_empty);
        match G::board_from_symbols(&self.rules, &reading.symbols, &self.memory) {
            Ok(board) => Some(board),
            Err(_) if self.play.as_ref().is_some_and(has_unknown) => {
                G::board_despite_unknown(&self.rules, &reading.symbols, &self.memory)
            }
            Err(_) => None,
        }
    }

    /// Takes cells that stay unknown for something that is in the way, where the game can be played so: the last resort
    /// before the bot gives up on a board that rests.
    pub(super) fn go_on_despite_unknown(&mut self, now: Duration) -> Option<Effects<G>> {
        let (reading, since) = self.last.as_ref()?;
        if now.saturating_sub(*since) < OTHER_BOARD_RESTS {
            return None;
        }
        let reading = reading.clone();
        let board = G::board_despite_unknown(&self.rules, &reading.symbols, &self.memory)?;
        let count = reading.unknown();
        let detail = format!("{count} cells stay unknown: taking what stands there for something in the way");
        let mut effects = vec![recovered(Trouble::Unknown, detail)];
        match (&self.phase, &mut self.play) {
            (Phase::Start { after: None, .. }, _) if board.status() == Status::Ongoing => {
                self.play = Some(Play::new(board.clone()));
                effects.extend(self.begin_from(now, &board, &reading));
            }
            (Phase::Start { after: Some(_), .. } | Phase::Confirm { .. } | Phase::Verify(_), Some(play))
                if board != play.board =>
            {
                play.account_for(&reading);
                play.board = board;
                play.plan.clear();
                self.held = None;
                effects.extend(self.plan(now));
            }
            // A shuffle of nothing but unknown tiles helps nobody.
            (Phase::Start { after: Some(_), .. }, Some(_)) => effects.extend(self.game_over(now)),
            _ => return None,
        }
        Some(effects)
    }

    /// Plays without a move that had no effect several times, where the game knows how.
    pub(super) fn avoid(&mut self, now: Duration, pending: &Pending<G>) -> Option<Effects<G>> {
        if pending.tries < TRIES_TO_REFUSE {
            return None;
        }
        let play = self.play.as_mut()?;
        play.board = G::avoid(&play.board, &pending.moves, &mut self.memory)?;
        play.plan.clear();
        self.totals.refused += 1;
        self.last = None;
        let detail = format!("the program does not take the move {}: planning without it", pending.name());
        let mut effects = vec![recovered(Trouble::Refused, detail)];
        effects.extend(self.plan(now));
        Some(effects)
    }

    /// Keeps what a move brought.
    pub(super) fn keep_seen(&mut self, pending: &Pending<G>) {
        let (Some(play), Some((reading, _))) = (&self.play, &self.last) else { return };
        let (before, after) = (play.board.clone(), reading.symbols.clone());
        self.seen.push_back(Seen { before, moves: pending.moves.clone(), after });
        if self.seen.len() > MOVES_KEPT {
            self.seen.pop_front();
        }
    }

    /// Goes on by other rules where those explain what this move and the ones before it brought.
    pub(super) fn learn_rules(&mut self, now: Duration, reading: &Reading, pending: &Pending<G>) -> Option<Effects<G>> {
        self.keep_seen(pending);
        let found = G::rules_that_explain(&self.rules, self.seen.make_contiguous());
        let seen = self.seen.pop_back();
        let (rules, what) = found?;
        let rules = Arc::new(rules);
        let board = G::board_from_symbols(&rules, &reading.symbols, &self.memory).ok()?;
        self.seen.extend(seen);
        self.rules = rules;
        self.totals.mismatches += 1;
        self.held = None;
        let play = self.play.as_mut()?;
        play.gained += pending.gain;
        play.moves += pending.moves.len();
        play.board = board;
        play.plan.clear();
        let detail = format!("the program plays by other rules than stated ({what}): going on by these");
        let mut effects = vec![recovered(Trouble::Rules, detail)];
        effects.extend(self.plan(now));
        Some(effects)
    }

    /// Where the program counts down: makes moves that spoil nothing while the line from there is searched for, or waits for
    /// that line.
    pub(super) fn plan_ahead(&mut self, now: Duration) -> Option<Effects<G>> {
        let play = self.play.as_mut()?;
        if let Some(behind) = self.behind_safe.take()
            && behind.board == play.board
        {
            self.phase = Phase::Plan { id: behind.id };
            let found = behind.found.map(|outcome| self.on_plan(now, behind.id, &outcome, true));
            return Some(found.unwrap_or_default());
        }
        if self.program.timing.countdown_s == 0 || self.settings.dry_run {
            return None;
        }
        let safe = G::safe_moves(&play.board);
        let (board, gain) = replay(&play.board, &safe).ok().filter(|_| !safe.is_empty())?;
        let score = play.gained + gain;
        let plan = Report::Plan { moves: safe.len(), score, nodes: 0, algorithm: "safe" };
        let mut effects = vec![Effect::Report(plan)];
        play.plan = safe.into();
        if board.status() == Status::Ongoing {
            self.searches += 1;
            self.behind_safe = Some(BehindSafe { id: self.searches, board: board.clone(), found: None });
            effects.push(Effect::StartSearch { id: self.searches, board, time: self.settings.time });
        } else {
            play.promised.get_or_insert(score);
        }
        self.phase = Phase::Confirm { since: now };
        self.last = None;
        effects.extend(self.look());
        Some(effects)
    }
}

impl<G: Game> Play<G> {
    /// Adds what another move than the planned one paid, if one legal move explains what is seen.
    pub(super) fn account_for(&mut self, reading: &Reading) {
        let mut moves = Vec::new();
        self.board.legal_moves(&mut moves);
        let explained = moves.into_iter().find_map(|m| {
            let mut next = self.board.clone();
            let gain = next.play(m).ok()?;
            unknown_if_consistent(reading, &G::expect(&next)).filter(Vec::is_empty).map(|_| gain)
        });
        if let Some(gain) = explained {
            self.gained += gain;
            self.moves += 1;
        }
    }
}
