//! Finds a level of any size whose cells are as large as those calibrated, by what the cells show. Levels of one
//! collection differ in size, edges alone place them a pixel or two off, and no two have the same outline.

use super::model::ClassModel;
use super::{Verdict, patch};
use crate::geometry::Lattice;
use crate::grid::{Cell, Symbol};
use image::RgbImage;

/// The first search goes in steps of this share of a cell.
const STEP: f64 = 1.0 / 16.0;

/// How many of the likeliest places of the first search are looked at pixel by pixel.
const LIKELIEST: usize = 4;

/// The least rectangle of cells that holds all that is known of a level, where the model knows what lies outside of one.
pub(super) fn find(picture: &RgbImage, model: &ClassModel, pitch: (f64, f64)) -> Option<Lattice> {
    model.classes().iter().find(|class| class.symbol == Symbol::OUTSIDE)?;
    let mut judge = Judge { picture, model, plain: Vec::new() };
    let steps = |pitch: f64| {
        let step = (pitch * STEP).round().max(1.0);
        (0..(pitch / step).ceil() as usize).map(move |n| n as f64 * step)
    };
    let mut places: Vec<(f32, (f64, f64))> = steps(pitch.1)
        .flat_map(|y| steps(pitch.0).map(move |x| (x, y)))
        .map(|place| (judge.judged(&laid_over(picture, pitch, place)).alike, place))
        .collect();
    places.sort_by(|a, b| b.0.total_cmp(&a.0));
    let reach = (pitch.0.max(pitch.1) * STEP).round().max(1.0) as i32;
    let near = |(x, y): (f64, f64)| {
        (-reach..=reach).flat_map(move |dy| (-reach..=reach).map(move |dx| (x + f64::from(dx), y + f64::from(dy))))
    };
    // A place that cuts off what is no part of the level is likelier, though a pixel off: first counts what is known.
    let likeliest = places.into_iter().take(LIKELIEST).flat_map(|(_, place)| near(place));
    let judged = likeliest.map(|place| (judge.judged(&laid_over(picture, pitch, place)), place));
    let (_, place) =
        judged.max_by(|(a, _), (b, _)| a.level.cmp(&b.level).then(a.level_alike.total_cmp(&b.level_alike)))?;
    judge.around_level(&laid_over(picture, pitch, place))
}

/// What the cells of a lattice show.
struct Judged {
    /// How many show a part of a level.
    level: usize,
    /// How alike those are to what is known, added up.
    level_alike: f32,
    /// How alike all of them are, on the mean.
    alike: f32,
}

/// Says what cells show. Most of such a picture is plain, and what a colour alone shows is looked up once.
struct Judge<'a> {
    picture: &'a RgbImage,
    model: &'a ClassModel,
    plain: Vec<([u8; 3], Verdict)>,
}

impl Judge<'_> {
    fn verdict(&mut self, all: &Lattice, cell: Cell) -> Option<Verdict> {
        let seen = patch::cut(self.picture, &all.cell_rect(cell))?;
        let pixels = seen.as_chunks::<3>().0;
        let colour = pixels[0];
        if pixels.iter().any(|pixel| *pixel != colour) {
            return Some(self.model.classify(&seen, all, cell));
        }
        if let Some((_, known)) = self.plain.iter().find(|(other, _)| *other == colour) {
            return Some(*known);
        }
        let verdict = self.model.classify(&seen, all, cell);
        self.plain.push((colour, verdict));
        Some(verdict)
    }

    /// Whether a cell shows a part of a level: something that is known and no outside.
    fn is_level(&self, verdict: &Verdict) -> bool {
        let symbol = verdict.class.and_then(|id| self.model.symbol(id));
        symbol.is_some_and(|symbol| symbol != Symbol::OUTSIDE)
    }

    /// What the cells of a lattice show, taken together.
    fn judged(&mut self, all: &Lattice) -> Judged {
        let (mut level, mut level_alike, mut alike) = (0, 0.0, 0.0);
        for cell in all.cells() {
            if let Some(verdict) = self.verdict(all, cell) {
                alike += verdict.score;
                if self.is_level(&verdict) {
                    level += 1;
                    level_alike += verdict.score;
                }
            }
        }
        Judged { level, level_alike, alike: alike / (all.rows * all.cols).max(1) as f32 }
    }

    /// The part of a lattice from the first to the last row and column with a cell of the level.
    fn around_level(&mut self, all: &Lattice) -> Option<Lattice> {
        let mut level = Vec::new();
        for cell in all.cells() {
            if self.verdict(all, cell).is_some_and(|verdict| self.is_level(&verdict)) {
                level.push(cell);
            }
        }
        let (top, bottom) = (level.iter().map(|c| c.row).min()?, level.iter().map(|c| c.row).max()?);
        let (left, right) = (level.iter().map(|c| c.col).min()?, level.iter().map(|c| c.col).max()?);
        let moved = all.moved(left as f64 * all.pitch_x, top as f64 * all.pitch_y);
        Some(Lattice { rows: bottom - top + 1, cols: right - left + 1, ..moved })
    }
}

