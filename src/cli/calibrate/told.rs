//! What the cells of a picture show, as a person says it or as the game's rules alone tell it.

use super::grids::within;
use crate::calibration::Calibration;
use crate::cli::bot;
use crate::cli::exit::Failure;
use crate::games::{Game, Guessed};
use crate::geometry::Lattice;
use crate::grid::{Grid, Symbol};
use crate::vision::{Shape, grouping, naming};
use image::RgbImage;
use std::sync::Arc;

/// Cells around what was found that may belong to the board.
const AROUND: usize = 2;
/// How much longer than wide, or wider than long, the cells of a level may be.
const ASPECT: f64 = 1.1;

/// A board that is told.
pub(super) struct Told {
    /// Where it is.
    pub(super) lattice: Lattice,
    /// What each cell may look like, its name first.
    pub(super) looks: Grid<Vec<Symbol>>,
    /// What makes it doubtful, where something does.
    pub(super) doubt: Option<String>,
}

impl Told {
    /// What a person says, near where the grid was found.
    pub(super) fn by_person(picture: &RgbImage, found: &Lattice, looks: &Grid<Vec<Symbol>>) -> Self {
        Self { lattice: naming::placed(picture, found, looks), looks: looks.clone(), doubt: None }
    }

    /// What the rules alone tell, where they tell something: of the cells that were found, or of some more around them.
    ///
    /// # Errors
    /// The rules of the calibration are none.
    pub(super) fn by_rules<G: Game>(
        base: &Calibration,
        picture: &RgbImage,
        found: &Lattice,
    ) -> Result<Option<Self>, Failure> {
        let priors = G::priors();
        let aspect = found.pitch_x / found.pitch_y;
        if priors.shape != Shape::Level || !(1.0 / ASPECT..=ASPECT).contains(&aspect) {
            return Ok(None);
        }
        let rules = Arc::new(bot::rules::<G>(base)?);
        let around = AROUND as f64;
        let moved = found.moved(-around * found.pitch_x, -around * found.pitch_y);
        let grown = Lattice { rows: found.rows + 2 * AROUND, cols: found.cols + 2 * AROUND, ..moved };
        let is_usual = |at: &Lattice| priors.rows.contains(&at.rows) && priors.cols.contains(&at.cols);
        let mut doubtful = None;
        for lattice in [Some(*found), within(&grown, picture)].into_iter().flatten().filter(is_usual) {
            let guessed = G::board_from_groups(&rules, &grouping::groupings(picture, &lattice));
            let Some(Guessed { board, corner, doubt }) = guessed else { continue };
            let looks = G::expect(&board);
            let moved = lattice.moved(corner.col as f64 * lattice.pitch_x, corner.row as f64 * lattice.pitch_y);
            let told = Self { lattice: Lattice { rows: looks.rows(), cols: looks.cols(), ..moved }, looks, doubt };
            if told.doubt.is_none() {
                return Ok(Some(told));
            }
            doubtful = doubtful.or(Some(told));
        }
        Ok(doubtful)
    }
}
