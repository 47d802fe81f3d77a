//! The solvers: one that finds some solution, and those that find the best and prove it.

mod alone;
mod arena;
mod astar;
mod bound;
mod corral;
mod deadlock;
mod distances;
mod expand;
mod fess;
mod field;
mod freeze;
mod improve;
mod local;
mod matching;
mod meeting;
mod mover;
mod parting;
mod patterns;
mod portfolio;
mod scatter;
mod search;
mod study;
#[cfg(test)]
mod tests;
mod textbook;
mod walk;
mod walls;

use super::position::Board;
use super::step::Step;
use crate::puzzle::{Gain, Puzzle, Status};
use crate::search::{Budget, Name, Outcome};
use arena::Push;
use astar::Manner;
use bound::Heuristic;
use distances::Distances;
use expand::Seen;
use field::Field;
use search::End;

pub(super) use bound::HEURISTICS;
pub(super) use deadlock::{LAYERS, Layers};
pub(super) use fess::PARTS;
use fess::Parts;
pub(super) use scatter::scatter;
pub(super) use study::{Study, study};

/// What fits the objective.
const AUTO: &str = "auto";
/// Several searches side by side, for any solution.
const PORTFOLIO: &str = "portfolio";
/// The search over features, for any solution.
const FESS: &str = "fess";
/// The search by pushes with a bound, which finds solutions with the fewest of them.
const ASTAR: &str = "astar";
/// The plain search by pushes, which finds solutions with the fewest of them.
const BFS: &str = "bfs";
/// A* by iterative deepening, which finds solutions with the fewest pushes.
const IDA_STAR: &str = "idastar";
/// Depth first, for any solution.
const DFS: &str = "dfs";
/// What the search by steps is called in answers.
pub(super) const FEWEST_MOVES: &str = "dijkstra";

/// Algorithms that a person may choose, the default first.
pub(super) const ALGORITHMS: &[&str] = &[AUTO, PORTFOLIO, FESS, ASTAR, IDA_STAR, BFS, DFS];

/// Memory of a search where it is not said, in MiB.
const DEFAULT_MEMORY_MIB: usize = 2048;

/// What a solution shall be good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Objective {
    /// Any solution.
    Any,
    /// Few pushes.
    Pushes,
    /// Few steps.
    Moves,
}

/// Objectives as a person writes them, the default first.
pub(super) const OBJECTIVES: &[&str] = &["any", "pushes", "moves"];

impl Objective {
    /// # Errors
    /// The objectives that there are.
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        match text {
            "any" => Ok(Self::Any),
            "pushes" => Ok(Self::Pushes),
            "moves" => Ok(Self::Moves),
            _ => Err(format!("objective {text:?} is unknown; expected one of {}", OBJECTIVES.join(", "))),
        }
    }
}

/// How a position is searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct How<'a> {
    /// One of [`ALGORITHMS`].
    pub(super) algorithm: &'a str,
    pub(super) objective: Objective,
    pub(super) heuristic: Heuristic,
    /// Layers that may be used; each search uses those of them that it knows.
    pub(super) layers: Layers,
    /// Parts of the search over features that may be used.
    parts: Parts,
}

impl<'a> How<'a> {
    /// With everything that helps.
    pub(super) fn usual(algorithm: &'a str, objective: Objective) -> Self {
        Self { algorithm, objective, heuristic: Heuristic::Matching, layers: Layers::ALL, parts: Parts::ALL }
    }

    /// With the heuristic of that name, and without the layers and parts of these names.
    pub(super) fn tuned(self, heuristic: Option<&str>, without: &[String]) -> Self {
        let heuristic = heuristic.and_then(Heuristic::parse).unwrap_or(self.heuristic);
        let layers = without.iter().fold(self.layers, |layers, name| layers.without(name));
        let parts = without.iter().fold(self.parts, |parts, name| parts.without(name));
        Self { heuristic, layers, parts, ..self }
    }
}

