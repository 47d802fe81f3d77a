//! Reads pictures of one program's window with a model of its tiles.

use super::model::{ClassModel, Look};
use super::{LookState, Place, Reading, Verdict, patch};
use crate::geometry::Lattice;
use crate::grid::{Cell, Grid, Symbol};
use image::RgbImage;

/// Share of cells that must be known for a lattice to count as the board's.
const FIT: f64 = 0.5;

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

    /// Where the board is in this picture: as calibrated if that fits, else scaled as the picture is.
    ///
    /// # Errors
    /// [`LocateError::NotFound`] where no lattice gives a board whose cells look as calibrated.
    pub fn locate(&self, picture: &RgbImage) -> Result<Lattice, LocateError> {
        let (width, height) = picture.dimensions();
        let (was_width, was_height) = self.place.picture;
        let scale = (f64::from(width) / f64::from(was_width.max(1)), f64::from(height) / f64::from(was_height.max(1)));
        let candidates = [self.place.lattice, self.place.lattice.scaled(scale.0, scale.1)];
        let mut best = (0, self.place.lattice.rows * self.place.lattice.cols);
        for lattice in candidates {
            let reading = self.read(picture, &lattice);
            let cells = lattice.rows * lattice.cols;
            let known = cells - reading.unknown();
            if known as f64 >= FIT * cells as f64 {
                return Ok(lattice);
            }
            if known > best.0 {
                best = (known, cells);
            }
        }
        Err(LocateError::NotFound {
            known: best.0,
            cells: best.1,
            width,
            height,
            expected_width: was_width,
            expected_height: was_height,
        })
    }

    /// What each cell shows. Cells outside the picture are unknown.
    #[must_use]
    pub fn read(&self, picture: &RgbImage, lattice: &Lattice) -> Reading {
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
        if symbol == Symbol::EMPTY {
            self.model.learn_behind(lattice.rows, lattice.cols, cell, &seen);
        }
        self.model.add_look(symbol, Look { state: LookState::Normal, picture: patch::to_picture(&seen) });
    }
}
