//! `tilepilot solve`

use super::board_file::Asked;
use super::budget::{Spending, SpendingFlags};
use super::exit::{Exit, Failure};
use super::per_game::{self, GameCommand};
use super::progress::Progress;
use super::resume::Resume;
use super::{flags, out, signals};
use crate::games::{Game, NamedBoard, OutcomeOf};
use crate::search::{StopFlag, replay};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde_json::{Map, Value, json};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Flags that every game's `solve` has.
#[derive(Args, Clone, Debug)]
#[group(skip)]
struct CommonFlags {
    /// How boards are searched; see the list below
    #[arg(long, value_name = "NAME")]
    algorithm: Option<String>,
    /// What is played for; see the list below
    #[arg(long, value_name = "NAME")]
    objective: Option<String>,
    #[command(flatten)]
    spending: SpendingFlags,
    /// Only the next move
    #[arg(long)]
    hint: bool,
    /// Go on improving an answer for so long after --time, or after the first solution where that is the objective
    #[arg(long, value_name = "SECONDS", value_parser = flags::seconds)]
    improve: Option<Duration>,
    /// Skips boards that this file of JSON lines has, and appends the others to it
    #[arg(long, value_name = "OUT.jsonl", conflicts_with = "hint")]
    resume: Option<PathBuf>,
}

/// The command.
struct Solve;

