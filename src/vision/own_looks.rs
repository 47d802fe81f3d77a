//! Reads cells by what the tiles look like in this very picture. Where a picture was scaled, compressed or sent over a
//! network, each tile is off what was calibrated, but all tiles of a kind are so in the same way. Where
//! that does not say enough, all are held against each other with soft edges: in a smaller copy it is the edges of fine
//! drawings that are not as they were.

use super::model::{BEHIND, ClassModel, Thresholds};
use super::nearest::{Known, Nearest, nearest};
use super::patch::{self, Levels, Patch};
use super::{Reading, Verdict};
use crate::geometry::Lattice;
use crate::grid::Cell;
use image::RgbImage;

/// A cell with its patch and the calibrated look that it is nearest to.
#[derive(Clone, Debug)]
struct Seen {
    cell: Cell,
    patch: Patch,
    nearest: Nearest,
}

/// A picture in which each value is taken for another one first, if need be, and whether it is seen with soft edges.
#[derive(Clone, Copy)]
struct Source<'a> {
    picture: &'a RgbImage,
    levels: Option<&'a Levels>,
    softly: bool,
}

impl Source<'_> {
    fn seen(&self, model: &ClassModel, lattice: &Lattice, cell: Cell) -> Option<Seen> {
        let cut = if self.softly { patch::cut_softly } else { patch::cut_by };
        let patch = cut(self.picture, &lattice.cell_rect(cell), self.levels)?;
        Some(Seen { cell, nearest: model.nearest(&patch, lattice, cell), patch })
    }

    /// The lattice moved by the part of a pixel with which its cells look most like what is known: in a copy that took every
    /// second pixel, all that is drawn lies a quarter of a pixel aside.
    fn settled(&self, model: &ClassModel, lattice: &Lattice) -> Lattice {
        const PART: f64 = 0.25;
        /// Cells that are looked at.
        const CELLS: usize = 48;
        let cells: Vec<Cell> = lattice.cells().collect();
        // An odd step lets the cells that are looked at fall on all columns.
        let step = (cells.len() / CELLS).max(1) | 1;
        let off = |lattice: &Lattice| -> f32 {
            let distance = |cell: &Cell| self.seen(model, lattice, *cell).map_or(1.0, |seen| seen.nearest.distance);
            cells.iter().step_by(step).map(distance).sum()
        };
        let mut best = (off(lattice), *lattice);
        for (right, down) in [(PART, 0.0), (0.0, PART)] {
            let start = best.1;
            for moved in [start.moved(right, down), start.moved(-right, -down)] {
                let off = off(&moved);
                if off < best.0 {
                    best = (off, moved);
                }
            }
        }
        best.1
    }
}

/// The most that a tile may be off its calibrated look, and that half of the kinds may be, and how many times as much as
/// these a kind may be, as it is and with soft edges, which are evener.
const MOST: f32 = 0.2;
const MOST_STRAIN: f32 = 0.12;
const TIMES: f32 = 4.0;
const TIMES_SOFTLY: f32 = 2.5;
/// How far beyond the middle between two calibrated looks a tile must be, as a share of their distance.
const LEAD: f32 = 0.3;
/// How far two kinds of a picture must be from each other to be held against two calibrated looks as a pair, as a share of
/// the looks' distance.
const APART: f32 = 0.5;
/// Share of the difference from a calibrated look that may be one of the colour as a whole: blurred and squeezed tiles
/// keep their colour, another kind of tile has another one.
const TINT: f32 = 0.75;
/// Share of the tiles that must be known for these looks to say anything.
const EXPLAINED: f32 = 0.6;
/// How much more than half of the cells a cell may be off what others of its kind show, and the share of the distance to
/// the nearest other kind that it may be off.
const SPREAD: f32 = 3.0;
const SHARE: f32 = 0.6;

/// Tells unknown cells of a reading by what the tiles look like in its picture.
pub(super) fn tell(reading: &mut Reading, picture: &RgbImage, model: &ClassModel, levels: Option<&Levels>) {
    let lattice = reading.lattice;
    tell_by(reading, &Source { picture, levels, softly: false }, model, &lattice, TIMES);
}

/// The same with soft edges.
pub(super) fn tell_softly(reading: &mut Reading, picture: &RgbImage, model: &ClassModel, levels: Option<&Levels>) {
    let (model, source) = (model.softened(), Source { picture, levels, softly: true });
    let lattice = source.settled(&model, &reading.lattice);
    tell_by(reading, &source, &model, &lattice, TIMES_SOFTLY);
}

