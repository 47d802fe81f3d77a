//! Whether a few boxes can still be solved if no other box stood on the board.

use super::arena::{Arena, Push, ROOT, ones};
use super::expand::flip;
use super::field::Field;
use super::freeze::Freeze;
use super::walk::Walk;
use std::collections::HashMap;

/// Positions that one search may look at.
const MOST_POSITIONS: usize = 100;
/// Verdicts that are remembered at once.
const MOST_VERDICTS: usize = 400_000;

/// Searches boxes alone and remembers what came of it.
pub(super) struct Alone {
    arena: Arena,
    walk: Walk,
    freeze: Freeze,
    verdicts: HashMap<u64, bool>,
    pushes: Vec<(Push, u16, u32)>,
    here: Vec<u64>,
}

impl Alone {
    pub(super) fn new(field: &Field) -> Self {
        let arena = Arena::new(field, 1 << 20);
        Self {
            here: vec![0; arena.words()],
            arena,
            walk: Walk::new(field),
            freeze: Freeze::new(field),
            verdicts: HashMap::new(),
            pushes: Vec::new(),
        }
    }

    /// Whether these boxes cannot all be brought to goals, nor one of them to a square that `escapes` says is far enough to
    /// ask no more. What escapes must depend on boxes and player alone, for verdicts are remembered by them.
    pub(super) fn is_dead(
        &mut self,
        field: &Field,
        members: &[u16],
        player: u16,
        escapes: &dyn Fn(u16) -> bool,
    ) -> bool {
        self.here.fill(0);
        members.iter().for_each(|&square| flip(&mut self.here, field.live(square)));
        self.walk.set_boxes(members.iter().copied());
        let region = self.walk.go(field, player);
        let hash = self.arena.hash(&self.here);
        let key = self.arena.key(hash, region);
        if let Some(&is_dead) = self.verdicts.get(&key) {
            return is_dead;
        }
        let is_dead = self.search(field, escapes, region, hash);
        if self.verdicts.len() >= MOST_VERDICTS {
            self.verdicts.clear();
        }
        self.verdicts.insert(key, is_dead);
        is_dead
    }

    /// Looks at every position of the boxes.
    fn search(&mut self, field: &Field, escapes: &dyn Fn(u16) -> bool, region: u16, hash: u64) -> bool {
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
                if escapes(to) {
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
