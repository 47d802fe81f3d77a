//! The way from the first position to one that was found.

use super::super::arena::{Push, ones};
use super::super::mover::{START, Way};
use super::Fess;

impl Fess<'_> {
    /// The pushes of the solution that leads over this position.
    pub(super) fn line(&mut self, number: u32) -> Vec<Push> {
        let way = self.field.way();
        let mut line = Vec::new();
        let mut child = number;
        while self.arena.parent(child) != child {
            let parent = self.arena.parent(child);
            let (one, other) = (self.arena.boxes(parent), self.arena.boxes(child));
            let only = |one: &[u64], other: &[u64]| {
                let bits: Vec<u64> = one.iter().zip(other).map(|(one, other)| one & !other).collect();
                ones(&bits).next().map(|bit| self.field.live_squares()[usize::from(bit)])
            };
            let (Some(from), Some(to)) = (only(one, other), only(other, one)) else { return Vec::new() };
            let live = self.field.live_squares();
            self.walk.set_boxes(ones(one).map(|bit| live[usize::from(bit)]));
            let region = self.arena.player(child);
            let found = self.mover.explore(self.field, &mut self.walk, from, self.arena.player(parent), way);
            let Some(last) = found.iter().position(|arrival| (arrival.to, arrival.region) == (to, region)) else {
                return Vec::new();
            };
            let mut place = last as u16;
            while place != START {
                let arrival = found[usize::from(place)];
                let square = if arrival.before == START { from } else { found[usize::from(arrival.before)].to };
                line.push(match way {
                    Way::Push => Push { square, direction: arrival.direction },
                    // The push that undoes a pull.
                    Way::Pull => Push { square: arrival.to, direction: arrival.direction ^ 1 },
                });
                place = arrival.before;
            }
            child = parent;
        }
        // What leads back from the solution to the start is the solution already where boxes were pulled.
        if way == Way::Push {
            line.reverse();
        }
        line
    }
}
