//! Where a picture's colours change along each axis.

use crate::geometry::Rect;
use image::RgbImage;

/// Change of a channel's value between neighbouring pixels below which there is no edge.
const LEAST: u8 = 10;
/// Change above which an edge is no stronger: black against white says no more than blue against green.
const MOST: u8 = 60;

/// How strongly colours change at each step along one axis, summed over the other axis; the first value belongs to the
/// step from pixel 0 to pixel 1 of the region.
pub(super) fn profiles(picture: &RgbImage, region: &Rect) -> (Vec<f64>, Vec<f64>) {
    let (x0, y0) = (region.x as usize, region.y as usize);
    let (width, height) = (region.width as usize, region.height as usize);
    let stride = picture.width() as usize * 3;
    let raw = picture.as_raw();
    let mut along_x = vec![0.0; width.saturating_sub(1)];
    let mut along_y = vec![0.0; height.saturating_sub(1)];
    let edge = |a: usize, b: usize| {
        let change = (0..3).map(|c| raw[a + c].abs_diff(raw[b + c])).max().unwrap_or(0);
        if change < LEAST { 0.0 } else { f64::from(change.min(MOST)) / f64::from(MOST) }
    };
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
