//! Small pictures of all cells of a lattice, from sums of a picture's values over rectangles: many lattices are tried on one
//! picture.

use crate::geometry::Lattice;
use image::RgbImage;
use imageproc::integral_image::integral_image;

/// Width and height of the small pictures that cells are compared by, whole cells with their rims: some walls are nothing
/// but a rim.
const SMALL: usize = 6;
pub(super) const SMALL_BYTES: usize = SMALL * SMALL * 3;

/// Pixels of the largest picture whose values' sum is a number of 32 bits.
const MOST_PIXELS: u64 = (u32::MAX / u8::MAX as u32) as u64;

/// Sums of a picture's values over rectangles.
pub(super) struct Sums {
    stride: usize,
    size: (usize, usize),
    values: Vec<u32>,
}

impl Sums {
    /// The sums of a picture; nothing where they would be too large.
    pub(super) fn new(picture: &RgbImage) -> Option<Self> {
        if u64::from(picture.width()) * u64::from(picture.height()) > MOST_PIXELS {
            return None;
        }
        let sums = integral_image::<_, u32>(picture);
        Some(Self {
            stride: sums.width() as usize * 3,
            size: (picture.width() as usize, picture.height() as usize),
            values: sums.into_raw(),
        })
    }

    /// The mean colours of so many parts of each cell of a lattice.
    pub(super) fn cells(&self, lattice: &Lattice) -> Vec<[u8; SMALL_BYTES]> {
        let bounds = lattice.bounds();
        let lines = |start: f64, pitch: f64, count: usize, limit: usize| -> Vec<usize> {
            let at = |part: usize| start + pitch * part as f64 / SMALL as f64;
            (0..=count * SMALL).map(|part| (at(part).round().max(0.0) as usize).min(limit)).collect()
        };
        let columns = lines(bounds.x, lattice.pitch_x, lattice.cols, self.size.0);
        let rows = lines(bounds.y, lattice.pitch_y, lattice.rows, self.size.1);
        lattice
            .cells()
            .map(|cell| {
                let mut small = [0; SMALL_BYTES];
                let (pixels, _) = small.as_chunks_mut::<3>();
                for (i, pixel) in pixels.iter_mut().enumerate() {
                    let (col, row) = (cell.col * SMALL + i % SMALL, cell.row * SMALL + i / SMALL);
                    let (left, right) = (columns[col] * 3, columns[col + 1] * 3);
                    let (top, bottom) = (rows[row] * self.stride, rows[row + 1] * self.stride);
                    let area = ((columns[col + 1] - columns[col]) * (rows[row + 1] - rows[row])).max(1) as u32;
                    for (c, value) in pixel.iter_mut().enumerate() {
                        // Sums of large pictures may wrap on the way to this small one.
                        let sum = self.values[bottom + right + c]
                            .wrapping_add(self.values[top + left + c])
                            .wrapping_sub(self.values[top + right + c])
                            .wrapping_sub(self.values[bottom + left + c]);
                        *value = (sum / area) as u8;
                    }
                }
                small
            })
            .collect()
    }
}
