//! From a tiling of the picture to the board: which of its cells are the board's, and exactly where they begin.

use super::Shape;
use super::align::align;
use super::lattice::Hints;
use super::tiling::{PLAIN, Tiling, plain_colour};
use crate::geometry::{Lattice, Rect};
use crate::grid::{Cell, Grid};
use image::RgbImage;

/// Share of equal neighbours from which on a kind is an area (background, menu bar) rather than a kind of tile.
const AREA: f64 = 0.6;
/// The same for kinds that show one plain colour.
const PLAIN_AREA: f64 = 0.5;
/// Where tiles lie in heaps, one that many cells show has more equal neighbours by chance: so much more of what is left
/// speaks of an area, and no more than that is asked for.
const MORE_THAN_CHANCE: f64 = 0.3;
const SURELY_AREA: f64 = 0.65;

/// Chance from which on a kind is not called a frame's.
const BY_CHANCE: f64 = 0.05;

/// Cells of a kind on average from which on a kind that one side alone shows is odd, however few cells it has.
const MANY: usize = 6;
/// Cells of a kind from which on it is odd elsewhere, in a line that is as full of tiles as the others are.
const FEW: usize = 4;
/// Share of the usual number of tiles from which on a line counts as that full.
const FILLED: f64 = 0.7;

/// Share of a row's cells that look like tiles from which on all of them are.
const FULL: f64 = 0.6;

/// The board's lattice in a tiling of `region`.
pub(super) fn board(picture: &RgbImage, region: &Rect, tiling: &Tiling, hints: &Hints) -> Option<Lattice> {
    let kinds = Grid::from_fn(tiling.lattice.rows, tiling.lattice.cols, |cell| {
        tiling.kinds[cell.row * tiling.lattice.cols + cell.col]
    });
    let mut tiles = tile_cells(tiling, &kinds, hints.shape, ground(picture, region));
    let block = peel(&kinds, tiling.sizes.len(), &mut tiles)?;
    Some(bounded(picture, region, tiling, (&tiles, &block, false), hints))
}

/// The board's lattice where it is known which cells of a tiling are the board's.
pub(super) fn members(
    picture: &RgbImage,
    region: &Rect,
    tiling: &Tiling,
    members: &Grid<bool>,
    hints: &Hints,
) -> Option<Lattice> {
    let mut own = members.map(|_| false);
    for cell in largest_group(members) {
        own[cell] = true;
    }
    let block = dense(&own)?;
    // Tiles that merge with their neighbours show no edges of their own.
    let is_full = |filled: usize, all: usize| filled as f64 >= FULL * all as f64;
    for row in block.top..=block.bottom {
        let cells = (block.left..=block.right).map(|col| Cell::new(row, col));
        if is_full(cells.clone().filter(|cell| own[*cell]).count(), block.cols()) {
            cells.for_each(|cell| own[cell] = true);
        }
    }
    Some(bounded(picture, region, tiling, (&own, &block, true), hints))
}

/// The block of all rows and columns with two cells at least.
fn dense(cells: &Grid<bool>) -> Option<Block> {
    const FEWEST: usize = 2;
    let in_row = |row: usize| (0..cells.cols()).filter(|col| cells[Cell::new(row, *col)]).count();
    let in_col = |col: usize| (0..cells.rows()).filter(|row| cells[Cell::new(*row, col)]).count();
    let mut rows = (0..cells.rows()).filter(|row| in_row(*row) >= FEWEST);
    let mut cols = (0..cells.cols()).filter(|col| in_col(*col) >= FEWEST);
    let (top, left) = (rows.next()?, cols.next()?);
    Some(Block { top, left, bottom: rows.next_back().unwrap_or(top), right: cols.next_back().unwrap_or(left) })
}

