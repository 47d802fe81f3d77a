//! Edges of a picture, and sums of them over rectangles.

use super::super::edges::Change;
use image::RgbImage;
use std::ops::Range;

/// Pixels along a place.
pub(super) const PLACE: usize = 16;
/// Places around one, to each side, that are looked at together with it.
const AROUND: usize = 2;
/// Change of colour between neighbouring pixels that is an edge.
const CHANGE: Change = Change { least: 6, most: 48 };
/// What an edge's change is multiplied by, so that a blur leaves something of it.
const STRENGTH: u8 = 5;
/// The value of the strongest edges.
pub(super) const STRONGEST: u8 = CHANGE.most * STRENGTH;

/// Edges of a picture: vertical ones and horizontal ones, blurred, so that fractions of a pixel do not matter.
pub(super) struct Edges {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) maps: [Vec<u8>; 2],
}

impl Edges {
    pub(super) fn new(picture: &RgbImage) -> Self {
        let (width, height) = (picture.width() as usize, picture.height() as usize);
        let (pixels, _) = picture.as_raw().as_chunks::<3>();
        let edge = |a: &[u8; 3], b: &[u8; 3]| CHANGE.of(a, b) * STRENGTH;
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
    pub(super) fn places(&self) -> (usize, usize) {
        (self.width / PLACE, self.height / PLACE)
    }

    /// The pixels of a place and those around it, moved by so much, as far as the picture goes.
    pub(super) fn window(&self, place: usize, moved: (usize, usize)) -> Window {
        let (cols, rows) = self.places();
        let span = |at: usize, count: usize, moved: usize, limit: usize| {
            let (first, last) = (at.saturating_sub(AROUND) * PLACE, (at + AROUND + 1).min(count) * PLACE);
            (first + moved).min(limit)..(last + moved).min(limit)
        };
        Window { x: span(place % cols, cols, moved.0, self.width), y: span(place / cols, rows, moved.1, self.height) }
    }

    /// For each place, the sum of its edges' products with those that lie so far from them.
    pub(super) fn products(&self, map: usize, moved: (usize, usize)) -> Vec<u32> {
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
pub(super) struct Window {
    pub(super) x: Range<usize>,
    pub(super) y: Range<usize>,
}

/// Sums of a map's values over any rectangle.
pub(super) struct Table {
    stride: usize,
    sums: Vec<u64>,
}

impl Table {
    pub(super) fn new(map: &[u8], width: usize, value: impl Fn(u64) -> u64) -> Self {
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

    pub(super) fn sum(&self, window: &Window) -> f64 {
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
