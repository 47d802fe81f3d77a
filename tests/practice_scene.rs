//! The practice game of SameGame, played without a window and held against the referee.

use image::RgbImage;
use proptest::prelude::*;
use std::time::Duration;
use tilepilot::games::Game;
use tilepilot::games::samegame::{Board, SameGame};
use tilepilot::geometry::{Lattice, Point, Rect};
use tilepilot::gesture::MouseButton;
use tilepilot::grid::Cell;
use tilepilot::puzzle::{Puzzle, Status};
use tilepilot::scene::samegame::{Options, Phase, SameGameScene, target};
use tilepilot::scene::{Input, Scene, Skin};

const START: Duration = Duration::ZERO;

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

fn instant() -> Options {
    Options { seed: 3, animation: START, ..Options::default() }
}

fn open(options: Options) -> SameGameScene {
    SameGameScene::new(options, SameGame::preset("popstar").unwrap()).unwrap()
}

fn press(scene: &mut SameGameScene, at: Point, now: Duration) {
    scene.input(Input::Moved(at), now);
    scene.input(Input::Pressed(MouseButton::Left), now);
    scene.input(Input::Released(MouseButton::Left), now);
}

fn click(scene: &mut SameGameScene, cell: Cell, now: Duration) {
    let at = scene.lattice().centre(cell);
    press(scene, at, now);
}

fn first_move(board: &Board) -> Option<<Board as Puzzle>::Move> {
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    moves.first().copied()
}

/// Plays the first group in row order until the board is over.
fn play_out(scene: &mut SameGameScene, now: Duration) {
    while let Some(m) = first_move(scene.board()) {
        click(scene, m.0, now);
    }
    scene.input(Input::Left, now);
}

fn value<'a>(truth: &'a str, key: &str) -> &'a str {
    let mut words = truth.lines().next().unwrap().split(' ');
    words.find(|word| *word == key).unwrap();
    words.next().unwrap()
}

/// The middle of a cell, where no skin lets the background in.
fn cell_pixels(picture: &RgbImage, lattice: &Lattice, cell: Cell) -> RgbImage {
    let at = lattice.cell_rect(cell).inset(0.22);
    image::imageops::crop_imm(picture, at.x as u32, at.y as u32, at.width as u32, at.height as u32).to_image()
}

fn differs(a: &RgbImage, b: &RgbImage, lattice: &Lattice) -> Vec<Cell> {
    lattice.cells().filter(|&cell| cell_pixels(a, lattice, cell) != cell_pixels(b, lattice, cell)).collect()
}

#[test]
fn a_click_plays_the_referees_move_and_the_truth_says_so() {
    for clicks in [1, 2] {
        let mut scene = open(Options { clicks, ..instant() });
        let mut referee = scene.board().clone();
        let mut score = 0;
        for number in 1.. {
            let Some(m) = first_move(&referee) else { break };
            score += referee.play(m).unwrap() + referee.end_bonus();
            for _ in 0..clicks {
                click(&mut scene, m.0, START);
            }
            let truth = scene.truth(START);
            assert_eq!(value(&truth, "move"), number.to_string());
            assert_eq!(value(&truth, "score"), score.to_string());
            assert_eq!(truth.lines().skip(1).collect::<Vec<_>>().join("\n"), referee.to_string());
            assert_eq!(scene.board(), &referee);
        }
        assert_ne!(referee.status(), Status::Ongoing);
        assert!(matches!(scene.phase(START), Phase::Bonus | Phase::Over));
    }
}

#[test]
fn boards_follow_from_seed_and_level() {
    assert_eq!(open(instant()).board(), open(Options { skin: Skin::Stars, ..instant() }).board());
    assert_ne!(open(instant()).board(), open(Options { seed: 4, ..instant() }).board());
    assert_eq!([1, 2, 3, 4, 5, 6].map(target), [1000, 3000, 6000, 8000, 11_000, 13_000]);
}

