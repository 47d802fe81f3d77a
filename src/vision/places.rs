//! Boards that fill a part of a picture: the places where edges repeat at one distance along both axes.
//!
//! A web page repeats nothing as a whole, a photo behind half-transparent tiles nothing at all. But around each tile of a
//! board the edges look as they do around the next one, to the side as well as below. So edges are held against themselves
//! moved by each distance, place by place, and a board is where both axes agree.

use super::extent;
use super::lattice::{Hints, Other, candidates_in};
use super::tiling::tile;
use crate::geometry::{Lattice, Rect};
use crate::grid::{Cell, Grid};
use image::RgbImage;
use std::ops::Range;

/// Pixels along a place. Pictures of more than so many pixels are looked at in half their size.
const PLACE: usize = 16;
const LARGE: usize = 2_500_000;
/// Places around one, to each side, that are looked at together with it.
const AROUND: usize = 2;
/// Change of a channel's value between neighbouring pixels from which on there is an edge, and above which none is stronger.
const LEAST: u8 = 6;
const MOST: u8 = 48;
/// What an edge's change is multiplied by, so that a blur leaves something of it.
const STRENGTH: u8 = 5;
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
/// Pixels along a cell that its edges are compared by.
const SIDE: usize = 12;
/// What each further row or column counts beside how sharply a board ends.
const EACH: f32 = 0.05;
/// Share of the usual likeness to the edges that cells have in common from which on a cell is one of them.
const MEMBER: f32 = 0.5;

/// Edges of a picture: vertical ones and horizontal ones, blurred, so that fractions of a pixel do not matter.
struct Edges {
    width: usize,
    height: usize,
    maps: [Vec<u8>; 2],
}

impl Edges {
    fn new(picture: &RgbImage) -> Self {
        let (width, height) = (picture.width() as usize, picture.height() as usize);
        let (pixels, _) = picture.as_raw().as_chunks::<3>();
        let edge = |a: &[u8; 3], b: &[u8; 3]| {
            let change = a.iter().zip(b).map(|(p, q)| p.abs_diff(*q)).max().unwrap_or(0);
            if change < LEAST { 0 } else { change.min(MOST) * STRENGTH }
        };
        let mut maps = [vec![0; width * height], vec![0; width * height]];
        for y in 0..height {
            for x in 0..width {
                let at = y * width + x;
                if x > 0 {
                    maps[0][at] = edge(&pixels[at], &pixels[at - 1]);
                }
                if y > 0 {
                    maps[1][at] = edge(&pixels[at], &pixels[at - width]);
                }
            }
        }
        for map in &mut maps {
            blur(map, width, height);
        }
        Self { width, height, maps }
    }

    /// Places along both axes.
    fn places(&self) -> (usize, usize) {
        (self.width / PLACE, self.height / PLACE)
    }

    /// The pixels of a place and those around it, moved by so much, as far as the picture goes.
    fn window(&self, place: usize, moved: (usize, usize)) -> Window {
        let (cols, rows) = self.places();
        let span = |at: usize, count: usize, moved: usize, limit: usize| {
            let (first, last) = (at.saturating_sub(AROUND) * PLACE, (at + AROUND + 1).min(count) * PLACE);
            (first + moved).min(limit)..(last + moved).min(limit)
        };
        Window { x: span(place % cols, cols, moved.0, self.width), y: span(place / cols, rows, moved.1, self.height) }
    }

    /// For each place, the sum of its edges' products with those that lie so far from them.
    fn products(&self, map: usize, moved: (usize, usize)) -> Vec<u32> {
        let (cols, rows) = self.places();
        let mut sums = vec![0_u32; cols * rows];
        for y in 0..(rows * PLACE).min(self.height - moved.1.min(self.height)) {
            let own = &self.maps[map][y * self.width..][..cols * PLACE];
            let other = &self.maps[map][(y + moved.1) * self.width..][moved.0.min(self.width)..self.width];
            let of_row = &mut sums[y / PLACE * cols..][..cols];
            for ((sum, a), b) in of_row.iter_mut().zip(own.chunks(PLACE)).zip(other.chunks(PLACE)) {
                *sum += a.iter().zip(b).map(|(p, q)| u32::from(*p) * u32::from(*q)).sum::<u32>();
            }
        }
        gathered(&sums, cols, rows)
    }
}

/// A rectangle of pixels.
struct Window {
    x: Range<usize>,
    y: Range<usize>,
}

/// Sums of a map's values over any rectangle.
struct Table {
    stride: usize,
    sums: Vec<u64>,
}

impl Table {
    fn new(map: &[u8], width: usize, value: impl Fn(u64) -> u64) -> Self {
        let stride = width + 1;
        let mut sums = vec![0; stride];
        for (y, row) in map.chunks_exact(width.max(1)).enumerate() {
            sums.push(0);
            let mut sum = 0;
            for (x, edge) in row.iter().enumerate() {
                sum += value(u64::from(*edge));
                sums.push(sums[y * stride + x + 1] + sum);
            }
        }
        Self { stride, sums }
    }

    fn sum(&self, window: &Window) -> f64 {
        let at = |x: usize, y: usize| self.sums[y * self.stride + x];
        let (x, y) = (&window.x, &window.y);
        (at(x.end, y.end) + at(x.start, y.start) - at(x.start, y.end) - at(x.end, y.start)) as f64
    }
}

