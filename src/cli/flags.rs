//! Values of flags that several commands share.

use crate::geometry::Rect;
use std::str::FromStr;
use std::time::Duration;

/// Seconds, whole or with a fraction, not negative.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let expected = || format!("expected seconds, such as 10 or 0.5, found {text:?}");
    let value: f64 = text.parse().map_err(|_| expected())?;
    Duration::try_from_secs_f64(value).map_err(|_| expected())
}

/// A time as people write it: `30m`, `1h30m`, `90s`, or seconds alone; more than none.
pub(super) fn lasting(text: &str) -> Result<Duration, String> {
    let expected = || format!("expected a time, such as 30m, 90s or 1h30m, found {text:?}");
    let mut total = 0.0;
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(rest.len());
        let number: f64 = rest[..digits].parse().map_err(|_| expected())?;
        let unit = rest[digits..].chars().next();
        let seconds = match unit {
            None | Some('s') => 1.0,
            Some('m') => 60.0,
            Some('h') => 3600.0,
            Some(_) => return Err(expected()),
        };
        total += number * seconds;
        rest = &rest[digits + unit.map_or(0, char::len_utf8)..];
    }
    let total = Duration::try_from_secs_f64(total).map_err(|_| expected())?;
    if total.is_zero() { Err(expected()) } else { Ok(total) }
}

/// Moves a second, one number or the ends of a span such as `1.5..3`, as the longest and the shortest time of a move.
pub(super) fn pace(text: &str) -> Result<(Duration, Duration), String> {
    let expected = || format!("expected moves a second, such as 2, or a span such as 1.5..3, found {text:?}");
    let time_of = |rate: &str| {
        let rate: f64 = rate.trim().parse().map_err(|_| expected())?;
        // Between a move an hour and a thousand a second.
        if (1.0 / 3600.0..=1000.0).contains(&rate) {
            Ok(Duration::from_secs_f64(1.0 / rate))
        } else {
            Err(format!("{rate} moves a second cannot be kept: give from one an hour (0.0003) to 1000"))
        }
    };
    let (slow, fast) = text.split_once("..").unwrap_or((text, text));
    let (longest, shortest) = (time_of(slow)?, time_of(fast)?);
    if shortest > longest {
        return Err(format!("the span {text} begins with its larger number: write {fast}..{slow}"));
    }
    Ok((longest, shortest))
}

/// A rectangle from `X,Y,W,H`.
pub(super) fn rect(text: &str) -> Result<Rect, String> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(|part| part.trim().parse::<f64>()).collect();
    match numbers.as_deref() {
        Ok([x, y, w, h]) if *w > 0.0 && *h > 0.0 && [x, y, w, h].iter().all(|n| n.is_finite()) => {
            Ok(Rect::new(*x, *y, *w, *h))
        }
        _ => Err(format!("expected X,Y,W,H in pixels, such as 16,40,480,320, found {text:?}")),
    }
}

/// A rectangle of the desktop from `X,Y,W,H`, all of them whole.
pub(super) fn screen(text: &str) -> Result<Rect, String> {
    let found = rect(text)?;
    let whole = [found.x, found.y, found.width, found.height].iter().all(|n| n.fract() == 0.0);
    if whole {
        Ok(found)
    } else {
        Err(format!("expected whole numbers X,Y,W,H, such as 16,40,480,320, found {text:?}"))
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_people_write_them() {
        for (text, seconds) in [("30m", 1800.0), ("90s", 90.0), ("1h30m", 5400.0), ("45", 45.0), ("0.5h", 1800.0)] {
            assert_eq!(lasting(text), Ok(Duration::from_secs_f64(seconds)), "{text}");
        }
        for text in ["", "m", "30x", "-5m", "0s", "1e9h", "3 m"] {
            assert!(lasting(text).is_err_and(|why| why.contains("30m")), "{text}");
        }
    }

    #[test]
    fn a_pace_is_one_rate_or_a_span_of_rates() {
        let ms = Duration::from_millis;
        assert_eq!(pace("2"), Ok((ms(500), ms(500))));
        assert_eq!(pace("1..4"), Ok((ms(1000), ms(250))));
        for (text, words) in [("3..1.5", "1.5..3"), ("0", "cannot be kept"), ("-1", "cannot"), ("fast", "1.5..3")] {
            assert!(pace(text).is_err_and(|why| why.contains(words)), "{text}");
        }
    }

    #[test]
    fn a_region_of_the_desktop_is_whole() {
        assert_eq!(screen("-10,20,300,200"), Ok(Rect::new(-10.0, 20.0, 300.0, 200.0)));
        for text in ["1,2,3", "1,2,0,4", "1.5,2,3,4", "a,b,c,d"] {
            assert!(screen(text).is_err(), "{text}");
        }
    }
}
