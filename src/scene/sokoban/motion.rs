//! Steps that are shown one after the other.

use super::skin::Piece;
use crate::games::sokoban::{Board, Step};
use crate::grid::Cell;
use crate::puzzle::Puzzle;
use std::time::Duration;

/// A piece and its place; row and column are fractions of the lattice's pitch.
pub(super) type Placed = (Piece, (f64, f64));

/// Steps under way.
#[derive(Clone, Debug)]
pub(super) struct Motion {
    before: Board,
    steps: Vec<Step>,
    start: Duration,
    /// How long a step takes; not zero.
    step: Duration,
}

impl Motion {
    /// `steps`, legal ones, from `before` on.
    pub(super) const fn new(before: Board, steps: Vec<Step>, start: Duration, step: Duration) -> Self {
        Self { before, steps, start, step }
    }

    /// How many steps are over, with the share of the one under way; nothing once all of them are.
    fn done(&self, now: Duration) -> Option<(usize, f64)> {
        let done = now.saturating_sub(self.start).as_secs_f64() / self.step.as_secs_f64();
        (done < self.steps.len() as f64).then_some((done as usize, done.fract()))
    }

    pub(super) fn is_over(&self, now: Duration) -> bool {
        self.done(now).is_none()
    }

    /// Where every piece is, the player last; nothing once all steps are over.
    pub(super) fn pieces(&self, now: Duration) -> Option<Vec<Placed>> {
        let (count, share) = self.done(now)?;
        let mut board = self.before.clone();
        for &step in &self.steps[..count] {
            // They were found legal when they were taken.
            board.play(step).ok()?;
        }
        let step = self.steps[count];
        let pushed = step.from(board.player()).filter(|_| board.would_push(step));
        let (down, right) = step.delta();
        let moved = |cell: Cell| (cell.row as f64 + down as f64 * share, cell.col as f64 + right as f64 * share);
        let mut pieces = pieces(&board);
        for (kind, place) in &mut pieces {
            let at = |cell: Cell| *place == (cell.row as f64, cell.col as f64);
            if let Some(cell) = pushed.filter(|&cell| *kind != Piece::Player && at(cell)) {
                let nearer = if share < 0.5 { Some(cell) } else { step.from(cell) };
                *kind = box_look(nearer.is_some_and(|cell| board.is_goal(cell)));
                *place = moved(cell);
            } else if *kind == Piece::Player {
                *place = moved(board.player());
            }
        }
        Some(pieces)
    }
}

const fn box_look(on_goal: bool) -> Piece {
    if on_goal { Piece::BoxOnGoal } else { Piece::Box }
}

/// Every piece of a board at rest, the player last.
pub(super) fn pieces(board: &Board) -> Vec<Placed> {
    let place = |cell: Cell| (cell.row as f64, cell.col as f64);
    let boxes = board.boxes().map(|cell| (box_look(board.is_goal(cell)), place(cell)));
    boxes.chain([(Piece::Player, place(board.player()))]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::sokoban::Rules;
    use std::sync::Arc;

    #[test]
    fn a_walk_goes_from_the_old_board_to_the_new_one() {
        let before = Board::parse(&Arc::new(Rules), "#######\n#@ $ .#\n#######").unwrap();
        let ms = Duration::from_millis;
        let motion = Motion::new(before.clone(), vec![Step::Right; 3], ms(1000), ms(100));
        assert_eq!(motion.pieces(ms(1000)), Some(pieces(&before)));
        let half = motion.pieces(ms(1150)).unwrap();
        assert_eq!(half, [(Piece::Box, (1.0, 3.5)), (Piece::Player, (1.0, 2.5))]);
        let late = motion.pieces(ms(1290)).unwrap();
        assert_eq!(late[0].0, Piece::BoxOnGoal);
        assert!(!motion.is_over(ms(1299)) && motion.is_over(ms(1300)));
        assert_eq!(motion.pieces(ms(1300)), None);
    }
}
