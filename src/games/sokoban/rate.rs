//! How hard a level is.

use super::band::Band;
use super::position::Board;
use super::solver::{self, Study};
use super::step::Step;
use crate::games::Rated;
use crate::puzzle::{Puzzle, Status};
use crate::search::Budget;
use serde_json::{Map, Value, json};

/// What the parts of the score weigh, and the branching that counts in full.
const PUSHES_WEIGHT: f64 = 0.55;
const BRANCHING_WEIGHT: f64 = 0.30;
const DEAD_WEIGHT: f64 = 0.15;
const FULL_BRANCHING: f64 = 8.0;

/// What a level asks of who solves it.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// 0 to 100: 55 for pushes, of which the cap of the level's size counts in full, 30 for branching, of which 8 counts in
    /// full, and 15 for the share of dead squares.
    pub score: u32,
    /// The band that the pushes belong to.
    pub band: Band,
    /// Pushes of the solution.
    pub pushes: usize,
    /// Steps of the solution, pushes among them.
    pub moves: usize,
    /// Whether no solution has fewer pushes.
    pub proven: bool,
    /// Pushes that no solution can do without.
    pub least_pushes: usize,
    /// Boxes that the player can reach.
    pub boxes: usize,
    /// Pushes onto squares that are not dead from a position, on the mean over the positions that the search expanded.
    pub branching: f64,
    /// Share of the floor from which no box comes to a goal, 0 to 1.
    pub dead: f64,
    /// How often the solution pushes another box than the push before.
    pub box_changes: usize,
    /// Groups of boxes that are solved one after the other: boxes are of one group where one is pushed between the first
    /// and the last push of another.
    pub groups: usize,
}

/// What came of rating a level.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// How hard it is, and the solution that says so.
    Rated(Rating, Vec<Step>),
    /// It has no solution: that is proven.
    Unsolvable,
    /// No solution was found within the budget.
    Unknown,
}

/// Rates a level within a budget.
#[must_use]
pub fn rate(board: &Board, budget: &Budget) -> Verdict {
    let study = solver::study(board, budget);
    match (study.outcome.status, study.outcome.proven) {
        (Status::Won, _) => Verdict::Rated(rating(board, &study), study.outcome.moves),
        (_, true) => Verdict::Unsolvable,
        (_, false) => Verdict::Unknown,
    }
}

/// Rates a level within so many positions, on one thread: the same everywhere.
#[must_use]
pub fn rate_within(board: &Board, nodes: u64) -> Verdict {
    rate(board, &Budget { memory_mib: Some(256), ..Budget::of_nodes(nodes, 0) })
}

fn rating(board: &Board, study: &Study) -> Rating {
    let pushed = pushed(board, &study.outcome.moves);
    let pushes = pushed.len();
    let dead = study.dead as f64 / study.floor.max(1) as f64;
    let share = |part: f64, whole: f64| (part / whole).clamp(0.0, 1.0);
    let cap = Band::cap(board.rows() * board.cols()) as f64;
    let score = PUSHES_WEIGHT * share(pushes as f64, cap)
        + BRANCHING_WEIGHT * share(study.branching, FULL_BRANCHING)
        + DEAD_WEIGHT * dead;
    Rating {
        score: (100.0 * score).round() as u32,
        band: Band::of_pushes(pushes),
        pushes,
        moves: study.outcome.moves.len(),
        proven: study.outcome.proven,
        least_pushes: if study.outcome.proven { pushes } else { study.least_pushes.unwrap_or(0) },
        boxes: board.boxes().filter(|&cell| board.is_inside(cell)).count(),
        branching: study.branching,
        dead,
        box_changes: pushed.windows(2).filter(|two| two[0] != two[1]).count(),
        groups: groups(&pushed),
    }
}

/// Which box each push of a line moves, by its place among the boxes at the start.
fn pushed(board: &Board, steps: &[Step]) -> Vec<usize> {
    let mut at = board.clone();
    let mut boxes: Vec<_> = board.boxes().collect();
    let mut pushed = Vec::new();
    for &step in steps {
        let to = step.from(at.player());
        let index = to.and_then(|to| boxes.iter().position(|&cell| cell == to));
        if at.play(step).is_err() {
            break;
        }
        if let Some(index) = index {
            boxes[index] = step.from(boxes[index]).unwrap_or(boxes[index]);
            pushed.push(index);
        }
    }
    pushed
}

/// Boxes that are pushed at all, counted as one where their times overlap.
fn groups(pushed: &[usize]) -> usize {
    let last = |index: usize| pushed.iter().rposition(|&other| other == index).unwrap_or(0);
    let (mut groups, mut end) = (0, 0);
    for (at, &index) in pushed.iter().enumerate() {
        if at >= end {
            groups += 1;
        }
        end = end.max(last(index) + 1);
    }
    groups
}

