//! Reads every picture of a folder from the picture alone and says how many boards came out right.
//!
//! Each `NAME.png` that has its board beside it as `NAME.txt` is tried: the grid must be right (where the text names it),
//! and the kinds of tiles must be told apart as the text does, whatever they are called. The cells of Sokoban's levels are
//! read by what another picture of the skin taught. Pictures of the known programs are asked more: see
//! `tests/real_pictures`.
//!
//! `cargo run --example reading_report -- FOLDER...` reads what is there; with `--generated N` after the folder it first
//! fills the folder with N pictures of `sgt-samegame`, which needs a display.

#[path = "../tests/real_pictures/mod.rs"]
mod real_pictures;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use real_pictures::{Tried, alone, further, pictures};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use tilepilot::grid::{Cell, Grid};

fn main() {
    let mut words = std::env::args().skip(1);
    let (mut folders, mut generated) = (Vec::new(), None);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--generated" => generated = words.next().and_then(|n| n.parse::<u64>().ok()),
            folder => folders.push(PathBuf::from(folder)),
        }
    }
    if let (Some(count), Some(folder)) = (generated, folders.first()) {
        generate(folder, count);
    }
    let mut groups = BTreeMap::<String, (usize, usize)>::new();
    for path in folders.iter().flat_map(|folder| pictures(folder)) {
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let group = groups.entry(name.split('-').take(2).collect::<Vec<_>>().join("-")).or_default();
        group.1 += 1;
        match alone(&path) {
            Ok(_) => group.0 += 1,
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
