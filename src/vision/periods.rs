//! At which distances a picture repeats along an axis: found in narrow strips, so that a board that fills a part of the
//! picture is not drowned by what stands around it.

use super::edges::Change;
use crate::geometry::Rect;
use image::RgbImage;

/// Change of colour between neighbouring pixels that is an edge.
const CHANGE: Change = Change { least: 8, most: 48 };
/// Pixels across a strip.
const STRIP: usize = 12;

/// Edge profiles of the strips of a region along one axis, one after the other.
#[derive(Clone, Debug)]
pub(super) struct Strips {
    /// Steps in each strip.
    pub(super) length: usize,
    /// The profiles: how strongly colours change at each step, the first one between pixels 0 and 1.
    values: Vec<f32>,
}

impl Strips {
    fn rows(&self) -> impl Iterator<Item = &[f32]> {
        self.values.chunks_exact(self.length.max(1))
    }
}

/// The strips along x and along y.
pub(super) fn strips(picture: &RgbImage, region: &Rect) -> (Strips, Strips) {
    let (x0, y0) = (region.x as usize, region.y as usize);
    let (width, height) = (region.width as usize, region.height as usize);
    let stride = picture.width() as usize * 3;
    let raw = picture.as_raw();
    let (along_x, along_y) = (width.saturating_sub(1), height.saturating_sub(1));
    let mut x = Strips { length: along_x, values: vec![0.0; along_x * height.div_ceil(STRIP)] };
    let mut y = Strips { length: along_y, values: vec![0.0; along_y * width.div_ceil(STRIP)] };
    for row in 0..height {
        let start = (y0 + row) * stride + x0 * 3;
        let line = &raw[start..start + width * 3];
        let (pixels, _) = line.as_chunks::<3>();
        let strip = &mut x.values[row / STRIP * along_x..][..along_x];
        for (total, pair) in strip.iter_mut().zip(pixels.windows(2)) {
            *total += CHANGE.between(&pair[0], &pair[1]);
        }
        if row < along_y {
            let (below, _) = raw[start + stride..start + stride + width * 3].as_chunks::<3>();
            for (column, (a, b)) in pixels.iter().zip(below).enumerate() {
                y.values[column / STRIP * along_y + row] += CHANGE.between(a, b);
            }
        }
    }
    (x, y)
}

impl Strips {
    /// The profiles of every `count` neighbouring strips in one. Their square roots, so that a few full-length lines (a
    /// frame, a menu's rule) do not drown the rest.
    fn joined(&self, count: usize) -> Self {
        let mut values = Vec::with_capacity(self.values.len() / count.max(1) + self.length);
        for group in self.values.chunks(self.length.max(1) * count.max(1)) {
            let mut sum = vec![0.0_f32; self.length];
            for strip in group.chunks_exact(self.length.max(1)) {
                for (total, value) in sum.iter_mut().zip(strip) {
                    *total += value;
                }
            }
            values.extend(sum.into_iter().map(f32::sqrt));
        }
        Self { length: self.length, values }
    }
}

/// Likeness of the strips with themselves moved by 0, 1, 2 … `most` steps, 1 at 0.
fn autocorrelation(strips: &Strips, most: usize) -> Vec<f32> {
    let mut sums = vec![0.0_f32; most + 1];
    let mut centred = Vec::with_capacity(strips.length);
    for strip in strips.rows() {
        let mean = strip.iter().sum::<f32>() / strip.len().max(1) as f32;
        centred.clear();
        // A blur of a pixel keeps a period between two whole numbers from falling apart.
        let at = |i: usize| strip.get(i).copied().unwrap_or(mean) - mean;
        centred.extend((0..strip.len()).map(|i| at(i.wrapping_sub(1)) * 0.25 + at(i) * 0.5 + at(i + 1) * 0.25));
        for (lag, sum) in sums.iter_mut().enumerate() {
            let shared = centred.len().saturating_sub(lag);
            let likeness: f32 = centred.iter().zip(centred.iter().skip(lag)).map(|(a, b)| a * b).sum();
            *sum += likeness * centred.len() as f32 / shared.max(1) as f32;
        }
    }
    let power = sums[0].max(1e-6);
    sums.iter().map(|sum| sum / power).collect()
}

/// A distance at which an axis repeats.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Period {
    /// The distance, in pixels.
    pub(super) pitch: f64,
    /// Likeness of the picture with itself moved by so much, 1 at most.
    pub(super) likeness: f32,
}

/// Likeness below which nothing repeats.
const FAINT: f32 = 0.015;
/// How much what repeats at even parts of a period speaks against it.
const PARTS: f32 = 0.6;
/// Multiples of a period that are looked at.
const MULTIPLES: usize = 4;
/// Strips in one, besides single ones: in wide strips the tiles' rims stand out from what is painted on them, which only
/// narrow ones show where a board fills a small part of the picture.
const WIDE: usize = 8;

/// How an axis of a picture repeats.
#[derive(Clone, Debug)]
pub(super) struct Repeats {
    likeness: Vec<f32>,
    most: usize,
}

impl Repeats {
    /// How these strips repeat at up to `most` pixels.
    pub(super) fn new(strips: &Strips, most: usize) -> Self {
        let (narrow, wide) = (strips.joined(1), strips.joined(WIDE));
        let reach = (MULTIPLES * most + 2).min(strips.length * 3 / 4);
        let both = [autocorrelation(&narrow, reach), autocorrelation(&wide, reach)];
        let likeness = both[0].iter().zip(&both[1]).map(|(a, b)| (a + b) / 2.0).collect();
        Self { likeness, most }
    }

