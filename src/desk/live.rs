//! The real screen, mouse and keyboard: the one place that knows xcap and enigo.
//!
//! What is told of a window differs by system: on X11 the captured part is the client area and one unit is one pixel;
//! on Windows the title bar is in the picture; on macOS units are points. Nothing here evens that out: the scale is
//! derived from each frame, and the board is found in the picture.

mod keys;

use super::{Clock, DeskError, Keyboard, Pointer, Screen, WindowId, WindowInfo};
use crate::frame::Frame;
use crate::geometry::Rect;
use crate::gesture::{KeyName, MouseButton};
use enigo::{Button, Coordinate, Direction, Enigo, Mouse, Settings};
use image::{DynamicImage, RgbImage};
use std::collections::HashMap;
use std::fmt::Display;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::{Duration, Instant};

/// The buttons that this process holds down, one bit each. Process-wide, so that a signal or a panic can release them
/// without reaching the desk.
static HELD: AtomicU8 = AtomicU8::new(0);

const BUTTONS: [(MouseButton, u8, Button); 3] = [
    (MouseButton::Left, 1, Button::Left),
    (MouseButton::Middle, 2, Button::Middle),
    (MouseButton::Right, 4, Button::Right),
];

/// Releases every button and key that this process holds down, over a connection of its own: for signals and panics, which
/// cannot reach the desk. Does nothing where none is held.
pub fn release_held() {
    let held = HELD.swap(0, Ordering::SeqCst);
    let held_keys = keys::take_held();
    if held == 0 && held_keys.is_empty() {
        return;
    }
    if let Ok(mut enigo) = Enigo::new(&settings()) {
        for key in held_keys {
            // As below, there is nobody left to tell.
            let _ = keys::send(&mut enigo, key, Direction::Release);
        }
        for (_, bit, button) in BUTTONS {
            if held & bit != 0 {
                // The process is about to end; there is nobody left to tell of a refusal.
                let _ = enigo.button(button, Direction::Release);
            }
        }
    }
}

/// A window that was seen before, with what does not change as long as it lives.
#[derive(Debug)]
struct Known {
    handle: xcap::Window,
    app: String,
    pid: u32,
}

/// The screen and the mouse of this machine.
#[derive(Debug)]
pub struct LiveDesk {
    enigo: Enigo,
    start: Instant,
    known: HashMap<WindowId, Known>,
    captures: u64,
}

impl LiveDesk {
    /// Connects to the screen and to the mouse.
    ///
    /// # Errors
    /// [`DeskError::NoScreen`] or [`DeskError::NoInput`] with what to do about it.
    pub fn open() -> Result<Self, DeskError> {
        check_display()?;
        #[cfg(target_os = "windows")]
        {
            // Refused where a manifest has set it already, which is as good.
            let _ = enigo::set_dpi_awareness();
        }
        let enigo = Enigo::new(&settings()).map_err(no_input)?;
        Ok(Self { enigo, start: Instant::now(), known: HashMap::new(), captures: 0 })
    }

    /// What is known of a window that the list names, or nothing where it was closed since.
    fn look_at(&mut self, handle: xcap::Window) -> Option<WindowInfo> {
        let id = WindowId::from(handle.id().ok()?);
        let rect = rect_of(&handle)?;
        let known = self.known.entry(id).or_insert_with(|| {
            // Old programs state no process.
            let pid = handle.pid().unwrap_or(0);
            Known { app: handle.app_name().unwrap_or_default(), pid, handle }
        });
        // Old-style titles are no UTF-8 property and come back empty; such windows are matched by application.
        let title = known.handle.title().unwrap_or_default();
        let minimised = known.handle.is_minimized().unwrap_or(false);
        Some(WindowInfo { id, title, app: known.app.clone(), pid: known.pid, rect, minimised })
    }
}