fn tell_by(reading: &mut Reading, source: &Source<'_>, model: &ClassModel, lattice: &Lattice, times: f32) {
    let seen: Vec<Seen> = lattice.cells().filter_map(|cell| source.seen(model, lattice, cell)).collect();
    for (seen, verdict) in seen.iter().zip(verdicts(&seen, model, lattice, times)) {
        if reading.symbols[seen.cell].is_none()
            && let Some(verdict) = verdict
        {
            reading.cells[seen.cell] = verdict;
            reading.symbols[seen.cell] = verdict.class.and_then(|id| model.symbol(id));
        }
    }
}

/// The verdicts on cells, in their order, by what the tiles look like here; nothing where that does not say. A kind may be
/// off its calibrated look by so many `times` as much as half of the kinds are.
fn verdicts(cells: &[Seen], model: &ClassModel, lattice: &Lattice, times: f32) -> Vec<Option<Verdict>> {
    let looks = model.looks();
    let Thresholds { accept, margin } = model.thresholds();
    let groups: Vec<Option<Patch>> = (0..looks.len())
        .map(|look| patch::median(cells.iter().filter(|seen| seen.nearest.look == Some(look)).map(|seen| &seen.patch)))
        .collect();
    // Half of the kinds are off their calibrated looks by no more than this.
    let off = groups.iter().zip(looks).filter_map(|(own, look)| Some(patch::distance(own.as_ref()?, &look.patch)));
    let strain = median(off.collect());
    if strain > MOST_STRAIN {
        return vec![None; cells.len()];
    }
    let own = own(&groups, looks, &Bounds { accept, strain, times });
    let (explained, all) = cells
        .iter()
        .filter_map(|seen| seen.nearest.look)
        .fold((0, 0), |(explained, all), look| (explained + usize::from(own[look].is_some()), all + 1));
    if (explained as f32) < EXPLAINED * all as f32 {
        return vec![None; cells.len()];
    }
    // Looks that are not seen here, or not sure to be, still stand against the others.
    let all: Vec<Known> = own.iter().zip(looks).map(|(own, look)| own.as_ref().unwrap_or(look).clone()).collect();
    let held: Vec<Nearest> = cells.iter().map(|seen| nearest(&seen.patch, &all, None)).collect();
    let of_own = held.iter().filter(|held| held.look.is_some_and(|look| own[look].is_some()));
    let spread = median(of_own.map(|held| held.distance).collect());
    // In a clean picture there is nothing to be learned: what is unknown there is something else.
    if times * strain <= accept && SPREAD * spread <= accept {
        return vec![None; cells.len()];
    }
    let behind_allows = accept.max((BEHIND * (times * strain + SPREAD * spread)).min(MOST));
    cells
        .iter()
        .zip(&held)
        .map(|(seen, held)| {
            let behind = model.patch_behind(lattice, seen.cell).filter(|_| seen.nearest.look.is_none());
            let (found, look, allowed) = match behind {
                Some(behind) => (&seen.nearest, behind, behind_allows.min(SHARE * seen.nearest.other)),
                None => {
                    let look = held.look.and_then(|look| own[look].as_ref())?;
                    (held, &look.patch, accept.max((SPREAD * spread).min(SHARE * held.other)))
                }
            };
            let lead = found.other - found.distance;
            let sure = found.distance <= allowed
                && lead >= (margin / 2.0).max(Thresholds::LEAST.margin)
                && found.id == seen.nearest.id
                && (!model.must_be_alike(found) || patch::is_alike_all_over(&seen.patch, look));
            sure.then_some(Verdict { class: found.id, state: found.state, score: 1.0 - found.distance, margin: lead })
        })
        .collect()
}

/// How far what cells show may be off a calibrated look: what is always accepted, what half of the kinds are off, and how many
/// times as much a kind may be.
struct Bounds {
    accept: f32,
    strain: f32,
    times: f32,
}

/// What cells show in this picture, for each calibrated look that it surely is: off it by little more than other kinds are off
/// theirs, of its colour, and clearly not another class's.
fn own(groups: &[Option<Patch>], looks: &[Known], bounds: &Bounds) -> Vec<Option<Known>> {
    let near = |(own, look): (&Option<Patch>, &Known)| own.filter(|own| is_near(own, look, bounds));
    let near: Vec<Option<Patch>> = groups.iter().zip(looks).map(near).collect();
    // How much farther what is near one look is from the other one.
    let lead = |own: &Patch, look: usize, other: usize| {
        patch::distance(own, &looks[other].patch) - patch::distance(own, &looks[look].patch)
    };
    let is_clear = |own: &Patch, look: usize, other: usize| {
        let distance = patch::distance(&looks[look].patch, &looks[other].patch);
        let ahead = lead(own, look, other);
        // Where both kinds are here, it counts how much worse they would fit if each were the other one.
        let as_pair = || {
            near[other].is_some_and(|others| {
                let back = lead(&others, other, look);
                ahead > 0.0
                    && back > 0.0
                    && ahead + back >= 2.0 * LEAD * distance
                    && patch::distance(own, &others) >= APART * distance
            })
        };
        ahead >= LEAD * distance || as_pair()
    };
    near.iter()
        .zip(looks)
        .enumerate()
        .map(|(index, (own, look))| {
            let own = own.as_ref()?;
            let mut others = (0..looks.len()).filter(|other| looks[*other].id != look.id);
            others.all(|other| is_clear(own, index, other)).then(|| Known::new(look.id, look.state, *own))
        })
        .collect()
}

