//! Boxes that can never be moved again.

use super::field::{Field, NONE};
use super::walk::Walk;

/// Boxes that a proof may look at before it is given up.
const MOST_LOOKS: u32 = 400;

/// Finds boxes that are blocked along both axes by walls, by squares from which no goal is reached, or by boxes that are
/// blocked themselves. A box whose proof is under way counts as a wall within that proof alone.
#[derive(Default)]
pub(super) struct Freeze {
    on_path: Vec<bool>,
    proof: Vec<u16>,
    looks: u32,
}

impl Freeze {
    pub(super) fn new(field: &Field) -> Self {
        Self { on_path: vec![false; field.squares()], proof: Vec::new(), looks: 0 }
    }

    /// Whether a box is frozen; [`Self::proof`] then holds all boxes that are frozen with it.
    pub(super) fn is_frozen(&mut self, field: &Field, walk: &Walk, square: u16) -> bool {
        self.proof.clear();
        self.looks = 0;
        self.blocked(field, walk, square)
    }

    /// The boxes of the last proof.
    pub(super) fn proof(&self) -> &[u16] {
        &self.proof
    }

    /// Whether the push that brought a box here froze a box off its goal.
    pub(super) fn is_deadlock(&mut self, field: &Field, walk: &Walk, square: u16) -> bool {
        if !self.is_frozen(field, walk, square) {
            return false;
        }
        if self.proof.iter().any(|&one| !field.is_goal(one)) {
            return true;
        }
        field
            .near(square)
            .into_iter()
            .any(|near| near != NONE && walk.is_box(near) && !field.is_goal(near) && self.is_frozen(field, walk, near))
    }

    fn blocked(&mut self, field: &Field, walk: &Walk, square: u16) -> bool {
        self.looks += 1;
        if self.looks > MOST_LOOKS {
            return false;
        }
        let start = self.proof.len();
        self.proof.push(square);
        self.on_path[usize::from(square)] = true;
        let is_blocked = [(0, 1), (2, 3)].into_iter().all(|axis| self.axis(field, walk, square, axis));
        self.on_path[usize::from(square)] = false;
        if !is_blocked {
            self.proof.truncate(start);
        }
        is_blocked
    }

    fn axis(&mut self, field: &Field, walk: &Walk, square: u16, (one, other): (usize, usize)) -> bool {
        let near = field.near(square);
        let (a, b) = (near[one], near[other]);
        let is_wall = |at: u16| at == NONE || self.on_path[usize::from(at)];
        if is_wall(a) || is_wall(b) || field.live(a) == NONE && field.live(b) == NONE {
            return true;
        }
        [a, b].into_iter().any(|at| walk.is_box(at) && self.blocked(field, walk, at))
    }
}
