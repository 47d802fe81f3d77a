//! Distances that take boxes frozen on their goals for walls, kept for the sets of frozen boxes met so far.

use super::arena::ones;
use super::distances::Distances;
use super::field::Field;
use super::freeze::Freeze;
use super::walk::Walk;
use std::collections::HashMap;
use std::rc::Rc;

/// Bytes of all distances that are kept at once.
const MOST_BYTES: usize = 64 << 20;

/// Distances by the boxes that are frozen.
pub(super) struct FrozenWalls {
    known: HashMap<Vec<u64>, Rc<Distances>>,
    bare: Rc<Distances>,
    bytes: usize,
    frozen: Vec<u64>,
    is_wall: Vec<bool>,
}

impl FrozenWalls {
    pub(super) fn new(field: &Field) -> Self {
        let is_wall = vec![false; field.squares()];
        Self {
            known: HashMap::new(),
            bare: Rc::new(Distances::of(field, &is_wall)),
            bytes: 0,
            frozen: vec![0; field.squares().div_ceil(64)],
            is_wall,
        }
    }

    /// The distances of a field without frozen boxes.
    pub(super) fn bare(&self) -> Rc<Distances> {
        Rc::clone(&self.bare)
    }

    /// The distances for a position: boxes that are frozen on their goals count as walls.
    pub(super) fn of(&mut self, field: &Field, walk: &Walk, freeze: &mut Freeze, boxes: &[u16]) -> Rc<Distances> {
        self.frozen.fill(0);
        for &square in boxes {
            if field.is_goal(square) && freeze.is_frozen(field, walk, square) {
                for &one in freeze.proof() {
                    self.frozen[usize::from(one / 64)] |= 1 << (one % 64);
                }
            }
        }
        if self.frozen.iter().all(|&word| word == 0) {
            return self.bare();
        }
        if let Some(known) = self.known.get(&self.frozen) {
            return Rc::clone(known);
        }
        self.is_wall.fill(false);
        ones(&self.frozen).for_each(|square| self.is_wall[usize::from(square)] = true);
        let distances = Rc::new(Distances::of(field, &self.is_wall));
        self.bytes += distances.bytes();
        if self.bytes > MOST_BYTES {
            self.known.clear();
            self.bytes = distances.bytes();
        }
        self.known.insert(self.frozen.clone(), Rc::clone(&distances));
        distances
    }
}
