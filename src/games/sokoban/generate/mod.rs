//! Random levels: a room is carved, boxes are put on the goals, and then pulled off them as play goes backward.

mod alike;
mod banded;
mod carve;

pub use alike::Alike;
pub use banded::{Refusal, Spec, Tally, made_to_measure};

use super::level::MAX_CELLS;
use super::position::Board;
use super::rules::Rules;
use super::solver::{self, LeastPushes};
use super::step::Step;
use crate::grid::Cell;
use crate::puzzle::{Puzzle, Status};
use carve::{Goals, cells, solved};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;

/// Rooms that are tried before a level is said to be impossible.
const ROOMS: usize = 300;
/// Rooms that are tried where some of them gave a level.
const ENOUGH_ROOMS: usize = 40;
/// Levels among which the one that needs most pushes is chosen.
const LEVELS: usize = 12;
/// A level with so many pushes for each box is good enough to try no further.
const GOOD_PUSHES_FOR_A_BOX: usize = 6;
/// Pulls that are tried in one room, for each box.
const PULLS_FOR_A_BOX: usize = 40;
/// Squares that the proof of the fewest pushes of one level may look at, over all boxes of all positions.
const SQUARES_LOOKED_AT: u64 = 1_000_000;

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
    check_size((rows, cols), boxes)?;
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(index);
    let mut best: Option<(usize, Board)> = None;
    let mut levels = 0;
    for room in 0..ROOMS {
        let is_good = |(pushes, _): &(usize, Board)| *pushes >= GOOD_PUSHES_FOR_A_BOX * boxes;
        if levels == LEVELS || room >= ENOUGH_ROOMS && levels > 0 || best.as_ref().is_some_and(is_good) {
            break;
        }
        let Some((pushes, board)) = attempt(rules, (rows, cols), boxes, &mut rng) else { continue };
        levels += 1;
        if best.as_ref().is_none_or(|(most, _)| pushes > *most) {
            best = Some((pushes, board));
        }
    }
    best.map(|(_, board)| board).ok_or_else(|| {
        format!("--boxes {boxes}: no level was found in {cols}x{rows} cells; ask for fewer boxes or a larger --size")
    })
}

/// # Errors
/// The number that cannot be met and those that can.
fn check_size((rows, cols): (usize, usize), boxes: usize) -> Result<(), String> {
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
    Ok(())
}

/// A level in a room of its own, and the pushes that it takes: the fewest where they could be proven, else those that it
/// needs at the least. Nothing where the boxes could not be pulled off their goals.
fn attempt(rules: &Arc<Rules>, size: (usize, usize), boxes: usize, rng: &mut ChaCha8Rng) -> Option<(usize, Board)> {
    let solved = solved(rules, size, boxes, Goals::Anywhere, rng)?;
    let (mut board, way_back) = pull(&solved, boxes, rng)?;
    if !leads_to_the_goals(&board, &way_back) {
        return None;
    }
    let standing = cells(&board.reach());
    board.place_player(*standing.choose(rng)?);
    let squares = board.level().inside().iter().filter(|inside| **inside).count() as u64;
    let proven = solver::fewest_pushes(&board, SQUARES_LOOKED_AT / (squares * boxes as u64).max(1));
    let pushes = proven.or_else(|| LeastPushes::of(&board).from(&board))?;
    (pushes >= boxes).then_some((pushes, board))
}

/// A pull: where the player stands before it while it is chosen, and after it once it is made, and the step that it is.
type Pull = (Cell, Step);

/// Pulls boxes about at random. Of the positions in which no box is on a goal, the one that needs most pushes at the
/// least, and the pulls that led to it.
fn pull(solved: &Board, boxes: usize, rng: &mut ChaCha8Rng) -> Option<(Board, Vec<Pull>)> {
    let (mut board, mut line) = (solved.clone(), Vec::new());
    let least_pushes = LeastPushes::of(solved);
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
        // Boxes that are still on goals come first half of the time.
        let on_goals: Vec<Pull> = pulls.iter().copied().filter(|pull| moves_off_goal(&board, pull)).collect();
        let preferred = if !on_goals.is_empty() && rng.random_bool(0.5) { &on_goals } else { &pulls };
        let Some(&(cell, step)) = preferred.choose(rng) else { break };
        board.place_player(cell);
        board.pull(step).ok()?;
        line.push((board.player(), step));
        if board.boxes_off_goals() == boxes {
            let pushes = least_pushes.from(&board)?;
            if best.as_ref().is_none_or(|(most, ..)| pushes > *most) {
                best = Some((pushes, board.clone(), line.len()));
            }
        }
    }
    let (_, board, length) = best?;
    line.truncate(length);
    Some((board, line))
}

fn moves_off_goal(board: &Board, &(cell, step): &Pull) -> bool {
    step.opposite().from(cell).is_some_and(|behind| board.is_goal(behind))
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