/// The lattice of a block of a tiling, moved and stretched to where its tiles are, with the empty cells around it.
fn bounded(
    picture: &RgbImage,
    region: &Rect,
    tiling: &Tiling,
    (tiles, block, is_known): (&Grid<bool>, &Block, bool),
    hints: &Hints,
) -> Lattice {
    let shifted = align(picture, tiling, tiles, block);
    let Block { top, left, bottom, right } = *block;
    let lattice = Lattice {
        x: shifted.x + left as f64 * shifted.pitch_x,
        y: shifted.y + top as f64 * shifted.pitch_y,
        rows: bottom - top + 1,
        cols: right - left + 1,
        ..shifted
    };
    let full_top = (left..=right).all(|col| tiles[Cell::new(top, col)]);
    let full_right = (top..=bottom).all(|row| tiles[Cell::new(row, right)]);
    match hints.size {
        Some((rows, cols)) => grown_to(&lattice, rows, cols),
        // Where the board's cells are known, no card is missing beyond them.
        None if is_known && hints.shape != Shape::Heap => lattice,
        None => grown_into_background(picture, region, &lattice, !full_top, !full_right || !full_top),
    }
}

/// Rows and columns of a tiling, the last ones included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Block {
    pub(super) top: usize,
    pub(super) left: usize,
    pub(super) bottom: usize,
    pub(super) right: usize,
}

impl Block {
    fn rows(&self) -> usize {
        self.bottom - self.top + 1
    }

    fn cols(&self) -> usize {
        self.right - self.left + 1
    }

    pub(super) fn contains(&self, cell: Cell) -> bool {
        (self.top..=self.bottom).contains(&cell.row) && (self.left..=self.right).contains(&cell.col)
    }

    fn with(self, cell: Cell) -> Self {
        Self {
            top: self.top.min(cell.row),
            left: self.left.min(cell.col),
            bottom: self.bottom.max(cell.row),
            right: self.right.max(cell.col),
        }
    }

    /// The smallest block around these cells.
    pub(super) fn around(mut cells: impl Iterator<Item = Cell>) -> Option<Self> {
        let first = cells.next()?;
        let one = Self { top: first.row, left: first.col, bottom: first.row, right: first.col };
        Some(cells.fold(one, Self::with))
    }
}

/// The colour that runs along all sides of the region, if one does: the board stands on it.
fn ground(picture: &RgbImage, region: &Rect) -> Option<[u8; 3]> {
    let (x, y) = (region.x as u32..region.right() as u32, region.y as u32..region.bottom() as u32);
    let rows = [y.start, y.end - 1].into_iter().flat_map(|y| x.clone().map(move |x| (x, y)));
    let columns = [x.start, x.end - 1].into_iter().flat_map(|x| y.clone().map(move |y| (x, y)));
    plain_colour(rows.chain(columns).map(|(x, y)| picture.get_pixel(x, y).0))
}

/// Which cells look like tiles: of a kind that others share, and that neither forms an area nor is the ground.
fn tile_cells(tiling: &Tiling, kinds: &Grid<usize>, shape: Shape, ground: Option<[u8; 3]>) -> Grid<bool> {
    let mut neighbours = vec![(0_usize, 0_usize); tiling.sizes.len()];
    for (cell, &kind) in kinds.enumerate() {
        for other in kinds.neighbours(cell) {
            neighbours[kind].1 += 1;
            neighbours[kind].0 += usize::from(kinds[other] == kind);
        }
    }
    let cells = (kinds.rows() * kinds.cols()) as f64;
    let is_ground =
        |colour: [u8; 3]| ground.is_some_and(|ground| colour.iter().zip(ground).all(|(a, b)| a.abs_diff(b) <= PLAIN));
    kinds.map(|&kind| {
        let (equal, all) = neighbours[kind];
        let by_chance = tiling.sizes[kind] as f64 / cells;
        let area = match tiling.plain[kind] {
            None => AREA,
            // Holes between cards have no more equal neighbours than by chance, and are none the less the ground.
            Some(_) if shape == Shape::Heap => {
                (by_chance + MORE_THAN_CHANCE * (1.0 - by_chance)).clamp(PLAIN_AREA, SURELY_AREA)
            }
            Some(_) => PLAIN_AREA,
        };
        tiling.sizes[kind] >= 2 && (equal as f64) < area * all as f64 && !tiling.plain[kind].is_some_and(is_ground)
    })
}

