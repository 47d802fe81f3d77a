//! Rooms: connected floor within walls, with every box on a goal.

use super::super::level::Parts;
use super::super::position::Board;
use super::super::rules::Rules;
use crate::grid::{Cell, Grid};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;

/// Where the goals of a room are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goals {
    /// Each of them anywhere.
    Anywhere,
    /// All of them around one of them.
    Together,
    /// All of them in one corner, far from most of the floor.
    InCorner,
}

/// A room with every box on a goal and the player somewhere.
pub(super) fn solved(
    rules: &Arc<Rules>,
    (rows, cols): (usize, usize),
    boxes: usize,
    goals: Goals,
    rng: &mut ChaCha8Rng,
) -> Option<Board> {
    let floor = carve((rows, cols), boxes, rng);
    let mut free = cells(&floor);
    free.shuffle(rng);
    let first = match goals {
        Goals::Anywhere => None,
        Goals::Together => free.first().copied(),
        Goals::InCorner => {
            let (up, left) = (rng.random_bool(0.5), rng.random_bool(0.5));
            let away = |from_start: bool, at: usize, length: usize| if from_start { at } else { length - at };
            free.iter().copied().min_by_key(|cell| away(up, cell.row, rows) + away(left, cell.col, cols))
        }
    };
    if let Some(first) = first {
        free.sort_by_key(|cell| cell.row.abs_diff(first.row).pow(2) + cell.col.abs_diff(first.col).pow(2));
        let goals = boxes.min(free.len());
        free[goals..].shuffle(rng);
    }
    let mut parts = Parts::floor(rows, cols);
    parts.walls = floor.map(|is_floor| !is_floor);
    for &goal in free.iter().take(boxes) {
        parts.goals[goal] = true;
        parts.boxes[goal] = true;
    }
    parts.players = vec![*free.get(boxes)?];
    Board::new(rules, parts).ok()
}

/// Height and width of what is carved at a time: corridors more often than blocks, so that walls are left within.
const SHAPES: [(usize, usize); 6] = [(1, 3), (3, 1), (1, 2), (2, 1), (2, 3), (3, 2)];

/// A connected piece of floor within walls: strips and blocks of up to 3×2 cells, each laid over floor that is there.
pub(super) fn carve((rows, cols): (usize, usize), boxes: usize, rng: &mut ChaCha8Rng) -> Grid<bool> {
    let room = (rows - 2) * (cols - 2);
    let wanted = (room * rng.random_range(45..=65) / 100).max(3 * boxes + 3).min(room);
    let mut floor = Grid::from_fn(rows, cols, |_| false);
    let mut carved = vec![Cell::new(rng.random_range(1..rows - 1), rng.random_range(1..cols - 1))];
    floor[carved[0]] = true;
    while carved.len() < wanted {
        let at = carved[rng.random_range(0..carved.len())];
        let (height, width) = SHAPES[rng.random_range(0..SHAPES.len())];
        let mut side = |at: usize, length: usize, most: usize| {
            let start = at.saturating_sub(rng.random_range(0..length)).max(1);
            start..(start + length).min(most - 1)
        };
        let (down, across) = (side(at.row, height, rows), side(at.col, width, cols));
        for cell in down.flat_map(|row| across.clone().map(move |col| Cell::new(row, col))) {
            if !floor[cell] {
                floor[cell] = true;
                carved.push(cell);
            }
        }
    }
    floor
}

/// The cells that are marked, in row order.
pub(super) fn cells(which: &Grid<bool>) -> Vec<Cell> {
    which.enumerate().filter(|(_, is)| **is).map(|(cell, _)| cell).collect()
}
