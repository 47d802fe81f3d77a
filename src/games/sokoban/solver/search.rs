//! Searches that go through every position in order of what it costs, so that the first solution is the cheapest.

use super::arena::{Arena, Push, ROOT, ones};
use super::field::{Field, NONE};
use super::walk::Walk;
use crate::search::Budget;

/// Positions between two looks at the clock.
pub(super) const BETWEEN_LOOKS: u64 = 64;

/// How a search ended.
pub(super) enum End {
    /// With the pushes of the cheapest solution.
    Solved(Vec<Push>),
    /// With every position seen and none of them solved.
    Exhausted,
    /// With the budget spent.
    Spent,
}

/// A search under way.
struct Search<'a> {
    field: &'a Field,
    arena: Arena,
    walk: Walk,
    goals: Vec<u64>,
    boxes: u32,
    /// The boxes of the position that is looked at.
    here: Vec<u64>,
    pushes: Vec<(Push, u16, u32)>,
    budget: &'a Budget,
    nodes: u64,
}

impl<'a> Search<'a> {
    /// All boxes must stand on live squares.
    fn new(field: &'a Field, boxes: &[u16], budget: &'a Budget, memory_mib: usize) -> Self {
        let arena = Arena::new(field, memory_mib.saturating_mul(1 << 20));
        let bits = |squares: &mut dyn Iterator<Item = u16>| {
            let mut words = vec![0; arena.words()];
            squares.map(|square| field.live(square)).for_each(|live| set(&mut words, live));
            words
        };
        let goals = bits(&mut field.live_squares().iter().copied().filter(|&square| field.is_goal(square)));
        let here = bits(&mut boxes.iter().copied());
        let (boxes, walk) = (boxes.len() as u32, Walk::new(field));
        Self { field, arena, walk, goals, boxes, here, pushes: Vec::new(), budget, nodes: 0 }
    }

    fn is_solved(&self) -> bool {
        self.here.iter().zip(&self.goals).map(|(boxes, goals)| (boxes & goals).count_ones()).sum::<u32>() == self.boxes
    }

    fn is_spent(&self) -> bool {
        self.budget.nodes.is_some_and(|most| self.nodes >= most)
            || self.arena.is_full()
            || self.nodes.is_multiple_of(BETWEEN_LOOKS) && self.budget.is_over()
    }

    /// Takes a position up: its boxes, its walks, its pushes.
    fn expand(&mut self, number: u32) {
        self.nodes += 1;
        self.here.copy_from_slice(self.arena.boxes(number));
        let live = self.field.live_squares();
        self.walk.set_boxes(ones(&self.here).map(|bit| live[usize::from(bit)]));
        self.walk.go(self.field, self.arena.player(number));
        self.walk.pushes(self.field, &mut self.pushes);
    }

    /// Moves a box of the position that is looked at.
    fn move_box(&mut self, from: u16, to: u16) {
        clear(&mut self.here, self.field.live(from));
        set(&mut self.here, self.field.live(to));
        self.walk.move_box(from, to);
    }
}

/// Breadth first over pushes: a position is boxes and the region that the player is in. The first solution has the fewest
/// pushes.
pub(super) fn fewest_pushes(
    field: &Field,
    (boxes, player): (&[u16], u16),
    budget: &Budget,
    memory_mib: usize,
) -> (End, u64) {
    let mut search = Search::new(field, boxes, budget, memory_mib);
    let nothing = Push { square: 0, direction: 0 };
    search.walk.set_boxes(boxes.iter().copied());
    let region = search.walk.go(field, player);
    let hash = search.arena.hash(&search.here);
    search.arena.insert(&search.here, region, hash, ROOT, nothing);
    if search.is_solved() {
        return (End::Solved(Vec::new()), 0);
    }
    let mut number = ROOT;
    while (number as usize) < search.arena.len() {
        if search.is_spent() {
            return (End::Spent, search.nodes);
        }
        search.expand(number);
        let hash = search.arena.hash(&search.here);
        for index in 0..search.pushes.len() {
            let (push, to, _) = search.pushes[index];
            search.move_box(push.square, to);
            let region = search.walk.go(field, push.square);
            let hash = hash ^ search.arena.hash_of_move(field.live(push.square), field.live(to));
            let (child, is_new) = search.arena.insert(&search.here, region, hash, number, push);
            if is_new && search.is_solved() {
                return (End::Solved(search.arena.line(child)), search.nodes);
            }
            search.move_box(to, push.square);
        }
        number += 1;
    }
    (End::Exhausted, search.nodes)
}

/// Cheapest first over steps (Dijkstra 1959): a position is boxes and the very square of the player. The first solution
/// that is taken up has the fewest steps.
pub(super) fn fewest_moves(
    field: &Field,
    (boxes, player): (&[u16], u16),
    budget: &Budget,
    memory_mib: usize,
) -> (End, u64) {
    // Costs, marks and buckets of a position take about as much as the position itself.
    let mut search = Search::new(field, boxes, budget, memory_mib / 2);
    let nothing = Push { square: 0, direction: 0 };
    let hash = search.arena.hash(&search.here);
    search.arena.insert(&search.here, player, hash, ROOT, nothing);
    let mut costs: Vec<u32> = vec![0];
    let mut is_done = vec![false];
    // Positions to take up, by their cost; a position that was reached anew for less stands in several.
    let mut buckets: Vec<Vec<u32>> = vec![vec![ROOT]];
    let mut cost = 0;
    while cost < buckets.len() {
        let Some(number) = buckets[cost].pop() else {
            cost += 1;
            continue;
        };
        if std::mem::replace(&mut is_done[number as usize], true) {
            continue;
        }
        if search.is_spent() {
            return (End::Spent, search.nodes);
        }
        search.expand(number);
        if search.is_solved() {
            return (End::Solved(search.arena.line(number)), search.nodes);
        }
        let hash = search.arena.hash(&search.here);
        for index in 0..search.pushes.len() {
            let (push, to, steps) = search.pushes[index];
            let child_cost = cost as u32 + steps + 1;
            search.move_box(push.square, to);
            let hash = hash ^ search.arena.hash_of_move(field.live(push.square), field.live(to));
            let (child, is_new) = search.arena.insert(&search.here, push.square, hash, number, push);
            search.move_box(to, push.square);
            if is_new {
                costs.push(child_cost);
                is_done.push(false);
            } else if child_cost < costs[child as usize] {
                costs[child as usize] = child_cost;
                search.arena.lead(child, number, push);
            } else {
                continue;
            }
            if buckets.len() <= child_cost as usize {
                buckets.resize_with(child_cost as usize + 1, Vec::new);
            }
            buckets[child_cost as usize].push(child);
        }
    }
    (End::Exhausted, search.nodes)
}

fn set(words: &mut [u64], bit: u16) {
    debug_assert_ne!(bit, NONE, "the box stands on a dead square");
    words[usize::from(bit / 64)] |= 1 << (bit % 64);
}

fn clear(words: &mut [u64], bit: u16) {
    words[usize::from(bit / 64)] &= !(1 << (bit % 64));
}