/// The block of the board's tiles. What frames a board (its field's background, a head line, a status bar) may look
/// like tiles at first, but its kinds are seen along the block's rim alone, while a tile's kind is seen all over it:
/// such kinds are struck from `tiles` until none is left.
fn peel(kinds: &Grid<usize>, count: usize, tiles: &mut Grid<bool>) -> Option<Block> {
    loop {
        let block = Block::around(largest_group(tiles).into_iter())?;
        let depth = if block.rows().min(block.cols()) >= 8 { 2 } else { 1 };
        // Where few rows or columns are, each kind may stand at one side alone.
        let deep = block.rows().min(block.cols()) >= 5;
        let inner = |cell: Cell| {
            cell.row >= block.top + depth
                && cell.row + depth <= block.bottom
                && cell.col >= block.left + depth
                && cell.col + depth <= block.right
        };
        let mut seen = vec![(0_usize, 0_usize); count];
        for (cell, _) in tiles.enumerate().filter(|(cell, tile)| **tile && block.contains(*cell)) {
            let kind = &mut seen[kinds[cell]];
            kind.0 += usize::from(!inner(cell));
            kind.1 += 1;
        }
        // Measured by the tiles, not by the area: a half-empty board has most of its tiles along the bottom.
        let (rim, all) = seen.iter().fold((0, 0), |sum, kind| (sum.0 + kind.0, sum.1 + kind.1));
        let usual = rim as f64 / all.max(1) as f64;
        let framing = |kind: usize| {
            let (rim, all) = seen[kind];
            // Few cells of a kind, or most kinds, may well stand along the rim by chance.
            let chance = usual.powi(i32::try_from(all).unwrap_or(i32::MAX));
            all >= 2 && rim as f64 > (0.5 + usual / 2.0).max(0.9) * all as f64 && chance < BY_CHANCE
        };
        // Where each kind has a few cells, some will stand at one side alone.
        let shown = seen.iter().filter(|kind| kind.1 > 0).count();
        let usual_fill = all as f64 / (block.rows() * block.cols()) as f64;
        // A line goes only if most of its tiles are of such kinds, or of kinds that this side alone shows: a rare colour
        // may well stand at the rim alone.
        let line = |cells: &mut dyn Iterator<Item = Cell>, at_side: &dyn Fn(Cell) -> bool| -> Vec<Cell> {
            let line: Vec<Cell> = cells.collect();
            let length = line.len();
            let of_line: Vec<Cell> = line.into_iter().filter(|cell| tiles[*cell]).collect();
            let filled = of_line.len() as f64 > FILLED * usual_fill * length as f64;
            let least = if filled && all < MANY * shown { FEW } else { 1 };
            let elsewhere = |kind: usize| {
                seen[kind].1 < least && seen[kind].1 >= 2
                    || tiles
                        .enumerate()
                        .any(|(cell, tile)| *tile && kinds[cell] == kind && block.contains(cell) && !at_side(cell))
            };
            let odd =
                of_line.iter().filter(|cell| framing(kinds[**cell]) || (deep && !elsewhere(kinds[**cell]))).count();
            if 2 * odd > of_line.len() { of_line } else { Vec::new() }
        };
        let (rows, cols) = (block.top..=block.bottom, block.left..=block.right);
        let struck: Vec<Cell> = [
            line(&mut cols.clone().map(|col| Cell::new(block.top, col)), &|cell| cell.row < block.top + depth),
            line(&mut cols.clone().map(|col| Cell::new(block.bottom, col)), &|cell| cell.row + depth > block.bottom),
            line(&mut rows.clone().map(|row| Cell::new(row, block.left)), &|cell| cell.col < block.left + depth),
            line(&mut rows.clone().map(|row| Cell::new(row, block.right)), &|cell| cell.col + depth > block.right),
        ]
        .concat();
        if struck.is_empty() {
            return Some(block);
        }
        for cell in struck {
            tiles[cell] = false;
        }
    }
}

