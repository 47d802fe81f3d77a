//! Holds a reading against what was there before a move and what the move should have brought.
//!
//! Readings are compared, not boards: a cell may look like several symbols (a box on a hidden goal), and a cell may be
//! unknown because its look is new.

use crate::grid::{Cell, Grid, Symbol};
use crate::vision::{LookState, Reading};

/// What a reading says of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// Every cell shows what the move should have brought.
    After,
    /// Every known cell does, and some are unknown.
    AfterBut {
        /// The unknown cells.
        unknown: Vec<Cell>,
        /// Whether some known cell tells that the move was made. A move changes cells; where all that it changes is
        /// unknown, the picture does not say whether it was.
        seen: bool,
    },
    /// Every cell shows what was there before the move.
    Before {
        /// The move's own cells that are drawn as selected: their clicks arrived, others did not.
        selected: Vec<Cell>,
    },
    /// Every known cell shows what was there before the move, and some are unknown: tiles that are marked in a way that
    /// nobody has seen, or that begin to move.
    BeforeBut {
        /// The unknown cells.
        unknown: Vec<Cell>,
    },
    /// Every cell is known, and the board is another one.
    Other,
    /// Some cells are unknown, and what is known fits neither board.
    Unclear,
}

/// Whether each known cell of `reading` is allowed by `expected`; the unknown cells, if so.
#[must_use]
pub fn unknown_if_consistent(reading: &Reading, expected: &Grid<Vec<Symbol>>) -> Option<Vec<Cell>> {
    if (reading.symbols.rows(), reading.symbols.cols()) != (expected.rows(), expected.cols()) {
        return None;
    }
    let mut unknown = Vec::new();
    for (cell, symbol) in reading.symbols.enumerate() {
        match symbol {
            None if expected[cell].is_empty() => {}
            None => unknown.push(cell),
            Some(s) if expected[cell].contains(s) => {}
            Some(_) => return None,
        }
    }
    Some(unknown)
}

/// Judges a reading taken after a move at `targets`.
#[must_use]
pub fn judge(reading: &Reading, before: &Grid<Vec<Symbol>>, after: &Grid<Vec<Symbol>>, targets: &[Cell]) -> Judgement {
    let as_before = unknown_if_consistent(reading, before);
    if as_before.as_ref().is_some_and(Vec::is_empty) {
        let is_selected = |cell: &Cell| reading.cells.get(*cell).is_some_and(|v| v.state == LookState::Selected);
        return Judgement::Before { selected: targets.iter().copied().filter(is_selected).collect() };
    }
    match unknown_if_consistent(reading, after) {
        Some(unknown) if unknown.is_empty() => Judgement::After,
        Some(unknown) => Judgement::AfterBut { unknown, seen: changed_and_seen(reading, before, after) },
        None if reading.unknown() == 0 => Judgement::Other,
        None => as_before.map_or(Judgement::Unclear, |unknown| Judgement::BeforeBut { unknown }),
    }
}

/// Whether at least one cell that tells the two boards apart shows the later one, and none the earlier one.
fn changed_and_seen(reading: &Reading, before: &Grid<Vec<Symbol>>, after: &Grid<Vec<Symbol>>) -> bool {
    reading
        .symbols
        .enumerate()
        .any(|(cell, symbol)| symbol.is_some_and(|s| after[cell].contains(&s) && !before[cell].contains(&s)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Lattice;
    use crate::vision::Verdict;

    fn reading(rows: &[&str]) -> Reading {
        let symbols = Grid::from_rows(
            rows.iter()
                .map(|r| r.chars().map(|c| (c != '?').then(|| Symbol::from_char(c)).flatten()).collect())
                .collect(),
        )
        .unwrap();
        let cells = symbols.map(|s| Verdict { class: s.map(|_| 0), state: LookState::Normal, score: 1.0, margin: 1.0 });
        let lattice = Lattice::from_corner(0.0, 0.0, (10.0, 10.0), symbols.rows(), symbols.cols());
        Reading { lattice, cells, symbols }
    }

    fn expected(rows: &[&str]) -> Grid<Vec<Symbol>> {
        reading(rows).symbols.map(|s| s.iter().copied().collect())
    }

    #[test]
    fn each_judgement_has_its_picture() {
        let (before, after) = (expected(&["RRG", "GBB"]), expected(&["..G", "GBB"]));
        let at = [Cell::new(0, 0)];
        for (rows, wanted) in [
            (["..G", "GBB"], Judgement::After),
            (["RRG", "GBB"], Judgement::Before { selected: Vec::new() }),
            ([".?G", "GBB"], Judgement::AfterBut { unknown: vec![Cell::new(0, 1)], seen: true }),
            (["??G", "GBB"], Judgement::AfterBut { unknown: vec![Cell::new(0, 0), Cell::new(0, 1)], seen: false }),
            (["?RG", "GBB"], Judgement::BeforeBut { unknown: vec![Cell::new(0, 0)] }),
            ([".RG", "GBB"], Judgement::Other),
            (["R?B", "GBB"], Judgement::Unclear),
        ] {
            assert_eq!(judge(&reading(&rows), &before, &after, &at), wanted, "{rows:?}");
        }
    }

    #[test]
    fn a_half_made_move_is_seen_by_its_selected_cell() {
        let (before, after) = (expected(&["RR"]), expected(&[".."]));
        let mut seen = reading(&["RR"]);
        seen.cells[Cell::new(0, 1)].state = LookState::Selected;
        let [left, right] = [Cell::new(0, 0), Cell::new(0, 1)];
        assert_eq!(judge(&seen, &before, &after, &[left, right]), Judgement::Before { selected: vec![right] });
        assert_eq!(judge(&seen, &before, &after, &[left]), Judgement::Before { selected: vec![] });
    }
}
