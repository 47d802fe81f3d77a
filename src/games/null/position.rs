//! The rules and the referee of the null game.

use crate::grid::Cell;
use crate::puzzle::{Gain, IllegalMove, Problem, Puzzle, Status};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;
use std::sync::Arc;

/// Most tiles in a row.
pub(super) const MAX_TILES: usize = 100;

/// The rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NullRules {
    /// What a tile pays.
    pub pays: i32,
}

impl Default for NullRules {
    fn default() -> Self {
        Self { pays: 1 }
    }
}

/// A row of tiles, written `o`, and of places where one was taken, written `.`.
#[derive(Clone, Debug)]
pub struct Row {
    rules: Arc<NullRules>,
    tiles: Vec<bool>,
}

/// Takes the tile at a place, counted from 0 at the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Take(pub usize);

/// A text that is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is no move: expected the place of a tile, counted from 0")]
pub struct BadTake(pub String);

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Take {
    type Err = BadTake;
    fn from_str(text: &str) -> Result<Self, BadTake> {
        text.parse().map(Self).map_err(|_| BadTake(text.to_owned()))
    }
}

impl PartialEq for Row {
    fn eq(&self, other: &Self) -> bool {
        self.tiles == other.tiles && self.rules == other.rules
    }
}

impl Eq for Row {}

impl Hash for Row {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.tiles.hash(state);
    }
}

impl Row {
    /// How many tiles are left.
    #[must_use]
    pub fn tiles(&self) -> usize {
        self.tiles.iter().filter(|tile| **tile).count()
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tiles.iter().try_for_each(|tile| f.write_str(if *tile { "o" } else { "." }))
    }
}

impl Puzzle for Row {
    type Rules = NullRules;
    type Move = Take;

    fn parse(rules: &Arc<NullRules>, text: &str) -> Result<Self, Vec<Problem>> {
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        let [line] = lines.as_slice() else {
            return Err(vec![Problem::of_board(format!("expected one row, found {}", lines.len()))]);
        };
        let mut problems: Vec<Problem> = line
            .chars()
            .enumerate()
            .filter(|(_, c)| !matches!(c, 'o' | '.'))
            .map(|(col, c)| Problem::at(Cell::new(0, col), format!("{c:?} is no tile; a tile is o, a gap is .")))
            .collect();
        if line.chars().count() > MAX_TILES {
            problems.push(Problem::of_board(format!("a row has at most {MAX_TILES} tiles")));
        }
        let tiles = line.chars().map(|c| c == 'o').collect();
        if problems.is_empty() { Ok(Self { rules: Arc::clone(rules), tiles }) } else { Err(problems) }
    }

    fn legal_moves(&self, moves: &mut Vec<Take>) {
        moves.extend(self.tiles.iter().enumerate().filter(|(_, tile)| **tile).map(|(place, _)| Take(place)));
    }

    fn play(&mut self, m: Take) -> Result<Gain, IllegalMove> {
        match self.tiles.get_mut(m.0) {
            Some(tile) if *tile => {
                *tile = false;
                Ok(self.rules.pays.into())
            }
            _ => Err(IllegalMove { what: m.to_string(), why: "no tile is there".to_owned() }),
        }
    }

    fn status(&self) -> Status {
        if self.tiles() == 0 { Status::Won } else { Status::Ongoing }
    }

    fn end_bonus(&self) -> Gain {
        0
    }
}
