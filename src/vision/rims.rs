//! Boards of cards by the cards' rims: what is painted on them differs, but each one ends in four long straight edges.

use super::extent;
use super::lattice::Hints;
use super::register::registered;
use crate::geometry::{Lattice, Rect};
use crate::grid::{Cell, Grid};
use image::RgbImage;

/// Change of a channel's value between neighbouring pixels from which on there is an edge.
const EDGE: u8 = 8;
/// Share of a card's side along which an edge runs on that is a rim.
const LONG: f64 = 0.6;
/// Share of such a run that must be edge.
const UNBROKEN: f64 = 0.9;
/// How far a rim may be from the line between two cells, as a share of the pitch: bevels, shadows and gaps.
const REACH: f64 = 0.09;
/// Share of the long edges that must be near lines of one pitch for these to be rims.
const GATHERED: f64 = 0.55;
/// Share of a cell's side along which there must be a rim.
const SIDE: f64 = 0.8;
/// How much more edge there is along a rim than along the lines beside it.
const STANDS_OUT: f64 = 2.0;
/// How far the rims' middle may be from a line that was found otherwise, as a share of the pitch, for both to mean the same.
const SAME_LINE: f64 = 0.06;

/// Where edges are, summed up along their own direction.
struct Edges {
    width: usize,
    height: usize,
    /// Vertical edges between x and x + 1, summed from the top; one row more than the picture.
    down: Vec<u16>,
    /// Horizontal edges between y and y + 1, summed from the left; one column more than the picture.
    across: Vec<u16>,
}

impl Edges {
    fn new(picture: &RgbImage) -> Self {
        let (width, height) = (picture.width() as usize, picture.height() as usize);
        let (pixels, _) = picture.as_raw().as_chunks::<3>();
        let is_edge = |a: &[u8; 3], b: &[u8; 3]| a.iter().zip(b).any(|(p, q)| p.abs_diff(*q) >= EDGE);
        let mut down = vec![0_u16; width * (height + 1)];
        let mut across = vec![0_u16; (width + 1) * height];
        for y in 0..height {
            for x in 0..width {
                let here = &pixels[y * width + x];
                let vertical = x + 1 < width && is_edge(here, &pixels[y * width + x + 1]);
                down[(y + 1) * width + x] = down[y * width + x] + u16::from(vertical);
                let horizontal = y + 1 < height && is_edge(here, &pixels[(y + 1) * width + x]);
                across[y * (width + 1) + x + 1] = across[y * (width + 1) + x] + u16::from(horizontal);
            }
        }
        Self { width, height, down, across }
    }

    /// Share of a stretch of a vertical line just before pixel `x` that is edge.
    fn vertical(&self, x: i64, from: f64, to: f64) -> f64 {
        let Some(x) = usize::try_from(x - 1).ok().filter(|x| *x < self.width) else { return 0.0 };
        let (from, to) = stretch(from, to, self.height);
        let sum = self.down[to * self.width + x] - self.down[from * self.width + x];
        f64::from(sum) / (to - from).max(1) as f64
    }

    /// Share of a stretch of a horizontal line just before pixel `y` that is edge.
    fn horizontal(&self, y: i64, from: f64, to: f64) -> f64 {
        let Some(y) = usize::try_from(y - 1).ok().filter(|y| *y < self.height) else { return 0.0 };
        let (from, to) = stretch(from, to, self.width);
        let row = y * (self.width + 1);
        f64::from(self.across[row + to] - self.across[row + from]) / (to - from).max(1) as f64
    }

    /// How many long edges of a card's height there are just before each pixel of a region's width, or of a card's width
    /// along its height.
    fn long(&self, region: &Rect, card: f64, is_across: bool) -> Vec<f64> {
        let (start, end) = if is_across { (region.y, region.bottom()) } else { (region.x, region.right()) };
        let (from, to) = if is_across { (region.x, region.right()) } else { (region.y, region.bottom()) };
        let run = card * LONG;
        let places = (end - start).max(0.0) as usize;
        let starts = ((to - from - run).max(0.0) as usize) + 1;
        (0..places)
            .map(|place| {
                let at = (start + place as f64) as i64;
                let share = |i: usize| {
                    let first = from + i as f64;
                    if is_across {
                        self.horizontal(at, first, first + run)
                    } else {
                        self.vertical(at, first, first + run)
                    }
                };
                (0..starts).filter(|i| share(*i) >= UNBROKEN).count() as f64
            })
            .collect()
    }
}

