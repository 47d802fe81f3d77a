//! The looks of the practice game of Sokoban, one for each kind of cell.

mod art;
mod plain;
mod warehouse;

use crate::scene::paint::Colour;
use image::RgbaImage;
use std::collections::HashMap;

/// How the practice game of Sokoban looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, clap::ValueEnum)]
pub enum Skin {
    /// Brick walls and wooden crates. A crate on a goal is green, and the goal's corners show around the player.
    #[default]
    Warehouse,
    /// Flat shapes. A goal is hidden by what stands on it.
    Plain,
}

impl Skin {
    /// Every skin, the default first.
    pub const ALL: [Self; 2] = [Self::Warehouse, Self::Plain];

    /// Its name on the command line.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Warehouse => "warehouse",
            Self::Plain => "plain",
        }
    }

    /// Whether a goal cannot be seen while a box or the player stands on it.
    #[must_use]
    pub const fn hides_goals(self) -> bool {
        matches!(self, Self::Plain)
    }

    /// The colour around the level.
    pub(super) const fn outside(self) -> Colour {
        match self {
            Self::Warehouse => warehouse::OUTSIDE,
            Self::Plain => plain::OUTSIDE,
        }
    }
}

/// What a cell is, whatever stands on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Ground {
    Outside,
    Wall,
    Floor,
    Goal,
}

/// What stands on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Piece {
    Box,
    BoxOnGoal,
    Player,
}

/// The pictures of a skin, painted when first asked for.
#[derive(Clone, Debug)]
pub(super) struct Looks {
    skin: Skin,
    grounds: HashMap<(Ground, (u32, u32)), RgbaImage>,
    pieces: HashMap<(Piece, u32), RgbaImage>,
}

impl Looks {
    pub(super) fn new(skin: Skin) -> Self {
        Self { skin, grounds: HashMap::new(), pieces: HashMap::new() }
    }

    /// A cell's ground at `size` pixels.
    pub(super) fn ground(&mut self, kind: Ground, size: (u32, u32)) -> &RgbaImage {
        let skin = self.skin;
        self.grounds.entry((kind, size)).or_insert_with(|| {
            let layers = match skin {
                Skin::Warehouse => warehouse::ground(kind),
                Skin::Plain => plain::ground(kind),
            };
            art::paint(size, &layers)
        })
    }

    /// A piece with `side` pixels.
    pub(super) fn piece(&mut self, kind: Piece, side: u32) -> &RgbaImage {
        let skin = self.skin;
        self.pieces.entry((kind, side)).or_insert_with(|| {
            let layers = match skin {
                Skin::Warehouse => warehouse::piece(kind),
                Skin::Plain => plain::piece(kind),
            };
            art::paint((side, side), &layers)
        })
    }
}
