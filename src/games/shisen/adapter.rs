//! Between a picture's cells and the board.

use super::position::{Board, Move, is_stone};
use super::rules::Rules;
use crate::games::Action;
use crate::gesture::Gesture;
use crate::grid::{Cell, Grid, Symbol};
use crate::puzzle::Problem;
use crate::vision::Priors;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What is known of the pictures of such programs: 12×7 to 36×16 cells, up to 42 kinds, told apart by what is drawn on the
/// tiles. Holes may be anywhere.
pub(super) fn priors() -> Priors {
    Priors { rows: 4..=20, cols: 6..=40, kinds: 1..=60, colour_decides: false, falls: false }
}

/// The board that these symbols show, or every reason that they show none. Tiles over holes are legal: a board may have
/// holes at its start, which no shift has filled yet. Kinds with an odd count are not: pairs went, and pairs are left.
pub(super) fn board_from_symbols(rules: &Arc<Rules>, symbols: &Grid<Option<Symbol>>) -> Result<Board, Vec<Problem>> {
    let unknown = symbols.enumerate().filter(|(_, symbol)| symbol.is_none());
    let mut problems: Vec<Problem> = unknown.map(|(cell, _)| Problem::at(cell, "the cell is unknown")).collect();
    let board = match Board::from_symbols(rules, &symbols.map(|symbol| symbol.unwrap_or(Symbol::EMPTY))) {
        Ok(board) => Some(board),
        Err(more) => {
            problems.extend(more);
            None
        }
    };
    let mut cells: BTreeMap<Symbol, Vec<Cell>> = BTreeMap::new();
    for (cell, symbol) in symbols.enumerate() {
        if let Some(symbol) = symbol.filter(|symbol| *symbol != Symbol::EMPTY && !is_stone(*symbol)) {
            cells.entry(symbol).or_default().push(cell);
        }
    }
    for (symbol, cells) in cells.iter().filter(|(_, cells)| cells.len() % 2 == 1) {
        let places: Vec<String> = cells.iter().map(ToString::to_string).collect();
        let message = format!("{} tiles {symbol}, an odd number: at {}", cells.len(), places.join(" "));
        problems.push(Problem::of_board(message));
    }
    match board {
        Some(board) if problems.is_empty() => Ok(board),
        _ => Err(problems),
    }
}

/// What each cell of a board looks like.
pub(super) fn expect(board: &Board) -> Grid<Vec<Symbol>> {
    board.tiles().map(|symbol| vec![*symbol])
}

/// A click on each tile of the pair.
pub(super) fn action(m: Move) -> Action {
    Action { moves: 1, gestures: vec![Gesture::click(m.from), Gesture::click(m.to)] }
}
