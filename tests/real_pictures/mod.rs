//! Pictures of programs with what they show, and how what is read of them is held against that: for the tests and for the
//! report.

#![allow(dead_code, reason = "the tests and the report each use their own part")]

use image::RgbImage;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tilepilot::games::samegame::SameGame;
use tilepilot::games::shisen::Shisen;
use tilepilot::games::sokoban::Sokoban;
use tilepilot::games::{Game, RulesOf};
use tilepilot::geometry::Lattice;
use tilepilot::grid::{Cell, Grid, Symbol};
use tilepilot::vision::lattice::{Hints, find};
use tilepilot::vision::reader::Reader;
use tilepilot::vision::survey::{Survey, survey};
use tilepilot::vision::{Place, naming};

/// A picture that was tried.
pub(crate) struct Tried {
    /// What was asked of it.
    pub(crate) group: &'static str,
    /// Its name.
    pub(crate) picture: String,
    /// What came of it: a remark, or what is wrong.
    pub(crate) came: Result<String, String>,
}

/// A picture, its grid, and what was learned from it.
pub(crate) type Learned = (RgbImage, Lattice, Survey);

pub(crate) const ALONE: &str = "from the picture alone";
pub(crate) const COUNTS: &str = "no board beside it: each kind is there in fours, or in pairs";
pub(crate) const MARKED: &str = "marked or covered, by the clean picture's calibration: right or unknown";
pub(crate) const ONWARD: &str = "from the start picture on: nothing wrong, all right once learned";

/// Levels are told from their skin's other picture; where a skin has but one with its level, by that one.
const TEACHERS: [(&str, &str); 8] = [
    ("xsok-start", "xsok-mid"),
    ("xsok-mid", "xsok-start"),
    ("xsok-microban1", "xsok-start"),
    ("xsok-boxongoal", "xsok-start"),
    ("xsok-skin-brown", "xsok-skin-brown"),
    ("xsok-skin-dark", "xsok-skin-dark"),
    ("cavepacker-start", "cavepacker-mid"),
    ("cavepacker-mid", "cavepacker-start"),
];

/// Cells of pictures whose board file shows the board of a moment before: these are empty in the picture.
const GONE: [(&str, &[(usize, usize)]); 1] = [("xshisen-selected", &[(0, 0), (0, 3), (0, 16), (1, 16)])];

/// Pictures without a board: their columns and rows, and how often each kind is there at least.
const WITHOUT_BOARD: [(&str, (usize, usize), usize); 11] = [
    ("kshisen-18x8-level2", (18, 8), 4),
    ("kshisen-size0-classic-default", (14, 6), 4),
    ("kshisen-size0-egypt-color_plain", (14, 6), 4),
    ("kshisen-size0-traditional-wood_light", (14, 6), 4),
    ("kshisen-size1-jade-chinese_landscape", (16, 9), 4),
    ("kshisen-size3-alphabet-summerfield", (24, 12), 4),
    ("kshisen-gravity-mid", (14, 6), 2),
    ("xshisen-gravity-mid", (18, 8), 2),
    ("xshisen-picture2", (18, 8), 4),
    ("xshisen-idle-before-start", (18, 8), 4),
    ("xshisen-connection-line", (18, 8), 2),
];

/// Pictures in which something is marked or covered: the clean picture, and the board where no file has it.
const MARKED_PICTURES: [(&str, &str, &str); 16] = [
    ("sgt-samegame-start", "sgt-samegame-selected", ""),
    ("sgt-samegame-start", "sgt-samegame-end-stuck", ""),
    ("sgt-samegame-start", "sgt-samegame-end-stuck-3x2", "GR.\nRG."),
    ("swell-foop-start", "swell-foop-hover", ""),
    ("swell-foop-start", "swell-foop-floating-score", "=swell-foop-hover"),
    ("swell-foop-theme-colors", "swell-foop-theme-colors-hover", ""),
    ("swell-foop-start", "swell-foop-maximized-hover", ""),
    ("swell-foop-start", "swell-foop-end-stuck", "9GYRGYR........."),
    ("swell-foop-start", "swell-foop-mid-bottomrow", "9GGYYRR........."),
    ("klickety-start", "klickety-hover", ""),
    (
        "klickety-start",
        "klickety-end-stuck",
        "10B.........\nG.........\nR.........\nB.........\nY.........\nGYRG......",
    ),
    ("klickety-ksame-start", "klickety-ksame-hover", "=klickety-ksame-start"),
    ("kshisen-start", "kshisen-selected", ""),
    ("kshisen-start", "kshisen-connection-line-outside", "=kshisen-start -5,4 -6,4"),
    ("xshisen-start", "xshisen-selected", ""),
    ("xsok-start", "xsok-solved", SOLVED),
];

