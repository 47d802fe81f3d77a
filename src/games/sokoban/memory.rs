//! What one picture cannot show: the goals under boxes and under the player.

use super::level::{Level, Parts};
use super::position::Board;
use crate::grid::{Cell, Grid};
use crate::puzzle::Problem;
use std::sync::Arc;

/// The level that was seen last, and those that may come.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    seen: Option<Arc<Level>>,
    levels: Vec<Arc<Level>>,
}

impl Memory {
    /// Knows the levels of a file.
    #[must_use]
    pub fn of_levels(levels: &[Board]) -> Self {
        Self { seen: None, levels: levels.iter().map(|board| Arc::clone(board.level())).collect() }
    }

    /// Notes where the goals of a level are.
    pub fn remember(&mut self, board: &Board) {
        self.seen = Some(Arc::clone(board.level()));
    }

    /// The goals of a picture that shows fewer goals than boxes: those of the level seen last if it fits the picture, else
    /// those of the level from the file that does. A level fits where the player can reach the same cells (walls that
    /// nothing reaches, and where on the picture the level stands, do not matter), every goal that is seen is one of its
    /// goals, and each of its other goals is under a box or the player.
    ///
    /// # Errors
    /// No level fits, or several with different goals.
    pub(super) fn goals(&self, parts: &Parts, inside: &Grid<bool>, hidden: usize) -> Result<Grid<bool>, Problem> {
        let fit = |level: &Arc<Level>| fit(level, parts, inside, hidden);
        if let Some(goals) = self.seen.as_ref().and_then(fit) {
            return Ok(goals);
        }
        let mut fitting: Vec<Grid<bool>> = Vec::new();
        for goals in self.levels.iter().filter_map(fit) {
            if !fitting.contains(&goals) {
                fitting.push(goals);
            }
        }
        let are = if hidden == 1 { "1 goal is".to_owned() } else { format!("{hidden} goals are") };
        match (fitting.pop(), fitting.is_empty()) {
            (Some(goals), true) => Ok(goals),
            (Some(_), false) => Err(Problem::of_board(format!(
                "{are} hidden under boxes or the player, and several levels of the level file would fit: give a file \
                 with this level alone"
            ))),
            (None, _) if self.levels.is_empty() => Err(Problem::of_board(format!(
                "{are} hidden under boxes or the player: give the level with --level-file"
            ))),
            (None, _) => Err(Problem::of_board(format!(
                "{are} hidden under boxes or the player, and no level of the level file has these walls: give the level \
                 with --level-file"
            ))),
        }
    }
}

/// The goals of a level, laid over a picture that it fits.
fn fit(level: &Level, parts: &Parts, inside: &Grid<bool>, hidden: usize) -> Option<Grid<bool>> {
    let (from, size) = bounds(level.inside())?;
    let (to, shown) = bounds(inside)?;
    let same = |row, col| {
        level.inside()[Cell::new(from.row + row, from.col + col)] == inside[Cell::new(to.row + row, to.col + col)]
    };
    if size != shown || !(0..size.row).all(|row| (0..size.col).all(|col| same(row, col))) {
        return None;
    }
    let mut goals = parts.goals.clone();
    let mut added = 0;
    for (cell, _) in inside.enumerate().filter(|(_, inside)| **inside) {
        let is_goal = level.goals()[Cell::new(cell.row - to.row + from.row, cell.col - to.col + from.col)];
        let may_hide = parts.boxes[cell] || parts.players.contains(&cell);
        if is_goal != goals[cell] {
            if !is_goal || !may_hide {
                return None;
            }
            goals[cell] = true;
            added += 1;
        }
    }
    (added == hidden).then_some(goals)
}

/// The first row and column of what is set, and how many of both it spans.
fn bounds(what: &Grid<bool>) -> Option<(Cell, Cell)> {
    let set = || what.enumerate().filter(|(_, is)| **is).map(|(cell, _)| cell);
    let (top, bottom) = (set().map(|cell| cell.row).min()?, set().map(|cell| cell.row).max()?);
    let (left, right) = (set().map(|cell| cell.col).min()?, set().map(|cell| cell.col).max()?);
    Some((Cell::new(top, left), Cell::new(bottom - top + 1, right - left + 1)))
}
