//! The practice game of Shisen-Sho, played without a window and held against the referee.

use image::RgbImage;
use proptest::prelude::*;
use std::sync::Arc;
use std::time::Duration;
use tilepilot::desk::sim::{GAME_WINDOW, Setup, SimDesk};
use tilepilot::desk::{Clock, Pointer, Screen};
use tilepilot::games::Game;
use tilepilot::games::shisen::{Board, Move, Rules, Shift, Shisen};
use tilepilot::geometry::{Lattice, Point, Rect};
use tilepilot::gesture::MouseButton;
use tilepilot::grid::{Cell, Symbol};
use tilepilot::puzzle::{Puzzle, Status};
use tilepilot::scene::shisen::{FailedSecond, Options, Phase, ShisenScene, Skin};
use tilepilot::scene::{Input, Scene};

const START: Duration = Duration::ZERO;

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

fn instant() -> Options {
    Options { seed: 3, animation: START, line: START, ..Options::default() }
}

fn rules(shifts: &[Shift]) -> Rules {
    Rules { shifts: shifts.to_vec(), ..Shisen::preset("shisen-sho").unwrap() }
}

fn open(options: Options) -> ShisenScene {
    ShisenScene::new(options, rules(&[])).unwrap()
}

fn at_board(options: Options, text: &str) -> ShisenScene {
    let board = Board::parse(&Arc::new(rules(&[])), text).unwrap();
    ShisenScene::with_board(options, board).unwrap()
}

fn press(scene: &mut ShisenScene, at: Point, now: Duration) {
    scene.input(Input::Moved(at), now);
    scene.input(Input::Pressed(MouseButton::Left), now);
    scene.input(Input::Released(MouseButton::Left), now);
}

fn click(scene: &mut ShisenScene, (row, col): (usize, usize), now: Duration) {
    let at = scene.lattice().centre(Cell::new(row, col));
    press(scene, at, now);
}

fn click_pair(scene: &mut ShisenScene, m: Move, now: Duration) {
    click(scene, (m.from.row, m.from.col), now);
    click(scene, (m.to.row, m.to.col), now);
}

fn legal(board: &Board) -> Vec<Move> {
    let mut moves = Vec::new();
    board.legal_moves(&mut moves);
    moves
}

/// The place of the button with that label that was shown last: one of an overlay where there is one.
fn button(scene: &ShisenScene, label: &str, now: Duration) -> Option<Rect> {
    scene.buttons(now).into_iter().rev().find(|(name, _)| *name == label).map(|(_, rect)| rect)
}

fn press_button(scene: &mut ShisenScene, label: &str, now: Duration) {
    let at = button(scene, label, now).expect("the button").centre();
    press(scene, at, now);
    scene.input(Input::Left, now);
}

fn value<'a>(truth: &'a str, key: &str) -> &'a str {
    let mut words = truth.lines().next().unwrap().split(' ');
    words.find(|word| *word == key).unwrap();
    words.next().unwrap()
}

fn cell_pixels(picture: &RgbImage, lattice: &Lattice, cell: Cell) -> RgbImage {
    let at = lattice.cell_rect(cell).inset(0.16);
    image::imageops::crop_imm(picture, at.x as u32, at.y as u32, at.width as u32, at.height as u32).to_image()
}

fn differs(a: &RgbImage, b: &RgbImage, lattice: &Lattice) -> Vec<Cell> {
    lattice.cells().filter(|&cell| cell_pixels(a, lattice, cell) != cell_pixels(b, lattice, cell)).collect()
}

/// A board that can be cleared by clicks in row order whatever is chosen.
const EASY: &str = "AABB\nCCDD";
/// Equal tiles without a path, and different ones, beside pairs that can go.
const MIXED: &str = "ABCA\nDBEC\nFDEF";
/// Nothing can go, but another order of the same tiles has pairs.
const STUCK: &str = "ABC\nDEF\nBAD";