#[test]
fn input_while_tiles_move_is_not_taken_and_the_animation_ends() {
    let mut scene = open(Options { animation: ms(200), ..instant() });
    let m = first_move(scene.board()).unwrap();
    click(&mut scene, m.0, START);
    let after = scene.board().clone();
    let next = first_move(&after).unwrap();
    assert_eq!(scene.phase(ms(199)), Phase::Animating);
    click(&mut scene, next.0, ms(199));
    assert_eq!(scene.board(), &after);
    assert_eq!((scene.presses().ignored, scene.presses().stray), (1, 0));
    assert_eq!(value(&scene.truth(ms(199)), "settled"), "false");

    // The tiles lie, but "+N" still floats; a click is taken.
    assert_eq!(scene.phase(ms(201)), Phase::Playing);
    assert_eq!(value(&scene.truth(ms(201)), "settled"), "false");
    assert!(scene.is_animating(ms(299)) && !scene.is_animating(ms(301)));
    scene.input(Input::Left, ms(301));
    let rest = scene.draw(ms(301));
    assert_eq!(value(&scene.truth(ms(301)), "settled"), "true");
    assert_eq!(rest, scene.draw(ms(5000)));
    assert_ne!(scene.draw(ms(100)), rest);
    click(&mut scene, next.0, ms(301));
    assert_ne!(scene.board(), &after);
}

#[test]
fn the_picture_at_rest_does_not_depend_on_the_animation() {
    for skin in Skin::ALL {
        let mut slow = open(Options { skin, animation: ms(200), ..instant() });
        let mut fast = open(Options { skin, ..instant() });
        for turn in 0..5 {
            let m = first_move(fast.board()).unwrap();
            click(&mut slow, m.0, ms(turn * 1000));
            click(&mut fast, m.0, ms(turn * 1000));
        }
        for scene in [&mut slow, &mut fast] {
            scene.input(Input::Left, ms(9000));
        }
        assert!(slow.draw(ms(9000)) == fast.draw(ms(9000)), "{}", skin.name());
    }
}

#[test]
fn hover_and_selection_change_the_groups_cells_and_no_other() {
    for skin in Skin::ALL {
        let mut scene = open(Options { skin, clicks: 2, ..instant() });
        let lattice = scene.lattice();
        let plain = scene.draw(START);
        let m = first_move(scene.board()).unwrap();
        let group = scene.board().group(m.0);
        assert!(scene.input(Input::Moved(lattice.centre(m.0)), START));
        let hovered = scene.draw(START);
        assert_eq!(differs(&plain, &hovered, &lattice), group, "hover of {}", skin.name());
        click(&mut scene, m.0, START);
        assert_eq!(scene.phase(START), Phase::Selected);
        scene.input(Input::Left, START);
        let selected = scene.draw(START);
        assert_eq!(differs(&plain, &selected, &lattice), group, "selection of {}", skin.name());
        assert!(!differs(&hovered, &selected, &lattice).is_empty(), "{}", skin.name());
    }
}

#[test]
fn a_click_elsewhere_moves_the_selection_or_drops_it() {
    let mut scene = open(Options { clicks: 2, ..instant() });
    let mut moves = Vec::new();
    scene.board().legal_moves(&mut moves);
    let alone = scene.lattice().cells().find(|&cell| scene.board().group(cell).len() == 1).unwrap();
    click(&mut scene, moves[0].0, START);
    click(&mut scene, moves[1].0, START);
    assert_eq!((scene.phase(START), scene.board().left()), (Phase::Selected, 100));
    click(&mut scene, alone, START);
    assert_eq!((scene.phase(START), scene.board().left()), (Phase::Playing, 100));
    click(&mut scene, moves[1].0, START);
    press(&mut scene, Point::new(3.0, 3.0), START);
    assert_eq!((scene.phase(START), scene.presses().stray), (Phase::Playing, 1));
    click(&mut scene, moves[1].0, START);
    click(&mut scene, moves[1].0, START);
    assert!(scene.board().left() < 100);
}