/// As many cells as fit into the picture with a corner of one at this place.
fn laid_over(picture: &RgbImage, pitch: (f64, f64), (x, y): (f64, f64)) -> Lattice {
    let (left, top) = (x.rem_euclid(pitch.0), y.rem_euclid(pitch.1));
    let fit = |length: u32, start: f64, pitch: f64| ((f64::from(length) - start) / pitch).floor().max(0.0) as usize;
    let (rows, cols) = (fit(picture.height(), top, pitch.1), fit(picture.width(), left, pitch.0));
    Lattice::from_corner(left, top, pitch, rows, cols)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vision::LookState;
    use crate::vision::model::{Class, Look, Thresholds};
    use image::Rgb;

    const PITCH: u32 = 20;

    fn tile(symbol: char, x: u32, y: u32) -> Rgb<u8> {
        match symbol {
            '#' if (x / 4 + y / 5).is_multiple_of(2) => Rgb([40, 60, 60]),
            '#' => Rgb([120, 160, 190]),
            '-' if (9..=10).contains(&x) || (4..=5).contains(&y) => Rgb([90, 90, 90]),
            '-' => Rgb([200, 200, 200]),
            '$' if x > 4 && y > 7 => Rgb([220, 180, 20]),
            '$' => Rgb([120, 90, 10]),
            _ => Rgb([0, 0, 0]),
        }
    }

    fn model() -> ClassModel {
        let class = |symbol: char| {
            let cell = RgbImage::from_fn(PITCH, PITCH, |x, y| tile(symbol, x, y));
            let seen = patch::cut(&cell, &crate::geometry::Rect::new(0.0, 0.0, 20.0, 20.0)).unwrap();
            let look = Look { state: LookState::Normal, picture: patch::to_picture(&seen) };
            Class { symbol: Symbol::from_char(symbol).unwrap(), looks: vec![look] }
        };
        ClassModel::new("#-$_".chars().map(class).collect(), None, Thresholds { accept: 0.03, margin: 0.02 })
    }

    /// A level below a bar, with little around it.
    fn picture(rows: &[&str], (left, top): (u32, u32)) -> RgbImage {
        let (width, height) = (left + PITCH * rows[0].len() as u32 + 25, top + PITCH * rows.len() as u32 + 15);
        RgbImage::from_fn(width, height, |x, y| {
            if y < 14 {
                return Rgb([190, 190, 190 + (x % 3) as u8]);
            }
            let at = x.checked_sub(left).zip(y.checked_sub(top)).map(|(x, y)| (x / PITCH, y / PITCH));
            let symbol = at.and_then(|(col, row)| rows.get(row as usize)?.chars().nth(col as usize)).unwrap_or('_');
            tile(symbol, x.wrapping_sub(left) % PITCH, y.wrapping_sub(top) % PITCH)
        })
    }

    #[test]
    fn a_level_is_found_wherever_it_stands_and_whatever_its_size() {
        let small: &[&str] = &["######", "#-$--#", "#--$-#", "######"];
        let large: &[&str] = &["__####__", "###--###", "#-$--$-#", "#--$---#", "########"];
        for (level, at) in [(small, (37, 55)), (large, (61, 43)), (small, (8, 33)), (large, (23, 38))] {
            let (rows, cols) = (level.len(), level[0].len());
            let found = find(&picture(level, at), &model(), (20.0, 20.0)).unwrap();
            let corner = found.bounds();
            assert_eq!((found.rows, found.cols, corner.x, corner.y), (rows, cols, f64::from(at.0), f64::from(at.1)));
        }
    }

    #[test]
    fn nothing_is_found_where_nothing_is_known() {
        let model = model();
        assert_eq!(find(&RgbImage::from_pixel(90, 90, Rgb([90, 0, 90])), &model, (20.0, 20.0)), None);
        let classes = model.classes().iter().filter(|class| class.symbol != Symbol::OUTSIDE).cloned().collect();
        let tiles_alone = ClassModel::new(classes, None, model.thresholds());
        assert_eq!(find(&picture(&["###"], (40, 40)), &tiles_alone, (20.0, 20.0)), None);
    }
}
