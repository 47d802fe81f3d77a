//! The simulated desk: every fault does what it says, and nothing else does.

use image::RgbImage;
use std::time::Duration;
use tilepilot::desk::sim::{Cover, Faults, GAME_WINDOW, OtherWindow, Setup, SimDesk};
use tilepilot::desk::{Clock, DeskError, Pointer, Screen};
use tilepilot::frame::Frame;
use tilepilot::games::Game;
use tilepilot::games::samegame::SameGame;
use tilepilot::geometry::{Lattice, Rect};
use tilepilot::gesture::MouseButton;
use tilepilot::grid::Cell;
use tilepilot::scene::samegame::{Options, SameGameScene};
use tilepilot::scene::{Scene, Skin};

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// Where the board of [`desk`] lies at scale 1, and a cell of a group in it.
fn board() -> (Lattice, Cell) {
    let scene = scene(0);
    let cell = scene.lattice().cells().find(|&cell| scene.board().group(cell).len() > 1).unwrap();
    (scene.lattice(), cell)
}

fn scene(animation: u64) -> SameGameScene {
    let options = Options { seed: 3, skin: Skin::Flat, animation: ms(animation), ..Options::default() };
    SameGameScene::new(options, SameGame::preset("popstar").unwrap()).unwrap()
}

fn desk(setup: Setup) -> SimDesk {
    SimDesk::new(Box::new(scene(0)), setup)
}

fn with(faults: Faults) -> SimDesk {
    desk(Setup { faults, ..Setup::default() })
}

fn move_to_group(desk: &mut SimDesk) {
    let (lattice, cell) = board();
    let (at, rect) = (lattice.centre(cell), desk.game_rect());
    let (x, y) = ((rect.x + at.x).round() as i32, (rect.y + at.y).round() as i32);
    desk.move_to(x, y).unwrap();
}

fn click(desk: &mut SimDesk, hold: Duration) {
    desk.button(MouseButton::Left, true).unwrap();
    desk.wait(hold);
    desk.button(MouseButton::Left, false).unwrap();
}

fn click_group(desk: &mut SimDesk) {
    move_to_group(desk);
    click(desk, ms(10));
}

fn moves(desk: &SimDesk) -> u32 {
    desk.truth().split(' ').nth(2).unwrap().parse().unwrap()
}

fn picture(desk: &mut SimDesk) -> RgbImage {
    desk.capture(GAME_WINDOW).unwrap().pixels
}

/// The largest difference of a channel, and the mean of all.
fn difference(a: &RgbImage, b: &RgbImage) -> (f64, f64) {
    let diffs = a.iter().zip(b.iter()).map(|(a, b)| f64::from(a.abs_diff(*b)));
    let (max, sum, count) = diffs.fold((0.0f64, 0.0, 0.0), |(max, sum, n), d| (max.max(d), sum + d, n + 1.0));
    (max, sum / count)
}

#[test]
fn a_click_reaches_the_game_and_is_recorded() {
    let mut desk = with(Faults::default());
    let other = desk.clone();
    click_group(&mut desk);
    assert_eq!(moves(&other), 1);
    let presses = other.presses();
    assert_eq!((presses.len(), presses[0].window, presses[0].delivered), (1, Some(GAME_WINDOW), true));
    assert!(other.buttons_down().is_empty());
}

#[test]
fn time_passes_only_by_waiting_and_looking() {
    let mut desk = SimDesk::new(Box::new(scene(200)), Setup::default());
    click_group(&mut desk);
    assert!(desk.truth().contains("settled false"));
    let moving = picture(&mut desk);
    desk.wait(ms(400));
    assert!(desk.truth().contains("settled true"));
    assert!(picture(&mut desk) != moving);
    assert_eq!(desk.now(), ms(10 + 8 + 400 + 8));
}

#[test]
fn every_scale_and_place_maps_clicks_to_the_cell_that_is_seen() {
    for scale in [1.0, 1.25, 1.5, 2.0] {
        for place in [(-1900.0, 10.0), (0.0, 0.0), (333.0, 77.0)] {
            let mut desk = desk(Setup { scale, place, ..Setup::default() });
            let frame = desk.capture(GAME_WINDOW).unwrap();
            assert!((frame.scale().0 - scale).abs() < 0.01 && (frame.window.x - place.0).abs() < 1e-9);
            let (lattice, cell) = board();
            let (x, y) = frame.to_desktop(lattice.scaled(scale, scale).centre(cell)).round();
            desk.move_to(x, y).unwrap();
            click(&mut desk, ms(10));
            assert_eq!(moves(&desk), 1, "at scale {scale}, place {place:?}");
        }
    }
}

