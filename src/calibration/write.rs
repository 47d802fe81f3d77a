//! Writes a calibration as commented TOML that a person can read and change.

use super::input::{DRAG_BUTTON, FAILED_SECOND, PUSH, WALK, word_of};
use super::{Button, Calibration, Input, OnStuck, Opens, Reset, Trigger};
use crate::gesture::Manner;
use crate::vision::LookState;
use crate::vision::model::{Class, Look};
use crate::vision::settle::NOISE;
use std::fmt::Write;
use toml::Value;

/// Where the pictures of a calibration are kept, as the file names them.
#[derive(Clone, Debug)]
pub struct TemplatePaths {
    /// The folder with the pictures, relative to the calibration file, with `/` between its parts.
    pub folder: String,
}

impl TemplatePaths {
    /// The path of a look's picture: `index` counts the looks of the class.
    #[must_use]
    pub fn look(&self, class: &Class, index: usize, look: &Look) -> String {
        let state = match look.state {
            LookState::Normal => "",
            LookState::Hover => "-hover",
            LookState::Selected => "-selected",
            LookState::Dimmed => "-dimmed",
        };
        let number = if index == 0 { String::new() } else { format!("-{}", index + 1) };
        self.file(&format!("{}{state}{number}", file_stem(class)))
    }

    /// The path of the background's picture.
    #[must_use]
    pub fn background(&self) -> String {
        self.file("background")
    }

    /// The path of a button's picture.
    #[must_use]
    pub fn button(&self, name: &str) -> String {
        let safe: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect();
        self.file(&format!("button-{safe}"))
    }

    fn file(&self, stem: &str) -> String {
        if self.folder.is_empty() { format!("{stem}.png") } else { format!("{}/{stem}.png", self.folder) }
    }
}

/// A file name for a symbol that is safe on every system: letters and digits as they are (lower case marked, since some
/// systems do not tell it from upper case), the rest by name or number.
fn file_stem(class: &Class) -> String {
    if class.symbol == crate::grid::Symbol::EMPTY {
        return "empty".to_owned();
    }
    let mut stem = String::new();
    for byte in class.symbol.as_str().bytes() {
        match byte {
            b'a'..=b'z' => {
                stem.push('_');
                stem.push(char::from(byte));
            }
            b'A'..=b'Z' | b'0'..=b'9' => stem.push(char::from(byte)),
            _ => stem.push_str(&format!("x{byte:02x}")),
        }
    }
    stem
}

/// The text of a calibration file; the pictures that it names are to be written beside it under the same paths.
#[must_use]
pub fn to_toml(calibration: &Calibration, paths: &TemplatePaths) -> String {
    let mut out = String::new();
    let c = calibration;
    let place = &c.place;
    let lattice = &place.lattice;
    let thresholds = c.model.thresholds();
    // Writing to a String cannot fail.
    let mut line = |text: &str| {
        let _ = writeln!(out, "{text}");
    };
    line("# A calibration of tilepilot: where a program's board is and what its tiles look like.");
    line("# Pixels count from the left top of the window's picture. See docs/CALIBRATION.md.");
    line(&format!("version = {}", c.version));
    line(&format!("game = {}", quoted(&c.game)));
    line(&format!("name = {}", quoted(&c.name)));
    line(&format!("about = {}", quoted(&c.about)));
    line("# false: look at the overlay and correct this file before playing.");
    line(&format!("confident = {}", c.confident));
    if !c.window.title.is_empty() || c.window.app.is_some() {
        line(
            "\n# How the window is recognised: one of the titles is equal (or /regular expression/), and the app's name is equal.",
        );
        line("[window]");
        if !c.window.title.is_empty() {
            line(&format!("title = {}", list(&c.window.title)));
        }
        if let Some(app) = &c.window.app {
            line(&format!("app = {}", quoted(app)));
        }
    }
    line("\n# Size of the calibrated picture, in pixels.");
    line("[picture]");
    line(&format!("width = {}\nheight = {}", place.picture.0, place.picture.1));
    if c.noise != NOISE {
        line("# By how much (of 255) a value of a pixel may change while nothing moves.");
        line(&format!("noise = {}", c.noise));
    }
    line("\n# Centre of the cell in row 0, column 0, and the distance of neighbouring centres, in pixels.");
    line("[lattice]");
    line(&format!("x = {}\ny = {}", pixels(lattice.x), pixels(lattice.y)));
    line(&format!("pitch_x = {}\npitch_y = {}", pixels(lattice.pitch_x), pixels(lattice.pitch_y)));
    line(&format!("rows = {}\ncols = {}", lattice.rows, lattice.cols));
    line("\n# Largest mean difference (0 to 1) of a cell from its class, and least lead over the next class.");
    line("[thresholds]");
    line(&format!("accept = {:.4}\nmargin = {:.4}", thresholds.accept, thresholds.margin));
    line(
        "\n# Each kind of tile: its letter in board files (`.` is the empty cell) and the middle of a cell in each state",
    );
    line("# (normal, hover, selected, dimmed).");
    for class in c.model.classes() {
        line("[[class]]");
        line(&format!("symbol = {}", quoted(class.symbol.as_str())));
        if c.inert.contains(&class.symbol) {
            line("# No tile of the game: it is left alone.");
            line("inert = true");
        }
        line("looks = [");
        for (look, path) in looks_with_paths(class, paths) {
            line(&format!("    {{ state = {}, picture = {} }},", quoted(state_name(look.state)), quoted(&path)));
        }
        line("]");
    }
    if let Some(background) = c.model.background() {
        line("\n# What shows through where no tile stands: a picture of exactly the board's cells.");
        line("[background]");
        line(&format!("picture = {}", quoted(&paths.background())));
        if background.known.iter().any(|known| !known) {
            line("# `#`: a tile hid the background here.");
            let rows: Vec<String> = (0..background.known.rows())
                .map(|row| background.known.row(row).iter().map(|known| if *known { '.' } else { '#' }).collect())
                .collect();
            line("hidden = [");
            for row in &rows {
                line(&format!("    {},", quoted(row)));
            }
            line("]");
        }
    }
    line("\n# The rules that the program plays by.");
    line("[rules]");
    line(c.rules.trim_end());
    line(&input(&c.input));
    line("\n# Looks, waits and retries, in milliseconds.");
    line("[timing]");
    line(&format!("poll_ms = {}\nchange_ms = {}", c.timing.poll_ms, c.timing.change_ms));
    if c.timing.show_ms > 0 {
        line(&format!("show_ms = {}", c.timing.show_ms));
    }
    line(&format!("settle_ms = {}\nmove_gap_ms = {}", c.timing.settle_ms, c.timing.move_gap_ms));
    line(&format!("tries = {}", c.timing.tries));
    if c.timing.countdown_s > 0 {
        line(&format!("countdown_s = {}", c.timing.countdown_s));
    }
    for button in &c.buttons {
        line(&button_text(button));
    }
    if !c.on_end.click.is_empty() {
        line("\n# The buttons to use at a game's end when another game is wanted.");
        line("[on_end]");
        line(&format!("click = {}", list(&c.on_end.click)));
    }
    if c.on_stuck != OnStuck::default() {
        line("\n# The buttons to use where no move is left or no way to the aim was found, and how often in a game.");
        line("[on_stuck]");
        line(&format!("click = {}\ntimes = {}", list(&c.on_stuck.click), c.on_stuck.times));
    }
    out
}

