//! Learns a program's tiles from one picture: which cells show the same, which are empty, which are only highlighted,
//! and how sure a likeness must be.

use super::cluster::{Clusters, cluster};
use super::model::{Background, Class, ClassModel, Look, Thresholds};
use super::patch::{self, Patch};
use super::settle::crop;
use super::{LookState, Priors, Shape, cards, colour, doubts, looks};
use crate::geometry::{Lattice, Point};
use crate::grid::{Cell, Grid, Symbol};
use image::RgbImage;

/// What was learned from a picture.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The classes with their looks and thresholds.
    pub model: ClassModel,
    /// What each cell was taken for.
    pub symbols: Grid<Symbol>,
    /// Reasons to doubt it; none where the calibration is fit to play.
    pub doubts: Vec<String>,
}

/// Spread of the empty cells above which they are no plain area but show a picture.
const PLAIN_SPREAD: f32 = 0.015;
/// CIEDE2000 difference up to which a cell has the colour of its surroundings.
const SURROUNDINGS: f32 = 12.0;
/// CIEDE2000 difference that nobody sees.
const INVISIBLE: f32 = 1.0;
/// Hue difference in degrees up to which a highlighted tile is of a kind.
const SAME_HUE: f32 = 28.0;

/// What one group of equal cells is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Role {
    Tile,
    Empty,
    /// A highlighted look of the kind that this other group shows.
    Highlight(usize),
}

/// Learns the tiles of a board. `truth`, if given, says what each cell shows and so names the classes.
#[must_use]
pub fn survey(picture: &RgbImage, lattice: &Lattice, priors: &Priors, truth: Option<&Grid<Symbol>>) -> Option<Survey> {
    let cells: Vec<Cell> = lattice.cells().collect();
    let patches: Vec<Patch> =
        cells.iter().map(|cell| patch::cut(picture, &lattice.cell_rect(*cell))).collect::<Option<_>>()?;
    let groups = || cluster(&patches, priors.kinds.end() + 4, priors.shape == Shape::Cards);
    let truth = truth.filter(|t| (t.rows(), t.cols()) == (lattice.rows, lattice.cols));
    let (symbols, highlighted) = match truth {
        // Nothing of a level lights up; its walls and floors may have several looks.
        Some(truth) if priors.shape == Shape::Level => (truth.clone(), truth.map(|_| false)),
        Some(truth) => (truth.clone(), highlights_by_truth(truth, &groups(), lattice)),
        None => name(picture, lattice, priors, &patches, &groups()),
    };
    let model = model(picture, lattice, priors.shape, &patches, &symbols, &highlighted);
    let mut doubts = doubts::about(&symbols, priors);
    let (thresholds, clear) = thresholds(&model, lattice, &cells, &patches, &symbols);
    if !clear {
        doubts.push("some cells look as much like another class as like their own".to_owned());
    }
    let mut model = ClassModel::new(model.classes().to_vec(), model.background().cloned(), thresholds);
    if priors.shape == Shape::Level {
        looks::add_turned(&mut model);
        looks::add_odd_ground(&mut model, &symbols, &patches);
    }
    Some(Survey { model, symbols, doubts })
}

/// Groups whose cells are a minority look of their symbol, by the truth.
fn highlights_by_truth(truth: &Grid<Symbol>, groups: &Clusters, lattice: &Lattice) -> Grid<bool> {
    let symbols: Vec<Symbol> = truth.iter().copied().collect();
    // The largest group of each symbol shows it at rest.
    let size = |symbol: Symbol, group: usize| {
        symbols.iter().zip(&groups.of).filter(|(s, g)| **s == symbol && **g == group).count()
    };
    Grid::from_fn(lattice.rows, lattice.cols, |cell| {
        let i = cell.row * lattice.cols + cell.col;
        let own = size(symbols[i], groups.of[i]);
        symbols[i] != Symbol::EMPTY && (0..groups.count).any(|other| size(symbols[i], other) > own)
    })
}

