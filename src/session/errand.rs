//! What is pressed besides moves: the program's buttons, a selection that is taken back, a click for the keyboard.

use super::recover::recovered;
use super::{Aim, Effect, Effects, Ending, Errand, Outcome, Phase, Rest, Session, Trouble};
use crate::calibration::{Calibration, Opens, Reset, Trigger};
use crate::frame::Frame;
use crate::games::Game;
use crate::geometry::{Lattice, Point, Rect};
use crate::gesture::{Gesture, MouseButton};
use crate::grid::Cell;
use crate::puzzle::{Puzzle, Status};
use crate::vision::button::Button;
use crate::vision::{LookState, Reading};
use std::time::Duration;

/// Between two searches of the whole picture for a button.
const BETWEEN_SEARCHES: Duration = Duration::from_millis(500);

/// Errands between two moves before the bot gives up on them.
const MOST_ERRANDS: u32 = 4;

/// Half the side of the square, in pixels, in which a click for the keyboard has to land.
const FOCUS_REACH: f64 = 4.0;

impl<G: Game> Session<G> {
    /// Whether a button may help on where nothing else does.
    pub(super) fn can_unstick(&self) -> bool {
        let on_stuck = &self.program.on_stuck;
        !on_stuck.click.is_empty() && self.play.as_ref().is_some_and(|play| play.unstuck < on_stuck.times)
    }

    /// Looks for a button that helps on.
    pub(super) fn unstick(&mut self, now: Duration, why: &str) -> Effects<G> {
        if let Some(play) = &mut self.play {
            play.unstuck += 1;
        }
        self.phase = Phase::Seek { since: now, aim: Aim::Unstick };
        let names = self.program.on_stuck.click.join(" or ");
        let mut effects = vec![recovered(Trouble::Stuck, format!("{why}: looking for {names}"))];
        effects.extend(self.look_again());
        effects
    }

    /// Looks for a button of the calibration's list, and uses it.
    pub(super) fn seek(&mut self, now: Duration, frame: &Frame, detail: &str) -> Effects<G> {
        let Phase::Seek { since, aim } = self.phase else { return self.look() };
        if let Some((opens, gesture, fence)) = self.button_to_use(now, frame, aim) {
            self.phase = Phase::Errand(Errand::Button(aim, opens));
            let pace = self.program.input.pace();
            return vec![Effect::Perform { gestures: vec![gesture], fence, pace }];
        }
        if now.saturating_sub(since) < Duration::from_millis(self.program.timing.settle_ms) {
            return self.look_again();
        }
        match aim {
            Aim::GoOn => {
                let detail = format!("{}: {detail}", self.played());
                self.finish(Outcome::Halted, detail.clone(), Ending::NotFull(detail))
            }
            Aim::Unstick if self.play.as_ref().is_some_and(|play| play.board.status() == Status::Stuck) => {
                self.game_over(now)
            }
            Aim::Unstick => self.finish(Outcome::Halted, detail.to_owned(), Ending::NotFull(detail.to_owned())),
        }
    }

    /// Looks for the button to the next game once more where it is still shown long after it was used: the click was lost.
    pub(super) fn go_on_again(&mut self, now: Duration, since: Duration, frame: &Frame) -> Option<Effects<G>> {
        let change = Duration::from_millis(self.program.timing.change_ms);
        let is_due = self.totals.games > 0 && self.errands < MOST_ERRANDS && now.saturating_sub(since) >= change;
        if !is_due || !self.shows_end(frame) {
            return None;
        }
        self.errands += 1;
        self.totals.retries += 1;
        self.phase = Phase::Seek { since: now, aim: Aim::GoOn };
        let mut effects = vec![recovered(Trouble::NoEffect, "the button had no effect: using it again".to_owned())];
        effects.extend(self.look());
        Some(effects)
    }

    /// Presses a key that helps on once more where it had no effect: some programs hear the keyboard only while the pointer
    /// stands over them.
    pub(super) fn use_again(&mut self, now: Duration, opens: Opens) -> Option<Effects<G>> {
        let is_key = |name: &String| {
            self.program.buttons.iter().any(|b| b.name == *name && b.opens == opens && matches!(b.by, Trigger::Key(_)))
        };
        if self.errands > 0 || !self.program.on_stuck.click.iter().any(is_key) {
            return None;
        }
        self.phase = Phase::Seek { since: now, aim: Aim::Unstick };
        self.take_focus(Trouble::NoEffect, "the key had no effect: clicking beside the board first".to_owned())
    }

