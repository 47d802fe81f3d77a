//! Solutions as letters: `u d l r` for walks, `U D L R` for pushes.

use super::position::Board;
use super::step::Step;
use crate::puzzle::Puzzle;

/// Most steps that a solution may have: past all that are known, and short of what would fill the memory.
const MAX_STEPS: usize = 10_000_000;

/// A step as a solution writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) step: Step,
    /// Whether it is written as a push.
    pub(super) push: bool,
}

/// A text that is no solution.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum BadLurd {
    #[error("{letter:?} (character {place} of the solution) is no step: expected u d l r, or U D L R for a push")]
    Letter { letter: char, place: usize },
    #[error("the run length at the end of the solution has no step after it: write 3r for rrr")]
    OpenRun,
    #[error("the solution has more than {MAX_STEPS} steps")]
    TooLong,
}

/// Reads the letters of a solution, with run lengths (`3rU` for `rrrU`); white space means nothing.
pub(super) fn parse(text: &str) -> Result<Vec<Written>, BadLurd> {
    let mut steps = Vec::new();
    let mut run: Option<usize> = None;
    for (index, letter) in text.chars().enumerate().filter(|(_, c)| !c.is_whitespace()) {
        if let Some(digit) = letter.to_digit(10) {
            run = Some(run.unwrap_or(0).saturating_mul(10).saturating_add(digit as usize));
            continue;
        }
        let step = Step::of_letter(letter).ok_or(BadLurd::Letter { letter, place: index + 1 })?;
        let length = run.take().unwrap_or(1);
        if length > MAX_STEPS - steps.len() {
            return Err(BadLurd::TooLong);
        }
        steps.extend(std::iter::repeat_n(Written { step, push: letter.is_ascii_uppercase() }, length));
    }
    if run.is_some() { Err(BadLurd::OpenRun) } else { Ok(steps) }
}

/// Writes steps from a position, as far as they are legal: the letters, and how many of them push.
pub(super) fn write(board: &Board, steps: &[Step]) -> (String, usize) {
    let (mut at, mut letters, mut pushes) = (board.clone(), String::with_capacity(steps.len()), 0);
    for &step in steps {
        let push = at.would_push(step);
        if at.play(step).is_err() {
            break;
        }
        letters.push(step.letter(push));
        pushes += usize::from(push);
    }
    (letters, pushes)
}
