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

#[test]
fn paths_named_by_hand() {
    let ring = "preset = 'shisen-sho'";
    let inside = "preset = 'lianliankan-inside'";
    // Rules, board, the two cells, and the corners that are expected.
    let straight = Some(vec![(0, 0), (0, 3)]);
    for (rules, text, from, to, corners) in [
        (ring, "AA", (0, 0), (0, 1), Some(vec![(0, 0), (0, 1)])),
        (inside, "AA", (0, 1), (0, 0), Some(vec![(0, 1), (0, 0)])),
        (ring, "AA", (0, 0), (0, 0), None),
        (ring, "AB", (0, 0), (0, 1), None),
        (ring, "A.", (0, 0), (0, 1), None),
        (ring, "A#", (0, 0), (0, 1), None),
        (ring, "AA", (0, 0), (0, 2), None),
        (inside, "A..A", (0, 0), (0, 3), straight.clone()),
        (inside, "A#.A", (0, 0), (0, 3), None),
        (ring, "A#.A", (0, 0), (0, 3), Some(vec![(0, 0), (-1, 0), (-1, 3), (0, 3)])),
        (inside, "A..\n##A", (0, 0), (1, 2), Some(vec![(0, 0), (0, 2), (1, 2)])),
        (inside, "AB.\n...\n.BA", (0, 0), (2, 2), Some(vec![(0, 0), (1, 0), (1, 2), (2, 2)])),
        // Exactly three turns, with the ring and without.
        (inside, "A#..\n.#.#\n...A", (0, 0), (2, 3), Some(vec![(0, 0), (2, 0), (2, 3)])),
        (inside, "A#..\n.#.#\n..#A", (0, 0), (2, 3), None),
        (ring, "BAB\nBBB\nBAB", (0, 1), (2, 1), None),
        (ring, "AB\nBA", (0, 0), (1, 1), None),
        // The way on from the second tile would be free: the tile itself is in the way.
        (inside, "A.A.\n###.\n..A.", (0, 0), (2, 2), None),
        (inside, "A...\n###.\n..A.", (0, 0), (2, 2), Some(vec![(0, 0), (0, 3), (2, 3), (2, 2)])),
    ] {
        let board = board(rules, text);
        let cell = |(row, col)| Cell::new(row, col);
        for _ in 0..2 {
            assert_eq!(board.path(cell(from), cell(to)), corners, "{from:?} {to:?} {rules}\n{text}");
        }
        let m = Move { from: cell(from), to: cell(to) };
        assert_eq!(board.clone().play(m).is_ok(), corners.is_some());
    }
}

#[test]
fn shifts_named_by_hand() {
    // What two rows of seven cells become when the A pair is gone, by the rules.
    let row = ".BAAC.D";
    for (shift, split, expected) in [
        ("none", "floor", ".B..C.D"),
        ("left", "floor", "BCD...."),
        ("right", "floor", "....BCD"),
        ("horizontal-out", "floor", "B....CD"),
        ("horizontal-out", "ceil", "B....CD"),
        ("horizontal-in", "floor", "..BCD.."),
        ("horizontal-in", "ceil", "...BCD."),
        ("down,horizontal-in", "ceil", "...BCD."),
    ] {
        let rules = format!("ring = true\nshifts = '{shift}'\nsplit = '{split}'");
        let mut position = board(&rules, row);
        position.play("0,2-0,3".parse().unwrap()).unwrap();
        assert_eq!(position.to_string(), expected, "{shift} {split}");
        let on_end: String = row.chars().flat_map(|c| [c, '\n']).collect();
        let turned = rules.replace("left", "up").replace("right", "down").replace("horizontal", "vertical");
        let mut position = board(&turned.replace("down,", "left,"), &on_end);
        position.play("2,0-3,0".parse().unwrap()).unwrap();
        assert_eq!(position.to_string().replace('\n', ""), expected, "{turned}");
    }
    let mut position = board("ring = true\nshifts = ['left']", "AA.B#.C.D\n.B..#....");
    position.play("0,0-0,1".parse().unwrap()).unwrap();
    assert_eq!(position.to_string(), "B...#CD..\nB...#....", "stones part a line, and holes of the start are filled");
}