#[test]
fn clicks_play_the_referees_moves_and_the_truth_says_so() {
    for shifts in [vec![], vec![Shift::Down], vec![Shift::HorizontalOut, Shift::Up]] {
        let mut scene = ShisenScene::new(instant(), rules(&shifts)).unwrap();
        let mut referee = scene.board().clone();
        for number in 1.. {
            let moves = legal(&referee);
            let Some(&m) = moves.get(number * 5 % moves.len().max(1)) else { break };
            referee.play(m).unwrap();
            click_pair(&mut scene, m, START);
            let truth = scene.truth(START);
            assert_eq!(value(&truth, "move"), number.to_string());
            assert_eq!(value(&truth, "left"), referee.left().to_string());
            let told = truth.lines().skip(1).collect::<Vec<_>>().join("\n");
            assert_eq!(Board::parse(referee.rules(), &told).unwrap(), referee);
            assert_eq!(scene.board(), &referee);
        }
        assert!(scene.board().left() < 112);
        assert_ne!(referee.status(), Status::Ongoing);
        assert!(matches!(scene.phase(START), Phase::Won | Phase::Stuck));
    }
}

#[test]
fn boards_follow_from_seed_size_and_kinds() {
    assert_eq!(open(instant()).board(), open(Options { skin: Skin::Photo, ..instant() }).board());
    assert_ne!(open(instant()).board(), open(Options { seed: 4, ..instant() }).board());
    let small = open(Options { rows: 4, cols: 6, kinds: Some(3), ..instant() });
    assert_eq!((small.board().rows(), small.board().cols(), small.board().counts().len()), (4, 6, 3));
    let args = ["generate", "shisen", "--size", "14x8", "--seed", "3", "--count", "1"];
    let printed = assert_cmd::Command::cargo_bin("tilepilot").unwrap().args(args).output().unwrap();
    let printed = String::from_utf8(printed.stdout).unwrap();
    let rows: Vec<_> = printed.lines().filter(|line| !line.starts_with(';') && !line.is_empty()).collect();
    assert_eq!(rows.join("\n"), open(instant()).board().to_string());
}

#[test]
fn a_second_click_on_the_same_tile_deselects_it() {
    let mut scene = at_board(instant(), MIXED);
    click(&mut scene, (0, 0), START);
    assert_eq!((scene.phase(START), scene.selected()), (Phase::Selected, Some(Cell::new(0, 0))));
    click(&mut scene, (0, 0), START);
    assert_eq!((scene.phase(START), scene.selected()), (Phase::Playing, None));
    assert_eq!(scene.board().left(), 12);
}

#[test]
fn a_failed_second_click_does_what_it_was_told_to() {
    let cases = [
        (FailedSecond::Clear, None),
        (FailedSecond::KeepFirst, Some(Cell::new(0, 1))),
        (FailedSecond::KeepSecond, Some(Cell::new(1, 0))),
    ];
    for (failed_second, selected) in cases {
        // B and D differ.
        let mut scene = at_board(Options { failed_second, ..instant() }, MIXED);
        click(&mut scene, (0, 1), START);
        click(&mut scene, (1, 0), START);
        assert_eq!(scene.selected(), selected, "{failed_second:?}");
        assert_eq!(scene.board().left(), 12);
    }
    for (failed_second, kept) in [
        (FailedSecond::Clear, None),
        (FailedSecond::KeepFirst, Some(Cell::new(0, 1))),
        (FailedSecond::KeepSecond, Some(Cell::new(2, 1))),
    ] {
        // Two equal tiles that no path joins.
        let mut scene = at_board(Options { failed_second, ..instant() }, "CAZZ\nFGHI\nJAKL");
        click(&mut scene, (0, 1), START);
        click(&mut scene, (2, 1), START);
        assert_eq!(scene.selected(), kept, "{failed_second:?}");
    }
}

