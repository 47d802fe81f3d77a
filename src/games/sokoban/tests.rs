//! The whole game, held against a second, slower referee that is written another way, and against itself.

use super::*;
use crate::grid::Cell;
use crate::puzzle::{Puzzle, Status, perft};
use crate::search::{Outcome, replay};
use proptest::prelude::*;
use std::collections::{BTreeSet, HashMap, VecDeque};

type Place = (i32, i32);

/// A level as sets of places, played on the text of its board alone.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Sets {
    player: Place,
    boxes: BTreeSet<Place>,
}

struct Slow {
    walls: BTreeSet<Place>,
    goals: BTreeSet<Place>,
    /// Boxes that count.
    counts: BTreeSet<Place>,
}

const WAYS: [(char, Place); 4] = [('u', (-1, 0)), ('d', (1, 0)), ('l', (0, -1)), ('r', (0, 1))];

impl Slow {
    fn of(board: &Board) -> (Self, Sets) {
        let (mut walls, mut goals, mut boxes, mut player) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new(), (0, 0));
        for (row, line) in (0..).zip(board.to_string().lines()) {
            for (col, c) in (0..).zip(line.chars()) {
                let place = (row, col);
                let _ = c == '#' && walls.insert(place);
                let _ = "+*.".contains(c) && goals.insert(place);
                let _ = "$*".contains(c) && boxes.insert(place);
                if "@+".contains(c) {
                    player = place;
                }
            }
        }
        let mut inside = BTreeSet::from([player]);
        loop {
            let more: BTreeSet<Place> = inside
                .iter()
                .flat_map(|&(r, c)| WAYS.map(|(_, (dr, dc))| (r + dr, c + dc)))
                .filter(|place| !walls.contains(place) && !inside.contains(place))
                .collect();
            if more.is_empty() {
                break;
            }
            inside.extend(more);
        }
        (Self { walls, goals, counts: inside }, Sets { player, boxes })
    }

    fn is_solved(&self, sets: &Sets) -> bool {
        sets.boxes.iter().all(|place| self.goals.contains(place) || !self.counts.contains(place))
    }

    fn next(&self, sets: &Sets) -> Vec<(char, Sets, bool)> {
        let mut found = Vec::new();
        for (name, (dr, dc)) in WAYS.into_iter().filter(|_| !self.is_solved(sets)) {
            let to = (sets.player.0 + dr, sets.player.1 + dc);
            let beyond = (to.0 + dr, to.1 + dc);
            let mut boxes = sets.boxes.clone();
            let pushes = boxes.remove(&to);
            if self.walls.contains(&to) || pushes && (self.walls.contains(&beyond) || !boxes.insert(beyond)) {
                continue;
            }
            found.push((name, Sets { player: to, boxes }, pushes));
        }
        found
    }

    fn perft(&self, sets: &Sets, depth: u32) -> u64 {
        if depth == 0 { 1 } else { self.next(sets).iter().map(|(_, next, _)| self.perft(next, depth - 1)).sum() }
    }

    /// The least cost of a solution, step by step: each step costs 1, or each push does and walks are free.
    fn least(&self, start: &Sets, pushes_alone: bool) -> Option<usize> {
        let mut costs = HashMap::from([(start.clone(), 0)]);
        let mut queue = VecDeque::from([start.clone()]);
        let mut best = None;
        while let Some(sets) = queue.pop_front() {
            let cost = costs[&sets];
            if self.is_solved(&sets) {
                best = Some(best.map_or(cost, |best: usize| best.min(cost)));
            }
            for (_, next, pushes) in self.next(&sets) {
                let cost = cost + usize::from(pushes || !pushes_alone);
                if costs.get(&next).is_none_or(|&known| cost < known) {
                    costs.insert(next.clone(), cost);
                    queue.push_back(next);
                }
            }
        }
        best
    }
}

/// Small rooms with walls, boxes and goals anywhere.
pub(super) fn rooms(most_boxes: usize) -> impl Strategy<Value = Board> {
    let cells = prop::collection::vec((0u32..100, any::<u32>()), 49);
    (3usize..6, 3usize..6, 1..=most_boxes, cells).prop_filter_map("a level", |(rows, cols, boxes, cells)| {
        let mut parts = Parts::floor(rows + 2, cols + 2);
        let mut free = Vec::new();
        for row in 0..rows + 2 {
            for col in 0..cols + 2 {
                let cell = Cell::new(row, col);
                let (wall, order) = cells[row * 7 + col];
                let on_border = row == 0 || col == 0 || row == rows + 1 || col == cols + 1;
                parts.walls[cell] = on_border || wall < 20;
                if !parts.walls[cell] {
                    free.push((order, cell));
                }
            }
        }
        free.sort_unstable();
        let mut free = free.into_iter().map(|(_, cell)| cell);
        parts.players = vec![free.next()?];
        // Some boxes stand on goals.
        for number in 0..boxes {
            let cell = free.next()?;
            parts.boxes[cell] = true;
            let goal = if number % 3 == 2 { cell } else { free.next()? };
            parts.goals[goal] = true;
        }
        Board::new(&Arc::new(Rules), parts).ok()
    })
}

