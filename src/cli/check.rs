//! `tilepilot check`

use super::board_file::BoardFile;
use super::exit::{Exit, Failure};
use super::per_game::{self, GameCommand};
use super::{flags, out};
use crate::games::{Game, NamedBoard, RulesOf};
use crate::store;
use clap::{Arg, ArgMatches, Args, Command, FromArgMatches, value_parser};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The command.
struct Check;

pub(super) fn command() -> Command {
    per_game::command::<Check>(
        Command::new("check").about("Replays a solution step by step and holds it against what it claims"),
    )
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit, Failure> {
    per_game::run::<Check>(matches)
}

impl GameCommand for Check {
    fn flags<G: Game>(command: Command) -> Command {
        let file = |id: &'static str, help: &'static str| {
            Arg::new(id).required(true).value_name(id).value_parser(value_parser!(PathBuf)).help(help)
        };
        let command = command
            .arg(file("BOARD", "Board file; - reads standard input"))
            .arg(file(
                "SOLUTION",
                "Lines that solve --format json wrote, or the moves of one board; - reads standard input",
            ))
            .arg(
                per_game::rules_arg::<G>()
                    .help("The rules: a preset or a rules file; if not given, those that the solution names"),
            )
            .arg(per_game::empty_arg())
            .arg(
                Arg::new("expect-score")
                    .long("expect-score")
                    .value_name("N")
                    .allow_negative_numbers(true)
                    .value_parser(flags::whole::<i64>)
                    .help("The score that the solution must come to"),
            );
        // The flags' own description would stand for the command's.
        G::SolveFlags::augment_args(command).about(format!("Replays solutions of {} boards", G::ID))
    }

    fn run<G: Game>(matches: &ArgMatches) -> Result<Exit, Failure> {
        let path = |id| matches.get_one::<PathBuf>(id).cloned().unwrap_or_default();
        let (board_path, solution_path) = (path("BOARD"), path("SOLUTION"));
        if board_path == Path::new("-") && solution_path == Path::new("-") {
            return Err(Failure::bad_input("BOARD and SOLUTION cannot both be standard input; name a file for one"));
        }
        let own = G::SolveFlags::from_arg_matches(matches).map_err(Failure::bad_input)?;
        let rules = per_game::rules::<G>(matches)?;
        let file = BoardFile::read(&board_path)?;
        let text = store::read_text(&solution_path)?;
        let solutions =
            solutions(&text).map_err(|why| Failure::bad_input(format!("{}: {why}", solution_path.display())))?;
        let empty = matches.get_one::<String>("empty").map(String::as_str);
        let expected = matches.get_one::<i64>("expect-score").copied();
        let mut boards = Boards::<G> { rules, own, file, empty, read: None };
        let mut worst = Exit::Done;
        for (number, solution) in solutions.iter().enumerate() {
            let exit = match boards.check(number, solution, expected) {
                Ok(exit) => exit,
                // The other solutions may be good; whoever stopped reading wants none of them.
                Err(failure) if failure.exit == Exit::BadInput => {
                    tracing::error!("{}: solution {}: {}", solution_path.display(), number + 1, failure.message);
                    failure.exit
                }
                Err(failure) => return Err(failure),
            };
            worst = worst.max(exit);
        }
        Ok(worst)
    }
}

/// Boards with the rules, as a solution states them, that they were read by.
type ReadBoards<G> = (Option<Value>, Vec<NamedBoard<<G as Game>::Board>>);

/// The boards of a file, read anew only where a solution names other rules than the one before it.
struct Boards<'a, G: Game> {
    /// The rules that a flag names: they count for every solution.
    rules: Option<RulesOf<G>>,
    own: G::SolveFlags,
    file: BoardFile,
    empty: Option<&'a str>,
    read: Option<ReadBoards<G>>,
}

