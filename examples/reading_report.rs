//! Reads every picture of a folder from the picture alone and says how many boards came out right.
//!
//! Each `NAME.png` that has its board beside it as `NAME.txt` is tried: the grid must be right (where the text names it),
//! and the kinds of tiles must be told apart as the text does, whatever they are called. Names that begin with those of
//! Sokoban programs are tried for the grid alone.
//!
//! `cargo run --example reading_report -- FOLDER...` reads what is there; with `--generated N` after the folder it first
//! fills the folder with N pictures of `sgt-samegame`, which needs a display. `--disturbed` reads changed copies of each
//! picture with what was learned from the clean one.

use image::imageops::FilterType;
use image::{Rgb, RgbImage};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::process::Command;
use tilepilot::geometry::Lattice;
use tilepilot::grid::{Cell, Grid, Symbol, blocks};
use tilepilot::vision::lattice::{Hints, find};
use tilepilot::vision::reader::Reader;
use tilepilot::vision::survey::{Survey, survey};
use tilepilot::vision::{Place, Priors};

fn main() {
    let mut words = std::env::args().skip(1);
    let (mut folders, mut generated, mut disturbed) = (Vec::new(), None, false);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--generated" => generated = words.next().and_then(|n| n.parse::<u64>().ok()),
            "--disturbed" => disturbed = true,
            folder => folders.push(PathBuf::from(folder)),
        }
    }
    if let (Some(count), Some(folder)) = (generated, folders.first()) {
        generate(folder, count);
    }
    let (mut groups, mut table) = (BTreeMap::<String, (usize, usize)>::new(), BTreeMap::new());
    for path in folders.iter().flat_map(|folder| pictures(folder)) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let group = groups.entry(name.split('-').take(2).collect::<Vec<_>>().join("-")).or_default();
        group.1 += 1;
        match learn(&path, &name) {
            Ok(learned) => {
                group.0 += 1;
                if let Some((picture, lattice, learned)) = learned.filter(|_| disturbed) {
                    disturb(&picture, lattice, &learned, &mut table);
                }
            }
            Err(why) => println!("{name}: {why}"),
        }
    }
    for (group, (right, all)) in &groups {
        println!("{group}: {right} of {all}");
    }
    let (right, all) = groups.values().fold((0, 0), |sum, next| (sum.0 + next.0, sum.1 + next.1));
    println!("all: {right} of {all}");
    for (what, Tally { cells, unknown, wrong, lost }) in table {
        println!("{what}: {cells} cells, {unknown} unknown, {wrong} wrong; {lost} boards refused");
    }
}

/// The pictures of a folder that have a board beside them.
fn pictures(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut found: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|e| e == "png") && path.with_extension("txt").is_file())
        .collect();
    found.sort();
    found
}

/// The kinds of a board file's first board. In boards of Shisen-Sho `_` and a letter are one kind.
fn board(text: &str, pairs: bool) -> Option<Grid<String>> {
    let block = blocks(text).into_iter().next()?;
    let rows = block.lines.iter().map(|line| {
        let mut cells: Vec<String> = Vec::new();
        for letter in line.chars().filter(|c| !(pairs && c.is_whitespace())) {
            match cells.last_mut() {
                Some(last) if pairs && last == "_" => last.push(letter),
                _ => cells.push(letter.to_string()),
            }
        }
        cells
    });
    Grid::from_rows(rows.collect()).ok()
}

type Learned = Option<(RgbImage, Lattice, Survey)>;

