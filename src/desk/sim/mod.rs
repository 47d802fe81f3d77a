//! A desk that exists only in memory: a practice game in a window, virtual time, and faults on order.
//!
//! Nothing sleeps: [`Clock::wait`] moves the time on, and a capture takes as long as [`Setup::capture_time`] says. Clones
//! of a [`SimDesk`] share the same desk, so a test keeps one to look at the truth while the bot owns the other.

mod faults;

pub use faults::{Cover, Faults, OtherWindow, Setup};

use super::{Clock, DeskError, Keyboard, Pointer, Screen, WindowId, WindowInfo};
use crate::frame::Frame;
use crate::geometry::{Point, Rect};
use crate::gesture::{Key, KeyName, MouseButton};
use crate::scene::{Input, Scene};
use image::{Rgb, RgbImage};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The game window's name on every simulated desk.
pub const GAME_WINDOW: WindowId = 1;
/// The game's application on every simulated desk.
pub const GAME_APP: &str = "tilepilot-practice";

/// What is seen where no window is.
const DESKTOP: Rgb<u8> = Rgb([20, 60, 80]);

/// A window that is not the game: one colour all over.
fn plain(rect: &Rect, scale: f64) -> RgbImage {
    let pixels = |length: f64| (length * scale).round() as u32;
    RgbImage::from_pixel(pixels(rect.width), pixels(rect.height), Rgb([120, 124, 130]))
}

/// A press of a button, wherever it went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Press {
    /// When the button went down.
    pub at: Duration,
    /// Where the pointer was, in desktop units.
    pub place: (i32, i32),
    /// Which button.
    pub button: MouseButton,
    /// The window in front there, if there was one.
    pub window: Option<WindowId>,
    /// Whether the game was told of it (a fault may lose it).
    pub delivered: bool,
}

/// A simulated desk, or one more handle on it.
#[derive(Clone)]
pub struct SimDesk {
    world: Arc<Mutex<World>>,
}

impl fmt::Debug for SimDesk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SimDesk").finish_non_exhaustive()
    }
}

struct World {
    setup: Setup,
    scene: Box<dyn Scene>,
    /// The window's extent in desktop units.
    extent: (f64, f64),
    now: Duration,
    pointer: (i32, i32),
    /// What the game was last told of the pointer: picture pixels, or nothing where it is elsewhere.
    told: Option<Point>,
    down: Vec<Down>,
    keys_down: Vec<KeyName>,
    presses: Vec<Press>,
    presses_on_game: u32,
    keys_on_game: u32,
    /// Keys that went elsewhere than to the game.
    keys_elsewhere: u32,
    /// When the game was given the keyboard by a click last.
    focused_at: Duration,
    captures: u32,
    sequence: u64,
    /// The picture before the last press, shown until the time.
    stale: Option<(Duration, RgbImage)>,
    user_moves_done: usize,
    rng: ChaCha8Rng,
}

/// A button that is down.
struct Down {
    button: MouseButton,
    since: Duration,
    /// Which of the presses it is.
    press: usize,
    /// How often the press reaches the game.
    arrivals: u32,
    /// Whether it has reached the game.
    told: bool,
}

impl SimDesk {
    /// Opens a desk with the game's window on it.
    #[must_use]
    pub fn new(mut scene: Box<dyn Scene>, setup: Setup) -> Self {
        scene.set_scale(1.0);
        let (width, height) = scene.size();
        scene.set_scale(setup.scale);
        // Not in a corner: there a pointer means that the user wants the bot to stop.
        let pointer = setup.desktop.centre().round();
        let world = World {
            setup,
            scene,
            extent: (f64::from(width), f64::from(height)),
            now: Duration::ZERO,
            pointer,
            told: None,
            down: Vec::new(),
            keys_down: Vec::new(),
            presses: Vec::new(),
            presses_on_game: 0,
            keys_on_game: 0,
            keys_elsewhere: 0,
            focused_at: Duration::ZERO,
            captures: 0,
            sequence: 0,
            stale: None,
            user_moves_done: 0,
            rng: ChaCha8Rng::seed_from_u64(0),
        };
        Self { world: Arc::new(Mutex::new(world)) }
    }

    fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game's true state, as a truth file states it.
    #[must_use]
    pub fn truth(&self) -> String {
        let world = self.world();
        world.scene.truth(world.now)
    }

    /// Every press so far, in order.
    #[must_use]
    pub fn presses(&self) -> Vec<Press> {
        self.world().presses.clone()
    }

    /// The game window's place now, in desktop units.
    #[must_use]
    pub fn game_rect(&self) -> Rect {
        self.world().rect()
    }

    /// Buttons that are down now.
    #[must_use]
    pub fn buttons_down(&self) -> Vec<MouseButton> {
        self.world().down.iter().map(|down| down.button).collect()
    }

    /// Keys that are down now.
    #[must_use]
    pub fn keys_down(&self) -> Vec<KeyName> {
        self.world().keys_down.clone()
    }

    /// How many keys were pressed while another window had the keyboard.
    #[must_use]
    pub fn keys_elsewhere(&self) -> u32 {
        self.world().keys_elsewhere
    }

    /// Replaces the faults from now on; times still count from the opening of the desk.
    pub fn set_faults(&self, faults: Faults) {
        let mut world = self.world();
        world.user_moves_done = faults.user_moves.iter().filter(|(at, _)| *at <= world.now).count();
        world.setup.faults = faults;
    }
}

impl World {
    fn rect(&self) -> Rect {
        let (x, y) = self.setup.faults.moved_to(self.now).unwrap_or(self.setup.place);
        Rect::new(x, y, self.extent.0, self.extent.1)
    }

    fn is_open(&self) -> bool {
        !self.setup.faults.is_closed(self.now) && !self.scene.wants_to_close()
    }

    fn is_minimised(&self) -> bool {
        self.setup.faults.is_minimised(self.now)
    }

    /// All windows, the front one first, minimised ones at the end.
    fn windows(&self) -> Vec<WindowInfo> {
        let faults = &self.setup.faults;
        let other = |id: usize, title: &str, app: &str, rect: Rect| WindowInfo {
            id: GAME_WINDOW + 1 + id as WindowId,
            title: title.to_owned(),
            app: app.to_owned(),
            pid: 4000 + id as u32,
            rect,
            minimised: false,
        };
        let game = WindowInfo {
            id: GAME_WINDOW,
            title: self.scene.title(),
            app: GAME_APP.to_owned(),
            pid: 3999,
            rect: self.rect(),
            minimised: self.is_minimised(),
        };
        let others = |front: bool| {
            let all = self.setup.others.iter().enumerate();
            all.filter(move |(_, w)| w.in_front == front).map(|(i, w)| other(i, &w.title, &w.app, w.rect))
        };
        let first_cover = self.setup.others.len();
        let covers = faults.covers.iter().enumerate();
        let covers = covers.filter(|(_, cover)| (cover.from..cover.to).contains(&self.now));
        let mut all: Vec<_> = covers.map(|(i, c)| other(first_cover + i, &c.title, "cover", c.rect)).collect();
        all.extend(others(true));
        let in_place = self.is_open() && !game.minimised;
        all.extend(in_place.then(|| game.clone()));
        all.extend(others(false));
        all.extend((self.is_open() && game.minimised).then_some(game));
        all
    }

    fn window_at(&self, (x, y): (i32, i32)) -> Option<WindowId> {
        let p = Point::new(f64::from(x), f64::from(y));
        self.windows().iter().find(|w| !w.minimised && w.rect.contains(p)).map(|w| w.id)
    }

    /// Tells the game where the pointer is, if that is another place for it than before.
    fn tell_pointer(&mut self) {
        let inside = self.window_at(self.pointer) == Some(GAME_WINDOW);
        let rect = self.rect();
        let (x, y) = (f64::from(self.pointer.0), f64::from(self.pointer.1));
        let (width, height) = self.scene.size();
        let at = inside.then(|| {
            Point::new((x - rect.x) * f64::from(width) / rect.width, (y - rect.y) * f64::from(height) / rect.height)
        });
        if at != self.told {
            self.told = at;
            self.scene.input(at.map_or(Input::Left, Input::Moved), self.now);
        }
    }

