//! The flags of `practice samegame`.

use super::{Options, SameGameScene};
use crate::games::Game;
use crate::games::samegame::{Rules, SameGame};
use crate::scene::{Given, Practice, RulesText, Scene, Skin};
use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgMatches, Args, FromArgMatches};
use std::time::Duration;

/// `samegame` among the games that can be practised.
pub(in crate::scene) const PRACTICE: Practice = Practice {
    id: "samegame",
    aliases: &["popstar"],
    flags: |command| Flags::augment_args(command.arg(skin())),
    files: &[],
    open,
};

#[derive(Args, Debug)]
struct Flags {
    /// Every board follows from this number
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Columns and rows of the board
    #[arg(long, value_name = "COLSxROWS", default_value = "10x10", value_parser = size)]
    size: (usize, usize),
    /// Number of colours
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u8).range(2..=9))]
    colours: u8,
    /// How long a removal is shown, in milliseconds; 0 shows its result at once
    #[arg(long, value_name = "MS", default_value_t = 300, value_parser = clap::value_parser!(u64).range(0..=60_000))]
    animation: u64,
    /// Clicks that a move takes: with 2 the first one selects the group
    #[arg(long, value_name = "1|2", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    clicks: u8,
    /// The game is won after this many levels; without it the levels never end
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    levels: Option<u32>,
}

fn skin() -> Arg {
    Arg::new("skin")
        .long("skin")
        .value_name("NAME")
        .help("How the game looks")
        .default_value(Skin::default().name())
        .value_parser(PossibleValuesParser::new(Skin::ALL.map(Skin::name)))
}

/// Most rows and columns that a window has room for.
const LARGEST: usize = 50;

fn size(text: &str) -> Result<(usize, usize), String> {
    let parsed = text.split_once(['x', 'X']).and_then(|(c, r)| Some((c.parse().ok()?, r.parse().ok()?)));
    parsed
        .filter(|&(cols, rows)| (1..=LARGEST).contains(&cols) && (1..=LARGEST).contains(&rows))
        .ok_or_else(|| format!("expected COLSxROWS such as 10x10, each from 1 to {LARGEST}"))
}

/// The rules that are asked for, or all that is wrong with them, a line each.
fn rules_of(asked: Option<RulesText<'_>>) -> Result<Rules, String> {
    let presets = SameGame::PRESETS;
    match asked.unwrap_or(RulesText::Preset(presets[0])) {
        RulesText::Preset(name) => SameGame::preset(name).ok_or_else(|| {
            format!("--rules {name}: no such rules; there are {}, or a rules file (NAME.toml)", presets.join(", "))
        }),
        RulesText::File { name, text } => SameGame::rules_from_toml(text).map_err(|problems| {
            let line = |at: usize| text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1;
            let told = problems.into_iter().map(|problem| match problem.span {
                Some(span) => format!("{name}, line {}: {}", line(span.start), problem.message),
                None => format!("{name}: {}", problem.message),
            });
            told.collect::<Vec<_>>().join("\n")
        }),
    }
}

fn open(matches: &ArgMatches, given: Given<'_>) -> Result<Box<dyn Scene>, String> {
    let flags = Flags::from_arg_matches(matches).map_err(|e| e.to_string())?;
    let name = matches.get_one::<String>("skin").map_or(Skin::default().name(), String::as_str);
    let options = Options {
        rows: flags.size.1,
        cols: flags.size.0,
        colours: usize::from(flags.colours),
        seed: flags.seed,
        skin: name.parse().map_err(|e: crate::scene::UnknownSkin| e.to_string())?,
        animation: Duration::from_millis(flags.animation),
        clicks: flags.clicks,
        levels: flags.levels,
    };
    Ok(Box::new(SameGameScene::new(options, rules_of(given.rules)?)?))
}
