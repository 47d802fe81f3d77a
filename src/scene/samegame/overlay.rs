//! The screens at the end of a board, which cover a part of it.

use super::{End, Verdict};
use crate::geometry::Point;
use crate::scene::layout::Layout;
use crate::scene::overlay::{self, Button, Line};
use image::RgbImage;

/// What a button does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    NextLevel,
    NewGame,
    Quit,
}

impl Action {
    pub(super) const fn label(self) -> &'static str {
        match self {
            Self::NextLevel => "Next level",
            Self::NewGame => "New game",
            Self::Quit => "Quit",
        }
    }
}

/// The buttons that a verdict offers.
pub(super) fn buttons(layout: &Layout, verdict: Verdict) -> Vec<Button<Action>> {
    overlay::buttons(
        layout,
        match verdict {
            Verdict::NextLevel => &[Action::NextLevel],
            Verdict::AllLevelsDone | Verdict::TargetMissed => &[Action::NewGame, Action::Quit],
        },
    )
}

/// Dims the board and draws the plate with its words and buttons over it.
pub(super) fn draw(
    canvas: &mut RgbImage,
    layout: &Layout,
    (end, score, target): (End, i64, i64),
    buttons: &[Button<Action>],
    pointer: Option<Point>,
) {
    let (headline, detail) = match end.verdict {
        Verdict::NextLevel => ("Level complete!", format!("score {score}")),
        Verdict::AllLevelsDone => ("All levels complete!", format!("score {score}")),
        Verdict::TargetMissed => ("Game over", format!("score {score} of {target}")),
    };
    let tiles = if end.left == 1 { "tile" } else { "tiles" };
    let bonus = format!("{} {tiles} left: bonus {}", end.left, end.bonus);
    let lines = [
        Line { below: 34.0, size: 32.0, colour: [255, 232, 150], bold: true, words: headline },
        Line { below: 76.0, size: 20.0, colour: [255; 3], bold: false, words: &bonus },
        Line { below: 106.0, size: 20.0, colour: [214, 220, 255], bold: false, words: &detail },
    ];
    overlay::draw(canvas, layout, &lines, buttons, Action::label, pointer);
}
