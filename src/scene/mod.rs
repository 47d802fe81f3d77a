//! Pure drawing and input of a practice game: a board with a skin and an animation phase becomes a picture, a click
//! becomes a move. It knows no window and no clock; both are told to it.

mod backdrop;
mod layout;
mod paint;
pub mod samegame;
pub mod shisen;
mod skin;

pub use skin::{Skin, UnknownSkin};

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

/// A game that can be practised: its flags on the command line, and how it is opened with them.
#[derive(Clone, Copy, Debug)]
pub struct Practice {
    /// The game's name.
    pub id: &'static str,
    /// Other names of it.
    pub aliases: &'static [&'static str],
    /// Adds the game's own flags.
    pub flags: fn(clap::Command) -> clap::Command,
    /// Opens the game with the flags that were given, or says what is wrong with them.
    pub open: OpenScene,
}

/// Opens a practice game with its flags and rules, or says what is wrong with them.
pub type OpenScene = fn(&clap::ArgMatches, Option<RulesText<'_>>) -> Result<Box<dyn Scene>, String>;

/// Every game that can be practised, in the order of the help.
pub const PRACTICES: &[Practice] = &[samegame::PRACTICE];

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
    /// Whether the person asked to close the window.
    fn wants_to_close(&self) -> bool;
}
