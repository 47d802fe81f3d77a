//! Judges a tiling of a picture by how short the picture's description becomes: a board drawn from a few kinds of
//! tiles needs one picture for each kind and a letter for each cell; cut at a wrong pitch or place, nearly every cell
//! is a picture of its own.

use super::patch;
use crate::geometry::{Lattice, Rect};
use image::RgbImage;

/// Width and height of the small pictures that cells are compared by.
const SMALL: usize = 6;
const SMALL_BYTES: usize = SMALL * SMALL * 3;

/// Bits a pixel that a kind's picture costs.
const PICTURE_BITS: f64 = 0.1;
/// Bits a pixel that a difference of 1 (black against white) from the kind's picture costs.
const DIFFERENCE_BITS: f64 = 1.0;
/// Difference up to which a cell is described by another one's picture.
const ALIKE: f32 = 0.055;

/// Kinds beyond which no board is seen, besides one in eight cells of its surroundings.
const MOST_KINDS: usize = 160;

/// Range of a channel's values up to which a picture is one plain colour.
pub(super) const PLAIN: u8 = 12;

/// A tiling of a region and the kinds that its cells fall into.
#[derive(Clone, Debug)]
pub(super) struct Tiling {
    /// All whole cells of the region.
    pub(super) lattice: Lattice,
    /// The kind of each cell, row by row, counted in order of appearance.
    pub(super) kinds: Vec<usize>,
    /// Cells of each kind.
    pub(super) sizes: Vec<usize>,
    /// The colour of each kind that shows one plain colour.
    pub(super) plain: Vec<Option<[u8; 3]>>,
    /// Length of the description in bits, for the whole region.
    pub(super) bits: f64,
}

/// The colour of these pixels, if it is one.
pub(super) fn plain_colour(pixels: impl Iterator<Item = [u8; 3]>) -> Option<[u8; 3]> {
    let none = ([u8::MAX; 3], [u8::MIN; 3]);
    let (low, high) = pixels.fold(none, |(low, high): ([u8; 3], [u8; 3]), pixel| {
        (std::array::from_fn(|c| low[c].min(pixel[c])), std::array::from_fn(|c| high[c].max(pixel[c])))
    });
    let is_plain = low.iter().zip(high).all(|(low, high)| high.saturating_sub(*low) <= PLAIN);
    is_plain.then(|| std::array::from_fn(|c| low[c].midpoint(high[c])))
}

/// The part of `region` within the rows and columns along its sides that each show one colour: what is plain needs no
/// description, so a tiling that leaves it out is none the worse.
fn content(picture: &RgbImage, region: &Rect) -> Rect {
    let (x, y) = (region.x as u32..region.right() as u32, region.y as u32..region.bottom() as u32);
    let row = |y: u32| plain_colour(x.clone().map(|x| picture.get_pixel(x, y).0)).is_some();
    let top = y.clone().find(|y| !row(*y)).unwrap_or(y.end);
    let bottom = (top..y.end).rev().find(|y| !row(*y)).map_or(top, |last| last + 1);
    let column = |x: u32| plain_colour((top..bottom).map(|y| picture.get_pixel(x, y).0)).is_some();
    let left = x.clone().find(|x| !column(*x)).unwrap_or(x.end);
    let right = (left..x.end).rev().find(|x| !column(*x)).map_or(left, |last| last + 1);
    Rect::new(f64::from(left), f64::from(top), f64::from(right - left), f64::from(bottom - top))
}