#[test]
fn clicks_are_ignored_while_the_line_is_shown_and_tiles_move() {
    let mut scene = at_board(Options { line: ms(300), animation: ms(200), ..instant() }, EASY);
    click(&mut scene, (0, 0), ms(0));
    click(&mut scene, (0, 1), ms(10));
    assert_eq!(scene.phase(ms(309)), Phase::Line);
    assert_eq!(scene.board().left(), 6, "the truth is the board to come");
    click(&mut scene, (0, 2), ms(200));
    press_button(&mut scene, "Shuffle", ms(300));
    assert_eq!(scene.phase(ms(311)), Phase::Animating);
    click(&mut scene, (0, 2), ms(400));
    press(&mut scene, Point::new(2.0, 2.0), ms(400));
    assert_eq!((scene.selected(), scene.shuffles()), (None, 0));
    let presses = scene.presses();
    assert_eq!((presses.tiles, presses.ignored, presses.stray, presses.buttons), (2, 3, 1, 0));
    let truth = scene.truth(ms(400));
    assert_eq!(
        (value(&truth, "settled"), value(&truth, "ignored"), value(&truth, "phase")),
        ("false", "3", "animating")
    );
    let truth = scene.truth(ms(511));
    assert_eq!((value(&truth, "settled"), value(&truth, "phase")), ("true", "playing"));
    click(&mut scene, (0, 2), ms(511));
    assert_eq!(scene.phase(ms(511)), Phase::Selected);
}

#[test]
fn the_line_follows_the_path_even_outside_the_board() {
    for skin in Skin::ALL {
        let mut scene = at_board(Options { skin, line: ms(300), ..instant() }, "ABA\nCBC");
        let lattice = scene.lattice();
        let before = scene.draw(START);
        click_pair(&mut scene, Move { from: Cell::new(0, 0), to: Cell::new(0, 2) }, START);
        scene.input(Input::Left, START);
        let shown = scene.draw(ms(100));
        let board = lattice.bounds();
        let ring: Vec<(u32, u32)> = before
            .enumerate_pixels()
            .filter(|(x, y, pixel)| *pixel != shown.get_pixel(*x, *y))
            .map(|(x, y, _)| (x, y))
            .filter(|(_, y)| f64::from(*y) < board.y - 2.0 && f64::from(*y) > board.y - lattice.pitch_y * 0.6)
            .collect();
        let (first, last) = (lattice.centre(Cell::new(0, 0)).x, lattice.centre(Cell::new(0, 2)).x);
        for column in first as u32..last as u32 {
            assert!(ring.iter().any(|(x, _)| *x == column), "{}: no line above column {column}", skin.name());
        }
        assert!(ring.iter().all(|(x, _)| (first - 8.0..last + 8.0).contains(&f64::from(*x))), "{}", skin.name());
        // The middle tile is under no line; nothing has moved yet.
        let middle = Cell::new(1, 1);
        assert_eq!(cell_pixels(&before, &lattice, middle), cell_pixels(&shown, &lattice, middle));
    }
}

#[test]
fn shifts_are_seen_on_the_way_and_at_their_end() {
    let board = Board::parse(&Arc::new(rules(&[Shift::Down])), "AB\nBC\nCC\nDD").unwrap();
    let options = Options { animation: ms(200), ..instant() };
    let mut scene = ShisenScene::with_board(options, board).unwrap();
    let lattice = scene.lattice();
    click_pair(&mut scene, Move { from: Cell::new(3, 0), to: Cell::new(3, 1) }, START);
    scene.input(Input::Left, START);
    let (on_the_way, rest) = (scene.draw(ms(150)), scene.draw(ms(200)));
    assert_eq!(scene.board().to_string(), "..\nAB\nBC\nCC");
    assert!(on_the_way != rest && scene.is_animating(ms(199)) && !scene.is_animating(ms(200)));
    assert_eq!(cell_pixels(&rest, &lattice, Cell::new(3, 0)), cell_pixels(&rest, &lattice, Cell::new(3, 1)));
    let fresh = Board::parse(&Arc::new(rules(&[Shift::Down])), "..\nAB\nBC\nCC").unwrap();
    let mut fresh = ShisenScene::with_board(instant(), fresh).unwrap();
    assert!(differs(&rest, &fresh.draw(START), &lattice).is_empty());
}