/// Counts of long edges squared, since all cards have their rims at the same places and few of them what is painted on them.
/// What exceeds the rims, such as a tool bar's lines across the whole window, counts as they do.
fn weighed(long: Vec<f64>, pitch: f64) -> Vec<f64> {
    let mut sorted = long.clone();
    sorted.sort_by(|a, b| b.total_cmp(a));
    // There is a rim a pitch at least.
    let rim = sorted.get((long.len() as f64 / pitch) as usize).copied().unwrap_or(f64::MAX);
    long.into_iter().map(|count| count.min(rim).powi(2)).collect()
}

/// The whole pixels of a stretch, inside the picture.
fn stretch(from: f64, to: f64, limit: usize) -> (usize, usize) {
    let from = (from.round().max(0.0) as usize).min(limit);
    (from, (to.round().max(0.0) as usize).clamp(from, limit))
}

/// Where lines of a pitch gather most of the long edges.
#[derive(Clone, Copy, Debug)]
struct Lines {
    /// The place of one line.
    first: f64,
    /// Share of the long edges near the lines.
    gathered: f64,
}

/// The lines of a pitch that gather most of `long`.
fn lines(long: &[f64], pitch: f64) -> Lines {
    const FINE: f64 = 2.0;
    let bins = (pitch * FINE).round().max(4.0) as usize;
    let mut folded = vec![0.0_f64; bins];
    for (place, value) in long.iter().enumerate() {
        let phase = (place as f64).rem_euclid(pitch) / pitch;
        folded[(phase * bins as f64).round() as usize % bins] += value;
    }
    let total: f64 = folded.iter().sum();
    let reach = (reach(pitch) / pitch * bins as f64).round() as i64;
    let at = |bin: i64| folded[bin.rem_euclid(bins as i64) as usize];
    let near = |centre: i64| (centre - reach..=centre + reach).map(at).sum::<f64>();
    let best = (0..bins as i64).fold((0, f64::MIN), |best, bin| {
        let sum = near(bin);
        if sum > best.1 { (bin, sum) } else { best }
    });
    // A card's two rims are about equally strong, so the line is in their middle.
    let middle = |centre: i64| {
        let moment: f64 = (centre - reach..=centre + reach).map(|bin| at(bin) * (bin - centre) as f64).sum();
        centre as f64 + moment / near(centre).max(1e-9)
    };
    let centre = middle(middle(best.0).round() as i64);
    Lines { first: centre * pitch / bins as f64, gathered: near(centre.round() as i64) / total.max(1e-9) }
}

fn reach(pitch: f64) -> f64 {
    (REACH * pitch).max(1.5)
}

/// How well lines of these pitches gather the long edges of a region, 0 to 1: for each pair along both axes.
pub(super) fn gathered(picture: &RgbImage, region: &Rect, pitches: &[(f64, f64)]) -> Vec<f64> {
    let edges = Edges::new(picture);
    pitches
        .iter()
        .map(|(x, y)| {
            // What a narrow pitch gathers by chance counts for nothing.
            let share = |long: &[f64], pitch: f64| {
                let chance = (2.0 * reach(pitch) + 1.0) / pitch;
                ((lines(long, pitch).gathered - chance) / (1.0 - chance)).max(0.0)
            };
            share(&edges.long(region, *y, false), *x) * share(&edges.long(region, *x, true), *y)
        })
        .collect()
}

/// Distances of square cells whose lines gather the long edges of a region along both axes, the likeliest first.
pub(super) fn square(picture: &RgbImage, region: &Rect) -> Vec<f64> {
    /// Length of edges that are long, in pixels, and distances that are tried, in quarters of a pixel.
    const RUN: f64 = 20.0;
    const QUARTERS: std::ops::Range<u32> = 48..400;
    const MOST: usize = 6;
    let edges = Edges::new(picture);
    let [along_x, along_y] = [false, true].map(|is_across| edges.long(region, RUN / LONG, is_across));
    let gathered: Vec<(f64, f64)> = QUARTERS
        .map(|quarters| {
            let pitch = f64::from(quarters) / 4.0;
            let chance = (2.0 * reach(pitch) + 1.0) / pitch;
            let share = |long: &[f64]| ((lines(long, pitch).gathered - chance) / (1.0 - chance)).max(0.0);
            (share(&along_x) * share(&along_y), pitch)
        })
        .collect();
    let is_peak = |i: &usize| {
        let near = gathered[i.saturating_sub(3)..(i + 4).min(gathered.len())].iter();
        gathered[*i].0 > 0.0 && near.clone().all(|other| other.0 <= gathered[*i].0)
    };
    let mut peaks: Vec<(f64, f64)> = (0..gathered.len()).filter(is_peak).map(|i| gathered[i]).collect();
    peaks.sort_by(|a, b| b.0.total_cmp(&a.0));
    peaks.truncate(MOST);
    peaks.into_iter().map(|(_, pitch)| pitch).collect()
}