fn board(text: &str) -> Board {
    Board::parse(&Arc::new(Rules), text).unwrap_or_else(|problems| panic!("{text}\n{problems:?}"))
}

fn legal(board: &Board) -> Vec<Step> {
    let mut steps = Vec::new();
    board.legal_moves(&mut steps);
    steps
}

proptest! {
    #[test]
    fn two_referees_count_the_same_games(board in rooms(4)) {
        let (slow, sets) = Slow::of(&board);
        for depth in 1..=6 {
            prop_assert_eq!(perft(&board, depth), slow.perft(&sets, depth));
        }
    }

    #[test]
    fn a_push_is_undone_by_a_pull_and_a_pull_by_a_push(mut board in rooms(5), choices in prop::collection::vec(0usize..4, 0..60)) {
        for choice in choices {
            for step in Step::ALL {
                let mut pulled = board.clone();
                if pulled.pull(step).is_ok() {
                    prop_assert_ne!(&pulled, &board);
                    prop_assert_eq!(pulled.boxes().count(), board.boxes().count());
                    prop_assert!(pulled.would_push(step.opposite()));
                    // A position that the pull left solved is over, and pushes nothing.
                    if pulled.status() != Status::Won {
                        pulled.play(step.opposite()).unwrap();
                        prop_assert_eq!(&pulled, &board);
                    }
                } else {
                    prop_assert_eq!(&pulled, &board);
                }
            }
            let steps = legal(&board);
            if steps.is_empty() { break }
            let before = board.clone();
            let step = steps[choice % steps.len()];
            let pushes = board.would_push(step);
            let off = board.boxes_off_goals() as i64;
            let gain = board.play(step).unwrap();
            prop_assert_eq!(board.boxes_off_goals() as i64, off - gain);
            if pushes {
                let mut back = board.clone();
                back.pull(step.opposite()).unwrap();
                prop_assert_eq!(&back, &before);
            } else {
                prop_assert_eq!(board.walk_to(before.player()), Some(vec![step.opposite()]));
            }
        }
    }

    #[test]
    fn a_line_of_play_is_undone_step_by_step(mut board in rooms(5), choices in prop::collection::vec(0usize..4, 0..60)) {
        let mut played = Vec::new();
        for choice in choices {
            let steps = legal(&board);
            if steps.is_empty() { break }
            let step = steps[choice % steps.len()];
            played.push((board.clone(), step, board.would_push(step)));
            board.play(step).unwrap();
        }
        for (before, step, pushed) in played.into_iter().rev() {
            board.undo(step, pushed).unwrap();
            prop_assert_eq!(&board, &before);
            prop_assert_eq!(board.boxes_off_goals(), before.boxes_off_goals());
        }
    }

    #[test]
    fn walks_are_shortest_and_reach_what_can_be_reached(board in rooms(3)) {
        let reach = board.reach();
        for (cell, &reached) in reach.enumerate() {
            let walk = board.walk_to(cell);
            prop_assert_eq!(walk.is_some(), reached);
            let Some(walk) = walk else { continue };
            let mut at = board.clone();
            if at.status() == Status::Won { continue }
            for &step in &walk {
                prop_assert!(!at.would_push(step));
                at.play(step).unwrap();
            }
            prop_assert_eq!(at.player(), cell);
            // A neighbour is at most one step nearer.
            for near in reach.neighbours(cell).filter(|&near| reach[near]) {
                prop_assert!(board.walk_to(near).unwrap().len() + 1 >= walk.len());
            }
        }
    }

    #[test]
    fn boards_are_read_as_they_are_written(mut board in rooms(4), choices in prop::collection::vec(0usize..4, 0..20), margin in 0usize..3) {
        for choice in choices {
            let steps = legal(&board);
            if steps.is_empty() { break }
            board.play(steps[choice % steps.len()]).unwrap();
        }
        let symbols = Grid::from_fn(board.rows() + margin, board.cols() + margin, |cell| {
            let c = if cell.row < board.rows() && cell.col < board.cols() { board.xsb(cell) } else { ' ' };
            Symbol::from_char(c).unwrap()
        });
        let wide = Board::from_symbols(board.rules(), &symbols).unwrap();
        let rules = Arc::new(Rules);
        prop_assert_eq!(&Board::parse(&rules, &wide.to_string()).unwrap(), &wide);
        let read = Sokoban::boards(&rules, &format!("; one\n{wide}\n\n; two\n{board}"), None);
        prop_assert_eq!(read.len(), 2);
        prop_assert_eq!(read[0].board.as_ref().unwrap(), &wide);
        prop_assert_eq!(read[1].board.as_ref().unwrap(), &board);
        let shown = Sokoban::expect(&wide).map(|looks| looks.first().copied());
        prop_assert_eq!(&Sokoban::board_from_symbols(&rules, &shown, &Memory::default()).unwrap(), &wide);
    }

    #[test]
    fn solutions_are_as_short_as_those_of_the_slow_referee(board in rooms(3)) {
        let (slow, sets) = Slow::of(&board);
        for (objective, pushes_alone) in [("any", true), ("pushes", true), ("moves", false)] {
            let outcome = solve(&board, objective, u64::MAX);
            prop_assert!(outcome.proven);
            let (end, score) = replay(&board, &outcome.moves).unwrap();
            prop_assert_eq!((score, end.status()), (outcome.score, outcome.status));
            let (_, pushes) = lurd::write(&board, &outcome.moves);
            let least = slow.least(&sets, pushes_alone);
            let found = if pushes_alone { pushes } else { outcome.moves.len() };
            prop_assert_eq!((outcome.status == Status::Won).then_some(found), least, "{}\n{}", objective, board);
            let bound = solver::LeastPushes::of(&board).from(&board);
            prop_assert!(least.is_none() || bound.is_some_and(|bound| bound <= pushes));
        }
    }

    #[test]
    fn every_algorithm_solves_what_can_be_solved_and_nothing_else(board in rooms(3)) {
        let (slow, sets) = Slow::of(&board);
        let least = slow.least(&sets, true);
        for algorithm in Sokoban::ALGORITHMS {
            for (objective, threads) in [("any", 1), ("any", 2), ("pushes", 1)] {
                let budget = Budget { threads, ..Budget::of_nodes(u64::MAX, 0) };
                let outcome = Sokoban::solve(&board, algorithm, objective, &budget, &mut |_| ());
                let (end, score) = replay(&board, &outcome.moves).unwrap();
                prop_assert_eq!((score, end.status()), (outcome.score, outcome.status));
                prop_assert_eq!(outcome.status == Status::Won, least.is_some(), "{} {}\n{}", algorithm, objective, board);
                prop_assert!(outcome.proven || outcome.status == Status::Won);
                let (_, pushes) = lurd::write(&board, &outcome.moves);
                if outcome.proven && least.is_some() {
                    prop_assert_eq!(Some(pushes), least, "{} {}\n{}", algorithm, objective, board);
                }
                let bound = solver::least_pushes(&board);
                prop_assert!(least.is_none_or(|least| bound.is_some_and(|bound| bound <= least)), "{}", board);
            }
        }
    }

    #[test]
    fn a_budget_that_ends_early_claims_nothing(board in rooms(4), nodes in 0u64..20) {
        let whole = solve(&board, "pushes", u64::MAX);
        let cut = solve(&board, "pushes", nodes);
        prop_assert!(cut.nodes <= nodes);
        let json = Sokoban::solution_json(&board, &cut);
        match json["outcome"].as_str() {
            Some("unknown") => prop_assert!(!cut.proven && cut.moves.is_empty() && json["optimal"].is_null()),
            Some("unsolvable") => prop_assert_ne!(whole.status, Status::Won),
            _ => prop_assert_eq!(&cut.moves, &whole.moves),
        }
        if whole.status == Status::Won {
            let (_, pushes) = lurd::write(&board, &whole.moves);
            prop_assert!(json["lower_bound"].as_u64().is_some_and(|bound| bound <= pushes as u64));
        }
    }
}