/// XSok's first level, solved.
const SOLVED: &str = "    #####\n    #   #\n    #   #\n  ###   ##\n  #      #\n### # ## #   ######\n#   # ## ##### @**#\n\
                      #               **#\n##### ### # ##  **#\n    #     #########\n    #######";

/// Pictures of a start and of a moment later.
const PAIRS: [(&str, &str); 7] = [
    ("sgt-samegame-start", "sgt-samegame-mid"),
    ("swell-foop-start", "swell-foop-mid"),
    ("klickety-start", "klickety-mid"),
    ("klickety-ksame-start", "klickety-ksame-mid"),
    ("xsok-start", "xsok-mid"),
    ("cavepacker-start", "cavepacker-mid"),
    ("xshisen-gravity-start", "xshisen-gravity-mid"),
];

/// How often a picture is looked at to learn what it shows.
const LOOKS: usize = 3;

/// The pictures of a folder that have a board beside them.
pub(crate) fn pictures(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == "png") && path.with_extension("txt").is_file())
        .collect();
    found.sort();
    found
}

/// All that is asked of the pictures of a folder, as far as they are there.
pub(crate) fn further(folder: &Path) -> Vec<Tried> {
    let at = |name: &str| folder.join(format!("{name}.png"));
    let mut tried = Vec::new();
    let mut add = |group, picture: &str, needed: &[&str], came: &dyn Fn() -> Result<String, String>| {
        if needed.iter().all(|name| at(name).is_file()) {
            tried.push(Tried { group, picture: picture.to_owned(), came: came() });
        }
    };
    for (name, size, least) in WITHOUT_BOARD {
        add(COUNTS, name, &[name], &|| counted(&at(name), size, least));
    }
    for (clean, name, board) in MARKED_PICTURES {
        add(MARKED, name, &[clean, name], &|| match program(name) {
            Program::SameGame => marked::<SameGame>(folder, clean, name, board),
            Program::Shisen => marked::<Shisen>(folder, clean, name, board),
            Program::Sokoban => marked::<Sokoban>(folder, clean, name, board),
        });
    }
    for (start, later) in PAIRS {
        add(ONWARD, later, &[start, later], &|| match program(start) {
            Program::SameGame => onward::<SameGame>(&at(start), &at(later)),
            Program::Sokoban => onward::<Sokoban>(&at(start), &at(later)),
            Program::Shisen => onward_of_pairs(&at(start), &at(later)),
        });
    }
    tried
}

enum Program {
    SameGame,
    Shisen,
    Sokoban,
}

fn program(name: &str) -> Program {
    let begins = |programs: &[&str]| programs.iter().any(|program| name.starts_with(program));
    if begins(&["xsok", "cavepacker", "sokoban"]) {
        Program::Sokoban
    } else if name.contains("shisen") {
        Program::Shisen
    } else {
        Program::SameGame
    }
}

