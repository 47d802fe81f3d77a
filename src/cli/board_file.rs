//! Board files: reading them, choosing some of their boards, and saying what is wrong with the bad ones.

use super::exit::Failure;
use super::per_game;
use crate::games::{Game, NamedBoard, RulesOf};
use crate::grid::Block;
use crate::puzzle::Problem;
use crate::store;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde_json::{Map, Value, json};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

/// Problems of one board that are told one by one: a wrong file as a board has thousands.
const MOST_TOLD: usize = 20;

/// Which boards of a file are meant, counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Levels(RangeInclusive<usize>);

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

/// The flags that say which boards are meant.
#[derive(Args, Clone, Debug)]
#[group(skip)]
struct BoardFlags {
    /// Board file; - reads standard input
    #[arg(value_name = "FILE|-", default_value = "-")]
    file: PathBuf,
    /// Only these boards of the file, counted from 1
    #[arg(long, value_name = "N|N-M")]
    level: Option<Levels>,
}

/// The boards that a command was asked about.
pub(super) struct Asked<G: Game> {
    pub(super) file: BoardFile,
    pub(super) rules: Arc<RulesOf<G>>,
    /// Every board of the file.
    pub(super) boards: Vec<NamedBoard<G::Board>>,
    /// Indices of those that are meant, counted from 0.
    pub(super) chosen: RangeInclusive<usize>,
}

impl<G: Game> Asked<G> {
    /// Adds the flags that choose boards and their rules.
    pub(super) fn flags(command: Command) -> Command {
        let command = BoardFlags::augment_args(command).arg(per_game::rules_arg::<G>()).arg(per_game::empty_arg());
        G::SolveFlags::augment_args(command)
    }

    /// Reads the boards that the flags name.
    ///
    /// # Errors
    /// A flag, the rules or the file cannot be read, or the file has no such board. Boards that are wrong are told later, one by one.
    pub(super) fn read(matches: &ArgMatches) -> Result<Self, Failure> {
        let flags = BoardFlags::from_arg_matches(matches).map_err(Failure::bad_input)?;
        let own = G::SolveFlags::from_arg_matches(matches).map_err(Failure::bad_input)?;
        let rules = per_game::rules::<G>(matches)?.map_or_else(per_game::default_rules::<G>, Ok)?;
        let rules = Arc::new(G::apply_flags(rules, &own));
        let file = BoardFile::read(&flags.file)?;
        let boards = file.boards::<G>(&rules, matches.get_one::<String>("empty").map(String::as_str))?;
        let chosen = file.chosen(flags.level.as_ref(), boards.len())?;
        Ok(Self { file, rules, boards, chosen })
    }

    /// The keys that every line of JSON about a board starts with.
    pub(super) fn keys(&self, index: usize) -> Map<String, Value> {
        let title = self.boards.get(index).and_then(|named| named.title.as_ref());
        let keys = [("game", json!(G::ID)), ("index", json!(index)), ("title", json!(title))];
        keys.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }

    /// Says on standard error what is wrong with a board, and gives the same as keys of JSON.
    pub(super) fn tell_invalid(&self, block: &Block, problems: &[Problem]) -> Map<String, Value> {
        self.file.tell(block, problems);
        let at = |problem| format!("line {}: {problem}", line(block, problem));
        let problems: Vec<_> = problems.iter().map(at).collect();
        let keys = [("outcome", json!("invalid")), ("problems", json!(problems))];
        keys.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
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
    fn chosen(&self, levels: Option<&Levels>, count: usize) -> Result<RangeInclusive<usize>, Failure> {
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
fn line(block: &Block, problem: &Problem) -> usize {
    let is_json = block.lines.first().is_some_and(|line| line.trim_start().starts_with('['));
    let row = problem.cell.map_or(0, |cell| cell.row);
    block.first_line + if is_json || row >= block.lines.len() { 0 } else { row }
}
