//! From a settled board to a plan, and from a plan to presses.

use super::{Effect, Effects, Ending, Outcome, Pending, Phase, Play, Report, Rest, Session, unknown_if_consistent};
use crate::calibration::Opens;
use crate::frame::Frame;
use crate::games::{Game, OutcomeOf};
use crate::gesture::Gesture;
use crate::grid::Cell;
use crate::puzzle::{Puzzle, Status};
use crate::vision::Reading;
use std::time::Duration;

impl<G: Game> Session<G> {
    /// Reads the first board of a game, or what a button has left of it, once it rests.
    pub(super) fn start(&mut self, now: Duration, frame: &Frame, reading: &Reading, rest: Rest) -> Effects<G> {
        let Phase::Start { since, after } = self.phase else { return self.look() };
        if after.is_none()
            && let Some(effects) = self.go_on_again(now, since, frame)
        {
            return effects;
        }
        match G::board_from_symbols(&self.rules, &reading.symbols, &self.memory) {
            Ok(_) if !rest.twice => self.look_again(),
            Ok(board) => match after {
                Some(opens) => self.resume(now, since, opens, board, reading),
                // After a click on "next level" the old board may still be on the screen.
                None if board.status() != Status::Ongoing && self.totals.games > 0 => {
                    self.doubts_place = true;
                    self.unreadable(now, frame, "the next board does not come")
                }
                None => {
                    self.standing = self.buttons_seen(frame);
                    self.play = Some(Play::new(board.clone()));
                    self.begin_from(now, &board, reading)
                }
            },
            Err(problems) => {
                self.doubts_place = true;
                let list: Vec<String> = problems.iter().take(4).map(ToString::to_string).collect();
                self.unreadable(now, frame, &format!("what is seen is no board: {}", list.join("; ")))
            }
        }
    }

    /// Goes on with a game after a button that shuffles, takes back or restarts.
    fn resume(
        &mut self,
        now: Duration,
        since: Duration,
        opens: Opens,
        board: G::Board,
        reading: &Reading,
    ) -> Effects<G> {
        let Some(play) = &mut self.play else { return self.look() };
        if board == play.board {
            if now.saturating_sub(since) < Duration::from_millis(self.program.timing.change_ms) {
                return self.look_again();
            }
            self.totals.retries += 1;
            return self.use_again(now, opens).unwrap_or_else(|| self.plan(now));
        }
        // Tiles that went, or boxes that came to their goals, were paid for; what is taken back was not.
        let [was, is] = [&play.board, &board].map(|board| G::tiles_left(board) as i64);
        play.gained = if opens == Opens::Restart { 0 } else { play.gained + was - is };
        play.board = board.clone();
        play.plan.clear();
        self.begin_from(now, &board, reading)
    }

    pub(super) fn begin_from(&mut self, now: Duration, board: &G::Board, reading: &Reading) -> Effects<G> {
        self.held = None;
        self.errands = 0;
        G::remember(board, &mut self.memory);
        let mut effects = vec![Effect::Report(read_report::<G>(board, reading))];
        effects.extend(self.plan(now));
        effects
    }

    /// Asks for a line from the current board, or ends the game if there is none.
    pub(super) fn plan(&mut self, now: Duration) -> Effects<G> {
        let Some(play) = &self.play else { return self.look() };
        match play.board.status() {
            Status::Ongoing => {
                if let Some(effects) = self.plan_ahead(now) {
                    return effects;
                }
                let Some(play) = &self.play else { return self.look() };
                self.searches += 1;
                self.ahead = None;
                self.phase = Phase::Plan { id: self.searches };
                vec![Effect::StartSearch { id: self.searches, board: play.board.clone(), time: self.settings.time }]
            }
            Status::Stuck if self.can_unstick() => self.unstick(now, "no move is left"),
            Status::Stuck | Status::Won => self.game_over(now),
        }
    }

