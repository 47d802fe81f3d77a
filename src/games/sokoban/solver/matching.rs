//! The least sum of pushes that brings each box to a goal of its own: a lower bound for every solution.
//!
//! The assignment is found by shortest augmenting paths (Kuhn 1955, Munkres 1957; in the form of Jonker and Volgenant 1987).
//! Where a push changed one box, one path mends the assignment of the position before.

use super::distances::{Distances, FAR};

/// What an assignment to a goal out of reach costs: more than all others together.
const OUT_OF_REACH: i32 = 1 << 24;

/// Boxes assigned to goals.
#[derive(Clone, Default)]
pub(super) struct Matching {
    /// The row of each box in the distances.
    rows: Vec<u32>,
    /// For each goal, counted from 1, the box on it, counted from 1, or 0. Place 0 holds the box that is being assigned.
    box_of: Vec<u32>,
    box_price: Vec<i32>,
    goal_price: Vec<i32>,
}

/// Scratch of the path that assigns one box.
#[derive(Default)]
pub(super) struct Paths {
    least: Vec<i32>,
    way: Vec<u32>,
    used: Vec<bool>,
    changed: Vec<u32>,
}

impl Matching {
    /// Assigns every box anew.
    pub(super) fn assign(
        &mut self,
        distances: &Distances,
        goals: usize,
        rows: impl Iterator<Item = u32>,
        paths: &mut Paths,
    ) {
        self.rows.clear();
        self.rows.extend(rows);
        self.box_of.clear();
        self.box_of.resize(goals + 1, 0);
        self.goal_price.clear();
        self.goal_price.resize(goals + 1, 0);
        self.box_price.clear();
        self.box_price.resize(self.rows.len() + 1, 0);
        for one in 1..=self.rows.len() as u32 {
            self.augment(distances, one, paths);
        }
    }

    /// Takes over the assignment of the position before and mends it where rows differ.
    pub(super) fn mend(
        &mut self,
        before: &Self,
        distances: &Distances,
        rows: impl Iterator<Item = u32>,
        paths: &mut Paths,
    ) {
        // A goal that is left over must not have a price, and the one that a box left would keep its own.
        if before.rows.len() + 1 < before.box_of.len() {
            return self.assign(distances, before.box_of.len() - 1, rows, paths);
        }
        self.rows.clear();
        self.rows.extend(rows);
        self.box_of.clone_from(&before.box_of);
        self.goal_price.clone_from(&before.goal_price);
        self.box_price.clone_from(&before.box_price);
        paths.changed.clear();
        for goal in 1..self.box_of.len() {
            let one = self.box_of[goal];
            if one != 0 && self.rows[one as usize - 1] != before.rows[one as usize - 1] {
                self.box_of[goal] = 0;
                paths.changed.push(one);
            }
        }
        for index in 0..paths.changed.len() {
            let one = paths.changed[index];
            // A box without a goal may have any price that no goal undercuts.
            let row = distances.row(self.rows[one as usize - 1]);
            let prices = row.iter().zip(&self.goal_price[1..]).map(|(&pushes, &price)| cost(pushes) - price);
            self.box_price[one as usize] = prices.min().unwrap_or(0);
            self.augment(distances, one, paths);
        }
    }

    fn augment(&mut self, distances: &Distances, one: u32, paths: &mut Paths) {
        let goals = self.box_of.len() - 1;
        paths.least.clear();
        paths.least.resize(goals + 1, i32::MAX);
        paths.used.clear();
        paths.used.resize(goals + 1, false);
        paths.way.clear();
        paths.way.resize(goals + 1, 0);
        self.box_of[0] = one;
        let mut at = 0;
        while self.box_of[at] != 0 {
            paths.used[at] = true;
            let assigned = self.box_of[at] as usize;
            let row = distances.row(self.rows[assigned - 1]);
            let price = self.box_price[assigned];
            let (mut step, mut next) = (i32::MAX, 0);
            for goal in 1..=goals {
                if paths.used[goal] {
                    continue;
                }
                let reduced = cost(row[goal - 1]) - price - self.goal_price[goal];
                if reduced < paths.least[goal] {
                    paths.least[goal] = reduced;
                    paths.way[goal] = at as u32;
                }
                if paths.least[goal] < step {
                    (step, next) = (paths.least[goal], goal);
                }
            }
            for goal in 0..=goals {
                if paths.used[goal] {
                    self.box_price[self.box_of[goal] as usize] += step;
                    self.goal_price[goal] -= step;
                } else if goal > 0 {
                    paths.least[goal] -= step;
                }
            }
            at = next;
        }
        while at != 0 {
            let before = paths.way[at] as usize;
            self.box_of[at] = self.box_of[before];
            at = before;
        }
    }

