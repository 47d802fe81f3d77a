//! Boards as text: the project's own form, and the matrices that other people's programs print.

use super::position::Board;
use super::rules::Rules;
use super::symbols::{is_tile, is_unknown, not_a_tile};
use crate::games::NamedBoard;
use crate::grid::matrix::{characters, json_token, json_values, tokens, without_brackets};
use crate::grid::{Block, Cell, Grid, Symbol, blocks};
use crate::puzzle::Problem;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Rows as they were written: a character or a token a cell.
struct Rows {
    cells: Vec<Vec<String>>,
    as_tokens: bool,
}

/// Reads one board as `Display` writes it.
pub(super) fn parse_board(rules: &Arc<Rules>, text: &str) -> Result<Board, Vec<Problem>> {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    board(rules, &rows(&lines), None)
}

/// The boards of a file, good and bad ones. `empty` is a further token for an empty cell.
pub(super) fn boards(rules: &Arc<Rules>, text: &str, empty: Option<&str>) -> Vec<NamedBoard<Board>> {
    let of_block = |block: Block| {
        let named = |rows: Rows| NamedBoard {
            title: block.title.clone(),
            block: block.clone(),
            board: board(rules, &rows, empty),
        };
        matrices(&block).into_iter().map(named).collect::<Vec<_>>()
    };
    blocks(text).into_iter().flat_map(of_block).collect()
}

/// A board as board files write it.
pub(super) fn text(board: &Board) -> String {
    let cells = written(board, board.is_written_as_tokens());
    let separator = if board.is_written_as_tokens() { " " } else { "" };
    // A token that stands alone on its line would be read as characters.
    let end = if board.is_written_as_tokens() && board.cols() == 1 { "," } else { "" };
    cells.iter().map(|row| row.join(separator) + end).collect::<Vec<_>>().join("\n")
}

/// Rows of a board as solutions name them: texts, or lists of tokens where the board was written so.
pub(super) fn json(board: &Board) -> Value {
    json_as(board, board.is_written_as_tokens())
}

/// Whether a solution's rows are those of this board, in either form.
pub(super) fn shows(rows: &Value, board: &Board) -> bool {
    [true, false].into_iter().any(|as_tokens| *rows == json_as(board, as_tokens))
}

fn json_as(board: &Board, as_tokens: bool) -> Value {
    let cells = written(board, as_tokens);
    if as_tokens { json!(cells) } else { json!(cells.iter().map(|row| row.concat()).collect::<Vec<_>>()) }
}

/// What stands in each cell, as text: in token form empty cells and stones are two characters wide, as most tiles are.
fn written(board: &Board, as_tokens: bool) -> Vec<Vec<String>> {
    let cell = |symbol: &Symbol| {
        let text = if is_unknown(*symbol) { "?".to_owned() } else { String::from(*symbol) };
        if as_tokens && (!is_tile(*symbol) || is_unknown(*symbol)) { text.repeat(2) } else { text }
    };
    (0..board.rows()).map(|row| board.tiles().row(row).iter().map(cell).collect()).collect()
}

/// The rows that a block holds: one matrix, or several where they are written as JSON.
fn matrices(block: &Block) -> Vec<Rows> {
    let text = block.lines.join("\n");
    if text.trim_start().starts_with('[') {
        if let Some(found) = json_matrices(&text) {
            return found;
        }
        // Brackets around rows that are no JSON, as numerical libraries print them.
        let cells = without_brackets(&text).iter().map(|line| tokens(line)).collect();
        return vec![Rows { cells, as_tokens: true }];
    }
    vec![rows(&block.lines.iter().map(String::as_str).collect::<Vec<_>>())]
}

/// Lines of characters, or of tokens where one of them has a space or a comma.
fn rows(lines: &[&str]) -> Rows {
    let as_tokens = lines.iter().any(|line| line.trim().contains([',', ' ', '\t']));
    let cells = lines.iter().map(|line| if as_tokens { tokens(line) } else { characters(line.trim()) }).collect();
    Rows { cells, as_tokens }
}