    /// The likeliest periods from `least` pixels on, the likeliest first. `counts_parts` is whether a period is the less
    /// likely the more the picture repeats at even parts of it.
    pub(super) fn periods(&self, least: usize, count: usize, counts_parts: bool) -> Vec<Period> {
        let at = |lag: usize| self.likeness.get(lag).copied().unwrap_or(0.0);
        let mut found: Vec<(usize, f32)> = (least.max(2)..=self.most)
            .filter(|&lag| at(lag) >= at(lag - 1) && at(lag) > at(lag + 1) && at(lag) > 0.0)
            .map(|lag| (lag, comb(&self.likeness, lag, counts_parts)))
            .filter(|(_, likeness)| *likeness >= FAINT)
            .collect();
        found.sort_by(|a, b| b.1.total_cmp(&a.1));
        found
            .into_iter()
            .take(count)
            .map(|(lag, likeness)| Period { pitch: refined(&self.likeness, lag), likeness })
            .collect()
    }

    /// How well the picture repeats at a pitch that the other axis has.
    pub(super) fn at(&self, pitch: f64) -> f32 {
        let lag = pitch.round().max(2.0) as usize;
        (lag - 1..=lag + 1).map(|lag| comb(&self.likeness, lag, true)).fold(f32::MIN, f32::max)
    }
}

/// How well a picture repeats at a period and its multiples, less what it does at even parts of it: twice a period is no
/// period, since the picture repeats in the middle of it, and neither is half of it, since each second multiple brings
/// nothing.
fn comb(likeness: &[f32], lag: usize, counts_parts: bool) -> f32 {
    let mut pitch = lag as f32;
    let (mut on, mut weights) = (0.0, 0.0);
    for times in 1..=MULTIPLES {
        let centre = (pitch * times as f32).round() as usize;
        if centre + 1 >= likeness.len() {
            break;
        }
        let reach = if times == 2 { 2 } else { 1 };
        let last = (centre + reach).min(likeness.len() - 1);
        let best = (centre - reach..=last).max_by(|a, b| likeness[*a].total_cmp(&likeness[*b])).unwrap_or(centre);
        pitch = best as f32 / times as f32;
        // Far ones count less: a board that fills a part of the picture hardly overlaps itself there.
        let weight = 1.0 / times as f32;
        on += weight * likeness[best];
        weights += weight;
    }
    if weights == 0.0 {
        return 0.0;
    }
    let at = |place: f32| likeness.get(place.round() as usize).copied().unwrap_or(0.0);
    let part = |parts: u8| {
        let places = (1..parts).chain(parts + 1..2 * parts).map(|i| pitch * f32::from(i) / f32::from(parts));
        places.filter(|place| *place < likeness.len() as f32).map(at).fold(1.0, f32::min)
    };
    let off = if counts_parts { [2, 3, 5, 7, 11].into_iter().map(part).fold(0.0, f32::max) } else { 0.0 };
    on / weights - PARTS * off
}

/// The period near a whole one, to a small part of a pixel: all its multiples together say it far more exactly than it
/// does itself.
fn refined(likeness: &[f32], lag: usize) -> f64 {
    const REACH: f64 = 1.5;
    const STEP: f64 = 0.02;
    let strength = |pitch: f64| -> f64 {
        (1..=8)
            .map(|times| pitch * f64::from(times))
            .take_while(|place| *place + 1.0 < likeness.len() as f64)
            .map(|place| {
                let (low, share) = (place.floor() as usize, place.fract());
                f64::from(likeness[low]) * (1.0 - share) + f64::from(likeness[low + 1]) * share
            })
            .sum()
    };
    let steps = (REACH / STEP).round() as i32;
    (-steps..=steps)
        .map(|i| lag as f64 + f64::from(i) * STEP)
        .map(|pitch| (pitch, strength(pitch)))
        .fold((lag as f64, f64::MIN), |best, next| if next.1 > best.1 { next } else { best })
        .0
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    /// Squares with gaps, their colours in no order, in a picture that they fill in part.
    fn squares(pitch: f64, gap: f64) -> RgbImage {
        RgbImage::from_fn(500, 400, |x, y| {
            let (x, y) = ((f64::from(x) - 60.0) / pitch, (f64::from(y) - 90.0) / pitch);
            let inside = (0.0..9.0).contains(&x) && (0.0..7.0).contains(&y);
            if !inside || x.fract() * pitch < gap || y.fract() * pitch < gap {
                return Rgb([30, 40, 50]);
            }
            let kind = (x as u32 * 7 + y as u32 * 13 + x as u32 * y as u32 * 5) % 4;
            Rgb([[200, 60, 60], [60, 180, 60], [70, 90, 220], [220, 200, 60]][kind as usize])
        })
    }

    fn best(picture: &RgbImage) -> (f64, f64) {
        let region = Rect::new(0.0, 0.0, f64::from(picture.width()), f64::from(picture.height()));
        let (x, y) = strips(picture, &region);
        let first = |strips: &Strips| Repeats::new(strips, 130).periods(12, 1, true)[0].pitch;
        (first(&x), first(&y))
    }

    #[test]
    fn a_fractional_pitch_is_found_and_none_of_its_multiples() {
        for pitch in [16.0, 31.4, 37.5, 44.0] {
            let (x, y) = best(&squares(pitch, 2.0));
            assert!((x - pitch).abs() < 0.2 && (y - pitch).abs() < 0.2, "{pitch}: {x}, {y}");
        }
    }

    #[test]
    fn nothing_repeats_in_a_plain_picture() {
        let picture = RgbImage::from_pixel(200, 200, Rgb([90; 3]));
        let region = Rect::new(0.0, 0.0, 200.0, 200.0);
        let (x, _) = strips(&picture, &region);
        assert!(Repeats::new(&x, 90).periods(12, 5, true).is_empty());
    }
}