/// The tiling of `region` whose cells' left top corners stand at whole pitches from `origin`, unless its description
/// needs more than `most_bits`. Of what it leaves uncovered the `content` alone counts.
pub(super) fn tile(
    picture: &RgbImage,
    (region, content): (&Rect, &Rect),
    pitch: (f64, f64),
    origin: (f64, f64),
    most_bits: f64,
) -> Option<Tiling> {
    let first = |start: f64, origin: f64, pitch: f64| origin + ((start - origin) / pitch - 0.02).ceil() * pitch;
    let (left, top) = (first(region.x, origin.0, pitch.0), first(region.y, origin.1, pitch.1));
    let count = |start: f64, end: f64, pitch: f64| ((end - start) / pitch + 0.04).floor().max(0.0) as usize;
    let (cols, rows) = (count(left, region.right(), pitch.0), count(top, region.bottom(), pitch.1));
    if rows < 2 || cols < 2 {
        return None;
    }
    let lattice = Lattice::from_corner(left, top, pitch, rows, cols);
    let area = pitch.0 * pitch.1;
    let mut leaders: Vec<[u8; SMALL_BYTES]> = Vec::new();
    let mut kinds = Vec::with_capacity(rows * cols);
    let mut sizes: Vec<usize> = Vec::new();
    let mut cells: Vec<[u8; SMALL_BYTES]> = Vec::with_capacity(rows * cols);
    for cell in lattice.cells() {
        let core = lattice.cell_rect(cell).inset((1.0 - patch::CORE) / 2.0);
        let mut small = [0; SMALL_BYTES];
        patch::resample(picture, &core, SMALL, &mut small);
        let nearest = leaders
            .iter()
            .enumerate()
            .map(|(kind, leader)| (kind, patch::difference(leader, &small)))
            .fold((0, f32::MAX), |best, next| if next.1 < best.1 { next } else { best });
        cells.push(small);
        if nearest.1 <= ALIKE {
            kinds.push(nearest.0);
            sizes[nearest.0] += 1;
        } else {
            kinds.push(leaders.len());
            leaders.push(small);
            sizes.push(1);
            let too_many = leaders.len() > MOST_KINDS + rows * cols / 8;
            if too_many || leaders.len() as f64 * PICTURE_BITS * area > most_bits {
                return None;
            }
        }
    }
    let (differences, plain) = spread(&cells, &kinds, &sizes);
    let cells = (rows * cols) as f64;
    let letters: f64 = sizes.iter().map(|&n| n as f64 * (cells / n as f64).log2()).sum();
    let covered = lattice.bounds().intersection(content).map_or(0.0, |part| part.width * part.height);
    let uncovered = (content.width * content.height - covered).max(0.0);
    let bits = letters
        + leaders.len() as f64 * PICTURE_BITS * area
        + differences * DIFFERENCE_BITS * area
        + uncovered * PICTURE_BITS / 2.0;
    Some(Tiling { lattice, kinds, sizes, plain, bits })
}

/// Sum of the cells' differences from the mean picture of their kind. The mean, since the first cell of a kind may be an
/// odd one: a corner of the background with a menu's text in it. With it, the colour of each kind that is plain.
fn spread(cells: &[[u8; SMALL_BYTES]], kinds: &[usize], sizes: &[usize]) -> (f64, Vec<Option<[u8; 3]>>) {
    let mut sums = vec![[0_u32; SMALL_BYTES]; sizes.len()];
    for (cell, &kind) in cells.iter().zip(kinds) {
        for (sum, &value) in sums[kind].iter_mut().zip(cell) {
            *sum += u32::from(value);
        }
    }
    let means: Vec<[u8; SMALL_BYTES]> =
        sums.iter().zip(sizes).map(|(sum, &n)| sum.map(|total| (total / n.max(1) as u32) as u8)).collect();
    let plain = means.iter().map(|mean| plain_colour(mean.as_chunks::<3>().0.iter().copied())).collect();
    let differences =
        cells.iter().zip(kinds).map(|(cell, &kind)| f64::from(patch::difference(cell, &means[kind]))).sum();
    (differences, plain)
}

