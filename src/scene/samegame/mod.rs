//! The practice game of SameGame: levels with rising targets, as PopStar has them.

mod draw;
mod flags;
mod motion;
mod overlay;

use super::layout::Layout;
use super::overlay::Button;
use super::skin::{Skin, Tiles};
use super::{Input, Presses, Scene};
use crate::games::samegame::{Board, Move, Rules, generate};
use crate::geometry::{Point, Rect};
use crate::gesture::MouseButton;
use crate::grid::{Cell, Grid, Symbol};
use crate::puzzle::{Puzzle, Status};
pub(super) use flags::PRACTICE;
use image::RgbImage;
use motion::Motion;
use overlay::Action;
use std::sync::Arc;
use std::time::Duration;

/// The "+N" floats this many times as long as the tiles move.
const FLOAT: f64 = 1.5;

/// How a practice game is played and shown.
#[derive(Clone, Debug)]
pub struct Options {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// Number of colours.
    pub colours: usize,
    /// Every board follows from this number.
    pub seed: u64,
    /// How it looks.
    pub skin: Skin,
    /// How long a removal takes to be shown; no time means at once.
    pub animation: Duration,
    /// Clicks that a move takes: 1, or 2 (the first one selects).
    pub clicks: u8,
    /// Levels after which the game is won; `None` goes on for ever.
    pub levels: Option<u32>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            rows: 10,
            cols: 10,
            colours: 5,
            seed: 0,
            skin: Skin::default(),
            animation: Duration::from_millis(300),
            clicks: 1,
            levels: None,
        }
    }
}

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A click on a group.
    Playing,
    /// Tiles move; input is not taken.
    Animating,
    /// The second click on the selected group.
    Selected,
    /// The level is done: the button for the next one.
    Bonus,
    /// The game is over.
    Over,
}

impl Phase {
    /// Its word in truth files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Playing => "playing",
            Self::Animating => "animating",
            Self::Selected => "selected",
            Self::Bonus => "bonus",
            Self::Over => "over",
        }
    }
}

/// How a finished board ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct End {
    bonus: i64,
    left: usize,
    verdict: Verdict,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    NextLevel,
    AllLevelsDone,
    TargetMissed,
}

/// A removal that is or was shown.
#[derive(Clone, Debug)]
struct Removal {
    motion: Motion,
    gain: i64,
    start: Duration,
}

/// What an input can change of picture and truth.
#[derive(PartialEq, Eq)]
struct Shown {
    hovered: Vec<Cell>,
    button: Option<Action>,
    selected: Vec<Cell>,
    moves: u32,
    dealt: usize,
    presses: Presses,
}

/// The practice game.
#[derive(Clone, Debug)]
pub struct SameGameScene {
    options: Options,
    layout: Layout,
    backdrop: RgbImage,
    tiles: Tiles,
    board: Board,
    /// What stands in each cell of `board`.
    symbols: Grid<Symbol>,
    /// Boards dealt so far, this one included.
    dealt: usize,
    game: u32,
    level: u32,
    moves: u32,
    score: i64,
    presses: Presses,
    pointer: Option<Point>,
    /// The button of an overlay on which the mouse button went down.
    armed: Option<Action>,
    selected: Vec<Cell>,
    removal: Option<Removal>,
    end: Option<End>,
    closing: bool,
}

/// The score that a level asks for: 1000, 3000, 6000, 8000, 11000 and so on, by 2000 and 3000 in turn.
#[must_use]
pub fn target(level: u32) -> i64 {
    let done = i64::from(level.max(1) - 1);
    1000 + 5000 * (done / 2) + 2000 * (done % 2)
}

impl SameGameScene {
    /// A new game at its first level. Its first board is the first of `generate samegame` with the same seed, size and
    /// colours, the next level's is the second, and so on.
    ///
    /// # Errors
    /// The size or number of colours that no board by these rules can have.
    pub fn new(options: Options, rules: Rules) -> Result<Self, String> {
        let layout = Layout::new(options.rows, options.cols, 1.0);
        let board = deal(&Arc::new(rules), &options, 0)?;
        let mut scene = Self {
            backdrop: super::backdrop::backdrop(options.skin, &layout),
            tiles: Tiles::new(options.skin, layout.lattice.pitch_x),
            layout,
            symbols: symbols(&board),
            board,
            dealt: 1,
            game: 1,
            level: 1,
            moves: 0,
            score: 0,
            presses: Presses::default(),
            pointer: None,
            armed: None,
            selected: Vec::new(),
            removal: None,
            end: None,
            closing: false,
            options,
        };
        scene.end = scene.ended();
        Ok(scene)
    }