    pub(super) fn on_plan(&mut self, now: Duration, id: u64, outcome: &OutcomeOf<G>, last: bool) -> Effects<G> {
        if let Some(effects) = self.on_better_line(id, outcome) {
            return effects;
        }
        if !last {
            return Vec::new();
        }
        if !matches!(self.phase, Phase::Plan { id: awaited } if awaited == id) {
            self.keep_plan(id, outcome);
            return Vec::new();
        }
        let Some(play) = &mut self.play else { return Vec::new() };
        play.plan = outcome.moves.iter().copied().collect();
        play.proven = outcome.proven;
        let score = play.gained + outcome.score;
        let report =
            Report::Plan { moves: outcome.moves.len(), score, nodes: outcome.nodes, algorithm: outcome.algorithm };
        let mut effects = vec![Effect::Report(report)];
        if outcome.moves.is_empty() {
            effects.extend(self.no_plan(now, outcome.proven));
            return effects;
        }
        play.promised.get_or_insert(score);
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

    /// The search found nothing to play.
    fn no_plan(&mut self, now: Duration, proven: bool) -> Effects<G> {
        let detail = if proven {
            "from this board no move leads to the aim".to_owned()
        } else {
            format!("no plan was found in {:.1} s: give it more --time", self.settings.time.as_secs_f64())
        };
        if !self.settings.dry_run && self.can_unstick() {
            return self.unstick(now, &detail);
        }
        self.finish(Outcome::Halted, detail.clone(), Ending::NotFull(detail))
    }

    /// Goes on with the plan if the board is the one that the plan is for.
    pub(super) fn confirm(&mut self, now: Duration, frame: &Frame, reading: &Reading, rest: Rest) -> Effects<G> {
        let Some(play) = &self.play else { return self.look() };
        let expected = G::expect(&play.board);
        if let Some(unknown) = unknown_if_consistent(reading, &expected) {
            // The next click would finish what an earlier one began.
            if let Some(cell) = self.left_selected(reading, &unknown, rest) {
                if rest.twice {
                    return self.take_back(cell);
                }
                return self.unreadable(now, frame, "the selected tiles change all the time");
            }
            // What holds the run up may be seen only when the move is made: that alone says that it has passed.
            if unknown.is_empty() {
                return self.next_move(now);
            }
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
        let number = self.totals.moves + play.moves;
        if let Some(question) = self.ask() {
            return question;
        }
        let wait = self.ready(number).saturating_sub(now);
        if wait.is_zero() || self.settings.dry_run {
            return self.act(now);
        }
        self.phase = Phase::Gap;
        vec![Effect::Wait(wait)]
    }

    /// The plan's next move, or several that the program takes as one: what is done for it, and what it brings. Nothing where
    /// the plan is at its end or, whatever it is, cannot be played.
    pub(super) fn next_action(&mut self) -> Option<Pending<G>> {
        let play = self.play.as_mut()?;
        let allowed = self.settings.moves.map(|most| most.saturating_sub(self.totals.moves + play.moves));
        let line = play.plan.make_contiguous();
        let line = &line[..line.len().min(allowed.unwrap_or(usize::MAX))];
        let action = G::action(&play.board, line, &self.program.input.manner)?;
        let moves: Vec<_> = line.iter().copied().take(action.moves.max(1)).collect();
        let (mut after, mut gain) = (play.board.clone(), 0);
        for &m in &moves {
            gain += after.play(m).ok()?;
        }
        let clicks = self.program.input.clicks.max(1);
        let styled = |gesture| match gesture {
            Gesture::Click { at, button, count } => Gesture::Click { at, button, count: count * clicks },
            other => other,
        };
        let gestures: Vec<_> = action.gestures.into_iter().map(styled).collect();
        Some(Pending { moves, after, gain, gestures, made: Vec::new(), tries: 1, since: Duration::ZERO })
    }

    /// Presses the plan's next move for the first time.
    pub(super) fn act(&mut self, now: Duration) -> Effects<G> {
        let Some(pending) = self.next_action() else { return self.plan(now) };
        self.acted_at = Some(now);
        let gestures = pending.gestures.clone();
        self.press(Pending { since: now, ..pending }, gestures)
    }

    /// Sends a pending move, or what is missing of it.
    pub(super) fn press(&mut self, mut pending: Pending<G>, gestures: Vec<Gesture<Cell>>) -> Effects<G> {
        let Some(lattice) = self.lattice() else { return self.look() };
        self.other_boards = 0;
        let mut pace = self.program.input.pace();
        // Programs that poll their input miss short presses, and those that are starved of the processor look where the
        // pointer is when it has left: each further try holds for longer, and stays for longer.
        let longer = |ms: u64| (ms + 20 * u64::from(pending.tries - 1)) * u64::from(pending.tries);
        (pace.hold_ms, pace.leave_ms) = (longer(pace.hold_ms), longer(pace.leave_ms));
        let fence = gestures.iter().flat_map(Gesture::places).map(|cell| lattice.cell_rect(cell)).collect();
        let gestures: Vec<_> = gestures.into_iter().map(|g| g.map(|cell| lattice.centre(cell))).collect();
        pending.made.clone_from(&gestures);
        self.phase = Phase::Act(Box::new(pending));
        vec![Effect::Perform { gestures, fence, pace }]
    }

    pub(super) fn on_performed(&mut self, now: Duration, pixels: Vec<(i32, i32)>) -> Effects<G> {
        self.last_press = Some(now);
        self.held = None;
        match std::mem::replace(&mut self.phase, Phase::Done) {
            Phase::Act(mut pending) => {
                pending.since = now;
                let Some(play) = &self.play else { return self.look() };
                let report = Report::Act {
                    number: self.totals.moves + play.moves + pending.moves.len(),
                    moves: pending.moves.len(),
                    what: pending.name(),
                    gesture: pending.made.clone(),
                    pixels,
                    gain: pending.gain,
                    total: play.gained + pending.gain,
                };
                let mut effects = vec![Effect::Report(report)];
                if self.settings.dry_run {
                    self.advance(&pending);
                    effects.extend(self.next_dry_move(now));
                } else {
                    effects.extend(self.search_on(&pending));
                    self.phase = Phase::Verify(pending);
                    self.last = None;
                    effects.extend(self.look());
                }
                effects
            }
            Phase::Errand(errand) => self.on_errand(now, errand),
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