/// Learns a picture and holds it against its board: nothing where only the grid could be tried.
fn learn(path: &Path, name: &str) -> Result<Learned, String> {
    let text = std::fs::read_to_string(path.with_extension("txt")).map_err(|e| e.to_string())?;
    let picture = image::open(path).map_err(|e| e.to_string())?.to_rgb8();
    let is_shisen = name.contains("shisen");
    let truth = board(&text, is_shisen).ok_or("no board in its text")?;
    let lattice = find(&picture, &Hints::default()).ok_or("no grid")?;
    if (lattice.rows, lattice.cols) != (truth.rows(), truth.cols()) {
        return Err(format!(
            "{}×{} cells, not {}×{} (columns × rows)",
            lattice.cols,
            lattice.rows,
            truth.cols(),
            truth.rows()
        ));
    }
    if let Some(off) = measured(&text).map(|right| distance(&lattice, right))
        && off > if lattice.pitch_x < 20.0 { 0.5 } else { 1.0 }
    {
        return Err(format!("a cell's centre is off by {off:.2} pixels"));
    }
    if ["xsok", "cavepacker", "sokoban"].iter().any(|program| name.contains(program)) {
        return Ok(None);
    }
    let learned = survey(&picture, &lattice, &priors(is_shisen), None).ok_or("no board")?;
    let (mut names, mut back) = (HashMap::new(), HashMap::new());
    let wrong = learned.symbols.enumerate().filter(|(cell, symbol)| {
        let shown = &truth[*cell];
        let agreed =
            *names.entry(**symbol).or_insert(shown) == shown && *back.entry(shown).or_insert(**symbol) == **symbol;
        !agreed || (**symbol == Symbol::EMPTY) != (shown == ".")
    });
    match wrong.count() {
        0 => Ok(Some((picture, lattice, learned))),
        cells => Err(format!("{cells} cells are taken for other kinds")),
    }
}

fn priors(is_shisen: bool) -> Priors {
    if is_shisen {
        Priors { rows: 4..=20, cols: 6..=40, kinds: 1..=60, colour_decides: false, falls: false }
    } else {
        Priors { rows: 2..=50, cols: 2..=50, kinds: 1..=9, colour_decides: true, falls: true }
    }
}

/// Left and top of the first cell and the pitches, where a board's text names them.
fn measured(text: &str) -> Option<[f64; 4]> {
    let line = text.lines().find(|line| line.contains("lattice"))?;
    line.split_whitespace().filter_map(|word| word.parse().ok()).collect::<Vec<f64>>().try_into().ok()
}

/// The largest distance of a corner cell's centre from where it should be, along an axis, in pixels.
fn distance(lattice: &Lattice, [left, top, pitch_x, pitch_y]: [f64; 4]) -> f64 {
    let right = Lattice::from_corner(left, top, (pitch_x, pitch_y), lattice.rows, lattice.cols);
    let corners = [Cell::new(0, 0), Cell::new(lattice.rows - 1, lattice.cols - 1)];
    let offs = corners.iter().flat_map(|cell| {
        let (a, b) = (lattice.centre(*cell), right.centre(*cell));
        [(a.x - b.x).abs(), (a.y - b.y).abs()]
    });
    offs.fold(0.0, f64::max)
}

/// How a kind of disturbance was borne.
#[derive(Clone, Copy, Debug, Default)]
struct Tally {
    cells: usize,
    unknown: usize,
    wrong: usize,
    lost: usize,
}

/// Reads changed copies of a picture with what was learned from it.
fn disturb(picture: &RgbImage, lattice: Lattice, learned: &Survey, table: &mut BTreeMap<String, Tally>) {
    let reader = Reader::new(Place { lattice, picture: picture.dimensions() }, learned.model.clone());
    let pitch = lattice.pitch_x.min(lattice.pitch_y);
    for (what, changed) in changes(picture, pitch) {
        let tally = table.entry(what).or_default();
        tally.cells += lattice.rows * lattice.cols;
        let Ok(found) = reader.locate(&changed) else {
            tally.lost += 1;
            continue;
        };
        if (found.rows, found.cols) != (lattice.rows, lattice.cols) {
            tally.wrong += lattice.rows * lattice.cols;
            continue;
        }
        for (cell, seen) in reader.read(&changed, &found).symbols.enumerate() {
            tally.unknown += usize::from(seen.is_none());
            tally.wrong += usize::from(seen.is_some_and(|seen| seen != learned.symbols[cell]));
        }
    }
}

