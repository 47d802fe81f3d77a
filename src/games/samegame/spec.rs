//! Every rule as data: what a rules file states and a solution prints.

use super::formula::{MAX_POINTS, MAX_TILES, tabulate};
use crate::puzzle::Gain;
use serde::{Deserialize, Serialize};

/// Every rule as it is written in a rules file and printed with a solution.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RulesSpec {
    /// The preset's name, or the file's own.
    pub name: String,
    /// Fewest tiles that make a group: 1 or 2.
    pub min_group: usize,
    /// What a group of two or more tiles pays: a formula in `n`, or a list of what groups of 2, 3, 4 … tiles pay.
    pub group: Points,
    /// What a single tile pays where the least group is 1.
    pub single: Gain,
    /// Where tiles fall.
    pub gravity: Gravity,
    /// Where the lines along which tiles fall go, once an empty one leaves them apart.
    pub columns_close: Closing,
    /// Characters of the tiles that never match: they fall like the others and belong to no group.
    #[serde(default)]
    pub inert: String,
    /// The score that each level asks for: a formula in `L`, or a list from level 1 on. Nothing, if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub targets: Option<Points>,
    /// What the end pays.
    pub end: EndSpec,
}

/// Points by a number, such as that of a group's tiles.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Points {
    /// A formula in that number.
    Formula(String),
    /// The points for the first number that counts, the next one, and so on.
    Table(Vec<Gain>),
}

/// What the end of a game pays; all parts add up.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EndSpec {
    /// Paid where no tile is left.
    pub cleared: Gain,
    /// By the number of tiles left: a formula in `left`, or a list from 0 tiles on.
    pub left: Points,
    /// `left` counts only where fewer tiles than this are left; always, if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_below: Option<usize>,
    /// By the tiles left of one colour, added up over the colours that are left: a formula in `k`, or a list from 1
    /// tile on.
    pub colour: Points,
    /// `colour` counts only colours with more tiles than this.
    pub colour_above: usize,
}

/// Where tiles fall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Gravity {
    /// To the bottom row.
    #[default]
    Down,
    /// To the top row.
    Up,
    /// To the left column.
    Left,
    /// To the right column.
    Right,
}

/// Where the lines along which tiles fall close to: columns where tiles fall down or up, else rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Closing {
    /// Columns to the left edge.
    #[default]
    Left,
    /// Columns to the right edge.
    Right,
    /// Rows to the top edge.
    Top,
    /// Rows to the bottom edge.
    Bottom,
    /// The lines of each half to the middle of the board.
    Centre,
}

impl RulesSpec {
    /// Rules that pay nothing, to be filled by a file.
    pub(super) fn blank() -> Self {
        Self {
            name: "custom".to_owned(),
            min_group: 2,
            group: Points::nothing(),
            single: 0,
            gravity: Gravity::Down,
            columns_close: Closing::Left,
            inert: String::new(),
            targets: None,
            end: EndSpec {
                cleared: 0,
                left: Points::nothing(),
                left_below: None,
                colour: Points::nothing(),
                colour_above: 0,
            },
        }
    }
}

impl Gravity {
    /// Every direction.
    pub const ALL: [Self; 4] = [Self::Down, Self::Up, Self::Left, Self::Right];

    /// Its word in rules files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Down => "down",
            Self::Up => "up",
            Self::Left => "left",
            Self::Right => "right",
        }
    }

    /// Whether tiles fall along columns.
    #[must_use]
    pub const fn is_vertical(self) -> bool {
        matches!(self, Self::Down | Self::Up)
    }

    /// Where the lines along which tiles fall can close to, what is usual first.
    #[must_use]
    pub const fn closings(self) -> [Closing; 3] {
        if self.is_vertical() {
            [Closing::Left, Closing::Right, Closing::Centre]
        } else {
            [Closing::Top, Closing::Bottom, Closing::Centre]
        }
    }
}

impl Closing {
    /// Every way to close.
    pub const ALL: [Self; 5] = [Self::Left, Self::Right, Self::Top, Self::Bottom, Self::Centre];

    /// Its word in rules files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Top => "top",
            Self::Bottom => "bottom",
            Self::Centre => "centre",
        }
    }
}

impl Points {
    /// No points, whatever the number.
    pub(super) fn nothing() -> Self {
        Self::Formula("0".to_owned())
    }

    /// The points by number, from 0 on. A formula in `variable` must hold from `from` on, and up to `to` if that is
    /// given; a list begins with the points for `listed_from`, and its last entry holds for all larger numbers.
    ///
    /// # Errors
    /// Why the formula or the list cannot be used.
    pub(super) fn by_number(
        &self,
        (variable, listed_from): (&str, usize),
        from: usize,
        to: Option<usize>,
    ) -> Result<Vec<Gain>, String> {
        match self {
            Self::Formula(formula) => tabulate(formula, variable, from, to),
            Self::Table(_) => {
                let mut points = vec![0; listed_from];
                points.extend(self.listed(variable)?);
                let last = points.last().copied().unwrap_or(0);
                points.resize(MAX_TILES + 1, last);
                Ok(points)
            }
        }
    }

    /// The entries of a list, each within [`MAX_POINTS`]; none where this is a formula.
    ///
    /// # Errors
    /// Why the list cannot be used.
    pub(super) fn listed(&self, variable: &str) -> Result<&[Gain], String> {
        let Self::Table(entries) = self else { return Ok(&[]) };
        if entries.is_empty() {
            return Err(format!("an empty list; list the points one by one, or give a formula in {variable}"));
        }
        if entries.len() > MAX_TILES - 1 {
            return Err(format!("{} entries; a board has at most {MAX_TILES} tiles", entries.len()));
        }
        match entries.iter().find(|points| points.unsigned_abs() > MAX_POINTS.unsigned_abs()) {
            Some(points) => Err(format!("{points} points; at most {MAX_POINTS} are allowed")),
            None => Ok(entries),
        }
    }
}
