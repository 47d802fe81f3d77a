//! Solutions: replayed by the referee, and written as JSON and text.

use super::position::{Board, Move};
use crate::grid::Cell;
use crate::puzzle::{Gain, IllegalMove, Puzzle, Status};
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// One move with what it did.
pub(super) struct Step {
    pub(super) m: Move,
    pub(super) size: usize,
    pub(super) gain: Gain,
}

/// A line of play that the referee went through.
pub(super) struct Replay {
    pub(super) steps: Vec<Step>,
    pub(super) end: Board,
    /// Where and why it stopped, if a move was refused.
    pub(super) refused: Option<(usize, IllegalMove)>,
}

impl Replay {
    pub(super) fn of(board: &Board, moves: impl IntoIterator<Item = Move>) -> Self {
        let mut replay = Self { steps: Vec::new(), end: board.clone(), refused: None };
        for (index, m) in moves.into_iter().enumerate() {
            let size = replay.end.group(m.0).len();
            match replay.end.play(m) {
                Ok(gain) => replay.steps.push(Step { m, size, gain }),
                Err(refused) => {
                    replay.refused = Some((index, refused));
                    break;
                }
            }
        }
        replay
    }

    pub(super) fn score(&self) -> Gain {
        self.steps.iter().map(|step| step.gain).sum::<Gain>() + self.end.end_bonus()
    }

    pub(super) fn outcome(&self) -> &'static str {
        match self.end.status() {
            Status::Won => "cleared",
            Status::Stuck => "stuck",
            Status::Ongoing => "ongoing",
        }
    }
}

/// The game's own keys of a solution.
pub(super) fn to_json(board: &Board, moves: &[Move]) -> Map<String, Value> {
    let replay = Replay::of(board, moves.iter().copied());
    let steps: Vec<Value> = replay.steps.iter().map(step_json).collect();
    let mut keys = Map::new();
    keys.insert("outcome".to_owned(), json!(replay.outcome()));
    keys.insert("score".to_owned(), json!(replay.score()));
    keys.insert("bonus".to_owned(), json!(replay.end.end_bonus()));
    keys.insert("left".to_owned(), json!(replay.end.left()));
    keys.insert("moves".to_owned(), Value::Array(steps));
    keys
}

fn step_json(step: &Step) -> Value {
    let Cell { row, col } = step.m.0;
    json!({ "row": row, "col": col, "size": step.size, "gain": step.gain })
}

/// The first move alone, if there is one.
pub(super) fn hint_json(board: &Board, moves: &[Move]) -> Value {
    Replay::of(board, moves.iter().copied().take(1)).steps.first().map_or(Value::Null, step_json)
}

/// A solution as a person reads it.
pub(super) fn to_text(board: &Board, moves: &[Move]) -> String {
    let replay = Replay::of(board, moves.iter().copied());
    let mut text = String::new();
    for (number, step) in replay.steps.iter().enumerate() {
        let _ = writeln!(text, "{:>4}. {:<7} {:>3} tiles {:>+7}", number + 1, step.m.to_string(), step.size, step.gain);
    }
    let (left, bonus) = (replay.end.left(), replay.end.end_bonus());
    let _ = write!(
        text,
        "{}: score {} in {} moves ({left} tiles left, end bonus {bonus:+})",
        replay.outcome(),
        replay.score(),
        replay.steps.len(),
    );
    text
}

#[cfg(test)]
mod tests {
    use super::super::Rules;
    use super::*;
    use std::sync::Arc;

    #[test]
    fn a_solution_is_told_to_a_person() {
        let board = Board::parse(&Arc::new(Rules::preset("popstar").unwrap()), "RG\nRG").unwrap();
        let text = to_text(&board, &[Move(Cell::new(0, 0)), Move(Cell::new(1, 0))]);
        assert!(text.starts_with("   1. 0,0       2 tiles     +20\n"), "{text}");
        assert!(text.ends_with("cleared: score 2040 in 2 moves (0 tiles left, end bonus +2000)"), "{text}");
    }
}
