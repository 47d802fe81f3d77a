//! Pure drawing and input of a practice game: a board with a skin and an animation phase becomes a picture, a click
//! becomes a move. It knows no window and no clock; both are told to it.

mod asked;
mod backdrop;
mod header;
mod layout;
mod overlay;
mod paint;
mod presses;
pub mod samegame;
pub mod shisen;
mod skin;
pub mod sokoban;

pub use presses::Presses;
pub use skin::Skin;

use crate::geometry::Point;
use crate::gesture::{Key, MouseButton};
use image::RgbImage;
use std::time::Duration;

/// The rules that a practice game is asked to follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RulesText<'a> {
    /// The name of rules that come with the program.
    Preset(&'a str),
    /// A rules file.
    File {
        /// Its name, for messages.
        name: &'a str,
        /// Its text, TOML.
        text: &'a str,
    },
}

/// What a practice game is given besides its flags.
#[derive(Clone, Copy, Debug, Default)]
pub struct Given<'a> {
    /// The rules that are asked for, if any are.
    pub rules: Option<RulesText<'a>>,
    /// The text of each file that a flag of [`Practice::files`] names, by the flag.
    pub files: &'a [(&'static str, String)],
}

impl<'a> Given<'a> {
    /// The text of the file that `flag` names, if there is one.
    #[must_use]
    pub fn file(&self, flag: &str) -> Option<&'a str> {
        self.files.iter().find(|(of, _)| *of == flag).map(|(_, text)| text.as_str())
    }
}

/// A flag of a practice game that names a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileFlag {
    /// The flag, without its dashes; its values are paths.
    pub flag: &'static str,
    /// Whether the game also writes the file ([`Scene::to_save`]), which need not exist then.
    pub writes: bool,
}

/// A game that can be practised: its flags on the command line, and how it is opened with them.
#[derive(Clone, Copy, Debug)]
pub struct Practice {
    /// The game's name.
    pub id: &'static str,
    /// Other names of it.
    pub aliases: &'static [&'static str],
    /// Adds the game's own flags.
    pub flags: fn(clap::Command) -> clap::Command,
    /// Those of its flags that name files.
    pub files: &'static [FileFlag],
    /// How the game is opened to be shown: flags besides skin, seed and animation.
    pub shown: Shown,
    /// Opens the game with the flags that were given, or says what is wrong with them.
    pub open: OpenScene,
}

/// How a practice game is shown to somebody who has never seen it.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// The skin.
    pub skin: &'static str,
    /// How long a move is shown, in milliseconds.
    pub animation_ms: u64,
    /// A board that is worth seeing.
    pub seed: u64,
    /// Further flags.
    pub flags: &'static [&'static str],
}

/// Opens a practice game with its flags, rules and files, or says what is wrong with them.
pub type OpenScene = fn(&clap::ArgMatches, Given<'_>) -> Result<Box<dyn Scene>, String>;

/// Every game that can be practised, in the order of the help.
pub const PRACTICES: &[Practice] = &[samegame::PRACTICE, shisen::PRACTICE, sokoban::PRACTICE];

/// What a person does to a practice window; places are pixels of its picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Input {
    /// The pointer is here now.
    Moved(Point),
    /// The pointer left the window.
    Left,
    /// A button went down at the pointer's place.
    Pressed(MouseButton),
    /// A button went up at the pointer's place.
    Released(MouseButton),
    /// A key went down, with the modifiers that are held; it is told again for as long as it repeats.
    Key(Key),
}

/// A practice game, whichever it is.
pub trait Scene: Send {
    /// The window's title.
    fn title(&self) -> String;
    /// Width and height of the picture, in pixels.
    fn size(&self) -> (u32, u32);
    /// Draws `scale` pixels for each desktop unit from now on, which changes [`size`](Self::size).
    fn set_scale(&mut self, scale: f64);
    /// Takes one input at a time since the start, and says whether the picture is another one now.
    fn input(&mut self, input: Input, now: Duration) -> bool;
    /// The picture at a time since the start.
    fn draw(&mut self, now: Duration) -> RgbImage;
    /// Whether the picture changes by itself after `now`.
    fn is_animating(&self, now: Duration) -> bool;
    /// The true state, as a truth file states it.
    fn truth(&self, now: Duration) -> String;
    /// What is to be written to the file of [`FileFlag::writes`], if the person asked for that since the last call. What
    /// came of it is told by [`saved`](Self::saved).
    fn to_save(&mut self) -> Option<String> {
        None
    }
    /// Is told whether the text of [`to_save`](Self::to_save) was written, or why not.
    fn saved(&mut self, _outcome: Result<(), String>, _now: Duration) {}
    /// Whether the person asked to close the window.
    fn wants_to_close(&self) -> bool;
}
