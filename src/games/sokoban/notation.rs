//! Levels as text: XSB with or without run lengths, and the collections in which such levels are handed around.

use super::collection;
use super::level::MAX_CELLS;
use super::position::{Board, unknown};
use super::rules::Rules;
use crate::games::NamedBoard;
use crate::grid::{Block, Cell, Grid, Symbol};
use crate::puzzle::Problem;
use serde_json::Value;
use std::sync::Arc;

/// Reads one level as `Display` writes it, with blank lines around it if need be.
pub(super) fn parse_board(rules: &Arc<Rules>, text: &str) -> Result<Board, Vec<Problem>> {
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let first = lines.iter().position(|line| !line.is_empty()).unwrap_or(lines.len());
    let last = lines.iter().rposition(|line| !line.is_empty()).map_or(first, |last| last + 1);
    board(rules, &lines[first..last])
}

/// The levels of a file, good and bad ones. `empty` is a further token for floor.
pub(super) fn boards(rules: &Arc<Rules>, text: &str, empty: Option<&str>) -> Vec<NamedBoard<Board>> {
    let text = match empty.filter(|token| !token.is_empty()) {
        Some(token) => text.replace(token, "-"),
        None => text.to_owned(),
    };
    let blocks = json_blocks(&text).unwrap_or_else(|| collection::blocks(&text));
    blocks
        .into_iter()
        .map(|block| NamedBoard { title: block.title.clone(), board: board(rules, &block.lines), block })
        .collect()
}

/// A level from its lines.
fn board<S: AsRef<str>>(rules: &Arc<Rules>, lines: &[S]) -> Result<Board, Vec<Problem>> {
    let mut problems = Vec::new();
    let mut rows: Vec<Vec<char>> = Vec::new();
    for line in lines {
        let line = line.as_ref().trim_end();
        let line = if line.contains('|') { line.strip_suffix('|').unwrap_or(line) } else { line };
        for part in line.split('|') {
            match expand(part) {
                Ok(row) => rows.push(row),
                Err((col, why)) => {
                    problems.push(Problem::at(Cell::new(rows.len(), col), why));
                    rows.push(Vec::new());
                }
            }
        }
    }
    let cols = rows.iter().map(Vec::len).max().unwrap_or(0);
    if rows.len().saturating_mul(cols) > MAX_CELLS {
        let message =
            format!("{} rows of {cols} columns are more than the {MAX_CELLS} cells that a level may have", rows.len());
        problems.push(Problem::of_board(message));
    }
    let bad = |c: &char| Symbol::from_char(*c).is_none();
    for (row, cells) in rows.iter().enumerate() {
        problems
            .extend(cells.iter().enumerate().filter(|(_, c)| bad(c)).map(|(col, c)| unknown(Cell::new(row, col), c)));
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let at = |cell: Cell| rows[cell.row].get(cell.col).copied().unwrap_or(' ');
    let symbols = Grid::from_fn(rows.len(), cols, |cell| Symbol::from_char(at(cell)).unwrap_or(Symbol::EMPTY));
    Board::from_symbols(rules, &symbols)
}

/// The cells of a row with run lengths written out, or the cell and the reason where that fails.
fn expand(row: &str) -> Result<Vec<char>, (usize, String)> {
    let mut cells = Vec::new();
    let mut run: Option<usize> = None;
    for c in row.chars() {
        if let Some(digit) = c.to_digit(10) {
            run = Some(run.unwrap_or(0).saturating_mul(10).saturating_add(digit as usize));
            continue;
        }
        let length = run.take().unwrap_or(1);
        if length > MAX_CELLS || cells.len() + length > MAX_CELLS {
            return Err((cells.len(), format!("a row of more than the {MAX_CELLS} cells that a level may have")));
        }
        cells.extend(std::iter::repeat_n(c, length));
    }
    match run {
        Some(length) => Err((cells.len(), format!("the run length {length} has nothing after it: write 3# for ###"))),
        None => Ok(cells),
    }
}

/// The levels of a text that is JSON: a list of rows, each a text or a list of characters, or a list of such lists.
fn json_blocks(text: &str) -> Option<Vec<Block>> {
    let value: Value = text.trim_start().starts_with('[').then(|| serde_json::from_str(text).ok()).flatten()?;
    let list = value.as_array()?;
    let one = |rows: &Value| Some(Block { title: None, lines: json_rows(rows)?, first_line: 1 });
    one(&value).map(|block| vec![block]).or_else(|| list.iter().map(one).collect())
}

fn json_rows(rows: &Value) -> Option<Vec<String>> {
    let is_character = |cell: &Value| cell.as_str().is_some_and(|text| text.chars().count() == 1);
    let row = |row: &Value| match row {
        Value::String(text) => Some(text.clone()),
        Value::Array(cells) if cells.iter().all(is_character) => Some(cells.iter().filter_map(Value::as_str).collect()),
        _ => None,
    };
    rows.as_array()?.iter().map(row).collect()
}
