//! Whether the boxes around a corral can still be solved if no other box stood on the board.

use super::arena::{Arena, Push, ROOT, ones};
use super::astar::flip;
use super::field::{Field, NONE};
use super::freeze::Freeze;
use super::walk::Walk;
use std::collections::HashMap;

/// Positions that one search may look at.
const MOST_POSITIONS: usize = 400;
/// Verdicts that are remembered at once.
const MOST_VERDICTS: usize = 400_000;

/// Searches corrals alone and remembers what came of it.
pub(super) struct LocalSearch {
    arena: Arena,
    walk: Walk,
    freeze: Freeze,
    verdicts: HashMap<u64, bool>,
    pushes: Vec<(Push, u16, u32)>,
    here: Vec<u64>,
    area: Vec<u16>,
    is_known: Vec<bool>,
    members: Vec<u16>,
}

impl LocalSearch {
    pub(super) fn new(field: &Field) -> Self {
        let arena = Arena::new(field, 1 << 20);
        Self {
            here: vec![0; arena.words()],
            arena,
            walk: Walk::new(field),
            freeze: Freeze::new(field),
            verdicts: HashMap::new(),
            pushes: Vec::new(),
            area: Vec::new(),
            is_known: vec![false; field.squares()],
            members: Vec::new(),
        }
    }

    /// Whether the boxes around some area that the player does not reach cannot be brought to goals, even without all
    /// others. `walk` must have gone from `player`.
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
            if self.members.iter().any(|&square| !field.is_goal(square)) && self.is_dead(field, walk, player) {
                return true;
            }
        }
        false
    }

    fn is_dead(&mut self, field: &Field, outer: &Walk, player: u16) -> bool {
        self.here.fill(0);
        self.members.iter().for_each(|&square| flip(&mut self.here, field.live(square)));
        self.walk.set_boxes(self.members.iter().copied());
        let region = self.walk.go(field, player);
        let hash = self.arena.hash(&self.here);
        let key = self.arena.key(hash, region);
        if let Some(&is_dead) = self.verdicts.get(&key) {
            return is_dead;
        }
        let is_dead = self.search(field, outer, region, hash);
        if self.verdicts.len() >= MOST_VERDICTS {
            self.verdicts.clear();
        }
        self.verdicts.insert(key, is_dead);
        is_dead
    }

    /// Looks at every position of the members. One with a box where the player was outside is taken for an opening.
    fn search(&mut self, field: &Field, outer: &Walk, region: u16, hash: u64) -> bool {
        self.arena.clear();
        self.arena.insert(&self.here, region, hash, ROOT, Push { square: 0, direction: 0 });
        let mut number = 0;
        while (number as usize) < self.arena.len() {
            if self.arena.len() > MOST_POSITIONS {
                return false;
            }
            self.here.copy_from_slice(self.arena.boxes(number));
            let live = field.live_squares();
            self.walk.set_boxes(ones(&self.here).map(|bit| live[usize::from(bit)]));
            self.walk.go(field, self.arena.player(number));
            self.walk.pushes(field, &mut self.pushes);
            let hash = self.arena.hash(&self.here);
            for index in 0..self.pushes.len() {
                let (push, to, _) = self.pushes[index];
                self.walk.move_box(push.square, to);
                if self.freeze.is_deadlock(field, &self.walk, to) {
                    self.walk.move_box(to, push.square);
                    continue;
                }
                if outer.is_reached(to) {
                    return false;
                }
                flip(&mut self.here, field.live(push.square));
                flip(&mut self.here, field.live(to));
                let is_solved = ones(&self.here).all(|bit| field.is_goal(live[usize::from(bit)]));
                let region = self.walk.go(field, push.square);
                let hash = hash ^ self.arena.hash_of_move(field.live(push.square), field.live(to));
                self.arena.insert(&self.here, region, hash, number, push);
                flip(&mut self.here, field.live(push.square));
                flip(&mut self.here, field.live(to));
                self.walk.move_box(to, push.square);
                if is_solved {
                    return false;
                }
            }
            number += 1;
        }
        true
    }
}
