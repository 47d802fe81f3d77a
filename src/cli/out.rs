//! Standard output, the result alone. A reader that goes away early is no error.

use super::exit::Failure;
use clap::{Arg, ArgMatches};
use std::io::Write;

/// The flag that every command with a result for programs has.
pub(super) fn format_arg() -> Arg {
    Arg::new("format")
        .long("format")
        .value_name("FORMAT")
        .value_parser(["text", "json"])
        .default_value("text")
        .help("How the result is printed")
}

/// Whether `--format json` was given.
pub(super) fn wants_json(matches: &ArgMatches) -> bool {
    matches.get_one::<String>("format").is_some_and(|f| f == "json")
}

/// Prints one line of the result and flushes it.
pub(super) fn line(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{text}")?;
    out.flush()?;
    Ok(())
}
