//! Levels by their walls: of the cells of a level's grid one kind encloses all the others, and these are of few kinds. No
//! other grid of the picture cuts it so: parts of a cell are of more kinds than one, and so is what a shifted grid shows.

use super::align::align;
use super::extent::{Block, largest_group};
use super::lattice::{Hints, candidates_in};
use super::patch;
use super::rims;
use super::sums::{SMALL_BYTES, Sums};
use super::tiling::{Tiling, plain_colour};
use crate::geometry::{Lattice, Rect};
use crate::grid::{Cell, Grid};
use image::RgbImage;

/// Differences up to which a cell is of another one's kind: stones and grass differ a little from cell to cell.
const ALIKE: [f32; 2] = [0.04, 0.08];
/// Difference from its kind's picture from which on a cell is worth nothing.
const UNLIKE: f32 = 0.16;
/// Kinds beyond which no level is seen.
const MOST_KINDS: usize = 160;
/// Kinds that may be the walls, the most common first, and cells that walls have at least.
const WALLS: usize = 8;
const FEWEST_WALLS: usize = 8;
/// Kinds of cells that walls enclose: floors, boxes, goals, the player, and those on goals; and how many cells there are.
const ENCLOSED_KINDS: std::ops::RangeInclusive<usize> = 3..=12;
const FEWEST_ENCLOSED: usize = 5;
/// Share of the enclosed cells that show the commonest kind, at least.
const LEAST_FLOOR: f64 = 0.15;
/// Worth of what is enclosed by the ground on which a level may stand, by that of the level.
const GROUND: f64 = 0.3;
/// Rows and columns of a level.
const LINES: std::ops::RangeInclusive<usize> = 3..=64;
/// Least distance of cells, in pixels, and most.
const LEAST_PITCH: f64 = 10.0;
const MOST_PITCH: f64 = 132.0;
/// Share of the best worth from which on cells of a multiple of the pitch are the level's; and how far from it a multiple
/// may be.
const WIDER: f64 = 0.8;
const MULTIPLE: f64 = 0.02;
/// Places of the grid that are tried along each axis, in parts of a cell.
const PHASES: i32 = 6;

/// A level in a lattice over the whole picture.
struct Found {
    /// All cells of the region.
    lattice: Lattice,
    /// The kind of each of them.
    kinds: Vec<usize>,
    count: usize,
    own: Grid<bool>,
    worth: f64,
}

/// The lattice of a level with walls around it.
pub(super) fn level(picture: &RgbImage, sums: &Sums, region: &Rect, hints: &Hints) -> Option<Lattice> {
    let mut best: Vec<Found> = Vec::new();
    for pitch in pitches(picture, region, hints) {
        best.extend(at_pitch(sums, region, pitch, hints));
    }
    let most = best.iter().map(|found| found.worth).fold(0.0, f64::max);
    // Parts of plain walls and floors are alike, too: twice and three times the cells may be the level's as well.
    let likeliest = best.iter().max_by(|a, b| by_worth(a, b))?.lattice.pitch_x;
    let is_multiple = |pitch: f64| {
        let times = (pitch / likeliest).round();
        (pitch - times * likeliest).abs() <= MULTIPLE * pitch && (times > 1.0)
    };
    let found = best
        .into_iter()
        .filter(|found| found.worth >= most || found.worth >= WIDER * most && is_multiple(found.lattice.pitch_x))
        .max_by(|a, b| a.lattice.pitch_x.total_cmp(&b.lattice.pitch_x))?;
    let finest = refined(sums, region, found, hints);
    let block = Block::around(finest.own.enumerate().filter(|(_, own)| **own).map(|(cell, _)| cell))?;
    let mut sizes = vec![0; finest.count];
    finest.kinds.iter().for_each(|kind| sizes[*kind] += 1);
    let plain = vec![None; finest.count];
    let tiling = Tiling { lattice: finest.lattice, kinds: finest.kinds, sizes, plain, bits: 0.0 };
    let aligned = align(picture, &tiling, &finest.own, &block);
    let moved = aligned.moved(block.left as f64 * aligned.pitch_x, block.top as f64 * aligned.pitch_y);
    Some(Lattice { rows: block.bottom + 1 - block.top, cols: block.right + 1 - block.left, ..moved })
}

