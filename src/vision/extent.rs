//! From a tiling of the picture to the board: which of its cells are the board's, and exactly where they begin.

use super::edges::profiles;
use super::lattice::Hints;
use super::tiling::Tiling;
use crate::geometry::{Lattice, Rect};
use crate::grid::{Cell, Grid};
use image::RgbImage;

/// Share of equal neighbours from which on a kind is an area (background, menu bar) rather than a kind of tile.
const AREA: f64 = 0.6;
/// The same for kinds that show one plain colour.
const PLAIN_AREA: f64 = 0.5;

/// Chance from which on a kind is not called a frame's.
const BY_CHANCE: f64 = 0.05;

/// Cells of a kind on average from which on a kind that one side alone shows is odd, however few cells it has.
const MANY: usize = 6;
/// Cells of a kind from which on it is odd elsewhere, in a line that is as full of tiles as the others are.
const FEW: usize = 4;
/// Share of the usual number of tiles from which on a line counts as that full.
const FILLED: f64 = 0.7;

/// Share of the most that a window of one pitch shows unlike tiles, below which all windows are equally good.
const FRAMED: f64 = 0.35;

/// The board's lattice in a tiling of `region`.
pub(super) fn board(picture: &RgbImage, region: &Rect, tiling: &Tiling, hints: &Hints) -> Option<Lattice> {
    let kinds = Grid::from_fn(tiling.lattice.rows, tiling.lattice.cols, |cell| {
        tiling.kinds[cell.row * tiling.lattice.cols + cell.col]
    });
    let mut tiles = tile_cells(tiling, &kinds);
    let block = peel(&kinds, tiling.sizes.len(), &mut tiles)?;
    let shifted = align(picture, tiling, &tiles, &block);
    let Block { top, left, bottom, right } = block;
    let lattice = Lattice {
        x: shifted.x + left as f64 * shifted.pitch_x,
        y: shifted.y + top as f64 * shifted.pitch_y,
        rows: bottom - top + 1,
        cols: right - left + 1,
        ..shifted
    };
    let full_top = (left..=right).all(|col| tiles[Cell::new(top, col)]);
    let full_right = (top..=bottom).all(|row| tiles[Cell::new(row, right)]);
    Some(match hints.size {
        Some((rows, cols)) => grown_to(&lattice, rows, cols),
        None => grown_into_background(picture, region, &lattice, !full_top, !full_right || !full_top),
    })
}

/// Rows and columns of a tiling, the last ones included.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Block {
    top: usize,
    left: usize,
    bottom: usize,
    right: usize,
}

impl Block {
    fn rows(&self) -> usize {
        self.bottom - self.top + 1
    }

    fn cols(&self) -> usize {
        self.right - self.left + 1
    }

