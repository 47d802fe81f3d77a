//! What a box parts: into which regions the squares that the player can reach fall where a box is put on one of them.

use super::field::{Field, NONE};
use super::walk::Walk;

/// Stands for a square that the walk has not come to.
const UNSEEN: u16 = u16::MAX;
/// Stands for a box or what lies beyond the level: no walk goes there.
const SHUT: u16 = u16::MAX - 1;

/// A square of the walk, which went as deep as it could before it turned back.
#[derive(Clone, Copy, Default)]
struct Visit {
    /// The place in the order of the walk after all squares that were come to through this one.
    left: u16,
    /// The first place that is next to this square or to one that was come to through it.
    lowest: u16,
    /// The least square among this one and those that were come to through it.
    least: u16,
    /// The square that the walk came from.
    from: u16,
}

/// A part of the region without one square: the squares come to through this neighbour of it, or [`REST`].
pub(super) type Part = u16;

/// The part with the square where the walk began.
const REST: Part = NONE;

/// The squares of a region by a walk in depth, which tells for each of them at once what falls apart without it (Hopcroft and
/// Tarjan, Algorithm 447, Communications of the ACM 1973).
pub(super) struct Parting {
    /// The place of each square in the order of the walk; [`UNSEEN`] and [`SHUT`] are later than all of them.
    entered: Vec<u16>,
    visits: Vec<Visit>,
    order: Vec<u16>,
    /// The least square before each place of the order, and the least one from there on.
    least_before: Vec<u16>,
    least_from: Vec<u16>,
    trail: Vec<(u16, u8)>,
}

impl Parting {
    pub(super) fn new(field: &Field) -> Self {
        let squares = field.squares();
        Self {
            entered: vec![UNSEEN; squares + 1],
            visits: vec![Visit::default(); squares],
            order: Vec::with_capacity(squares),
            least_before: Vec::with_capacity(squares + 1),
            least_from: vec![NONE; squares + 1],
            trail: Vec::with_capacity(squares),
        }
    }

    /// Walks everywhere from a square.
    pub(super) fn walk(&mut self, field: &Field, walk: &Walk, start: u16) {
        let squares = self.visits.len();
        for (square, entered) in self.entered[..squares].iter_mut().enumerate() {
            *entered = if walk.is_box(square as u16) { SHUT } else { UNSEEN };
        }
        self.entered[squares] = SHUT;
        self.order.clear();
        self.trail.clear();
        self.enter(start, NONE);
        while let Some(top) = self.trail.last_mut() {
            let (at, side) = *top;
            top.1 += 1;
            if let Some(&near) = field.on_foot(at).get(usize::from(side)) {
                match self.entered[usize::from(near)] {
                    UNSEEN => self.enter(near, at),
                    SHUT => {}
                    place => {
                        let lowest = &mut self.visits[usize::from(at)].lowest;
                        *lowest = place.min(*lowest);
                    }
                }
                continue;
            }
            self.trail.pop();
            let visit = &mut self.visits[usize::from(at)];
            visit.left = self.order.len() as u16;
            let Visit { lowest, least, from, .. } = *visit;
            if from != NONE {
                let before = &mut self.visits[usize::from(from)];
                before.lowest = before.lowest.min(lowest);
                before.least = before.least.min(least);
            }
        }
        self.least_before.clear();
        let mut least = NONE;
        for &at in &self.order {
            self.least_before.push(least);
            least = least.min(at);
        }
        let places = self.order.len();
        self.least_from[places] = NONE;
        for place in (0..places).rev() {
            self.least_from[place] = self.least_from[place + 1].min(self.order[place]);
        }
    }

    fn enter(&mut self, at: u16, from: u16) {
        let place = self.order.len() as u16;
        self.entered[usize::from(at)] = place;
        self.visits[usize::from(at)] = Visit { left: place, lowest: place, least: at, from };
        self.order.push(at);
        self.trail.push((at, 0));
    }

