//! Depth first through all positions, each of them once: proofs on small boards, and what the beam is measured against.

use super::super::super::position::{Board, Move};
use super::pass::{AsIs, looks_apart};
use super::position::{Content, Pair, Table, hash_after};
use super::view::View;
use super::{DEFAULT_MEMORY_MIB, played};
use crate::puzzle::Gain;
use crate::search::{Budget, Outcome, Solver};
use std::collections::HashSet;
use std::hash::BuildHasherDefault;

/// What a position that was met costs in memory, in bytes: its hash in a table that is at worst less than half full.
const BYTES_EACH: usize = 20;

/// Follows the pairs in the order in which they are listed, and turns back from positions that were met before. On one thread.
/// `nodes` are positions.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct DepthFirst;

/// A position on the way, and which of its pairs comes next.
struct Stage {
    cells: Vec<Content>,
    hash: u64,
    pairs: Vec<Pair>,
    next: usize,
}

impl Solver<Board> for DepthFirst {
    fn name(&self) -> &'static str {
        "depth-first"
    }

    fn solve(&self, position: &Board, budget: &Budget, better: &mut dyn FnMut(&Outcome<Move>)) -> Outcome<Move> {
        let (table, start) = Table::of(position);
        let most: usize = position.counts().values().map(|count| count / 2).sum();
        let line = |pairs: &[Pair], nodes: u64, proven: bool| Outcome {
            nodes,
            proven,
            algorithm: self.name(),
            ..played(position, &table, pairs)
        };
        let most_met = (budget.memory_mib.unwrap_or(DEFAULT_MEMORY_MIB) << 20) / BYTES_EACH;
        let looks = looks_apart(start.len());
        let mut met: HashSet<u64, BuildHasherDefault<AsIs>> = HashSet::default();
        let (mut view, mut changes) = (View::new(&table), Vec::new());
        let mut stage = |cells: Vec<Content>, hash: u64| {
            let mut pairs = Vec::new();
            view.load(&table, &cells);
            view.pairs(&table, &mut pairs);
            Stage { cells, hash, pairs, next: 0 }
        };
        let hash = table.hash(&start);
        let mut stages = vec![stage(start, hash)];
        stages[0].pairs.retain(|pair| !table.refused.contains(pair));
        let (mut way, mut nodes): (Vec<Pair>, u64) = (Vec::new(), 0);
        let mut best = line(&[], 0, false);
        better(&best);
        while best.score < most as Gain * super::PAIR {
            let is_settled = !way.is_empty();
            let Some(last) = stages.last_mut() else {
                // Pairs that the program does not take may be taken once tiles have shifted.
                best.proven = table.refused.is_empty();
                break;
            };
            let Some(&pair) = last.pairs.get(last.next) else {
                stages.pop();
                way.pop();
                continue;
            };
            last.next += 1;
            let mut child = last.cells.clone();
            table.play_noting(&last.cells, &mut child, pair, is_settled, &mut changes);
            let hash = hash_after(last.hash, &changes);
            if met.contains(&hash) {
                continue;
            }
            if budget.nodes.is_some_and(|limit| nodes >= limit) || nodes.is_multiple_of(looks) && budget.is_over() {
                break;
            }
            nodes += 1;
            if met.len() < most_met {
                met.insert(hash);
            }
            way.push(pair);
            stages.push(stage(child, hash));
            if way.len() > best.moves.len() {
                best = line(&way, nodes, way.len() == most);
                better(&best);
            }
        }
        best.proven |= best.moves.len() == most;
        Outcome { nodes, ..best }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::super::rules::Shift;
    use super::super::super::small_boards::{can_be_cleared, odd, small_board};
    use super::*;
    use crate::search::replay;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn what_is_proven_agrees_with_a_search_through_all_positions() {
        let mut rng = ChaCha8Rng::seed_from_u64(32);
        let (mut cleared, mut failed) = (0, 0);
        while cleared < 300 || failed < 300 {
            let shifts =
                (0..rng.random_range(0..3)).map(|_| Shift::ALL[rng.random_range(0..Shift::ALL.len())]).collect();
            let board = small_board(&mut rng, shifts);
            let line = DepthFirst.solve(&board, &Budget::of_nodes(1_000_000, 0), &mut |_| ());
            assert!(line.proven, "so small a board has few positions\n{board}");
            let is_cleared = replay(&board, &line.moves).unwrap().0.left() == odd(&board);
            assert_eq!(is_cleared, can_be_cleared(&board), "{:?}\n{board}", board.rules());
            *(if is_cleared { &mut cleared } else { &mut failed }) += 1;
        }
    }
}
