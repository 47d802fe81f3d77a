//! The practice game of Shisen-Sho: boards that are cleared pair by pair, and shuffled where no pair is left.

mod backdrop;
mod draw;
mod faces;
mod flags;
mod motion;
mod overlay;
mod pen;
mod play;
mod skins;

use super::layout::{Layout, Wish};
use super::overlay::Button;
use super::{Input, Presses, Scene};
use crate::games::shisen::generate::{self, Counts, Spec};
use crate::games::shisen::{Board, Corners, Move, Rules};
use crate::geometry::{Lattice, Point, Rect};
use crate::gesture::MouseButton;
use crate::grid::{Cell, Grid, Symbol};
pub(super) use flags::PRACTICE;
use image::RgbImage;
use motion::Motion;
use overlay::Action;
pub use skins::Skin;
use skins::{Look, Tiles};
use std::sync::Arc;
use std::time::Duration;

/// Tiles of a kind that are dealt before the next kind's turn.
const COPIES: usize = 4;
/// Free space around the board, as a share of the pitch: lines run there.
const RING: f64 = 0.4;
/// How long a hint is shown.
const HINT: Duration = Duration::from_millis(1500);

/// How a practice game is played and shown.
#[derive(Clone, Debug)]
pub struct Options {
    /// Rows of the board.
    pub rows: usize,
    /// Columns of the board.
    pub cols: usize,
    /// Number of kinds; if not given, as many as the board and the skin have room for.
    pub kinds: Option<usize>,
    /// Every board follows from this number.
    pub seed: u64,
    /// How it looks.
    pub skin: Skin,
    /// How long a removal takes to be shown after its line; no time means at once.
    pub animation: Duration,
    /// How long the line between the two tiles is shown.
    pub line: Duration,
    /// What a second click does that removes nothing.
    pub failed_second: FailedSecond,
    /// Boards after which the game is won; `None` goes on for ever.
    pub boards: Option<u32>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            rows: 8,
            cols: 14,
            kinds: None,
            seed: 0,
            skin: Skin::default(),
            animation: Duration::from_millis(200),
            line: Duration::from_millis(300),
            failed_second: FailedSecond::default(),
            boards: None,
        }
    }
}

/// What a second click does that removes nothing: the tiles differ, or no path joins them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum FailedSecond {
    /// No tile is selected any more.
    #[default]
    Clear,
    /// The first tile stays selected.
    KeepFirst,
    /// The second tile is selected instead.
    KeepSecond,
}

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A click on a first tile.
    Playing,
    /// The click on the second tile.
    Selected,
    /// The line between two tiles is shown; input is not taken.
    Line,
    /// Tiles move; input is not taken.
    Animating,
    /// The board is cleared: a button.
    Won,
    /// No pair is left: a shuffle, or another button.
    Stuck,
}

impl Phase {
    /// Its word in truth files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Playing => "playing",
            Self::Selected => "selected",
            Self::Line => "line",
            Self::Animating => "animating",
            Self::Won => "won",
            Self::Stuck => "stuck",
        }
    }
}

/// How a board ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Cleared,
    AllBoardsCleared,
    Stuck,
    /// Stuck, and no shuffle leaves a pair.
    Hopeless,
}

/// A removal that is or was shown.
#[derive(Clone, Debug)]
struct Removal {
    m: Move,
    path: Corners,
    /// What stood on the board before it.
    before: Grid<Symbol>,
    motion: Motion,
    start: Duration,
}

/// The practice game.
#[derive(Clone, Debug)]
pub struct ShisenScene {
    options: Options,
    layout: Layout,
    backdrop: RgbImage,
    tiles: Tiles,
    board: Board,
    /// Boards dealt so far, this one included.
    dealt: usize,
    game: u32,
    /// The board's number in this game, counted from 1.
    number: u32,
    moves: u32,
    shuffles: u32,
    /// Pairs that can go.
    pairs: usize,
    presses: Presses,
    pointer: Option<Point>,
    /// The button on which the mouse button went down.
    armed: Option<Action>,
    selected: Option<Cell>,
    removal: Option<Removal>,
    hint: Option<(Move, Duration)>,
    end: Option<Verdict>,
    closing: bool,
}