fn name_of(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

pub(crate) fn picture_at(path: &Path) -> Result<RgbImage, String> {
    Ok(image::open(path).map_err(told)?.to_rgb8())
}

fn told(why: impl Display) -> String {
    why.to_string()
}

/// What a board file says of a picture.
struct Truth {
    looks: Grid<Vec<Symbol>>,
    /// Left and top of the first cell and the pitches, where they were measured.
    measured: Option<[f64; 4]>,
}

impl Truth {
    fn beside<G: Game>(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path.with_extension("txt")).map_err(told)?;
        let mut truth = Self { looks: looks_of::<G>(&text)?, measured: None };
        let line = text.lines().find(|line| line.contains("lattice"));
        let numbers =
            line.map(|line| line.split_whitespace().filter_map(|word| word.parse().ok()).collect::<Vec<f64>>());
        truth.measured = numbers.and_then(|numbers| numbers.try_into().ok());
        let name = name_of(path);
        for (row, col) in GONE.iter().filter(|(picture, _)| *picture == name).flat_map(|(_, gone)| *gone) {
            truth.looks[Cell::new(*row, *col)] = vec![Symbol::EMPTY];
        }
        Ok(truth)
    }

    /// The grid, found in the picture of which nothing is known but the game.
    fn found<G: Game>(&self, picture: &RgbImage) -> Result<Lattice, String> {
        let hints = Hints { shape: G::priors().shape, ..Hints::default() };
        let lattice = find(picture, &hints).ok_or("no grid")?;
        self.check(&lattice)?;
        Ok(lattice)
    }

    fn check(&self, lattice: &Lattice) -> Result<(), String> {
        let (rows, cols) = (self.looks.rows(), self.looks.cols());
        if (lattice.rows, lattice.cols) != (rows, cols) {
            return Err(format!("{}×{} cells, not {cols}×{rows} (columns × rows)", lattice.cols, lattice.rows));
        }
        let allowed = if lattice.pitch_x < 20.0 { 0.5 } else { 1.0 };
        match self.measured.map(|right| distance(lattice, right)) {
            Some(off) if off > allowed => Err(format!("a cell's centre is off by {off:.2} pixels")),
            _ => Ok(()),
        }
    }
}

/// What the cells of a text's first board may look like.
fn looks_of<G: Game>(text: &str) -> Result<Grid<Vec<Symbol>>, String> {
    let rules = Arc::new(G::preset(G::PRESETS[0]).ok_or("no rules")?);
    Ok(G::expect(&board_in::<G>(&rules, text)?))
}

/// A text's first board.
pub(crate) fn board_in<G: Game>(rules: &Arc<RulesOf<G>>, text: &str) -> Result<G::Board, String> {
    let first = G::boards(rules, text, None).into_iter().next().ok_or("no board in its text")?;
    first.board.map_err(|problems| problems.first().map_or_else(|| "no board".to_owned(), told))
}

/// The largest distance of a corner cell's centre from where it should be, along an axis, in pixels.
pub(crate) fn distance(lattice: &Lattice, [left, top, pitch_x, pitch_y]: [f64; 4]) -> f64 {
    let right = Lattice::from_corner(left, top, (pitch_x, pitch_y), lattice.rows, lattice.cols);
    let corners = [Cell::new(0, 0), Cell::new(lattice.rows - 1, lattice.cols - 1)];
    let offs = corners.iter().flat_map(|cell| {
        let (a, b) = (lattice.centre(*cell), right.centre(*cell));
        [(a.x - b.x).abs(), (a.y - b.y).abs()]
    });
    offs.fold(0.0, f64::max)
}

/// Reads a picture from itself alone; a level by its skin's other picture.
pub(crate) fn alone(path: &Path) -> Result<Option<Learned>, String> {
    match program(&name_of(path)) {
        Program::SameGame => learned::<SameGame>(path).map(Some),
        Program::Shisen => learned::<Shisen>(path).map(Some),
        Program::Sokoban => level(path).map(|()| None),
    }
}

fn learned<G: Game>(path: &Path) -> Result<Learned, String> {
    let picture = picture_at(path)?;
    let truth = Truth::beside::<G>(path)?;
    let lattice = truth.found::<G>(&picture)?;
    let learned = survey(&picture, &lattice, &G::priors(), None).ok_or("no board")?;
    match kinds_apart(&learned.symbols, &truth.looks) {
        cells if cells.is_empty() => Ok((picture, lattice, learned)),
        cells => Err(format!("{} cells are taken for other kinds, the first at {}", cells.len(), cells[0])),
    }
}

