//! The flags of `practice samegame`.

use super::{Options, SameGameScene};
use crate::games::samegame::SameGame;
use crate::scene::asked::{rules_of, size};
use crate::scene::{Given, Practice, Scene, Shown, Skin};
use clap::{ArgMatches, Args, FromArgMatches};
use std::time::Duration;

/// `samegame` among the games that can be practised.
pub(in crate::scene) const PRACTICE: Practice = Practice {
    id: "samegame",
    aliases: &["popstar"],
    flags: Flags::augment_args,
    files: &[],
    shown: Shown { skin: "stars", animation_ms: 200, seed: 7, flags: &[] },
    open,
};

#[derive(Args, Debug)]
struct Flags {
    /// How the game looks
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    skin: Skin,
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

fn open(matches: &ArgMatches, given: Given<'_>) -> Result<Box<dyn Scene>, String> {
    let flags = Flags::from_arg_matches(matches).map_err(|e| e.to_string())?;
    let options = Options {
        rows: flags.size.1,
        cols: flags.size.0,
        colours: usize::from(flags.colours),
        seed: flags.seed,
        skin: flags.skin,
        animation: Duration::from_millis(flags.animation),
        clicks: flags.clicks,
        levels: flags.levels,
    };
    Ok(Box::new(SameGameScene::new(options, rules_of::<SameGame>(given.rules)?)?))
}
