//! How fast boards are read, beside the time that a picture of a window takes in the same run.
//!
//! The window's picture needs a display with a window manager and a practice game on it; without a window only the
//! reading is timed:
//! `tilepilot practice shisen --skin mahjong & cargo bench --bench reading`

use criterion::Criterion;
use image::RgbImage;
use image::imageops::FilterType;
use std::hint::black_box;
use std::time::{Duration, Instant};
use tilepilot::games::Game;
use tilepilot::games::samegame::SameGame;
use tilepilot::games::shisen::Shisen;
use tilepilot::geometry::Lattice;
use tilepilot::scene::Scene;
use tilepilot::scene::samegame::SameGameScene;
use tilepilot::scene::shisen::ShisenScene;
use tilepilot::scene::{samegame, shisen};
use tilepilot::store;
use tilepilot::vision::Place;
use tilepilot::vision::reader::Reader;
use tilepilot::vision::survey::survey;

/// A board of 20×15 tiles of 50 pixels, learned from its own picture.
fn colours() -> Option<(RgbImage, Lattice, Reader)> {
    let options = samegame::Options { rows: 15, cols: 20, seed: 3, ..samegame::Options::default() };
    let mut scene = SameGameScene::new(options, SameGame::preset("samegame")?).ok()?;
    let scale = 50.0 / scene.lattice().pitch_x;
    let drawn = scene.draw(Duration::ZERO);
    let size = [drawn.width(), drawn.height()].map(|length| (f64::from(length) * scale).round() as u32);
    let picture = image::imageops::resize(&drawn, size[0], size[1], FilterType::Triangle);
    let lattice = scene.lattice().scaled(scale, scale);
    let model = survey(&picture, &lattice, &SameGame::priors(), None)?.model;
    let place = Place { lattice, picture: picture.dimensions() };
    Some((picture, lattice, Reader::new(place, model)))
}

/// A board of 18×8 mahjong tiles, with the calibration that comes with the program.
fn mahjong() -> Option<(RgbImage, Lattice, Reader)> {
    let options = shisen::Options { seed: 3, ..shisen::Options::default() };
    let mut scene = ShisenScene::new(options, Shisen::preset("shisen-sho")?).ok()?;
    let reader = store::calibrations::load("practice-mahjong").ok()?.reader();
    Some((scene.draw(Duration::ZERO), scene.lattice(), reader))
}

/// The median time of one picture of a practice game's window, if there is one.
#[cfg(feature = "live")]
fn capture() -> Option<(String, Duration)> {
    use tilepilot::desk::Screen;
    let mut desk = tilepilot::desk::live::LiveDesk::open().ok()?;
    let window = desk.windows().ok()?.into_iter().find(|window| window.title.ends_with("practice"))?;
    let mut times: Vec<Duration> = Vec::new();
    let mut size = (0, 0);
    for _ in 0..60 {
        let begun = Instant::now();
        size = desk.capture(window.id).ok()?.pixels.dimensions();
        times.push(begun.elapsed());
    }
    times.sort();
    Some((format!("{}×{} pixels of \"{}\"", size.0, size.1, window.title), times[times.len() / 2]))
}

#[cfg(not(feature = "live"))]
fn capture() -> Option<(String, Duration)> {
    None
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    let boards = [("20x15 tiles of 50 pixels", colours()), ("18x8 mahjong tiles", mahjong())];
    let mut medians = Vec::new();
    for (name, board) in boards {
        let (picture, lattice, reader) = board.expect("a board");
        assert_eq!(reader.read(&picture, &lattice).unknown(), 0, "{name}");
        criterion.bench_function(&format!("read {name}"), |bench| {
            bench.iter(|| reader.read(black_box(&picture), &lattice));
        });
        let mut times: Vec<Duration> = (0..200)
            .map(|_| {
                let begun = Instant::now();
                black_box(reader.read(black_box(&picture), &lattice));
                begun.elapsed()
            })
            .collect();
        times.sort();
        medians.push((name, times[times.len() / 2]));
    }
    let captured = capture();
    for (name, time) in medians {
        print!("{name}: {:.3} ms", time.as_secs_f64() * 1e3);
        match &captured {
            Some((what, capture)) => {
                let ratio = time.as_secs_f64() / capture.as_secs_f64();
                println!(", {ratio:.3} of one capture of {what} ({:.2} ms)", capture.as_secs_f64() * 1e3);
            }
            None => println!(" (no window of a practice game to capture)"),
        }
    }
    criterion.final_summary();
}
