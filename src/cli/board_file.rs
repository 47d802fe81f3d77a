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

/// Problems of one board that are told one by one: a wrong file as a board has thousands.
const MOST_TOLD: usize = 20;

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

    /// The whole text.
    pub(super) fn into_text(self) -> String {
        self.text
    }

    /// How the file is called in messages.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Says on standard error what is wrong with a board, each problem with its line.
    pub(super) fn tell(&self, block: &Block, problems: &[Problem]) {
        for problem in problems.iter().take(MOST_TOLD) {
            tracing::error!("{}:{}: {problem}", self.name, line(block, problem));
        }
        if problems.len() > MOST_TOLD {
            let more = problems.len() - MOST_TOLD;
            tracing::error!("{}:{}: and {more} more problems of this board", self.name, block.first_line);
        }
    }
}

/// The line of the file, counted from 1, that a problem is on; the board's first in JSON, whose rows are not lines.
pub(super) fn line(block: &Block, problem: &Problem) -> usize {
    let is_json = block.lines.first().is_some_and(|line| line.trim_start().starts_with('['));
    let row = problem.cell.map_or(0, |cell| cell.row);
    block.first_line + if is_json || row >= block.lines.len() { 0 } else { row }
}
