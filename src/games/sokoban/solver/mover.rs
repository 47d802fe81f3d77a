//! Everywhere that one box can be brought while no other box moves.

use super::field::{Field, NONE};
use super::walk::Walk;

/// Whether the box is pushed, as in play, or pulled, as play goes backward.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    Push,
    Pull,
}

impl Way {
    /// The way that undoes this one.
    pub(super) fn back(self) -> Self {
        match self {
            Self::Push => Self::Pull,
            Self::Pull => Self::Push,
        }
    }
}

/// A place that the box can be brought to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Arrival {
    pub(super) to: u16,
    /// The least square of the player's region then.
    pub(super) region: u16,
    /// The arrival that it comes from, by its place in the list, and the square and direction of its last push.
    pub(super) before: u16,
    pub(super) direction: u8,
}

/// Stands for the box where it was at first.
pub(super) const START: u16 = u16::MAX;

/// Scratch for one box at a time.
pub(super) struct Mover {
    /// A side of a square was seen where its mark is that of this box.
    seen: Vec<u32>,
    mark: u32,
    /// Squares that the player reaches with the box lifted off, and the least two of them.
    lifted: Vec<bool>,
    least: [u16; 2],
    /// Where the box and the player stand, and which arrival that is.
    queue: Vec<(u16, u16, u16)>,
    found: Vec<Arrival>,
}

impl Mover {
    pub(super) fn new(field: &Field) -> Self {
        let squares = field.squares();
        Self {
            seen: vec![0; squares * 4],
            mark: 0,
            lifted: vec![false; squares],
            least: [NONE; 2],
            queue: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Every place that the box on `square` can be brought to by the player, nearest first. `walk` knows the boxes; what
    /// it walked before is forgotten.
    pub(super) fn explore(&mut self, field: &Field, walk: &mut Walk, square: u16, player: u16, way: Way) -> &[Arrival] {
        self.mark = self.mark.checked_add(1).unwrap_or_else(|| {
            self.seen.fill(0);
            1
        });
        self.found.clear();
        self.queue.clear();
        walk.lift(square);
        walk.go(field, player);
        self.lifted.fill(false);
        self.least = [NONE; 2];
        for &at in walk.reached() {
            self.lifted[usize::from(at)] = true;
            if at < self.least[0] {
                self.least = [at, self.least[0]];
            } else if at < self.least[1] {
                self.least[1] = at;
            }
        }
        self.arrive(field, walk, square, player, None);
        let mut next = 0;
        while let Some(&(at, player, number)) = self.queue.get(next) {
            next += 1;
            let near = field.near(at);
            for direction in 0..4 {
                let (behind, ahead) = (near[direction ^ 1], near[direction]);
                let is_free = |at: u16| at != NONE && !walk.is_box(at);
                let moved = match way {
                    Way::Push => {
                        self.is_seen(at, direction ^ 1)
                            && is_free(behind)
                            && is_free(ahead)
                            && field.live(ahead) != NONE
                    }
                    Way::Pull => {
                        self.is_seen(at, direction)
                            && is_free(ahead)
                            && field.live(ahead) != NONE
                            && is_free(field.near(ahead)[direction])
                    }
                };
                // Sides are marked for all players seen at a square; this player must be on that side.
                let stand = if way == Way::Push { behind } else { ahead };
                if !moved || !self.is_on_side(field, walk, at, player, stand) {
                    continue;
                }
                let player = if way == Way::Push { at } else { field.near(ahead)[direction] };
                self.arrive(field, walk, ahead, player, Some((number, direction as u8)));
            }
        }
        walk.put(square);
        &self.found
    }

    /// The arrivals of the box that was explored last.
    pub(super) fn found(&self) -> &[Arrival] {
        &self.found
    }

    fn is_seen(&self, square: u16, side: usize) -> bool {
        self.seen[usize::from(square) * 4 + side] == self.mark
    }

    /// Whether the player walks to `stand` while the box is at `at`.
    fn is_on_side(&self, field: &Field, walk: &mut Walk, at: u16, player: u16, stand: u16) -> bool {
        if player == stand || is_joined(field, walk, at) {
            return self.lifted[usize::from(stand)];
        }
        walk.put(at);
        walk.go(field, player);
        walk.lift(at);
        walk.is_reached(stand)
    }

    /// Notes a place of the box unless it was seen with the player on this side.
    fn arrive(&mut self, field: &Field, walk: &mut Walk, at: u16, player: u16, from: Option<(u16, u8)>) {
        let near = field.near(at);
        if from.is_some() && near.into_iter().enumerate().any(|(side, near)| near == player && self.is_seen(at, side)) {
            return;
        }
        let joined = is_joined(field, walk, at);
        let region = if joined {
            self.least[usize::from(self.least[0] == at)]
        } else {
            walk.put(at);
            let region = walk.go(field, player);
            walk.lift(at);
            region
        };
        for (side, near) in near.into_iter().enumerate().filter(|&(_, near)| near != NONE && !walk.is_box(near)) {
            if if joined { self.lifted[usize::from(near)] } else { walk.is_reached(near) } {
                self.seen[usize::from(at) * 4 + side] = self.mark;
            }
        }
        let mut number = START;
        if let Some((before, direction)) = from {
            number = self.found.len() as u16;
            self.found.push(Arrival { to: at, region, before, direction });
        }
        self.queue.push((at, player, number));
    }
}

/// Whether the free neighbours of a square are joined around it, so that a box there parts no region.
pub(super) fn is_joined(field: &Field, walk: &Walk, square: u16) -> bool {
    let near = field.near(square);
    let is_free = |at: u16| at != NONE && !walk.is_box(at);
    let [up, down, left, right] = near.map(is_free);
    let corner = |vertical: u16, side: usize| vertical != NONE && is_free(field.near(vertical)[side]);
    let links = [
        up && right && corner(near[0], 3),
        right && down && corner(near[1], 3),
        down && left && corner(near[1], 2),
        left && up && corner(near[0], 2),
    ];
    let free = [up, down, left, right].into_iter().filter(|&free| free).count();
    links.into_iter().filter(|&link| link).count() + 1 >= free
}