/// The cells that are not told apart as the board does, whatever kinds are called.
fn kinds_apart(seen: &Grid<Symbol>, looks: &Grid<Vec<Symbol>>) -> Vec<Cell> {
    let (mut names, mut back) = (HashMap::new(), HashMap::new());
    let wrong = seen.enumerate().filter(|(cell, symbol)| {
        let shown = looks[*cell].first().copied().unwrap_or(Symbol::EMPTY);
        let agreed =
            *names.entry(**symbol).or_insert(shown) == shown && *back.entry(shown).or_insert(**symbol) == **symbol;
        !agreed || (**symbol == Symbol::EMPTY) != (shown == Symbol::EMPTY)
    });
    wrong.map(|(cell, _)| cell).collect()
}

/// A reader of what a picture and its board teach.
pub(crate) fn taught<G: Game>(path: &Path) -> Result<Reader, String> {
    let picture = picture_at(path)?;
    let truth = Truth::beside::<G>(path)?;
    let size = Some((truth.looks.rows(), truth.looks.cols()));
    let lattice = find(&picture, &Hints { size, shape: G::priors().shape, ..Hints::default() }).ok_or("no grid")?;
    let lattice = naming::placed(&picture, &lattice, &truth.looks);
    truth.check(&lattice).map_err(|why| format!("{}: {why}", name_of(path)))?;
    let named = naming::agreed(&picture, &lattice, &truth.looks).ok_or("no board")?;
    let learned = survey(&picture, &lattice, &G::priors(), Some(&named)).ok_or("no board")?;
    Ok(Reader::new(Place { lattice, picture: picture.dimensions() }, learned.model))
}

/// Finds the grid of a level from the picture alone, and reads it by what another picture taught.
fn level(path: &Path) -> Result<(), String> {
    let name = name_of(path);
    let picture = picture_at(path)?;
    let truth = Truth::beside::<Sokoban>(path)?;
    let alone = truth.found::<Sokoban>(&picture)?;
    let teacher = TEACHERS.iter().find(|(picture, _)| *picture == name).map_or(name.as_str(), |(_, teacher)| teacher);
    let reader = taught::<Sokoban>(&path.with_file_name(format!("{teacher}.png")))?;
    let lattice = reader.locate(&picture).map_err(told)?;
    truth.check(&lattice).map_err(|why| format!("found by its tiles: {why}"))?;
    let own = alone.bounds();
    let off = distance(&lattice, [own.x, own.y, alone.pitch_x, alone.pitch_y]);
    if off > 1.0 {
        return Err(format!("found by its tiles {off:.2} pixels off"));
    }
    let seen = reader.read(&picture, &lattice).symbols;
    let Held { wrong, unknown } = held(&seen, &truth.looks);
    // The pointer may stand over the ground outside, which is no part of the level.
    let is_outside = |cell: &&Cell| truth.looks[**cell].first() == Some(&Symbol::OUTSIDE);
    if let Some(first) = wrong.first().or(unknown.iter().find(|cell| !is_outside(cell))) {
        return Err(format!("{} cells wrong, {} unknown, the first at {first}", wrong.len(), unknown.len()));
    }
    let rules = Arc::new(Sokoban::preset(Sokoban::PRESETS[0]).ok_or("no rules")?);
    let board = Sokoban::board_from_symbols(&rules, &seen, &<Sokoban as Game>::Memory::default());
    let hides = truth.looks.enumerate().any(|(cell, looks)| seen[cell] != looks.first().copied() && is_on_goal(looks));
    match board {
        Ok(_) if !hides => Ok(()),
        Ok(_) => Err("a hidden goal is not missed".to_owned()),
        Err(problems) if hides && problems.iter().any(|p| p.to_string().contains("hidden")) => Ok(()),
        Err(problems) => Err(problems.first().map_or_else(String::new, told)),
    }
}

fn is_on_goal(looks: &[Symbol]) -> bool {
    looks.first().is_some_and(|symbol| matches!(symbol.as_str(), "*" | "+"))
}

