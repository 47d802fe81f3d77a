//! Finds a button by its picture.

use crate::geometry::Rect;
use image::RgbImage;

/// Mean absolute difference (0 to 1) up to which a place shows the button.
const ALIKE: f32 = 0.05;

/// How far from its expected place a button is looked for first, in pixels.
const NEAR: i64 = 4;

/// Where the button that looks like `template` is in a picture: first at its expected place, a few pixels around it, and
/// where that place moves to when a window grows around its centre or in proportion; then everywhere. Nothing where no
/// place shows it.
#[must_use]
pub fn find_button(picture: &RgbImage, template: &RgbImage, expected: &Rect) -> Option<Rect> {
    let (width, height) = template.dimensions();
    if width == 0 || height == 0 || width > picture.width() || height > picture.height() || is_plain(template) {
        return None;
    }
    let (x, y) = (expected.x.round() as i64, expected.y.round() as i64);
    let near = spiral(NEAR).map(|(dx, dy)| (x + dx, y + dy)).find(|&at| shows(picture, template, at));
    let last = (i64::from(picture.width() - width), i64::from(picture.height() - height));
    let found = near.or_else(|| {
        let probe = Probe::new(template);
        (0..=last.1)
            .flat_map(|y| (0..=last.0).map(move |x| (x, y)))
            .find(|&at| probe.may_be(picture, at) && shows(picture, template, at))
    })?;
    Some(Rect::new(found.0 as f64, found.1 as f64, f64::from(width), f64::from(height)))
}

/// Offsets up to `reach` along each axis, the nearest first.
fn spiral(reach: i64) -> impl Iterator<Item = (i64, i64)> {
    let mut all: Vec<_> = (-reach..=reach).flat_map(|dy| (-reach..=reach).map(move |dx| (dx, dy))).collect();
    all.sort_by_key(|(dx, dy)| dx * dx + dy * dy);
    all.into_iter()
}

/// Whether a template shows nothing that could be told from a plain area.
fn is_plain(template: &RgbImage) -> bool {
    let first = template.get_pixel(0, 0);
    template.pixels().all(|p| p == first)
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
        let misses = self
            .0
            .iter()
            .filter(|(dx, dy, wanted)| {
                let seen = picture.get_pixel(x as u32 + dx, y as u32 + dy).0;
                seen.iter().zip(wanted).any(|(a, b)| a.abs_diff(*b) > Self::TOLERANCE)
            })
            .count();
        misses <= Self::PIXELS / 6
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
        let expected = Rect::new(80.0, 50.0, 40.0, 16.0);
        for at in [(80, 50), (82, 47), (3, 100), (160, 0)] {
            let found = find_button(&window(Some(at)), &button(), &expected).unwrap();
            assert_eq!((found.x as u32, found.y as u32), at);
        }
        assert_eq!(find_button(&window(None), &button(), &expected), None);
        assert_eq!(find_button(&RgbImage::new(5, 5), &button(), &expected), None);
        assert_eq!(find_button(&RgbImage::new(200, 120), &RgbImage::new(9, 9), &expected), None);
    }
}
