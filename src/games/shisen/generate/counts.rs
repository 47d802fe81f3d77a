//! How many tiles each kind has, and the nearest that would do where the numbers do not come out even.

use super::Spec;
use crate::games::shisen::path::MAX_SIDE;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

/// Tiles of a kind where neither this nor the number of kinds is said.
const COPIES: usize = 4;
/// How many other sizes are named.
const SIZES_NAMED: usize = 3;

/// How many tiles each kind has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Counts {
    /// All the same number.
    #[default]
    #[value(skip)]
    Equal,
    /// A pair each, and each further pair is of a kind by chance.
    Chance,
    /// Kinds take turns, some tiles of each, until the board is full.
    Turns,
}

/// The kind of each pair of tiles. Random numbers are drawn for [`Counts::Chance`] alone.
pub(super) fn kinds_of_pairs(spec: &Spec, rng: &mut ChaCha8Rng) -> Result<Vec<usize>, String> {
    let tiles = tiles(spec)?;
    if let Some(copies) = spec.copies.filter(|copies| *copies == 0 || copies % 2 == 1) {
        return Err(format!(
            "--copies {copies}: tiles go in pairs; expected an even number such as {}",
            copies.saturating_add(1).max(2)
        ));
    }
    let pairs = tiles / 2;
    if let Some(kinds) = spec.kinds.filter(|kinds| !(1..=pairs).contains(kinds)) {
        return Err(format!("--kinds {kinds}: {} has {tiles} cells for tiles: 1 to {pairs} kinds", spec.size()));
    }
    match spec.counts {
        Counts::Equal => {
            let (kinds, copies) = equal(spec, tiles)?;
            Ok((0..pairs).map(|pair| pair / (copies / 2) % kinds).collect())
        }
        Counts::Turns => {
            let copies = spec.copies.unwrap_or(COPIES);
            let most = tiles.div_ceil(copies);
            let kinds = spec.kinds.unwrap_or(most);
            if kinds > most {
                return Err(format!(
                    "--kinds {kinds}: {} has {tiles} cells for tiles, which {copies} of each kind in turn fill with 1 to \
                     {most} kinds; --copies 2 makes room for up to {pairs}",
                    spec.size()
                ));
            }
            Ok((0..pairs).map(|pair| pair / (copies / 2) % kinds).collect())
        }
        Counts::Chance => {
            let kinds = spec.kinds.unwrap_or(tiles.div_ceil(spec.copies.unwrap_or(COPIES)));
            Ok(by_chance(pairs, kinds, rng))
        }
    }
}

/// How many cells there are for tiles.
fn tiles(spec: &Spec) -> Result<usize, String> {
    let Spec { rows, cols, stones, .. } = *spec;
    let size = spec.size();
    if !(1..=MAX_SIDE).contains(&rows) || !(1..=MAX_SIDE).contains(&cols) {
        return Err(format!("{size}: a board has 1 to {MAX_SIDE} rows and columns"));
    }
    let cells = rows * cols;
    let Some(tiles) = cells.checked_sub(stones).filter(|tiles| *tiles >= 2) else {
        return match cells.saturating_sub(2) {
            0 if stones == 0 => {
                Err(format!("{size}: a board has room for two tiles at least: ask for more rows or columns"))
            }
            most => Err(format!("{size}: {cells} cells hold at most {most} stones and a pair")),
        };
    };
    match (tiles % 2, stones) {
        (0, _) => Ok(tiles),
        (_, 0) => Err(format!(
            "{size}: {cells} cells are an odd number, and tiles go in pairs: make one side even, or say --stones 1"
        )),
        _ => Err(format!(
            "{size}: {tiles} cells are left for tiles, an odd number, and tiles go in pairs: say --stones {} or {}",
            stones - 1,
            stones + 1
        )),
    }
}

