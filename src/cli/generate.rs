//! `tilepilot generate`

use super::exit::{Exit, Failure};
use super::per_game::{self, GameCommand};
use super::{flags, out};
use crate::games::{Game, Made};
use clap::{ArgMatches, Args, Command, FromArgMatches};

/// Flags that every game's `generate` has.
#[derive(Args, Clone, Debug)]
#[group(skip)]
struct CommonFlags {
    /// How many boards
    #[arg(long, value_name = "N", default_value = "1", value_parser = flags::at_least_one)]
    count: usize,
    /// Seed of every random choice: the same seed gives the same boards
    #[arg(long, value_name = "N", default_value = "0", value_parser = flags::whole::<u64>)]
    seed: u64,
}

/// The command.
struct Generate;

pub(super) fn command() -> Command {
    per_game::command::<Generate>(Command::new("generate").about("Prints random boards as a board file"))
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit, Failure> {
    per_game::run::<Generate>(matches)
}

impl GameCommand for Generate {
    fn flags<G: Game>(command: Command) -> Command {
        let command = command.about(format!("Prints random {} boards", G::ID));
        // The flags' own description would stand for the command's.
        G::GenerateFlags::augment_args(CommonFlags::augment_args(command))
            .about(format!("Prints random {} boards", G::ID))
    }

    fn run<G: Game>(matches: &ArgMatches) -> Result<Exit, Failure> {
        let flags = CommonFlags::from_arg_matches(matches).map_err(Failure::bad_input)?;
        let own = G::GenerateFlags::from_arg_matches(matches).map_err(Failure::bad_input)?;
        for index in 0..flags.count {
            let Made { board, note } = G::make(&own, flags.seed, index).map_err(Failure::bad_input)?;
            let heading = format!("seed {} board {}", flags.seed, index + 1);
            let heading = note.map_or(heading.clone(), |note| format!("{heading}: {note}"));
            tracing::info!("{heading}");
            out::line(&format!("; {heading}\n{board}\n"))?;
        }
        Ok(Exit::Done)
    }
}
