//! The practice game of Sokoban, played with keys, clicks and drags, and an editor of its levels.

mod act;
mod controls;
mod draw;
mod edit;
mod flags;
mod hint;
mod levels;
mod motion;
mod overlay;
mod presses;
mod skin;
mod stage;
mod stuck;

use super::overlay::Button;
use super::{Input, Scene};
use crate::games::sokoban::Board;
use crate::geometry::{Lattice, Point, Rect};
use crate::gesture::MouseButton;
use crate::grid::Cell;
use crate::puzzle::{Puzzle, Status};
use controls::Action;
pub use edit::EditorScene;
pub(super) use flags::PRACTICE;
use hint::Hint;
use image::RgbImage;
pub use levels::Levels;
use motion::Motion;
pub use presses::Presses;
pub use skin::Skin;
use stage::Stage;
use std::time::Duration;

/// How the game is played and shown.
#[derive(Clone, Debug)]
pub struct Options {
    /// The levels.
    pub levels: Levels,
    /// The level that it starts at, counted from 1.
    pub first: usize,
    /// How it looks.
    pub skin: Skin,
    /// How long a step is shown; no time means at once.
    pub animation: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            levels: Levels::Generated { rows: 8, cols: 10, boxes: 3, seed: 0 },
            first: 1,
            skin: Skin::default(),
            animation: Duration::from_millis(60),
        }
    }
}

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A step.
    Playing,
    /// Steps are shown; input is not taken.
    Animating,
    /// The level is solved: the button for the next one.
    Won,
    /// The last level is solved.
    Over,
}

impl Phase {
    /// Its word in truth files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Playing => "playing",
            Self::Animating => "animating",
            Self::Won => "won",
            Self::Over => "over",
        }
    }
}

/// A position of the level, and what it took to get there.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Position {
    board: Board,
    moves: u32,
    pushes: u32,
}

impl Position {
    const fn start(board: Board) -> Self {
        Self { board, moves: 0, pushes: 0 }
    }
}

/// Where a mouse button went down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Armed {
    Cell(Cell),
    Button(Action),
}

/// What an input can change of picture and truth.
#[derive(PartialEq)]
struct Shown {
    position: Position,
    level: (usize, u32),
    presses: Presses,
    lit: Option<Action>,
    held: Option<Action>,
    hint: Option<Hint>,
    is_moving: bool,
}

/// The practice game.
#[derive(Clone, Debug)]
pub struct SokobanScene {
    options: Options,
    stage: Stage,
    now: Position,
    /// What undo leads back to, the last one first undone.
    past: Vec<Position>,
    level: usize,
    game: u32,
    motion: Option<Motion>,
    hint: Option<Hint>,
    presses: Presses,
    pointer: Option<Point>,
    /// The mouse button that is down, and where it went down.
    armed: Option<(MouseButton, Armed)>,
    closing: bool,
}

impl SokobanScene {
    /// A new game at its first level.
    ///
    /// # Errors
    /// Why there is no such level.
    pub fn new(options: Options) -> Result<Self, String> {
        let board = options.levels.level(options.first)?;
        Ok(Self {
            stage: Stage::new(options.skin, stage::ground_of(&board)),
            now: Position::start(board),
            past: Vec::new(),
            level: options.first,
            game: 1,
            motion: None,
            hint: None,
            presses: Presses::default(),
            pointer: None,
            armed: None,
            closing: false,
            options,
        })
    }

    /// What the game waits for at `now`.
    #[must_use]
    pub fn phase(&self, now: Duration) -> Phase {
        if self.is_moving(now) {
            return Phase::Animating;
        }
        match (self.now.board.status(), self.options.levels.after(self.level)) {
            (Status::Won, Some(_)) => Phase::Won,
            (Status::Won, None) => Phase::Over,
            _ => Phase::Playing,
        }
    }