/// The lattice of the cards, near the pitch of another lattice; nothing where no cards with rims are seen.
pub(super) fn fitted(picture: &RgbImage, region: &Rect, near: &Lattice, hints: &Hints) -> Option<Lattice> {
    let edges = Edges::new(picture);
    let across = part(region, near, true);
    let down = part(region, near, false);
    let long_x = weighed(edges.long(&down, near.pitch_y, false), near.pitch_x);
    let long_y = weighed(edges.long(&across, near.pitch_x, true), near.pitch_y);
    let (pitch_x, along_x) = exact(&long_x, near.pitch_x);
    let (pitch_y, along_y) = exact(&long_y, near.pitch_y);
    if along_x.gathered < GATHERED || along_y.gathered < GATHERED {
        return None;
    }
    let own = near.bounds();
    let left = region.x + first_line(along_x.first, own.x - region.x, pitch_x);
    let top = region.y + first_line(along_y.first, own.y - region.y, pitch_y);
    let count = |start: f64, end: f64, pitch: f64| ((end - start) / pitch + 0.04).floor().max(0.0) as usize;
    let (cols, rows) = (count(left, region.right(), pitch_x), count(top, region.bottom(), pitch_y));
    let all = Lattice::from_corner(left, top, (pitch_x, pitch_y), rows, cols);
    let cards = Grid::from_fn(rows, cols, |cell| is_card(&edges, &all.cell_rect(cell)));
    let (first, last, seen) = largest(&cards)?;
    // Few cards beside a board that was found otherwise: a row of buttons.
    if 2 * seen < near.rows.min(rows) * near.cols.min(cols) / 2 {
        return None;
    }
    let block = extent::Block { top: first.row, left: first.col, bottom: last.row, right: last.col };
    let own = registered(picture, &all, &cards, &block);
    // A whole pitch stays as it is.
    let of_axis =
        |near: f64, start: (f64, f64), own: f64| if near.fract() == 0.0 { (start.0, near) } else { (start.1, own) };
    let (x, pitch_x) = of_axis(pitch_x, (all.x, own.x), own.pitch_x);
    let (y, pitch_y) = of_axis(pitch_y, (all.y, own.y), own.pitch_y);
    let all = Lattice { x, y, pitch_x, pitch_y, ..all };
    let (mut top, mut left) = (first.row as f64, first.col as f64);
    let (mut rows, mut cols) = (last.row - first.row + 1, last.col - first.col + 1);
    if let Some((asked_rows, asked_cols)) = hints.size {
        // Cards that are gone leave the board's rim empty: the upper one where they fall.
        top -= asked_rows as f64 - rows as f64;
        left -= ((asked_cols as f64 - cols as f64) / 2.0).trunc();
        (rows, cols) = (asked_rows, asked_cols);
    }
    let moved = all.moved(left * pitch_x, top * pitch_y);
    Some(Lattice { rows, cols, ..moved })
}

/// The first line of a pitch: in the middle between where the rims have it and where it was found otherwise, if both mean
/// the same. A shadow or a bevel at one side draws the rims aside, what cards have in common at their edges the other one.
fn first_line(by_rims: f64, otherwise: f64, pitch: f64) -> f64 {
    let apart = otherwise - by_rims;
    let apart = apart - (apart / pitch).round() * pitch;
    let line = if apart.abs() <= (SAME_LINE * pitch).max(1.5) { by_rims + apart / 2.0 } else { by_rims };
    line - (line / pitch).floor() * pitch
}

/// The part of the region along one axis of which the rims are looked for: the lattice and a cell more at each side.
fn part(region: &Rect, near: &Lattice, is_across: bool) -> Rect {
    let bounds = near.bounds();
    let (dx, dy) = (1.5 * near.pitch_x, 1.5 * near.pitch_y);
    let wide = if is_across {
        Rect::new(bounds.x - dx, region.y, bounds.width + 2.0 * dx, region.height)
    } else {
        Rect::new(region.x, bounds.y - dy, region.width, bounds.height + 2.0 * dy)
    };
    let part = wide.intersection(region).unwrap_or(*region);
    Rect::new(part.x.floor(), part.y.floor(), part.width.floor(), part.height.floor())
}

