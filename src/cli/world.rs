//! The desk that commands use: the real one, or, in a build without screen and mouse, none with a clear word about it.

use super::exit::Failure;

#[cfg(feature = "live")]
pub(super) use crate::desk::live::LiveDesk as RealDesk;
#[cfg(not(feature = "live"))]
pub(super) use none::NoDesk as RealDesk;

/// Connects to screen, mouse and keyboard.
///
/// # Errors
/// What is missing and what to do about it, with exit status 3.
pub(super) fn open_desk() -> Result<RealDesk, Failure> {
    #[cfg(feature = "live")]
    return Ok(RealDesk::open()?);
    #[cfg(not(feature = "live"))]
    Err(Failure::world(
        "this tilepilot was built without screen and mouse (feature `live`); build it with `cargo build --release`",
    ))
}

#[cfg(not(feature = "live"))]
mod none {
    use crate::desk::{Clock, DeskError, Keyboard, Pointer, Screen, WindowId, WindowInfo};
    use crate::frame::Frame;
    use crate::gesture::{KeyName, MouseButton};
    use std::time::Duration;

    /// A desk that cannot be had: there are no values of this type.
    pub(in crate::cli) enum NoDesk {}

    impl Screen for NoDesk {
        fn windows(&mut self) -> Result<Vec<WindowInfo>, DeskError> {
            match *self {}
        }

        fn capture(&mut self, _window: WindowId) -> Result<Frame, DeskError> {
            match *self {}
        }
    }

    impl Pointer for NoDesk {
        fn location(&mut self) -> Result<(i32, i32), DeskError> {
            match *self {}
        }

        fn move_to(&mut self, _x: i32, _y: i32) -> Result<(), DeskError> {
            match *self {}
        }

        fn button(&mut self, _button: MouseButton, _down: bool) -> Result<(), DeskError> {
            match *self {}
        }
    }

    impl Keyboard for NoDesk {
        fn key(&mut self, _key: KeyName, _down: bool) -> Result<(), DeskError> {
            match *self {}
        }

        fn has_focus(&mut self, _window: WindowId) -> Result<bool, DeskError> {
            match *self {}
        }
    }

    impl Clock for NoDesk {
        fn now(&self) -> Duration {
            match *self {}
        }

        fn wait(&mut self, _time: Duration) {
            match *self {}
        }
    }
}
