//! What the symbols of a board stand for.

use super::path::MAX_SIDE;
use crate::grid::{Grid, Symbol};
use crate::puzzle::Problem;

/// Whether a symbol stands for a stone.
pub(super) fn is_stone(symbol: Symbol) -> bool {
    symbol.first_char() == '#'
}

/// Whether a symbol stands for a tile that can be paired.
pub(super) fn is_tile(symbol: Symbol) -> bool {
    symbol != Symbol::EMPTY && !is_stone(symbol)
}

/// A tile that nobody knows, told apart from others by a number below 36². It equals no other tile.
pub(super) fn unknown_tile(number: usize) -> Option<Symbol> {
    let digit = |number: usize| char::from_digit(u32::try_from(number).ok()?, 36);
    format!("?{}{}", digit(number / 36)?, digit(number % 36)?).parse().ok()
}

/// Whether a symbol stands for a tile that nobody knows.
pub(super) fn is_unknown(symbol: Symbol) -> bool {
    symbol.first_char() == '?'
}

/// The symbol of one character where a token of two says the same.
pub(super) fn in_short(symbol: Symbol) -> Symbol {
    match symbol.as_str() {
        ".." => Symbol::EMPTY,
        "##" => Symbol::from_char('#').unwrap_or(symbol),
        _ => symbol,
    }
}

/// Every reason that these symbols are no board.
pub(super) fn problems(symbols: &Grid<Symbol>) -> Vec<Problem> {
    let (rows, cols) = (symbols.rows(), symbols.cols());
    if rows == 0 || cols == 0 {
        return vec![Problem::of_board(
            "the board has no cells; give a character or a token for each, . for an empty one",
        )];
    }
    if rows > MAX_SIDE || cols > MAX_SIDE {
        return vec![Problem::of_board(format!(
            "{rows} rows and {cols} columns: a board has at most {MAX_SIDE} of each"
        ))];
    }
    let is_known = |symbol: Symbol| match symbol.as_str() {
        "." | "#" => true,
        _ if is_unknown(symbol) => true,
        name => name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_'),
    };
    let unknown = symbols.enumerate().filter(|(_, symbol)| !is_known(**symbol));
    unknown.map(|(cell, symbol)| Problem::at(cell, not_a_tile(symbol.as_str()))).collect()
}

/// What is said of a token that is no tile.
pub(super) fn not_a_tile(token: &str) -> String {
    let hint = if token.starts_with('-') {
        format!(" (if it means an empty cell, say --empty {token})")
    } else {
        String::new()
    };
    format!("{token:?} is no tile; a tile is of letters and digits, an empty cell is . or .., a stone # or ##{hint}")
}
