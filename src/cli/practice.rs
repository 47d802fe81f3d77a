//! `tilepilot practice`

use super::exit::{Exit, Failure};
use crate::scene::{PRACTICES, Practice};
use clap::{Arg, ArgMatches, Command, value_parser};
use std::path::PathBuf;

pub(super) fn command() -> Command {
    PRACTICES.iter().fold(
        Command::new("practice")
            .about("Opens a practice game: a window that a person can play by hand, and the bot by sight")
            .subcommand_required(true)
            .arg_required_else_help(true)
            .subcommand_value_name("GAME")
            .subcommand_help_heading("Games"),
        |all, game| all.subcommand(game_command(game)),
    )
}

fn game_command(game: &Practice) -> Command {
    let command = Command::new(game.id)
        .about(format!("Practises {}", game.id))
        .visible_aliases(game.aliases)
        .arg(
            Arg::new("rules")
                .long("rules")
                .value_name("NAME|FILE.toml")
                .help("The rules that count: a preset, or a rules file"),
        )
        .arg(
            Arg::new("write-truth")
                .long("write-truth")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help("Keeps the true board in this file, replaced whole at each change"),
        )
        .arg(
            Arg::new("log-truth")
                .long("log-truth")
                .value_name("FILE")
                .value_parser(value_parser!(PathBuf))
                .help("Appends the true board to this file at each change, a blank line between two"),
        )
        .arg(
            Arg::new("position")
                .long("position")
                .value_name("X,Y")
                .allow_hyphen_values(true)
                .value_parser(position)
                .help("Where the window opens: its left top corner on the desktop, in pixels"),
        );
    (game.flags)(command)
}

fn position(text: &str) -> Result<(i32, i32), String> {
    text.split_once(',').and_then(|(x, y)| Some((x.trim().parse().ok()?, y.trim().parse().ok()?))).ok_or_else(|| {
        "expected X,Y such as 40,60 (negative numbers are to the left of or above the first monitor)".to_owned()
    })
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit, Failure> {
    let game = matches
        .subcommand()
        .and_then(|(name, flags)| PRACTICES.iter().find(|game| game.id == name).map(|game| (game, flags)));
    let Some((game, flags)) = game else {
        return Err(Failure::bad_input(format!(
            "no such practice game; there are {}",
            PRACTICES.iter().map(|game| game.id).collect::<Vec<_>>().join(", ")
        )));
    };
    let rules = flags.get_one::<String>("rules").map(|name| rules_text(name)).transpose()?;
    let scene = (game.open)(flags, rules.as_deref()).map_err(Failure::bad_input)?;
    show(scene, flags)
}

/// The text of a rules file, or a text that asks for a preset.
fn rules_text(name: &str) -> Result<String, Failure> {
    if name.ends_with(".toml") {
        Ok(crate::store::read_text(std::path::Path::new(name))?)
    } else {
        Ok(format!("preset = {}\n", toml::Value::from(name)))
    }
}

#[cfg(feature = "live")]
fn show(scene: Box<dyn crate::scene::Scene>, flags: &ArgMatches) -> Result<Exit, Failure> {
    use crate::practice::{TellTruth, run};
    let (now, log) = (flags.get_one::<PathBuf>("write-truth").cloned(), flags.get_one::<PathBuf>("log-truth").cloned());
    let tell: TellTruth = Box::new(move |truth| {
        let text = truth.trim_end();
        let written = now.iter().try_for_each(|path| crate::store::write(path, format!("{text}\n").as_bytes()));
        let logged = || log.iter().try_for_each(|path| crate::store::append(path, format!("{text}\n\n").as_bytes()));
        written.and_then(|()| logged()).map_err(|e| e.to_string())
    });
    let position = flags.get_one::<(i32, i32)>("position").copied();
    run(scene, position, tell).map_err(Failure::world)?;
    Ok(Exit::Done)
}

#[cfg(not(feature = "live"))]
fn show(_scene: Box<dyn crate::scene::Scene>, _flags: &ArgMatches) -> Result<Exit, Failure> {
    Err(Failure::world(
        "this tilepilot was built without the feature `live` and opens no windows: build it with --features live",
    ))
}