    /// What the game waits for at `now`.
    #[must_use]
    pub fn phase(&self, now: Duration) -> Phase {
        if self.moving(now).is_some() {
            return Phase::Animating;
        }
        match self.end {
            Some(End { verdict: Verdict::NextLevel, .. }) => Phase::Bonus,
            Some(_) => Phase::Over,
            None if self.selected.is_empty() => Phase::Playing,
            None => Phase::Selected,
        }
    }

    /// The board as the rules see it: where tiles move, the one that they move to.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The score, bonuses included.
    #[must_use]
    pub fn score(&self) -> i64 {
        self.score
    }

    /// The level, counted from 1.
    #[must_use]
    pub fn level(&self) -> u32 {
        self.level
    }

    /// The presses so far.
    #[must_use]
    pub fn presses(&self) -> Presses {
        self.presses
    }

    /// Where the board lies in the picture.
    #[must_use]
    pub fn lattice(&self) -> crate::geometry::Lattice {
        self.layout.lattice
    }

    /// Label and place, in pixels of the picture, of each button that is shown at `now`.
    #[must_use]
    pub fn buttons(&self, now: Duration) -> Vec<(&'static str, Rect)> {
        self.overlay_buttons(now).into_iter().map(|button| (button.action.label(), button.rect)).collect()
    }

    fn overlay_buttons(&self, now: Duration) -> Vec<Button<Action>> {
        match (self.end, self.phase(now)) {
            (Some(end), Phase::Bonus | Phase::Over) => overlay::buttons(&self.layout, end.verdict),
            _ => Vec::new(),
        }
    }

    /// The removal whose tiles still move, and the share of it that is over.
    fn moving(&self, now: Duration) -> Option<(&Removal, f64)> {
        let removal = self.removal.as_ref()?;
        let share = now.saturating_sub(removal.start).as_secs_f64() / self.options.animation.as_secs_f64();
        (share < 1.0).then_some((removal, share))
    }

    /// The "+N" that still floats, and the share of its way that is over.
    fn floating(&self, now: Duration) -> Option<(&Removal, f64)> {
        let removal = self.removal.as_ref()?;
        let whole = self.options.animation.as_secs_f64() * FLOAT;
        let share = now.saturating_sub(removal.start).as_secs_f64() / whole;
        (share < 1.0).then_some((removal, share))
    }

    /// The tiles that the pointer would act on.
    fn hovered(&self, now: Duration) -> Vec<Cell> {
        if !matches!(self.phase(now), Phase::Playing | Phase::Selected) {
            return Vec::new();
        }
        let cell = self.pointer.and_then(|p| self.layout.lattice.cell_at(p));
        cell.filter(|&c| self.can_remove(c)).map_or_else(Vec::new, |c| self.board.group(c))
    }

    /// What of the picture an input can change, and what of the truth.
    fn shown(&self, now: Duration) -> Shown {
        Shown {
            hovered: self.hovered(now),
            button: self.button_under_pointer(now),
            selected: self.selected.clone(),
            moves: self.moves,
            dealt: self.dealt,
            presses: self.presses,
        }
    }

    fn press(&mut self, now: Duration) {
        let cell = self.pointer.and_then(|p| self.layout.lattice.cell_at(p));
        match self.phase(now) {
            Phase::Animating if cell.is_some() => self.presses.ignored += 1,
            Phase::Animating => self.presses.stray += 1,
            Phase::Bonus | Phase::Over => {
                self.armed = self.button_under_pointer(now);
                *(if self.armed.is_some() { &mut self.presses.buttons } else { &mut self.presses.stray }) += 1;
            }
            Phase::Playing | Phase::Selected => match cell.filter(|&c| self.symbols[c] != Symbol::EMPTY) {
                Some(cell) => {
                    self.presses.tiles += 1;
                    self.press_tile(cell, now);
                }
                None => {
                    self.presses.stray += 1;
                    self.selected.clear();
                }
            },
        }
    }

    fn press_tile(&mut self, cell: Cell, now: Duration) {
        if !self.can_remove(cell) {
            self.selected.clear();
        } else if self.options.clicks > 1 && !self.selected.contains(&cell) {
            self.selected = self.board.group(cell);
        } else {
            self.play(cell, now);
        }
    }