/// Distances of square cells that are tried.
fn pitches(picture: &RgbImage, region: &Rect, hints: &Hints) -> Vec<f64> {
    let within = Hints { region: Some(*region), size: hints.size, ..Hints::default() };
    let mut found: Vec<f64> =
        candidates_in(picture, &within).unwrap_or_default().into_iter().flat_map(|(x, y)| [x, y]).collect();
    found.extend(found.clone().into_iter().flat_map(|pitch| [1.5 * pitch, 2.0 * pitch, 3.0 * pitch]));
    found.extend(rims::square(picture, region));
    found.retain(|pitch| (LEAST_PITCH..=MOST_PITCH).contains(pitch));
    let mut kept: Vec<f64> = Vec::new();
    for pitch in found {
        if kept.iter().all(|other| (other - pitch).abs() > 0.1) {
            kept.push(pitch);
        }
    }
    kept
}

/// The best level of a pitch, wherever its grid stands.
fn at_pitch(sums: &Sums, region: &Rect, pitch: f64, hints: &Hints) -> Option<Found> {
    let step = pitch / f64::from(PHASES);
    let places = (0..PHASES).flat_map(|x| (0..PHASES).map(move |y| (f64::from(x) * step, f64::from(y) * step)));
    places.filter_map(|(x, y)| at_place(sums, region, pitch, (region.x + x, region.y + y), hints)).max_by(by_worth)
}

fn by_worth(a: &Found, b: &Found) -> std::cmp::Ordering {
    a.worth.total_cmp(&b.worth)
}

/// The same level at a finer place and pitch.
fn refined(sums: &Sums, region: &Rect, mut best: Found, hints: &Hints) -> Found {
    for fine in [16.0, 32.0] {
        let block = Block::around(best.own.enumerate().filter(|(_, own)| **own).map(|(cell, _)| cell));
        let Some(block) = block else { return best };
        let Lattice { x, y, pitch_x: pitch, .. } = best.lattice;
        let middle = ((block.left + block.right) as f64 / 2.0, (block.top + block.bottom) as f64 / 2.0);
        let (centre_x, centre_y) = (x + middle.0 * pitch, y + middle.1 * pitch);
        for wider in -4..=4 {
            let pitch = pitch + f64::from(wider) / fine * 2.0 * pitch / 20.0 / middle.0.max(middle.1).max(1.0);
            for (right, down) in (-1..=1).flat_map(|right| (-1..=1).map(move |down| (right, down))) {
                let corner = |centre: f64, middle: f64, moved: i32| {
                    centre - (middle + 0.5) * pitch + f64::from(moved) / fine * pitch
                };
                let place = (corner(centre_x, middle.0, right), corner(centre_y, middle.1, down));
                if let Some(next) = at_place(sums, region, pitch, place, hints).filter(|next| next.worth > best.worth) {
                    best = next;
                }
            }
        }
    }
    best
}

/// The best level of cells at whole pitches from a place.
fn at_place(sums: &Sums, region: &Rect, pitch: f64, (x, y): (f64, f64), hints: &Hints) -> Option<Found> {
    let first = |start: f64, place: f64| place + ((start - place) / pitch - 0.02).ceil() * pitch;
    let (left, top) = (first(region.x, x), first(region.y, y));
    let count = |start: f64, end: f64| ((end - start) / pitch + 0.04).floor().max(0.0) as usize;
    let (cols, rows) = (count(left, region.right()), count(top, region.bottom()));
    if rows < *LINES.start() || cols < *LINES.start() {
        return None;
    }
    let lattice = Lattice::from_corner(left, top, (pitch, pitch), rows, cols);
    let cells = sums.cells(&lattice);
    ALIKE.into_iter().filter_map(|alike| enclosed(&lattice, &cells, alike, hints)).max_by(by_worth)
}