pub(super) fn solve(board: &Board, objective: &str, nodes: u64) -> Outcome<Step> {
    Sokoban::solve(board, "bfs", objective, &Budget::of_nodes(nodes, 0), &mut |_| ())
}

#[test]
fn the_memory_bounds_the_search() {
    let board = board("##########\n#@       #\n# $ $ $  #\n#        #\n# ...    #\n#       ##\n##########");
    let tight = Budget { memory_mib: Some(0), ..Budget::of_nodes(u64::MAX, 0) };
    for objective in ["pushes", "moves"] {
        let outcome = Sokoban::solve(&board, "bfs", objective, &tight, &mut |_| ());
        assert!(!outcome.proven && outcome.moves.is_empty());
        assert!(solve(&board, objective, u64::MAX).proven);
    }
}

#[test]
fn steps_that_are_none_say_why_and_leave_the_board() {
    let mut at = board("#######\n#@$$. #\n#$ .  #\n#  .  #\n#######");
    let before = at.clone();
    for (step, why) in [(Step::Up, "wall"), (Step::Left, "wall"), (Step::Right, "two boxes")] {
        assert!(at.play(step).unwrap_err().why.contains(why));
        assert_eq!(at, before);
    }
    at.play(Step::Down).unwrap();
    assert!(at.play(Step::Down).unwrap_err().why.contains("into a wall"));
    let mut solved = board("#####\n#@*.#\n# $ #\n#####");
    assert_eq!(solved.status(), Status::Ongoing);
    assert!(solved.pull(Step::Up).unwrap_err().why.contains("no box"));
    solved = board("#####\n#@* #\n#####");
    assert_eq!((solved.status(), legal(&solved).len()), (Status::Won, 0));
    assert!(solved.play(Step::Right).unwrap_err().why.contains("solved"));
}

