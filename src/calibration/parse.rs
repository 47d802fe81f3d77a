//! Reads a calibration file. Every problem is found at once, each with its place in the text.

use super::input::input;
use super::problems::{CalibrationProblems, Gathered};
use super::section::Section;
use super::{Button, Calibration, OnEnd, OnStuck, Opens, Timing, Trigger, VERSION, WindowMatch};
use crate::geometry::{Lattice, Rect};
use crate::grid::{Grid, Symbol};
use crate::vision::model::{Background, Class, ClassModel, Look, Thresholds};
use crate::vision::{LookState, Place, settle};
use image::RgbImage;
use toml::de::DeTable;

/// Loads a picture that the file names; gives a reason where it cannot.
pub type LoadTemplate<'l> = &'l mut dyn FnMut(&str) -> Result<RgbImage, String>;

/// Most rows or columns of a board, and most of any delay in milliseconds: beyond them a number is a slip of the pen.
const MOST_CELLS: u64 = 200;
const MOST_PIXELS: u64 = 20_000;
pub(super) const MOST_MS: u64 = 600_000;

/// The calibration that `text` states. `file_name` stands in messages; `load_template` fetches the pictures that the
/// file names, by the path written in it.
///
/// # Errors
/// [`CalibrationProblems`] holds everything that is wrong, in the file's order.
pub fn parse(text: &str, file_name: &str, load_template: LoadTemplate<'_>) -> Result<Calibration, CalibrationProblems> {
    let mut problems = Gathered::new(text);
    let (root, errors) = DeTable::parse_recoverable(text);
    for error in &errors {
        problems.add(error.span().unwrap_or(0..0), format!("this is no TOML: {}", error.message()), None);
    }
    if !errors.is_empty() {
        return problems.finish(file_name, None);
    }
    let top = Section::new("the file", root.get_ref(), 0..text.find('\n').unwrap_or(text.len()));
    let value = read(top, &mut problems, text, load_template);
    problems.finish(file_name, value)
}

fn read(mut top: Section<'_>, p: &mut Gathered<'_>, text: &str, load: LoadTemplate<'_>) -> Option<Calibration> {
    let version = top.whole(p, "version", u64::from(u32::MAX));
    let version = top.required(p, "version", "1", version);
    if version.is_some_and(|v| v != u64::from(VERSION)) {
        let help = format!("this program reads version {VERSION}: calibrate anew with `tilepilot calibrate`");
        p.add(top.span_of("version"), "this version of the format is not known", Some(help));
    }
    let game = top.text(p, "game");
    let game = top.required(p, "game", "\"samegame\"", game);
    let name = top.text(p, "name");
    let name = top.required(p, "name", "\"my-game\"", name);
    let about = top.text(p, "about").unwrap_or_default();
    let confident = top.flag(p, "confident").unwrap_or(true);
    let window = top.table(p, "window").map(|section| window(section, p)).unwrap_or_default();
    let (place, noise) = place(&mut top, p);
    let thresholds = top.table(p, "thresholds").map(|section| thresholds(section, p)).unwrap_or_default();
    let (classes, inert) = classes(&mut top, p, load, confident);
    let background = top.table(p, "background").and_then(|section| background(section, p, load, place));
    let rules = rules(&mut top, p, text);
    let input = top.table(p, "input").map(|section| input(section, p)).unwrap_or_default();
    let timing = top.table(p, "timing").map(|section| timing(section, p)).unwrap_or_default();
    let buttons = buttons(&mut top, p, load);
    let on_end = top.table(p, "on_end").map(|section| on_end(section, p, &buttons)).unwrap_or_default();
    let on_stuck = top.table(p, "on_stuck").map(|section| on_stuck(section, p, &buttons)).unwrap_or_default();
    top.close(p);
    Some(Calibration {
        version: VERSION,
        game: game?,
        name: name?,
        about,
        confident,
        window,
        place: place?,
        noise,
        model: ClassModel::new(classes, background, thresholds),
        inert,
        rules,
        input,
        timing,
        buttons,
        on_end,
        on_stuck,
    })
}

fn window(mut section: Section<'_>, p: &mut Gathered<'_>) -> WindowMatch {
    let title = section.texts(p, "title").unwrap_or_default();
    for pattern in title.iter().filter_map(|t| t.strip_prefix('/')?.strip_suffix('/')) {
        if let Err(error) = regex::Regex::new(pattern) {
            let why = error.to_string().lines().last().unwrap_or_default().to_owned();
            p.add(section.span_of("title"), format!("/{pattern}/ is no regular expression: {why}"), None);
        }
    }
    let app = section.text(p, "app");
    if title.is_empty() && app.is_none() {
        let help = "add `title = [\"…\"]` or `app = \"…\"`; `tilepilot windows` lists both";
        p.add(
            section.span(),
            "[window] names neither a title nor an app: any window would match",
            Some(help.to_owned()),
        );
    }
    section.close(p);
    WindowMatch { title, app }
}

