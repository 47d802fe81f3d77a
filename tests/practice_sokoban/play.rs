//! Keys, clicks, drags, hints, and the way from level to level.

use super::*;
use proptest::prelude::*;
use tilepilot::games::sokoban::generate;
use tilepilot::puzzle::{Puzzle, Status};
use tilepilot::scene::sokoban::Phase;

fn player(scene: &SokobanScene) -> (usize, usize) {
    (scene.board().player().row, scene.board().player().col)
}

fn boxes(scene: &SokobanScene) -> Vec<(usize, usize)> {
    scene.board().boxes().map(|cell| (cell.row, cell.col)).collect()
}

#[test]
fn keys_step_and_push_and_the_truth_says_so() {
    for way in ["Left Up Right", "a w d"] {
        let mut scene = open(instant(TWO));
        keys(&mut scene, way, START);
        assert_eq!((player(&scene), boxes(&scene), scene.counts()), ((2, 2), vec![(2, 3)], (3, 1)));
        let truth = scene.truth(START);
        for (key, told) in
            [("move", "3"), ("pushes", "1"), ("left", "1"), ("keys", "3"), ("phase", "playing"), ("settled", "true")]
        {
            assert_eq!(value(&truth, key), told, "{key}");
        }
        keys(&mut scene, if way == "a w d" { "s w" } else { "Down Up" }, START);
        assert_eq!((player(&scene), scene.counts()), ((2, 2), (5, 1)));
    }
}

#[test]
fn a_step_into_a_wall_or_two_boxes_is_none() {
    let mut scene = open(instant("######\n#@$$.#\n#   .#\n######\n"));
    let before = scene.board().clone();
    keys(&mut scene, "Left Up Right x Ctrl+Left", START);
    assert_eq!((scene.board(), scene.counts(), scene.presses().keys), (&before, (0, 0), 5));
    keys(&mut scene, "u", START);
    assert_eq!(scene.board(), &before);
}

#[test]
fn a_click_walks_there_step_by_step_and_takes_nothing_meanwhile() {
    let mut scene = open(Options { animation: ms(100), ..instant(TWO) });
    let mut fast = open(instant(TWO));
    click(&mut scene, (1, 5), ms(1000));
    click(&mut fast, (1, 5), START);
    assert_eq!((player(&scene), scene.counts()), ((1, 5), (5, 0)));
    assert_eq!(scene.phase(ms(1499)), Phase::Animating);
    assert_eq!(value(&scene.truth(ms(1499)), "settled"), "false");
    keys(&mut scene, "Left", ms(1200));
    click(&mut scene, (1, 1), ms(1300));
    button(&mut scene, "undo", ms(1400));
    scene.input(Input::Left, ms(1400));
    assert_eq!((player(&scene), scene.presses().ignored()), ((1, 5), 3));
    assert_eq!(value(&scene.truth(ms(1499)), "ignored"), "3");
    assert!(scene.is_animating(ms(1499)) && !scene.is_animating(ms(1500)));
    assert_eq!(value(&scene.truth(ms(1500)), "settled"), "true");
    fast.input(Input::Left, START);
    let rest = scene.draw(ms(1500));
    assert!(rest == fast.draw(START) && rest == scene.draw(ms(9000)));
    let seen: Vec<_> = [1050, 1150, 1350].map(|at| scene.draw(ms(at))).into_iter().collect();
    assert!(seen.iter().all(|picture| *picture != rest) && seen[0] != seen[1] && seen[1] != seen[2]);
}

#[test]
fn a_click_right_beside_the_player_pushes_or_steps() {
    let mut scene = open(instant(TWO));
    click(&mut scene, (2, 2), START);
    assert_eq!((player(&scene), boxes(&scene)), ((2, 2), vec![(1, 2)]));
    click(&mut scene, (2, 3), START);
    assert_eq!((player(&scene), scene.counts()), ((2, 3), (2, 1)));
    // A box that is not beside the player is no way to walk.
    click(&mut scene, (1, 2), START);
    assert_eq!((player(&scene), scene.counts()), ((2, 3), (2, 1)));
}

#[test]
fn a_drag_walks_behind_the_box_and_pushes_it() {
    for button in [MouseButton::Left, MouseButton::Middle] {
        let mut scene = open(instant(TWO));
        let at = |row, col| scene.lattice().centre(Cell::new(row, col));
        let (from, to, aside) = (at(2, 2), at(2, 4), at(1, 4));
        drag(&mut scene, (from, aside), button, START);
        assert_eq!(scene.counts(), (0, 0), "a box goes along a row or a column");
        drag(&mut scene, (from, to), button, START);
        assert_eq!((player(&scene), boxes(&scene), scene.counts()), ((2, 3), vec![(2, 4)], (4, 2)));
        assert_eq!(scene.presses().cells, 2);
    }
}

