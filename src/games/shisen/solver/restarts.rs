//! Plays by chance, again and again, and keeps the line that removes most pairs.
//!
//! Where nothing shifts, a removal only opens paths, so a pair that leaves no other tile of its kind can always go first;
//! only among kinds with more tiles is there a choice.

use super::super::position::{Board, Move, PAIR};
use super::objective::Objective;
use super::packed::{Packed, Table};
use crate::puzzle::{Gain, Puzzle, Status};
use crate::search::{Budget, Outcome, Solver};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

/// Moves between two looks at the clock.
const MOVES_BETWEEN_LOOKS: u64 = 64;
/// Moves of the first line that are played whatever the time: on all but very large boards, the whole line.
const MOVES_AT_LEAST: u64 = 128;

/// Random lines of play, of which the longest is kept; it ends with the first one that leaves no pair. `nodes` are moves
/// played.
#[derive(Clone, Copy, Debug)]
pub struct Restarts {
    /// What is played for.
    pub objective: Objective,
}

/// Lines as long as the longest that are held against it by what a shuffle of their ends promises.
const MOST_COMPARED: usize = 40;

/// A line of play and how good it is.
struct Line {
    moves: Vec<Move>,
    /// What its end promises, where that counts.
    prospects: Prospects,
}

/// What the end of a line promises: the tiles that games leave after a shuffle, fewer being better. A board on which no shuffle
/// could have a move promises least.
pub(super) type Prospects = Reverse<usize>;

impl Restarts {
    fn outcome(&self, position: &Board, line: &Line, nodes: u64, is_best: bool) -> Outcome<Move> {
        let mut end = position.clone();
        let played = line.moves.iter().map_while(|&m| end.play(m).ok()).count();
        Outcome {
            moves: line.moves[..played].to_vec(),
            score: PAIR * played as Gain,
            status: end.status(),
            proven: is_best,
            nodes,
            algorithm: self.name(),
        }
    }
}

impl Solver<Board> for Restarts {
    fn name(&self) -> &'static str {
        "restarts"
    }

    fn solve(&self, position: &Board, budget: &Budget, better: &mut dyn FnMut(&Outcome<Move>)) -> Outcome<Move> {
        let most: usize = position.counts().values().map(|count| count / 2).sum();
        let mut best = Line { moves: Vec::new(), prospects: Reverse(0) };
        if most == 0 || position.status() == Status::Stuck {
            let outcome = self.outcome(position, &best, 0, true);
            better(&outcome);
            return outcome;
        }
        let (table, start) = Table::pack(position);
        let (longest, is_over) = (AtomicUsize::new(0), AtomicBool::new(false));
        let threads = budget.threads.max(1);
        let worker = |number: usize| Worker {
            table: &table,
            start: &start,
            objective: self.objective,
            budget,
            // Shares that add up to the whole.
            nodes: budget.nodes.map(|nodes| share(nodes, number as u64, threads as u64)),
            number,
            threads,
            most,
            longest: &longest,
            is_over: &is_over,
        };
        let mut take = |line: Line, nodes: u64| {
            let is_better = (line.moves.len(), line.prospects) > (best.moves.len(), best.prospects);
            if is_better {
                better(&self.outcome(position, &line, nodes, line.moves.len() == most));
                best = line;
            }
        };
        let nodes = if threads == 1 {
            worker(0).run(&mut take)
        } else {
            std::thread::scope(|scope| {
                let (lines, found) = mpsc::channel();
                let workers: Vec<_> = (0..threads)
                    .map(|number| {
                        let (worker, lines) = (worker(number), lines.clone());
                        scope.spawn(move || worker.run(&mut |line, nodes| drop(lines.send((line, nodes)))))
                    })
                    .collect();
                drop(lines);
                found.iter().for_each(|(line, nodes)| take(line, nodes));
                workers.into_iter().map(|worker| worker.join().unwrap_or(0)).sum()
            })
        };
        let is_best = best.moves.len() == most;
        let outcome = self.outcome(position, &best, nodes, is_best);
        if best.moves.is_empty() {
            better(&outcome);
        }
        outcome
    }
}

