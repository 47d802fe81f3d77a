//! A* over pushes (Hart, Nilsson, Raphael 1968) with a lower bound: the first solution taken up has the fewest pushes.

use super::arena::{Arena, Push, ROOT, ones};
use super::bound::{Bound, Heuristic};
use super::corral::Corrals;
use super::deadlock::Layers;
use super::field::{Field, NONE};
use super::freeze::Freeze;
use super::search::{BETWEEN_LOOKS, End};
use super::walk::Walk;
use crate::search::Budget;

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
    /// The fewest pushes, with everything that saves work.
    pub(super) const FEWEST: Self =
        Self { weight: 1, heuristic: Heuristic::Matching, layers: Layers::ALL, most_pushes: u32::MAX, end: None };
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

/// What a search saw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Seen {
    /// Positions expanded.
    pub(super) expanded: u64,
    /// Pushes from them that no layer refused, before positions met twice are told apart.
    pub(super) children: u64,
}

/// Fewest pushes from a position that bring the boxes to the goals.
pub(super) fn solve(
    field: &Field,
    start: (&[u16], u16),
    budget: &Budget,
    memory_mib: usize,
    manner: Manner,
) -> (End, Seen) {
    // Nodes and buckets of a position take about as much as the position itself.
    let arena = Arena::new(field, memory_mib.saturating_mul(1 << 19));
    search(field, start, budget, arena, &mut Bound::new(field, manner.heuristic, manner.layers.bipartite), manner)
}

fn search(
    field: &Field,
    (boxes, player): (&[u16], u16),
    budget: &Budget,
    mut arena: Arena,
    bound: &mut Bound<'_>,
    manner: Manner,
) -> (End, Seen) {
    let layers = manner.layers;
    let (mut walk, mut freeze, mut corrals) = (Walk::new(field), Freeze::new(field), Corrals::new(field));
    let mut here = vec![0u64; arena.words()];
    boxes.iter().for_each(|&square| flip(&mut here, field.live(square)));
    walk.set_boxes(boxes.iter().copied());
    let region = walk.go(field, player);
    let mut seen = Seen::default();
    let Some(rest) = bound.take_up(boxes, region) else { return (End::Exhausted, seen) };
    let hash = arena.hash(&here);
    arena.insert(&here, region, hash, ROOT, Push { square: 0, direction: 0 });
    let mut nodes = vec![Node { pushes: 0, rest, is_done: false }];
    let mut open = Buckets::default();
    if rest <= manner.most_pushes {
        open.push(manner.weight * rest, rest, ROOT);
    }
    let (mut pushes, mut standing) = (Vec::new(), Vec::new());
    while let Some(number) = open.pop() {
        let node = nodes[number as usize];
        if std::mem::replace(&mut nodes[number as usize].is_done, true) {
            continue;
        }
        here.copy_from_slice(arena.boxes(number));
        standing.clear();
        standing.extend(ones(&here).map(|bit| field.live_squares()[usize::from(bit)]));
        if standing.iter().all(|&square| field.is_goal(square))
            && manner.end.is_none_or(|end| end == arena.player(number))
        {
            return (End::Solved(arena.line(number)), seen);
        }
        if budget.nodes.is_some_and(|most| seen.expanded >= most)
            || arena.is_full()
            || seen.expanded.is_multiple_of(BETWEEN_LOOKS) && budget.is_over()
        {
            return (End::Spent, seen);
        }
        seen.expanded += 1;
        walk.set_boxes(standing.iter().copied());
        let region = walk.go(field, arena.player(number));
        walk.pushes(field, &mut pushes);
        if layers.corrals
            && let Some(boxes) = corrals.find(field, &walk)
        {
            pushes.retain(|&(push, to, _)| Corrals::keeps(boxes, &walk, push, to));
        }
        bound.take_up(&standing, region);
        let hash = arena.hash(&here);
        for &(push, to, _) in &pushes {
            walk.move_box(push.square, to);
            if layers.freeze && freeze.is_deadlock(field, &walk, to) {
                walk.move_box(to, push.square);
                continue;
            }
            seen.children += 1;
            let region = walk.go(field, push.square);
            flip(&mut here, field.live(push.square));
            flip(&mut here, field.live(to));
            let hash = hash ^ arena.hash_of_move(field.live(push.square), field.live(to));
            let (child, is_new) = arena.insert(&here, region, hash, number, push);
            flip(&mut here, field.live(push.square));
            flip(&mut here, field.live(to));
            walk.move_box(to, push.square);
            let cost = node.pushes + 1;
            if is_new {
                let rest = bound.after_push(&standing, (push.square, to), region).unwrap_or(DEAD);
                nodes.push(Node { pushes: cost, rest, is_done: rest == DEAD });
            } else {
                let known = &mut nodes[child as usize];
                if known.rest == DEAD || cost >= known.pushes {
                    continue;
                }
                known.pushes = cost;
                known.is_done = false;
                arena.lead(child, number, push);
            }
            let rest = nodes[child as usize].rest;
            if rest != DEAD && rest.saturating_add(cost) <= manner.most_pushes {
                open.push(cost + manner.weight * rest, rest, child);
            }
        }
    }
    (End::Exhausted, seen)
}

/// Puts a box on a live square, or takes it away.
pub(super) fn flip(words: &mut [u64], bit: u16) {
    debug_assert_ne!(bit, NONE, "the box stands on a dead square");
    words[usize::from(bit / 64)] ^= 1 << (bit % 64);
}
