//! What a picture teaches: the grid, the classes, and what is doubtful about them.

use super::grids::{even_lattice, is_rimmed, told_of, within};
use super::told::Told;
use super::{Flags, State};
use crate::calibration::edit::Draft;
use crate::calibration::{Calibration, Input, OnEnd, OnStuck, Timing, VERSION, WindowMatch};
use crate::cli::bot;
use crate::cli::exit::Failure;
use crate::games::Game;
use crate::geometry::Lattice;
use crate::grid::{Grid, Symbol};
use crate::vision::extend::{Unknown, extend};
use crate::vision::lattice::{Hints, Other, find, others};
use crate::vision::model::{ClassModel, Thresholds};
use crate::vision::survey::{Survey, survey};
use crate::vision::{LookState, Place, Reading, Shape, naming, settle};
use image::RgbImage;
use std::sync::Arc;

/// Problems of a board that are told as doubts, at most.
const TOLD: usize = 2;
/// A class stands out where an even share of the board's cells would be so many times as large.
const ODD: usize = 8;

/// A calibration and what is to be said of it.
#[derive(Clone)]
pub(super) struct Learned {
    pub(super) calibration: Calibration,
    /// What makes it doubtful; none where it is sure enough to play.
    pub(super) doubts: Vec<String>,
    /// What each cell was taken for; nothing where no board was found.
    pub(super) draft: Option<Draft>,
    /// The picture, read with the calibration.
    pub(super) reading: Option<Reading>,
    /// Looks that were added to an earlier calibration; nothing where it was learned anew.
    pub(super) added: Option<usize>,
    /// What trying showed, a line each.
    pub(super) told: Vec<String>,
}

impl Learned {
    /// What a picture taught, before it is read again and before anything is tried.
    pub(super) fn of(calibration: Calibration, doubts: Vec<String>, draft: Option<Draft>) -> Self {
        Self { calibration, doubts, draft, reading: None, added: None, told: Vec::new() }
    }
}

/// A calibration from this picture; what a picture cannot show is taken from an earlier one.
pub(super) fn learned<G: Game>(
    flags: &Flags,
    from: Option<Calibration>,
    picture: &RgbImage,
    truth: Option<&Grid<Vec<Symbol>>>,
) -> Result<Learned, Failure> {
    let size = flags.size.or(truth.map(|t| (t.rows(), t.cols())));
    let hints = Hints { region: flags.region, size, pitch: None, shape: G::priors().shape };
    let mut base = from.unwrap_or_else(blank::<G>);
    base.place.picture = picture.dimensions();
    if flags.screen.is_some() {
        base.timing = patient(&base.timing);
        base.noise = base.noise.max(STREAM);
    }
    let mut first = learned_at::<G>(flags, base.clone(), picture, truth, (&hints, find(picture, &hints)))?;
    let is_board = |learned: &Learned| -> Result<bool, Failure> {
        // To read the picture again takes longest, and takes no doubt away.
        if !learned.doubts.is_empty() {
            return Ok(false);
        }
        let mut tried = learned.clone();
        examine::<G>(&mut tried, picture)?;
        Ok(tried.doubts.is_empty())
    };
    if is_board(&first)? {
        return Ok(first);
    }
    let others = others(picture, &hints);
    for Other { lattice, rimmed } in &others {
        let next = learned_at::<G>(flags, base.clone(), picture, truth, (&hints, Some(*lattice)))?;
        if next.draft.as_ref().is_some_and(|draft| is_rimmed::<G>(draft, rimmed)) && is_board(&next)? {
            return Ok(next);
        }
    }
    first.doubts.extend(told_of(&others, &first.calibration.place.lattice));
    Ok(first)
}

