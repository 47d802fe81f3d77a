//! From a settled board to a plan, and from a plan to presses.

use super::{Effect, Effects, Ending, Outcome, Pending, Phase, Play, Report, Rest, Session, unknown_if_consistent};
use crate::frame::Frame;
use crate::games::{Game, OutcomeOf};
use crate::geometry::Point;
use crate::gesture::Gesture;
use crate::puzzle::{Puzzle, Status};
use crate::vision::Reading;
use std::time::Duration;

impl<G: Game> Session<G> {
    /// Reads the first board of a game, once it rests.
    pub(super) fn start(&mut self, now: Duration, frame: &Frame, reading: &Reading, rest: Rest) -> Effects<G> {
        match G::board_from_symbols(&self.rules, &reading.symbols, &self.memory) {
            Ok(_) if !rest.twice => self.look_again(),
            // After a click on "next level" the old board may still be on the screen.
            Ok(board) if board.status() != Status::Ongoing && self.totals.games > 0 => {
                self.unreadable(now, frame, "the next board does not come")
            }
            Ok(board) => {
                self.held = None;
                let report = read_report::<G>(&board, reading);
                self.play = Some(Play { board, plan: Default::default(), gained: 0, promised: None, moves: 0 });
                let mut effects = vec![Effect::Report(report)];
                effects.extend(self.plan(now));
                effects
            }
            Err(problems) => {
                let list: Vec<String> = problems.iter().take(4).map(ToString::to_string).collect();
                self.unreadable(now, frame, &format!("what is seen is no board: {}", list.join("; ")))
            }
        }
    }

    /// Asks for a line from the current board, or ends the game if there is none.
    pub(super) fn plan(&mut self, now: Duration) -> Effects<G> {
        let Some(play) = &self.play else { return self.look() };
        if play.board.status() != Status::Ongoing {
            return self.game_over(now);
        }
        self.searches += 1;
        self.phase = Phase::Plan { id: self.searches };
        vec![Effect::StartSearch { id: self.searches, board: play.board.clone(), time: self.settings.time }]
    }

    pub(super) fn on_plan(&mut self, now: Duration, id: u64, outcome: &OutcomeOf<G>, last: bool) -> Effects<G> {
        if !last || !matches!(self.phase, Phase::Plan { id: awaited } if awaited == id) {
            return Vec::new();
        }
        let Some(play) = &mut self.play else { return Vec::new() };
        play.plan = outcome.moves.iter().copied().collect();
        let score = play.gained + outcome.score;
        play.promised.get_or_insert(score);
        let report =
            Report::Plan { moves: outcome.moves.len(), score, nodes: outcome.nodes, algorithm: outcome.algorithm };
        let mut effects = vec![Effect::Report(report)];
        if self.settings.dry_run {
            effects.extend(self.next_move(now));
        } else {
            // Time has passed: the plan is only for this board if the board is still this one.
            self.phase = Phase::Confirm { since: now };
            self.last = None;
            effects.extend(self.look());
        }
        effects
    }

    /// Goes on with the plan if the board is the one that the plan is for.
    pub(super) fn confirm(&mut self, now: Duration, frame: &Frame, reading: &Reading, rest: Rest) -> Effects<G> {
        let Some(play) = &self.play else { return self.look() };
        let expected = G::expect(&play.board);
        if unknown_if_consistent(reading, &expected).is_some_and(|unknown| unknown.is_empty()) {
            self.held = None;
            return self.next_move(now);
        }
        self.other_board(now, frame, reading, rest, "the board is not the one that was planned for")
    }

    /// Makes the next move of the plan, as soon as the program can take it.
    pub(super) fn next_move(&mut self, now: Duration) -> Effects<G> {
        let Some(play) = &self.play else { return self.look() };
        if self.settings.moves.is_some_and(|most| self.totals.moves + play.moves >= most) {
            let detail = format!("made the {} moves that were asked for", self.totals.moves + play.moves);
            return self.finish(Outcome::MovesDone, detail, Ending::AsPromised);
        }
        if play.plan.is_empty() {
            return self.plan(now);
        }
        let gap = Duration::from_millis(self.program.timing.move_gap_ms);
        let ready = self.last_press.map_or(Duration::ZERO, |last| last + gap).max(self.verified_at + self.hesitation);
        let wait = ready.saturating_sub(now);
        if wait.is_zero() || self.settings.dry_run {
            return self.act(now);
        }
        self.phase = Phase::Gap;
        vec![Effect::Wait(wait)]
    }