    /// Whether the walk came to a square.
    pub(super) fn is_reached(&self, square: u16) -> bool {
        self.entered[usize::from(square)] < SHUT
    }

    /// The neighbours of a square through which all else behind them was come to, each a part of its own without it.
    fn parted(&self, field: &Field, square: u16) -> impl Iterator<Item = u16> {
        let place = self.entered[usize::from(square)];
        field.near(square).into_iter().filter(move |&near| {
            near != NONE && self.is_reached(near) && {
                let visit = &self.visits[usize::from(near)];
                visit.from == square && (visit.lowest >= place)
            }
        })
    }

    /// Into how many regions the region falls where a box is put on a square of it.
    pub(super) fn parts(&self, field: &Field, square: u16) -> u16 {
        let rest = u16::from(self.visits[usize::from(square)].from != NONE);
        self.parted(field, square).count() as u16 + rest
    }

    /// The part that another square is in where a box is put on a square of the region.
    pub(super) fn part(&self, field: &Field, square: u16, other: u16) -> Part {
        let place = self.entered[usize::from(other)];
        let has = |&near: &u16| self.entered[usize::from(near)] <= place && place < self.visits[usize::from(near)].left;
        self.parted(field, square).find(has).unwrap_or(REST)
    }

    /// The least square of a part.
    pub(super) fn least(&self, field: &Field, square: u16, part: Part) -> u16 {
        if part != REST {
            return self.visits[usize::from(part)].least;
        }
        let visit = &self.visits[usize::from(square)];
        let place = self.entered[usize::from(square)];
        let outside = self.least_before[usize::from(place)].min(self.least_from[usize::from(visit.left)]);
        let joined = field.near(square).into_iter().filter(|&near| near != NONE && self.is_reached(near));
        let joined = joined.map(|near| (near, &self.visits[usize::from(near)]));
        let joined = joined.filter(|(_, near)| near.from == square && near.lowest < place);
        joined.map(|(_, near)| near.least).fold(outside, u16::min)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::{Rules, position::Board};
    use super::*;
    use crate::puzzle::Puzzle;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use std::collections::BTreeSet;
    use std::sync::Arc;

    #[test]
    fn one_walk_knows_what_a_box_on_any_square_parts() {
        let text = "############\n#  #   #   #\n# $  # $ # #\n#  #   #   #\n## ##### ###\n#    @ # ..#\n#  #       #\n############";
        let board = Board::parse(&Arc::new(Rules), text).unwrap();
        let field = Field::of(&board);
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let (mut walk, mut after, mut parting) = (Walk::new(&field), Walk::new(&field), Parting::new(&field));
        let squares = field.squares() as u16;
        let mut cuts = 0;
        for _ in 0..200 {
            let boxes: BTreeSet<u16> = (0..rng.random_range(0..14)).map(|_| rng.random_range(0..squares)).collect();
            walk.set_boxes(boxes.iter().copied());
            let start = rng.random_range(0..squares);
            if walk.is_box(start) {
                continue;
            }
            walk.go(&field, start);
            let reached = walk.reached().to_vec();
            parting.walk(&field, &walk, start);
            for square in 0..squares {
                assert_eq!(parting.is_reached(square), walk.is_reached(square));
            }
            for &square in &reached {
                after.set_boxes(boxes.iter().copied().chain([square]));
                let others = || reached.iter().copied().filter(|&other| other != square);
                let regions: BTreeSet<u16> = others().map(|other| after.go(&field, other)).collect();
                assert_eq!(usize::from(parting.parts(&field, square)), regions.len(), "{boxes:?} and {square}");
                cuts += usize::from(regions.len() > 1);
                for other in others() {
                    let part = parting.part(&field, square, other);
                    assert_eq!(
                        parting.least(&field, square, part),
                        after.go(&field, other),
                        "{boxes:?}: {square}, {other}"
                    );
                }
            }
        }
        assert!(cuts > 1000, "only {cuts} squares parted anything");
    }
}
