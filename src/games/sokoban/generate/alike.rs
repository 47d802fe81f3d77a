//! Levels that are the same but for where they lie, a turn or a mirror.

use super::super::position::Board;
use crate::grid::Cell;
use std::collections::HashSet;

/// A level without its place: what stands on each cell inside, in row order, in the least of its eight turns and mirrors.
/// Where in its region the player stands makes no other level.
type Shape = Vec<(usize, usize, u8)>;

/// The levels of a run, each of them once.
#[derive(Clone, Debug, Default)]
pub struct Alike {
    known: HashSet<Shape>,
}

impl Alike {
    /// Notes a level; whether it is like none before.
    pub fn is_new(&mut self, board: &Board) -> bool {
        self.known.insert(shape(board))
    }
}

fn shape(board: &Board) -> Shape {
    let reach = board.reach();
    let inside: Vec<(Cell, u8)> = board
        .level()
        .inside()
        .enumerate()
        .filter(|(_, inside)| **inside)
        .map(|(cell, _)| {
            let marks = [board.is_goal(cell), board.is_box(cell), reach[cell]];
            (cell, marks.iter().fold(0, |all, &mark| all << 1 | u8::from(mark)))
        })
        .collect();
    let (rows, cols) = (board.rows(), board.cols());
    let turned = |turn: usize| -> Shape {
        let mut shape: Shape = inside
            .iter()
            .map(|&(cell, mark)| {
                let row = if turn & 1 == 0 { cell.row } else { rows - 1 - cell.row };
                let col = if turn & 2 == 0 { cell.col } else { cols - 1 - cell.col };
                if turn & 4 == 0 { (row, col, mark) } else { (col, row, mark) }
            })
            .collect();
        let top = shape.iter().map(|at| at.0).min().unwrap_or(0);
        let left = shape.iter().map(|at| at.1).min().unwrap_or(0);
        shape.iter_mut().for_each(|at| *at = (at.0 - top, at.1 - left, at.2));
        shape.sort_unstable();
        shape
    };
    (0..8).map(turned).min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::super::super::Rules;
    use super::*;
    use std::sync::Arc;

    #[test]
    fn turns_mirrors_and_other_places_of_the_player_are_alike() {
        let mut known = Alike::default();
        for (text, is_new) in [
            ("#######\n#@ $ .#\n#  ####\n####", true),
            ("#######\n# @$ .#\n#  ####\n####", false),
            ("#######\n#. $ @#\n####  #\n   ####", false),
            ("####\n#  ####\n#@ $ .#\n#######", false),
            ("####\n#  #\n# @#\n##$#\n # #\n #.#\n ###", false),
            ("\n ####### \n #@ $ .# \n #  #### \n ####", false),
            ("#######\n#  $@.#\n#  ####\n####", true),
            ("#######\n#@ $. #\n#  ####\n####", true),
        ] {
            let board = super::super::super::notation::parse_board(&Arc::new(Rules), text).unwrap();
            assert_eq!(known.is_new(&board), is_new, "{text}");
        }
    }
}
