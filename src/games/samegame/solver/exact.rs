//! The best ends of a line: its last positions are searched through, from the end on, as far as that can be afforded.

use super::engine::{Layout, State};
use super::nrpa::Line;
use super::objective::Objective;
use crate::puzzle::Gain;
use crate::search::Budget;
use std::collections::{HashMap, VecDeque};

/// Positions searched between two looks at the budget: less than a millisecond.
const PATIENCE: u64 = 200;
/// Deepest end that is searched, in moves.
const DEEPEST: usize = 60;

/// What a position comes to if it is played best: points from there with the end bonus, the tiles left, and a tile of the
/// group to play first.
type Value = (Gain, usize, u16);

/// An exact search of the ends of lines, with positions that were seen before remembered.
pub(super) struct Ends<'a> {
    layout: &'a Layout,
    objective: Objective,
    budget: &'a Budget,
    /// Positions that may be searched.
    most: u64,
    nodes: u64,
    known: HashMap<Box<[u8]>, Value>,
}

impl<'a> Ends<'a> {
    pub(super) fn new(layout: &'a Layout, objective: Objective, most: u64, budget: &'a Budget) -> Self {
        Self { layout, objective, budget, most, nodes: 0, known: HashMap::new() }
    }

    /// The best line of a position, if it is within reach, and the positions that were searched.
    pub(super) fn solve(mut self, root: &State) -> (Option<Line>, u64) {
        let line = self.value(root).map(|(score, left, _)| {
            let rank = self.objective.rank(score, left);
            Line::of(self.best_moves(root), rank, score, left)
        });
        (line, self.nodes)
    }

    /// A line with a better end than `line` has, if there is one within reach, and the positions that were searched.
    pub(super) fn improve(mut self, root: &State, line: &Line) -> (Option<Line>, u64) {
        let mut ends = VecDeque::new();
        let (mut position, mut score) = (root.clone(), 0);
        for &at in &line.moves {
            let Some(index) = position.group_at(at) else { return (None, 0) };
            let gain = self.layout.gain(usize::from(position.groups[index].size));
            if ends.len() == DEEPEST {
                ends.pop_front();
            }
            ends.push_back((position.clone(), score));
            score += gain;
            position.play(self.layout, index);
        }
        let mut best: Option<Line> = None;
        for (before, (position, score)) in (1..).zip(ends.iter().rev()) {
            let played = line.moves.len() - before;
            let Some((gain, left, _)) = self.value(position) else { break };
            let rank = self.objective.rank(score + gain, left);
            if rank > best.as_ref().map_or(line.rank, |best| best.rank) {
                let moves = [&line.moves[..played], &self.best_moves(position)].concat();
                best = Some(Line::of(moves, rank, score + gain, left));
            }
        }
        (best, self.nodes)
    }

    /// What a position comes to, or nothing where the search may not go on.
    fn value(&mut self, position: &State) -> Option<Value> {
        if let Some(&known) = self.known.get(position.tiles()) {
            return Some(known);
        }
        if self.nodes >= self.most || (self.nodes.is_multiple_of(PATIENCE) && self.budget.is_over()) {
            return None;
        }
        self.nodes += 1;
        let mut best = position.groups.is_empty().then(|| (position.end_bonus(self.layout), position.left, 0));
        let mut next = position.clone();
        for (index, group) in position.groups.iter().enumerate() {
            next.clone_from(position);
            next.play(self.layout, index);
            let (gain, left, _) = self.value(&next)?;
            let gain = gain + self.layout.gain(usize::from(group.size));
            let rank = |(gain, left, _): Value| self.objective.rank(gain, left);
            if best.is_none_or(|best| rank((gain, left, 0)) > rank(best)) {
                best = Some((gain, left, group.at));
            }
        }
        let best = best?;
        self.known.insert(position.tiles().into(), best);
        Some(best)
    }

    /// The moves that play a position best, which was searched.
    fn best_moves(&self, position: &State) -> Vec<u16> {
        let mut position = position.clone();
        let mut moves = Vec::new();
        while let Some(&(.., at)) = self.known.get(position.tiles()) {
            let Some(index) = position.group_at(at).filter(|_| !position.groups.is_empty()) else { break };
            moves.push(at);
            position.play(self.layout, index);
        }
        moves
    }
}
