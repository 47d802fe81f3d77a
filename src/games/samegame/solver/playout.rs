//! Games played by chance.

use super::super::position::Board;
use super::engine::{Layout, State};
use crate::puzzle::Gain;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Plays one board by chance, again and again, every group with equal chances.
pub struct Playouts {
    layout: Layout,
    root: State,
    state: State,
    rng: ChaCha8Rng,
}

impl Playouts {
    /// Playouts of a board, drawn by a seed.
    #[must_use]
    pub fn new(board: &Board, seed: u64) -> Self {
        let (layout, root) = Layout::pack(board);
        Self { layout, state: root.clone(), root, rng: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// Plays a game to its end: its score with the end bonus, and how many moves it took.
    pub fn run(&mut self) -> (Gain, usize) {
        self.state.clone_from(&self.root);
        play_on(&self.layout, &mut self.state, &mut self.rng)
    }
}

/// Plays a position to its end by chance: what it pays from there with the end bonus, and how many moves it took.
pub(super) fn play_on(layout: &Layout, state: &mut State, rng: &mut ChaCha8Rng) -> (Gain, usize) {
    let mut score = 0;
    let mut moves = 0;
    while !state.groups.is_empty() {
        let chosen = rng.random_range(0..state.groups.len() as u32) as usize;
        score += layout.gain(usize::from(state.groups[chosen].size));
        state.play(layout, chosen);
        moves += 1;
    }
    (score + state.end_bonus(layout), moves)
}
