//! The rules as data: where a path may lead, how tiles shift after a removal; and the rules that come with the program.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Names of the rules that come with the program, the default first.
pub(super) const PRESET_NAMES: &[&str] = &["shisen-sho", "lianliankan-inside"];

/// Every rule, as it is written in a rules file and printed with a solution.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rules {
    /// Whether a path may lead through the ring of cells around the board.
    pub ring: bool,
    /// How tiles shift after each removal, in order; none where the list is empty.
    pub shifts: Vec<Shift>,
    /// How a part of odd length is halved.
    pub split: Split,
}

impl Rules {
    /// The rules that come with the program under that name.
    #[must_use]
    pub fn preset(name: &str) -> Option<Self> {
        let ring = match name {
            "shisen-sho" => true,
            "lianliankan-inside" => false,
            _ => return None,
        };
        Some(Self { ring, shifts: Vec::new(), split: Split::Floor })
    }
}

/// Where tiles pack to after a removal. Stones stay and split a line into parts that pack on their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Shift {
    /// To the lower end of each column.
    Down,
    /// To the upper end of each column.
    Up,
    /// To the left end of each row.
    Left,
    /// To the right end of each row.
    Right,
    /// The left half of each row to its left end, the right half to its right end.
    HorizontalOut,
    /// Both halves of each row to its middle.
    HorizontalIn,
    /// The upper half of each column to its upper end, the lower half to its lower end.
    VerticalOut,
    /// Both halves of each column to its middle.
    VerticalIn,
}

impl Shift {
    /// Every shift, in the order in which they are listed to people.
    pub const ALL: [Self; 8] = [
        Self::Down,
        Self::Up,
        Self::Left,
        Self::Right,
        Self::HorizontalOut,
        Self::HorizontalIn,
        Self::VerticalOut,
        Self::VerticalIn,
    ];

    /// Its name on the command line and in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Down => "down",
            Self::Up => "up",
            Self::Left => "left",
            Self::Right => "right",
            Self::HorizontalOut => "horizontal-out",
            Self::HorizontalIn => "horizontal-in",
            Self::VerticalOut => "vertical-out",
            Self::VerticalIn => "vertical-in",
        }
    }
}

impl fmt::Display for Shift {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Shift {
    type Err = BadShift;
    fn from_str(text: &str) -> Result<Self, BadShift> {
        Self::ALL.into_iter().find(|shift| shift.name() == text).ok_or_else(|| BadShift(text.to_owned()))
    }
}

/// A text that names no shift.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no shift; expected none, down, up, left, right, horizontal-out, horizontal-in, vertical-out or vertical-in"
)]
pub struct BadShift(pub String);

/// The shifts that a list of names asks for; `none` asks for nothing.
///
/// # Errors
/// The first name that is no shift.
pub(super) fn shifts<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Vec<Shift>, BadShift> {
    names.into_iter().map(str::trim).filter(|name| *name != "none").map(str::parse).collect()
}

/// How many of a part's `n` cells its first half has: the left one of a row, the upper one of a column.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Split {
    /// ⌊n/2⌋ cells.
    #[default]
    Floor,
    /// ⌈n/2⌉ cells.
    Ceil,
}

impl Split {
    /// Cells of the first half of a part of `n` cells.
    #[must_use]
    pub const fn first_half(self, n: usize) -> usize {
        match self {
            Self::Floor => n / 2,
            Self::Ceil => n.div_ceil(2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_those_of_the_list() {
        let found: Vec<_> = PRESET_NAMES.iter().map(|name| Rules::preset(name).unwrap()).collect();
        assert_eq!(found.iter().map(|rules| rules.ring).collect::<Vec<_>>(), [true, false]);
        assert!(found.iter().all(|rules| rules.shifts.is_empty() && rules.split == Split::Floor));
        assert_eq!(Rules::preset("shisen"), None);
    }

    #[test]
    fn shifts_are_read_as_they_are_named() {
        for shift in Shift::ALL {
            assert_eq!(shift.to_string().parse(), Ok(shift));
            assert_eq!(serde_json::to_value(shift).unwrap(), shift.name());
            assert!(BadShift(String::new()).to_string().contains(shift.name()));
        }
        assert_eq!(shifts(["none"]), Ok(vec![]));
        assert_eq!(shifts(["down", " left"]), Ok(vec![Shift::Down, Shift::Left]));
        assert_eq!(shifts(["Down"]), Err(BadShift("Down".to_owned())));
    }

    #[test]
    fn halves() {
        assert_eq!([4, 5, 1].map(|n| Split::Floor.first_half(n)), [2, 2, 0]);
        assert_eq!([4, 5, 1].map(|n| Split::Ceil.first_half(n)), [2, 3, 1]);
    }
}
