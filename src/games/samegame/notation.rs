//! Boards as text: the project's own form, and the matrices that other people's programs print.

use super::position::Board;
use super::rules::Rules;
use crate::games::NamedBoard;
use crate::grid::matrix::{characters, json_token, json_values, tokens, without_brackets};
use crate::grid::{Block, Cell, Grid, blocks};
use crate::puzzle::Problem;
use serde_json::Value;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The symbols that stand for tiles whose name is longer than a character, in the order in which they are given away.
const SPARE: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/// Reads one board as `Display` writes it: one character a tile, `.` for an empty cell.
pub(super) fn parse_board(rules: &Arc<Rules>, text: &str) -> Result<Board, Vec<Problem>> {
    let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    board(rules, lines.iter().map(|line| characters(line)).collect(), None)
}

/// The boards of a file, good and bad ones. `empty` is a further token for an empty cell.
pub(super) fn boards(rules: &Arc<Rules>, text: &str, empty: Option<&str>) -> Vec<NamedBoard<Board>> {
    let mut found = Vec::new();
    for block in blocks(text) {
        let title = block.title.clone();
        let matrices = matrices(&block);
        found.extend(matrices.into_iter().map(|rows| NamedBoard {
            title: title.clone(),
            block: block.clone(),
            board: board(rules, rows, empty),
        }));
    }
    found
}

/// The rows of tokens that a block holds: one matrix, or several where they are written as JSON.
fn matrices(block: &Block) -> Vec<Vec<Vec<String>>> {
    let text = block.lines.join("\n");
    if text.trim_start().starts_with('[') {
        if let Some(found) = json_matrices(&text) {
            return found;
        }
        // Brackets around rows that are no JSON, as numerical libraries print them.
        return vec![without_brackets(&text).iter().map(|line| row_of(line)).collect()];
    }
    vec![block.lines.iter().map(|line| row_of(line)).collect()]
}

/// One row's tokens: separated by commas, or by spaces, or one character each.
fn row_of(line: &str) -> Vec<String> {
    let line = line.trim();
    let has_separators = line.contains(|c: char| c == ',' || c.is_whitespace());
    if has_separators { tokens(line) } else { characters(line) }
}

/// Every matrix in a text of JSON values: matrices, lists of matrices, or the rows of one matrix.
fn json_matrices(text: &str) -> Option<Vec<Vec<Vec<String>>>> {
    let values = json_values(text)?;
    let mut found = Vec::new();
    collect(&values, &mut found)?;
    Some(found)
}

/// Adds the matrices in a list: the list itself if all its entries are rows, else those of each entry.
fn collect(values: &[Value], found: &mut Vec<Vec<Vec<String>>>) -> Option<()> {
    if let Some(rows) = values.iter().map(row).collect::<Option<Vec<_>>>() {
        found.push(rows);
        return Some(());
    }
    values.iter().try_for_each(|value| collect(value.as_array()?, found))
}

/// A row: a list of scalars, or a text of one character a tile.
fn row(value: &Value) -> Option<Vec<String>> {
    match value {
        Value::String(text) => Some(row_of(text)),
        Value::Array(cells) => {
            // A list of texts longer than a tile is a list of rows.
            let text_rows = cells.iter().all(|cell| cell.as_str().is_some_and(|text| text.chars().count() > 1));
            if text_rows && !cells.is_empty() { None } else { cells.iter().map(json_token).collect() }
        }
        _ => None,
    }
}

