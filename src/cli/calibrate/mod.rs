//! `tilepilot calibrate GAME`: learns a program's board and tiles from one picture.

mod grids;
mod lesson;
mod talk;
mod tell;
mod told;
mod trial;
mod truth;

use super::exit::{Exit, Failure};
use super::world::open_desk;
use crate::calibration::{Calibration, WindowMatch};
use crate::desk::Screen;
use crate::desk::region::{REGION, RegionDesk};
use crate::driver::{Found, find_by_title};
use crate::frame::Frame;
use crate::games::{self, Game, Visitor};
use crate::geometry::Rect;
use crate::grid::Symbol;
use crate::store::{self, calibrations};
use clap::{ArgGroup, ArgMatches, Args, Command, FromArgMatches, ValueEnum};
use lesson::Learned;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// Flags of `calibrate`.
#[derive(Args, Clone, Debug)]
#[command(group = ArgGroup::new("source").required(true).args(["window", "image", "screen"]))]
struct Flags {
    /// The game that the program plays, such as samegame
    #[arg(value_name = "GAME")]
    game: String,
    /// Title of the open window to look at
    #[arg(long, value_name = "TITLE")]
    window: Option<String>,
    /// A picture of the window instead
    #[arg(long, value_name = "PNG")]
    image: Option<PathBuf>,
    /// A part of the desktop instead (desktop units): for windows that cannot be captured
    #[arg(long, value_name = "X,Y,W,H", value_parser = super::flags::screen, allow_hyphen_values = true)]
    screen: Option<Rect>,
    /// The calibration file to write; its pictures go into a folder of the same name beside it
    #[arg(long, value_name = "FILE.toml")]
    out: PathBuf,
    /// Where the picture with the cells drawn over it goes; beside the tiles' pictures if not given
    #[arg(long, value_name = "PNG")]
    overlay: Option<PathBuf>,
    /// Where the contact sheet goes, each class's tiles side by side; beside the tiles' pictures if not given
    #[arg(long, value_name = "PNG")]
    sheet: Option<PathBuf>,
    /// The part of the picture that holds the board and little else
    #[arg(long, value_name = "X,Y,W,H", value_parser = super::flags::rect, allow_hyphen_values = true)]
    region: Option<Rect>,
    /// Columns and rows of the board
    #[arg(long, value_name = "COLSxROWS", value_parser = size)]
    size: Option<(usize, usize)>,
    /// A board file that says what the picture shows; it names the classes
    #[arg(long, value_name = "BOARD")]
    truth: Option<PathBuf>,
    /// An earlier calibration (file or name) to start from: its window, rules, delays and buttons are kept
    #[arg(long, value_name = "CALIBRATION")]
    from: Option<String>,
    /// Adds the looks of the cells that the calibration --from, or else --out, does not know yet
    #[arg(long)]
    add: bool,
    /// What the cells to add show
    #[arg(long, value_enum, default_value_t = State::Hover, requires = "add")]
    state: State,
    /// The rules that the program plays by; the game's default ones if not given
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,
    /// Classes of things that are no tiles of the game, such as bombs, by their letters
    #[arg(long, value_name = "CLASS[,CLASS…]", value_delimiter = ',', conflicts_with = "add")]
    inert: Vec<Symbol>,
    /// Then tries the program in its window, with a few moves that count: its clicks, marks, shifts and delays
    #[arg(long, conflicts_with_all = ["image", "add"])]
    live: bool,
}

/// What the cells that are added show.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum State {
    Normal,
    Hover,
    Selected,
    Dimmed,
    Empty,
}

/// Rows and columns from `COLSxROWS`.
fn size(text: &str) -> Result<(usize, usize), String> {
    let parts = text.split_once(['x', 'X', '×']);
    let numbers = parts.and_then(|(cols, rows)| Some((rows.trim().parse().ok()?, cols.trim().parse().ok()?)));
    numbers
        .filter(|(rows, cols): &(usize, usize)| (1..=200).contains(rows) && (1..=200).contains(cols))
        .ok_or_else(|| format!("expected COLSxROWS, such as 15x10, found {text:?}"))
}

