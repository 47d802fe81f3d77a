//! The screens at the end of a board, which cover a part of it.

use super::{End, Verdict};
use crate::geometry::{Point, Rect};
use crate::scene::layout::Layout;
use crate::scene::paint::{fill, mix, panel, rounded, text};
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

/// A button and its place in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Button {
    pub(super) action: Action,
    pub(super) rect: Rect,
}

fn plate(layout: &Layout) -> Rect {
    let centre = layout.lattice.bounds().centre();
    let (width, height) = (layout.px(320.0), layout.px(204.0));
    Rect::new((centre.x - width / 2.0).round(), (centre.y - height / 2.0).round(), width, height)
}

/// The buttons that a verdict offers.
pub(super) fn buttons(layout: &Layout, verdict: Verdict) -> Vec<Button> {
    let actions: &[Action] = match verdict {
        Verdict::NextLevel => &[Action::NextLevel],
        Verdict::AllLevelsDone | Verdict::TargetMissed => &[Action::NewGame, Action::Quit],
    };
    let plate = plate(layout);
    let (width, height, gap) = (layout.px(132.0), layout.px(42.0), layout.px(16.0));
    let row = actions.len() as f64 * (width + gap) - gap;
    let (left, top) = (plate.centre().x - row / 2.0, plate.bottom() - height - layout.px(20.0));
    let place = |i: usize| Rect::new((left + i as f64 * (width + gap)).round(), top.round(), width, height);
    actions.iter().enumerate().map(|(i, &action)| Button { action, rect: place(i) }).collect()
}

/// Dims the board and draws the plate with its words and buttons over it.
pub(super) fn draw(
    canvas: &mut RgbImage,
    layout: &Layout,
    (end, score, target): (End, i64, i64),
    buttons: &[Button],
    pointer: Option<Point>,
) {
    panel(canvas, &layout.lattice.bounds(), 0.0, [8, 8, 20], 0.5);
    let plate = plate(layout);
    let shadow = Rect::new(plate.x, plate.y + layout.px(4.0), plate.width, plate.height);
    panel(canvas, &shadow, layout.px(16.0), [0, 0, 0], 0.4);
    fill(
        canvas,
        &plate,
        |p| rounded(p, &plate, layout.px(16.0)),
        |p| (mix([74, 84, 150], [40, 44, 96], (p.y - plate.y) / plate.height), 1.0),
    );
    let (headline, detail) = match end.verdict {
        Verdict::NextLevel => ("Level complete!", format!("score {score}")),
        Verdict::AllLevelsDone => ("All levels complete!", format!("score {score}")),
        Verdict::TargetMissed => ("Game over", format!("score {score} of {target}")),
    };
    let centre = plate.centre().x;
    let line = |y: f64| Point::new(centre, plate.y + layout.px(y));
    text(canvas, line(34.0), layout.px(32.0), [255, 232, 150], true, headline);
    let tiles = if end.left == 1 { "tile" } else { "tiles" };
    text(
        canvas,
        line(76.0),
        layout.px(20.0),
        [255; 3],
        false,
        &format!("{} {tiles} left: bonus {}", end.left, end.bonus),
    );
    text(canvas, line(106.0), layout.px(20.0), [214, 220, 255], false, &detail);
    for button in buttons {
        let lit = pointer.is_some_and(|p| button.rect.contains(p));
        let (top, bottom) = if lit { ([255, 214, 120], [250, 170, 70]) } else { ([252, 190, 84], [238, 138, 44]) };
        let rect = button.rect;
        fill(
            canvas,
            &rect,
            |p| rounded(p, &rect, layout.px(12.0)),
            |p| (mix(top, bottom, (p.y - rect.y) / rect.height), 1.0),
        );
        text(canvas, rect.centre(), layout.px(21.0), [64, 34, 10], true, button.action.label());
    }
}
