//! What never changes while a level is played: walls, goals, and what the figure could reach if no box were there.

use crate::grid::{Cell, Grid};
use crate::puzzle::Problem;
use std::collections::VecDeque;

/// Most cells of a level.
pub const MAX_CELLS: usize = 16_384;

/// Where things stand, not yet known to be a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Whether a wall stands in a cell.
    pub walls: Grid<bool>,
    /// Whether a cell is a goal.
    pub goals: Grid<bool>,
    /// Whether a box stands in a cell.
    pub boxes: Grid<bool>,
    /// Where figures stand; a level has one.
    pub players: Vec<Cell>,
}

impl Parts {
    /// Bare floor.
    #[must_use]
    pub fn floor(rows: usize, cols: usize) -> Self {
        let none = Grid::from_fn(rows, cols, |_| false);
        Self { walls: none.clone(), goals: none.clone(), boxes: none, players: Vec::new() }
    }
}

/// Walls and goals of a level.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Level {
    walls: Grid<bool>,
    goals: Grid<bool>,
    inside: Grid<bool>,
}

impl Level {
    /// The walls.
    #[must_use]
    pub fn walls(&self) -> &Grid<bool> {
        &self.walls
    }

    /// The goals, those among them that nothing can reach.
    #[must_use]
    pub fn goals(&self) -> &Grid<bool> {
        &self.goals
    }

    /// The cells that the figure reaches when all boxes are taken away.
    #[must_use]
    pub fn inside(&self) -> &Grid<bool> {
        &self.inside
    }
}

/// A first look at parts.
pub(super) struct Survey {
    /// Everything that is wrong but for the number of boxes.
    pub(super) problems: Vec<Problem>,
    /// The cells that the figure reaches when all boxes are taken away.
    pub(super) inside: Grid<bool>,
    /// Boxes inside.
    pub(super) boxes: usize,
    /// Goals inside.
    pub(super) goals: usize,
}

impl Survey {
    /// Looks at parts whose grids are all of one size.
    pub(super) fn of(parts: &Parts) -> Self {
        let mut problems = Vec::new();
        let (rows, cols) = (parts.walls.rows(), parts.walls.cols());
        if rows == 0 || cols == 0 {
            problems.push(Problem::of_board("the level has no cells; draw it with # for walls, @ $ and . inside"));
        } else if rows.saturating_mul(cols) > MAX_CELLS {
            problems.push(Problem::of_board(format!(
                "{rows} rows of {cols} columns are more than the {MAX_CELLS} cells that a level may have"
            )));
        } else {
            if parts.players.is_empty() {
                problems.push(Problem::of_board("there is no player: put in one @, or + on a goal"));
            }
            problems.extend(second_players(&parts.players));
        }
        for &player in &parts.players {
            if parts.walls.get(player) != Some(&false) || parts.boxes.get(player) != Some(&false) {
                problems.push(Problem::at(player, "the player must stand on floor or on a goal"));
            }
        }
        problems.extend(
            parts
                .boxes
                .enumerate()
                .filter(|&(cell, &is_box)| is_box && parts.walls[cell])
                .map(|(cell, _)| Problem::at(cell, "a box and a wall stand in the same cell")),
        );
        let (inside, open) = reach(&parts.walls, &parts.players);
        if let Some(&first) = open.first() {
            let more = open.len() - 1;
            let more = if more == 0 { String::new() } else { format!(" and at {more} more cells of the border") };
            let message = format!("the player can walk off the board here{more}: close the wall with #");
            problems.push(Problem::at(first, message));
        }
        let count = |what: &Grid<bool>| what.enumerate().filter(|&(cell, &is)| is && inside[cell]).count();
        let (boxes, goals) = (count(&parts.boxes), count(&parts.goals));
        Self { problems, inside, boxes, goals }
    }

    /// What is wrong with the number of boxes and goals, each of them that does not count with its cell.
    pub(super) fn count_problems(&self, parts: &Parts) -> Vec<Problem> {
        if parts.players.is_empty() {
            return Vec::new();
        }
        let (boxes, goals) = (self.boxes, self.goals);
        let mut problems = Vec::new();
        if boxes == 0 && goals == 0 {
            problems.push(Problem::of_board("no box stands where the player can go: put in a $ and a . for it"));
        } else if boxes != goals {
            let message = format!("{boxes} boxes and {goals} goals: a level has as many boxes as goals");
            problems.push(Problem::of_board(message));
        }
        if problems.is_empty() {
            return problems;
        }
        let outside = |what: &Grid<bool>, other: &Grid<bool>, name: &str| -> Vec<Problem> {
            what.enumerate()
                .filter(|&(cell, &is)| is && !other[cell] && !self.inside[cell])
                .map(|(cell, _)| {
                    Problem::at(
                        cell,
                        format!("the {name} lies outside of all that the player can reach: it does not count"),
                    )
                })
                .collect()
        };
        problems.extend(outside(&parts.boxes, &parts.goals, "box"));
        problems.extend(outside(&parts.goals, &parts.boxes, "goal"));
        problems
    }

    /// The level, where nothing is wrong.
    pub(super) fn level(self, parts: Parts) -> (Level, Grid<bool>) {
        (Level { walls: parts.walls, goals: parts.goals, inside: self.inside }, parts.boxes)
    }
}

/// Every figure but the first one.
pub(super) fn second_players(players: &[Cell]) -> Vec<Problem> {
    let Some((first, more)) = players.split_first() else { return Vec::new() };
    let message = format!("a second player; the first one is at row {}, col {}", first.row, first.col);
    more.iter().map(|&cell| Problem::at(cell, message.clone())).collect()
}

/// The floor that is reached from any of `from`, and the cells of it that lie on the border, nearest first.
fn reach(walls: &Grid<bool>, from: &[Cell]) -> (Grid<bool>, Vec<Cell>) {
    let mut inside = walls.map(|_| false);
    let mut open = Vec::new();
    let mut next = VecDeque::new();
    for &cell in from {
        if walls.get(cell) == Some(&false) && !inside[cell] {
            inside[cell] = true;
            next.push_back(cell);
        }
    }
    while let Some(cell) = next.pop_front() {
        if cell.row == 0 || cell.col == 0 || cell.row + 1 == walls.rows() || cell.col + 1 == walls.cols() {
            open.push(cell);
        }
        for near in walls.neighbours(cell) {
            if !walls[near] && !inside[near] {
                inside[near] = true;
                next.push_back(near);
            }
        }
    }
    (inside, open)
}
