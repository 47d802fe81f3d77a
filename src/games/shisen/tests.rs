//! The whole game, held against a second, slower referee that is written another way, and against itself.

use super::*;
use crate::grid::Cell;
use crate::puzzle::{Puzzle, Status, perft};
use crate::search::replay;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, VecDeque};

type Place = (i32, i32);

/// A board as a map of what stands where; cells that are not in it are empty.
#[derive(Clone)]
struct Slow {
    rows: i32,
    cols: i32,
    rules: Rules,
    on: BTreeMap<Place, String>,
}

impl Slow {
    fn of(board: &Board) -> Self {
        let on = board.tiles().enumerate().filter(|(_, symbol)| **symbol != Symbol::EMPTY);
        Self {
            rows: board.rows() as i32,
            cols: board.cols() as i32,
            rules: Rules::clone(board.rules()),
            on: on.map(|(cell, symbol)| ((cell.row as i32, cell.col as i32), symbol.to_string())).collect(),
        }
    }

    fn is_on_board(&self, (row, col): Place) -> bool {
        (0..self.rows).contains(&row) && (0..self.cols).contains(&col)
    }

    fn may_cross(&self, place: Place) -> bool {
        let (row, col) = place;
        let in_ring = (-1..=self.rows).contains(&row) && (-1..=self.cols).contains(&col);
        if self.is_on_board(place) { !self.on.contains_key(&place) } else { in_ring && self.rules.ring }
    }

