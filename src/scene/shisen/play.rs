//! What presses do.

use super::overlay::{self, Action};
use super::{FailedSecond, Motion, Phase, Removal, ShisenScene, Verdict, deal};
use crate::games::shisen::{Move, shuffle};
use crate::grid::Cell;
use crate::puzzle::{Puzzle, Status};
use crate::scene::Presses;
use std::time::Duration;

/// What an input can change of picture and truth.
#[derive(PartialEq, Eq)]
pub(super) struct Shown {
    hovered: Option<Cell>,
    button: Option<(Action, bool)>,
    selected: Option<Cell>,
    hinted: Option<Move>,
    moves: u32,
    shuffles: u32,
    dealt: usize,
    presses: Presses,
}

impl ShisenScene {
    pub(super) fn shown(&self, now: Duration) -> Shown {
        Shown {
            hovered: self.hovered(now),
            button: self.button_under_pointer(now),
            selected: self.selected,
            hinted: self.hinted(now),
            moves: self.moves,
            shuffles: self.shuffles,
            dealt: self.dealt,
            presses: self.presses,
        }
    }

    pub(super) fn press(&mut self, now: Duration) {
        let phase = self.phase(now);
        let button = self.button_under_pointer(now);
        let on_board = self.pointer.is_some_and(|p| self.layout.lattice.bounds().contains(p));
        let tile = self.pointer.and_then(|p| self.tile_at(p));
        match (phase, button, tile) {
            (Phase::Line | Phase::Animating, button, _) if on_board || button.is_some() => self.presses.ignored += 1,
            (Phase::Line | Phase::Animating, ..) => self.presses.stray += 1,
            (_, Some((action, _)), _) => {
                self.presses.buttons += 1;
                self.armed = Some(action);
            }
            (Phase::Playing | Phase::Selected, None, Some(cell)) => {
                self.presses.tiles += 1;
                self.hint = None;
                self.press_tile(cell, now);
            }
            (..) => self.presses.stray += 1,
        }
    }

    fn press_tile(&mut self, cell: Cell, now: Duration) {
        let Some(first) = self.selected else {
            self.selected = Some(cell);
            return;
        };
        if first == cell {
            self.selected = None;
        } else if !self.play(Move { from: first, to: cell }, now) {
            self.selected = match self.options.failed_second {
                FailedSecond::Clear => None,
                FailedSecond::KeepFirst => Some(first),
                FailedSecond::KeepSecond => Some(cell),
            };
        }
    }

    /// Plays a move, if the rules allow it.
    fn play(&mut self, m: Move, now: Duration) -> bool {
        let Some(path) = self.board.path(m.from, m.to) else { return false };
        let before = self.board.clone();
        if self.board.play(m).is_err() {
            return false;
        }
        let motion = Motion::new(&before, m);
        self.removal = Some(Removal { m, path, before: before.symbols(), motion, start: now });
        self.selected = None;
        self.moves += 1;
        self.judge();
        true
    }

    /// Counts the pairs that can go, and sees whether the board is at its end.
    pub(super) fn judge(&mut self) {
        let mut moves = Vec::new();
        self.board.legal_moves(&mut moves);
        self.pairs = moves.len();
        self.end = match self.board.status() {
            Status::Ongoing => None,
            Status::Won if self.options.boards.is_some_and(|boards| self.number >= boards) => {
                Some(Verdict::AllBoardsCleared)
            }
            Status::Won => Some(Verdict::Cleared),
            Status::Stuck if shuffle::shuffle(&self.board, self.shuffle_seed()).is_ok() => Some(Verdict::Stuck),
            Status::Stuck => Some(Verdict::Hopeless),
        };
    }

    /// The seed of the next shuffle, another one for each.
    fn shuffle_seed(&self) -> u64 {
        self.options.seed.wrapping_add((self.dealt as u64) << 32).wrapping_add(u64::from(self.shuffles) + 1)
    }

    /// The button under the pointer, and whether it is one of the footer.
    fn button_under_pointer(&self, now: Duration) -> Option<(Action, bool)> {
        let p = self.pointer?;
        let footer = overlay::footer(&self.layout).into_iter().map(|button| (button, true));
        let mut all = footer.chain(self.overlay_buttons(now).into_iter().map(|button| (button, false)));
        all.find(|(button, _)| button.rect.contains(p)).map(|(button, is_footer)| (button.action, is_footer))
    }

    pub(super) fn release(&mut self, now: Duration) {
        let Some(armed) = self.armed.take() else { return };
        if self.button_under_pointer(now).map(|(action, _)| action) != Some(armed) {
            return;
        }
        match armed {
            Action::Shuffle => self.shuffle(),
            Action::Hint => self.show_hint(now),
            Action::NextBoard => {
                self.number += 1;
                self.deal_next();
            }
            Action::NewGame => {
                self.game += 1;
                self.number = 1;
                self.deal_next();
            }
            Action::Quit => self.closing = true,
        }
    }

    fn shuffle(&mut self) {
        if self.board.left() == 0 {
            return;
        }
        if let Ok(board) = shuffle::shuffle(&self.board, self.shuffle_seed()) {
            self.board = board;
            self.shuffles += 1;
            self.selected = None;
            self.removal = None;
            self.hint = None;
            self.judge();
        }
    }

    fn show_hint(&mut self, now: Duration) {
        let mut moves = Vec::new();
        self.board.legal_moves(&mut moves);
        self.hint = moves.first().map(|&m| (m, now));
    }

    fn deal_next(&mut self) {
        // Size and kinds were found good when the first board was dealt.
        if let Ok(board) = deal(self.board.rules(), &self.options, self.dealt) {
            self.board = board;
        }
        self.dealt += 1;
        self.moves = 0;
        self.shuffles = 0;
        self.selected = None;
        self.removal = None;
        self.hint = None;
        self.judge();
    }
}