/// The cells' kinds, each of those that differ by so much at most.
fn kinds(cells: &[[u8; SMALL_BYTES]], alike: f32) -> Option<(Vec<usize>, usize)> {
    let mut leaders: Vec<&[u8; SMALL_BYTES]> = Vec::new();
    let mut kinds = Vec::with_capacity(cells.len());
    for cell in cells {
        let nearest = leaders
            .iter()
            .enumerate()
            .map(|(kind, leader)| (kind, patch::difference(*leader, cell)))
            .fold((0, f32::MAX), |best, next| if next.1 < best.1 { next } else { best });
        if nearest.1 <= alike {
            kinds.push(nearest.0);
        } else {
            kinds.push(leaders.len());
            leaders.push(cell);
            if leaders.len() > MOST_KINDS {
                return None;
            }
        }
    }
    Some((kinds, leaders.len()))
}

/// The best level among the cells of a lattice.
fn enclosed(lattice: &Lattice, cells: &[[u8; SMALL_BYTES]], alike: f32, hints: &Hints) -> Option<Found> {
    let (kinds, count) = kinds(cells, alike)?;
    let mut sizes = vec![0_usize; count];
    kinds.iter().for_each(|kind| sizes[*kind] += 1);
    let mut common: Vec<usize> = (0..count).filter(|kind| sizes[*kind] >= FEWEST_WALLS).collect();
    common.sort_by_key(|kind| (std::cmp::Reverse(sizes[*kind]), *kind));
    let grid = Grid::from_fn(lattice.rows, lattice.cols, |cell| kinds[cell.row * lattice.cols + cell.col]);
    let best = common
        .into_iter()
        .take(WALLS)
        .filter_map(|wall| {
            let (mut own, is_ground) = within(&grid, wall, count)?;
            strip(&mut own, &grid, wall, cells);
            let block = Block::around(own.enumerate().filter(|(_, own)| **own).map(|(cell, _)| cell))?;
            let size = (block.bottom + 1 - block.top, block.right + 1 - block.left);
            if !LINES.contains(&size.0) || !LINES.contains(&size.1) || hints.size.is_some_and(|known| known != size) {
                return None;
            }
            // Any grid tells a plain ground: how well this one tells what is drawn on it counts for all.
            let drawn = Grid::from_fn(own.rows(), own.cols(), |cell| {
                own[cell] && is_drawn(&cells[cell.row * lattice.cols + cell.col])
            });
            let share = told_of(&drawn, &kinds, cells, count).unwrap_or(1.0);
            let worth = worth(&own, &kinds, cells, count) * lattice.pitch_x * lattice.pitch_y * share;
            Some((own, if is_ground { GROUND * worth } else { worth }))
        })
        .max_by(|a, b| a.1.total_cmp(&b.1))?;
    Some(Found { lattice: *lattice, kinds, count, own: best.0, worth: best.1 })
}

/// The cells of the level whose walls are of a kind: the largest room that cannot be left but through walls, and the walls.
/// With it, whether the walls reach the picture's rim, as a ground does.
fn within(kinds: &Grid<usize>, wall: usize, count: usize) -> Option<(Grid<bool>, bool)> {
    let (rows, cols) = (kinds.rows(), kinds.cols());
    let mut is_room = kinds.map(|kind| *kind != wall);
    let at_rim = |cell: Cell| cell.row == 0 || cell.col == 0 || cell.row + 1 == rows || cell.col + 1 == cols;
    let starts: Vec<Cell> =
        is_room.enumerate().filter(|(cell, room)| **room && at_rim(*cell)).map(|(cell, _)| cell).collect();
    for start in starts {
        is_room.take_region(start);
    }
    let mut rooms = Vec::new();
    for start in (0..rows).flat_map(|row| (0..cols).map(move |col| Cell::new(row, col))) {
        rooms.extend(is_room[start].then(|| is_room.take_region(start)));
    }
    let room = rooms.into_iter().max_by_key(Vec::len).filter(|room| room.len() >= FEWEST_ENCLOSED)?;
    let mut sizes = vec![0_usize; count];
    room.iter().for_each(|cell| sizes[kinds[*cell]] += 1);
    let shown = sizes.iter().filter(|size| **size > 0).count();
    let floor = sizes.iter().copied().max().unwrap_or(0);
    if !ENCLOSED_KINDS.contains(&shown) || 2 * shown > room.len() || (floor as f64) < LEAST_FLOOR * room.len() as f64 {
        return None;
    }
    let mut own = kinds.map(|kind| *kind == wall);
    for cell in &room {
        own[*cell] = true;
    }
    // Walls elsewhere do not touch these, and grounds that look like walls reach the picture's rim.
    let all = largest_group(&own);
    let is_ground = all.iter().any(|cell| at_rim(*cell));
    let around = Block::around(room.iter().copied())?;
    let near = |cell: &Cell| {
        (around.top..=around.bottom + 2).contains(&(cell.row + 1))
            && (around.left..=around.right + 2).contains(&(cell.col + 1))
    };
    let mut level = kinds.map(|_| false);
    for cell in all.into_iter().filter(|cell| !is_ground || near(cell)) {
        level[cell] = true;
    }
    room.iter().all(|cell| level[*cell]).then_some((level, is_ground))
}

