//! Reads pictures of one program's window with a model of its tiles.

use super::lattice::{Hints, find};
use super::model::{ClassModel, Look};
use super::{LookState, Place, Reading, Verdict, outline, patch};
use crate::geometry::Lattice;
use crate::grid::{Cell, Grid, Symbol};
use image::RgbImage;

/// Shares of known cells from which on a lattice counts as the board's: without a further look, where nothing fits
/// better, and where it was searched for.
const GOOD: f64 = 0.9;
const ENOUGH: f64 = 0.5;
const CONVINCING: f64 = 0.75;

/// Of so many cells one may be unknown for each to be looked at more closely.
const FEW: usize = 16;

/// Why a board was not found.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum LocateError {
    /// Nothing in the picture fits the calibration.
    #[error(
        "unknown skin or another program: at best {known} of {cells} cells look as calibrated ({width}×{height} \
         pixels seen, {expected_width}×{expected_height} calibrated): run `tilepilot calibrate` on this picture"
    )]
    NotFound {
        /// Cells that were known on the best lattice.
        known: usize,
        /// Cells of that lattice.
        cells: usize,
        /// Width of the picture, in pixels.
        width: u32,
        /// Height of the picture, in pixels.
        height: u32,
        /// Width of the calibrated picture, in pixels.
        expected_width: u32,
        /// Height of the calibrated picture, in pixels.
        expected_height: u32,
    },
}

/// How well a lattice fits a picture.
#[derive(Clone, Copy, Debug)]
struct Fit {
    lattice: Lattice,
    known: usize,
    cells: usize,
    /// Different kinds of tiles among the known cells.
    kinds: usize,
    /// Whether tiles go on beyond the lattice: it is then a part of a larger board.
    outgrown: bool,
}

impl Fit {
    fn share(&self) -> f64 {
        if self.outgrown {
            return 0.0;
        }
        self.known as f64 / self.cells.max(1) as f64
    }

    fn or(self, other: Self) -> Self {
        if other.share() > self.share() { other } else { self }
    }
}

/// Reads pictures of one program's window.
#[derive(Clone, Debug)]
pub struct Reader {
    place: Place,
    model: ClassModel,
}

impl Reader {
    /// A reader of pictures like the calibrated one.
    #[must_use]
    pub fn new(place: Place, model: ClassModel) -> Self {
        Self { place, model }
    }

    /// The model, with all that was learned since the start.
    #[must_use]
    pub fn model(&self) -> &ClassModel {
        &self.model
    }

    /// Where the board is in this picture: as calibrated if that fits, else scaled as the picture is, else searched for,
    /// with any number of rows and columns.
    ///
    /// # Errors
    /// [`LocateError::NotFound`] where no lattice gives a board whose cells look as calibrated.
    pub fn locate(&self, picture: &RgbImage) -> Result<Lattice, LocateError> {
        let same_size = picture.dimensions() == self.place.picture;
        // Elsewhere than at the calibrated place a plain area may pass for empty cells, so tiles must be seen.
        let shows_tiles = |fit: &Fit| fit.kinds >= 2;
        let mut best = self.judge(picture, &self.place.lattice);
        if best.share() >= GOOD && (same_size || shows_tiles(&best)) {
            return Ok(best.lattice);
        }
        let pitch = (self.place.lattice.pitch_x, self.place.lattice.pitch_y);
        let level = outline::find(picture, &self.model, pitch).map(|lattice| self.judge(picture, &lattice));
        if let Some(level) = level.filter(|fit| fit.share() >= CONVINCING && shows_tiles(fit)) {
            return Ok(level.lattice);
        }
        for lattice in self.scaled_places(picture) {
            best = best.or(self.judge(picture, &lattice));
        }
        if best.share() >= GOOD && shows_tiles(&best) {
            return Ok(best.lattice);
        }
        for pitch in [Some(pitch), None] {
            let found =
                find(picture, &Hints { pitch, ..Hints::default() }).map(|lattice| self.judge(picture, &lattice));
            if let Some(found) = found.filter(|fit| fit.share() >= CONVINCING && shows_tiles(fit)) {
                return Ok(found.lattice);
            }
        }
        // Something may cover a part of the board.
        if best.share() >= ENOUGH && (same_size || shows_tiles(&best)) {
            return Ok(best.lattice);
        }
        let (width, height) = picture.dimensions();
        let (expected_width, expected_height) = self.place.picture;
        Err(LocateError::NotFound {
            known: best.known,
            cells: best.cells,
            width,
            height,
            expected_width,
            expected_height,
        })
    }

    /// Where the calibrated grid would be in a picture of another size: stretched with it, or as large as fits with its
    /// proportions kept, or as large as it was; those in the middle.
    fn scaled_places(&self, picture: &RgbImage) -> Vec<Lattice> {
        let (width, height) = (f64::from(picture.width()), f64::from(picture.height()));
        let (was_width, was_height) = (f64::from(self.place.picture.0.max(1)), f64::from(self.place.picture.1.max(1)));
        let (sx, sy) = (width / was_width, height / was_height);
        if (sx - 1.0).abs() < 1e-9 && (sy - 1.0).abs() < 1e-9 {
            return Vec::new();
        }
        let even = sx.min(sy);
        let middle = |scale: f64| {
            let (dx, dy) = ((width - was_width * scale) / 2.0, (height - was_height * scale) / 2.0);
            self.place.lattice.scaled(scale, scale).moved(dx, dy)
        };
        vec![self.place.lattice.scaled(sx, sy), middle(even), middle(1.0)]
    }

