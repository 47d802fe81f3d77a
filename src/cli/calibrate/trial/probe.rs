//! A hand on the window that tries things: it looks, rests the pointer on a cell, clicks; everything by way of the guard.

use crate::calibration::{Calibration, Timing};
use crate::desk::guard::{Guard, Refused, Target};
use crate::desk::{Desk, WindowId};
use crate::driver::{Found, find_window};
use crate::frame::Frame;
use crate::geometry::{Lattice, Point};
use crate::gesture::{Gesture, Pace};
use crate::grid::Cell;
use crate::search::StopFlag;
use crate::vision::settle::{self, Settle, changed_share};
use std::time::Duration;

/// What is cut off at each side of a cell before it is compared: marks of its neighbours may reach over.
const RIM: f64 = 0.1;
/// The share of a cell's pixels from which on it looks otherwise.
const OTHERWISE: f64 = 0.02;
/// Pictures in a row that are alike where the board rests.
const QUIET: u32 = 2;

/// The window, and all that is needed to try something in it.
pub(super) struct Probe<D: Desk> {
    guard: Guard<D>,
    target: Target,
    lattice: Lattice,
    pace: Pace,
    timing: Timing,
    noise: u8,
}

/// Why nothing more is tried, in words.
pub(super) type Halt = String;

impl<D: Desk> Probe<D> {
    /// A hand on the window that was calibrated, or on `window`.
    pub(super) fn new(
        desk: D,
        window: Option<WindowId>,
        calibration: &Calibration,
        stop: &StopFlag,
    ) -> Result<Self, Halt> {
        let mut guard = Guard::new(desk, stop.clone());
        let windows = guard.desk().windows().map_err(|error| error.to_string())?;
        let window = match (window, find_window(&windows, &calibration.window)) {
            (Some(window), _) => window,
            (None, Found::One(found)) => found.id,
            (None, Found::None(why) | Found::Several(why)) => return Err(why),
        };
        let frame = guard.desk().capture(window).map_err(|error| error.to_string())?;
        let lattice = calibration.reader().locate(&frame.pixels).map_err(|lost| lost.to_string())?;
        let target = Target { window, rect: frame.window, picture: frame.pixels.dimensions() };
        let (pace, timing) = (calibration.input.pace(), calibration.timing.clone());
        Ok(Self { guard, target, lattice, pace, timing, noise: calibration.noise })
    }

    /// Where the board is.
    pub(super) fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// How long things take, as far as it is known.
    pub(super) fn timing(&self) -> &Timing {
        &self.timing
    }

    /// The time on the desk's clock.
    pub(super) fn now(&mut self) -> Duration {
        self.guard.desk().now()
    }

    /// For how long a change is awaited after a click.
    pub(super) fn change(&self) -> Duration {
        Duration::from_millis(self.timing.change_ms + self.timing.show_ms)
    }

    /// A picture with the pointer off the board.
    pub(super) fn look(&mut self) -> Result<Frame, Halt> {
        self.guard.park(&self.target, &self.lattice.bounds()).map_err(told)?;
        self.capture()
    }

    /// A picture with the pointer where it is.
    fn capture(&mut self) -> Result<Frame, Halt> {
        self.guard.heed_user().map_err(told)?;
        let frame = self.guard.desk().capture(self.target.window).map_err(|error| error.to_string())?;
        if frame.pixels.dimensions() != self.target.picture {
            return Err("the window changed its size".to_owned());
        }
        self.target.rect = frame.window;
        Ok(frame)
    }

    /// The picture at rest with the pointer off the board, after so much time at least.
    pub(super) fn rest(&mut self, after: Duration) -> Result<Frame, Halt> {
        self.look()?;
        self.still(after)
    }

    /// The picture at rest with the pointer where it is, after so much time at least.
    fn still(&mut self, after: Duration) -> Result<Frame, Halt> {
        self.wait(after)?;
        let mut settle = Settle::allowing(self.noise);
        let late = self.now() + Duration::from_millis(self.timing.settle_ms);
        loop {
            let frame = self.capture()?;
            settle.see(&frame.pixels, &self.lattice.bounds());
            if settle.quiet() >= QUIET || self.now() >= late {
                return Ok(frame);
            }
            self.pause()?;
        }
    }

    /// Lets the time between two looks pass.
    pub(super) fn pause(&mut self) -> Result<(), Halt> {
        self.wait(Duration::from_millis(self.timing.poll_ms))
    }

    fn wait(&mut self, time: Duration) -> Result<(), Halt> {
        self.guard.wait(time).map_err(told)
    }

    /// The picture at rest with the pointer on a cell, so far from its centre, as shares of the pitch.
    pub(super) fn hover(&mut self, cell: Cell, aside: (f64, f64), after: Duration) -> Result<Frame, Halt> {
        let centre = self.lattice.centre(cell);
        let at = Point::new(centre.x + aside.0 * self.lattice.pitch_x, centre.y + aside.1 * self.lattice.pitch_y);
        self.guard.hover(at, &self.target, &[self.lattice.cell_rect(cell)]).map_err(told)?;
        self.still(after)
    }

    /// Makes gestures on cells; keys only if the window has the keyboard, which is told.
    pub(super) fn make(&mut self, gestures: &[Gesture<Cell>]) -> Result<bool, Halt> {
        let lattice = self.lattice;
        let fence: Vec<_> = gestures.iter().flat_map(Gesture::places).map(|cell| lattice.cell_rect(cell)).collect();
        let in_pixels: Vec<_> = gestures.iter().cloned().map(|g| g.map(|cell| lattice.centre(cell))).collect();
        match self.guard.perform(&in_pixels, &self.target, &fence, self.pace) {
            Ok(_) => Ok(true),
            Err(Refused::Unfocused) => Ok(false),
            Err(refused) => Err(told(refused)),
        }
    }

    /// The cells that look otherwise in two pictures.
    pub(super) fn changed(&self, was: &Frame, is: &Frame) -> Vec<Cell> {
        let looks_otherwise = |cell: &Cell| {
            let part = self.lattice.cell_rect(*cell).inset(RIM);
            let [was, is] = [was, is].map(|frame| settle::crop(&frame.pixels, &part));
            changed_share(&was, &is, self.noise) > OTHERWISE
        };
        self.lattice.cells().filter(looks_otherwise).collect()
    }
}

fn told(refused: Refused) -> Halt {
    refused.to_string()
}