/// Takes walls away that border on no room and differ more from those that do than these do from each other: what stands
/// beside a level and is but somewhat like its walls.
fn strip(own: &mut Grid<bool>, kinds: &Grid<usize>, wall: usize, cells: &[[u8; SMALL_BYTES]]) {
    const MORE: f32 = 1.3;
    let is_room = |cell: Cell| own[cell] && kinds[cell] != wall;
    let walls = own.enumerate().filter(|(cell, own)| **own && kinds[*cell] == wall).map(|(cell, _)| cell);
    let (bordering, others): (Vec<Cell>, Vec<Cell>) = walls.partition(|cell| own.around(*cell).any(is_room));
    let picture = |cell: &Cell| &cells[cell.row * kinds.cols() + cell.col];
    let mut sum = [0_u32; SMALL_BYTES];
    for cell in &bordering {
        sum.iter_mut().zip(picture(cell)).for_each(|(sum, value)| *sum += u32::from(*value));
    }
    let mean = sum.map(|sum| (sum / bordering.len().max(1) as u32) as u8);
    let off = |cell: &Cell| patch::difference(&mean, picture(cell));
    let most = bordering.iter().map(off).fold(0.0, f32::max);
    for cell in others.iter().filter(|cell| off(cell) > MORE * most) {
        own[*cell] = false;
    }
}

/// What a lattice tells of the cells that are not of one colour all over: a plain ground is told by any lattice.
#[derive(Clone, Copy, Debug)]
pub(super) struct Told {
    /// The share of these cells that are told by others.
    pub(super) share: f64,
    /// How much of the picture that is, in pixels.
    pub(super) area: f64,
}

/// What a lattice tells of a picture.
pub(super) fn told(sums: &Sums, lattice: &Lattice) -> Told {
    let cells = sums.cells(lattice);
    let drawn = Grid::from_fn(lattice.rows, lattice.cols, |cell| is_drawn(&cells[cell.row * lattice.cols + cell.col]));
    let told = ALIKE.into_iter().filter_map(|alike| {
        let (kinds, count) = kinds(&cells, alike)?;
        told_of(&drawn, &kinds, &cells, count)
    });
    let share = told.fold(0.0, f64::max);
    let count = drawn.iter().filter(|drawn| **drawn).count();
    Told { share, area: share * count as f64 * lattice.pitch_x * lattice.pitch_y }
}

/// Whether a cell shows more than one colour.
fn is_drawn(cell: &[u8; SMALL_BYTES]) -> bool {
    plain_colour(cell.as_chunks::<3>().0.iter().copied()).is_none()
}

/// The share of cells that are told by others of their kinds; nothing where there are none.
fn told_of(own: &Grid<bool>, kinds: &[usize], cells: &[[u8; SMALL_BYTES]], count: usize) -> Option<f64> {
    let all = own.iter().filter(|own| **own).count();
    (all > 0).then(|| (worth(own, kinds, cells, count) / all as f64).max(0.0))
}

