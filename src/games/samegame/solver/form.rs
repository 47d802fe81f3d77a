//! What a person may ask of the beam: its width, its depth, and how it values positions.

use super::packed::{Scratch, Table};
use crate::puzzle::Gain;
use std::str::FromStr;

/// The form of a beam; what is not asked for is left to it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Form {
    /// Positions kept of each level, in a single pass for each way to value them.
    pub width: Option<usize>,
    /// Moves after which the positions that were kept are played on greedily.
    pub depth: Option<usize>,
    /// How positions are valued.
    pub weights: Option<Weights>,
    /// What positions are sorted by.
    pub sort: Sort,
}

/// What the positions of a level are sorted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Sort {
    /// The points made so far.
    Total,
    /// Those, and what the evaluation expects of the position.
    #[default]
    TotalAndEvaluation,
}

/// A text that names nothing to sort by.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected total or total+evaluation, found {0:?}")]
pub struct BadSort(String);

impl FromStr for Sort {
    type Err = BadSort;
    fn from_str(text: &str) -> Result<Self, BadSort> {
        match text {
            "total" => Ok(Self::Total),
            "total+evaluation" => Ok(Self::TotalAndEvaluation),
            _ => Err(BadSort(text.to_owned())),
        }
    }
}

/// Points that the parts of the evaluation count for.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Weights {
    /// Of each point that the largest group would pay now.
    largest: f64,
    /// Lost for each connected part of the board, lone tiles among them.
    fragments: f64,
    /// Lost for each colour that is left.
    colours: f64,
    /// Lost for each tile that can never go: the last one of its colour, where single tiles stay.
    dead: f64,
}

/// A text that is no list of weights.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{part:?}: {why}; expected such as largest=0.5,fragments=20,colours=10,dead=50")]
pub struct BadWeights {
    part: String,
    why: &'static str,
}

impl FromStr for Weights {
    type Err = BadWeights;
    fn from_str(text: &str) -> Result<Self, BadWeights> {
        let mut weights = Self::default();
        let mut named = Vec::new();
        for part in text.split(',') {
            let bad = |why| BadWeights { part: part.to_owned(), why };
            let (name, number) = part.split_once('=').ok_or_else(|| bad("no weight"))?;
            let place = match name.trim() {
                "largest" => &mut weights.largest,
                "fragments" => &mut weights.fragments,
                "colours" | "colors" => &mut weights.colours,
                "dead" => &mut weights.dead,
                _ => return Err(bad("no such part of the evaluation")),
            };
            if named.contains(&name) {
                return Err(bad("named twice"));
            }
            named.push(name);
            *place = number.trim().parse().ok().filter(|n: &f64| n.is_finite()).ok_or_else(|| bad("no number"))?;
        }
        Ok(weights)
    }
}

impl Weights {
    /// What a position that was surveyed seems worth after `score` points.
    pub(super) fn of(self, table: &Table, score: Gain, survey: &Scratch) -> f64 {
        let largest = survey.groups.iter().map(|group| group.size).max().unwrap_or(0);
        let pays = if largest > 0 { table.gain(usize::from(largest)) } else { 0 };
        let single_stays = table.rules().min_group() > 1;
        // Where single tiles go, they are among the groups.
        let lone: u32 = if single_stays { survey.alone.iter().sum() } else { 0 };
        let fragments = survey.groups.len() + lone as usize;
        let colours = survey.counts.iter().filter(|&&tiles| tiles > 0).count();
        let dead = if single_stays { survey.counts.iter().filter(|&&tiles| tiles == 1).count() } else { 0 };
        score as f64 + self.largest * pays as f64
            - self.fragments * fragments as f64
            - self.colours * colours as f64
            - self.dead * dead as f64
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::position::Board;
    use super::*;
    use crate::puzzle::Puzzle;
    use std::sync::Arc;

    #[test]
    fn weights_are_read_and_what_is_none_says_why() {
        let weights: Weights = "dead=50, largest=0.5".parse().unwrap();
        assert_eq!(weights, Weights { largest: 0.5, dead: 50.0, ..Weights::default() });
        for (text, part) in [
            ("", "no weight"),
            ("largest", "no weight"),
            ("size=1", "no such part"),
            ("dead=x", "no number"),
            ("dead=inf", "no number"),
            ("dead=1,dead=2", "named twice"),
        ] {
            let why = text.parse::<Weights>().unwrap_err().to_string();
            assert!(why.contains(part) && why.contains("expected such as"), "{text}: {why}");
        }
        assert_eq!("total".parse(), Ok(Sort::Total));
        assert!("score".parse::<Sort>().is_err());
    }

    /// Groups of 3 R and 3 G, a lone G, a lone R and a B that can never go.
    #[test]
    fn a_position_is_worth_what_was_worked_out_by_hand() {
        let value = |rules: &str, weights: &str| {
            let rules = super::super::super::rules_file::parse(rules).unwrap();
            let board = Board::parse(&Arc::new(rules), "RBG\nRGR\nRGG").unwrap();
            let (table, packed) = Table::pack(&board);
            let mut scratch = Scratch::default();
            table.survey(&packed, &mut scratch);
            weights.parse::<Weights>().unwrap().of(&table, 100, &scratch)
        };
        let popstar = "preset = 'popstar'";
        assert_eq!(value(popstar, "largest=2"), 100.0 + 2.0 * 45.0);
        assert_eq!(value(popstar, "fragments=1"), 100.0 - 5.0);
        assert_eq!(value(popstar, "colours=10"), 100.0 - 30.0);
        assert_eq!(value(popstar, "dead=7"), 100.0 - 7.0);
        let single = "preset = 'popstar'\nmin_group = 1";
        assert_eq!(value(single, "fragments=1,dead=7"), 100.0 - 5.0);
    }
}
