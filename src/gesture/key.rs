//! Keys of the keyboard and how they are written: `Up`, `w`, `F5`, `Ctrl+N`.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A key without modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum KeyName {
    /// The arrow up.
    Up,
    /// The arrow down.
    Down,
    /// The arrow to the left.
    Left,
    /// The arrow to the right.
    Right,
    /// Return.
    Enter,
    /// Escape.
    Escape,
    /// The space bar.
    Space,
    /// The key that deletes backward.
    Backspace,
    /// The key that deletes forward.
    Delete,
    /// The tabulator.
    Tab,
    /// To the beginning.
    Home,
    /// To the end.
    End,
    /// A page up.
    PageUp,
    /// A page down.
    PageDown,
    /// A function key, from 1 to 12.
    F(u8),
    /// A letter (in lower case), digit or other printable ASCII character.
    Char(char),
    /// The modifier of that name.
    Ctrl,
    /// The modifier of that name.
    Shift,
    /// The modifier of that name.
    Alt,
}

/// The keys that have a name of their own.
const NAMED: [(&str, KeyName); 17] = [
    ("Up", KeyName::Up),
    ("Down", KeyName::Down),
    ("Left", KeyName::Left),
    ("Right", KeyName::Right),
    ("Enter", KeyName::Enter),
    ("Escape", KeyName::Escape),
    ("Space", KeyName::Space),
    ("Backspace", KeyName::Backspace),
    ("Delete", KeyName::Delete),
    ("Tab", KeyName::Tab),
    ("Home", KeyName::Home),
    ("End", KeyName::End),
    ("PageUp", KeyName::PageUp),
    ("PageDown", KeyName::PageDown),
    ("Ctrl", KeyName::Ctrl),
    ("Shift", KeyName::Shift),
    ("Alt", KeyName::Alt),
];

/// A key with the modifiers that are held while it is pressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Key {
    /// The key itself.
    pub name: KeyName,
    /// Whether Ctrl is held.
    pub ctrl: bool,
    /// Whether Shift is held.
    pub shift: bool,
    /// Whether Alt is held.
    pub alt: bool,
}

impl Key {
    /// A key without modifiers.
    #[must_use]
    pub const fn plain(name: KeyName) -> Self {
        Self { name, ctrl: false, shift: false, alt: false }
    }

    /// The modifiers that are held, in the order in which they go down.
    pub fn modifiers(&self) -> impl Iterator<Item = KeyName> + use<> {
        let all = [(self.ctrl, KeyName::Ctrl), (self.shift, KeyName::Shift), (self.alt, KeyName::Alt)];
        all.into_iter().filter(|(held, _)| *held).map(|(_, name)| name)
    }
}

/// A text that names no key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{0:?} is no key: expected a character such as w, a name such as Up, Enter or F5, or one of those behind modifiers, \
     such as Ctrl+N"
)]
pub struct BadKey(pub String);

impl FromStr for KeyName {
    type Err = BadKey;
    fn from_str(text: &str) -> Result<Self, BadKey> {
        let bad = || BadKey(text.to_owned());
        if let Some((_, name)) = NAMED.iter().find(|(known, _)| known.eq_ignore_ascii_case(text)) {
            return Ok(*name);
        }
        let number = text.strip_prefix(['F', 'f']).and_then(|n| n.parse::<u8>().ok());
        if let Some(number) = number {
            return if (1..=12).contains(&number) { Ok(Self::F(number)) } else { Err(bad()) };
        }
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (Some(c), None) if c.is_ascii_graphic() => Ok(Self::Char(c.to_ascii_lowercase())),
            _ => Err(bad()),
        }
    }
}

impl fmt::Display for KeyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::F(number) => write!(f, "F{number}"),
            Self::Char(c) => write!(f, "{c}"),
            other => f.write_str(NAMED.iter().find(|(_, name)| name == other).map_or("", |(text, _)| text)),
        }
    }
}

impl FromStr for Key {
    type Err = BadKey;
    fn from_str(text: &str) -> Result<Self, BadKey> {
        let mut key = Self::plain(KeyName::Space);
        let mut rest = text.trim();
        // The plus sign is a key of its own where nothing follows it.
        while let Some((modifier, after)) =
            rest.split_once('+').filter(|(before, after)| !before.is_empty() && !after.is_empty())
        {
            match modifier.trim().parse() {
                Ok(KeyName::Ctrl) => key.ctrl = true,
                Ok(KeyName::Shift) => key.shift = true,
                Ok(KeyName::Alt) => key.alt = true,
                _ => return Err(BadKey(text.to_owned())),
            }
            rest = after.trim();
        }
        key.name = rest.parse().map_err(|_| BadKey(text.to_owned()))?;
        let is_modifier = matches!(key.name, KeyName::Ctrl | KeyName::Shift | KeyName::Alt);
        if is_modifier { Err(BadKey(text.to_owned())) } else { Ok(key) }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for modifier in self.modifiers() {
            write!(f, "{modifier}+")?;
        }
        match self.name {
            // As it stands on the key where a modifier is held.
            KeyName::Char(c) if self.ctrl || self.shift || self.alt => write!(f, "{}", c.to_ascii_uppercase()),
            name => write!(f, "{name}"),
        }
    }
}

impl TryFrom<String> for Key {
    type Error = BadKey;
    fn try_from(text: String) -> Result<Self, BadKey> {
        text.parse()
    }
}

impl From<Key> for String {
    fn from(key: Key) -> Self {
        key.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_written_as_they_are_read() {
        for text in ["Up", "w", "F5", "Ctrl+N", "Ctrl+Shift+Z", "Space", "+", "Ctrl++", "1"] {
            assert_eq!(text.parse::<Key>().unwrap().to_string(), text);
        }
        assert_eq!("ctrl + n".parse::<Key>().unwrap().to_string(), "Ctrl+N");
        for text in ["", "Upp", "F13", "Hyper+N", "Ctrl", "Ctrl+Shift", "é"] {
            let refused = text.parse::<Key>().unwrap_err().to_string();
            assert!(refused.contains("is no key") && refused.contains("Ctrl+N"), "{refused}");
        }
    }
}
