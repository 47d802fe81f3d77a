//! Ways to play a board to its end.

pub mod greedy;
pub mod objective;
