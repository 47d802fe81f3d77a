//! What a position is measured by.

use super::super::field::{Field, NONE};
use super::super::walk::Walk;
use super::plan::Plan;
use super::rooms::Rooms;
use crate::search::Budget;

/// The features of a position; together they name its cell in feature space.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Features {
    /// Boxes that the packing plan would cut off from every goal.
    pub(super) out_of_plan: u16,
    /// Steps of the packing plan that are made.
    pub(super) packed: u16,
    /// Boxes in the way of the plan's next step.
    pub(super) obstacles: u16,
    /// Regions into which boxes part the floor.
    pub(super) regions: u16,
    /// Passages between rooms with a box in them.
    pub(super) blocked: u16,
}

impl Features {
    /// Less is better: out of plan first, then packed boxes, what is in the way of the next one, regions and passages.
    pub(super) fn rank(self) -> u64 {
        let packed = (1 << 12) - 1 - self.packed;
        [self.out_of_plan, packed, self.obstacles, self.regions, self.blocked]
            .iter()
            .fold(0, |rank, &part| rank << 12 | u64::from(part))
            << 3
            | 7
    }
}

/// Measures positions of one level.
pub(super) struct Meter {
    pub(super) plan: Plan,
    pub(super) rooms: Rooms,
    marks: Vec<bool>,
    queue: Vec<u16>,
}

impl Meter {
    pub(super) fn new(field: &Field, starts: &[u16], end: Option<u16>, variant: u64, budget: &Budget) -> Self {
        Self {
            plan: Plan::of(field, starts, end, variant, budget),
            rooms: Rooms::of(field),
            marks: vec![false; field.squares()],
            queue: Vec::with_capacity(field.squares()),
        }
    }

    /// Measures the position whose boxes are in `walk`, and which parts the floor into so many regions.
    pub(super) fn measure(&mut self, walk: &Walk, boxes: &[u16], regions: u16) -> Features {
        let packed = self.plan.packed(walk);
        Features {
            out_of_plan: self.plan.out_of_plan(boxes, packed) as u16,
            packed: packed as u16,
            obstacles: 0,
            regions,
            blocked: self.rooms.blocked(walk) as u16,
        }
    }

    /// Regions into which the boxes in `walk` part the floor.
    pub(super) fn regions(&mut self, field: &Field, walk: &Walk) -> u16 {
        self.marks.fill(false);
        let mut regions = 0;
        for from in 0..field.squares() as u16 {
            if walk.is_box(from) || std::mem::replace(&mut self.marks[usize::from(from)], true) {
                continue;
            }
            regions += 1;
            self.queue.push(from);
            while let Some(at) = self.queue.pop() {
                for near in field.near(at) {
                    if near != NONE && !walk.is_box(near) && !self.marks[usize::from(near)] {
                        self.marks[usize::from(near)] = true;
                        self.queue.push(near);
                    }
                }
            }
        }
        regions
    }
}
