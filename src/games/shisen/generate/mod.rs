//! Random boards from a seed.

mod counts;
mod difficulty;
mod removal;
#[cfg(test)]
mod tests;

pub use counts::Counts;
pub use difficulty::Difficulty;

use super::position::Board;
use super::rules::Rules;
use crate::grid::{Cell, Grid, Symbol};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;

/// Names of the kinds where one character is enough.
const CHARACTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
/// How often a deal is tried before it is given up: one that leaves a pair, that is cleared, or that is as difficult as asked.
pub const TRIES: usize = 200;

/// How tiles are dealt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Deal {
    /// Any order in which a pair can go.
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
    /// Number of kinds; as many as `copies` and `counts` let fit where it is not said.
    pub kinds: Option<usize>,
    /// How many tiles of a kind there are; what `kinds` leaves where it is not said.
    pub copies: Option<usize>,
    /// How many tiles each kind has.
    pub counts: Counts,
    /// How many cells hold a stone.
    pub stones: usize,
    /// How tiles are dealt.
    pub deal: Deal,
}

impl Default for Spec {
    fn default() -> Self {
        let (kinds, copies, counts) = (None, None, Counts::Equal);
        Self { rows: 8, cols: 18, kinds, copies, counts, stones: 0, deal: Deal::Solvable }
    }
}

impl Spec {
    /// The flags that say how many cells there are for tiles.
    fn size(&self) -> String {
        let size = format!("--size {}x{}", self.cols, self.rows);
        if self.stones == 0 { size } else { format!("{size} --stones {}", self.stones) }
    }
}

/// A board whose cells all hold a tile or a stone. `index` tells the boards of one seed apart.
///
/// # Errors
/// The flag that cannot be met and what can.
pub fn board(rules: &Arc<Rules>, spec: &Spec, seed: u64, index: u64) -> Result<Board, String> {
    deal(rules, spec, &mut random(seed, index))
}

/// A board of this difficulty, and how it came to that in words. `index` tells the boards of one seed apart.
///
/// # Errors
/// The flag that cannot be met and what can; or how near [`TRIES`] boards came.
pub fn board_of(
    rules: &Arc<Rules>,
    spec: &Spec,
    wanted: Difficulty,
    seed: u64,
    index: u64,
) -> Result<(Board, String), String> {
    difficulty::board_of(rules, spec, wanted, &mut random(seed, index))
}

fn random(seed: u64, index: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(index);
    rng
}

/// One board on which a pair can go.
fn deal(rules: &Arc<Rules>, spec: &Spec, rng: &mut ChaCha8Rng) -> Result<Board, String> {
    for _ in 0..TRIES {
        let mut kind_of_pair = counts::kinds_of_pairs(spec, rng)?;
        let kinds = kind_of_pair.iter().max().map_or(0, |last| last + 1);
        let places = match spec.deal {
            Deal::Random => any_pairs(spec, rng),
            Deal::Solvable => match removal::pairs_to_remove(rules, spec, rng) {
                Some(pairs) => pairs,
                None => break,
            },
        };
        kind_of_pair.shuffle(rng);
        // What no pair covers is a stone.
        let stone = Symbol::from_char('#').unwrap_or(Symbol::EMPTY);
        let mut tiles = Grid::from_fn(spec.rows, spec.cols, |_| stone);
        for (place, kind) in places.iter().zip(kind_of_pair) {
            let name = name(kind, kinds);
            place.iter().for_each(|&cell| tiles[cell] = name);
        }
        let whole = |problems: Vec<crate::puzzle::Problem>| {
            problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
        };
        let board = Board::from_symbols(rules, &tiles).map_err(whole)?;
        if board.has_move() {
            return Ok(board);
        }
    }
    let (size, advice) = (spec.size(), "ask for fewer kinds or stones");
    Err(match spec.deal {
        Deal::Random => format!("{size}: no deal with a pair that can go was found in {TRIES} tries; {advice}"),
        Deal::Solvable => {
            format!("{size}: no deal that can be cleared was found in {TRIES} tries; {advice}, or say --deal random")
        }
    })
}

/// The name of a kind among so many.
fn name(kind: usize, kinds: usize) -> Symbol {
    let digits = kinds.to_string().len().max(2);
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

/// All cells but the stones' in pairs, by chance.
fn any_pairs(spec: &Spec, rng: &mut ChaCha8Rng) -> Vec<[Cell; 2]> {
    let mut cells = cells(spec);
    cells.shuffle(rng);
    cells.truncate(cells.len() - spec.stones);
    cells.as_chunks().0.to_vec()
}