    /// The first button of the list that can be used now: what it brings, what is done, and where that may land.
    fn button_to_use(&mut self, now: Duration, frame: &Frame, aim: Aim) -> Option<(Opens, Gesture<Point>, Vec<Rect>)> {
        let wanted = match aim {
            Aim::GoOn => &self.program.on_end.click,
            Aim::Unstick => &self.program.on_stuck.click,
        };
        let is_dialog = self.is_dialog(frame);
        // A dialog is as large as it is, however large the board in its window was made.
        let as_calibrated = if is_dialog { placed(&self.program, &self.program.place.lattice) } else { Vec::new() };
        let buttons = if is_dialog { &as_calibrated } else { &self.buttons };
        let program = &self.program;
        let opens = |name: &String| program.buttons.iter().find(|b| b.name == *name).map(|b| (b.opens, &b.by));
        let seen = |look: &dyn Fn(&Button) -> Option<Rect>| {
            wanted.iter().find_map(|name| {
                let (_, button) = buttons.iter().find(|(known, _)| known == name)?;
                Some((name, look(button)?))
            })
        };
        let mut found = if is_dialog { None } else { seen(&|button| button.near(&frame.pixels)) };
        // A look everywhere takes long: it is for a window that puts its buttons elsewhere than it did.
        if found.is_none() && now >= self.search_buttons_at {
            found = seen(&|button| button.anywhere(&frame.pixels));
            self.search_buttons_at = now + BETWEEN_SEARCHES;
        }
        if let Some((name, rect)) = found {
            return Some((opens(name)?.0, Gesture::click(rect.centre()), vec![rect.inset(0.1)]));
        }
        // Whether a key closed what it is to close is seen by what comes next: it is not pressed again and again.
        let closes = self.errands < if is_dialog { MOST_ERRANDS } else { 1 };
        wanted.iter().find_map(|name| match opens(name)? {
            (Opens::Dismiss, Trigger::Key(_)) if !closes => None,
            (opens, Trigger::Key(key)) => Some((opens, Gesture::Key { key: *key }, Vec::new())),
            (_, Trigger::Click { .. }) => None,
        })
    }

    /// Whether the program may have a dialog over its window that is to be answered: at a game's end, and after it for as
    /// long as the next board does not come.
    pub(super) fn expects_dialogs(&self) -> bool {
        match self.phase {
            Phase::Seek { .. } => true,
            Phase::Start { after, .. } => after.is_none() && self.totals.games > 0,
            _ => false,
        }
    }

    /// Whether a picture shows a dialog of the program in place of its window.
    pub(super) fn is_dialog(&self, frame: &Frame) -> bool {
        self.expects_dialogs() && self.window.is_some_and(|window| window != frame.window)
    }

    /// A dialog is over the window: answers it. One that opens only after the way to the next game was used, or closes
    /// slowly, is given time first.
    pub(super) fn on_dialog(&mut self, now: Duration, frame: &Frame) -> Effects<G> {
        if let Phase::Start { since, .. } = self.phase {
            if now.saturating_sub(since) < Duration::from_millis(self.program.timing.change_ms) {
                return self.look_again();
            }
            if self.errands >= MOST_ERRANDS {
                return self.hold(now, Trouble::Covered, "a dialog is in front of the board: close it");
            }
            self.errands += 1;
            self.phase = Phase::Seek { since: now, aim: Aim::GoOn };
        }
        self.seek(now, frame, "no button to go on with is seen")
    }

    /// An errand is done.
    pub(super) fn on_errand(&mut self, now: Duration, errand: Errand<G>) -> Effects<G> {
        self.last = None;
        match errand {
            Errand::Button(aim, Opens::Dismiss) => {
                self.errands += 1;
                self.phase = Phase::Seek { since: now, aim };
            }
            Errand::Button(_, opens) if opens.stays_on_level() => {
                self.phase = Phase::Start { since: now, after: Some(opens) };
            }
            Errand::Button(..) => {
                self.phase = Phase::Start { since: now, after: None };
                self.play = None;
                self.reader.begin_game();
                self.memory = self.known.clone();
            }
            Errand::TakeBack => self.phase = Phase::Confirm { since: now },
            Errand::Focus(phase) => self.phase = *phase,
        }
        self.look_again()
    }

    /// The buttons that can be seen at their places.
    pub(super) fn buttons_seen(&self, frame: &Frame) -> Vec<String> {
        let seen = self.buttons.iter().filter(|(_, button)| button.near(&frame.pixels).is_some());
        seen.map(|(name, _)| name.clone()).collect()
    }

    /// Whether a button is seen that only a game's end brings.
    pub(super) fn shows_end(&self, frame: &Frame) -> bool {
        let lists = [&self.program.on_end.click, &self.program.on_stuck.click];
        let brings = |name: &String| lists.iter().any(|list| list.contains(name)) && !self.standing.contains(name);
        self.buttons.iter().any(|(name, button)| brings(name) && button.near(&frame.pixels).is_some())
    }

