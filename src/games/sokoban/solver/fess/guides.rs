//! What the search listens to beside the features that it always knows. None of the sets is best everywhere.

use super::parts::{Part, Parts};

/// Switches of the guides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Guides {
    /// An advisor speaks for moves that free another box.
    pub(super) opener: bool,
    /// Among equals moves that free another box come first.
    pub(super) opener_first: bool,
    /// What stands in the way of the plan's next step is a feature, with an advisor of its own.
    pub(super) obstacles: bool,
    /// That feature parts cells too.
    pub(super) obstacles_part: bool,
}

impl Guides {
    /// None of them.
    pub(super) const PLAIN: Self = Self { opener: false, opener_first: false, obstacles: false, obstacles_part: false };
    const USUAL: Self = Self { opener: true, obstacles: true, ..Self::PLAIN };
    const ALL: Self = Self { opener_first: true, obstacles_part: true, ..Self::USUAL };

    /// The guides of a variant, and the number of the packing plan that it follows.
    pub(super) fn of(variant: u64) -> (Self, u64) {
        let sets = [Self::USUAL, Self::PLAIN, Self::ALL];
        (sets[(variant % 3) as usize], variant / 3)
    }

    /// Those that are among these parts.
    pub(super) fn of_parts(self, parts: Parts) -> Self {
        let (opener, obstacles) = (parts.has(Part::Opener), parts.has(Part::Obstacles));
        Self {
            opener: self.opener && opener,
            opener_first: self.opener_first && opener,
            obstacles: self.obstacles && obstacles,
            obstacles_part: self.obstacles_part && obstacles,
        }
    }
}
