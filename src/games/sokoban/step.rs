//! Steps of the figure in the four directions.

use crate::grid::Cell;
use std::fmt;
use std::str::FromStr;

/// A step of the figure, which pushes a box that stands in its way. Written `u`, `d`, `l` or `r`; read in either case,
/// since solutions write pushes in upper case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Step {
    /// Toward row 0.
    Up,
    /// Away from row 0.
    Down,
    /// Toward column 0.
    Left,
    /// Away from column 0.
    Right,
}

/// A text that is no step.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no step: expected u, d, l or r")]
pub struct BadStep(pub String);

impl Step {
    /// All steps, in the order in which they are tried everywhere.
    pub const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    /// What it adds to row and column.
    #[must_use]
    pub const fn delta(self) -> (isize, isize) {
        match self {
            Self::Up => (-1, 0),
            Self::Down => (1, 0),
            Self::Left => (0, -1),
            Self::Right => (0, 1),
        }
    }

    /// The step back.
    #[must_use]
    pub const fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// The cell that it leads to; nothing above row 0 and left of column 0.
    #[must_use]
    pub fn from(self, cell: Cell) -> Option<Cell> {
        let (down, right) = self.delta();
        Some(Cell::new(cell.row.checked_add_signed(down)?, cell.col.checked_add_signed(right)?))
    }

    /// Its letter in solutions: upper case for a push.
    #[must_use]
    pub const fn letter(self, pushes: bool) -> char {
        match (self, pushes) {
            (Self::Up, false) => 'u',
            (Self::Down, false) => 'd',
            (Self::Left, false) => 'l',
            (Self::Right, false) => 'r',
            (Self::Up, true) => 'U',
            (Self::Down, true) => 'D',
            (Self::Left, true) => 'L',
            (Self::Right, true) => 'R',
        }
    }

    /// The step that a letter stands for, in either case.
    #[must_use]
    pub const fn of_letter(letter: char) -> Option<Self> {
        match letter {
            'u' | 'U' => Some(Self::Up),
            'd' | 'D' => Some(Self::Down),
            'l' | 'L' => Some(Self::Left),
            'r' | 'R' => Some(Self::Right),
            _ => None,
        }
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter(false))
    }
}

impl FromStr for Step {
    type Err = BadStep;
    fn from_str(text: &str) -> Result<Self, BadStep> {
        let mut letters = text.chars();
        match (letters.next().and_then(Self::of_letter), letters.next()) {
            (Some(step), None) => Ok(step),
            _ => Err(BadStep(text.to_owned())),
        }
    }
}
