//! Boxes close together that cannot be parted, learned as they are met.
//!
//! From the box that was pushed a pattern grows over boxes that touch by side or corner, as long as four rows and columns
//! hold it. It is searched alone, and is dead where no box of it can leave the pattern's own rows and columns and the boxes
//! cannot all come to goals. So closed diagonals are found, blocks with holes, and what they make with walls and with
//! squares that are dead. Verdicts are kept for the whole search.

use super::alone::Alone;
use super::field::Field;
use super::walk::Walk;
use crate::grid::Cell;

/// Most rows and columns of a pattern.
const MOST_SIDE: usize = 4;

/// Rows and columns that hold some cells.
#[derive(Clone, Copy, Debug)]
struct Frame {
    top: usize,
    bottom: usize,
    left: usize,
    right: usize,
}

impl Frame {
    fn with(self, cell: Cell) -> Self {
        Self {
            top: self.top.min(cell.row),
            bottom: self.bottom.max(cell.row),
            left: self.left.min(cell.col),
            right: self.right.max(cell.col),
        }
    }

    fn fits(self) -> bool {
        self.bottom - self.top < MOST_SIDE && self.right - self.left < MOST_SIDE
    }

    fn holds(self, cell: Cell) -> bool {
        (self.top..=self.bottom).contains(&cell.row) && (self.left..=self.right).contains(&cell.col)
    }
}

/// Learns patterns.
pub(super) struct Patterns {
    alone: Alone,
    members: Vec<u16>,
}

impl Patterns {
    pub(super) fn new(field: &Field) -> Self {
        Self { alone: Alone::new(field), members: Vec::new() }
    }

    /// Whether the box that was pushed to `square` stands in a dead pattern; the player is at `player`.
    pub(super) fn finds_deadlock(&mut self, field: &Field, walk: &Walk, square: u16, player: u16) -> bool {
        let cell = field.cell(square);
        let mut frame = Frame { top: cell.row, bottom: cell.row, left: cell.col, right: cell.col };
        self.members.clear();
        self.members.push(square);
        let mut next = 0;
        while let Some(&member) = self.members.get(next) {
            next += 1;
            for near in field.around(member) {
                let wider = frame.with(field.cell(near));
                if walk.is_box(near) && !self.members.contains(&near) && wider.fits() {
                    frame = wider;
                    self.members.push(near);
                }
            }
        }
        self.members.len() > 1
            && self.members.iter().any(|&member| !field.is_goal(member))
            && self.alone.is_dead(field, &self.members, player, &|to| !frame.holds(field.cell(to)))
    }
}
