//! The `[input]` section: how moves are given to the program.

use super::parse::MOST_MS;
use super::problems::Gathered;
use super::section::Section;
use super::{FailedSecond, Input, Reset};
use crate::geometry::Point;
use crate::gesture::{Manner, MouseButton, PushBy, StepKeys, WalkBy};

/// Words of a key with what each stands for, the default first.
type Words<T, const N: usize> = [(&'static str, T); N];

pub(super) const FAILED_SECOND: Words<FailedSecond, 3> = [
    ("clear", FailedSecond::Clear),
    ("keep-first", FailedSecond::KeepFirst),
    ("keep-second", FailedSecond::KeepSecond),
];
pub(super) const WALK: Words<WalkBy, 3> =
    [("keys", WalkBy::Keys), ("click", WalkBy::Click), ("walk-to", WalkBy::WalkTo)];
pub(super) const PUSH: Words<PushBy, 3> = [("keys", PushBy::Keys), ("click", PushBy::Click), ("drag", PushBy::Drag)];
pub(super) const DRAG_BUTTON: Words<MouseButton, 3> =
    [("left", MouseButton::Left), ("middle", MouseButton::Middle), ("right", MouseButton::Right)];

/// The word of a value.
pub(super) fn word_of<T: PartialEq + Copy, const N: usize>(words: &Words<T, N>, value: T) -> &'static str {
    words.iter().find(|(_, known)| *known == value).map_or("", |(word, _)| word)
}

pub(super) fn input(mut section: Section<'_>, p: &mut Gathered<'_>) -> Input {
    let usual = Input::default();
    let clicks = section.whole(p, "clicks", 255).unwrap_or(u64::from(usual.clicks));
    if !(1..=2).contains(&clicks) {
        p.add(section.span_of("clicks"), "a move takes one click or two", None);
    }
    let select_first = section.flag(p, "select_first").unwrap_or(usual.select_first);
    let failed_second = section.word(p, "failed_second", &FAILED_SECOND);
    let reset = reset(&mut section, p);
    let mut ms = |key, usual| section.whole(p, key, MOST_MS).unwrap_or(usual);
    let (settle_ms, hold_ms) = (ms("settle_ms", usual.settle_ms), ms("hold_ms", usual.hold_ms));
    let (gap_ms, leave_ms) = (ms("gap_ms", usual.gap_ms), ms("leave_ms", usual.leave_ms));
    let walk = section.word(p, "walk", &WALK);
    let push = section.word(p, "push", &PUSH);
    let drag_button = section.word(p, "drag_button", &DRAG_BUTTON);
    let keys = section.table(p, "keys").map(|keys| step_keys(keys, p)).unwrap_or_default();
    let focus = section.numbers(p, "focus", 2).map(|at| Point::new(at[0], at[1]));
    section.close(p);
    let manner = Manner { walk, push, drag_button, keys };
    let clicks = clicks as u8;
    Input { clicks, select_first, failed_second, reset, settle_ms, hold_ms, gap_ms, leave_ms, manner, focus }
}

fn reset(section: &mut Section<'_>, p: &mut Gathered<'_>) -> Option<Reset> {
    let text = section.text(p, "reset")?;
    match text.as_str() {
        "click-again" => Some(Reset::ClickAgain),
        "right-click" => Some(Reset::RightClick),
        key => match key.parse() {
            Ok(key) => Some(Reset::Key(key)),
            Err(_) => {
                let help = "expected click-again, right-click, or a key such as Escape".to_owned();
                p.add(
                    section.span_of("reset"),
                    format!("no way to take a selection back is called {key:?}"),
                    Some(help),
                );
                None
            }
        },
    }
}

fn step_keys(mut section: Section<'_>, p: &mut Gathered<'_>) -> StepKeys {
    let usual = StepKeys::default();
    let mut key = |name, usual| section.key(p, name).unwrap_or(usual);
    let keys = StepKeys {
        up: key("up", usual.up),
        down: key("down", usual.down),
        left: key("left", usual.left),
        right: key("right", usual.right),
    };
    section.close(p);
    keys
}
