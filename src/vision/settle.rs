//! Decides from successive pictures whether a board came to rest.

use crate::geometry::Rect;
use image::RgbImage;

/// Largest difference of a value of a pixel that still counts as equal where nothing is said: noise of scaling and
/// compression.
pub const NOISE: u8 = 6;

/// Watches one region of successive pictures: it is at rest when two pictures in a row show the same there.
#[derive(Clone, Debug)]
pub struct Settle {
    noise: u8,
    last: Option<RgbImage>,
    quiet: u32,
    is_identical: bool,
}

impl Default for Settle {
    fn default() -> Self {
        Self::allowing(NOISE)
    }
}

impl Settle {
    /// A watcher that has seen nothing.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The same for pictures in which values of pixels change by as much as `noise` while nothing moves.
    #[must_use]
    pub fn allowing(noise: u8) -> Self {
        Self { noise, last: None, quiet: 0, is_identical: false }
    }

    /// Forgets what was seen, as after a click.
    pub fn reset(&mut self) {
        *self = Self::allowing(self.noise);
    }

    /// Takes one more picture and says whether `region` (picture pixels) shows the same as in the one before.
    pub fn see(&mut self, picture: &RgbImage, region: &Rect) -> bool {
        let now = crop(picture, region);
        self.is_identical = self.last.as_ref() == Some(&now);
        let same = self.is_identical || self.last.as_ref().is_some_and(|last| is_alike(last, &now, self.noise));
        self.quiet = if same { self.quiet + 1 } else { 0 };
        self.last = Some(now);
        same
    }

    /// Whether the last picture showed the very same as the one before, without any noise.
    #[must_use]
    pub fn is_identical(&self) -> bool {
        self.is_identical
    }

    /// How many pictures in a row showed the same as the one before.
    #[must_use]
    pub fn quiet(&self) -> u32 {
        self.quiet
    }
}

/// The part of a picture inside `region`; an empty picture where they do not meet.
#[must_use]
pub(crate) fn crop(picture: &RgbImage, region: &Rect) -> RgbImage {
    let whole = Rect::new(0.0, 0.0, f64::from(picture.width()), f64::from(picture.height()));
    let Some(part) = region.intersection(&whole) else { return RgbImage::new(0, 0) };
    let (x, y) = (part.x.floor() as u32, part.y.floor() as u32);
    let (right, bottom) =
        ((part.right().ceil() as u32).min(picture.width()), (part.bottom().ceil() as u32).min(picture.height()));
    image::imageops::crop_imm(picture, x, y, right - x, bottom - y).to_image()
}

/// Whether two pictures are equal up to noise.
#[must_use]
pub fn is_alike(a: &RgbImage, b: &RgbImage, noise: u8) -> bool {
    a.dimensions() == b.dimensions() && a.as_raw().iter().zip(b.as_raw()).all(|(x, y)| x.abs_diff(*y) <= noise)
}

/// The share of pixels, 0 to 1, in which two pictures differ by more than noise; 1 for pictures of different sizes.
#[must_use]
pub fn changed_share(a: &RgbImage, b: &RgbImage, noise: u8) -> f64 {
    if a.dimensions() != b.dimensions() {
        return 1.0;
    }
    let pixels = a.as_raw().as_chunks::<3>().0.iter().zip(b.as_raw().as_chunks::<3>().0);
    let changed = pixels.filter(|(p, q)| p.iter().zip(*q).any(|(x, y)| x.abs_diff(*y) > noise)).count();
    changed as f64 / (f64::from(a.width()) * f64::from(a.height())).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    #[test]
    fn a_region_is_at_rest_when_it_stops_changing_whatever_goes_on_around_it() {
        let mut settle = Settle::new();
        let region = Rect::new(0.0, 0.0, 10.0, 10.0);
        let mut picture = RgbImage::new(20, 10);
        assert!(!settle.see(&picture, &region));
        picture.put_pixel(15, 5, Rgb([255; 3]));
        assert!(settle.see(&picture, &region));
        picture.put_pixel(5, 5, Rgb([255; 3]));
        assert!(!settle.see(&picture, &region));
        picture.put_pixel(5, 5, Rgb([252; 3]));
        assert!(settle.see(&picture, &region) && settle.quiet() == 1);
        settle.reset();
        assert!(!settle.see(&picture, &region));
    }

    #[test]
    fn a_picture_of_another_size_is_a_change() {
        let mut settle = Settle::new();
        let region = Rect::new(0.0, 0.0, 100.0, 100.0);
        assert!(!settle.see(&RgbImage::new(10, 10), &region));
        assert!(!settle.see(&RgbImage::new(11, 10), &region));
    }

    #[test]
    fn what_changed_is_a_share_of_the_picture() {
        let black = RgbImage::new(10, 10);
        let mut other = black.clone();
        other.put_pixel(3, 4, Rgb([0, 0, 40]));
        other.put_pixel(5, 6, Rgb([NOISE; 3]));
        assert_eq!(changed_share(&black, &other, NOISE), 0.01);
        assert_eq!(changed_share(&black, &RgbImage::new(10, 11), NOISE), 1.0);
    }
}
