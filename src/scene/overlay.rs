//! What every game lays over its board when it ends: a plate with words and buttons.

use super::layout::Layout;
use super::paint::{Colour, fill, mix, panel, rounded, text};
use crate::geometry::{Point, Rect};
use image::RgbImage;

/// A button, what it does, and its place in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Button<A> {
    pub(super) action: A,
    pub(super) rect: Rect,
}

/// A line of words on a plate.
pub(super) struct Line<'a> {
    /// Where its middle is, in units below the plate's top.
    pub(super) below: f64,
    /// Its height in units.
    pub(super) size: f64,
    pub(super) colour: Colour,
    pub(super) bold: bool,
    pub(super) words: &'a str,
}

/// The plate's place: over the board's middle.
fn plate(layout: &Layout) -> Rect {
    let centre = layout.lattice.bounds().centre();
    let (width, height) = (layout.px(320.0), layout.px(204.0));
    Rect::new((centre.x - width / 2.0).round(), (centre.y - height / 2.0).round(), width, height)
}

/// Buttons side by side at the foot of the plate.
pub(super) fn buttons<A: Copy>(layout: &Layout, actions: &[A]) -> Vec<Button<A>> {
    let plate = plate(layout);
    let (width, height, gap) = (layout.px(132.0), layout.px(42.0), layout.px(16.0));
    let row = actions.len() as f64 * (width + gap) - gap;
    let (left, top) = (plate.centre().x - row / 2.0, plate.bottom() - height - layout.px(20.0));
    let place = |i: usize| Rect::new((left + i as f64 * (width + gap)).round(), top.round(), width, height);
    actions.iter().enumerate().map(|(i, &action)| Button { action, rect: place(i) }).collect()
}

/// Dims the board and draws the plate with its words and buttons over it; the button under the pointer is lit.
pub(super) fn draw<A: Copy>(
    canvas: &mut RgbImage,
    layout: &Layout,
    lines: &[Line<'_>],
    buttons: &[Button<A>],
    label: impl Fn(A) -> &'static str,
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
    for line in lines {
        let at = Point::new(plate.centre().x, plate.y + layout.px(line.below));
        text(canvas, at, layout.px(line.size), line.colour, line.bold, line.words);
    }
    for item in buttons {
        let lit = pointer.is_some_and(|p| item.rect.contains(p));
        button(canvas, layout, &item.rect, 21.0, label(item.action), lit);
    }
}

/// Draws a button with its label, `size` units high.
pub(super) fn button(canvas: &mut RgbImage, layout: &Layout, rect: &Rect, size: f64, label: &str, lit: bool) {
    let (top, bottom) = if lit { ([255, 214, 120], [250, 170, 70]) } else { ([252, 190, 84], [238, 138, 44]) };
    fill(
        canvas,
        rect,
        |p| rounded(p, rect, layout.px(12.0)),
        |p| (mix(top, bottom, (p.y - rect.y) / rect.height), 1.0),
    );
    text(canvas, rect.centre(), layout.px(size), [64, 34, 10], true, label);
}
