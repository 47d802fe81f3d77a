//! What the session does when something goes another way. Every wait here is bounded.

use super::{Effect, Effects, Ending, Errand, Outcome, Pending, Phase, Refusal, Report, Rest, Session, Trouble};
use super::{HESITATION, Held, WindowState};
use crate::calibration::FailedSecond;
use crate::frame::Frame;
use crate::games::Game;
use crate::geometry::Rect;
use crate::gesture::Gesture;
use crate::grid::Cell;
use crate::puzzle::{Puzzle, Status};
use crate::vision::Reading;
use std::time::Duration;

/// Between two looks whether what holds the run up has passed.
const HELD_POLL: Duration = Duration::from_millis(200);

impl<G: Game> Session<G> {
    pub(super) fn on_window(&mut self, now: Duration, state: WindowState) -> Effects<G> {
        match state {
            WindowState::Found { title, rect } => {
                let mut effects = match self.window {
                    None => {
                        self.window = Some(rect);
                        let rect = [rect.x, rect.y, rect.width, rect.height];
                        vec![Effect::Report(Report::Window { title, rect })]
                    }
                    Some(_) => self.follow(rect),
                };
                effects.extend(self.look());
                effects
            }
            WindowState::Minimised => self.hold(now, Trouble::Minimised, "the window is minimised: restore it"),
            WindowState::Missing(detail) => self.finish(Outcome::Halted, detail.clone(), Ending::World(detail)),
        }
    }

    /// Says so where the window is elsewhere than it was.
    pub(super) fn follow(&mut self, rect: Rect) -> Effects<G> {
        match self.window.replace(rect) {
            Some(old) if old != rect => vec![recovered(
                Trouble::WindowMoved,
                format!("the window moved from {},{} to {},{}", old.x, old.y, rect.x, rect.y),
            )],
            _ => Vec::new(),
        }
    }

    pub(super) fn on_refused(&mut self, now: Duration, refusal: Refusal) -> Effects<G> {
        // A gesture that was refused was not made: the board is looked at again before it is tried once more.
        match std::mem::replace(&mut self.phase, Phase::Done) {
            Phase::Act(pending) => {
                self.granted = Some(pending.name());
                self.phase = Phase::Confirm { since: now };
                self.last = None;
            }
            Phase::Errand(Errand::Button(aim, _)) => self.phase = Phase::Seek { since: now, aim },
            Phase::Errand(Errand::TakeBack) => self.phase = Phase::Confirm { since: now },
            Phase::Errand(Errand::Focus(phase)) => self.phase = *phase,
            other => self.phase = other,
        }
        match refusal {
            Refusal::WindowMoved => {
                self.last = None;
                vec![Effect::Locate]
            }
            Refusal::Covered(by) => {
                // A game's end often opens a dialog above the board that stays until somebody closes it.
                if let Phase::Verify(pending) = &self.phase
                    && pending.after.status() != Status::Ongoing
                    && self.held.is_some_and(|held| {
                        held.trouble == Trouble::Covered
                            && now.saturating_sub(held.since) >= Duration::from_millis(self.program.timing.settle_ms)
                    })
                {
                    let pending = pending.clone();
                    return self.verified(now, &pending, 0, true);
                }
                self.hold(now, Trouble::Covered, &format!("{by} is in front of the board: move it away"))
            }
            Refusal::Minimised => self.hold(now, Trouble::Minimised, "the window is minimised: restore it"),
            Refusal::Withheld(why) => {
                let detail = format!("the window cannot be captured ({why}): move it wholly onto the screen");
                self.hold(now, Trouble::Withheld, &detail)
            }
            Refusal::Unfocused => {
                let detail = "another window has the keyboard: clicking beside the board to take it".to_owned();
                self.take_focus(Trouble::Unfocused, detail).unwrap_or_else(|| {
                    let detail = "another window has the keyboard: click the game's title";
                    self.hold(now, Trouble::Unfocused, detail)
                })
            }
            Refusal::UserMoved => {
                self.hold(now, Trouble::UserMoved, "the mouse is moved by somebody else: waiting until it rests")
            }
            Refusal::WindowGone(detail) | Refusal::World(detail) => {
                self.finish(Outcome::Halted, detail.clone(), Ending::World(detail))
            }
        }
    }

    /// Waits for something that a person has to mend, says so once, and gives up when patience ends.
    pub(super) fn hold(&mut self, now: Duration, trouble: Trouble, detail: &str) -> Effects<G> {
        // What the board was given to come to rest counts from when it can be seen again.
        match &mut self.phase {
            Phase::Start { since, .. } | Phase::Confirm { since } | Phase::Seek { since, .. } => *since = now,
            Phase::Verify(pending) => pending.since = now,
            Phase::Plan { .. } | Phase::Ask { .. } | Phase::Gap | Phase::Act(_) | Phase::Errand(_) | Phase::Done => {}
        }
        let since = match self.held {
            Some(held) if held.trouble == trouble => held.since,
            _ => {
                self.held = Some(Held { trouble, since: now });
                return vec![recovered(trouble, detail.to_owned()), Effect::Wait(HELD_POLL)];
            }
        };
        if now.saturating_sub(since) < self.settings.patience {
            return vec![Effect::Wait(HELD_POLL)];
        }
        let detail = format!("waited {} s: {detail}", self.settings.patience.as_secs());
        self.finish(Outcome::Halted, detail.clone(), Ending::World(detail))
    }

