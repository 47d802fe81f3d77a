//! `tilepilot rate`

use super::board_file::Asked;
use super::budget::{Spending, SpendingFlags};
use super::exit::{Exit, Failure};
use super::per_game::{self, GameCommand};
use super::progress::Progress;
use super::{out, signals};
use crate::games::Game;
use crate::search::StopFlag;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// The command.
struct Rate;

pub(super) fn command() -> Command {
    per_game::command::<Rate>(Command::new("rate").about("Says how hard the boards of a file are"))
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit, Failure> {
    per_game::run::<Rate>(matches)
}

impl GameCommand for Rate {
    fn flags<G: Game>(command: Command) -> Command {
        // The flags' own description would stand for the command's.
        SpendingFlags::augment_args(Asked::<G>::flags(command))
            .arg(out::format_arg())
            .about(format!("Says how hard {} boards are", G::ID))
    }

    /// Rates board by board; the exit status is that of the worst of them.
    fn run<G: Game>(matches: &ArgMatches) -> Result<Exit, Failure> {
        let flags = SpendingFlags::from_arg_matches(matches).map_err(Failure::bad_input)?;
        let asked = Asked::<G>::read(matches)?;
        let stop = StopFlag::default();
        signals::stop_on_signals(&stop)?;
        let spending = flags.spending::<G>(stop.clone());
        let mut worst = Exit::Done;
        for index in asked.chosen.clone() {
            let (exit, line) = rate(&asked, index, (&spending, flags.time()));
            out::line(if out::wants_json(matches) { &line.0 } else { &line.1 })?;
            worst = worst.max(exit);
            if stop.is_stopped() {
                return Ok(Exit::Interrupted);
            }
        }
        Ok(worst)
    }
}

/// Rates one board: the exit status that it asks for, and its line as JSON and as text.
fn rate<G: Game>(
    asked: &Asked<G>,
    index: usize,
    (spending, time): (&Spending, Option<Duration>),
) -> (Exit, (String, String)) {
    let named = &asked.boards[index];
    let mut keys = asked.keys(index);
    let title = named.title.as_ref().map_or_else(String::new, |title| format!(" ({title})"));
    let heading = format!("board {}{title}", index + 1);
    let (exit, text) = match &named.board {
        Err(problems) => {
            keys.extend(asked.tell_invalid(&named.block, problems));
            (Exit::BadInput, "invalid".to_owned())
        }
        Ok(board) => {
            let start = Instant::now();
            let progress = Progress::new(heading.clone(), time);
            let rated = G::rate(board, &spending.budget(start, time, &progress));
            progress.end();
            keys.extend(rated.keys);
            keys.insert("stats".to_owned(), json!({ "elapsed_s": start.elapsed().as_secs_f64() }));
            (if rated.is_full { Exit::Done } else { Exit::NotFull }, rated.text)
        }
    };
    (exit, (Value::Object(keys).to_string(), format!("{heading}: {text}")))
}
