//! What stands out on a board of cards: holes, and cards that are drawn as marked.

use super::patch::{self, Patch};
use super::survey::Role;
use crate::geometry::{Lattice, Rect};
use crate::grid::Grid;
use image::RgbImage;

/// Difference up to which a cell may be a part of what lies around the board.
const AROUND: f32 = 0.12;
/// How much nearer to the surroundings than to any card a hole is.
const NEARER: f32 = 2.0;
/// Difference that noise may make.
const NOISE: f32 = 0.02;
/// How much less than the odd ones among the cards a hole's rim is like that of most cards.
const RIMLESS: f32 = 1.1;
/// Likeness of a marked card's drawing to that of its kind, and the lead over the next kind.
const SAME_DRAWING: f32 = 0.4;
const LEAD: f32 = 0.08;
/// Share of a cell that is looked at for its rim.
const WHOLE: f64 = 0.92;
/// Pixels of a patch, along an axis, that belong to the rim at each side.
const RIM: usize = 2;

/// Marks the groups that show no card: they look like what lies around the board, and their cells lack the rim that cards
/// share.
pub(super) fn mark_holes(
    picture: &RgbImage,
    lattice: &Lattice,
    patches: &[Patch],
    of: &Grid<usize>,
    roles: &mut [Role],
) {
    let around = around(picture, lattice);
    let middles: Vec<Option<Patch>> = (0..roles.len())
        .map(|group| {
            let own: Vec<&Patch> =
                patches.iter().zip(of.iter()).filter(|(_, g)| **g == group).map(|(p, _)| p).collect();
            patch::median(own.iter().copied())
        })
        .collect();
    let Some(rims) = rims(picture, lattice) else { return };
    let rim_of = |group: usize, better: &dyn Fn(f32, f32) -> bool| {
        let own = rims.iter().zip(of.iter()).filter(|(_, g)| **g == group).map(|(rim, _)| *rim);
        own.reduce(|a, b| if better(b, a) { b } else { a }).unwrap_or(0.0)
    };
    let to_around: Vec<f32> = middles
        .iter()
        .map(|middle| {
            let Some(middle) = middle else { return 1.0 };
            around.iter().map(|other| patch::distance(middle, other)).fold(1.0, f32::min)
        })
        .collect();
    let least_rim = |group: usize| rim_of(group, &|a, b| a < b);
    let mut likely: Vec<usize> = (0..roles.len()).filter(|group| to_around[*group] < AROUND).collect();
    likely.sort_by(|a, b| least_rim(*b).total_cmp(&least_rim(*a)));
    for group in likely {
        let Some(middle) = &middles[group] else { continue };
        let is_card =
            |other: &usize| roles[*other] != Role::Empty && to_around[*other] > NEARER * to_around[group] + NOISE;
        let cards = || (0..roles.len()).filter(is_card);
        let to_cards = cards().filter_map(|card| middles[card].as_ref());
        let Some(to_cards) = to_cards.map(|card| patch::distance(middle, card)).min_by(f32::total_cmp) else {
            continue;
        };
        let oddest = cards().map(least_rim).fold(0.0, f32::max);
        if to_around[group] * NEARER < to_cards && least_rim(group) > RIMLESS * oddest {
            roles[group] = Role::Empty;
        }
    }
}

/// The cells that lie around the board, as far as the picture goes.
fn around(picture: &RgbImage, lattice: &Lattice) -> Vec<Patch> {
    let wide =
        Lattice { rows: lattice.rows + 2, cols: lattice.cols + 2, ..lattice.moved(-lattice.pitch_x, -lattice.pitch_y) };
    let whole = Rect::new(0.0, 0.0, f64::from(picture.width()), f64::from(picture.height()));
    wide.cells()
        .filter(|cell| cell.row == 0 || cell.col == 0 || cell.row == wide.rows - 1 || cell.col == wide.cols - 1)
        .map(|cell| wide.cell_rect(cell))
        .filter(|rect| whole.encloses(&rect.inset((1.0 - patch::CORE) / 2.0)))
        .filter_map(|rect| patch::cut(picture, &rect))
        .collect()
}

