//! Reads changed copies of pictures with what was learned from the clean ones, and says how each kind of change is borne.
//!
//! `cargo run --example disturbance_report -- FOLDER...` takes every clean picture `NAME.png` of the folders that has its
//! board beside it as `NAME.txt`, and one picture of each skin of the practice games. `--each` says for every picture
//! what went amiss; `--only "scale 0.5"` keeps to the changes whose names begin so.

#[path = "../tests/disturbances/mod.rs"]
mod disturbances;

use disturbances::{Tally, changes};
use image::RgbImage;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tilepilot::games::Game;
use tilepilot::games::samegame::SameGame;
use tilepilot::games::shisen::Shisen;
use tilepilot::geometry::Lattice;
use tilepilot::grid::{Cell, Grid, Symbol, blocks};
use tilepilot::scene::Scene;
use tilepilot::scene::samegame::SameGameScene;
use tilepilot::scene::shisen::ShisenScene;
use tilepilot::scene::{Skin, samegame, shisen};
use tilepilot::vision::lattice::{Hints, find};
use tilepilot::vision::reader::Reader;
use tilepilot::vision::survey::survey;
use tilepilot::vision::{Place, Priors};

/// A clean picture whose board is known.
struct Base {
    name: String,
    picture: RgbImage,
    lattice: Lattice,
    truth: Grid<Symbol>,
    priors: Priors,
}

fn main() {
    let (mut folders, mut each, mut only) = (Vec::new(), false, String::new());
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--each" => each = true,
            "--only" => only = words.next().unwrap_or_default(),
            folder => folders.push(PathBuf::from(folder)),
        }
    }
    let mut bases: Vec<Base> = folders.iter().flat_map(|folder| pictures(folder)).collect();
    bases.extend(practice());
    let (mut table, mut used) = (BTreeMap::<String, Tally>::new(), 0);
    for base in &bases {
        let Some(learned) = survey(&base.picture, &base.lattice, &base.priors, Some(&base.truth)) else {
            println!("{}: nothing could be learned", base.name);
            continue;
        };
        used += 1;
        let place = Place { lattice: base.lattice, picture: base.picture.dimensions() };
        let reader = Reader::new(place, learned.model);
        let changes = changes(&base.picture, &base.lattice);
        for changed in changes.into_iter().filter(|changed| changed.what.starts_with(&only)) {
            let tally = Tally::of(&reader, &changed, &base.lattice, &base.truth);
            if each && tally.unknown + tally.wrong > 0 {
                let Tally { cells, unknown, wrong, refused, .. } = tally;
                let lost = if refused > 0 { ", refused" } else { "" };
                println!("{}, {}: {unknown} of {cells} unknown, {wrong} wrong{lost}", base.name, changed.what);
            }
            table.entry(changed.what).or_default().add(tally);
        }
    }
    println!("{used} pictures");
    let mut all = Tally::default();
    for (what, tally) in &table {
        print(what, tally);
        all.add(*tally);
    }
    print("all", &all);
}

fn print(what: &str, Tally { cells, unknown, wrong, boards, refused }: &Tally) {
    let share = 100.0 * *unknown as f64 / (*cells).max(1) as f64;
    println!(
        "{what}: {cells} cells, {unknown} unknown ({share:.2} %), {wrong} wrong; {refused} of {boards} boards refused"
    );
}

/// The clean pictures of a folder whose boards are known: nothing is marked or covered in them.
fn pictures(folder: &Path) -> Vec<Base> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| is_clean(path)).collect();
    paths.sort();
    paths.iter().filter_map(|path| base(path)).collect()
}

fn is_clean(path: &Path) -> bool {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let marked = ["hover", "selected", "end", "sok", "cavepacker"].iter().any(|word| name.contains(word));
    path.extension().is_some_and(|e| e == "png") && path.with_extension("txt").is_file() && !marked
}

fn base(path: &Path) -> Option<Base> {
    let name = path.file_stem()?.to_string_lossy().into_owned();
    let text = std::fs::read_to_string(path.with_extension("txt")).ok()?;
    let picture = image::open(path).ok()?.to_rgb8();
    let truth = truth(&text)?;
    let priors = if name.contains("shisen") { Shisen::priors() } else { SameGame::priors() };
    // Where the text does not say where the cells are, the picture must.
    let lattice = match measured(&text) {
        Some([left, top, x, y]) => Lattice::from_corner(left, top, (x, y), truth.rows(), truth.cols()),
        None => find(&picture, &Hints { size: Some((truth.rows(), truth.cols())), ..Hints::default() })?,
    };
    Some(Base { name, picture, lattice, truth, priors })
}

/// A text's first board: words where it has spaces, else letters. Each kind gets a letter of its own.
fn truth(text: &str) -> Option<Grid<Symbol>> {
    let lines = blocks(text).into_iter().next()?.lines;
    let rows = lines.iter().map(|line| {
        let line = line.trim();
        if line.contains(' ') {
            line.split_whitespace().map(str::to_owned).collect()
        } else {
            line.chars().map(String::from).collect::<Vec<_>>()
        }
    });
    let words = Grid::from_rows(rows.collect()).ok()?;
    let mut letters = ('A'..='Z').chain('0'..='9').chain('a'..='z').filter_map(Symbol::from_char);
    let mut names = HashMap::from([(".".to_owned(), Symbol::EMPTY)]);
    for word in words.iter() {
        if !names.contains_key(word) {
            names.insert(word.clone(), letters.next()?);
        }
    }
    Some(words.map(|word| names[word]))
}

/// Left and top of the first cell and the pitches, where a board's text names them.
fn measured(text: &str) -> Option<[f64; 4]> {
    let line = text.lines().find(|line| line.contains("lattice"))?;
    line.split_whitespace().filter_map(|word| word.parse().ok()).collect::<Vec<f64>>().try_into().ok()
}

/// One picture of each skin of the practice games.
fn practice() -> Vec<Base> {
    let tiles = Skin::ALL.into_iter().filter_map(|skin| {
        let options = samegame::Options { skin, seed: 7, ..samegame::Options::default() };
        let mut scene = SameGameScene::new(options, SameGame::preset("popstar")?).ok()?;
        let truth = seen::<SameGame>(scene.board());
        let picture = scene.draw(Duration::ZERO);
        Some((format!("practice-{}", skin.name()), picture, scene.lattice(), truth, SameGame::priors()))
    });
    let pairs = shisen::Skin::ALL.into_iter().filter_map(|skin| {
        let options = shisen::Options { skin, seed: 7, ..shisen::Options::default() };
        let mut scene = ShisenScene::new(options, Shisen::preset("shisen-sho")?).ok()?;
        let truth = seen::<Shisen>(scene.board());
        let picture = scene.draw(Duration::ZERO);
        Some((format!("practice-{}", skin.name()), picture, scene.lattice(), truth, Shisen::priors()))
    });
    let bases = tiles.chain(pairs);
    bases.map(|(name, picture, lattice, truth, priors)| Base { name, picture, lattice, truth, priors }).collect()
}

/// What a board's cells show.
fn seen<G: Game>(board: &G::Board) -> Grid<Symbol> {
    let cells = G::expect(board);
    Grid::from_fn(cells.rows(), cells.cols(), |cell: Cell| cells[cell].first().copied().unwrap_or(Symbol::EMPTY))
}
