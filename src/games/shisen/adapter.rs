//! Between a picture's cells and the board.

use super::pairs::Joined;
use super::position::{Board, Move};
use super::rules::Rules;
use super::symbols::{in_short, is_tile, is_unknown, unknown_tile};
use crate::games::Action;
use crate::gesture::Gesture;
use crate::grid::{Cell, Grid, Symbol};
use crate::puzzle::Problem;
use crate::vision::{Priors, Shape};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What is known of the pictures of such programs: 12×7 to 36×16 cells, up to 42 kinds, told apart by what is drawn on the
/// tiles. Holes may be anywhere.
pub(super) fn priors() -> Priors {
    Priors { rows: 4..=20, cols: 6..=40, kinds: 1..=60, colour_decides: false, falls: false, shape: Shape::Cards }
}

/// The board that these symbols show, or every reason that they show none. Tiles over holes are legal: a board may have
/// holes at its start, which no shift has filled yet. Kinds with an odd count are not: pairs went, and pairs are left.
pub(super) fn board_from_symbols(rules: &Arc<Rules>, symbols: &Grid<Option<Symbol>>) -> Result<Board, Vec<Problem>> {
    let symbols = symbols.map(|symbol| symbol.map(in_short));
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
        if let Some(symbol) = symbol.filter(|symbol| is_tile(*symbol)) {
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

/// The share of cells that must be known for a board to be played despite the others: so many of so many.
const KNOWN_AT_LEAST: (usize, usize) = (3, 4);

/// What the program was seen to do with pairs, in the cells in which they stood.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    refused: Vec<(Joined, Symbol)>,
}

impl Memory {
    /// The board without the pairs that the program refused, where the same tiles still stand.
    pub(super) fn without_refused(&self, board: Board) -> Board {
        let stands =
            |(pair, symbol): &&(Joined, Symbol)| pair.iter().all(|&cell| board.tiles().get(cell) == Some(symbol));
        let refused: Vec<Joined> = self.refused.iter().filter(stands).map(|(pair, _)| *pair).collect();
        board.without_pairs(refused)
    }

    /// Notes that the program refused a pair.
    pub(super) fn refuse(&mut self, board: &Board, m: Move) {
        self.refused.push(([m.from, m.to], board.tiles()[m.from]));
    }
}

/// The board of a reading with unknown cells, each of which is taken for a tile that equals no other one: it is in the way, and
/// shifts as tiles do. `None` where too little is known, or the known tiles are no board: each unknown cell may be the missing
/// tile of a kind with an odd count.
pub(super) fn board_despite_unknown(rules: &Arc<Rules>, symbols: &Grid<Option<Symbol>>) -> Option<Board> {
    let cells = symbols.rows() * symbols.cols();
    let mut unknown = 0;
    let mut tiles = symbols.map(|symbol| symbol.map_or(Symbol::EMPTY, in_short));
    for (cell, _) in symbols.enumerate().filter(|(_, symbol)| symbol.is_none()) {
        tiles[cell] = unknown_tile(unknown)?;
        unknown += 1;
    }
    let (known, all) = KNOWN_AT_LEAST;
    if (cells - unknown) * all < cells * known {
        return None;
    }
    let board = Board::from_symbols(rules, &tiles).ok()?;
    let counts = board.counts();
    let odd = counts.iter().filter(|(symbol, count)| !is_unknown(**symbol) && *count % 2 == 1).count();
    (odd <= unknown).then_some(board)
}

/// What each cell of a board looks like; nothing is said of tiles that nobody knows.
pub(super) fn expect(board: &Board) -> Grid<Vec<Symbol>> {
    board.tiles().map(|symbol| if is_unknown(*symbol) { Vec::new() } else { vec![*symbol] })
}

/// A click on each tile of the pair.
pub(super) fn action(m: Move) -> Action {
    Action { moves: 1, gestures: vec![Gesture::click(m.from), Gesture::click(m.to)] }
}

/// Two tiles of different kinds that no path joins, so that no program takes them for a pair, not even one that pairs tiles
/// of a family; where every two can be joined, two of different kinds.
pub(super) fn no_pair(board: &Board) -> Option<[Cell; 2]> {
    let first = board.first_move()?.from;
    let kind = board.tiles()[first];
    let is_other = |symbol: Symbol| is_tile(symbol) && !is_unknown(symbol) && symbol != kind;
    let others = board.tiles().enumerate().filter(|(_, symbol)| is_other(**symbol)).map(|(cell, _)| cell);
    let others: Vec<Cell> = others.collect();
    let apart = others.iter().find(|cell| !board.free().joins(first, **cell));
    apart.or(others.first()).map(|&second| [first, second])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Puzzle;

    fn read(rules: &str, rows: &[&[&str]]) -> Result<Board, Vec<String>> {
        let rules = Arc::new(super::super::rules_file::parse(rules).unwrap());
        let symbol = |text: &&str| if *text == "?" { None } else { Some(text.parse().unwrap()) };
        let symbols = Grid::from_rows(rows.iter().map(|row| row.iter().map(symbol).collect()).collect()).unwrap();
        board_from_symbols(&rules, &symbols).map_err(|all| all.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn all_reasons_are_listed() {
        let found = read("ring = true", &[&["A", "?", "B", "!"], &["A", "?", "B", "B"]]).unwrap_err();
        let parts = [
            "row 0, col 1: the cell is unknown",
            "row 1, col 1: the cell is unknown",
            "row 0, col 3: \"!\" is no tile",
        ];
        for part in parts {
            assert!(found.iter().any(|reason| reason.starts_with(part)), "{found:?}");
        }
        assert!(found.contains(&"3 tiles B, an odd number: at 0,2 1,2 1,3".to_owned()), "{found:?}");
        assert!(found.contains(&"1 tiles !, an odd number: at 0,3".to_owned()), "{found:?}");
        assert_eq!(found.len(), 5);
    }

    #[test]
    fn tiles_over_holes_are_a_board() {
        let board = read("ring = true\nshifts = ['down']", &[&["01", "01"], &["..", "##"]]).unwrap();
        assert_eq!(board.to_string(), "01 01\n.. ##");
        assert_eq!(expect(&board)[Cell::new(1, 0)], [Symbol::EMPTY]);
    }

    #[test]
    fn what_stays_unknown_is_in_the_way_and_equals_nothing() {
        let rules = |text| Arc::new(super::super::rules_file::parse(text).unwrap());
        let symbols = |text: &str| {
            let row = |row: &str| row.chars().map(|c| (c != '?').then(|| Symbol::from_char(c).unwrap())).collect();
            Grid::from_rows(text.lines().map(row).collect()).unwrap()
        };
        let read = symbols("A?BA\n.C?B\nC...");
        let mut board = board_despite_unknown(&rules("ring = false\nshifts = ['down']"), &read).unwrap();
        assert_eq!((board.left(), board.to_string().as_str()), (8, "A?BA\n.C?B\nC..."));
        assert_eq!(expect(&board)[Cell::new(0, 1)], []);
        let mut moves = Vec::new();
        board.legal_moves(&mut moves);
        assert_eq!(moves.iter().map(ToString::to_string).collect::<Vec<_>>(), ["1,1-2,0"], "the A are walled in");
        board.play(moves[0]).unwrap();
        assert_eq!(board.to_string(), "....\n..BA\nA??B", "unknown tiles fall as others do");
        // Each of two unknown cells may be the tile that is missing of a kind; a third kind is a fault.
        assert!(board_despite_unknown(&rules("ring = true"), &symbols("A?B?\n....")).is_some());
        assert!(board_despite_unknown(&rules("ring = true"), &symbols("A?B?\nCD..\n....")).is_none());
        assert!(board_despite_unknown(&rules("ring = true"), &symbols("??AA")).is_none(), "too little is known");
    }

    #[test]
    fn a_refused_pair_is_left_out_while_its_tiles_stand() {
        let rules = Arc::new(Rules::preset("shisen-sho").unwrap());
        let board = Board::parse(&rules, "AABB").unwrap();
        let mut memory = Memory::default();
        memory.refuse(&board, "0,1-0,0".parse().unwrap());
        let mut again = memory.without_refused(board);
        let mut moves = Vec::new();
        again.legal_moves(&mut moves);
        assert_eq!(moves.iter().map(ToString::to_string).collect::<Vec<_>>(), ["0,2-0,3"]);
        assert!(again.play("0,0-0,1".parse().unwrap()).unwrap_err().to_string().contains("does not take this pair"));
        assert!(again.play(moves[0]).is_ok() && !again.has_move());
        let other = memory.without_refused(Board::parse(&rules, "BBAA").unwrap());
        assert!(other.refused().is_empty());
    }

    #[test]
    fn two_tiles_that_are_no_pair_differ_and_are_walled_off_where_that_can_be() {
        let of = |text: &str| {
            let board = Board::parse(&Arc::new(Rules::preset("shisen-sho").unwrap()), text).unwrap();
            no_pair(&board)
        };
        // The B on the rim could be joined with the A, the one in the middle could not.
        let walled = of("AABC\nCCBC\nDDDD").unwrap();
        assert_eq!(walled, [Cell::new(0, 0), Cell::new(1, 1)]);
        assert_eq!(
            of("ABAB"),
            Some([Cell::new(0, 0), Cell::new(0, 1)]),
            "where all can be joined, another kind will do"
        );
        assert_eq!((of("AA"), of("....")), (None, None));
    }

    #[test]
    fn a_pair_is_two_clicks() {
        let rules = Arc::new(Rules::preset("shisen-sho").unwrap());
        let mut moves = Vec::new();
        Board::parse(&rules, "AA").unwrap().legal_moves(&mut moves);
        let clicks = vec![Gesture::click(Cell::new(0, 0)), Gesture::click(Cell::new(0, 1))];
        assert_eq!(action(moves[0]), Action { moves: 1, gestures: clicks });
    }
}
