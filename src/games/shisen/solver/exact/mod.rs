//! Clears a board on which nothing shifts, or proves that it cannot be cleared.
//!
//! A removal only opens paths. So once it is said which two tiles are removed together, the order needs no search: what can
//! go, goes. The search is over pairings alone, by conflict-driven clause learning. After each decision all tiles that may
//! still be paired in some way are let go, each as often as it helps; a set of tiles that is left even so, a deadlock, says
//! that one of the pairs that would open it has to be taken, and that is a clause.

mod clauses;
mod edges;
mod opening;
mod proof;
#[cfg(test)]
mod tests;

use super::super::position::{Board, Move, PAIR};
use super::objective::Objective;
use super::prospects;
use super::restarts::Restarts;
use crate::puzzle::{Gain, Puzzle, Status};
use crate::search::{Budget, Outcome, Solver};
use proof::{Answer, Proof};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Lines of chance that are played before the proof: most boards are cleared by one of them.
const LINES_BEFORE: u64 = 30;
/// Moves of chance that are played for the longest line of a board that cannot be cleared.
const MOVES_AFTER: u64 = 3_000;

/// Lines of chance, then a search over pairings. `nodes` are moves of such lines and positions of the search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Exact {
    /// What is played for where the board cannot be cleared.
    pub(super) objective: Objective,
}

impl Solver<Board> for Exact {
    fn name(&self) -> &'static str {
        "exact"
    }

    fn solve(&self, position: &Board, budget: &Budget, better: &mut dyn FnMut(&Outcome<Move>)) -> Outcome<Move> {
        let mut run = Run { solver: *self, position, budget, better, best: None, nodes: 0 };
        let pairs: usize = position.counts().values().map(|count| count / 2).sum();
        run.play(LINES_BEFORE * pairs as u64, 1, budget);
        if !run.is_proven() {
            match run.prove() {
                Answer::Cleared(moves) => run.take(line(position, moves)),
                Answer::CannotBeCleared => {
                    run.play(MOVES_AFTER, budget.threads, budget);
                    run.best.iter_mut().for_each(|best| best.proven = true);
                }
                Answer::Unknown if run.budget.is_over() => {}
                Answer::Unknown => run.play(u64::MAX, budget.threads, budget),
            }
        }
        run.finish()
    }
}

/// A line of play that clears the board, by the rules.
fn line(position: &Board, moves: Vec<Move>) -> Outcome<Move> {
    let mut end = position.clone();
    let played = moves.iter().map_while(|&m| end.play(m).ok()).count();
    let score = PAIR * played as Gain;
    let proven = played == moves.len();
    Outcome { moves: moves[..played].to_vec(), score, status: end.status(), proven, nodes: 0, algorithm: "exact" }
}

/// One board on its way.
struct Run<'a> {
    solver: Exact,
    position: &'a Board,
    budget: &'a Budget,
    better: &'a mut dyn FnMut(&Outcome<Move>),
    best: Option<Outcome<Move>>,
    nodes: u64,
}

impl Run<'_> {
    fn left(&self) -> Option<u64> {
        self.budget.nodes.map(|most| most.saturating_sub(self.nodes))
    }

    fn is_proven(&self) -> bool {
        self.best.as_ref().is_some_and(|best| best.proven)
    }

    /// Keeps a line if it is longer than the best one.
    fn take(&mut self, line: Outcome<Move>) {
        let promises_more = |best: &Outcome<Move>| {
            let is_tie = self.solver.objective == Objective::FewestShuffles && line.score == best.score;
            let promise = |line: &Outcome<Move>| prospects::of_line(self.position, &line.moves);
            is_tie && line.moves != best.moves && promise(&line) > promise(best)
        };
        if self.best.as_ref().is_none_or(|best| line.score > best.score || promises_more(best)) {
            let line = Outcome { nodes: self.nodes, algorithm: self.solver.name(), ..line };
            (self.better)(&line);
            self.best = Some(line);
        }
    }

    /// Plays lines of chance for so many moves.
    fn play(&mut self, moves: u64, threads: usize, budget: &Budget) {
        let nodes = match (self.left(), moves) {
            (left, u64::MAX) => left,
            (left, moves) => Some(left.unwrap_or(moves).min(moves)),
        };
        // Other lines than those that were played before.
        let seed = budget.seed.wrapping_add(self.nodes);
        let budget = Budget { nodes, threads, seed, ..budget.clone() };
        let restarts = Restarts { objective: self.solver.objective };
        let found = restarts.solve(self.position, &budget, &mut |line| self.take(line.clone()));
        self.nodes += found.nodes;
    }

    /// Searches for the proof; a second thread plays lines of chance meanwhile.
    fn prove(&mut self) -> Answer {
        let (position, left) = (self.position, self.left());
        if self.budget.threads < 2 {
            let mut proof = Proof::new(position, self.budget, left, &|| false);
            let answer = proof.search();
            self.nodes += proof.nodes();
            return answer;
        }
        let is_over = Arc::new(AtomicBool::new(false));
        let (ends, remaining) = (Arc::clone(&is_over), Arc::clone(&self.budget.remaining));
        let nodes = left.map(|left| left / 2);
        let aside = Budget {
            nodes,
            remaining: Arc::new(move || if ends.load(Ordering::Relaxed) { Some(Duration::ZERO) } else { remaining() }),
            ..self.budget.clone()
        };
        let limit = left.map(|left| left - left / 2);
        let (budget, threads) = (self.budget, self.budget.threads - 1);
        std::thread::scope(|scope| {
            let prover = scope.spawn(|| {
                let stopped = || is_over.load(Ordering::Relaxed);
                let mut proof = Proof::new(position, budget, limit, &stopped);
                let answer = proof.search();
                is_over.store(true, Ordering::Relaxed);
                (answer, proof.nodes())
            });
            self.play(nodes.unwrap_or(u64::MAX), threads, &aside);
            if self.is_proven() {
                is_over.store(true, Ordering::Relaxed);
            }
            let (answer, nodes) = prover.join().unwrap_or((Answer::Unknown, 0));
            self.nodes += nodes;
            answer
        })
    }

    fn finish(self) -> Outcome<Move> {
        let nothing = || Outcome {
            moves: Vec::new(),
            score: 0,
            status: Status::Stuck,
            proven: false,
            nodes: 0,
            algorithm: self.solver.name(),
        };
        Outcome { nodes: self.nodes, ..self.best.unwrap_or_else(nothing) }
    }
}
