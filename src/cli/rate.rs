//! `tilepilot rate`

use super::board_file::{self, BoardFile, Levels};
use super::budget::Spending;
use super::exit::{Exit, Failure};
use super::per_game::{self, GameCommand};
use super::progress::Progress;
use super::{flags, memory, out, signals};
use crate::games::{Game, NamedBoard};
use crate::search::StopFlag;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Time for each board where neither time nor nodes are given.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// Flags that every game's `rate` has.
#[derive(Args, Clone, Debug)]
#[group(skip)]
struct CommonFlags {
    /// Board file; - reads standard input
    #[arg(value_name = "FILE|-", default_value = "-")]
    file: PathBuf,
    /// Wall clock for each board; 10 where neither this nor --nodes is given
    #[arg(long, value_name = "SECONDS", value_parser = flags::seconds)]
    time: Option<Duration>,
    /// Positions that may be expanded: with --threads 1 the same answer on every machine
    #[arg(long, value_name = "N", value_parser = flags::whole::<u64>)]
    nodes: Option<u64>,
    /// Memory that the search may take
    #[arg(long, value_name = "MIB", value_parser = flags::at_least_one)]
    memory: Option<usize>,
    /// Threads that search at once; all cores if not given
    #[arg(long, value_name = "N", value_parser = flags::at_least_one)]
    threads: Option<usize>,
    /// Seed of every random choice
    #[arg(long, value_name = "N", default_value = "0", value_parser = flags::whole::<u64>)]
    seed: u64,
    /// Only these boards of the file, counted from 1
    #[arg(long, value_name = "N|N-M")]
    level: Option<Levels>,
}

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
        let command = command.arg(per_game::rules_arg::<G>()).arg(per_game::empty_arg()).arg(out::format_arg());
        // The flags' own description would stand for the command's.
        G::SolveFlags::augment_args(CommonFlags::augment_args(command))
            .about(format!("Says how hard {} boards are", G::ID))
    }

    /// Rates board by board; the exit status is that of the worst of them.
    fn run<G: Game>(matches: &ArgMatches) -> Result<Exit, Failure> {
        let flags = CommonFlags::from_arg_matches(matches).map_err(Failure::bad_input)?;
        let own = G::SolveFlags::from_arg_matches(matches).map_err(Failure::bad_input)?;
        let rules = per_game::rules::<G>(matches)?.map_or_else(per_game::default_rules::<G>, Ok)?;
        let rules = Arc::new(G::apply_flags(rules, &own));
        let file = BoardFile::read(&flags.file)?;
        let boards = file.boards::<G>(&rules, matches.get_one::<String>("empty").map(String::as_str))?;
        let stop = StopFlag::default();
        signals::stop_on_signals(&stop)?;
        let free = || if G::TAKES_FREE_MEMORY { memory::half_of_free_mib() } else { None };
        let spending = Spending {
            nodes: flags.nodes,
            seed: flags.seed,
            threads: flags::threads(flags.threads),
            memory_mib: flags.memory.or_else(free),
            stop: stop.clone(),
        };
        let bounded = flags.nodes.is_none() || flags.time.is_some();
        let time = bounded.then(|| flags.time.unwrap_or(DEFAULT_TIME));
        let mut worst = Exit::Done;
        for index in file.chosen(flags.level.as_ref(), boards.len())? {
            let (exit, line) = rate::<G>(&file, index, &boards[index], (&spending, time));
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
    file: &BoardFile,
    index: usize,
    named: &NamedBoard<G::Board>,
    (spending, time): (&Spending, Option<Duration>),
) -> (Exit, (String, String)) {
    let mut keys = Map::new();
    keys.insert("game".to_owned(), json!(G::ID));
    keys.insert("index".to_owned(), json!(index));
    keys.insert("title".to_owned(), json!(named.title));
    let title = named.title.as_ref().map_or_else(String::new, |title| format!(" ({title})"));
    let heading = format!("board {}{title}", index + 1);
    let (exit, text) = match &named.board {
        Err(problems) => {
            file.tell(&named.block, problems);
            let at = |problem| format!("line {}: {problem}", board_file::line(&named.block, problem));
            keys.insert("outcome".to_owned(), json!("invalid"));
            keys.insert("problems".to_owned(), json!(problems.iter().map(at).collect::<Vec<_>>()));
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
