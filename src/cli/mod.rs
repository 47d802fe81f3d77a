//! The command line: one file a command. Standard output carries the result alone; all else goes to standard error.

mod board_file;
mod bot;
mod budget;
mod calibrate;
mod check;
mod demo;
mod doctor;
mod exit;
mod film;
mod flags;
mod generate;
mod history;
mod lock;
mod logging;
mod memory;
mod out;
mod per_game;
mod play;
mod practice;
mod progress;
mod rate;
mod read;
mod record;
mod replay;
mod resume;
mod shuffle;
mod signals;
mod solve;
mod step;
mod telling;
mod windows;
mod world;

use clap::{ArgMatches, Command};
use exit::{Exit, Failure};
use std::process::ExitCode;

type Parse = fn() -> Command;
type Run = fn(&ArgMatches) -> Result<Exit, Failure>;

/// Every command: how it is parsed and what it does.
const COMMANDS: &[(Parse, Run)] = &[
    (demo::command, demo::run),
    (practice::command, practice::run),
    (play::command, play::run),
    (replay::command, replay::run),
    (history::command, history::run),
    (windows::command, windows::run),
    (calibrate::command, calibrate::run),
    (read::command, read::run),
    (solve::command, solve::run),
    (check::command, check::run),
    (rate::command, rate::run),
    (generate::command, generate::run),
    (shuffle::command, shuffle::run),
    (doctor::command, doctor::run),
];

/// The whole command line.
fn command() -> Command {
    let root = logging::add_flags(
        Command::new("tilepilot")
            .about("Plays tile puzzles off the screen: reads the window, solves the board, clicks the answer")
            .version(env!("CARGO_PKG_VERSION"))
            .subcommand_required(true)
            .arg_required_else_help(true),
    );
    COMMANDS.iter().fold(root, |all, (command, _)| all.subcommand(take_negative_numbers(command())))
}

/// Lets every flag take `-1` as its value, so that what is said is what the flag expects and not that `-1` is no flag.
fn take_negative_numbers(command: Command) -> Command {
    command
        .mut_args(|arg| {
            let flag = arg.get_long().is_some() && arg.get_action().takes_values();
            if flag { arg.allow_negative_numbers(true) } else { arg }
        })
        .mut_subcommands(take_negative_numbers)
}

/// Parses the arguments of this process, does what they ask, and says how it ended.
pub fn main() -> ExitCode {
    logging::catch_panics();
    let matches = command().get_matches();
    match dispatch(&matches) {
        Ok(exit) => exit.into(),
        Err(failure) => {
            logging::print_failure(&failure);
            failure.exit.into()
        }
    }
}

fn dispatch(matches: &ArgMatches) -> Result<Exit, Failure> {
    let chosen = matches.subcommand().and_then(|(name, inner)| {
        let run = COMMANDS.iter().find(|(command, _)| command().get_name() == name).map(|(_, run)| run)?;
        Some((name, inner, run))
    });
    let Some((name, inner, run)) = chosen else { return Err(Failure::bad_input("no such command; see --help")) };
    logging::start(name, inner)?;
    run(inner)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_well_formed() {
        super::command().debug_assert();
    }
}