impl<G: Game> Boards<'_, G> {
    /// Checks one solution.
    fn check(&mut self, number: usize, solution: &Solution, expected: Option<i64>) -> Result<Exit, Failure> {
        if let Some(game) = solution.value.get("game").filter(|game| **game != G::ID) {
            return Err(Failure::bad_input(format!("it is of the game {game}, not of {}", G::ID)));
        }
        let index = match solution.value.get("index") {
            None => number,
            Some(index) => index.as_u64().and_then(|index| usize::try_from(index).ok()).ok_or_else(|| {
                Failure::bad_input(format!("\"index\" is {index}: expected the board's place in its file, from 0"))
            })?,
        };
        self.read_by_rules_of(solution)?;
        let boards = self.read.as_ref().map_or(&[][..], |(_, boards)| boards);
        let count = boards.len();
        let Some(named) = boards.get(index) else {
            let name = self.file.name();
            return Err(Failure::bad_input(format!("its \"index\" is {index}, and {name} has {count} boards, from 0")));
        };
        one::<G>(&self.file, named, index, solution, expected)
    }

    /// Reads the boards by the rules of the flag, else by those that the solution states, else by the default ones.
    fn read_by_rules_of(&mut self, solution: &Solution) -> Result<(), Failure> {
        let stated = solution.value.get("rules").filter(|_| self.rules.is_none());
        if self.read.as_ref().is_none_or(|(rules, _)| rules.as_ref() != stated) {
            let rules = match (&self.rules, stated) {
                (Some(rules), _) => rules.clone(),
                (None, Some(stated)) => stated_rules::<G>(stated)?,
                (None, None) => per_game::default_rules::<G>()?,
            };
            let rules = Arc::new(G::apply_flags(rules, &self.own));
            self.read = Some((stated.cloned(), self.file.boards::<G>(&rules, self.empty)?));
        }
        Ok(())
    }
}

/// A solution, and its JSON where it is some.
struct Solution {
    text: String,
    value: Value,
}

/// The solutions of a file: one a line of JSON, or one list of them, else the whole text.
fn solutions(text: &str) -> Result<Vec<Solution>, String> {
    let trimmed = text.trim_start_matches('\u{feff}').trim();
    if trimmed.is_empty() {
        return Err("there is no solution in it".to_owned());
    }
    let of = |value: &Value| Solution { text: value.to_string(), value: value.clone() };
    match serde_json::from_str::<Value>(trimmed) {
        Ok(Value::Array(list)) if list.iter().any(|entry| entry.get("moves").is_some()) => {
            Ok(list.iter().map(of).collect())
        }
        Ok(value) => Ok(vec![of(&value)]),
        Err(_) if !trimmed.starts_with(['{', '[']) => {
            Ok(vec![Solution { text: trimmed.to_owned(), value: Value::Null }])
        }
        Err(_) => {
            let lines = trimmed.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
            lines
                .map(|(number, text)| {
                    let value = serde_json::from_str(text).map_err(|e| format!("line {}: no JSON: {e}", number + 1))?;
                    Ok(Solution { text: text.to_owned(), value })
                })
                .collect()
        }
    }
}

/// The rules that a solution says are in force: the keys of a rules file, as JSON.
fn stated_rules<G: Game>(stated: &Value) -> Result<RulesOf<G>, Failure> {
    let why = |message: String| Failure::bad_input(format!("the solution's \"rules\": {message}; say --rules"));
    let toml = toml::to_string(stated).map_err(|e| why(e.to_string()))?;
    let all = |problems: Vec<crate::games::RulesProblem>| {
        why(problems.into_iter().map(|problem| problem.message).collect::<Vec<_>>().join("; "))
    };
    G::rules_from_toml(&toml).map_err(all)
}

/// Checks one solution against its board and prints what was found.
fn one<G: Game>(
    file: &BoardFile,
    named: &NamedBoard<G::Board>,
    index: usize,
    solution: &Solution,
    expected: Option<i64>,
) -> Result<Exit, Failure> {
    let board = match &named.board {
        Ok(board) => board,
        Err(problems) => {
            file.tell(&named.block, problems);
            return Ok(Exit::BadInput);
        }
    };
    let report = G::check(board, &solution.text, expected).map_err(Failure::bad_input)?;
    let title = named.title.as_ref().map_or_else(String::new, |title| format!(" ({title})"));
    out::line(&format!("board {}{title}\n{}", index + 1, report.text))?;
    Ok(if report.holds { Exit::Done } else { Exit::NotFull })
}