#[test]
fn equal_tiles_look_equal() {
    // Over the painted night they do not: the picture shines through.
    for skin in [Skin::Flat, Skin::Pastel, Skin::Merged] {
        for scale in [1.0, 2.0] {
            let mut scene = open(Options { skin, ..instant() });
            scene.set_scale(scale);
            let (picture, lattice) = (scene.draw(START), scene.lattice());
            for a in lattice.cells() {
                for b in lattice.cells() {
                    let same = cell_pixels(&picture, &lattice, a) == cell_pixels(&picture, &lattice, b);
                    let equal = scene.board().tile(a) == scene.board().tile(b);
                    assert_eq!(same, equal, "{}: cells {a} and {b} at scale {scale}", skin.name());
                }
            }
        }
    }
}

#[test]
fn merged_neighbours_have_no_gap_and_others_have() {
    let mut scene = open(Options { skin: Skin::Merged, ..instant() });
    let (picture, lattice) = (scene.draw(START), scene.lattice());
    for cell in lattice.cells().filter(|cell| cell.col + 1 < lattice.cols) {
        let right = Cell::new(cell.row, cell.col + 1);
        let (a, b) = (lattice.centre(cell), lattice.centre(right));
        let line: Vec<_> = (a.x as u32..=b.x as u32).map(|x| picture.get_pixel(x, a.y as u32)).collect();
        let gap = line.iter().any(|p| *p != line[0] && *p != line[line.len() - 1]);
        assert_eq!(gap, scene.board().tile(cell) != scene.board().tile(right), "right of {cell}");
    }
}

#[test]
fn stars_let_the_picture_shine_through() {
    let mut scene = open(Options { skin: Skin::Stars, ..instant() });
    let (picture, lattice) = (scene.draw(START), scene.lattice());
    let looks: Vec<_> = lattice
        .cells()
        .filter(|&cell| scene.board().tile(cell) == Some('R'))
        .map(|cell| cell_pixels(&picture, &lattice, cell))
        .collect();
    assert!(looks.windows(2).any(|pair| pair[0] != pair[1]));
}

/// A seed whose board, played from the top, ends below (or not below) the first target.
fn ended(reaches: bool, levels: Option<u32>) -> SameGameScene {
    (0..500)
        .find_map(|seed| {
            let mut scene = open(Options { seed, levels, ..instant() });
            play_out(&mut scene, START);
            ((scene.score() >= target(1)) == reaches).then_some(scene)
        })
        .expect("a seed that ends that way")
}

fn button(scene: &SameGameScene, label: &str) -> Rect {
    scene.buttons(START).into_iter().find(|(name, _)| *name == label).map(|(_, rect)| rect).expect("the button")
}

#[test]
fn the_bonus_screen_leads_to_the_next_level_with_the_score() {
    let mut scene = ended(true, None);
    assert_eq!(scene.phase(START), Phase::Bonus);
    let score = scene.score();
    let first = scene.board().clone();
    press(&mut scene, Point::new(5.0, 5.0), START);
    assert_eq!((scene.phase(START), scene.presses().stray), (Phase::Bonus, 1));
    let next = button(&scene, "Next level").centre();
    // Pressed on the button but released elsewhere: nothing happens, as everywhere.
    scene.input(Input::Moved(next), START);
    scene.input(Input::Pressed(MouseButton::Left), START);
    scene.input(Input::Moved(Point::new(5.0, 5.0)), START);
    scene.input(Input::Released(MouseButton::Left), START);
    assert_eq!(scene.phase(START), Phase::Bonus);
    press(&mut scene, next, START);
    assert_eq!((scene.phase(START), scene.level(), scene.score()), (Phase::Playing, 2, score));
    assert_ne!(scene.board(), &first);
    let truth = scene.truth(START);
    assert_eq!((value(&truth, "move"), value(&truth, "target"), value(&truth, "level")), ("0", "3000", "2"));
    assert_eq!(scene.presses().buttons, 2);
}

#[test]
fn the_game_over_screen_starts_again_or_quits() {
    let mut scene = ended(false, None);
    assert_eq!(scene.phase(START), Phase::Over);
    let again = button(&scene, "New game").centre();
    press(&mut scene, again, START);
    assert_eq!((scene.phase(START), scene.level(), scene.score()), (Phase::Playing, 1, 0));
    assert_eq!(value(&scene.truth(START), "game"), "2");

    let mut scene = ended(false, None);
    let quit = button(&scene, "Quit").centre();
    press(&mut scene, quit, START);
    assert!(scene.wants_to_close());
}

