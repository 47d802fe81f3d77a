//! Reads cells by what the tiles look like in this very picture. Where a picture was scaled, compressed or sent over a
//! network, each tile is off what was calibrated, but all tiles of a kind are so in the same way.

use super::Verdict;
use super::model::{BEHIND, ClassModel, Thresholds};
use super::nearest::{Known, Nearest, nearest};
use super::patch::{self, Patch};
use crate::geometry::Lattice;
use crate::grid::Cell;

/// A cell with its patch and the calibrated look that it is nearest to.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    pub(super) cell: Cell,
    pub(super) patch: Patch,
    pub(super) nearest: Nearest,
}

/// The most that a tile may be off its calibrated look, and that half of the kinds may be, and how many times as much as
/// these a kind may be.
const MOST: f32 = 0.2;
const MOST_STRAIN: f32 = 0.12;
const TIMES: f32 = 4.0;
/// How far beyond the middle between two calibrated looks a tile must be, as a share of their distance.
const LEAD: f32 = 0.3;
/// Share of the difference from a calibrated look that may be one of the colour as a whole: blurred and squeezed tiles
/// keep their colour, another kind of tile has another one.
const TINT: f32 = 0.75;
/// Share of the tiles that must be known for these looks to say anything.
const EXPLAINED: f32 = 0.6;
/// How much more than half of the cells a cell may be off what others of its kind show, and the share of the distance to
/// the nearest other kind that it may be off.
const SPREAD: f32 = 3.0;
const SHARE: f32 = 0.6;

/// The verdicts on cells, in their order, by what the tiles look like here; nothing where that does not say.
pub(super) fn verdicts(cells: &[Seen], model: &ClassModel, lattice: &Lattice) -> Vec<Option<Verdict>> {
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
    let own: Vec<Option<Known>> = groups
        .iter()
        .enumerate()
        .map(|(index, own)| {
            let own = own.filter(|own| is_of(own, index, looks, accept, strain))?;
            Some(Known::new(looks[index].id, looks[index].state, own))
        })
        .collect();
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
    if TIMES * strain <= accept && SPREAD * spread <= accept {
        return vec![None; cells.len()];
    }
    let behind_allows = accept.max((BEHIND * (TIMES * strain + SPREAD * spread)).min(MOST));
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

/// Whether what cells show in this picture is the calibrated look of this index: off it by little more than other kinds are
/// off theirs, clearly not another class's, and of its colour.
fn is_of(own: &Patch, index: usize, looks: &[Known], accept: f32, strain: f32) -> bool {
    let look = &looks[index];
    let distance = patch::distance(own, &look.patch);
    let clear = looks.iter().filter(|other| other.id != look.id).all(|other| {
        let lead = patch::distance(own, &other.patch) - distance;
        lead >= LEAD * patch::distance(&look.patch, &other.patch)
    });
    let means = (patch::mean_colour(&patch::sums(own)), patch::mean_colour(&look.sums));
    let tinted = means.0.iter().zip(means.1).map(|(a, b)| (a - b).abs()).sum::<f32>() / (3.0 * 255.0);
    distance <= accept.max((TIMES * strain).min(MOST)) && clear && tinted <= accept.max(TINT * distance.max(strain))
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
        verdicts(&cells, model, &lattice).into_iter().map(|verdict| verdict?.class).collect()
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
        assert!(verdicts(&cells, &model, &lattice).iter().all(Option::is_none));
    }
}
