//! What a game counts of a person's presses.

/// Presses of the left button since the window was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Presses {
    /// On a tile.
    pub tiles: u64,
    /// On a button.
    pub buttons: u64,
    /// While the game took none: not taken.
    pub ignored: u64,
    /// Anywhere else.
    pub stray: u64,
}

impl Presses {
    /// All presses.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.tiles + self.buttons + self.ignored + self.stray
    }
}