#[test]
fn moves_are_written_and_read() {
    let m = Move { from: Cell::new(0, 3), to: Cell::new(11, 0) };
    assert_eq!(m.to_string(), "0,3-11,0");
    assert_eq!("0, 3 - 11,0".parse(), Ok(m));
    for text in ["0,3", "0,3-", "0,3-1", "a,3-1,1", "-1,3-1,1", "0,3-1,1-2,2"] {
        assert_eq!(text.parse::<Move>(), Err(BadMove(text.to_owned())), "{text}");
    }
}

fn rules() -> impl Strategy<Value = Rules> {
    (any::<bool>(), prop::collection::vec(0..Shift::ALL.len(), 0..4), any::<bool>()).prop_map(|(ring, shifts, ceil)| {
        let shifts = shifts.into_iter().map(|index| Shift::ALL[index]).collect();
        Rules { ring, shifts, split: if ceil { Split::Ceil } else { Split::Floor } }
    })
}

fn boards() -> impl Strategy<Value = Board> {
    let kinds = 1usize..5;
    (rules(), kinds, any::<u64>())
        .prop_map(|(rules, kinds, seed)| random_board(&mut ChaCha8Rng::seed_from_u64(seed), &Arc::new(rules), kinds))
}

proptest! {
    #[test]
    fn two_referees_play_the_same_games(mut board in boards(), choices in prop::collection::vec(0usize..1000, 40)) {
        for choice in choices {
            let slow = Slow::of(&board);
            let mut moves = Vec::new();
            board.legal_moves(&mut moves);
            prop_assert_eq!(moves.iter().map(|m| (at(m.from), at(m.to))).collect::<Vec<_>>(), slow.pairs());
            prop_assert_eq!(board.has_move(), !moves.is_empty());
            let Some(&m) = moves.get(choice % moves.len().max(1)) else { break };
            let left = board.left();
            prop_assert_eq!(board.play(if choice % 2 == 0 { m } else { Move { from: m.to, to: m.from } }), Ok(2));
            prop_assert_eq!(Slow::of(&board).on, slow.without((at(m.from), at(m.to))).on, "{} {:?}", m, board.rules());
            prop_assert_eq!(board.left(), left - 2);
            prop_assert_eq!(&Board::from_symbols(board.rules(), &board.symbols()).unwrap(), &board);
            let afresh = Board::parse(board.rules(), &board.to_string()).unwrap();
            prop_assert_eq!(afresh.has_move(), board.has_move(), "the free cells are kept true");
        }
    }

    #[test]
    fn plans_come_to_what_they_claim(
        board in boards(), nodes in 0u64..300, seed: u64, threads in 1usize..4, fewest: bool,
        algorithm in 0..solver::NAMES.len()
    ) {
        let algorithm = solver::NAMES[algorithm];
        let objective = if fewest { "fewest-shuffles" } else { "clear" };
        let budget = Budget { threads, ..Budget::of_nodes(nodes, seed) };
        let mut lines = Vec::new();
        let plan = Shisen::solve(&board, algorithm, objective, &budget, &mut |line| lines.push(line.score));
        prop_assert!(plan.nodes <= nodes);
        prop_assert_eq!(lines.last(), Some(&plan.score));
        prop_assert!(lines.is_sorted(), "{:?}", lines);
        let (end, score) = replay(&board, &plan.moves).unwrap();
        prop_assert_eq!((score, end.status()), (plan.score, plan.status));
        let outcome = Shisen::solution_json(&board, &plan)["outcome"].clone();
        let odd = board.counts().values().filter(|count| *count % 2 == 1).count();
        prop_assert_eq!(Shisen::is_full_result(&board, &plan), end.left() == odd);
        let expected = match (end.left() == odd, odd, plan.proven) {
            (true, 0, true) => "solved",
            (true, _, true) => "leftover",
            (false, _, true) => "unsolvable",
            (false, _, false) => "unknown",
            (true, _, false) => "a full result is the best there is",
        };
        prop_assert_eq!(outcome, expected);
        if expected == "unsolvable" && ["restarts", "first-found"].contains(&algorithm) {
            prop_assert!(!board.has_move());
        }
    }
}