pub(super) fn command() -> Command {
    // The flags' own description would stand for the command's.
    Flags::augment_args(Command::new("calibrate"))
        .about("Learns a program's board and tiles from one picture")
        .after_help(
            "Examples:\n  tilepilot calibrate samegame --window \"Same Game\" --out mine.toml --overlay mine.png\n  \
             tilepilot calibrate samegame --image start.png --truth start.txt --out mine.toml\n  \
             tilepilot calibrate samegame --image hover.png --add --state hover --out mine.toml\n  \
             tilepilot calibrate samegame --screen 100,80,640,480 --out mirror.toml\n\n\
             In a terminal it lets you rename, merge and split classes and name buttons; elsewhere it asks nothing.\n\
             Exit status 1 where it is not sure enough to play; look at the overlay and give --region, --size or --truth.",
        )
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit, Failure> {
    let flags = Flags::from_arg_matches(matches).map_err(Failure::bad_input)?;
    let game = flags.game.clone();
    games::visit(&game, Calibrate(flags)).unwrap_or_else(|| {
        let names: Vec<&str> = games::list().iter().map(|(name, _)| *name).collect();
        Err(Failure::bad_input(format!("no game is called {game:?}: expected one of {}", names.join(", "))))
    })
}

struct Calibrate(Flags);

impl Visitor for Calibrate {
    type Output = Result<Exit, Failure>;

    fn visit<G: Game>(self) -> Result<Exit, Failure> {
        let flags = self.0;
        if let Some(name) = flags.rules.as_ref().filter(|name| G::preset(name).is_none()) {
            let known = G::PRESETS.join(", ");
            return Err(Failure::bad_input(format!("--rules {name}: expected one of {known}")));
        }
        refuse_folder(&flags.out)?;
        let from = base::<G>(&flags)?;
        let truth = flags.truth.as_deref().map(|path| truth::board::<G>(path, &flags.inert)).transpose()?;
        if let (Some(truth), Some((rows, cols))) = (&truth, flags.size) {
            truth::same_size(truth, (rows, cols), &format!("--size says {cols}x{rows}"))?;
        }
        let (frame, window) = picture(&flags)?;
        let picture = &frame.pixels;
        let mut learned = match from {
            Some(base) if flags.add => lesson::added(&flags, base, picture, truth.as_ref())?,
            from => lesson::learned::<G>(&flags, from, picture, truth.as_ref())?,
        };
        let own = &mut learned.calibration;
        if let Some(window) = window {
            own.window = window;
        }
        if let Some(preset) = &flags.rules {
            own.rules = format!("preset = \"{preset}\"\n");
        }
        let mut learned = finished::<G>(&flags, learned, picture)?;
        if std::io::stdin().is_terminal() && std::io::stderr().is_terminal() {
            let mut again = |before: &Learned, draft| {
                finished::<G>(&flags, lesson::relearned::<G>(&flags, before, draft, picture), picture)
            };
            let (mut input, mut output) = (std::io::stdin().lock(), std::io::stderr());
            learned = talk::talk(&mut input, &mut output, learned, picture, &mut again)?;
        }
        if flags.live && learned.doubts.is_empty() {
            let tried = match flags.screen {
                Some(region) => {
                    let mut open = || Ok(RegionDesk::new(open_desk()?, region)?);
                    trial::tried::<G, _>(&mut open, Some(REGION), learned)?
                }
                None => trial::tried::<G, _>(&mut open_desk, None, learned)?,
            };
            // The picture is the one from before the moves.
            learned = finished::<G>(&flags, tried, picture)?;
        }
        if learned.doubts.is_empty() {
            return Ok(Exit::Done);
        }
        tracing::warn!("look at the pictures; --region, --size or --truth help");
        Ok(Exit::NotFull)
    }
}

/// Writes what was learned, with its pictures, and tells of it.
fn finished<G: Game>(flags: &Flags, mut learned: Learned, picture: &image::RgbImage) -> Result<Learned, Failure> {
    lesson::examine::<G>(&mut learned, picture)?;
    learned.calibration.confident = learned.doubts.is_empty();
    calibrations::save(&flags.out, &mut learned.calibration)?;
    tell::pictures(flags, &learned, picture)?;
    tell::summary::<G>(flags, &learned)?;
    Ok(learned)
}

/// The calibration to start from: the one of `--from`, or, where looks are to be added, the one that is there already.
fn base<G: Game>(flags: &Flags) -> Result<Option<Calibration>, Failure> {
    let own = flags.out.to_string_lossy().into_owned();
    let name = match (&flags.from, flags.add) {
        (Some(from), _) => from.clone(),
        (None, true) if flags.out.is_file() => own,
        (None, true) => {
            return Err(Failure::bad_input(format!(
                "--add adds to a calibration, and there is no {own} yet: name one with --from, or leave --add out"
            )));
        }
        (None, false) => return Ok(None),
    };
    let base = calibrations::load(&name)?;
    if base.game == G::ID {
        return Ok(Some(base));
    }
    Err(Failure::bad_input(format!("{name}: that is a calibration of {}", base.game)))
}

/// The picture to learn from, and how its window is recognised if it is an open one.
fn picture(flags: &Flags) -> Result<(Frame, Option<WindowMatch>), Failure> {
    if let Some(path) = &flags.image {
        return Ok((Frame::from_picture(store::read_picture(path)?), None));
    }
    let mut desk = open_desk()?;
    if let Some(region) = flags.screen {
        return Ok((RegionDesk::new(desk, region)?.capture(REGION)?, None));
    }
    let title = flags.window.clone().unwrap_or_default();
    let windows = desk.windows()?;
    match find_by_title(&windows, &title) {
        Found::One(window) => {
            let app = Some(window.app.clone()).filter(|app| !app.is_empty());
            let frame = desk.capture(window.id)?;
            let title = Some(window.title.clone()).filter(|title| !title.is_empty());
            Ok((frame, Some(WindowMatch { title: title.into_iter().collect(), app })))
        }
        Found::None(why) | Found::Several(why) => Err(Failure::world(why)),
    }
}

/// Refuses a folder as the file to write, before anything is written.
fn refuse_folder(path: &Path) -> Result<(), Failure> {
    if path.is_dir() || path.file_name().is_none() {
        return Err(Failure::bad_input(format!(
            "--out {}: that is a folder; name a file in it, such as mine.toml",
            path.display()
        )));
    }
    Ok(())
}
