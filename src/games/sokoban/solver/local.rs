//! Whether the boxes around a corral can still be solved if no other box stood on the board.

use super::alone::Alone;
use super::field::{Field, NONE};
use super::walk::Walk;

/// Searches corrals alone and remembers what came of it.
pub(super) struct LocalSearch {
    alone: Alone,
    area: Vec<u16>,
    is_known: Vec<bool>,
    members: Vec<u16>,
}

impl LocalSearch {
    pub(super) fn new(field: &Field) -> Self {
        Self { alone: Alone::new(field), area: Vec::new(), is_known: vec![false; field.squares()], members: Vec::new() }
    }

    /// Whether the boxes around some area that the player does not reach cannot be brought to goals, even without all
    /// others. `walk` must have gone from `player`. A box where the player was outside is taken for an opening.
    pub(super) fn finds_deadlock(&mut self, field: &Field, walk: &Walk, player: u16) -> bool {
        self.is_known.fill(false);
        for from in 0..field.squares() as u16 {
            if walk.is_reached(from) || walk.is_box(from) || self.is_known[usize::from(from)] {
                continue;
            }
            self.members.clear();
            self.area.clear();
            self.area.push(from);
            self.is_known[usize::from(from)] = true;
            while let Some(at) = self.area.pop() {
                for near in field.near(at).into_iter().filter(|&near| near != NONE) {
                    if walk.is_box(near) {
                        if !self.members.contains(&near) {
                            self.members.push(near);
                        }
                    } else if !std::mem::replace(&mut self.is_known[usize::from(near)], true) {
                        self.area.push(near);
                    }
                }
            }
            if self.members.iter().any(|&square| !field.is_goal(square))
                && self.alone.is_dead(field, &self.members, player, &|to| walk.is_reached(to))
            {
                return true;
            }
        }
        false
    }
}
