//! Several searches for any solution that share the budget: none of them is best everywhere, and what one solves at once
//! another may never solve.

use super::How;
use super::astar::{Astar, Manner};
use super::fess::{self, Fess};
use super::field::Field;
use super::search::End;
use crate::search::{Budget, StopFlag};
use std::sync::Arc;
use std::time::Duration;

/// What the bound of A* weighs where any solution will do.
const GREEDY: Manner = Manner { weight: 3, ..Manner::FEWEST };
/// Positions of one turn of the first search over features, which solves most, where it shares a thread.
const FIRST_TURN: u64 = 1_000;
/// Positions of one turn of another one with guides of its own.
const FESS_TURN: u64 = 500;
/// Positions of one turn of a variant that is begun anew and anew.
const VARIANT_TURN: u64 = 250;
/// Positions of one turn of play backward, which rarely pays but then at once.
const BACKWARD_TURN: u64 = 100;
/// Positions of one turn of A*, which expands eight and more while a search over features expands one.
const GREEDY_TURN: u64 = 2_000;
/// Positions after which a variant of the search over features makes way for the next one, times a number of the series of
/// Luby, Sinclair and Zuckerman (1993).
const VARIANT_UNIT: u64 = 1_000;
/// The first variant that is not searched all the time.
const FIRST_VARIANT: u64 = 2;
/// Where the variants begin that follow the first search once its memory is full: far from all others.
const LATER_VARIANT: u64 = 3_000;
/// The share of the memory of a search over features that goes on all the time, and that of each other search.
const LONG_SHARE: usize = 3;
const OTHER_SHARE: usize = 9;

/// Looks for any solution: by features, on a thread of their own where there are two, beside other guides, A* with a heavy
/// bound, play backward, and other packing plans, which take turns.
pub(super) fn any(field: &Field, start: (&[u16], u16), budget: &Budget, memory_mib: usize, how: How<'_>) -> (End, u64) {
    let reversed = field.reversed(start.0);
    let level = Level { field, reversed: &reversed, start, memory_mib, how };
    if budget.threads > 1 {
        level.side_by_side(budget)
    } else {
        level.take_turns(
            budget,
            [Kind::Features(0), Kind::Greedy, Kind::Features(1), Kind::Backward, Kind::Variant(FIRST_VARIANT)],
        )
    }
}

/// A search of the portfolio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Features(u64),
    Greedy,
    Backward,
    Variant(u64),
}

impl Kind {
    /// Positions of one of its turns.
    fn turn(self) -> u64 {
        match self {
            Self::Features(0) => FIRST_TURN,
            Self::Features(_) => FESS_TURN,
            Self::Variant(_) => VARIANT_TURN,
            Self::Backward => BACKWARD_TURN,
            Self::Greedy => GREEDY_TURN,
        }
    }
}