/// The grid and its picture, and the noise of such pictures.
fn place(top: &mut Section<'_>, p: &mut Gathered<'_>) -> (Option<Place>, u8) {
    let picture = top.table(p, "picture");
    let picture = top.required(p, "picture", "{ width = 800, height = 600 }", picture);
    let mut noise = settle::NOISE;
    let size = picture.and_then(|mut section| {
        let width = section.whole(p, "width", MOST_PIXELS);
        let height = section.whole(p, "height", MOST_PIXELS);
        let width = section.required(p, "width", "800", width);
        let height = section.required(p, "height", "600", height);
        noise = section.whole(p, "noise", 255).map_or(noise, |n| n as u8);
        section.close(p);
        Some((width? as u32, height? as u32))
    });
    (lattice(top, p, size), noise)
}

fn lattice(top: &mut Section<'_>, p: &mut Gathered<'_>, size: Option<(u32, u32)>) -> Option<Place> {
    let lattice = top.table(p, "lattice");
    let lattice =
        top.required(p, "lattice", "{ x = 32, y = 57, pitch_x = 32, pitch_y = 32, rows = 10, cols = 15 }", lattice);
    let mut section = lattice?;
    let x = section.number(p, "x");
    let y = section.number(p, "y");
    let pitch_x = section.number(p, "pitch_x");
    let pitch_y = section.number(p, "pitch_y");
    let rows = section.whole(p, "rows", MOST_CELLS);
    let cols = section.whole(p, "cols", MOST_CELLS);
    let x = section.required(p, "x", "32.0", x);
    let y = section.required(p, "y", "57.0", y);
    let pitch_x = section.required(p, "pitch_x", "32.0", pitch_x);
    let pitch_y = section.required(p, "pitch_y", "32.0", pitch_y);
    let rows = section.required(p, "rows", "10", rows);
    let cols = section.required(p, "cols", "15", cols);
    for (key, pitch) in [("pitch_x", pitch_x), ("pitch_y", pitch_y)] {
        if pitch.is_some_and(|pitch| pitch < 2.0) {
            p.add(section.span_of(key), format!("`{key}` is less than 2 pixels"), None);
            return None;
        }
    }
    for (key, count) in [("rows", rows), ("cols", cols)] {
        if count == Some(0) {
            p.add(section.span_of(key), format!("`{key}` is 0: a board has at least one"), None);
            return None;
        }
    }
    let span = section.span();
    section.close(p);
    let lattice =
        Lattice { x: x?, y: y?, pitch_x: pitch_x?, pitch_y: pitch_y?, rows: rows? as usize, cols: cols? as usize };
    let (width, height) = size?;
    let bounds = lattice.bounds();
    // One pixel of slack: a fitted lattice may stand out by a fraction.
    let whole = Rect::new(-1.0, -1.0, f64::from(width) + 2.0, f64::from(height) + 2.0);
    if !whole.encloses(&bounds) {
        let message = format!(
            "the lattice reaches from {:.1},{:.1} to {:.1},{:.1} and so outside the picture of {width}×{height} pixels",
            bounds.x,
            bounds.y,
            bounds.right(),
            bounds.bottom()
        );
        p.add(span, message, Some("correct x, y, the pitches, rows or cols, or the size in [picture]".to_owned()));
        return None;
    }
    Some(Place { lattice, picture: (width, height) })
}

fn thresholds(mut section: Section<'_>, p: &mut Gathered<'_>) -> Thresholds {
    let usual = Thresholds::default();
    let mut share = |key, usual: f32| {
        let value = section.number(p, key);
        if value.is_some_and(|v| !(0.0..=1.0).contains(&v)) {
            p.add(section.span_of(key), format!("`{key}` is a share: expected a number from 0 to 1"), None);
        }
        value.map_or(usual, |v| v as f32)
    };
    let found = Thresholds { accept: share("accept", usual.accept), margin: share("margin", usual.margin) };
    section.close(p);
    found
}

