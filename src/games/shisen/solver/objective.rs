//! What a solver plays for.

use std::str::FromStr;

/// Objectives as a person writes them, the default first.
pub(in super::super) const NAMES: &[&str] = &["clear", "fewest-shuffles"];

/// What a solver plays for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Objective {
    /// As few tiles left as can be.
    #[default]
    Clear,
    /// The same; of two ends as good, the one that promises more after a shuffle. Half of the budget is kept for what comes then.
    FewestShuffles,
}

/// A text that is no objective.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("objective {0:?} is unknown; expected clear or fewest-shuffles")]
pub struct BadObjective(pub String);

impl FromStr for Objective {
    type Err = BadObjective;
    fn from_str(text: &str) -> Result<Self, BadObjective> {
        match text {
            "clear" => Ok(Self::Clear),
            "fewest-shuffles" => Ok(Self::FewestShuffles),
            _ => Err(BadObjective(text.to_owned())),
        }
    }
}
