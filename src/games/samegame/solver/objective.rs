//! What a solver plays for.

use crate::puzzle::Gain;
use std::str::FromStr;

/// Objectives as a person writes them, the default first.
pub(in super::super) const NAMES: &[&str] = &["score", "clear", "target:N"];

/// What a solver plays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Objective {
    /// As many points as can be.
    Score,
    /// As few tiles left as can be, then as many points.
    Clear,
    /// At least so many points; past them, still as many as can be, since the next level starts from them.
    Target(Gain),
}

impl Objective {
    /// How good an end with that score and so many tiles left is: larger is better.
    #[must_use]
    pub fn rank(self, score: Gain, left: usize) -> (Gain, Gain) {
        match self {
            Self::Score | Self::Target(_) => (score, 0),
            Self::Clear => (-(left as Gain), score),
        }
    }
}

/// A text that is no objective.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("objective {0:?} is unknown; expected score, clear or target:N with a whole number N")]
pub struct BadObjective(pub String);

impl FromStr for Objective {
    type Err = BadObjective;
    fn from_str(text: &str) -> Result<Self, BadObjective> {
        match text {
            "score" => Ok(Self::Score),
            "clear" => Ok(Self::Clear),
            _ => text
                .strip_prefix("target:")
                .and_then(|points| points.parse().ok())
                .map(Self::Target)
                .ok_or_else(|| BadObjective(text.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objectives_are_read_and_rank_ends() {
        assert_eq!("target:3000".parse(), Ok(Objective::Target(3000)));
        assert!("target:".parse::<Objective>().is_err() && "scores".parse::<Objective>().is_err());
        assert!(Objective::Score.rank(10, 5) > Objective::Score.rank(9, 0));
        assert!(Objective::Clear.rank(10, 5) < Objective::Clear.rank(9, 0));
    }
}
