//! `tilepilot doctor`: tries out, for real, everything that playing needs, and says what to mend.

use super::exit::{Exit, Failure};
use super::world::open_desk;
use super::{lock, out};
use crate::desk::guard::name_of;
use crate::desk::{Clock, DeskError, Pointer, Screen, WindowInfo};
use crate::frame::Frame;
use crate::geometry::Rect;
use clap::{ArgMatches, Command};
use image::RgbImage;
use serde_json::{Value, json};
use std::time::Duration;

/// How far the pointer is moved and back, in desktop units.
const STEP: i32 = 9;
/// How long a moved pointer may take to arrive.
const ARRIVAL: Duration = Duration::from_millis(200);

pub(super) fn command() -> Command {
    Command::new("doctor")
        .about("Tries out the screen and the mouse, and says what to mend")
        .long_about(
            "Lists windows, takes pictures and moves the mouse a little and back, for real. Each line is ok, warn or \
             FAIL with what to mend. Exit status 3 if something fails that playing needs.",
        )
        .arg(out::format_arg())
}

pub(super) fn run(matches: &ArgMatches) -> Result<Exit, Failure> {
    let mut report = vec![session(cfg!(all(unix, not(target_os = "macos"))), |name| {
        std::env::var(name).ok().filter(|v| !v.is_empty())
    })];
    // The mouse is tried out, so a bot that plays right now must not be disturbed.
    let mouse = lock::take();
    match open_desk() {
        Ok(mut desk) => report.extend(examine(&mut desk, mouse.is_ok())),
        Err(failure) => report.push(Finding::fail("desk", failure.message, "")),
    }
    report.push(match &mouse {
        Ok(_) => Finding::ok("other bots", "none plays on this screen"),
        Err(failure) => Finding::warn("other bots", failure.message.clone(), "the mouse was left alone"),
    });
    if out::wants_json(matches) {
        out::line(&Value::from_iter(report.iter().map(Finding::to_json)).to_string())?;
    } else {
        for finding in &report {
            out::line(&finding.to_text())?;
        }
    }
    let failed = report.iter().any(|f| f.state == State::Fail);
    Ok(if failed { Exit::World } else { Exit::Done })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Ok,
    Warn,
    Fail,
}

/// One line of the report.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Finding {
    state: State,
    what: &'static str,
    found: String,
    /// What to do about it, where something is to be done.
    mend: String,
}

impl Finding {
    fn ok(what: &'static str, found: impl Into<String>) -> Self {
        Self { state: State::Ok, what, found: found.into(), mend: String::new() }
    }

    fn warn(what: &'static str, found: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { state: State::Warn, what, found: found.into(), mend: mend.into() }
    }

    fn fail(what: &'static str, found: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { state: State::Fail, what, found: found.into(), mend: mend.into() }
    }

    fn word(&self) -> &'static str {
        match self.state {
            State::Ok => "ok",
            State::Warn => "warn",
            State::Fail => "FAIL",
        }
    }

    fn to_text(&self) -> String {
        let mend = if self.mend.is_empty() { String::new() } else { format!("\n{:18}→ {}", "", self.mend) };
        format!("{:<4}  {:<10}  {}{mend}", self.word(), self.what, self.found)
    }

    fn to_json(&self) -> Value {
        json!({
            "check": self.what,
            "status": self.word().to_lowercase(),
            "found": self.found,
            "mend": self.mend,
        })
    }
}

/// What kind of session this is, as far as the environment tells. `x11` says whether this system plays through X11.
fn session(x11: bool, variable: impl Fn(&str) -> Option<String>) -> Finding {
    let what = "session";
    if !x11 {
        return Finding::ok(what, format!("{} {}", std::env::consts::OS, std::env::consts::ARCH));
    }
    let wayland = variable("WAYLAND_DISPLAY").is_some() || variable("XDG_SESSION_TYPE").as_deref() == Some("wayland");
    match (variable("DISPLAY"), wayland) {
        (Some(display), false) => Finding::ok(what, format!("X11, display {display}")),
        (Some(display), true) => Finding::warn(
            what,
            format!("Wayland with X11 programs on display {display}"),
            "native Wayland windows can be neither seen nor clicked; log in to an X11 session, or start the game with \
             GDK_BACKEND=x11 or QT_QPA_PLATFORM=xcb",
        ),
        (None, true) => Finding::fail(
            what,
            "Wayland without XWayland (DISPLAY is not set)",
            "log in to an X11 session, or use `./run demo`, which starts a screen of its own",
        ),
        (None, false) => Finding::fail(
            what,
            "no display (DISPLAY is not set)",
            "start it from a graphical session, or use `./run demo`, which starts a screen of its own",
        ),
    }
}

/// Tries out a desk, the pointer only if it may be moved.
fn examine(desk: &mut (impl Screen + Pointer + Clock), may_move: bool) -> Vec<Finding> {
    let monitors = desk.monitors();
    let mut report = vec![screens(&monitors)];
    let count = monitors.as_ref().map_or(0, Vec::len);
    report.extend((0..count).map(|index| screen_picture(index, desk.capture_monitor(index))));
    let windows = desk.windows();
    report.push(window_list(&windows));
    let front = windows.iter().flatten().find(|w| !w.minimised && w.rect.width >= 1.0);
    if let Some(window) = front {
        report.push(window_picture(window, desk.capture(window.id)));
    }
    if may_move {
        report.push(pointer(desk, monitors.as_deref().unwrap_or_default()));
    }
    report
}

