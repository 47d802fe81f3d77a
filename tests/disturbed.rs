//! Pictures that were scaled, moved, compressed, toned or written over are read with what was learned from the clean one:
//! no cell may be wrong, and hardly one unknown.

mod disturbances;

use disturbances::{Changed, Tally, changes};
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use tilepilot::games::Game;
use tilepilot::games::samegame::SameGame;
use tilepilot::grid::{Grid, Symbol, blocks};
use tilepilot::vision::Place;
use tilepilot::vision::lattice::{Hints, find};
use tilepilot::vision::model::ClassModel;
use tilepilot::vision::reader::Reader;
use tilepilot::vision::survey::survey;

/// Pictures of flat colours with and without gaps, of shapes alone, and of balls on a photo, half empty.
const PICTURES: [&str; 5] = [
    "sgt-samegame-mid",
    "klickety-hard-noboundlines",
    "swell-foop-theme-boringshapes",
    "klickety-ksame-mid",
    "practice-merged-start",
];

/// Unknown cells of a hundred that are borne.
const UNKNOWN: f64 = 1.0;

fn truth(name: &str, folder: &Path) -> Grid<Symbol> {
    let text = std::fs::read_to_string(folder.join(format!("{name}.txt"))).unwrap();
    let block = blocks(&text).into_iter().next().unwrap();
    let symbol = |letter: char| if letter == '.' { Symbol::EMPTY } else { Symbol::from_char(letter).unwrap() };
    Grid::from_rows(block.lines.iter().map(|line| line.chars().map(symbol).collect()).collect()).unwrap()
}

#[test]
fn disturbed_pictures_are_read_as_the_clean_ones() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screens/samegame");
    let (mut table, mut bad) = (BTreeMap::<String, Tally>::new(), Vec::new());
    for name in PICTURES {
        let picture = image::open(folder.join(format!("{name}.png"))).unwrap().to_rgb8();
        let truth = truth(name, &folder);
        let lattice = find(&picture, &Hints::default()).unwrap();
        let learned = survey(&picture, &lattice, &SameGame::priors(), Some(&truth)).unwrap();
        let reader = Reader::new(Place { lattice, picture: picture.dimensions() }, learned.model);
        for changed in changes(&picture, &lattice) {
            let tally = Tally::of(&reader, &changed, &lattice, &truth);
            if tally.wrong > 0 {
                bad.push(format!("{name}, {}: {} wrong cells", changed.what, tally.wrong));
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
fn a_kind_that_was_not_learned_is_no_other_one_whatever_the_colours() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/screens/samegame");
    for name in ["sgt-samegame-mid", "practice-merged-start"] {
        let picture = image::open(folder.join(format!("{name}.png"))).unwrap().to_rgb8();
        let truth = truth(name, &folder);
        let lattice = find(&picture, &Hints::default()).unwrap();
        let learned = survey(&picture, &lattice, &SameGame::priors(), Some(&truth)).unwrap().model;
        let mut kinds = HashMap::<Symbol, usize>::new();
        truth.iter().for_each(|symbol| *kinds.entry(*symbol).or_default() += 1);
        for missing in kinds.keys().filter(|symbol| **symbol != Symbol::EMPTY) {
            let classes = learned.classes().iter().filter(|class| class.symbol != *missing).cloned().collect();
            let model = ClassModel::new(classes, learned.background().cloned(), learned.thresholds());
            let reader = Reader::new(Place { lattice, picture: picture.dimensions() }, model);
            let colours = ["gamma", "night light", "noise 12", "JPEG 40"];
            let is_of_colours = |changed: &Changed| colours.iter().any(|what| changed.what.starts_with(what));
            for changed in changes(&picture, &lattice).into_iter().filter(is_of_colours) {
                let Ok(found) = reader.locate(&changed.picture) else { continue };
                if (found.rows, found.cols) != (lattice.rows, lattice.cols) {
                    continue;
                }
                let symbols = reader.read(&changed.picture, &found).symbols;
                let wrong = symbols.enumerate().filter(|(cell, seen)| seen.is_some_and(|seen| seen != truth[*cell]));
                assert_eq!(wrong.count(), 0, "{name} without {missing}, {}", changed.what);
            }
        }
    }
}
