//! `tilepilot shuffle`

use super::board_file::Asked;
use super::exit::{Exit, Failure};
use super::per_game::{self, GameCommand};
use super::{flags, out};
use crate::games::Game;
use clap::{ArgMatches, Args, Command, FromArgMatches};

/// Flags of `shuffle` alone.
#[derive(Args, Clone, Debug)]
#[group(skip)]
struct ShuffleFlags {
    /// Seed of every random choice: the same seed gives the same boards
    #[arg(long, value_name = "N", default_value = "0", value_parser = flags::whole::<u64>)]
    seed: u64,
}

/// The command.
struct Shuffle;

pub(super) fn command() -> Command {
    per_game::command::<Shuffle>(
        Command::new("shuffle").about("Deals the tiles that are left anew, so that a move can be played"),
    )
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit, Failure> {
    per_game::run::<Shuffle>(matches)
}

impl GameCommand for Shuffle {
    fn flags<G: Game>(command: Command) -> Command {
        // The flags' own description would stand for the command's.
        ShuffleFlags::augment_args(Asked::<G>::flags(command))
            .about(format!("Deals the tiles of {} boards anew", G::ID))
    }

    /// Prints the boards one by one; the exit status is that of the worst of them.
    fn run<G: Game>(matches: &ArgMatches) -> Result<Exit, Failure> {
        let flags = ShuffleFlags::from_arg_matches(matches).map_err(Failure::bad_input)?;
        let asked = Asked::<G>::read(matches)?;
        let mut worst = Exit::Done;
        for index in asked.chosen.clone() {
            let named = &asked.boards[index];
            let dealt = match &named.board {
                Ok(board) => G::shuffle(board, flags.seed),
                Err(problems) => {
                    asked.file.tell(&named.block, problems);
                    worst = Exit::BadInput;
                    continue;
                }
            };
            match dealt {
                Ok(board) => {
                    let title = named.title.as_ref().map_or_else(String::new, |title| format!("{title}, "));
                    out::line(&format!("; {title}shuffled with seed {}\n{board}\n", flags.seed))?;
                }
                Err(why) => {
                    let first_line = named.block.first_line;
                    tracing::error!("{}:{first_line}: board {}: {why}", asked.file.name(), index + 1);
                    worst = Exit::BadInput;
                }
            }
        }
        Ok(worst)
    }
}
