//! How the program ends: every exit status, in one place.

use std::fmt::Display;
use std::process::ExitCode;

/// Exit status of a command, from good to bad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Done.
    Done = 0,
    /// No full result.
    NotFull = 1,
    /// Bad input or usage.
    BadInput = 2,
    /// The outside world failed: no such window, capture or input refused.
    World = 3,
    /// Interrupted.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// A command that ends early, with what is said of it on standard error.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The exit status.
    pub(crate) exit: Exit,
    /// What happened and what to do.
    pub(crate) message: String,
}

impl Failure {
    /// Input or usage that is wrong.
    #[must_use]
    pub(crate) fn bad_input(message: impl Display) -> Self {
        Self { exit: Exit::BadInput, message: message.to_string() }
    }

    /// The outside world failed.
    #[must_use]
    pub(crate) fn world(message: impl Display) -> Self {
        Self { exit: Exit::World, message: message.to_string() }
    }

    /// Something was done, but not all that was asked for.
    #[must_use]
    pub(crate) fn not_full(message: impl Display) -> Self {
        Self { exit: Exit::NotFull, message: message.to_string() }
    }

    /// Whoever read the output went away, as `head` does when it has seen enough: no error, and nothing left to do.
    pub(crate) fn nobody_listens() -> Self {
        Self { exit: Exit::Done, message: String::new() }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Self::nobody_listens(),
            _ => Self::world(format!("the output cannot be written: {error}")),
        }
    }
}

impl From<miette::Report> for Failure {
    /// A diagnosis of an input, with the lines that it is about.
    fn from(report: miette::Report) -> Self {
        Self::bad_input(format!("{report:?}"))
    }
}

impl From<crate::store::StoreError> for Failure {
    fn from(error: crate::store::StoreError) -> Self {
        Self::bad_input(error)
    }
}

impl From<crate::store::calibrations::LoadError> for Failure {
    fn from(error: crate::store::calibrations::LoadError) -> Self {
        Self::bad_input(error)
    }
}

impl From<crate::store::recordings::ReadError> for Failure {
    fn from(error: crate::store::recordings::ReadError) -> Self {
        Self::bad_input(error)
    }
}

impl From<crate::desk::DeskError> for Failure {
    fn from(error: crate::desk::DeskError) -> Self {
        Self::world(error)
    }
}
