//! The search over pairings.

use super::super::super::position::{Board, Move};
use super::clauses::{Clauses, Contradiction, Literal, taken};
use super::edges::Edges;
use super::opening::Opening;
use crate::search::Budget;

/// Conflicts before the first new start; further ones follow Luby's series (Luby, Sinclair, Zuckerman 1993).
const CONFLICTS_TO_RESTART: u64 = 50;
/// Kinds of more tiles have too many pairs for each of them to be probed.
const MOST_PROBED: usize = 8;
/// Boards with more choices are only looked at as a whole.
const MOST_CHOICES: usize = 300_000;

/// What came of the search.
#[derive(Debug)]
pub(super) enum Answer {
    /// These moves clear the board.
    Cleared(Vec<Move>),
    /// No line of play clears it.
    CannotBeCleared,
    /// The budget is spent.
    Unknown,
}

/// Why a search ends early.
enum End {
    Contradiction,
    Spent,
}

impl From<Contradiction> for End {
    fn from(_: Contradiction) -> Self {
        Self::Contradiction
    }
}

/// One search.
pub(super) struct Proof<'a> {
    board: &'a Board,
    edges: Edges,
    budget: &'a Budget,
    limit: Option<u64>,
    is_over: &'a dyn Fn() -> bool,
    nodes: u64,
}

impl<'a> Proof<'a> {
    /// A search of at most `limit` positions that ends where `is_over` says so.
    pub(super) fn new(board: &'a Board, budget: &'a Budget, limit: Option<u64>, is_over: &'a dyn Fn() -> bool) -> Self {
        Self { board, edges: Edges::of(board), budget, limit, is_over, nodes: 0 }
    }

    /// Positions looked at so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(super) fn search(&mut self) -> Answer {
        let edges = std::mem::take(&mut self.edges);
        let answer = match self.run(&edges) {
            Ok(moves) => Answer::Cleared(moves),
            Err(End::Contradiction) => Answer::CannotBeCleared,
            Err(End::Spent) => Answer::Unknown,
        };
        self.edges = edges;
        answer
    }

    fn is_spent(&self) -> bool {
        self.budget.is_over() || (self.is_over)()
    }

    /// Counts a position.
    fn count(&mut self) -> Result<(), End> {
        if self.limit.is_some_and(|limit| self.nodes >= limit) || self.is_spent() {
            return Err(End::Spent);
        }
        self.nodes += 1;
        Ok(())
    }

    fn run(&mut self, edges: &Edges) -> Result<Vec<Move>, End> {
        let mut opening = Opening::new(self.board, edges);
        let is_small = edges.vars <= MOST_CHOICES;
        let mut clauses = if is_small { Clauses::new(edges)? } else { Clauses::none(edges) };
        self.count()?;
        opening.reset();
        if !opening.open(&clauses) {
            return Err(End::Contradiction);
        }
        if !is_small {
            return Err(End::Spent);
        }
        for apart in opening.apart(&clauses)? {
            clauses.add(&[taken(apart) ^ 1])?;
        }
        let mut pairs = Vec::new();
        let (mut conflicts, mut starts, mut next_start) = (0, 0, 0);
        loop {
            if conflicts >= next_start {
                starts += 1;
                next_start = conflicts + CONFLICTS_TO_RESTART * luby(starts);
                clauses.back_to(0);
                self.probe(&mut clauses, &mut opening, edges)?;
            }
            let conflict = match clauses.propagate() {
                Some(conflict) => Some(conflict),
                None => {
                    self.count()?;
                    opening.reset();
                    if opening.play(&clauses, &mut pairs) {
                        let moves = pairs.iter().map(|&(tile, other)| edges.pair(tile, other));
                        return moves.collect::<Option<_>>().ok_or(End::Spent);
                    }
                    self.deadlock(&clauses, &mut opening)
                }
            };
            match conflict {
                Some(conflict) => {
                    conflicts += 1;
                    clauses.learn(&conflict)?;
                }
                None => clauses.decide(taken(clauses.most_active().ok_or(End::Spent)?)),
            }
        }
    }

    /// The clause of a deadlock, if there is one.
    fn deadlock(&self, clauses: &Clauses<'_>, opening: &mut Opening<'_>) -> Option<Vec<Literal>> {
        (!opening.open(clauses)).then(|| opening.cut(clauses, &|| self.is_spent()))
    }

    /// Takes each choice on its own, and excludes those that fail, until none does.
    fn probe(&mut self, clauses: &mut Clauses<'_>, opening: &mut Opening<'_>, edges: &Edges) -> Result<(), End> {
        settle(clauses)?;
        let probed = edges.kinds.iter().enumerate().filter(|(_, kind)| kind.tiles.len() <= MOST_PROBED);
        let vars: Vec<usize> = probed.flat_map(|(kind, _)| edges.vars_of(kind)).collect();
        let mut quiet = 0;
        for &var in vars.iter().cycle() {
            quiet += 1;
            if quiet > vars.len() {
                break;
            }
            if clauses.value(var).is_some() {
                continue;
            }
            self.count()?;
            clauses.decide(taken(var));
            let conflict = clauses.propagate().or_else(|| {
                opening.reset();
                self.deadlock(clauses, opening)
            });
            match conflict {
                None => clauses.back_to(0),
                Some(conflict) => {
                    quiet = 0;
                    clauses.learn(&conflict)?;
                    settle(clauses)?;
                }
            }
        }
        Ok(())
    }
}

/// Draws all conclusions, and learns from each that contradicts.
fn settle(clauses: &mut Clauses<'_>) -> Result<(), Contradiction> {
    while let Some(conflict) = clauses.propagate() {
        clauses.learn(&conflict)?;
    }
    Ok(())
}

/// 1, 1, 2, 1, 1, 2, 4, …, counted from 1.
fn luby(mut place: u64) -> u64 {
    loop {
        let bits = 64 - place.leading_zeros();
        if place == (1 << bits) - 1 {
            return 1 << (bits - 1);
        }
        place -= (1 << (bits - 1)) - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::luby;

    #[test]
    fn new_starts_come_at_growing_distances() {
        let series: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(series, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }
}