    /// Presses the plan's first move for the first time.
    pub(super) fn act(&mut self, now: Duration) -> Effects<G> {
        let (Some(play), Some(lattice)) = (&self.play, self.lattice()) else { return self.look() };
        let Some(&what) = play.plan.front() else { return self.plan(now) };
        let mut after = play.board.clone();
        let Ok(gain) = after.play(what) else {
            // A plan is replayed by the rules before it comes here; whatever this is, it is not played.
            return self.plan(now);
        };
        let (line, manner) = (play.plan.iter().copied().collect::<Vec<_>>(), Default::default());
        let Some(action) = G::action(&play.board, &line, &manner) else { return self.plan(now) };
        let in_cells = action.gestures;
        let Some(target) = in_cells.first().and_then(|g| g.places().first().copied()) else {
            return self.plan(now);
        };
        let clicks = self.program.input.clicks.max(1);
        let gesture: Vec<Gesture<Point>> = in_cells
            .iter()
            .cloned()
            .map(|g| match g.map(|cell| lattice.centre(cell)) {
                Gesture::Click { at, button, count } => Gesture::Click { at, button, count: count * clicks },
                other => other,
            })
            .collect();
        let pending = Pending { what, target, after, gain, tries: 1, since: now, gesture };
        self.press(pending, clicks)
    }

    /// Sends a pending move's click with `count` presses.
    pub(super) fn press(&mut self, pending: Pending<G>, count: u8) -> Effects<G> {
        let Some(lattice) = self.lattice() else { return self.look() };
        let Some(Gesture::Click { at, button, .. }) = pending.gesture.first().cloned() else { return self.look() };
        let mut pace = self.program.input.pace();
        // Programs that poll their input miss short presses: each further try holds for longer.
        pace.hold_ms = (pace.hold_ms + 20 * u64::from(pending.tries - 1)) * u64::from(pending.tries);
        let fence = vec![lattice.cell_rect(pending.target)];
        self.phase = Phase::Act(Box::new(pending));
        vec![Effect::Perform { gesture: Gesture::Click { at, button, count }, fence, pace }]
    }

    pub(super) fn on_performed(&mut self, now: Duration, pixels: Vec<(i32, i32)>) -> Effects<G> {
        self.last_press = Some(now);
        self.held = None;
        match std::mem::replace(&mut self.phase, Phase::Done) {
            Phase::Act(mut pending) => {
                pending.since = now;
                let Some(play) = &self.play else { return self.look() };
                let report = Report::Act {
                    number: self.totals.moves + play.moves + 1,
                    what: pending.what.to_string(),
                    gesture: pending.gesture.clone(),
                    pixels,
                    gain: pending.gain,
                    total: play.gained + pending.gain,
                };
                let mut effects = vec![Effect::Report(report)];
                if self.settings.dry_run {
                    self.advance(&pending);
                    effects.extend(self.next_dry_move(now));
                } else {
                    self.phase = Phase::Verify(pending);
                    self.last = None;
                    effects.extend(self.look());
                }
                effects
            }
            Phase::GoOn => {
                self.phase = Phase::Start { since: now };
                self.play = None;
                self.memory = G::Memory::default();
                self.last = None;
                self.look_again()
            }
            other => {
                self.phase = other;
                Vec::new()
            }
        }
    }

    pub(super) fn next_dry_move(&mut self, now: Duration) -> Effects<G> {
        let left_to_walk = self.play.as_ref().is_some_and(|p| !p.plan.is_empty());
        if left_to_walk && self.settings.moves.is_none_or(|most| self.play.as_ref().is_some_and(|p| p.moves < most)) {
            return self.next_move(now);
        }
        self.finish(Outcome::DryRun, "nothing was pressed".to_owned(), Ending::AsPromised)
    }
}

fn read_report<G: Game>(board: &G::Board, reading: &Reading) -> Report {
    Report::Read {
        board: board.to_string().lines().map(str::to_owned).collect(),
        left: G::tiles_left(board),
        margin: reading.cells.iter().map(|v| v.margin).fold(f32::INFINITY, f32::min),
    }
}
