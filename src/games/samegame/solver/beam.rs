//! Beam search: all moves of the most promising positions, level by level.

use super::super::position::{Board, Move};
use super::End;
use super::form::Form;
use super::greedy::play_out;
use super::objective::Objective;
use super::packed::{Packed, Scratch, Table};
use super::promise::Promise;
use crate::puzzle::Gain;
use crate::search::{Budget, Outcome, Solver};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

/// Positions kept of each level in the first pass.
const FIRST_WIDTH: usize = 200;
/// Memory that one pass may take where the budget does not say, in MiB.
const MEMORY_MIB: usize = 512;
/// Work done between two looks at the budget, in cells looked at: some milliseconds.
const BLOCK_WORK: usize = 4_000_000;
/// Spreads seeds over all bits: the golden ratio, as in Fibonacci hashing.
const SEED_STEP: u64 = 0x9E37_79B9_7F4A_7C15;
/// No move led here.
const ROOT: u32 = u32::MAX;

/// Keeps the most promising positions after each move; of positions that are the same, the one with the higher score.
/// Passes with two ways to judge a position and twice the width follow one another until the budget is spent or nothing was left out.
/// Of equal positions the seed decides which are kept.
#[derive(Clone, Copy, Debug)]
pub struct Beam {
    /// What is played for.
    pub objective: Objective,
    /// What is asked of its width, depth and evaluation.
    pub form: Form,
}

/// A position of one level.
struct State {
    position: Packed,
    score: Gain,
    /// Index of the move that led here.
    trail: u32,
}

/// A position that a level leads to, and how.
struct Child {
    position: Packed,
    key: u64,
    score: Gain,
    /// What the position seems worth: the larger the better.
    promise: f64,
    parent: u32,
    at: u16,
}

/// What the expansion of some positions gave.
#[derive(Default)]
struct Expansion {
    children: Vec<Child>,
    /// The best end among the lines that ended, with the position and the move that led to it.
    best_end: Option<(End, u32, u16)>,
    /// Whether time ran out before all was expanded.
    cut_short: bool,
}

impl Solver<Board> for Beam {
    fn name(&self) -> &'static str {
        "beam"
    }

    fn solve(&self, position: &Board, budget: &Budget, better: &mut dyn FnMut(&Outcome<Move>)) -> Outcome<Move> {
        let (table, root) = Table::pack(position);
        let (moves, end) = play_out(&table, &mut root.clone(), 0);
        let best =
            Outcome { moves, score: end.score, status: end.status(), proven: false, nodes: 0, algorithm: self.name() };
        better(&best);
        let cells = position.rows() * position.cols();
        let mut search = Search {
            table: &table,
            objective: self.objective,
            depth: self.form.depth.unwrap_or(usize::MAX),
            budget,
            block: (BLOCK_WORK / (cells * cells)).max(1),
            nodes: 0,
            best_rank: self.objective.rank(end.score, end.left),
            best,
            better,
        };
        let mut survey = Scratch::default();
        table.survey(&root, &mut survey);
        let most = most_positions(budget, cells);
        let mut width = self.form.width.unwrap_or(FIRST_WIDTH).min(most);
        let asked = Promise::asked(&self.form);
        'wider: loop {
            for kind in 0..if asked.is_some() { 1 } else { Promise::KINDS } {
                let promise = asked.unwrap_or_else(|| Promise::new(kind, &table, self.objective, &survey));
                if search.pass(&root, promise, width) != Pass::Cut {
                    break 'wider;
                }
            }
            if width == most || self.form.width.is_some() {
                break;
            }
            width = (width * 2).min(most);
        }
        search.best.nodes = search.nodes;
        search.best
    }
}

/// How many positions of a level fit into the memory that may be used: their children are there at the same time,
/// before the best are kept, and each level's moves stay for the whole pass.
fn most_positions(budget: &Budget, cells: usize) -> usize {
    let children = (cells / 4 + 1) * (cells + size_of::<Child>());
    let trails = (cells / 2 + 1) * size_of::<(u32, u16)>();
    (budget.memory_mib.unwrap_or(MEMORY_MIB).saturating_mul(1 << 20) / (children + trails)).clamp(1, 1 << 20)
}

/// How a pass ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pass {
    /// Positions were left out: a wider pass may find more.
    Cut,
    /// Every line of play was seen.
    Whole,
    /// The budget is spent.
    Spent,
}

struct Search<'a> {
    table: &'a Table,
    objective: Objective,
    /// Most moves that a pass looks ahead.
    depth: usize,
    budget: &'a Budget,
    /// Positions expanded between two looks at the budget.
    block: usize,
    nodes: u64,
    best_rank: (Gain, Gain),
    best: Outcome<Move>,
    better: &'a mut dyn FnMut(&Outcome<Move>),
}

