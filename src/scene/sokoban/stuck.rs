//! Boxes that can be seen at a glance never to move again.

use crate::games::sokoban::{Board, Step};
use crate::grid::Cell;

/// Whether some box off its goal stands in a corner, or in a square of four with walls and boxes alone.
pub(super) fn looks_stuck(board: &Board) -> bool {
    let off: Vec<Cell> = board.boxes().filter(|&cell| board.is_inside(cell) && !board.is_goal(cell)).collect();
    let wall = |cell: Cell, step: Step| step.from(cell).is_none_or(|near| board.is_wall(near));
    let fixed = |cell: Option<Cell>| cell.is_none_or(|cell| board.is_wall(cell) || board.is_box(cell));
    off.into_iter().any(|cell| {
        [Step::Up, Step::Down].into_iter().any(|vertical| {
            [Step::Left, Step::Right].into_iter().any(|across| {
                let (beside, beyond) = (across.from(cell), vertical.from(cell));
                let corner = beyond.and_then(|cell| across.from(cell));
                let in_corner = wall(cell, vertical) && wall(cell, across);
                in_corner || (fixed(beside) && fixed(beyond) && fixed(corner))
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::sokoban::Rules;
    use crate::puzzle::Puzzle;
    use std::sync::Arc;

    #[test]
    fn corners_and_squares_hold_boxes_fast() {
        for (level, stuck) in [
            ("######\n#$ . #\n#  @ #\n######", true),
            ("######\n#* . #\n# $@ #\n######", false),
            ("#######\n#     #\n# $$  #\n# $$@ #\n#.... #\n#######", true),
            ("#######\n#     #\n# **  #\n# **@ #\n#.$   #\n#######", false),
            ("#######\n#  .  #\n# $$@ #\n# ##. #\n#######", true),
        ] {
            let board = Board::parse(&Arc::new(Rules), level).unwrap();
            assert_eq!(looks_stuck(&board), stuck, "\n{level}");
        }
    }
}