/// Names every cell by the picture alone, and says which are highlighted.
fn name(
    picture: &RgbImage,
    lattice: &Lattice,
    priors: &Priors,
    patches: &[Patch],
    groups: &Clusters,
) -> (Grid<Symbol>, Grid<bool>) {
    let of = Grid::from_fn(lattice.rows, lattice.cols, |cell| groups.of[cell.row * lattice.cols + cell.col]);
    let shown: Vec<([u8; 3], f32)> = (0..groups.count)
        .map(|group| {
            let members = patches.iter().zip(&groups.of).filter(move |(_, g)| **g == group).map(|(p, _)| p);
            let Some(middle) = patch::median(members.clone()) else { return ([0; 3], 0.0) };
            (colour::striking(&middle), members.map(|p| patch::distance(p, &middle)).fold(0.0, f32::max))
        })
        .collect();
    let (colours, spreads): (Vec<[u8; 3]>, Vec<f32>) = shown.into_iter().unzip();
    let around = surroundings(picture, lattice);
    let mut roles = vec![Role::Tile; groups.count];
    if priors.falls {
        mark_empty(&of, &colours, &spreads, &around, &mut roles);
    }
    let of = if priors.shape == Shape::Cards {
        // Many kinds share a hue: what is painted on a card tells which one is marked.
        cards::mark_holes(picture, lattice, patches, &of, &mut roles);
        cards::mark_marked(patches, &of, &mut roles);
        of
    } else {
        let of = adopt_odd_ones(lattice, patches, of, &colours, &roles);
        mark_highlights(&of, &colours, &mut roles);
        of
    };
    let tiles: Vec<usize> =
        (0..groups.count).filter(|group| roles[*group] == Role::Tile && of.iter().any(|g| g == group)).collect();
    let letters = colour::letters(&tiles.iter().map(|group| colours[*group]).collect::<Vec<_>>());
    let symbol_of = |group: usize| {
        let shown = match roles[group] {
            Role::Empty => return Symbol::EMPTY,
            Role::Tile => group,
            Role::Highlight(base) => base,
        };
        let letter = tiles.iter().position(|tile| *tile == shown).map_or('Z', |at| letters[at]);
        Symbol::from_char(letter).unwrap_or(Symbol::EMPTY)
    };
    (of.map(|group| symbol_of(*group)), of.map(|group| matches!(roles[*group], Role::Highlight(_))))
}

/// Colours between the cells and just outside the board.
fn surroundings(picture: &RgbImage, lattice: &Lattice) -> Vec<[u8; 3]> {
    let pixel = |p: Point| {
        let inside = p.x >= 0.0 && p.y >= 0.0 && p.x < f64::from(picture.width()) && p.y < f64::from(picture.height());
        inside.then(|| picture.get_pixel(p.x as u32, p.y as u32).0)
    };
    let bounds = lattice.bounds();
    let corners = (1..lattice.rows).flat_map(|row| {
        (1..lattice.cols).map(move |col| {
            Point::new(bounds.x + col as f64 * lattice.pitch_x - 0.5, bounds.y + row as f64 * lattice.pitch_y - 0.5)
        })
    });
    let off = 4.0;
    let sides = (0..lattice.rows).flat_map(|row| {
        let y = lattice.y + row as f64 * lattice.pitch_y;
        [Point::new(bounds.x - off, y), Point::new(bounds.right() + off, y)]
    });
    let sets: [Vec<[u8; 3]>; 2] = [corners.filter_map(pixel).collect(), sides.filter_map(pixel).collect()];
    sets.into_iter()
        .filter(|set| !set.is_empty())
        .map(|mut set| {
            std::array::from_fn(|c| {
                set.sort_by_key(|p| p[c]);
                set[set.len() / 2][c]
            })
        })
        .collect()
}

