//! Stands between the bot and mouse and keyboard: nothing is pressed that could reach anything but the board.
//!
//! Before each press the guard looks again: is the window still where the picture was taken, is it the one in front at
//! that place, is the pointer where it was put, does anybody want to stop? A plan is bound to a frame, and a frame ages.

use super::{Desk, DeskError, WindowId, WindowInfo};
use crate::geometry::{Point, Rect};
use crate::gesture::{Gesture, Key, KeyName, MouseButton, Pace};
use crate::search::StopFlag;
use std::time::Duration;

/// The longest time between two looks at the stop flag.
const POLL: Duration = Duration::from_millis(5);
/// How long a moved pointer may take to arrive: a real server works its queue off in its own time.
const ARRIVAL: Duration = Duration::from_millis(60);
/// How far, in desktop units, the pointer may be from where it was put. Scaling by the system rounds a little.
const TOLERANCE: i32 = 3;
/// How near to a corner of a screen, in desktop units, the pointer is in it.
const CORNER: f64 = 3.0;
/// The narrowest strip beside the board, in picture pixels, in which the pointer is parked.
const STRIP: f64 = 6.0;

/// The window that may be clicked, as of the frame that a plan came from.
#[derive(Clone, Debug, PartialEq)]
pub struct Target {
    /// The window.
    pub window: WindowId,
    /// Its place on the desktop when the frame was taken, in desktop units.
    pub rect: Rect,
    /// Width and height of the frame, in pixels.
    pub picture: (u32, u32),
}

impl Target {
    /// Pixels for each desktop unit, for each axis.
    fn scale(&self) -> (f64, f64) {
        let (width, height) = self.picture;
        (f64::from(width) / self.rect.width.max(1.0), f64::from(height) / self.rect.height.max(1.0))
    }

    /// Where on the desktop a pixel of the frame lies.
    fn to_desktop(&self, pixel: Point) -> Point {
        let (sx, sy) = self.scale();
        Point::new(self.rect.x + pixel.x / sx, self.rect.y + pixel.y / sy)
    }

    /// Which pixel of the frame lies at a place of the desktop.
    fn to_picture(&self, (x, y): (i32, i32)) -> Point {
        let (sx, sy) = self.scale();
        Point::new((f64::from(x) - self.rect.x) * sx, (f64::from(y) - self.rect.y) * sy)
    }

    /// The whole frame, in picture pixels.
    fn whole(&self) -> Rect {
        Rect::new(0.0, 0.0, f64::from(self.picture.0), f64::from(self.picture.1))
    }
}

/// A gesture that was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Performed {
    /// Where a button was pressed, in desktop units, in order.
    pub pixels: Vec<(i32, i32)>,
}

/// Why a gesture was not made, or not to its end.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Refused {
    /// The gesture leaves what may be clicked.
    #[error("pixel {:.0}, {:.0} is neither on the board nor on a declared button: nothing was pressed", at.x, at.y)]
    OutsideFence {
        /// The place, in picture pixels.
        at: Point,
    },
    /// The window is elsewhere, or of another size, than when the picture was taken.
    #[error("the window moved: it is at {:.0}, {:.0} with {:.0} × {:.0} now", now.x, now.y, now.width, now.height)]
    WindowMoved {
        /// Its place now, in desktop units.
        now: Rect,
    },
    /// Another window is in front at the place to be clicked.
    #[error("the window is covered by {by}: move that away")]
    Covered {
        /// The name of the window in front.
        by: String,
    },
    /// The window was closed.
    #[error("the window is gone: {0}")]
    WindowGone(String),
    /// The window is minimised.
    #[error("the window is minimised: restore it")]
    Minimised,
    /// Keys would go to another window.
    #[error("the window has not the keyboard: click its title")]
    Unfocused,
    /// Somebody else moves the pointer.
    #[error("the mouse was moved by hand (put at {}, {}, found at {}, {})", expected.0, expected.1, found.0, found.1)]
    UserMoved {
        /// Where the bot had put it, in desktop units.
        expected: (i32, i32),
        /// Where it is.
        found: (i32, i32),
    },
    /// Somebody put the pointer into a corner of a screen, which means stop.
    #[error("stopped: the mouse was put into a corner of the screen")]
    Corner,
    /// The stop flag was raised.
    #[error("stopped")]
    Stopped,
    /// The outside world refused.
    #[error(transparent)]
    Desk(#[from] DeskError),
}

