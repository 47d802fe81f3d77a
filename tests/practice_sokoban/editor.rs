//! The editor: levels are pulled apart from their end, saved, and solved again.

use super::*;
use tilepilot::grid::Grid;
use tilepilot::puzzle::Status;
use tilepilot::scene::sokoban::{EditorScene, Skin};
use tilepilot::search::{Budget, replay};

/// The goal is at 2,4; the player at 3,2.
fn editor() -> EditorScene {
    EditorScene::new(&levels(TWO).level(1).unwrap(), Skin::Warehouse)
}

fn press_cell(scene: &mut EditorScene, (row, col): (usize, usize), button: MouseButton) {
    let at = scene.lattice().centre(Cell::new(row, col));
    press(scene, at, button, START);
}

fn push_button(scene: &mut EditorScene, label: &str) {
    let at = scene.buttons().into_iter().find(|(name, _)| *name == label).unwrap().1.centre();
    press(scene, at, MouseButton::Left, START);
}

fn rows(scene: &EditorScene) -> Vec<String> {
    scene.truth(START).lines().skip(1).map(str::to_owned).collect()
}

/// Solves a level and replays the solution by the rules.
fn is_solvable(board: &Board) -> bool {
    let budget = Budget::of_nodes(100_000, 0);
    let (algorithm, objective) = (Sokoban::ALGORITHMS[0], Sokoban::OBJECTIVES[0]);
    let outcome = Sokoban::solve(board, algorithm, objective, &budget, &mut |_| {});
    let (end, _) = replay(board, &outcome.moves).unwrap();
    tilepilot::puzzle::Puzzle::status(&end) == Status::Won
}

#[test]
fn boxes_start_on_the_goals_and_shift_pulls_them() {
    let mut scene = editor();
    assert_eq!(rows(&scene), ["#######", "#-----#", "#---*-#", "#-@---#", "#######"]);
    assert_eq!((value(&scene.truth(START), "phase"), value(&scene.truth(START), "left")), ("editing", "0"));
    keys(&mut scene, "Up Right Shift+Left", START);
    assert_eq!(rows(&scene), ["#######", "#-----#", "#-@$.-#", "#-----#", "#######"]);
    let truth = scene.truth(START);
    assert_eq!((value(&truth, "pulls"), value(&truth, "move"), value(&truth, "left")), ("1", "3", "1"));
    // A pull without a box, and a step against one, are none.
    keys(&mut scene, "Shift+Up", START);
    assert!(scene.note().unwrap().contains("no box"));
    keys(&mut scene, "Right", START);
    assert!(scene.note().unwrap().contains("not free"));
    assert_eq!(value(&scene.truth(START), "move"), "3");
    keys(&mut scene, "u Ctrl+Z Backspace u", START);
    assert_eq!(rows(&scene), rows(&editor()));
}

#[test]
fn what_was_pulled_is_saved_as_a_level_that_the_solver_solves() {
    for how in ["s", "Ctrl+S", "save"] {
        let mut scene = editor();
        press_cell(&mut scene, (1, 1), MouseButton::Right);
        press_cell(&mut scene, (3, 5), MouseButton::Left);
        keys(&mut scene, "Up Right Shift+Left Up Shift+Right Shift+Right", START);
        assert_eq!(scene.to_save(), None);
        if how == "save" {
            push_button(&mut scene, how);
        } else {
            keys(&mut scene, how, START);
        }
        let text = scene.to_save().unwrap_or_else(|| panic!("{how}: {:?}", scene.note()));
        assert_eq!(scene.to_save(), None, "it is handed out once");
        let level = read(&text);
        assert_eq!(level.boxes_off_goals(), 2, "{text}");
        assert!(is_solvable(&level), "{text}");
        assert_eq!(level, read(&scene.truth(START)));
        scene.saved(Ok(()), START);
        assert!(scene.note().unwrap().contains("saved"));
        assert_eq!(value(&scene.truth(START), "saved"), "1");
        scene.saved(Err("the disk is full".to_owned()), START);
        assert!(scene.note().unwrap().contains("the disk is full"));
        assert_eq!(value(&scene.truth(START), "saved"), "1");
    }
}