/// Marks the groups that are empty cells: nothing but empty cells stands above them, and they look like the board's
/// surroundings or are too many to be a highlighted group.
fn mark_empty(of: &Grid<usize>, colours: &[[u8; 3]], spreads: &[f32], around: &[[u8; 3]], roles: &mut [Role]) {
    let cells = of.rows() * of.cols();
    let sizes = sizes(of, roles.len());
    loop {
        // What stands above a cell and is not known to be empty. A few odd cells may stand over a large empty area: a
        // bright spot of the picture behind the board.
        let obstacles = |cell: Cell, own: usize| {
            (0..cell.row)
                .map(move |row| Cell::new(row, cell.col))
                .filter(|above| of[*above] != own && roles[of[*above]] != Role::Empty)
                .collect::<Vec<_>>()
        };
        let next = (0..roles.len()).find(|&group| {
            if roles[group] == Role::Empty {
                return false;
            }
            let large = sizes[group] * 8 > cells;
            let mut above: Vec<Cell> =
                of.enumerate().filter(|(_, g)| **g == group).flat_map(|(cell, _)| obstacles(cell, group)).collect();
            above.sort();
            above.dedup();
            let odd_ones = large && above.iter().all(|cell| sizes[of[*cell]] <= 3) && above.len() * 10 <= sizes[group];
            let on_top = above.is_empty() || odd_ones;
            let apart = around.iter().map(|c| colour::difference(*c, colours[group])).fold(f32::MAX, f32::min);
            let seen_before = roles.contains(&Role::Empty);
            let rare = sizes[group] == 1 && !seen_before && apart > INVISIBLE;
            // Where a plain area shows through, none of it looks otherwise.
            let of_picture =
                || roles.iter().zip(spreads).any(|(role, spread)| *role == Role::Empty && *spread > PLAIN_SPREAD);
            on_top && !rare && (apart < SURROUNDINGS || large || (sizes[group] <= 3 && of_picture()))
        });
        let Some(group) = next else { return };
        roles[group] = Role::Empty;
    }
}

/// Puts a tile that stands alone in its group into the group of its hue that looks most like it, if the next one is
/// clearly farther: half-transparent tiles over a bright spot of a picture.
fn adopt_odd_ones(
    lattice: &Lattice,
    patches: &[Patch],
    of: Grid<usize>,
    colours: &[[u8; 3]],
    roles: &[Role],
) -> Grid<usize> {
    const NEAR_HUE: f32 = 14.0;
    const CLEARLY: f32 = 1.25;
    let sizes = sizes(&of, roles.len());
    let middles: Vec<Option<Patch>> = (0..roles.len())
        .map(|group| {
            let members: Vec<&Patch> =
                patches.iter().zip(of.iter()).filter(|(_, g)| **g == group).map(|(p, _)| p).collect();
            patch::median(members.iter().copied())
        })
        .collect();
    Grid::from_fn(of.rows(), of.cols(), |cell| {
        let own = of[cell];
        if sizes[own] > 1 || roles[own] != Role::Tile {
            return own;
        }
        let seen = &patches[cell.row * lattice.cols + cell.col];
        let mut others: Vec<(f32, usize)> = (0..roles.len())
            .filter(|&other| other != own && roles[other] == Role::Tile && sizes[other] > 1)
            .filter_map(|other| Some((patch::distance(seen, middles[other].as_ref()?), other)))
            .collect();
        others.sort_by(|a, b| a.0.total_cmp(&b.0));
        match others.as_slice() {
            [(first, group), rest @ ..]
                if rest.first().is_none_or(|(next, _)| *next > CLEARLY * first)
                    && colour::hue_difference(colours[own], colours[*group]).is_some_and(|d| d < NEAR_HUE) =>
            {
                *group
            }
            _ => own,
        }
    })
}

fn sizes(of: &Grid<usize>, groups: usize) -> Vec<usize> {
    let mut sizes = vec![0; groups];
    for group in of.iter() {
        sizes[*group] += 1;
    }
    sizes
}

/// Marks the groups that show another group's kind highlighted: one connected group of at least two cells, with a hue like
/// the other's, and none of the other's cells beside it (else those would be highlighted, too).
fn mark_highlights(of: &Grid<usize>, colours: &[[u8; 3]], roles: &mut [Role]) {
    let sizes = sizes(of, roles.len());
    for group in 0..roles.len() {
        if roles[group] != Role::Tile || sizes[group] < 2 || !is_connected(of, group) {
            continue;
        }
        let beside: Vec<usize> = of
            .enumerate()
            .filter(|(_, g)| **g == group)
            .flat_map(|(cell, _)| of.neighbours(cell))
            .map(|cell| of[cell])
            .collect();
        let base = (0..roles.len())
            .filter(|&other| other != group && roles[other] == Role::Tile && sizes[other] > sizes[group])
            .filter(|other| !beside.contains(other))
            .filter_map(|other| Some((other, colour::hue_difference(colours[group], colours[other])?)))
            .filter(|(_, apart)| *apart < SAME_HUE)
            .min_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((base, _)) = base {
            roles[group] = Role::Highlight(base);
        }
    }
}

