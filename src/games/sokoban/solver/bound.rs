//! What a solution needs at the least, by one of several rules that differ in what they cost and how much they see.

use super::deadlock::Layers;
use super::distances::Distances;
use super::field::Field;
use super::freeze::Freeze;
use super::matching::{Matching, Paths};
use super::walk::Walk;
use super::walls::FrozenWalls;
use std::rc::Rc;

/// A rule for the bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in super::super) enum Heuristic {
    /// Nothing is known: a search by it goes by pushes alone.
    Nothing,
    /// Each box to the goal nearest to it as if there were no walls.
    Manhattan,
    /// The least sum of pushes that brings each box to a goal of its own.
    #[default]
    Matching,
}

/// Heuristics as a person writes them, the default first.
pub(in super::super) const HEURISTICS: &[&str] = &["matching", "manhattan", "none"];

impl Heuristic {
    /// The heuristic of that name, if there is one.
    pub(super) fn parse(name: &str) -> Option<Self> {
        match name {
            "none" => Some(Self::Nothing),
            "manhattan" => Some(Self::Manhattan),
            "matching" => Some(Self::Matching),
            _ => None,
        }
    }
}

/// The bound of one position after another, and of those that a push leads to.
pub(super) struct Bound<'a> {
    field: &'a Field,
    heuristic: Heuristic,
    /// Whether a position without a matching counts as dead, and whether boxes frozen on goals count as walls.
    layers: Layers,
    /// Of each square to the nearest goal, as if there were no walls.
    nearest: Vec<u32>,
    walls: FrozenWalls,
    freeze: Freeze,
    distances: Rc<Distances>,
    before: Matching,
    after: Matching,
    paths: Paths,
    sum: u32,
}

impl<'a> Bound<'a> {
    pub(super) fn new(field: &'a Field, heuristic: Heuristic, layers: Layers) -> Self {
        let away = |square: u16, goal: u16| {
            let (one, other) = (field.cell(square), field.cell(goal));
            (one.row.abs_diff(other.row) + one.col.abs_diff(other.col)) as u32
        };
        let nearest = |square| field.goals().iter().map(|&goal| away(square, goal)).min().unwrap_or(0);
        let walls = FrozenWalls::new(field);
        Self {
            field,
            heuristic,
            layers,
            nearest: (0..field.squares() as u16).map(nearest).collect(),
            distances: walls.bare(),
            walls,
            freeze: Freeze::new(field),
            before: Matching::default(),
            after: Matching::default(),
            paths: Paths::default(),
            sum: 0,
        }
    }

    /// Takes a position up: its boxes, which `walk` knows, and the player's region. Says its bound, or nothing where it cannot
    /// be solved.
    pub(super) fn take_up(&mut self, walk: &Walk, boxes: &[u16], region: u16) -> Option<u32> {
        match self.heuristic {
            Heuristic::Nothing => Some(0),
            Heuristic::Manhattan => {
                self.sum = boxes.iter().map(|&square| self.nearest[usize::from(square)]).sum();
                Some(self.sum)
            }
            Heuristic::Matching => {
                if self.layers.frozen_walls {
                    self.distances = self.walls.of(self.field, walk, &mut self.freeze, boxes);
                }
                let rows = boxes.iter().map(|&square| self.distances.row_of(square, region));
                self.before.assign(&self.distances, self.field.goals().len(), rows, &mut self.paths);
                self.before.pushes(&self.distances).or_else(|| self.unless_dead(&self.before))
            }
        }
    }

    /// The bound after a push of one of the boxes that were taken up.
    pub(super) fn after_push(&mut self, boxes: &[u16], (from, to): (u16, u16), region: u16) -> Option<u32> {
        match self.heuristic {
            Heuristic::Nothing => Some(0),
            Heuristic::Manhattan => Some(self.sum - self.nearest[usize::from(from)] + self.nearest[usize::from(to)]),
            Heuristic::Matching => {
                let rows = boxes.iter().map(|&at| self.distances.row_of(if at == from { to } else { at }, region));
                self.after.mend(&self.before, &self.distances, rows, &mut self.paths);
                self.after.pushes(&self.distances).or_else(|| self.unless_dead(&self.after))
            }
        }
    }

    /// Where deadlocks are not to be found, what the boxes need that can be matched.
    fn unless_dead(&self, matching: &Matching) -> Option<u32> {
        (!self.layers.bipartite).then(|| matching.pushes_of_matched(&self.distances))
    }
}

/// The bound by matching of a single position, from where its player stands.
pub(super) fn of_position(field: &Field, boxes: &[u16], player: u16) -> Option<u32> {
    let mut walk = Walk::new(field);
    walk.set_boxes(boxes.iter().copied());
    let region = walk.go(field, player);
    let layers = Layers { frozen_walls: false, ..Layers::ALL };
    Bound::new(field, Heuristic::Matching, layers).take_up(&walk, boxes, region)
}