#[test]
fn every_nth_press_is_lost() {
    let mut desk = with(Faults { lose_press_every: Some(2), ..Faults::default() });
    click_group(&mut desk);
    let after_one = desk.truth();
    click_group(&mut desk);
    assert_eq!(desk.truth(), after_one);
    assert_eq!(desk.presses().iter().map(|p| p.delivered).collect::<Vec<_>>(), [true, false]);
}

#[test]
fn every_nth_press_is_doubled() {
    let mut desk = with(Faults { double_press_every: Some(1), ..Faults::default() });
    click_group(&mut desk);
    assert!(desk.truth().contains("presses 2 "), "{}", desk.truth());
    assert_eq!(desk.presses().len(), 1);
}

#[test]
fn short_presses_are_missed() {
    let mut desk = with(Faults { shortest_hold: ms(30), ..Faults::default() });
    move_to_group(&mut desk);
    click(&mut desk, ms(29));
    assert_eq!((moves(&desk), desk.presses()[0].delivered), (0, false));
    click(&mut desk, ms(30));
    assert_eq!((moves(&desk), desk.presses()[1].delivered), (1, true));
}

#[test]
fn frames_stay_stale_for_a_while_after_a_press() {
    let mut desk = with(Faults { stale_after_press: ms(100), ..Faults::default() });
    move_to_group(&mut desk);
    let before = picture(&mut desk);
    click(&mut desk, ms(10));
    assert_eq!(moves(&desk), 1);
    assert!(picture(&mut desk) == before);
    desk.wait(ms(100));
    assert!(picture(&mut desk) != before);
}

#[test]
fn every_nth_frame_is_uniform() {
    let mut desk = with(Faults { uniform_every: Some((3, [255; 3])), ..Faults::default() });
    let uniform: Vec<bool> = (0..6)
        .map(|_| {
            let frame: Frame = desk.capture(GAME_WINDOW).unwrap();
            frame.is_uniform(&Rect::new(0.0, 0.0, 1e4, 1e4))
        })
        .collect();
    assert_eq!(uniform, [false, false, true, false, false, true]);
}

#[test]
fn the_window_moves_at_its_time() {
    let moves_to = vec![(ms(100), (-50.0, 300.0)), (ms(200), (1700.0, 0.0))];
    let mut desk = with(Faults { window_moves: moves_to, ..Faults::default() });
    let start = desk.game_rect();
    move_to_group(&mut desk);
    desk.wait(ms(150));
    assert_eq!((desk.game_rect().x, desk.game_rect().y), (-50.0, 300.0));
    assert_eq!(desk.windows().unwrap()[0].rect, desk.game_rect());
    assert_eq!(desk.game_rect().width, start.width);
    click(&mut desk, ms(10));
    assert_eq!(moves(&desk), 0, "the pointer is where the window was");
    click_group(&mut desk);
    assert_eq!(moves(&desk), 1);
    desk.wait(ms(100));
    let refused = desk.capture(GAME_WINDOW).unwrap_err();
    assert!(refused.to_string().contains("off the screen"), "{refused}");
}

#[test]
fn a_window_covers_the_game_for_a_while() {
    let rect = Rect::new(300.0, 250.0, 100.0, 200.0);
    let cover = Cover { from: ms(50), to: ms(500), title: "Update ready".to_owned(), rect };
    let mut desk = with(Faults { covers: vec![cover], ..Faults::default() });
    let clear = picture(&mut desk);
    desk.wait(ms(100));
    let windows = desk.windows().unwrap();
    assert_eq!((windows.len(), windows[0].title.as_str(), windows[1].id), (2, "Update ready", GAME_WINDOW));
    let covered = picture(&mut desk);
    let black = |x: u32, y: u32| covered.get_pixel(x, y).0 == [0; 3];
    assert!(black(100, 130) && black(199, 329) && !black(99, 200) && !black(200, 200));
    desk.move_to(350, 300).unwrap();
    click(&mut desk, ms(5));
    assert_eq!((desk.presses()[0].window, desk.presses()[0].delivered), (Some(windows[0].id), false));
    assert_eq!(moves(&desk), 0);
    desk.wait(ms(500));
    assert_eq!(desk.windows().unwrap().len(), 1);
    desk.move_to(5, 5).unwrap();
    assert!(picture(&mut desk) == clear);
}