/// The best tiling of several pitches, each over a raster of origins, and a finer one around the best of these.
pub(super) fn best_tiling(picture: &RgbImage, region: &Rect, pitches: &[(f64, f64)]) -> Option<Tiling> {
    const COARSE: i32 = 4;
    const FINE: f64 = 12.0;
    let content = content(picture, region);
    let parts = (region, &content);
    let mut best: Option<Tiling> = None;
    for &pitch in pitches {
        let mut nearest = None;
        for column in 0..COARSE {
            for row in 0..COARSE {
                let origin = (f64::from(column) / f64::from(COARSE), f64::from(row) / f64::from(COARSE));
                nearest = shorter(nearest, tiling_at(picture, parts, pitch, origin, best.as_ref()), origin);
            }
        }
        let Some((_, coarse)) = nearest.as_ref() else { continue };
        let (x, y) = *coarse;
        for (right, down) in [(-1.0, 0.0), (1.0, 0.0), (0.0, -1.0), (0.0, 1.0), (-1.0, -1.0), (1.0, 1.0)] {
            let origin = (x + right / FINE, y + down / FINE);
            nearest = shorter(nearest, tiling_at(picture, parts, pitch, origin, best.as_ref()), origin);
        }
        best = match (best, nearest) {
            (Some(best), Some((next, _))) if next.bits >= best.bits => Some(best),
            (best, next) => next.map(|(tiling, _)| tiling).or(best),
        };
    }
    best
}

/// The tiling whose origin is so many pitches from the region's corner.
fn tiling_at(
    picture: &RgbImage,
    (region, content): (&Rect, &Rect),
    pitch: (f64, f64),
    origin: (f64, f64),
    best: Option<&Tiling>,
) -> Option<Tiling> {
    let place = (region.x + pitch.0 * origin.0, region.y + pitch.1 * origin.1);
    // A finer raster still shortens a description by a part.
    tile(picture, (region, content), pitch, place, best.map_or(f64::MAX, |b| b.bits * 1.5))
}

type Placed = (Tiling, (f64, f64));

fn shorter(best: Option<Placed>, next: Option<Tiling>, origin: (f64, f64)) -> Option<Placed> {
    match (best, next) {
        (Some(best), Some(next)) if next.bits >= best.0.bits => Some(best),
        (best, next) => next.map(|tiling| (tiling, origin)).or(best),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    const COLOURS: [[u8; 3]; 3] = [[0, 0, 255], [0, 128, 0], [255, 0, 0]];

    /// Tiles of 20 pixels in few colours with a plain margin of half a tile around them.
    fn board(cols: u32, rows: u32) -> RgbImage {
        RgbImage::from_fn(cols * 20 + 20, rows * 20 + 20, |x, y| {
            let (col, row) = (x.wrapping_sub(10) / 20, y.wrapping_sub(10) / 20);
            if x < 10 || y < 10 || col >= cols || row >= rows {
                return Rgb([230; 3]);
            }
            Rgb(COLOURS[((col * 7 + row * 5 + col * row * 3) % 11 % 3) as usize])
        })
    }

    #[test]
    fn what_is_plain_along_the_sides_needs_no_description() {
        let picture = board(9, 4);
        let region = Rect::new(0.0, 0.0, 200.0, 100.0);
        assert_eq!(content(&picture, &region), Rect::new(10.0, 10.0, 180.0, 80.0));
        let blank = RgbImage::from_pixel(30, 30, Rgb([9; 3]));
        assert_eq!(content(&blank, &Rect::new(0.0, 0.0, 30.0, 30.0)).height, 0.0);
    }

    #[test]
    fn a_tiling_that_covers_a_plain_margin_is_none_the_better_for_it() {
        for (cols, rows) in [(9, 4), (27, 6), (6, 6)] {
            let picture = board(cols, rows);
            let region = Rect::new(0.0, 0.0, f64::from(picture.width()), f64::from(picture.height()));
            let best = best_tiling(&picture, &region, &[(20.0, 20.0)]).unwrap().lattice;
            assert_eq!((best.rows, best.cols), (rows as usize, cols as usize));
        }
    }
}
