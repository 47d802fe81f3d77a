//! The layers of pruning on crafted positions, and on every position of known solutions.

use super::super::Rules;
use super::corral::Corrals;
use super::distances::Distances;
use super::field::Field;
use super::freeze::Freeze;
use super::local::LocalSearch;
use super::matching::{Matching, Paths};
use super::patterns::Patterns;
use super::walk::Walk;
use super::walls::FrozenWalls;
use super::*;
use proptest::prelude::*;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::sync::Arc;

fn board(text: &str) -> Board {
    Board::parse(&Arc::new(Rules), text).unwrap_or_else(|problems| panic!("{text}\n{problems:?}"))
}

/// What each layer says of a position.
#[derive(Debug, PartialEq, Eq)]
struct Verdicts {
    on_dead_square: bool,
    pattern: bool,
    frozen: bool,
    local: bool,
    unmatched: bool,
    walled: bool,
    /// Pushes that are left where there is a PI-corral, and all pushes where there is none.
    pushes: usize,
}

impl Verdicts {
    /// Whether some layer calls the position dead. Only of a solved one need no push be left.
    fn is_dead(&self) -> bool {
        self.on_dead_square
            || self.pattern
            || self.frozen
            || self.local
            || self.unmatched
            || self.walled
            || self.pushes == 0
    }
}

fn verdicts(board: &Board) -> Verdicts {
    let field = Field::of(board);
    let on_dead_square = field.boxes(board).iter().any(|&square| field.live(square) == field::NONE);
    // Each layer for itself, also where dead squares are not known.
    let field = if on_dead_square { field.all_live() } else { field };
    let boxes = field.boxes(board);
    let mut walk = Walk::new(&field);
    walk.set_boxes(boxes.iter().copied());
    let player = field.square(board.player());
    let region = walk.go(&field, player);
    let mut freeze = Freeze::new(&field);
    let frozen = boxes.iter().any(|&square| freeze.is_deadlock(&field, &walk, square));
    let local = LocalSearch::new(&field).finds_deadlock(&field, &walk, player);
    let mut patterns = Patterns::new(&field);
    let pattern = boxes.iter().any(|&square| patterns.finds_deadlock(&field, &walk, square, player));
    let unmatched = |distances: &Distances| {
        let mut matching = Matching::default();
        let rows = boxes.iter().map(|&square| distances.row_of(square, region));
        matching.assign(distances, field.goals().len(), rows, &mut Paths::default());
        matching.pushes(distances).is_none()
    };
    let mut walls = FrozenWalls::new(&field);
    let walled = unmatched(&walls.of(&field, &walk, &mut freeze, &boxes));
    let mut pushes = Vec::new();
    walk.pushes(&field, &mut pushes);
    if let Some(boxes) = Corrals::new(&field).find(&field, &walk) {
        pushes.retain(|&(push, to, _)| Corrals::keeps(boxes, &walk, push, to));
    }
    let unmatched = unmatched(&walls.bare());
    Verdicts { on_dead_square, pattern, frozen, local, unmatched, walled, pushes: pushes.len() }
}

#[test]
fn boxes_that_block_each_other_off_their_goals_are_frozen() {
    for (text, frozen) in [
        ("########\n#@ $$ .#\n#  $$..#\n#     .#\n########", true),
        ("########\n#@ **  #\n#  **  #\n# $ .  #\n########", false),
        ("########\n#@ $$ .#\n#      #\n#     .#\n########", true),
        ("########\n#@     #\n#  $ $ #\n#   .. #\n#      #\n########", false),
    ] {
        assert_eq!(verdicts(&board(text)).frozen, frozen, "{text}");
    }
}

#[test]
fn a_box_in_a_corridor_is_not_dead() {
    let corridor = board("#########\n#@ $   .#\n#########");
    let found = verdicts(&corridor);
    assert!(!found.is_dead() && found.pushes == 1, "{found:?}");
    let mut at = corridor.clone();
    for step in [Step::Right, Step::Right] {
        at.play(step).unwrap();
        assert!(!verdicts(&at).is_dead(), "{at}");
    }
}

#[test]
fn equal_boxes_with_the_player_in_another_region_are_another_position() {
    let left = board("#########\n#@ $   .#\n#########");
    let right = board("#########\n#  $ @ .#\n#########");
    let (field, other) = (Field::of(&left), Field::of(&right));
    let boxes = field.boxes(&left);
    assert_eq!(boxes, other.boxes(&right));
    let mut arena = arena::Arena::new(&field, 1 << 20);
    let mut here = vec![0; arena.words()];
    boxes.iter().for_each(|&square| expand::flip(&mut here, field.live(square)));
    let mut walk = Walk::new(&field);
    walk.set_boxes(boxes.iter().copied());
    let hash = arena.hash(&here);
    let push = Push { square: 0, direction: 0 };
    let mut insert = |cell| {
        let region = walk.go(&field, field.square(cell));
        arena.insert(&here, region, hash, 0, push)
    };
    assert_eq!(insert(left.player()), (0, true));
    assert_eq!(insert(right.player()), (1, true));
    assert_eq!(insert(left.player()), (0, false));
    // One of them can be solved, the other cannot.
    let outcome = |board: &Board| solve(board, ASTAR, Objective::Pushes, &Budget::of_nodes(99, 0), &mut |_| ());
    assert_eq!(outcome(&left).status, Status::Won);
    assert!(outcome(&right).status != Status::Won && outcome(&right).proven);
}

