//! Board files: reading them, choosing some of their boards, and saying what is wrong with the bad ones.

use super::exit::Failure;
use crate::games::{Game, NamedBoard, RulesOf};
use crate::grid::Block;
use crate::puzzle::Problem;
use crate::store;
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;

/// Which boards of a file are meant, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Levels(RangeInclusive<usize>);

impl FromStr for Levels {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let number = |part: &str| part.trim().parse::<usize>().ok().filter(|n| *n > 0);
        let range = match text.split_once('-') {
            Some((from, to)) => number(from).zip(number(to)),
            None => number(text).map(|n| (n, n)),
        };
        match range {
            Some((from, to)) if from <= to => Ok(Self(from..=to)),
            _ => Err("expected N or N-M, boards of the file counted from 1".to_owned()),
        }
    }
}

/// The text of a board file and how it is named in messages.
pub(super) struct BoardFile {
    name: String,
    text: String,
}

impl BoardFile {
    /// Reads a file, or standard input for `-`.
    pub(super) fn read(path: &Path) -> Result<Self, Failure> {
        let name = if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() };
        Ok(Self { name, text: store::read_text(path)? })
    }

    /// The boards by these rules.
    ///
    /// # Errors
    /// The file holds no board at all.
    pub(super) fn boards<G: Game>(
        &self,
        rules: &Arc<RulesOf<G>>,
        empty: Option<&str>,
    ) -> Result<Vec<NamedBoard<G::Board>>, Failure> {
        let boards = G::boards(rules, &self.text, empty);
        if boards.is_empty() {
            return Err(Failure::bad_input(format!("{}: there is no board in it", self.name)));
        }
        Ok(boards)
    }

    /// Indices, counted from 0, of the boards that are meant.
    ///
    /// # Errors
    /// The file has fewer boards.
    pub(super) fn chosen(&self, levels: Option<&Levels>, count: usize) -> Result<RangeInclusive<usize>, Failure> {
        let Some(Levels(range)) = levels else { return Ok(0..=count.saturating_sub(1)) };
        if *range.end() > count {
            return Err(Failure::bad_input(format!("--level {}: {} has {count} boards", range.end(), self.name)));
        }
        Ok(range.start() - 1..=range.end() - 1)
    }

    /// One problem of a board with its line.
    pub(super) fn place(&self, block: &Block, problem: &Problem) -> String {
        format!("{}:{}: {problem}", self.name, line(block, problem))
    }
}

/// The line of the file, counted from 1, that a problem is on; the board's first where rows are not lines.
pub(super) fn line(block: &Block, problem: &Problem) -> usize {
    let row = problem.cell.map_or(0, |cell| cell.row);
    block.first_line + if row < block.lines.len() { row } else { 0 }
}
