//! What the tiles of one program look like, and how sure a likeness must be.

use super::nearest::{Known, Nearest, nearest};
use super::patch::{self, Patch};
use super::{ClassId, LookState, Verdict};
use crate::geometry::{Lattice, Rect};
use crate::grid::{Cell, Grid, Symbol};
use image::RgbImage;

/// One way in which a tile is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// When it is drawn so.
    pub state: LookState,
    /// The middle of a cell, resampled to [`patch::SIDE`] pixels square. Pictures of other sizes are resampled.
    pub picture: RgbImage,
}

/// One kind of tile (or the empty cell) with all its looks.
#[derive(Clone, Debug, PartialEq)]
pub struct Class {
    /// How it is written in board files.
    pub symbol: Symbol,
    /// Its looks; more than one of a state where a program draws it in several ways.
    pub looks: Vec<Look>,
}

/// What shows through where no tile stands, if that differs from cell to cell: a photo behind the board.
#[derive(Clone, Debug, PartialEq)]
pub struct Background {
    /// The picture of exactly the board's cells, first cell's left top corner at the origin.
    pub picture: RgbImage,
    /// The cells that were seen empty; elsewhere a tile hid the background.
    pub known: Grid<bool>,
}

/// How alike a cell must be to a class.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds {
    /// The largest distance (0 to 1, mean absolute difference) at which a cell still counts as of a class.
    pub accept: f32,
    /// How much farther the nearest other class must be.
    pub margin: f32,
}

impl Thresholds {
    /// Noise that is always accepted, and the least lead that is asked for.
    pub(super) const LEAST: Self = Self { accept: 0.012, margin: 0.004 };

    /// The share of the distance to the nearest other class that a cell may be off its own, and that must be left to the
    /// other one.
    pub(super) const SHARE: Self = Self { accept: 0.3, margin: 0.4 };
}

impl Default for Thresholds {
    fn default() -> Self {
        Self { accept: 0.06, margin: 0.02 }
    }
}

/// What shows through at a place is the same picture every time, so it has to be nearer than a tile to its class.
pub(super) const BEHIND: f32 = 2.0;

/// All classes of one program, with what tells a sure likeness from a doubtful one.
#[derive(Clone, Debug)]
pub struct ClassModel {
    classes: Vec<Class>,
    background: Option<Background>,
    thresholds: Thresholds,
    looks: Vec<Known>,
    behind: Option<Grid<Option<Patch>>>,
    /// What was learned to be behind the boards of earlier games: another picture may be there by now.
    behind_earlier: Option<Grid<Option<Patch>>>,
    /// Whether the look of all empty cells was learned from the first one alone.
    guessed_plain: bool,
}

impl ClassModel {
    /// A model of these classes.
    #[must_use]
    pub fn new(classes: Vec<Class>, background: Option<Background>, thresholds: Thresholds) -> Self {
        let looks = classes
            .iter()
            .enumerate()
            .flat_map(|(id, class)| class.looks.iter().map(move |look| (id, look)))
            .filter_map(|(id, look)| Some(Known::new(id, look.state, patch::from_picture(&look.picture)?)))
            .collect();
        let behind = background.as_ref().map(patches_behind);
        let mut model =
            Self { classes, background, thresholds, looks, behind, behind_earlier: None, guessed_plain: false };
        if model.behind.is_some() {
            model.class_of(Symbol::EMPTY);
        }
        model
    }

    /// The classes; a [`ClassId`] counts in this order.
    #[must_use]
    pub fn classes(&self) -> &[Class] {
        &self.classes
    }

    /// What shows through where no tile stands, if that differs from cell to cell.
    #[must_use]
    pub fn background(&self) -> Option<&Background> {
        self.background.as_ref()
    }

    /// How alike a cell must be to a class.
    #[must_use]
    pub fn thresholds(&self) -> Thresholds {
        self.thresholds
    }

    /// The symbol of a class.
    #[must_use]
    pub fn symbol(&self, class: ClassId) -> Option<Symbol> {
        self.classes.get(class).map(|c| c.symbol)
    }

    /// Adds a look to the class of `symbol`, which is made if need be. A look that the model has already is left out.
    pub fn add_look(&mut self, symbol: Symbol, look: Look) {
        let Some(seen) = patch::from_picture(&look.picture) else { return };
        let id = self.class_of(symbol);
        let known = self.looks.iter().any(|known| {
            known.id == id
                && known.state == look.state
                && patch::distance(&known.patch, &seen) < self.thresholds.accept / 4.0
        });
        if !known {
            self.looks.push(Known::new(id, look.state, seen));
            self.classes[id].looks.push(look);
        }
    }