impl Search<'_> {
    /// Goes through the levels once with that width.
    fn pass(&mut self, root: &Packed, promise: Promise, width: usize) -> Pass {
        let mut trails: Vec<(u32, u16)> = Vec::new();
        let mut level = vec![State { position: root.clone(), score: 0, trail: ROOT }];
        let mut ended = Pass::Whole;
        let seed = self.budget.seed;
        for depth in 0.. {
            if level.is_empty() {
                break;
            }
            if depth == self.depth {
                for state in &level {
                    self.play_on(state, &trails);
                    if self.budget.is_over() {
                        return Pass::Spent;
                    }
                }
                return Pass::Cut;
            }
            let Some(mut children) = self.children(&level, promise, &trails) else {
                level.iter().take(1).for_each(|state| self.play_on(state, &trails));
                return Pass::Spent;
            };
            // The key and the seed settle ties, so that the order does not depend on the map.
            let tie = |child: &Child| child.key ^ seed.wrapping_mul(SEED_STEP);
            let order = |a: &Child, b: &Child| b.promise.total_cmp(&a.promise).then_with(|| tie(a).cmp(&tie(b)));
            if children.len() > width {
                ended = Pass::Cut;
                children.select_nth_unstable_by(width, order);
                children.truncate(width);
            }
            children.sort_unstable_by(order);
            let from = trails.len() as u32;
            trails.extend(children.iter().map(|child| (level[child.parent as usize].trail, child.at)));
            level = (from..)
                .zip(children)
                .map(|(trail, child)| State { position: child.position, score: child.score, trail })
                .collect();
        }
        ended
    }

    /// The different children of a level, or nothing where the budget was spent before all were made.
    fn children(&mut self, level: &[State], promise: Promise, trails: &[(u32, u16)]) -> Option<Vec<Child>> {
        let mut found: HashMap<u64, Child> = HashMap::with_capacity(level.len() * 8);
        let mut done = 0;
        while done < level.len() {
            if self.budget.is_spent(self.nodes) {
                return None;
            }
            let affordable = self.budget.nodes.map_or(usize::MAX, |most| (most - self.nodes) as usize);
            let block = &level[done..level.len().min(done + self.block.min(affordable))];
            let expansions = self.expand(block, promise, done);
            // What was made of a block that time ran out on depends on the clock: its ends count, its children do not.
            let whole = expansions.iter().all(|expansion| !expansion.cut_short);
            for expansion in expansions {
                if let Some((end, parent, at)) = expansion.best_end {
                    let line = || {
                        let mut line = self.line(level[parent as usize].trail, trails);
                        line.push(self.table.unpack(at));
                        line
                    };
                    if self.objective.rank(end.score, end.left) > self.best_rank {
                        self.take(line(), end);
                    }
                }
                for child in expansion.children {
                    match found.entry(child.key) {
                        Entry::Vacant(place) => {
                            place.insert(child);
                        }
                        Entry::Occupied(mut known) if child.score > known.get().score => {
                            known.insert(child);
                        }
                        Entry::Occupied(_) => {}
                    }
                }
            }
            if !whole {
                return None;
            }
            done += block.len();
            self.nodes += block.len() as u64;
        }
        Some(found.into_values().collect())
    }

    /// The children of a block of a level whose first position has the index `first`, in an order that does not depend
    /// on the number of threads.
    fn expand(&self, block: &[State], promise: Promise, first: usize) -> Vec<Expansion> {
        let (table, objective, budget) = (self.table, self.objective, self.budget);
        let share = block.len().div_ceil(self.budget.threads.clamp(1, 64)).max(4);
        let part =
            |number: usize, part: &[State]| expand(table, (objective, promise), part, first + number * share, budget);
        if share >= block.len() {
            return vec![part(0, block)];
        }
        std::thread::scope(|scope| {
            let workers: Vec<_> =
                block.chunks(share).enumerate().map(|(n, chunk)| scope.spawn(move || part(n, chunk))).collect();
            // A worker that panicked has reported it already; the others' finds still count.
            workers.into_iter().map(|worker| worker.join().unwrap_or_default()).collect()
        })
    }

    /// Plays a position greedily to its end.
    fn play_on(&mut self, state: &State, trails: &[(u32, u16)]) {
        let (rest, end) = play_out(self.table, &mut state.position.clone(), state.score);
        if self.objective.rank(end.score, end.left) > self.best_rank {
            let mut line = self.line(state.trail, trails);
            line.extend(rest);
            self.take(line, end);
        }
    }

    /// The moves that led along a trail.
    fn line(&self, trail: u32, trails: &[(u32, u16)]) -> Vec<Move> {
        let back = |trail: &u32| trails.get(*trail as usize).map(|(before, _)| *before);
        let mut line: Vec<Move> = std::iter::successors(Some(trail), back)
            .filter_map(|trail| trails.get(trail as usize))
            .map(|(_, at)| self.table.unpack(*at))
            .collect();
        line.reverse();
        line
    }

    fn take(&mut self, moves: Vec<Move>, end: End) {
        self.best_rank = self.objective.rank(end.score, end.left);
        self.best = Outcome { moves, score: end.score, status: end.status(), nodes: self.nodes, ..self.best.clone() };
        (self.better)(&self.best);
    }
}

/// The children of some positions of a level, of which the first has the index `first`.
fn expand(
    table: &Table,
    (objective, promise): (Objective, Promise),
    part: &[State],
    first: usize,
    budget: &Budget,
) -> Expansion {
    // Moves between two looks at the clock: on small boards a block is over sooner than that.
    let cells = part.first().map_or(1, |state| state.position.cells());
    let patience = (BLOCK_WORK / 4 / cells).max(1);
    let mut made = 0;
    let mut scratch = Scratch::default();
    let mut groups = Vec::new();
    let mut found = Expansion::default();
    for (parent, state) in (first as u32..).zip(part) {
        table.survey(&state.position, &mut scratch);
        groups.clone_from(&scratch.groups);
        for group in &groups {
            made += 1;
            if made % patience == 0 && budget.is_over() {
                found.cut_short = true;
                return found;
            }
            let mut position = state.position.clone();
            let score = state.score + table.gain(table.play(&mut position, group.first, &mut scratch));
            table.survey(&position, &mut scratch);
            if scratch.groups.is_empty() {
                let end = End::of(table, &scratch, score);
                let rank = |end: End| objective.rank(end.score, end.left);
                if found.best_end.is_none_or(|(best, ..)| rank(end) > rank(best)) {
                    found.best_end = Some((end, parent, group.first));
                }
                continue;
            }
            let promise = promise.of(table, score, &scratch);
            found.children.push(Child { key: table.key(&position), position, score, promise, parent, at: group.first });
        }
    }
    found
}
