//! What a simulated desk looks like and what goes wrong on it, as plain data.

use crate::geometry::Rect;
use image::{Rgb, RgbImage};
use rand::Rng;
use std::time::Duration;

/// A simulated desk at its start.
#[derive(Clone, Debug, PartialEq)]
pub struct Setup {
    /// The screen, in desktop units. A window that is not wholly on it cannot be captured.
    pub desktop: Rect,
    /// The game window's left top corner, in desktop units; negative on a screen left of the first.
    pub place: (f64, f64),
    /// Picture pixels for each desktop unit.
    pub scale: f64,
    /// Other windows that stay where they are.
    pub others: Vec<OtherWindow>,
    /// How long a capture takes.
    pub capture_time: Duration,
    /// What goes wrong.
    pub faults: Faults,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            desktop: Rect::new(-1920.0, 0.0, 3840.0, 1200.0),
            place: (200.0, 120.0),
            scale: 1.0,
            others: Vec::new(),
            capture_time: Duration::from_millis(8),
            faults: Faults::default(),
        }
    }
}

/// A window that is not the game.
#[derive(Clone, Debug, PartialEq)]
pub struct OtherWindow {
    /// Its title; the game's own makes it ambiguous.
    pub title: String,
    /// Its application.
    pub app: String,
    /// Its place on the desktop, in desktop units.
    pub rect: Rect,
    /// Whether it stands in front of the game.
    pub in_front: bool,
}

/// A window that stands in front of the game for a while.
#[derive(Clone, Debug, PartialEq)]
pub struct Cover {
    /// When it opens.
    pub from: Duration,
    /// When it closes.
    pub to: Duration,
    /// Its title.
    pub title: String,
    /// Its place on the desktop, in desktop units.
    pub rect: Rect,
}

/// What goes wrong. Times count from the opening of the desk; the default is a desk without faults.
#[derive(Clone, Debug, PartialEq)]
pub struct Faults {
    /// The game misses every n-th press.
    pub lose_press_every: Option<u32>,
    /// Every n-th press reaches the game twice.
    pub double_press_every: Option<u32>,
    /// The game misses every n-th key.
    pub lose_key_every: Option<u32>,
    /// Whether the game hears no key before its window was clicked.
    pub deaf_until_pressed: bool,
    /// When another window takes the keyboard, until the game is clicked.
    pub unfocused_at: Option<Duration>,
    /// Whether that window keeps the keyboard even then.
    pub keeps_keyboard: bool,
    /// The game misses presses held for less than this.
    pub shortest_hold: Duration,
    /// For this long after a press, captures still show the picture before it.
    pub stale_after_press: Duration,
    /// Every n-th capture has this one colour all over.
    pub uniform_every: Option<(u32, [u8; 3])>,
    /// The window moves to a place at a time, in order of time.
    pub window_moves: Vec<(Duration, (f64, f64))>,
    /// Windows that cover the game for a while.
    pub covers: Vec<Cover>,
    /// From when to when the window is minimised.
    pub minimised: Vec<(Duration, Duration)>,
    /// When the window closes.
    pub closes_at: Option<Duration>,
    /// The user moves the pointer to a place at a time, in order of time.
    pub user_moves: Vec<(Duration, (i32, i32))>,
    /// Factor for each of red, green and blue, as a night light has it.
    pub tint: [f64; 3],
    /// Exponent for brightness (1 changes nothing, more is darker).
    pub gamma: f64,
    /// Standard deviation of the noise on each channel of each pixel.
    pub noise: f64,
}

impl Default for Faults {
    fn default() -> Self {
        Self {
            lose_press_every: None,
            double_press_every: None,
            lose_key_every: None,
            deaf_until_pressed: false,
            unfocused_at: None,
            keeps_keyboard: false,
            shortest_hold: Duration::ZERO,
            stale_after_press: Duration::ZERO,
            uniform_every: None,
            window_moves: Vec::new(),
            covers: Vec::new(),
            minimised: Vec::new(),
            closes_at: None,
            user_moves: Vec::new(),
            tint: [1.0; 3],
            gamma: 1.0,
            noise: 0.0,
        }
    }
}

impl Faults {
    /// Where the window stands at `now`, if it was moved.
    pub(super) fn moved_to(&self, now: Duration) -> Option<(f64, f64)> {
        self.window_moves.iter().rev().find(|(at, _)| *at <= now).map(|(_, place)| *place)
    }

    pub(super) fn is_minimised(&self, now: Duration) -> bool {
        self.minimised.iter().any(|(from, to)| (*from..*to).contains(&now))
    }

    pub(super) fn is_closed(&self, now: Duration) -> bool {
        self.closes_at.is_some_and(|at| at <= now)
    }

    /// Changes colours and adds noise, as the screen and the capture do.
    pub(super) fn distort(&self, picture: &mut RgbImage, rng: &mut impl Rng) {
        if self.tint != [1.0; 3] || self.gamma != 1.0 {
            let tables: [[u8; 256]; 3] = std::array::from_fn(|channel| {
                std::array::from_fn(|value| {
                    let bent = (value as f64 / 255.0).powf(self.gamma) * self.tint[channel];
                    (bent * 255.0).round().clamp(0.0, 255.0) as u8
                })
            });
            for pixel in picture.pixels_mut() {
                pixel.0 = std::array::from_fn(|channel| tables[channel][usize::from(pixel.0[channel])]);
            }
        }
        if self.noise > 0.0 {
            let mut random = vec![0u8; picture.as_raw().len() * 4];
            rng.fill_bytes(&mut random);
            // The sum of four bytes is nearly normal; its mean is 510, its standard deviation 256·√(4/12).
            let unit = self.noise / (256.0 * (4.0f64 / 12.0).sqrt());
            let draws = random.as_chunks::<4>().0;
            for (value, draw) in picture.iter_mut().zip(draws) {
                let sum: u32 = draw.iter().map(|&byte| u32::from(byte)).sum();
                *value = (f64::from(*value) + (f64::from(sum) - 510.0) * unit).round().clamp(0.0, 255.0) as u8;
            }
        }
    }
}

/// Blackens the part of a picture that lies under `cover` (both in desktop units, as the `window` is).
pub(super) fn blacken(picture: &mut RgbImage, window: &Rect, cover: &Rect) {
    let Some(hidden) = window.intersection(cover) else { return };
    let (sx, sy) = (f64::from(picture.width()) / window.width, f64::from(picture.height()) / window.height);
    let span = |start: f64, end: f64, scale: f64, limit: u32| {
        ((start * scale).floor().max(0.0) as u32)..((end * scale).ceil() as u32).min(limit)
    };
    for y in span(hidden.y - window.y, hidden.bottom() - window.y, sy, picture.height()) {
        for x in span(hidden.x - window.x, hidden.right() - window.x, sx, picture.width()) {
            picture.put_pixel(x, y, Rgb([0; 3]));
        }
    }
}