#[test]
fn squares_from_which_no_box_comes_to_a_goal_are_dead() {
    assert!(verdicts(&board("########\n#@  $  #\n#    . #\n########")).on_dead_square);
    assert!(!verdicts(&board("########\n#@  $ .#\n#      #\n########")).on_dead_square);
}

#[test]
fn the_side_of_the_player_decides_whether_a_goal_is_in_reach() {
    let left = verdicts(&board("#######\n#@$  .#\n#######"));
    let right = verdicts(&board("#######\n#.$ @ #\n#######"));
    let wrong = verdicts(&board("#######\n#@$ . #\n#. $  #\n#######"));
    assert!(!left.unmatched && !right.unmatched && !wrong.unmatched);
    assert!(verdicts(&board("########\n#.  $ @#\n########")).pushes == 1);
    assert!(verdicts(&board("########\n#  @$ .#\n########")).pushes == 1);
    assert!(verdicts(&board("########\n# .@$  #\n########")).unmatched);
}

#[test]
fn a_box_frozen_on_its_goal_walls_off_another() {
    // Four boxes fill the passage and can never move again.
    let found = verdicts(&board("##########\n#. **  $@#\n#  **    #\n##########"));
    assert!(found.walled && !found.unmatched && !found.frozen);
    // Apart from each other both can be pushed along the row.
    let open = verdicts(&board("##########\n#        #\n#. * * $@#\n#        #\n##########"));
    assert!(!open.walled);
}

/// Asks every layer about each position on the way of a solution.
fn no_layer_refuses(start: &Board, solution: &[Step]) {
    let mut at = start.clone();
    for &step in solution {
        if at.would_push(step) {
            let found = verdicts(&at);
            assert!(!found.is_dead(), "a position of a solution is called dead:\n{at}\n{found:?}");
        }
        at.play(step).unwrap();
    }
}

/// Solves by the plain search without any layer, not even dead squares, and asks every layer about the way.
fn no_layer_refuses_the_way(start: &Board, nodes: u64) -> bool {
    let outcome = without_layers(start, nodes);
    no_layer_refuses(start, &outcome.moves);
    outcome.status == Status::Won
}

fn without_layers(start: &Board, nodes: u64) -> Outcome<Step> {
    let none: Vec<String> = LAYERS.iter().map(|&name| name.to_owned()).collect();
    let how = How::usual(BFS, Objective::Pushes).tuned(None, &none);
    solve_tuned(start, how, &Budget::of_nodes(nodes, 0), &mut |_| ())
}

#[test]
fn no_position_of_a_solution_is_called_dead() {
    let rules = Arc::new(Rules);
    let mut solved = 0;
    for (size, boxes, count) in [((8, 10), 3, 6), ((8, 8), 4, 6), ((5, 7), 2, 6)] {
        for index in 0..count {
            let level = super::super::generate::level(&rules, size, boxes, 5, index).unwrap();
            solved += usize::from(no_layer_refuses_the_way(&level, 50_000));
        }
    }
    assert!(solved >= 12, "only {solved} levels were solved");
}

/// The same over public levels, where they are at hand.
#[test]
fn no_position_of_a_solution_of_public_levels_is_called_dead() {
    for (name, take, at_least) in [("microban01.sok", 70, 40), ("boxoban_hard_000.txt", 40, 15)] {
        let path = format!("{}/../shared/data/sokoban/{name}", env!("CARGO_MANIFEST_DIR"));
        let Ok(bytes) = std::fs::read(path) else { continue };
        let levels = super::super::notation::boards(&Arc::new(Rules), &String::from_utf8_lossy(&bytes), None);
        let boards = levels.into_iter().take(take).filter_map(|named| named.board.ok());
        let solved = boards.filter(|board| no_layer_refuses_the_way(board, 10_000)).count();
        assert!(solved >= at_least, "{name}: only {solved} were solved");
    }
}

/// Long solutions of hard levels, found with the help of the layers: none of them may refuse what others let pass.
#[test]
fn no_position_of_a_solution_of_hard_levels_is_called_dead() {
    for (name, step, at_least) in [("xsokoban.sok", 15, 1), ("SokHard.xsb", 40, 1)] {
        let path = format!("{}/../shared/data/sokoban/{name}", env!("CARGO_MANIFEST_DIR"));
        let Ok(bytes) = std::fs::read(path) else { continue };
        let levels = super::super::notation::boards(&Arc::new(Rules), &String::from_utf8_lossy(&bytes), None);
        let mut solved = 0;
        for board in levels.into_iter().step_by(step).filter_map(|named| named.board.ok()) {
            let outcome = solve(&board, PORTFOLIO, Objective::Any, &Budget::of_nodes(3_000, 0), &mut |_| ());
            no_layer_refuses(&board, &outcome.moves);
            solved += usize::from(outcome.status == Status::Won);
        }
        assert!(solved >= at_least, "{name}: only {solved} were solved");
    }
}

