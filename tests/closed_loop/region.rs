//! A region of the desktop in place of a window, on the simulated desk.

use crate::MS;
use std::time::Duration;
use tilepilot::desk::region::{REGION, RegionDesk};
use tilepilot::desk::sim::{Cover, Faults, GAME_WINDOW, SimDesk};
use tilepilot::desk::{Pointer, Screen};
use tilepilot::games::Game;
use tilepilot::games::samegame::SameGame;
use tilepilot::geometry::{Point, Rect};
use tilepilot::scene::samegame::{Options, SameGameScene};
use tilepilot::session::{Ending, Report, Trouble};

/// The region that is played in: the window with a margin around it.
fn region() -> Rect {
    let window = SimDesk::new(Box::new(scene(0)), Default::default()).game_rect();
    Rect::new(PLACE.0 - 30.0, PLACE.1 - 20.0, window.width + 50.0, window.height + 30.0)
}

const PLACE: (f64, f64) = (100.0, 60.0);

fn scene(animation: u32) -> SameGameScene {
    let options = Options { seed: 3, animation: animation * MS, ..Options::default() };
    SameGameScene::new(options, SameGame::preset("popstar").unwrap()).unwrap()
}

fn case(animation: u32, faults: Faults) -> crate::Case<SameGame> {
    let mut case = crate::Case::new(scene(animation), "practice-flat").with(faults);
    case.setup.desktop = Rect::new(0.0, 0.0, 900.0, 800.0);
    case.setup.place = PLACE;
    case.window = Some(REGION);
    case
}

fn play(case: crate::Case<SameGame>) -> crate::Played {
    case.run_on(|desk| RegionDesk::new(desk, region()).unwrap(), |_| {}, &mut |_, _| {})
}

/// Every press went to the game, inside the region.
fn assert_clean(played: &crate::Played) {
    for press in played.desk.presses() {
        let at = Point::new(f64::from(press.place.0), f64::from(press.place.1));
        assert!(region().contains(at) && press.window == Some(GAME_WINDOW), "{press:?}");
    }
}

#[test]
fn a_board_is_found_in_a_region_around_it_and_played_to_the_promised_end() {
    for scale in [1.0, 1.5] {
        let mut case = case(150, Faults::default());
        case.setup.scale = scale;
        let played = play(case);
        assert_eq!(played.run.ending, Ending::AsPromised, "{:#?}", played.reports);
        assert_eq!(played.end().score.to_string(), played.truth("score"));
        assert_clean(&played);
        let told = |r: &Report| matches!(r, Report::Window { title, .. } if title.contains("screen region "));
        assert!(played.reports.iter().any(told));
    }
}

#[test]
fn the_noise_of_a_stream_is_read_through() {
    let played = play(case(0, Faults { noise: 5.0, ..Faults::default() }));
    assert_eq!(played.run.ending, Ending::AsPromised, "{:#?}", played.reports);
    assert_clean(&played);
}

#[test]
fn a_window_that_comes_over_the_region_is_named_and_never_clicked() {
    let rect = Rect::new(150.0, 100.0, 300.0, 300.0);
    let cover = Cover { from: 800 * MS, to: 4000 * MS, title: "A film".to_owned(), rect };
    let played = play(case(150, Faults { covers: vec![cover], ..Faults::default() }));
    assert_eq!(played.run.ending, Ending::AsPromised, "{:#?}", played.reports);
    assert!(played.troubles(Trouble::Covered) >= 1, "{:#?}", played.reports);
    assert_clean(&played);
}

#[test]
fn a_window_that_the_desk_does_not_list_is_seen_as_another_picture_and_stops_the_run() {
    let rect = Rect::new(0.0, 0.0, 900.0, 800.0);
    let cover = Cover { from: 800 * MS, to: Duration::from_secs(600), title: "A film".to_owned(), rect };
    let played = case(150, Faults { covers: vec![cover], ..Faults::default() }).run_on(
        |desk| RegionDesk::new(Unlisted(desk), region()).unwrap(),
        |_| {},
        &mut |_, _| {},
    );
    assert!(matches!(played.run.ending, Ending::NotFull(_)), "{:?}", played.run.ending);
    assert_clean(&played);
}

#[test]
fn a_region_whose_window_is_closed_ends_the_run() {
    let played = play(case(150, Faults { closes_at: Some(900 * MS), ..Faults::default() }));
    assert!(matches!(played.run.ending, Ending::World(_)), "{:?}", played.run.ending);
    assert_clean(&played);
}

/// A desk whose list of windows names none but the game, as for surfaces that no list names.
struct Unlisted(SimDesk);

impl Screen for Unlisted {
    fn windows(&mut self) -> Result<Vec<tilepilot::desk::WindowInfo>, tilepilot::desk::DeskError> {
        Ok(self.0.windows()?.into_iter().filter(|window| window.id == GAME_WINDOW).collect())
    }

    fn capture(
        &mut self,
        window: tilepilot::desk::WindowId,
    ) -> Result<tilepilot::frame::Frame, tilepilot::desk::DeskError> {
        self.0.capture(window)
    }

    fn monitors(&mut self) -> Result<Vec<Rect>, tilepilot::desk::DeskError> {
        self.0.monitors()
    }

    fn capture_monitor(&mut self, index: usize) -> Result<image::RgbImage, tilepilot::desk::DeskError> {
        self.0.capture_monitor(index)
    }
}

impl Pointer for Unlisted {
    fn location(&mut self) -> Result<(i32, i32), tilepilot::desk::DeskError> {
        self.0.location()
    }

    fn move_to(&mut self, x: i32, y: i32) -> Result<(), tilepilot::desk::DeskError> {
        self.0.move_to(x, y)
    }

    fn button(
        &mut self,
        button: tilepilot::gesture::MouseButton,
        down: bool,
    ) -> Result<(), tilepilot::desk::DeskError> {
        self.0.button(button, down)
    }
}

impl tilepilot::desk::Keyboard for Unlisted {
    fn key(&mut self, key: tilepilot::gesture::KeyName, down: bool) -> Result<(), tilepilot::desk::DeskError> {
        self.0.key(key, down)
    }

    fn has_focus(&mut self, window: tilepilot::desk::WindowId) -> Result<bool, tilepilot::desk::DeskError> {
        self.0.has_focus(window)
    }
}

impl tilepilot::desk::Clock for Unlisted {
    fn now(&self) -> Duration {
        self.0.now()
    }

    fn wait(&mut self, time: Duration) {
        self.0.wait(time);
    }
}
