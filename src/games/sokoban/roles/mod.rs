//! What the groups of cells of a picture are, told by how a level is made: walls close the rooms off, one player is in
//! them, as many boxes as goals are, and the level can be solved.

mod room;
mod walls;

use super::position::Board;
use super::rules::Rules;
use super::solver::{self, Objective};
use crate::games::Guessed;
use crate::grid::{Cell, Grid, Symbol};
use crate::puzzle::{Puzzle, Status};
use crate::search::Budget;
use crate::vision::grouping::Grouping;
use room::named;
use std::sync::Arc;
use walls::closed;

/// Readings whose level is tried to be solved, and the positions that may be looked at for each.
const TRIED: usize = 40;
const NODES: u64 = 4_000;
/// What speaks against a reading whose level was not solved by then, and against one whose level has no solution.
const UNSOLVED: f32 = 1.0;
const UNSOLVABLE: f32 = 2.0;
/// By how much the best reading must lead, and how much may speak against it at the most, to be sure and to be told.
const LEAD: f32 = 0.5;
const SURE: f32 = 0.3;
const MOST: f32 = 3.0;

/// One way to name the groups.
struct Reading {
    /// How much speaks against it.
    cost: f32,
    symbols: Grid<char>,
}

/// The level that some way to group a picture's cells shows; nothing where none does.
pub(super) fn guess(rules: &Arc<Rules>, groupings: &[Grouping]) -> Option<Guessed<Board>> {
    let mut readings = Readings::default();
    for grouping in groupings {
        for walls in closed(grouping) {
            named(grouping, &walls, &mut readings);
        }
    }
    let mut found: Vec<Judged> = Vec::new();
    for reading in &readings.kept {
        let best = found.iter().map(|judged| judged.cost).fold(f32::MAX, f32::min);
        if reading.cost > best + LEAD {
            break;
        }
        let Some(judged) = judged(rules, reading) else { continue };
        match found.iter_mut().find(|other| is_same(&other.board, &judged.board)) {
            // What lies behind the walls is no part of them where it need not be.
            Some(other) if walls(&judged.board) < walls(&other.board) => other.board = judged.board,
            Some(_) => {}
            None => found.push(judged),
        }
    }
    found.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    let mut found = found.into_iter();
    let best = found.next()?;
    let next = found.next().filter(|next| next.cost < best.cost + LEAD);
    let doubt = match next {
        Some(next) => Some(told(&best.board, &next.board)),
        None if best.is_unsolvable => Some("the level that the picture seems to show has no solution".to_owned()),
        None if best.seen > SURE => {
            Some("the picture hardly looks like a level; say what it shows with --truth".to_owned())
        }
        None => None,
    };
    let (corner, board) = cropped(rules, &best.board)?;
    Some(Guessed { board, corner, doubt })
}

/// The readings against which least speaks, the best first.
#[derive(Default)]
struct Readings {
    kept: Vec<Reading>,
}

impl Readings {
    /// Whether a reading of this cost is worth to be told.
    fn takes(&self, cost: f32) -> bool {
        cost < MOST && (self.kept.len() < TRIED || self.kept.last().is_some_and(|last| cost < last.cost))
    }

    fn add(&mut self, reading: Reading) {
        if let Some(at) = self.kept.iter().position(|kept| kept.symbols == reading.symbols) {
            if self.kept[at].cost <= reading.cost {
                return;
            }
            self.kept.remove(at);
        }
        let at = self.kept.partition_point(|kept| kept.cost <= reading.cost);
        self.kept.insert(at, reading);
        self.kept.truncate(TRIED);
    }
}

/// A reading that is a level.
struct Judged {
    board: Board,
    /// What speaks against it by the picture alone, and together with how its level could be solved.
    seen: f32,
    cost: f32,
    is_unsolvable: bool,
}

/// The level of a reading; nothing where it is none, or there is nothing left to do.
fn judged(rules: &Arc<Rules>, reading: &Reading) -> Option<Judged> {
    let symbols = reading.symbols.map(|name| Symbol::from_char(*name).unwrap_or(Symbol::EMPTY));
    let board = Board::from_symbols(rules, &symbols).ok()?;
    if board.status() == Status::Won {
        return None;
    }
    // What is doubtful as it is needs no solution.
    if reading.cost > SURE {
        return Some(Judged { board, seen: reading.cost, cost: reading.cost + UNSOLVED, is_unsolvable: false });
    }
    let budget = Budget::of_nodes(NODES, 0);
    let outcome = solver::solve(&board, "auto", Objective::Any, &budget, &mut |_| {});
    let is_unsolvable = outcome.status != Status::Won && outcome.proven;
    let more = match outcome.status {
        Status::Won => 0.0,
        _ if is_unsolvable => UNSOLVABLE,
        _ => UNSOLVED,
    };
    Some(Judged { board, seen: reading.cost, cost: reading.cost + more, is_unsolvable })
}

/// The part of a board that its walls span, and where its first cell is: what else looks like walls lies apart from them.
fn cropped(rules: &Arc<Rules>, board: &Board) -> Option<(Cell, Board)> {
    let inside = board.level().inside();
    let mut part = inside.clone();
    let mut next: Vec<Cell> = inside.enumerate().filter(|(_, is)| **is).map(|(cell, _)| cell).collect();
    while let Some(cell) = next.pop() {
        for near in inside.around(cell).filter(|near| board.is_wall(*near)) {
            if !std::mem::replace(&mut part[near], true) {
                next.push(near);
            }
        }
    }
    let cells = || part.enumerate().filter(|(_, is)| **is).map(|(cell, _)| cell);
    let corner = Cell::new(cells().map(|cell| cell.row).min()?, cells().map(|cell| cell.col).min()?);
    let last = Cell::new(cells().map(|cell| cell.row).max()?, cells().map(|cell| cell.col).max()?);
    let symbols = Grid::from_fn(last.row + 1 - corner.row, last.col + 1 - corner.col, |cell| {
        let cell = Cell::new(corner.row + cell.row, corner.col + cell.col);
        Symbol::from_char(board.xsb(cell)).filter(|_| part[cell]).or(Symbol::from_char('-')).unwrap_or(Symbol::EMPTY)
    });
    Some((corner, Board::from_symbols(rules, &symbols).ok()?))
}

fn walls(board: &Board) -> usize {
    board.level().walls().iter().filter(|is_wall| **is_wall).count()
}

/// Whether two boards are alike in all that the player can reach.
fn is_same(a: &Board, b: &Board) -> bool {
    a.player() == b.player()
        && a.level().inside() == b.level().inside()
        && a.level().inside().enumerate().filter(|(_, is)| **is).all(|(cell, _)| a.xsb(cell) == b.xsb(cell))
}

/// What the picture may show instead.
fn told(board: &Board, other: &Board) -> String {
    let differs = |cell: &Cell| board.xsb(*cell) != other.xsb(*cell);
    let cells: Vec<Cell> = board.level().inside().enumerate().map(|(cell, _)| cell).filter(differs).collect();
    let first = cells.first().map_or_else(String::new, |cell| {
        format!(", the first at {cell}: `{}` or `{}`", board.xsb(*cell), other.xsb(*cell))
    });
    format!("{} cells may be called otherwise{first}; say which with --truth", cells.len())
}
