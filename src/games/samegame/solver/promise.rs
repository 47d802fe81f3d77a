//! What an unfinished position seems worth.

use super::form::{Form, Sort, Weights as Asked};
use super::objective::Objective;
use super::packed::{Scratch, Table};
use crate::puzzle::Gain;

/// How points to come are weighed against points in hand.
#[derive(Clone, Copy, Debug)]
struct Weights {
    /// Of what the groups on the board would pay as they stand.
    now: f64,
    /// Of what each colour would pay as one group.
    potential: f64,
}

/// Weights that were tried on random boards: the first did best where a group pays by its square, the second where
/// small groups pay next to nothing. Passes take turns, so that rules nobody foresaw have two chances.
const WEIGHTS: &[Weights] = &[Weights { now: 0.5, potential: 0.3 }, Weights { now: 1.0, potential: 0.05 }];
/// What a tile that stands alone costs, as a share of what a tile of the first position would pay in one group of its
/// whole colour.
const ALONE: f64 = 0.3;

/// Says what positions seem worth, in points or, where tiles left are all that counts, in tiles.
#[derive(Clone, Copy, Debug)]
pub(super) enum Promise {
    /// Points in hand and to come.
    Points {
        /// How they are weighed.
        weights: (f64, f64),
        /// Points that a tile standing alone costs.
        alone: f64,
    },
    /// Few groups and few lone tiles, since each of them may be left.
    Tiles,
    /// The points in hand alone.
    Total,
    /// Points in hand, and what somebody asked to be weighed.
    Asked(Asked),
}

impl Promise {
    /// How many kinds there are for [`Promise::new`].
    pub(super) const KINDS: usize = WEIGHTS.len();

    /// The promise for a search from the position that was surveyed, of one of the kinds.
    pub(super) fn new(kind: usize, table: &Table, objective: Objective, root: &Scratch) -> Self {
        let potential = potential(table, root);
        if objective == Objective::Clear || potential == 0 {
            return Self::Tiles;
        }
        let tiles: u32 = root.counts.iter().sum();
        let Weights { now, potential: share } = WEIGHTS[kind % WEIGHTS.len()];
        Self::Points { weights: (now, share), alone: ALONE * potential as f64 / f64::from(tiles.max(1)) }
    }

    /// The promise that the form of a beam asks for, if it asks for one.
    pub(super) fn asked(form: &Form) -> Option<Self> {
        match form.sort {
            Sort::Total => Some(Self::Total),
            Sort::TotalAndEvaluation => form.weights.map(Self::Asked),
        }
    }

    /// What a position that was surveyed seems worth after `score` points.
    pub(super) fn of(self, table: &Table, score: Gain, survey: &Scratch) -> f64 {
        let lone: u32 = survey.alone.iter().sum();
        match self {
            Self::Points { weights: (now, share), alone } => {
                let paid_now: Gain = survey.groups.iter().map(|group| table.gain(usize::from(group.size))).sum();
                score as f64 + now * paid_now as f64 + share * potential(table, survey) as f64 - alone * f64::from(lone)
            }
            Self::Total => score as f64,
            Self::Asked(weights) => weights.of(table, score, survey),
            // A score this small a share settles ties alone.
            Self::Tiles => -4.0 * f64::from(lone) - survey.groups.len() as f64 + score as f64 * 1e-9,
        }
    }
}

/// What the tiles would pay if each colour went as one group.
fn potential(table: &Table, survey: &Scratch) -> Gain {
    survey.counts.iter().filter(|&&tiles| tiles > 1).map(|&tiles| table.gain(tiles as usize)).sum()
}
