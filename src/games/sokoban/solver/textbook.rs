//! Searches as textbooks have them, to measure others against: depth first, and depth first with a bound that grows.

use super::arena::ROOT;
use super::astar::Manner;
use super::expand::{Child, Expander, Seen};
use super::field::Field;
use super::search::{BETWEEN_LOOKS, End};
use crate::search::Budget;

fn is_spent(search: &Expander<'_>, budget: &Budget) -> bool {
    let expanded = search.seen.expanded;
    budget.nodes.is_some_and(|most| expanded >= most)
        || search.arena.is_full()
        || expanded.is_multiple_of(BETWEEN_LOOKS) && budget.is_over()
}

/// Depth first, each position once, and of its pushes first the one with the least bound: some solution, or the proof that
/// there is none.
pub(super) fn depth_first(
    field: &Field,
    start: (&[u16], u16),
    budget: &Budget,
    memory_mib: usize,
    manner: Manner,
) -> (End, Seen) {
    let mut search = Expander::new(field, memory_mib, manner.heuristic, manner.layers);
    if search.begin(start).is_none() {
        return (End::Exhausted, search.seen);
    }
    let mut stack = vec![ROOT];
    let mut children = Vec::new();
    while let Some(number) = stack.pop() {
        if search.is_solved(number) {
            return (End::Solved(search.arena.line(number)), search.seen);
        }
        if is_spent(&search, budget) {
            return (End::Spent, search.seen);
        }
        search.expand(number, &mut children);
        children.retain(|child: &Child| child.is_new && child.rest.is_some());
        children.sort_by_key(|child| std::cmp::Reverse(child.rest));
        stack.extend(children.iter().map(|child| child.number));
    }
    (End::Exhausted, search.seen)
}

/// Depth first within a bound that grows until a solution fits into it (IDA*, Korf 1985): the fewest pushes. Within each
/// bound positions are remembered with the fewest pushes that led to them.
pub(super) fn iterative_deepening(
    field: &Field,
    start: (&[u16], u16),
    budget: &Budget,
    memory_mib: usize,
    manner: Manner,
) -> (End, Seen) {
    let mut search = Expander::new(field, memory_mib, manner.heuristic, manner.layers);
    let Some(mut bound) = search.begin(start) else { return (End::Exhausted, search.seen) };
    let mut children = Vec::new();
    loop {
        // Pushes to each position, and the bound from there.
        let mut nodes: Vec<(u32, Option<u32>)> = vec![(0, search.begin(start))];
        let mut stack = vec![ROOT];
        let mut next: Option<u32> = None;
        while let Some(number) = stack.pop() {
            if search.is_solved(number) {
                return (End::Solved(search.arena.line(number)), search.seen);
            }
            if is_spent(&search, budget) {
                return (End::Spent, search.seen);
            }
            let cost = nodes[number as usize].0 + 1;
            search.expand(number, &mut children);
            children.sort_by_key(|child| std::cmp::Reverse(child.rest));
            for child in &children {
                if child.is_new {
                    nodes.resize(search.arena.len(), (u32::MAX, None));
                    nodes[child.number as usize].1 = child.rest;
                }
                let (known, rest) = nodes[child.number as usize];
                let Some(total) = rest.map(|rest| rest + cost).filter(|_| cost < known) else { continue };
                nodes[child.number as usize].0 = cost;
                if !child.is_new {
                    search.arena.lead(child.number, number, child.push);
                }
                if total <= bound {
                    stack.push(child.number);
                } else {
                    next = Some(next.map_or(total, |least| least.min(total)));
                }
            }
        }
        match next {
            Some(more) => bound = more,
            None => return (End::Exhausted, search.seen),
        }
    }
}