/// What is down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Held {
    Button(MouseButton),
    Key(KeyName),
}

/// Owns the desk and makes every gesture. Pressed buttons and keys are released when it is dropped, in a panic too.
#[derive(Debug)]
pub struct Guard<D: Desk> {
    desk: D,
    stop: StopFlag,
    /// Where the pointer was put last, in desktop units.
    put: Option<(i32, i32)>,
    held: Vec<Held>,
    /// When a button or key was released last.
    released: Option<Duration>,
    monitors: Option<Vec<Rect>>,
}

impl<D: Desk> Guard<D> {
    /// A guard over `desk` that ends its waits as soon as `stop` is raised.
    pub fn new(desk: D, stop: StopFlag) -> Self {
        Self { desk, stop, put: None, held: Vec::new(), released: None, monitors: None }
    }

    /// The desk, to look and to read the time. Whoever presses through it goes past the guard.
    pub fn desk(&mut self) -> &mut D {
        &mut self.desk
    }

    /// Makes gestures, one after the other, at places of the frame that `target` describes. Every place must lie in a
    /// rectangle of `fence` (picture pixels) and in the frame.
    ///
    /// # Errors
    /// [`Refused`]; nothing is held down then, and neither the place that was refused nor a later one has been pressed.
    pub fn perform(
        &mut self,
        gestures: &[Gesture<Point>],
        target: &Target,
        fence: &[Rect],
        pace: Pace,
    ) -> Result<Performed, Refused> {
        for place in gestures.iter().flat_map(Gesture::places) {
            check_fence(place, target, fence)?;
        }
        let mut performed = Performed::default();
        for gesture in gestures {
            match gesture {
                Gesture::Click { at, button, count } => {
                    for _ in 0..(*count).max(1) {
                        let place = target.to_desktop(*at).round();
                        self.press_at(place, *button, target, pace, None)?;
                        performed.pixels.push(place);
                    }
                }
                Gesture::Drag { from, to, button } => {
                    let (from, to) = (target.to_desktop(*from).round(), target.to_desktop(*to).round());
                    self.press_at(from, *button, target, pace, Some(to))?;
                    performed.pixels.extend([from, to]);
                }
                Gesture::Key { key } => self.press_key(*key, target, pace)?,
            }
        }
        self.wait(Duration::from_millis(pace.leave_ms))?;
        Ok(performed)
    }

    /// Moves the pointer off `board` (picture pixels) so that it neither covers nor highlights a tile: to the widest
    /// strip of the window beside the board, else beside the window. Presses nothing. Does nothing where the pointer is
    /// off the board already.
    ///
    /// # Errors
    /// [`Refused`].
    pub fn park(&mut self, target: &Target, board: &Rect) -> Result<(), Refused> {
        self.heed_user()?;
        let now = self.desk.location()?;
        if !board.contains(target.to_picture(now)) {
            return Ok(());
        }
        let place = match strip_beside(&target.whole(), board) {
            Some(spot) => target.to_desktop(spot).round(),
            None => self.beside_window(&target.rect),
        };
        self.move_to(place)
    }

    /// Rests the pointer at a place of the frame that `target` describes, and presses nothing: to see what the program
    /// shows under it. The place must lie in a rectangle of `fence` (picture pixels) and in the frame.
    ///
    /// # Errors
    /// [`Refused`]; the pointer has not been moved then, but where a hand moved it on its way.
    pub fn hover(&mut self, at: Point, target: &Target, fence: &[Rect]) -> Result<(), Refused> {
        check_fence(at, target, fence)?;
        self.heed_user()?;
        let place = target.to_desktop(at).round();
        self.check_window(place, target)?;
        self.move_to(place)
    }