/// The counts of the perft files, which the conformance test holds against the referee, counted by the slow one.
#[test]
fn the_perft_files_are_right() {
    let file = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/boards/shisen/perft.txt")).unwrap();
    let mut counted = 0;
    for block in crate::grid::blocks(&file) {
        let title = block.title.unwrap();
        let (rules, counts) = title.split_once(" perft ").unwrap();
        let slow = Slow::of(&board(&format!("preset = '{rules}'"), &block.lines.join("\n")));
        for (depth, count) in (1..).zip(counts.split_whitespace()) {
            assert_eq!(slow.perft(depth).to_string(), count, "{depth} moves deep from\n{}", block.lines.join("\n"));
            counted += 1;
        }
    }
    assert!(counted > 20);
}

#[test]
fn games_with_shifts_are_counted_alike() {
    for shift in Shift::ALL {
        for split in ["floor", "ceil"] {
            let rules = format!("ring = true\nshifts = ['{shift}', 'left']\nsplit = '{split}'");
            let position = board(&rules, "ABCAB.\nBA#BCA\nC.ABAB");
            for depth in 1..=3 {
                assert_eq!(perft(&position, depth), Slow::of(&position).perft(depth), "{shift} {split}");
            }
        }
    }
}

#[test]
fn the_seed_decides_on_one_thread_and_no_node_is_played_twice() {
    let rules = Arc::new(Rules::preset("shisen-sho").unwrap());
    let spec = Spec { rows: 8, cols: 14, deal: Deal::Random, ..Spec::default() };
    let position = generate::board(&rules, &spec, 2, 0).unwrap();
    let plan = |seed| Shisen::solve(&position, "restarts", "clear", &Budget::of_nodes(500, seed), &mut |_| ());
    assert_eq!(plan(1), plan(1));
    assert_ne!(plan(1).moves, plan(2).moves);
}

#[test]
fn solvable_deals_are_solved() {
    for (shift, size) in [("none", (8, 10)), ("down", (6, 8)), ("vertical-out", (8, 10)), ("horizontal-out", (6, 8))] {
        let rules = Arc::new(rules_file::parse(&format!("ring = true\nshifts = '{shift}'")).unwrap());
        for index in 0..5 {
            let spec = Spec { rows: size.0, cols: size.1, ..Spec::default() };
            let position = generate::board(&rules, &spec, 1, index).unwrap();
            let plan = Shisen::solve(&position, "restarts", "clear", &Budget::of_nodes(100_000, 0), &mut |_| ());
            assert_eq!(plan.status, Status::Won, "{shift} {index}\n{position}");
        }
    }
}

#[test]
fn of_equal_lines_the_one_that_a_shuffle_can_go_on_from_counts() {
    // One pair of A can go: with the upper one the B are parted by stones for good, and no shuffle joins them.
    let position = board("preset = 'lianliankan-inside'", "B#AAA#.\n####B#.");
    let plan = Shisen::solve(&position, "restarts", "fewest-shuffles", &Budget::of_nodes(200, 0), &mut |_| ());
    let (end, _) = replay(&position, &plan.moves).unwrap();
    assert_eq!(end.left(), 3);
    assert!(shuffle::shuffle(&end, 0).is_ok(), "{end}");
}

#[test]
fn boards_read_from_real_programs_are_played() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../shared/data/shisen");
    let Ok(folder) = std::fs::read_dir(root) else { return };
    for file in folder {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let rules = Arc::new(Rules::preset("shisen-sho").unwrap());
        for named in Shisen::boards(&rules, &text, None) {
            let position = named.board.unwrap();
            assert!(position.counts().values().all(|count| count % 2 == 0));
            let plan = Shisen::solve(&position, "auto", "clear", &Budget::of_nodes(50_000, 0), &mut |_| ());
            assert_eq!(replay(&position, &plan.moves).unwrap().1, plan.score);
            assert!(plan.score > 60);
            assert!(plan.proven, "each of them is decided");
        }
    }
}
