//! The outside world: a screen to look at, a pointer to move, a keyboard to type on, a clock to wait by.

pub mod dry;
pub mod guard;
#[cfg(feature = "live")]
pub mod live;
pub mod region;
pub mod sim;

use crate::frame::Frame;
use crate::geometry::Rect;
use crate::gesture::{KeyName, MouseButton};
use image::RgbImage;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// Names a window for as long as it is open.
pub type WindowId = u64;

/// What the system says of a window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WindowInfo {
    /// Its name for the system.
    pub id: WindowId,
    /// Its title; some programs have none.
    pub title: String,
    /// The application's name (on X11 the class).
    pub app: String,
    /// Its process, 0 where the system does not say.
    pub pid: u32,
    /// The captured part of it on the desktop, in desktop units.
    pub rect: Rect,
    /// Whether it is minimised.
    pub minimised: bool,
}

/// Looks at windows.
pub trait Screen {
    /// All windows that a person could see, the front one first, those of this very process left out.
    ///
    /// # Errors
    /// What the system refused and what to do about it.
    fn windows(&mut self) -> Result<Vec<WindowInfo>, DeskError>;

    /// A picture of a window.
    ///
    /// # Errors
    /// [`DeskError::WindowGone`] where the window was closed, minimised or cannot be captured.
    fn capture(&mut self, window: WindowId) -> Result<Frame, DeskError>;

    /// The screens that make up the desktop, in desktop units; empty where the system does not say.
    ///
    /// # Errors
    /// What the system refused.
    fn monitors(&mut self) -> Result<Vec<Rect>, DeskError> {
        Ok(Vec::new())
    }

    /// A picture of one whole screen, `index` as in [`Screen::monitors`]: what a person sees there.
    ///
    /// # Errors
    /// [`DeskError::NoScreen`], always where a desk has windows alone.
    fn capture_monitor(&mut self, index: usize) -> Result<RgbImage, DeskError> {
        Err(DeskError::NoScreen(format!("this desk has no picture of screen {index}")))
    }

    /// The `part` of a screen's picture; it and the screen's extent are in desktop units.
    ///
    /// # Errors
    /// As [`Screen::capture_monitor`], and [`DeskError::NoScreen`] where the picture does not hold the part.
    fn capture_part(&mut self, index: usize, monitor: &Rect, part: &Rect) -> Result<RgbImage, DeskError> {
        region::cut(&self.capture_monitor(index)?, monitor, part)
    }
}

/// Moves the pointer and presses its buttons. Places are desktop units.
pub trait Pointer {
    /// Where the pointer is.
    ///
    /// # Errors
    /// What the system refused.
    fn location(&mut self) -> Result<(i32, i32), DeskError>;

    /// Moves the pointer.
    ///
    /// # Errors
    /// What the system refused.
    fn move_to(&mut self, x: i32, y: i32) -> Result<(), DeskError>;

    /// Presses (`down`) or releases a button.
    ///
    /// # Errors
    /// What the system refused.
    fn button(&mut self, button: MouseButton, down: bool) -> Result<(), DeskError>;
}

/// Presses keys. They go to the window that has the keyboard, whichever that is.
pub trait Keyboard {
    /// Presses (`down`) or releases a key.
    ///
    /// # Errors
    /// What the system refused.
    fn key(&mut self, key: KeyName, down: bool) -> Result<(), DeskError>;

    /// Whether keys go to this window now.
    ///
    /// # Errors
    /// What the system refused, also where it does not say.
    fn has_focus(&mut self, window: WindowId) -> Result<bool, DeskError>;
}

/// Tells the time and waits.
pub trait Clock {
    /// Time since the desk was opened.
    fn now(&self) -> Duration;

    /// Lets time pass.
    fn wait(&mut self, time: Duration);
}

/// All ports together.
pub trait Desk: Screen + Pointer + Keyboard + Clock {}
impl<T: Screen + Pointer + Keyboard + Clock> Desk for T {}

/// What the outside world refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DeskError {
    /// The window is not there to be looked at.
    #[error("the window cannot be captured: {0}")]
    WindowGone(String),
    /// The screen cannot be read at all.
    #[error("the screen cannot be read: {0}")]
    NoScreen(String),
    /// Input by mouse or keyboard is refused.
    #[error("input is refused: {0}")]
    NoInput(String),
}
