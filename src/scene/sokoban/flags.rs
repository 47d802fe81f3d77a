//! The flags of `practice sokoban`.

use super::{EditorScene, Levels, Options, Skin, SokobanScene};
use crate::games::sokoban::Sokoban;
use crate::scene::asked::{rules_of, size};
use crate::scene::{FileFlag, Given, Practice, Scene, Shown};
use clap::{ArgMatches, Args, FromArgMatches};
use std::path::PathBuf;
use std::time::Duration;

/// `sokoban` among the games that can be practised.
pub(in crate::scene) const PRACTICE: Practice = Practice {
    id: "sokoban",
    aliases: &[],
    flags: Flags::augment_args,
    files: &[FileFlag { flag: "levels", writes: false }, FileFlag { flag: "edit", writes: true }],
    shown: Shown { skin: "warehouse", animation_ms: 40, seed: 7, flags: &["--boxes", "4"] },
    open,
};

#[derive(Args, Debug)]
struct Flags {
    /// How the game looks
    #[arg(long, value_name = "NAME", value_enum, default_value_t)]
    skin: Skin,
    /// Every level follows from this number
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Columns and rows of a generated level, its walls included
    #[arg(long, value_name = "COLSxROWS", default_value = "10x8", value_parser = size)]
    size: (usize, usize),
    /// Boxes of a generated level
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u8).range(1..=50))]
    boxes: u8,
    /// Plays the levels of this file (XSB) instead of generated ones
    #[arg(long, value_name = "FILE", conflicts_with_all = ["size", "boxes"])]
    levels: Option<PathBuf>,
    /// The level to start at, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = level)]
    level: usize,
    /// How long a step is shown, in milliseconds; 0 shows its result at once
    #[arg(long, value_name = "MS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(0..=60_000))]
    animation: u64,
    /// Opens the editor: the level of this file, or one to start from, with its boxes on the goals; saves there
    #[arg(long, value_name = "FILE.xsb")]
    edit: Option<PathBuf>,
}

fn level(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|&number| number > 0).ok_or_else(|| "expected a whole number of at least 1".to_owned())
}

/// A file as it was named.
fn name(path: Option<&PathBuf>) -> String {
    path.map_or_else(String::new, |path| path.display().to_string())
}

fn open(matches: &ArgMatches, given: Given<'_>) -> Result<Box<dyn Scene>, String> {
    let flags = Flags::from_arg_matches(matches).map_err(|e| e.to_string())?;
    let _one_kind_of_rules = rules_of::<Sokoban>(given.rules)?;
    let skin = flags.skin;
    let levels = match given.file("levels") {
        Some(text) => Levels::from_text(&name(flags.levels.as_ref()), text)?,
        None => {
            let (cols, rows) = flags.size;
            Levels::Generated { rows, cols, boxes: usize::from(flags.boxes), seed: flags.seed }
        }
    };
    let Some(path) = &flags.edit else {
        let animation = Duration::from_millis(flags.animation);
        let options = Options { levels, first: flags.level, skin, animation };
        return Ok(Box::new(SokobanScene::new(options)?));
    };
    let start = match given.file("edit") {
        None => levels.level(flags.level)?,
        Some(text) => {
            let name = name(Some(path));
            match Levels::from_text(&name, text)? {
                Levels::Given(own) if own.len() > 1 => {
                    return Err(format!(
                        "--edit {name}: it holds {} levels, and saving would leave one of them: name a file of its own, \
                         and give this one as --levels with the --level to start from",
                        own.len()
                    ));
                }
                own => own.level(1)?,
            }
        }
    };
    Ok(Box::new(EditorScene::new(&start, skin)))
}
