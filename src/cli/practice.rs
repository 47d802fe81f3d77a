//! `tilepilot practice`

use super::exit::{Exit, Failure};
use crate::scene::{Given, PRACTICES, Practice, RulesText};
use clap::{Arg, ArgMatches, Command, value_parser};
use std::path::{Path, PathBuf};

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
    let name = flags.get_one::<String>("rules");
    let file = name.filter(|name| name.ends_with(".toml"));
    let text = file.map(|name| crate::store::read_text(Path::new(name))).transpose()?;
    let rules = name.map(|name| match &text {
        Some(text) => RulesText::File { name, text },
        None => RulesText::Preset(name),
    });
    let files = files(game, flags)?;
    let given = Given { rules, files: &files };
    let scene = (game.open)(flags, given).map_err(Failure::bad_input)?;
    let written = game.files.iter().filter(|file| file.writes).find_map(|file| path(flags, file.flag));
    show(scene, flags, written)
}

fn path(flags: &ArgMatches, flag: &str) -> Option<PathBuf> {
    flags.get_one::<PathBuf>(flag).cloned()
}

/// The text of each file that the game is given.
fn files(game: &Practice, flags: &ArgMatches) -> Result<Vec<(&'static str, String)>, Failure> {
    let mut texts = Vec::new();
    for file in game.files {
        if let Some(path) = path(flags, file.flag).filter(|path| !file.writes || path.exists()) {
            texts.push((file.flag, crate::store::read_text(&path)?));
        }
    }
    Ok(texts)
}

#[cfg(feature = "live")]
fn show(scene: Box<dyn crate::scene::Scene>, flags: &ArgMatches, written: Option<PathBuf>) -> Result<Exit, Failure> {
    use crate::practice::{Save, TellTruth, WindowError, run};
    let (now, log) = (path(flags, "write-truth"), path(flags, "log-truth"));
    let tell: TellTruth = Box::new(move |truth| {
        let text = truth.trim_end();
        let written = now.iter().try_for_each(|path| crate::store::write(path, format!("{text}\n").as_bytes()));
        let logged = || log.iter().try_for_each(|path| crate::store::append(path, format!("{text}\n\n").as_bytes()));
        written.and_then(|()| logged()).map_err(|e| e.to_string())
    });
    let save: Save = Box::new(move |text| match &written {
        Some(path) => crate::store::write(path, text.as_bytes()).map_err(|e| e.to_string()),
        None => Err("no file was named to save to".to_owned()),
    });
    let position = flags.get_one::<(i32, i32)>("position").copied();
    match run(scene, position, tell, save) {
        Ok(()) => Ok(Exit::Done),
        Err(error @ WindowError::Truth(_)) => Err(Failure::bad_input(error)),
        Err(error) => Err(Failure::world(error)),
    }
}

#[cfg(not(feature = "live"))]
fn show(_scene: Box<dyn crate::scene::Scene>, _flags: &ArgMatches, _written: Option<PathBuf>) -> Result<Exit, Failure> {
    Err(Failure::world(
        "this tilepilot was built without the feature `live` and opens no windows: build it with --features live",
    ))
}
