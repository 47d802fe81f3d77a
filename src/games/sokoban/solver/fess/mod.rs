//! Feature space search (Shoham and Schaeffer, FESS, Conference on Games 2020): a move brings one box anywhere, positions
//! are spread over cells by their features, and the search goes round the cells, so that progress in any feature is followed.

mod expand;
mod features;
mod guides;
mod line;
mod meet;
mod opening;
mod parts;
mod plan;
mod rooms;
#[cfg(test)]
mod tests;
mod unpack;

use super::arena::{Arena, Push, ones};
use super::corral::Corrals;
use super::deadlock::Layers;
use super::distances::Distances;
use super::expand::flip;
use super::field::{Field, NONE};
use super::freeze::Freeze;
use super::local::LocalSearch;
use super::matching::{Matching, Paths, Places};
use super::mover::Mover;
use super::search::End;
use super::walk::Walk;
use super::walls::FrozenWalls;
use crate::search::Budget;
use features::{Features, Meter};
use guides::Guides;
use meet::Attendance;
use opening::Opening;
pub(in super::super) use parts::PARTS;
pub(super) use parts::{Part, Parts};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::rc::Rc;

/// Layers that the search knows: a pattern is a corral's business here.
pub(super) const USUAL: Layers = Layers { patterns: false, ..Layers::ALL };

/// Layers that hold for play backward too.
const BACKWARD: Layers = Layers { freeze: false, frozen_walls: false, corrals: false, local: false, ..USUAL };

/// Advisors: out of plan, packing, connectivity, rooms, the bound, the opener, and the next step of the plan.
const ADVISORS: usize = 7;
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
pub(super) struct Fess<'a> {
    field: &'a Field,
    layers: Layers,
    parts: Parts,
    walls: FrozenWalls,
    distances: Rc<Distances>,
    local: LocalSearch,
    arena: Arena,
    walk: Walk,
    mover: Mover,
    freeze: Freeze,
    corrals: Corrals,
    guides: Guides,
    meter: Meter,
    opening: Opening,
    before: Matching,
    after: Matching,
    paths: Paths,
    places: Places,
    cells: Vec<BinaryHeap<Reverse<Move>>>,
    /// The same moves by their features alone, and by the bound alone: a search that takes turns between orders fails only
    /// where all of them do (Röger and Helmert, ICAPS 2010).
    greedy: [BinaryHeap<Reverse<(u64, Move)>>; 2],
    turn: usize,
    cell: usize,
    cell_of: HashMap<Features, usize>,
    here: Vec<u64>,
    boxes: Vec<u16>,
    /// For each box whether it can be moved by one square at once.
    is_movable: Vec<bool>,
    moves: Vec<(Move, [u32; ADVISORS])>,
    waiting: usize,
    most_waiting: usize,
    /// Whether moves were given up to stay within the memory: then nothing is proved by the end of the others.
    is_thinned: bool,
    /// First positions that are not expanded yet.
    roots: Vec<u32>,
    /// The region that the player must end in, if it matters.
    end: Option<u16>,
    nodes: u64,
    attendance: Option<Attendance<'a>>,
}

/// Looks for any solution.
pub(super) fn any(
    field: &Field,
    start: (&[u16], u16),
    budget: &Budget,
    memory_mib: usize,
    switches: (Layers, Parts),
) -> (End, u64) {
    let mut search = Fess::forward(field, start, 0, budget, memory_mib, switches);
    let end = search.advance(budget);
    (end, search.nodes)
}

impl<'a> Fess<'a> {
    /// Plays from a position. Searches of other variants follow other packing plans and other guides.
    pub(super) fn forward(
        field: &'a Field,
        (boxes, player): (&[u16], u16),
        variant: u64,
        budget: &Budget,
        memory_mib: usize,
        switches: (Layers, Parts),
    ) -> Self {
        let (guides, plan) = Guides::of(variant);
        let guides = guides.of_parts(switches.1);
        let meter = Meter::new(field, boxes, None, plan, budget);
        let mut search = Self::new(field, guides, meter, memory_mib, switches);
        search.walk.set_boxes(boxes.iter().copied());
        let region = search.walk.go(field, player);
        search.begin(boxes, region);
        search
    }

    /// Plays backward from the solved positions, in a [reversed](Field::reversed) field: boxes from `goals` and the player
    /// to the region of `player`.
    pub(super) fn backward(
        field: &'a Field,
        (goals, player): (&[u16], u16),
        budget: &Budget,
        memory_mib: usize,
        (layers, parts): (Layers, Parts),
    ) -> Self {
        let meter = Meter::new(field, goals, Some(player), 0, budget);
        let mut search = Self::new(field, Guides::PLAIN, meter, memory_mib, (BACKWARD.and(layers), parts));
        search.walk.set_boxes(field.goals().iter().copied());
        search.end = Some(search.walk.go(field, player));
        search.walk.set_boxes(goals.iter().copied());
        // A goal that no box comes to leaves nothing to begin with, and nothing to find.
        if goals.iter().any(|&goal| field.live(goal) == NONE) {
            return search;
        }
        let mut is_known = vec![false; field.squares()];
        for from in 0..field.squares() as u16 {
            if !search.walk.is_box(from) && !is_known[usize::from(from)] {
                let region = search.walk.go(field, from);
                search.walk.reached().iter().for_each(|&at| is_known[usize::from(at)] = true);
                search.begin(goals, region);
            }
        }
        search
    }