/// How unlike the rim that most cells have each cell's rim is.
fn rims(picture: &RgbImage, lattice: &Lattice) -> Option<Vec<f32>> {
    let side = patch::SIDE as usize;
    let is_rim = |i: usize| {
        let (x, y) = (i / 3 % side, i / 3 / side);
        x < RIM || y < RIM || x + RIM >= side || y + RIM >= side
    };
    let seen: Vec<Patch> = lattice
        .cells()
        .map(|cell| {
            let mut whole = [0; patch::BYTES];
            let part = lattice.cell_rect(cell).inset((1.0 - WHOLE) / 2.0);
            patch::resample(picture, &part, side, &mut whole).then_some(whole)
        })
        .collect::<Option<_>>()?;
    let usual = patch::median(seen.iter())?;
    let places: Vec<usize> = (0..patch::BYTES).filter(|i| is_rim(*i)).collect();
    let unlike = |seen: &Patch| {
        let sum: u32 = places.iter().map(|i| u32::from(seen[*i].abs_diff(usual[*i]))).sum();
        sum as f32 / (places.len() as f32 * 255.0)
    };
    Some(seen.iter().map(unlike).collect())
}

/// Marks cards that stand alone for the kind whose drawing they show, darker or tinted: each kind is there in pairs, so the
/// kind lacks one.
pub(super) fn mark_marked(patches: &[Patch], of: &Grid<usize>, roles: &mut [Role]) {
    let members = |group: usize| patches.iter().zip(of.iter()).filter(move |(_, g)| **g == group).map(|(p, _)| p);
    let odd: Vec<usize> =
        (0..roles.len()).filter(|group| roles[*group] == Role::Tile && members(*group).count() % 2 == 1).collect();
    let drawings: Vec<Option<Vec<f32>>> = odd
        .iter()
        .map(|group| patch::median(members(*group).collect::<Vec<_>>().into_iter()).map(|p| drawing(&p)))
        .collect();
    // A card alone among several of one kind is the marked one; of two alone, the one that is less like the other cards.
    let strange = |group: usize| {
        let own = members(group).next();
        let nearest = |seen: &Patch| {
            (0..roles.len())
                .filter(|other| *other != group && !odd.contains(other))
                .filter_map(|other| members(other).next())
                .map(|other| patch::distance(seen, other))
                .fold(1.0, f32::min)
        };
        own.map_or(0.0, nearest)
    };
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (at, &group) in odd.iter().enumerate().filter(|(_, group)| members(**group).count() == 1) {
        let Some(own) = &drawings[at] else { continue };
        let mut likely: Vec<(f32, usize)> = odd
            .iter()
            .zip(&drawings)
            .filter(|(other, _)| **other != group)
            .filter_map(|(other, drawing)| Some((likeness(own, drawing.as_ref()?), *other)))
            .collect();
        likely.sort_by(|a, b| b.0.total_cmp(&a.0));
        if let [(best, base), rest @ ..] = likely.as_slice()
            && *best >= SAME_DRAWING
            && rest.first().is_none_or(|(next, _)| best - next >= LEAD)
            && (members(*base).count() > 1 || strange(group) > strange(*base))
        {
            found.push((group, *base));
        }
    }
    for (group, base) in found {
        if roles[base] == Role::Tile {
            roles[group] = Role::Highlight(base);
        }
    }
}

/// A patch as light and dark alone, with a mean of 0 and a deviation of 1.
fn drawing(patch: &Patch) -> Vec<f32> {
    let light: Vec<f32> = patch.chunks_exact(3).map(|p| p.iter().map(|v| f32::from(*v)).sum::<f32>() / 3.0).collect();
    let mean = light.iter().sum::<f32>() / light.len().max(1) as f32;
    let power = light.iter().map(|v| (v - mean) * (v - mean)).sum::<f32>() / light.len().max(1) as f32;
    light.into_iter().map(|v| (v - mean) / power.sqrt().max(1.0)).collect()
}

fn likeness(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(x, y)| x * y).sum::<f32>() / a.len().max(1) as f32
}