    fn pass(&mut self, time: Duration) {
        let end = self.now + time;
        while let Some(&(at, place)) = self.setup.faults.user_moves.get(self.user_moves_done).filter(|m| m.0 <= end) {
            self.now = self.now.max(at);
            self.user_moves_done += 1;
            self.pointer = place;
            self.tell_pointer();
        }
        self.now = end;
        self.tell_pointer();
    }

    /// Whether keys go to the game: it is open, and nothing has taken the keyboard since it was last clicked.
    fn has_focus(&self) -> bool {
        let faults = &self.setup.faults;
        let is_back = |at| at < self.focused_at && !faults.keeps_keyboard;
        let taken = faults.unfocused_at.is_some_and(|at| at <= self.now && !is_back(at));
        self.is_open() && !self.is_minimised() && !taken
    }

    fn key(&mut self, key: KeyName, down: bool) {
        if !down {
            self.keys_down.retain(|held| *held != key);
            return;
        }
        self.keys_down.push(key);
        if !self.has_focus() {
            self.keys_elsewhere += 1;
            return;
        }
        if matches!(key, KeyName::Ctrl | KeyName::Shift | KeyName::Alt) {
            return;
        }
        self.keys_on_game += 1;
        if self.setup.faults.lose_key_every.is_some_and(|n| n > 0 && self.keys_on_game.is_multiple_of(n)) {
            return;
        }
        if self.setup.faults.deaf_until_pressed && self.presses.is_empty() {
            return;
        }
        let held = |modifier| self.keys_down.contains(&modifier);
        let key = Key { name: key, ctrl: held(KeyName::Ctrl), shift: held(KeyName::Shift), alt: held(KeyName::Alt) };
        self.scene.input(Input::Key(key), self.now);
    }

    fn press(&mut self, button: MouseButton) {
        self.tell_pointer();
        let window = self.window_at(self.pointer);
        let mut down = Down { button, since: self.now, press: self.presses.len(), arrivals: 0, told: false };
        self.presses.push(Press { at: self.now, place: self.pointer, button, window, delivered: false });
        if window == Some(GAME_WINDOW) {
            self.focused_at = self.now;
            self.presses_on_game += 1;
            let nth = |every: Option<u32>| every.is_some_and(|n| n > 0 && self.presses_on_game.is_multiple_of(n));
            down.arrivals = match (nth(self.setup.faults.lose_press_every), nth(self.setup.faults.double_press_every)) {
                (true, _) => 0,
                (false, true) => 2,
                (false, false) => 1,
            };
            // Where short presses are missed, a press is delivered when it has been long enough: at its release.
            if self.setup.faults.shortest_hold.is_zero() {
                self.deliver(&mut down);
            }
        }
        self.down.push(down);
    }

    fn release(&mut self, button: MouseButton) {
        self.tell_pointer();
        let Some(index) = self.down.iter().position(|down| down.button == button) else { return };
        let mut down = self.down.remove(index);
        if !down.told && self.now.saturating_sub(down.since) >= self.setup.faults.shortest_hold {
            self.deliver(&mut down);
        }
        if down.told {
            self.scene.input(Input::Released(button), self.now);
        }
    }

    /// Lets a press reach the game, as often as it arrives; every arrival but the last is released as well.
    fn deliver(&mut self, down: &mut Down) {
        if down.arrivals == 0 {
            return;
        }
        if !self.setup.faults.stale_after_press.is_zero() {
            let shown = self.picture();
            self.stale = Some((self.now + self.setup.faults.stale_after_press, shown));
        }
        for arrival in 0..down.arrivals {
            if arrival > 0 {
                self.scene.input(Input::Released(down.button), self.now);
            }
            self.scene.input(Input::Pressed(down.button), self.now);
        }
        down.told = true;
        if let Some(press) = self.presses.get_mut(down.press) {
            press.delivered = true;
        }
    }

    /// What the window shows now, before the screen and the capture change it.
    fn picture(&mut self) -> RgbImage {
        match &self.stale {
            Some((until, picture)) if *until > self.now => picture.clone(),
            _ => {
                self.stale = None;
                self.scene.draw(self.now)
            }
        }
    }
}

impl Screen for SimDesk {
    fn windows(&mut self) -> Result<Vec<WindowInfo>, DeskError> {
        Ok(self.world().windows())
    }

