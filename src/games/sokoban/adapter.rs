//! Between a picture's cells and the board, and between steps and what a program takes for them.

use super::level::{Survey, second_players};
use super::memory::Memory;
use super::position::{Board, parts_of};
use super::rules::Rules;
use super::step::Step;
use crate::games::Action;
use crate::gesture::{Gesture, Manner, PushBy, WalkBy};
use crate::grid::{Cell, Grid, Symbol};
use crate::puzzle::{Problem, Puzzle};
use crate::vision::Priors;
use std::sync::Arc;

/// What is known of the pictures of such programs.
pub(super) fn priors() -> Priors {
    Priors { rows: 3..=40, cols: 3..=50, kinds: 3..=8, colour_decides: false, falls: false }
}

/// The looks that a picture of the start may lack: all but walls and boxes.
pub(super) fn may_be_learned(symbol: Symbol) -> bool {
    matches!(symbol.as_str(), "-" | "*" | "+" | "@" | "." | "_")
}

/// The board that these symbols show, or every reason that they show none.
pub(super) fn board_from_symbols(
    rules: &Arc<Rules>,
    symbols: &Grid<Option<Symbol>>,
    memory: &Memory,
) -> Result<Board, Vec<Problem>> {
    let mut problems: Vec<Problem> = symbols
        .enumerate()
        .filter(|(_, symbol)| symbol.is_none())
        .map(|(cell, _)| Problem::at(cell, "the cell is unknown"))
        .collect();
    let floor = Symbol::from_char('-').unwrap_or(Symbol::EMPTY);
    let (mut parts, strange) = parts_of(&symbols.map(|symbol| symbol.unwrap_or(floor)));
    problems.extend(strange);
    if !problems.is_empty() {
        // What stands in the cells that are unknown may be what the rest seems to lack.
        problems.extend(second_players(&parts.players));
        return Err(problems);
    }
    let survey = Survey::of(&parts);
    if survey.boxes > survey.goals && !parts.players.is_empty() {
        match memory.goals(&parts, &survey.inside, survey.boxes - survey.goals) {
            Ok(goals) => parts.goals = goals,
            Err(hidden) => {
                let mut problems = survey.problems;
                problems.push(hidden);
                return Err(problems);
            }
        }
    }
    Board::new(rules, parts)
}

/// What each cell of a board may look like, its name first. Floor inside and outside are drawn alike in many skins, and
/// so are a box or the player on a goal and off it.
pub(super) fn expect(board: &Board) -> Grid<Vec<Symbol>> {
    Grid::from_fn(board.rows(), board.cols(), |cell| {
        let looks = match board.xsb(cell) {
            ' ' if board.is_inside(cell) => "-_",
            ' ' => "_-",
            '*' => "*$",
            '+' => "+@",
            '#' => "#",
            '$' => "$",
            '@' => "@",
            _ => ".",
        };
        looks.chars().filter_map(Symbol::from_char).collect()
    })
}

/// What a program is given to play on along a line. Where it takes a whole walk or a row of pushes as one, as much of the
/// line is given as it takes.
pub(super) fn action(board: &Board, line: &[Step], manner: &Manner) -> Option<Action> {
    let &first = line.first()?;
    let one = |gesture| Some(Action { moves: 1, gestures: vec![gesture] });
    let keys = &manner.keys;
    let key = match first {
        Step::Up => keys.up,
        Step::Down => keys.down,
        Step::Left => keys.left,
        Step::Right => keys.right,
    };
    let to = first.from(board.player())?;
    if board.would_push(first) {
        match manner.push {
            PushBy::Keys => one(Gesture::Key { key }),
            PushBy::Click => one(Gesture::click(to)),
            PushBy::Drag => {
                let (moves, end) = straight_pushes(board, first, line)?;
                let drag = Gesture::Drag { from: to, to: end, button: manner.drag_button };
                Some(Action { moves, gestures: vec![drag] })
            }
        }
    } else {
        match manner.walk {
            WalkBy::Keys => one(Gesture::Key { key }),
            WalkBy::Click => one(Gesture::click(to)),
            WalkBy::WalkTo => {
                let (moves, end) = walk(board, line)?;
                Some(Action { moves, gestures: vec![Gesture::click(end)] })
            }
        }
    }
}

/// How far a line pushes one box straight on: how many pushes, and the cell where the box comes to stand.
fn straight_pushes(board: &Board, step: Step, line: &[Step]) -> Option<(usize, Cell)> {
    let mut at = board.clone();
    let mut moves = 0;
    while line.get(moves) == Some(&step) && at.would_push(step) && at.play(step).is_ok() {
        moves += 1;
    }
    // The box stands before the player.
    step.from(at.player()).filter(|_| moves > 0).map(|end| (moves, end))
}

/// How far a line walks before it pushes: how many steps, and the cell where they end. A walk that comes back to where it
/// began is cut short, since a click there would move nothing.
fn walk(board: &Board, line: &[Step]) -> Option<(usize, Cell)> {
    let mut at = board.clone();
    let mut best = None;
    for (index, &step) in line.iter().enumerate() {
        if at.would_push(step) || at.play(step).is_err() {
            break;
        }
        if at.player() != board.player() {
            best = Some((index + 1, at.player()));
        }
    }
    best
}
