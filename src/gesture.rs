//! What is done with mouse and keyboard, as plain data.
//!
//! A game asks for gestures in cells ([`Gesture<Cell>`](crate::grid::Cell)); the lattice of the moment turns them into
//! gestures in pixels; a desk performs them.

mod key;

pub use key::{BadKey, Key, KeyName};

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

/// One thing done with mouse or keyboard, at a place of type `P`: a cell, or a point in picture pixels.
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
    /// Press a button at one place and release it at another one.
    Drag {
        /// Where the button goes down.
        from: P,
        /// Where it goes up.
        to: P,
        /// Which button.
        button: MouseButton,
    },
    /// Press and release a key, with its modifiers held.
    Key {
        /// Which key.
        key: Key,
    },
}

impl<P> Gesture<P> {
    /// One click of the left button.
    pub const fn click(at: P) -> Self {
        Self::Click { at, button: MouseButton::Left, count: 1 }
    }

    /// The same gesture at places of another kind.
    pub fn map<Q>(self, mut place: impl FnMut(P) -> Q) -> Gesture<Q> {
        match self {
            Self::Click { at, button, count } => Gesture::Click { at: place(at), button, count },
            Self::Drag { from, to, button } => Gesture::Drag { from: place(from), to: place(to), button },
            Self::Key { key } => Gesture::Key { key },
        }
    }
}

impl<P: Copy> Gesture<P> {
    /// Every place that the gesture presses or releases at, in order: what the fence is held against.
    #[must_use]
    pub fn places(&self) -> Vec<P> {
        match self {
            Self::Click { at, .. } => vec![*at],
            Self::Drag { from, to, .. } => vec![*from, *to],
            Self::Key { .. } => Vec::new(),
        }
    }
}

/// How a program takes a move of a game in which a figure walks and pushes. Games without a figure pay no heed to it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Manner {
    /// How a step without a push is given.
    pub walk: WalkBy,
    /// How a push is given.
    pub push: PushBy,
    /// The button that drags.
    pub drag_button: MouseButton,
    /// The keys of the four directions.
    pub keys: StepKeys,
}

/// How a step without a push is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WalkBy {
    /// A key for each step.
    #[default]
    Keys,
    /// A click on the cell beside the figure, for each step.
    Click,
    /// A click on the cell where a whole walk ends: the program finds the way.
    WalkTo,
}

/// How a push is given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PushBy {
    /// A key for each push.
    #[default]
    Keys,
    /// A click on the box beside the figure, for each push.
    Click,
    /// A drag of the box along a straight line: the program walks the figure behind it and pushes.
    Drag,
}

/// The keys of the four directions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StepKeys {
    /// Toward row 0.
    pub up: Key,
    /// Away from row 0.
    pub down: Key,
    /// Toward column 0.
    pub left: Key,
    /// Away from column 0.
    pub right: Key,
}

impl Default for StepKeys {
    fn default() -> Self {
        let [up, down, left, right] = [KeyName::Up, KeyName::Down, KeyName::Left, KeyName::Right].map(Key::plain);
        Self { up, down, left, right }
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
