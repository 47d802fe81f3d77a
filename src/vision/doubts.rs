//! What speaks against a board that was learned from one picture.

use super::Priors;
use crate::grid::{Cell, Grid, Symbol};

/// Reasons to doubt that these symbols are a board.
pub(super) fn about(symbols: &Grid<Symbol>, priors: &Priors) -> Vec<String> {
    let mut found = Vec::new();
    let mut kinds: Vec<Symbol> = symbols.iter().copied().filter(|s| *s != Symbol::EMPTY).collect();
    kinds.sort();
    kinds.dedup();
    if !priors.kinds.contains(&kinds.len()) {
        found.push(format!(
            "{} kinds of tiles were told apart, boards have {} to {}",
            kinds.len(),
            priors.kinds.start(),
            priors.kinds.end()
        ));
    }
    if !priors.rows.contains(&symbols.rows()) || !priors.cols.contains(&symbols.cols()) {
        found.push(format!("a board of {}×{} cells is unusual", symbols.cols(), symbols.rows()));
    }
    if priors.falls {
        let floating = symbols.enumerate().find(|(cell, symbol)| {
            let below = symbols.get(Cell::new(cell.row + 1, cell.col));
            **symbol != Symbol::EMPTY && below == Some(&Symbol::EMPTY)
        });
        if let Some((cell, _)) = floating {
            found.push(format!("the tile at row {}, col {} floats over an empty cell", cell.row, cell.col));
        }
        if let Some(col) = [0, symbols.cols() - 1].into_iter().find(|col| is_strange(symbols, *col)) {
            found.push(format!("no tile of column {col} is like any inside the board, which may be narrower"));
        }
    }
    found
}

/// Whether an outer column shows tiles, but none of a kind that is to be seen between the outer columns.
fn is_strange(symbols: &Grid<Symbol>, col: usize) -> bool {
    let inner = 1..symbols.cols().saturating_sub(1);
    let is_inside =
        |kind: Symbol| symbols.enumerate().any(|(cell, symbol)| *symbol == kind && inner.contains(&cell.col));
    let mut tiles = symbols.enumerate().filter(|(cell, s)| cell.col == col && **s != Symbol::EMPTY).peekable();
    tiles.peek().is_some() && !inner.is_empty() && tiles.all(|(_, symbol)| !is_inside(*symbol))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vision::Shape;

    #[test]
    fn ground_beside_a_board_is_doubted() {
        let priors =
            Priors { rows: 2..=30, cols: 2..=30, kinds: 2..=9, colour_decides: true, falls: true, shape: Shape::Heap };
        let about = |rows: [&str; 3]| {
            let symbol = |cell: Cell| Symbol::from_char(char::from(rows[cell.row].as_bytes()[cell.col])).unwrap();
            about(&Grid::from_fn(3, 4, symbol), &priors)
        };
        assert_eq!(about(["ABBA", "BAAB", "ABAB"]), Vec::<String>::new());
        assert_eq!(about([".BB.", ".AAB", "ABAB"]), Vec::<String>::new());
        let doubts = about([".BB.", "CAAB", "CBAA"]);
        assert!(doubts.len() == 1 && doubts[0].contains("column 0"), "{doubts:?}");
    }
}
