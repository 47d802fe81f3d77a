//! From pixels to a reading: where the grid is, what each cell shows, and how sure that is.
//!
//! Nothing here knows a game's rules. What is known of a game's pictures beforehand comes in as [`Priors`].

mod align;
pub mod button;
mod cards;
mod cluster;
mod colour;
mod doubts;
mod edges;
pub mod extend;
mod extent;
mod ground;
pub mod grouping;
pub mod lattice;
mod looks;
pub mod model;
pub mod naming;
mod nearest;
mod outline;
pub mod overlay;
mod own_looks;
pub mod patch;
mod periods;
mod places;
pub mod reader;
mod register;
mod rims;
pub mod settle;
mod sums;
pub mod survey;
mod tiling;
mod tone;
mod walls;

use crate::geometry::Lattice;
use crate::grid::{Grid, Symbol};
use serde::{Deserialize, Serialize};

/// What is known of a game's pictures before one is seen. Evidence, not truth.
#[derive(Clone, Debug, PartialEq)]
pub struct Priors {
    /// Rows and columns that boards have, from the least to the most.
    pub rows: std::ops::RangeInclusive<usize>,
    /// The same for columns.
    pub cols: std::ops::RangeInclusive<usize>,
    /// How many kinds of tile one board shows, from the least to the most, the empty cell not counted.
    pub kinds: std::ops::RangeInclusive<usize>,
    /// Whether the colour of a tile alone tells its kind.
    pub colour_decides: bool,
    /// Whether an empty cell never has a tile above it (gravity) when the board is at rest.
    pub falls: bool,
    /// What the board as a whole looks like.
    pub shape: Shape,
}

/// What boards look like as a whole: what tells where one ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// Tiles that fall and close up: rows above them and columns beside them may be empty.
    #[default]
    Heap,
    /// A rectangle full of cards at first, which gets holes anywhere.
    Cards,
    /// Walls around rooms, of any outline, on a ground that is none of it.
    Level,
}

/// Where the grid is in the calibrated picture, and how it is found in another one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// The grid, in pixels of the calibrated picture.
    pub lattice: Lattice,
    /// Size of the calibrated picture, in pixels.
    pub picture: (u32, u32),
}

/// Index of a class in its model.
pub type ClassId = usize;

/// How a tile of a class may be drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LookState {
    /// At rest.
    #[default]
    Normal,
    /// Under the pointer, or of the group under it.
    Hover,
    /// Picked by a first click.
    Selected,
    /// Faded, as at a game's end.
    Dimmed,
}

/// What one cell was taken for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Verdict {
    /// The class, or nothing where the picture does not say clearly enough.
    pub class: Option<ClassId>,
    /// How the tile is drawn, where the class is known.
    pub state: LookState,
    /// Likeness to the nearest class, 1 for the very picture, 0 for nothing alike.
    pub score: f32,
    /// How much less alike the nearest other class is, in the unit of `score`.
    pub margin: f32,
}

/// A whole board as it was seen. Making one never fails; what is unclear is unknown.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// Where the cells were looked for, in pixels of the picture.
    pub lattice: Lattice,
    /// What each cell was taken for.
    pub cells: Grid<Verdict>,
    /// The symbols of the verdicts, `None` where unknown.
    pub symbols: Grid<Option<Symbol>>,
}

impl Reading {
    /// How many cells are unknown.
    #[must_use]
    pub fn unknown(&self) -> usize {
        self.symbols.iter().filter(|s| s.is_none()).count()
    }
}
