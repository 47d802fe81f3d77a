//! Whether tiles are a position at rest under the rules.

use super::formula::MAX_TILES;
use super::lines::Lines;
use super::position::counts;
use super::rules::Rules;
use super::spec::{Closing, Gravity};
use crate::grid::{Cell, Grid};
use crate::puzzle::Problem;

/// Every reason that these tiles are no position at rest.
pub(super) fn problems(rules: &Rules, tiles: &Grid<Option<u8>>) -> Vec<Problem> {
    let (rows, cols) = (tiles.rows(), tiles.cols());
    if rows == 0 || cols == 0 {
        return vec![Problem::of_board("the board has no cells; give one character a tile and . for an empty cell")];
    }
    if rows.saturating_mul(cols) > MAX_TILES {
        let first_too_many = Cell::new(MAX_TILES / cols, MAX_TILES % cols);
        let message =
            format!("{rows} rows of {cols} columns are more than the {MAX_TILES} cells that a board may have");
        return vec![Problem::at(first_too_many, message)];
    }
    let lines = Lines::new(rules.spec(), (rows, cols));
    let mut found = Vec::new();
    for (cell, tile) in tiles.enumerate() {
        let Some(tile) = *tile else { continue };
        let (line, height) = lines.place(cell);
        if !tile.is_ascii_alphanumeric() && !rules.is_inert(tile) {
            let tile = char::from(tile);
            let message = format!("{tile:?} is no tile; a tile is a letter or a digit, an empty cell is .");
            found.push(Problem::at(cell, message));
        } else if height > 0 && tiles[lines.cell(line, height - 1)].is_none() {
            let floor = floor(rules.spec().gravity);
            let message = format!("the tile floats over an empty cell; tiles rest on the {floor} or on tiles");
            found.push(Problem::at(cell, message));
        }
    }
    let is_empty = |line: usize| (0..lines.depth()).all(|height| tiles[lines.cell(line, height)].is_none());
    let message = gap(rules.spec().columns_close, rules.spec().gravity);
    for part in lines.parts() {
        if let Some(last) = part.iter().rposition(|&line| !is_empty(line)) {
            let gaps = part[..last].iter().filter(|&&line| is_empty(line));
            found.extend(gaps.map(|&line| Problem::at(lines.cell(line, 0), message.clone())));
        }
    }
    let counts: Vec<usize> = counts(rules, tiles).into_values().collect();
    found.extend(rules.refuses(&counts).map(Problem::of_board));
    found
}

/// Where tiles come to rest.
fn floor(gravity: Gravity) -> &'static str {
    match gravity {
        Gravity::Down => "bottom row",
        Gravity::Up => "top row",
        Gravity::Left => "left column",
        Gravity::Right => "right column",
    }
}

/// What is wrong with an empty line that has tiles farther out.
fn gap(closing: Closing, gravity: Gravity) -> String {
    let (line, lines) = if gravity.is_vertical() { ("column", "columns") } else { ("row", "rows") };
    let (where_tiles_stand, edge) = match closing {
        Closing::Left => ("to its right", "the left"),
        Closing::Right => ("to its left", "the right"),
        Closing::Top => ("below it", "the top"),
        Closing::Bottom => ("above it", "the bottom"),
        Closing::Centre => ("farther out in its half of the board", "the centre"),
    };
    format!("the {line} is empty but tiles stand {where_tiles_stand}; {lines} close to {edge}")
}
