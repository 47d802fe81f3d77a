//! Values of flags that several commands share.

use std::str::FromStr;
use std::time::Duration;

/// Seconds, whole or with a fraction, not negative.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let expected = || format!("expected seconds, such as 10 or 0.5, found {text:?}");
    let value: f64 = text.parse().map_err(|_| expected())?;
    Duration::try_from_secs_f64(value).map_err(|_| expected())
}

/// A count of at least 1.
pub(super) fn at_least_one(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) | Err(_) => Err(format!("expected a whole number of at least 1, found {text:?}")),
        Ok(count) => Ok(count),
    }
}

/// A whole number, which cannot be negative where `N` has no sign.
pub(super) fn whole<N: FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| match text.parse::<i128>() {
        Ok(_) => format!("{text} is out of range"),
        Err(_) => format!("expected a whole number, found {text:?}"),
    })
}

/// The threads to use: as many as asked for, else one for each core.
pub(super) fn threads(asked: Option<usize>) -> usize {
    asked.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)).max(1)
}