    /// Whether [`Places`] tell of a position with these rows, in which one box, counted from 0, is elsewhere: no other row
    /// differs, and no goal is left over that others would rather have once it is gone.
    pub(super) fn differs_by(&self, index: usize, rows: impl Iterator<Item = u32>) -> bool {
        self.rows.len() + 1 == self.box_of.len()
            && self.rows.iter().zip(rows).enumerate().all(|(place, (&own, row))| place == index || own == row)
    }

    /// The sum of pushes; nothing where boxes cannot all be brought to goals of their own.
    pub(super) fn pushes(&self, distances: &Distances) -> Option<u32> {
        let mut sum = 0;
        for (goal, &one) in self.box_of[1..].iter().enumerate().filter(|&(_, &one)| one != 0) {
            let pushes = distances.row(self.rows[one as usize - 1])[goal];
            if pushes == FAR {
                return None;
            }
            sum += u32::from(pushes);
        }
        Some(sum)
    }

    /// The sum of pushes of the boxes alone that can be brought to goals of their own.
    pub(super) fn pushes_of_matched(&self, distances: &Distances) -> u32 {
        let assigned = self.box_of[1..].iter().enumerate().filter(|&(_, &one)| one != 0);
        let pushes = assigned.map(|(goal, &one)| distances.row(self.rows[one as usize - 1])[goal]);
        pushes.filter(|&pushes| pushes != FAR).map(u32::from).sum()
    }
}

/// What the assignment costs with one box in any other place, while the rows of all others stay as they are: the boxes that
/// have to make way for it are the same wherever it comes from, so one search for shortest paths back from the free goals
/// serves all its places.
#[derive(Default)]
pub(super) struct Places {
    /// What all other boxes cost where this one takes each goal.
    others: Vec<i32>,
    /// What it costs more that a box makes way on each goal, with the price of that goal.
    least: Vec<i32>,
    is_least: Vec<bool>,
    is_known: bool,
}

impl Places {
    /// Begins with a box.
    pub(super) fn begin(&mut self) {
        self.is_known = false;
    }

    /// Pushes of all boxes where this one, counted from 0, has another row; nothing where some goal is out of reach.
    pub(super) fn pushes(&mut self, matching: &Matching, distances: &Distances, index: usize, row: u32) -> Option<u32> {
        if !self.is_known {
            self.lift(matching, distances, index as u32 + 1);
            self.is_known = true;
        }
        let sums = distances.row(row).iter().zip(&self.others).map(|(&pushes, &others)| cost(pushes) + others);
        sums.min().filter(|&sum| sum < OUT_OF_REACH).map(|sum| sum as u32)
    }

    fn lift(&mut self, matching: &Matching, distances: &Distances, one: u32) {
        let (prices, owners) = (&matching.goal_price[1..], &matching.box_of[1..]);
        let is_free = |owner: u32| owner == 0 || owner == one;
        let cost_of = |owner: u32, goal: usize| cost(distances.row(matching.rows[owner as usize - 1])[goal]);
        let goals = owners.len();
        self.least.clear();
        self.least
            .extend(owners.iter().zip(prices).map(|(&owner, &price)| if is_free(owner) { price } else { FARTHEST }));
        self.is_least.clear();
        self.is_least.resize(goals, false);
        while let Some(next) = (0..goals).filter(|&goal| !self.is_least[goal]).min_by_key(|&goal| self.least[goal]) {
            self.is_least[next] = true;
            for (goal, &owner) in owners.iter().enumerate() {
                if self.is_least[goal] || is_free(owner) {
                    continue;
                }
                let reduced = cost_of(owner, next) - matching.box_price[owner as usize] - prices[next];
                self.least[goal] = self.least[goal].min(self.least[next].saturating_add(reduced));
            }
        }
        let rest = (0..goals).filter(|&goal| !is_free(owners[goal])).map(|goal| cost_of(owners[goal], goal));
        let rest = rest.sum::<i32>();
        self.others.clear();
        self.others.extend(self.least.iter().zip(prices).map(|(least, price)| rest + least - price));
    }
}

