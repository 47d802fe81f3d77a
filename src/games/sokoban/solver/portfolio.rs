//! Several searches for any solution that share the budget.

use super::How;
use super::astar::{self, Manner};
use super::fess;
use super::field::Field;
use super::search::End;
use crate::search::{Budget, StopFlag};
use std::sync::Arc;
use std::time::Duration;

/// What the bound of A* weighs where any solution will do.
const GREEDY: Manner = Manner { weight: 3, ..Manner::FEWEST };

fn greedy(how: How<'_>) -> Manner {
    Manner { heuristic: how.heuristic, ..GREEDY.within(how.layers) }
}
/// Positions that A* may expand before the search over features begins, where both share one thread.
const FIRST_TRY: u64 = 2_000;

/// Looks for any solution: by A* with a heavy bound and by features, side by side where there are two threads.
pub(super) fn any(field: &Field, start: (&[u16], u16), budget: &Budget, memory_mib: usize, how: How<'_>) -> (End, u64) {
    if budget.threads > 1 {
        side_by_side(field, start, budget, memory_mib / 2, how)
    } else {
        in_turn(field, start, budget, memory_mib, how)
    }
}

fn in_turn(field: &Field, start: (&[u16], u16), budget: &Budget, memory_mib: usize, how: How<'_>) -> (End, u64) {
    let first = budget.nodes.map_or(FIRST_TRY, |nodes| FIRST_TRY.min(nodes / 2));
    let tried = Budget { nodes: Some(first), ..budget.clone() };
    let (end, seen) = astar::solve(field, start, &tried, memory_mib, greedy(how));
    let nodes = seen.expanded;
    if !matches!(end, End::Spent) {
        return (end, nodes);
    }
    let rest = Budget { nodes: budget.nodes.map(|most| most.saturating_sub(nodes)), ..budget.clone() };
    let (end, more) = fess::any(field, start, &rest, memory_mib, fess::USUAL.and(how.layers));
    (end, nodes + more)
}

fn side_by_side(field: &Field, start: (&[u16], u16), budget: &Budget, memory_mib: usize, how: How<'_>) -> (End, u64) {
    let done = StopFlag::default();
    let shared = |nodes: Option<u64>| {
        let (done, remaining) = (done.clone(), Arc::clone(&budget.remaining));
        let remaining = move || if done.is_stopped() { Some(Duration::ZERO) } else { remaining() };
        Budget { nodes, remaining: Arc::new(remaining), ..budget.clone() }
    };
    let half = budget.nodes.map(|nodes| nodes / 2);
    let (one, other) = (shared(half), shared(budget.nodes.zip(half).map(|(nodes, half)| nodes - half)));
    let finish = |(end, nodes): (End, u64)| {
        if !matches!(end, End::Spent) {
            done.stop();
        }
        (end, nodes)
    };
    std::thread::scope(|scope| {
        let by_bound = scope.spawn(|| {
            let (end, seen) = astar::solve(field, start, &one, memory_mib, greedy(how));
            finish((end, seen.expanded))
        });
        let (end, nodes) = finish(fess::any(field, start, &other, memory_mib, fess::USUAL.and(how.layers)));
        let (bound_end, bound_nodes) = by_bound.join().unwrap_or((End::Spent, 0));
        (if matches!(end, End::Spent) { bound_end } else { end }, nodes + bound_nodes)
    })
}
