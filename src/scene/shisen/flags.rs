//! The flags of `practice shisen`.

use super::{FailedSecond, Options, ShisenScene, Skin};
use crate::games::Game;
use crate::games::shisen::{RuleFlags, Shisen};
use crate::scene::asked::{rules_of, size};
use crate::scene::{Given, Practice, Scene, Shown};
use clap::{ArgMatches, Args, FromArgMatches};
use std::time::Duration;

/// `shisen` among the games that can be practised.
pub(in crate::scene) const PRACTICE: Practice = Practice {
    id: Shisen::ID,
    aliases: Shisen::ALIASES,
    flags: Flags::augment_args,
    files: &[],
    shown: Shown { skin: "mahjong", animation_ms: 100, seed: 7, flags: &["--line", "150"] },
    open,
};

/// Longest time that anything is shown.
const LONGEST_MS: u64 = 60_000;

#[derive(Args, Debug)]
struct Flags {
    /// How the game looks
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    skin: Skin,
    /// Every board follows from this number
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Columns and rows of the board
    #[arg(long, value_name = "COLSxROWS", default_value = "14x8", value_parser = size)]
    size: (usize, usize),
    /// Number of kinds; if not given, as many as the board and the skin have room for
    #[arg(long, value_name = "N")]
    kinds: Option<usize>,
    /// How long a removal is shown after its line, in milliseconds; 0 shows its result at once
    #[arg(long, value_name = "MS", default_value_t = 200, value_parser = clap::value_parser!(u64).range(0..=LONGEST_MS))]
    animation: u64,
    /// How long the line between two tiles is shown, in milliseconds; clicks are not taken meanwhile
    #[arg(long, value_name = "MS", default_value_t = 300, value_parser = clap::value_parser!(u64).range(0..=LONGEST_MS))]
    line: u64,
    /// What a second click does that removes nothing
    #[arg(long, value_name = "WHAT", value_enum, default_value_t)]
    failed_second: FailedSecond,
    /// The game is won after this many boards; without it the boards never end
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    boards: Option<u32>,
    #[command(flatten)]
    rules: RuleFlags,
}

fn open(matches: &ArgMatches, given: Given<'_>) -> Result<Box<dyn Scene>, String> {
    let flags = Flags::from_arg_matches(matches).map_err(|e| e.to_string())?;
    let rules = Shisen::apply_flags(rules_of::<Shisen>(given.rules)?, &flags.rules);
    let options = Options {
        rows: flags.size.1,
        cols: flags.size.0,
        kinds: flags.kinds,
        seed: flags.seed,
        skin: flags.skin,
        animation: Duration::from_millis(flags.animation),
        line: Duration::from_millis(flags.line),
        failed_second: flags.failed_second,
        boards: flags.boards,
    };
    Ok(Box::new(ShisenScene::new(options, rules)?))
}