#[test]
fn the_saved_level_has_no_empty_border() {
    let text = "###########\n#@$.      #\n###########\n\n#####\n#   #\n# $ #\n# @.#\n#   #\n#####\n";
    let mut scene = EditorScene::new(&levels(text).level(2).unwrap(), Skin::Plain);
    keys(&mut scene, "Shift+Left s", START);
    let saved = read(&scene.to_save().unwrap_or_else(|| panic!("{:?}", scene.note())));
    assert_eq!((saved.rows(), saved.cols()), (6, 5));
}

#[test]
fn what_is_no_level_is_refused_with_its_first_problem() {
    let mut scene = editor();
    keys(&mut scene, "s", START);
    assert!(scene.note().unwrap().contains("every box is on a goal"), "{:?}", scene.note());
    keys(&mut scene, "Up Right Shift+Left", START);
    press_cell(&mut scene, (0, 3), MouseButton::Left);
    assert_eq!(rows(&scene)[0], "###-###");
    push_button(&mut scene, "save");
    let said = scene.note().unwrap();
    assert!(said.starts_with("not saved") && said.contains("row 0, col 3"), "{said}");
    assert_eq!(scene.to_save(), None);
    keys(&mut scene, "u s", START);
    assert!(scene.to_save().is_some());
}

#[test]
fn walls_and_goals_change_as_far_as_the_pulls_allow() {
    let mut scene = editor();
    keys(&mut scene, "Up Right Shift+Left", START);
    let before = rows(&scene);
    for (cell, button) in [
        // Where the player walked, where the goal is, where box and player are now.
        ((3, 2), MouseButton::Left),
        ((2, 4), MouseButton::Left),
        ((2, 3), MouseButton::Left),
        ((2, 2), MouseButton::Left),
        ((2, 4), MouseButton::Right),
        ((2, 2), MouseButton::Right),
        ((0, 0), MouseButton::Right),
        ((1, 1), MouseButton::Middle),
    ] {
        press_cell(&mut scene, cell, button);
        assert!(scene.note().is_some(), "{button:?} at {cell:?}");
        assert_eq!(rows(&scene), before, "{button:?} at {cell:?}");
    }
    press_cell(&mut scene, (1, 1), MouseButton::Left);
    press_cell(&mut scene, (3, 4), MouseButton::Right);
    assert_eq!(rows(&scene), ["#######", "##----#", "#-@$.-#", "#---*-#", "#######"]);
    press_cell(&mut scene, (1, 1), MouseButton::Left);
    press_cell(&mut scene, (3, 4), MouseButton::Right);
    assert_eq!(rows(&scene), before);
    push_button(&mut scene, "restart");
    press_cell(&mut scene, (1, 1), MouseButton::Middle);
    assert_eq!(rows(&scene)[1..4], ["#@----#", "#---*-#", "#-----#"]);
    keys(&mut scene, "u u", START);
    assert_eq!(rows(&scene), before);
}

#[test]
fn a_wall_that_closes_the_border_makes_outside_of_what_is_behind_it() {
    let mut scene = editor();
    for row in 1..4 {
        press_cell(&mut scene, (row, 5), MouseButton::Left);
    }
    press_cell(&mut scene, (1, 6), MouseButton::Left);
    assert_eq!(rows(&scene)[1], "#----#_");
    let picture = scene.draw(START);
    let lattice = scene.lattice();
    let around = *picture.get_pixel(1, 1);
    assert!(cell_pixels(&picture, &lattice, Cell::new(1, 6)).pixels().all(|pixel| *pixel == around));
}

#[test]
fn the_truth_of_the_editor_covers_the_lattice() {
    let scene = editor();
    let lattice = scene.lattice();
    let told = Grid::from_rows(rows(&scene).iter().map(|row| row.chars().collect()).collect()).unwrap();
    assert_eq!((told.rows(), told.cols()), (lattice.rows, lattice.cols));
}

#[test]
fn presses_are_counted() {
    let mut scene = editor();
    press_cell(&mut scene, (1, 1), MouseButton::Left);
    press_cell(&mut scene, (1, 1), MouseButton::Right);
    press(&mut scene, Point::new(1.0, 1.0), MouseButton::Left, START);
    push_button(&mut scene, "undo");
    let presses = scene.presses();
    assert_eq!((presses.cells, presses.stray, presses.buttons, presses.total()), (2, 1, 1, 4));
}
