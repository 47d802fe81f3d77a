//! Nested rollout policy adaptation (Rosin 2011): playouts drawn by a policy that is adapted to the best line of each
//! level, each level starting from a copy of the policy of the one above.

use super::engine::{Group, Layout, State};
use super::objective::Objective;
use crate::puzzle::Gain;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Entries of a policy, as a power of two: some hundred thousand groups of a search share them by their codes.
const POLICY_BITS: u32 = 16;
/// Limits of a weight, so that sums stay numbers.
const WEIGHTS: (f32, f32) = (1e-15, 1e15);
/// Adaptations smaller than this share of a weight are not made: they cost time and change next to nothing.
const LEAST_CHANGE: f32 = 1e-3;
/// From this move on pairs of the sealed colour may go.
const PAIRS_GO_FROM: usize = 10;
/// What the weight of a group of the sealed colour is multiplied with (a bias as in Cazenave 2020).
const SEALED_BIAS: f32 = 0.135;
/// Moves played between two looks at the budget: less than a millisecond.
pub(super) const PATIENCE: usize = 400;

/// For how long a group could be played: from the move `from` until the move `to`, this not included.
#[derive(Clone, Copy, Debug)]
struct Window {
    code: u32,
    /// What its weight is multiplied with, whatever the policy says.
    bias: f32,
    from: u16,
    to: u16,
}

/// A line of play, with everything that could have been played instead.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) rank: (Gain, Gain),
    pub(super) score: Gain,
    pub(super) left: usize,
    /// A tile of each group that went.
    pub(super) moves: Vec<u16>,
    windows: Vec<Window>,
    /// The window of each move.
    chosen: Vec<u32>,
}

impl Line {
    pub(super) fn empty() -> Self {
        Self {
            rank: (Gain::MIN, Gain::MIN),
            score: 0,
            left: 0,
            moves: Vec::new(),
            windows: Vec::new(),
            chosen: Vec::new(),
        }
    }

    /// The line that plays `moves`, without what else could have been played.
    pub(super) fn of(moves: Vec<u16>, rank: (Gain, Gain), score: Gain, left: usize) -> Self {
        Self { moves, rank, score, left, ..Self::empty() }
    }

    fn copy(&mut self, other: &Self) {
        (self.rank, self.score, self.left) = (other.rank, other.score, other.left);
        self.moves.clone_from(&other.moves);
        self.windows.clone_from(&other.windows);
        self.chosen.clone_from(&other.chosen);
    }
}

/// How a run goes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// Levels of nesting, at least 1.
    pub(super) level: usize,
    /// Adaptations at each level.
    pub(super) iterations: usize,
    /// A colour that is not played while others have moves; 0 for none.
    pub(super) sealed: u8,
}

/// Runs of nested rollout policy adaptation from one position.
pub(super) struct Nrpa<'a> {
    layout: &'a Layout,
    root: &'a State,
    objective: Objective,
    rng: ChaCha8Rng,
    state: State,
    /// Policies by level: the weights of groups by their codes.
    policies: Vec<Vec<f32>>,
    /// The best line of each level's run; that of level 0 is the last playout.
    lines: Vec<Line>,
    plan: Plan,
    /// Moves played in all.
    pub(super) nodes: u64,
    /// Playouts in all.
    pub(super) playouts: u64,
    unlooked: usize,
    old_weights: Vec<f32>,
    changes: Vec<f64>,
}

