//! Boards that fill a part of a picture: the places where edges repeat at one distance along both axes.
//!
//! A web page repeats nothing as a whole, a photo behind half-transparent tiles nothing at all. But around each tile of a
//! board the edges look as they do around the next one, to the side as well as below. So edges are held against themselves
//! moved by each distance, place by place, and a board is where both axes agree.

mod board;
mod edges;
mod repeats;

use super::lattice::{Hints, Other};
use crate::geometry::Rect;
use image::RgbImage;
use repeats::Part;

/// Pictures of more than so many pixels are looked at in half their size.
const LARGE: usize = 2_500_000;

/// Lattices of what may be a board in a part of the picture, the likeliest first.
pub(super) fn boards(picture: &RgbImage, region: &Rect, hints: &Hints) -> Vec<Other> {
    let cut =
        image::imageops::crop_imm(picture, region.x as u32, region.y as u32, region.width as u32, region.height as u32)
            .to_image();
    let (shown, times) = if region.width * region.height > LARGE as f64 {
        let half = (cut.width() / 2, cut.height() / 2);
        (image::imageops::resize(&cut, half.0, half.1, image::imageops::FilterType::Triangle), 2.0)
    } else {
        (cut, 1.0)
    };
    let full = |part: Part| {
        let area = Rect::new(
            part.area.x * times + region.x,
            part.area.y * times + region.y,
            part.area.width * times,
            part.area.height * times,
        );
        Part { area, pitch: (part.pitch.0 * times, part.pitch.1 * times), weight: part.weight }
    };
    repeats::parts(&shown)
        .into_iter()
        .map(full)
        .filter_map(|part| board::board(picture, region, &part, hints))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Lattice;
    use crate::grid::Cell;

    const CORNER: (u32, u32) = (210, 96);

    /// A page: a bar, columns of words at both sides, and in its middle a board of 11 × 9 round-cornered tiles.
    fn page(pitch: f64) -> RgbImage {
        let mut random = 7_u32;
        let mut ink = Vec::new();
        for _ in 0..700 * 480 / 8 {
            random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            ink.push(random >> 24);
        }
        RgbImage::from_fn(700, 480, |x, y| {
            let (col, row) = (f64::from(x) - f64::from(CORNER.0), f64::from(y) - f64::from(CORNER.1));
            let (col, row) = (col / pitch, row / pitch);
            let is_inside = (0.0..11.0).contains(&col) && (0.0..9.0).contains(&row);
            if is_inside {
                let (u, v) = (col.fract() - 0.5, row.fract() - 0.5);
                let kind = (col as u32 * 7 + row as u32 * 13 + col as u32 * row as u32 * 5) % 4;
                let colours = [[240, 180, 180], [180, 220, 240], [190, 235, 180], [250, 235, 170]];
                return image::Rgb(if u.powi(4) + v.powi(4) < 0.04 { colours[kind as usize] } else { [245, 246, 248] });
            }
            let is_word = !(190..=570).contains(&x) && y > 60 && y % 19 < 9 && ink[((y * 700 + x) / 8) as usize] > 110;
            match (y, is_word) {
                (0..44, _) => image::Rgb([40, 100, 180]),
                (_, true) => image::Rgb([60 + (x * 31 + y * 17) as u8 % 90; 3]),
                _ => image::Rgb([245, 246, 248]),
            }
        })
    }

    #[test]
    fn a_board_in_the_middle_of_a_page_is_found() {
        for pitch in [24.0, 32.0] {
            let picture = page(pitch);
            let region = Rect::new(0.0, 0.0, 700.0, 480.0);
            let found = boards(&picture, &region, &Hints::default());
            let first = &found.first().unwrap().lattice;
            assert_eq!((first.cols, first.rows), (11, 9), "{first:?}");
            let right = Lattice::from_corner(f64::from(CORNER.0), f64::from(CORNER.1), (pitch, pitch), 9, 11);
            for cell in [Cell::new(0, 0), Cell::new(8, 10)] {
                assert!(first.centre(cell).distance(right.centre(cell)) < 1.5, "{first:?}");
            }
        }
    }
}
