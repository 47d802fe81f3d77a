//! What all solvers share: what they may spend, and what they give back.

mod text;

use crate::puzzle::{Gain, Puzzle, Status};
use serde::{Deserialize, Serialize};
use std::fmt::Display;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Asks a search, or the whole bot, to stop. Clones share one flag.
#[derive(Clone, Debug, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Raises the flag; it is never lowered.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was raised.
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// The flag itself, for what can only raise a bare flag, such as a signal handler.
    #[must_use]
    pub fn shared(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }
}

/// What a search may spend. Time comes in as a function, so that a solver reads no clock of its own and the same seed
/// and node count on one thread give the same answer everywhere.
#[derive(Clone)]
pub struct Budget {
    /// Positions that may be expanded, if bounded.
    pub nodes: Option<u64>,
    /// Seed of every random choice.
    pub seed: u64,
    /// Threads that may work at once, at least 1.
    pub threads: usize,
    /// Memory that the search may take, in MiB; the solver's own default where it is not said.
    pub memory_mib: Option<usize>,
    /// Ends the search early with what it has.
    pub stop: StopFlag,
    /// How much time is left, or nothing where time is not bounded.
    pub remaining: Arc<dyn Fn() -> Option<Duration> + Send + Sync>,
}

impl Budget {
    /// A budget of expanded positions alone, on one thread: deterministic.
    #[must_use]
    pub fn of_nodes(nodes: u64, seed: u64) -> Self {
        Self {
            nodes: Some(nodes),
            seed,
            threads: 1,
            memory_mib: None,
            stop: StopFlag::default(),
            remaining: Arc::new(|| None),
        }
    }

    /// This share (0 to 1) of what is left now, for the first of several searches.
    #[must_use]
    pub fn share(&self, share: f64) -> Self {
        let reserve = (self.remaining)().map(|left| left.mul_f64(1.0 - share));
        let whole = Arc::clone(&self.remaining);
        let remaining = Arc::new(move || Some(whole()?.saturating_sub(reserve?)));
        Self { nodes: self.nodes.map(|nodes| (nodes as f64 * share) as u64), remaining, ..self.clone() }
    }

    /// What is left of the nodes after so many.
    #[must_use]
    pub fn after(&self, nodes: u64) -> Self {
        Self { nodes: self.nodes.map(|most| most.saturating_sub(nodes)), ..self.clone() }
    }

    /// Whether a search that has expanded `nodes` positions must end now.
    #[must_use]
    pub fn is_spent(&self, nodes: u64) -> bool {
        self.nodes.is_some_and(|most| nodes >= most) || self.is_over()
    }

    /// Whether the time is up or the search was asked to stop, however few positions it has expanded.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.stop.is_stopped() || (self.remaining)().is_some_and(|left| left.is_zero())
    }
}

/// A name that lives as long as the program.
pub type Name = &'static str;

/// A line of play and what it comes to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound(serialize = "M: Display", deserialize = "M: FromStr"))]
pub struct Outcome<M> {
    /// The moves from the position that was searched.
    #[serde(with = "text::moves")]
    pub moves: Vec<M>,
    /// What the moves and the end pay together.
    pub score: Gain,
    /// How the position stands after the last move.
    pub status: Status,
    /// Whether the claim (unsolvable, or best possible) is proven.
    pub proven: bool,
    /// Positions expanded so far.
    pub nodes: u64,
    /// Name of the algorithm that found it.
    #[serde(deserialize_with = "text::name")]
    pub algorithm: Name,
}

/// What a line comes to from the position that it starts from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Worth {
    /// Points with the end bonus.
    pub score: Gain,
    /// Tiles left at its end, or boxes off their goals.
    pub left: usize,
}

/// A way to play a position well. All solvers are anytime: each better line is handed to `better` as soon as it is
/// found, and the best of them is returned when the budget is spent.
pub trait Solver<P: Puzzle> {
    /// The name by which it is chosen.
    fn name(&self) -> &'static str;

    /// Plays `position` on to its end.
    fn solve(&self, position: &P, budget: &Budget, better: &mut dyn FnMut(&Outcome<P::Move>)) -> Outcome<P::Move>;
}

/// Plays `moves` from `position` by the rules: the end position and the score with the end bonus.
///
/// # Errors
/// The index of the first illegal move, counted from 0, with the referee's reason.
pub fn replay<P: Puzzle>(position: &P, moves: &[P::Move]) -> Result<(P, Gain), (usize, crate::puzzle::IllegalMove)> {
    let mut end = position.clone();
    let mut score = 0;
    for (index, &m) in moves.iter().enumerate() {
        score += end.play(m).map_err(|refused| (index, refused))?;
    }
    let bonus = end.end_bonus();
    Ok((end, score + bonus))
}