#[test]
fn the_picture_at_rest_depends_on_the_board_alone() {
    for skin in Skin::ALL {
        let mut slow = open(Options { skin, line: ms(100), animation: ms(200), ..instant() });
        let mut fast = open(Options { skin, ..instant() });
        for turn in 0..4 {
            let m = legal(fast.board())[0];
            click_pair(&mut slow, m, ms(turn * 1000));
            click_pair(&mut fast, m, ms(turn * 1000));
        }
        press_button(&mut fast, "Hint", ms(4000));
        press_button(&mut slow, "Hint", ms(4000));
        assert!(fast.is_animating(ms(5000)) && !fast.is_animating(ms(5500)));
        assert!(slow.draw(ms(9000)) == fast.draw(ms(9000)), "{}", skin.name());
    }
}

#[test]
fn hover_selection_and_hint_change_their_tiles_and_no_other() {
    for skin in Skin::ALL {
        let mut scene = at_board(Options { skin, ..instant() }, MIXED);
        let (lattice, cell) = (scene.lattice(), Cell::new(1, 1));
        let plain = scene.draw(START);
        assert!(scene.input(Input::Moved(lattice.centre(cell)), START));
        let hovered = scene.draw(START);
        assert_eq!(differs(&plain, &hovered, &lattice), [cell], "hover of {}", skin.name());
        click(&mut scene, (1, 1), START);
        scene.input(Input::Left, START);
        let selected = scene.draw(START);
        assert_eq!(differs(&plain, &selected, &lattice), [cell], "selection of {}", skin.name());
        assert_eq!(differs(&hovered, &selected, &lattice), [cell], "{}", skin.name());
        click(&mut scene, (1, 1), START);
        press_button(&mut scene, "Hint", START);
        let m = legal(scene.board())[0];
        assert_eq!(differs(&plain, &scene.draw(START), &lattice), [m.from, m.to], "hint of {}", skin.name());
        assert_eq!(value(&scene.truth(START), "settled"), "false");
        assert!(scene.draw(ms(1600)) == plain && scene.truth(ms(1600)).contains("settled true"));
    }
}

#[test]
fn buttons_at_rest_look_the_same_whatever_the_board_shows() {
    for skin in Skin::ALL {
        let mut scene = open(Options { skin, line: ms(300), animation: ms(200), ..instant() });
        let looks = |scene: &mut ShisenScene, now: Duration| {
            let picture = scene.draw(now);
            let footer = scene.buttons(now).into_iter().take(2);
            let crop = |r: Rect| {
                image::imageops::crop_imm(&picture, r.x as u32, r.y as u32, r.width as u32, r.height as u32).to_image()
            };
            footer.map(|(label, rect)| (label, crop(rect))).collect::<Vec<_>>()
        };
        let at_rest = looks(&mut scene, START);
        assert_eq!(at_rest.iter().map(|(label, _)| *label).collect::<Vec<_>>(), ["Shuffle", "Hint"]);
        let m = legal(scene.board())[0];
        click_pair(&mut scene, m, START);
        for now in [0, 100, 299, 350, 499, 800] {
            assert!(looks(&mut scene, ms(now)) == at_rest, "{} at {now} ms", skin.name());
        }
    }
}

#[test]
fn a_shuffle_keeps_the_cells_and_kinds_and_leaves_a_move() {
    let mut scene = open(instant());
    let m = legal(scene.board())[0];
    click_pair(&mut scene, m, START);
    click(&mut scene, (3, 3), START);
    let before = scene.board().clone();
    press_button(&mut scene, "Shuffle", START);
    assert_eq!((scene.shuffles(), scene.selected()), (1, None));
    assert_ne!(scene.board(), &before);
    assert_eq!(scene.board().counts(), before.counts());
    let empty = |board: &Board| board.tiles().map(|symbol| *symbol == Symbol::EMPTY);
    assert_eq!(empty(scene.board()), empty(&before));
    assert!(!legal(scene.board()).is_empty());
    let first = scene.board().clone();
    press_button(&mut scene, "Shuffle", START);
    assert_ne!(scene.board(), &first);
    assert_eq!(value(&scene.truth(START), "shuffles"), "2");
}