fn is_connected(of: &Grid<usize>, group: usize) -> bool {
    let mut members = of.map(|own| *own == group);
    let first = members.enumerate().find(|(_, is_member)| **is_member).map(|(cell, _)| cell);
    first.is_some_and(|first| {
        members.take_region(first);
        members.iter().all(|is_left| !is_left)
    })
}

/// The classes of a board whose cells are named.
fn model(
    picture: &RgbImage,
    lattice: &Lattice,
    shape: Shape,
    patches: &[Patch],
    symbols: &Grid<Symbol>,
    highlighted: &Grid<bool>,
) -> ClassModel {
    let mut names: Vec<Symbol> = symbols.iter().copied().collect();
    names.sort();
    names.dedup();
    let named: Vec<(Symbol, bool, &Patch)> =
        symbols.iter().zip(highlighted.iter()).zip(patches).map(|((s, h), p)| (*s, *h, p)).collect();
    let middle = |symbol: Symbol, lit: bool| {
        patch::median(named.iter().filter(move |(s, h, _)| *s == symbol && *h == lit).map(|(_, _, p)| *p))
    };
    let mut classes = Vec::new();
    let mut background = None;
    for symbol in names {
        let mut looks = Vec::new();
        let normal = middle(symbol, false);
        if shape == Shape::Level {
            let own = named.iter().filter(|(s, ..)| *s == symbol).map(|(_, _, seen)| *seen);
            looks = match looks::usual_ground(symbols, patches).filter(|_| symbol == Symbol::OUTSIDE) {
                Some(usual) => vec![at_rest(&usual)],
                None => looks::several(own.collect()).iter().map(at_rest).collect(),
            };
        } else if symbol == Symbol::EMPTY && normal.is_some_and(|m| spread(&named, symbol, &m) > PLAIN_SPREAD) {
            let board = crop(picture, &lattice.bounds());
            background = Some(Background { picture: board, known: symbols.map(|s| *s == Symbol::EMPTY) });
        } else {
            looks.extend(normal.as_ref().map(at_rest));
        }
        let lit = middle(symbol, true);
        looks.extend(lit.map(|m| Look { state: LookState::Hover, picture: patch::to_picture(&m) }));
        classes.push(Class { symbol, looks });
    }
    ClassModel::new(classes, background, Thresholds::default())
}

fn at_rest(seen: &Patch) -> Look {
    Look { state: LookState::Normal, picture: patch::to_picture(seen) }
}

/// The largest difference of a cell of `symbol` at rest from `middle`.
fn spread(named: &[(Symbol, bool, &Patch)], symbol: Symbol, middle: &Patch) -> f32 {
    let own = named.iter().filter(|(s, lit, _)| *s == symbol && !lit);
    own.map(|(_, _, p)| patch::distance(p, middle)).fold(0.0, f32::max)
}

/// Thresholds between how far cells are from their own class and how far from the next one, and whether there is a gap.
fn thresholds(
    model: &ClassModel,
    lattice: &Lattice,
    cells: &[Cell],
    patches: &[Patch],
    symbols: &Grid<Symbol>,
) -> (Thresholds, bool) {
    /// The most that is ever accepted, and the most lead that is ever asked for.
    const MOST: Thresholds = Thresholds { accept: 0.08, margin: 0.05 };
    let (mut own, mut other, mut lead) = (0.0_f32, 1.0_f32, 1.0_f32);
    let mut clear = true;
    // Walls tell what lies outside of a level, not its look: dark floor may be hardly other than a black ground.
    let mut classes = model.classes().to_vec();
    classes.retain(|class| class.symbol != Symbol::OUTSIDE);
    let model = ClassModel::new(classes, model.background().cloned(), model.thresholds());
    for (cell, seen) in cells.iter().zip(patches).filter(|(cell, _)| symbols[**cell] != Symbol::OUTSIDE) {
        let (mine, next) = model.distances(seen, lattice, *cell, symbols[*cell]);
        clear &= mine < next;
        own = own.max(mine);
        other = other.min(next);
        lead = lead.min(next - mine);
    }
    let (least, share) = (Thresholds::LEAST, Thresholds::SHARE);
    let accept = (own + share.accept * (other - own).max(0.0)).clamp(least.accept, MOST.accept);
    let margin = (lead.max(0.0) * share.margin).clamp(least.margin, MOST.margin);
    (Thresholds { accept, margin }, clear)
}
