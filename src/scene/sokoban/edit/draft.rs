//! A level in the making, played backward: its boxes start on the goals and are pulled away from them.

use crate::games::sokoban::{Board, Parts, Rules, Step};
use crate::grid::{Cell, Grid};
use crate::puzzle::{Puzzle, Status};
use std::collections::VecDeque;
use std::sync::Arc;

/// What the player did since the boxes stood on the goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Act {
    pub(super) step: Step,
    /// Whether the box behind the player came along.
    pub(super) pulls: bool,
}

/// Walls and goals as they are drawn, legal or not, and the pulls that led from the goals to where the boxes are now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Draft {
    walls: Grid<bool>,
    goals: Grid<bool>,
    /// Where the player stood when every box was on its goal.
    start: Cell,
    acts: Vec<Act>,
    boxes: Grid<bool>,
    player: Cell,
}

/// What an edit that the pulls do not allow is answered with.
const IN_THE_WAY: &str = "the pulls so far need this place as it is: undo them first";

impl Draft {
    /// A level with all of its boxes on the goals.
    pub(super) fn new(level: &Board) -> Self {
        let grid = |what: &dyn Fn(Cell) -> bool| Grid::from_fn(level.rows(), level.cols(), what);
        let walls = grid(&|cell| level.is_wall(cell));
        let goals = grid(&|cell| level.is_goal(cell));
        let (boxes, player) = (goals.clone(), level.player());
        let mut draft = Self { walls, goals, start: player, acts: Vec::new(), boxes, player };
        // A player who stood on a goal makes room for its box.
        let floor = |cell: &Cell| draft.is_free(*cell) && level.is_inside(*cell);
        let near = |cell: &Cell| cell.row.abs_diff(player.row) + cell.col.abs_diff(player.col);
        if let Some(free) = draft.boxes.enumerate().map(|(cell, _)| cell).filter(floor).min_by_key(near) {
            draft.start = free;
            draft.player = free;
        }
        draft
    }

    pub(super) fn is_wall(&self, cell: Cell) -> bool {
        self.walls.get(cell).copied().unwrap_or(true)
    }

    pub(super) fn is_goal(&self, cell: Cell) -> bool {
        self.goals.get(cell).copied().unwrap_or(false)
    }

    pub(super) fn is_box(&self, cell: Cell) -> bool {
        self.boxes.get(cell).copied().unwrap_or(false)
    }

    fn is_free(&self, cell: Cell) -> bool {
        !self.is_wall(cell) && !self.is_box(cell)
    }

    pub(super) const fn player(&self) -> Cell {
        self.player
    }

    pub(super) fn rows(&self) -> usize {
        self.walls.rows()
    }

    pub(super) fn cols(&self) -> usize {
        self.walls.cols()
    }