    /// Takes `seen` for what shows through at `cell`. Where nothing is known of empty cells yet, it is taken for how they
    /// all look, until one looks otherwise: then a picture is behind the board, and each place has its own look.
    pub(crate) fn learn_empty(&mut self, lattice: &Lattice, cell: Cell, seen: &Patch) {
        let id = self.class_of(Symbol::EMPTY);
        let nothing_known =
            self.behind.is_none() && self.behind_earlier.is_none() && self.looks.iter().all(|known| known.id != id);
        if nothing_known {
            self.looks.push(Known::new(id, LookState::Normal, *seen));
            self.guessed_plain = true;
        } else if std::mem::take(&mut self.guessed_plain) {
            self.looks.retain(|known| known.id != id);
        }
        let (rows, cols) = (lattice.rows, lattice.cols);
        let fits = self.behind.as_ref().is_some_and(|b| (b.rows(), b.cols()) == (rows, cols));
        if !fits {
            self.behind = Some(Grid::from_fn(rows, cols, |_| None));
        }
        if let Some(behind) = self.behind.as_mut().filter(|b| b.get(cell).is_some()) {
            behind[cell] = Some(*seen);
        }
    }

    /// Another game begins, maybe on another picture: what was learned to be behind the board is still held against what is
    /// seen, but what looks otherwise may be learned anew.
    pub(crate) fn begin_game(&mut self) {
        if self.background.is_some() {
            return;
        }
        let Some(mut learned) = self.behind.take() else { return };
        let size = (learned.rows(), learned.cols());
        let earlier = self.behind_earlier.take().filter(|earlier| (earlier.rows(), earlier.cols()) == size);
        for (cell, patch) in earlier.iter().flat_map(Grid::enumerate) {
            learned[cell] = learned[cell].or(*patch);
        }
        self.behind_earlier = Some(learned);
    }

    /// The model with thresholds that its nearest two looks of different classes can keep, where they were looser.
    #[must_use]
    pub(super) fn tightened(mut self) -> Self {
        let pairs = self.looks.iter().enumerate().flat_map(|(i, a)| self.looks[..i].iter().map(move |b| (a, b)));
        let apart = pairs.filter(|(a, b)| a.id != b.id).map(|(a, b)| patch::distance(&a.patch, &b.patch));
        let nearest = apart.fold(1.0, f32::min);
        let (least, share) = (Thresholds::LEAST, Thresholds::SHARE);
        self.thresholds.accept = self.thresholds.accept.min((share.accept * nearest).max(least.accept));
        self.thresholds.margin = self.thresholds.margin.min((share.margin * nearest).max(least.margin));
        self
    }

    /// The same model for patches with soft edges, which are evener: less of a difference is noise.
    #[must_use]
    pub(super) fn softened(&self) -> Self {
        let soft = |look: &Known| Known::new(look.id, look.state, patch::softened(&look.patch));
        let soften = |behind: &Option<Grid<Option<Patch>>>| {
            behind.as_ref().map(|behind| behind.map(|patch| patch.as_ref().map(patch::softened)))
        };
        let looks = self.looks.iter().map(soft).collect();
        let (behind, behind_earlier) = (soften(&self.behind), soften(&self.behind_earlier));
        let mut model = Self { looks, behind, behind_earlier, ..self.clone() }.tightened();
        model.thresholds.accept /= 2.0;
        model
    }

    fn class_of(&mut self, symbol: Symbol) -> ClassId {
        if let Some(id) = self.classes.iter().position(|c| c.symbol == symbol) {
            return id;
        }
        self.classes.push(Class { symbol, looks: Vec::new() });
        self.classes.len() - 1
    }

    /// Whether it is known how `symbol` looks at rest at this cell: what looks otherwise there has something over it.
    #[must_use]
    pub fn knows(&self, symbol: Symbol, lattice: &Lattice, cell: Cell) -> bool {
        let at_rest = |class: &Class| class.looks.iter().any(|look| look.state == LookState::Normal);
        self.classes.iter().any(|class| class.symbol == symbol && at_rest(class))
            || symbol == Symbol::EMPTY && patch_in(self.behind.as_ref(), lattice, cell).is_some()
    }

