//! Finds a button by its picture.

use crate::geometry::{Lattice, Rect};
use image::RgbImage;
use image::imageops::{self, FilterType};

/// Mean absolute difference (0 to 1) up to which a place shows the button.
const ALIKE: f32 = 0.05;

/// How far from its expected place a button is looked for first, in pixels.
const NEAR: i64 = 4;

/// A button as it looks and where it is expected in pictures of one size.
#[derive(Clone, Debug)]
pub struct Button {
    template: RgbImage,
    expected: Rect,
}

impl Button {
    /// A button that looks like `template` and is expected at `expected`, in pixels of the calibrated picture, in
    /// pictures whose board is at `now` instead of `calibrated`: buttons on overlays keep their place to the board.
    #[must_use]
    pub fn new(template: &RgbImage, expected: &Rect, calibrated: &Lattice, now: &Lattice) -> Self {
        let (sx, sy) = (now.pitch_x / calibrated.pitch_x, now.pitch_y / calibrated.pitch_y);
        let (middle_was, middle) = (calibrated.bounds().centre(), now.bounds().centre());
        let size = |length: u32, scale: f64| ((f64::from(length) * scale).round() as u32).max(1);
        let (width, height) = (size(template.width(), sx), size(template.height(), sy));
        let template = if (width, height) == template.dimensions() {
            template.clone()
        } else {
            imageops::resize(template, width, height, FilterType::Triangle)
        };
        let expected = Rect::new(
            middle.x + (expected.x - middle_was.x) * sx,
            middle.y + (expected.y - middle_was.y) * sy,
            f64::from(width),
            f64::from(height),
        );
        Self { template, expected }
    }

    /// Where the button is, if it is within a few pixels of its expected place. Cheap: for every look.
    #[must_use]
    pub fn near(&self, picture: &RgbImage) -> Option<Rect> {
        let (x, y) = (self.expected.x.round() as i64, self.expected.y.round() as i64);
        let places = spiral(NEAR).map(|(dx, dy)| (x + dx, y + dy));
        self.can_be_told()
            .then(|| places.into_iter().find(|&at| shows(picture, &self.template, at)))?
            .map(|at| self.at(at))
    }

    /// Where the button is, wherever that may be. Nothing where no place shows it.
    #[must_use]
    pub fn anywhere(&self, picture: &RgbImage) -> Option<Rect> {
        let (width, height) = self.template.dimensions();
        if !self.can_be_told() || width > picture.width() || height > picture.height() {
            return None;
        }
        self.near(picture).or_else(|| {
            let last = (i64::from(picture.width() - width), i64::from(picture.height() - height));
            let probe = Probe::new(&self.template);
            (0..=last.1)
                .flat_map(|y| (0..=last.0).map(move |x| (x, y)))
                .find(|&at| probe.may_be(picture, at) && shows(picture, &self.template, at))
                .map(|at| self.at(at))
        })
    }

    /// Whether the template shows anything that could be told from a plain area.
    fn can_be_told(&self) -> bool {
        self.template.pixels().next().is_some_and(|first| self.template.pixels().any(|p| p != first))
    }

    fn at(&self, (x, y): (i64, i64)) -> Rect {
        Rect::new(x as f64, y as f64, f64::from(self.template.width()), f64::from(self.template.height()))
    }
}

/// Offsets up to `reach` along each axis, the nearest first.
fn spiral(reach: i64) -> impl Iterator<Item = (i64, i64)> {
    let mut all: Vec<_> = (-reach..=reach).flat_map(|dy| (-reach..=reach).map(move |dx| (dx, dy))).collect();
    all.sort_by_key(|(dx, dy)| dx * dx + dy * dy);
    all.into_iter()
}

fn shows(picture: &RgbImage, template: &RgbImage, (x, y): (i64, i64)) -> bool {
    let (width, height) = template.dimensions();
    let fits = x >= 0
        && y >= 0
        && x + i64::from(width) <= i64::from(picture.width())
        && y + i64::from(height) <= i64::from(picture.height());
    if !fits {
        return false;
    }
    let most = (f64::from(ALIKE) * 255.0 * f64::from(width * height * 3)) as u64;
    let mut sum = 0;
    for row in 0..height {
        let at = ((y as u32 + row) * picture.width() + x as u32) as usize * 3;
        let seen = &picture.as_raw()[at..at + width as usize * 3];
        let from = (row * width) as usize * 3;
        let wanted = &template.as_raw()[from..from + width as usize * 3];
        sum += seen.iter().zip(wanted).map(|(a, b)| u64::from(a.abs_diff(*b))).sum::<u64>();
        if sum > most {
            return false;
        }
    }
    true
}