/// Each pixel a quarter of its neighbours' sum along both axes.
fn blur(map: &mut [u8], width: usize, height: usize) {
    let mix =
        |before: u8, here: u8, after: u8| ((u16::from(before) + 2 * u16::from(here) + u16::from(after)) / 4) as u8;
    for row in map.chunks_exact_mut(width.max(1)) {
        let mut before = 0;
        for x in 0..row.len() {
            let here = row[x];
            row[x] = mix(before, here, row.get(x + 1).copied().unwrap_or(0));
            before = here;
        }
    }
    let mut above = vec![0; width];
    for y in 0..height {
        for x in 0..width {
            let here = map[y * width + x];
            let below = map.get((y + 1) * width + x).copied().unwrap_or(0);
            map[y * width + x] = mix(above[x], here, below);
            above[x] = here;
        }
    }
}

/// The sums over each place and those around it.
fn gathered(sums: &[u32], cols: usize, rows: usize) -> Vec<u32> {
    let near = |at: usize, count: usize| at.saturating_sub(AROUND)..(at + AROUND + 1).min(count);
    let mut across = vec![0; sums.len()];
    for (i, sum) in across.iter_mut().enumerate() {
        *sum = near(i % cols, cols).map(|col| sums[i / cols * cols + col]).sum();
    }
    (0..sums.len()).map(|i| near(i / cols, rows).map(|row| across[row * cols + i % cols]).sum()).collect()
}

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
                        let least = FAINT * n * f64::from(MOST * STRENGTH).powi(2);
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
struct Part {
    area: Rect,
    pitch: (f64, f64),
    weight: f32,
}

/// The parts of a picture that repeat along both axes, the likeliest boards first.
fn parts(picture: &RgbImage) -> Vec<Part> {
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

/// Lattices of what may be a board in a part of the picture, the likeliest first.
pub(super) fn boards(picture: &RgbImage, region: &Rect, hints: &Hints) -> Vec<Other> {
    let cut =
        image::imageops::crop_imm(picture, region.x as u32, region.y as u32, region.width as u32, region.height as u32)
            .to_image();
    let (shown, times) = if region.width * region.height > LARGE as f64 {
        let half = (cut.width() / 2, cut.height() / 2);
        (image::imageops::resize(&cut, half.0, half.1, image::imageops::FilterType::Triangle), 2.0)
    } else {
        (cut, 1.0)
    };
    let full = |part: Part| {
        let area = Rect::new(
            part.area.x * times + region.x,
            part.area.y * times + region.y,
            part.area.width * times,
            part.area.height * times,
        );
        Part { area, pitch: (part.pitch.0 * times, part.pitch.1 * times), weight: part.weight }
    };
    parts(&shown).into_iter().map(full).filter_map(|part| board(picture, region, &part, hints)).collect()
}

/// The lattice of the board in a part of the picture.
fn board(picture: &RgbImage, region: &Rect, part: &Part, hints: &Hints) -> Option<Other> {
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
    let members = members(&edges, &tiling.lattice)?;
    let lattice = extent::members(picture, region, &tiling, &members, hints)?;
    let rimmed = self::members(&edges, &lattice)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    const CORNER: (u32, u32) = (210, 96);

    /// A page: a bar, columns of words at both sides, and in its middle a board of 11 × 9 round-cornered tiles.
    fn page(pitch: f64) -> RgbImage {
        let mut random = 7_u32;
        let mut ink = Vec::new();
        for _ in 0..700 * 480 / 8 {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ink.push(random >> 24);
        }
        RgbImage::from_fn(700, 480, |x, y| {
            let (col, row) = (f64::from(x) - f64::from(CORNER.0), f64::from(y) - f64::from(CORNER.1));
            let (col, row) = (col / pitch, row / pitch);
            let is_inside = (0.0..11.0).contains(&col) && (0.0..9.0).contains(&row);
            if is_inside {
                let (u, v) = (col.fract() - 0.5, row.fract() - 0.5);
                let kind = (col as u32 * 7 + row as u32 * 13 + col as u32 * row as u32 * 5) % 4;
                let colours = [[240, 180, 180], [180, 220, 240], [190, 235, 180], [250, 235, 170]];
                return image::Rgb(if u.powi(4) + v.powi(4) < 0.04 { colours[kind as usize] } else { [245, 246, 248] });
            }
            let is_word = (x < 190 || x > 570) && y > 60 && y % 19 < 9 && ink[((y * 700 + x) / 8) as usize] > 110;
            match (y, is_word) {
                (0..44, _) => image::Rgb([40, 100, 180]),
                (_, true) => image::Rgb([60 + (x * 31 + y * 17) as u8 % 90; 3]),
                _ => image::Rgb([245, 246, 248]),
            }
        })
    }

    #[test]
    fn a_board_in_the_middle_of_a_page_is_found() {
        for pitch in [24.0, 32.0] {
            let picture = page(pitch);
            let region = Rect::new(0.0, 0.0, 700.0, 480.0);
            let found = boards(&picture, &region, &Hints::default());
            let first = &found.first().unwrap().lattice;
            assert_eq!((first.cols, first.rows), (11, 9), "{first:?}");
            let right = Lattice::from_corner(f64::from(CORNER.0), f64::from(CORNER.1), (pitch, pitch), 9, 11);
            for cell in [Cell::new(0, 0), Cell::new(8, 10)] {
                assert!(first.centre(cell).distance(right.centre(cell)) < 1.5, "{first:?}");
            }
        }
    }
}
