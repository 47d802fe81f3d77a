//! Play backward from a solved position: boxes are drawn off their goals, one after the other, as far as they go.

use super::super::position::Board;
use super::bound::{Bound, Heuristic};
use super::deadlock::Layers;
use super::field::Field;
use super::mover::{Mover, Way};
use super::walk::Walk;
use crate::grid::Cell;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// Arrivals among which the one is chosen that leaves most to do.
const ARRIVALS: usize = 6;
/// How often a box that is still on a goal is pulled first; else others may make way for it.
const GOALS_FIRST: f64 = 0.7;
/// Pulls in a row that may bring nothing before the best position so far is taken up again.
const PATIENCE: usize = 8;

/// Where boxes and player have come to.
#[derive(Clone, Debug)]
pub(in super::super) struct Scattered {
    pub(in super::super) boxes: Vec<Cell>,
    /// Where the player may stand.
    pub(in super::super) standing: Vec<Cell>,
}

/// Pulls boxes about so often; of the positions with no box on a goal, the one that needs most pushes at the least. All
/// boxes stand on goals at first.
pub(in super::super) fn scatter(solved: &Board, pulls: usize, rng: &mut ChaCha8Rng) -> Option<Scattered> {
    let field = Field::of(solved);
    let (mut walk, mut mover) = (Walk::new(&field), Mover::new(&field));
    let mut bound = Bound::new(&field, Heuristic::Matching, Layers { frozen_walls: false, ..Layers::ALL });
    let mut boxes = field.boxes(solved);
    let mut player = field.square(solved.player());
    let mut rest = 0;
    let mut best: Option<(u32, Vec<u16>, u16)> = None;
    let mut in_vain = 0;
    for _ in 0..pulls {
        let on_goals: Vec<usize> = (0..boxes.len()).filter(|&index| field.is_goal(boxes[index])).collect();
        let index = match on_goals.len() {
            some if some > 0 && rng.random_bool(GOALS_FIRST) => on_goals[rng.random_range(0..some)],
            _ => rng.random_range(0..boxes.len()),
        };
        walk.set_boxes(boxes.iter().copied());
        let found = mover.explore(&field, &mut walk, boxes[index], player, Way::Pull);
        let from = boxes[index];
        let mut chosen: Option<(u32, u16, u16)> = None;
        for _ in 0..ARRIVALS.min(found.len()) {
            let arrival = found[rng.random_range(0..found.len())];
            boxes[index] = arrival.to;
            // A position that was reached by pulls can be solved, so it has a bound.
            let left = bound.take_up(&walk, &boxes, arrival.region).unwrap_or(0);
            if arrival.to != from && chosen.is_none_or(|(most, ..)| left > most) {
                chosen = Some((left, arrival.to, arrival.region));
            }
        }
        boxes[index] = from;
        let all_off = |boxes: &[u16]| boxes.iter().all(|&square| !field.is_goal(square));
        if let Some((left, to, region)) = chosen.filter(|&(left, ..)| left >= rest || rng.random_bool(0.2)) {
            (boxes[index], player, rest) = (to, region, left);
            if all_off(&boxes) && best.as_ref().is_none_or(|(most, ..)| left > *most) {
                best = Some((left, boxes.clone(), player));
                in_vain = 0;
                continue;
            }
        }
        in_vain += 1;
        if in_vain > PATIENCE
            && let Some((left, back, region)) = &best
        {
            (boxes, player, rest, in_vain) = (back.clone(), *region, *left, 0);
        }
    }
    let (_, boxes, player) = best?;
    walk.set_boxes(boxes.iter().copied());
    walk.go(&field, player);
    let cells = |squares: &[u16]| squares.iter().map(|&square| field.cell(square)).collect();
    Some(Scattered { boxes: cells(&boxes), standing: cells(walk.reached()) })
}
