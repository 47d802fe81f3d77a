//! Pictures with their truth: the grid and the board are learned from each picture alone, and a reader made from that
//! sees the same board.

mod real_pictures;

use proptest::prelude::*;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use tilepilot::calibration::parse::parse;
use tilepilot::geometry::Lattice;
use tilepilot::grid::{Cell, Grid, blocks};
use tilepilot::vision::lattice::{Hints, find};
use tilepilot::vision::model::{ClassModel, Thresholds};
use tilepilot::vision::reader::Reader;
use tilepilot::vision::survey::survey;
use tilepilot::vision::{Place, Priors, Shape};

/// What is asked of each set, at least: a set that lost its pictures is not right.
const SHISEN: usize = 4;
const SOKOBAN: usize = 5;
const LARGER_SET: usize = 70;

fn priors() -> Priors {
    Priors { rows: 2..=50, cols: 2..=50, kinds: 1..=9, colour_decides: true, falls: true, shape: Shape::Heap }
}

/// Every picture of a folder that has a board beside it and whose name begins with one of the prefixes.
fn pictures(folder: &Path, prefixes: &[&str]) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut found: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "png") && path.with_extension("txt").is_file())
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            prefixes.iter().any(|prefix| name.starts_with(prefix))
        })
        .collect();
    found.sort();
    found
}

struct Truth {
    board: Grid<char>,
    /// Left and top of the first cell and the pitches, where measured.
    lattice: Option<Vec<f64>>,
}

fn truth(path: &Path) -> Truth {
    let text = std::fs::read_to_string(path).unwrap();
    let block = blocks(&text).into_iter().next().unwrap();
    let board = Grid::from_rows(block.lines.iter().map(|line| line.chars().collect()).collect()).unwrap();
    let numbers = |line: &str| line.split_whitespace().filter_map(|word| word.parse().ok()).collect::<Vec<f64>>();
    let lattice = text.lines().find(|line| line.contains("lattice")).map(numbers).filter(|n| n.len() == 4);
    Truth { board, lattice }
}

/// What is wrong with what a picture was taken for.
fn wrong(picture: &Path) -> Vec<String> {
    let truth = truth(&picture.with_extension("txt"));
    let pixels = image::open(picture).unwrap().to_rgb8();
    let Some(lattice) = find(&pixels, &Hints::default()) else { return vec!["no grid".to_owned()] };
    if (lattice.rows, lattice.cols) != (truth.board.rows(), truth.board.cols()) {
        return vec![format!("{}×{} cells", lattice.cols, lattice.rows)];
    }
    let mut found = Vec::new();
    if let Some(off) = truth.lattice.map(|n| distance(&lattice, &n)).filter(|off| *off > 1.0) {
        found.push(format!("a centre is off by {off:.2} pixels"));
    }
    let Some(learned) = survey(&pixels, &lattice, &priors(), None) else { return vec!["no board".to_owned()] };
    found.extend(learned.doubts.iter().map(|doubt| format!("doubts: {doubt}")));
    let (mut names, mut back) = (HashMap::new(), HashMap::new());
    for (cell, symbol) in learned.symbols.enumerate() {
        let seen = symbol.first_char();
        let shown = truth.board[cell];
        let agreed = *names.entry(seen).or_insert(shown) == shown && *back.entry(shown).or_insert(seen) == seen;
        if !agreed || (seen == '.') != (shown == '.') {
            found.push(format!("cell {cell} was taken for {seen}, it is {shown}"));
        }
    }
    let place = Place { lattice, picture: pixels.dimensions() };
    let reader = Reader::new(place, learned.model);
    match reader.locate(&pixels) {
        Ok(again) if again == lattice => {}
        other => found.push(format!("found again as {other:?}")),
    }
    for (cell, symbol) in reader.read(&pixels, &lattice).symbols.enumerate() {
        if *symbol != Some(learned.symbols[cell]) {
            found.push(format!("cell {cell} was read as {symbol:?}"));
        }
    }
    found
}

