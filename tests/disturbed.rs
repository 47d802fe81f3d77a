//! Pictures that were scaled, moved, compressed, toned or written over are read with what was learned from the clean one:
//! no cell may be wrong, and hardly one unknown.

mod disturbances;

use disturbances::{Changed, Tally, changes};
use image::RgbImage;
use std::collections::BTreeMap;
use std::path::Path;
use tilepilot::games::Game;
use tilepilot::games::samegame::SameGame;
use tilepilot::games::shisen::Shisen;
use tilepilot::geometry::Lattice;
use tilepilot::grid::{Grid, Symbol, blocks};
use tilepilot::vision::Place;
use tilepilot::vision::lattice::{Hints, find};
use tilepilot::vision::model::ClassModel;
use tilepilot::vision::reader::Reader;
use tilepilot::vision::survey::survey;

/// Pictures of flat colours with and without gaps, of shapes alone, and of balls on a photo, half empty.
const PICTURES: [&str; 5] = [
    "samegame/sgt-samegame-mid",
    "samegame/klickety-hard-noboundlines",
    "samegame/swell-foop-theme-boringshapes",
    "samegame/klickety-ksame-mid",
    "samegame/practice-merged-start",
];

/// A picture of fine drawings.
const FINE: &str = "shisen/xshisen-start";

/// Unknown cells of a hundred that are borne.
const UNKNOWN: f64 = 1.0;

/// The same for one picture of fine drawings of which every second or fourth pixel was left out.
const UNKNOWN_FINE: f64 = 12.0;

/// A clean picture, what it shows, and what was learned from it.
struct Clean {
    name: &'static str,
    picture: RgbImage,
    truth: Grid<Symbol>,
    lattice: Lattice,
    model: ClassModel,
}

impl Clean {
    fn new(name: &'static str) -> Self {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screens").join(name);
        let picture = image::open(path.with_extension("png")).unwrap().to_rgb8();
        let text = std::fs::read_to_string(path.with_extension("txt")).unwrap();
        let block = blocks(&text).into_iter().next().unwrap();
        let symbol = |letter: char| if letter == '.' { Symbol::EMPTY } else { Symbol::from_char(letter).unwrap() };
        let truth =
            Grid::from_rows(block.lines.iter().map(|line| line.chars().map(symbol).collect()).collect()).unwrap();
        let priors = if name.starts_with("shisen") { Shisen::priors() } else { SameGame::priors() };
        let lattice = find(&picture, &Hints::default()).unwrap();
        let model = survey(&picture, &lattice, &priors, Some(&truth)).unwrap().model;
        Self { name, picture, truth, lattice, model }
    }

    fn reader(&self) -> Reader {
        self.reader_of(self.model.clone())
    }

    fn reader_of(&self, model: ClassModel) -> Reader {
        Reader::new(Place { lattice: self.lattice, picture: self.picture.dimensions() }, model)
    }
}

#[test]
fn disturbed_pictures_are_read_as_the_clean_ones() {
    let (mut table, mut bad) = (BTreeMap::<String, Tally>::new(), Vec::new());
    for clean in PICTURES.map(Clean::new) {
        let reader = clean.reader();
        for changed in changes(&clean.picture, &clean.lattice) {
            let tally = Tally::of(&reader, &changed, &clean.lattice, &clean.truth);
            if tally.wrong > 0 {
                bad.push(format!("{}, {}: {} wrong cells", clean.name, changed.what, tally.wrong));
            }
            table.entry(changed.what).or_default().add(tally);
        }
    }
    for (what, tally) in table {
        println!("{what}: {tally:?}");
        let share = 100.0 * tally.unknown as f64 / tally.cells as f64;
        if share > UNKNOWN {
            bad.push(format!("{what}: {share:.1} % of the cells unknown, {} boards refused", tally.refused));
        }
    }
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
fn fine_drawings_are_known_in_smaller_copies() {
    let clean = Clean::new(FINE);
    let reader = clean.reader();
    let copies = changes(&clean.picture, &clean.lattice).into_iter();
    for changed in copies.filter(|changed| changed.what.starts_with("scale 0")) {
        let tally = Tally::of(&reader, &changed, &clean.lattice, &clean.truth);
        let share = 100.0 * tally.unknown as f64 / tally.cells as f64;
        let borne = if changed.what.ends_with("nearest") { UNKNOWN_FINE } else { UNKNOWN };
        assert!(tally.wrong == 0 && share <= borne, "{}: {tally:?}", changed.what);
    }
}

#[test]
fn a_kind_that_was_not_learned_is_no_other_one_however_the_picture_was_changed() {
    for name in ["samegame/sgt-samegame-mid", "samegame/practice-merged-start"] {
        let clean = Clean::new(name);
        let changes = ["gamma", "night light", "noise 12", "JPEG 40", "scale 0.50", "scale 0.75"];
        let copies: Vec<Changed> = disturbances::changes(&clean.picture, &clean.lattice)
            .into_iter()
            .filter(|changed| changes.iter().any(|what| changed.what.starts_with(what)))
            .collect();
        let mut kinds: Vec<Symbol> = clean.truth.iter().copied().filter(|symbol| *symbol != Symbol::EMPTY).collect();
        kinds.sort();
        kinds.dedup();
        for missing in kinds {
            let classes = clean.model.classes().iter().filter(|class| class.symbol != missing).cloned().collect();
            let background = clean.model.background().cloned();
            let reader = clean.reader_of(ClassModel::new(classes, background, clean.model.thresholds()));
            for changed in &copies {
                let Ok(found) = reader.locate(&changed.picture) else { continue };
                if (found.rows, found.cols) != (clean.lattice.rows, clean.lattice.cols) {
                    continue;
                }
                let symbols = reader.read(&changed.picture, &found).symbols;
                let wrong =
                    symbols.enumerate().filter(|(cell, seen)| seen.is_some_and(|seen| seen != clean.truth[*cell]));
                assert_eq!(wrong.count(), 0, "{name} without {missing}, {}", changed.what);
            }
        }
    }
}

#[test]
fn copies_of_another_programs_pictures_are_refused() {
    let all: Vec<Clean> = PICTURES.into_iter().chain([FINE]).map(Clean::new).collect();
    for other in &all {
        let copies = changes(&other.picture, &other.lattice).into_iter();
        let clean =
            Changed { what: "as it is".to_owned(), picture: other.picture.clone(), scale: 1.0, moved: (0.0, 0.0) };
        let copies: Vec<Changed> =
            copies.filter(|changed| changed.what.starts_with("scale 0.5")).chain([clean]).collect();
        for own in all.iter().filter(|own| own.name != other.name) {
            let reader = own.reader();
            for changed in &copies {
                let found = reader.locate(&changed.picture);
                assert!(found.is_err(), "{} by {}, {}: {found:?}", other.name, own.name, changed.what);
            }
        }
    }
}
