//! Where the levels come from, and their place on a lattice that stays the same from level to level.

use crate::games::Game;
use crate::games::sokoban::{Board, Parts, Rules, Sokoban, generate};
use crate::grid::Cell;
use std::sync::Arc;

/// The levels that are played, in turn; they are counted from 1.
#[derive(Clone, Debug)]
pub enum Levels {
    /// Without end, made as `generate sokoban` makes them.
    Generated {
        /// Rows of each level, its walls included.
        rows: usize,
        /// Columns of each level, its walls included.
        cols: usize,
        /// Boxes of each level.
        boxes: usize,
        /// Every level follows from this number.
        seed: u64,
    },
    /// Those of a file: a level, or why it is none.
    Given(Vec<Result<Board, String>>),
}

impl Levels {
    /// The levels of a file; `name` is for messages.
    ///
    /// # Errors
    /// That there is no good level in it, with what is wrong with the first one.
    pub fn from_text(name: &str, text: &str) -> Result<Self, String> {
        let levels: Vec<_> = Sokoban::boards(&Arc::new(Rules), text, None)
            .into_iter()
            .enumerate()
            .map(|(index, level)| {
                level.board.map_err(|problems| {
                    let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
                    format!("{name}, level {} (line {}): {}", index + 1, level.block.first_line, told.join("; "))
                })
            })
            .collect();
        match levels.first() {
            None => Err(format!("{name}: there is no level in it; draw it with # for walls, @ $ and . inside")),
            Some(Err(why)) if levels.iter().all(Result::is_err) => Err(why.clone()),
            Some(_) => Ok(Self::Given(levels)),
        }
    }

    /// Rows and columns of the largest level in each direction.
    #[must_use]
    pub fn size(&self) -> (usize, usize) {
        match self {
            Self::Generated { rows, cols, .. } => (*rows, *cols),
            Self::Given(levels) => levels
                .iter()
                .flatten()
                .fold((0, 0), |(rows, cols), level| (rows.max(level.rows()), cols.max(level.cols()))),
        }
    }

    /// Level `number`, in the middle of a board of [`size`](Self::size).
    ///
    /// # Errors
    /// Why there is no such level.
    pub fn level(&self, number: usize) -> Result<Board, String> {
        let index = number.checked_sub(1).ok_or("levels are counted from 1")?;
        let level = match self {
            Self::Generated { rows, cols, boxes, seed } => {
                generate::level(&Arc::new(Rules), (*rows, *cols), *boxes, *seed, index as u64)?
            }
            Self::Given(levels) => {
                let missing = || format!("there is no level {number}: the file has {}", levels.len());
                levels.get(index).ok_or_else(missing)?.clone()?
            }
        };
        padded(&level, self.size())
    }

    /// The number of the next level after `number`, if there is one; broken levels of a file are passed over.
    #[must_use]
    pub fn after(&self, number: usize) -> Option<usize> {
        match self {
            Self::Generated { .. } => Some(number + 1),
            Self::Given(levels) => (number + 1..=levels.len()).find(|next| levels[next - 1].is_ok()),
        }
    }
}

/// A level in the middle of a board of `rows` × `cols`, moved by whole cells.
fn padded(level: &Board, (rows, cols): (usize, usize)) -> Result<Board, String> {
    if (level.rows(), level.cols()) == (rows, cols) {
        return Ok(level.clone());
    }
    let (down, right) = (rows.saturating_sub(level.rows()) / 2, cols.saturating_sub(level.cols()) / 2);
    let mut parts = Parts::floor(rows.max(level.rows()), cols.max(level.cols()));
    let there = |cell: Cell| Cell::new(cell.row + down, cell.col + right);
    for cell in (0..level.rows()).flat_map(|row| (0..level.cols()).map(move |col| Cell::new(row, col))) {
        parts.walls[there(cell)] = level.is_wall(cell);
        parts.goals[there(cell)] = level.is_goal(cell);
        parts.boxes[there(cell)] = level.is_box(cell);
    }
    parts.players.push(there(level.player()));
    Board::new(level.rules(), parts).map_err(|problems| problems.iter().map(ToString::to_string).collect())
}

/// The character of a cell in rows that keep their full width in a board file: `_` around the level, `-` for its floor.
/// `stands` says whether a goal, a box and the player are there.
pub(super) const fn character(is_wall: bool, stands: (bool, bool, bool), is_inside: bool) -> char {
    match stands {
        _ if is_wall => '#',
        (true, true, _) => '*',
        (false, true, _) => '$',
        (true, false, true) => '+',
        (false, false, true) => '@',
        (true, false, false) => '.',
        _ if is_inside => '-',
        _ => '_',
    }
}

/// A board as rows of the lattice's full width.
pub(super) fn full_rows(board: &Board) -> String {
    let mut text = String::with_capacity(board.rows() * (board.cols() + 1));
    for row in 0..board.rows() {
        for col in 0..board.cols() {
            let cell = Cell::new(row, col);
            let stands = (board.is_goal(cell), board.is_box(cell), board.player() == cell);
            text.push(character(board.is_wall(cell), stands, board.is_inside(cell)));
        }
        text.push('\n');
    }
    text
}