#[test]
fn a_drag_that_cannot_be_done_does_nothing() {
    // The way is blocked by a box, by a wall; and there is no way behind the box.
    let level = "########\n#@ $ $.#\n#  #####\n#  $..*#\n########\n";
    let mut scene = open(instant(level));
    let lattice = scene.lattice();
    let at = |row, col| lattice.centre(Cell::new(row, col));
    let drags = [((1, 3), (1, 6)), ((1, 3), (2, 3)), ((1, 5), (1, 4)), ((1, 3), (1, 1))];
    for (from, to) in drags.map(|(from, to): ((usize, usize), (usize, usize))| (at(from.0, from.1), at(to.0, to.1))) {
        drag(&mut scene, (from, to), MouseButton::Left, START);
        assert_eq!(scene.counts(), (0, 0));
    }
    let ok = (at(1, 3), at(1, 4));
    drag(&mut scene, ok, MouseButton::Middle, START);
    assert_eq!(scene.counts(), (2, 1));
}

#[test]
fn undo_and_restart_lead_back_to_the_same_board() {
    let mut scene = open(instant(TWO));
    let mut boards = vec![(scene.board().clone(), scene.counts())];
    let first = scene.draw(START);
    for key in ["Left", "Up", "Right"] {
        keys(&mut scene, key, START);
        boards.push((scene.board().clone(), scene.counts()));
    }
    click(&mut scene, (1, 5), START);
    scene.input(Input::Left, START);
    let last = (scene.board().clone(), scene.counts());
    // A walk is taken back as a whole, as it was asked for.
    let undo: [fn(&mut SokobanScene); 4] = [
        |scene| keys(scene, "u", START),
        |scene| keys(scene, "Ctrl+Z", START),
        |scene| keys(scene, "Backspace", START),
        |scene| button(scene, "undo", START),
    ];
    for back in undo {
        back(&mut scene);
        let (board, counts) = boards.pop().unwrap();
        assert_eq!((scene.board(), scene.counts()), (&board, counts));
    }
    assert!(scene.draw(START) == first);
    keys(&mut scene, "u Left Up Right", START);
    click(&mut scene, (1, 5), START);
    button(&mut scene, "restart", START);
    assert_eq!(scene.counts(), (0, 0));
    assert!(scene.draw(START) == first);
    // A restart can be taken back, too.
    keys(&mut scene, "u", START);
    assert_eq!((scene.board(), scene.counts()), (&last.0, last.1));
    keys(&mut scene, "r", START);
    assert!(scene.draw(START) == first);
}

#[test]
fn a_hint_marks_the_box_and_where_it_goes_for_a_moment() {
    let mut scene = open(instant(TWO));
    let rest = scene.draw(START);
    keys(&mut scene, "h", ms(100));
    let hinted = scene.draw(ms(100));
    let marked = differs(&rest, &hinted, &scene.lattice());
    assert!(marked.contains(&(2, 2)) && marked.contains(&(2, 3)), "{marked:?}");
    assert!(marked.iter().all(|(row, col)| (1..=3).contains(row) && (1..=4).contains(col)), "{marked:?}");
    assert_eq!(value(&scene.truth(ms(100)), "settled"), "false");
    assert_eq!(scene.phase(ms(100)), Phase::Playing);
    assert!(!scene.is_animating(ms(1600)) && scene.draw(ms(1600)) == rest);
    // A step ends it at once.
    button(&mut scene, "hint", ms(2000));
    assert!(scene.is_animating(ms(2000)));
    keys(&mut scene, "Left", ms(2001));
    assert!(!scene.is_animating(ms(2001)));
}

#[test]
fn without_a_way_the_hint_says_so_above_the_board() {
    let mut scene = open(instant("#######\n#$ @ .#\n#     #\n#######\n"));
    let rest = scene.draw(START);
    button(&mut scene, "hint", ms(10));
    let said = scene.draw(ms(10));
    assert!(said != rest && differs(&rest, &said, &scene.lattice()).is_empty());
    assert!(scene.draw(ms(2000)) == rest);
}