/// How many cells' pictures are told by those of their kinds.
fn worth(own: &Grid<bool>, kinds: &[usize], cells: &[[u8; SMALL_BYTES]], count: usize) -> f64 {
    let mut sums = vec![([0_u32; SMALL_BYTES], 0_u32); count];
    let members: Vec<usize> = own.iter().enumerate().filter(|(_, own)| **own).map(|(index, _)| index).collect();
    for &index in &members {
        let (sum, size) = &mut sums[kinds[index]];
        sum.iter_mut().zip(&cells[index]).for_each(|(sum, value)| *sum += u32::from(*value));
        *size += 1;
    }
    let means: Vec<[u8; SMALL_BYTES]> =
        sums.iter().map(|(sum, size)| sum.map(|v| (v / (*size).max(1)) as u8)).collect();
    let told = |index: usize| {
        let off = patch::difference(&cells[index], &means[kinds[index]]);
        f64::from(1.0 - (off / UNLIKE).min(1.0))
    };
    let shown = sums.iter().filter(|(_, size)| *size > 0).count();
    members.into_iter().map(told).sum::<f64>() - shown as f64
}

#[cfg(test)]
mod tests {
    use super::*;
    use image::Rgb;

    const PITCH: u32 = 30;
    const CORNER: (u32, u32) = (70, 50);

    /// What a level shows at a pixel of a cell: walls of bricks three of which lie over each other, and a floor.
    fn tile(symbol: char, x: u32, y: u32) -> Rgb<u8> {
        let row = y / 10;
        match symbol {
            '#' if y % 10 == 9 || (x + row % 2 * 8) % 15 == 14 => Rgb([210, 200, 180]),
            '#' => Rgb([180, 70, 45]),
            '$' if (3..27).contains(&x) && (3..27).contains(&y) => Rgb([200, 140, 60]),
            '.' if x.abs_diff(15) + y.abs_diff(15) < 8 => Rgb([40, 60, 200]),
            '@' if x.abs_diff(15) < 6 && y > 4 => Rgb([20, 20, 60]),
            _ => Rgb([232, 220, 192]),
        }
    }

    /// A level on a ground that is no plain one.
    fn level_of(rows: &[&str]) -> RgbImage {
        RgbImage::from_fn(420, 300, |x, y| {
            let cell = x.checked_sub(CORNER.0).zip(y.checked_sub(CORNER.1)).map(|(x, y)| (x / PITCH, y / PITCH));
            let symbol = cell.and_then(|(col, row)| rows.get(row as usize)?.chars().nth(col as usize)).unwrap_or('_');
            match symbol {
                '_' => Rgb([(40 + x / 8) as u8, 90, (30 + y / 6) as u8]),
                symbol => tile(symbol, (x - CORNER.0) % PITCH, (y - CORNER.1) % PITCH),
            }
        })
    }

    #[test]
    fn bricks_in_the_walls_are_no_cells() {
        let picture = level_of(&["__#####_", "###---#_", "#-$.@-##", "#-##$--#", "#-.----#", "########"]);
        let region = Rect::new(0.0, 0.0, 420.0, 300.0);
        let found = level(&picture, &Sums::new(&picture).unwrap(), &region, &Hints::default()).unwrap();
        assert_eq!((found.cols, found.rows), (8, 6), "{found:?}");
        let right = Lattice::from_corner(70.0, 50.0, (30.0, 30.0), 6, 8);
        for cell in [Cell::new(0, 0), Cell::new(5, 7)] {
            assert!(found.centre(cell).distance(right.centre(cell)) < 1.5, "{found:?}");
        }
    }

    #[test]
    fn what_no_walls_enclose_is_no_level() {
        let picture = level_of(&["__#####_", "__#---#_", "#-$.@-__", "#-##$--#", "#-.----_", "##-#####"]);
        let region = Rect::new(0.0, 0.0, 420.0, 300.0);
        let found = level(&picture, &Sums::new(&picture).unwrap(), &region, &Hints::default());
        assert_eq!(found.filter(|found| (found.cols, found.rows) == (8, 6)), None);
    }
}