    /// Lets time pass, and looks at the stop flag all the while.
    ///
    /// # Errors
    /// [`Refused::Stopped`] as soon as the flag is raised.
    pub fn wait(&mut self, time: Duration) -> Result<(), Refused> {
        let end = self.desk.now() + time;
        loop {
            if self.stop.is_stopped() {
                return Err(Refused::Stopped);
            }
            let left = end.saturating_sub(self.desk.now());
            if left.is_zero() {
                return Ok(());
            }
            self.desk.wait(left.min(POLL));
        }
    }

    /// Whether the pointer is where the bot left it and nobody wants to stop. After [`Refused::UserMoved`] the place
    /// where the pointer was found counts as its place, so that calling again tells when the hand has come to rest.
    ///
    /// # Errors
    /// [`Refused::Stopped`], [`Refused::Corner`] (which raises the stop flag as well), [`Refused::UserMoved`], or what
    /// the desk refused.
    pub fn heed_user(&mut self) -> Result<(), Refused> {
        if self.stop.is_stopped() {
            return Err(Refused::Stopped);
        }
        let Some(expected) = self.put else { return Ok(()) };
        let found = self.desk.location()?;
        if is_near(expected, found) {
            return Ok(());
        }
        if self.is_corner(found)? {
            self.stop.stop();
            return Err(Refused::Corner);
        }
        self.put = Some(found);
        Err(Refused::UserMoved { expected, found })
    }

    /// One press with everything that has to be looked at before it; the pointer is dragged to `drag_to` before the
    /// release, if that is given.
    fn press_at(
        &mut self,
        place: (i32, i32),
        button: MouseButton,
        target: &Target,
        pace: Pace,
        drag_to: Option<(i32, i32)>,
    ) -> Result<(), Refused> {
        self.heed_user()?;
        self.check_window(place, target)?;
        self.move_to(place)?;
        self.wait(Duration::from_millis(pace.settle_ms))?;
        self.await_gap(pace)?;
        // Time has passed since the first look: what was true then is looked at again, last the pointer itself.
        self.check_window(place, target)?;
        if let Some(to) = drag_to {
            self.check_window(to, target)?;
        }
        self.heed_user()?;
        self.held.push(Held::Button(button));
        let mut made = self.desk.button(button, true).map_err(Refused::from);
        let hold = Duration::from_millis(pace.hold_ms);
        made = made.and_then(|()| self.wait(hold));
        if let Some(to) = drag_to {
            made = made.and_then(|()| self.drag(place, to)).and_then(|()| self.wait(hold));
        }
        self.release(Held::Button(button))?;
        made
    }

    /// Moves the pointer along a line while a button is down. Programs that follow a drag want to see it on its way.
    fn drag(&mut self, from: (i32, i32), to: (i32, i32)) -> Result<(), Refused> {
        const STEPS: i32 = 8;
        for step in 1..=STEPS {
            let along = |a: i32, b: i32| a + (b - a) * step / STEPS;
            self.heed_user()?;
            self.move_to((along(from.0, to.0), along(from.1, to.1)))?;
            self.wait(Duration::from_millis(2))?;
        }
        Ok(())
    }

    /// One key with its modifiers, if keys go to the window.
    fn press_key(&mut self, key: Key, target: &Target, pace: Pace) -> Result<(), Refused> {
        self.await_gap(pace)?;
        self.heed_user()?;
        let windows = self.desk.windows()?;
        own_window(&windows, target)?;
        if !self.desk.has_focus(target.window)? {
            return Err(Refused::Unfocused);
        }
        let keys: Vec<KeyName> = key.modifiers().chain([key.name]).collect();
        let mut made = Ok(());
        for &name in &keys {
            if made.is_ok() {
                self.held.push(Held::Key(name));
                made = self.desk.key(name, true).map_err(Refused::from);
            }
        }
        made = made.and_then(|()| self.wait(Duration::from_millis(pace.hold_ms)));
        for &name in keys.iter().rev() {
            if self.held.contains(&Held::Key(name)) {
                self.release(Held::Key(name))?;
            }
        }
        made
    }

