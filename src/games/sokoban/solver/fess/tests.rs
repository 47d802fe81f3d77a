//! The plan, what is in its way, and play backward.

use super::super::super::Rules;
use super::super::super::position::Board;
use super::super::distances::{Distances, FAR};
use super::super::field::NONE;
use super::super::mover::Way;
use super::*;
use crate::puzzle::{Puzzle, Status};
use std::sync::Arc;

/// A level whose solution needs another box to make way first.
const IN_THE_WAY: &str = "##########\n#@       #\n# $ $ $  #\n#        #\n# ...    #\n#       ##\n##########";
/// A goal room that must be filled from its far end.
const ROOM: &str = "##############\n#@      ######\n# $ $ $   ...#\n#       ######\n##############";

/// A level whose boxes must leave one room before they fill the other.
const TWO_ROOMS: &str = "###########\n#   #     #\n# $ #   . #\n#@ $    . #\n# $ #   . #\n#   #     #\n###########";

fn board(text: &str) -> Board {
    Board::parse(&Arc::new(Rules), text).unwrap_or_else(|problems| panic!("{text}\n{problems:?}"))
}

fn budget(nodes: u64) -> Budget {
    Budget::of_nodes(nodes, 0)
}

#[test]
fn the_plan_fills_a_room_from_its_far_end() {
    let board = board(ROOM);
    let field = Field::of(&board);
    let boxes = field.boxes(&board);
    for variant in 0..4 {
        let plan = plan::Plan::of(&field, &boxes, None, variant, &budget(1));
        let mut order = Vec::new();
        let mut walk = Walk::new(&field);
        loop {
            let packed = plan.packed(&walk);
            let (_, Some(next)) = plan.next(packed) else { break };
            order.push(next);
            walk.put(next);
        }
        let cols: Vec<usize> = order.iter().map(|&square| field.cell(square).col).collect();
        assert_eq!(cols, [12, 11, 10]);
    }
}

#[test]
fn a_box_that_the_plan_would_cut_off_is_out_of_plan() {
    // The room on the left takes its last box from the left alone.
    let level = board("###########\n#@ $ $ .. #\n#  ########\n###########");
    let field = Field::of(&level);
    let boxes = field.boxes(&level);
    let mut plan = plan::Plan::of(&field, &boxes, None, 0, &budget(1));
    assert_eq!(plan.out_of_plan(&boxes, 0), 0);
    let beyond: Vec<u16> = (0..field.squares() as u16).filter(|&square| field.cell(square).col == 9).collect();
    assert_eq!(plan.out_of_plan(&[beyond[0], beyond[0]], 0), 2);
}

#[test]
fn what_stands_in_the_way_is_counted() {
    let free = board("#########\n#       #\n#@ $   .#\n#       #\n#########");
    let blocked = board("#########\n### #####\n#@$$   .#\n#   #####\n#  .#####\n#########");
    let count = |board: &Board| {
        let field = Field::of(board);
        let boxes = field.boxes(board);
        let mut walk = Walk::new(&field);
        walk.set_boxes(boxes.iter().copied());
        let distances = Distances::of(&field, &vec![false; field.squares()]);
        let target = (0..field.squares() as u16).rev().find(|&at| field.is_goal(at) && field.cell(at).row == 2);
        let mut opening = opening::Opening::new(&field);
        let player = field.square(board.player());
        let obstacles = opening.measure(&field, &walk, &distances, player, (&[], target));
        (obstacles, field, opening)
    };
    assert_eq!(count(&free).0, 0);
    let (obstacles, field, opening) = count(&blocked);
    assert_eq!(obstacles, 1);
    let at = |row, col| field.square(crate::grid::Cell::new(row, col));
    // The box behind the first one goes out of the way, or to another square of it.
    assert_eq!(opening.after(obstacles, at(2, 2), at(4, 2)), 0);
    assert_eq!(opening.after(obstacles, at(4, 2), at(2, 4)), 2);
}

#[test]
fn distances_backward_are_those_of_play() {
    let level = board(IN_THE_WAY);
    let field = Field::of(&level);
    let boxes = field.boxes(&level);
    let reversed = field.reversed(&boxes);
    let nothing = vec![false; field.squares()];
    let (play, back) = (Distances::of(&field, &nothing), Distances::of(&reversed, &nothing));
    let least = |distances: &Distances, at: u16, goal: usize| {
        field
            .near(at)
            .into_iter()
            .filter(|&near| near != NONE)
            .map(|side| distances.row(distances.row_of(at, side))[goal])
            .min()
    };
    for (start, &from) in reversed.goals().iter().enumerate() {
        for (goal, &to) in field.goals().iter().enumerate() {
            let pushes = least(&play, from, goal);
            assert!(pushes.is_some_and(|pushes| pushes != FAR));
            assert_eq!(pushes, least(&back, to, start));
        }
    }
    assert_eq!((field.way(), reversed.way()), (Way::Push, Way::Pull));
}