    /// The fewest turns of any path, by a breadth-first search over place and direction: going on costs nothing, a turn one.
    fn turns(&self, from: Place, to: Place) -> Option<u32> {
        const STEPS: [Place; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        let mut best: BTreeMap<(Place, usize), u32> = (0..4).map(|heading| ((from, heading), 0)).collect();
        let mut queue: VecDeque<(Place, usize, u32)> = (0..4).map(|heading| (from, heading, 0)).collect();
        while let Some((place, heading, turns)) = queue.pop_front() {
            if best[&(place, heading)] < turns {
                continue;
            }
            let ahead = (place.0 + STEPS[heading].0, place.1 + STEPS[heading].1);
            if ahead == to {
                return Some(turns);
            }
            let turned = [(heading + 1) % 4, (heading + 3) % 4].map(|other| (place, other, turns + 1));
            let on = self.may_cross(ahead).then_some((ahead, heading, turns));
            for (place, heading, turns) in on.into_iter().chain(turned) {
                if best.get(&(place, heading)).is_none_or(|&known| turns < known) {
                    best.insert((place, heading), turns);
                    if place == ahead {
                        queue.push_front((place, heading, turns));
                    } else {
                        queue.push_back((place, heading, turns));
                    }
                }
            }
        }
        None
    }

    fn pairs(&self) -> Vec<(Place, Place)> {
        let tiles: Vec<_> = self.on.iter().filter(|(_, name)| *name != "#").collect();
        let mut pairs = Vec::new();
        for (index, (from, name)) in tiles.iter().enumerate() {
            for (to, other) in &tiles[index + 1..] {
                if name == other && self.turns(**from, **to).is_some_and(|turns| turns <= 2) {
                    pairs.push((**from, **to));
                }
            }
        }
        pairs
    }

    fn without(&self, (from, to): (Place, Place)) -> Self {
        let mut next = self.clone();
        next.on.remove(&from);
        next.on.remove(&to);
        for shift in &self.rules.shifts {
            next.shift(*shift);
        }
        next
    }

    /// Moves single tiles by one cell, until none of them has an empty cell ahead of it in its half.
    fn shift(&mut self, shift: Shift) {
        loop {
            let step = |place: &Place| {
                let direction = self.direction(shift, *place);
                let ahead = (place.0 + direction.0, place.1 + direction.1);
                let stays = self.direction(shift, ahead) == direction;
                (self.is_on_board(ahead) && !self.on.contains_key(&ahead) && stays).then_some((*place, ahead))
            };
            let found = self.on.iter().filter(|(_, name)| *name != "#").find_map(|(place, _)| step(place));
            let Some((place, ahead)) = found else { break };
            let tile = self.on.remove(&place).unwrap();
            self.on.insert(ahead, tile);
        }
    }

    /// Where the tile of a cell is drawn to: the cell's part runs to the next stones, and its place in the part decides.
    fn direction(&self, shift: Shift, place: Place) -> Place {
        let along = |step: Place| {
            let mut cells = 0;
            let mut at = (place.0 + step.0, place.1 + step.1);
            while self.is_on_board(at) && self.on.get(&at).is_none_or(|name| name != "#") {
                cells += 1;
                at = (at.0 + step.0, at.1 + step.1);
            }
            cells
        };
        let is_in_first = |back: Place, on: Place| {
            let (before, all) = (along(back), along(back) + 1 + along(on));
            let half = if self.rules.split == Split::Floor { all / 2 } else { (all + 1) / 2 };
            before < half
        };
        let (up, down, left, right) = ((-1, 0), (1, 0), (0, -1), (0, 1));
        match shift {
            Shift::Down => down,
            Shift::Up => up,
            Shift::Left => left,
            Shift::Right => right,
            Shift::HorizontalOut => {
                if is_in_first(left, right) {
                    left
                } else {
                    right
                }
            }
            Shift::HorizontalIn => {
                if is_in_first(left, right) {
                    right
                } else {
                    left
                }
            }
            Shift::VerticalOut => {
                if is_in_first(up, down) {
                    up
                } else {
                    down
                }
            }
            Shift::VerticalIn => {
                if is_in_first(up, down) {
                    down
                } else {
                    up
                }
            }
        }
    }

    fn perft(&self, depth: u32) -> u64 {
        if depth == 0 { 1 } else { self.pairs().into_iter().map(|pair| self.without(pair).perft(depth - 1)).sum() }
    }
}

fn at(cell: Cell) -> Place {
    (cell.row as i32, cell.col as i32)
}

fn board(rules: &str, text: &str) -> Board {
    Board::parse(&Arc::new(rules_file::parse(rules).unwrap()), text).unwrap()
}

/// A board of a few kinds with holes and stones, of any size up to 9×9.
fn random_board(rng: &mut ChaCha8Rng, rules: &Arc<Rules>, kinds: usize) -> Board {
    let (rows, cols) = (rng.random_range(1..9), rng.random_range(1..10));
    let (full, stones) = (rng.random_range(0..100), rng.random_range(0..20));
    let tiles = Grid::from_fn(rows, cols, |_| match rng.random_range(0..100) {
        n if n >= full => Symbol::EMPTY,
        _ if rng.random_range(0..100) < stones => Symbol::from_char('#').unwrap(),
        _ => Symbol::from_char(char::from(b'A' + rng.random_range(0..kinds) as u8)).unwrap(),
    });
    Board::from_symbols(rules, &tiles).unwrap()
}

#[test]
fn paths_are_those_of_a_breadth_first_search() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let rules = [true, false].map(|ring| Arc::new(Rules { ring, ..Rules::preset("shisen-sho").unwrap() }));
    let (mut cases, mut joined) = (0, 0);
    while cases < 100_000 {
        let board = random_board(&mut rng, &rules[cases % 2], 1);
        let slow = Slow::of(&board);
        let tiles: Vec<Cell> = board.tiles().enumerate().filter(|(_, s)| s.as_str() == "A").map(|(c, _)| c).collect();
        if tiles.len() < 2 {
            continue;
        }
        for _ in 0..40 {
            let [from, to] = [0; 2].map(|_| tiles[rng.random_range(0..tiles.len())]);
            cases += 1;
            let path = board.path(from, to);
            let turns = slow.turns(at(from), at(to)).filter(|turns| *turns <= 2 && from != to);
            assert_eq!(path.as_ref().map(|path| path.len() as u32 - 2), turns, "{from} {to}\n{board}");
            assert_eq!(board.path(from, to), path, "the same answer when asked again");
            let Some(path) = path else { continue };
            joined += 1;
            assert_eq!((path[0], path[path.len() - 1]), (at(from), at(to)));
            let mut place = path[0];
            for ends in path.windows(2) {
                let step = (ends[1].0.cmp(&ends[0].0) as i32, ends[1].1.cmp(&ends[0].1) as i32);
                assert!((step.0 == 0) != (step.1 == 0), "{path:?} goes straight from corner to corner");
                while place != ends[1] {
                    place = (place.0 + step.0, place.1 + step.1);
                    assert!(slow.may_cross(place) || place == at(to), "{path:?} crosses {place:?}\n{board}");
                }
            }
            assert_eq!(board.path_fault(Move { from, to }, &path), None);
        }
    }
    assert!((20_000..80_000).contains(&joined), "both answers are tested: {joined}");
}
