//! The command line: one file a command. Standard output carries the result alone; all else goes to standard error.

mod bot;
mod calibrate;
mod calibrations;
mod check;
mod demo;
mod doctor;
mod exit;
mod film;
mod flags;
mod generate;
mod lock;
mod play;
mod practice;
mod read;
mod signals;
mod solve;
mod telling;
mod windows;
mod world;

use clap::{ArgMatches, Command};
use exit::{Exit, Failure};
use std::process::ExitCode;

type Run = fn(&ArgMatches) -> Result<Exit, Failure>;

/// Every command: how it is parsed and what it does.
const COMMANDS: &[(fn() -> Command, Run)] = &[
    (demo::command, demo::run),
    (practice::command, practice::run),
    (play::command, play::run),
    (windows::command, windows::run),
    (calibrate::command, calibrate::run),
    (read::command, read::run),
    (solve::command, solve::run),
    (check::command, check::run),
    (generate::command, generate::run),
    (doctor::command, doctor::run),
];

/// The whole command line.
fn command() -> Command {
    COMMANDS.iter().fold(
        Command::new("tilepilot")
            .about("Plays tile puzzles off the screen: reads the window, solves the board, clicks the answer")
            .version(env!("CARGO_PKG_VERSION"))
            .subcommand_required(true)
            .arg_required_else_help(true),
        |all, (command, _)| all.subcommand(command()),
    )
}

/// Parses the arguments of this process, does what they ask, and says how it ended.
pub fn main() -> ExitCode {
    let matches = command().get_matches();
    let Some((name, inner)) = matches.subcommand() else { return Exit::BadInput.into() };
    let run = COMMANDS.iter().find(|(command, _)| command().get_name() == name).map(|(_, run)| run);
    let ended = run.map_or_else(|| Err(Failure::bad_input(format!("no command {name}"))), |run| run(inner));
    match ended {
        Ok(exit) => exit.into(),
        Err(failure) => {
            tracing::error!("{}", failure.message);
            failure.exit.into()
        }
    }
}
