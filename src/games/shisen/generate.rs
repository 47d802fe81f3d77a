//! Random boards from a seed.

use super::path::{Lines, MAX_SIDE};
use super::position::Board;
use super::rules::Rules;
use super::shift::{self, Lane};
use crate::grid::{Cell, Grid, Symbol};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;

/// Names of the kinds where one character is enough.
const CHARACTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
/// How often the removal of all tiles is tried before a deal is given up.
const TRIES: usize = 200;

/// How tiles are dealt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Deal {
    /// Any order.
    Random,
    /// So that some line of play clears the board.
    #[default]
    Solvable,
}

/// What a board is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spec {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
    /// Number of kinds; as many as `copies` lets fit where it is not said.
    pub kinds: Option<usize>,
    /// How many tiles of a kind are dealt before the next kind's turn; the kinds take turns until the board is full.
    pub copies: usize,
    /// How tiles are dealt.
    pub deal: Deal,
}

/// A full board. `index` tells the boards of one seed apart.
///
/// # Errors
/// The flag that cannot be met and what can.
pub fn board(rules: &Arc<Rules>, spec: &Spec, seed: u64, index: u64) -> Result<Board, String> {
    let pairs = pairs_of_kinds(spec)?;
    let kinds = pairs.last().map_or(0, |last| last + 1).max(pairs.iter().max().map_or(0, |most| most + 1));
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(index);
    let places = match spec.deal {
        Deal::Random => any_pairs(spec, &mut rng),
        Deal::Solvable => pairs_to_remove(rules, spec, &mut rng)?,
    };
    let mut tiles = Grid::from_fn(spec.rows, spec.cols, |_| Symbol::EMPTY);
    for (place, kind) in places.iter().zip(pairs) {
        let name = name(kind, kinds);
        place.iter().for_each(|&cell| tiles[cell] = name);
    }
    let whole =
        |problems: Vec<crate::puzzle::Problem>| problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
    Board::from_symbols(rules, &tiles).map_err(whole)
}

/// The kind of each pair of tiles.
fn pairs_of_kinds(spec: &Spec) -> Result<Vec<usize>, String> {
    let Spec { rows, cols, kinds, copies, .. } = *spec;
    let size = format!("--size {cols}x{rows}");
    if !(1..=MAX_SIDE).contains(&rows) || !(1..=MAX_SIDE).contains(&cols) {
        return Err(format!("{size}: a board has 1 to {MAX_SIDE} rows and columns"));
    }
    let cells = rows * cols;
    if cells % 2 == 1 {
        return Err(format!("{size}: {cells} cells are an odd number, and tiles go in pairs: make one side even"));
    }
    if copies == 0 || copies % 2 == 1 {
        return Err(format!("--copies {copies}: tiles go in pairs; expected an even number such as {}", copies + 1));
    }
    let most = cells / copies.min(cells) + usize::from(cells % copies.min(cells) > 0);
    let kinds = kinds.unwrap_or(most);
    if !(1..=most).contains(&kinds) {
        return Err(format!(
            "--kinds {kinds}: {size} has {cells} cells, which {copies} tiles of each kind fill with 1 to {most} kinds; \
             --copies 2 makes room for up to {}",
            cells / 2
        ));
    }
    Ok((0..cells / 2).map(|pair| pair / (copies / 2) % kinds).collect())
}

/// The name of a kind among so many.
fn name(kind: usize, kinds: usize) -> Symbol {
    let digits = if kinds > 99 { 3 } else { 2 };
    let character = CHARACTERS.get(kind).filter(|_| kinds <= CHARACTERS.len());
    let symbol = match character {
        Some(&character) => Symbol::from_char(char::from(character)),
        None => format!("{:0digits$}", kind + 1).parse().ok(),
    };
    symbol.unwrap_or(Symbol::EMPTY)
}

fn cells(spec: &Spec) -> Vec<Cell> {
    (0..spec.rows).flat_map(|row| (0..spec.cols).map(move |col| Cell::new(row, col))).collect()
}

/// All cells in pairs, by chance.
fn any_pairs(spec: &Spec, rng: &mut ChaCha8Rng) -> Vec<[Cell; 2]> {
    let mut cells = cells(spec);
    cells.shuffle(rng);
    cells.as_chunks().0.to_vec()
}

/// All cells in pairs such that a board that is equal within each pair can be cleared: a full board whose tiles are all
/// alike is played to its end, and each tile that goes is noted with the cell that it started from. In no order.
fn pairs_to_remove(rules: &Rules, spec: &Spec, rng: &mut ChaCha8Rng) -> Result<Vec<[Cell; 2]>, String> {
    let lanes = shift::lanes(rules, &Grid::from_fn(spec.rows, spec.cols, |_| false));
    for _ in 0..TRIES {
        if let Some(mut pairs) = Alike::new(rules, spec).clear(&lanes, rng) {
            pairs.shuffle(rng);
            return Ok(pairs);
        }
    }
    let Spec { rows, cols, .. } = spec;
    Err(format!("--size {cols}x{rows}: no deal that can be cleared was found in {TRIES} tries; say --deal random"))
}

/// A board whose tiles are all alike; each knows the cell that it started from.
struct Alike {
    started: Grid<Option<Cell>>,
    free: Lines,
}

impl Alike {
    fn new(rules: &Rules, spec: &Spec) -> Self {
        let mut free = Lines::new(spec.rows, spec.cols, rules.ring);
        cells(spec).into_iter().for_each(|cell| free.block(cell));
        Self { started: Grid::from_fn(spec.rows, spec.cols, Some), free }
    }

    /// Removes pairs by chance until nothing is left, or no pair can go.
    fn clear(mut self, lanes: &[Vec<Lane>], rng: &mut ChaCha8Rng) -> Option<Vec<[Cell; 2]>> {
        let mut pairs = Vec::new();
        loop {
            let tiles = self.started.enumerate().filter(|(_, tile)| tile.is_some());
            let mut left: Vec<Cell> = tiles.map(|(cell, _)| cell).collect();
            if left.is_empty() {
                return Some(pairs);
            }
            left.shuffle(rng);
            let pair = left.iter().enumerate().find_map(|(place, &from)| {
                let joined: Vec<Cell> =
                    left[place + 1..].iter().copied().filter(|&to| self.free.joins(from, to)).collect();
                (!joined.is_empty()).then(|| [from, joined[rng.random_range(0..joined.len())]])
            })?;
            pairs.extend(self.remove(pair));
            for lane in lanes.iter().flatten() {
                shift::pack(lane, &mut self, |alike, cell| alike.started[cell].is_some(), Self::carry);
            }
        }
    }

    /// Takes a pair away: the cells that its tiles started from.
    fn remove(&mut self, [from, to]: [Cell; 2]) -> Option<[Cell; 2]> {
        self.free.free(from);
        self.free.free(to);
        Some([self.started[from].take()?, self.started[to].take()?])
    }

    fn carry(&mut self, from: Cell, to: Cell) {
        self.started[to] = self.started[from].take();
        self.free.free(from);
        self.free.block(to);
    }
}
