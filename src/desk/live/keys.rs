//! Keys as enigo knows them, and which of them are down.

use crate::gesture::KeyName;
use enigo::{Direction, Enigo, InputResult, Key, Keyboard};
use std::sync::{Mutex, PoisonError};

/// The keys that this process holds down. Process-wide, as the buttons are.
static HELD: Mutex<Vec<KeyName>> = Mutex::new(Vec::new());

/// The keys that are down, which count as released from now on.
pub(super) fn take_held() -> Vec<KeyName> {
    // A signal may come while the list is being changed: then the desk's own end releases the keys.
    match HELD.try_lock() {
        Ok(mut held) => std::mem::take(&mut *held),
        Err(_) => Vec::new(),
    }
}

/// Presses or releases a key, and notes it.
pub(super) fn press(enigo: &mut Enigo, key: KeyName, down: bool) -> InputResult<()> {
    let mut held = HELD.lock().unwrap_or_else(PoisonError::into_inner);
    if down {
        held.push(key);
        drop(held);
        return send(enigo, key, Direction::Press);
    }
    held.retain(|other| *other != key);
    drop(held);
    send(enigo, key, Direction::Release)
}

/// Sends a key as it is.
pub(super) fn send(enigo: &mut Enigo, key: KeyName, direction: Direction) -> InputResult<()> {
    enigo.key(name_of(key), direction)
}

fn name_of(key: KeyName) -> Key {
    match key {
        KeyName::Up => Key::UpArrow,
        KeyName::Down => Key::DownArrow,
        KeyName::Left => Key::LeftArrow,
        KeyName::Right => Key::RightArrow,
        KeyName::Enter => Key::Return,
        KeyName::Escape => Key::Escape,
        KeyName::Space => Key::Space,
        KeyName::Backspace => Key::Backspace,
        KeyName::Delete => Key::Delete,
        KeyName::Tab => Key::Tab,
        KeyName::Home => Key::Home,
        KeyName::End => Key::End,
        KeyName::PageUp => Key::PageUp,
        KeyName::PageDown => Key::PageDown,
        KeyName::F(number) => {
            let all = [
                Key::F1,
                Key::F2,
                Key::F3,
                Key::F4,
                Key::F5,
                Key::F6,
                Key::F7,
                Key::F8,
                Key::F9,
                Key::F10,
                Key::F11,
                Key::F12,
            ];
            all[usize::from(number.clamp(1, 12)) - 1]
        }
        KeyName::Char(c) => Key::Unicode(c),
        KeyName::Ctrl => Key::Control,
        KeyName::Shift => Key::Shift,
        KeyName::Alt => Key::Alt,
    }
}
