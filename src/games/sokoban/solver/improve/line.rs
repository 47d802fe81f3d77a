//! A solution as its pushes and the positions between them.

use super::super::arena::Push;
use super::super::field::{Field, NONE};
use super::super::walk::Walk;

/// A position on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The squares of the boxes in the order of the first position, so that a box keeps its place in the list.
    pub(super) boxes: Vec<u16>,
    /// Where the player stands after the push, or at the start.
    pub(super) player: u16,
    /// The least square that the player reaches.
    pub(super) region: u16,
}

/// Pushes that can be made one after the other, with the positions before each and after the last of them.
#[derive(Clone)]
pub(super) struct Line {
    pushes: Vec<Push>,
    places: Vec<Place>,
}

impl Line {
    /// Replays pushes; nothing where one of them cannot be made. The line ends with the first position that is solved.
    pub(super) fn of(field: &Field, boxes: &[u16], player: u16, pushes: &[Push]) -> Option<Self> {
        let mut walk = Walk::new(field);
        walk.set_boxes(boxes.iter().copied());
        let region = walk.go(field, player);
        let mut places = vec![Place { boxes: boxes.to_vec(), player, region }];
        let mut made = Vec::with_capacity(pushes.len());
        for &push in pushes {
            let last = places.last()?;
            if last.boxes.iter().all(|&square| field.is_goal(square)) {
                break;
            }
            let near = field.near(push.square);
            let (stand, to) = (near[usize::from(push.direction) ^ 1], near[usize::from(push.direction)]);
            let legal = stand != NONE && to != NONE && walk.is_box(push.square) && !walk.is_box(to);
            if !legal || !walk.is_reached(stand) {
                return None;
            }
            let boxes = last.boxes.iter().map(|&at| if at == push.square { to } else { at }).collect();
            walk.move_box(push.square, to);
            let region = walk.go(field, push.square);
            places.push(Place { boxes, player: push.square, region });
            made.push(push);
        }
        Some(Self { pushes: made, places })
    }

    pub(super) fn pushes(&self) -> &[Push] {
        &self.pushes
    }

    /// The positions: the first one, and that after each push.
    pub(super) fn places(&self) -> &[Place] {
        &self.places
    }

    pub(super) fn len(&self) -> usize {
        self.pushes.len()
    }

    /// Replaces the pushes from one position to another; whether the line still holds. It is unchanged if not.
    pub(super) fn splice(&mut self, field: &Field, (from, to): (usize, usize), pushes: &[Push]) -> bool {
        let spliced = [&self.pushes[..from], pushes, &self.pushes[to..]].concat();
        let start = &self.places[0];
        let is_solved =
            |line: &Self| line.places.last().is_some_and(|end| end.boxes.iter().all(|&square| field.is_goal(square)));
        match Self::of(field, &start.boxes, start.player, &spliced).filter(is_solved) {
            Some(line) => {
                *self = line;
                true
            }
            None => false,
        }
    }

    /// The steps of the whole line, each walk being the shortest there is.
    pub(super) fn moves(&self, field: &Field) -> u32 {
        let mut walk = Walk::new(field);
        self.pushes.iter().zip(&self.places).fold(0, |moves, (push, place)| {
            walk.set_boxes(place.boxes.iter().copied());
            walk.go(field, place.player);
            let stand = field.near(push.square)[usize::from(push.direction) ^ 1];
            moves + walk.steps_to(stand).unwrap_or(0) + 1
        })
    }
}