/// The number of kinds and of the tiles of each, where all have the same.
fn equal(spec: &Spec, tiles: usize) -> Result<(usize, usize), String> {
    match (spec.kinds, spec.copies) {
        (Some(kinds), Some(copies)) if kinds.checked_mul(copies) == Some(tiles) => Ok((kinds, copies)),
        (Some(kinds), None) if tiles.is_multiple_of(2 * kinds) => Ok((kinds, tiles / kinds)),
        (None, copies) if tiles.is_multiple_of(copies.unwrap_or(COPIES)) => {
            let copies = copies.unwrap_or(COPIES);
            Ok((tiles / copies, copies))
        }
        _ => Err(nearest(spec, tiles)),
    }
}

/// What the numbers come to, and what would do.
fn nearest(spec: &Spec, tiles: usize) -> String {
    let pairs = tiles / 2;
    let asked = match (spec.kinds, spec.copies) {
        (Some(kinds), Some(copies)) => {
            format!("--kinds {kinds} --copies {copies}: that is {} tiles", kinds.saturating_mul(copies))
        }
        (Some(kinds), None) => format!("--kinds {kinds}: so many kinds cannot have equal even numbers of tiles"),
        (None, copies) => format!("--copies {}: tiles go in such lots", copies.unwrap_or(COPIES)),
    };
    let wanted = spec.kinds.unwrap_or((tiles / spec.copies.unwrap_or(COPIES)).max(1));
    let fewer = (1..=wanted.min(pairs)).rev().find(|kinds| pairs.is_multiple_of(*kinds));
    let more = (wanted + 1..=pairs).find(|kinds| pairs.is_multiple_of(*kinds));
    let named = |kinds: usize| format!("--kinds {kinds} --copies {}", tiles / kinds);
    let mut ways: Vec<String> = [fewer, more].into_iter().flatten().map(named).collect();
    ways.extend(nearest_sizes(spec));
    ways.push("--uneven".to_owned());
    format!("{asked}, and {} has {tiles} cells for tiles; nearest that come out even: {}", spec.size(), ways.join("; "))
}

/// The sizes nearest to the one asked for that the kinds and copies asked for fill.
fn nearest_sizes(spec: &Spec) -> Vec<String> {
    let mut sizes: Vec<(usize, usize, usize, usize)> = Vec::new();
    for rows in 1..=MAX_SIDE {
        for cols in 1..=MAX_SIDE {
            let other = Spec { rows, cols, ..*spec };
            let Ok(tiles) = tiles(&other) else { continue };
            let fits = match (spec.kinds, spec.copies) {
                (Some(kinds), Some(copies)) => kinds.checked_mul(copies) == Some(tiles),
                (Some(kinds), None) => tiles.is_multiple_of(2 * kinds),
                (None, copies) => tiles.is_multiple_of(copies.unwrap_or(COPIES)),
            };
            if fits {
                let steps = rows.abs_diff(spec.rows) + cols.abs_diff(spec.cols);
                sizes.push((steps, (rows * cols).abs_diff(spec.rows * spec.cols), rows, cols));
            }
        }
    }
    sizes.sort_unstable();
    sizes.into_iter().take(SIZES_NAMED).map(|(_, _, rows, cols)| format!("--size {cols}x{rows}")).collect()
}

/// A pair of each kind, and the others by chance, so that not all kinds have the same number where that can be.
fn by_chance(pairs: usize, kinds: usize, rng: &mut ChaCha8Rng) -> Vec<usize> {
    let mut found: Vec<usize> = (0..kinds).collect();
    found.extend((kinds..pairs).map(|_| rng.random_range(0..kinds)));
    let count = |kind: usize| found.iter().filter(|other| **other == kind).count();
    if kinds > 1 && pairs > kinds && (1..kinds).all(|kind| count(kind) == count(0)) {
        // The first kind gets a pair that the last one has beyond its first.
        if let Some(pair) = (kinds..pairs).find(|&pair| found[pair] == kinds - 1) {
            found[pair] = 0;
        }
    }
    found
}