/// The section on how moves are given. What only some games need is left out where it is as usual.
fn input(input: &Input) -> String {
    let usual = Input::default();
    let mut lines = vec![
        "\n# How a move is given, in milliseconds. select_first: a first click only selects.".to_owned(),
        "[input]".to_owned(),
        format!("clicks = {}\nselect_first = {}", input.clicks, input.select_first),
    ];
    if input.failed_second != usual.failed_second {
        lines.push(format!("failed_second = {}", quoted(word_of(&FAILED_SECOND, input.failed_second))));
    }
    if let Some(reset) = input.reset {
        let reset = match reset {
            Reset::ClickAgain => "click-again".to_owned(),
            Reset::RightClick => "right-click".to_owned(),
            Reset::Key(key) => key.to_string(),
        };
        lines.push(format!("reset = {}", quoted(&reset)));
    }
    lines.push(format!("settle_ms = {}\nhold_ms = {}\ngap_ms = {}", input.settle_ms, input.hold_ms, input.gap_ms));
    lines.push(format!("leave_ms = {}", input.leave_ms));
    if let Some(at) = input.focus {
        lines.push("# A click here only gives the window the keyboard (x, y).".to_owned());
        lines.push(format!("focus = [{}, {}]", pixels(at.x), pixels(at.y)));
    }
    let manner = &input.manner;
    if *manner != Manner::default() {
        lines.push(format!("walk = {}", quoted(word_of(&WALK, manner.walk))));
        lines.push(format!("push = {}", quoted(word_of(&PUSH, manner.push))));
        lines.push(format!("drag_button = {}", quoted(word_of(&DRAG_BUTTON, manner.drag_button))));
        let keys = [
            ("up", manner.keys.up),
            ("down", manner.keys.down),
            ("left", manner.keys.left),
            ("right", manner.keys.right),
        ];
        let keys = keys.map(|(name, key)| format!("{name} = {}", quoted(&key.to_string())));
        lines.push(format!("keys = {{ {} }}", keys.join(", ")));
    }
    lines.join("\n")
}

fn button_text(button: &Button) -> String {
    let opens = Opens::ALL.into_iter().find(|(_, opens)| *opens == button.opens).map_or("", |(word, _)| word);
    let (what, how) = match &button.by {
        Trigger::Click { template, rect, .. } => {
            let rect = [rect.x, rect.y, rect.width, rect.height].map(pixels);
            let how = format!("template = {}\nrect = [{}]", quoted(template), rect.join(", "));
            ("A button that may be clicked: where it was seen (x, y, width, height) and what it opens.", how)
        }
        Trigger::Key(key) => ("A key that does what a button would.", format!("key = {}", quoted(&key.to_string()))),
    };
    format!("\n# {what}\n[[button]]\nname = {}\n{how}\nopens = {}", quoted(&button.name), quoted(opens))
}

/// The looks of a class with the path of each one's picture.
pub fn looks_with_paths<'c>(class: &'c Class, paths: &TemplatePaths) -> Vec<(&'c Look, String)> {
    let mut seen: Vec<LookState> = Vec::new();
    class
        .looks
        .iter()
        .map(|look| {
            let index = seen.iter().filter(|state| **state == look.state).count();
            seen.push(look.state);
            (look, paths.look(class, index, look))
        })
        .collect()
}

fn state_name(state: LookState) -> &'static str {
    match state {
        LookState::Normal => "normal",
        LookState::Hover => "hover",
        LookState::Selected => "selected",
        LookState::Dimmed => "dimmed",
    }
}

fn quoted(text: &str) -> String {
    Value::String(text.to_owned()).to_string()
}

fn list(texts: &[String]) -> String {
    Value::Array(texts.iter().cloned().map(Value::String).collect()).to_string()
}

/// A length with as many digits as a lattice is worth, and always a decimal point.
fn pixels(length: f64) -> String {
    let short = format!("{length:.3}");
    let short = short.trim_end_matches('0');
    if short.ends_with('.') { format!("{short}0") } else { short.to_owned() }
}