/// How a reading is held against a board.
struct Held {
    wrong: Vec<Cell>,
    unknown: Vec<Cell>,
}

fn held(seen: &Grid<Option<Symbol>>, looks: &Grid<Vec<Symbol>>) -> Held {
    let cells = |is: &dyn Fn(Cell) -> bool| seen.enumerate().map(|(cell, _)| cell).filter(|cell| is(*cell)).collect();
    Held {
        wrong: cells(&|cell| seen[cell].is_some_and(|symbol| !looks[cell].contains(&symbol))),
        unknown: cells(&|cell| seen[cell].is_none()),
    }
}

/// Whether each kind of a picture is there in fours or in pairs.
fn counted(path: &Path, (cols, rows): (usize, usize), least: usize) -> Result<String, String> {
    let picture = picture_at(path)?;
    let lattice = find(&picture, &Hints { shape: Shisen::priors().shape, ..Hints::default() }).ok_or("no grid")?;
    if (lattice.rows, lattice.cols) != (rows, cols) {
        return Err(format!("{}×{} cells, not {cols}×{rows} (columns × rows)", lattice.cols, lattice.rows));
    }
    let learned = survey(&picture, &lattice, &Shisen::priors(), None).ok_or("no board")?;
    let mut counts: BTreeMap<Symbol, usize> = BTreeMap::new();
    for symbol in learned.symbols.iter() {
        *counts.entry(*symbol).or_default() += 1;
    }
    let empty = counts.remove(&Symbol::EMPTY).unwrap_or(0);
    if let Some((symbol, count)) = counts.iter().find(|(_, count)| !count.is_multiple_of(least)) {
        return Err(format!("{count} tiles of a kind ({symbol}), of {} kinds", counts.len()));
    }
    if least == 4 && empty > 0 {
        return Err(format!("{empty} cells are taken for empty"));
    }
    Ok(format!("{} kinds, {empty} cells empty", counts.len()))
}

/// Reads a picture in which something is marked or covered.
fn marked<G: Game>(folder: &Path, clean: &str, name: &str, board: &str) -> Result<String, String> {
    let at = |name: &str| folder.join(format!("{name}.png"));
    let reader = taught::<G>(&at(clean))?;
    let picture = picture_at(&at(name))?;
    let looks = match board {
        "" => Truth::beside::<G>(&at(name))?.looks,
        other => board_of::<G>(folder, other)?,
    };
    let Ok(lattice) = reader.locate(&picture) else { return Ok("refused: no cell is read".to_owned()) };
    if (lattice.rows, lattice.cols) != (looks.rows(), looks.cols()) {
        return Err(format!("{}×{} cells", lattice.cols, lattice.rows));
    }
    let Held { wrong, unknown } = held(&reader.read(&picture, &lattice).symbols, &looks);
    match wrong.first() {
        None => Ok(format!("{} of {} cells unknown", unknown.len(), looks.rows() * looks.cols())),
        Some(first) => Err(format!("{} cells wrong, the first at {first}", wrong.len())),
    }
}

/// A board that no file of the folder has: `=` names another picture's, `-` takes cells of it away; a number says how many
/// empty rows are above the rows that follow it.
fn board_of<G: Game>(folder: &Path, text: &str) -> Result<Grid<Vec<Symbol>>, String> {
    if let Some(other) = text.strip_prefix('=') {
        let mut words = other.split_whitespace();
        let path = folder.join(format!("{}.png", words.next().unwrap_or_default()));
        let mut looks = Truth::beside::<G>(&path)?.looks;
        for word in words {
            let gone = word.strip_prefix('-').and_then(|word| word.split_once(','));
            let cell = gone.and_then(|(row, col)| Some(Cell::new(row.parse().ok()?, col.parse().ok()?)));
            looks[cell.ok_or("no cell")?] = vec![Symbol::EMPTY];
        }
        return Ok(looks);
    }
    let rows = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let above: usize = text[..text.len() - rows.len()].parse().unwrap_or(0);
    let width = rows.lines().next().map_or(0, str::len);
    looks_of::<G>(&format!("{}{rows}\n", format!("{}\n", ".".repeat(width)).repeat(above)))
}

