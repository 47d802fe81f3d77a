//! `tilepilot generate`

use super::exit::{Exit, Failure};
use super::per_game::{self, GameCommand};
use super::progress::Progress;
use super::{flags, out};
use crate::games::{Game, Making};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::time::Instant;

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
        let start = Instant::now();
        let progress = Progress::new(format!("{} boards", flags.count), None);
        let (mut made, mut failed, mut tried) = (0, None, None);
        let done = G::generate_all(&own, flags.seed, flags.count, &mut |making| {
            progress.tick(start.elapsed());
            match making {
                Making::Tried(how) => {
                    progress.say(format!("{made} made: {how}"), start.elapsed());
                    tried = Some(how);
                }
                Making::Made { board, note, lines } => {
                    made += 1;
                    let heading = format!("seed {} board {made}", flags.seed);
                    let heading = note.map_or(heading.clone(), |note| format!("{heading}: {note}"));
                    tracing::debug!("{heading}");
                    let more: String = lines.iter().map(|line| format!("{line}\n")).collect();
                    failed = out::line(&format!("; {heading}\n{board}\n{more}")).err();
                }
            }
            failed.is_none()
        });
        progress.end();
        if let Some(how) = tried {
            tracing::info!("{how}");
        }
        match failed {
            Some(failure) => Err(failure),
            None => done.map(|()| Exit::Done).map_err(Failure::bad_input),
        }
    }
}