/// Plays the pushes of a search by the referee.
fn plays(level: &Board, field: &Field, end: End) {
    let End::Solved(pushes) = end else { panic!("not solved:\n{level}") };
    let (steps, _) = super::super::steps(level, field, &pushes).expect("the pushes can be played");
    let (end, _) = crate::search::replay(level, &steps).unwrap();
    assert_eq!(end.status(), Status::Won);
}

#[test]
fn play_backward_and_every_variant_solve_and_do_it_again() {
    for text in [IN_THE_WAY, ROOM, "#######\n#  @  #\n# $*$ #\n#  #  #\n#.   .#\n#######"] {
        let level = board(text);
        let field = Field::of(&level);
        let boxes = field.boxes(&level);
        let start = (boxes.as_slice(), field.square(level.player()));
        let reversed = field.reversed(&boxes);
        let backward = || {
            let goals = (field.goals(), start.1);
            let mut search = Fess::backward(&reversed, goals, &budget(20_000), 64, (USUAL, Parts::ALL));
            (search.advance(&budget(20_000)), search.nodes())
        };
        let (end, nodes) = backward();
        plays(&level, &field, end);
        assert_eq!(nodes, backward().1);
        for variant in 0..7 {
            let forward = || {
                let mut search = Fess::forward(&field, start, variant, &budget(1), 64, (USUAL, Parts::ALL));
                // Taken up again after each position it comes to the same.
                let mut nodes = 1;
                loop {
                    let end = search.advance(&budget(nodes));
                    if !matches!(end, End::Spent) || nodes > 20_000 {
                        return (end, search.nodes());
                    }
                    nodes += 1;
                }
            };
            let mut at_once = Fess::forward(&field, start, variant, &budget(1), 64, (USUAL, Parts::ALL));
            let end = at_once.advance(&budget(20_000));
            let (stepped, nodes) = forward();
            assert_eq!(at_once.nodes(), nodes);
            plays(&level, &field, end);
            plays(&level, &field, stepped);
        }
    }
}

#[test]
fn what_cannot_be_solved_is_not_solved_backward_either() {
    let wrong_side = "#########\n#  $ @ .#\n#########";
    // No box can be pushed onto the goal below the others.
    let out_of_reach = "############\n#@   #######\n# $$$    ..#\n#    ####.##\n#    #######\n############";
    for text in [wrong_side, out_of_reach] {
        let level = board(text);
        let field = Field::of(&level);
        let boxes = field.boxes(&level);
        let reversed = field.reversed(&boxes);
        let goals = (field.goals(), field.square(level.player()));
        let mut search = Fess::backward(&reversed, goals, &budget(999), 64, (USUAL, Parts::ALL));
        assert!(matches!(search.advance(&budget(999)), End::Exhausted), "{text}");
    }
}

#[test]
fn whichever_way_comes_second_meets_the_first() {
    use super::super::meeting::Meeting;

    for forward_first in [true, false] {
        let mut meets = 0;
        for (text, positions) in
            [IN_THE_WAY, ROOM, TWO_ROOMS].into_iter().flat_map(|text| (1..12).map(move |n| (text, n)))
        {
            let level = board(text);
            let field = Field::of(&level);
            let boxes = field.boxes(&level);
            let player = field.square(level.player());
            let reversed = field.reversed(&boxes);
            let meeting = Meeting::new(1);
            let mut forward = Fess::forward(&field, (&boxes, player), 0, &budget(1), 64, (USUAL, Parts::ALL));
            let mut backward = Fess::backward(&reversed, (field.goals(), player), &budget(1), 64, (USUAL, Parts::ALL));
            forward.take_part(&meeting, true);
            backward.take_part(&meeting, true);
            let (first, second) =
                if forward_first { (&mut forward, &mut backward) } else { (&mut backward, &mut forward) };
            first.advance(&budget(positions));
            let End::Solved(half) = second.advance(&budget(20_000)) else { panic!("not solved:\n{level}") };
            let Some(met) = second.take_met() else { continue };
            assert_eq!(met.way == Way::Push, forward_first);
            let other = first.half(&met);
            let (start, rest) = if forward_first { (other, half) } else { (half, other) };
            plays(&level, &field, End::Solved([start, rest].concat()));
            meets += 1;
        }
        assert!(meets > 5, "only {meets} times");
    }
}
