//! The best of what there is, on every thread: a beam where no colour is worth saving up, else the colour to save up for is
//! tried out; then runs of nested rollout policy adaptation follow one another, as large as the budget lets them be.

use super::super::position::{Board, Move};
use super::End;
use super::beam::Beam;
use super::engine::{Layout, State};
use super::exact::Ends;
use super::form::Form;
use super::greedy;
use super::nrpa::{Line, Nrpa, PATIENCE, Plan, generator};
use super::objective::Objective;
use super::packed::Table;
use crate::puzzle::{Gain, Puzzle};
use crate::search::{Budget, Outcome, Solver, replay};
use std::cmp::Reverse;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

/// Runs of the lowest level by which a colour to save up is tried out, and the playouts of each.
const TRIALS: (usize, usize) = (3, 100);
/// Saving a colour up is tried where its tiles in pairs would pay at most this share of what they pay at once. Under
/// 5n² it is more, and saving up was worse there however promising it looked in few playouts.
const SHARE_OF_PAIRS: f64 = 0.03;
/// The share of the budget that the beam gets where no colour is worth saving up: there it finds more in short times.
const BEAM_SHARE: f64 = 0.85;
/// Playouts that are thought affordable where the budget says nothing of time or nodes.
const UNBOUNDED: f64 = 1e6;
/// From this number of playouts on a run has three levels.
const THREE_LEVELS_FROM: f64 = 30_000.0;
/// Fewest and most adaptations of a level.
const ITERATIONS: (usize, usize) = (8, 100);
/// Cells of all positions together that one exact search of the ends of a line may take.
const EXACT_CELLS: u64 = 10_000_000;

/// Boards with at most so many tiles are searched exactly at first.
const EXACT_FROM_START: usize = 40;

/// Restarts of nested rollout policy adaptation on all threads, each of which searches on its own.
#[derive(Clone, Copy, Debug)]
pub struct Auto {
    /// What is played for.
    pub objective: Objective,
    /// Whether the end of each line is searched exactly: else only the playouts count.
    pub exact_ends: bool,
}

/// What a worker reports: a line, if it is better than those that it had found before.
struct Found {
    /// Its moves, its score and the tiles left, if it is better.
    line: Option<(Vec<u16>, Gain, usize)>,
    /// Moves played since the last report.
    nodes: u64,
}

impl Solver<Board> for Auto {
    fn name(&self) -> &'static str {
        if self.exact_ends { "auto" } else { "nrpa" }
    }

    fn solve(&self, position: &Board, budget: &Budget, better: &mut dyn FnMut(&Outcome<Move>)) -> Outcome<Move> {
        let (table, mut packed) = Table::pack(position);
        let (moves, end) = greedy::play_out(&table, &mut packed, 0);
        let (score, status) = (end.score, end.status());
        let mut best = Outcome { moves, score, status, proven: false, nodes: 0, algorithm: self.name() };
        better(&best);
        let (layout, root) = Layout::pack(position);
        let mut best_rank = self.objective.rank(score, end.left);
        let mut nodes = 0;
        if self.exact_ends && root.left > EXACT_FROM_START && !can_save_up(&layout, &root) {
            let found = Beam { objective: self.objective, form: Form::default() }.solve(
                position,
                &budget.share(BEAM_SHARE),
                &mut |_| (),
            );
            nodes = found.nodes;
            let left = replay(position, &found.moves).map_or(usize::MAX, |(end, _)| end.left());
            let rank = self.objective.rank(found.score, left);
            if rank > best_rank {
                best_rank = rank;
                best = Outcome { algorithm: self.name(), proven: false, ..found };
                better(&best);
            }
        }
        let budget = &budget.after(nodes);
        let mut take = |found: Found| {
            nodes += found.nodes;
            let Some((line, score, left)) = found.line else { return };
            let rank = self.objective.rank(score, left);
            if rank > best_rank {
                best_rank = rank;
                best = Outcome {
                    moves: first_tiles(position, line.iter().map(|&at| layout.unpack(at))),
                    score,
                    status: End { score, left }.status(),
                    nodes,
                    ..best.clone()
                };
                better(&best);
            }
        };
        let worker = |worker: usize, threads: usize| Worker {
            settings: *self,
            layout: &layout,
            root: &root,
            budget,
            nodes: budget.nodes.map(|nodes| nodes / threads as u64),
            worker,
        };
        match budget.threads.clamp(1, 64) {
            1 => worker(0, 1).work(&mut take),
            threads => std::thread::scope(|scope| {
                let (sender, receiver) = channel();
                for number in 0..threads {
                    let sender: Sender<Found> = sender.clone();
                    let worker = worker(number, threads);
                    // The receiver lives as long as the scope.
                    scope.spawn(move || worker.work(&mut |found| drop(sender.send(found))));
                }
                drop(sender);
                receiver.iter().for_each(&mut take);
            }),
        }
        best.nodes = nodes;
        best
    }
}

/// The same moves, each named by the first tile of its group in row order, as the referee lists them.
pub(super) fn first_tiles(position: &Board, moves: impl Iterator<Item = Move>) -> Vec<Move> {
    let mut position = position.clone();
    moves
        .map(|m| {
            let first = position.group(m.0).first().map_or(m, |&cell| Move(cell));
            // A move that the referee refuses is refused again where the line is replayed.
            let _ = position.play(m);
            first
        })
        .collect()
}

