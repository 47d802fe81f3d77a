//! Takes boxes off their goals one by one, to learn in which order they are best put there.

use super::super::field::Field;
use super::super::mover::{Mover, Way};
use super::super::walk::Walk;
use crate::search::Budget;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Steps for each box before a try is given up.
const STEPS_FOR_A_BOX: usize = 3;
/// Moves that are tried to find one that sets another box free.
const PARKINGS: usize = 100;
/// What it weighs that a sink was used before: more than any number of places.
const USED_AGAIN: f64 = 1e6;
/// Tries to unpack everything.
const TRIES: u64 = 16;
/// Boxes whose ways are looked at in all tries together.
const MOST_LOOKS: u64 = 20_000;

/// Unpacks the solved position of one field.
pub(super) struct Unpacking<'a> {
    field: &'a Field,
    budget: &'a Budget,
    way: Way,
    walk: Walk,
    mover: Mover,
    /// Squares at which a box leaves the board, for it can come from there.
    is_sink: Vec<bool>,
    /// Sinks at which a box has left already; others are preferred.
    is_used: Vec<bool>,
    chance: ChaCha8Rng,
    variant: u64,
    looks: u64,
}

/// One box to another place, or off the board.
struct Unpacked {
    index: usize,
    to: u16,
    region: u16,
}

impl<'a> Unpacking<'a> {
    /// For boxes that start on these squares.
    pub(super) fn new(field: &'a Field, starts: &[u16], variant: u64, budget: &'a Budget) -> Self {
        let off_goals = starts.iter().any(|&start| !field.is_goal(start));
        let mut is_sink = vec![false; field.squares()];
        for &start in starts.iter().filter(|&&start| !off_goals || !field.is_goal(start)) {
            is_sink[usize::from(start)] = true;
        }
        Self {
            field,
            budget,
            way: field.way().back(),
            walk: Walk::new(field),
            mover: Mover::new(field),
            is_used: vec![false; is_sink.len()],
            is_sink,
            chance: ChaCha8Rng::seed_from_u64(budget.seed ^ variant << 32),
            variant,
            looks: 0,
        }
    }

    /// The positions on the way from the solved one, which comes first, to the one with the fewest boxes; the player is in
    /// the region of `end`, or in that from which most boxes are freed.
    pub(super) fn stages(&mut self, end: Option<u16>) -> Vec<Vec<u16>> {
        let regions = self.regions(end);
        let mut best: Option<(Vec<Vec<u16>>, usize)> = None;
        for one in 0..TRIES {
            for &region in &regions {
                if self.budget.is_over() || best.is_some() && self.looks > MOST_LOOKS {
                    break;
                }
                let found = self.unpack(region, self.variant == 0 && one == 0);
                let worth = |(stages, again): &(Vec<Vec<u16>>, usize)| {
                    (stages.last().map_or(0, Vec::len), *again, stages.len())
                };
                if best.as_ref().is_none_or(|best| worth(&found) < worth(best)) {
                    best = Some(found);
                }
            }
            if best.as_ref().is_some_and(|(stages, again)| *again == 0 && stages.last().is_some_and(Vec::is_empty)) {
                break;
            }
        }
        best.map_or_else(|| vec![self.field.goals().to_vec()], |(stages, _)| stages)
    }

    /// A square of each region that the player may end in.
    fn regions(&mut self, end: Option<u16>) -> Vec<u16> {
        self.walk.set_boxes(self.field.goals().iter().copied());
        let mut regions = Vec::new();
        match end {
            Some(end) => regions.push(end),
            None => {
                let mut is_known = vec![false; self.field.squares()];
                for from in 0..self.field.squares() as u16 {
                    if !self.walk.is_box(from) && !is_known[usize::from(from)] {
                        regions.push(self.walk.go(self.field, from));
                        self.walk.reached().iter().for_each(|&at| is_known[usize::from(at)] = true);
                    }
                }
            }
        }
        regions
    }

    /// The positions of one try, and how often a sink was used again.
    fn unpack(&mut self, from: u16, is_greedy: bool) -> (Vec<Vec<u16>>, usize) {
        let mut present = self.field.goals().to_vec();
        let mut stages = vec![present.clone()];
        let mut player = from;
        let mut again = 0;
        self.is_used.fill(false);
        let mut was_parked = vec![false; self.field.squares()];
        for _ in 0..STEPS_FOR_A_BOX * self.field.goals().len() {
            if present.is_empty() || self.budget.is_over() {
                break;
            }
            self.walk.set_boxes(present.iter().copied());
            if let Some(next) = self.nearest_sink(&present, player, is_greedy) {
                present.swap_remove(next.index);
                again += usize::from(std::mem::replace(&mut self.is_used[usize::from(next.to)], true));
                player = next.region;
            } else if let Some(next) = self.parking(&present, player, &was_parked) {
                was_parked[usize::from(next.to)] = true;
                present[next.index] = next.to;
                player = next.region;
            } else {
                break;
            }
            stages.push(present.clone());
        }
        (stages, again)
    }

    /// The box that comes to a sink over the fewest places; by chance any other too, the nearer the likelier.
    fn nearest_sink(&mut self, present: &[u16], player: u16, is_greedy: bool) -> Option<Unpacked> {
        let mut best: Option<(f64, Unpacked)> = None;
        for (index, &square) in present.iter().enumerate() {
            self.looks += 1;
            let arrivals = self.mover.explore(self.field, &mut self.walk, square, player, self.way);
            let hit = |is_free: bool| {
                let is_hit = |to: u16| self.is_sink[usize::from(to)] && self.is_used[usize::from(to)] != is_free;
                arrivals.iter().position(|arrival| is_hit(arrival.to))
            };
            let Some((rank, is_again)) = hit(true).map(|rank| (rank, false)).or_else(|| Some((hit(false)?, true)))
            else {
                continue;
            };
            let chance = if is_greedy { 1.0 } else { self.chance.random::<f64>() };
            let score = if is_again { USED_AGAIN } else { 0.0 } + (rank + 1) as f64 * chance;
            if best.as_ref().is_none_or(|(least, _)| score < *least) {
                best = Some((score, Unpacked { index, to: arrivals[rank].to, region: arrivals[rank].region }));
            }
        }
        best.map(|(_, next)| next)
    }

    /// A move that sets another box free, else any.
    fn parking(&mut self, present: &[u16], player: u16, was_parked: &[bool]) -> Option<Unpacked> {
        let mut tries = Vec::new();
        for (index, &square) in present.iter().enumerate() {
            self.looks += 1;
            let arrivals = self.mover.explore(self.field, &mut self.walk, square, player, self.way);
            let new = arrivals.iter().rev().filter(|arrival| !was_parked[usize::from(arrival.to)]);
            tries.extend(new.map(|arrival| Unpacked { index, to: arrival.to, region: arrival.region }));
        }
        let mut moved = present.to_vec();
        for _ in 0..PARKINGS.min(tries.len()) {
            let Unpacked { index, to, region } = tries[self.chance.random_range(0..tries.len())];
            self.walk.move_box(present[index], to);
            moved[index] = to;
            let freed = self.nearest_sink(&moved, region, true);
            self.walk.move_box(to, present[index]);
            moved[index] = present[index];
            if freed.is_some() {
                return Some(Unpacked { index, to, region });
            }
        }
        (!tries.is_empty()).then(|| tries.swap_remove(self.chance.random_range(0..tries.len())))
    }
}