#[test]
fn a_box_in_a_corner_is_noted_above_the_board_and_play_goes_on() {
    let mut scene = open(instant("#######\n# $@ .#\n#     #\n#######\n"));
    let before = scene.draw(START);
    keys(&mut scene, "Left", START);
    let stuck = scene.draw(START);
    assert_eq!(differs(&before, &stuck, &scene.lattice()), [(1, 1), (1, 2), (1, 3)]);
    assert_eq!((scene.phase(START), scene.buttons(START).len()), (Phase::Playing, 3));
    let note = |picture: &RgbImage| image::imageops::crop_imm(picture, 0, 79, picture.width(), 16).to_image();
    assert!(note(&before) != note(&stuck));
}

#[test]
fn a_solved_level_leads_to_the_next_one() {
    for by_key in ["", "n", "Enter"] {
        let mut scene = open(instant(TWO));
        let lattice = scene.lattice();
        keys(&mut scene, "n", START);
        assert_eq!(scene.level(), 1, "not before it is solved");
        keys(&mut scene, "Left Up Right Right", START);
        assert_eq!((scene.phase(START), scene.board().status()), (Phase::Won, Status::Won));
        let labels: Vec<_> = scene.buttons(START).iter().map(|(label, _)| *label).collect();
        assert_eq!(labels, ["next level", "quit", "undo", "restart", "hint"]);
        assert_eq!((value(&scene.truth(START), "phase"), value(&scene.truth(START), "left")), ("won", "0"));
        click(&mut scene, (1, 1), START);
        assert_eq!((scene.presses().stray, scene.counts()), (1, (4, 2)), "the overlay covers the board");
        if by_key.is_empty() {
            button(&mut scene, "next level", START);
        } else {
            keys(&mut scene, by_key, START);
        }
        assert_eq!((scene.level(), scene.counts(), scene.phase(START)), (2, (0, 0), Phase::Playing));
        assert_eq!(scene.lattice(), lattice, "the lattice stays the same from level to level");
        keys(&mut scene, "u", START);
        assert_eq!(scene.level(), 2);
    }
}

#[test]
fn broken_levels_of_a_file_are_passed_over() {
    let text = format!("######\n#@$  #\n######\n\n{TWO}");
    let mut scene = open(Options { first: 2, ..instant(&text) });
    assert_eq!(scene.level(), 2);
    keys(&mut scene, "Left Up Right Right n", START);
    assert_eq!(scene.level(), 3);
    let why = SokobanScene::new(instant(&text)).unwrap_err();
    assert!(why.contains("levels.xsb, level 1") && why.contains("1 boxes and 0 goals"), "{why}");
    let why = SokobanScene::new(Options { first: 4, ..instant(&text) }).unwrap_err();
    assert!(why.contains("no level 4") && why.contains('3'), "{why}");
    assert!(Levels::from_text("empty.xsb", "nothing").unwrap_err().contains("empty.xsb"));
}

#[test]
fn the_last_level_of_a_file_ends_the_game_which_can_begin_again() {
    let one = TWO.split("\n\n").next().unwrap();
    let mut scene = open(instant(one));
    keys(&mut scene, "Left Up Right Right", START);
    assert_eq!((scene.phase(START), value(&scene.truth(START), "phase")), (Phase::Over, "over"));
    keys(&mut scene, "n", START);
    assert_eq!(scene.phase(START), Phase::Over);
    button(&mut scene, "new game", START);
    assert_eq!((scene.phase(START), value(&scene.truth(START), "game")), (Phase::Playing, "2"));
    keys(&mut scene, "Left Up Right Right", START);
    button(&mut scene, "quit", START);
    assert!(scene.wants_to_close());
}

#[test]
fn the_truth_is_a_board_file_of_the_whole_lattice() {
    let mut scene = open(instant(TWO));
    for way in ["Left", "Up", "Right", "Right", "n", "Down", "Right"] {
        keys(&mut scene, way, START);
        let truth = scene.truth(START);
        let told = read(&truth);
        assert_eq!(&told, scene.board());
        let lattice = scene.lattice();
        assert_eq!((told.rows(), told.cols()), (lattice.rows, lattice.cols));
        assert!(truth.lines().skip(1).all(|row| row.len() == lattice.cols), "{truth}");
    }
    assert_eq!(scene.truth(START).lines().nth(1), Some("#####__"));
}