impl<'a> Nrpa<'a> {
    pub(super) fn new(layout: &'a Layout, root: &'a State, objective: Objective, rng: ChaCha8Rng) -> Self {
        Self {
            layout,
            root,
            objective,
            rng,
            state: root.clone(),
            policies: Vec::new(),
            lines: Vec::new(),
            plan: Plan { level: 1, iterations: 1, sealed: 0 },
            nodes: 0,
            playouts: 0,
            unlooked: 0,
            old_weights: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// Runs once by a plan. `is_over` is asked again and again, with the number of moves played so far, and ends the run
    /// early.
    pub(super) fn run(&mut self, plan: Plan, is_over: &mut dyn FnMut(u64) -> bool) {
        self.plan = plan;
        self.policies.resize_with(plan.level + 1, || vec![1.0; 1 << POLICY_BITS]);
        self.lines.resize_with(plan.level + 1, Line::empty);
        self.policies[plan.level].fill(1.0);
        self.nest(plan.level, is_over);
    }

    /// Where its random numbers come from, for what goes on from its lines.
    pub(super) fn rng(&mut self) -> &mut ChaCha8Rng {
        &mut self.rng
    }

    /// The best line of the last run.
    pub(super) fn best_line(&self) -> &Line {
        &self.lines[self.plan.level]
    }

    /// One run of a level; false where it ended early.
    fn nest(&mut self, level: usize, is_over: &mut dyn FnMut(u64) -> bool) -> bool {
        self.lines[level].rank = (Gain::MIN, Gain::MIN);
        for _ in 0..self.plan.iterations {
            let mut goes_on = true;
            if level == 1 {
                self.play_out();
                self.improve(1);
                if self.unlooked >= PATIENCE {
                    self.unlooked = 0;
                    goes_on = !is_over(self.nodes);
                }
            } else {
                let (below, own) = self.policies.split_at_mut(level);
                below[level - 1].copy_from_slice(&own[0]);
                goes_on = self.nest(level - 1, is_over);
                self.improve(level);
            }
            if !goes_on {
                return false;
            }
            self.adapt(level);
        }
        true
    }

    /// Takes the line of the level below if it is no worse.
    fn improve(&mut self, level: usize) {
        let (below, own) = self.lines.split_at_mut(level);
        if below[level - 1].rank >= own[0].rank {
            own[0].copy(&below[level - 1]);
        }
    }

    /// Plays the position to its end by the policy of level 1.
    fn play_out(&mut self) {
        let Self { layout, state, rng, .. } = self;
        let (policy, line) = (&self.policies[1], &mut self.lines[0]);
        let mut guide = Guide { policy, sealed: self.plan.sealed, released: false };
        line.moves.clear();
        line.windows.clear();
        line.chosen.clear();
        state.clone_from(self.root);
        let mut score = 0;
        let mut fresh = 0;
        while !state.groups.is_empty() {
            let step = line.moves.len();
            if guide.sealed != 0 && (step == PAIRS_GO_FROM || guide.released) {
                guide.released = false;
                fresh = 0;
            }
            guide.weigh(state, fresh, line);
            let total: f32 = state.groups.iter().map(|group| group.weight).sum();
            let total = if total > 0.0 { total } else { guide.release(state, line) };
            let chosen = draw(&state.groups, total, rng.next_u32());
            let group = state.groups[chosen];
            line.moves.push(group.at);
            line.chosen.push(group.window);
            score += layout.gain(usize::from(group.size));
            fresh = state.play(layout, chosen);
            for ended in state.ended.iter().filter(|ended| ended.weight > 0.0) {
                line.windows[ended.window as usize].to = step as u16 + 1;
            }
            if group.colour == guide.sealed {
                // Another group may be the whole colour now.
                fresh = 0;
            }
        }
        line.score = score + state.end_bonus(layout);
        line.left = state.left;
        line.rank = self.objective.rank(line.score, line.left);
        self.nodes += line.moves.len() as u64;
        self.playouts += 1;
        self.unlooked += line.moves.len().max(1);
    }

    /// Adapts the policy of a level to its best line: what was played gains, what could have been played instead loses by
    /// its chance, summed up over the moves at which it could.
    fn adapt(&mut self, level: usize) {
        let (policy, line) = (&mut self.policies[level], &self.lines[level]);
        let Self { old_weights, changes, .. } = self;
        let mask = policy.len() - 1;
        old_weights.clear();
        changes.clear();
        changes.resize(line.moves.len() + 1, 0.0);
        for window in &line.windows {
            let weight = window.bias * policy[window.code as usize & mask];
            old_weights.push(weight);
            changes[usize::from(window.from)] += f64::from(weight);
            changes[usize::from(window.to)] -= f64::from(weight);
        }
        // From changes to sums of weights at each move, and on to the sum of their inverses before each move.
        let (mut sum, mut inverses) = (0.0, 0.0);
        for change in changes.iter_mut() {
            sum += *change;
            *change = inverses;
            inverses += 1.0 / sum.max(f64::from(WEIGHTS.0));
        }
        for (window, &weight) in line.windows.iter().zip(&*old_weights) {
            let chances = f64::from(weight) * (changes[usize::from(window.to)] - changes[usize::from(window.from)]);
            let chances = chances as f32;
            if chances > LEAST_CHANGE {
                let entry = &mut policy[window.code as usize & mask];
                *entry = (*entry * (-chances).exp()).max(WEIGHTS.0);
            }
        }
        for &window in &line.chosen {
            let entry = &mut policy[line.windows[window as usize].code as usize & mask];
            *entry = (*entry * std::f32::consts::E).min(WEIGHTS.1);
        }
    }
}

/// What a policy makes of the groups of a position.
struct Guide<'a> {
    policy: &'a [f32],
    sealed: u8,
    /// Whether groups of the sealed colour go for lack of others.
    released: bool,
}

impl Guide<'_> {
    /// Weighs the groups from index `fresh` on before the next move of a line.
    fn weigh(&self, state: &mut State, fresh: usize, line: &mut Line) {
        let step = line.moves.len();
        let whole = state.counts[usize::from(self.sealed)];
        for group in &mut state.groups[fresh..] {
            let goes = group.colour != self.sealed
                || self.released
                || group.size == whole
                || (group.size == 2 && step >= PAIRS_GO_FROM);
            if goes && group.weight == 0.0 {
                let bias = if group.colour == self.sealed { SEALED_BIAS } else { 1.0 };
                group.weight = bias * self.policy[group.code as usize & (self.policy.len() - 1)];
                group.window = line.windows.len() as u32;
                line.windows.push(Window { code: group.code, bias, from: step as u16, to: step as u16 + 1 });
            } else if !goes && group.weight > 0.0 {
                group.weight = 0.0;
                line.windows[group.window as usize].to = step as u16;
            }
        }
    }

    /// Lets every group go for one move; the sum of their weights.
    fn release(&mut self, state: &mut State, line: &mut Line) -> f32 {
        self.released = true;
        self.weigh(state, 0, line);
        state.groups.iter().map(|group| group.weight).sum()
    }
}

/// The index of a group drawn by weight.
fn draw(groups: &[Group], total: f32, random: u32) -> usize {
    let mut rest = (random >> 8) as f32 / (1 << 24) as f32 * total;
    let mut last = 0;
    for (index, group) in groups.iter().enumerate() {
        if group.weight > 0.0 {
            last = index;
            rest -= group.weight;
            if rest < 0.0 {
                break;
            }
        }
    }
    last
}

/// A generator of its own for each of the workers that share a seed.
pub(super) fn generator(seed: u64, worker: usize) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(worker as u64);
    rng
}