#[test]
fn a_stuck_board_is_shuffled_and_can_be_played_again() {
    for of_footer in [true, false] {
        let mut scene = at_board(instant(), STUCK);
        assert_eq!(scene.phase(START), Phase::Stuck);
        let labels: Vec<_> = scene.buttons(START).into_iter().map(|(label, _)| label).collect();
        assert_eq!(labels, ["Shuffle", "Hint", "Shuffle", "New game"]);
        click(&mut scene, (0, 0), START);
        assert_eq!(scene.presses().stray, 1, "the overlay takes no press on a tile");
        press_button(&mut scene, "Hint", START);
        let at = scene.buttons(START)[if of_footer { 0 } else { 2 }].1.centre();
        press(&mut scene, at, START);
        assert_eq!((scene.phase(START), scene.shuffles()), (Phase::Playing, 1));
        let m = legal(scene.board())[0];
        click_pair(&mut scene, m, START);
        assert_eq!(scene.board().left(), 7);
    }
}

#[test]
fn where_no_shuffle_helps_there_is_a_new_game_alone() {
    let mut scene = at_board(instant(), "AB\nCD");
    assert_eq!(scene.phase(START), Phase::Stuck);
    let labels: Vec<_> = scene.buttons(START).into_iter().skip(2).map(|(label, _)| label).collect();
    assert_eq!(labels, ["New game"]);
    let footer = scene.buttons(START)[0].1.centre();
    press(&mut scene, footer, START);
    assert_eq!((scene.phase(START), scene.shuffles()), (Phase::Stuck, 0));
    press_button(&mut scene, "New game", START);
    let truth = scene.truth(START);
    assert_eq!((value(&truth, "game"), value(&truth, "board"), value(&truth, "phase")), ("2", "1", "playing"));
}

/// Clears a board whose every legal move is safe.
fn clear(scene: &mut ShisenScene, now: Duration) {
    while let Some(&m) = legal(scene.board()).first() {
        click_pair(scene, m, now);
    }
    scene.input(Input::Left, now);
}

#[test]
fn a_cleared_board_leads_to_the_next_one_and_the_last_ends_the_game() {
    let options = Options { rows: 2, cols: 4, kinds: Some(1), boards: Some(2), ..instant() };
    let mut scene = open(options);
    clear(&mut scene, START);
    assert_eq!((scene.phase(START), scene.board().left()), (Phase::Won, 0));
    let next = button(&scene, "Next board", START).unwrap().centre();
    // Pressed on the button but released elsewhere: nothing happens.
    scene.input(Input::Moved(next), START);
    scene.input(Input::Pressed(MouseButton::Left), START);
    scene.input(Input::Moved(Point::new(3.0, 3.0)), START);
    scene.input(Input::Released(MouseButton::Left), START);
    assert_eq!(scene.phase(START), Phase::Won);
    press_button(&mut scene, "Next board", START);
    let truth = scene.truth(START);
    assert_eq!((value(&truth, "board"), value(&truth, "move"), value(&truth, "left")), ("2", "0", "8"));
    clear(&mut scene, START);
    let labels: Vec<_> = scene.buttons(START).into_iter().skip(2).map(|(label, _)| label).collect();
    assert_eq!(labels, ["New game", "Quit"]);
    press_button(&mut scene, "Quit", START);
    assert!(scene.wants_to_close());
}

#[test]
fn the_next_board_is_the_next_of_the_same_seed() {
    let options = Options { rows: 2, cols: 6, kinds: Some(3), ..instant() };
    let boards = |seed: u64| {
        let mut scene = open(Options { seed, ..options.clone() });
        let mut seen = Vec::new();
        for _ in 0..3 {
            seen.push(scene.board().to_string());
            while scene.board().left() > 0 {
                clear(&mut scene, START);
                if scene.phase(START) == Phase::Stuck {
                    press_button(&mut scene, "Shuffle", START);
                }
            }
            press_button(&mut scene, "Next board", START);
        }
        seen
    };
    assert_eq!(boards(5), boards(5));
    let seen = boards(5);
    assert!(seen[0] != seen[1] && seen[1] != seen[2] && seen != boards(6), "{seen:?}");
}

