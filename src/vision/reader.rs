//! Reads pictures of one program's window with a model of its tiles.

use super::lattice::{Hints, find};
use super::model::{ClassModel, Look};
use super::patch::{self, Patch};
use super::tone::{self, Tone};
use super::{ClassId, LookState, Place, Reading, Verdict, outline, own_looks};
use crate::geometry::Lattice;
use crate::grid::{Cell, Grid, Symbol};
use image::RgbImage;

/// Shares of known cells from which on a lattice counts as the board's: without a further look, where nothing fits
/// better, and where it was searched for.
const GOOD: f64 = 0.9;
const ENOUGH: f64 = 0.5;
const CONVINCING: f64 = 0.75;
/// Share of the calibrated pitch below which a picture is a smaller copy.
const SMALLER: f64 = 0.95;
/// Share of known cells from which on a picture needs no second look.
const CLEAR: f64 = 0.99;
/// The same below which a change of all colours does not explain a picture.
const EXPLAINED: f64 = 0.97;

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
    /// How all colours were changed in the last picture that was followed, if they were.
    tone: Option<Box<Tone>>,
}

impl Reader {
    /// A reader of pictures like the calibrated one.
    #[must_use]
    pub fn new(place: Place, model: ClassModel) -> Self {
        Self { place, model, tone: None }
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
        let stands = |fit: &Fit| fit.share() >= GOOD && (same_size || shows_tiles(fit));
        // Most pictures are as calibrated or scaled as a whole, and need no closer look; levels of any size are looked for
        // before they are taken to be scaled.
        let places: Vec<Lattice> = std::iter::once(self.place.lattice).chain(self.scaled_places(picture)).collect();
        let of_any_size = self.is_of_any_size();
        for lattice in places.iter().take(if of_any_size { 1 } else { places.len() }) {
            let reading = self.read_with(picture, lattice, self.tone.as_deref());
            if is_known(&reading, CLEAR) {
                let fit = self.fit(picture, &reading, self.tone.as_deref());
                if stands(&fit) {
                    return Ok(fit.lattice);
                }
            }
        }
        let mut best = self.judge_near(picture, &self.place.lattice);
        // A level of another size leaves unknown what it does not fill.
        if stands(&best) && (!of_any_size || best.known == best.cells) {
            return Ok(best.lattice);
        }
        let pitch = (self.place.lattice.pitch_x, self.place.lattice.pitch_y);
        let level = outline::find(picture, &self.model, pitch).map(|lattice| self.judge(picture, &lattice));
        if let Some(level) = level.filter(|fit| fit.share() >= CONVINCING && shows_tiles(fit)) {
            return Ok(level.lattice);
        }
        for lattice in &places[1..] {
            best = best.or(self.judge_near(picture, lattice));
        }
        let is_good = best.share() >= GOOD && shows_tiles(&best);
        if is_good && (of_any_size || best.known == best.cells) {
            return Ok(best.lattice);
        }
        // Most boards keep their rows and columns; levels come in any size. In a larger window the calibrated pitch finds
        // parts of tiles that look like whole ones, so a place where something is unknown is held against the others.
        let size = (self.place.lattice.rows, self.place.lattice.cols);
        let sizes = [Some(size), None];
        let mut found: Option<Fit> = None;
        for size in &sizes[usize::from(of_any_size)..] {
            for pitch in [Some(pitch), None] {
                let hints = Hints { pitch, size: *size, ..Hints::default() };
                let Some(next) = find(picture, &hints).map(|lattice| self.judge_near(picture, &lattice)) else {
                    continue;
                };
                if next.share() < CONVINCING.max(best.share()) || !shows_tiles(&next) {
                    continue;
                }
                if next.known == next.cells {
                    return Ok(next.lattice);
                }
                found = Some(found.map_or(next, |found| found.or(next)));
            }
        }
        if let Some(found) = found {
            return Ok(found.lattice);
        }
        if is_good {
            return Ok(best.lattice);
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

    /// How well a lattice fits, moved by a few pixels where it fits better then.
    fn judge_near(&self, picture: &RgbImage, lattice: &Lattice) -> Fit {
        let fit = self.judge(picture, lattice);
        match nearby(picture, lattice, &self.model) {
            Some(moved) => {
                let moved = self.judge(picture, &moved);
                if moved.cells - moved.known < (fit.cells - fit.known) / 2 { moved } else { fit }
            }
            None => fit,
        }
    }

    fn judge(&self, picture: &RgbImage, lattice: &Lattice) -> Fit {
        let (reading, tone) = self.read_toned(picture, lattice);
        self.fit(picture, &reading, tone.as_deref())
    }

    fn fit(&self, picture: &RgbImage, reading: &Reading, tone: Option<&Tone>) -> Fit {
        let mut kinds: Vec<Symbol> = reading.symbols.iter().flatten().copied().collect();
        let known = kinds.len();
        kinds.retain(|symbol| *symbol != Symbol::EMPTY);
        kinds.sort();
        kinds.dedup();
        let lattice = reading.lattice;
        Fit {
            lattice,
            known,
            cells: lattice.rows * lattice.cols,
            kinds: kinds.len(),
            outgrown: self.is_outgrown(picture, &lattice, tone),
        }
    }

    /// Whether a third or more of the cells just beyond one side of the lattice would be tiles.
    fn is_outgrown(&self, picture: &RgbImage, lattice: &Lattice, tone: Option<&Tone>) -> bool {
        // The same cells in a lattice that is one cell larger at each side.
        let (rows, cols) = (lattice.rows + 2, lattice.cols + 2);
        let wide = Lattice { rows, cols, ..lattice.moved(-lattice.pitch_x, -lattice.pitch_y) };
        // Nearly all that is known around the board is of one class, on several sides: that is the ground on which it
        // stands, as floor outside of a level may be.
        let side = |cell: &Cell| match (cell.row, cell.col) {
            (0, _) => Some(0),
            (row, _) if row + 1 == rows => Some(1),
            (_, 0) => Some(2),
            (_, col) if col + 1 == cols => Some(3),
            _ => None,
        };
        let class_of = |cell: Cell| self.model.classify(&cut(picture, &wide, cell, tone)?, &wide, cell).class;
        let ring = Grid::from_fn(rows, cols, |cell| side(&cell).and_then(|_| class_of(cell)));
        let around: Vec<(usize, ClassId)> =
            ring.enumerate().filter_map(|(cell, class)| Some((side(&cell)?, (*class)?))).collect();
        let is_ground = |class: ClassId| {
            let of_class = around.iter().filter(|(_, seen)| *seen == class);
            let is_on = |side: usize| around.iter().any(|(at, seen)| (*at, *seen) == (side, class));
            of_class.count() * 5 >= around.len() * 4 && (0..4).filter(|side| is_on(*side)).count() >= 2
        };
        let is_tile = |cell: Cell| {
            let class = ring[cell].filter(|class| !is_ground(*class));
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

    /// What each cell shows. Cells outside the picture are unknown. Where many cells are, a change of all colours alike is
    /// looked for, and then what the tiles look like in this very picture.
    #[must_use]
    pub fn read(&self, picture: &RgbImage, lattice: &Lattice) -> Reading {
        let (reading, tone) = self.read_toned(picture, lattice);
        self.closer(picture, reading, tone.as_deref())
    }

    /// The same, and a change of all colours is remembered for the pictures to come, in which some cells may be unknown.
    #[must_use]
    pub fn follow(&mut self, picture: &RgbImage, lattice: &Lattice) -> Reading {
        let (reading, tone) = self.read_toned(picture, lattice);
        self.tone = tone;
        self.closer(picture, reading, self.tone.as_deref())
    }

    /// Whether boards of the program are levels, which know an outside.
    fn is_of_any_size(&self) -> bool {
        self.model.classes().iter().any(|class| class.symbol == Symbol::OUTSIDE)
    }

    /// Looks again at the few cells of a level that are unknown. What is drawn turned round stands a pixel or two aside.
    fn closer(&self, picture: &RgbImage, mut reading: Reading, tone: Option<&Tone>) -> Reading {
        let lattice = reading.lattice;
        let unknown: Vec<Cell> =
            reading.cells.enumerate().filter(|(_, verdict)| verdict.class.is_none()).map(|(cell, _)| cell).collect();
        // Where much is unknown, it is unknown for another reason, and tiles that fall pass by other places.
        if self.is_of_any_size() && unknown.len() * FEW <= lattice.rows * lattice.cols {
            for cell in unknown {
                if let Some(verdict) = self.aside(picture, &lattice, cell, tone) {
                    reading.symbols[cell] = verdict.class.and_then(|id| self.model.symbol(id));
                    reading.cells[cell] = verdict;
                }
            }
        }
        reading
    }

    /// What a cell surely shows a pixel or two beside its place.
    fn aside(&self, picture: &RgbImage, lattice: &Lattice, cell: Cell, tone: Option<&Tone>) -> Option<Verdict> {
        const REACH: i32 = 2;
        let steps =
            (-REACH..=REACH).flat_map(|down| (-REACH..=REACH).map(move |right| (f64::from(right), f64::from(down))));
        let seen = steps.filter_map(|(right, down)| cut(picture, &lattice.moved(right, down), cell, tone));
        // The figure is the one that walks: what stands a little aside is on its way.
        let is_figure = |id| self.model.symbol(id).is_some_and(|symbol| matches!(symbol.as_str(), "@" | "+"));
        let sure = seen
            .map(|seen| self.model.classify(&seen, lattice, cell))
            .filter(|verdict| verdict.class.is_some_and(|id| !is_figure(id)));
        sure.max_by(|a, b| a.score.total_cmp(&b.score))
    }

    fn read_toned(&self, picture: &RgbImage, lattice: &Lattice) -> (Reading, Option<Box<Tone>>) {
        let plain = self.read_with(picture, lattice, self.tone.as_deref());
        if is_known(&plain, CLEAR) {
            return (plain, self.tone.clone());
        }
        let untoned = self.tone.is_some().then_some(None);
        let every = (lattice.rows * lattice.cols).div_ceil(tone::CELLS).max(1);
        let undone = |tone: &Tone| {
            lattice.cells().step_by(every).filter_map(|cell| cut(picture, lattice, cell, Some(tone))).collect()
        };
        let fitted = tone::fit(&undone, self.model.looks()).map(|tone| Some(Box::new(tone)));
        let others: Vec<Option<Box<Tone>>> = untoned.into_iter().chain(fitted).collect();
        for tone in &others {
            let reading = self.read_with(picture, lattice, tone.as_deref());
            if is_known(&reading, EXPLAINED) && reading.unknown() < plain.unknown() {
                let reading = self.by_own_looks(picture, reading, tone.as_deref());
                return (agreed(reading, &plain), tone.clone());
            }
        }
        let mut best = (self.by_own_looks(picture, plain.clone(), self.tone.as_deref()), self.tone.clone());
        for tone in others {
            let reading = self.read_with(picture, lattice, tone.as_deref());
            let reading = self.by_own_looks(picture, reading, tone.as_deref());
            if is_known(&reading, EXPLAINED) && reading.unknown() < best.0.unknown() {
                best = (agreed(reading, &plain), tone);
            }
        }
        best
    }

    /// The reading with unknown cells told by what the tiles look like in this picture, where many are unknown.
    fn by_own_looks(&self, picture: &RgbImage, mut reading: Reading, tone: Option<&Tone>) -> Reading {
        if !is_known(&reading, CLEAR) {
            own_looks::tell(&mut reading, picture, &self.model, tone.map(Tone::back));
        }
        // At the calibrated size tiles that are not where they were, such as those that still fall, are not to be known.
        let is_smaller = reading.lattice.pitch_x < SMALLER * self.place.lattice.pitch_x;
        if is_smaller && !is_known(&reading, CLEAR) {
            own_looks::tell_softly(&mut reading, picture, &self.model, tone.map(Tone::back));
        }
        reading
    }

    /// What each cell shows, once the colours are as calibrated.
    fn read_with(&self, picture: &RgbImage, lattice: &Lattice, tone: Option<&Tone>) -> Reading {
        let cells = Grid::from_fn(lattice.rows, lattice.cols, |cell| match cut(picture, lattice, cell, tone) {
            Some(seen) => self.model.classify(&seen, lattice, cell),
            None => Verdict { class: None, state: LookState::Normal, score: 0.0, margin: 0.0 },
        });
        let symbols = cells.map(|verdict| verdict.class.and_then(|id| self.model.symbol(id)));
        Reading { lattice: *lattice, cells, symbols }
    }

    /// Another game begins: what was learned to be behind the board may be learned anew where another picture is there.
    pub fn begin_game(&mut self) {
        self.model.begin_game();
    }

    /// Learns how `symbol` looks at `cell` from this picture, for this run: where a verified prediction says what an
    /// unknown cell shows, such as the first empty cells.
    pub fn learn(&mut self, picture: &RgbImage, lattice: &Lattice, cell: Cell, symbol: Symbol) {
        let Some(seen) = cut(picture, lattice, cell, self.tone.as_deref()) else { return };
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

/// The lattice moved by the few pixels with which its cells look most like what is known; nothing where it is best as it
/// stands.
fn nearby(picture: &RgbImage, lattice: &Lattice, model: &ClassModel) -> Option<Lattice> {
    /// The farthest move, in pixels and as a share of a cell.
    const REACH: f64 = 4.0;
    const REACH_SHARE: f64 = 0.25;
    /// Cells that are looked at, and the distance beyond which one is no worse.
    const CELLS: usize = 48;
    const FAR: f32 = 0.2;
    /// Share of the difference as it stands that a move must come below.
    const CLEARLY: f32 = 0.75;
    let cells: Vec<Cell> = lattice.cells().collect();
    let step = cells.len().div_ceil(CELLS).max(1);
    // An odd step lets the cells that are looked at fall on all columns.
    let sample: Vec<Cell> = cells.into_iter().step_by(step | 1).collect();
    let off = |dx: f64, dy: f64| -> f32 {
        let moved = lattice.moved(dx, dy);
        let distance = |cell: &Cell| match cut(picture, &moved, *cell, None) {
            Some(seen) => model.nearest(&seen, &moved, *cell).distance.min(FAR),
            None => FAR,
        };
        sample.iter().map(distance).sum()
    };
    let reach = REACH.min(REACH_SHARE * lattice.pitch_x.min(lattice.pitch_y)).floor();
    let mut best = (off(0.0, 0.0), (0.0, 0.0));
    let (mut step, start) = (2.0, best.0);
    let wide = (0..).map(|i| f64::from(i) * 2.0 - reach).take_while(|at| *at <= reach);
    let mut places: Vec<(f64, f64)> = wide.clone().flat_map(|y| wide.clone().map(move |x| (x, y))).collect();
    while step >= 0.5 {
        for place in places {
            let off = off(place.0, place.1);
            if off < best.0 {
                best = (off, place);
            }
        }
        step /= 2.0;
        let (x, y) = best.1;
        places = [-1.0, 0.0, 1.0]
            .into_iter()
            .flat_map(|down| [-1.0, 0.0, 1.0].map(|right| (x + right * step, y + down * step)))
            .filter(|place| *place != best.1)
            .collect();
    }
    (best.0 < CLEARLY * start).then(|| lattice.moved(best.1.0, best.1.1))
}

fn cut(picture: &RgbImage, lattice: &Lattice, cell: Cell, tone: Option<&Tone>) -> Option<Patch> {
    patch::cut_by(picture, &lattice.cell_rect(cell), tone.map(Tone::back))
}

/// The reading without the cells that the other one takes for another kind: they may be either.
fn agreed(mut reading: Reading, other: &Reading) -> Reading {
    for (cell, symbol) in other.symbols.enumerate() {
        if symbol.is_some() && reading.symbols[cell] != *symbol {
            reading.cells[cell].class = None;
            reading.symbols[cell] = None;
        }
    }
    reading
}

fn is_known(reading: &Reading, share: f64) -> bool {
    let cells = reading.symbols.rows() * reading.symbols.cols();
    reading.unknown() as f64 <= ((1.0 - share) * cells as f64).floor() + 1e-9
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
