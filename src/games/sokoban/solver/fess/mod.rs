//! Feature space search (Shoham and Schaeffer, FESS, Conference on Games 2020): a move brings one box anywhere, positions
//! are spread over cells by their features, and the search goes round the cells, so that progress in any feature is followed.

mod features;
mod plan;
mod rooms;

use super::arena::{Arena, Push, ROOT, ones};
use super::corral::Corrals;
use super::deadlock::Layers;
use super::distances::Distances;
use super::expand::flip;
use super::field::Field;
use super::freeze::Freeze;
use super::local::LocalSearch;
use super::matching::{Matching, Paths};
use super::mover::{Arrival, Mover, START, Way, is_joined};
use super::search::End;
use super::walk::Walk;
use super::walls::FrozenWalls;
use crate::search::Budget;
use features::{Features, Meter};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::rc::Rc;

/// Layers that the search knows: a pattern is a corral's business here.
pub(super) const USUAL: Layers = Layers { patterns: false, ..Layers::ALL };

/// Advisors: out of plan, packing, connectivity, rooms, and the bound.
const ADVISORS: usize = 5;
/// Turns after which the orders are taken up again; two of them are greedy.
const TURNS: usize = 4;
/// Bytes of a move that waits, with what its heap keeps free.
const MOVE_BYTES: usize = 64;

/// A move that waits: one box from a place to another. The least is made first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Move {
    weight: u32,
    rank: u64,
    bound: u32,
    number: u32,
    from: u16,
    to: u16,
    region: u16,
}

/// A search under way.
struct Fess<'a> {
    field: &'a Field,
    budget: &'a Budget,
    layers: Layers,
    walls: FrozenWalls,
    distances: Rc<Distances>,
    local: LocalSearch,
    arena: Arena,
    walk: Walk,
    mover: Mover,
    freeze: Freeze,
    corrals: Corrals,
    meter: Meter,
    before: Matching,
    after: Matching,
    paths: Paths,
    cells: Vec<BinaryHeap<Reverse<Move>>>,
    /// The same moves by their features alone, and by the bound alone: a search that takes turns between orders fails only
    /// where all of them do (Röger and Helmert, ICAPS 2010).
    greedy: [BinaryHeap<Reverse<(u64, Move)>>; 2],
    turn: usize,
    cell: usize,
    cell_of: HashMap<Features, usize>,
    here: Vec<u64>,
    boxes: Vec<u16>,
    moves: Vec<(Move, [u32; ADVISORS])>,
    waiting: usize,
    most_waiting: usize,
    nodes: u64,
}

/// Looks for any solution.
pub(super) fn any(
    field: &Field,
    (boxes, player): (&[u16], u16),
    budget: &Budget,
    memory_mib: usize,
    layers: Layers,
) -> (End, u64) {
    let bytes = memory_mib.saturating_mul(1 << 19);
    let arena = Arena::new(field, bytes);
    let walls = FrozenWalls::new(field);
    let mut search = Fess {
        field,
        budget,
        layers,
        distances: walls.bare(),
        walls,
        local: LocalSearch::new(field),
        here: vec![0; arena.words()],
        arena,
        walk: Walk::new(field),
        mover: Mover::new(field),
        freeze: Freeze::new(field),
        corrals: Corrals::new(field),
        meter: Meter::new(field, boxes, budget),
        before: Matching::default(),
        after: Matching::default(),
        paths: Paths::default(),
        cells: Vec::new(),
        greedy: [BinaryHeap::new(), BinaryHeap::new()],
        turn: 0,
        cell: 0,
        cell_of: HashMap::new(),
        boxes: Vec::new(),
        moves: Vec::new(),
        waiting: 0,
        most_waiting: bytes / MOVE_BYTES,
        nodes: 0,
    };
    let end = search.run(boxes, player);
    (end, search.nodes)
}