/// Reads a later picture by what the start picture taught, then learns what the start could not show, as a session does
/// after a move that it predicted.
fn onward<G: Game>(start: &Path, later: &Path) -> Result<String, String> {
    let mut reader = taught::<G>(start)?;
    let picture = picture_at(later)?;
    let truth = Truth::beside::<G>(later)?;
    let lattice = match reader.locate(&picture) {
        Ok(lattice) => lattice,
        // A session looks where the board was before the move.
        Err(_) => taught_place::<G>(start)?,
    };
    truth.check(&lattice)?;
    let Held { wrong, unknown } = held(&reader.read(&picture, &lattice).symbols, &truth.looks);
    if let Some(first) = wrong.first() {
        return Err(format!("{} cells wrong, the first at {first}", wrong.len()));
    }
    let first = unknown.len();
    let mut unknown = unknown;
    // What was taken for the look of all empty cells may turn out to be that of one alone: then the next look learns more.
    for _ in 0..LOOKS {
        for cell in &unknown {
            let symbol = truth.looks[*cell].first().copied().unwrap_or(Symbol::EMPTY);
            if !G::may_be_learned(symbol) {
                return Err(format!("{symbol} at {cell} is unknown, and its look is none that may be learned"));
            }
            reader.learn(&picture, &lattice, *cell, symbol);
        }
        let again = held(&reader.read(&picture, &lattice).symbols, &truth.looks);
        if let Some(wrong) = again.wrong.first() {
            return Err(format!("after learning {wrong} is wrong"));
        }
        unknown = again.unknown;
    }
    match unknown.first() {
        None => Ok(format!("{first} cells unknown at first")),
        Some(cell) => Err(format!("after learning {cell} is unknown")),
    }
}

fn taught_place<G: Game>(start: &Path) -> Result<Lattice, String> {
    let picture = picture_at(start)?;
    Truth::beside::<G>(start)?.found::<G>(&picture)
}

/// The same for pairs of pictures of Shisen-Sho: no board is beside the later one, so its kinds must come in pairs, none more
/// often than on the first, and what is unknown may only be empty.
fn onward_of_pairs(start: &Path, later: &Path) -> Result<String, String> {
    let first = picture_at(start)?;
    let hints = Hints { shape: Shisen::priors().shape, ..Hints::default() };
    let lattice = find(&first, &hints).ok_or("no grid")?;
    let learned = survey(&first, &lattice, &Shisen::priors(), None).ok_or("no board")?;
    let mut reader = Reader::new(Place { lattice, picture: first.dimensions() }, learned.model);
    let picture = picture_at(later)?;
    let found = reader.locate(&picture).map_err(told)?;
    if (found.rows, found.cols) != (lattice.rows, lattice.cols) {
        return Err(format!("{}×{} cells", found.cols, found.rows));
    }
    let seen = reader.read(&picture, &found).symbols;
    let mut counts: BTreeMap<Symbol, usize> = BTreeMap::new();
    for symbol in seen.iter().flatten() {
        *counts.entry(*symbol).or_default() += 1;
    }
    if let Some((symbol, count)) = counts.iter().find(|(_, count)| **count > 4 || *count % 2 == 1) {
        return Err(format!("{count} tiles of a kind ({symbol})"));
    }
    // What is empty falls nowhere: nothing stands on it.
    let unknown: Vec<Cell> = seen.enumerate().filter(|(_, seen)| seen.is_none()).map(|(cell, _)| cell).collect();
    let floats = |cell: &Cell| (0..cell.row).any(|row| seen[Cell::new(row, cell.col)].is_some());
    if let Some(cell) = unknown.iter().find(|cell| floats(cell)) {
        return Err(format!("the tile at {cell} is unknown"));
    }
    for cell in &unknown {
        reader.learn(&picture, &found, *cell, Symbol::EMPTY);
    }
    match reader.read(&picture, &found).unknown() {
        0 => Ok(format!("{} cells unknown at first", unknown.len())),
        still => Err(format!("{still} cells are unknown after learning")),
    }
}