/// Every matrix in a text of JSON values: matrices, lists of matrices, the rows of one matrix, or its rows as texts.
fn json_matrices(text: &str) -> Option<Vec<Rows>> {
    let values = json_values(text)?;
    if let [Value::Array(texts)] = values.as_slice() {
        let lines: Option<Vec<&str>> = texts.iter().map(Value::as_str).collect();
        if let Some(lines) = lines.filter(|lines| lines.iter().all(|line| line.chars().count() > 1)) {
            return Some(vec![rows(&lines)]);
        }
    }
    let mut found = Vec::new();
    collect(&values, &mut found)?;
    Some(found)
}

/// Adds the matrices in a list: the list itself if all its entries are rows of scalars, else those of each entry.
fn collect(values: &[Value], found: &mut Vec<Rows>) -> Option<()> {
    let row = |value: &Value| value.as_array()?.iter().map(json_token).collect::<Option<Vec<_>>>();
    if let Some(cells) = values.iter().map(row).collect::<Option<Vec<_>>>() {
        found.push(Rows { cells, as_tokens: true });
        return Some(());
    }
    values.iter().try_for_each(|value| collect(value.as_array()?, found))
}

/// A board from rows of tokens. A token of up to four letters and digits stands for itself; longer ones get numbers.
fn board(rules: &Arc<Rules>, rows: &Rows, empty: Option<&str>) -> Result<Board, Vec<Problem>> {
    let cols = rows.cells.first().map_or(0, Vec::len);
    let mut problems = Vec::new();
    for (number, row) in rows.cells.iter().enumerate().filter(|(_, row)| row.len() != cols) {
        let message = format!(
            "the row has {} cells, the first one has {cols}: give every row the same length, with . for empty cells",
            row.len()
        );
        problems.push(Problem::at(Cell::new(number, row.len().min(cols)), message));
    }
    let mut names: BTreeMap<&str, Symbol> = BTreeMap::new();
    let mut others: BTreeSet<&str> = BTreeSet::new();
    for token in rows.cells.iter().flatten().map(String::as_str) {
        let symbol = match token {
            _ if empty == Some(token) => Some(Symbol::EMPTY),
            "." | ".." => Some(Symbol::EMPTY),
            "#" | "##" => Symbol::from_char('#'),
            _ => token.parse().ok().filter(|symbol| is_tile(*symbol) && is_name(token)),
        };
        match symbol {
            Some(symbol) => drop(names.insert(token, symbol)),
            None => drop(others.insert(token)),
        }
    }
    let taken: BTreeSet<String> = names.values().copied().map(String::from).collect();
    let mut spare = (1..10_000).map(|n| format!("{n:02}")).filter(|name| !taken.contains(name));
    for token in others {
        let given = if is_name(token) { spare.next().and_then(|name| name.parse().ok()) } else { None };
        match given {
            Some(symbol) => drop(names.insert(token, symbol)),
            None => problems.push(Problem { cell: position_of(&rows.cells, token), message: not_a_tile(token) }),
        }
    }
    if !problems.is_empty() {
        return Err(problems);
    }
    let symbols = rows.cells.iter().map(|row| row.iter().filter_map(|t| names.get(t.as_str()).copied()).collect());
    let grid = Grid::from_rows(symbols.collect()).map_err(|ragged| vec![Problem::of_board(ragged.to_string())])?;
    let board = Board::from_symbols(rules, &grid)?;
    Ok(if rows.as_tokens { board.written_as_tokens() } else { board })
}

fn is_name(token: &str) -> bool {
    !token.is_empty() && token.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
}