    /// Waits until the next press may follow the last release.
    fn await_gap(&mut self, pace: Pace) -> Result<(), Refused> {
        let Some(released) = self.released else { return Ok(()) };
        let ready = released + Duration::from_millis(pace.gap_ms);
        let left = ready.saturating_sub(self.desk.now());
        self.wait(left)
    }

    fn release(&mut self, what: Held) -> Result<(), DeskError> {
        match what {
            Held::Button(button) => self.desk.button(button, false)?,
            Held::Key(key) => self.desk.key(key, false)?,
        }
        self.held.retain(|held| *held != what);
        self.released = Some(self.desk.now());
        Ok(())
    }

    /// The window is still there, where it was, and in front at `place`.
    fn check_window(&mut self, place: (i32, i32), target: &Target) -> Result<(), Refused> {
        let windows = self.desk.windows()?;
        own_window(&windows, target)?;
        let at = Point::new(f64::from(place.0), f64::from(place.1));
        let in_front = windows.iter().take_while(|w| w.id != target.window);
        for other in in_front.filter(|w| !w.minimised && w.rect.contains(at)) {
            if self.can_be_seen(other)? {
                return Err(Refused::Covered { by: name_of(other) });
            }
        }
        Ok(())
    }

    /// Whether a window that seems to be in front is shown at all. Windows of other workspaces are listed like all
    /// others; what lies wholly on a monitor and still cannot be captured is one of those.
    fn can_be_seen(&mut self, window: &WindowInfo) -> Result<bool, Refused> {
        let on_a_monitor = self.monitors()?.iter().any(|m| m.encloses(&window.rect));
        Ok(!on_a_monitor || self.desk.capture(window.id).is_ok())
    }

    /// Moves the pointer and makes sure that it arrived.
    fn move_to(&mut self, place: (i32, i32)) -> Result<(), Refused> {
        let at = Point::new(f64::from(place.0), f64::from(place.1));
        let monitors = self.monitors()?;
        if !monitors.is_empty() && !monitors.iter().any(|m| m.contains(at)) {
            return Err(DeskError::NoInput(format!(
                "{}, {} lies on no screen that the pointer can reach; move the window wholly onto the main screen",
                place.0, place.1
            ))
            .into());
        }
        let before = self.desk.location()?;
        self.desk.move_to(place.0, place.1)?;
        self.put = Some(place);
        let late = self.desk.now() + ARRIVAL;
        loop {
            let found = self.desk.location()?;
            if is_near(place, found) {
                return Ok(());
            }
            if self.desk.now() >= late {
                return if is_near(before, found) {
                    self.put = None;
                    Err(DeskError::NoInput(
                        "the pointer did not move; `tilepilot doctor` says what to change".to_owned(),
                    )
                    .into())
                } else {
                    self.heed_user()
                };
            }
            self.wait(Duration::from_millis(1))?;
        }
    }

    /// A place just outside a window that takes the whole board up to its edges.
    fn beside_window(&mut self, window: &Rect) -> (i32, i32) {
        let middle = window.centre();
        let spots = [
            Point::new(window.right() + 12.0, middle.y),
            Point::new(window.x - 12.0, middle.y),
            Point::new(middle.x, window.bottom() + 12.0),
            Point::new(middle.x, window.y - 12.0),
        ];
        let monitors = self.monitors().unwrap_or_default();
        let reachable = spots.iter().find(|spot| monitors.iter().any(|m| m.contains(**spot)));
        reachable.unwrap_or(&spots[0]).round()
    }