#[test]
fn presses_are_counted_by_where_they_fall() {
    let mut scene = at_board(instant(), EASY);
    click_pair(&mut scene, Move { from: Cell::new(0, 0), to: Cell::new(0, 1) }, START);
    click(&mut scene, (0, 2), START);
    click(&mut scene, (0, 0), START);
    press(&mut scene, Point::new(1.0, 1.0), START);
    scene.input(Input::Pressed(MouseButton::Right), START);
    assert_eq!(scene.selected(), Some(Cell::new(0, 2)), "a press beside the tiles leaves the selection");
    press_button(&mut scene, "Hint", START);
    let presses = scene.presses();
    assert_eq!((presses.tiles, presses.stray, presses.buttons, presses.total()), (3, 2, 1, 6));
    let truth = scene.truth(START);
    assert_eq!((value(&truth, "presses"), value(&truth, "stray")), ("6", "2"));
}

/// Every face of a skin twice on one board, seven kinds in a row; the second of each pair stands beside the first.
fn all_faces(skin: Skin, scale: f64) -> ShisenScene {
    let kinds: Vec<usize> = (1..=skin.kinds()).collect();
    let rows = kinds.chunks(7).map(|row| {
        let tokens = (0..7).map(|i| row.get(i).map_or(".. ..".to_owned(), |n| format!("{n:02} {n:02}")));
        tokens.collect::<Vec<_>>().join(" ")
    });
    let mut scene = at_board(Options { skin, ..instant() }, &rows.collect::<Vec<_>>().join("\n"));
    scene.set_scale(scale);
    scene
}

#[test]
fn every_two_faces_of_a_skin_can_be_told_apart() {
    for (skin, least) in [(Skin::Mahjong, 42), (Skin::Icons, 36), (Skin::Photo, 36)] {
        for scale in [1.0, 1.25, 2.0] {
            let mut scene = all_faces(skin, scale);
            let (picture, lattice, count) = (scene.draw(START), scene.lattice(), skin.kinds());
            assert!(count >= least);
            let firsts = lattice.cells().filter(|cell| cell.col % 2 == 0).take(count);
            let faces: Vec<_> = firsts.map(|cell| cell_pixels(&picture, &lattice, cell)).collect();
            let mut nearest = (f64::MAX, 0, 0);
            for a in 0..count {
                for b in 0..a {
                    let sum: u64 = faces[a].iter().zip(faces[b].iter()).map(|(x, y)| u64::from(x.abs_diff(*y))).sum();
                    let mean = sum as f64 / faces[a].as_raw().len() as f64;
                    if mean < nearest.0 {
                        nearest = (mean, b + 1, a + 1);
                    }
                }
            }
            let (mean, a, b) = nearest;
            assert!(mean > 5.0, "{} at {scale}: kinds {a:02} and {b:02} differ by {mean:.2} of 255", skin.name());
        }
    }
}

#[test]
fn equal_tiles_look_equal_at_every_scale() {
    for skin in Skin::ALL {
        for scale in [1.0, 1.25, 1.5, 2.0] {
            let mut scene = open(Options { skin, rows: 4, cols: 8, ..instant() });
            scene.set_scale(scale);
            let (picture, lattice) = (scene.draw(START), scene.lattice());
            for a in lattice.cells() {
                for b in lattice.cells() {
                    let same = cell_pixels(&picture, &lattice, a) == cell_pixels(&picture, &lattice, b);
                    let equal = scene.board().tiles()[a] == scene.board().tiles()[b];
                    assert_eq!(same, equal, "{}: cells {a} and {b} at scale {scale}", skin.name());
                }
            }
        }
    }
}

