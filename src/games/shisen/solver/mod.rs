//! Ways to clear a board.

pub mod objective;
mod packed;
pub mod restarts;