impl Screen for LiveDesk {
    fn windows(&mut self) -> Result<Vec<WindowInfo>, DeskError> {
        let handles = xcap::Window::all().map_err(|error| {
            let text = error.to_string();
            if cfg!(target_os = "linux") && text.contains("CLIENT_LIST") {
                DeskError::NoScreen(
                    "no window manager runs on this display, and only that knows the windows; start one, for example \
                     `openbox &`"
                        .to_owned(),
                )
            } else {
                no_screen(text)
            }
        })?;
        let own = std::process::id();
        let windows: Vec<_> =
            handles.into_iter().filter_map(|handle| self.look_at(handle)).filter(|w| w.pid != own).collect();
        self.known.retain(|id, known| known.pid == own || windows.iter().any(|w| w.id == *id));
        Ok(windows)
    }

    fn capture(&mut self, window: WindowId) -> Result<Frame, DeskError> {
        if !self.known.contains_key(&window) {
            self.windows()?;
        }
        let gone = |why: &str| DeskError::WindowGone(why.to_owned());
        let known = self.known.get(&window).ok_or_else(|| gone("it was closed"))?;
        let picture = match known.handle.capture_image() {
            Ok(picture) => picture,
            Err(error) => {
                // The system's own words are a bare protocol error; what can be found out is said instead.
                let why = if known.handle.is_minimized().unwrap_or(false) {
                    "it is minimised; restore it".to_owned()
                } else if rect_of(&known.handle).is_none() {
                    self.known.remove(&window);
                    "it was closed".to_owned()
                } else {
                    format!("it is hidden or partly off the screen; move it wholly onto the screen ({error})")
                };
                return Err(DeskError::WindowGone(why));
            }
        };
        let rect = rect_of(&known.handle).ok_or_else(|| gone("it was closed"))?;
        self.captures += 1;
        Ok(Frame { pixels: DynamicImage::ImageRgba8(picture).into_rgb8(), window: rect, sequence: self.captures })
    }

    fn monitors(&mut self) -> Result<Vec<Rect>, DeskError> {
        // A session that calls itself Wayland makes this list fail even where an X server runs: unknown, not fatal.
        let Ok(monitors) = xcap::Monitor::all() else { return Ok(Vec::new()) };
        Ok(monitors.iter().filter_map(monitor_rect).collect())
    }

    fn capture_monitor(&mut self, index: usize) -> Result<RgbImage, DeskError> {
        let monitors = xcap::Monitor::all().map_err(no_screen)?;
        let monitor = monitors.get(index).ok_or_else(|| no_screen(format!("there is no screen {index}")))?;
        let picture = monitor.capture_image().map_err(no_screen)?;
        Ok(DynamicImage::ImageRgba8(picture).into_rgb8())
    }

    fn capture_part(&mut self, index: usize, monitor: &Rect, part: &Rect) -> Result<RgbImage, DeskError> {
        // On X11 one unit is one pixel, and a part comes much faster than the whole screen. Elsewhere, and on desktops whose
        // fonts are scaled, where the crate takes the part for one outside of the screen, the whole is cut.
        if cfg!(target_os = "linux") && !is_wayland() {
            let monitors = xcap::Monitor::all().map_err(no_screen)?;
            let (x, y) = ((part.x - monitor.x) as u32, (part.y - monitor.y) as u32);
            let captured = monitors.get(index).map(|m| m.capture_region(x, y, part.width as u32, part.height as u32));
            if let Some(Ok(picture)) = captured {
                return Ok(DynamicImage::ImageRgba8(picture).into_rgb8());
            }
        }
        super::region::cut(&self.capture_monitor(index)?, monitor, part)
    }
}

impl Pointer for LiveDesk {
    fn location(&mut self) -> Result<(i32, i32), DeskError> {
        self.enigo.location().map_err(no_input)
    }

    fn move_to(&mut self, x: i32, y: i32) -> Result<(), DeskError> {
        self.enigo.move_mouse(x, y, Coordinate::Abs).map_err(no_input)
    }