fn picture(
    section: &mut Section<'_>,
    p: &mut Gathered<'_>,
    key: &'static str,
    load: LoadTemplate<'_>,
) -> Option<RgbImage> {
    let path = section.text(p, key);
    let path = section.required(p, key, "\"templates/R.png\"", path)?;
    match load(&path) {
        Ok(picture) if picture.width() > 0 && picture.height() > 0 => Some(picture),
        Ok(_) => {
            p.add(section.span_of(key), format!("{path}: this picture has no pixels"), None);
            None
        }
        Err(why) => {
            let help = "paths are relative to the calibration file".to_owned();
            p.add(section.span_of(key), format!("{path}: {why}"), Some(help));
            None
        }
    }
}

/// The classes, and the symbols of those that are no tiles of the game.
fn classes(
    top: &mut Section<'_>,
    p: &mut Gathered<'_>,
    load: LoadTemplate<'_>,
    confident: bool,
) -> (Vec<Class>, Vec<Symbol>) {
    let mut found: Vec<Class> = Vec::new();
    let mut inert = Vec::new();
    for mut section in top.tables(p, "class") {
        let text = section.text(p, "symbol");
        let text = section.required(p, "symbol", "\"R\"", text);
        let symbol = text.and_then(|text| match text.parse::<Symbol>() {
            Ok(symbol) => Some(symbol),
            Err(error) => {
                p.add(section.span_of("symbol"), error.to_string(), None);
                None
            }
        });
        if let Some(twice) = symbol.filter(|s| found.iter().any(|class| class.symbol == *s)) {
            let help = "join both: a class has any number of looks".to_owned();
            p.add(section.span_of("symbol"), format!("the class {twice} stands here a second time"), Some(help));
        }
        let is_inert = section.flag(p, "inert").unwrap_or(false);
        if is_inert && symbol == Some(Symbol::EMPTY) {
            p.add(section.span_of("inert"), "the empty cell is no tile that could be inert", None);
        }
        inert.extend(symbol.filter(|_| is_inert));
        let mut looks = Vec::new();
        for mut look in section.tables(p, "looks") {
            let state = look.text(p, "state");
            let state = match state.as_deref() {
                None | Some("normal") => LookState::Normal,
                Some("hover") => LookState::Hover,
                Some("selected") => LookState::Selected,
                Some("dimmed") => LookState::Dimmed,
                Some(other) => {
                    let help = "the states are: normal, hover, selected, dimmed".to_owned();
                    p.add(look.span_of("state"), format!("no state is called {other:?}"), Some(help));
                    LookState::Normal
                }
            };
            let picture = picture(&mut look, p, "picture", load);
            look.close(p);
            looks.extend(picture.map(|picture| Look { state, picture }));
        }
        section.close(p);
        found.extend(symbol.map(|symbol| Class { symbol, looks }));
    }
    // A calibration that says itself that it is not sure may have found no tiles yet.
    if confident && !found.iter().any(|class| class.symbol != Symbol::EMPTY) {
        let help = "add sections such as [[class]] with `symbol = \"R\"` and `looks = [{ picture = \"R.png\" }]`";
        p.add(top.span(), "the file has no class of tiles", Some(help.to_owned()));
    }
    (found, inert)
}

fn background(
    mut section: Section<'_>,
    p: &mut Gathered<'_>,
    load: LoadTemplate<'_>,
    place: Option<Place>,
) -> Option<Background> {
    let picture = picture(&mut section, p, "picture", load);
    let hidden = section.texts(p, "hidden");
    let span = section.span_of("hidden");
    section.close(p);
    let lattice = place?.lattice;
    let known = match hidden {
        None => Grid::from_fn(lattice.rows, lattice.cols, |_| true),
        Some(rows) => {
            let fits = rows.len() == lattice.rows && rows.iter().all(|row| row.len() == lattice.cols);
            if !fits {
                let message = format!("`hidden` is not {} rows of {} characters", lattice.rows, lattice.cols);
                let help = "write `#` where a tile hid the background and `.` where it was seen".to_owned();
                p.add(span, message, Some(help));
                return None;
            }
            Grid::from_fn(lattice.rows, lattice.cols, |cell| rows[cell.row].as_bytes()[cell.col] != b'#')
        }
    };
    Some(Background { picture: picture?, known })
}

/// The rules as TOML text. They are the game's to judge, so nothing is checked here but that they are a table.
fn rules(top: &mut Section<'_>, p: &mut Gathered<'_>, text: &str) -> String {
    if top.table(p, "rules").is_none() {
        return String::new();
    }
    let whole: Result<toml::Table, _> = toml::from_str(text);
    let rules = whole.ok().and_then(|mut table| table.remove("rules"));
    rules.and_then(|rules| toml::to_string(&rules).ok()).unwrap_or_default()
}

