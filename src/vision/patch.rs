//! The middle of a cell, resampled to one fixed size, so that cells of any pitch can be held against each other.

use crate::geometry::Rect;
use image::RgbImage;

/// Width and height of a patch, in pixels.
pub const SIDE: u32 = 16;

/// Share of a cell's width and height that a patch shows: the rim is left out, since gaps, bound lines and neighbours
/// that merge change it without changing the tile.
pub const CORE: f64 = 0.66;

/// Bytes of a patch: red, green and blue of each pixel, row by row.
pub(crate) const BYTES: usize = (SIDE * SIDE * 3) as usize;

/// Samples that are averaged for one patch pixel, along each axis, at most.
const MOST_SAMPLES: usize = 3;

/// Samples for one patch pixel, along each axis, where the picture's pixels are as large as those of the patch or larger: each
/// then counts for the part of it that lies there.
const FINE_SAMPLES: usize = 4;

/// Pixels along a part that are summed without asking for memory.
const MOST_SPAN: usize = 160;

/// The pixels of one patch.
pub(crate) type Patch = [u8; BYTES];

/// What each value of red, green and blue is taken for.
pub(crate) type Levels = [[u8; 256]; 3];

/// Cuts the middle of `cell` (picture pixels) out of a picture. Nothing where the cell's centre lies outside.
#[must_use]
pub(crate) fn cut(picture: &RgbImage, cell: &Rect) -> Option<Patch> {
    cut_by(picture, cell, None)
}

/// The same with each pixel's values taken for others first: the mean of black and white is grey whatever the gamma.
#[must_use]
pub(crate) fn cut_by(picture: &RgbImage, cell: &Rect, levels: Option<&Levels>) -> Option<Patch> {
    let mut patch = [0; BYTES];
    resample_by(picture, &cell.inset((1.0 - CORE) / 2.0), SIDE as usize, levels, &mut patch).then_some(patch)
}

/// The same with soft edges, wherever they fall between two pixels.
#[must_use]
pub(crate) fn cut_softly(picture: &RgbImage, cell: &Rect, levels: Option<&Levels>) -> Option<Patch> {
    let mut patch = [0; BYTES];
    let core = cell.inset((1.0 - CORE) / 2.0);
    let (columns, rows) = sampled(picture, &core, SIDE as usize, |_| FINE_SAMPLES)?;
    let source = Source { raw: picture.as_raw(), stride: picture.width() as usize * 3, levels };
    source.average::<FINE_SAMPLES, FINE_SAMPLES>(&columns.0, &rows.0, SIDE as usize, &mut patch);
    Some(softened(&patch))
}

/// A patch whose pixels are each a mean of those around them, nearer ones counting more.
#[must_use]
pub(crate) fn softened(patch: &Patch) -> Patch {
    const LINE: usize = SIDE as usize * 3;
    let weighed = |before: u8, own: u8, after: u8| u16::from(before) + 2 * u16::from(own) + u16::from(after);
    let mut along = [0_u16; BYTES];
    for (i, sum) in along.iter_mut().enumerate() {
        let (line, at) = (i / LINE * LINE, i % LINE);
        let (before, after) = (if at < 3 { at } else { at - 3 }, if at + 3 < LINE { at + 3 } else { at });
        *sum = weighed(patch[line + before], patch[i], patch[line + after]);
    }
    std::array::from_fn(|i| {
        let (above, below) = (if i < LINE { i } else { i - LINE }, if i + LINE < BYTES { i + LINE } else { i });
        ((along[above] + 2 * along[i] + along[below] + 8) / 16) as u8
    })
}

/// Resamples `part` of a picture to `side` × `side` pixels by averaging a few samples for each; false where the part's
/// centre lies outside the picture or `side` is beyond [`SIDE`].
pub(crate) fn resample(picture: &RgbImage, part: &Rect, side: usize, out: &mut [u8]) -> bool {
    resample_by(picture, part, side, None, out)
}