    fn button(&mut self, button: MouseButton, down: bool) -> Result<(), DeskError> {
        let Some((_, bit, name)) = BUTTONS.into_iter().find(|(known, _, _)| *known == button) else {
            return Err(no_input("no such button"));
        };
        if down {
            HELD.fetch_or(bit, Ordering::SeqCst);
            self.enigo.button(name, Direction::Press).map_err(no_input)
        } else {
            let released = self.enigo.button(name, Direction::Release).map_err(no_input);
            if released.is_ok() {
                HELD.fetch_and(!bit, Ordering::SeqCst);
            }
            released
        }
    }
}

impl Keyboard for LiveDesk {
    fn key(&mut self, key: KeyName, down: bool) -> Result<(), DeskError> {
        keys::press(&mut self.enigo, key, down).map_err(no_input)
    }

    fn has_focus(&mut self, window: WindowId) -> Result<bool, DeskError> {
        if !self.known.contains_key(&window) {
            self.windows()?;
        }
        let known = self.known.get(&window).ok_or_else(|| DeskError::WindowGone("it was closed".to_owned()))?;
        // Where the system names no window that has the keyboard, this one has it not.
        Ok(known.handle.is_focused().unwrap_or(false))
    }
}

impl Clock for LiveDesk {
    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn wait(&mut self, time: Duration) {
        std::thread::sleep(time);
    }
}

impl Drop for LiveDesk {
    fn drop(&mut self) {
        release_held();
    }
}

/// No delay of its own: press, hold and release are timed by the guard.
fn settings() -> Settings {
    Settings { linux_delay: 0, ..Settings::default() }
}

/// The captured part of a window on the desktop; nothing where the window is no more.
fn rect_of(handle: &xcap::Window) -> Option<Rect> {
    let (x, y) = (handle.x().ok()?, handle.y().ok()?);
    let (width, height) = (handle.width().ok()?, handle.height().ok()?);
    Some(Rect::new(f64::from(x), f64::from(y), f64::from(width), f64::from(height)))
}

/// A monitor in the units of windows and pointer. On X11 the size comes divided by the scale that the desktop's fonts
/// are set to, while windows stay in pixels.
fn monitor_rect(monitor: &xcap::Monitor) -> Option<Rect> {
    let scale = if cfg!(target_os = "linux") { f64::from(monitor.scale_factor().ok()?).max(0.1) } else { 1.0 };
    let (x, y) = (monitor.x().ok()?, monitor.y().ok()?);
    let (width, height) = (monitor.width().ok()?, monitor.height().ok()?);
    let unit = |v: f64| (v * scale).round();
    Some(Rect::new(unit(f64::from(x)), unit(f64::from(y)), unit(f64::from(width)), unit(f64::from(height))))
}

/// On Linux everything needs an X server; without one the crates would only say that a connection failed.
fn check_display() -> Result<(), DeskError> {
    if !cfg!(all(unix, not(target_os = "macos"))) || std::env::var_os("DISPLAY").is_some_and(|d| !d.is_empty()) {
        return Ok(());
    }
    Err(DeskError::NoScreen(if is_wayland() {
        "this is a Wayland session without XWayland (DISPLAY is not set), where programs may neither look at nor click \
         each other's windows; log in to an X11 session, or use `./run demo`, which starts a screen of its own"
            .to_owned()
    } else {
        "DISPLAY is not set, so there is no X server to talk to; start it from a graphical session, or use `./run \
         demo`, which starts a screen of its own"
            .to_owned()
    }))
}

/// Whether this session has a Wayland display.
fn is_wayland() -> bool {
    std::env::var_os("WAYLAND_DISPLAY").is_some_and(|d| !d.is_empty())
}

fn no_screen(error: impl Display) -> DeskError {
    DeskError::NoScreen(error.to_string())
}

fn no_input(error: impl Display) -> DeskError {
    let remedy = if cfg!(target_os = "macos") {
        "allow your terminal under System Settings → Privacy & Security → Accessibility, then start it anew"
    } else if cfg!(target_os = "windows") {
        "a program that runs as administrator can only be clicked from a terminal that does so, too"
    } else {
        "check that DISPLAY names a running X server and that it has the XTEST extension"
    };
    DeskError::NoInput(format!("{error}; {remedy}"))
}
