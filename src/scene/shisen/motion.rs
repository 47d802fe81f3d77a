//! What moves on the screen between two boards: the pair fades, the others slide to where the shifts put them.

use crate::games::shisen::{Board, Move};
use crate::grid::{Cell, Grid, Symbol};
use crate::puzzle::Puzzle;

/// Share of the animation in which the pair fades, where other tiles slide afterwards.
const FADE: f64 = 0.4;

/// A tile on the way from a cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Slide {
    from: Cell,
    to: Cell,
    symbol: Symbol,
}

/// A tile at a moment of the animation; row and column are fractions of the lattice's pitch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Placed {
    pub(super) row: f64,
    pub(super) col: f64,
    pub(super) symbol: Symbol,
    pub(super) size: f64,
    pub(super) opacity: f64,
}

/// A removal under way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Motion {
    removed: Vec<(Cell, Symbol)>,
    slides: Vec<Slide>,
}

impl Motion {
    /// The way of every tile when a legal move is played on `before`.
    pub(super) fn new(before: &Board, m: Move) -> Self {
        let symbols = before.symbols();
        let removed = [m.from, m.to].map(|cell| (cell, symbols[cell])).to_vec();
        let ends = ends(before, m);
        let slides = symbols
            .enumerate()
            .filter(|(cell, symbol)| **symbol != Symbol::EMPTY && *cell != m.from && *cell != m.to)
            .map(|(from, &symbol)| Slide { from, to: ends[from], symbol })
            .collect();
        Self { removed, slides }
    }

    /// Every tile when `share` (0 to 1) of the animation is over.
    pub(super) fn tiles(&self, share: f64) -> Vec<Placed> {
        let fade = if self.slides.iter().any(|slide| slide.from != slide.to) { FADE } else { 1.0 };
        let gone = (share / fade).clamp(0.0, 1.0);
        let slid = ((share - fade) / (1.0 - fade).max(f64::EPSILON)).clamp(0.0, 1.0);
        let slid = slid * slid * (3.0 - 2.0 * slid);
        let between = |a: usize, b: usize| a as f64 + (b as f64 - a as f64) * slid;
        let slides = self.slides.iter().map(|slide| Placed {
            row: between(slide.from.row, slide.to.row),
            col: between(slide.from.col, slide.to.col),
            symbol: slide.symbol,
            size: 1.0,
            opacity: 1.0,
        });
        let removed = self.removed.iter().filter(|_| gone < 1.0).map(|&(cell, symbol)| Placed {
            row: cell.row as f64,
            col: cell.col as f64,
            symbol,
            size: 1.0 - 0.5 * gone,
            opacity: 1.0 - gone,
        });
        slides.chain(removed).collect()
    }
}

/// Where each tile of a board is once the move is played: the rules play it on a board whose every tile has a name of its
/// own.
fn ends(before: &Board, m: Move) -> Grid<Cell> {
    let symbols = before.symbols();
    let cols = symbols.cols();
    let place = |cell: Cell| cell.row * cols + cell.col;
    let mut ends = Grid::from_fn(symbols.rows(), cols, |cell| cell);
    let named = Grid::from_fn(symbols.rows(), cols, |cell| match symbols[cell] {
        symbol if symbol == Symbol::EMPTY || symbol.first_char() == '#' => symbol,
        _ if cell == m.from || cell == m.to => name(place(m.from)),
        _ => name(place(cell)),
    });
    let Ok(mut board) = Board::from_symbols(before.rules(), &named) else { return ends };
    if board.play(m).is_ok() {
        for (cell, symbol) in board.symbols().enumerate() {
            if let Ok(from) = symbol.as_str().parse::<usize>() {
                ends[Cell::new(from / cols, from % cols)] = cell;
            }
        }
    }
    ends
}

fn name(place: usize) -> Symbol {
    format!("{place:04}").parse().unwrap_or(Symbol::EMPTY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::Game;
    use crate::games::shisen::{Shift, Shisen};
    use std::sync::Arc;

    fn board(shifts: &[Shift], text: &str) -> Board {
        let mut rules = Shisen::preset("shisen-sho").unwrap();
        rules.shifts = shifts.to_vec();
        Board::parse(&Arc::new(rules), text).unwrap()
    }

    #[test]
    fn tiles_end_where_the_rules_put_them() {
        for shifts in [vec![], vec![Shift::Down], vec![Shift::Left, Shift::Up], vec![Shift::HorizontalOut]] {
            let before = board(&shifts, "ABCA\nDBEC\nFF#D\nE.GG");
            let mut moves = Vec::new();
            before.legal_moves(&mut moves);
            assert!(moves.len() > 2);
            for m in moves {
                let mut after = before.clone();
                after.play(m).unwrap();
                let mut shown = Grid::from_fn(4, 4, |_| Symbol::EMPTY);
                for tile in Motion::new(&before, m).tiles(1.0) {
                    shown[Cell::new(tile.row as usize, tile.col as usize)] = tile.symbol;
                }
                assert_eq!(shown, after.symbols(), "{m} with {shifts:?}");
            }
        }
    }

    #[test]
    fn an_animation_starts_at_the_old_board() {
        let before = board(&[Shift::Down], "AB\nBA");
        let m = Move { from: Cell::new(0, 1), to: Cell::new(1, 0) };
        let tiles = Motion::new(&before, m).tiles(0.0);
        assert_eq!(tiles.len(), 4);
        let symbols = before.symbols();
        assert!(tiles.iter().all(|t| symbols[Cell::new(t.row as usize, t.col as usize)] == t.symbol && t.size == 1.0));
    }
}
