//! `tilepilot shuffle`

use super::board_file::{BoardFile, Levels};
use super::exit::{Exit, Failure};
use super::per_game::{self, GameCommand};
use super::{flags, out};
use crate::games::Game;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::path::PathBuf;
use std::sync::Arc;

/// Flags that every game's `shuffle` has.
#[derive(Args, Clone, Debug)]
#[group(skip)]
struct CommonFlags {
    /// Board file; - reads standard input
    #[arg(value_name = "FILE|-", default_value = "-")]
    file: PathBuf,
    /// Seed of every random choice: the same seed gives the same boards
    #[arg(long, value_name = "N", default_value = "0", value_parser = flags::whole::<u64>)]
    seed: u64,
    /// Only these boards of the file, counted from 1
    #[arg(long, value_name = "N|N-M")]
    level: Option<Levels>,
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
        let command = CommonFlags::augment_args(command).arg(per_game::rules_arg::<G>()).arg(per_game::empty_arg());
        // The flags' own description would stand for the command's.
        G::SolveFlags::augment_args(command).about(format!("Deals the tiles of {} boards anew", G::ID))
    }

    /// Prints the boards one by one; the exit status is that of the worst of them.
    fn run<G: Game>(matches: &ArgMatches) -> Result<Exit, Failure> {
        let flags = CommonFlags::from_arg_matches(matches).map_err(Failure::bad_input)?;
        let own = G::SolveFlags::from_arg_matches(matches).map_err(Failure::bad_input)?;
        let rules = per_game::rules::<G>(matches)?.map_or_else(per_game::default_rules::<G>, Ok)?;
        let rules = Arc::new(G::apply_flags(rules, &own));
        let file = BoardFile::read(&flags.file)?;
        let boards = file.boards::<G>(&rules, matches.get_one::<String>("empty").map(String::as_str))?;
        let mut worst = Exit::Done;
        for index in file.chosen(flags.level.as_ref(), boards.len())? {
            let named = &boards[index];
            let dealt = match &named.board {
                Ok(board) => G::shuffle(board, flags.seed),
                Err(problems) => {
                    file.tell(&named.block, problems);
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
                    tracing::error!("{}:{}: board {}: {why}", file.name(), named.block.first_line, index + 1);
                    worst = Exit::BadInput;
                }
            }
        }
        Ok(worst)
    }
}
