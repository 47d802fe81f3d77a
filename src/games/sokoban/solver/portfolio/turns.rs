//! Searches that take turns on one thread.

use super::super::arena::Push;
use super::super::astar::Astar;
use super::super::fess::Fess;
use super::super::meeting::Met;
use super::super::mover::Way;
use super::super::search::End;
use super::{FIRST_VARIANT, Kind, Level, VARIANT_UNIT};
use crate::search::Budget;

/// A search under way.
pub(super) enum Search<'a> {
    Features(Box<Fess<'a>>),
    Backward(Box<Fess<'a>>),
    Greedy(Box<Astar<'a>>),
}

impl<'a> Search<'a> {
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

    fn take_met(&mut self) -> Option<Met> {
        match self {
            Self::Features(search) | Self::Backward(search) => search.take_met(),
            Self::Greedy(_) => None,
        }
    }
}

/// What came of it.
pub(super) enum Found {
    Solution(Vec<Push>),
    /// A search's own half of a solution, and the position where it met one of the other way.
    Half(Vec<Push>, Met),
    /// There is no solution.
    Disproof,
    Nothing,
}

/// A search and what it is; none where it has not begun, is over, or cannot be.
struct Seat<'a> {
    kind: Kind,
    search: Option<Search<'a>>,
    is_over: bool,
}

/// The searches of one thread.
pub(super) struct Turns<'a> {
    level: Level<'a>,
    seats: Vec<Seat<'a>>,
    nodes_before: u64,
}

impl<'a> Turns<'a> {
    pub(super) fn new(level: Level<'a>, kinds: impl IntoIterator<Item = Kind>) -> Self {
        let mut turns = Self { level, seats: Vec::new(), nodes_before: 0 };
        turns.seat(kinds);
        turns
    }

    /// Lets more searches take turns. Those that are over keep what they found.
    pub(super) fn seat(&mut self, kinds: impl IntoIterator<Item = Kind>) {
        self.seats.extend(kinds.into_iter().map(|kind| Seat { kind, search: None, is_over: false }));
    }

    /// Positions expanded by all of them.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes_before + self.seats.iter().filter_map(|seat| seat.search.as_ref()).map(Search::nodes).sum::<u64>()
    }

    /// Searches turn by turn until one of them ends or the budget is spent.
    pub(super) fn run(&mut self, budget: &Budget) -> Found {
        loop {
            for place in 0..self.seats.len() {
                if budget.is_spent(self.nodes()) || self.seats.iter().all(|seat| seat.is_over) {
                    return Found::Nothing;
                }
                match self.turn(place, budget) {
                    Some(Found::Half(line, met)) => {
                        return match self.half(&met) {
                            Some(other) => Found::Solution(joined(line, other, &met)),
                            None => Found::Half(line, met),
                        };
                    }
                    Some(found) => return found,
                    None => {}
                }
            }
        }
    }

    /// One turn of the search in this place; nothing where others may go on.
    fn turn(&mut self, place: usize, budget: &Budget) -> Option<Found> {
        let nodes = self.nodes();
        let seat = &mut self.seats[place];
        if seat.is_over {
            return None;
        }
        if seat.search.is_none() {
            seat.search = self.level.begin(seat.kind, budget);
        }
        let Some(search) = &mut seat.search else {
            seat.is_over = true;
            return None;
        };
        let own = search.nodes();
        match search.advance(seat.kind.turn(), budget, nodes - own) {
            End::Solved(line) => {
                return Some(match search.take_met() {
                    Some(met) => Found::Half(line, met),
                    None => Found::Solution(line),
                });
            }
            End::Exhausted => return Some(Found::Disproof),
            End::Spent => {}
        }
        let (now, is_full) = (search.nodes(), search.nodes() == own);
        match seat.kind {
            Kind::Variant(variant) if now >= VARIANT_UNIT * luby(variant - FIRST_VARIANT + 1) || is_full => {
                self.nodes_before += now;
                seat.search = None;
                seat.kind = Kind::Variant(variant + 1);
            }
            _ => seat.is_over = is_full,
        }
        None
    }

    /// The half of a solution that was noted by one of these searches, if one of them noted it.
    pub(super) fn half(&mut self, met: &Met) -> Option<Vec<Push>> {
        self.seats.iter_mut().find_map(|seat| match (&mut seat.search, seat.kind) {
            (Some(Search::Features(search)), Kind::Features(0)) if met.way == Way::Push => Some(search.half(met)),
            (Some(Search::Backward(search)), _) if met.way == Way::Pull => Some(search.half(met)),
            _ => None,
        })
    }
}

/// The whole line of a half that met the other.
pub(super) fn joined(line: Vec<Push>, other: Vec<Push>, met: &Met) -> Vec<Push> {
    let (mut whole, rest) = if met.way == Way::Pull { (line, other) } else { (other, line) };
    whole.extend(rest);
    whole
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