#[test]
fn the_scale_changes_the_picture_and_no_more() {
    let mut scene = open(instant());
    let small = (scene.size(), scene.lattice());
    assert_eq!((small.1.pitch_x, small.1.pitch_y), (44.0, 56.0));
    for scale in [1.25, 1.5, 2.0] {
        scene.set_scale(scale);
        let (width, height) = scene.size();
        assert_eq!(scene.draw(START).dimensions(), (width, height));
        assert!((f64::from(width) - f64::from(small.0.0) * scale).abs() <= 0.5 * (1.0 + scale));
        assert!((scene.lattice().pitch_x - small.1.pitch_x * scale).abs() < 1e-9);
        assert!((scene.lattice().pitch_y - small.1.pitch_y * scale).abs() < 1e-9);
        let m = legal(scene.board())[0];
        click_pair(&mut scene, m, START);
    }
    assert_eq!(value(&scene.truth(START), "move"), "3");
}

#[test]
fn what_no_board_or_skin_can_have_is_refused() {
    let refused = |options: Options| ShisenScene::new(options, rules(&[])).map(drop).unwrap_err();
    let said = refused(Options { rows: 3, cols: 3, ..instant() });
    assert!(said.contains("--size 3x3"), "{said}");
    let said = refused(Options { skin: Skin::Icons, kinds: Some(41), rows: 14, cols: 14, ..instant() });
    assert!(said.contains("--kinds 41") && said.contains("40") && said.contains("mahjong"), "{said}");
    assert!(refused(Options { kinds: Some(0), ..instant() }).contains("--kinds 0"));
    let large = open(Options { rows: 16, cols: 30, ..instant() });
    assert_eq!(large.board().counts().len(), 42);
}

#[test]
fn a_whole_game_is_played_on_the_simulated_desk() {
    let options = Options { rows: 4, cols: 8, line: ms(120), animation: ms(80), ..instant() };
    let plan = open(options.clone());
    let (lattice, mut referee) = (plan.lattice(), plan.board().clone());
    let mut desk = SimDesk::new(Box::new(plan), Setup { scale: 1.25, ..Setup::default() });
    let mut clicks = 0;
    while let Some(&m) = legal(&referee).first() {
        referee.play(m).unwrap();
        for cell in [m.from, m.to] {
            let frame = desk.capture(GAME_WINDOW).unwrap();
            let (x, y) = frame.to_desktop(lattice.scaled(1.25, 1.25).centre(cell)).round();
            desk.move_to(x, y).unwrap();
            desk.button(MouseButton::Left, true).unwrap();
            desk.wait(ms(20));
            desk.button(MouseButton::Left, false).unwrap();
            clicks += 1;
        }
        assert!(desk.truth().contains("settled false") && desk.truth().contains("phase line"), "{}", desk.truth());
        desk.wait(ms(200));
        let truth = desk.truth();
        assert!(truth.contains("settled true"), "{truth}");
        assert_eq!(truth.lines().skip(1).collect::<Vec<_>>().join("\n"), referee.to_string());
    }
    let truth = desk.truth();
    let phase = if referee.left() == 0 { "won" } else { "stuck" };
    assert_eq!((value(&truth, "phase"), value(&truth, "stray"), value(&truth, "ignored")), (phase, "0", "0"));
    assert_eq!(value(&truth, "presses"), clicks.to_string());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]
    #[test]
    fn no_input_breaks_the_game(
        seed: u64,
        (cols, rows) in (1usize..8, 1usize..5),
        inputs in prop::collection::vec((0u8..5, -50.0..500.0f64, -50.0..500.0f64, 0u64..300), 0..120),
    ) {
        let failed_second = [FailedSecond::Clear, FailedSecond::KeepFirst, FailedSecond::KeepSecond][seed as usize % 3];
        let skin = Skin::ALL[(seed / 3) as usize % 2];
        let options = Options {
            rows: rows * 2, cols, seed, skin, failed_second, line: ms(seed % 2 * 150), animation: ms(seed % 5 * 50),
            ..Options::default()
        };
        let mut scene = ShisenScene::new(options, rules(&[Shift::Down])).unwrap();
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
            prop_assert_eq!(scene.truth(now).lines().count(), rows * 2 + 1);
        }
    }
}
