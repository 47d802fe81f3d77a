//! One pass of the beam: all positions after so many moves, of which the most promising are kept.

use super::position::{Content, Pair, Table, hash_after};
use super::view::{Children, Features, View};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// Cells that are looked at between two looks at the clock.
const CELLS_BETWEEN_LOOKS: usize = 32_768;

// What a position is worth: tuned on deals of 16×9 with the shifts down and vertical-in.
const PLAYABLE: f32 = 3.0;
const PAIR: f32 = 1.0;
const WHOLE: f32 = 2.0;
const BLOCKED: f32 = -3.0;

fn rating(features: Features) -> f32 {
    let Features { pairs, playable, blocked, whole } = features;
    PLAYABLE * playable as f32 + PAIR * pairs as f32 + WHOLE * whole as f32 + BLOCKED * blocked as f32
}

/// Positions between two looks at the clock, on boards of so many cells.
pub(super) fn looks_apart(cells: usize) -> u64 {
    (CELLS_BETWEEN_LOOKS / cells.max(1)).max(1) as u64
}

/// Hashes of positions are random already.
#[derive(Default)]
pub(super) struct AsIs(u64);

impl Hasher for AsIs {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0.rotate_left(8) ^ u64::from(byte));
    }

    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

/// A move from a kept position, and what it leads to.
struct Candidate {
    rating: f32,
    hash: u64,
    parent: u32,
    pair: Pair,
}

/// How wide a pass is, and by how much it departs from the ratings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Width {
    pub(super) positions: usize,
    pub(super) noise: f32,
    pub(super) seed: u64,
}

/// What a pass came to.
#[derive(Clone)]
pub(super) struct Line {
    pub(super) pairs: Vec<Pair>,
    /// Whether every position was kept and followed to its end: then there is no longer line.
    pub(super) is_exhaustive: bool,
    /// Whether the budget ended it.
    pub(super) is_spent: bool,
}

/// What passes work with.
pub(super) struct Passes<'a> {
    pub(super) table: &'a Table,
    pub(super) is_over: &'a dyn Fn() -> bool,
    /// Most positions to be looked at.
    pub(super) limit: Option<u64>,
    /// Positions looked at so far.
    pub(super) nodes: u64,
}

impl Passes<'_> {
    /// The longest line that a beam of this width finds.
    pub(super) fn run(&mut self, start: &[Content], width: Width) -> Line {
        let size = start.len();
        let looks = looks_apart(size);
        let mut rng = ChaCha8Rng::seed_from_u64(width.seed);
        let (mut view, mut children) = (View::new(self.table), Children::new(self.table));
        let (mut pairs, mut changes) = (Vec::new(), Vec::new());
        let mut candidates: Vec<Candidate> = Vec::new();
        let (mut layer, mut next, mut child) = (start.to_vec(), Vec::new(), start.to_vec());
        let mut hashes = vec![self.table.hash(start)];
        let mut history: Vec<Vec<(u32, Pair)>> = Vec::new();
        let mut seen: HashSet<u64, BuildHasherDefault<AsIs>> = HashSet::default();
        // Pairs that the program does not take are left out of the first move alone.
        let (mut is_exhaustive, mut is_spent) = (self.table.refused.is_empty(), false);
        while !is_spent {
            let is_settled = !history.is_empty();
            candidates.clear();
            seen.clear();
            'layer: for (parent, cells) in layer.chunks_exact(size).enumerate() {
                view.load(self.table, cells);
                view.pairs(self.table, &mut pairs);
                if !is_settled {
                    pairs.retain(|pair| !self.table.refused.contains(pair));
                }
                for &pair in &pairs {
                    self.table.play_noting(cells, &mut child, pair, is_settled, &mut changes);
                    let hash = hash_after(hashes[parent], &changes);
                    if !seen.insert(hash) {
                        continue;
                    }
                    if self.limit.is_some_and(|limit| self.nodes >= limit)
                        || self.nodes.is_multiple_of(looks) && (self.is_over)()
                    {
                        is_spent = true;
                        break 'layer;
                    }
                    self.nodes += 1;
                    let features = children.features(self.table, &view, &child, &changes);
                    let noise = if width.noise > 0.0 { width.noise * rng.random::<f32>() } else { 0.0 };
                    candidates.push(Candidate { rating: rating(features) + noise, hash, parent: parent as u32, pair });
                }
            }
            if candidates.is_empty() {
                break;
            }
            if candidates.len() > width.positions {
                is_exhaustive = false;
                candidates.select_nth_unstable_by(width.positions, |one, other| {
                    other.rating.total_cmp(&one.rating).then(one.hash.cmp(&other.hash))
                });
                candidates.truncate(width.positions);
            }
            next.clear();
            hashes.clear();
            hashes.extend(candidates.iter().map(|candidate| candidate.hash));
            for candidate in &candidates {
                let parent = candidate.parent as usize * size;
                child.copy_from_slice(&layer[parent..parent + size]);
                self.table.play(&mut child, candidate.pair, is_settled);
                next.extend_from_slice(&child);
            }
            std::mem::swap(&mut layer, &mut next);
            history.push(candidates.iter().map(|candidate| (candidate.parent, candidate.pair)).collect());
        }
        Line { pairs: back_from_the_end(&history), is_exhaustive: is_exhaustive && !is_spent, is_spent }
    }
}

/// The moves that lead to a position of the last layer.
fn back_from_the_end(history: &[Vec<(u32, Pair)>]) -> Vec<Pair> {
    let mut pairs = Vec::with_capacity(history.len());
    let mut place = 0;
    for moves in history.iter().rev() {
        let Some(&(parent, pair)) = moves.get(place) else { break };
        pairs.push(pair);
        place = parent as usize;
    }
    pairs.reverse();
    pairs
}