/// More than any path costs.
const FARTHEST: i32 = 1 << 30;

fn cost(pushes: u16) -> i32 {
    if pushes == FAR { OUT_OF_REACH } else { i32::from(pushes) }
}

#[cfg(test)]
mod tests {
    use super::super::super::{Rules, position::Board};
    use super::super::field::Field;
    use super::super::walk::Walk;
    use super::*;
    use crate::puzzle::Puzzle;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use std::sync::Arc;

    /// Makes pushes of chance, with so many more goals from the first square on, and hears of each position its boxes and what
    /// each push from there leads to.
    fn at_every_push((text, more_goals): (&str, u16), mut hear: impl FnMut(&Field, (&[u16], u16), (usize, u16, u16))) {
        let board = Board::parse(&Arc::new(Rules), text).unwrap();
        let field = Field::of(&board);
        let goals: Vec<u16> = (0..more_goals).chain(field.goals().iter().copied()).collect();
        let field = field.with_goals(&goals);
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        for _ in 0..30 {
            let (mut boxes, mut player) = (field.boxes(&board), field.square(board.player()));
            let (mut walk, mut after, mut pushes) = (Walk::new(&field), Walk::new(&field), Vec::new());
            for _ in 0..20 {
                walk.set_boxes(boxes.iter().copied());
                let region = walk.go(&field, player);
                walk.pushes(&field, &mut pushes);
                for &(push, to, _) in &pushes {
                    let index = boxes.iter().position(|&square| square == push.square).unwrap();
                    after.set_boxes(boxes.iter().map(|&square| if square == push.square { to } else { square }));
                    hear(&field, (&boxes, region), (index, to, after.go(&field, push.square)));
                }
                let Some(&(push, to, _)) = pushes.get(rng.random_range(0..pushes.len().max(1))) else { break };
                boxes.iter_mut().filter(|square| **square == push.square).for_each(|square| *square = to);
                player = push.square;
            }
        }
    }

    const LEVEL: &str =
        "##########\n#  .   . #\n# $$ # $ #\n#    # $ #\n#  .     #\n# ## #.###\n#@       #\n##########";

    #[test]
    fn an_assignment_that_is_mended_costs_as_much_as_a_new_one() {
        let mut mended = 0;
        for more_goals in 0..4 {
            at_every_push((LEVEL, more_goals), |field, (boxes, region), (index, to, region_after)| {
                let distances = Distances::of(field, &vec![false; field.squares()]);
                let (mut paths, goals) = (Paths::default(), field.goals().len());
                let rows = |boxes: &[u16], region| -> Vec<u32> {
                    boxes.iter().map(|&at| distances.row_of(at, region)).collect()
                };
                let mut before = Matching::default();
                before.assign(&distances, goals, rows(boxes, region).into_iter(), &mut paths);
                let mut moved = boxes.to_vec();
                moved[index] = to;
                let (mut anew, mut after) = (Matching::default(), Matching::default());
                anew.assign(&distances, goals, rows(&moved, region_after).into_iter(), &mut paths);
                after.mend(&before, &distances, rows(&moved, region_after).into_iter(), &mut paths);
                assert_eq!(
                    after.pushes(&distances),
                    anew.pushes(&distances),
                    "{more_goals} more goals: {boxes:?}, {index} to {to}"
                );
                if before.pushes(&distances).is_some()
                    && before.differs_by(index, rows(&moved, region_after).into_iter())
                {
                    let (mut places, row) = (Places::default(), distances.row_of(to, region_after));
                    places.begin();
                    let pushes = places.pushes(&before, &distances, index, row);
                    assert_eq!(pushes, anew.pushes(&distances), "{more_goals} more goals: {boxes:?}, {index} to {to}");
                    mended += 1;
                }
            });
        }
        assert!(mended > 1000, "only {mended} were mended");
    }
}