    /// The board cannot be read now. It may only be moving: looks again, and gives up when it takes too long.
    pub(super) fn unreadable(&mut self, now: Duration, frame: &Frame, detail: &str) -> Effects<G> {
        if let Phase::Verify(pending) = &self.phase
            && pending.after.status() != Status::Ongoing
            && self.shows_end(frame)
        {
            let pending = pending.clone();
            return self.verified(now, &pending, 0, true);
        }
        let since = match &self.phase {
            Phase::Start { since, .. } | Phase::Confirm { since } => *since,
            Phase::Verify(pending) => pending.since,
            _ => now,
        };
        if now.saturating_sub(since) < Duration::from_millis(self.program.timing.settle_ms) {
            return self.look_again();
        }
        if let Some(effects) = self.go_on_despite_unknown(now) {
            return effects;
        }
        let hand = if self.settings.dry_run { "Move the mouse off the board. " } else { "" };
        let detail = format!("{detail}. {hand}If the program has another skin or size now, run `tilepilot calibrate`");
        self.finish(Outcome::Halted, detail.clone(), Ending::NotFull(detail))
    }

    /// Tries a move again that had no effect, or whose clicks arrived at the `marked` cells alone.
    pub(super) fn retry(&mut self, now: Duration, pending: Pending<G>, marked: &[Cell]) -> Effects<G> {
        self.totals.retries += 1;
        self.hesitation = (self.hesitation + HESITATION.0).min(HESITATION.1);
        let tries = pending.tries;
        if let Some(effects) = self.avoid(now, &pending) {
            return effects;
        }
        if tries >= self.program.timing.tries {
            let detail = format!("the move {} had no effect, {tries} times", pending.name());
            return self.finish(Outcome::Halted, detail.clone(), Ending::World(detail));
        }
        // Some programs hear the keyboard only while the pointer stands over them.
        if tries == 1 && pending.gestures.iter().all(|gesture| matches!(gesture, Gesture::Key { .. })) {
            self.phase = Phase::Confirm { since: now };
            let detail = format!("the move {} had no effect: clicking beside the board first", pending.name());
            if let Some(effects) = self.take_focus(Trouble::NoEffect, detail) {
                return effects;
            }
        }
        let detail = format!("the move {} had no effect: trying again with a longer press", pending.name());
        let mut effects = vec![recovered(Trouble::NoEffect, detail)];
        let mut again = pending;
        again.tries += 1;
        again.since = now;
        self.last = None;
        let missing = if marked.is_empty() {
            missing(&again.gestures, &self.assumed_selected(&again.targets()))
        } else {
            missing(&again.gestures, marked)
        };
        effects.extend(self.press(again, missing));
        effects
    }

    /// What a failed second click has left selected where the picture does not say.
    fn assumed_selected(&self, targets: &[Cell]) -> Vec<Cell> {
        let [first, .., last] = targets else { return Vec::new() };
        match self.program.input.failed_second {
            FailedSecond::Clear => Vec::new(),
            FailedSecond::KeepFirst => vec![*first],
            FailedSecond::KeepSecond => vec![*last],
        }
    }

    /// The board is neither the one before nor the predicted one: takes it as it is, once it rests and is legal.
    pub(super) fn other_board(
        &mut self,
        now: Duration,
        frame: &Frame,
        reading: &Reading,
        rest: Rest,
        detail: &str,
    ) -> Effects<G> {
        if rest.time < super::OTHER_BOARD_RESTS {
            return self.unreadable(now, frame, detail);
        }
        let Some(board) = self.board_of(reading) else { return self.unreadable(now, frame, detail) };
        self.totals.mismatches += 1;
        self.other_boards += 1;
        if self.other_boards > super::MOST_OTHER_BOARDS {
            let detail = format!("{detail}, {} times, though nothing was pressed", self.other_boards);
            return self.finish(Outcome::Halted, detail.clone(), Ending::NotFull(detail));
        }
        self.granted = None;
        let mut effects = vec![recovered(Trouble::Mismatch, format!("{detail}: planning anew from what is seen"))];
        if let Some(play) = &mut self.play {
            play.account_for(reading);
            play.board = board;
            play.plan.clear();
        }
        self.held = None;
        effects.extend(self.plan(now));
        effects
    }
}

/// What is left to be done of a move whose clicks arrived at the `marked` cells.
fn missing(gestures: &[Gesture<Cell>], marked: &[Cell]) -> Vec<Gesture<Cell>> {
    let left = |gesture: &Gesture<Cell>| match gesture {
        Gesture::Click { at, button, count } if marked.contains(at) => {
            (*count > 1).then(|| Gesture::Click { at: *at, button: *button, count: count - 1 })
        }
        other => Some(other.clone()),
    };
    let missing: Vec<_> = gestures.iter().filter_map(left).collect();
    if missing.is_empty() { gestures.to_vec() } else { missing }
}

pub(super) fn recovered<B>(reason: Trouble, detail: String) -> Effect<B> {
    Effect::Report(Report::Recover { reason, detail })
}
