//! What the search does with a position: it rates every move of it and hears the advisors.

use super::super::arena::{Push, ones};
use super::super::expand::flip;
use super::super::field::NONE;
use super::super::matching::Matching;
use super::super::mover::{Arrival, Way};
use super::features::Features;
use super::{ADVISORS, Fess, Move, Part};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

impl Fess<'_> {
    /// Rates every move of a position and puts them into its cell; the number of the position where the search ends if one
    /// is solved or met.
    pub(super) fn expand(&mut self, number: u32, weight: u32) -> Option<u32> {
        self.nodes += 1;
        let field = self.field;
        self.here.copy_from_slice(self.arena.boxes(number));
        self.boxes.clear();
        self.boxes.extend(ones(&self.here).map(|bit| field.live_squares()[usize::from(bit)]));
        self.walk.set_boxes(self.boxes.iter().copied());
        let player = self.arena.player(number);
        let region = self.walk.go(field, player);
        self.find_movable();
        let corral = self.layers.corrals.then(|| self.corrals.find(field, &self.walk).map(<[u16]>::to_vec)).flatten();
        if self.layers.local && self.local.finds_deadlock(field, &self.walk, player) {
            return None;
        }
        if self.layers.frozen_walls {
            self.distances = self.walls.of(field, &self.walk, &mut self.freeze, &self.boxes);
        }
        let rows = self.boxes.iter().map(|&at| self.distances.row_of(at, region));
        self.before.assign(&self.distances, field.goals().len(), rows, &mut self.paths);
        let bound = self.bound_of(&self.before)?;
        let regions = self.meter.regions(field, &self.walk);
        let mut own = self.meter.measure(&self.walk, &self.boxes, regions);
        let step = self.meter.plan.next(own.packed.into());
        if self.guides.obstacles {
            own.obstacles = self.opening.measure(field, &self.walk, &self.distances, player, step);
        }
        let mut known = self.parts.known(own);
        let hash = self.arena.hash(&self.here);
        self.moves.clear();
        self.begin_keys(hash, player);
        for index in 0..self.boxes.len() {
            let from = self.boxes[index];
            if corral.as_ref().is_some_and(|corral| !corral.contains(&from)) {
                continue;
            }
            if !self.is_movable[usize::from(from)] {
                continue;
            }
            let arrivals = self.mover.explore(field, &mut self.walk, from, player, field.way()).len();
            self.places.begin();
            let other_regions = own.regions - self.mover.regions_before(field, from);
            for place in 0..arrivals {
                let Arrival { to, region, regions, .. } = self.mover.found()[place];
                if to == from {
                    continue;
                }
                self.walk.move_box(from, to);
                self.boxes[index] = to;
                let dead = self.layers.freeze && self.freeze.is_deadlock(field, &self.walk, to);
                let rated = if dead {
                    None
                } else {
                    self.rate(number, index, (from, to, region), hash, other_regions + regions)
                };
                self.boxes[index] = from;
                self.walk.move_box(to, from);
                let Some((mut next, mut features)) = rated else { continue };
                let opened = self.opened(from, to);
                let same_step = features.packed == own.packed;
                if self.guides.obstacles && same_step {
                    features.obstacles = self.opening.after(own.obstacles, from, to);
                }
                if next.bound == 0 && self.end.is_none_or(|end| end == region) && self.boxes_solve(index, to) {
                    flip(&mut self.here, field.live(from));
                    flip(&mut self.here, field.live(to));
                    let push = Push { square: 0, direction: 0 };
                    return Some(self.arena.insert(&self.here, region, 0, number, push).0);
                }
                let features = self.parts.known(features);
                next.weight = weight + 1;
                next.rank = features.rank() - if self.guides.opener_first { opened } else { 0 };
                // An advisor speaks for a move only where it betters what the advisor looks at.
                let better = |is: bool, value: u32| if is { value } else { u32::MAX };
                let advice = [
                    better(features.out_of_plan < known.out_of_plan, features.out_of_plan.into()),
                    better(features.packed > known.packed, u32::from(u16::MAX - features.packed)),
                    better(features.regions < known.regions, features.regions.into()),
                    better(features.blocked < known.blocked, features.blocked.into()),
                    better(next.bound < bound, next.bound),
                    better(self.guides.opener && opened > 0, 4 - opened as u32),
                    better(same_step && features.obstacles < known.obstacles, features.obstacles.into()),
                ];
                self.moves.push((next, advice));
                self.add_key(hash ^ self.arena.hash_of_move(field.live(from), field.live(to)), region);
            }
        }
        if let Some(reached) = self.meet(number) {
            return Some(reached);
        }
        let advisors = if self.parts.has(Part::Advisors) { ADVISORS } else { 0 };
        for advisor in 0..advisors {
            let key = |(next, advice): &(Move, [u32; ADVISORS])| (advice[advisor], next.rank, next.bound);
            let advised =
                self.moves.iter_mut().filter(|(_, advice)| advice[advisor] != u32::MAX).min_by_key(|one| key(one));
            if let Some((next, _)) = advised {
                next.weight = weight;
            }
        }
        let cells = &mut self.cells;
        if !self.guides.obstacles_part {
            known.obstacles = 0;
        }
        let cell = *self.cell_of.entry(known).or_insert_with(|| {
            cells.push(BinaryHeap::new());
            cells.len() - 1
        });
        self.waiting += 3 * self.moves.len();
        self.greedy[0].extend(self.moves.iter().map(|&(next, _)| Reverse((next.rank, next))));
        self.greedy[1].extend(self.moves.iter().map(|&(next, _)| Reverse((next.bound.into(), next))));
        self.cells[cell].extend(self.moves.iter().map(|&(next, _)| Reverse(next)));
        None
    }

    /// Notes which boxes can be moved from where the last walk led.
    fn find_movable(&mut self) {
        let field = self.field;
        for &square in &self.boxes {
            let near = field.near(square);
            let can_go = |direction: usize| {
                let (ahead, behind) = (near[direction], near[direction ^ 1]);
                let is_free = |at: u16| at != NONE && !self.walk.is_box(at);
                if !is_free(ahead) || field.live(ahead) == NONE {
                    return false;
                }
                match field.way() {
                    Way::Push => is_free(behind) && self.walk.is_reached(behind),
                    Way::Pull => self.walk.is_reached(ahead) && is_free(field.near(ahead)[direction]),
                }
            };
            self.is_movable[usize::from(square)] = (0..4).any(can_go);
        }
    }

    /// Boxes that stood fast beside a box and might move now that it has gone, if the player comes to them.
    fn opened(&self, from: u16, to: u16) -> u64 {
        let field = self.field;
        let near = field.near(from);
        let is_freed = |&direction: &usize| {
            let square = near[direction];
            if square == NONE || square == to || !self.walk.is_box(square) || self.is_movable[usize::from(square)] {
                return false;
            }
            let beyond = field.near(square)[direction];
            // The box goes to where the other one was, or the player pushes it from there.
            beyond != NONE && beyond != from && !self.walk.is_box(beyond) && {
                field.live(beyond) != NONE || field.live(from) != NONE
            }
        };
        (0..4).filter(is_freed).count() as u64
    }

    /// Whether every box stands on a goal once this one is at `to`.
    fn boxes_solve(&self, index: usize, to: u16) -> bool {
        let at = |(other, &square): (usize, &u16)| if other == index { to } else { square };
        self.boxes.iter().enumerate().map(at).all(|square| self.field.is_goal(square))
    }

    /// Pushes that a position needs; where the layer that asks whether all boxes can be matched is left out, those of the
    /// boxes that can be.
    fn bound_of(&self, matching: &Matching) -> Option<u32> {
        let matched = || (!self.layers.bipartite).then(|| matching.pushes_of_matched(&self.distances));
        matching.pushes(&self.distances).or_else(matched)
    }

    /// Measures what a move leads to; nothing where that is dead or known.
    fn rate(
        &mut self,
        number: u32,
        index: usize,
        (from, to, region): (u16, u16, u16),
        hash: u64,
        regions: u16,
    ) -> Option<(Move, Features)> {
        let field = self.field;
        flip(&mut self.here, field.live(from));
        flip(&mut self.here, field.live(to));
        let hash = hash ^ self.arena.hash_of_move(field.live(from), field.live(to));
        let is_known = self.arena.find(&self.here, region, hash).is_some();
        flip(&mut self.here, field.live(from));
        flip(&mut self.here, field.live(to));
        if is_known {
            return None;
        }
        let rows = || self.boxes.iter().map(|&at| self.distances.row_of(at, region));
        let bound = if self.layers.bipartite && self.before.differs_by(index, rows()) {
            self.places.pushes(&self.before, &self.distances, index, self.distances.row_of(to, region))?
        } else {
            self.after.mend(&self.before, &self.distances, rows(), &mut self.paths);
            self.bound_of(&self.after)?
        };
        let features = self.meter.measure(&self.walk, &self.boxes, regions);
        Some((Move { weight: 0, rank: 0, bound, number, from, to, region }, features))
    }
}