impl ShisenScene {
    /// A new game at its first board, which is the first of `generate shisen` with the same seed, size, kinds and rules; the
    /// next board is the second, and so on.
    ///
    /// # Errors
    /// The size or number of kinds that no board by these rules can have, or that the skin has no faces for.
    pub fn new(options: Options, rules: Rules) -> Result<Self, String> {
        let board = deal(&Arc::new(rules), &options, 0)?;
        Ok(Self::start(options, board, 1))
    }

    /// A game that starts at a board of one's own.
    ///
    /// # Errors
    /// The board has more kinds than the skin has faces for.
    pub fn with_board(options: Options, board: Board) -> Result<Self, String> {
        has_faces(options.skin, board.counts().len())?;
        let options = Options { rows: board.rows(), cols: board.cols(), ..options };
        Ok(Self::start(options, board, 0))
    }

    fn start(options: Options, board: Board, dealt: usize) -> Self {
        let layout = layout(&options, 1.0);
        let mut scene = Self {
            backdrop: backdrop::backdrop(options.skin, &layout),
            tiles: Tiles::new(options.skin, (layout.lattice.pitch_x, layout.lattice.pitch_y)),
            layout,
            board,
            dealt,
            game: 1,
            number: 1,
            moves: 0,
            shuffles: 0,
            pairs: 0,
            presses: Presses::default(),
            pointer: None,
            armed: None,
            selected: None,
            removal: None,
            hint: None,
            end: None,
            closing: false,
            options,
        };
        scene.judge();
        scene
    }

    /// What the game waits for at `now`.
    #[must_use]
    pub fn phase(&self, now: Duration) -> Phase {
        if self.lined(now).is_some() {
            return Phase::Line;
        }
        if self.moving(now).is_some() {
            return Phase::Animating;
        }
        match self.end {
            Some(Verdict::Cleared | Verdict::AllBoardsCleared) => Phase::Won,
            Some(Verdict::Stuck | Verdict::Hopeless) => Phase::Stuck,
            None if self.selected.is_some() => Phase::Selected,
            None => Phase::Playing,
        }
    }

    /// The board as the rules see it: where a line is shown or tiles move, the one that they move to.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The tile that is selected.
    #[must_use]
    pub fn selected(&self) -> Option<Cell> {
        self.selected
    }

    /// Shuffles on this board so far.
    #[must_use]
    pub fn shuffles(&self) -> u32 {
        self.shuffles
    }

    /// The presses so far.
    #[must_use]
    pub fn presses(&self) -> Presses {
        self.presses
    }

    /// Where the board lies in the picture.
    #[must_use]
    pub fn lattice(&self) -> Lattice {
        self.layout.lattice
    }

    /// Label and place, in pixels of the picture, of each button that is shown at `now`: the two of the footer first.
    #[must_use]
    pub fn buttons(&self, now: Duration) -> Vec<(&'static str, Rect)> {
        let all = overlay::footer(&self.layout).into_iter().chain(self.overlay_buttons(now));
        all.map(|button| (button.action.label(), button.rect)).collect()
    }

    fn overlay_buttons(&self, now: Duration) -> Vec<Button<Action>> {
        match (self.end, self.phase(now)) {
            (Some(verdict), Phase::Won | Phase::Stuck) => overlay::buttons(&self.layout, verdict),
            _ => Vec::new(),
        }
    }

    /// The removal whose line is still shown.
    fn lined(&self, now: Duration) -> Option<&Removal> {
        self.removal.as_ref().filter(|removal| now < removal.start + self.options.line)
    }