/// The largest group of tile cells that touch at a side or a corner.
pub(super) fn largest_group(tiles: &Grid<bool>) -> Vec<Cell> {
    let mut seen = tiles.map(|_| false);
    let mut best: Vec<Cell> = Vec::new();
    for (start, &tile) in tiles.enumerate() {
        if !tile || seen[start] {
            continue;
        }
        let mut found = vec![start];
        seen[start] = true;
        let mut next = 0;
        while next < found.len() {
            let cell = found[next];
            next += 1;
            for near in tiles.around(cell) {
                if tiles[near] && !seen[near] {
                    seen[near] = true;
                    found.push(near);
                }
            }
        }
        if found.len() > best.len() {
            best = found;
        }
    }
    best
}

/// The lattice with as many rows and columns as asked: tiles fall and close to the left, so rows are added above and
/// columns at the right.
fn grown_to(lattice: &Lattice, rows: usize, cols: usize) -> Lattice {
    let above = rows as f64 - lattice.rows as f64;
    Lattice { y: lattice.y - above * lattice.pitch_y, rows, cols, ..*lattice }
}

/// The lattice with the empty rows above and the empty columns at the right that its surroundings have room for:
/// boards stand in the middle of their field, so as much room is left above as below and at the right as at the left.
fn grown_into_background(
    picture: &RgbImage,
    region: &Rect,
    lattice: &Lattice,
    upward: bool,
    rightward: bool,
) -> Lattice {
    let bounds = lattice.bounds();
    let field = field(picture, region, &bounds);
    let more = |room: f64, opposite: f64, pitch: f64| ((room - opposite) / pitch).round().max(0.0) as usize;
    let rows = if upward { more(bounds.y - field.y, field.bottom() - bounds.bottom(), lattice.pitch_y) } else { 0 };
    let cols = if rightward { more(field.right() - bounds.right(), bounds.x - field.x, lattice.pitch_x) } else { 0 };
    Lattice {
        y: lattice.y - rows as f64 * lattice.pitch_y,
        rows: lattice.rows + rows,
        cols: lattice.cols + cols,
        ..*lattice
    }
}

/// The rectangle around the board up to the nearest line along each side: the rim of the board's field, a tool bar, the
/// window's edge.
fn field(picture: &RgbImage, region: &Rect, bounds: &Rect) -> Rect {
    const LINE: f64 = 0.8;
    const CHANGE: u8 = 4;
    let (x0, x1) = (bounds.x.max(region.x) as u32, bounds.right().min(region.right()) as u32);
    let (y0, y1) = (bounds.y.max(region.y) as u32, (bounds.bottom() - 0.7).clamp(region.y, region.bottom()) as u32);
    let differ = |a: (u32, u32), b: (u32, u32)| {
        let (a, b) = (picture.get_pixel(a.0, a.1).0, picture.get_pixel(b.0, b.1).0);
        a.iter().zip(b).any(|(a, b)| a.abs_diff(b) >= CHANGE)
    };
    let across = |y: u32| {
        let changes = (x0..x1).filter(|&x| differ((x, y - 1), (x, y))).count();
        changes as f64 >= LINE * f64::from(x1.saturating_sub(x0))
    };
    let down = |x: u32| {
        let changes = (y0..y1).filter(|&y| differ((x - 1, y), (x, y))).count();
        changes as f64 >= LINE * f64::from(y1.saturating_sub(y0))
    };
    let (left, top) = (region.x as u32, region.y as u32);
    let (right, bottom) = (region.right() as u32, region.bottom() as u32);
    // At the left and below the tiles' own rim may be as long as the board, so it is passed over; above and at the right
    // nobody asks where the outermost row or column is full.
    let rim = 1;
    let up = (top + 1..=y0).rev().find(|&y| across(y)).unwrap_or(top);
    let low = (y1 + rim..bottom).find(|&y| across(y)).unwrap_or(bottom);
    let west = (left + 1..=x0.saturating_sub(rim)).rev().find(|&x| down(x)).unwrap_or(left);
    let east = (x1.max(left + 1)..right).find(|&x| down(x)).unwrap_or(right);
    Rect::new(f64::from(west), f64::from(up), f64::from(east - west), f64::from(low - up))
}
