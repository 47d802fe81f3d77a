//! A* over pushes (Hart, Nilsson, Raphael 1968) with a lower bound: the first solution taken up has the fewest pushes.

use super::arena::ROOT;
use super::bound::Heuristic;
use super::deadlock::Layers;
use super::expand::{Child, Expander, Seen};
use super::field::Field;
use super::search::{BETWEEN_LOOKS, End};
use crate::search::Budget;

/// Layers that save A* more work than they take.
const USUAL: Layers = Layers { frozen_walls: false, local: false, patterns: false, ..Layers::ALL };

/// How A* searches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    /// What the bound weighs: the fewest pushes come of 1; with more solutions come sooner, and may be longer (Pohl 1970).
    pub(super) weight: u32,
    pub(super) heuristic: Heuristic,
    pub(super) layers: Layers,
    /// Lines with more pushes are not looked at.
    pub(super) most_pushes: u32,
    /// The region, by its least square, that the player must end in, if it matters.
    pub(super) end: Option<u16>,
}

impl Manner {
    /// The fewest pushes, with what saves more work than it takes.
    pub(super) const FEWEST: Self =
        Self { weight: 1, heuristic: Heuristic::Matching, layers: USUAL, most_pushes: u32::MAX, end: None };

    /// The same with no layers but these.
    pub(super) fn within(self, layers: Layers) -> Self {
        Self { layers: self.layers.and(layers), ..self }
    }
}

/// Positions to take up, by what a solution through them needs at the least, and within that by what it needs from there.
#[derive(Default)]
struct Buckets {
    by_total: Vec<Vec<Vec<u32>>>,
    total: usize,
}

impl Buckets {
    fn push(&mut self, total: u32, rest: u32, number: u32) {
        let (total, rest) = (total as usize, rest as usize);
        if self.by_total.len() <= total {
            self.by_total.resize_with(total + 1, Vec::new);
        }
        let by_rest = &mut self.by_total[total];
        if by_rest.len() <= rest {
            by_rest.resize_with(rest + 1, Vec::new);
        }
        by_rest[rest].push(number);
        // The bound may fall from a position to the next: the sides of boxes are seen by the player's region.
        self.total = self.total.min(total);
    }

    fn pop(&mut self) -> Option<u32> {
        while let Some(by_rest) = self.by_total.get_mut(self.total) {
            if let Some(number) = by_rest.iter_mut().find_map(Vec::pop) {
                return Some(number);
            }
            self.total += 1;
        }
        None
    }
}

/// A node's bookkeeping beside its position.
#[derive(Clone, Copy)]
struct Node {
    pushes: u32,
    /// The bound from here, or [`DEAD`].
    rest: u32,
    is_done: bool,
}

const DEAD: u32 = u32::MAX;

/// A search that can be taken up again.
pub(super) struct Astar<'a> {
    search: Expander<'a>,
    manner: Manner,
    nodes: Vec<Node>,
    open: Buckets,
    children: Vec<Child>,
}

/// Fewest pushes from a position that bring the boxes to the goals.
pub(super) fn solve(
    field: &Field,
    start: (&[u16], u16),
    budget: &Budget,
    memory_mib: usize,
    manner: Manner,
) -> (End, Seen) {
    let mut search = Astar::new(field, start, memory_mib, manner);
    let end = search.advance(budget);
    (end, search.seen())
}

impl<'a> Astar<'a> {
    pub(super) fn new(field: &'a Field, start: (&[u16], u16), memory_mib: usize, manner: Manner) -> Self {
        let mut search = Expander::new(field, memory_mib, manner.heuristic, manner.layers);
        let (mut nodes, mut open) = (Vec::new(), Buckets::default());
        if let Some(rest) = search.begin(start) {
            nodes.push(Node { pushes: 0, rest, is_done: false });
            if rest <= manner.most_pushes {
                open.push(manner.weight * rest, rest, ROOT);
            }
        }
        Self { search, manner, nodes, open, children: Vec::new() }
    }

    /// What was seen so far.
    pub(super) fn seen(&self) -> Seen {
        self.search.seen
    }

    /// Goes on until the end, or until so many positions of the budget are expanded in all.
    pub(super) fn advance(&mut self, budget: &Budget) -> End {
        let Self { search, manner, nodes, open, children } = self;
        while let Some(number) = open.pop() {
            let node = nodes[number as usize];
            if node.is_done {
                continue;
            }
            // By the matching only a solved position needs nothing more; other bounds know less.
            if (node.rest == 0 || manner.heuristic != Heuristic::Matching)
                && search.is_solved(number)
                && manner.end.is_none_or(|end| end == search.arena.player(number))
            {
                return End::Solved(search.arena.line(number));
            }
            let expanded = search.seen.expanded;
            if budget.nodes.is_some_and(|most| expanded >= most)
                || search.arena.is_full()
                || expanded.is_multiple_of(BETWEEN_LOOKS) && budget.is_over()
            {
                open.push(node.pushes + manner.weight * node.rest, node.rest, number);
                return End::Spent;
            }
            nodes[number as usize].is_done = true;
            search.expand(number, children);
            for child in &*children {
                let cost = node.pushes + 1;
                if child.is_new {
                    let rest = child.rest.unwrap_or(DEAD);
                    nodes.push(Node { pushes: cost, rest, is_done: rest == DEAD });
                } else {
                    let known = &mut nodes[child.number as usize];
                    if known.rest == DEAD || cost >= known.pushes {
                        continue;
                    }
                    known.pushes = cost;
                    known.is_done = false;
                    search.arena.lead(child.number, number, child.push);
                }
                let rest = nodes[child.number as usize].rest;
                if rest != DEAD && rest.saturating_add(cost) <= manner.most_pushes {
                    open.push(cost + manner.weight * rest, rest, child.number);
                }
            }
        }
        End::Exhausted
    }
}