    /// The removal whose line is gone and whose tiles still move, and the share of it that is over.
    fn moving(&self, now: Duration) -> Option<(&Removal, f64)> {
        let removal = self.removal.as_ref()?;
        let since = now.checked_sub(removal.start + self.options.line)?;
        let share = since.as_secs_f64() / self.options.animation.as_secs_f64();
        (share < 1.0).then_some((removal, share))
    }

    /// The pair that the hint shows.
    fn hinted(&self, now: Duration) -> Option<Move> {
        self.hint.filter(|(_, start)| now < *start + HINT).map(|(m, _)| m)
    }

    /// The tile that the pointer would act on.
    fn hovered(&self, now: Duration) -> Option<Cell> {
        let takes = matches!(self.phase(now), Phase::Playing | Phase::Selected);
        self.pointer.filter(|_| takes).and_then(|p| self.tile_at(p))
    }

    fn tile_at(&self, p: Point) -> Option<Cell> {
        self.layout.lattice.cell_at(p).filter(|&cell| is_tile(self.board.tiles()[cell]))
    }
}

/// Whether a symbol stands for a tile that can be clicked.
fn is_tile(symbol: Symbol) -> bool {
    symbol != Symbol::EMPTY && symbol.first_char() != '#'
}

fn layout(options: &Options, scale: f64) -> Layout {
    let wish = Wish { pitch: options.skin.pitch(), ring: RING, footer: overlay::FOOTER };
    Layout::with(options.rows, options.cols, scale, &wish)
}

fn has_faces(skin: Skin, kinds: usize) -> Result<(), String> {
    if kinds <= skin.kinds() {
        return Ok(());
    }
    let others = Skin::ALL.into_iter().filter(|other| kinds <= other.kinds()).map(Skin::name).collect::<Vec<_>>();
    let advice = if others.is_empty() { String::new() } else { format!(", or --skin {}", others.join(" or ")) };
    Err(format!("--kinds {kinds}: the skin {} has {} kinds: ask for no more{advice}", skin.name(), skin.kinds()))
}

fn deal(rules: &Arc<Rules>, options: &Options, index: usize) -> Result<Board, String> {
    let Options { rows, cols, skin, seed, .. } = *options;
    let room = (rows * cols).div_ceil(COPIES).max(1);
    let kinds = options.kinds.unwrap_or(room.min(skin.kinds()));
    has_faces(skin, kinds)?;
    let (kinds, copies) = (Some(kinds), Some(COPIES));
    let spec = Spec { rows, cols, kinds, copies, counts: Counts::Turns, ..Spec::default() };
    generate::board(rules, &spec, seed, index as u64)
}

impl Scene for ShisenScene {
    fn title(&self) -> String {
        "Shisen-Sho practice".to_owned()
    }

    fn size(&self) -> (u32, u32) {
        self.layout.size
    }

    fn set_scale(&mut self, scale: f64) {
        if (scale - self.layout.scale).abs() > 1e-9 {
            self.layout = layout(&self.options, scale);
            self.backdrop = backdrop::backdrop(self.options.skin, &self.layout);
            let lattice = self.layout.lattice;
            self.tiles = Tiles::new(self.options.skin, (lattice.pitch_x, lattice.pitch_y));
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
        self.lined(now).is_some() || self.moving(now).is_some() || self.hinted(now).is_some()
    }

    fn truth(&self, now: Duration) -> String {
        format!(
            "; move {} settled {} board {} left {} shuffles {} presses {} stray {} ignored {} phase {} game {}\n{}\n",
            self.moves,
            !self.is_animating(now),
            self.number,
            self.board.left(),
            self.shuffles,
            self.presses.total(),
            self.presses.stray,
            self.presses.ignored,
            self.phase(now).name(),
            self.game,
            self.board,
        )
    }

    fn wants_to_close(&self) -> bool {
        self.closing
    }
}
