//! What is done with mouse and keyboard, as plain data.
//!
//! A game asks for gestures in cells ([`Gesture<Cell>`](crate::grid::Cell)); the lattice of the moment turns them into
//! gestures in pixels; a desk performs them.

use crate::geometry::Point;
use serde::{Deserialize, Serialize};

/// A mouse button.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MouseButton {
    /// The one that selects.
    #[default]
    Left,
    /// The wheel's.
    Middle,
    /// The one that opens menus.
    Right,
}

/// One thing done with the mouse, at a place of type `P`: a cell, or a point in picture pixels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub enum Gesture<P> {
    /// Press and release a button `count` times.
    Click {
        /// Where.
        at: P,
        /// Which button.
        button: MouseButton,
        /// How often, at least once.
        count: u8,
    },
}

impl<P> Gesture<P> {
    /// The same gesture at places of another kind.
    pub fn map<Q>(self, mut place: impl FnMut(P) -> Q) -> Gesture<Q> {
        match self {
            Self::Click { at, button, count } => Gesture::Click { at: place(at), button, count },
        }
    }
}

impl Gesture<Point> {
    /// Every place that the gesture presses at, in order: what the fence is held against.
    #[must_use]
    pub fn places(&self) -> Vec<Point> {
        match self {
            Self::Click { at, .. } => vec![*at],
        }
    }
}

/// How fast a gesture is made, in milliseconds. Programs that poll their input miss presses that are too short.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pace {
    /// From the pointer's arrival to the press.
    pub settle_ms: u64,
    /// From press to release.
    pub hold_ms: u64,
    /// From a release to the next press.
    pub gap_ms: u64,
    /// From the last release to the pointer's leaving. Some programs look where the pointer is only when they draw, and
    /// take a release for one wherever it has gone by then.
    pub leave_ms: u64,
}

impl Default for Pace {
    fn default() -> Self {
        Self { settle_ms: 10, hold_ms: 30, gap_ms: 60, leave_ms: 20 }
    }
}