    /// The level as it stands, in the middle of the lattice; where steps are shown, as it will stand.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.now.board
    }

    /// The level's number, counted from 1.
    #[must_use]
    pub fn level(&self) -> usize {
        self.level
    }

    /// Steps and pushes since the level's start, without those that were taken back.
    #[must_use]
    pub fn counts(&self) -> (u32, u32) {
        (self.now.moves, self.now.pushes)
    }

    /// Presses and keys so far.
    #[must_use]
    pub fn presses(&self) -> Presses {
        self.presses
    }

    /// Where the level lies in the picture.
    #[must_use]
    pub fn lattice(&self) -> Lattice {
        self.stage.layout.lattice
    }

    /// Label and place, in pixels of the picture, of each button that is shown at `now`.
    #[must_use]
    pub fn buttons(&self, now: Duration) -> Vec<(&'static str, Rect)> {
        self.all_buttons(now).into_iter().map(|button| (button.action.label(), button.rect)).collect()
    }

    fn footer_buttons(&self) -> Vec<Button<Action>> {
        controls::footer(&self.stage.layout, &[Action::Undo, Action::Restart, Action::Hint])
    }

    fn overlay_buttons(&self, now: Duration) -> Vec<Button<Action>> {
        overlay::buttons(&self.stage.layout, self.phase(now))
    }

    fn all_buttons(&self, now: Duration) -> Vec<Button<Action>> {
        // Of two buttons at one place the overlay's is the one that is seen.
        let mut all = self.overlay_buttons(now);
        all.extend(self.footer_buttons());
        all
    }

    fn button_under_pointer(&self, now: Duration) -> Option<Action> {
        let p = self.pointer?;
        self.all_buttons(now).into_iter().find(|button| button.rect.contains(p)).map(|button| button.action)
    }

    fn cell_under_pointer(&self) -> Option<Cell> {
        self.pointer.and_then(|p| self.stage.layout.lattice.cell_at(p))
    }

    fn is_moving(&self, now: Duration) -> bool {
        self.motion.as_ref().is_some_and(|motion| !motion.is_over(now))
    }

    fn shown_hint(&self, now: Duration) -> Option<Hint> {
        self.hint.filter(|hint| hint.is_shown(now))
    }

    fn held_button(&self) -> Option<Action> {
        match self.armed {
            Some((_, Armed::Button(action))) => Some(action),
            _ => None,
        }
    }

    fn shown(&self, now: Duration) -> Shown {
        let in_overlay = |action: &Action| matches!(action, Action::NextLevel | Action::NewGame | Action::Quit);
        Shown {
            position: self.now.clone(),
            level: (self.level, self.game),
            presses: self.presses,
            lit: self.button_under_pointer(now).filter(in_overlay),
            held: self.held_button(),
            hint: self.shown_hint(now),
            is_moving: self.is_moving(now),
        }
    }
}

impl Scene for SokobanScene {
    fn title(&self) -> String {
        "Sokoban practice".to_owned()
    }

    fn size(&self) -> (u32, u32) {
        self.stage.layout.size
    }

    fn set_scale(&mut self, scale: f64) {
        if (scale - self.stage.layout.scale).abs() > 1e-9 {
            self.stage.set_scale(scale);
            self.pointer = None;
            self.armed = None;
        }
    }

    fn input(&mut self, input: Input, now: Duration) -> bool {
        let before = self.shown(now);
        match input {
            Input::Moved(at) => self.pointer = Some(at),
            Input::Left => self.pointer = None,
            Input::Pressed(button) => self.press(button, now),
            Input::Released(button) => self.release(button, now),
            Input::Key(key) => self.key(key, now),
        }
        self.shown(now) != before
    }

    fn draw(&mut self, now: Duration) -> RgbImage {
        self.picture(now)
    }

    fn is_animating(&self, now: Duration) -> bool {
        self.is_moving(now) || self.shown_hint(now).is_some()
    }

    fn truth(&self, now: Duration) -> String {
        format!(
            "; move {} settled {} level {} pushes {} left {} presses {} stray {} ignored {} keys {} phase {} game {}\n{}",
            self.now.moves,
            !self.is_animating(now),
            self.level,
            self.now.pushes,
            self.now.board.boxes_off_goals(),
            self.presses.total(),
            self.presses.stray,
            self.presses.ignored(),
            self.presses.keys,
            self.phase(now).name(),
            self.game,
            levels::full_rows(&self.now.board),
        )
    }

    fn wants_to_close(&self) -> bool {
        self.closing
    }
}
