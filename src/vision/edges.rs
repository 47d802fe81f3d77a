//! Where a picture's colours change along each axis.

use crate::geometry::Rect;
use image::RgbImage;

/// What change of colour is an edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Change {
    /// Change of a channel's value below which there is no edge.
    pub(super) least: u8,
    /// Change above which an edge is no stronger: black against white says no more than blue against green.
    pub(super) most: u8,
}

impl Change {
    /// By how much the channel differs that differs most, from `least` on and up to `most`; 0 where there is no edge.
    pub(super) fn of(self, a: &[u8], b: &[u8]) -> u8 {
        let change = a.iter().zip(b).map(|(p, q)| p.abs_diff(*q)).max().unwrap_or(0);
        if change < self.least { 0 } else { change.min(self.most) }
    }

    /// The same as a share of the strongest edge.
    pub(super) fn between(self, a: &[u8], b: &[u8]) -> f32 {
        f32::from(self.of(a, b)) / f32::from(self.most)
    }
}

const CHANGE: Change = Change { least: 10, most: 60 };

/// How strongly colours change at each step along one axis, summed over the other axis; the first value belongs to the
/// step from pixel 0 to pixel 1 of the region.
pub(super) fn profiles(picture: &RgbImage, region: &Rect) -> (Vec<f64>, Vec<f64>) {
    let (x0, y0) = (region.x as usize, region.y as usize);
    let (width, height) = (region.width as usize, region.height as usize);
    let stride = picture.width() as usize * 3;
    let raw = picture.as_raw();
    let mut along_x = vec![0.0; width.saturating_sub(1)];
    let mut along_y = vec![0.0; height.saturating_sub(1)];
    let edge = |a: usize, b: usize| f64::from(CHANGE.between(&raw[a..a + 3], &raw[b..b + 3]));
    for y in 0..height {
        let row = (y0 + y) * stride + x0 * 3;
        for (x, total) in along_x.iter_mut().enumerate() {
            *total += edge(row + x * 3, row + x * 3 + 3);
        }
        if let Some(total) = along_y.get_mut(y) {
            *total += (0..width).map(|x| row + x * 3).map(|at| edge(at, at + stride)).sum::<f64>();
        }
    }
    (along_x, along_y)
}