    fn play(&mut self, cell: Cell, now: Duration) {
        let group = self.board.group(cell);
        let Ok(gain) = self.board.play(Move(cell)) else { return };
        let motion = Motion::new(&self.symbols, &group, self.board.lines());
        self.symbols = symbols(&self.board);
        self.selected.clear();
        self.moves += 1;
        self.score += gain;
        self.removal = (!self.options.animation.is_zero()).then_some(Removal { motion, gain, start: now });
        self.end = self.ended();
    }

    /// The score that the level asks for: that of the rules, if they say one.
    #[must_use]
    pub fn target(&self) -> i64 {
        self.board.rules().target(self.level as usize).unwrap_or_else(|| target(self.level))
    }

    /// How the board ended, if it did; its bonus is paid.
    fn ended(&mut self) -> Option<End> {
        if self.board.status() == Status::Ongoing {
            return None;
        }
        let bonus = self.board.end_bonus();
        self.score += bonus;
        let verdict = if self.score < self.target() {
            Verdict::TargetMissed
        } else if self.options.levels.is_some_and(|levels| self.level >= levels) {
            Verdict::AllLevelsDone
        } else {
            Verdict::NextLevel
        };
        Some(End { bonus, left: self.board.left(), verdict })
    }

    fn button_under_pointer(&self, now: Duration) -> Option<Action> {
        let p = self.pointer?;
        self.overlay_buttons(now).into_iter().find(|button| button.rect.contains(p)).map(|button| button.action)
    }

    fn release(&mut self, now: Duration) {
        let Some(armed) = self.armed.take() else { return };
        if self.button_under_pointer(now) != Some(armed) {
            return;
        }
        match armed {
            Action::NextLevel => {
                self.level += 1;
                self.deal_next();
            }
            Action::NewGame => {
                self.game += 1;
                self.level = 1;
                self.score = 0;
                self.deal_next();
            }
            Action::Quit => self.closing = true,
        }
    }

    fn deal_next(&mut self) {
        // Size and colours were found good when the first board was dealt.
        if let Ok(board) = deal(self.board.rules(), &self.options, self.dealt) {
            self.board = board;
        }
        self.symbols = symbols(&self.board);
        self.dealt += 1;
        self.moves = 0;
        self.removal = None;
        self.end = self.ended();
    }

    fn can_remove(&self, cell: Cell) -> bool {
        let group = self.board.group(cell);
        !group.is_empty() && group.len() >= self.board.rules().min_group()
    }
}

fn deal(rules: &Arc<Rules>, options: &Options, index: usize) -> Result<Board, String> {
    generate::board(rules, (options.rows, options.cols), options.colours, options.seed, index as u64)
}

fn symbols(board: &Board) -> Grid<Symbol> {
    board.tiles().map(|tile| tile.and_then(|t| Symbol::from_char(char::from(t))).unwrap_or(Symbol::EMPTY))
}

impl Scene for SameGameScene {
    fn title(&self) -> String {
        "PopStar practice".to_owned()
    }

    fn size(&self) -> (u32, u32) {
        self.layout.size
    }

    fn set_scale(&mut self, scale: f64) {
        if (scale - self.layout.scale).abs() > 1e-9 {
            self.layout = Layout::new(self.options.rows, self.options.cols, scale);
            self.backdrop = super::backdrop::backdrop(self.options.skin, &self.layout);
            self.tiles = Tiles::new(self.options.skin, self.layout.lattice.pitch_x);
            self.pointer = None;
        }
    }

    fn input(&mut self, input: Input, now: Duration) -> bool {
        let before = self.shown(now);
        match input {
            Input::Moved(at) => self.pointer = Some(at),
            Input::Left => self.pointer = None,
            Input::Pressed(MouseButton::Left) => self.press(now),
            Input::Released(MouseButton::Left) => self.release(now),
            Input::Pressed(_) | Input::Released(_) | Input::Key(_) => {}
        }
        self.shown(now) != before
    }

    fn draw(&mut self, now: Duration) -> RgbImage {
        self.picture(now)
    }

    fn is_animating(&self, now: Duration) -> bool {
        self.floating(now).is_some()
    }

    fn truth(&self, now: Duration) -> String {
        let settled = !self.is_animating(now);
        let mut text = format!(
            "; move {} settled {settled} level {} score {} target {} presses {} stray {} phase {} game {}\n",
            self.moves,
            self.level,
            self.score,
            self.target(),
            self.presses.total(),
            self.presses.stray,
            self.phase(now).name(),
            self.game,
        );
        text.push_str(&self.board.to_string());
        text.push('\n');
        text
    }

    fn wants_to_close(&self) -> bool {
        self.closing
    }
}