fn resample_by(picture: &RgbImage, part: &Rect, side: usize, levels: Option<&Levels>, out: &mut [u8]) -> bool {
    let each = |length: f64| ((length / side as f64).ceil() as usize).clamp(1, MOST_SAMPLES);
    let Some(((columns, nx), (rows, ny))) = sampled(picture, part, side, each) else { return false };
    let source = Source { raw: picture.as_raw(), stride: picture.width() as usize * 3, levels };
    match (nx, ny) {
        (1, 1) => source.average::<1, 1>(&columns, &rows, side, out),
        (2, 2) => source.average::<2, 2>(&columns, &rows, side, out),
        (2, 3) => source.average::<2, 3>(&columns, &rows, side, out),
        (3, 2) => source.average::<3, 2>(&columns, &rows, side, out),
        (1, 2) => source.average::<1, 2>(&columns, &rows, side, out),
        (2, 1) => source.average::<2, 1>(&columns, &rows, side, out),
        (1, _) => source.average::<1, 3>(&columns, &rows, side, out),
        (_, 1) => source.average::<3, 1>(&columns, &rows, side, out),
        _ => source.average::<3, 3>(&columns, &rows, side, out),
    }
    true
}

/// The pixels of a picture, row by row.
struct Source<'a> {
    raw: &'a [u8],
    stride: usize,
    levels: Option<&'a Levels>,
}

impl Source<'_> {
    /// The means of `NX` × `NY` samples for each of `side` × `side` pixels. Rows are summed first, all pixels of the part
    /// at once, then the columns of these sums: this is most of the time that a board takes to read.
    fn average<const NX: usize, const NY: usize>(
        &self,
        columns: &[usize],
        rows: &[usize],
        side: usize,
        out: &mut [u8],
    ) {
        let count = (NX * NY) as u16;
        let (columns, _) = columns[..side * NX].as_chunks::<NX>();
        let (rows, _) = rows[..side * NY].as_chunks::<NY>();
        let (first, last) = (columns.first().map_or(0, |xs| xs[0]), columns.last().map_or(0, |xs| xs[NX - 1]));
        let mut narrow = [0_u16; MOST_SPAN * 3 + 1];
        let mut wide = Vec::new();
        let span = (last - first + 1) * 3;
        // One value more, so that four can be taken at once from the last pixel, too.
        let summed = if span < narrow.len() {
            &mut narrow[..=span]
        } else {
            wide.resize(span + 1, 0);
            wide.as_mut_slice()
        };
        for (line, ys) in out.chunks_exact_mut(side * 3).zip(rows) {
            let parts = ys.map(|y| &self.raw[y * self.stride + first * 3..][..span]);
            match self.levels {
                None => add_rows(summed, &parts),
                Some(levels) => add_rows_by(summed, &parts, levels),
            }
            let (pixels, _) = line.as_chunks_mut::<3>();
            for (pixel, xs) in pixels.iter_mut().zip(columns) {
                // Four values side by side, which the processor adds up in one step; no sum passes 16 × 255.
                let mut total = [count / 2; 4];
                for &x in xs {
                    let sums = &summed[(x - first) * 3..][..4];
                    for (total, sum) in total.iter_mut().zip(sums) {
                        *total += sum;
                    }
                }
                let mean = total.map(|total| (total / count) as u8);
                pixel.copy_from_slice(&mean[..3]);
            }
        }
    }
}

/// The sums of rows of values.
fn add_rows<const N: usize>(sums: &mut [u16], rows: &[&[u8]; N]) {
    for (sum, value) in sums.iter_mut().zip(rows[0]) {
        *sum = u16::from(*value);
    }
    for row in &rows[1..] {
        for (sum, value) in sums.iter_mut().zip(*row) {
            *sum += u16::from(*value);
        }
    }
}

/// The sums of rows of pixels with other values.
fn add_rows_by<const N: usize>(sums: &mut [u16], rows: &[&[u8]; N], levels: &Levels) {
    sums.fill(0);
    for row in rows {
        for (sums, pixel) in sums.as_chunks_mut::<3>().0.iter_mut().zip(row.as_chunks::<3>().0) {
            for ((sum, value), levels) in sums.iter_mut().zip(pixel).zip(levels) {
                *sum += u16::from(levels[usize::from(*value)]);
            }
        }
    }
}

/// The pixels along one axis that are sampled, and how many for each resampled pixel.
type Places = ([usize; SIDE as usize * FINE_SAMPLES], usize);

