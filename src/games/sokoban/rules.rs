//! The rules: one box is pushed at a time, none is ever pulled, and the level is solved when every box stands on a goal.

use serde::{Deserialize, Serialize};

/// Names of the rules that come with the program, the default first.
pub(super) const PRESET_NAMES: &[&str] = &["sokoban"];

/// The rules of Sokoban, of which there is one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules;

/// The rules as a rules file states them.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RulesSpec {
    #[serde(alias = "preset")]
    name: Name,
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Name {
    #[default]
    Sokoban,
}

impl Rules {
    /// The rules of a preset.
    #[must_use]
    pub fn preset(name: &str) -> Option<Self> {
        PRESET_NAMES.contains(&name).then_some(Self)
    }
}