fn position_of(rows: &[Vec<String>], token: &str) -> Option<Cell> {
    rows.iter()
        .enumerate()
        .find_map(|(row, cells)| cells.iter().position(|cell| cell == token).map(|col| Cell::new(row, col)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;
    use proptest::prelude::*;

    fn rules() -> Arc<Rules> {
        Arc::new(Rules::preset("shisen-sho").unwrap())
    }

    fn read(text: &str, empty: Option<&str>) -> Vec<Result<String, Vec<String>>> {
        boards(&rules(), text, empty)
            .into_iter()
            .map(|named| named.board.map(|b| b.to_string()).map_err(|p| p.iter().map(ToString::to_string).collect()))
            .collect()
    }

    #[test]
    fn every_way_to_write_a_matrix_gives_the_same_board() {
        let expected = vec![Ok(".. .. ..\n1 12 1\n3 12 3".to_owned())];
        for text in [
            ".. .. ..\n1 12 1\n3 12 3",
            ". .. .\n1   12\t1\n3 12 3",
            "0,0,0\n1,12,1,\n3, 12, 3",
            "[[0,0,0],[1,12,1],[3,12,3]]",
            "[[null,null,null],\n [1,12,1],\n [3,12,3]]",
            "[0,0,0],\n[1,12,1],\n[3,12,3],",
            "[[0 0 0]\n [1 12 1]\n [3 12 3]]",
            "[\"0 0 0\", \"1 12 1\", \"3 12 3\"]",
            "[['..','..','..'],['1','12','1'],['3','12','3']]",
        ] {
            assert_eq!(read(text, Some("0")), expected, "{text}");
        }
        assert_eq!(read("-1 -1\n01 01", Some("-1")), [Ok(".. ..\n01 01".to_owned())]);
        assert_eq!(read("00\nAA", Some("0")), [Ok("..\nAA".to_owned())]);
        assert_eq!(read("00\nAA", None), [Ok("00\nAA".to_owned())]);
        assert_eq!(read("[\"A.\", \"#A\"]", None), [Ok("A.\n#A".to_owned())]);
        assert_eq!(read("[[[1,1]],[[2],[2]]]", None), [Ok("1 1".to_owned()), Ok("2,\n2,".to_owned())]);
    }

    #[test]
    fn boards_keep_the_form_that_they_were_written_in() {
        for text in ["A.#\nA..", "01 .. ##\n01 .. ..", "A B ..\n## A B", "01,\n01,", "A"] {
            let board = parse_board(&rules(), text).unwrap();
            assert_eq!(board.to_string(), text);
            assert_eq!(Board::parse(&rules(), &board.to_string()).unwrap(), board);
            assert!(shows(&json(&board), &board));
        }
        let of = |text: &str| json(&parse_board(&rules(), text).unwrap());
        assert_eq!(of("01 ..\n## 01"), json!([["01", ".."], ["##", "01"]]));
        assert_eq!(of("A ..\n## A"), json!([["A", ".."], ["##", "A"]]));
        assert_eq!(of("A.\n#A"), json!(["A.", "#A"]));
        let (tokens, characters) = ("A ..\n## A", "A.\n#A");
        assert_eq!(
            parse_board(&rules(), tokens),
            parse_board(&rules(), characters),
            "the form is no part of the board"
        );
        assert!(shows(&of(tokens), &parse_board(&rules(), characters).unwrap()));
        assert!(!shows(&json!(["AA", "#."]), &parse_board(&rules(), characters).unwrap()));
    }

    #[test]
    fn long_names_get_numbers() {
        assert_eq!(read("bamboo_1 01 bamboo_1\n01 circle .. ", None), [Ok("02 01 02\n01 03 ..".to_owned())]);
    }

    #[test]
    fn bad_boards_say_where_and_good_ones_go_on() {
        let found = read("; one\n12\n1\n\n; two\n-1 2\n\n1!\n\n11", None);
        assert!(found[0].as_ref().unwrap_err()[0].starts_with("row 1, col 1: the row has 1 cells"), "{found:?}");
        assert!(found[1].as_ref().unwrap_err()[0].contains("--empty -1"), "{found:?}");
        assert!(found[2].as_ref().unwrap_err()[0].starts_with("row 0, col 1: \"!\" is no tile"), "{found:?}");
        assert_eq!(found[3], Ok("11".to_owned()));
        assert!(read(&"A".repeat(65), None)[0].as_ref().unwrap_err()[0].contains("at most 64"));
        assert!(parse_board(&rules(), "").is_err());
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "\\PC{0,80}", rows in "[\\[\\]0-9A-C#.,' \"\\n-]{0,60}", empty in ".?") {
            read(&text, Some(&empty));
            read(&rows, None);
        }

        #[test]
        fn what_is_read_is_written_so_that_it_is_read_again(rows in "[0-3A-C#., \\n]{0,40}") {
            for board in boards(&rules(), &rows, None).into_iter().filter_map(|named| named.board.ok()) {
                let again = boards(&rules(), &board.to_string(), None);
                prop_assert_eq!(again.len(), 1);
                prop_assert_eq!(again[0].board.as_ref().unwrap(), &board);
            }
        }
    }
}
