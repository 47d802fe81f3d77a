//! What is said on standard error: how much, in which form, and in a log file besides; and what is said of a panic.

use super::exit::Failure;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use std::fs::OpenOptions;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use tracing::Level;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, fmt};

/// Commands that go on for long and tell what they do.
const TALKATIVE: &[&str] = &["play", "demo", "generate"];

/// Keeps these flags together, after a command's own.
const HEADING: &str = "What is said on standard error";

/// Adds the flags that every command has.
pub(super) fn add_flags(command: Command) -> Command {
    command
        .arg(
            Arg::new("verbose")
                .short('v')
                .long("verbose")
                .action(ArgAction::Count)
                .global(true)
                .help_heading(HEADING)
                .help("Say more on standard error; twice for everything"),
        )
        .arg(
            Arg::new("quiet")
                .short('q')
                .long("quiet")
                .action(ArgAction::SetTrue)
                .global(true)
                .help_heading(HEADING)
                .conflicts_with("verbose")
                .help("Say nothing but errors on standard error"),
        )
        .arg(
            Arg::new("log-file")
                .long("log-file")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .global(true)
                .help_heading(HEADING)
                .help("Append the whole log to FILE, as JSON lines"),
        )
}

/// Starts the log as the flags of `command` ask.
pub(super) fn start(command: &str, matches: &ArgMatches) -> Result<(), Failure> {
    let level = level(command, matches.get_count("verbose"), matches.get_flag("quiet"));
    let terminal = std::io::stderr().is_terminal();
    let colours = terminal && std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
    let to_person = fmt::layer()
        .with_writer(std::io::stderr)
        .with_ansi(colours)
        .with_target(false)
        .without_time()
        .compact()
        .with_filter(only_own(level));
    let to_file = match matches.get_one::<PathBuf>("log-file") {
        None => None,
        Some(path) => {
            let file = OpenOptions::new().create(true).append(true).open(path).map_err(|error| {
                Failure::bad_input(format!("--log-file {}: cannot be opened for writing: {error}", path.display()))
            })?;
            Some(fmt::layer().json().with_writer(Mutex::new(file)).with_filter(only_own(Level::TRACE)))
        }
    };
    // A second start in one process is refused by the library and changes nothing.
    let _ = tracing_subscriber::registry().with(to_person).with(to_file).try_init();
    Ok(())
}

/// How much is said: talkative commands say what they do, the others only what went wrong.
fn level(command: &str, verbose: u8, quiet: bool) -> Level {
    const LEVELS: [Level; 5] = [Level::ERROR, Level::WARN, Level::INFO, Level::DEBUG, Level::TRACE];
    if quiet {
        return Level::ERROR;
    }
    let usual = if TALKATIVE.contains(&command) { 2 } else { 1 };
    LEVELS[(usual + usize::from(verbose)).min(LEVELS.len() - 1)]
}

/// The program's own events. What the libraries say is in the error that they give back.
fn only_own(level: Level) -> Targets {
    Targets::new().with_target(env!("CARGO_CRATE_NAME"), LevelFilter::from_level(level))
}

/// Prints why a command ended early.
pub(super) fn print_failure(failure: &Failure) {
    if failure.message.is_empty() {
        return;
    }
    tracing::debug!(exit = failure.exit as u8, message = failure.message, "ended early");
    // A diagnosis with lines of a file starts with a mark of its own.
    let drawn = failure.message.starts_with(|c: char| c.is_whitespace());
    let separator = if drawn { '\n' } else { ' ' };
    print_error(&format!("error:{separator}{}", failure.message.trim_end()));
}

/// Writes to standard error; where that is closed there is nobody to tell.
fn print_error(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

/// Lets a panic release the mouse and say what to report.
pub(super) fn catch_panics() {
    std::panic::set_hook(Box::new(|panic| {
        #[cfg(feature = "live")]
        crate::desk::live::release_held();
        let payload = panic.payload();
        let said = payload.downcast_ref::<&str>().copied().or(payload.downcast_ref::<String>().map(String::as_str));
        let said = said.unwrap_or("no message");
        if said.starts_with("failed printing to stdout") && said.contains("Broken pipe") {
            std::process::exit(0);
        }
        let place = panic.location().map_or_else(|| "an unknown place".to_owned(), ToString::to_string);
        print_error(&format!(
            "error: a fault of tilepilot {}: {said} (at {place})\n\
             Mouse buttons are released. Please report this line together with the command and its input; \
             `--log-file FILE` keeps what led to it.",
            env!("CARGO_PKG_VERSION")
        ));
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_choose_how_much_is_said() {
        assert_eq!(level("solve", 0, false), Level::WARN);
        assert_eq!(level("play", 0, false), Level::INFO);
        assert_eq!(level("play", 1, false), Level::DEBUG);
        assert_eq!(level("demo", 9, false), Level::TRACE);
        assert_eq!(level("play", 0, true), Level::ERROR);
    }
}