/// The columns and rows of pixels that are sampled in a part of a picture, `each` of its width and height for each of `side`
/// resampled pixels; nothing where the part's centre lies outside the picture or `side` is beyond [`SIDE`].
fn sampled(picture: &RgbImage, part: &Rect, side: usize, each: impl Fn(f64) -> usize) -> Option<(Places, Places)> {
    let (width, height) = picture.dimensions();
    let centre = part.centre();
    let inside = centre.x >= 0.0 && centre.y >= 0.0 && centre.x < f64::from(width) && centre.y < f64::from(height);
    if !inside || part.width <= 0.0 || part.height <= 0.0 || side > SIDE as usize {
        return None;
    }
    let columns = sample_places(part.x, part.width, width, side, each(part.width));
    Some((columns, sample_places(part.y, part.height, height, side, each(part.height))))
}

/// The pixels along one axis that are sampled, `each` for each of `side` resampled pixels.
fn sample_places(start: f64, length: f64, limit: u32, side: usize, each: usize) -> Places {
    let total = side * each;
    let mut places = [0; SIDE as usize * FINE_SAMPLES];
    for (i, place) in places.iter_mut().take(total).enumerate() {
        let at = start + (i as f64 + 0.5) * length / total as f64;
        *place = (at.floor().max(0.0) as usize).min(limit as usize - 1);
    }
    (places, each)
}

/// The sum of differences of two patches that makes a [`distance`] of 1.
const WHOLE: f32 = BYTES as f32 * 255.0;

/// How unlike two patches are: the mean absolute difference of their values, 0 for equal ones, 1 for black and white.
#[must_use]
pub(crate) fn distance(a: &Patch, b: &Patch) -> f32 {
    difference(a, b)
}

/// The same, or nothing where it is `limit` or more: a patch that is far from another one is mostly so in its first part.
#[must_use]
pub(crate) fn distance_below(a: &Patch, b: &Patch, limit: f32) -> Option<f32> {
    const PART: usize = BYTES / 4;
    let mut sum = 0;
    for (a, b) in a.as_chunks::<PART>().0.iter().zip(b.as_chunks::<PART>().0) {
        sum += sum_of_differences(a, b);
        if sum as f32 / WHOLE >= limit {
            return None;
        }
    }
    Some(sum as f32 / WHOLE)
}

/// Parts of a patch along each axis whose values are added up in [`Sums`].
const PARTS: usize = 4;

/// The values of each of 4 × 4 parts of a patch, added up by channel: two patches differ no less than these do.
pub(crate) type Sums = [u16; PARTS * PARTS * 3];

/// The sums of a patch.
#[must_use]
pub(crate) fn sums(patch: &Patch) -> Sums {
    const WIDE: usize = SIDE as usize / PARTS;
    const LINE: usize = SIDE as usize * 3;
    let mut sums = [0; PARTS * PARTS * 3];
    for (lines, sums) in patch.as_chunks::<{ LINE * WIDE }>().0.iter().zip(sums.as_chunks_mut::<{ PARTS * 3 }>().0) {
        let mut added = [0_u16; LINE];
        for line in lines.as_chunks::<LINE>().0 {
            for (sum, value) in added.iter_mut().zip(line) {
                *sum += u16::from(*value);
            }
        }
        for (part, sums) in added.as_chunks::<{ WIDE * 3 }>().0.iter().zip(sums.as_chunks_mut::<3>().0) {
            for pixel in part.as_chunks::<3>().0 {
                for (sum, value) in sums.iter_mut().zip(pixel) {
                    *sum += value;
                }
            }
        }
    }
    sums
}

/// A distance that the [`distance`] of two patches with these sums is not below.
#[must_use]
pub(crate) fn least_distance(a: &Sums, b: &Sums) -> f32 {
    // Six differences of at most 16 × 255 are added up in a lane.
    const LANES: usize = 8;
    let mut lanes = [0_u16; LANES];
    for (a, b) in a.as_chunks::<LANES>().0.iter().zip(b.as_chunks::<LANES>().0) {
        for ((lane, x), y) in lanes.iter_mut().zip(a).zip(b) {
            *lane += x.abs_diff(*y);
        }
    }
    lanes.iter().map(|lane| u32::from(*lane)).sum::<u32>() as f32 / WHOLE
}

/// The mean colour of a patch with these sums.
#[must_use]
pub(crate) fn mean_colour(sums: &Sums) -> [f32; 3] {
    let mut total = [0_u32; 3];
    for part in sums.as_chunks::<3>().0 {
        for (total, sum) in total.iter_mut().zip(part) {
            *total += u32::from(*sum);
        }
    }
    total.map(|total| total as f32 / (SIDE * SIDE) as f32)
}