/// Whether what cells show is off a calibrated look by little more than other kinds are off theirs, and of its colour.
fn is_near(own: &Patch, look: &Known, Bounds { accept, strain, times }: &Bounds) -> bool {
    let distance = patch::distance(own, &look.patch);
    let means = (patch::mean_colour(&patch::sums(own)), patch::mean_colour(&look.sums));
    let tinted = means.0.iter().zip(means.1).map(|(a, b)| (a - b).abs()).sum::<f32>() / (3.0 * 255.0);
    distance <= accept.max((times * strain).min(MOST)) && tinted <= accept.max(TINT * distance.max(*strain))
}

fn median(mut values: Vec<f32>) -> f32 {
    let middle = values.len() / 2;
    if values.is_empty() { 0.0 } else { *values.select_nth_unstable_by(middle, f32::total_cmp).1 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Symbol;
    use crate::vision::LookState;
    use crate::vision::model::{Class, Look};

    const COLOURS: [[u8; 3]; 4] = [[200, 60, 60], [60, 180, 60], [60, 80, 210], [220, 200, 60]];

    /// Stripes of a colour on a dark ground, `soft` of 10 parts blurred.
    fn tile(colour: [u8; 3], soft: u16) -> Patch {
        std::array::from_fn(|i| {
            let value = u16::from(colour[i % 3]);
            let sharp = if (i / 6).is_multiple_of(2) { value } else { value / 3 };
            ((sharp * (10 - soft) + value * 2 / 3 * soft) / 10) as u8
        })
    }

    fn model(kinds: usize) -> ClassModel {
        let class = |(index, colour): (usize, &[u8; 3])| Class {
            symbol: Symbol::from_char(char::from(b'A' + index as u8)).unwrap(),
            looks: vec![Look { state: LookState::Normal, picture: patch::to_picture(&tile(*colour, 0)) }],
        };
        let thresholds = Thresholds { accept: 0.02, margin: 0.03 };
        ClassModel::new(COLOURS.iter().enumerate().take(kinds).map(class).collect(), None, thresholds)
    }

    /// The colour of each of twenty cells; the last colour is rare.
    fn colour(cell: Cell) -> usize {
        if cell.row == 3 && cell.col < 3 { cell.col } else { cell.row }
    }

    /// What the cells are taken for, all equally blurred.
    fn told(model: &ClassModel, soft: u16) -> Vec<Option<usize>> {
        let lattice = Lattice::from_corner(0.0, 0.0, (16.0, 16.0), 4, 5);
        let seen = |cell: Cell| {
            let patch = tile(COLOURS[colour(cell)], soft);
            Seen { cell, nearest: model.nearest(&patch, &lattice, cell), patch }
        };
        let cells: Vec<Seen> = lattice.cells().map(seen).collect();
        verdicts(&cells, model, &lattice, TIMES).into_iter().map(|verdict| verdict?.class).collect()
    }

    #[test]
    fn tiles_that_are_blurred_alike_are_known_and_a_new_kind_among_them_is_not() {
        let lattice = Lattice::from_corner(0.0, 0.0, (16.0, 16.0), 4, 5);
        let right: Vec<usize> = lattice.cells().map(colour).collect();
        assert_eq!(told(&model(4), 4), right.iter().map(|kind| Some(*kind)).collect::<Vec<_>>());
        let without_last: Vec<Option<usize>> = right.iter().map(|kind| (*kind != 3).then_some(*kind)).collect();
        assert_eq!(told(&model(3), 4), without_last);
    }

    #[test]
    fn a_clean_picture_and_another_skin_say_nothing() {
        assert_eq!(told(&model(4), 0), [None; 20]);
        let lattice = Lattice::from_corner(0.0, 0.0, (16.0, 16.0), 1, 4);
        let model = model(4);
        let seen = |cell: Cell| {
            let patch = [90 + 20 * cell.col as u8; patch::BYTES];
            Seen { cell, nearest: model.nearest(&patch, &lattice, cell), patch }
        };
        let cells: Vec<Seen> = lattice.cells().map(seen).collect();
        assert!(verdicts(&cells, &model, &lattice, TIMES).iter().all(Option::is_none));
    }
}
