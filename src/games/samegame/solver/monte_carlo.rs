//! Plain Monte Carlo: the group with the best mean of games played on by chance is played.

use super::super::position::{Board, Move};
use super::auto::first_tiles;
use super::engine::{Layout, State};
use super::nrpa::generator;
use super::objective::Objective;
use super::packed::Table;
use super::{End, greedy, playout};
use crate::puzzle::Gain;
use crate::search::{Budget, Outcome, Solver};
use rand_chacha::ChaCha8Rng;
use std::cmp::Reverse;

/// Rounds of each turn where the budget says nothing of time or nodes.
const ROUNDS: usize = 100;

/// Each turn samples every group equally often and plays the one with the best mean; the budget is spread evenly over the
/// turns that are expected. It runs on one thread.
#[derive(Clone, Copy, Debug)]
pub struct MonteCarlo {
    /// What is played for.
    pub objective: Objective,
}

impl Solver<Board> for MonteCarlo {
    fn name(&self) -> &'static str {
        "monte-carlo"
    }

    fn solve(&self, position: &Board, budget: &Budget, better: &mut dyn FnMut(&Outcome<Move>)) -> Outcome<Move> {
        let (table, mut packed) = Table::pack(position);
        let (moves, end) = greedy::play_out(&table, &mut packed, 0);
        let (score, status) = (end.score, end.status());
        let mut best = Outcome { moves, score, status, proven: false, nodes: 0, algorithm: self.name() };
        better(&best);
        let (layout, state) = Layout::pack(position);
        let mut game =
            Turns { layout: &layout, objective: self.objective, budget, rng: generator(budget.seed, 0), nodes: 0 };
        let (moves, reached) = game.play(state);
        best.nodes = game.nodes;
        if self.objective.rank(reached.score, reached.left) > self.objective.rank(end.score, end.left) {
            let moves = first_tiles(position, moves.into_iter().map(|at| layout.unpack(at)));
            best = Outcome { moves, score: reached.score, status: reached.status(), ..best };
            better(&best);
        }
        best
    }
}

/// A game that is played turn by turn.
struct Turns<'a> {
    layout: &'a Layout,
    objective: Objective,
    budget: &'a Budget,
    rng: ChaCha8Rng,
    /// Moves played by chance.
    nodes: u64,
}

impl Turns<'_> {
    /// Plays a position to its end: a tile of each group that went, and the end.
    fn play(&mut self, mut state: State) -> (Vec<u16>, End) {
        let mut moves = Vec::new();
        let mut score = 0;
        while !state.groups.is_empty() {
            let chosen = self.best_group(&state);
            let group = state.groups[chosen];
            moves.push(group.at);
            score += self.layout.gain(usize::from(group.size));
            state.play(self.layout, chosen);
        }
        (moves, End { score: score + state.end_bonus(self.layout), left: state.left })
    }

    /// The index of the group with the best mean; where nothing can be sampled any more, of the one that pays most.
    fn best_group(&mut self, state: &State) -> usize {
        let mut sums = vec![(0, 0); state.groups.len()];
        let mut played = state.clone();
        let start = (self.budget.remaining)();
        let before = self.nodes;
        let mut rounds = 0;
        // The next round must fit into the nodes that are left, however long its games.
        let longest = (state.groups.len() * state.left / self.layout.rules().min_group()) as u64;
        'rounds: while rounds < ROUNDS || start.is_some() || self.budget.nodes.is_some() {
            if self.budget.nodes.is_some_and(|most| self.nodes + longest > most) {
                break;
            }
            let mut round = sums.clone();
            for (index, sum) in round.iter_mut().enumerate() {
                if self.budget.is_over() {
                    break 'rounds;
                }
                played.clone_from(state);
                played.play(self.layout, index);
                let (gain, moves) = playout::play_on(self.layout, &mut played, &mut self.rng);
                self.nodes += moves as u64 + 1;
                let gain = gain + self.layout.gain(usize::from(state.groups[index].size));
                let rank = self.objective.rank(gain, played.left);
                *sum = (sum.0 + rank.0, sum.1 + rank.1);
            }
            sums = round;
            rounds += 1;
            // As many turns are to come as a game by chance has moves.
            let spent = self.nodes - before;
            let turns = spent.div_ceil((rounds * state.groups.len()) as u64).max(1);
            let by_nodes = self.budget.nodes.is_some_and(|most| spent * turns >= most.saturating_sub(before));
            let by_time = start.zip((self.budget.remaining)());
            let by_time = by_time.is_some_and(|(start, left)| start.saturating_sub(left) * turns as u32 >= start);
            if by_nodes || by_time {
                break;
            }
        }
        let pays =
            |index: usize| (self.layout.gain(usize::from(state.groups[index].size)), Reverse(state.groups[index].at));
        let mean = |index: usize| if rounds == 0 { (0, 0) } else { sums[index] };
        (0..sums.len())
            .max_by_key(|&index| -> ((Gain, Gain), (Gain, Reverse<u16>)) { (mean(index), pays(index)) })
            .unwrap_or(0)
    }
}
