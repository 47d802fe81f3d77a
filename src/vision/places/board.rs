//! Where in such a part the board is: its cells share their edges, and beyond them there are none like these.

use super::super::extent;
use super::super::lattice::{Hints, Other, candidates_in};
use super::super::tiling::tile;
use super::edges::Edges;
use super::repeats::Part;
use crate::geometry::{Lattice, Rect};
use crate::grid::{Cell, Grid};
use image::RgbImage;

/// Pixels along a cell that its edges are compared by.
const SIDE: usize = 12;
/// Share of the usual likeness to the edges that cells have in common from which on a cell is one of them.
const MEMBER: f32 = 0.5;
/// What each further row or column counts beside how sharply a board ends.
const EACH: f32 = 0.05;

/// The lattice of the board in a part of the picture.
pub(super) fn board(picture: &RgbImage, region: &Rect, part: &Part, hints: &Hints) -> Option<Other> {
    /// How far a distance of whole pixels may be from the one that it stands for, in pixels.
    const ROUNDED: f64 = 1.2;
    let area = part.area.intersection(region)?;
    let near =
        |pitch: &(f64, f64)| (pitch.0 - part.pitch.0).abs() <= ROUNDED && (pitch.1 - part.pitch.1).abs() <= ROUNDED;
    let within = Hints { region: Some(area), ..Hints::default() };
    let mut pitches: Vec<(f64, f64)> = candidates_in(picture, &within)?.into_iter().filter(near).collect();
    if pitches.is_empty() {
        pitches.push(part.pitch);
    }
    let edges = Edges::new(picture);
    let likeliest = pitches.into_iter().filter_map(|pitch| phased(&edges, &area, pitch));
    let (_, lattice) = likeliest.max_by(|a, b| a.0.total_cmp(&b.0))?;
    let bounds = lattice.bounds();
    let origin = (bounds.x, bounds.y);
    let around = bounds.intersection(region)?;
    let tiling = tile(picture, (&around, &around), (lattice.pitch_x, lattice.pitch_y), origin, f64::MAX)?;
    let own = members(&edges, &tiling.lattice)?;
    let lattice = extent::members(picture, region, &tiling, &own, hints)?;
    let rimmed = members(&edges, &lattice)?;
    Some(Other { lattice, rimmed })
}

/// Cells of a pitch over an area and one more at each side, placed so that the board ends between two of them: all of its
/// rows show the same edges there, and the ones beyond it none of them. With it, how sharply it ends.
fn phased(edges: &Edges, area: &Rect, pitch: (f64, f64)) -> Option<(f32, Lattice)> {
    const COARSE: i32 = 10;
    const FINE: i32 = 40;
    let rows = (area.height / pitch.1).ceil() as usize + 2;
    let cols = (area.width / pitch.0).ceil() as usize + 2;
    let corner = Lattice::from_corner(area.x - pitch.0, area.y - pitch.1, pitch, rows, cols);
    let moved = |is_across: bool, part: f64| {
        corner.moved(if is_across { 0.0 } else { part * pitch.0 }, if is_across { part * pitch.1 } else { 0.0 })
    };
    let best = |is_across: bool| {
        let sharpest = |parts: Vec<f64>| {
            parts
                .into_iter()
                .map(|part| (sharpness(edges, &moved(is_across, part), is_across), part))
                .fold((f32::MIN, 0.0), |best, next| if next.0 > best.0 { next } else { best })
        };
        let (_, coarse) = sharpest((0..COARSE).map(|step| f64::from(step) / f64::from(COARSE)).collect());
        let reach = FINE / COARSE - 1;
        sharpest((-reach..=reach).map(|step| coarse + f64::from(step) / f64::from(FINE)).collect())
    };
    let ((sharp_x, x), (sharp_y, y)) = (best(false), best(true));
    let lattice = corner.moved(x * pitch.0, y * pitch.1);
    (sharp_x.min(sharp_y) > 0.0).then_some((sharp_x + sharp_y, lattice))
}