    /// Takes the buttons' places and sizes from where the board is now.
    pub(super) fn place_buttons(&mut self, now: &Lattice) {
        self.buttons = placed(&self.program, now);
    }

    /// A cell that an earlier click left selected, if the program takes selections back.
    pub(super) fn left_selected(&self, reading: &Reading, unknown: &[Cell], rest: Rest) -> Option<Cell> {
        self.program.input.reset?;
        if self.errands >= MOST_ERRANDS {
            return None;
        }
        let marked = reading.cells.enumerate().find(|(_, v)| v.class.is_some() && v.state == LookState::Selected);
        // One tile alone that looks like nothing known, and keeps looking so, is a marked one.
        let unclear = match unknown {
            [cell] if rest.still >= Duration::from_millis(self.program.timing.change_ms) => Some(*cell),
            _ => None,
        };
        marked.map(|(cell, _)| cell).or(unclear)
    }

    /// Takes a selection back.
    pub(super) fn take_back(&mut self, cell: Cell) -> Effects<G> {
        let (Some(lattice), Some(reset)) = (self.lattice(), self.program.input.reset) else { return self.look() };
        self.errands += 1;
        let at = lattice.centre(cell);
        let gesture = match reset {
            Reset::ClickAgain => Gesture::click(at),
            Reset::RightClick => Gesture::Click { at, button: MouseButton::Right, count: 1 },
            Reset::Key(key) => Gesture::Key { key },
        };
        self.phase = Phase::Errand(Errand::TakeBack);
        let detail = format!("the tile at row {}, col {} is still selected: taking that back", cell.row, cell.col);
        let (fence, pace) = (vec![lattice.cell_rect(cell)], self.program.input.pace());
        vec![recovered(Trouble::Selected, detail), Effect::Perform { gestures: vec![gesture], fence, pace }]
    }

    /// Gives the window the keyboard by a click where that does nothing else, if such a place is known.
    pub(super) fn take_focus(&mut self, trouble: Trouble, detail: String) -> Option<Effects<G>> {
        let (lattice, place) = (self.lattice()?, self.program.input.focus?);
        if self.errands >= MOST_ERRANDS {
            return None;
        }
        self.errands += 1;
        let at = beside(place, &self.program.place.lattice, &lattice);
        let fence = vec![Rect::new(at.x - FOCUS_REACH, at.y - FOCUS_REACH, 2.0 * FOCUS_REACH, 2.0 * FOCUS_REACH)];
        let phase = std::mem::replace(&mut self.phase, Phase::Done);
        self.phase = Phase::Errand(Errand::Focus(Box::new(phase)));
        let (gestures, pace) = (vec![Gesture::click(at)], self.program.input.pace());
        Some(vec![recovered(trouble, detail), Effect::Perform { gestures, fence, pace }])
    }
}

/// Where a place beside the board `was` is beside the board `now`: as far from its edge in cells, so that it never comes
/// to lie on a board that has more of them.
fn beside(place: Point, was: &Lattice, now: &Lattice) -> Point {
    let along = |place: f64, (start, length, pitch): (f64, f64, f64), (at, long, wide): (f64, f64, f64)| {
        let scale = wide / pitch;
        if place < start {
            at - (start - place) * scale
        } else if place > start + length {
            at + long + (place - start - length) * scale
        } else {
            at + (place - start) / length * long
        }
    };
    let (from, to) = (was.bounds(), now.bounds());
    Point::new(
        along(place.x, (from.x, from.width, was.pitch_x), (to.x, to.width, now.pitch_x)),
        along(place.y, (from.y, from.height, was.pitch_y), (to.y, to.height, now.pitch_y)),
    )
}

/// The buttons of a program that are clicked, as they look and where they are on a board that lies as `now`.
fn placed(program: &Calibration, now: &Lattice) -> Vec<(String, Button)> {
    let calibrated = program.place.lattice;
    let placed = program.buttons.iter().filter_map(|button| match &button.by {
        Trigger::Click { rect, picture, .. } => {
            Some((button.name.clone(), Button::new(picture, rect, &calibrated, now)))
        }
        Trigger::Key(_) => None,
    });
    placed.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_beside_the_board_stays_beside_a_larger_one() {
        let was = Lattice::from_corner(32.0, 96.0, (32.0, 32.0), 10, 12);
        let now = Lattice::from_corner(16.0, 60.0, (16.0, 16.0), 40, 60);
        for (x, y, to_x, to_y) in [(16.0, 256.0, 8.0, 380.0), (224.0, 64.0, 496.0, 44.0), (448.0, 448.0, 992.0, 716.0)]
        {
            assert_eq!(beside(Point::new(x, y), &was, &now), Point::new(to_x, to_y));
        }
        assert_eq!(beside(Point::new(16.0, 256.0), &was, &was), Point::new(16.0, 256.0));
    }
}
