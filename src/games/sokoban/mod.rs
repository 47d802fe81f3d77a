//! Sokoban: a figure pushes boxes onto goals, one at a time, and can never pull one back.

mod collection;
mod level;
mod notation;
mod position;
mod rules;
mod step;

pub use level::{Level, MAX_CELLS, Parts};
pub use position::Board;
pub use rules::Rules;
pub use step::{BadStep, Step};