    /// What the cell whose patch is `seen` shows on a board laid out as `lattice`.
    #[must_use]
    pub(crate) fn classify(&self, seen: &Patch, lattice: &Lattice, cell: Cell) -> Verdict {
        self.verdict(seen, &self.nearest(seen, lattice, cell), lattice, cell)
    }

    /// The look that a cell is nearest to.
    pub(super) fn nearest(&self, seen: &Patch, lattice: &Lattice, cell: Cell) -> Nearest {
        let behind = self.patch_behind(lattice, cell);
        let empty = behind.and_then(|_| self.classes.iter().position(|class| class.symbol == Symbol::EMPTY));
        nearest(seen, &self.looks, behind.zip(empty).map(|(patch, id)| (id, patch, BEHIND)))
    }

    /// What a cell shows whose nearest look is this one.
    pub(super) fn verdict(&self, seen: &Patch, nearest: &Nearest, lattice: &Lattice, cell: Cell) -> Verdict {
        let margin = nearest.other - nearest.distance;
        let sure = nearest.distance <= self.thresholds.accept && margin >= self.thresholds.margin;
        let clear = || !self.must_be_alike(nearest) || self.is_alike(seen, nearest, lattice, cell);
        let class = nearest.id.filter(|_| sure && clear());
        let state = if class.is_some() { nearest.state } else { LookState::Normal };
        Verdict { class, state, score: 1.0 - nearest.distance, margin }
    }

    /// A marked tile is often a white cell with a small sign of its colour, and the marked looks of some kinds may be
    /// missing; a dimmed tile on a dark photograph is not far from the photograph. There the whole patch must be alike,
    /// not only most of it.
    pub(super) fn must_be_alike(&self, nearest: &Nearest) -> bool {
        nearest.state != LookState::Normal || nearest.id.and_then(|id| self.symbol(id)) == Some(Symbol::EMPTY)
    }

    fn is_alike(&self, seen: &Patch, nearest: &Nearest, lattice: &Lattice, cell: Cell) -> bool {
        let look = nearest.look.map(|look| &self.looks[look].patch).or_else(|| self.patch_behind(lattice, cell));
        look.is_some_and(|look| patch::is_alike_all_over(seen, look))
    }

    /// The looks of all classes, those learned since the start among them.
    pub(super) fn looks(&self) -> &[Known] {
        &self.looks
    }

    /// How far a cell is from the class of `symbol` and from the nearest other class; 1 where there is none.
    #[must_use]
    pub(super) fn distances(&self, seen: &Patch, lattice: &Lattice, cell: Cell, symbol: Symbol) -> (f32, f32) {
        let (mut own, mut other) = (1.0_f32, 1.0_f32);
        let mut hold = |distance: f32, of: Option<Symbol>| {
            let nearest = if of == Some(symbol) { &mut own } else { &mut other };
            *nearest = nearest.min(distance);
        };
        for known in &self.looks {
            hold(patch::distance(seen, &known.patch), self.symbol(known.id));
        }
        if let Some(behind) = self.patch_behind(lattice, cell) {
            hold(BEHIND * patch::distance(seen, behind), Some(Symbol::EMPTY));
        }
        (own, other)
    }

    pub(super) fn patch_behind(&self, lattice: &Lattice, cell: Cell) -> Option<&Patch> {
        patch_in(self.behind.as_ref(), lattice, cell).or_else(|| patch_in(self.behind_earlier.as_ref(), lattice, cell))
    }
}

/// What is behind a cell of a board laid out as `lattice`, if that was seen on one of the same size.
fn patch_in<'a>(behind: Option<&'a Grid<Option<Patch>>>, lattice: &Lattice, cell: Cell) -> Option<&'a Patch> {
    let behind = behind.filter(|b| (b.rows(), b.cols()) == (lattice.rows, lattice.cols))?;
    behind.get(cell)?.as_ref()
}