/// The largest distance of a corner cell's centre from the truth, in pixels.
fn distance(lattice: &Lattice, truth: &[f64]) -> f64 {
    let right = Lattice::from_corner(truth[0], truth[1], (truth[2], truth[3]), lattice.rows, lattice.cols);
    let corners = [Cell::new(0, 0), Cell::new(lattice.rows - 1, lattice.cols - 1)];
    corners
        .iter()
        .flat_map(|cell| {
            let (a, b) = (lattice.centre(*cell), right.centre(*cell));
            [(a.x - b.x).abs(), (a.y - b.y).abs()]
        })
        .fold(0.0, f64::max)
}

fn assert_all_right(set: &str, pictures: &[PathBuf]) {
    let bad: Vec<String> = pictures
        .iter()
        .filter_map(|picture| {
            let wrong = wrong(picture);
            let name = picture.file_name().unwrap_or_default().to_string_lossy();
            (!wrong.is_empty()).then(|| format!("{name}: {}", wrong.join("; ")))
        })
        .collect();
    println!("{set}: {} of {} pictures right", pictures.len() - bad.len(), pictures.len());
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
fn boards_are_learned_from_the_pictures_of_the_project() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screens/samegame");
    let pictures = pictures(&folder, &["sgt-samegame", "swell-foop", "klickety", "practice"]);
    assert!(pictures.len() >= 10);
    assert_all_right("tests/screens/samegame", &pictures);
}

/// What is wrong with what the pictures of a folder are taken for, and how many were asked how much.
fn wrong_of(folder: &Path) -> (Vec<String>, usize) {
    let alone = real_pictures::pictures(folder);
    let further = real_pictures::further(folder);
    let asked = alone.len() + further.len();
    let name = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let alone = alone.iter().filter_map(|path| Some(format!("{}: {}", name(path), real_pictures::alone(path).err()?)));
    let further = further
        .iter()
        .filter_map(|tried| Some(format!("{} ({}): {}", tried.picture, tried.group, tried.came.as_ref().err()?)));
    (alone.chain(further).collect(), asked)
}

#[test]
fn cards_and_levels_are_read_from_the_pictures_of_the_project() {
    for (folder, least) in [("shisen", SHISEN), ("sokoban", SOKOBAN)] {
        let (wrong, asked) = wrong_of(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screens").join(folder));
        assert!(asked >= least, "only {asked} pictures of {folder}");
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}

#[test]
fn the_larger_set_is_read_where_it_is_there() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/games");
    if !folder.is_dir() {
        println!("the larger set is not on this machine: only the pictures of the project were tried");
        return;
    }
    let (wrong, asked) = wrong_of(&folder);
    assert!(asked >= LARGER_SET, "only {asked} pictures were asked something");
    println!("the larger set: {} of {asked} right", asked - wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn no_model() -> ClassModel {
    ClassModel::new(Vec::new(), None, Thresholds::default())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_picture_is_borne(width in 0_u32..90, height in 0_u32..90, seed in any::<u64>(), few in 1_u64..40) {
        let mut state = seed | 1;
        let picture = image::RgbImage::from_fn(width, height, |x, y| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(u64::from(x / 13 + y / 13));
            image::Rgb([(state >> 40) as u8, ((state >> 33) % few) as u8, (state >> 50) as u8])
        });
        if let Some(lattice) = find(&picture, &Hints::default()) {
            let learned = survey(&picture, &lattice, &priors(), None);
            let model = learned.map_or_else(no_model, |l| l.model);
            let reader = Reader::new(Place { lattice, picture: (width, height) }, model);
            let _ = reader.locate(&picture);
        }
        let lattice = Lattice::from_corner(-20.0, 3.0, (7.5, 9.0), 9, 30);
        let reading = Reader::new(Place { lattice, picture: (9, 9) }, no_model()).read(&picture, &lattice);
        prop_assert_eq!(reading.unknown(), 270);
    }

    #[test]
    fn any_text_as_a_calibration_is_borne(text in "(\\PC|\n){0,200}") {
        let _ = parse(&text, "any.toml", &mut |_| Err("there is none".to_owned()));
    }

    #[test]
    fn any_bytes_as_a_picture_are_borne(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        if let Ok(picture) = image::load_from_memory(&bytes) {
            let _ = find(&picture.to_rgb8(), &Hints::default());
        }
    }
}
