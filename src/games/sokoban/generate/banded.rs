//! Levels made to measure: tried until one takes as many pushes as asked for, and is like none before.
//!
//! Two ways take turns. One plays backward from the goals, which gives levels that can be solved, and far-off boxes. The
//! other drops boxes and goals into a room, which looks more natural and mostly comes to nothing. Every level is solved
//! forward all the same: the shortest solution is often far shorter than the way back that made it.

use super::super::band::Band;
use super::super::level::Parts;
use super::super::lurd;
use super::super::position::Board;
use super::super::rate::{Rating, Verdict, rate_within};
use super::super::rules::Rules;
use super::super::solver;
use super::super::step::Step;
use super::alike::Alike;
use super::carve::{Goals, carve, cells, solved};
use super::check_size;
use crate::puzzle::Puzzle;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Positions that the search of one level may look at.
const NODES: u64 = 40_000;
/// Tries for one level: one in some hundred gives a hard one.
const TRIES: usize = 20_000;
/// Pulls of a level that is played backward, for each box.
const PULLS_FOR_A_BOX: usize = 40;
/// Of the fewest pushes that are asked for, what a level must need at the least to be worth a search, in percent. Its shortest
/// solution may take more than that, but seldom by much.
const WORTH_A_SEARCH: usize = 80;
/// Of so many tries one drops boxes and goals into a room.
const DROPPED_ONE_IN: usize = 4;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// Rows and columns.
    pub size: (usize, usize),
    /// How many boxes; each level draws a number of its own.
    pub boxes: RangeInclusive<usize>,
    /// How many pushes the shortest solution takes.
    pub pushes: RangeInclusive<usize>,
}

impl Spec {
    /// What a band asks for.
    #[must_use]
    pub fn of_band(band: Band) -> Self {
        Self { size: (band.size().rows, band.size().cols), boxes: band.boxes(), pushes: band.pushes() }
    }
}

/// Why a try gave no level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Refusal {
    /// No box could be brought off its goal, or nothing fits into the room.
    NoRoom,
    /// No box can be pushed at the start.
    NothingToPush,
    /// It has no solution.
    Unsolvable,
    /// No solution was found, or it was not proven to be short or long enough.
    Undecided,
    /// Its shortest solution takes fewer pushes than asked for.
    TooShort,
    /// Its shortest solution takes more.
    TooLong,
    /// It is like one before, turned, mirrored or moved.
    Alike,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoRoom => "boxes stayed on goals",
            Self::NothingToPush => "nothing to push",
            Self::Unsolvable => "no solution",
            Self::Undecided => "not decided",
            Self::TooShort => "too few pushes",
            Self::TooLong => "too many pushes",
            Self::Alike => "like another one",
        })
    }
}

/// How the tries of a run ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Levels that were made.
    pub made: usize,
    /// Tries that gave none, by the reason.
    pub refused: BTreeMap<Refusal, usize>,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tries = self.made + self.refused.values().sum::<usize>();
        let share = 100.0 * self.made as f64 / tries.max(1) as f64;
        write!(f, "{} of {tries} tries gave a level ({share:.0} %)", self.made)?;
        self.refused.iter().try_for_each(|(why, times)| write!(f, ", {times} {why}"))
    }
}

/// A level that is as asked for, with its rating and a solution. `index` tells the levels of one seed apart; `alike` knows
/// those before it, and `tally` counts the tries.
///
/// # Errors
/// The number that cannot be met, or how all the tries ended.
pub fn made_to_measure(
    rules: &Arc<Rules>,
    spec: &Spec,
    (seed, index): (u64, u64),
    alike: &mut Alike,
    tally: &mut Tally,
    tell: &mut dyn FnMut(&Tally),
) -> Result<(Board, Rating, String), String> {
    for boxes in [*spec.boxes.start(), *spec.boxes.end()] {
        check_size(spec.size, boxes)?;
    }
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(index);
    for number in 0..TRIES {
        let boxes = rng.random_range(spec.boxes.clone());
        let tried = if number % DROPPED_ONE_IN == DROPPED_ONE_IN - 1 {
            dropped(rules, spec.size, boxes, &mut rng)
        } else {
            played_backward(rules, spec.size, boxes, &mut rng)
        };
        let found = tried.and_then(|board| examined(board, &spec.pushes, alike));
        match found {
            Ok((board, rating, solution)) => {
                tally.made += 1;
                tell(tally);
                let letters = lurd::write(&board, &solution).0;
                return Ok((board, rating, letters));
            }
            Err(why) => *tally.refused.entry(why).or_default() += 1,
        }
        tell(tally);
    }
    Err(format!("no level was found: {tally}; ask for fewer boxes, other --pushes or another --size"))
}

