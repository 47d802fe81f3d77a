//! Shifts as lanes: each is a list of cells whose tiles pack to the front of the list, keeping their order.

use super::rules::{Rules, Shift};
use crate::grid::{Cell, Grid};

/// Cells in the order in which tiles gather: the first is filled first. Lanes of one shift have no cell in common.
pub(super) type Lane = Vec<Cell>;

/// The lanes of each shift of the rules, in the order in which they are applied.
pub(super) fn lanes(rules: &Rules, stones: &Grid<bool>) -> Vec<Vec<Lane>> {
    rules.shifts.iter().map(|&shift| of_shift(shift, rules, stones)).collect()
}

fn of_shift(shift: Shift, rules: &Rules, stones: &Grid<bool>) -> Vec<Lane> {
    let horizontal = matches!(shift, Shift::Left | Shift::Right | Shift::HorizontalOut | Shift::HorizontalIn);
    let parts = if horizontal { rows(stones) } else { columns(stones) };
    let mut lanes = Vec::new();
    for mut part in parts.into_iter().flat_map(|line| split_at_stones(line, stones)) {
        match shift {
            Shift::Left | Shift::Up => lanes.push(part),
            Shift::Right | Shift::Down => {
                part.reverse();
                lanes.push(part);
            }
            Shift::HorizontalOut | Shift::VerticalOut => {
                let mut second = part.split_off(rules.split.first_half(part.len()));
                second.reverse();
                lanes.extend([part, second]);
            }
            Shift::HorizontalIn | Shift::VerticalIn => {
                let second = part.split_off(rules.split.first_half(part.len()));
                part.reverse();
                lanes.extend([part, second]);
            }
        }
    }
    lanes.retain(|lane| lane.len() > 1);
    lanes
}

fn rows(stones: &Grid<bool>) -> Vec<Lane> {
    (0..stones.rows()).map(|row| (0..stones.cols()).map(|col| Cell::new(row, col)).collect()).collect()
}

fn columns(stones: &Grid<bool>) -> Vec<Lane> {
    (0..stones.cols()).map(|col| (0..stones.rows()).map(|row| Cell::new(row, col)).collect()).collect()
}

fn split_at_stones(line: Lane, stones: &Grid<bool>) -> Vec<Lane> {
    line.split(|&cell| stones[cell]).map(<[Cell]>::to_vec).collect()
}

/// Packs the tiles of a lane to its front: `carry` moves a tile to an empty cell.
pub(super) fn pack<S: ?Sized, C: Copy>(
    lane: &[C],
    state: &mut S,
    is_tile: impl Fn(&S, C) -> bool,
    mut carry: impl FnMut(&mut S, C, C),
) {
    let mut filled = 0;
    for (place, &cell) in lane.iter().enumerate() {
        if is_tile(state, cell) {
            if place != filled {
                carry(state, cell, lane[filled]);
            }
            filled += 1;
        }
    }
}
