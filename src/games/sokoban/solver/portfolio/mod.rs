//! Several searches for any solution that share the budget: none of them is best everywhere, and what one solves at once
//! another may never solve.

mod turns;

use super::How;
use super::arena::Push;
use super::astar::{Astar, Manner};
use super::fess::{self, Fess, Part};
use super::field::Field;
use super::meeting::{Meeting, Met};
use super::search::End;
use crate::search::{Budget, StopFlag};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Duration;
use turns::{Found, Search, Turns, joined};

/// What the bound of A* weighs where any solution will do.
const GREEDY: Manner = Manner { weight: 3, ..Manner::FEWEST };
/// Positions of one turn of the first search over features, which solves most, where it shares a thread.
const FIRST_TURN: u64 = 1_000;
/// Positions of one turn of another one with guides of its own.
const FESS_TURN: u64 = 250;
/// Positions of one turn of a variant that is begun anew and anew.
const VARIANT_TURN: u64 = 600;
/// Positions of one turn of play backward, which all others may meet.
const BACKWARD_TURN: u64 = 500;
/// Positions of one turn of A*, which expands eight and more while a search over features expands one.
const GREEDY_TURN: u64 = 500;
/// Positions after which a variant of the search over features makes way for the next one, times a number of the series of
/// Luby, Sinclair and Zuckerman (1993).
const VARIANT_UNIT: u64 = 1_000;
/// The first variant that is not searched all the time.
const FIRST_VARIANT: u64 = 2;
/// Where the variants begin that follow the first search once its memory is full: far from all others.
const LATER_VARIANT: u64 = 3_000;
/// The share of the memory of the first search, and that of each other one and of where they meet.
const LONG_SHARE: usize = 3;
const OTHER_SHARE: usize = 9;

/// Looks for any solution: by features, on a thread of their own where there are two, beside other guides, A* with a heavy
/// bound, play backward, and other packing plans, which take turns.
pub(super) fn any(field: &Field, start: (&[u16], u16), budget: &Budget, memory_mib: usize, how: How<'_>) -> (End, u64) {
    let reversed = field.reversed(start.0);
    let meeting = Meeting::new(memory_mib / OTHER_SHARE);
    let level = Level { field, reversed: &reversed, start, memory_mib, how, meeting: &meeting };
    if budget.threads > 1 { level.side_by_side(budget) } else { level.alone(budget) }
}

/// A search of the portfolio.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Features(u64),
    Greedy,
    Backward,
    Variant(u64),
}

impl Kind {
    /// Positions of one of its turns.
    fn turn(self) -> u64 {
        match self {
            Self::Features(0) => FIRST_TURN,
            Self::Features(_) => FESS_TURN,
            Self::Variant(_) => VARIANT_TURN,
            Self::Backward => BACKWARD_TURN,
            Self::Greedy => GREEDY_TURN,
        }
    }
}

/// What every search needs.
#[derive(Clone, Copy)]
struct Level<'a> {
    field: &'a Field,
    reversed: &'a Field,
    start: (&'a [u16], u16),
    memory_mib: usize,
    how: How<'a>,
    meeting: &'a Meeting,
}

impl<'a> Level<'a> {
    fn begin(self, kind: Kind, budget: &Budget) -> Option<Search<'a>> {
        let Self { field, reversed, start, memory_mib, how, meeting } = self;
        let switches = (fess::USUAL.and(how.layers), how.parts);
        let share = if kind == Kind::Features(0) { LONG_SHARE } else { OTHER_SHARE };
        let memory_mib = memory_mib / share;
        // Where goals are left over nobody knows from which of them to begin, so nobody comes from there.
        let goes_back = field.goals().len() == start.0.len();
        let mut search = match kind {
            Kind::Greedy => {
                let manner = Manner { heuristic: how.heuristic, ..GREEDY.within(how.layers) };
                return Some(Search::Greedy(Box::new(Astar::new(field, start, memory_mib, manner))));
            }
            Kind::Backward => {
                let start = goes_back.then_some((field.goals(), start.1))?;
                Fess::backward(reversed, start, budget, memory_mib, switches)
            }
            Kind::Features(variant) | Kind::Variant(variant) => {
                Fess::forward(field, start, variant, budget, memory_mib, switches)
            }
        };
        if goes_back && how.parts.has(Part::Meeting) {
            search.take_part(meeting, matches!(kind, Kind::Features(0) | Kind::Backward));
        }
        let search = Box::new(search);
        Some(if kind == Kind::Backward { Search::Backward(search) } else { Search::Features(search) })
    }

    /// All kinds of searches by turns on one thread.
    fn alone(self, budget: &Budget) -> (End, u64) {
        let kinds = [Kind::Features(0), Kind::Greedy, Kind::Features(1), Kind::Backward, Kind::Variant(FIRST_VARIANT)];
        let mut turns = Turns::new(self, kinds);
        let end = match turns.run(budget) {
            Found::Solution(line) => End::Solved(line),
            Found::Disproof => End::Exhausted,
            Found::Half(..) | Found::Nothing => End::Spent,
        };
        (end, turns.nodes())
    }

    /// The first search over features on a thread of its own, all others on another.
    fn side_by_side(self, budget: &Budget) -> (End, u64) {
        let done = StopFlag::default();
        let shared = |nodes: Option<u64>| {
            let (done, remaining) = (done.clone(), Arc::clone(&budget.remaining));
            let remaining = move || if done.is_stopped() { Some(Duration::ZERO) } else { remaining() };
            Budget { nodes, remaining: Arc::new(remaining), ..budget.clone() }
        };
        let half = budget.nodes.map(|nodes| nodes / 2);
        let (one, other) = (shared(half), shared(budget.nodes.zip(half).map(|(nodes, half)| nodes - half)));
        let (to_other, from_one) = mpsc::channel();
        let (to_one, from_other) = mpsc::channel();
        let first = |turns: &mut Turns<'_>| {
            let found = turns.run(&one);
            if !matches!(found, Found::Nothing) || one.is_spent(turns.nodes()) {
                return found;
            }
            turns.seat([Kind::Variant(LATER_VARIANT)]);
            turns.run(&one)
        };
        let ((found, nodes), (beside, more)) = std::thread::scope(|scope| {
            let beside = scope.spawn(|| {
                let kinds = [Kind::Greedy, Kind::Features(1), Kind::Backward, Kind::Variant(FIRST_VARIANT)];
                let mut turns = Turns::new(self, kinds);
                let found = turns.run(&other);
                let found = ended(found, &mut turns, &done, (to_one, from_one));
                (found, turns.nodes())
            });
            let mut turns = Turns::new(self, [Kind::Features(0)]);
            let found = first(&mut turns);
            let found = ended(found, &mut turns, &done, (to_other, from_other));
            ((found, turns.nodes()), beside.join().unwrap_or((Found::Nothing, 0)))
        });
        let end = match (found, beside) {
            (Found::Solution(line), _) | (_, Found::Solution(line)) => End::Solved(line),
            (Found::Disproof, _) | (_, Found::Disproof) => End::Exhausted,
            _ => End::Spent,
        };
        (end, nodes + more)
    }
}