    fn contains(&self, cell: Cell) -> bool {
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
    fn around(mut cells: impl Iterator<Item = Cell>) -> Option<Self> {
        let first = cells.next()?;
        let one = Self { top: first.row, left: first.col, bottom: first.row, right: first.col };
        Some(cells.fold(one, Self::with))
    }
}

/// Which cells look like tiles: of a kind that others share, and that does not form an area.
fn tile_cells(tiling: &Tiling, kinds: &Grid<usize>) -> Grid<bool> {
    let mut neighbours = vec![(0_usize, 0_usize); tiling.sizes.len()];
    for (cell, &kind) in kinds.enumerate() {
        for other in kinds.neighbours(cell) {
            neighbours[kind].1 += 1;
            neighbours[kind].0 += usize::from(kinds[other] == kind);
        }
    }
    kinds.map(|&kind| {
        let (equal, all) = neighbours[kind];
        tiling.sizes[kind] >= 2 && (equal as f64) < if tiling.plain[kind] { PLAIN_AREA } else { AREA } * all as f64
    })
}

/// The block of the board's tiles. What frames a board (its field's background, a head line, a status bar) may look
/// like tiles at first, but its kinds are seen along the block's rim alone, while a tile's kind is seen all over it:
/// such kinds are struck from `tiles` until none is left.
fn peel(kinds: &Grid<usize>, count: usize, tiles: &mut Grid<bool>) -> Option<Block> {
    loop {
        let block = largest_block(tiles)?;
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

/// The largest connected block of tile cells; corners connect, too.
fn largest_block(tiles: &Grid<bool>) -> Option<Block> {
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
            let (rows, cols) = (cell.row.saturating_sub(1)..=cell.row + 1, cell.col.saturating_sub(1)..=cell.col + 1);
            for near in rows.flat_map(|row| cols.clone().map(move |col| Cell::new(row, col))) {
                if tiles.get(near) == Some(&true) && !seen[near] {
                    seen[near] = true;
                    found.push(near);
                }
            }
        }
        if found.len() > best.len() {
            best = found;
        }
    }
    Block::around(best.into_iter())
}

/// The tiling's lattice moved and stretched so that its lines run between the tiles. Inside a tile, cells of one kind
/// show the same; beyond its rim they show whatever stands next to them. So the window of one pitch in which cells of a
/// kind differ least is the tile. Both halves of the board are aligned apart: where they disagree, the pitch is off.
fn align(picture: &RgbImage, tiling: &Tiling, tiles: &Grid<bool>, block: &Block) -> Lattice {
    let mut lattice = whole_pitches(&tiling.lattice, block);
    let is_whole = |pitch: f64| pitch.fract() == 0.0;
    let members: Vec<(usize, Cell)> = tiles
        .enumerate()
        .filter(|(cell, tile)| **tile && block.contains(*cell))
        .map(|(cell, _)| (tiling.kinds[cell.row * lattice.cols + cell.col], cell))
        .collect();
    let kinds = tiling.sizes.len();
    for _ in 0..3 {
        for horizontal in [true, false] {
            let along = |cell: Cell| if horizontal { cell.col } else { cell.row } as f64;
            let (first, last) = if horizontal { (block.left, block.right) } else { (block.top, block.bottom) };
            let middle = (first + last) as f64 / 2.0;
            let (near, far): (Vec<_>, Vec<_>) = members.iter().copied().partition(|(_, cell)| along(*cell) < middle);
            let mean = |part: &[(usize, Cell)]| {
                part.iter().map(|(_, cell)| along(*cell)).sum::<f64>() / part.len().max(1) as f64
            };
            let pitch = if horizontal { lattice.pitch_x } else { lattice.pitch_y };
            let off = |part: &[(usize, Cell)]| shift(pitch, &spread(picture, &lattice, part, kinds, horizontal));
            let (stretch, moved) = if !is_whole(pitch) && near.len() >= 8 && far.len() >= 8 {
                let (a, b) = (off(&near), off(&far));
                let stretch = (b - a) / (mean(&far) - mean(&near)).max(1.0);
                // Two halves that disagree by more than a third of a cell do not speak of the pitch.
                if (b - a).abs() < pitch / 3.0 { (stretch, a - stretch * mean(&near)) } else { (0.0, off(&members)) }
            } else {
                (0.0, off(&members))
            };
            if horizontal {
                lattice.pitch_x += stretch;
                lattice.x += moved;
            } else {
                lattice.pitch_y += stretch;
                lattice.y += moved;
            }
        }
    }
    centred(picture, &lattice, block)
}

/// The lattice moved so that its lines run through the middle between the rims of neighbouring tiles. A tile's two rims
/// are about equally strong, so the edges near a line mirror each other around it.
fn centred(picture: &RgbImage, lattice: &Lattice, block: &Block) -> Lattice {
    let first = lattice.cell_rect(Cell::new(block.top, block.left));
    let last = lattice.cell_rect(Cell::new(block.bottom, block.right));
    let whole = Rect::new(0.0, 0.0, f64::from(picture.width()), f64::from(picture.height()));
    let area = Rect::new(first.x.round(), first.y.round(), last.right() - first.x, last.bottom() - first.y);
    let Some(area) = area.intersection(&whole) else { return *lattice };
    let area = Rect::new(area.x, area.y, area.width.floor(), area.height.floor());
    let (along_x, along_y) = profiles(picture, &area);
    // The profile's first step lies between the first two pixels.
    let dx = mirror_axis(&along_x, lattice.pitch_x, first.x - area.x - 1.0);
    let dy = mirror_axis(&along_y, lattice.pitch_y, first.y - area.y - 1.0);
    let moved = lattice.moved(dx, dy);
    Lattice {
        x: on_pixels(moved.x - moved.pitch_x / 2.0, moved.pitch_x) + moved.pitch_x / 2.0,
        y: on_pixels(moved.y - moved.pitch_y / 2.0, moved.pitch_y) + moved.pitch_y / 2.0,
        ..moved
    }
}

/// A line at a whole pixel where the pitch is whole: programs draw cells of whole pixels at whole pixels.
fn on_pixels(line: f64, pitch: f64) -> f64 {
    if pitch.fract() == 0.0 { (line + 0.7).floor() } else { line }
}

/// How far from `line` (in steps of `profile`, repeated every `pitch`) the edges mirror each other best.
fn mirror_axis(profile: &[f64], pitch: f64, line: f64) -> f64 {
    const FINE: f64 = 2.0;
    let bins = (pitch * FINE).round().max(4.0) as usize;
    let mut folded = vec![0.0_f64; bins];
    for (i, value) in profile.iter().enumerate() {
        let phase = (i as f64 - line).rem_euclid(pitch) / pitch * bins as f64;
        folded[(phase.round() as usize) % bins] += value;
    }
    let sharp = folded.clone();
    for (i, value) in folded.iter_mut().enumerate() {
        // A pixel's blur: a rim drawn in two steps (a tile and its shadow) counts with its middle.
        *value = [(0, 3.0), (1, 2.0), (bins - 1, 2.0), (2, 1.0), (bins - 2, 1.0)]
            .iter()
            .map(|(offset, weight)| sharp[(i + offset) % bins] * weight)
            .sum::<f64>()
            / 9.0;
    }
    let mean = folded.iter().sum::<f64>() / bins as f64;
    let at = |i: i32| folded[i.rem_euclid(bins as i32) as usize] - mean;
    let reach = (bins as f64 * 0.3) as i32;
    let likeness = |twice: i32| -> f64 {
        // `twice` is the axis in half bins: bins i and twice - i mirror each other.
        (0..=reach)
            .map(|t| {
                let low = (twice - t).div_euclid(2);
                at(low) * at(twice - low) * (1.0 - 0.5 * f64::from(t) / f64::from(reach.max(1)))
            })
            .sum()
    };
    let most = (2.0 * FINE * (pitch * 0.06).max(2.0)).round() as i32;
    // Round tiles (balls, stars) have their strongest edges inside: there is no rim to go by then.
    let rim = (-most..=most).map(|twice| at(twice.div_euclid(2))).fold(f64::MIN, f64::max);
    let strongest = (0..bins as i32).map(at).fold(f64::MIN, f64::max);
    if rim < 0.75 * strongest {
        return 0.0;
    }
    let axis = (-most..=most).max_by(|a, b| likeness(*a).total_cmp(&likeness(*b))).unwrap_or(0);
    let bin = pitch / bins as f64;
    // The nearest strong edges at both sides bound the gap between tiles.
    let crisp = |i: i32| sharp[i.rem_euclid(bins as i32) as usize];
    let either = |t: i32| crisp(axis.div_euclid(2) + t).max(crisp(axis.div_euclid(2) - t));
    let highest = (0..=reach / 2).map(either).fold(0.0, f64::max);
    let half_gap = (0..=reach / 2).find(|&t| either(t) >= 0.6 * highest).unwrap_or(0);
    // Some programs leave a narrow gap at the right and below a tile, others around it: its line is set between the two.
    let gap = f64::from(half_gap) * 2.0 * bin;
    let lean = if gap <= 2.5 { gap / 4.0 } else { 0.0 };
    f64::from(axis) / 2.0 * bin + lean
}

/// Rounds pitches to whole pixels where that moves no cell of the block by more than a pixel or so: programs mostly draw at whole pixels. The block's middle stays where it is.
fn whole_pitches(lattice: &Lattice, block: &Block) -> Lattice {
    let round = |start: f64, pitch: f64, first: usize, last: usize| {
        let whole = pitch.round();
        let half = (last - first) as f64 / 2.0;
        let middle = (first + last) as f64 / 2.0;
        if (whole - pitch).abs() * half > 1.1 {
            return (start, pitch);
        }
        (start + middle * (pitch - whole), whole)
    };
    let (x, pitch_x) = round(lattice.x, lattice.pitch_x, block.left, block.right);
    let (y, pitch_y) = round(lattice.y, lattice.pitch_y, block.top, block.bottom);
    Lattice { x, y, pitch_x, pitch_y, ..*lattice }
}

/// Places along a cell's axis at which members are compared: steps of a pixel, from one pitch before the centre to one
/// pitch after it.
fn steps(pitch: f64) -> i32 {
    pitch.ceil() as i32
}

/// How much cells of one kind differ at each step along one axis, averaged over the kinds.
fn spread(
    picture: &RgbImage,
    lattice: &Lattice,
    members: &[(usize, Cell)],
    kinds: usize,
    horizontal: bool,
) -> Vec<f64> {
    const LANES: usize = 5;
    let (pitch, across) =
        if horizontal { (lattice.pitch_x, lattice.pitch_y) } else { (lattice.pitch_y, lattice.pitch_x) };
    let mut total = Vec::new();
    for step in -steps(pitch)..=steps(pitch) {
        let mut sum = 0.0;
        for lane in 0..LANES {
            // Lanes lie in the middle half of the cell.
            let aside = (lane as f64 / (LANES - 1) as f64 - 0.5) * across * 0.5;
            let mut moments = vec![([0.0_f64; 3], [0.0_f64; 3], 0.0_f64); kinds];
            for &(kind, cell) in members {
                let centre = lattice.centre(cell);
                let (x, y) = if horizontal {
                    (centre.x + f64::from(step), centre.y + aside)
                } else {
                    (centre.x + aside, centre.y + f64::from(step))
                };
                if x < 0.0 || y < 0.0 || x >= f64::from(picture.width()) || y >= f64::from(picture.height()) {
                    continue;
                }
                let pixel = picture.get_pixel(x as u32, y as u32).0;
                let moment = &mut moments[kind];
                for (c, value) in pixel.into_iter().enumerate() {
                    moment.0[c] += f64::from(value);
                    moment.1[c] += f64::from(value) * f64::from(value);
                }
                moment.2 += 1.0;
            }
            for (first, second, count) in moments {
                if count >= 2.0 {
                    for c in 0..3 {
                        sum += (second[c] - first[c] * first[c] / count).max(0.0);
                    }
                }
            }
        }
        total.push(sum);
    }
    total
}

/// How far the window of one pitch with the least spread is from the cell, in pixels; the middle of the places that are
/// equally good.
fn shift(pitch: f64, spread: &[f64]) -> f64 {
    let reach = steps(pitch);
    let at = |step: f64| {
        // Linear between whole steps.
        let place = (step + f64::from(reach)).clamp(0.0, spread.len() as f64 - 1.0);
        let low = place.floor() as usize;
        let high = (low + 1).min(spread.len() - 1);
        spread[low] + (spread[high] - spread[low]) * place.fract()
    };
    // Moving the window by a step lets one place in and another one out: the sum need not be taken anew.
    let quarter = 0.25;
    let most = (pitch * 0.5 / quarter).floor() as i32;
    let inside = |offset: f64| -> f64 {
        let n = pitch.round() as i32;
        (0..n).map(|i| at(offset - pitch / 2.0 + (f64::from(i) + 0.5) * pitch / f64::from(n) - 0.5)).sum()
    };
    let sums: Vec<(f64, f64)> =
        (-most..=most).map(|i| f64::from(i) * quarter).map(|offset| (offset, inside(offset))).collect();
    let least = sums.iter().map(|s| s.1).fold(f64::MAX, f64::min);
    let largest = sums.iter().map(|s| s.1).fold(f64::MIN, f64::max);
    // Tiles that share a frame look alike at and beyond their rim: there the window may stand anywhere, and the line is
    // where they are most alike.
    if largest - least < FRAMED * largest {
        return between_tiles(pitch, &at);
    }
    let good = least + (largest - least) * 0.01;
    let best = sums.iter().position(|s| s.1 <= least).unwrap_or(0);
    let mut first = best;
    while first > 0 && sums[first - 1].1 <= good {
        first -= 1;
    }
    let mut last = best;
    while last + 1 < sums.len() && sums[last + 1].1 <= good {
        last += 1;
    }
    (sums[first].0 + sums[last].0) / 2.0
}

/// How far the middle of the narrow part that is alike in all tiles is from a line half a pitch before the centre.
fn between_tiles(pitch: f64, at: &dyn Fn(f64) -> f64) -> f64 {
    const ALIKE: f64 = 0.12;
    let quarter = 0.25;
    let steps = (pitch / quarter).round() as i32;
    // Both neighbours of a line speak: the part before a cell's first line is beyond the last line of the one before it.
    let place = |i: i32| -pitch / 2.0 + pitch * (f64::from(i) / f64::from(steps));
    let unlike = |i: i32| {
        let inside = place(i.rem_euclid(steps));
        at(inside - 0.5)
    };
    let values: Vec<f64> = (0..steps).map(unlike).collect();
    let (least, most) = values.iter().fold((f64::MAX, f64::MIN), |(l, m), v| (l.min(*v), m.max(*v)));
    let low = least + ALIKE * (most - least);
    let value = |i: i32| values[i.rem_euclid(steps) as usize];
    // The run of alike places that is nearest to the line as it stands.
    let near = (0..=steps / 3).flat_map(|i| [i, -i]).find(|&i| value(i) <= low);
    let Some(start) = near else { return 0.0 };
    let (mut first, mut last) = (start, start);
    while value(first - 1) <= low && last - first < steps {
        first -= 1;
    }
    while value(last + 1) <= low && last - first < steps {
        last += 1;
    }
    f64::from(first + last) / 2.0 * pitch / f64::from(steps)
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
