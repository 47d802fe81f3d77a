//! What changed from one picture to the next.

use image::RgbImage;

/// A part of a picture, in whole pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// Left edge.
    pub x: u32,
    /// Top edge.
    pub y: u32,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

/// The least rectangle outside of which `now` is as `before` was: all of it where there was none or one of another size,
/// nothing where every pixel is the same.
#[must_use]
pub fn changed_area(before: Option<&RgbImage>, now: &RgbImage) -> Option<Area> {
    let (width, height) = now.dimensions();
    let whole = Area { x: 0, y: 0, width, height };
    let Some(before) = before.filter(|before| before.dimensions() == now.dimensions()) else { return Some(whole) };
    let stride = width as usize * 3;
    if stride == 0 {
        return None;
    }
    let rows = || before.as_raw().chunks_exact(stride).zip(now.as_raw().chunks_exact(stride));
    let top = rows().position(|(a, b)| a != b)?;
    let bottom = rows().rposition(|(a, b)| a != b)?;
    let (mut left, mut right) = (stride, 0);
    for (a, b) in rows().take(bottom + 1).skip(top).filter(|(a, b)| a != b) {
        // Only what lies beyond the edges found so far can move them.
        left = a[..left].iter().zip(&b[..left]).position(|(p, q)| p != q).unwrap_or(left);
        right = right + a[right..].iter().zip(&b[right..]).rposition(|(p, q)| p != q).map_or(0, |at| at + 1);
    }
    let (left, right) = (left / 3, right.div_ceil(3));
    Some(Area { x: left as u32, y: top as u32, width: (right - left) as u32, height: (bottom + 1 - top) as u32 })
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;
    use proptest::prelude::*;

    #[test]
    fn a_first_picture_and_one_of_another_size_are_whole() {
        let picture = RgbImage::new(4, 3);
        let whole = Some(Area { x: 0, y: 0, width: 4, height: 3 });
        assert_eq!(changed_area(None, &picture), whole);
        assert_eq!(changed_area(Some(&RgbImage::new(3, 4)), &picture), whole);
        assert_eq!(changed_area(Some(&picture), &picture), None);
        assert_eq!(changed_area(Some(&RgbImage::new(0, 3)), &RgbImage::new(0, 3)), None);
    }

    proptest! {
        #[test]
        fn the_area_is_the_least_that_holds_every_changed_pixel(places in prop::collection::vec((0u32..9, 0u32..7, 0usize..3), 1..6)) {
            let before = RgbImage::new(9, 7);
            let mut now = before.clone();
            for (x, y, channel) in &places {
                let mut colour = [0; 3];
                colour[*channel] = 1;
                now.put_pixel(*x, *y, Rgb(colour));
            }
            let xs: Vec<u32> = places.iter().map(|p| p.0).collect();
            let ys: Vec<u32> = places.iter().map(|p| p.1).collect();
            let (x, y) = (*xs.iter().min().unwrap(), *ys.iter().min().unwrap());
            let (width, height) = (xs.iter().max().unwrap() - x + 1, ys.iter().max().unwrap() - y + 1);
            prop_assert_eq!(changed_area(Some(&before), &now), Some(Area { x, y, width, height }));
        }
    }
}
