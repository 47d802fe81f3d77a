//! `tilepilot calibrate GAME`: learns a program's board and tiles from one picture.

use super::board_file::BoardFile;
use super::exit::{Exit, Failure};
use super::world::open_desk;
use super::{out, per_game};
use crate::calibration::{Calibration, Input, OnEnd, OnStuck, Timing, VERSION, WindowMatch};
use crate::desk::Screen;
use crate::driver::{Found, find_by_title};
use crate::frame::Frame;
use crate::games::{self, Game, Visitor};
use crate::geometry::{Lattice, Rect};
use crate::grid::{Grid, Symbol};
use crate::store::{self, calibrations};
use crate::vision::extend::{Unknown, extend};
use crate::vision::lattice::{Hints, find};
use crate::vision::model::{ClassModel, Thresholds};
use crate::vision::survey::survey;
use crate::vision::{LookState, Place, overlay};
use clap::{ArgGroup, ArgMatches, Args, Command, FromArgMatches, ValueEnum};
use image::RgbImage;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Flags of `calibrate`.
#[derive(Args, Clone, Debug)]
#[command(group = ArgGroup::new("source").required(true).args(["window", "image"]))]
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
    /// The calibration file to write; its pictures go into a folder of the same name beside it
    #[arg(long, value_name = "FILE.toml")]
    out: PathBuf,
    /// Writes the picture with the cells that were found drawn over it
    #[arg(long, value_name = "PNG")]
    overlay: Option<PathBuf>,
    /// The part of the picture that holds the board and little else
    #[arg(long, value_name = "X,Y,W,H", value_parser = region, allow_hyphen_values = true)]
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
    /// Adds the looks of the cells that --from does not know yet
    #[arg(long, requires = "from")]
    add: bool,
    /// What the cells to add show
    #[arg(long, value_enum, default_value_t = State::Hover, requires = "add")]
    state: State,
    /// The rules that the program plays by; the game's default ones if not given
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,
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

fn region(text: &str) -> Result<Rect, String> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|part| part.trim().parse::<f64>()).collect();
    match numbers.as_deref() {
        Ok([x, y, w, h]) if *w > 0.0 && *h > 0.0 && [x, y, w, h].iter().all(|n| n.is_finite()) => {
            Ok(Rect::new(*x, *y, *w, *h))
        }
        _ => Err(format!("expected X,Y,W,H in pixels, such as 16,40,480,320, found {text:?}")),
    }
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
             tilepilot calibrate samegame --image hover.png --from mine.toml --add --state hover --out mine.toml\n\n\
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
        let from = flags.from.as_deref().map(calibrations::load).transpose()?;
        if let Some(other) = from.as_ref().filter(|c| c.game != G::ID) {
            return Err(Failure::bad_input(format!("--from {}: that is a calibration of {}", other.name, other.game)));
        }
        refuse_folder(&flags.out)?;
        let truth = flags.truth.as_deref().map(truth_board::<G>).transpose()?;
        if let (Some(truth), Some((rows, cols))) = (&truth, flags.size) {
            same_size(truth, (rows, cols), &format!("--size says {cols}x{rows}"))?;
        }
        let (frame, window) = picture(&flags)?;
        let picture = &frame.pixels;
        let (mut calibration, doubts) = match from {
            Some(base) if flags.add => added(&flags, base, picture, truth.as_ref())?,
            from => learned::<G>(&flags, from, picture, truth.as_ref())?,
        };
        if let Some(window) = window {
            calibration.window = window;
        }
        if let Some(preset) = &flags.rules {
            calibration.rules = format!("preset = \"{preset}\"\n");
        }
        calibration.confident = doubts.is_empty();
        calibrations::save(&flags.out, &mut calibration)?;
        let lattice = calibration.place.lattice;
        let reader = calibration.reader();
        let shown = reader.locate(picture).unwrap_or(lattice);
        if let Some(path) = &flags.overlay {
            store::write_picture(path, &overlay::draw(picture, &reader.read(picture, &shown)))?;
        }
        let classes: Vec<&str> = calibration.model.classes().iter().map(|class| class.symbol.as_str()).collect();
        out::line(&format!(
            "{}: {}×{} cells, first centre {:.1},{:.1}, pitch {:.2}×{:.2}, classes {}",
            flags.out.display(),
            lattice.cols,
            lattice.rows,
            lattice.x,
            lattice.y,
            lattice.pitch_x,
            lattice.pitch_y,
            classes.join(" ")
        ))?;
        for doubt in &doubts {
            tracing::warn!("not sure: {doubt}");
        }
        if doubts.is_empty() {
            return Ok(Exit::Done);
        }
        tracing::warn!("look at the picture that --overlay writes; --region, --size or --truth help");
        Ok(Exit::NotFull)
    }
}

