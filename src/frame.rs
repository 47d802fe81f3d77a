//! A picture of a window, and where on the desktop it was taken.

use crate::geometry::{Point, Rect};
use image::RgbImage;
use serde::{Deserialize, Serialize};

/// One captured picture. As text it is all but the pixels, which are kept as a picture of their own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// The pixels, origin top left.
    #[serde(skip)]
    pub pixels: RgbImage,
    /// The window's place on the desktop when the picture was taken, in desktop units.
    pub window: Rect,
    /// Counts the captures of a run, so that a plan can be tied to the picture that it came from.
    pub sequence: u64,
}

impl Frame {
    /// A picture read from a file: its own desktop, one unit a pixel.
    #[must_use]
    pub fn from_picture(pixels: RgbImage) -> Self {
        let window = Rect::new(0.0, 0.0, f64::from(pixels.width()), f64::from(pixels.height()));
        Self { pixels, window, sequence: 0 }
    }

    /// Pixels for each desktop unit, for each axis: 2.0 on a Retina screen, 1.0 on most others. Taken from this very
    /// picture, since neither the system nor a calibration can be trusted to know it.
    #[must_use]
    pub fn scale(&self) -> (f64, f64) {
        (
            f64::from(self.pixels.width()) / self.window.width.max(1.0),
            f64::from(self.pixels.height()) / self.window.height.max(1.0),
        )
    }

    /// Where on the desktop a pixel of this picture lies.
    #[must_use]
    pub fn to_desktop(&self, pixel: Point) -> Point {
        let (sx, sy) = self.scale();
        Point::new(self.window.x + pixel.x / sx, self.window.y + pixel.y / sy)
    }

    /// Whether every pixel inside `region` (picture pixels) has the same colour: a black or white frame, as a covered
    /// or not yet drawn window gives.
    #[must_use]
    pub fn is_uniform(&self, region: &Rect) -> bool {
        let whole = Rect::new(0.0, 0.0, f64::from(self.pixels.width()), f64::from(self.pixels.height()));
        let Some(part) = region.intersection(&whole) else { return true };
        let (x0, y0) = (part.x as u32, part.y as u32);
        let first = *self.pixels.get_pixel(x0, y0);
        (y0..part.bottom() as u32).all(|y| (x0..part.right() as u32).all(|x| *self.pixels.get_pixel(x, y) == first))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clicks_land_on_the_same_spot_at_every_scale() {
        for (scale, x, y) in [(1.0, -1920.0, 40.0), (1.25, 10.0, -7.0), (1.5, 0.0, 0.0), (2.0, 333.0, 21.0)] {
            let size = ((400.0 * scale) as u32, (300.0 * scale) as u32);
            let frame =
                Frame { pixels: RgbImage::new(size.0, size.1), window: Rect::new(x, y, 400.0, 300.0), sequence: 0 };
            let p = frame.to_desktop(Point::new(100.0 * scale, 60.0 * scale));
            assert!((p.x - (x + 100.0)).abs() < 1e-9 && (p.y - (y + 60.0)).abs() < 1e-9);
        }
    }

    #[test]
    fn one_odd_pixel_makes_a_frame_worth_reading() {
        let mut frame = Frame::from_picture(RgbImage::new(20, 20));
        let whole = Rect::new(0.0, 0.0, 20.0, 20.0);
        assert!(frame.is_uniform(&whole));
        frame.pixels.put_pixel(19, 19, image::Rgb([1, 0, 0]));
        assert!(!frame.is_uniform(&whole));
    }
}
