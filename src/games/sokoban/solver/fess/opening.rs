//! How much stands in the way of the next step of the packing plan.

use super::super::distances::Distances;
use super::super::field::{Field, NONE};
use super::super::mover::Way;
use super::super::walk::Walk;

/// Obstacles beyond which no difference is made.
const MOST: usize = 15;

/// Looks for the way of some box to a target, and of the player to that box, that leads past the fewest other boxes. Turns
/// are simplified: the player goes round a corner of the box, or round the level where that joins both sides.
pub(super) struct Opening {
    is_standing: Vec<bool>,
    /// Boxes on the player's way to each square, with the square that it comes from.
    walks: Vec<(u8, u16)>,
    /// Boxes in the way of a box that came to a square by a push in each direction, and where it goes from there.
    ways: Vec<(u8, u16)>,
    queues: [Vec<u16>; MOST + 1],
    is_on_way: Vec<bool>,
    source: u16,
}

impl Opening {
    pub(super) fn new(field: &Field) -> Self {
        Self {
            is_standing: vec![false; field.squares()],
            walks: vec![(u8::MAX, NONE); field.squares()],
            ways: vec![(u8::MAX, NONE); field.squares() * 4],
            queues: Default::default(),
            is_on_way: vec![false; field.squares()],
            source: NONE,
        }
    }

    /// Boxes in the way of the next box to `target`; those that are `standing` stay where they are. Nothing is known of
    /// play backward.
    pub(super) fn measure(
        &mut self,
        field: &Field,
        walk: &Walk,
        distances: &Distances,
        player: u16,
        (standing, target): (&[u16], Option<u16>),
    ) -> u16 {
        self.is_on_way.fill(false);
        self.source = NONE;
        let Some(target) = target.filter(|_| field.way() == Way::Push) else { return 0 };
        self.is_standing.fill(false);
        standing.iter().for_each(|&square| self.is_standing[usize::from(square)] = true);
        self.walk_through(field, walk, player);
        let Some((boxes, source, way)) = self.way_to(field, walk, distances, target) else { return MOST as u16 };
        self.source = source;
        self.mark(field, source, way);
        boxes.into()
    }

    /// What is in the way once a box has moved, where so many boxes were before.
    pub(super) fn after(&self, obstacles: u16, from: u16, to: u16) -> u16 {
        let (was, is) = (self.is_on_way[usize::from(from)], self.is_on_way[usize::from(to)]);
        match (from != self.source && was, from != self.source && is) {
            (true, false) => obstacles.saturating_sub(1),
            (false, true) => obstacles + 1,
            _ => obstacles,
        }
    }

    fn is_wall(&self, square: u16) -> bool {
        square == NONE || self.is_standing[usize::from(square)]
    }

    /// The player's ways, over boxes too.
    fn walk_through(&mut self, field: &Field, walk: &Walk, player: u16) {
        self.walks.fill((u8::MAX, NONE));
        self.walks[usize::from(player)] = (0, NONE);
        self.queues[0].push(player);
        for boxes in 0..=MOST {
            while let Some(at) = self.queues[boxes].pop() {
                if usize::from(self.walks[usize::from(at)].0) < boxes {
                    continue;
                }
                for near in field.near(at).into_iter().filter(|&near| near != NONE) {
                    let more = boxes + usize::from(walk.is_box(near));
                    if !self.is_wall(near) && more <= MOST && more < usize::from(self.walks[usize::from(near)].0) {
                        self.walks[usize::from(near)] = (more as u8, at);
                        self.queues[more].push(near);
                    }
                }
            }
        }
    }

    /// The boxes in the way, the box that goes it, and its first push.
    fn way_to(&mut self, field: &Field, walk: &Walk, distances: &Distances, target: u16) -> Option<(u8, u16, u16)> {
        self.ways.fill((u8::MAX, NONE));
        for direction in 0..4 {
            let way = target * 4 + direction;
            self.ways[usize::from(way)] = (0, NONE);
            self.queues[0].push(way);
        }
        let mut best: Option<(u8, u16, u16)> = None;
        for boxes in 0..=MOST {
            while let Some(way) = self.queues[boxes].pop() {
                let (least, (to, direction)) = (self.ways[usize::from(way)].0, (way / 4, usize::from(way % 4)));
                if usize::from(least) < boxes || best.is_some_and(|(most, ..)| least >= most) {
                    continue;
                }
                let from = field.near(to)[direction ^ 1];
                if self.is_wall(from) || field.live(from) == NONE {
                    continue;
                }
                let stand = field.near(from)[direction ^ 1];
                if self.is_wall(stand) {
                    continue;
                }
                if walk.is_box(from) {
                    let all = least.saturating_add(self.walks[usize::from(stand)].0);
                    if usize::from(all) <= MOST && best.is_none_or(|(most, ..)| all < most) {
                        best = Some((all, from, way));
                    }
                    continue;
                }
                for turn in 0..4 {
                    let Some(more) = self.turn(field, walk, distances, (from, stand), (turn, direction)) else {
                        continue;
                    };
                    // Straight on, a box there is the one that goes this way.
                    let more = more + usize::from(turn != direction && walk.is_box(stand));
                    let before = from * 4 + turn as u16;
                    if boxes + more <= MOST && boxes + more < usize::from(self.ways[usize::from(before)].0) {
                        self.ways[usize::from(before)] = ((boxes + more) as u8, way);
                        self.queues[boxes + more].push(before);
                    }
                }
            }
        }
        best
    }

    /// Boxes in the way of a player that pushed a box to `at` one way and goes to `stand` to push it another way.
    fn turn(
        &self,
        field: &Field,
        walk: &Walk,
        distances: &Distances,
        (at, stand): (u16, u16),
        (before, after): (usize, usize),
    ) -> Option<usize> {
        if before == after {
            return Some(0);
        }
        let player = field.near(at)[before ^ 1];
        if self.is_wall(player) {
            return None;
        }
        let corner = field.near(stand)[before ^ 1];
        if before != after ^ 1 && !self.is_wall(corner) {
            return Some(walk.is_box(corner).into());
        }
        let side = distances.side(at, player)?;
        (distances.side(at, stand)? == side).then_some(0)
    }

    /// Marks the squares of the way and of the walk to it.
    fn mark(&mut self, field: &Field, source: u16, mut way: u16) {
        let mut at = field.near(source)[usize::from(way % 4) ^ 1];
        while at != NONE {
            self.is_on_way[usize::from(at)] = true;
            at = self.walks[usize::from(at)].1;
        }
        while way != NONE {
            let (to, direction) = (way / 4, usize::from(way % 4));
            let from = field.near(to)[direction ^ 1];
            self.is_on_way[usize::from(to)] = true;
            if from != NONE && field.near(from)[direction ^ 1] != NONE {
                self.is_on_way[usize::from(field.near(from)[direction ^ 1])] = true;
            }
            way = self.ways[usize::from(way)].1;
        }
    }
}
