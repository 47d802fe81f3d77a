//! Everywhere that one box can be brought while no other box moves.

use super::field::{Field, NONE};
use super::parting::{Part, Parting};
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
    /// Into how many regions it parts what the player reaches without the box.
    pub(super) regions: u16,
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
    /// What the player reaches with the box lifted off.
    parting: Parting,
    /// Where the box stands, on which side of it the player is, and which arrival that is.
    queue: Vec<(u16, Part, u16)>,
    found: Vec<Arrival>,
}

impl Mover {
    pub(super) fn new(field: &Field) -> Self {
        Self {
            seen: vec![0; field.squares() * 4],
            mark: 0,
            parting: Parting::new(field),
            queue: Vec::new(),
            found: Vec::new(),
        }
    }

    /// Every place that the box on `square` can be brought to by the player, nearest first. `walk` knows the boxes; where it
    /// led last stays known, but for the square of the box.
    pub(super) fn explore(&mut self, field: &Field, walk: &mut Walk, square: u16, player: u16, way: Way) -> &[Arrival] {
        self.mark = self.mark.checked_add(1).unwrap_or_else(|| {
            self.seen.fill(0);
            1
        });
        self.found.clear();
        self.queue.clear();
        walk.lift(square);
        self.parting.walk(field, walk, player);
        if self.parting.is_reached(square) {
            self.arrive(field, square, player, None);
        }
        let mut next = 0;
        while let Some(&(at, part, number)) = self.queue.get(next) {
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
                if !moved || self.parting.part(field, at, stand) != part {
                    continue;
                }
                let player = if way == Way::Push { at } else { field.near(ahead)[direction] };
                self.arrive(field, ahead, player, Some((number, direction as u8)));
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

    /// Notes a place of the box unless it was seen with the player on this side.
    fn arrive(&mut self, field: &Field, at: u16, player: u16, from: Option<(u16, u8)>) {
        let near = field.near(at);
        if from.is_some() && near.into_iter().enumerate().any(|(side, near)| near == player && self.is_seen(at, side)) {
            return;
        }
        let part = self.parting.part(field, at, player);
        for (side, near) in near.into_iter().enumerate() {
            if near != NONE && self.parting.is_reached(near) && self.parting.part(field, at, near) == part {
                self.seen[usize::from(at) * 4 + side] = self.mark;
            }
        }
        let mut number = START;
        if let Some((before, direction)) = from {
            number = self.found.len() as u16;
            let (region, regions) = (self.parting.least(field, at, part), self.parting.parts(field, at));
            self.found.push(Arrival { to: at, region, regions, before, direction });
        }
        self.queue.push((at, part, number));
    }

    /// Into how many regions the box that was explored last parted what the player reaches without it.
    pub(super) fn regions_before(&self, field: &Field, square: u16) -> u16 {
        self.parting.parts(field, square)
    }
}
