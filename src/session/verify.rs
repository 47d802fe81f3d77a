//! What a move brought: goes on as soon as the picture shows what was predicted.

use super::{Effect, Effects, Judgement, OTHER_BOARD_RESTS, Pending, Phase, Report, Rest, Session, judge};
use crate::frame::Frame;
use crate::games::Game;
use crate::grid::{Cell, Symbol};
use crate::puzzle::{Puzzle, Status};
use crate::vision::Reading;
use std::time::Duration;

impl<G: Game> Session<G> {
    /// Looks what a move brought.
    pub(super) fn verify(
        &mut self,
        now: Duration,
        frame: &Frame,
        reading: &Reading,
        rest: Rest,
        pending: Box<Pending<G>>,
    ) -> Effects<G> {
        let Some(play) = &self.play else { return self.look() };
        let (before, after) = (G::expect(&play.board), G::expect(&pending.after));
        let waited = now.saturating_sub(pending.since);
        let timing = &self.program.timing;
        match judge(reading, &before, &after, pending.target) {
            Judgement::After => self.verified(now, &pending, 0, false),
            Judgement::AfterBut { unknown, seen } => {
                let is_over = pending.after.status() != Status::Ongoing;
                let patient = waited >= Duration::from_millis(timing.settle_ms / 2);
                if is_over && (self.any_button(frame).is_some() || patient && rest.twice) {
                    return self.verified(now, &pending, 0, true);
                }
                // A look that nobody has seen, where the prediction says that nothing stands: the empty cell's.
                if unknown.iter().all(|&cell| after[cell] == [Symbol::EMPTY]) {
                    let rests = if seen { OTHER_BOARD_RESTS / 2 } else { Duration::from_millis(timing.change_ms) };
                    if rest.still >= rests && (seen || pending.tries > 1) {
                        return self.learn_empty(now, frame, reading, &pending, &unknown);
                    }
                    // It may also be the look of a tile that a first click marked. Where the tiles are gone, one more
                    // click on an empty cell does nothing; where they are marked, it makes the move.
                    if rest.still >= rests {
                        return self.retry(now, *pending, false);
                    }
                }
                self.phase = Phase::Verify(pending);
                self.await_rest(now, frame, waited)
            }
            Judgement::Before { selected } => {
                let half_made = selected && self.program.input.select_first && rest.time >= OTHER_BOARD_RESTS;
                if waited < Duration::from_millis(timing.change_ms) && !half_made {
                    self.phase = Phase::Verify(pending);
                    return self.look_again();
                }
                self.retry(now, *pending, half_made)
            }
            // A first click that arrived alone marks its tiles, in a way that the calibration may not know.
            Judgement::BeforeBut { unknown }
                if self.program.input.select_first
                    && unknown.contains(&pending.target)
                    && rest.still >= Duration::from_millis(timing.change_ms) =>
            {
                self.retry(now, *pending, true)
            }
            Judgement::Other if rest.time >= OTHER_BOARD_RESTS => {
                self.phase = Phase::Verify(pending);
                self.other_board(now, frame, reading, rest, "the move brought another board than predicted")
            }
            Judgement::Other | Judgement::Unclear | Judgement::BeforeBut { .. } => {
                let is_over = pending.after.status() != Status::Ongoing;
                if is_over && self.any_button(frame).is_some() {
                    return self.verified(now, &pending, 0, true);
                }
                self.phase = Phase::Verify(pending);
                self.await_rest(now, frame, waited)
            }
        }
    }

    pub(super) fn learn_empty(
        &mut self,
        now: Duration,
        frame: &Frame,
        reading: &Reading,
        pending: &Pending<G>,
        unknown: &[Cell],
    ) -> Effects<G> {
        for &cell in unknown {
            self.reader.learn(&frame.pixels, &reading.lattice, cell, Symbol::EMPTY);
        }
        self.verified(now, pending, unknown.len(), false)
    }

    pub(super) fn await_rest(&mut self, now: Duration, frame: &Frame, waited: Duration) -> Effects<G> {
        if waited < Duration::from_millis(self.program.timing.settle_ms) {
            return self.look_again();
        }
        self.unreadable(
            now,
            frame,
            "the board does not come to rest, or shows tiles that the calibration does not know",
        )
    }

    /// Takes a move as made: the board is now the predicted one.
    pub(super) fn advance(&mut self, pending: &Pending<G>) {
        if let Some(play) = &mut self.play {
            play.board = pending.after.clone();
            play.gained += pending.gain;
            play.moves += 1;
            play.plan.pop_front();
        }
    }

    pub(super) fn verified(
        &mut self,
        now: Duration,
        pending: &Pending<G>,
        learned: usize,
        covered: bool,
    ) -> Effects<G> {
        self.held = None;
        self.verified_at = now;
        self.advance(pending);
        let number = self.totals.moves + self.play.as_ref().map_or(0, |p| p.moves);
        let board = self.last.as_ref().map_or_else(Vec::new, |(reading, _)| rows(reading));
        let mut effects = vec![Effect::Report(Report::Verify { number, learned, covered, board })];
        effects.extend(self.next_move(now));
        effects
    }
}

/// The rows of a reading as in board files, `?` where unknown.
fn rows(reading: &Reading) -> Vec<String> {
    let tokens = reading.symbols.iter().flatten().any(|s| s.as_str().len() > 1);
    let (unknown, between) = if tokens { ("??", " ") } else { ("?", "") };
    let row = |r| reading.symbols.row(r).iter().map(|s| s.as_ref().map_or(unknown, Symbol::as_str)).collect::<Vec<_>>();
    (0..reading.symbols.rows()).map(|r| row(r).join(between)).collect()
}