fn patches_behind(background: &Background) -> Grid<Option<Patch>> {
    let (rows, cols) = (background.known.rows(), background.known.cols());
    let (width, height) = background.picture.dimensions();
    let (cell_width, cell_height) = (f64::from(width) / cols.max(1) as f64, f64::from(height) / rows.max(1) as f64);
    Grid::from_fn(rows, cols, |cell| {
        let rect = Rect::new(cell.col as f64 * cell_width, cell.row as f64 * cell_height, cell_width, cell_height);
        background.known[cell].then(|| patch::cut(&background.picture, &rect)).flatten()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    fn plain(colour: [u8; 3]) -> RgbImage {
        RgbImage::from_pixel(patch::SIDE, patch::SIDE, Rgb(colour))
    }

    fn model() -> ClassModel {
        let class = |symbol: &str, colour| Class {
            symbol: symbol.parse().unwrap(),
            looks: vec![Look { state: LookState::Normal, picture: plain(colour) }],
        };
        ClassModel::new(vec![class("R", [200, 0, 0]), class("B", [0, 0, 200])], None, Thresholds::default())
    }

    fn classify(model: &ClassModel, colour: [u8; 3]) -> Option<Symbol> {
        let lattice = Lattice::from_corner(0.0, 0.0, (16.0, 16.0), 1, 1);
        let seen = patch::from_picture(&plain(colour)).unwrap();
        model.classify(&seen, &lattice, Cell::new(0, 0)).class.and_then(|id| model.symbol(id))
    }

    #[test]
    fn what_is_near_is_named_and_what_is_between_is_unknown() {
        let model = model();
        assert_eq!(classify(&model, [205, 3, 0]), "R".parse().ok());
        assert_eq!(classify(&model, [0, 0, 190]), "B".parse().ok());
        assert_eq!(classify(&model, [100, 0, 100]), None);
        assert_eq!(classify(&model, [255, 255, 255]), None);
    }

    #[test]
    fn a_look_that_is_learned_is_known_from_then_on() {
        let mut model = model();
        assert_eq!(classify(&model, [0, 0, 0]), None);
        model.add_look(Symbol::EMPTY, Look { state: LookState::Normal, picture: plain([0, 0, 0]) });
        assert_eq!(classify(&model, [0, 0, 0]), Some(Symbol::EMPTY));
    }

    #[test]
    fn the_first_empty_cell_stands_for_all_until_one_looks_otherwise() {
        let mut model = model();
        let lattice = Lattice::from_corner(0.0, 0.0, (16.0, 16.0), 1, 3);
        let [black, green] = [[0, 0, 0], [0, 90, 0]].map(|c| patch::from_picture(&plain(c)).unwrap());
        let is_empty = |model: &ClassModel, seen: &Patch, col| {
            model.classify(seen, &lattice, Cell::new(0, col)).class.and_then(|id| model.symbol(id))
                == Some(Symbol::EMPTY)
        };
        model.learn_empty(&lattice, Cell::new(0, 0), &black);
        assert!(is_empty(&model, &black, 0) && is_empty(&model, &black, 1) && !is_empty(&model, &green, 1));
        model.learn_empty(&lattice, Cell::new(0, 1), &green);
        assert!(is_empty(&model, &black, 0) && is_empty(&model, &green, 1));
        assert!(!is_empty(&model, &black, 2) && !is_empty(&model, &green, 2));
    }

    #[test]
    fn what_was_behind_an_earlier_game_may_look_otherwise() {
        let mut model = model();
        let lattice = Lattice::from_corner(0.0, 0.0, (16.0, 16.0), 1, 2);
        let [left, right] = [Cell::new(0, 0), Cell::new(0, 1)];
        let [black, green, white] =
            [[0, 0, 0], [0, 90, 0], [250, 250, 250]].map(|c| patch::from_picture(&plain(c)).unwrap());
        model.learn_empty(&lattice, left, &black);
        model.learn_empty(&lattice, right, &green);
        assert!(model.knows(Symbol::EMPTY, &lattice, left));
        model.begin_game();
        let is_empty = |model: &ClassModel, seen: &Patch| {
            model.classify(seen, &lattice, left).class.and_then(|id| model.symbol(id)) == Some(Symbol::EMPTY)
        };
        // It still stands for the empty cell where it is seen again, and is not held to be the only look.
        assert!(is_empty(&model, &black) && !model.knows(Symbol::EMPTY, &lattice, left));
        model.learn_empty(&lattice, left, &white);
        assert!(is_empty(&model, &white) && !is_empty(&model, &black));
        assert!(model.knows(Symbol::EMPTY, &lattice, left) && !model.knows(Symbol::EMPTY, &lattice, right));
        model.begin_game();
        assert!(is_empty(&model, &white) && !is_empty(&model, &black));
    }

    #[test]
    fn a_background_names_empty_cells_where_it_was_seen() {
        let background = Background { picture: plain([9, 99, 9]), known: Grid::from_fn(1, 1, |_| true) };
        let model = ClassModel::new(model().classes().to_vec(), Some(background), Thresholds::default());
        assert_eq!(classify(&model, [9, 99, 9]), Some(Symbol::EMPTY));
    }
}