#[test]
fn a_step_that_was_not_the_last_is_not_undone() {
    let mut at = board("#######\n#@ $ .#\n#######");
    let before = at.clone();
    assert!(at.undo(Step::Right, false).unwrap_err().why.contains("way back"));
    assert!(at.undo(Step::Left, true).unwrap_err().why.contains("no box"));
    assert_eq!(at, before);
}

#[test]
fn what_cannot_be_reached_counts_for_nothing() {
    for text in
        ["#######\n#@$.#*#\n#######", "#######\n#@$.#$#\n#######", "#######\n#@$.#.#\n#######", "#####$\n#@$.#\n#####*"]
    {
        let mut at = board(text);
        assert_eq!((at.status(), at.boxes_off_goals()), (Status::Ongoing, 1));
        assert_eq!(at.play(Step::Right), Ok(1));
        assert_eq!(at.status(), Status::Won);
    }
}

#[test]
fn every_reason_is_listed() {
    let problems = |text: &str| -> Vec<String> {
        let problems = Board::parse(&Arc::new(Rules), text).unwrap_err();
        problems.iter().map(ToString::to_string).collect()
    };
    for (text, parts) in [
        ("#####\n#$. #\n#####", &["no player"][..]),
        ("#######\n#@$.@+#\n#######", &["row 1, col 4: a second", "row 1, col 5: a second", "1 boxes and 2 goals"]),
        ("#####\n#@$$.#\n######", &["2 boxes and 1 goals"]),
        ("######\n#@$..#\n######\n#$#\n###", &["1 boxes and 2 goals", "row 3, col 1: the box lies outside"]),
        ("#####\n#@$. \n#####", &["row 1, col 4: the player can walk off the board here"]),
        ("####\n#@ #\n####", &["no box stands"]),
        ("####\n#@x?#\n####@", &["row 1, col 2: \"x\"", "row 1, col 3: \"?\"", "row 2, col 4: a second"]),
        ("####\n#@é#\n####", &["row 1, col 2: 'é'"]),
        ("####\n#@$.#3\n####", &["row 1, col 5: the run length 3"]),
        ("999999999999999999999#", &["row 0, col 0: a row of more than"]),
        ("99999#\n#", &["more than the 16384 cells"]),
        ("", &["no cells"]),
    ] {
        let found = problems(text);
        let fits = found.len() == parts.len() && found.iter().zip(parts).all(|(found, part)| found.contains(part));
        assert!(fits, "{text}\n{found:?}");
    }
}

#[test]
fn steps_are_written_and_read() {
    for step in Step::ALL {
        assert_eq!(step.to_string().parse(), Ok(step));
        assert_eq!(step.letter(true).to_string().parse(), Ok(step));
        assert_eq!(step.opposite().opposite(), step);
        let (down, right) = step.delta();
        assert_eq!(step.opposite().delta(), (-down, -right));
        assert_eq!(step.from(Cell::new(3, 3)).and_then(|cell| step.opposite().from(cell)), Some(Cell::new(3, 3)));
    }
    assert!("x".parse::<Step>().is_err() && "ud".parse::<Step>().is_err() && "".parse::<Step>().is_err());
    assert_eq!(Step::Up.from(Cell::new(0, 2)), None);
}
