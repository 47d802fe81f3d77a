//! `tilepilot solve`

use super::exit::{Exit, Failure};
use clap::{ArgMatches, Command};

pub(super) fn command() -> Command {
    Command::new("solve")
}

pub(super) fn run(_matches: &ArgMatches) -> Result<Exit, Failure> {
    Err(Failure::bad_input("not built yet"))
}