/// The pitch near another one whose lines gather the most, and those lines. A whole pitch stays as it is.
fn exact(long: &[f64], pitch: f64) -> (f64, Lines) {
    if pitch.fract() == 0.0 {
        return (pitch, lines(long, pitch));
    }
    const STEPS: i32 = 12;
    const STEP: f64 = 0.02;
    // Sharply: within a pixel or so of the line.
    let sharp = |pitch: f64| {
        let found = lines(long, pitch);
        let off = |place: usize| {
            let phase = (place as f64 - found.first).rem_euclid(pitch);
            phase.min(pitch - phase)
        };
        let spread: f64 = long.iter().enumerate().map(|(place, value)| value * off(place).min(reach(pitch))).sum();
        (spread, found)
    };
    (-STEPS..=STEPS)
        .map(|i| pitch + f64::from(i) * STEP)
        .map(|pitch| (pitch, sharp(pitch)))
        .min_by(|a, b| a.1.0.total_cmp(&b.1.0))
        .map_or_else(|| (pitch, lines(long, pitch)), |(pitch, (_, found))| (pitch, found))
}

/// Whether a cell has a rim at each side.
fn is_card(edges: &Edges, cell: &Rect) -> bool {
    let inner = cell.inset(0.1);
    let near = |line: f64, pitch: f64, share: &dyn Fn(i64) -> f64| {
        let (line, reach, half) = (line.round() as i64, reach(pitch).round() as i64, (pitch / 2.0) as i64);
        let rim = (line - reach..=line + reach).map(share).fold(0.0, f64::max);
        // In a rough ground every line is half of it edge; on a card some are, and some are not.
        let mut usual: Vec<f64> = (line - half..line + half).map(share).collect();
        usual.sort_by(f64::total_cmp);
        rim >= SIDE && usual.get(usual.len() / 4).is_none_or(|usual| rim >= STANDS_OUT * usual)
    };
    let vertical = |x: i64| edges.vertical(x, inner.y, inner.bottom());
    let horizontal = |y: i64| edges.horizontal(y, inner.x, inner.right());
    let sides = [
        near(cell.x, cell.width, &vertical),
        near(cell.right(), cell.width, &vertical),
        near(cell.y, cell.height, &horizontal),
        near(cell.bottom(), cell.height, &horizontal),
    ];
    sides.into_iter().all(|side| side)
}

/// The first and last row and column of the largest group of cards that touch at a side or a corner, and how many they are.
fn largest(cards: &Grid<bool>) -> Option<(Cell, Cell, usize)> {
    let best = extent::largest_group(cards);
    let (top, bottom) = (best.iter().map(|c| c.row).min()?, best.iter().map(|c| c.row).max()?);
    let (left, right) = (best.iter().map(|c| c.col).min()?, best.iter().map(|c| c.col).max()?);
    Some((Cell::new(top, left), Cell::new(bottom, right), best.len()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vision::Shape;
    use crate::vision::lattice::find;
    use image::Rgb;

    /// Cards of 30 × 40 pixels with a light rim on a rough ground, below a bar; some are gone.
    fn cards(gone: &[(u32, u32)]) -> RgbImage {
        RgbImage::from_fn(400, 330, |x, y| {
            let rough = ((x * 7 + y * 13 + x * y % 11) % 23) as u8;
            if y < 20 {
                return Rgb([200; 3]);
            }
            let at = x.checked_sub(35).zip(y.checked_sub(50)).map(|(x, y)| (x / 30, y / 40, x % 30, y % 40));
            match at {
                Some((col, row, x, y)) if col < 11 && row < 6 && !gone.contains(&(row, col)) => {
                    let kind = (col * 5 + row * 3) % 7 + 2;
                    let is_rim = x < 2 || y < 2 || x > 27 || y > 37;
                    let is_drawn =
                        (8..22).contains(&x) && (10..30).contains(&y) && (x - 1) / kind % 2 == (y / kind + kind) % 2;
                    if is_rim {
                        Rgb([240, 240, 230])
                    } else if is_drawn {
                        Rgb([90, 20, 20 + 20 * kind as u8])
                    } else {
                        Rgb([190, 190, 180])
                    }
                }
                _ => Rgb([60 + rough, 40 + rough, 20]),
            }
        })
    }

    #[test]
    fn cards_are_found_with_and_without_holes_at_their_rim() {
        for gone in [&[][..], &[(0, 0), (0, 1), (0, 7), (3, 4), (5, 10)]] {
            let hints = Hints { shape: Shape::Cards, ..Hints::default() };
            let found = find(&cards(gone), &hints).unwrap();
            let corner = found.bounds();
            assert_eq!((found.cols, found.rows, found.pitch_x, found.pitch_y), (11, 6, 30.0, 40.0));
            assert!((corner.x - 35.0).abs() <= 1.0 && (corner.y - 50.0).abs() <= 1.0, "{corner:?}");
        }
    }
}
