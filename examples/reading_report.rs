//! Reads every picture of a folder from the picture alone and says how many boards came out right.
//!
//! Each `NAME.png` that has its board beside it as `NAME.txt` is tried: the grid must be right (where the text names it),
//! and the kinds of tiles must be told apart as the text does, whatever they are called. The cells of Sokoban's levels are
//! read by what another picture of the skin taught. Pictures of the known programs are asked more: see
//! `tests/real_pictures`.
//!
//! `cargo run --example reading_report -- FOLDER...` reads what is there; with `--generated N` after the folder it first
//! fills the folder with N pictures of `sgt-samegame`, which needs a display. `--disturbed` reads changed copies of each
//! picture with what was learned from the clean one.

#[path = "../tests/real_pictures/mod.rs"]
mod real_pictures;

use image::imageops::FilterType;
use image::{Rgb, RgbImage};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use real_pictures::{Tried, alone, further, pictures};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use tilepilot::geometry::Lattice;
use tilepilot::grid::{Cell, Grid};
use tilepilot::vision::Place;
use tilepilot::vision::reader::Reader;
use tilepilot::vision::survey::Survey;

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
        match alone(&path) {
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
    let mut asked = BTreeMap::<&str, (usize, usize)>::new();
    for Tried { group, picture, came } in folders.iter().flat_map(|folder| further(folder)) {
        let tally = asked.entry(group).or_default();
        tally.0 += usize::from(came.is_ok());
        tally.1 += 1;
        println!("{picture}: {}{}", if came.is_ok() { "" } else { "WRONG: " }, came.unwrap_or_else(|why| why));
    }
    for (group, (right, all)) in &asked {
        println!("{group}: {right} of {all}");
    }
    for (what, Tally { cells, unknown, wrong, lost }) in table {
        println!("{what}: {cells} cells, {unknown} unknown, {wrong} wrong; {lost} boards refused");
    }
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
