//! The rules: one box is pushed at a time, none is ever pulled, and the level is solved when every box stands on a goal.

use crate::puzzle::Problem;
use serde::{Deserialize, Serialize};

/// Names of the rules that come with the program, the default first.
pub(super) const PRESET_NAMES: &[&str] = &["sokoban"];

/// The rules of Sokoban, of which there is one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules;

/// The rules as they are written in a rules file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RulesSpec {
    /// The one name that there is.
    #[serde(alias = "preset")]
    pub(super) name: String,
}

impl Rules {
    /// The rules of a preset.
    #[must_use]
    pub fn preset(name: &str) -> Option<Self> {
        PRESET_NAMES.contains(&name).then_some(Self)
    }

    /// The rules as data.
    pub(super) fn spec(self) -> RulesSpec {
        RulesSpec { name: PRESET_NAMES[0].to_owned() }
    }
}

impl RulesSpec {
    /// The rules that a file states.
    ///
    /// # Errors
    /// The name is none that is known.
    pub(super) fn rules(&self) -> Result<Rules, Problem> {
        Rules::preset(&self.name).ok_or_else(|| {
            Problem::of_board(format!(
                "{:?} are no rules of this game; known are {}",
                self.name,
                PRESET_NAMES.join(", ")
            ))
        })
    }
}
