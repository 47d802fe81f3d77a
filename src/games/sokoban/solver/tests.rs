//! The layers of pruning on crafted positions, and on every position of known solutions.

use super::super::Rules;
use super::corral::Corrals;
use super::distances::Distances;
use super::field::Field;
use super::freeze::Freeze;
use super::local::LocalSearch;
use super::matching::{Matching, Paths};
use super::walk::Walk;
use super::walls::FrozenWalls;
use super::*;
use std::sync::Arc;

fn board(text: &str) -> Board {
    Board::parse(&Arc::new(Rules), text).unwrap_or_else(|problems| panic!("{text}\n{problems:?}"))
}

/// What each layer says of a position.
struct Verdicts {
    frozen: bool,
    local: bool,
    unmatched: bool,
    walled: bool,
    pushes: usize,
}

fn verdicts(board: &Board) -> Verdicts {
    let field = Field::of(board);
    let boxes = field.boxes(board);
    let mut walk = Walk::new(&field);
    walk.set_boxes(boxes.iter().copied());
    let player = field.square(board.player());
    let region = walk.go(&field, player);
    let mut freeze = Freeze::new(&field);
    let frozen = boxes.iter().any(|&square| freeze.is_deadlock(&field, &walk, square));
    let local = LocalSearch::new(&field).finds_deadlock(&field, &walk, player);
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
    Verdicts { frozen, local, unmatched: unmatched(&walls.bare()), walled, pushes: pushes.len() }
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
    assert!(!found.frozen && !found.local && !found.unmatched && !found.walled && found.pushes == 1);
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

/// Solves by the plain search, which prunes nothing but dead squares, and asks every layer about each position on the way.
fn no_layer_refuses_the_way(start: &Board, nodes: u64) -> bool {
    let outcome = solve(start, BFS, Objective::Pushes, &Budget::of_nodes(nodes, 0), &mut |_| ());
    let mut at = start.clone();
    for &step in &outcome.moves {
        let found = verdicts(&at);
        let dead = found.frozen || found.local || found.unmatched || found.walled || found.pushes == 0;
        assert!(!dead, "a position of a solution is called dead:\n{at}");
        at.play(step).unwrap();
    }
    outcome.status == Status::Won
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

#[test]
fn each_layer_can_be_left_out_and_leaves_the_optimum() {
    let start = board("##########\n#@       #\n# $ $ $  #\n#        #\n# ...    #\n#       ##\n##########");
    let field = Field::of(&start);
    let boxes = field.boxes(&start);
    let budget = Budget::of_nodes(u64::MAX, 0);
    let pushes = |layers: Layers| match astar::solve(
        &field,
        (&boxes, field.square(start.player())),
        &budget,
        64,
        Manner { layers, ..Manner::FEWEST },
    ) {
        (End::Solved(pushes), _) => pushes.len(),
        _ => usize::MAX,
    };
    let best = pushes(Layers::ALL);
    assert_ne!(best, usize::MAX);
    assert_eq!(pushes(Layers { freeze: false, ..Layers::ALL }), best);
    assert_eq!(pushes(Layers { corrals: false, ..Layers::ALL }), best);
    let any = |layers: Layers| {
        let (end, _) = fess::any(&field, (&boxes, field.square(start.player())), &budget, 64, layers);
        matches!(end, End::Solved(_))
    };
    assert!(
        any(Layers::ALL)
            && any(Layers { local: false, ..Layers::ALL })
            && any(Layers { frozen_walls: false, ..Layers::ALL })
    );
}