fn screens(monitors: &Result<Vec<Rect>, DeskError>) -> Finding {
    let what = "screens";
    match monitors {
        Err(error) => Finding::warn(what, error.to_string(), ""),
        Ok(all) if all.is_empty() => Finding::warn(
            what,
            "the system does not say which screens there are",
            "no picture of a whole screen, and only the top left corner stops the bot; under Wayland set \
             XDG_SESSION_TYPE=x11 and unset WAYLAND_DISPLAY for this program",
        ),
        Ok(all) => {
            let sizes: Vec<_> = all.iter().map(|m| format!("{}×{} at {}, {}", m.width, m.height, m.x, m.y)).collect();
            let found = sizes.join("; ");
            if all.iter().any(|m| m.x < 0.0 || m.y < 0.0) {
                let mend = "where the mouse cannot reach a screen left of or above the main one, keep the game on that";
                Finding::warn(what, found, mend)
            } else {
                Finding::ok(what, found)
            }
        }
    }
}

fn screen_picture(index: usize, picture: Result<RgbImage, DeskError>) -> Finding {
    let what = "picture";
    match picture {
        Err(error) => Finding::warn(
            what,
            format!("screen {index}: {error}"),
            "whole screens are not needed to play; windows are looked at one by one",
        ),
        Ok(picture) => {
            let (width, height) = picture.dimensions();
            let frame = Frame::from_picture(picture);
            let whole = frame.window;
            if frame.is_uniform(&whole) {
                Finding::warn(
                    what,
                    format!("screen {index}: {width}×{height} pixels, all of one colour"),
                    "an empty screen, or the system hides it: on macOS allow your terminal under System Settings → \
                     Privacy & Security → Screen Recording",
                )
            } else {
                Finding::ok(what, format!("screen {index}: {width}×{height} pixels"))
            }
        }
    }
}

fn window_list(windows: &Result<Vec<WindowInfo>, DeskError>) -> Finding {
    let what = "windows";
    match windows {
        Err(error) => Finding::fail(what, error.to_string(), "without a list of windows no game can be found"),
        Ok(all) if all.is_empty() => Finding::warn(what, "none is open", "open the game"),
        Ok(all) => {
            let nameless = all.iter().filter(|w| w.title.is_empty()).count();
            let note = if nameless == 0 {
                String::new()
            } else {
                format!(" ({nameless} without a title: match those by application)")
            };
            Finding::ok(what, format!("{} open{note}", all.len()))
        }
    }
}

fn window_picture(window: &WindowInfo, frame: Result<Frame, DeskError>) -> Finding {
    let what = "capture";
    let name = name_of(window);
    match frame {
        Err(error) => Finding::warn(
            what,
            format!("{name}: {error}"),
            "the game's window must be open, not minimised and wholly on the screen",
        ),
        Ok(frame) => {
            let (width, height) = frame.pixels.dimensions();
            let (sx, sy) = frame.scale();
            let found = format!("{name}: {width}×{height} pixels, {sx:.2} × {sy:.2} pixels a unit");
            if frame.is_uniform(&Rect::new(0.0, 0.0, f64::from(width), f64::from(height))) {
                Finding::warn(what, format!("{found}, all of one colour"), "it is covered, or not drawn yet")
            } else {
                Finding::ok(what, found)
            }
        }
    }
}

/// Moves the pointer a little, reads it back, and puts it back.
fn pointer(desk: &mut (impl Pointer + Clock), monitors: &[Rect]) -> Finding {
    let what = "mouse";
    let fail = |error: DeskError| Finding::fail(what, error.to_string(), "without it nothing can be clicked");
    let start = match desk.location() {
        Ok(start) => start,
        Err(error) => return fail(error),
    };
    let middle = monitors
        .iter()
        .find(|m| m.contains(crate::geometry::Point::new(f64::from(start.0), f64::from(start.1))))
        .map_or((i32::MAX, i32::MAX), |m| m.centre().round());
    let toward = |from: i32, to: i32| if from <= to { from.saturating_add(STEP) } else { from - STEP };
    let place = (toward(start.0, middle.0), toward(start.1, middle.1));
    let arrived = move_and_read(desk, place);
    let returned = move_and_read(desk, start);
    match (arrived, returned) {
        (Err(error), _) | (_, Err(error)) => fail(error),
        (Ok(found), Ok(_)) if found == start => Finding::fail(
            what,
            format!("it was sent from {}, {} to {}, {} and did not move", start.0, start.1, place.0, place.1),
            "the system drops input from programs: on macOS allow your terminal under System Settings → Privacy & \
             Security → Accessibility; on Wayland log in to an X11 session; on Windows start the terminal as \
             administrator if the game runs so",
        ),
        (Ok(found), Ok(_)) if found != place => Finding::warn(
            what,
            format!("it was sent to {}, {} and arrived at {}, {}", place.0, place.1, found.0, found.1),
            "leave the mouse alone and try again; if it stays so, set the display scaling to 100 %",
        ),
        (Ok(_), Ok(home)) if home != start => Finding::warn(
            what,
            format!("it moves, but came to rest at {}, {}", home.0, home.1),
            "leave the mouse alone",
        ),
        _ => Finding::ok(what, format!("it moves where it is sent, and is back at {}, {}", start.0, start.1)),
    }
}

fn move_and_read(desk: &mut (impl Pointer + Clock), place: (i32, i32)) -> Result<(i32, i32), DeskError> {
    desk.move_to(place.0, place.1)?;
    let late = desk.now() + ARRIVAL;
    loop {
        let found = desk.location()?;
        if found == place || desk.now() >= late {
            return Ok(found);
        }
        desk.wait(Duration::from_millis(2));
    }
}

#[cfg(test)]
#[path = "doctor_tests.rs"]
mod tests;