/// Copies of a picture as other screens, scales and hands on them would show it.
fn changes(picture: &RgbImage, pitch: f64) -> Vec<(String, RgbImage)> {
    let (width, height) = picture.dimensions();
    let mut made = Vec::new();
    for scale in [0.5, 0.75, 1.25, 1.5, 2.0, 3.0].into_iter().filter(|scale| pitch * scale >= 12.0) {
        let size = ((f64::from(width) * scale).round() as u32, (f64::from(height) * scale).round() as u32);
        for (name, filter) in
            [("nearest", FilterType::Nearest), ("linear", FilterType::Triangle), ("Lanczos", FilterType::Lanczos3)]
        {
            made.push((format!("scale {scale} {name}"), image::imageops::resize(picture, size.0, size.1, filter)));
        }
    }
    let each = |change: &dyn Fn(Rgb<u8>) -> Rgb<u8>| {
        let mut copy = picture.clone();
        copy.pixels_mut().for_each(|pixel| *pixel = change(*pixel));
        copy
    };
    for gamma in [0.6_f32, 0.8, 1.25, 1.6] {
        let bent = |value: u8| (255.0 * (f32::from(value) / 255.0).powf(gamma)).round() as u8;
        made.push((format!("gamma {gamma}"), each(&|pixel| Rgb(pixel.0.map(bent)))));
    }
    let tinted = |value: u8, share: f32| (f32::from(value) * share).round() as u8;
    made.push(("night light".to_owned(), each(&|Rgb([r, g, b])| Rgb([r, tinted(g, 0.82), tinted(b, 0.6)]))));
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for sigma in [4.0_f32, 8.0, 12.0] {
        let mut copy = picture.clone();
        for value in copy.iter_mut() {
            // The sum of twelve even numbers is as good as normal, with a deviation of 1.
            let noise: f32 = (0..12).map(|_| rng.random::<f32>()).sum::<f32>() - 6.0;
            *value = (f32::from(*value) + sigma * noise).round().clamp(0.0, 255.0) as u8;
        }
        made.push((format!("noise {sigma}"), copy));
    }
    for (dx, dy) in [(3, 0), (0, 3), (-3, -3), (2, -2)] {
        let mut copy = RgbImage::from_pixel(width, height, Rgb([128; 3]));
        image::imageops::replace(&mut copy, picture, dx, dy);
        made.push(("shift".to_owned(), copy));
    }
    made.push(("crop".to_owned(), image::imageops::crop_imm(picture, 1, 1, width - 2, height - 2).to_image()));
    made
}

/// Fills a folder with pictures of `sgt-samegame` and their boards.
fn generate(folder: &Path, count: u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for number in 0..count {
        let (cols, rows) = (rng.random_range(5..=30_usize), rng.random_range(5..=20_usize));
        // The program itself refuses two colours.
        let colours = rng.random_range(3..=9_u8);
        let most = (2400 / cols).min(1800 / rows).min(96);
        let side = rng.random_range(12..=most.max(12));
        let mut kinds = Grid::from_fn(rows, cols, |_| rng.random_range(1..=colours));
        if rng.random_bool(0.3) {
            for col in 0..cols {
                let gone = rng.random_range(0..=rows / 2);
                (0..gone).for_each(|row| kinds[Cell::new(row, col)] = 0);
            }
        }
        let list: Vec<String> = kinds.iter().map(u8::to_string).collect();
        let path = folder.join(format!("generated-{number:04}.png"));
        let mut command = Command::new("sgt-samegame");
        command.arg("--screenshot").arg(&path).arg(format!("{cols}x{rows}c{colours}s2:{}", list.join(",")));
        command.env("SAMEGAME_TILESIZE", side.to_string());
        if !command.output().is_ok_and(|output| output.status.success()) {
            println!("sgt-samegame gave no picture {number}");
            continue;
        }
        let border = side / 2;
        let mut text = format!("; lattice: first cell left {border} top {border} pitch {side} {side}\n");
        for row in 0..rows {
            text.extend((0..cols).map(|col| char::from(b".123456789"[usize::from(kinds[Cell::new(row, col)])])));
            text.push('\n');
        }
        if let Err(why) = std::fs::write(path.with_extension("txt"), text) {
            println!("{}: {why}", path.display());
        }
    }
}
