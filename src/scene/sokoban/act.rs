//! What is done with a key, a press and a release.

use super::controls::{self, Action, Command};
use super::hint::Hint;
use super::motion::Motion;
use super::{Armed, Phase, Position, SokobanScene, stage};
use crate::games::sokoban::{Board, Step};
use crate::gesture::{Key, MouseButton};
use crate::grid::Cell;
use crate::puzzle::Puzzle;
use std::time::Duration;

/// The step from a cell to one right beside it.
fn step_to(from: Cell, to: Cell) -> Option<Step> {
    Step::ALL.into_iter().find(|step| step.from(from) == Some(to))
}

/// The walk and the pushes that bring the box in `from` straight to `to`, if that can be done.
fn drag(board: &Board, from: Cell, to: Cell) -> Option<Vec<Step>> {
    let step = match (to.row.cmp(&from.row), to.col.cmp(&from.col)) {
        (std::cmp::Ordering::Less, std::cmp::Ordering::Equal) => Step::Up,
        (std::cmp::Ordering::Greater, std::cmp::Ordering::Equal) => Step::Down,
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Less) => Step::Left,
        (std::cmp::Ordering::Equal, std::cmp::Ordering::Greater) => Step::Right,
        _ => return None,
    };
    let mut steps = board.walk_to(step.opposite().from(from)?)?;
    let distance = from.row.abs_diff(to.row) + from.col.abs_diff(to.col);
    let mut at = from;
    for _ in 0..distance {
        at = step.from(at)?;
        if board.is_wall(at) || board.is_box(at) {
            return None;
        }
        steps.push(step);
    }
    Some(steps)
}

impl SokobanScene {
    pub(super) fn key(&mut self, key: Key, now: Duration) {
        self.presses.keys += 1;
        if self.is_moving(now) {
            self.presses.ignored_keys += 1;
            return;
        }
        match controls::command(key) {
            Some(Command::Step(step)) => self.take(&[step], now),
            Some(Command::Do(action)) => self.perform(action, now),
            None => {}
        }
    }

    pub(super) fn press(&mut self, button: MouseButton, now: Duration) {
        if button == MouseButton::Right {
            return;
        }
        self.armed = None;
        let under = self.button_under_pointer(now).filter(|_| button == MouseButton::Left);
        let cell = self.cell_under_pointer();
        let is_over = matches!(self.phase(now), Phase::Won | Phase::Over);
        if self.is_moving(now) && (under.is_some() || cell.is_some()) {
            self.presses.ignored_presses += 1;
        } else if let Some(action) = under {
            self.presses.buttons += 1;
            self.armed = Some((button, Armed::Button(action)));
        } else if let Some(cell) = cell.filter(|&cell| !is_over && self.is_useful(cell, button)) {
            self.presses.cells += 1;
            self.armed = Some((button, Armed::Cell(cell)));
        } else {
            self.presses.stray += 1;
        }
    }

    /// Whether something can come of a press there.
    fn is_useful(&self, cell: Cell, button: MouseButton) -> bool {
        let board = &self.now.board;
        let walk = || board.walk_to(cell).is_some_and(|walk| !walk.is_empty());
        board.is_box(cell) && board.is_inside(cell) || button == MouseButton::Left && walk()
    }

    pub(super) fn release(&mut self, button: MouseButton, now: Duration) {
        let Some((_, armed)) = self.armed.take_if(|(held, _)| *held == button) else { return };
        if self.is_moving(now) {
            return;
        }
        match armed {
            Armed::Button(action) if self.button_under_pointer(now) == Some(action) => self.perform(action, now),
            Armed::Button(_) => {}
            Armed::Cell(from) => match self.cell_under_pointer() {
                Some(to) if to == from && button == MouseButton::Left => self.click(to, now),
                Some(to) if self.now.board.is_box(from) => {
                    if let Some(steps) = drag(&self.now.board, from, to).filter(|_| to != from) {
                        self.take(&steps, now);
                    }
                }
                _ => {}
            },
        }
    }

    fn click(&mut self, cell: Cell, now: Duration) {
        let board = &self.now.board;
        let beside = step_to(board.player(), cell).map(|step| vec![step]);
        if let Some(steps) = beside.or_else(|| board.walk_to(cell)) {
            self.take(&steps, now);
        }
    }

    /// Takes steps one after the other, up to the first one that the rules refuse.
    fn take(&mut self, steps: &[Step], now: Duration) {
        let before = self.now.clone();
        let mut taken = Vec::new();
        for &step in steps {
            let pushes = self.now.board.would_push(step);
            if self.now.board.play(step).is_err() {
                break;
            }
            self.now.moves += 1;
            self.now.pushes += u32::from(pushes);
            taken.push(step);
        }
        if taken.is_empty() {
            return;
        }
        self.hint = None;
        let animation = self.options.animation;
        self.motion = (!animation.is_zero()).then(|| Motion::new(before.board.clone(), taken, now, animation));
        self.past.push(before);
    }

    fn perform(&mut self, action: Action, now: Duration) {
        let phase = self.phase(now);
        match action {
            Action::Undo => {
                if let Some(before) = self.past.pop() {
                    self.put(before);
                }
            }
            Action::Restart => {
                if let Some(start) = self.past.first().cloned().filter(|start| *start != self.now) {
                    let before = std::mem::replace(&mut self.now, start);
                    self.past.push(before);
                    self.still();
                }
            }
            Action::Hint if phase == Phase::Playing => self.hint = Some(Hint::find(&self.now.board, now)),
            Action::NextLevel if phase == Phase::Won => {
                if let Some(next) = self.options.levels.after(self.level) {
                    self.open(next);
                }
            }
            Action::NewGame if phase == Phase::Over => {
                self.game += 1;
                self.open(self.options.first);
            }
            Action::Quit => self.closing = true,
            Action::Hint | Action::NextLevel | Action::NewGame | Action::Save => {}
        }
    }

    fn put(&mut self, position: Position) {
        self.now = position;
        self.still();
    }

    /// Nothing moves and nothing is hinted at.
    fn still(&mut self) {
        self.motion = None;
        self.hint = None;
    }

    fn open(&mut self, number: usize) {
        // Levels of a file that cannot be opened are passed over, and generated ones follow from good flags.
        if let Ok(board) = self.options.levels.level(number) {
            self.level = number;
            self.past.clear();
            self.stage.set_ground(stage::ground_of(&board));
            self.put(Position::start(board));
        }
    }
}
