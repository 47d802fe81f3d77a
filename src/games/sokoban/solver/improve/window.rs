//! Windows of a solution, searched again for fewer pushes from the position at their start to the one at their end.
//!
//! The end's boxes are the goals of the search, so that the matching bound says at once where a window has no push too
//! many. Which box comes to which of these squares is free: boxes may swap their ways.

use super::super::arena::Push;
use super::super::astar::{self, Manner};
use super::super::field::Field;
use super::super::search::End;
use super::line::{Line, Place};
use crate::search::Budget;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Pushes of the shortest windows.
const SHORTEST: usize = 6;
/// Positions that may be expanded for each window in the first round; each further round may expand so many times more.
const FIRST_NODES: u64 = 250;
const GROWTH: u64 = 4;
/// Most positions for one window.
const MOST_NODES: u64 = 4_000_000;
/// What the bound weighs in the second try at a window that the first could not decide.
const GREEDY_WEIGHT: u32 = 4;
/// Memory of one search, in MiB.
const MEMORY_MIB: usize = 512;

/// Searches windows and remembers what came of them.
pub(super) struct Windows<'a> {
    field: &'a Field,
    /// Positions that were spent in vain on a window, by its ends; [`u64::MAX`] where it was proven to be as short as can be.
    spent: HashMap<u64, u64>,
    nodes: u64,
}

impl<'a> Windows<'a> {
    pub(super) fn new(field: &'a Field) -> Self {
        Self { field, spent: HashMap::new(), nodes: 0 }
    }

    /// Positions expanded so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Shortens a line until the budget is spent or every window was given all that it may be given.
    pub(super) fn run(&mut self, line: &mut Line, budget: &Budget, better: &mut dyn FnMut(&Line)) {
        let mut nodes = FIRST_NODES;
        while nodes <= MOST_NODES {
            let mut length = SHORTEST;
            loop {
                self.sweep(line, length, nodes, budget, better);
                if budget.is_spent(self.nodes) {
                    return;
                }
                if length >= line.len() {
                    break;
                }
                length *= 2;
            }
            nodes *= GROWTH;
        }
    }

    /// Goes along the line with windows of one length.
    fn sweep(&mut self, line: &mut Line, length: usize, nodes: u64, budget: &Budget, better: &mut dyn FnMut(&Line)) {
        let mut from = 0;
        while from < line.len() {
            let to = (from + length).min(line.len());
            while self.shorten(line, (from, to.min(line.len())), nodes, budget) {
                better(line);
            }
            if budget.is_spent(self.nodes) || to >= line.len() {
                return;
            }
            from += (length / 3).max(1);
        }
    }

    /// Takes pushes out of one window; whether there was one too many.
    fn shorten(&mut self, line: &mut Line, (from, to): (usize, usize), nodes: u64, budget: &Budget) -> bool {
        let (start, end) = (&line.places()[from], &line.places()[to]);
        let key = key(start, end);
        if to < from + 3 || self.spent.get(&key).is_some_and(|&spent| spent >= nodes) {
            return false;
        }
        let target = self.field.with_goals(&end.boxes);
        // Each push moves one box by one square, so the number of pushes between two positions is always odd or even.
        let most_pushes = (to - from - 2) as u32;
        let region = (to < line.len()).then_some(end.region);
        for weight in [1, GREEDY_WEIGHT] {
            let manner = Manner { weight, most_pushes, end: region, ..Manner::FEWEST };
            let left = budget.nodes.map_or(nodes, |most| most.saturating_sub(self.nodes).min(nodes));
            let budget = Budget { nodes: Some(left), ..budget.clone() };
            let (found, seen) = astar::solve(&target, (&start.boxes, start.player), &budget, MEMORY_MIB, manner);
            self.nodes += seen.expanded;
            match found {
                End::Solved(pushes) => return self.take(line, (from, to), &pushes, key),
                End::Exhausted => {
                    self.spent.insert(key, u64::MAX);
                    return false;
                }
                End::Spent => {}
            }
        }
        self.spent.insert(key, nodes);
        false
    }

    fn take(&mut self, line: &mut Line, window: (usize, usize), pushes: &[Push], key: u64) -> bool {
        let taken = line.splice(self.field, window, pushes);
        if !taken {
            self.spent.insert(key, u64::MAX);
        }
        taken
    }
}

/// A number for the ends of a window. Two windows with the same one are very unlikely, and would only be passed over.
fn key(start: &Place, end: &Place) -> u64 {
    let mut hasher = DefaultHasher::new();
    for place in [start, end] {
        let mut boxes = place.boxes.clone();
        boxes.sort_unstable();
        (boxes, place.region).hash(&mut hasher);
    }
    hasher.finish()
}
