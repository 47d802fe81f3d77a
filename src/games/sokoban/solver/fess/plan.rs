//! The packing plan: in which order goals are best filled, found by play backward from the solved position.

use super::super::field::{Field, NONE};
use super::super::mover::{Mover, Way};
use super::super::walk::Walk;
use crate::search::Budget;

/// Steps of the plan for each box before it is given up.
const STEPS_FOR_A_BOX: usize = 3;
/// Pulls that are tried to find one that sets another box free.
const PARKINGS: usize = 400;

/// The order in which goals are filled.
pub(super) struct Plan {
    /// The squares on which boxes stand after each step; nothing stands on the first.
    stages: Vec<Vec<u16>>,
    /// Squares from which a box still comes to a goal when all others are filled.
    basin: Vec<bool>,
}

impl Plan {
    /// Plans for boxes that start on these squares, as far as the time allows.
    pub(super) fn of(field: &Field, starts: &[u16], budget: &Budget) -> Self {
        let mut walk = Walk::new(field);
        let mut mover = Mover::new(field);
        walk.set_boxes(field.goals().iter().copied());
        // The end leaves the player in any region: that is taken from which most boxes are freed.
        let mut is_known = vec![false; field.squares()];
        let mut basin = vec![false; field.squares()];
        let mut best: Vec<Vec<u16>> = Vec::new();
        let mut fewest_left = usize::MAX;
        for from in 0..field.squares() as u16 {
            walk.set_boxes(field.goals().iter().copied());
            if walk.is_box(from) || is_known[usize::from(from)] || budget.is_over() {
                continue;
            }
            walk.go(field, from);
            walk.reached().iter().for_each(|&at| is_known[usize::from(at)] = true);
            for &goal in field.goals() {
                for arrival in mover.explore(field, &mut walk, goal, from, Way::Pull) {
                    basin[usize::from(arrival.to)] = true;
                }
            }
            let (stages, left) = unpack(field, (&mut walk, &mut mover), from, starts, budget);
            if left < fewest_left || left == fewest_left && stages.len() < best.len() {
                (best, fewest_left) = (stages, left);
            }
        }
        for &goal in field.goals() {
            basin[usize::from(goal)] |= basin_of_goal(field, &basin, goal);
        }
        best.reverse();
        best.insert(0, Vec::new());
        Self { stages: best, basin }
    }

    /// Steps of the plan that a position has made: the last stage of which all squares have boxes.
    pub(super) fn packed(&self, walk: &Walk) -> usize {
        let is_made = |stage: &[u16]| stage.iter().all(|&square| walk.is_box(square));
        (0..self.stages.len()).rev().find(|&stage| is_made(&self.stages[stage])).unwrap_or(0)
    }

    /// Boxes that are not packed and stand where no box comes from to its goal in the end.
    pub(super) fn out_of_plan(&self, boxes: &[u16], packed: usize) -> usize {
        let stage = &self.stages[packed];
        boxes.iter().filter(|&&square| !self.basin[usize::from(square)] && !stage.contains(&square)).count()
    }
}

/// Whether a box on a goal can be drawn off it into the basin at once.
fn basin_of_goal(field: &Field, basin: &[bool], goal: u16) -> bool {
    field.near(goal).into_iter().any(|near| near != NONE && basin[usize::from(near)] && !field.is_goal(near))
}

/// Takes boxes off their goals one by one: the positions on the way, the solved one first, and the boxes left.
fn unpack(
    field: &Field,
    (walk, mover): (&mut Walk, &mut Mover),
    from: u16,
    starts: &[u16],
    budget: &Budget,
) -> (Vec<Vec<u16>>, usize) {
    let off_goals = starts.iter().any(|&start| !field.is_goal(start));
    let mut is_sink = vec![false; field.squares()];
    for &start in starts.iter().filter(|&&start| !off_goals || !field.is_goal(start)) {
        is_sink[usize::from(start)] = true;
    }
    let mut present = field.goals().to_vec();
    let mut stages = vec![present.clone()];
    let mut player = from;
    let mut was_parked = vec![false; field.squares()];
    for _ in 0..STEPS_FOR_A_BOX * field.goals().len() {
        if present.is_empty() || budget.is_over() {
            break;
        }
        walk.set_boxes(present.iter().copied());
        if let Some((index, region)) = nearest_to_sink(field, walk, mover, &present, player, &is_sink, budget) {
            present.swap_remove(index);
            player = region;
        } else {
            let Some((index, to, region)) =
                parking(field, (walk, mover), &present, player, (&is_sink, &was_parked), budget)
            else {
                break;
            };
            was_parked[usize::from(to)] = true;
            present[index] = to;
            player = region;
        }
        stages.push(present.clone());
    }
    if stages.last().is_some_and(Vec::is_empty) {
        stages.pop();
    }
    let left = present.len();
    (stages, left)
}

/// The box that is pulled to a sink in the fewest arrivals, and the player's region then.
fn nearest_to_sink(
    field: &Field,
    walk: &mut Walk,
    mover: &mut Mover,
    present: &[u16],
    player: u16,
    is_sink: &[bool],
    budget: &Budget,
) -> Option<(usize, u16)> {
    let mut best: Option<(usize, usize, u16)> = None;
    for (index, &square) in present.iter().enumerate() {
        if budget.is_over() {
            break;
        }
        let arrivals = mover.explore(field, walk, square, player, Way::Pull);
        let hit = arrivals.iter().position(|arrival| is_sink[usize::from(arrival.to)]);
        if let Some(rank) = hit
            && best.is_none_or(|(least, ..)| rank < least)
        {
            best = Some((rank, index, arrivals[rank].region));
        }
    }
    best.map(|(_, index, region)| (index, region))
}

/// A pull that sets another box free, else the farthest one.
fn parking(
    field: &Field,
    (walk, mover): (&mut Walk, &mut Mover),
    present: &[u16],
    player: u16,
    (is_sink, was_parked): (&[bool], &[bool]),
    budget: &Budget,
) -> Option<(usize, u16, u16)> {
    let mut tries = Vec::new();
    for (index, &square) in present.iter().enumerate() {
        let arrivals = mover.explore(field, walk, square, player, Way::Pull);
        let new = arrivals.iter().rev().filter(|arrival| !was_parked[usize::from(arrival.to)]);
        tries.extend(new.map(|arrival| (index, arrival.to, arrival.region)));
    }
    let each = (tries.len() / PARKINGS).max(1);
    let mut moved = present.to_vec();
    for &(index, to, region) in tries.iter().step_by(each) {
        walk.move_box(present[index], to);
        moved[index] = to;
        let freed = nearest_to_sink(field, walk, mover, &moved, region, is_sink, budget);
        walk.move_box(to, present[index]);
        moved[index] = present[index];
        if freed.is_some() {
            return Some((index, to, region));
        }
    }
    tries.first().copied()
}