pub(super) fn command() -> Command {
    per_game::command::<Solve>(Command::new("solve").about("Solves the boards of a file"))
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit, Failure> {
    per_game::run::<Solve>(matches)
}

impl GameCommand for Solve {
    fn flags<G: Game>(command: Command) -> Command {
        let known = format!(
            "Algorithms: {}\nObjectives: {}\n(the first of each is the default)",
            G::ALGORITHMS.join(", "),
            G::OBJECTIVES.join(", ")
        );
        // The flags' own description would stand for the command's.
        G::SearchFlags::augment_args(CommonFlags::augment_args(Asked::<G>::flags(command)))
            .arg(out::format_arg())
            .after_help(known)
            .about(format!("Solves {} boards", G::ID))
    }

    fn run<G: Game>(matches: &ArgMatches) -> Result<Exit, Failure> {
        let flags = CommonFlags::from_arg_matches(matches).map_err(Failure::bad_input)?;
        let search = G::SearchFlags::from_arg_matches(matches).map_err(Failure::bad_input)?;
        let (algorithm, objective) = named::<G>(&flags, &search)?;
        let asked = Asked::<G>::read(matches)?;
        let rules = G::rules_json(&asked.rules);
        let stop = StopFlag::default();
        signals::stop_on_signals(&stop)?;
        let spending = flags.spending.spending::<G>(stop);
        let json = out::wants_json(matches);
        Batch { flags, search, json, algorithm, objective, asked, rules, spending }.run()
    }
}

/// What is played after a solution: keys, and the same as a person reads it.
type PlayedOn = (Map<String, Value>, String);

/// One run over the boards of a file.
struct Batch<G: Game> {
    flags: CommonFlags,
    search: G::SearchFlags,
    json: bool,
    algorithm: String,
    objective: String,
    asked: Asked<G>,
    rules: Value,
    spending: Spending,
}

impl<G: Game> Batch<G> {
    /// Solves board by board; the exit status is that of the worst of them.
    fn run(&self) -> Result<Exit, Failure> {
        let mut resume = self.flags.resume.as_deref().map(|path| Resume::open(path, G::ID)).transpose()?;
        let mut worst = Exit::Done;
        for index in self.asked.chosen.clone() {
            let named = &self.asked.boards[index];
            let board = named.board.as_ref().ok().map(G::board_json);
            let known = match &resume {
                Some(resume) => resume.exit_of(index, board.as_ref())?,
                None => None,
            };
            let exit = match known {
                Some(exit) => exit,
                None => {
                    let (exit, line) = self.board(index, named)?;
                    if let Some(resume) = resume.as_mut().filter(|_| exit != Exit::Interrupted) {
                        resume.append(&line)?;
                    }
                    exit
                }
            };
            worst = worst.max(exit);
            if self.spending.stop.is_stopped() {
                return Ok(Exit::Interrupted);
            }
        }
        Ok(worst)
    }

    /// Solves one board and prints the result: the exit status that it asks for, and its line of JSON.
    fn board(&self, index: usize, named: &NamedBoard<G::Board>) -> Result<(Exit, String), Failure> {
        let mut keys = self.asked.keys(index);
        let count = self.asked.boards.len();
        let heading = match &named.title {
            Some(title) => format!("board {} of {count} ({title})", index + 1),
            None => format!("board {} of {count}", index + 1),
        };
        let board = match &named.board {
            Ok(board) => board,
            Err(problems) => {
                keys.extend(self.asked.tell_invalid(&named.block, problems));
                let line = Value::Object(keys).to_string();
                let text = format!("{heading}: invalid");
                out::line(if self.json { &line } else { &text })?;
                return Ok((Exit::BadInput, line));
            }
        };
        let (outcome, elapsed, played_on) = self.search(board, &heading);
        let replayed = replay(board, &outcome.moves);
        if replayed.as_ref().map(|(_, score)| *score) != Ok(outcome.score) {
            let message =
                format!("{heading}: the solver's answer does not stand up to the rules; please report this board");
            return Err(Failure { exit: Exit::NotFull, message });
        }
        let exit = if self.spending.stop.is_stopped() {
            Exit::Interrupted
        } else if G::is_full_result(board, &outcome) {
            Exit::Done
        } else {
            Exit::NotFull
        };
        if !self.flags.hint {
            keys.insert("board".to_owned(), G::board_json(board));
            keys.insert("rules".to_owned(), self.rules.clone());
            keys.extend(G::solution_json(board, &outcome));
            keys.extend(played_on.iter().flat_map(|(keys, _)| keys.clone()));
        } else {
            keys.insert("hint".to_owned(), G::hint_json(board, &outcome));
        }
        keys.insert(
            "stats".to_owned(),
            json!({
                "elapsed_s": elapsed.as_secs_f64(),
                "nodes": outcome.nodes,
                "seed": self.spending.seed,
                "threads": self.spending.threads,
                "algorithm": outcome.algorithm,
            }),
        );
        let line = Value::Object(keys).to_string();
        if self.json {
            out::line(&line)?;
        } else {
            let text = self.text(&heading, board, &outcome, elapsed);
            out::line(&played_on.map_or(text.clone(), |(_, more)| format!("{text}{more}\n")))?;
        }
        Ok((exit, line))
    }

    fn text(&self, heading: &str, board: &G::Board, outcome: &OutcomeOf<G>, elapsed: Duration) -> String {
        if self.flags.hint {
            return format!("{heading}: {}", G::hint_text(board, outcome));
        }
        let seconds = elapsed.as_secs_f64();
        let found = G::solution_text(board, outcome);
        format!("{heading}\n{found}\n{} {} positions in {seconds:.2} s\n", outcome.algorithm, outcome.nodes)
    }

    /// Solves a board, and plays on where the objective asks for that.
    fn search(&self, board: &G::Board, heading: &str) -> (OutcomeOf<G>, Duration, Option<PlayedOn>) {
        let start = Instant::now();
        let more = self.flags.improve.unwrap_or_default();
        let time = self.flags.spending.time();
        let whole = time.map(|time| time + more);
        let progress = Progress::new(heading.to_owned(), whole);
        let mut better = |found: &OutcomeOf<G>| progress.say(format!("best so far {}", found.score), start.elapsed());
        let own = if G::IMPROVES_APART { time } else { whole };
        let (algorithm, objective) = (self.algorithm.as_str(), self.objective.as_str());
        let budget = self.spending.budget(start, own, &progress);
        let mut outcome = G::solve_as(board, (algorithm, objective), &self.search, &budget, &mut better);
        if G::IMPROVES_APART && !more.is_zero() {
            let budget = self.spending.budget(start, Some(start.elapsed() + more), &progress);
            outcome = G::improve(board, outcome, &budget, &mut better);
        }
        let wanted = !self.flags.hint && !self.spending.stop.is_stopped();
        let played_on =
            wanted.then(|| G::play_on(board, &outcome, algorithm, objective, &budget.after(outcome.nodes))).flatten();
        progress.end();
        (outcome, start.elapsed(), played_on)
    }
}

/// The algorithm and the objective that are asked for: known before any board is read.
fn named<G: Game>(flags: &CommonFlags, search: &G::SearchFlags) -> Result<(String, String), Failure> {
    let algorithm = flags.algorithm.clone().unwrap_or_else(|| first(G::ALGORITHMS));
    if !G::ALGORITHMS.contains(&algorithm.as_str()) {
        let known = G::ALGORITHMS.join(", ");
        return Err(Failure::bad_input(format!("--algorithm {algorithm} is unknown; expected one of {known}")));
    }
    G::check_search(&algorithm, search).map_err(Failure::bad_input)?;
    let objective = flags.objective.clone().unwrap_or_else(|| first(G::OBJECTIVES));
    G::check_objective(&objective).map_err(|why| Failure::bad_input(format!("--objective: {why}")))?;
    Ok((algorithm, objective))
}

fn first(names: &[&str]) -> String {
    names.first().copied().unwrap_or_default().to_owned()
}