/// Solves a position as usual.
pub(super) fn solve(
    board: &Board,
    algorithm: &str,
    objective: Objective,
    budget: &Budget,
    better: &mut dyn FnMut(&Outcome<Step>),
) -> Outcome<Step> {
    solve_tuned(board, How::usual(algorithm, objective), budget, better)
}

/// Solves a position, or proves that it cannot be solved, or spends the budget. A search for steps alone is always that of
/// [`FEWEST_MOVES`].
pub(super) fn solve_tuned(
    board: &Board,
    how: How<'_>,
    budget: &Budget,
    better: &mut dyn FnMut(&Outcome<Step>),
) -> Outcome<Step> {
    let field = Field::of(board);
    let field = if how.layers.dead_squares { field } else { field.all_live() };
    let boxes = field.boxes(board);
    let memory_mib = budget.memory_mib.unwrap_or(DEFAULT_MEMORY_MIB);
    let start = (boxes.as_slice(), field.square(board.player()));
    let algorithm = choose(&field, how.algorithm, how.objective, memory_mib);
    let manner = Manner { heuristic: how.heuristic, ..Manner::FEWEST.within(how.layers) };
    let textbook = Manner { layers: how.layers, ..manner };
    let counted = |(end, seen): (End, Seen)| (end, seen.expanded);
    let (end, nodes) = match algorithm {
        _ if how.layers.dead_squares && field.bound(&boxes).is_none() => (End::Exhausted, 0),
        PORTFOLIO => portfolio::any(&field, start, budget, memory_mib, how),
        FESS => fess::any(&field, start, budget, memory_mib, (fess::USUAL.and(how.layers), how.parts)),
        ASTAR => counted(astar::solve(&field, start, budget, memory_mib, manner)),
        IDA_STAR => counted(textbook::iterative_deepening(&field, start, budget, memory_mib, textbook)),
        DFS => counted(textbook::depth_first(&field, start, budget, memory_mib, textbook)),
        FEWEST_MOVES => search::fewest_moves(&field, start, budget, memory_mib),
        _ => search::fewest_pushes(&field, start, budget, memory_mib),
    };
    let nothing = |proven| Outcome { moves: Vec::new(), score: 0, status: board.status(), proven, nodes, algorithm };
    let outcome = match end {
        End::Solved(pushes) => match steps(board, &field, &pushes) {
            Some((moves, score)) => {
                let proven = ![FESS, PORTFOLIO, DFS].contains(&algorithm) || least_pushes(board) == Some(pushes.len());
                Outcome { moves, score, status: Status::Won, proven, nodes, algorithm }
            }
            None => nothing(false),
        },
        End::Exhausted => nothing(true),
        End::Spent => nothing(false),
    };
    better(&outcome);
    outcome
}

/// The search that is meant. Where the distances of a level would fill the memory it is one that needs none.
fn choose(field: &Field, algorithm: &str, objective: Objective, memory_mib: usize) -> Name {
    let fits = Distances::most_bytes(field) / 4 <= memory_mib.saturating_mul(1 << 20) / 4;
    match (algorithm, objective) {
        (_, Objective::Moves) => FEWEST_MOVES,
        (BFS, _) => BFS,
        _ if !fits => BFS,
        (ASTAR, _) | (AUTO, Objective::Pushes) => ASTAR,
        (IDA_STAR, _) => IDA_STAR,
        (DFS, _) => DFS,
        (FESS, _) => FESS,
        _ => PORTFOLIO,
    }
}

/// Pushes that no solution can do without: the least sum that brings each box to a goal of its own. None where the boxes
/// cannot be brought to the goals.
pub(super) fn least_pushes(board: &Board) -> Option<usize> {
    let field = Field::of(board);
    let boxes = field.boxes(board);
    let simple = field.bound(&boxes)?;
    if Distances::most_bytes(&field) > DEFAULT_MEMORY_MIB << 18 {
        return Some(simple);
    }
    bound::of_position(&field, &boxes, field.square(board.player())).map(|pushes| pushes as usize)
}