/// How much more alike the edges of the outermost rows (or columns) of a board are to those of the others than the ones
/// beyond are.
fn sharpness(edges: &Edges, lattice: &Lattice, is_across: bool) -> f32 {
    let lines = if is_across { lattice.rows } else { lattice.cols };
    let line_of = |cell: Cell| if is_across { cell.row } else { cell.col };
    let mut seen = vec![vec![0.0; 2 * SIDE * SIDE]; lines];
    for cell in lattice.cells() {
        for (sum, value) in seen[line_of(cell)].iter_mut().zip(edges_of(edges, &lattice.cell_rect(cell))) {
            *sum += value;
        }
    }
    let quarter = lines / 4;
    let mut middle = vec![0.0; 2 * SIDE * SIDE];
    for own in &seen[quarter..lines - quarter] {
        for (sum, value) in middle.iter_mut().zip(own) {
            *sum += value;
        }
    }
    // What shows a tenth of the edges is no tile, however alike they are.
    let power = |own: &[f32]| own.iter().map(|value| value * value).sum::<f32>().sqrt();
    let usual = power(&middle) / (lines - 2 * quarter).max(1) as f32;
    let like: Vec<f32> =
        seen.iter().map(|own| likeness(own, &middle) * (power(own) / usual.max(1e-6)).min(1.0)).collect();
    let most = like.iter().copied().fold(0.0, f32::max);
    let is_in = |line: &usize| like[*line] >= MEMBER * most;
    let (Some(first), Some(last)) = ((0..lines).find(is_in), (0..lines).rev().find(is_in)) else { return 0.0 };
    let beyond = |line: Option<usize>| line.and_then(|line| like.get(line)).copied().unwrap_or(0.0).max(0.0);
    let ends = like[first] + like[last] - beyond(first.checked_sub(1)) - beyond(Some(last + 1));
    // Cells around the corners where tiles meet are as alike and end as sharply, and are one fewer.
    ends + EACH * (last + 1 - first) as f32
}

/// The cells whose edges look like those that most cells have in common.
fn members(edges: &Edges, lattice: &Lattice) -> Option<Grid<bool>> {
    let seen = Grid::from_fn(lattice.rows, lattice.cols, |cell| edges_of(edges, &lattice.cell_rect(cell)));
    let mut is_member = vec![true; seen.rows() * seen.cols()];
    for _ in 0..3 {
        let mut mean = vec![0.0; 2 * SIDE * SIDE];
        for (_, own) in seen.iter().enumerate().filter(|(i, _)| is_member[*i]) {
            for (sum, value) in mean.iter_mut().zip(own) {
                *sum += value;
            }
        }
        let like: Vec<f32> = seen.iter().map(|own| likeness(own, &mean)).collect();
        let mut sorted = like.clone();
        sorted.sort_by(|a, b| b.total_cmp(a));
        let usual = *sorted.get(sorted.len() / 3)?;
        is_member = like.iter().map(|like| *like >= MEMBER * usual).collect();
    }
    Some(Grid::from_fn(lattice.rows, lattice.cols, |cell| is_member[cell.row * lattice.cols + cell.col]))
}

/// The edges in a cell, in so many parts along each side that all cells can be compared.
fn edges_of(edges: &Edges, cell: &Rect) -> Vec<f32> {
    let mut out = vec![0.0; 2 * SIDE * SIDE];
    let (left, right) = (cell.x.round().max(0.0) as usize, cell.right().round().max(0.0) as usize);
    let (top, bottom) = (cell.y.round().max(0.0) as usize, cell.bottom().round().max(0.0) as usize);
    for y in top..bottom.min(edges.height) {
        for x in left..right.min(edges.width) {
            let place = |at: usize, start: f64, length: f64| {
                (((at as f64 + 0.5 - start) / length * SIDE as f64).max(0.0) as usize).min(SIDE - 1)
            };
            let at = place(y, cell.y, cell.height) * SIDE + place(x, cell.x, cell.width);
            for (map, values) in edges.maps.iter().enumerate() {
                out[map * SIDE * SIDE + at] += f32::from(values[y * edges.width + x]);
            }
        }
    }
    out
}

/// How alike a cell's edges are to others in that half of the cell where they are least so: a cell beside the board shows
/// the rim of the tile next to it in one half.
fn likeness(own: &[f32], other: &[f32]) -> f32 {
    let half = SIDE / 2;
    let halves: [&dyn Fn(usize, usize) -> bool; 4] =
        [&|x, _| x < half, &|x, _| x >= half, &|_, y| y < half, &|_, y| y >= half];
    let part = |values: &[f32], is_in: &dyn Fn(usize, usize) -> bool| -> Vec<f32> {
        let inside = |i: &usize| is_in(i % SIDE, i / SIDE % SIDE);
        (0..values.len()).filter(inside).map(|i| values[i]).collect()
    };
    halves.iter().map(|is_in| correlation(&part(own, is_in), &part(other, is_in))).fold(1.0, f32::min)
}

fn correlation(a: &[f32], b: &[f32]) -> f32 {
    let mean = |values: &[f32]| values.iter().sum::<f32>() / values.len().max(1) as f32;
    let (mean_a, mean_b) = (mean(a), mean(b));
    let (mut shared, mut power_a, mut power_b) = (0.0, 0.0, 0.0);
    for (x, y) in a.iter().zip(b) {
        shared += (x - mean_a) * (y - mean_b);
        power_a += (x - mean_a).powi(2);
        power_b += (y - mean_b).powi(2);
    }
    shared / (power_a * power_b).sqrt().max(1e-6)
}
