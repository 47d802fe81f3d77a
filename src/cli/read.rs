//! `tilepilot read CALIBRATION`: what a picture or an open window shows.

use super::exit::{Exit, Failure};
use super::world::open_desk;
use super::{bot, out};
use crate::calibration::Calibration;
use crate::desk::Screen;
use crate::desk::region::{REGION, RegionDesk};
use crate::driver::{Found, find_window};
use crate::frame::Frame;
use crate::games::{Game, Visitor};
use crate::geometry::Rect;
use crate::grid::Symbol;
use crate::store::{self, calibrations};
use crate::vision::{Reading, overlay};
use clap::{ArgMatches, Args, Command, FromArgMatches};
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;

/// Problems that a person is told of: a picture of something else has one for each cell.
const TOLD: usize = 8;

/// Flags of `read`.
#[derive(Args, Clone, Debug)]
struct Flags {
    /// A calibration file, or the name of one that comes with the program, such as swell-foop
    #[arg(value_name = "CALIBRATION")]
    calibration: String,
    /// A picture of the window; without it the open window is looked at
    #[arg(long, value_name = "PNG")]
    image: Option<PathBuf>,
    /// Looks at this part of the desktop (desktop units) instead of a window
    #[arg(long, value_name = "X,Y,W,H", value_parser = super::flags::screen, allow_hyphen_values = true,
          conflicts_with = "image")]
    screen: Option<Rect>,
    /// Writes the picture with what was read drawn over it
    #[arg(long, value_name = "PNG")]
    overlay: Option<PathBuf>,
}

pub(super) fn command() -> Command {
    // The flags' own description would stand for the command's.
    Flags::augment_args(Command::new("read"))
        .about("Reads the board off a picture or an open window")
        .arg(out::format_arg())
        .after_help(
            "Examples:\n  tilepilot read swell-foop\n  \
             tilepilot read mine.toml --image start.png --overlay seen.png --format json",
        )
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit, Failure> {
    let flags = Flags::from_arg_matches(matches).map_err(Failure::bad_input)?;
    let calibration = calibrations::load(&flags.calibration)?;
    bot::visit_game_of(calibration, |calibration| Read { flags, calibration, json: out::wants_json(matches) })
}

struct Read {
    flags: Flags,
    calibration: Calibration,
    json: bool,
}

impl Visitor for Read {
    type Output = Result<Exit, Failure>;

    fn visit<G: Game>(self) -> Result<Exit, Failure> {
        let Self { flags, calibration, json } = self;
        let rules = Arc::new(bot::rules::<G>(&calibration)?);
        let frame = picture(&flags, &calibration)?;
        let reader = calibration.reader();
        let located = reader.locate(&frame.pixels);
        // A picture that does not fit is still read, so that the result says so cell by cell and never guesses a board.
        let lattice = *located.as_ref().unwrap_or(&calibration.place.lattice);
        let reading = reader.read(&frame.pixels, &lattice);
        let board = G::board_from_symbols(&rules, &reading.symbols, &G::Memory::default());
        let mut problems: Vec<String> = located.err().iter().map(ToString::to_string).collect();
        problems.extend(board.err().into_iter().flatten().map(|problem| problem.to_string()));
        if let Some(path) = &flags.overlay {
            store::write_picture(path, &overlay::draw(&frame.pixels, &reading))?;
        }
        if json {
            out::line(&to_json(&calibration, &reading, &problems).to_string())?;
        } else {
            for row in rows(&reading) {
                out::line(&row)?;
            }
            for problem in problems.iter().take(TOLD) {
                tracing::warn!("{problem}");
            }
            if problems.len() > TOLD {
                tracing::warn!("and {} more: `--format json` has them all", problems.len() - TOLD);
            }
        }
        Ok(if problems.is_empty() { Exit::Done } else { Exit::NotFull })
    }
}

fn picture(flags: &Flags, calibration: &Calibration) -> Result<Frame, Failure> {
    if let Some(path) = &flags.image {
        return Ok(Frame::from_picture(store::read_picture(path)?));
    }
    let mut desk = open_desk()?;
    if let Some(region) = flags.screen {
        return Ok(RegionDesk::new(desk, region)?.capture(REGION)?);
    }
    let windows = desk.windows()?;
    match find_window(&windows, &calibration.window) {
        Found::One(window) => Ok(desk.capture(window.id)?),
        Found::None(why) | Found::Several(why) => Err(Failure::world(why)),
    }
}

/// Whether every symbol is one character, so that rows are written without spaces.
fn is_narrow(reading: &Reading) -> bool {
    reading.symbols.iter().flatten().all(|symbol| symbol.as_str().len() == 1)
}

/// The board's rows as in board files, `?` or `??` where unknown.
fn rows(reading: &Reading) -> Vec<String> {
    let narrow = is_narrow(reading);
    let text = |symbol: &Option<Symbol>| match symbol {
        Some(symbol) => symbol.as_str().to_owned(),
        None if narrow => "?".to_owned(),
        None => "??".to_owned(),
    };
    (0..reading.symbols.rows())
        .map(|row| {
            let tokens: Vec<String> = reading.symbols.row(row).iter().map(text).collect();
            tokens.join(if narrow { "" } else { " " })
        })
        .collect()
}

fn to_json(calibration: &Calibration, reading: &Reading, problems: &[String]) -> Value {
    let lattice = &reading.lattice;
    let round = |value: f32| (f64::from(value) * 1e4).round() / 1e4;
    let cells: Vec<Vec<Value>> = (0..reading.cells.rows())
        .map(|row| {
            let verdicts = reading.cells.row(row).iter().zip(reading.symbols.row(row));
            verdicts
                .map(|(verdict, symbol)| {
                    let class = symbol.map(|s| s.as_str().to_owned());
                    json!({ "class": class, "score": round(verdict.score), "margin": round(verdict.margin) })
                })
                .collect()
        })
        .collect();
    json!({
        "game": calibration.game,
        "board": rows(reading),
        "lattice": {
            "x": lattice.x, "y": lattice.y, "pitch_x": lattice.pitch_x, "pitch_y": lattice.pitch_y,
            "rows": lattice.rows, "cols": lattice.cols,
        },
        "cells": cells,
        "unknown": reading.unknown(),
        "problems": problems,
    })
}