    /// Every cell, row by row.
    pub(super) fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (rows, cols) = (self.rows(), self.cols());
        (0..rows).flat_map(move |row| (0..cols).map(move |col| Cell::new(row, col)))
    }

    /// Boxes, and how many of them are off the goals.
    pub(super) fn boxes(&self) -> (u32, u32) {
        let (mut all, mut off) = (0, 0);
        for (cell, _) in self.boxes.enumerate().filter(|(_, is_box)| **is_box) {
            all += 1;
            off += u32::from(!self.is_goal(cell));
        }
        (all, off)
    }

    /// Steps since every box was on its goal, and how many of them pulled.
    pub(super) fn counts(&self) -> (u32, u32) {
        let pulls = self.acts.iter().filter(|act| act.pulls).count();
        (self.acts.len() as u32, pulls as u32)
    }

    /// The cells that the player could reach if no box were there.
    pub(super) fn inside(&self) -> Grid<bool> {
        let mut inside = self.walls.map(|_| false);
        let mut next = VecDeque::from([self.player]);
        inside[self.player] = true;
        while let Some(cell) = next.pop_front() {
            for near in self.walls.neighbours(cell) {
                if !self.walls[near] && !inside[near] {
                    inside[near] = true;
                    next.push_back(near);
                }
            }
        }
        inside
    }

    /// Walks, or pulls the box behind the player along.
    ///
    /// # Errors
    /// Why it cannot be done; nothing changes then.
    pub(super) fn act(&mut self, act: Act) -> Result<(), &'static str> {
        let to = act.step.from(self.player).filter(|&to| self.is_free(to)).ok_or("the way is not free")?;
        if act.pulls {
            let behind = act.step.opposite().from(self.player).filter(|&cell| self.is_box(cell));
            let behind = behind.ok_or("no box stands behind the player")?;
            self.boxes[behind] = false;
            self.boxes[self.player] = true;
        }
        self.player = to;
        self.acts.push(act);
        Ok(())
    }

    /// Puts every box back on its goal, and the player where it stood then.
    pub(super) fn restart(&mut self) {
        self.acts.clear();
        self.boxes = self.goals.clone();
        self.player = self.start;
    }

    /// Places or removes a wall.
    ///
    /// # Errors
    /// Why that cannot be; nothing changes then.
    pub(super) fn toggle_wall(&mut self, cell: Cell) -> Result<(), &'static str> {
        if self.goals[cell] {
            return Err("a goal is here: a right click takes it away with its box");
        }
        if self.is_box(cell) || self.player == cell {
            return Err("a wall cannot stand where the player or a box is");
        }
        self.change(|draft| draft.walls[cell] = !draft.walls[cell])
    }

    /// Places or removes a goal with a box on it.
    ///
    /// # Errors
    /// Why that cannot be; nothing changes then.
    pub(super) fn toggle_goal(&mut self, cell: Cell) -> Result<(), &'static str> {
        if self.walls[cell] {
            return Err("a wall is here: a left click takes it away");
        }
        if !self.goals[cell] && (self.is_box(cell) || self.player == cell) {
            return Err("a goal with its box cannot be placed where the player or a box is");
        }
        self.change(|draft| draft.goals[cell] = !draft.goals[cell])
    }

    /// Puts the player down somewhere else.
    ///
    /// # Errors
    /// Why that cannot be; nothing changes then.
    pub(super) fn put_player(&mut self, cell: Cell) -> Result<(), &'static str> {
        if !self.acts.is_empty() {
            return Err("the player can be put elsewhere only while every box is on its goal: restart first");
        }
        if !self.is_free(cell) {
            return Err("the player must stand on floor");
        }
        self.start = cell;
        self.player = cell;
        Ok(())
    }

    /// Changes walls or goals and goes the same way again from the goals.
    fn change(&mut self, edit: impl FnOnce(&mut Self)) -> Result<(), &'static str> {
        let mut changed = self.clone();
        edit(&mut changed);
        changed.restart();
        if !changed.is_free(changed.start) {
            return Err(IN_THE_WAY);
        }
        for &act in &self.acts {
            changed.act(act).map_err(|_| IN_THE_WAY)?;
        }
        *self = changed;
        Ok(())
    }

    /// The level as it stands, without the empty rows and columns around it.
    ///
    /// # Errors
    /// The first reason that it is none, or that it is solved already.
    pub(super) fn level(&self) -> Result<Board, String> {
        let drawn =
            |cell: &Cell| self.is_wall(*cell) || self.is_goal(*cell) || self.is_box(*cell) || self.player == *cell;
        let (mut first, mut last) = (self.player, self.player);
        for cell in self.cells().filter(drawn) {
            first = Cell::new(first.row.min(cell.row), first.col.min(cell.col));
            last = Cell::new(last.row.max(cell.row), last.col.max(cell.col));
        }
        let here = |cell: Cell| Cell::new(cell.row + first.row, cell.col + first.col);
        let mut parts = Parts::floor(last.row + 1 - first.row, last.col + 1 - first.col);
        let (walls, goals, boxes) = (parts.walls.clone(), parts.goals.clone(), parts.boxes.clone());
        parts.walls = Grid::from_fn(walls.rows(), walls.cols(), |cell| self.is_wall(here(cell)));
        parts.goals = Grid::from_fn(goals.rows(), goals.cols(), |cell| self.is_goal(here(cell)));
        parts.boxes = Grid::from_fn(boxes.rows(), boxes.cols(), |cell| self.is_box(here(cell)));
        parts.players.push(Cell::new(self.player.row - first.row, self.player.col - first.col));
        let board = Board::new(&Arc::new(Rules), parts).map_err(|problems| {
            problems.first().map_or_else(|| "it is no level".to_owned(), |problem| problem.to_string())
        })?;
        if board.status() == Status::Won {
            return Err("every box is on a goal: pull one away first (Shift and an arrow)".to_owned());
        }
        self.prove(&board)?;
        Ok(board)
    }

    /// Plays the pulls backward, which are pushes then, by the rules.
    fn prove(&self, level: &Board) -> Result<(), String> {
        let mut at = level.clone();
        for act in self.acts.iter().rev() {
            if at.status() == Status::Won {
                break;
            }
            let step = act.step.opposite();
            if at.would_push(step) != act.pulls {
                return Err("the pulls do not lead back to the goals: restart and pull again".to_owned());
            }
            at.play(step).map_err(|refused| format!("the pulls do not lead back to the goals: {refused}"))?;
        }
        if at.status() == Status::Won { Ok(()) } else { Err("the pulls do not lead back to the goals".to_owned()) }
    }
}