/// Tells the other thread what was found here, if anything was, and where its half is wanted; gives it the half that it
/// wants, and joins the one that comes.
fn ended(
    found: Found,
    turns: &mut Turns<'_>,
    done: &StopFlag,
    (tell, hear): (Sender<Message>, Receiver<Message>),
) -> Found {
    if !matches!(found, Found::Nothing) {
        done.stop();
    }
    let wanted = if let Found::Half(_, met) = &found { Some(met.clone()) } else { None };
    // A thread that is gone wants nothing and gives nothing.
    let _ = tell.send(Message::Wanted(wanted));
    if let Ok(Message::Wanted(wanted)) = hear.recv() {
        let half = wanted.and_then(|met| turns.half(&met));
        let _ = tell.send(Message::Half(half));
    }
    match (found, hear.recv()) {
        (Found::Half(line, met), Ok(Message::Half(Some(half)))) => Found::Solution(joined(line, half, &met)),
        (found, _) => found,
    }
}

/// What two threads say to each other in the end.
enum Message {
    /// The half that leads to this position, or none.
    Wanted(Option<Met>),
    /// That half, where it is known.
    Half(Option<Vec<Push>>),
}

#[cfg(test)]
mod tests {
    use super::super::super::{Rules, position::Board};
    use super::super::steps;
    use super::*;
    use crate::puzzle::{Puzzle, Status};
    use std::sync::Barrier;

    /// What two threads find, of which one expands so many positions first.
    fn found_by_two(level: Level<'_>, (first, positions): (Kind, u64), second: Kind) -> (Found, bool) {
        let (done, first_is_there) = (StopFlag::default(), Barrier::new(2));
        let (tell_first, from_second) = mpsc::channel();
        let (tell_second, from_first) = mpsc::channel();
        std::thread::scope(|scope| {
            let beside = scope.spawn(|| {
                let mut turns = Turns::new(level, [first]);
                let found = turns.run(&Budget::of_nodes(positions, 0));
                first_is_there.wait();
                ended(found, &mut turns, &done, (tell_second, from_second))
            });
            first_is_there.wait();
            let mut turns = Turns::new(level, [second]);
            let found = turns.run(&Budget::of_nodes(20_000, 0));
            let is_half = matches!(found, Found::Half(..));
            let found = ended(found, &mut turns, &done, (tell_first, from_first));
            beside.join().unwrap();
            (found, is_half)
        })
    }

    #[test]
    fn two_threads_join_their_halves() {
        let text = "###########\n#   #     #\n# $ #   . #\n#@ $    . #\n# $ #   . #\n#   #     #\n###########";
        let board = Board::parse(&Arc::new(Rules), text).unwrap();
        let field = Field::of(&board);
        let boxes = field.boxes(&board);
        let reversed = field.reversed(&boxes);
        for (first, second) in [(Kind::Features(0), Kind::Backward), (Kind::Backward, Kind::Features(0))] {
            let mut halves = 0;
            for positions in 1..12 {
                let meeting = Meeting::new(1);
                let level = Level {
                    field: &field,
                    reversed: &reversed,
                    start: (&boxes, field.square(board.player())),
                    memory_mib: 64,
                    how: How::usual("portfolio", super::super::Objective::Any),
                    meeting: &meeting,
                };
                let (found, is_half) = found_by_two(level, (first, positions), second);
                halves += u32::from(is_half);
                let Found::Solution(pushes) = found else { panic!("nothing after {positions} positions of {first:?}") };
                let (moves, _) = steps(&board, &field, &pushes).expect("the pushes can be played");
                let (end, _) = crate::search::replay(&board, &moves).unwrap();
                assert_eq!(end.status(), Status::Won);
            }
            assert!(halves > 2, "{second:?} met {first:?} {halves} times");
        }
    }
}