    fn new(
        field: &'a Field,
        guides: Guides,
        meter: Meter,
        memory_mib: usize,
        (layers, parts): (Layers, Parts),
    ) -> Self {
        // For each position there are many moves that wait.
        let quarter = memory_mib.saturating_mul(1 << 18);
        let arena = Arena::new(field, quarter);
        let walls = FrozenWalls::new(field);
        Self {
            field,
            layers,
            parts,
            distances: walls.bare(),
            walls,
            local: LocalSearch::new(field),
            here: vec![0; arena.words()],
            arena,
            walk: Walk::new(field),
            mover: Mover::new(field),
            freeze: Freeze::new(field),
            corrals: Corrals::new(field),
            guides,
            meter,
            opening: Opening::new(field),
            before: Matching::default(),
            after: Matching::default(),
            paths: Paths::default(),
            places: Places::default(),
            cells: Vec::new(),
            greedy: [BinaryHeap::new(), BinaryHeap::new()],
            turn: 0,
            cell: 0,
            cell_of: HashMap::new(),
            boxes: Vec::new(),
            is_movable: vec![false; field.squares()],
            moves: Vec::new(),
            waiting: 0,
            most_waiting: quarter / MOVE_BYTES * 3,
            is_thinned: false,
            roots: Vec::new(),
            end: None,
            nodes: 0,
            attendance: None,
        }
    }

    /// Adds a first position.
    fn begin(&mut self, boxes: &[u16], region: u16) {
        self.here.fill(0);
        boxes.iter().for_each(|&square| flip(&mut self.here, self.field.live(square)));
        let hash = self.arena.hash(&self.here);
        let number = self.arena.len() as u32;
        let (root, _) = self.arena.insert(&self.here, region, hash, number, Push { square: 0, direction: 0 });
        self.roots.push(root);
    }

    /// Positions expanded so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Goes on until the end, or until so many positions of the budget are expanded in all. A line that ends where another
    /// search was [met](Self::take_met) is no solution yet.
    pub(super) fn advance(&mut self, budget: &Budget) -> End {
        loop {
            if budget.is_spent(self.nodes) || self.arena.is_full() {
                return End::Spent;
            }
            if self.waiting >= self.most_waiting {
                self.thin();
            }
            let (number, weight) = if let Some(root) = self.roots.pop() {
                if self.is_solved(root) {
                    return End::Solved(Vec::new());
                }
                (root, 0)
            } else {
                let Some(next) = self.next() else {
                    return if self.is_thinned { End::Spent } else { End::Exhausted };
                };
                self.here.copy_from_slice(self.arena.boxes(next.number));
                flip(&mut self.here, self.field.live(next.from));
                flip(&mut self.here, self.field.live(next.to));
                let hash = self.arena.hash(&self.here);
                let push = Push { square: 0, direction: 0 };
                let (child, is_new) = self.arena.insert(&self.here, next.region, hash, next.number, push);
                if !is_new {
                    continue;
                }
                (child, next.weight)
            };
            if let Some(solved) = self.expand(number, weight) {
                return End::Solved(self.line(solved));
            }
        }
    }

    /// Gives up the worse half of the moves that wait in each order.
    fn thin(&mut self) {
        fn halve<T: Ord>(heap: &mut BinaryHeap<Reverse<T>>) {
            let mut moves = std::mem::take(heap).into_vec();
            let half = moves.len().div_ceil(2);
            if half < moves.len() {
                moves.select_nth_unstable_by(half, |one, other| other.cmp(one));
                moves.truncate(half);
                moves.shrink_to_fit();
            }
            *heap = moves.into();
        }
        self.is_thinned = true;
        self.cells.iter_mut().for_each(halve);
        self.greedy.iter_mut().for_each(halve);
        self.waiting = self.cells.iter().map(BinaryHeap::len).sum::<usize>()
            + self.greedy.iter().map(BinaryHeap::len).sum::<usize>();
    }

    fn is_solved(&self, number: u32) -> bool {
        let live = self.field.live_squares();
        ones(self.arena.boxes(number)).all(|bit| self.field.is_goal(live[usize::from(bit)]))
            && self.end.is_none_or(|end| end == self.arena.player(number))
    }

    /// The move to make next: from the cells in turn and from the greedy orders by turns.
    fn next(&mut self) -> Option<Move> {
        self.turn = (self.turn + 1) % TURNS;
        let greedy = match self.turn {
            _ if !self.parts.has(Part::GreedyOrders) => None,
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
}
