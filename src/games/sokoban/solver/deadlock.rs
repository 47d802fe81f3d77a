//! Which layers of pruning a search uses.

/// The layers, each of which can be left out to measure what it saves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layers {
    /// Boxes that can never move again off their goals.
    pub(super) freeze: bool,
    /// Of positions with a PI-corral, only the pushes into it.
    pub(super) corrals: bool,
    /// Boxes around a corral that cannot be solved even alone.
    pub(super) local: bool,
    /// Boxes that are frozen on their goals count as walls for the matching.
    pub(super) frozen_walls: bool,
    /// Boxes that cannot all be matched to goals of their own.
    pub(super) bipartite: bool,
}

impl Layers {
    /// Everything.
    pub(super) const ALL: Self = Self { freeze: true, corrals: true, local: true, frozen_walls: true, bipartite: true };
}