/// Whether the rule makes it worth trying to save a colour up.
fn can_save_up(layout: &Layout, root: &State) -> bool {
    let most = usize::from(root.counts.iter().copied().max().unwrap_or(0));
    let pays = |tiles: usize| layout.gain(tiles) as f64;
    most >= 2 && pays(most) > 0.0 && pays(2) * most as f64 / 2.0 <= SHARE_OF_PAIRS * pays(most)
}

/// One thread's search.
struct Worker<'a> {
    settings: Auto,
    layout: &'a Layout,
    root: &'a State,
    budget: &'a Budget,
    nodes: Option<u64>,
    worker: usize,
}

impl Worker<'_> {
    fn work(&self, report: &mut dyn FnMut(Found)) {
        // A run looks at the budget too late to notice that it is spent, by so many moves at most.
        let margin = (self.layout.cells() / self.layout.rules().min_group() + PATIENCE) as u64;
        let most = self.nodes.map(|nodes| nodes.saturating_sub(margin));
        let mut is_over = |nodes: u64| most.is_some_and(|most| nodes >= most) || self.budget.is_over();
        if self.root.groups.is_empty() || is_over(0) {
            return;
        }
        let rng = generator(self.budget.seed, self.worker);
        let mut search = Nrpa::new(self.layout, self.root, self.settings.objective, rng);
        let start = (self.budget.remaining)();
        let mut best = None;
        let mut reported = 0;
        let mut tell = |line: &Line, nodes: u64| {
            let is_better = best.is_none_or(|best| line.rank > best);
            best = best.max(Some(line.rank));
            let line = is_better.then(|| (line.moves.clone(), line.score, line.left));
            report(Found { line, nodes: nodes - reported });
            reported = nodes;
        };
        let mut exact = 0;
        let fitting = EXACT_CELLS / self.layout.cells() as u64;
        let affordable = |used: u64| most.map_or(fitting, |most| fitting.min(most.saturating_sub(used)));
        let ends = |used| Ends::new(self.layout, self.settings.objective, affordable(used), self.budget);
        if self.settings.exact_ends && self.root.left <= EXACT_FROM_START {
            let (whole, nodes) = ends(0).solve(self.root);
            exact += nodes;
            if let Some(line) = whole {
                tell(&line, exact);
                return;
            }
        }
        let sealed = self.worth_sealing(&mut search, &mut is_over, &mut tell);
        for &sealed in sealed.iter().cycle() {
            if is_over(search.nodes + exact) {
                return;
            }
            let playouts = self.affordable(&search, exact, start);
            let level = if playouts < THREE_LEVELS_FROM { 2 } else { 3 };
            let iterations = (playouts.powf(1.0 / level as f64) as usize).clamp(ITERATIONS.0, ITERATIONS.1);
            let used = exact;
            search.run(Plan { level, iterations, sealed }, &mut |nodes| is_over(nodes + used));
            tell(search.best_line(), search.nodes + exact);
            if self.settings.exact_ends && !is_over(search.nodes + exact) {
                let line = search.best_line();
                let (better, nodes) = ends(search.nodes + exact).improve(self.root, line);
                exact += nodes;
                tell(better.as_ref().unwrap_or(line), search.nodes + exact);
            }
        }
    }

    /// The colours that are worth saving up, best first, or no colour (0) alone: tried out by a few playouts.
    fn worth_sealing(
        &self,
        search: &mut Nrpa<'_>,
        is_over: &mut dyn FnMut(u64) -> bool,
        tell: &mut dyn FnMut(&Line, u64),
    ) -> Vec<u8> {
        let counts = &self.root.counts;
        let most = usize::from(counts.iter().copied().max().unwrap_or(0));
        if !can_save_up(self.layout, self.root) || self.settings.objective == Objective::Clear {
            return vec![0];
        }
        let is_candidate = |colour: &u8| *colour == 0 || usize::from(counts[usize::from(*colour)]) + 1 >= most;
        let mut tried: Vec<(Gain, u8)> = Vec::new();
        for sealed in (0..=self.layout.colours() as u8).filter(is_candidate) {
            let mut sum = 0;
            for _ in 0..TRIALS.0 {
                search.run(Plan { level: 1, iterations: TRIALS.1, sealed }, is_over);
                sum += search.best_line().score;
                tell(search.best_line(), search.nodes);
                if is_over(search.nodes) {
                    return vec![0];
                }
            }
            tried.push((sum, sealed));
        }
        tried.sort_unstable_by_key(|&(sum, colour)| (Reverse(sum), colour));
        match tried.first() {
            Some((_, 0)) | None => vec![0],
            _ => tried.into_iter().map(|(_, colour)| colour).filter(|&colour| colour != 0).take(2).collect(),
        }
    }

    /// How many more playouts the budget lets one hope for.
    fn affordable(&self, search: &Nrpa<'_>, exact: u64, start: Option<Duration>) -> f64 {
        let playouts = search.playouts.max(1) as f64;
        let length =
            if search.playouts == 0 { self.layout.cells() as f64 / 4.0 } else { search.nodes as f64 / playouts };
        let by_nodes = self.nodes.map(|nodes| nodes.saturating_sub(search.nodes + exact) as f64 / length.max(1.0));
        let by_time = start.zip((self.budget.remaining)()).map(|(start, left)| {
            let spent = start.saturating_sub(left).as_secs_f64();
            // Before the first playout: moves take less than a microsecond.
            let each = if search.playouts == 0 { length * 6e-7 } else { spent / playouts };
            left.as_secs_f64() / each.max(1e-9)
        });
        by_nodes.into_iter().chain(by_time).reduce(f64::min).unwrap_or(UNBOUNDED)
    }
}