/// A calibration from a picture whose board stands where it was found, if it was.
fn learned_at<G: Game>(
    flags: &Flags,
    mut base: Calibration,
    picture: &RgbImage,
    truth: Option<&Grid<Vec<Symbol>>>,
    (hints, found): (&Hints, Option<Lattice>),
) -> Result<Learned, Failure> {
    let found = found.and_then(|found| within(&found, picture));
    let told = match (&found, truth) {
        (Some(lattice), Some(looks)) => Some(Told::by_person(picture, lattice, looks)),
        (Some(lattice), None) => Told::by_rules::<G>(&base, picture, lattice)?,
        (None, _) => None,
    };
    let found = found.and_then(|lattice| {
        let Some(told) = &told else { return Some((lattice, survey(picture, &lattice, &G::priors(), None)?)) };
        let named = naming::agreed(picture, &told.lattice, &told.looks)?;
        Some((told.lattice, survey(picture, &told.lattice, &G::priors(), Some(&named))?))
    });
    let Some((lattice, first)) = found else {
        // No tile is learned from such a grid: what is read by it is unknown and never a guess.
        let doubt = "no board was found in the picture: the cells are laid evenly over it as a start".to_owned();
        base.place.lattice = even_lattice(picture, hints)?;
        base.model = ClassModel::new(Vec::new(), None, Thresholds::default());
        return Ok(Learned::of(base, vec![doubt], None));
    };
    base.place.lattice = lattice;
    let mut draft = Draft {
        symbols: first.symbols.clone(),
        inert: flags.inert.clone(),
        kept: Vec::new(),
        buttons: base.buttons.clone(),
    };
    for inert in &flags.inert {
        draft.class(*inert).map_err(|why| Failure::bad_input(format!("--inert {inert}: {why}")))?;
    }
    if truth.is_some() {
        draft.kept = draft.classes();
    }
    let is_renamed = name_inert::<G>(&mut draft);
    let survey = if is_renamed { survey(picture, &lattice, &G::priors(), Some(&draft.symbols)) } else { Some(first) };
    let mut learned = taught::<G>(flags, base, draft, survey);
    match told {
        Some(told) => learned.doubts.extend(told.doubt),
        None if G::priors().shape == Shape::Level => {
            let doubt =
                "which cells are walls, boxes and goals is not told by the picture alone: say it with --truth LEVEL";
            learned.doubts.insert(0, doubt.to_owned());
        }
        None => {}
    }
    Ok(learned)
}

/// The same after a person changed what was taken for what.
pub(super) fn relearned<G: Game>(flags: &Flags, before: &Learned, mut draft: Draft, picture: &RgbImage) -> Learned {
    if before.added.is_some() {
        let mut again = Learned { draft: Some(draft.clone()), ..before.clone() };
        with_buttons(&mut again.calibration, draft);
        return again;
    }
    name_inert::<G>(&mut draft);
    let lattice = before.calibration.place.lattice;
    let survey = survey(picture, &lattice, &G::priors(), Some(&draft.symbols));
    taught::<G>(flags, before.calibration.clone(), draft, survey)
}

/// The classes of what was surveyed, but for those that stand out and were neither named nor marked.
fn taught<G: Game>(flags: &Flags, base: Calibration, draft: Draft, survey: Option<Survey>) -> Learned {
    let mut calibration = base;
    let mut doubts = Vec::new();
    if let Some(survey) = survey {
        let odd = odd_ones::<G>(&draft);
        doubts = survey.doubts;
        doubts.extend(odd.iter().map(|(symbol, count)| {
            format!(
                "class {symbol} has {count} cells alone, left unknown: if it is no tile of the game, such as a bomb, say \
                 --inert {symbol}; if it is one, name it with --truth"
            )
        }));
        let mut thresholds = survey.model.thresholds();
        if flags.screen.is_some() {
            thresholds.accept = (thresholds.accept * NOISE).min(MOST_NOISE);
        }
        let mut classes = survey.model.classes().to_vec();
        classes.retain(|class| !odd.iter().any(|(symbol, _)| *symbol == class.symbol));
        calibration.model = ClassModel::new(classes, survey.model.background().cloned(), thresholds);
    }
    calibration.inert.clone_from(&draft.inert);
    with_buttons(&mut calibration, draft.clone());
    Learned::of(calibration, doubts, Some(draft))
}

/// Gives what is no tile the symbol that stands for such things in this game; whether that was another one.
fn name_inert<G: Game>(draft: &mut Draft) -> bool {
    let other: Vec<Symbol> = draft.inert.iter().copied().filter(|symbol| G::inert_symbol(*symbol) != *symbol).collect();
    for symbol in &other {
        draft.relabel(*symbol, G::inert_symbol(*symbol));
    }
    !other.is_empty()
}

/// Classes of so few cells on a full board of evenly dealt colours that they may be no tiles of the game.
fn odd_ones<G: Game>(draft: &Draft) -> Vec<(Symbol, usize)> {
    let classes = draft.classes();
    if !G::priors().colour_decides || classes.contains(&Symbol::EMPTY) {
        return Vec::new();
    }
    let cells = draft.symbols.rows() * draft.symbols.cols();
    let counted = classes.iter().map(|class| (*class, draft.symbols.iter().filter(|symbol| *symbol == class).count()));
    let is_odd = |(class, count): &(Symbol, usize)| {
        count * ODD * classes.len() < cells && !draft.inert.contains(class) && !draft.kept.contains(class)
    };
    counted.filter(is_odd).collect()
}