/// Boxes drawn off their goals, and the player anywhere in the region where that left the player.
fn played_backward(
    rules: &Arc<Rules>,
    size: (usize, usize),
    boxes: usize,
    rng: &mut ChaCha8Rng,
) -> Result<Board, Refusal> {
    let goals = [Goals::Anywhere, Goals::Together, Goals::InCorner, Goals::InCorner];
    let goals = goals[rng.random_range(0..goals.len())];
    let solved = solved(rules, size, boxes, goals, rng).ok_or(Refusal::NoRoom)?;
    let scattered = solver::scatter(&solved, PULLS_FOR_A_BOX * boxes, rng).ok_or(Refusal::NoRoom)?;
    let mut parts = parts_of(&solved);
    scattered.boxes.iter().for_each(|&cell| parts.boxes[cell] = true);
    parts.players = scattered.standing.choose(rng).copied().into_iter().collect();
    Board::new(rules, parts).map_err(|_| Refusal::NoRoom)
}

/// Boxes, goals and player dropped onto the floor of a room.
fn dropped(rules: &Arc<Rules>, size: (usize, usize), boxes: usize, rng: &mut ChaCha8Rng) -> Result<Board, Refusal> {
    let floor = carve(size, boxes, rng);
    let mut free = cells(&floor);
    if free.len() <= 2 * boxes {
        return Err(Refusal::NoRoom);
    }
    free.shuffle(rng);
    let mut parts = Parts::floor(size.0, size.1);
    parts.walls = floor.map(|is_floor| !is_floor);
    free[..boxes].iter().for_each(|&cell| parts.boxes[cell] = true);
    free[boxes..2 * boxes].iter().for_each(|&cell| parts.goals[cell] = true);
    parts.players = vec![free[2 * boxes]];
    Board::new(rules, parts).map_err(|_| Refusal::NoRoom)
}

/// Walls and goals of a level.
fn parts_of(board: &Board) -> Parts {
    let mut parts = Parts::floor(board.rows(), board.cols());
    parts.walls = board.level().walls().clone();
    parts.goals = board.level().goals().clone();
    parts
}

/// Holds a level against everything that is asked for.
fn examined(
    board: Board,
    pushes: &RangeInclusive<usize>,
    alike: &mut Alike,
) -> Result<(Board, Rating, Vec<Step>), Refusal> {
    if board.boxes().any(|cell| board.is_goal(cell)) {
        return Err(Refusal::NoRoom);
    }
    if !something_to_push(&board) {
        return Err(Refusal::NothingToPush);
    }
    match solver::least_pushes(&board) {
        None => return Err(Refusal::Unsolvable),
        Some(least) if least > *pushes.end() => return Err(Refusal::TooLong),
        Some(least) if 100 * least < WORTH_A_SEARCH * *pushes.start() => return Err(Refusal::TooShort),
        Some(_) => {}
    }
    match rate_within(&board, NODES) {
        Verdict::Unsolvable => Err(Refusal::Unsolvable),
        Verdict::Unknown => Err(Refusal::Undecided),
        Verdict::Rated(rating, _) if rating.pushes < *pushes.start() => Err(Refusal::TooShort),
        Verdict::Rated(rating, _) if rating.least_pushes > *pushes.end() => Err(Refusal::TooLong),
        // The shortest solution lies between what none can do without and what was found.
        Verdict::Rated(rating, _) if rating.least_pushes < *pushes.start() || rating.pushes > *pushes.end() => {
            Err(Refusal::Undecided)
        }
        Verdict::Rated(..) if !alike.is_new(&board) => Err(Refusal::Alike),
        Verdict::Rated(rating, solution) => Ok((board, rating, solution)),
    }
}

/// Whether some box can be pushed from where the player can go.
fn something_to_push(board: &Board) -> bool {
    cells(&board.reach()).into_iter().any(|cell| {
        let mut at = board.clone();
        at.place_player(cell);
        Step::ALL.into_iter().any(|step| at.would_push(step) && at.clone().play(step).is_ok())
    })
}