    fn is_corner(&mut self, (x, y): (i32, i32)) -> Result<bool, Refused> {
        let (x, y) = (f64::from(x), f64::from(y));
        let near = |a: f64, b: f64| (a - b).abs() <= CORNER;
        let monitors = self.monitors()?;
        Ok((monitors.is_empty() && near(x, 0.0) && near(y, 0.0))
            || monitors
                .iter()
                .any(|m| (near(x, m.x) || near(x, m.right() - 1.0)) && (near(y, m.y) || near(y, m.bottom() - 1.0))))
    }

    /// The screens, asked for once: they do not change in the middle of a game.
    fn monitors(&mut self) -> Result<Vec<Rect>, Refused> {
        if let Some(known) = &self.monitors {
            return Ok(known.clone());
        }
        let found = self.desk.monitors()?;
        self.monitors = Some(found.clone());
        Ok(found)
    }
}

impl<D: Desk> Drop for Guard<D> {
    fn drop(&mut self) {
        for held in std::mem::take(&mut self.held) {
            // Nothing can be done about a refusal here, and the next one still has to be tried.
            let _ = self.release(held);
        }
    }
}

/// How a window is named to a person.
#[must_use]
pub fn name_of(window: &WindowInfo) -> String {
    match (window.title.is_empty(), window.app.is_empty()) {
        (false, _) => format!("“{}”", window.title),
        (true, false) => format!("a window of {}", window.app),
        (true, true) => format!("a window without a title (id {})", window.id),
    }
}

/// The window is still there, and where it was.
fn own_window(windows: &[WindowInfo], target: &Target) -> Result<(), Refused> {
    let Some(own) = windows.iter().find(|w| w.id == target.window) else {
        return Err(Refused::WindowGone("it was closed".to_owned()));
    };
    if own.minimised {
        return Err(Refused::Minimised);
    }
    if !is_same(&own.rect, &target.rect) {
        return Err(Refused::WindowMoved { now: own.rect });
    }
    Ok(())
}

/// The place, and the pixel that its rounding to desktop units leads to, both lie in the fence and in the frame.
fn check_fence(place: Point, target: &Target, fence: &[Rect]) -> Result<(), Refused> {
    let rounded = target.to_picture(target.to_desktop(place).round());
    let allowed = |p: Point| target.whole().contains(p) && fence.iter().any(|r| r.contains(p));
    if allowed(place) && allowed(rounded) { Ok(()) } else { Err(Refused::OutsideFence { at: place }) }
}

/// The middle of the widest strip of `whole` beside `board`, if one is wide enough.
fn strip_beside(whole: &Rect, board: &Rect) -> Option<Point> {
    let middle = whole.centre();
    let strips = [
        (whole.bottom() - board.bottom(), Point::new(middle.x, (whole.bottom() + board.bottom()) / 2.0)),
        (board.y - whole.y, Point::new(middle.x, (whole.y + board.y) / 2.0)),
        (whole.right() - board.right(), Point::new((whole.right() + board.right()) / 2.0, middle.y)),
        (board.x - whole.x, Point::new((whole.x + board.x) / 2.0, middle.y)),
    ];
    let widest = strips.into_iter().reduce(|best, next| if next.0 > best.0 { next } else { best });
    widest.filter(|(width, _)| *width >= STRIP).map(|(_, spot)| spot)
}

fn is_near(a: (i32, i32), b: (i32, i32)) -> bool {
    (a.0 - b.0).abs() <= TOLERANCE && (a.1 - b.1).abs() <= TOLERANCE
}

fn is_same(a: &Rect, b: &Rect) -> bool {
    let near = |x: f64, y: f64| (x - y).abs() < 0.5;
    near(a.x, b.x) && near(a.y, b.y) && near(a.width, b.width) && near(a.height, b.height)
}

#[cfg(test)]
#[path = "guard_tests.rs"]
mod tests;
