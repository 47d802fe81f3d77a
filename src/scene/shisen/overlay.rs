//! The buttons below the board, and the screens at its end.

use super::Verdict;
use crate::geometry::{Point, Rect};
use crate::scene::layout::Layout;
use crate::scene::overlay::{self, Button, Line};
use image::RgbImage;

/// What a button does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    Shuffle,
    Hint,
    NextBoard,
    NewGame,
    Quit,
}

impl Action {
    pub(super) const fn label(self) -> &'static str {
        match self {
            Self::Shuffle => "Shuffle",
            Self::Hint => "Hint",
            Self::NextBoard => "Next board",
            Self::NewGame => "New game",
            Self::Quit => "Quit",
        }
    }
}

/// Height of the footer, in units.
pub(super) const FOOTER: f64 = 38.0;
const FOOTER_LABEL: f64 = 18.0;

/// The buttons that are always there, side by side in the footer.
pub(super) fn footer(layout: &Layout) -> Vec<Button<Action>> {
    let (width, gap) = (layout.px(116.0).round(), layout.px(14.0).round());
    let actions = [Action::Shuffle, Action::Hint];
    let (top, height) = (layout.footer.y.round(), layout.px(FOOTER - 4.0).round());
    let left = (layout.footer.centre().x - width - gap / 2.0).round();
    let place = |i: usize| Rect::new(left + i as f64 * (width + gap), top, width, height);
    actions.into_iter().enumerate().map(|(i, action)| Button { action, rect: place(i) }).collect()
}

/// Draws the footer's buttons; the one under the pointer is lit.
pub(super) fn draw_footer(canvas: &mut RgbImage, layout: &Layout, pointer: Option<Point>) {
    for Button { action, rect } in footer(layout) {
        let lit = pointer.is_some_and(|p| rect.contains(p));
        overlay::button(canvas, layout, &rect, FOOTER_LABEL, action.label(), lit);
    }
}

/// The buttons that a verdict offers.
pub(super) fn buttons(layout: &Layout, verdict: Verdict) -> Vec<Button<Action>> {
    let actions: &[Action] = match verdict {
        Verdict::Cleared => &[Action::NextBoard, Action::NewGame],
        Verdict::AllBoardsCleared => &[Action::NewGame, Action::Quit],
        Verdict::Stuck => &[Action::Shuffle, Action::NewGame],
        Verdict::Hopeless => &[Action::NewGame],
    };
    overlay::buttons(layout, actions)
}

/// Dims the board and draws the plate with its words and buttons over it.
pub(super) fn draw(
    canvas: &mut RgbImage,
    layout: &Layout,
    (verdict, left, shuffles): (Verdict, usize, u32),
    buttons: &[Button<Action>],
    pointer: Option<Point>,
) {
    let headline = match verdict {
        Verdict::Cleared => "Board cleared",
        Verdict::AllBoardsCleared => "All boards cleared",
        Verdict::Stuck | Verdict::Hopeless => "No pair is left",
    };
    let tiles = if left == 1 { "tile" } else { "tiles" };
    let first = match verdict {
        Verdict::Cleared | Verdict::AllBoardsCleared => "Every pair was found".to_owned(),
        Verdict::Stuck | Verdict::Hopeless => format!("{left} {tiles} left"),
    };
    let second = match (verdict, shuffles) {
        (Verdict::Hopeless, _) => "and no shuffle helps".to_owned(),
        (_, 0) => "without a shuffle".to_owned(),
        (_, 1) => "1 shuffle".to_owned(),
        (_, count) => format!("{count} shuffles"),
    };
    let lines = [
        Line { below: 34.0, size: 32.0, colour: [255, 232, 150], bold: true, words: headline },
        Line { below: 76.0, size: 20.0, colour: [255; 3], bold: false, words: &first },
        Line { below: 106.0, size: 20.0, colour: [214, 220, 255], bold: false, words: &second },
    ];
    overlay::draw(canvas, layout, &lines, buttons, Action::label, pointer);
}