/// Whether hardly a pixel of two patches differs much, however small the part where they do.
#[must_use]
pub(crate) fn is_alike_all_over(a: &Patch, b: &Patch) -> bool {
    /// A difference of a value (of 255) that noise, scaling and what shines through do not make.
    const MUCH: u8 = 38;
    /// Share of the pixels that may differ so much: edges that fall between two pixels.
    const HARDLY: usize = 12;
    let pixels = a.as_chunks::<3>().0.iter().zip(b.as_chunks::<3>().0);
    let unlike = pixels.filter(|(p, q)| p.iter().zip(*q).any(|(x, y)| x.abs_diff(*y) > MUCH)).count();
    unlike * HARDLY <= a.len() / 3
}

/// The mean absolute difference of two equally long rows of values, 0 to 1.
#[must_use]
pub(crate) fn difference(a: &[u8], b: &[u8]) -> f32 {
    sum_of_differences(a, b) as f32 / (a.len().max(1) as f32 * 255.0)
}

fn sum_of_differences(a: &[u8], b: &[u8]) -> u32 {
    // Narrow sums side by side, which the processor adds up in one step. No sum of a group passes 65,535.
    const LANES: usize = 16;
    const GROUP: usize = 256;
    let (rows_a, rest_a) = a.as_chunks::<LANES>();
    let (rows_b, rest_b) = b.as_chunks::<LANES>();
    let mut sum: u32 = rest_a.iter().zip(rest_b).map(|(&x, &y)| u32::from(x.abs_diff(y))).sum();
    for (a, b) in rows_a.chunks(GROUP).zip(rows_b.chunks(GROUP)) {
        let mut lanes = [0_u16; LANES];
        for (a, b) in a.iter().zip(b) {
            for ((lane, x), y) in lanes.iter_mut().zip(a).zip(b) {
                *lane += u16::from(x.abs_diff(*y));
            }
        }
        sum += lanes.iter().map(|&lane| u32::from(lane)).sum::<u32>();
    }
    sum
}

/// A patch as a picture of [`SIDE`] × [`SIDE`] pixels.
#[must_use]
pub(crate) fn to_picture(patch: &Patch) -> RgbImage {
    RgbImage::from_raw(SIDE, SIDE, patch.to_vec()).unwrap_or_default()
}

/// A picture of a tile's middle as a patch, resampled if it has another size. Nothing for a picture without pixels.
#[must_use]
pub(crate) fn from_picture(picture: &RgbImage) -> Option<Patch> {
    if picture.dimensions() == (SIDE, SIDE) {
        return picture.as_raw().as_slice().try_into().ok();
    }
    // `cut` takes the middle, so the picture is handed over as the middle of a larger cell.
    let (width, height) = (f64::from(picture.width()), f64::from(picture.height()));
    let rim = (1.0 / CORE - 1.0) / 2.0;
    cut(picture, &Rect::new(-width * rim, -height * rim, width / CORE, height / CORE))
}