/// Makes a solution shorter for as long as the budget lasts: fewer pushes first, then fewer steps. What solves nothing, and
/// what has the fewest steps already, comes back as it is.
pub(super) fn improve(
    board: &Board,
    outcome: Outcome<Step>,
    budget: &Budget,
    better: &mut dyn FnMut(&Outcome<Step>),
) -> Outcome<Step> {
    let is_solved = outcome.status == Status::Won && outcome.algorithm != FEWEST_MOVES;
    let Some(pushes) = pushes(board, &outcome.moves).filter(|_| is_solved) else { return outcome };
    let field = Field::of(board);
    let boxes = field.boxes(board);
    let mut best = outcome;
    let (before, has_fewest_pushes) = (best.nodes, best.proven);
    let mut take = |found: &[Push]| {
        let Some((moves, score)) = steps(board, &field, found) else { return };
        if (found.len(), moves.len()) < (pushes_of(board, &best.moves), best.moves.len()) {
            let proven = best.proven || least_pushes(board) == Some(found.len());
            best = Outcome { moves, score, proven, ..best.clone() };
            better(&best);
        }
    };
    let start = (boxes.as_slice(), field.square(board.player()));
    // The walks between the pushes may already be longer than they need be.
    take(&pushes);
    let (found, nodes) = improve::improve(&field, start, (&pushes, has_fewest_pushes), budget, &mut take);
    take(&found);
    best.nodes = before + nodes;
    best
}

/// The pushes among steps; nothing where one of them is illegal.
fn pushes(board: &Board, steps: &[Step]) -> Option<Vec<Push>> {
    let (field, mut at, mut pushes) = (Field::of(board), board.clone(), Vec::new());
    for &step in steps {
        if at.would_push(step) {
            let square = field.square(step.from(at.player())?);
            pushes.push(Push { square, direction: step as u8 });
        }
        at.play(step).ok()?;
    }
    Some(pushes)
}

fn pushes_of(board: &Board, steps: &[Step]) -> usize {
    super::lurd::write(board, steps).1
}

/// The pushes with the shortest walks between them, played by the referee up to where all is solved; nothing where they do
/// not solve the position. Play backward begins with the player anywhere, so a line of its own may lead on from there.
fn steps(board: &Board, field: &Field, pushes: &[Push]) -> Option<(Vec<Step>, Gain)> {
    let (mut at, mut steps, mut score) = (board.clone(), Vec::new(), 0);
    for push in pushes {
        if at.status() == Status::Won {
            break;
        }
        let step = Step::ALL[usize::from(push.direction)];
        let behind = step.opposite().from(field.cell(push.square))?;
        let walk = at.walk_to(behind)?;
        for step in walk.into_iter().chain([step]) {
            score += at.play(step).ok()?;
            steps.push(step);
        }
    }
    (at.status() == Status::Won).then_some((steps, score))
}

/// Pushes that no solution can do without, for positions of one level.
pub(super) struct LeastPushes(Field);

impl LeastPushes {
    /// Measures the level of a position.
    pub(super) fn of(board: &Board) -> Self {
        Self(Field::of(board))
    }

    /// From a position of that level; nothing where a box stands where it can never be brought to a goal.
    pub(super) fn from(&self, board: &Board) -> Option<usize> {
        self.0.bound(&self.0.boxes(board))
    }
}

/// The fewest pushes that solve a position, if they are found within so many positions.
pub(super) fn fewest_pushes(board: &Board, nodes: u64) -> Option<usize> {
    let outcome = solve(board, ASTAR, Objective::Pushes, &Budget::of_nodes(nodes, 0), &mut |_| ());
    (outcome.status == Status::Won).then(|| super::lurd::write(board, &outcome.moves).1)
}
