//! Solutions that are longer than they need be, and what is left of them.

use super::super::super::{Board, Rules, Step, generate, lurd};
use super::super::{self as solver, ASTAR, BFS, FESS, Objective};
use super::*;
use crate::puzzle::{Puzzle, Status};
use crate::search::{Outcome, replay};
use std::sync::Arc;

fn board(text: &str) -> Board {
    Board::parse(&Arc::new(Rules), text).unwrap()
}

/// A solution as letters, as an outcome of a search for any solution.
fn outcome(board: &Board, letters: &str) -> Outcome<Step> {
    let moves: Vec<Step> = lurd::parse(letters).unwrap().into_iter().map(|written| written.step).collect();
    let (end, score) = replay(board, &moves).unwrap();
    Outcome { moves, score, status: end.status(), proven: false, nodes: 0, algorithm: FESS }
}

/// Letters and pushes after all the improving that there is.
fn improved(board: &Board, letters: &str) -> (String, usize) {
    let found = solver::improve(board, outcome(board, letters), &Budget::of_nodes(u64::MAX, 0), &mut |better| {
        assert_eq!(replay(board, &better.moves).unwrap().0.status(), Status::Won);
    });
    assert_eq!(replay(board, &found.moves).unwrap().1, found.score);
    lurd::write(board, &found.moves)
}

#[test]
fn walks_between_the_same_pushes_become_the_shortest() {
    let level = board("########\n#@ $ . #\n#      #\n########");
    assert_eq!(improved(&level, "rlrdrlulrRR"), ("rRR".to_owned(), 2));
}

#[test]
fn a_box_that_was_pushed_about_goes_straight() {
    let level = board("#########\n#       #\n#       #\n#@ $  . #\n#       #\n#########");
    // One row up, along, and down again.
    assert_eq!(improved(&level, "drrUluRRRurD").1, 3);
}

#[test]
fn boxes_that_were_pushed_in_turns_are_pushed_one_after_the_other() {
    let level = board("##########\n#@$   .  #\n#        #\n# $   .  #\n##########");
    let (letters, pushes) = improved(&level, "RdldRuuRdldRuuRdldRuuRdldR");
    assert_eq!((letters.len(), pushes), (14, 8), "{letters}");
}

#[test]
fn with_enough_time_no_push_is_left_that_could_be_spared() {
    let rules = Arc::new(Rules);
    let mut shortened = 0;
    for (size, boxes, count) in [((8, 10), 3, 6), ((8, 8), 4, 6)] {
        for index in 0..count {
            let level = generate::level(&rules, size, boxes, 21, index).unwrap();
            let budget = Budget::of_nodes(200_000, 0);
            let any = solver::solve(&level, FESS, Objective::Any, &budget, &mut |_| ());
            let best = solver::solve(&level, BFS, Objective::Pushes, &budget, &mut |_| ());
            if any.status != Status::Won || best.status != Status::Won {
                continue;
            }
            let (letters, before) = lurd::write(&level, &any.moves);
            let (after, pushes) = improved(&level, &letters);
            assert_eq!(pushes, lurd::write(&level, &best.moves).1, "{level}");
            assert!(pushes < before || after.len() <= letters.len(), "{level}");
            shortened += usize::from(pushes < before);
        }
    }
    assert!(shortened > 0, "no solution was longer than it need be");
}

#[test]
fn what_has_no_solution_or_the_fewest_steps_comes_back_as_it_is() {
    let level = board("##########\n#@$   .  #\n#        #\n# $   .  #\n##########");
    let budget = Budget::of_nodes(u64::MAX, 0);
    let steps = solver::solve(&level, BFS, Objective::Moves, &budget, &mut |_| ());
    assert_eq!(solver::improve(&level, steps.clone(), &budget, &mut |_| ()), steps);
    let nothing = solver::solve(&level, ASTAR, Objective::Pushes, &Budget::of_nodes(0, 0), &mut |_| ());
    assert_eq!(solver::improve(&level, nothing.clone(), &budget, &mut |_| ()), nothing);
}

#[test]
fn a_line_is_replayed_and_ends_where_the_level_is_solved() {
    let level = board("########\n#@$ .  #\n########");
    let field = Field::of(&level);
    let (boxes, player) = (field.boxes(&level), field.square(level.player()));
    let push = |square: u16| Push { square, direction: Step::Right as u8 };
    let line = Line::of(&field, &boxes, player, &[push(1), push(2), push(3)]).unwrap();
    assert_eq!((line.len(), line.moves(&field)), (2, 2));
    assert!(Line::of(&field, &boxes, player, &[push(2)]).is_none());
    assert!(Line::of(&field, &boxes, player, &[Push { square: 1, direction: Step::Left as u8 }]).is_none());
    let mut line = line;
    assert!(!line.splice(&field, (0, 1), &[]), "a push that is missed was taken out");
    assert_eq!(line.len(), 2);
}
