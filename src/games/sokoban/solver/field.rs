//! A level packed for searching: the squares inside numbered in row order, and how far each is from a goal.

use super::super::position::Board;
use super::super::step::Step;
use super::mover::Way;
use crate::grid::{Cell, Grid};
use std::collections::VecDeque;

/// Stands for no square.
pub(super) const NONE: u16 = u16::MAX;

/// What never changes during a search. A square is a cell that the player can reach when no box is there.
pub(super) struct Field {
    cells: Vec<Cell>,
    /// The neighbours of each square in the order of [`Step::ALL`].
    near: Vec<[u16; 4]>,
    /// The same, with the number of squares in place of [`NONE`].
    on_foot: Vec<[u16; 4]>,
    is_goal: Vec<bool>,
    goals: Vec<u16>,
    /// Pushes from each square to its nearest goal if no other box is there; none where no goal can be reached at all.
    distance: Vec<Option<u32>>,
    /// The live squares, those from which a box can be pushed to a goal, counted in row order; [`NONE`] for dead ones.
    live: Vec<u16>,
    live_squares: Vec<u16>,
    way: Way,
}

impl Field {
    pub(super) fn of(board: &Board) -> Self {
        let inside = board.level().inside();
        let cells: Vec<Cell> = inside.enumerate().filter(|(_, inside)| **inside).map(|(cell, _)| cell).collect();
        let mut number: Grid<u16> = inside.map(|_| NONE);
        for (square, &cell) in cells.iter().enumerate() {
            number[cell] = square as u16;
        }
        let beside =
            |cell: Cell, step: Step| step.from(cell).and_then(|near| number.get(near).copied()).unwrap_or(NONE);
        let near: Vec<[u16; 4]> = cells.iter().map(|&cell| Step::ALL.map(|step| beside(cell, step))).collect();
        let is_goal: Vec<bool> = cells.iter().map(|&cell| board.is_goal(cell)).collect();
        Self::from_parts(cells, near, is_goal, Way::Push)
    }

    /// The same squares with other goals.
    pub(super) fn with_goals(&self, goals: &[u16]) -> Self {
        let mut is_goal = vec![false; self.squares()];
        goals.iter().for_each(|&goal| is_goal[usize::from(goal)] = true);
        Self::from_parts(self.cells.clone(), self.near.clone(), is_goal, Way::Push)
    }

    /// The same squares for play backward: boxes are pulled to where they start. Squares that are dead in play stay dead.
    pub(super) fn reversed(&self, starts: &[u16]) -> Self {
        let mut is_goal = vec![false; self.squares()];
        starts.iter().for_each(|&start| is_goal[usize::from(start)] = true);
        let mut field = Self::from_parts(self.cells.clone(), self.near.clone(), is_goal, Way::Pull);
        field.live_squares.retain(|&square| self.live(square) != NONE);
        field.live.fill(NONE);
        for (number, &square) in field.live_squares.iter().enumerate() {
            field.live[usize::from(square)] = number as u16;
        }
        field
    }

    /// How boxes come to the goals of this field.
    pub(super) fn way(&self) -> Way {
        self.way
    }

    fn from_parts(cells: Vec<Cell>, near: Vec<[u16; 4]>, is_goal: Vec<bool>, way: Way) -> Self {
        let distance = distances(&near, &is_goal, way);
        let mut live = vec![NONE; cells.len()];
        let mut live_squares = Vec::new();
        for square in (0..cells.len()).filter(|&square| distance[square].is_some()) {
            live[square] = live_squares.len() as u16;
            live_squares.push(square as u16);
        }
        let goals = (0..cells.len() as u16).filter(|&square| is_goal[usize::from(square)]).collect();
        let beyond = cells.len() as u16;
        let on_foot = near.iter().map(|near| near.map(|at| if at == NONE { beyond } else { at })).collect();
        Self { cells, near, on_foot, is_goal, goals, distance, live, live_squares, way }
    }

    /// The same field with every square taken for a live one, as a search that knows no dead squares sees it.
    pub(super) fn all_live(self) -> Self {
        let live_squares: Vec<u16> = (0..self.squares() as u16).collect();
        Self { live: live_squares.clone(), live_squares, ..self }
    }

    /// The squares that touch a square by side or corner, on foot over the sides.
    pub(super) fn around(&self, square: u16) -> impl Iterator<Item = u16> {
        let near = self.near(square);
        let corner = |side: usize, turn: usize| match near[side] {
            NONE => NONE,
            beside => self.near(beside)[turn],
        };
        let corners = [
            [corner(0, 2), corner(0, 3)],
            [corner(1, 2), corner(1, 3)],
            [corner(2, 0), corner(2, 1)],
            [corner(3, 0), corner(3, 1)],
        ];
        near.into_iter().chain(corners.into_iter().flatten()).filter(|&at| at != NONE)
    }

    pub(super) fn squares(&self) -> usize {
        self.cells.len()
    }

    pub(super) fn live_squares(&self) -> &[u16] {
        &self.live_squares
    }

    /// The number of a square among the live ones, or [`NONE`].
    pub(super) fn live(&self, square: u16) -> u16 {
        self.live[usize::from(square)]
    }

    pub(super) fn near(&self, square: u16) -> [u16; 4] {
        self.near[usize::from(square)]
    }

    /// The neighbours of a square, with the number of squares where there is none: a place in lists that have one more
    /// entry than there are squares, which saves a look at each neighbour.
    pub(super) fn on_foot(&self, square: u16) -> [u16; 4] {
        self.on_foot[usize::from(square)]
    }

    pub(super) fn is_goal(&self, square: u16) -> bool {
        self.is_goal[usize::from(square)]
    }

    /// The goals in row order.
    pub(super) fn goals(&self) -> &[u16] {
        &self.goals
    }

    pub(super) fn cell(&self, square: u16) -> Cell {
        self.cells[usize::from(square)]
    }

    pub(super) fn square(&self, cell: Cell) -> u16 {
        self.cells.binary_search(&cell).map_or(NONE, |square| square as u16)
    }

    /// The squares of the boxes that can be reached.
    pub(super) fn boxes(&self, board: &Board) -> Vec<u16> {
        board.boxes().map(|cell| self.square(cell)).filter(|&square| square != NONE).collect()
    }

    /// Pushes that no solution from these boxes can do without: each box has to come to some goal. None where one of them
    /// can never come to any.
    pub(super) fn bound(&self, boxes: &[u16]) -> Option<usize> {
        boxes.iter().map(|&square| self.distance[usize::from(square)].map(|pushes| pushes as usize)).sum()
    }
}

/// Moves of a box to the nearest goal, found by moving back from all goals at once.
fn distances(near: &[[u16; 4]], is_goal: &[bool], way: Way) -> Vec<Option<u32>> {
    let mut distance: Vec<Option<u32>> = is_goal.iter().map(|&goal| goal.then_some(0)).collect();
    let mut next: VecDeque<usize> = (0..near.len()).filter(|&square| is_goal[square]).collect();
    while let Some(square) = next.pop_front() {
        for (back, &from) in near[square].iter().enumerate() {
            let player = match way {
                Way::Push if from != NONE => near[usize::from(from)][back],
                Way::Push => NONE,
                Way::Pull => near[square][back ^ 1],
            };
            if from == NONE || player == NONE || distance[usize::from(from)].is_some() {
                continue;
            }
            distance[usize::from(from)] = distance[square].map(|pushes| pushes + 1);
            next.push_back(from.into());
        }
    }
    distance
}