#[test]
fn the_lattice_covers_the_largest_level_and_smaller_ones_lie_in_its_middle() {
    let text = "###########\n#@$.      #\n###########\n\n#####\n#   #\n# $ #\n# @.#\n#   #\n#####\n";
    let (wide, tall) = (open(instant(text)), open(Options { first: 2, ..instant(text) }));
    assert_eq!((wide.lattice(), wide.lattice().rows, wide.lattice().cols), (tall.lattice(), 6, 11));
    assert_eq!(player(&wide), (2, 1));
    assert_eq!(player(&tall), (3, 5));
}

#[test]
fn levels_follow_from_seed_and_number() {
    let generated = |seed, boxes| Levels::Generated { rows: 8, cols: 9, boxes, seed };
    let scene = |seed, first| open(Options { levels: generated(seed, 2), first, ..Options::default() });
    let made = |index| generate::level(&Arc::new(Rules), (8, 9), 2, 5, index).unwrap();
    assert_eq!((scene(5, 1).board(), scene(5, 3).board()), (&made(0), &made(2)));
    assert_eq!(scene(5, 2).truth(START), scene(5, 2).truth(START));
    assert_ne!(scene(5, 1).board(), scene(6, 1).board());
    assert!(generated(0, 40).level(1).unwrap_err().contains("--boxes"));
}

#[test]
fn presses_are_counted_by_where_they_fall() {
    let mut scene = open(instant(TWO));
    for (row, col) in [(0, 0), (3, 2)] {
        click(&mut scene, (row, col), START);
    }
    press(&mut scene, Point::new(2.0, 2.0), MouseButton::Left, START);
    let floor = scene.lattice().centre(Cell::new(1, 1));
    press(&mut scene, floor, MouseButton::Middle, START);
    press(&mut scene, floor, MouseButton::Right, START);
    assert_eq!((scene.presses().stray, scene.presses().total(), scene.counts()), (4, 4, (0, 0)));
    button(&mut scene, "undo", START);
    click(&mut scene, (1, 1), START);
    let presses = scene.presses();
    assert_eq!((presses.buttons, presses.cells, presses.total()), (1, 1, 6));
    let truth = scene.truth(START);
    assert_eq!((value(&truth, "presses"), value(&truth, "stray")), ("6", "4"));
}

#[test]
fn a_press_that_is_released_elsewhere_or_with_another_button_is_none() {
    let mut scene = open(instant(TWO));
    keys(&mut scene, "Left", START);
    let undo = scene.buttons(START).into_iter().find(|(label, _)| *label == "undo").unwrap().1.centre();
    drag(&mut scene, (undo, Point::new(3.0, 3.0)), MouseButton::Left, START);
    assert_eq!(scene.counts(), (1, 0));
    scene.input(Input::Moved(undo), START);
    scene.input(Input::Pressed(MouseButton::Left), START);
    scene.input(Input::Released(MouseButton::Middle), START);
    assert_eq!(scene.counts(), (1, 0));
    scene.input(Input::Released(MouseButton::Left), START);
    assert_eq!(scene.counts(), (0, 0));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn no_input_breaks_the_game(
        animation in prop::sample::select(vec![0u64, 60]),
        inputs in prop::collection::vec((0u8..10, -20.0..520.0f64, -20.0..560.0f64, 0u64..200), 0..150),
    ) {
        let mut scene = open(Options { animation: ms(animation), ..instant(TWO) });
        let (mut now, mut presses, mut pressed) = (START, 0, 0);
        for (number, (kind, x, y, pause)) in inputs.into_iter().enumerate() {
            now += ms(pause);
            let key = |keys: [&str; 4]| Input::Key(keys[x.abs() as usize % 4].parse().unwrap());
            let input = match kind {
                0 => Input::Left,
                1 => Input::Pressed(MouseButton::Left),
                2 => Input::Pressed(MouseButton::Middle),
                3 => Input::Released(MouseButton::Left),
                4 => Input::Released(MouseButton::Middle),
                5 | 6 => key(["Up", "Down", "Left", "Right"]),
                7 => key(["u", "r", "n", "a"]),
                _ => Input::Moved(Point::new(x, y)),
            };
            presses += u64::from(matches!(input, Input::Pressed(_)));
            pressed += u64::from(matches!(input, Input::Key(_)));
            scene.input(input, now);
            prop_assert_eq!((scene.presses().total(), scene.presses().keys), (presses, pressed));
            prop_assert_eq!(scene.board().boxes().count(), if scene.level() == 1 { 1 } else { 3 });
            if number % 8 == 0 {
                prop_assert_eq!(scene.draw(now).dimensions(), scene.size());
                prop_assert_eq!(&read(&scene.truth(now)), scene.board());
            }
        }
    }
}
