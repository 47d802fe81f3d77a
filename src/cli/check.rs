//! `tilepilot check`

use super::board_file::BoardFile;
use super::exit::{Exit, Failure};
use super::out;
use super::per_game::{self, GameCommand};
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
                    .value_parser(value_parser!(i64))
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
        let mut worst = Exit::Done;
        for (number, solution) in solutions.iter().enumerate() {
            let rules = match (&rules, solution.value.get("rules")) {
                (Some(rules), _) => rules.clone(),
                (None, Some(stated)) => stated_rules::<G>(stated)?,
                (None, None) => per_game::default_rules::<G>()?,
            };
            let rules = Arc::new(G::apply_flags(rules, &own));
            let boards = file.boards::<G>(&rules, matches.get_one::<String>("empty").map(String::as_str))?;
            let index = solution.value["index"].as_u64().map_or(number, |index| index as usize);
            let expected = matches.get_one::<i64>("expect-score").copied();
            let exit = one::<G>(&file, boards.get(index), index, solution, expected)?;
            worst = worst.max(exit);
        }
        Ok(worst)
    }
}

/// A solution, and its JSON where it is some.
struct Solution<'a> {
    text: &'a str,
    value: Value,
}

/// The solutions of a file: one a line of JSON, else the whole text.
fn solutions(text: &str) -> Result<Vec<Solution<'_>>, String> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Err("there is no solution in it".to_owned());
    }
    let whole = serde_json::from_str(trimmed);
    if whole.is_ok() || !trimmed.starts_with('{') {
        return Ok(vec![Solution { text: trimmed, value: whole.unwrap_or_default() }]);
    }
    let lines = trimmed.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines
        .map(|(number, text)| {
            let value = serde_json::from_str(text).map_err(|e| format!("line {}: no JSON: {e}", number + 1))?;
            Ok(Solution { text, value })
        })
        .collect()
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
    named: Option<&NamedBoard<G::Board>>,
    index: usize,
    solution: &Solution<'_>,
    expected: Option<i64>,
) -> Result<Exit, Failure> {
    let Some(named) = named else {
        return Err(Failure::bad_input(format!(
            "the solution is of board {}, which the board file does not have",
            index + 1
        )));
    };
    let board = match &named.board {
        Ok(board) => board,
        Err(problems) => {
            for problem in problems {
                tracing::error!("{}", file.place(&named.block, problem));
            }
            return Ok(Exit::BadInput);
        }
    };
    let report = G::check(board, solution.text, expected);
    let title = named.title.as_ref().map_or_else(String::new, |title| format!(" ({title})"));
    out::line(&format!("board {}{title}\n{}", index + 1, report.text))?;
    Ok(if report.holds { Exit::Done } else { Exit::NotFull })
}
