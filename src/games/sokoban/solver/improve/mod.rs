//! Makes a solution shorter: fewer pushes first, and of two with as many pushes the one with fewer steps.
//!
//! Three ideas take turns, on windows of the solution that grow: a search from the position at the start of a window to
//! the one at its end ([`window`]), another order of the same pushes ([`order`]), and the shortest walk between pushes,
//! which every line is written with.

mod line;
mod order;
#[cfg(test)]
mod tests;
mod window;

use super::arena::Push;
use super::field::Field;
use crate::search::Budget;
use line::Line;
use order::Order;
use window::Windows;

/// What of the time left goes into fewer pushes.
const SHARE_FOR_PUSHES: f64 = 0.8;

/// A shorter line than the one given, or the same, and the positions that were looked at. Where `has_fewest_pushes` only the
/// steps can become fewer.
pub(super) fn improve(
    field: &Field,
    (boxes, player): (&[u16], u16),
    (pushes, has_fewest_pushes): (&[Push], bool),
    budget: &Budget,
    better: &mut dyn FnMut(&[Push]),
) -> (Vec<Push>, u64) {
    let Some(mut line) = Line::of(field, boxes, player, pushes) else { return (pushes.to_vec(), 0) };
    let mut windows = Windows::new(field);
    if !has_fewest_pushes {
        windows.run(&mut line, &budget.share(SHARE_FOR_PUSHES), &mut |line| better(line.pushes()));
    }
    let rest = budget.after(windows.nodes());
    let mut order = Order::new(field);
    order.run(&mut line, &rest, &mut |line| better(line.pushes()));
    (line.pushes().to_vec(), windows.nodes() + order.nodes())
}