    fn judge(&self, picture: &RgbImage, lattice: &Lattice) -> Fit {
        let reading = self.glance(picture, lattice);
        let mut kinds: Vec<Symbol> = reading.symbols.iter().flatten().copied().collect();
        let known = kinds.len();
        kinds.retain(|symbol| *symbol != Symbol::EMPTY);
        kinds.sort();
        kinds.dedup();
        Fit {
            lattice: *lattice,
            known,
            cells: lattice.rows * lattice.cols,
            kinds: kinds.len(),
            outgrown: self.is_outgrown(picture, lattice),
        }
    }

    /// Whether a third or more of the cells just beyond one side of the lattice would be tiles.
    fn is_outgrown(&self, picture: &RgbImage, lattice: &Lattice) -> bool {
        // The same cells in a lattice that is one cell larger at each side.
        let (rows, cols) = (lattice.rows + 2, lattice.cols + 2);
        let wide = Lattice { rows, cols, ..lattice.moved(-lattice.pitch_x, -lattice.pitch_y) };
        let is_tile = |cell: Cell| {
            let seen = patch::cut(picture, &wide.cell_rect(cell));
            let class = seen.and_then(|seen| self.model.classify(&seen, &wide, cell).class);
            let symbol = class.and_then(|id| self.model.symbol(id));
            symbol.is_some_and(|symbol| symbol != Symbol::EMPTY && symbol != Symbol::OUTSIDE)
        };
        let many = |cells: &mut dyn Iterator<Item = Cell>, length: usize| {
            let tiles = cells.filter(|cell| is_tile(*cell)).count();
            tiles >= 2 && 3 * tiles >= length
        };
        many(&mut (1..=lattice.cols).map(|col| Cell::new(0, col)), lattice.cols)
            || many(&mut (1..=lattice.cols).map(|col| Cell::new(rows - 1, col)), lattice.cols)
            || many(&mut (1..=lattice.rows).map(|row| Cell::new(row, 0)), lattice.rows)
            || many(&mut (1..=lattice.rows).map(|row| Cell::new(row, cols - 1)), lattice.rows)
    }

    /// What each cell shows. Cells outside the picture are unknown.
    #[must_use]
    pub fn read(&self, picture: &RgbImage, lattice: &Lattice) -> Reading {
        let mut reading = self.glance(picture, lattice);
        let unknown: Vec<Cell> =
            reading.cells.enumerate().filter(|(_, verdict)| verdict.class.is_none()).map(|(cell, _)| cell).collect();
        // What is drawn turned round stands a pixel or two aside. Where much is unknown, it is unknown for another reason.
        if unknown.len() * FEW <= lattice.rows * lattice.cols {
            for cell in unknown {
                if let Some(verdict) = self.aside(picture, lattice, cell) {
                    reading.symbols[cell] = verdict.class.and_then(|id| self.model.symbol(id));
                    reading.cells[cell] = verdict;
                }
            }
        }
        reading
    }

    /// What a cell surely shows a pixel or two beside its place.
    fn aside(&self, picture: &RgbImage, lattice: &Lattice, cell: Cell) -> Option<Verdict> {
        const REACH: i32 = 2;
        let steps =
            (-REACH..=REACH).flat_map(|down| (-REACH..=REACH).map(move |right| (f64::from(right), f64::from(down))));
        let seen = steps.filter_map(|(right, down)| patch::cut(picture, &lattice.moved(right, down).cell_rect(cell)));
        let sure = seen.map(|seen| self.model.classify(&seen, lattice, cell)).filter(|verdict| verdict.class.is_some());
        sure.max_by(|a, b| a.score.total_cmp(&b.score))
    }

    /// What each cell shows at its place.
    fn glance(&self, picture: &RgbImage, lattice: &Lattice) -> Reading {
        let cells =
            Grid::from_fn(lattice.rows, lattice.cols, |cell| match patch::cut(picture, &lattice.cell_rect(cell)) {
                Some(seen) => self.model.classify(&seen, lattice, cell),
                None => Verdict { class: None, state: LookState::Normal, score: 0.0, margin: 0.0 },
            });
        let symbols = cells.map(|verdict| verdict.class.and_then(|id| self.model.symbol(id)));
        Reading { lattice: *lattice, cells, symbols }
    }

    /// Learns how `symbol` looks at `cell` from this picture, for this run: where a verified prediction says what an
    /// unknown cell shows, such as the first empty cells.
    pub fn learn(&mut self, picture: &RgbImage, lattice: &Lattice, cell: Cell, symbol: Symbol) {
        let Some(seen) = patch::cut(picture, &lattice.cell_rect(cell)) else { return };
        // What was learned of another cell a moment ago may say what this one shows.
        if self.model.classify(&seen, lattice, cell).class.and_then(|id| self.model.symbol(id)) == Some(symbol) {
            return;
        }
        if symbol == Symbol::EMPTY {
            self.model.learn_empty(lattice, cell, &seen);
        } else {
            self.model.add_look(symbol, Look { state: LookState::Normal, picture: patch::to_picture(&seen) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vision::model::Thresholds;

    #[test]
    fn empty_cells_that_are_learned_together_say_how_all_others_look() {
        let picture = RgbImage::new(48, 16);
        let lattice = Lattice::from_corner(0.0, 0.0, (16.0, 16.0), 1, 3);
        let place = Place { lattice, picture: (48, 16) };
        let mut reader = Reader::new(place, ClassModel::new(Vec::new(), None, Thresholds::default()));
        for col in 0..2 {
            reader.learn(&picture, &lattice, Cell::new(0, col), Symbol::EMPTY);
        }
        let symbols = reader.read(&picture, &lattice).symbols;
        assert_eq!(symbols.iter().flatten().count(), 3);
    }
}
