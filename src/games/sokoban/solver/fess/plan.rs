//! The packing plan: in which order goals are best filled, found by undoing moves from the solved position.

use super::super::field::{Field, NONE};
use super::super::mover::Mover;
use super::super::walk::Walk;
use super::unpack::Unpacking;
use crate::search::Budget;

/// The order in which goals are filled.
pub(super) struct Plan {
    /// The squares on which boxes stand after each step; nothing stands on the first.
    stages: Vec<Vec<u16>>,
    /// For each step, counted from 1, the boxes that come from elsewhere in it and in all later ones.
    needed: Vec<u16>,
    /// For each square the last step to which a box from there can still come, 0 where there is none.
    latest: Vec<u16>,
    /// Scratch: boxes by the last step that they can come to.
    boxes_by_step: Vec<u16>,
}

impl Plan {
    /// Plans for boxes that start on `starts`; the player ends in the region of `end` if that is said. Plans of other
    /// variants differ by chance.
    pub(super) fn of(field: &Field, starts: &[u16], end: Option<u16>, variant: u64, budget: &Budget) -> Self {
        let mut stages = Unpacking::new(field, starts, variant, budget).stages(end);
        stages.reverse();
        // What could not be unpacked comes first, one box after the other.
        let rest = stages.first().cloned().unwrap_or_default();
        stages.splice(0..0, (0..rest.len()).map(|count| rest[..count].to_vec()));
        let steps = stages.len() - 1;
        let mut plan = Self {
            needed: vec![0; steps + 2],
            latest: vec![0; field.squares()],
            boxes_by_step: vec![0; steps + 2],
            stages,
        };
        let spare = field.goals().len().saturating_sub(starts.len()) as u16;
        let (mut walk, mut mover) = (Walk::new(field), Mover::new(field));
        for step in (1..=steps).rev() {
            let (before, after) = (&plan.stages[step - 1], &plan.stages[step]);
            let is_new = after.len() > before.len();
            plan.needed[step] = plan.needed[step + 1] + u16::from(is_new);
            if let Some(&target) = after.iter().find(|square| !before.contains(square)).filter(|_| is_new) {
                for from in basin(field, (&mut walk, &mut mover), after, target) {
                    let latest = &mut plan.latest[usize::from(from)];
                    *latest = (*latest).max(step as u16);
                }
            }
        }
        plan.needed.iter_mut().for_each(|needed| *needed = needed.saturating_sub(spare));
        plan
    }

    /// Steps of the plan that a position has made: the last stage of which all squares have boxes.
    pub(super) fn packed(&self, walk: &Walk) -> usize {
        let is_made = |stage: &[u16]| stage.iter().all(|&square| walk.is_box(square));
        (0..self.stages.len()).rev().find(|&stage| is_made(&self.stages[stage])).unwrap_or(0)
    }

    /// The squares that boxes hold after so many steps, and the one that the next step fills.
    pub(super) fn next(&self, packed: usize) -> (&[u16], Option<u16>) {
        let standing = &self.stages[packed];
        let target = self.stages.get(packed + 1).and_then(|next| next.iter().find(|square| !standing.contains(square)));
        (standing, target.copied())
    }

    /// Boxes that would be cut off from all goals that are left if the plan went on: the most that any later step lacks.
    pub(super) fn out_of_plan(&mut self, boxes: &[u16], packed: usize) -> usize {
        self.boxes_by_step.fill(0);
        let stage = &self.stages[packed];
        for square in boxes.iter().filter(|square| !stage.contains(square)) {
            self.boxes_by_step[usize::from(self.latest[usize::from(*square)])] += 1;
        }
        let (mut come, mut most) = (0, 0);
        for step in (packed + 1..self.stages.len()).rev() {
            come += self.boxes_by_step[step];
            most = most.max(self.needed[step].saturating_sub(come));
        }
        most.into()
    }
}

/// The squares from which a box comes to `target` as the last of the boxes that stand, from whichever side.
fn basin(field: &Field, (walk, mover): (&mut Walk, &mut Mover), standing: &[u16], target: u16) -> Vec<u16> {
    let mut found = vec![target];
    for near in field.near(target) {
        walk.set_boxes(standing.iter().copied());
        if near != NONE && !walk.is_box(near) {
            let arrivals = mover.explore(field, walk, target, near, field.way().back());
            found.extend(arrivals.iter().map(|arrival| arrival.to));
        }
    }
    found
}