/// A rating as `rate` prints it.
pub(super) fn rated(board: &Board, budget: &Budget) -> Rated {
    let mut keys = Map::new();
    let (outcome, text) = match rate(board, budget) {
        Verdict::Unsolvable => ("unsolvable", "unsolvable: no line of play puts every box on a goal".to_owned()),
        Verdict::Unknown => ("unknown", "unknown: no solution was found".to_owned()),
        Verdict::Rated(rating, _) => {
            let Value::Object(own) = to_json(&rating) else { return Rated::default() };
            keys = own;
            ("rated", to_text(&rating))
        }
    };
    keys.insert("outcome".to_owned(), json!(outcome));
    Rated { keys, text, is_full: outcome != "unknown" }
}

/// What a board file says of a level below it: headers as the collections of the field have them.
pub(super) fn lines(rating: &Rating, solution: &str) -> Vec<String> {
    let proof = if rating.proven { "" } else { " or fewer" };
    vec![
        format!("Difficulty: {}, score {}", rating.band, rating.score),
        format!("Pushes: {}{proof}", rating.pushes),
        format!("Box changes: {}, groups: {} of {} boxes", rating.box_changes, rating.groups, rating.boxes),
        format!("Solution: {solution}"),
    ]
}

fn to_json(rating: &Rating) -> Value {
    let rounded = |value: f64| (value * 100.0).round() / 100.0;
    json!({
        "score": rating.score,
        "band": rating.band.to_string(),
        "pushes": rating.pushes,
        "moves": rating.moves,
        "optimal": rating.proven.then_some("pushes"),
        "lower_bound": rating.least_pushes,
        "boxes": rating.boxes,
        "branching": rounded(rating.branching),
        "dead": rounded(rating.dead),
        "box_changes": rating.box_changes,
        "groups": rating.groups,
    })
}

fn to_text(rating: &Rating) -> String {
    let proof = if rating.proven { "the fewest" } else { "not proven to be the fewest" };
    format!(
        "{} with score {} of 100: {} pushes ({proof}), {} moves, {} boxes in {} groups, {} box changes, branching {:.1}, \
         {:.0} % of the floor dead",
        rating.band,
        rating.score,
        rating.pushes,
        rating.moves,
        rating.boxes,
        rating.groups,
        rating.box_changes,
        rating.branching,
        100.0 * rating.dead
    )
}

#[cfg(test)]
mod tests {
    use super::super::Rules;
    use super::*;
    use std::sync::Arc;

    fn board(text: &str) -> Board {
        Board::parse(&Arc::new(Rules), text).unwrap()
    }

    fn rated_of(text: &str) -> Rating {
        match rate_within(&board(text), 100_000) {
            Verdict::Rated(rating, _) => rating,
            other => panic!("{text}\n{other:?}"),
        }
    }

    #[test]
    fn each_part_of_a_rating_is_what_it_says() {
        let one = rated_of("########\n#@ $ . #\n########");
        assert_eq!((one.pushes, one.moves, one.boxes, one.box_changes, one.groups), (2, 3, 1, 0, 1));
        assert!(one.proven && one.least_pushes == 2 && one.band == Band::Easy);
        // Of six squares the first is dead, for a box on it cannot be pushed away from the wall, and so is the last one.
        assert!((one.dead - 2.0 / 6.0).abs() < 1e-9 && (one.branching - 1.0).abs() < 1e-9, "{one:?}");
        // 0.55 of 2 of 20 pushes, 0.30 of 1 of 8, 0.15 of a third.
        assert_eq!(one.score, 14);
        // Two boxes that are brought home one after the other, and two that wait for each other.
        let apart = rated_of("##########\n#@ $  .  #\n#        #\n#  $  .  #\n##########");
        assert_eq!((apart.box_changes, apart.groups), (1, 2));
    }

    #[test]
    fn boxes_that_are_pushed_between_each_other_are_one_group() {
        assert_eq!(groups(&[0, 0, 1, 1, 2]), 3);
        assert_eq!(groups(&[0, 1, 0, 2, 2]), 2);
        assert_eq!(groups(&[0, 1, 2, 1, 0]), 1);
        assert_eq!(groups(&[]), 0);
    }

    #[test]
    fn what_cannot_be_solved_or_was_not_is_told_apart() {
        assert_eq!(rate_within(&board("#######\n#$ @ .#\n#######"), 100), Verdict::Unsolvable);
        let large = board("##########\n#@       #\n# $ $ $  #\n#        #\n# ...    #\n#       ##\n##########");
        assert_eq!(rate_within(&large, 2), Verdict::Unknown);
        let rated = rated(&large, &Budget::of_nodes(2, 0));
        assert!(!rated.is_full && rated.keys["outcome"] == "unknown");
    }
}