/// A board from rows of tokens. Tokens of one letter or digit stand for themselves; where all tokens are letters, digits
/// or longer names, the longer ones get letters of their own.
fn board(rules: &Arc<Rules>, rows: Vec<Vec<String>>, empty: Option<&str>) -> Result<Board, Vec<Problem>> {
    let cols = rows.first().map_or(0, Vec::len);
    let ragged: Vec<_> = rows
        .iter()
        .enumerate()
        .filter(|(_, row)| row.len() != cols)
        .map(|(number, row)| {
            let message = format!(
                "the row has {} cells, the first one has {cols}: give every row the same length, with . for empty cells",
                row.len()
            );
            Problem::at(Cell::new(number, row.len().min(cols)), message)
        })
        .collect();
    let is_empty = |token: &str| token == "." || empty == Some(token);
    let mut symbols: BTreeMap<&str, Option<u8>> = BTreeMap::new();
    let mut long = Vec::new();
    for token in rows.iter().flatten() {
        match token.as_bytes() {
            _ if is_empty(token) => {}
            &[symbol] => {
                symbols.insert(token, Some(symbol));
            }
            _ if !symbols.contains_key(token.as_str()) => {
                symbols.insert(token, None);
                long.push(token.as_str());
            }
            _ => {}
        }
    }
    let mut problems = ragged;
    for name in long {
        let is_name = name.chars().count() > 1 && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        let taken: Vec<u8> = symbols.values().copied().flatten().collect();
        let spare = SPARE.iter().copied().find(|symbol| !taken.contains(symbol) && !rules.is_inert(*symbol));
        if let (true, Some(symbol)) = (is_name, spare) {
            symbols.insert(name, Some(symbol));
        } else if is_name {
            let message = format!("{name:?} would be one colour too many; a board has at most {} colours", SPARE.len());
            problems.push(Problem { cell: position_of(&rows, name), message });
        } else {
            let at = position_of(&rows, name);
            let hint = if name.starts_with('-') {
                format!(" (if it means an empty cell, say --empty {name})")
            } else {
                String::new()
            };
            let message = format!("{name:?} is no tile; a tile is a letter or a digit, an empty cell is .{hint}");
            problems.push(Problem { cell: at, message });
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let tiles =
        rows.iter().map(|row| row.iter().map(|t| symbols.get(t.as_str()).copied().flatten()).collect()).collect();
    let grid = Grid::from_rows(tiles).map_err(|ragged| vec![Problem::of_board(ragged.to_string())])?;
    Board::new(rules, grid)
}

fn position_of(rows: &[Vec<String>], token: &str) -> Option<Cell> {
    rows.iter()
        .enumerate()
        .find_map(|(row, cells)| cells.iter().position(|cell| cell == token).map(|col| Cell::new(row, col)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(text: &str, empty: Option<&str>) -> Vec<Result<String, Vec<String>>> {
        boards(&Arc::new(Rules::preset("popstar").unwrap()), text, empty)
            .into_iter()
            .map(|named| named.board.map(|b| b.to_string()).map_err(|p| p.iter().map(ToString::to_string).collect()))
            .collect()
    }

    #[test]
    fn every_way_to_write_a_matrix_gives_the_same_board() {
        let expected = vec![Ok("...\n121\n312".to_owned())];
        for text in [
            "...\n121\n312",
            ". . .\n1 2 1\n3 1 2",
            "0,0,0\n1,2,1,\n3, 1, 2",
            "[[0,0,0],[1,2,1],[3,1,2]]",
            "[[null,null,null],\n [1,2,1],\n [3,1,2]]",
            "[0,0,0],\n[1,2,1],\n[3,1,2],",
            "[[0 0 0]\n [1 2 1]\n [3 1 2]]",
            "[\"...\", \"121\", \"312\"]",
            "[['.','.','.'],['1','2','1'],['3','1','2']]",
        ] {
            assert_eq!(read(text, Some("0")), expected, "{text}");
        }
        assert_eq!(read("-1 -1\n 1  2", Some("-1")), [Ok("..\n12".to_owned())]);
        assert_eq!(read("00\n12", Some("0")), [Ok("..\n12".to_owned())]);
        assert_eq!(read("00\n12", None), [Ok("00\n12".to_owned())]);
    }

    #[test]
    fn json_may_hold_many_boards() {
        for text in ["[[[1,2]],[[2,2]]]", "[[1,2]]\n[[2,2]]", "[[\"12\"],[\"22\"]]"] {
            assert_eq!(read(text, None), [Ok("12".to_owned()), Ok("22".to_owned())], "{text}");
        }
    }

    #[test]
    fn long_names_get_letters() {
        assert_eq!(read("red blue red\nA 10 blue", None), [Ok("BCB\nADC".to_owned())]);
    }

    #[test]
    fn bad_boards_say_where_and_good_ones_go_on() {
        let found = read("; one\n12\n1\n\n; two\n-1 2\n\n11", None);
        assert!(found[0].as_ref().unwrap_err()[0].starts_with("row 1, col 1: the row has 1 cells"), "{found:?}");
        assert!(found[1].as_ref().unwrap_err()[0].contains("--empty -1"), "{found:?}");
        assert_eq!(found[2], Ok("11".to_owned()));
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "\\PC{0,80}", rows in "[\\[\\]0-9A-C.,' \"\\n-]{0,60}", empty in ".?") {
            read(&text, Some(&empty));
            read(&rows, None);
        }
    }
}
