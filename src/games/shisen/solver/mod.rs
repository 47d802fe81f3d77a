//! Ways to clear a board.

pub mod restarts;
