//! Clears boards on which tiles shift, as far as it can: a beam search in passes of growing width.
//!
//! A removal can close paths here, so the order counts. Positions after as many moves are compared, each met only once; those with
//! many kinds that can go, and few that cannot, are kept. A pass that kept every position is a proof.

mod depth_first;
mod pass;
mod position;
mod view;

use super::super::position::{Board, Move, PAIR};
use super::objective::Objective;
use super::prospects;
use super::restarts::Restarts;
use crate::puzzle::{Gain, Puzzle};
use crate::search::{Budget, Outcome, Solver};
pub(super) use depth_first::DepthFirst;
use pass::{Line, Passes, Width};
use position::{Content, Pair, Table};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;

/// Lines of chance that are played first.
const LINES_BEFORE: u64 = 3;
/// Positions that the first pass keeps.
const FIRST_WIDTH: usize = 24;
/// By what the width grows from pass to pass on the first thread, which clears easy boards soon.
const GROWTH: f64 = 3.0;
/// The same on the others, whose second pass tells how wide one can be that takes all the time that is left: one wide pass
/// clears more boards than several narrow ones.
const GROWTH_ASIDE: f64 = 9.0;
/// Where no more than so many times the last pass fit the rest, one pass takes it all.
const LAST: f64 = 8.0;
/// What such a pass may take of the rest, as far as the pass before tells.
const SHARE_OF_REST: f64 = 0.85;
/// How much of a pass's rating is chance, where the same pass would be made again: chance spreads a wide pass over positions
/// that are less alike.
const NOISE: f32 = 10.0;
/// Memory where it is not said.
const DEFAULT_MEMORY_MIB: usize = 512;

/// Lines of chance, then passes of a beam until nothing is left, all positions were seen or the budget is spent. Each thread
/// makes its own passes. `nodes` are moves of such lines and positions of the passes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Beam {
    /// What the lines of chance are played for.
    pub(super) objective: Objective,
}

impl Solver<Board> for Beam {
    fn name(&self) -> &'static str {
        "beam"
    }

    fn solve(&self, position: &Board, budget: &Budget, better: &mut dyn FnMut(&Outcome<Move>)) -> Outcome<Move> {
        let most: usize = position.counts().values().map(|count| count / 2).sum();
        let lines = LINES_BEFORE * most as u64;
        let first = Budget { nodes: Some(budget.nodes.unwrap_or(lines).min(lines)), threads: 1, ..budget.clone() };
        let named = |line: &Outcome<Move>| Outcome { algorithm: self.name(), ..line.clone() };
        let found = Restarts { objective: self.objective }.solve(position, &first, &mut |line| better(&named(line)));
        let mut best = named(&found);
        if best.proven {
            return best;
        }
        let (table, start) = Table::of(position);
        let is_over = AtomicBool::new(false);
        let threads = budget.threads.max(1);
        let left = budget.nodes.map(|nodes| nodes.saturating_sub(best.nodes));
        let worker = |number: usize| Worker {
            table: &table,
            start: &start,
            budget,
            limit: left.map(|left| left / threads as u64),
            number,
            threads,
            most,
            is_over: &is_over,
        };
        let mut promised = None;
        let mut take = |line: &Line, nodes: u64| {
            let is_best = line.pairs.len() == most || line.is_exhaustive;
            let score = line.pairs.len() as Gain * PAIR;
            let counts_end = self.objective == Objective::FewestShuffles && line.pairs.len() < most;
            let mut is_better = score > best.score;
            if counts_end && score >= best.score {
                let of_line = prospects::of_line(position, &played(position, &table, &line.pairs).moves);
                let of_best = *promised.get_or_insert_with(|| prospects::of_line(position, &best.moves));
                is_better |= of_line > of_best;
                promised = Some(if is_better { of_line } else { of_best });
            }
            if is_better {
                best = played(position, &table, &line.pairs);
                best.nodes = nodes;
                best.proven = is_best;
                better(&best);
            }
            best.proven |= is_best;
        };
        let nodes: u64 = if threads == 1 {
            worker(0).run(&mut take)
        } else {
            std::thread::scope(|scope| {
                let (lines, results) = mpsc::channel();
                let workers: Vec<_> = (0..threads)
                    .map(|number| {
                        let (worker, lines) = (worker(number), lines.clone());
                        let send = move |line: &Line, nodes| drop(lines.send((line.clone(), nodes)));
                        scope.spawn(move || worker.run(&mut { send }))
                    })
                    .collect();
                drop(lines);
                results.iter().for_each(|(line, nodes)| take(&line, nodes));
                workers.into_iter().map(|worker| worker.join().unwrap_or(0)).sum()
            })
        };
        Outcome { nodes: found.nodes + nodes, ..best }
    }
}

