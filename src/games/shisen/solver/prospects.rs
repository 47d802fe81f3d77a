//! How well a board can be played on after a shuffle, told from random games on random shuffles of it.

use super::super::position::{Board, Move};
use super::packed::{Packed, Table};
use super::restarts::Prospects;
use crate::search::replay;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::cmp::Reverse;

/// Shuffles that are tried.
const SHUFFLES: u64 = 8;
/// Games on each of them.
const GAMES: u64 = 2;

/// What the end of a line promises.
pub(super) fn of_line(position: &Board, moves: &[Move]) -> Prospects {
    let end = replay(position, moves).map_or_else(|_| position.clone(), |(end, _)| end);
    let (table, packed) = Table::pack(&end);
    packed.prospects(&table)
}

impl Packed {
    /// What a shuffle of this board promises: the tiles that random games on random shuffles leave, over all of them. The same
    /// board always promises the same.
    pub(super) fn prospects(&self, table: &Table) -> Prospects {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        let (mut dealt, mut position) = (self.clone(), self.clone());
        let mut left = 0;
        for _ in 0..SHUFFLES {
            dealt.deal_anew(table, &mut rng);
            for _ in 0..GAMES {
                position.copy_from(&dealt);
                left += position.play_by_chance(table, &mut rng);
            }
        }
        Reverse(left)
    }

    /// Plays a game in which each move is a pair of a kind by chance among those that can go. The tiles that it leaves.
    pub(super) fn play_by_chance(&mut self, table: &Table, rng: &mut ChaCha8Rng) -> usize {
        let mut order: Vec<usize> = (0..table.kinds()).filter(|&kind| self.count(kind) > 0).collect();
        order.iter().for_each(|&kind| self.tiles_mut(table, kind).shuffle(rng));
        order.shuffle(rng);
        while !order.is_empty() {
            let first = rng.random_range(0..order.len());
            let mut places = (first..order.len()).chain(0..first);
            let found = places.find_map(|place| Some((place, self.joined_pair(table, order[place])?)));
            let Some((place, pair)) = found else { break };
            self.remove(table, order[place], pair);
            if self.count(order[place]) == 0 {
                order.swap_remove(place);
            }
        }
        order.iter().map(|&kind| self.count(kind)).sum()
    }
}
