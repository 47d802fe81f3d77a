//! Random levels: a room is carved, boxes are put on the goals, and then pulled off them as play goes backward.

use super::level::{MAX_CELLS, Parts};
use super::position::Board;
use super::rules::Rules;
use super::solver;
use super::step::Step;
use crate::grid::{Cell, Grid};
use crate::puzzle::{Puzzle, Status};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;

/// Rooms that are tried for one level.
const ROOMS: usize = 300;
/// Pulls that are tried in one room, for each box.
const PULLS_FOR_A_BOX: usize = 40;
/// Squares that the proof of the fewest pushes may look at, over all positions.
const SQUARES_LOOKED_AT: u64 = 1_000_000;
/// A level with so many pushes for each box is taken at once; below, the best of the rooms is.
const GOOD_PUSHES_FOR_A_BOX: usize = 4;

/// A level of this size with so many boxes, none of them on a goal. It can be solved, and takes at least one push for
/// each box. `index` tells the levels of one seed apart.
///
/// # Errors
/// The number that cannot be met and those that can.
pub fn level(
    rules: &Arc<Rules>,
    (rows, cols): (usize, usize),
    boxes: usize,
    seed: u64,
    index: u64,
) -> Result<Board, String> {
    if rows < 3 || cols < 3 || rows.saturating_mul(cols) > MAX_CELLS {
        return Err(format!(
            "--size {cols}x{rows}: a level has at least 3 rows and columns and at most {MAX_CELLS} cells"
        ));
    }
    let room = (rows - 2) * (cols - 2);
    let most = room / 3;
    if !(1..=most).contains(&boxes) {
        return Err(match most {
            0 => format!("--size {cols}x{rows}: within its walls there is no room for a box; the least size is 5x3"),
            _ => format!("--boxes {boxes}: a level of {cols}x{rows} has room for 1 to {most} boxes"),
        });
    }
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(index);
    let mut best: Option<(usize, Board)> = None;
    for _ in 0..ROOMS {
        let Some((pushes, board)) = attempt(rules, (rows, cols), boxes, &mut rng) else { continue };
        if best.as_ref().is_none_or(|(most, _)| pushes > *most) {
            best = Some((pushes, board));
        }
        if pushes >= GOOD_PUSHES_FOR_A_BOX * boxes {
            break;
        }
    }
    best.map(|(_, board)| board).ok_or_else(|| {
        format!("--boxes {boxes}: no level was found in {cols}x{rows} cells; ask for fewer boxes or a larger --size")
    })
}

/// A level in a room of its own, and the pushes that it takes: the fewest where they could be proven, else those that it
/// needs at the least. Nothing where the boxes could not be pulled off their goals.
fn attempt(rules: &Arc<Rules>, size: (usize, usize), boxes: usize, rng: &mut ChaCha8Rng) -> Option<(usize, Board)> {
    let solved = solved(rules, size, boxes, rng)?;
    let (mut board, way_back) = pull(&solved, boxes, rng)?;
    if !leads_to_the_goals(&board, &way_back) {
        return None;
    }
    let standing = cells(&board.reach());
    board.place_player(*standing.choose(rng)?);
    let squares = board.level().inside().iter().filter(|inside| **inside).count() as u64;
    let proven = solver::fewest_pushes(&board, SQUARES_LOOKED_AT / squares.max(1));
    let pushes = proven.or_else(|| solver::fewest_pushes_at_least(&board))?;
    (pushes >= boxes).then_some((pushes, board))
}

/// A room with every box on a goal and the player somewhere.
fn solved(rules: &Arc<Rules>, (rows, cols): (usize, usize), boxes: usize, rng: &mut ChaCha8Rng) -> Option<Board> {
    let floor = carve((rows, cols), boxes, rng);
    let mut free = cells(&floor);
    free.shuffle(rng);
    let mut parts = Parts::floor(rows, cols);
    parts.walls = floor.map(|is_floor| !is_floor);
    for &goal in free.iter().take(boxes) {
        parts.goals[goal] = true;
        parts.boxes[goal] = true;
    }
    parts.players = vec![*free.get(boxes)?];
    Board::new(rules, parts).ok()
}

/// A connected piece of floor within walls: blocks of up to 3×3 cells, each laid over floor that is there.
fn carve((rows, cols): (usize, usize), boxes: usize, rng: &mut ChaCha8Rng) -> Grid<bool> {
    let room = (rows - 2) * (cols - 2);
    let wanted = (room * rng.random_range(45..=70) / 100).max(3 * boxes + 3).min(room);
    let mut floor = Grid::from_fn(rows, cols, |_| false);
    let mut carved = vec![Cell::new(rng.random_range(1..rows - 1), rng.random_range(1..cols - 1))];
    floor[carved[0]] = true;
    while carved.len() < wanted {
        let at = carved[rng.random_range(0..carved.len())];
        let mut side = |at: usize, most: usize| {
            let length = rng.random_range(1..=3);
            let start = at.saturating_sub(rng.random_range(0..length)).max(1);
            start..(start + length).min(most - 1)
        };
        let (down, across) = (side(at.row, rows), side(at.col, cols));
        for cell in down.flat_map(|row| across.clone().map(move |col| Cell::new(row, col))) {
            if !floor[cell] {
                floor[cell] = true;
                carved.push(cell);
            }
        }
    }
    floor
}

/// A pull: where the player stands after it, and the step that it was.
type Pull = (Cell, Step);

/// Pulls boxes about at random. Of the positions in which no box is on a goal, the one that needs most pushes at the
/// least, and the pulls that led to it.
fn pull(solved: &Board, boxes: usize, rng: &mut ChaCha8Rng) -> Option<(Board, Vec<Pull>)> {
    let (mut board, mut line) = (solved.clone(), Vec::new());
    let mut best: Option<(usize, Board, usize)> = None;
    for _ in 0..PULLS_FOR_A_BOX * boxes {
        let reach = board.reach();
        let pulls: Vec<Pull> = cells(&reach)
            .into_iter()
            .flat_map(|cell| Step::ALL.map(|step| (cell, step)))
            .filter(|&(cell, step)| {
                let is_box = step.opposite().from(cell).is_some_and(|behind| board.is_box(behind));
                is_box && step.from(cell).is_some_and(|to| reach.get(to) == Some(&true))
            })
            .collect();
        let &(cell, step) = pulls.choose(rng)?;
        board.place_player(cell);
        board.pull(step).ok()?;
        line.push((board.player(), step));
        if board.boxes_off_goals() == boxes {
            let pushes = solver::fewest_pushes_at_least(&board)?;
            if best.as_ref().is_none_or(|(most, ..)| pushes > *most) {
                best = Some((pushes, board.clone(), line.len()));
            }
        }
    }
    let (_, board, length) = best?;
    line.truncate(length);
    Some((board, line))
}

/// Whether pushing back what was pulled solves the level.
fn leads_to_the_goals(board: &Board, pulls: &[Pull]) -> bool {
    let mut at = board.clone();
    let mut undo = |&(cell, step): &Pull| {
        let walk = at.walk_to(cell)?;
        walk.into_iter().chain([step.opposite()]).try_for_each(|step| at.play(step).map(|_| ())).ok()
    };
    // The last pushes may come after the level is solved: the first pulls took boxes about and back.
    let mut pushes = pulls.iter().rev();
    while pushes.next().is_some_and(|pull| undo(pull).is_some()) {}
    at.status() == Status::Won
}

fn cells(which: &Grid<bool>) -> Vec<Cell> {
    which.enumerate().filter(|(_, is)| **is).map(|(cell, _)| cell).collect()
}