/// A line by the rules.
fn played(position: &Board, table: &Table, pairs: &[Pair]) -> Outcome<Move> {
    let mut end = position.clone();
    let moves = pairs.iter().map(|&(from, to)| Move { from: table.cell(from), to: table.cell(to) });
    let moves: Vec<Move> = moves.map_while(|m| end.play(m).ok().map(|_| m)).collect();
    let score = PAIR * moves.len() as Gain;
    Outcome { moves, score, status: end.status(), proven: false, nodes: 0, algorithm: "beam" }
}

/// One thread's part.
struct Worker<'a> {
    table: &'a Table,
    start: &'a [Content],
    budget: &'a Budget,
    limit: Option<u64>,
    number: usize,
    threads: usize,
    /// Pairs that there are.
    most: usize,
    is_over: &'a AtomicBool,
}

impl Worker<'_> {
    /// Makes passes and hands out their lines; gives the positions looked at.
    fn run(&self, found: &mut dyn FnMut(&Line, u64)) -> u64 {
        let is_over = || self.is_over.load(Ordering::Relaxed) || self.budget.is_over();
        let mut passes = Passes { table: self.table, is_over: &is_over, limit: self.limit, nodes: 0 };
        let widest = self.widest();
        let mut positions = FIRST_WIDTH.min(widest);
        let mut is_repeated = self.number > 0;
        for number in 0_u64.. {
            let noise = if is_repeated { NOISE } else { 0.0 };
            let seed = self.budget.seed.wrapping_add(number * self.threads as u64 + self.number as u64);
            let (nodes_before, time_before) = (passes.nodes, (self.budget.remaining)());
            let line = passes.run(self.start, Width { positions, noise, seed });
            found(&line, passes.nodes);
            if line.pairs.len() == self.most || line.is_exhaustive {
                self.is_over.store(true, Ordering::Relaxed);
            }
            if line.is_spent || is_over() {
                break;
            }
            let nodes = passes.nodes - nodes_before;
            let by_nodes = self.limit.map(|limit| (limit - passes.nodes) as f64 / nodes.max(1) as f64);
            let by_time = time_before.zip((self.budget.remaining)()).map(|(before, after)| {
                let taken = before.saturating_sub(after).as_secs_f64();
                after.as_secs_f64() / taken.max(1e-6)
            });
            let fit = [by_nodes, by_time].into_iter().flatten().reduce(f64::min);
            let growth = if self.number == 0 { GROWTH } else { GROWTH_ASIDE };
            let takes_all = |fit: &f64| *fit <= LAST || self.number > 0 && number > 0;
            let times = fit.filter(takes_all).map_or(growth, |fit| SHARE_OF_REST * fit);
            let next = (positions as f64 * times.max(0.1)) as usize;
            let next = next.clamp(FIRST_WIDTH.min(widest), widest);
            is_repeated = self.number > 0 || next <= positions;
            positions = next;
        }
        passes.nodes
    }

    /// As many positions as fit the memory.
    fn widest(&self) -> usize {
        let memory = self.budget.memory_mib.unwrap_or(DEFAULT_MEMORY_MIB) << 20;
        // Two layers, the moves that led to them, and some twenty candidates for each of them.
        let each = 4 * self.start.len() + 12 * self.most + 20 * 48;
        (memory / self.threads / each).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::rules::Shift;
    use super::super::small_boards::{can_be_cleared, odd, small_board};
    use super::*;
    use crate::search::replay;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn what_is_proven_agrees_with_a_search_through_all_positions() {
        let mut rng = ChaCha8Rng::seed_from_u64(8);
        let (mut cleared, mut failed) = (0, 0);
        while cleared < 300 || failed < 300 {
            let shifts =
                (0..rng.random_range(1..3)).map(|_| Shift::ALL[rng.random_range(0..Shift::ALL.len())]).collect();
            let board = small_board(&mut rng, shifts);
            if board.left() < 2 {
                continue;
            }
            let threads = rng.random_range(1..3);
            let budget = Budget { threads, ..Budget::of_nodes(1_000_000, 0) };
            let line = Beam::default().solve(&board, &budget, &mut |_| ());
            assert!(line.proven, "all positions of so small a board can be kept\n{board}");
            let is_cleared = replay(&board, &line.moves).unwrap().0.left() == odd(&board);
            assert_eq!(is_cleared, can_be_cleared(&board), "{:?}\n{board}", board.rules());
            *(if is_cleared { &mut cleared } else { &mut failed }) += 1;
        }
    }

    #[test]
    fn on_one_thread_the_nodes_decide() {
        let mut rng = ChaCha8Rng::seed_from_u64(9);
        let board = small_board(&mut rng, vec![Shift::Down]);
        let solve = || Beam::default().solve(&board, &Budget::of_nodes(500, 3), &mut |_| ());
        assert_eq!(solve(), solve());
    }
}