/// A search under way.
enum Search<'a> {
    Features(Box<Fess<'a>>),
    Backward(Box<Fess<'a>>),
    Greedy(Box<Astar<'a>>),
}

impl Search<'_> {
    fn nodes(&self) -> u64 {
        match self {
            Self::Features(search) | Self::Backward(search) => search.nodes(),
            Self::Greedy(search) => search.seen().expanded,
        }
    }

    /// Goes on for a turn, or for what is left of the budget after the nodes of other searches.
    fn advance(&mut self, turn: u64, budget: &Budget, others: u64) -> End {
        let most = budget.nodes.map_or(u64::MAX, |most| most.saturating_sub(others)).min(self.nodes() + turn);
        let budget = Budget { nodes: Some(most), ..budget.clone() };
        match self {
            Self::Features(search) | Self::Backward(search) => search.advance(&budget),
            Self::Greedy(search) => search.advance(&budget),
        }
    }
}

/// What every search needs.
#[derive(Clone, Copy)]
struct Level<'a> {
    field: &'a Field,
    reversed: &'a Field,
    start: (&'a [u16], u16),
    memory_mib: usize,
    how: How<'a>,
}

impl<'a> Level<'a> {
    fn begin(self, kind: Kind, budget: &Budget) -> Option<Search<'a>> {
        let Self { field, reversed, start, memory_mib, how } = self;
        let layers = fess::USUAL.and(how.layers);
        let memory_mib = memory_mib / if matches!(kind, Kind::Features(_)) { LONG_SHARE } else { OTHER_SHARE };
        Some(match kind {
            Kind::Greedy => {
                let manner = Manner { heuristic: how.heuristic, ..GREEDY.within(how.layers) };
                Search::Greedy(Box::new(Astar::new(field, start, memory_mib, manner)))
            }
            // Where goals are left over nobody knows from which of them to begin.
            Kind::Backward if field.goals().len() != start.0.len() => return None,
            Kind::Backward => {
                let start = (field.goals(), start.1);
                Search::Backward(Box::new(Fess::backward(reversed, start, budget, memory_mib, layers)))
            }
            Kind::Features(variant) | Kind::Variant(variant) => {
                Search::Features(Box::new(Fess::forward(field, start, variant, budget, memory_mib, layers)))
            }
        })
    }

    /// Searches turn by turn until one of them ends or the budget is spent.
    fn take_turns<const N: usize>(self, budget: &Budget, mut kinds: [Kind; N]) -> (End, u64) {
        let mut searches: [Option<Search<'a>>; N] = std::array::from_fn(|_| None);
        let mut is_over = [false; N];
        let mut before = 0;
        loop {
            for place in 0..N {
                let nodes: u64 = before + searches.iter().flatten().map(Search::nodes).sum::<u64>();
                if budget.is_spent(nodes) || is_over.iter().all(|&over| over) {
                    return (End::Spent, nodes);
                }
                if is_over[place] {
                    continue;
                }
                if searches[place].is_none() {
                    searches[place] = self.begin(kinds[place], budget);
                }
                let Some(search) = &mut searches[place] else {
                    is_over[place] = true;
                    continue;
                };
                let own = search.nodes();
                let end = search.advance(kinds[place].turn(), budget, nodes - own);
                let spent = search.nodes() - own;
                if !matches!(end, End::Spent) {
                    return (end, nodes + spent);
                }
                match kinds[place] {
                    Kind::Variant(variant)
                        if search.nodes() >= VARIANT_UNIT * luby(variant - FIRST_VARIANT + 1) || spent == 0 =>
                    {
                        before += search.nodes();
                        searches[place] = None;
                        kinds[place] = Kind::Variant(variant + 1);
                    }
                    // Its memory is full.
                    _ if spent == 0 => is_over[place] = true,
                    _ => {}
                }
            }
        }
    }

    fn side_by_side(self, budget: &Budget) -> (End, u64) {
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
            let beside = scope.spawn(|| {
                let kinds = [Kind::Greedy, Kind::Features(1), Kind::Backward, Kind::Variant(FIRST_VARIANT)];
                finish(self.take_turns(&other, kinds))
            });
            let (mut end, mut nodes) = self.take_turns(&one, [Kind::Features(0)]);
            if matches!(end, End::Spent) && !one.is_spent(nodes) {
                let (later, more) = self.take_turns(&one.after(nodes), [Kind::Variant(LATER_VARIANT)]);
                (end, nodes) = (later, nodes + more);
            }
            let (end, nodes) = finish((end, nodes));
            let (beside_end, beside_nodes) = beside.join().unwrap_or((End::Spent, 0));
            (if matches!(end, End::Spent) { beside_end } else { end }, nodes + beside_nodes)
        })
    }
}

/// The series 1, 1, 2, 1, 1, 2, 4, …, counted from 1.
fn luby(place: u64) -> u64 {
    let next = (place + 1).next_power_of_two();
    if next == place + 1 { next / 2 } else { luby(place + 1 - next / 2) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn restarts_follow_the_series() {
        let series: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(series, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
