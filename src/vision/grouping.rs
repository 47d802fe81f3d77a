//! Cells put together by what they look like, more finely or more coarsely: what a game's rules can name where nobody has
//! said what the picture shows.

use super::cluster::at_gaps;
use super::patch::{self, Patch};
use crate::geometry::Lattice;
use crate::grid::{Cell, Grid};
use image::RgbImage;

/// Gaps between what is alike and what is not that are tried in one picture.
const GAPS: usize = 40;
/// Groups of more than one cell, at most: walls have up to sixteen looks.
const MOST_GROUPS: usize = 32;
/// A difference of a value (of 255) that neither noise makes nor light and dark squares of one floor.
const MUCH: u8 = 40;

/// One way to put the cells of a board into groups that look alike.
#[derive(Clone, Debug)]
pub struct Grouping {
    of: Grid<usize>,
    /// What the middle of each group's cells looks like, and what their whole does.
    looks: Vec<Patch>,
    whole: Vec<Patch>,
    gap: f32,
}

/// The pixels of a cell that a thing hides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Silhouette([u64; WORDS]);

const BITS: usize = u64::BITS as usize;
const WORDS: usize = (patch::SIDE * patch::SIDE) as usize / BITS;

impl Silhouette {
    /// The share of the cell that is hidden.
    #[must_use]
    pub fn share(self) -> f32 {
        count(self.0) / (WORDS * BITS) as f32
    }

    /// How much two outlines are alike: what both hide by what either does, 0 to 1.
    #[must_use]
    pub fn likeness(self, other: Self) -> f32 {
        let both: [u64; WORDS] = std::array::from_fn(|word| self.0[word] & other.0[word]);
        let either: [u64; WORDS] = std::array::from_fn(|word| self.0[word] | other.0[word]);
        count(both) / count(either).max(1.0)
    }
}

fn count(words: [u64; WORDS]) -> f32 {
    words.iter().map(|word| word.count_ones()).sum::<u32>() as f32
}

impl Grouping {
    /// The group of each cell; group 0 is the largest.
    #[must_use]
    pub fn of(&self) -> &Grid<usize> {
        &self.of
    }

    /// How many groups there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.looks.len()
    }

    /// How many times as far as the cells within one group the nearest two groups are from each other, at least 1.
    #[must_use]
    pub fn gap(&self) -> f32 {
        self.gap
    }

    /// How unlike two groups are, 0 to 1.
    #[must_use]
    pub fn apart(&self, a: usize, b: usize) -> f32 {
        patch::distance(&self.looks[a], &self.looks[b])
    }

    /// Where a cell of one group is drawn otherwise than one of the other: the outline of a thing that stands on a floor.
    #[must_use]
    pub fn silhouette(&self, thing: usize, floor: usize) -> Silhouette {
        let pixels = |group: usize| self.whole[group].as_chunks::<3>().0;
        let mut drawn = [0; WORDS];
        for (at, (p, q)) in pixels(thing).iter().zip(pixels(floor)).enumerate() {
            let is_other = p.iter().zip(q).any(|(x, y)| x.abs_diff(*y) > MUCH);
            drawn[at / BITS] |= u64::from(is_other) << (at % BITS);
        }
        Silhouette(drawn)
    }

    /// How much the drawing of two groups is alike whatever their colours: the correlation of their brightness, -1 to 1; 0
    /// where one of them alone is plain, 1 where both are.
    #[must_use]
    pub fn same_drawing(&self, a: usize, b: usize) -> f32 {
        let grey = |group: usize| -> Vec<f32> {
            let pixels = self.looks[group].as_chunks::<3>().0;
            let values: Vec<f32> = pixels.iter().map(|p| p.iter().map(|v| f32::from(*v)).sum()).collect();
            let mean = values.iter().sum::<f32>() / values.len() as f32;
            values.iter().map(|value| value - mean).collect()
        };
        let (a, b) = (grey(a), grey(b));
        let product = |x: &[f32], y: &[f32]| x.iter().zip(y).map(|(x, y)| x * y).sum::<f32>();
        let (own, other) = (product(&a, &a), product(&b, &b));
        match (own > 0.0, other > 0.0) {
            (true, true) => product(&a, &b) / (own * other).sqrt(),
            (false, false) => 1.0,
            _ => 0.0,
        }
    }
}

/// The likeliest ways to group the cells of a board, those with the widest gap first. None where a cell lies outside the
/// picture.
#[must_use]
pub fn groupings(picture: &RgbImage, lattice: &Lattice) -> Vec<Grouping> {
    let cells: Vec<Cell> = lattice.cells().collect();
    let patches: Option<Vec<Patch>> = cells.iter().map(|cell| patch::cut(picture, &lattice.cell_rect(*cell))).collect();
    let Some(patches) = patches else { return Vec::new() };
    let whole = |cell: &Cell| {
        let mut whole = [0; patch::BYTES];
        patch::resample(picture, &lattice.cell_rect(*cell), patch::SIDE as usize, &mut whole);
        whole
    };
    let wholes: Vec<Patch> = cells.iter().map(whole).collect();
    at_gaps(&patches, MOST_GROUPS, GAPS)
        .into_iter()
        .map(|(groups, gap)| {
            let middles = |of_cells: &[Patch]| -> Vec<Patch> {
                let middle = |group: usize| {
                    let own = of_cells.iter().zip(&groups.of).filter(move |(_, g)| **g == group).map(|(seen, _)| seen);
                    patch::median(own).unwrap_or([0; patch::BYTES])
                };
                (0..groups.count).map(middle).collect()
            };
            let of = Grid::from_fn(lattice.rows, lattice.cols, |cell| groups.of[cell.row * lattice.cols + cell.col]);
            Grouping { of, looks: middles(&patches), whole: middles(&wholes), gap }
        })
        .collect()
}