fn timing(mut section: Section<'_>, p: &mut Gathered<'_>) -> Timing {
    let usual = Timing::default();
    let found = Timing {
        poll_ms: section.whole(p, "poll_ms", MOST_MS).unwrap_or(usual.poll_ms),
        change_ms: section.whole(p, "change_ms", MOST_MS).unwrap_or(usual.change_ms),
        show_ms: section.whole(p, "show_ms", MOST_MS).unwrap_or(usual.show_ms),
        settle_ms: section.whole(p, "settle_ms", MOST_MS).unwrap_or(usual.settle_ms),
        move_gap_ms: section.whole(p, "move_gap_ms", MOST_MS).unwrap_or(usual.move_gap_ms),
        tries: section.whole(p, "tries", 100).map_or(usual.tries, |n| n as u32),
        countdown_s: section.whole(p, "countdown_s", MOST_MS).unwrap_or(usual.countdown_s),
    };
    if found.tries == 0 {
        p.add(section.span_of("tries"), "`tries` is 0: an action is tried at least once", None);
    }
    section.close(p);
    found
}

fn buttons(top: &mut Section<'_>, p: &mut Gathered<'_>, load: LoadTemplate<'_>) -> Vec<Button> {
    let mut found: Vec<Button> = Vec::new();
    for mut section in top.tables(p, "button") {
        let name = section.text(p, "name");
        let name = section.required(p, "name", "\"play again\"", name);
        if name.as_ref().is_some_and(|name| found.iter().any(|b| b.name == *name)) {
            p.add(section.span_of("name"), "two buttons have this name", None);
        }
        let opens = section.text(p, "opens");
        let opens = section.required(p, "opens", "\"new-game\"", opens).and_then(|text| {
            let known = Opens::ALL.into_iter().find(|(word, _)| *word == text);
            if known.is_none() {
                let help = format!("a button opens: {}", Opens::ALL.map(|(word, _)| word).join(", "));
                p.add(section.span_of("opens"), format!("nothing is called {text:?}"), Some(help));
            }
            known.map(|(_, opens)| opens)
        });
        let by = match section.key(p, "key") {
            Some(key) => Some(Trigger::Key(key)),
            // A key that is none was told already.
            None if section.has("key") => None,
            None => seen_button(&mut section, p, load),
        };
        section.close(p);
        if let (Some(name), Some(opens), Some(by)) = (name, opens, by) {
            found.push(Button { name, opens, by });
        }
    }
    found
}

/// A button that is clicked where it is seen.
fn seen_button(section: &mut Section<'_>, p: &mut Gathered<'_>, load: LoadTemplate<'_>) -> Option<Trigger> {
    let rect = section.numbers(p, "rect", 4);
    let rect = section.required(p, "rect", "[100, 200, 80, 30]  # x, y, width, height", rect);
    if rect.as_ref().is_some_and(|r| r[2] <= 0.0 || r[3] <= 0.0) {
        p.add(section.span_of("rect"), "the rectangle (x, y, width, height) has no area", None);
    }
    let picture = picture(section, p, "template", load);
    let template = section.text(p, "template");
    let rect = rect?;
    Some(Trigger::Click { template: template?, rect: Rect::new(rect[0], rect[1], rect[2], rect[3]), picture: picture? })
}

/// Names of buttons that are to be used.
fn names_of_buttons(section: &mut Section<'_>, p: &mut Gathered<'_>, buttons: &[Button]) -> Vec<String> {
    let click = section.texts(p, "click").unwrap_or_default();
    for name in click.iter().filter(|name| !buttons.iter().any(|b| b.name == **name)) {
        let names: Vec<_> = buttons.iter().map(|b| b.name.as_str()).collect();
        let help = format!("the buttons are: {}", if names.is_empty() { "none".to_owned() } else { names.join(", ") });
        p.add(section.span_of("click"), format!("no [[button]] is called {name:?}"), Some(help));
    }
    click
}

fn on_end(mut section: Section<'_>, p: &mut Gathered<'_>, buttons: &[Button]) -> OnEnd {
    let click = names_of_buttons(&mut section, p, buttons);
    section.close(p);
    OnEnd { click }
}

fn on_stuck(mut section: Section<'_>, p: &mut Gathered<'_>, buttons: &[Button]) -> OnStuck {
    let click = names_of_buttons(&mut section, p, buttons);
    let times = section.whole(p, "times", 1000).map_or(OnStuck::default().times, |n| n as u32);
    section.close(p);
    OnStuck { click, times }
}
