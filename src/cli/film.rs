//! Pictures of a run: an animated one, and a strip of its stages side by side.

use crate::frame::Frame;
use crate::geometry::Point;
use crate::store::{self, StoreError};
use image::codecs::gif::{GifEncoder, Repeat};
use image::imageops::{self, FilterType};
use image::{Delay, DynamicImage, Rgb, RgbImage};
use imageproc::drawing::draw_hollow_circle_mut;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::Duration;

/// Width of the pictures that are kept, in pixels: large enough to see, small enough to send.
const WIDTH: u32 = 360;
/// Radii of the ring around a click, in pixels of the window's picture: it leaves the tile's colour and shape to be seen.
const RING: RangeInclusive<i32> = 18..=23;
/// How long each picture of the animation stands.
const STANDS: Duration = Duration::from_millis(350);
/// How long the last one stands.
const LAST_STANDS: Duration = Duration::from_secs(3);
/// Pictures of the strip.
const STRIP: usize = 6;
/// Between two pictures of the strip, in pixels.
const GAP: u32 = 8;

/// The pictures of a run, in order.
#[derive(Default)]
pub(super) struct Film {
    pictures: Vec<RgbImage>,
}

impl Film {
    /// Adds a picture; the places of `clicks` (pixels of the picture) are ringed.
    pub(super) fn add(&mut self, frame: &Frame, clicks: &[Point]) {
        let mut picture = frame.pixels.clone();
        for at in clicks {
            let (x, y) = at.round();
            for radius in RING {
                let is_rim = radius == *RING.start() || radius == *RING.end();
                let colour = if is_rim { [0; 3] } else { [255; 3] };
                draw_hollow_circle_mut(&mut picture, (x, y), radius, Rgb(colour));
            }
        }
        let height = (picture.height() * WIDTH / picture.width().max(1)).max(1);
        self.pictures.push(imageops::resize(&picture, WIDTH, height, FilterType::Triangle));
    }

    /// Writes the animation as GIF.
    pub(super) fn write_animation(&self, path: &Path, progress: &dyn Fn(u64)) -> Result<(), StoreError> {
        let mut bytes = Vec::new();
        let fail = |source| StoreError::Picture { path: path.to_owned(), source };
        {
            let mut encoder = GifEncoder::new_with_speed(&mut bytes, 10);
            encoder.set_repeat(Repeat::Infinite).map_err(fail)?;
            for (number, picture) in self.pictures.iter().enumerate() {
                let stands = if number + 1 == self.pictures.len() { LAST_STANDS } else { STANDS };
                let pixels = DynamicImage::ImageRgb8(picture.clone()).into_rgba8();
                let delay = Delay::from_saturating_duration(stands);
                encoder.encode_frame(image::Frame::from_parts(pixels, 0, 0, delay)).map_err(fail)?;
                progress(1);
            }
        }
        store::write(path, &bytes)
    }

    /// Writes the strip as PNG: the first picture, the last one, and as many between, evenly spread.
    pub(super) fn write_strip(&self, path: &Path) -> Result<(), StoreError> {
        let last = self.pictures.len().saturating_sub(1);
        let shown: Vec<&RgbImage> =
            (0..STRIP).map(|i| i * last / (STRIP - 1)).filter_map(|i| self.pictures.get(i)).collect();
        let height = shown.iter().map(|p| p.height()).max().unwrap_or(1);
        let width = (WIDTH + GAP) * shown.len() as u32 + GAP;
        let mut strip = RgbImage::from_pixel(width, height + 2 * GAP, Rgb([24, 24, 28]));
        for (number, picture) in shown.into_iter().enumerate() {
            let x = GAP + (WIDTH + GAP) * number as u32;
            imageops::replace(&mut strip, picture, i64::from(x), i64::from(GAP));
        }
        store::write_picture(path, &strip)
    }

    /// How many pictures there are.
    pub(super) fn len(&self) -> usize {
        self.pictures.len()
    }
}