    fn capture(&mut self, window: WindowId) -> Result<Frame, DeskError> {
        let mut world = self.world();
        let took = world.setup.capture_time;
        world.pass(took);
        world.capture(window)
    }

    fn monitors(&mut self) -> Result<Vec<Rect>, DeskError> {
        Ok(vec![self.world().setup.desktop])
    }

    fn capture_monitor(&mut self, _index: usize) -> Result<RgbImage, DeskError> {
        let mut world = self.world();
        let took = world.setup.capture_time;
        world.pass(took);
        Ok(world.capture_desktop())
    }
}

impl World {
    /// All windows as a person sees them, the front one over the others.
    fn capture_desktop(&mut self) -> RgbImage {
        let (desktop, scale) = (self.setup.desktop, self.setup.scale);
        let pixels = |length: f64| (length * scale).round();
        let mut screen = RgbImage::from_pixel(pixels(desktop.width) as u32, pixels(desktop.height) as u32, DESKTOP);
        for window in self.windows().into_iter().rev().filter(|window| !window.minimised) {
            let shown = if window.id == GAME_WINDOW { self.picture() } else { plain(&window.rect, scale) };
            let (x, y) = (pixels(window.rect.x - desktop.x), pixels(window.rect.y - desktop.y));
            image::imageops::replace(&mut screen, &shown, x as i64, y as i64);
        }
        self.setup.faults.distort(&mut screen, &mut self.rng);
        screen
    }

    fn capture(&mut self, window: WindowId) -> Result<Frame, DeskError> {
        let windows = self.windows();
        let position = windows.iter().position(|w| w.id == window);
        let Some(index) = position else {
            return Err(DeskError::WindowGone(format!("window {window} is closed")));
        };
        let info = &windows[index];
        if info.minimised {
            return Err(DeskError::WindowGone(format!("{:?} is minimised: open it again", info.title)));
        }
        if !self.setup.desktop.encloses(&info.rect) {
            return Err(DeskError::WindowGone(format!("{:?} is partly off the screen: move it back", info.title)));
        }
        self.captures += 1;
        self.sequence += 1;
        let mut pixels = if window == GAME_WINDOW { self.picture() } else { plain(&info.rect, 1.0) };
        for front in windows[..index].iter().filter(|w| !w.minimised) {
            faults::blacken(&mut pixels, &info.rect, &front.rect);
        }
        let faults = &self.setup.faults;
        faults.distort(&mut pixels, &mut self.rng);
        if let Some((n, colour)) = faults.uniform_every
            && n > 0
            && self.captures.is_multiple_of(n)
        {
            pixels.pixels_mut().for_each(|pixel| pixel.0 = colour);
        }
        Ok(Frame { pixels, window: info.rect, sequence: self.sequence })
    }
}

impl Pointer for SimDesk {
    fn location(&mut self) -> Result<(i32, i32), DeskError> {
        Ok(self.world().pointer)
    }

    fn move_to(&mut self, x: i32, y: i32) -> Result<(), DeskError> {
        let mut world = self.world();
        // As real desktops do, the pointer stops at the edge.
        let desktop = world.setup.desktop;
        let stop = |value: i32, from: f64, to: f64| f64::from(value).min(to - 1.0).max(from).round() as i32;
        world.pointer = (stop(x, desktop.x, desktop.right()), stop(y, desktop.y, desktop.bottom()));
        world.tell_pointer();
        Ok(())
    }

    fn button(&mut self, button: MouseButton, down: bool) -> Result<(), DeskError> {
        let mut world = self.world();
        if down {
            world.press(button);
        } else {
            world.release(button);
        }
        Ok(())
    }
}

impl Keyboard for SimDesk {
    fn key(&mut self, key: KeyName, down: bool) -> Result<(), DeskError> {
        self.world().key(key, down);
        Ok(())
    }

    fn has_focus(&mut self, window: WindowId) -> Result<bool, DeskError> {
        Ok(window == GAME_WINDOW && self.world().has_focus())
    }
}

impl Clock for SimDesk {
    fn now(&self) -> Duration {
        self.world().now
    }

    fn wait(&mut self, time: Duration) {
        self.world().pass(time);
    }
}
