//! What a move brought: goes on as soon as the picture shows what was predicted.

use super::{Effect, Effects, Judgement, OTHER_BOARD_RESTS, Pending, Phase, Report, Rest, Session, judge};
use crate::frame::Frame;
use crate::games::Game;
use crate::grid::{Cell, Grid, Symbol};
use crate::puzzle::{Puzzle, Status};
use crate::vision::{LookState, Reading};
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
        let (change, show) = (Duration::from_millis(timing.change_ms), Duration::from_millis(timing.show_ms));
        let settle = Duration::from_millis(timing.settle_ms);
        let select_first = self.program.input.select_first;
        let targets = pending.targets();
        let shows_marks = select_first && self.knows_marks(&before, &targets);
        match judge(reading, &before, &after, &targets) {
            Judgement::After => self.verified(now, &pending, 0, false),
            Judgement::AfterBut { unknown, seen } => {
                let is_over = pending.after.status() != Status::Ongoing;
                let patient = waited >= settle / 2;
                if is_over && (self.shows_end(frame) || patient && rest.twice) {
                    return self.verified(now, &pending, 0, true);
                }
                // A look that nobody has seen, where the prediction says what stands there: the empty cell's, above all.
                let new_look = |cell: &Cell| after[*cell].first().copied().filter(|s| G::may_be_learned(*s));
                if let Some(looks) =
                    unknown.iter().map(|cell| Some((*cell, new_look(cell)?))).collect::<Option<Vec<_>>>()
                {
                    // Where the look is known, a line or a text may stand over it for longer than it is said to.
                    let model = self.reader.model();
                    let known = looks.iter().any(|(cell, symbol)| model.knows(*symbol, &reading.lattice, *cell));
                    let rests = match (known, seen) {
                        (true, _) => show + settle * 4 / 5,
                        // Where it is known how marked tiles look, these are none.
                        (false, seen) if seen || shows_marks => show + OTHER_BOARD_RESTS / 2,
                        (false, _) => show + change,
                    };
                    if rest.still >= rests && (seen || shows_marks || pending.tries > 1) {
                        return self.learn(now, frame, reading, &pending, &looks);
                    }
                    // It may also be the look of a tile that a first click marked. Where the tiles are gone, one more
                    // click on an empty cell does nothing; where they are marked, it makes the move.
                    if rest.still >= rests {
                        return self.retry(now, *pending, &[]);
                    }
                }
                self.phase = Phase::Verify(pending);
                self.await_rest(now, frame, waited)
            }
            Judgement::Before { selected } => {
                // All of a pair marked: the program shows that it takes it.
                let half_made =
                    select_first && !selected.is_empty() && (targets.len() == 1 || selected.len() < targets.len());
                let half_made = half_made && rest.time >= show.max(OTHER_BOARD_RESTS);
                if waited < show + change && !half_made {
                    self.phase = Phase::Verify(pending);
                    return self.look_soon(waited);
                }
                // No click on these tiles makes a pair for as long as another one is selected.
                match self.left_selected(reading, &[], rest).filter(|_| selected.is_empty()) {
                    Some(cell) => {
                        self.totals.retries += 1;
                        self.take_back(cell)
                    }
                    None => self.retry(now, *pending, &selected),
                }
            }
            // A first click that arrived alone marks its tiles, in a way that the calibration may not know.
            Judgement::BeforeBut { unknown }
                if select_first && targets.iter().any(|cell| unknown.contains(cell)) && rest.still >= show + change =>
            {
                let marked: Vec<Cell> = targets.into_iter().filter(|cell| unknown.contains(cell)).collect();
                self.retry(now, *pending, &marked)
            }
            Judgement::Other if rest.time >= OTHER_BOARD_RESTS => {
                if let Some(effects) = self.learn_rules(now, reading, &pending) {
                    return effects;
                }
                self.phase = Phase::Verify(pending);
                self.other_board(now, frame, reading, rest, "the move brought another board than predicted")
            }
            Judgement::Other | Judgement::Unclear | Judgement::BeforeBut { .. } => {
                let is_over = pending.after.status() != Status::Ongoing;
                if is_over && self.shows_end(frame) {
                    return self.verified(now, &pending, 0, true);
                }
                self.phase = Phase::Verify(pending);
                self.await_rest(now, frame, waited)
            }
        }
    }

    /// Whether the calibration says how the tiles of these cells look when they are selected: what looks otherwise is
    /// no marked tile then.
    fn knows_marks(&self, before: &Grid<Vec<Symbol>>, cells: &[Cell]) -> bool {
        let classes = self.reader.model().classes();
        let is_known = |symbol: &Symbol| {
            let looks = classes.iter().filter(|class| class.symbol == *symbol).flat_map(|class| &class.looks);
            looks.into_iter().any(|look| look.state == LookState::Selected)
        };
        cells.iter().all(|cell| before[*cell].iter().all(is_known))
    }

    /// Learns how these cells look, and takes the move as made.
    fn learn(
        &mut self,
        now: Duration,
        frame: &Frame,
        reading: &Reading,
        pending: &Pending<G>,
        looks: &[(Cell, Symbol)],
    ) -> Effects<G> {
        self.searched = None;
        for (cell, symbol) in looks {
            self.reader.learn(&frame.pixels, &reading.lattice, *cell, *symbol);
        }
        self.verified(now, pending, looks.len(), false)
    }

    pub(super) fn await_rest(&mut self, now: Duration, frame: &Frame, waited: Duration) -> Effects<G> {
        let timing = &self.program.timing;
        if waited < Duration::from_millis(timing.settle_ms + timing.show_ms) {
            return self.look_soon(waited);
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
            play.moves += pending.moves.len();
            play.plan.drain(..pending.moves.len().min(play.plan.len()));
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
        self.errands = 0;
        self.verified_at = now;
        self.keep_seen(pending);
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
