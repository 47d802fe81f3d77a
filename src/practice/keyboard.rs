//! The window library's keys as the program's own.

use crate::gesture::{Key, KeyName};
use winit::keyboard::{Key as Pressed, ModifiersState, NamedKey};

/// The key that went down while `held` were held, if it is one that a game can know.
pub(super) fn key_of(pressed: &Pressed, held: ModifiersState) -> Option<Key> {
    let name = match pressed {
        Pressed::Named(named) => name_of(*named)?,
        Pressed::Character(text) => {
            let mut characters = text.chars();
            let only = characters.next().filter(|_| characters.next().is_none())?;
            match only {
                ' ' => KeyName::Space,
                c if c.is_ascii_graphic() => KeyName::Char(c.to_ascii_lowercase()),
                _ => return None,
            }
        }
        _ => return None,
    };
    // A sign such as + may itself need Shift; only letters and named keys tell whether it is held.
    let sign = matches!(name, KeyName::Char(c) if !c.is_ascii_lowercase());
    Some(Key { name, ctrl: held.control_key(), shift: held.shift_key() && !sign, alt: held.alt_key() })
}

fn name_of(named: NamedKey) -> Option<KeyName> {
    Some(match named {
        NamedKey::ArrowUp => KeyName::Up,
        NamedKey::ArrowDown => KeyName::Down,
        NamedKey::ArrowLeft => KeyName::Left,
        NamedKey::ArrowRight => KeyName::Right,
        NamedKey::Enter => KeyName::Enter,
        NamedKey::Escape => KeyName::Escape,
        NamedKey::Space => KeyName::Space,
        NamedKey::Backspace => KeyName::Backspace,
        NamedKey::Delete => KeyName::Delete,
        NamedKey::Tab => KeyName::Tab,
        NamedKey::Home => KeyName::Home,
        NamedKey::End => KeyName::End,
        NamedKey::PageUp => KeyName::PageUp,
        NamedKey::PageDown => KeyName::PageDown,
        NamedKey::F1 => KeyName::F(1),
        NamedKey::F2 => KeyName::F(2),
        NamedKey::F3 => KeyName::F(3),
        NamedKey::F4 => KeyName::F(4),
        NamedKey::F5 => KeyName::F(5),
        NamedKey::F6 => KeyName::F(6),
        NamedKey::F7 => KeyName::F(7),
        NamedKey::F8 => KeyName::F(8),
        NamedKey::F9 => KeyName::F(9),
        NamedKey::F10 => KeyName::F(10),
        NamedKey::F11 => KeyName::F(11),
        NamedKey::F12 => KeyName::F(12),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(pressed: &Pressed, held: ModifiersState) -> String {
        key_of(pressed, held).map_or_else(|| "none".to_owned(), |key| key.to_string())
    }

    #[test]
    fn keys_carry_the_modifiers_that_are_held() {
        let (none, ctrl, shift) = (ModifiersState::empty(), ModifiersState::CONTROL, ModifiersState::SHIFT);
        let letter = |text: &str| Pressed::Character(text.into());
        for (pressed, held, expected) in [
            (Pressed::Named(NamedKey::ArrowLeft), none, "Left"),
            (Pressed::Named(NamedKey::ArrowLeft), shift, "Shift+Left"),
            (letter("w"), none, "w"),
            (letter("z"), ctrl, "Ctrl+Z"),
            (letter("Z"), ctrl | shift, "Ctrl+Shift+Z"),
            // Caps Lock types a capital without Shift.
            (letter("W"), none, "w"),
            (letter("+"), shift, "+"),
            (letter(" "), none, "Space"),
            (Pressed::Named(NamedKey::F5), ModifiersState::ALT, "Alt+F5"),
            (Pressed::Named(NamedKey::Shift), shift, "none"),
            (letter("é"), none, "none"),
            (letter("ab"), none, "none"),
        ] {
            assert_eq!(told(&pressed, held), expected, "{pressed:?} with {held:?}");
        }
    }

    #[test]
    fn every_key_that_has_a_name_is_told() {
        for (named, name) in [
            (NamedKey::ArrowUp, "Up"),
            (NamedKey::ArrowDown, "Down"),
            (NamedKey::ArrowRight, "Right"),
            (NamedKey::Enter, "Enter"),
            (NamedKey::Escape, "Escape"),
            (NamedKey::Space, "Space"),
            (NamedKey::Backspace, "Backspace"),
            (NamedKey::Delete, "Delete"),
            (NamedKey::Tab, "Tab"),
            (NamedKey::Home, "Home"),
            (NamedKey::End, "End"),
            (NamedKey::PageUp, "PageUp"),
            (NamedKey::PageDown, "PageDown"),
            (NamedKey::F1, "F1"),
            (NamedKey::F12, "F12"),
        ] {
            assert_eq!(told(&Pressed::Named(named), ModifiersState::empty()), name);
        }
    }
}