proptest! {
    /// What a layer calls dead has no solution, by a search that knows no layer.
    #[test]
    fn what_is_called_dead_has_no_solution(start in super::super::tests::rooms(4), choices in prop::collection::vec(0usize..4, 0..30)) {
        let mut at = start;
        for choice in choices {
            let mut steps = Vec::new();
            at.legal_moves(&mut steps);
            if steps.is_empty() { break }
            at.play(steps[choice % steps.len()]).unwrap();
        }
        let found = verdicts(&at);
        if at.status() != Status::Won && found.is_dead() {
            let outcome = without_layers(&at, u64::MAX);
            prop_assert!(outcome.status != Status::Won && outcome.proven, "{}\n{:?}", at, found);
        }
    }
}

/// Rooms at random, in which each layer must find something that none of those before it does.
#[test]
fn each_layer_finds_what_the_others_do_not() {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let (mut patterns, mut local, mut walled) = (0, 0, 0);
    for _ in 0..4000 {
        let text: String = (0..7)
            .map(|row| -> String {
                let cell = |col| match rng.random_range(0..100) {
                    _ if row == 0 || row == 6 || col == 0 || col == 7 => '#',
                    0..12 => '#',
                    12..27 => '$',
                    27..30 => '*',
                    _ => ' ',
                };
                (0..8).map(cell).collect::<String>() + "\n"
            })
            .collect();
        // As many goals as boxes, from the last free cell on, and the player on the first one.
        let wanted = text.matches('$').count();
        let mut cells: Vec<char> = text.chars().collect();
        let mut free: Vec<usize> = (0..cells.len()).filter(|&at| cells[at] == ' ').collect();
        if free.len() <= wanted {
            continue;
        }
        cells[free.remove(0)] = '@';
        free.iter().rev().take(wanted).for_each(|&at| cells[at] = '.');
        let text: String = cells.into_iter().collect();
        let Ok(level) = Board::parse(&Arc::new(Rules), &text) else { continue };
        if level.status() != Status::Ongoing {
            continue;
        }
        let found = verdicts(&level);
        if found.on_dead_square || found.frozen || found.unmatched {
            continue;
        }
        patterns += usize::from(found.pattern && !found.local);
        local += usize::from(found.local && !found.pattern);
        walled += usize::from(found.walled);
    }
    assert!(patterns > 0 && local > 0 && walled > 0, "{patterns} {local} {walled}");
}

#[test]
fn each_layer_and_each_bound_can_be_left_out_and_leaves_the_optimum() {
    let budget = Budget::of_nodes(u64::MAX, 0);
    for text in [
        "##########\n#@       #\n# $ $ $  #\n#        #\n# ...    #\n#       ##\n##########",
        "#######\n#  @  #\n# $*$ #\n#  #  #\n#.   .#\n#######",
    ] {
        let start = board(text);
        let pushes_by = |how: How<'_>| {
            let outcome = solve_tuned(&start, how, &budget, &mut |_| ());
            assert_eq!(outcome.status, Status::Won, "{how:?}");
            (pushes_of(&start, &outcome.moves), outcome.nodes)
        };
        let (best, _) = pushes_by(How::usual(BFS, Objective::Pushes));
        for algorithm in [ASTAR, IDA_STAR] {
            let usual = How::usual(algorithm, Objective::Pushes);
            for heuristic in HEURISTICS {
                let how = usual.tuned(Some(heuristic), &[]);
                assert_eq!(pushes_by(how).0, best, "{how:?}");
            }
            for layer in LAYERS {
                let how = usual.tuned(None, &[(*layer).to_owned()]);
                assert_eq!(pushes_by(how).0, best, "{how:?}");
            }
        }
        for algorithm in [DFS, FESS, PORTFOLIO] {
            for layer in LAYERS {
                pushes_by(How::usual(algorithm, Objective::Any).tuned(None, &[(*layer).to_owned()]));
            }
        }
        // The better a bound sees, the fewer positions it leaves.
        let nodes = |heuristic| pushes_by(How::usual(ASTAR, Objective::Pushes).tuned(Some(heuristic), &[])).1;
        assert!(nodes("matching") <= nodes("manhattan") && nodes("manhattan") <= nodes("none"));
    }
}

#[test]
fn what_a_line_does_after_all_is_solved_is_left_out() {
    let board = board("#######\n#@$.  #\n#    .#\n#    $#\n#     #\n#######");
    let field = Field::of(&board);
    let [up, right] = [Step::Up, Step::Right].map(|step| Step::ALL.iter().position(|one| *one == step).unwrap() as u8);
    let push = |row, col, direction| Push { square: field.square(crate::grid::Cell::new(row, col)), direction };
    let solving = [push(3, 5, up), push(1, 2, right)];
    let (moves, _) = steps(&board, &field, &solving).expect("both boxes come to goals");
    let on: Vec<Push> = solving.into_iter().chain([push(1, 3, right), push(1, 4, right)]).collect();
    assert_eq!(steps(&board, &field, &on).unwrap().0, moves);
}
