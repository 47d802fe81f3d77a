//! The same pushes in another order, so that the player walks less.
//!
//! Each box keeps its way through a window; which box is pushed when is free. The best order is found cheapest first
//! (Dijkstra 1959) over how far every box is on its way and which one was pushed last.

use super::super::arena::Push;
use super::super::field::Field;
use super::super::walk::Walk;
use super::line::Line;
use crate::search::Budget;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// Pushes of the shortest and of the longest windows.
const SHORTEST: usize = 8;
const LONGEST: usize = 256;
/// Positions that may be expanded for each window in the first round; each further round may expand so many times more.
const FIRST_NODES: usize = 500;
const GROWTH: usize = 8;
const MOST_NODES: usize = 256_000;

/// Positions between two looks at the clock.
const BETWEEN_LOOKS: usize = 256;

/// Searches orders.
pub(super) struct Order<'a> {
    field: &'a Field,
    walk: Walk,
    nodes: u64,
}

/// How far each box of a window is, and the box that was pushed last by its place among them.
type Progress = (Vec<u16>, usize);

impl<'a> Order<'a> {
    pub(super) fn new(field: &'a Field) -> Self {
        Self { field, walk: Walk::new(field), nodes: 0 }
    }

    /// Positions expanded so far.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Reorders the pushes of a line until the budget is spent or no window gains by it.
    pub(super) fn run(&mut self, line: &mut Line, budget: &Budget, better: &mut dyn FnMut(&Line)) {
        let mut moves = line.moves(self.field);
        let mut nodes = FIRST_NODES;
        while nodes <= MOST_NODES {
            let before = moves;
            let mut length = SHORTEST;
            while length <= LONGEST {
                let mut from = 0;
                while from < line.len() && !budget.is_spent(self.nodes) {
                    let to = (from + length).min(line.len());
                    if let Some(pushes) = self.reorder(line, (from, to), nodes, budget) {
                        let mut other = line.clone();
                        let holds = other.splice(self.field, (from, to), &pushes) && other.len() <= line.len();
                        let other_moves = other.moves(self.field);
                        if holds && other_moves < moves {
                            (*line, moves) = (other, other_moves);
                            better(line);
                        }
                    }
                    from += length / 2;
                }
                length *= 2;
            }
            if budget.is_spent(self.nodes) {
                return;
            }
            if moves == before {
                nodes *= GROWTH;
            }
        }
    }

    /// The pushes of a window in the order with the least steps, the walk to the push after it among them; nothing where
    /// that takes too many positions.
    fn reorder(&mut self, line: &Line, (from, to): (usize, usize), most: usize, budget: &Budget) -> Option<Vec<Push>> {
        let ways = ways(line, (from, to));
        let start = &line.places()[from];
        let next = line.pushes().get(to).map(|push| self.stand(*push));
        let nobody = ways.len();
        let goal: Vec<u16> = ways.iter().map(|(_, way)| way.len() as u16).collect();
        let mut costs: HashMap<Progress, (u32, Option<Progress>)> = HashMap::new();
        let mut open = BinaryHeap::new();
        let first: Progress = (vec![0; ways.len()], nobody);
        costs.insert(first.clone(), (0, None));
        open.push(Reverse((0u32, false, first)));
        let mut expanded = 0;
        while let Some(Reverse((cost, is_end, at))) = open.pop() {
            if is_end {
                return Some(order_of(&costs, &ways, at));
            }
            if costs.get(&at).is_none_or(|&(known, _)| known < cost) {
                continue;
            }
            expanded += 1;
            self.nodes += 1;
            if expanded > most || expanded % BETWEEN_LOOKS == 0 && budget.is_spent(self.nodes) {
                return None;
            }
            self.walk.set_boxes(start.boxes.iter().copied());
            ways.iter().for_each(|(index, _)| self.walk.lift(start.boxes[*index]));
            for ((index, way), &done) in ways.iter().zip(&at.0) {
                let last = usize::from(done).checked_sub(1).map(|last| way[last]);
                self.walk.put(last.map_or(start.boxes[*index], |push| self.ahead(push)));
            }
            let player = match ways.get(at.1) {
                Some((_, way)) => way[usize::from(at.0[at.1]) - 1].square,
                None => start.player,
            };
            self.walk.go(self.field, player);
            if at.0 == goal {
                let walk = match next {
                    Some(stand) => self.walk.steps_to(stand),
                    None => Some(0),
                };
                if let Some(steps) = walk {
                    open.push(Reverse((cost + steps, true, at)));
                }
                continue;
            }
            for (index, (_, way)) in ways.iter().enumerate() {
                let Some(&push) = way.get(usize::from(at.0[index])) else { continue };
                if self.walk.is_box(self.ahead(push)) {
                    continue;
                }
                let Some(steps) = self.walk.steps_to(self.stand(push)) else { continue };
                let mut done = at.0.clone();
                done[index] += 1;
                let (child, cost) = ((done, index), cost + steps + 1);
                if costs.get(&child).is_none_or(|&(known, _)| cost < known) {
                    costs.insert(child.clone(), (cost, Some(at.clone())));
                    open.push(Reverse((cost, false, child)));
                }
            }
        }
        None
    }

    /// Where the player stands before a push.
    fn stand(&self, push: Push) -> u16 {
        self.field.near(push.square)[usize::from(push.direction) ^ 1]
    }

    /// Where the box stands after a push.
    fn ahead(&self, push: Push) -> u16 {
        self.field.near(push.square)[usize::from(push.direction)]
    }
}

/// Each box that is pushed in a window, by its place in the list of boxes, with its pushes.
fn ways(line: &Line, (from, to): (usize, usize)) -> Vec<(usize, Vec<Push>)> {
    let mut ways: Vec<(usize, Vec<Push>)> = Vec::new();
    for (push, place) in line.pushes()[from..to].iter().zip(&line.places()[from..]) {
        let Some(index) = place.boxes.iter().position(|&square| square == push.square) else { continue };
        match ways.iter_mut().find(|(one, _)| *one == index) {
            Some((_, way)) => way.push(*push),
            None => ways.push((index, vec![*push])),
        }
    }
    ways
}

/// The pushes that lead to the end of a window.
fn order_of(
    costs: &HashMap<Progress, (u32, Option<Progress>)>,
    ways: &[(usize, Vec<Push>)],
    mut at: Progress,
) -> Vec<Push> {
    let mut pushes = Vec::new();
    while let Some((_, Some(before))) = costs.get(&at) {
        let (done, last) = &at;
        pushes.push(ways[*last].1[usize::from(done[*last]) - 1]);
        at = before.clone();
    }
    pushes.reverse();
    pushes
}
