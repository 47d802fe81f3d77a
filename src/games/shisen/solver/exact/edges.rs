//! The pairs of tiles that may be removed together, as numbered choices.

use super::super::super::position::{Board, Move};
use super::super::super::symbols::is_tile;
use crate::grid::{Cell, Symbol};
use std::collections::BTreeMap;
use std::ops::Range;

/// A tile by its number. Tiles of a kind are numbered in a row.
pub(super) type Tile = usize;
/// A choice by its number: a pair of tiles that is removed together.
pub(super) type Var = usize;

/// A kind of which at least two tiles are on the board.
pub(super) struct Kind {
    /// Its tiles, an even number of them: a kind of odd count has one more, the last, that stands nowhere. The partner of
    /// that one is the tile that stays on the board.
    pub(super) tiles: Range<Tile>,
    /// Whether it is of odd count.
    pub(super) is_odd: bool,
    first: Var,
}

/// What stays the same for a whole search.
#[derive(Default)]
pub(super) struct Edges {
    /// Where each tile stands.
    pub(super) cells: Vec<Option<Cell>>,
    pub(super) kinds: Vec<Kind>,
    /// How many choices there are.
    pub(super) vars: usize,
    /// Pairs that the program does not take, the tile of the lower number first.
    refused: Vec<(Tile, Tile)>,
}

impl Edges {
    pub(super) fn of(board: &Board) -> Self {
        let mut by_kind: BTreeMap<Symbol, Vec<Option<Cell>>> = BTreeMap::new();
        for (cell, symbol) in board.tiles().enumerate().filter(|(_, symbol)| is_tile(**symbol)) {
            by_kind.entry(*symbol).or_default().push(Some(cell));
        }
        let mut edges = Self::default();
        for mut cells in by_kind.into_values().filter(|cells| cells.len() > 1) {
            let is_odd = cells.len() % 2 == 1;
            if is_odd {
                cells.push(None);
            }
            let (start, count) = (edges.cells.len(), cells.len());
            edges.kinds.push(Kind { tiles: start..start + count, is_odd, first: edges.vars });
            edges.vars += if count == 4 { 3 } else { count * (count - 1) / 2 };
            edges.cells.extend(cells);
        }
        let tile = |cell: Cell| edges.cells.iter().position(|other| *other == Some(cell));
        let refused = board.refused().iter().filter_map(|&[one, two]| Some((tile(one)?, tile(two)?)));
        edges.refused = refused.map(|(one, two)| (one.min(two), one.max(two))).collect();
        edges
    }

    /// Whether the program takes this pair, where a path joins it.
    pub(super) fn may_be_taken(&self, tile: Tile, other: Tile) -> bool {
        self.refused.is_empty() || !self.refused.contains(&(tile.min(other), tile.max(other)))
    }

    /// The choice that pairs two tiles of a kind. With four tiles a pair leaves the other two as one.
    pub(super) fn var(&self, kind: usize, tile: Tile, other: Tile) -> Var {
        let kind = &self.kinds[kind];
        let (low, high) = (tile.min(other) - kind.tiles.start, tile.max(other) - kind.tiles.start);
        let count = kind.tiles.len();
        kind.first
            + match (count, low) {
                (4, 0) => high - 1,
                // (1, 2), (1, 3) and (2, 3) leave (0, 3), (0, 2) and (0, 1).
                (4, _) => 5 - low - high,
                _ => low * (2 * count - low - 1) / 2 + high - low - 1,
            }
    }

    /// The move that removes two tiles.
    pub(super) fn pair(&self, tile: Tile, other: Tile) -> Option<Move> {
        Some(Move { from: self.cells[tile]?, to: self.cells[other]? })
    }

    /// The choices of a kind.
    pub(super) fn vars_of(&self, kind: usize) -> Range<Var> {
        self.kinds[kind].first..self.kinds.get(kind + 1).map_or(self.vars, |next| next.first)
    }

    /// The kind of a choice.
    pub(super) fn kind_of(&self, var: Var) -> usize {
        self.kinds.partition_point(|kind| kind.first <= var) - 1
    }

    /// A pair of a choice.
    pub(super) fn ends(&self, var: Var) -> (usize, Tile, Tile) {
        let number = self.kind_of(var);
        let kind = &self.kinds[number];
        let (mut place, mut low, count) = (var - kind.first, 0, kind.tiles.len());
        while place >= count - 1 - low {
            place -= count - 1 - low;
            low += 1;
        }
        (number, kind.tiles.start + low, kind.tiles.start + low + 1 + place)
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::super::rules::Rules;
    use super::*;
    use crate::puzzle::Puzzle;
    use std::sync::Arc;

    #[test]
    fn each_pair_has_a_number_and_each_number_its_pair() {
        let rules = Arc::new(Rules::preset("shisen-sho").unwrap());
        for (text, vars) in [("AABBBB", 1 + 3), ("AAABC", 3), ("AAAAAABBBBB", 15 + 15), ("AAAAAAAA#BBB", 28 + 3)] {
            let edges = Edges::of(&Board::parse(&rules, text).unwrap());
            assert_eq!(edges.vars, vars, "{text}");
            for var in 0..edges.vars {
                let (kind, tile, other) = edges.ends(var);
                assert_eq!((edges.var(kind, tile, other), edges.var(kind, other, tile)), (var, var));
                assert!(edges.vars_of(kind).contains(&var) && tile < other);
                let tiles = edges.kinds[kind].tiles.clone();
                let rest: Vec<Tile> = tiles.filter(|third| ![tile, other].contains(third)).collect();
                if let [third, fourth] = rest[..] {
                    assert_eq!(edges.var(kind, third, fourth), var, "with four tiles the others are a pair too");
                }
            }
        }
    }
}