impl Fess<'_> {
    fn run(&mut self, boxes: &[u16], player: u16) -> End {
        boxes.iter().for_each(|&square| flip(&mut self.here, self.field.live(square)));
        self.walk.set_boxes(boxes.iter().copied());
        let region = self.walk.go(self.field, player);
        let hash = self.arena.hash(&self.here);
        self.arena.insert(&self.here, region, hash, ROOT, Push { square: 0, direction: 0 });
        if boxes.iter().all(|&square| self.field.is_goal(square)) {
            return End::Solved(Vec::new());
        }
        if self.is_spent() {
            return End::Spent;
        }
        if let Some(solved) = self.expand(ROOT, 0) {
            return End::Solved(self.line(solved));
        }
        while let Some(next) = self.next() {
            self.here.copy_from_slice(self.arena.boxes(next.number));
            flip(&mut self.here, self.field.live(next.from));
            flip(&mut self.here, self.field.live(next.to));
            let hash = self.arena.hash(&self.here);
            let push = Push { square: 0, direction: 0 };
            let (child, is_new) = self.arena.insert(&self.here, next.region, hash, next.number, push);
            if !is_new {
                continue;
            }
            if self.is_spent() {
                return End::Spent;
            }
            if let Some(solved) = self.expand(child, next.weight) {
                return End::Solved(self.line(solved));
            }
        }
        End::Exhausted
    }

    /// The move to make next: from the cells in turn and from the greedy orders by turns.
    fn next(&mut self) -> Option<Move> {
        self.turn = (self.turn + 1) % TURNS;
        let greedy = match self.turn {
            1 => self.greedy[0].pop(),
            3 => self.greedy[1].pop(),
            _ => None,
        };
        if let Some(Reverse((_, next))) = greedy {
            self.waiting -= 1;
            return Some(next);
        }
        for _ in 0..self.cells.len() {
            self.cell = if self.cell + 1 < self.cells.len() { self.cell + 1 } else { 0 };
            if let Some(Reverse(next)) = self.cells[self.cell].pop() {
                self.waiting -= 1;
                return Some(next);
            }
        }
        None
    }

    fn is_spent(&self) -> bool {
        self.budget.is_spent(self.nodes) || self.arena.is_full() || self.waiting >= self.most_waiting
    }

    /// Rates every move of a position and puts them into its cell; the number of the solved position if one solves it.
    fn expand(&mut self, number: u32, weight: u32) -> Option<u32> {
        self.nodes += 1;
        let field = self.field;
        self.here.copy_from_slice(self.arena.boxes(number));
        self.boxes.clear();
        self.boxes.extend(ones(&self.here).map(|bit| field.live_squares()[usize::from(bit)]));
        self.walk.set_boxes(self.boxes.iter().copied());
        let player = self.arena.player(number);
        let region = self.walk.go(field, player);
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
        let own = self.meter.measure(field, &self.walk, &self.boxes, None);
        let hash = self.arena.hash(&self.here);
        self.moves.clear();
        for index in 0..self.boxes.len() {
            let from = self.boxes[index];
            if corral.as_ref().is_some_and(|corral| !corral.contains(&from)) {
                continue;
            }
            let arrivals = self.mover.explore(field, &mut self.walk, from, player, Way::Push).len();
            for place in 0..arrivals {
                let Arrival { to, region, .. } = self.mover.found()[place];
                if to == from {
                    continue;
                }
                self.walk.lift(from);
                let was_joined = is_joined(field, &self.walk, from) && is_joined(field, &self.walk, to);
                self.walk.put(to);
                self.boxes[index] = to;
                let dead = self.layers.freeze && self.freeze.is_deadlock(field, &self.walk, to);
                let rated = if dead {
                    None
                } else {
                    self.rate(number, (from, to, region), hash, was_joined.then_some(own.regions))
                };
                self.boxes[index] = from;
                self.walk.move_box(to, from);
                let Some((mut next, features)) = rated else { continue };
                if next.bound == 0 && self.boxes_solve(index, to) {
                    flip(&mut self.here, field.live(from));
                    flip(&mut self.here, field.live(to));
                    let push = Push { square: 0, direction: 0 };
                    return Some(self.arena.insert(&self.here, region, 0, number, push).0);
                }
                next.weight = weight + 1;
                // An advisor speaks for a move only where it betters what the advisor looks at.
                let better = |is: bool, value: u32| if is { value } else { u32::MAX };
                let advice = [
                    better(features.out_of_plan < own.out_of_plan, features.out_of_plan.into()),
                    better(features.packed > own.packed, u32::from(u16::MAX - features.packed)),
                    better(features.regions < own.regions, features.regions.into()),
                    better(features.blocked < own.blocked, features.blocked.into()),
                    better(next.bound < bound, next.bound),
                ];
                self.moves.push((next, advice));
            }
        }
        for advisor in 0..ADVISORS {
            let key = |(next, advice): &(Move, [u32; ADVISORS])| (advice[advisor], next.rank, next.bound);
            let advised =
                self.moves.iter_mut().filter(|(_, advice)| advice[advisor] != u32::MAX).min_by_key(|one| key(one));
            if let Some((next, _)) = advised {
                next.weight = weight;
            }
        }
        let cells = &mut self.cells;
        let cell = *self.cell_of.entry(own).or_insert_with(|| {
            cells.push(BinaryHeap::new());
            cells.len() - 1
        });
        self.waiting += 3 * self.moves.len();
        self.greedy[0].extend(self.moves.iter().map(|&(next, _)| Reverse((next.rank, next))));
        self.greedy[1].extend(self.moves.iter().map(|&(next, _)| Reverse((next.bound.into(), next))));
        self.cells[cell].extend(self.moves.iter().map(|&(next, _)| Reverse(next)));
        None
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
        (from, to, region): (u16, u16, u16),
        hash: u64,
        regions: Option<u16>,
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
        let rows = self.boxes.iter().map(|&at| self.distances.row_of(at, region));
        self.after.mend(&self.before, &self.distances, rows, &mut self.paths);
        let bound = self.bound_of(&self.after)?;
        let features = self.meter.measure(field, &self.walk, &self.boxes, regions);
        Some((Move { weight: 0, rank: features.rank(), bound, number, from, to, region }, features))
    }

    /// The pushes from the first position to this one.
    fn line(&mut self, number: u32) -> Vec<Push> {
        let mut line = Vec::new();
        let mut child = number;
        while child != ROOT {
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
            let found = self.mover.explore(self.field, &mut self.walk, from, self.arena.player(parent), Way::Push);
            let Some(last) = found.iter().position(|arrival| (arrival.to, arrival.region) == (to, region)) else {
                return Vec::new();
            };
            let mut place = last as u16;
            while place != START {
                let arrival = found[usize::from(place)];
                let square = if arrival.before == START { from } else { found[usize::from(arrival.before)].to };
                line.push(Push { square, direction: arrival.direction });
                place = arrival.before;
            }
            child = parent;
        }
        line.reverse();
        line
    }
}
