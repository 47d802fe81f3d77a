//! tilepilot plays tile puzzles off the screen.
//!
//! A window's picture becomes a board, a solver's plan becomes clicks, and each click is checked against what it should
//! have brought. `docs/ARCHITECTURE.md` says which room may know which.

pub mod calibration;
pub mod cli;
pub mod desk;
pub mod driver;
pub mod frame;
pub mod games;
pub mod geometry;
pub mod gesture;
pub mod grid;
#[cfg(feature = "live")]
pub mod practice;
pub mod puzzle;
pub mod recording;
pub mod scene;
pub mod search;
pub mod session;
pub mod store;
pub mod vision;