/// The median of a set of patches, value by value: what they have in common.
#[must_use]
pub(crate) fn median<'a>(patches: impl Iterator<Item = &'a Patch> + Clone) -> Option<Patch> {
    let count = patches.clone().count();
    if count == 0 {
        return None;
    }
    let mut middle = [0; BYTES];
    let mut values = Vec::with_capacity(count);
    for (i, value) in middle.iter_mut().enumerate() {
        values.clear();
        values.extend(patches.clone().map(|p| p[i]));
        *value = *values.select_nth_unstable(count / 2).1;
    }
    Some(middle)
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    #[test]
    fn a_patch_shows_the_middle_alone() {
        let picture = RgbImage::from_fn(60, 60, |x, y| {
            let rim = !(6..54).contains(&x) || !(6..54).contains(&y);
            if rim { Rgb([255, 0, 0]) } else { Rgb([0, 0, 255]) }
        });
        let patch = cut(&picture, &Rect::new(0.0, 0.0, 60.0, 60.0)).unwrap();
        assert!(patch.chunks_exact(3).all(|p| p == [0, 0, 255]));
    }

    #[test]
    fn the_same_tile_at_two_pitches_gives_nearly_the_same_patch() {
        let draw = |n: u32| {
            RgbImage::from_fn(n, n, |x, y| {
                let (x, y) = (f64::from(x) / f64::from(n) - 0.5, f64::from(y) / f64::from(n) - 0.5);
                if x.hypot(y) < 0.2 { Rgb([250, 250, 0]) } else { Rgb([20, 20, 20]) }
            })
        };
        let cell = |n: f64| Rect::new(0.0, 0.0, n, n);
        let (a, b) = (cut(&draw(50), &cell(50.0)).unwrap(), cut(&draw(83), &cell(83.0)).unwrap());
        assert!(distance(&a, &b) < 0.05, "{}", distance(&a, &b));
    }

    #[test]
    fn values_are_taken_for_others_before_their_mean_is() {
        let board = RgbImage::from_fn(60, 60, |x, y| Rgb([if (x + y) % 2 == 0 { 0 } else { 255 }, x as u8, y as u8]));
        let levels: Levels = std::array::from_fn(|c| std::array::from_fn(|value| (value / (c + 2)) as u8));
        let darker = RgbImage::from_fn(60, 60, |x, y| {
            let pixel = board.get_pixel(x, y).0;
            Rgb(std::array::from_fn(|c| levels[c][usize::from(pixel[c])]))
        });
        let cell = Rect::new(3.0, 2.0, 50.0, 50.0);
        assert_eq!(cut_by(&board, &cell, Some(&levels)), cut(&darker, &cell));
    }

    #[test]
    fn soft_edges_are_the_same_wherever_they_fall_between_two_pixels() {
        // A black half beside a white one: in the middle of a pixel of the smaller picture, then between two of them.
        let edge = |at: f64| {
            RgbImage::from_fn(16, 16, |x, _| {
                let white = (f64::from(x) + 1.0 - at).clamp(0.0, 1.0);
                Rgb([(255.0 * white).round() as u8; 3])
            })
        };
        let seen = |at: f64, by: f64, cut: &dyn Fn(&RgbImage, &Rect) -> Option<Patch>| {
            cut(&edge(at), &Rect::new(by, 0.0, 15.0, 16.0)).unwrap()
        };
        let apart =
            |cut: &dyn Fn(&RgbImage, &Rect) -> Option<Patch>| distance(&seen(8.0, 0.0, cut), &seen(8.5, 0.5, cut));
        let (soft, hard) = (apart(&|picture, cell| cut_softly(picture, cell, None)), apart(&|p, cell| cut(p, cell)));
        assert!(soft < hard / 3.0, "{soft}, {hard}");
        assert_eq!(softened(&[77; BYTES]), [77; BYTES]);
        assert!(cut_softly(&RgbImage::new(10, 10), &Rect::new(20.0, 0.0, 8.0, 8.0), None).is_none());
    }

    #[test]
    fn cells_outside_the_picture_have_no_patch() {
        let picture = RgbImage::new(10, 10);
        assert!(cut(&picture, &Rect::new(20.0, 0.0, 8.0, 8.0)).is_none());
        assert!(cut(&RgbImage::new(0, 0), &Rect::new(0.0, 0.0, 8.0, 8.0)).is_none());
        assert!(cut(&picture, &Rect::new(4.0, 4.0, 8.0, 8.0)).is_some());
    }

    #[test]
    fn sums_never_tell_two_patches_farther_apart_than_they_are() {
        let of = |seed: u32| {
            std::array::from_fn(|i| (seed.wrapping_mul(2_654_435_761).wrapping_add(i as u32 * seed * 97) >> 13) as u8)
        };
        for seed in 1..200 {
            let (a, b): (Patch, Patch) = (of(seed), of(seed + 1));
            let whole = distance(&a, &b);
            assert!(least_distance(&sums(&a), &sums(&b)) <= whole);
            assert_eq!(distance_below(&a, &b, 1.0), Some(whole));
            assert_eq!(distance_below(&a, &b, whole), None);
        }
        let grey = sums(&[90; BYTES]);
        assert_eq!(mean_colour(&grey), [90.0; 3]);
        assert_eq!(least_distance(&grey, &sums(&[141; BYTES])), 0.2);
    }

    #[test]
    fn a_stored_patch_comes_back_as_it_was() {
        let picture = RgbImage::from_fn(40, 40, |x, y| Rgb([x as u8, y as u8, 7]));
        let patch = cut(&picture, &Rect::new(0.0, 0.0, 40.0, 40.0)).unwrap();
        assert_eq!(from_picture(&to_picture(&patch)), Some(patch));
    }
}
