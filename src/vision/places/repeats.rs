//! Parts of a picture in which edges repeat at one distance along each axis.

use super::super::extent;
use super::edges::{Edges, PLACE, STRONGEST, Table};
use crate::geometry::Rect;
use crate::grid::Grid;
use image::RgbImage;

/// Distances that are tried, in pixels.
const LEAST_DISTANCE: usize = 12;
const MOST_DISTANCE: usize = 132;
/// Likeness from which on a place repeats, and the mean power of its edges below which it shows none.
const LIKE: f32 = 0.35;
const FAINT: f64 = 0.001;
/// Distances of each axis that are paired with the other one's, and pairs that are looked at.
const PEAKS: usize = 10;
const PAIRS: usize = 3;
/// Least width of a cell by its height, and the other way round.
const LEAST_ASPECT: f64 = 0.6;
/// Share of the best pair's places that a pair needs; where it divides the best one it is as good with this share, too.
const SHARE: f32 = 0.3;
const PART: f32 = 0.65;

/// How alike the edges of each place are to themselves moved by each distance along one axis.
struct Likeness {
    /// For each distance from [`LEAST_DISTANCE`] on, the likeness of each place.
    at: Vec<Vec<f32>>,
}

impl Likeness {
    fn new(edges: &Edges, most: usize, is_across: bool) -> Self {
        let sums = edges.maps.each_ref().map(|map| Table::new(map, edges.width, |edge| edge));
        let squares = edges.maps.each_ref().map(|map| Table::new(map, edges.width, |edge| edge * edge));
        let at = (LEAST_DISTANCE..=most)
            .map(|distance| {
                let moved = if is_across { (0, distance) } else { (distance, 0) };
                let both = [edges.products(0, moved), edges.products(1, moved)];
                let forward: Vec<f32> = (0..both[0].len())
                    .map(|place| {
                        let (own, other) = (edges.window(place, (0, 0)), edges.window(place, moved));
                        let n = (own.x.len() * own.y.len()) as f64;
                        let (mut shared, mut power, mut moved_power) = (0.0, 0.0, 0.0);
                        for map in 0..2 {
                            let (a, b) = (sums[map].sum(&own), sums[map].sum(&other));
                            shared += f64::from(both[map][place]) - a * b / n;
                            power += squares[map].sum(&own) - a * a / n;
                            moved_power += squares[map].sum(&other) - b * b / n;
                        }
                        let least = FAINT * n * f64::from(STRONGEST).powi(2);
                        if power.min(moved_power) < least {
                            0.0
                        } else {
                            (shared / (power * moved_power).sqrt()) as f32
                        }
                    })
                    .collect();
                // The last tile of a row has a neighbour before it alone.
                let steps = (distance as f64 / PLACE as f64).round() as usize;
                let (cols, _) = edges.places();
                let backward = |place: usize| {
                    let (col, row) = (place % cols, place / cols);
                    let before = if is_across {
                        row.checked_sub(steps).map(|row| (col, row))
                    } else {
                        col.checked_sub(steps).map(|col| (col, row))
                    };
                    before.map_or(0.0, |(col, row)| forward[row * cols + col])
                };
                (0..forward.len()).map(|place| forward[place].max(backward(place))).collect()
            })
            .collect();
        Self { at }
    }

    /// The distances at which most places repeat.
    fn peaks(&self) -> Vec<usize> {
        let sums: Vec<f32> = self.at.iter().map(|places| repeating(places.iter().copied())).collect();
        let mut peaks: Vec<usize> = (0..sums.len())
            .filter(|&i| {
                sums[i] > 0.0 && (i == 0 || sums[i] >= sums[i - 1]) && sums.get(i + 1).is_none_or(|n| sums[i] > *n)
            })
            .collect();
        peaks.sort_by(|a, b| sums[*b].total_cmp(&sums[*a]));
        peaks.truncate(PEAKS);
        peaks
    }
}

/// How much places repeat.
fn repeating(likeness: impl Iterator<Item = f32>) -> f32 {
    likeness.map(|like| (like - LIKE).max(0.0)).sum()
}

/// A part of the picture that repeats at a distance along each axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    pub(super) area: Rect,
    pub(super) pitch: (f64, f64),
    pub(super) weight: f32,
}

/// The parts of a picture that repeat along both axes, the likeliest boards first.
pub(super) fn parts(picture: &RgbImage) -> Vec<Part> {
    let edges = Edges::new(picture);
    let (cols, rows) = edges.places();
    let most = MOST_DISTANCE.min(edges.width / 3).min(edges.height / 3);
    if most < LEAST_DISTANCE {
        return Vec::new();
    }
    let (x, y) = (Likeness::new(&edges, most, false), Likeness::new(&edges, most, true));
    let mut found = Vec::new();
    for &a in &x.peaks() {
        for &b in &y.peaks() {
            let pitch = ((a + LEAST_DISTANCE) as f64, (b + LEAST_DISTANCE) as f64);
            if !(LEAST_ASPECT..=1.0 / LEAST_ASPECT).contains(&(pitch.0 / pitch.1)) {
                continue;
            }
            let both: Vec<f32> = x.at[a].iter().zip(&y.at[b]).map(|(a, b)| a.min(*b)).collect();
            let places = Grid::from_fn(rows, cols, |cell| both[cell.row * cols + cell.col] > LIKE);
            let group = extent::largest_group(&places);
            let Some(block) = extent::Block::around(group.iter().copied()) else { continue };
            let weight = repeating(group.iter().map(|cell| both[cell.row * cols + cell.col]));
            let place = PLACE as f64;
            let area = Rect::new(
                block.left as f64 * place,
                block.top as f64 * place,
                (block.right + 1 - block.left) as f64 * place,
                (block.bottom + 1 - block.top) as f64 * place,
            );
            found.push(Part { area, pitch, weight });
        }
    }
    found.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    let Some(best) = found.first().copied() else { return Vec::new() };
    // What repeats at a distance repeats at twice the distance nearly as well.
    let is_multiple = |part: &Part, of: &Part| {
        let times = |a: f64, b: f64| Some((a / b).round()).filter(|n| *n >= 1.0 && (a - n * b).abs() <= *n);
        let both = times(part.pitch.0, of.pitch.0).zip(times(part.pitch.1, of.pitch.1));
        both.is_some_and(|(x, y)| x * y > 1.0) && of.weight >= PART * part.weight
    };
    let all = found.clone();
    found.retain(|part| part.weight >= SHARE * best.weight && !all.iter().any(|of| is_multiple(part, of)));
    found.truncate(PAIRS);
    found
}