/// The picture to learn from, and how its window is recognised if it is an open one.
fn picture(flags: &Flags) -> Result<(Frame, Option<WindowMatch>), Failure> {
    if let Some(path) = &flags.image {
        return Ok((Frame::from_picture(store::read_picture(path)?), None));
    }
    let title = flags.window.clone().unwrap_or_default();
    let mut desk = open_desk()?;
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

/// What the cells of the first board of a file look like.
fn truth_board<G: Game>(path: &Path) -> Result<Grid<Symbol>, Failure> {
    let file = BoardFile::read(path)?;
    let boards = file.boards::<G>(&Arc::new(per_game::default_rules::<G>()?), None)?;
    let first = boards.first().map(|named| (&named.block, &named.board));
    match first {
        Some((_, Ok(board))) => Ok(G::expect(board).map(|looks| looks.first().copied().unwrap_or(Symbol::EMPTY))),
        Some((block, Err(problems))) => {
            file.tell(block, problems);
            Err(Failure::bad_input(format!("--truth {}: its first board is no position", path.display())))
        }
        None => Err(Failure::bad_input(format!("--truth {}: there is no board in it", path.display()))),
    }
}

/// Refuses a truth of another size than what is known of the board.
fn same_size(truth: &Grid<Symbol>, (rows, cols): (usize, usize), known: &str) -> Result<(), Failure> {
    if (truth.rows(), truth.cols()) == (rows, cols) {
        return Ok(());
    }
    let own = format!("{}x{}", truth.cols(), truth.rows());
    Err(Failure::bad_input(format!("--truth has {own} cells (columns x rows), and {known}: correct one of them")))
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

/// A calibration from this picture; what a picture cannot show is taken from an earlier one.
fn learned<G: Game>(
    flags: &Flags,
    from: Option<Calibration>,
    picture: &RgbImage,
    truth: Option<&Grid<Symbol>>,
) -> Result<(Calibration, Vec<String>), Failure> {
    let size = flags.size.or(truth.map(|t| (t.rows(), t.cols())));
    let hints = Hints { region: flags.region, size, pitch: None };
    let priors = G::priors();
    let found = find(picture, &hints).and_then(|lattice| {
        survey(picture, &lattice, &priors, truth).map(|found| (lattice, found.model, found.doubts))
    });
    let (lattice, model, doubts) = match found {
        Some(found) => found,
        None => {
            // No tile is learned from such a grid: what is read by it is unknown and never a guess.
            let doubt = "no board was found in the picture: the cells are laid evenly over it as a start".to_owned();
            (even_lattice(picture, &hints)?, ClassModel::new(Vec::new(), None, Thresholds::default()), vec![doubt])
        }
    };
    let place = Place { lattice, picture: picture.dimensions() };
    let calibration = match from {
        Some(base) => Calibration { place, model, ..base },
        None => Calibration {
            version: VERSION,
            game: G::ID.to_owned(),
            name: String::new(),
            about: String::new(),
            confident: true,
            window: WindowMatch::default(),
            place,
            model,
            rules: format!("preset = \"{}\"\n", G::PRESETS[0]),
            input: Input::default(),
            timing: Timing::default(),
            buttons: Vec::new(),
            on_end: OnEnd::default(),
            on_stuck: OnStuck::default(),
        },
    };
    Ok((calibration, doubts))
}

/// Cells of the size that is hinted at (10×10 where none is), laid evenly over the region or the whole picture: what is
/// left where no board was found.
fn even_lattice(picture: &RgbImage, hints: &Hints) -> Result<Lattice, Failure> {
    let (width, height) = picture.dimensions();
    let whole = Rect::new(0.0, 0.0, f64::from(width), f64::from(height));
    let region = hints
        .region
        .map_or(Some(whole), |region| region.intersection(&whole))
        .ok_or_else(|| Failure::bad_input(format!("--region lies outside the picture of {width}×{height} pixels")))?;
    let (rows, cols) = hints.size.unwrap_or((10, 10));
    let pitch = (region.width / cols as f64, region.height / rows as f64);
    if pitch.0.min(pitch.1) < 2.0 {
        return Err(Failure::bad_input(format!(
            "no board of {cols}x{rows} cells fits into {:.0}×{:.0} pixels: correct --region and --size, or give a larger \
             picture",
            region.width, region.height
        )));
    }
    Ok(Lattice::from_corner(region.x, region.y, pitch, rows, cols))
}

/// An earlier calibration with the looks that this picture adds.
fn added(
    flags: &Flags,
    base: Calibration,
    picture: &RgbImage,
    truth: Option<&Grid<Symbol>>,
) -> Result<(Calibration, Vec<String>), Failure> {
    let reader = base.reader();
    let lattice = match reader.locate(picture) {
        Ok(lattice) => lattice,
        // A picture of the empty board shows no tile to go by.
        Err(_) if picture.dimensions() == base.place.picture => base.place.lattice,
        Err(lost) => return Err(Failure::bad_input(lost)),
    };
    let what = match flags.state {
        State::Normal => Unknown::Tiles(LookState::Normal),
        State::Hover => Unknown::Tiles(LookState::Hover),
        State::Selected => Unknown::Tiles(LookState::Selected),
        State::Dimmed => Unknown::Tiles(LookState::Dimmed),
        State::Empty => Unknown::Empty,
    };
    if let Some(truth) = truth {
        let known = format!("the board in the picture {}x{}", lattice.cols, lattice.rows);
        same_size(truth, (lattice.rows, lattice.cols), &known)?;
    }
    let (model, nameless) = extend(&base.model, picture, &reader.read(picture, &lattice), truth, what);
    let mut doubts = Vec::new();
    if let Some(first) = nameless.first() {
        doubts.push(format!(
            "{} cells are of no kind that is known, the first at row {}, col {}: name them with --truth",
            nameless.len(),
            first.row,
            first.col
        ));
    }
    Ok((Calibration { model, ..base }, doubts))
}