#[test]
fn the_last_level_ends_the_game() {
    let scene = ended(true, Some(1));
    assert_eq!(scene.phase(START), Phase::Over);
    assert_eq!(scene.buttons(START).iter().map(|(label, _)| *label).collect::<Vec<_>>(), ["New game", "Quit"]);
}

#[test]
fn the_overlay_dims_the_board_and_covers_a_part_of_it() {
    let mut scene = ended(true, None);
    let covered = scene.draw(START);
    let next = button(&scene, "Next level").centre();
    assert!(scene.input(Input::Moved(next), START), "a button under the pointer is lit");
    assert!(scene.draw(START) != covered);
    press(&mut scene, next, START);
    let fresh = scene.draw(START);
    assert_eq!(differs(&covered, &fresh, &scene.lattice()).len(), 100);
}

#[test]
fn presses_are_counted_by_where_they_fall() {
    let mut scene = open(instant());
    let m = first_move(scene.board()).unwrap();
    click(&mut scene, m.0, START);
    let empty = scene.lattice().cells().find(|&cell| scene.board().tile(cell).is_none()).unwrap();
    click(&mut scene, empty, START);
    press(&mut scene, Point::new(1.0, 1.0), START);
    scene.input(Input::Pressed(MouseButton::Right), START);
    let presses = scene.presses();
    assert_eq!((presses.tiles, presses.stray, presses.total()), (1, 2, 3));
    let truth = scene.truth(START);
    assert_eq!((value(&truth, "presses"), value(&truth, "stray")), ("3", "2"));
}

#[test]
fn other_rules_count_as_they_say() {
    let mut scene = SameGameScene::new(instant(), SameGame::preset("samegame").unwrap()).unwrap();
    let m = first_move(scene.board()).unwrap();
    let size = scene.board().group(m.0).len() as i64;
    click(&mut scene, m.0, START);
    assert_eq!(scene.score(), (size - 2).pow(2));
    assert!(SameGameScene::new(Options { rows: 0, ..instant() }, SameGame::preset("popstar").unwrap()).is_err());
}

#[test]
fn the_scale_changes_the_picture_and_no_more() {
    let mut scene = open(instant());
    let small = (scene.size(), scene.lattice());
    for scale in [1.25, 1.5, 2.0] {
        scene.set_scale(scale);
        let (width, height) = scene.size();
        assert_eq!(scene.draw(START).dimensions(), (width, height));
        assert!((f64::from(width) - f64::from(small.0.0) * scale).abs() <= 0.5);
        assert!((scene.lattice().pitch_x - small.1.pitch_x * scale).abs() < 1e-9);
        let m = first_move(scene.board()).unwrap();
        click(&mut scene, m.0, START);
    }
    assert_eq!(scene.truth(START).lines().next().unwrap().split(' ').nth(2), Some("3"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn no_input_breaks_the_game(
        seed: u64,
        clicks in 1u8..=2,
        (cols, rows) in (1usize..8, 1usize..8),
        inputs in prop::collection::vec((0u8..5, -50.0..700.0f64, -50.0..700.0f64, 0u64..300), 0..120),
    ) {
        let animation = ms(seed % 3 * 100);
        let mut scene = open(Options { rows, cols, seed, clicks, animation, ..Options::default() });
        let mut now = START;
        let mut presses = 0;
        for (number, (kind, x, y, pause)) in inputs.into_iter().enumerate() {
            now += ms(pause);
            let input = match kind {
                0 => Input::Left,
                1 | 2 => Input::Pressed(MouseButton::Left),
                3 => Input::Released(MouseButton::Left),
                _ => Input::Moved(Point::new(x, y)),
            };
            presses += u64::from(matches!(input, Input::Pressed(_)));
            scene.input(input, now);
            prop_assert_eq!(scene.presses().total(), presses);
            if number % 8 == 0 {
                prop_assert_eq!(scene.draw(now).dimensions(), scene.size());
            }
            prop_assert_eq!(scene.truth(now).lines().count(), rows + 1);
        }
    }
}
