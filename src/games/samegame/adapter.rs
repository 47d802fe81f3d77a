//! Between a picture's cells and the board.

use super::position::{Board, Move};
use super::rules::Rules;
use crate::games::Action;
use crate::gesture::Gesture;
use crate::grid::{Cell, Grid, Symbol};
use crate::puzzle::Problem;
use crate::vision::{Priors, Shape};
use std::sync::Arc;

/// What is known of the pictures of such programs: most have 10×10 to 20×15 cells and 3 to 6 colours.
pub(super) fn priors() -> Priors {
    Priors { rows: 2..=50, cols: 2..=50, kinds: 1..=9, colour_decides: true, falls: true, shape: Shape::Heap }
}

/// The board that these symbols show, or every reason that they show none.
pub(super) fn board_from_symbols(rules: &Arc<Rules>, symbols: &Grid<Option<Symbol>>) -> Result<Board, Vec<Problem>> {
    let mut problems: Vec<Problem> = symbols
        .enumerate()
        .filter_map(|(cell, symbol)| match symbol {
            None => Some(Problem::at(cell, "the cell is unknown")),
            Some(symbol) if *symbol != Symbol::EMPTY && tile(rules, *symbol).is_none() => {
                let message = format!(
                    "class {symbol} is no tile of this game: expected a letter or a digit; a thing that is no tile is \
                     marked `inert = true` in the calibration"
                );
                Some(Problem::at(cell, message))
            }
            Some(_) => None,
        })
        .collect();
    // Unknown cells count as tiles here, so that they bring no problem besides their own.
    let tiles = symbols.map(|symbol| symbol.map_or(Some(b'0'), |symbol| tile(rules, symbol)));
    match Board::new(rules, tiles) {
        Ok(board) if problems.is_empty() => Ok(board),
        Ok(_) => Err(problems),
        Err(more) => {
            let named = |p: &Problem| p.cell.is_some() && problems.iter().any(|q| q.cell == p.cell);
            let more: Vec<_> = more.into_iter().filter(|p| !named(p)).collect();
            problems.extend(more);
            Err(problems)
        }
    }
}

/// The rules with these symbols as inert tiles.
pub(super) fn rules_with_inert(rules: Rules, inert: &[Symbol]) -> Result<Rules, String> {
    let mut spec = rules.spec().clone();
    for symbol in inert {
        match symbol.as_str() {
            known if known.len() == 1 && spec.inert.contains(known) => {}
            one if one.len() == 1 => spec.inert.push_str(one),
            more => return Err(format!("class {more} cannot be inert: expected one character")),
        }
    }
    Rules::new(spec).map_err(|errors| errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))
}

fn tile(rules: &Rules, symbol: Symbol) -> Option<u8> {
    match symbol.as_str().as_bytes() {
        &[byte] if byte.is_ascii_alphanumeric() || rules.is_inert(byte) => Some(byte),
        _ => None,
    }
}

/// What each cell of a board looks like.
pub(super) fn expect(board: &Board) -> Grid<Vec<Symbol>> {
    board.tiles().map(|tile| {
        let symbol = tile.and_then(|byte| Symbol::from_char(char::from(byte)));
        vec![symbol.unwrap_or(Symbol::EMPTY)]
    })
}

/// One click at the tile of the group that most others of the group surround: there a pointer that is off by a little
/// still meets the group. The first of such tiles in row order.
pub(super) fn action(board: &Board, m: Move) -> Option<Action> {
    let group = board.group(m.0);
    let alike = |cell: &Cell| board.tiles().neighbours(*cell).filter(|near| group.contains(near)).count();
    let best = group.iter().copied().rev().max_by_key(alike);
    best.map(|at| Action { moves: 1, gestures: vec![Gesture::click(at)] })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;

    fn symbols(rows: &[&str]) -> Grid<Option<Symbol>> {
        let row = |row: &&str| row.chars().map(|c| if c == '?' { None } else { Symbol::from_char(c) }).collect();
        Grid::from_rows(rows.iter().map(row).collect()).unwrap()
    }

    #[test]
    fn all_reasons_are_listed_and_each_cell_once() {
        let rules = Arc::new(Rules::preset("popstar").unwrap());
        assert!(board_from_symbols(&rules, &symbols(&["R.", "RG"])).is_ok());
        let problems = board_from_symbols(&rules, &symbols(&["?R#", "...", "R.R"])).unwrap_err();
        let texts: Vec<_> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(texts.len(), 3, "{texts:?}");
        assert!(texts[0].contains("unknown") && texts[1].contains("class #") && texts[2].contains("floats"));
    }

    #[test]
    fn a_picture_is_judged_by_the_gravity_and_the_tiles_of_the_rules() {
        let judged = |keys: &str, rows: &[&str]| {
            let rules = super::super::rules_file::parse(&format!("preset = 'popstar'\n{keys}")).unwrap();
            let found = board_from_symbols(&Arc::new(rules), &symbols(rows));
            found.map(|board| board.to_string()).map_err(|problems| problems[0].to_string())
        };
        let up = &["RG", "R.", ".."];
        assert_eq!(judged("gravity = 'up'", up), Ok("RG\nR.\n..".to_owned()));
        assert!(judged("", up).unwrap_err().contains("rest on the bottom row"));
        assert_eq!(judged("inert = '#'", &["R.", "##"]), Ok("R.\n##".to_owned()));
        assert!(judged("", &["R.", "##"]).unwrap_err().contains("class #"));
        assert!(judged("columns_close = 'right'", &["R."]).unwrap_err().contains("close to the right"));
    }

    #[test]
    fn things_that_are_no_tiles_are_inert_by_the_rules_or_refused_with_a_reason() {
        let with = |keys: &str, inert: &[&str]| {
            let rules = super::super::rules_file::parse(&format!("preset = 'popstar'\n{keys}")).unwrap();
            let inert: Vec<Symbol> = inert.iter().map(|text| text.parse().unwrap()).collect();
            rules_with_inert(rules, &inert).map(|rules| rules.spec().inert.clone())
        };
        assert_eq!(with("", &["K", "#"]), Ok("K#".to_owned()));
        assert_eq!(with("inert = '#'", &["#"]), Ok("#".to_owned()));
        assert!(with("", &["ab"]).unwrap_err().contains("expected one character"));
        assert!(with("", &["!"]).unwrap_err().contains("can be no tile"));
    }

    #[test]
    fn a_click_goes_to_the_heart_of_the_group() {
        let rules = Arc::new(Rules::preset("popstar").unwrap());
        let board = Board::parse(&rules, "GRG\nRRR\nGRG").unwrap();
        let action = action(&board, Move(Cell::new(0, 1)));
        assert_eq!(action, Some(Action { moves: 1, gestures: vec![Gesture::click(Cell::new(1, 1))] }));
        assert_eq!(expect(&board)[Cell::new(0, 0)], [Symbol::from_char('G').unwrap()]);
    }
}
