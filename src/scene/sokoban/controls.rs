//! The buttons of the window, and the keys that do the same.

use crate::games::sokoban::Step;
use crate::geometry::Rect;
use crate::gesture::{Key, KeyName};
use crate::scene::layout::Layout;
use crate::scene::overlay::Button;

/// What a button does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Undo,
    Restart,
    Hint,
    Save,
    NextLevel,
    NewGame,
    Quit,
}

impl Action {
    pub(super) const fn label(self) -> &'static str {
        match self {
            Self::Undo => "undo",
            Self::Restart => "restart",
            Self::Hint => "hint",
            Self::Save => "save",
            Self::NextLevel => "next level",
            Self::NewGame => "new game",
            Self::Quit => "quit",
        }
    }
}

/// What a key asks for while a level is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Step(Step),
    Do(Action),
}

/// The direction of an arrow key, whatever is held with it.
pub(super) fn arrow(key: Key) -> Option<Step> {
    Some(match key.name {
        KeyName::Up => Step::Up,
        KeyName::Down => Step::Down,
        KeyName::Left => Step::Left,
        KeyName::Right => Step::Right,
        _ => return None,
    })
}

/// What a key asks for while a level is played, if anything.
pub(super) fn command(key: Key) -> Option<Command> {
    if key.ctrl || key.alt {
        let is_undo = key.ctrl && !key.alt && key.name == KeyName::Char('z');
        return is_undo.then_some(Command::Do(Action::Undo));
    }
    if let Some(step) = arrow(key) {
        return Some(Command::Step(step));
    }
    Some(match key.name {
        KeyName::Char('w') => Command::Step(Step::Up),
        KeyName::Char('s') => Command::Step(Step::Down),
        KeyName::Char('a') => Command::Step(Step::Left),
        KeyName::Char('d') => Command::Step(Step::Right),
        KeyName::Char('u') | KeyName::Backspace => Command::Do(Action::Undo),
        KeyName::Char('r') => Command::Do(Action::Restart),
        KeyName::Char('h') => Command::Do(Action::Hint),
        KeyName::Char('n') | KeyName::Enter => Command::Do(Action::NextLevel),
        _ => return None,
    })
}

/// Height of the footer with its buttons, in units.
pub(super) const FOOTER: f64 = 38.0;

/// The buttons of the footer, side by side.
pub(super) fn footer(layout: &Layout, actions: &[Action]) -> Vec<Button<Action>> {
    let footer = layout.footer;
    let (width, gap) = (layout.px(104.0), layout.px(14.0));
    let row = actions.len() as f64 * (width + gap) - gap;
    let left = footer.centre().x - row / 2.0;
    // Whole pixels: a button looks the same wherever it is.
    let place = |i: usize| {
        let x = (left + i as f64 * (width + gap)).round();
        Rect::new(x, footer.y.round(), width.round(), footer.height.round())
    };
    actions.iter().enumerate().map(|(i, &action)| Button { action, rect: place(i) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_ask_for_what_they_say() {
        let asked = |text: &str| command(text.parse().unwrap());
        for (text, step) in [("Up", Step::Up), ("s", Step::Down), ("a", Step::Left), ("Right", Step::Right)] {
            assert_eq!(asked(text), Some(Command::Step(step)), "{text}");
        }
        for text in ["u", "Ctrl+Z", "Backspace"] {
            assert_eq!(asked(text), Some(Command::Do(Action::Undo)), "{text}");
        }
        for text in ["n", "Enter"] {
            assert_eq!(asked(text), Some(Command::Do(Action::NextLevel)), "{text}");
        }
        for text in ["z", "Ctrl+W", "Alt+Up", "Ctrl+Alt+Z", "x", "F1"] {
            assert_eq!(asked(text), None, "{text}");
        }
    }
}
