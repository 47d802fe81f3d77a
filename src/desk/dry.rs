//! A dry run: looks and waits for real, never moves the pointer, never presses a button or a key.

use super::{Clock, DeskError, Keyboard, Pointer, Screen, WindowId, WindowInfo};
use crate::frame::Frame;
use crate::geometry::Rect;
use crate::gesture::{KeyName, MouseButton};
use image::RgbImage;
use std::time::Duration;

/// What would have been sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unsent {
    /// Moves of the pointer.
    pub moves: u64,
    /// Presses of a button.
    pub presses: u64,
    /// Releases of a button.
    pub releases: u64,
    /// Presses of a key.
    pub keys: u64,
}

/// Wraps a desk so that nothing reaches its pointer. The pointer's place is a pretended one: where it would be now.
#[derive(Debug)]
pub struct DryRun<D> {
    desk: D,
    pretended: Option<(i32, i32)>,
    unsent: Unsent,
}

impl<D> DryRun<D> {
    /// Wraps `desk`.
    pub fn new(desk: D) -> Self {
        Self { desk, pretended: None, unsent: Unsent::default() }
    }

    /// What would have been sent so far.
    pub fn unsent(&self) -> Unsent {
        self.unsent
    }
}

impl<D: Screen> Screen for DryRun<D> {
    fn windows(&mut self) -> Result<Vec<WindowInfo>, DeskError> {
        self.desk.windows()
    }

    fn capture(&mut self, window: WindowId) -> Result<Frame, DeskError> {
        self.desk.capture(window)
    }

    fn monitors(&mut self) -> Result<Vec<Rect>, DeskError> {
        self.desk.monitors()
    }

    fn capture_monitor(&mut self, index: usize) -> Result<RgbImage, DeskError> {
        self.desk.capture_monitor(index)
    }
}

impl<D: Pointer> Pointer for DryRun<D> {
    fn location(&mut self) -> Result<(i32, i32), DeskError> {
        match self.pretended {
            Some(place) => Ok(place),
            None => self.desk.location(),
        }
    }

    fn move_to(&mut self, x: i32, y: i32) -> Result<(), DeskError> {
        self.unsent.moves += 1;
        self.pretended = Some((x, y));
        Ok(())
    }

    fn button(&mut self, _button: MouseButton, down: bool) -> Result<(), DeskError> {
        let counter = if down { &mut self.unsent.presses } else { &mut self.unsent.releases };
        *counter += 1;
        Ok(())
    }
}

impl<D> Keyboard for DryRun<D> {
    fn key(&mut self, _key: KeyName, down: bool) -> Result<(), DeskError> {
        self.unsent.keys += u64::from(down);
        Ok(())
    }

    /// Nothing is typed, so no window has to have the keyboard.
    fn has_focus(&mut self, _window: WindowId) -> Result<bool, DeskError> {
        Ok(true)
    }
}

impl<D: Clock> Clock for DryRun<D> {
    fn now(&self) -> Duration {
        self.desk.now()
    }

    fn wait(&mut self, time: Duration) {
        self.desk.wait(time);
    }
}
