//! The looks of what has several of them: cut stones, boxes on any floor, whoever walks about.

use super::LookState;
use super::model::{ClassModel, Look};
use super::patch::{self, Patch};
use crate::grid::{Grid, Symbol};

/// Difference from which on a cell has a look of its own.
const OTHER: f32 = 0.03;
/// How many times as far as the cells of a class are allowed to be from it a turned look keeps from the other classes.
const CLEAR: f32 = 2.0;

/// What the cells of one class have in common, and each look that is another one: cut stones, boxes on any floor.
pub(super) fn several(mut cells: Vec<&Patch>) -> Vec<Patch> {
    let mut looks = Vec::new();
    while let Some(middle) = patch::median(cells.iter().copied()) {
        let nearest = cells.iter().map(|seen| patch::distance(seen, &middle)).fold(1.0, f32::min);
        // The median of two looks may be neither of them.
        let look = if nearest <= OTHER { middle } else { *cells[0] };
        cells.retain(|seen| patch::distance(seen, &look) > OTHER);
        looks.push(look);
    }
    looks
}

/// What most of the cells outside look like.
pub(super) fn usual_ground(symbols: &Grid<Symbol>, patches: &[Patch]) -> Option<Patch> {
    let outside = symbols.iter().zip(patches).filter(|(symbol, _)| **symbol == Symbol::OUTSIDE).map(|(_, seen)| seen);
    patch::median(outside.collect::<Vec<_>>().into_iter())
}

/// Adds the looks of what stands over the ground outside, such as a button: the next picture has it in the same place.
pub(super) fn add_odd_ground(model: &mut ClassModel, symbols: &Grid<Symbol>, patches: &[Patch]) {
    let accept = model.thresholds().accept;
    let others: Vec<Patch> = model
        .classes()
        .iter()
        .filter(|class| class.symbol != Symbol::OUTSIDE)
        .flat_map(|class| &class.looks)
        .filter_map(|look| patch::from_picture(&look.picture))
        .collect();
    for (_, seen) in symbols.iter().zip(patches).filter(|(symbol, _)| **symbol == Symbol::OUTSIDE) {
        if others.iter().all(|other| patch::distance(seen, other) > accept) {
            model.add_look(Symbol::OUTSIDE, Look { state: LookState::Normal, picture: patch::to_picture(seen) });
        }
    }
}

/// Adds what the looks of each class are when they are turned by a quarter, a half or three quarters, or mirrored: boxes roll
/// and people turn round. A turned look that comes near another class is left out.
pub(super) fn add_turned(model: &mut ClassModel) {
    let clear = CLEAR * model.thresholds().accept;
    let known: Vec<(Symbol, Patch)> = model
        .classes()
        .iter()
        .flat_map(|class| class.looks.iter().map(move |look| (class.symbol, look)))
        .filter_map(|(symbol, look)| Some((symbol, patch::from_picture(&look.picture)?)))
        .collect();
    let mut own: Vec<(Symbol, Patch)> = known.clone();
    for (symbol, look) in &known {
        for turned in turned(look) {
            let is_new = own.iter().all(|(other, seen)| other != symbol || patch::distance(seen, &turned) > OTHER);
            let is_clear = own.iter().all(|(other, seen)| other == symbol || patch::distance(seen, &turned) > clear);
            if is_new && is_clear {
                own.push((*symbol, turned));
                model.add_look(*symbol, Look { state: LookState::Normal, picture: patch::to_picture(&turned) });
            }
        }
    }
}

fn turned(look: &Patch) -> [Patch; 4] {
    let side = patch::SIDE as usize;
    let moved = |from: &dyn Fn(usize, usize) -> (usize, usize)| {
        let mut turned = *look;
        for y in 0..side {
            for x in 0..side {
                let (fx, fy) = from(x, y);
                for channel in 0..3 {
                    turned[(y * side + x) * 3 + channel] = look[(fy * side + fx) * 3 + channel];
                }
            }
        }
        turned
    };
    let last = side - 1;
    [
        moved(&|x, y| (y, last - x)),
        moved(&|x, y| (last - x, last - y)),
        moved(&|x, y| (last - y, x)),
        moved(&|x, y| (last - x, y)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vision::model::{Class, Thresholds};

    fn patch_of(dark: impl Fn(usize, usize) -> bool) -> Patch {
        let side = patch::SIDE as usize;
        std::array::from_fn(|i| if dark(i / 3 % side, i / 3 / side) { 20 } else { 200 })
    }

    #[test]
    fn a_turned_box_is_known_and_a_turned_wall_is_no_box() {
        let (left, top) = (patch_of(|x, _| x < 6), patch_of(|_, y| y < 6));
        let class = |symbol: &str, look: &Patch| Class {
            symbol: symbol.parse().unwrap(),
            looks: vec![Look { state: LookState::Normal, picture: patch::to_picture(look) }],
        };
        let mut model = ClassModel::new(vec![class("$", &left)], None, Thresholds::default());
        add_turned(&mut model);
        assert_eq!(model.classes()[0].looks.len(), 4);
        let mut model = ClassModel::new(vec![class("$", &left), class("#", &top)], None, Thresholds::default());
        add_turned(&mut model);
        assert!(model.classes().iter().all(|class| class.looks.len() < 4));
    }

    #[test]
    fn each_look_of_a_class_is_kept() {
        let (plain, cut) = (patch_of(|_, _| false), patch_of(|x, y| x > 8 && y > 8));
        let almost = plain.map(|value| value - 3);
        let looks = several(vec![&plain, &almost, &cut, &plain]);
        assert_eq!(looks, [plain, cut]);
    }
}