/// The few pixels of a template that differ most from its mean: a place that has other colours there is passed over
/// without a look at the rest.
struct Probe(Vec<(u32, u32, [u8; 3])>);

impl Probe {
    const PIXELS: usize = 12;
    const TOLERANCE: u8 = 48;

    fn new(template: &RgbImage) -> Self {
        let count = u64::from(template.width()) * u64::from(template.height());
        let mut mean = [0_u64; 3];
        for pixel in template.pixels() {
            for (sum, value) in mean.iter_mut().zip(pixel.0) {
                *sum += u64::from(value);
            }
        }
        let mean = mean.map(|sum| (sum / count.max(1)) as u8);
        let mut pixels: Vec<_> = template.enumerate_pixels().map(|(x, y, p)| (x, y, p.0)).collect();
        let unlike = |p: &(u32, u32, [u8; 3])| p.2.iter().zip(mean).map(|(a, b)| u32::from(a.abs_diff(b))).sum::<u32>();
        pixels.sort_by_key(|p| std::cmp::Reverse(unlike(p)));
        // Spread over the strongest quarter, so that one glyph is not all of it.
        let strong = (pixels.len() / 4).max(1);
        let step = (strong / Self::PIXELS).max(1);
        Self(pixels.into_iter().take(strong).step_by(step).take(Self::PIXELS).collect())
    }

    fn may_be(&self, picture: &RgbImage, (x, y): (i64, i64)) -> bool {
        let is_missed = |(dx, dy, wanted): &&(u32, u32, [u8; 3])| {
            let seen = picture.get_pixel(x as u32 + dx, y as u32 + dy).0;
            seen.iter().zip(wanted).any(|(a, b)| a.abs_diff(*b) > Self::TOLERANCE)
        };
        // Most places are told by the first misses.
        self.0.iter().filter(is_missed).nth(Self::PIXELS / 6).is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    fn button() -> RgbImage {
        RgbImage::from_fn(40, 16, |x, y| {
            if (x / 3 + y / 4) % 2 == 0 && (4..36).contains(&x) { Rgb([250, 250, 250]) } else { Rgb([40, 80, 160]) }
        })
    }

    fn window(at: Option<(u32, u32)>) -> RgbImage {
        let mut picture = RgbImage::from_fn(200, 120, |x, y| Rgb([(x % 50) as u8, (y % 40) as u8, 90]));
        if let Some((x, y)) = at {
            image::imageops::overlay(&mut picture, &button(), i64::from(x), i64::from(y));
        }
        picture
    }

    #[test]
    fn a_button_is_found_where_it_is_and_nowhere_else() {
        let board = Lattice::from_corner(60.0, 20.0, (10.0, 10.0), 8, 8);
        let sought = Button::new(&button(), &Rect::new(80.0, 50.0, 40.0, 16.0), &board, &board);
        for (at, is_near) in [((80, 50), true), ((82, 47), true), ((3, 100), false), ((160, 0), false)] {
            let found = sought.anywhere(&window(Some(at))).unwrap();
            assert_eq!((found.x as u32, found.y as u32), at);
            assert_eq!(sought.near(&window(Some(at))).is_some(), is_near);
        }
        assert_eq!(sought.anywhere(&window(None)), None);
        assert_eq!(sought.anywhere(&RgbImage::new(5, 5)), None);
        let plain = Button::new(&RgbImage::new(9, 9), &Rect::new(0.0, 0.0, 9.0, 9.0), &board, &board);
        assert_eq!(plain.anywhere(&RgbImage::new(200, 120)), None);
    }

    #[test]
    fn a_button_grows_and_moves_with_its_board() {
        let board = Lattice::from_corner(60.0, 20.0, (10.0, 10.0), 8, 8);
        let at = Rect::new(80.0, 50.0, 40.0, 16.0);
        let picture = imageops::resize(&window(Some((80, 50))), 300, 180, FilterType::Triangle);
        let now = board.scaled(1.5, 1.5);
        let found = Button::new(&button(), &at, &board, &now).near(&picture).unwrap();
        assert_eq!((found.x, found.y, found.width), (120.0, 75.0, 60.0));
        assert_eq!(Button::new(&button(), &at, &board, &board).near(&picture), None);
    }
}