/// One thread's part of so many nodes.
fn share(nodes: u64, number: u64, threads: u64) -> u64 {
    nodes / threads + u64::from(number < nodes % threads)
}

/// One thread's part: every so many restarts, so that on one thread the seed alone decides.
struct Worker<'a> {
    table: &'a Table,
    start: &'a Packed,
    objective: Objective,
    budget: &'a Budget,
    nodes: Option<u64>,
    number: usize,
    threads: usize,
    /// Pairs that there are.
    most: usize,
    /// The longest line of any thread.
    longest: &'a AtomicUsize,
    is_over: &'a AtomicBool,
}

impl Worker<'_> {
    /// Plays until the budget is spent or a line leaves no pair; hands out its better lines and gives the moves played.
    fn run(&self, found: &mut dyn FnMut(Line, u64)) -> u64 {
        let mut position = self.start.clone();
        let mut order: Vec<usize> = Vec::new();
        let mut moves = Vec::new();
        let mut nodes = 0;
        let (mut best, mut compared) = (Reverse(usize::MAX), 0);
        for restart in (self.number as u64..).step_by(self.threads) {
            let mut rng = ChaCha8Rng::seed_from_u64(self.budget.seed);
            rng.set_stream(restart);
            position.copy_from(self.start);
            moves.clear();
            order.clear();
            order.extend((0..self.table.kinds()).filter(|&kind| position.count(kind) > 1));
            order.iter().for_each(|&kind| position.tiles_mut(self.table, kind).shuffle(&mut rng));
            order.shuffle(&mut rng);
            let mut is_spent;
            loop {
                is_spent = self.nodes.is_some_and(|most| nodes >= most)
                    || nodes % MOVES_BETWEEN_LOOKS == 0 && nodes >= MOVES_AT_LEAST && self.must_end();
                if is_spent {
                    break;
                }
                let Some(m) = self.step(&mut position, &mut order, &mut rng) else { break };
                moves.push(m);
                nodes += 1;
            }
            let longest = self.longest.fetch_max(moves.len(), Ordering::Relaxed);
            let is_longer = moves.len() > longest;
            if is_longer {
                (best, compared) = (Reverse(usize::MAX), 0);
            }
            let counts_end = self.objective == Objective::FewestShuffles && compared < MOST_COMPARED;
            if is_longer || moves.len() == longest && counts_end {
                compared += 1;
                let prospects =
                    if counts_end && !self.must_end() { position.prospects(self.table) } else { Reverse(usize::MAX) };
                if is_longer || prospects > best {
                    best = prospects;
                    found(Line { moves: moves.clone(), prospects }, nodes);
                }
            }
            if moves.len() == self.most {
                self.is_over.store(true, Ordering::Relaxed);
            }
            if is_spent || self.must_end() {
                break;
            }
        }
        nodes
    }

    fn must_end(&self) -> bool {
        self.is_over.load(Ordering::Relaxed) || self.budget.is_over()
    }

    /// Removes the pair that is found first, of a kind's last tiles before others; `order` holds the kinds that are left.
    fn step(&self, position: &mut Packed, order: &mut Vec<usize>, rng: &mut ChaCha8Rng) -> Option<Move> {
        if order.is_empty() {
            return None;
        }
        let first = rng.random_range(0..order.len());
        let mut chosen = None;
        for place in (first..order.len()).chain(0..first) {
            let kind = order[place];
            let is_last = position.count(kind) == 2;
            if chosen.is_some() && (!is_last || self.table.shifts()) {
                continue;
            }
            if let Some(pair) = position.joined_pair(self.table, kind) {
                chosen = Some((place, pair));
                if is_last || self.table.shifts() {
                    break;
                }
            }
        }
        let (place, pair) = chosen?;
        let kind = order[place];
        let m = position.remove(self.table, kind, pair);
        if position.count(kind) < 2 {
            order.swap_remove(place);
        }
        Some(m)
    }
}
