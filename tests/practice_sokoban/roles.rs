//! What a picture's cells are, told by the rules alone.

use super::*;
use tilepilot::games::Guessed;
use tilepilot::scene::sokoban::Skin;
use tilepilot::vision::grouping::groupings;

/// Levels whose goals are all to be seen.
const OPEN: [&str; 4] = [
    "    #####\n    #   #\n    #$  #\n  ###  $##\n  #  $ $ #\n### # ## #   ######\n#   # ## #####  ..#\n\
     # $  $          ..#\n##### ### #@##  ..#\n    #     #########\n    #######",
    "##########\n#        #\n# $ $ $  #\n# . . .  ##\n###  #  @ #\n  #  $  . #\n  #########",
    "#######\n#.   .#\n# $#$ #\n#  @  #\n# $#$ #\n#.   .#\n#######",
    "######\n#    ###\n# $  . #\n# $@ . #\n########",
];
/// The same with boxes on goals.
const PART: [&str; 2] = [
    "    #####\n    #   #\n    #   #\n  ###  $##\n  #  $ $ #\n### # ## #   ######\n#   # ## #####  ..#\n\
     # $  $          ..#\n##### ### #@##  .*#\n    #     #########\n    #######",
    " ####  ####\n##  ####  #\n#  $ $  * ##\n# #  ##  . #\n#  $ .. $# #\n##  @##   .#\n ######### #\n         ###",
];
/// One player, one goal and one box, and boxes on goals.
const PACKED: &str = "########\n#      #\n# .**$@#\n#      #\n#####  #\n    ####";

/// What the rules make of the picture of a level.
fn told(skin: Skin, level: &str) -> Option<Guessed<Board>> {
    let mut scene = open(Options { skin, ..instant(level) });
    Sokoban::board_from_groups(&Arc::new(Rules), &groupings(&scene.draw(START), &scene.lattice()))
}

#[test]
fn a_level_is_told_from_its_picture_alone() {
    for skin in Skin::ALL {
        for level in OPEN {
            let told = told(skin, level).unwrap_or_else(|| panic!("{}: nothing for\n{level}", skin.name()));
            assert_eq!((told.board.to_string(), told.doubt), (level.to_owned(), None), "{}", skin.name());
        }
    }
    for level in PART {
        let told = told(Skin::Warehouse, level).unwrap();
        assert_eq!((told.board.to_string(), told.doubt), (level.to_owned(), None));
    }
}

#[test]
fn a_level_that_may_be_another_one_is_doubted() {
    let told = told(Skin::Warehouse, PACKED).unwrap();
    let doubt = told.doubt.unwrap();
    assert!(doubt.contains("cells may be called otherwise, the first at 2,") && doubt.contains("--truth"), "{doubt}");
}

/// A crate on a goal looks like any other here, so a goal seems to lack, and no rule says where it is.
#[test]
fn a_hidden_goal_is_never_told_for_sure() {
    for level in [PACKED, "#######\n#  *  #\n# .$@ #\n#     #\n#######", "######\n#+$  #\n#  $.#\n######"] {
        let told = told(Skin::Plain, level);
        assert!(told.as_ref().is_none_or(|told| told.doubt.is_some()), "{told:?}");
    }
}

#[test]
fn what_is_no_level_is_not_taken_for_one() {
    let mut scene = open(instant(OPEN[1]));
    let (picture, lattice) = (scene.draw(START), scene.lattice());
    // Cells that lie half between those that are drawn.
    let between = lattice.moved(lattice.pitch_x / 2.0, lattice.pitch_y / 2.0);
    let between = Lattice { rows: between.rows - 1, cols: between.cols - 1, ..between };
    let told = Sokoban::board_from_groups(&Arc::new(Rules), &groupings(&picture, &between));
    assert!(told.as_ref().is_none_or(|told| told.doubt.is_some()), "{told:?}");
    assert!(groupings(&picture, &lattice.moved(-1e4, 0.0)).is_empty());
}