/// The buttons of a draft, each used where what it opens is wanted.
fn with_buttons(calibration: &mut Calibration, draft: Draft) {
    for button in &draft.buttons[calibration.buttons.len().min(draft.buttons.len())..] {
        let ways =
            if button.opens.stays_on_level() { &mut calibration.on_stuck.click } else { &mut calibration.on_end.click };
        ways.push(button.name.clone());
    }
    calibration.buttons = draft.buttons;
}

/// A calibration that says nothing of its program yet.
fn blank<G: Game>() -> Calibration {
    let lattice = Lattice { x: 0.0, y: 0.0, pitch_x: 1.0, pitch_y: 1.0, rows: 0, cols: 0 };
    Calibration {
        version: VERSION,
        game: G::ID.to_owned(),
        name: String::new(),
        about: String::new(),
        confident: true,
        window: WindowMatch::default(),
        place: Place { lattice, picture: (0, 0) },
        noise: settle::NOISE,
        model: ClassModel::new(Vec::new(), None, Thresholds::default()),
        inert: Vec::new(),
        rules: format!("preset = \"{}\"\n", G::PRESETS[0]),
        input: Input::default(),
        timing: Timing::default(),
        buttons: Vec::new(),
        on_end: OnEnd::default(),
        on_stuck: OnStuck::default(),
    }
}

/// By how much a stream changes the values of pixels, of 255, while nothing moves.
const STREAM: u8 = 32;
/// How much more a stream's noise may make a cell differ from its class, and what is accepted at most.
const NOISE: f32 = 1.6;
const MOST_NOISE: f32 = 0.1;

/// Delays for pictures that come late, as those of a remote desktop do.
fn patient(usual: &Timing) -> Timing {
    Timing {
        poll_ms: usual.poll_ms.max(40),
        change_ms: usual.change_ms.max(3000),
        settle_ms: usual.settle_ms.max(10_000),
        ..usual.clone()
    }
}

/// An earlier calibration with the looks that this picture adds.
pub(super) fn added(
    flags: &Flags,
    base: Calibration,
    picture: &RgbImage,
    truth: Option<&Grid<Vec<Symbol>>>,
) -> Result<Learned, Failure> {
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
        super::truth::same_size(truth, (lattice.rows, lattice.cols), &known)?;
    }
    let reading = reader.read(picture, &lattice);
    let named = truth.map(|looks| {
        Grid::from_fn(lattice.rows, lattice.cols, |cell| {
            let known = reading.symbols[cell].filter(|seen| looks[cell].contains(seen));
            known.or(looks[cell].first().copied()).unwrap_or(Symbol::EMPTY)
        })
    });
    let (model, nameless) = extend(&base.model, picture, &reading, named.as_ref(), what);
    let mut doubts = Vec::new();
    if let Some(first) = nameless.first() {
        doubts.push(format!(
            "{} cells are of no kind that is known, the first at row {}, col {}: name them with --truth",
            nameless.len(),
            first.row,
            first.col
        ));
    }
    let looks = |model: &ClassModel| model.classes().iter().map(|class| class.looks.len()).sum::<usize>();
    let added = looks(&model).saturating_sub(looks(&base.model));
    let draft = Draft {
        symbols: Grid::from_fn(0, 0, |_| Symbol::EMPTY),
        inert: base.inert.clone(),
        kept: Vec::new(),
        buttons: base.buttons.clone(),
    };
    let calibration = Calibration { model, ..base };
    Ok(Learned { added: Some(added), ..Learned::of(calibration, doubts, Some(draft)) })
}

/// Reads the picture with what was learned from it. What it does not read as a board that can be played is doubtful.
///
/// # Errors
/// The rules of the calibration are none.
pub(super) fn examine<G: Game>(learned: &mut Learned, picture: &RgbImage) -> Result<(), Failure> {
    let rules = Arc::new(bot::rules::<G>(&learned.calibration)?);
    let reader = learned.calibration.reader();
    let located = reader.locate(picture);
    let reading = reader.read(picture, located.as_ref().unwrap_or(&learned.calibration.place.lattice));
    // A further picture may show what no board shows: a dialog, or tiles that fade.
    if learned.added.is_none() && learned.doubts.is_empty() {
        let unknown = reading.symbols.enumerate().find(|(_, symbol)| symbol.is_none()).map(|(cell, _)| cell);
        if let Err(lost) = located {
            learned.doubts.push(format!("the board is not found again in its own picture: {lost}"));
        } else if let Some(cell) = unknown {
            let count = reading.unknown();
            learned.doubts.push(format!("{count} cells look like no class, the first at {cell}"));
        } else if let Err(problems) = G::board_from_symbols(&rules, &reading.symbols, &G::Memory::default()) {
            learned.doubts.extend(problems.iter().take(TOLD).map(|problem| format!("this is no board: {problem}")));
        }
    }
    learned.reading = Some(reading);
    Ok(())
}
