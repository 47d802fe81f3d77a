//! The best of what there is, on every thread. Where no colour is worth saving up a beam goes first, and annealing of whole lines
//! has the rest. Else the colour to save up is tried out, and rounds follow one another: a run of nested rollout policy
//! adaptation, annealing of its line, and an exact search of the end of a line that is the best so far.

use super::super::position::{Board, Move};
use super::End;
use super::annealing::Annealing;
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
/// The share of the budget that the beam gets where no colour is worth saving up. With annealing for the rest, boards of
/// 10×10 came to more than with 85 %, 60 % or 2 %.
const BEAM_SHARE: f64 = 0.4;
/// Moves that are thought affordable where the budget says nothing of time or nodes.
const UNBOUNDED: f64 = 5e7;
/// What a move takes, until so many are made that it can be told.
const SECONDS_OF_MOVE: f64 = 6e-7;
const MOVES_THAT_TELL: u64 = 50_000;
/// From this number of playouts on a run has three levels.
const THREE_LEVELS_FROM: f64 = 30_000.0;
/// Fewest and most adaptations of a level.
const ITERATIONS: (usize, usize) = (8, 100);
/// Adaptations of the two levels of a run, and changes of its line by annealing, where a colour is saved up. Many such
/// rounds find more than one long one, if a thread has less than so many moves; else one of three levels finds more, with
/// this share of the moves for the run.
const ROUND: (usize, u64) = (60, 10_000);
const LONG_ROUND_FROM: f64 = 8e6;
const SHARE_OF_RUN: f64 = 0.8;
/// Changes of one line by annealing at most, where no colour is saved up.
const MOST_CHANGES: u64 = 1_000_000;
/// Cells of all positions together that one exact search of the ends of a line may take.
const EXACT_CELLS: u64 = 10_000_000;
/// The same for the ends of one line.
const EXACT_CELLS_OF_ENDS: u64 = 500_000;

/// Boards with at most so many tiles are searched exactly at first.
const EXACT_FROM_START: usize = 40;

/// Restarts of nested rollout policy adaptation on all threads, each of which searches on its own.
#[derive(Clone, Copy, Debug)]
pub struct Auto {
    /// What is played for.
    pub objective: Objective,
    /// Whether the beam, annealing and exact search of the ends take part: else only nested rollout policy adaptation.
    pub portfolio: bool,
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
        if self.portfolio { "auto" } else { "nrpa" }
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
        if self.portfolio && root.left > EXACT_FROM_START && !can_save_up(&layout, &root) {
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
        let mut best = None;
        let mut reported = 0;
        let mut tell = |line: &Line, nodes: u64| {
            let is_better = best.is_none_or(|best| line.rank > best);
            best = best.max(Some(line.rank));
            let line = is_better.then(|| (line.moves.clone(), line.score, line.left));
            report(Found { line, nodes: nodes - reported });
            reported = nodes;
            is_better
        };
        let start = (self.budget.remaining)();
        let mut nodes = 0;
        let ends = |nodes: u64, cells: u64| {
            let fitting = cells / self.layout.cells() as u64;
            let most = most.map_or(fitting, |most| fitting.min(most.saturating_sub(nodes)));
            Ends::new(self.layout, self.settings.objective, most, self.budget)
        };
        if self.settings.portfolio && self.root.left <= EXACT_FROM_START {
            let (whole, searched) = ends(0, EXACT_CELLS).solve(self.root);
            nodes += searched;
            if let Some(line) = whole {
                tell(&line, nodes);
                return;
            }
        }
        let mut search =
            Nrpa::new(self.layout, self.root, self.settings.objective, generator(self.budget.seed, self.worker));
        let sealed = self.worth_sealing(&mut search, nodes, &mut is_over, &mut |line, nodes| {
            tell(line, nodes);
        });
        nodes += search.nodes;
        let mut annealing = match self.settings.portfolio {
            true => Annealing::new(self.layout, self.root, self.settings.objective),
            false => None,
        };
        for &sealed in sealed.iter().cycle() {
            if is_over(nodes) {
                return;
            }
            let Some(annealing) = &mut annealing else {
                let before = search.nodes;
                search.run(self.plan(&search, self.affordable(nodes, start), sealed), &mut |searched| {
                    is_over(nodes + searched - before)
                });
                nodes += search.nodes - before;
                tell(search.best_line(), nodes);
                continue;
            };
            let (mut line, mut changes) = (Line::empty(), MOST_CHANGES);
            if sealed != 0 {
                let before = search.nodes;
                let (plan, after) = self.round(&search, self.affordable(nodes, start), sealed);
                changes = after;
                search.run(plan, &mut |searched| is_over(nodes + searched - before));
                nodes += search.nodes - before;
                line.clone_from(search.best_line());
                tell(&line, nodes);
            }
            let (before, begun) = (annealing.nodes, nodes);
            // Where the budget ends before the changes do, it cools down sooner.
            let left = (self.budget.remaining)();
            let progress = |done: u64| {
                let played = begun + done;
                if is_over(played) {
                    return 1.0;
                }
                let by_nodes = most.map_or(0.0, |most| done as f64 / most.saturating_sub(begun).max(1) as f64);
                let by_time =
                    left.zip((self.budget.remaining)()).map_or(0.0, |(from, to)| 1.0 - to.div_duration_f64(from));
                by_nodes.max(by_time)
            };
            let line = annealing.run(&line, (changes, sealed), search.rng(), &mut |played| progress(played - before));
            nodes += annealing.nodes - before;
            if tell(&line, nodes) && !is_over(nodes) {
                let (better, searched) = ends(nodes, EXACT_CELLS_OF_ENDS).improve(self.root, &line);
                nodes += searched;
                tell(better.as_ref().unwrap_or(&line), nodes);
            }
        }
    }

