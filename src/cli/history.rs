//! `tilepilot history`: the games that were played on this machine; and what `play` adds to them.

use super::exit::{Exit, Failure};
use super::out;
use crate::session::{Outcome, Report};
use crate::store::history::{self, PlayedGame};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::path::PathBuf;
use std::time::Duration;
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::time::{FormatTime, SystemTime};

/// Flags of `history`.
#[derive(Args, Clone, Debug)]
struct Flags {
    /// The last N games alone
    #[arg(long, value_name = "N", value_parser = super::flags::at_least_one)]
    last: Option<usize>,
}

pub(super) fn command() -> Command {
    // The flags' own description would stand for the command's.
    Flags::augment_args(Command::new("history"))
        .about("Lists the games that were played, the last one at the end")
        .arg(out::format_arg())
        .after_help(
            "Examples:\n  tilepilot history --last 10\n  tilepilot history --format json\n\n\
             `play` adds a line for each game to a file on this machine, $XDG_STATE_HOME/tilepilot/history.jsonl or \
             ~/.local/state/tilepilot/history.jsonl on Linux. A dry run adds none.",
        )
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit, Failure> {
    let flags = Flags::from_arg_matches(matches).map_err(Failure::bad_input)?;
    let path = history::file().ok_or_else(no_folder)?;
    let (games, unreadable) = history::read(&path)?;
    for bad in &unreadable {
        tracing::warn!("{}:{}: no game that can be read, left out: {}", path.display(), bad.line, bad.why);
    }
    let from = flags.last.map_or(0, |last| games.len().saturating_sub(last));
    let games = &games[from..];
    if out::wants_json(matches) {
        for game in games {
            out::line(&serde_json::to_string(game).map_err(Failure::world)?)?;
        }
    } else if games.is_empty() {
        tracing::warn!("{}: no game was played yet", path.display());
    } else {
        for row in table(games) {
            out::line(&row)?;
        }
    }
    Ok(Exit::Done)
}

fn no_folder() -> Failure {
    Failure::world("this system names no folder for a user's files: set HOME or XDG_STATE_HOME")
}

fn table(games: &[PlayedGame]) -> Vec<String> {
    let width = |text: fn(&PlayedGame) -> &str, least: usize| {
        games.iter().map(|game| text(game).chars().count()).max().unwrap_or(0).max(least)
    };
    let (game, name) = (width(|g| &g.game, 4), width(|g| &g.calibration, 11));
    let head = format!(
        "{:<20}  {:<game$}  {:<name$}  {:<11}  {:>8}  {:>8}  {:>4}  {:>5}  {:>8}",
        "ended", "game", "calibration", "outcome", "score", "promised", "left", "moves", "seconds"
    );
    let rows = games.iter().map(|g| {
        format!(
            "{:<20}  {:<game$}  {:<name$}  {:<11}  {:>8}  {:>8}  {:>4}  {:>5}  {:>8.1}",
            g.ended,
            g.game,
            g.calibration,
            outcome(g.outcome),
            g.score,
            g.promised,
            g.left,
            g.moves,
            g.seconds
        )
    });
    std::iter::once(head).chain(rows).collect()
}

fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Cleared => "cleared",
        Outcome::Stuck => "stuck",
        Outcome::MovesDone => "moves done",
        Outcome::DryRun => "dry run",
        Outcome::Halted => "halted",
        Outcome::Interrupted => "interrupted",
    }
}

/// Keeps the history of a run from what it tells.
pub(super) struct Chronicle {
    file: Option<PathBuf>,
    game: String,
    calibration: String,
    /// When the board of the game that is played was read first.
    begun: Option<Duration>,
    /// Promises, scores and moves of the games before it.
    before: (i64, i64, usize),
}

impl Chronicle {
    pub(super) fn new(game: &str, calibration: &str) -> Self {
        let file = history::file();
        if file.is_none() {
            tracing::warn!("{}; the games are not added to the history", no_folder().message);
        }
        let (game, calibration) = (game.to_owned(), calibration.to_owned());
        Self { file, game, calibration, begun: None, before: (0, 0, 0) }
    }

    /// Adds a game as soon as a report says that it is over. A history that cannot be written is no reason to stop playing.
    pub(super) fn hear(&mut self, at: Duration, report: &Report) {
        if let Report::Read { .. } = report {
            self.begun.get_or_insert(at);
        }
        let Some(game) = self.game_over(at, report) else { return };
        let Some(file) = &self.file else { return };
        if let Err(error) = history::append(file, &game) {
            tracing::warn!("the game is not added to the history: {error}");
            self.file = None;
        }
    }

    /// The game that is over with this report. One that was broken off counts from its first move on.
    fn game_over(&mut self, at: Duration, report: &Report) -> Option<PlayedGame> {
        let (promised_before, score_before, moves_before) = self.before;
        let (outcome, promised, score, left, moves) = match *report {
            Report::Game { outcome, score, promised, left, moves, .. } => (outcome, promised, score, left, moves),
            Report::End { outcome, moves, promised, score, left, .. } if moves > moves_before => {
                (outcome, promised - promised_before, score - score_before, left, moves - moves_before)
            }
            _ => return None,
        };
        self.before = (promised_before + promised, score_before + score, moves_before + moves);
        let begun = self.begun.take().unwrap_or(at);
        Some(PlayedGame {
            ended: now(),
            game: self.game.clone(),
            calibration: self.calibration.clone(),
            outcome,
            promised,
            score,
            left,
            moves,
            seconds: (at.saturating_sub(begun).as_secs_f64() * 10.0).round() / 10.0,
        })
    }
}

/// Date and time of day in UTC, to the second, as the log writes them.
fn now() -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = SystemTime.format_time(&mut Writer::new(&mut text));
    match text.split_once('.') {
        Some((seconds, _)) => format!("{seconds}Z"),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end(outcome: Outcome, score: i64, moves: usize) -> Report {
        Report::End {
            outcome,
            detail: String::new(),
            games: 1,
            moves,
            retries: 0,
            mismatches: 0,
            refused: 0,
            promised: 2 * score,
            score,
            left: 3,
        }
    }

    #[test]
    fn a_game_is_told_once_and_one_that_is_broken_off_with_its_own_figures() {
        let mut chronicle = Chronicle { file: None, ..Chronicle::new("samegame", "mine") };
        let s = Duration::from_secs;
        let read = Report::Read { board: Vec::new(), left: 9, margin: 0.1 };
        let game = Report::Game { number: 1, outcome: Outcome::Cleared, score: 40, promised: 50, left: 0, moves: 7 };
        chronicle.hear(s(2), &read);
        let first = chronicle.game_over(s(12), &game).unwrap();
        assert_eq!((first.outcome, first.promised, first.score, first.moves), (Outcome::Cleared, 50, 40, 7));
        assert_eq!((first.seconds, first.ended.len(), first.calibration.as_str()), (10.0, 20, "mine"));
        assert_eq!(chronicle.game_over(s(13), &end(Outcome::Cleared, 40, 7)), None);
        chronicle.hear(s(14), &read);
        let second = chronicle.game_over(s(15), &end(Outcome::Interrupted, 55, 10)).unwrap();
        assert_eq!((second.outcome, second.promised, second.score, second.moves), (Outcome::Interrupted, 60, 15, 3));
        assert_eq!(second.seconds, 1.0);
    }
}
