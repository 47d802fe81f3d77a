//! What was pressed so far.

/// Presses of the left and the middle button, and keys, since the window was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Presses {
    /// On a cell where something can be done.
    pub cells: u64,
    /// On a button.
    pub buttons: u64,
    /// On cell or button while steps were shown: not taken.
    pub ignored_presses: u64,
    /// Anywhere else.
    pub stray: u64,
    /// Keys, those that were not taken among them. A key that is held counts for each time that it repeats.
    pub keys: u64,
    /// Keys while steps were shown: not taken.
    pub ignored_keys: u64,
}

impl Presses {
    /// All presses of mouse buttons.
    #[must_use]
    pub const fn total(&self) -> u64 {
        self.cells + self.buttons + self.ignored_presses + self.stray
    }

    /// Presses and keys that were not taken since steps were shown.
    #[must_use]
    pub const fn ignored(&self) -> u64 {
        self.ignored_presses + self.ignored_keys
    }
}