    /// The colours that are worth saving up, best first, or no colour (0) alone: tried out by a few playouts.
    fn worth_sealing(
        &self,
        search: &mut Nrpa<'_>,
        nodes: u64,
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
                search.run(Plan { level: 1, iterations: TRIALS.1, sealed }, &mut |searched| is_over(nodes + searched));
                sum += search.best_line().score;
                tell(search.best_line(), nodes + search.nodes);
                if is_over(nodes + search.nodes) {
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

    /// The largest run that the budget affords.
    fn plan(&self, search: &Nrpa<'_>, moves: f64, sealed: u8) -> Plan {
        let playouts = moves / self.length(search);
        let level = if playouts < THREE_LEVELS_FROM { 2 } else { 3 };
        let iterations = (playouts.powf(1.0 / level as f64) as usize).clamp(ITERATIONS.0, ITERATIONS.1);
        Plan { level, iterations, sealed }
    }

    /// The next run and the changes of its line by annealing, where a colour is saved up.
    fn round(&self, search: &Nrpa<'_>, moves: f64, sealed: u8) -> (Plan, u64) {
        if moves < LONG_ROUND_FROM {
            return (Plan { level: 2, iterations: ROUND.0, sealed }, ROUND.1);
        }
        let plan = Plan { level: 3, ..self.plan(search, moves * SHARE_OF_RUN, sealed) };
        // A change is followed by half of a line in the mean.
        let changes = moves * (1.0 - SHARE_OF_RUN) * 2.0 / self.length(search);
        (plan, changes as u64)
    }

    /// Moves of a playout.
    fn length(&self, search: &Nrpa<'_>) -> f64 {
        match search.playouts {
            0 => self.layout.cells() as f64 / 4.0,
            playouts => search.nodes as f64 / playouts as f64,
        }
    }

    /// How many more moves the budget lets one hope for after so many, if it had `start` before the first of them.
    fn affordable(&self, nodes: u64, start: Option<Duration>) -> f64 {
        let by_nodes = self.nodes.map(|most| most.saturating_sub(nodes) as f64);
        let by_time = start.zip((self.budget.remaining)()).map(|(start, left)| {
            let spent = start.saturating_sub(left).as_secs_f64();
            let each = if nodes < MOVES_THAT_TELL { SECONDS_OF_MOVE } else { spent / nodes as f64 };
            left.as_secs_f64() / each
        });
        by_nodes.into_iter().chain(by_time).reduce(f64::min).unwrap_or(UNBOUNDED)
    }
}
