//! The screens at the end of a level, which cover a part of it.

use super::controls::Action;
use super::{Phase, Position};
use crate::geometry::Point;
use crate::scene::layout::Layout;
use crate::scene::overlay::{self, Button, Line};
use image::RgbImage;

/// The buttons that a phase offers over the board.
pub(super) fn buttons(layout: &Layout, phase: Phase) -> Vec<Button<Action>> {
    match phase {
        Phase::Won => overlay::buttons(layout, &[Action::NextLevel, Action::Quit]),
        Phase::Over => overlay::buttons(layout, &[Action::NewGame, Action::Quit]),
        Phase::Playing | Phase::Animating => Vec::new(),
    }
}

/// Dims the board and draws the plate with its words and buttons over it.
pub(super) fn draw(
    canvas: &mut RgbImage,
    layout: &Layout,
    (phase, level, end): (Phase, usize, &Position),
    buttons: &[Button<Action>],
    pointer: Option<Point>,
) {
    let headline = if phase == Phase::Over { "All levels solved" } else { "Level solved" };
    let counts = format!("{}, {}", counted(end.moves, "move", "moves"), counted(end.pushes, "push", "pushes"));
    let level = format!("level {level}");
    let lines = [
        Line { below: 36.0, size: 34.0, colour: [255, 232, 150], bold: true, words: headline },
        Line { below: 78.0, size: 20.0, colour: [214, 220, 255], bold: false, words: &level },
        Line { below: 107.0, size: 22.0, colour: [255; 3], bold: false, words: &counts },
    ];
    overlay::draw(canvas, layout, &lines, buttons, Action::label, pointer);
}

/// A number with what it counts.
pub(super) fn counted(number: u32, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}