#[test]
fn a_minimised_window_comes_back_and_a_closed_one_does_not() {
    let faults = Faults { minimised: vec![(ms(10), ms(100))], closes_at: Some(ms(300)), ..Faults::default() };
    let mut desk = with(faults);
    assert!(!desk.windows().unwrap()[0].minimised);
    desk.wait(ms(20));
    assert!(desk.windows().unwrap()[0].minimised);
    assert!(matches!(desk.capture(GAME_WINDOW), Err(DeskError::WindowGone(why)) if why.contains("minimised")));
    click_group(&mut desk);
    assert_eq!((moves(&desk), desk.presses()[0].window), (0, None));
    desk.wait(ms(100));
    assert!(desk.capture(GAME_WINDOW).is_ok());
    desk.wait(ms(300));
    assert!(desk.windows().unwrap().is_empty());
    assert!(matches!(desk.capture(GAME_WINDOW), Err(DeskError::WindowGone(why)) if why.contains("closed")));
}

#[test]
fn other_windows_share_the_title_and_stand_in_front_or_behind() {
    let twin = |in_front| OtherWindow {
        title: "PopStar practice".to_owned(),
        app: "browser".to_owned(),
        rect: Rect::new(210.0, 130.0, 50.0, 50.0),
        in_front,
    };
    let mut desk = desk(Setup { others: vec![twin(false), twin(true)], ..Setup::default() });
    let windows = desk.windows().unwrap();
    assert_eq!(windows.iter().map(|w| w.id).collect::<Vec<_>>(), [3, GAME_WINDOW, 2]);
    assert!(windows.iter().all(|w| w.title == "PopStar practice"));
    assert_eq!(desk.capture(2).unwrap().pixels.dimensions(), (50, 50));
    assert!(desk.capture(77).is_err());
}

#[test]
fn the_user_moves_the_pointer_at_a_time() {
    let mut desk = with(Faults { user_moves: vec![(ms(50), (7, 9))], ..Faults::default() });
    desk.move_to(100, 100).unwrap();
    desk.wait(ms(49));
    assert_eq!(desk.location().unwrap(), (100, 100));
    desk.wait(ms(1));
    assert_eq!(desk.location().unwrap(), (7, 9));
    desk.move_to(100, 100).unwrap();
    desk.wait(ms(100));
    assert_eq!(desk.location().unwrap(), (100, 100));
}

#[test]
fn the_pointer_stops_at_the_edge_of_the_desktop() {
    let mut desk = with(Faults::default());
    desk.move_to(-5000, 99_999).unwrap();
    assert_eq!(desk.location().unwrap(), (-1920, 1199));
}

#[test]
fn night_light_gamma_and_noise_change_colours_as_asked() {
    let plain = picture(&mut with(Faults::default()));
    let warm = picture(&mut with(Faults { tint: [1.0, 0.8, 0.6], ..Faults::default() }));
    for (a, b) in plain.pixels().zip(warm.pixels()) {
        assert_eq!(a.0[0], b.0[0]);
        assert!(f64::from(b.0[2]) <= f64::from(a.0[2]) * 0.6 + 0.5);
    }
    let dark = picture(&mut with(Faults { gamma: 1.5, ..Faults::default() }));
    assert!(plain.iter().zip(dark.iter()).all(|(a, b)| b <= a));

    let noisy = picture(&mut with(Faults { noise: 4.0, ..Faults::default() }));
    let (max, mean) = difference(&plain, &noisy);
    // The mean distance of a normal variable from its mean is σ·√(2/π).
    assert!((2.6..3.8).contains(&mean) && max < 30.0, "max {max}, mean {mean}");
}

#[test]
fn faults_can_change_while_the_desk_is_open() {
    let mut desk = with(Faults { lose_press_every: Some(1), ..Faults::default() });
    click_group(&mut desk);
    assert_eq!(moves(&desk), 0);
    desk.set_faults(Faults::default());
    click_group(&mut desk);
    assert_eq!(moves(&desk), 1);
}

#[test]
fn a_game_that_is_quit_closes_its_window() {
    let mut quit = scene(0);
    let start = Duration::ZERO;
    // Plays until a game is lost, then presses the button that ends it.
    for _ in 0..100_000 {
        let buttons = quit.buttons(start);
        let cell = quit.lattice().cells().find(|&cell| quit.board().group(cell).len() > 1);
        let at = match (buttons.as_slice(), cell) {
            ([.., (_, last)], _) => last.centre(),
            (_, Some(cell)) => quit.lattice().centre(cell),
            _ => break,
        };
        for input in [
            tilepilot::scene::Input::Moved(at),
            tilepilot::scene::Input::Pressed(MouseButton::Left),
            tilepilot::scene::Input::Released(MouseButton::Left),
        ] {
            quit.input(input, start);
        }
        if quit.wants_to_close() {
            break;
        }
    }
    assert!(quit.wants_to_close());
    let mut desk = SimDesk::new(Box::new(quit), Setup::default());
    assert!(desk.windows().unwrap().is_empty());
}
