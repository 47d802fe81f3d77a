//! The guard against a desk that does what a script says and writes down what reaches it.

use super::*;
use crate::desk::dry::DryRun;
use crate::desk::{Clock, Keyboard, Pointer, Screen};
use crate::frame::Frame;
use std::cell::RefCell;
use std::rc::Rc;

/// What the guard did, and what it finds: shared, so that a test can look while the guard owns the desk.
#[derive(Default)]
struct World {
    windows: Vec<WindowInfo>,
    monitors: Vec<Rect>,
    pointer: (i32, i32),
    /// Windows that can be captured.
    visible: Vec<WindowId>,
    now: Duration,
    presses: Vec<(i32, i32)>,
    held: Vec<MouseButton>,
    typed: Vec<KeyName>,
    keys_held: Vec<KeyName>,
    /// Whether another window has the keyboard.
    unfocused: bool,
    /// Where buttons went up.
    releases: Vec<(i32, i32)>,
    moves: u32,
    /// Whether moves reach the pointer.
    deaf: bool,
    /// What happens when the time has come.
    script: Vec<(Duration, Event)>,
    stop: StopFlag,
}

enum Event {
    UserMoves((i32, i32)),
    WindowMoves(Rect),
    WindowCloses,
    PopUp(WindowInfo),
    Stop,
}

#[derive(Clone, Default)]
struct Fake(Rc<RefCell<World>>);

impl Screen for Fake {
    fn windows(&mut self) -> Result<Vec<WindowInfo>, DeskError> {
        Ok(self.0.borrow().windows.clone())
    }

    fn capture(&mut self, window: WindowId) -> Result<Frame, DeskError> {
        if self.0.borrow().visible.contains(&window) {
            Ok(Frame::from_picture(image::RgbImage::new(1, 1)))
        } else {
            Err(DeskError::WindowGone("hidden".into()))
        }
    }

    fn monitors(&mut self) -> Result<Vec<Rect>, DeskError> {
        Ok(self.0.borrow().monitors.clone())
    }
}

impl Pointer for Fake {
    fn location(&mut self) -> Result<(i32, i32), DeskError> {
        Ok(self.0.borrow().pointer)
    }

    fn move_to(&mut self, x: i32, y: i32) -> Result<(), DeskError> {
        let mut world = self.0.borrow_mut();
        world.moves += 1;
        if !world.deaf {
            world.pointer = (x, y);
        }
        Ok(())
    }

    fn button(&mut self, button: MouseButton, down: bool) -> Result<(), DeskError> {
        let mut world = self.0.borrow_mut();
        if down {
            let at = world.pointer;
            world.presses.push(at);
            world.held.push(button);
        } else {
            let at = world.pointer;
            world.releases.push(at);
            world.held.retain(|b| *b != button);
        }
        Ok(())
    }
}

impl Keyboard for Fake {
    fn key(&mut self, key: KeyName, down: bool) -> Result<(), DeskError> {
        let mut world = self.0.borrow_mut();
        if down {
            world.typed.push(key);
            world.keys_held.push(key);
        } else {
            world.keys_held.retain(|k| *k != key);
        }
        Ok(())
    }

    fn has_focus(&mut self, window: WindowId) -> Result<bool, DeskError> {
        let world = self.0.borrow();
        Ok(!world.unfocused && world.windows.iter().any(|w| w.id == window))
    }
}

impl Clock for Fake {
    fn now(&self) -> Duration {
        self.0.borrow().now
    }

    fn wait(&mut self, time: Duration) {
        assert!(time <= POLL, "a wait of {time:?} looks too seldom at the stop flag");
        let mut world = self.0.borrow_mut();
        world.now += time;
        let now = world.now;
        let (due, later): (Vec<_>, Vec<_>) = std::mem::take(&mut world.script).into_iter().partition(|e| e.0 <= now);
        world.script = later;
        for (_, event) in due {
            match event {
                Event::UserMoves(place) => world.pointer = place,
                Event::WindowMoves(rect) => world.windows.iter_mut().for_each(|w| w.rect = rect),
                Event::WindowCloses => world.windows.clear(),
                Event::PopUp(window) => world.windows.insert(0, window),
                Event::Stop => world.stop.stop(),
            }
        }
    }
}

const RECT: Rect = Rect::new(-300.0, 100.0, 200.0, 150.0);
/// The board, in pixels of a picture at twice the desktop's scale.
const BOARD: Rect = Rect::new(20.0, 60.0, 360.0, 220.0);

fn window(id: WindowId, title: &str, rect: Rect) -> WindowInfo {
    WindowInfo { id, title: title.into(), app: "game".into(), pid: 1, rect, minimised: false }
}

fn target() -> Target {
    Target { window: 7, rect: RECT, picture: (400, 300) }
}

fn world() -> Fake {
    let fake = Fake::default();
    {
        let mut world = fake.0.borrow_mut();
        world.windows = vec![window(7, "PopStar", RECT)];
        world.monitors = vec![Rect::new(-1000.0, 0.0, 2000.0, 800.0)];
        world.visible = vec![7];
    }
    fake
}

fn guard(fake: &Fake) -> Guard<Fake> {
    let stop = fake.0.borrow().stop.clone();
    Guard::new(fake.clone(), stop)
}

fn click(x: f64, y: f64) -> Gesture<Point> {
    Gesture::Click { at: Point::new(x, y), button: MouseButton::Left, count: 1 }
}

fn perform<D: Desk>(guard: &mut Guard<D>, gesture: &Gesture<Point>) -> Result<Performed, Refused> {
    perform_all(guard, std::slice::from_ref(gesture))
}

fn perform_all<D: Desk>(guard: &mut Guard<D>, gestures: &[Gesture<Point>]) -> Result<Performed, Refused> {
    guard.perform(gestures, &target(), &[BOARD], Pace { settle_ms: 10, hold_ms: 50, gap_ms: 60, leave_ms: 0 })
}

fn after(fake: &Fake, ms: u64, event: Event) {
    fake.0.borrow_mut().script.push((Duration::from_millis(ms), event));
}

#[test]
fn a_click_lands_where_the_picture_says_at_any_scale_and_left_of_the_origin() {
    let fake = world();
    let made = perform(&mut guard(&fake), &click(100.0, 80.0)).unwrap();
    assert_eq!(made.pixels, [(-250, 140)]);
    let world = fake.0.borrow();
    assert_eq!((world.presses.as_slice(), world.held.len()), ([(-250, 140)].as_slice(), 0));
    assert!(world.now >= Duration::from_millis(60), "settle and hold are waited for");
}

#[test]
fn two_clicks_keep_the_gap() {
    let fake = world();
    let twice = Gesture::Click { at: Point::new(100.0, 80.0), button: MouseButton::Left, count: 2 };
    assert_eq!(perform(&mut guard(&fake), &twice).unwrap().pixels.len(), 2);
    assert!(fake.0.borrow().now >= Duration::from_millis(10 + 50 + 60 + 50));
}

#[test]
fn clicks_in_a_row_stop_at_the_first_that_is_refused() {
    let fake = world();
    let pair = [click(100.0, 80.0), click(140.0, 80.0)];
    assert_eq!(perform_all(&mut guard(&fake), &pair).unwrap().pixels, [(-250, 140), (-230, 140)]);
    let fake = world();
    after(&fake, 90, Event::PopUp(window(9, "note", Rect::new(-400.0, 50.0, 400.0, 400.0))));
    fake.0.borrow_mut().visible.push(9);
    assert!(matches!(perform_all(&mut guard(&fake), &pair), Err(Refused::Covered { .. })));
    assert_eq!((fake.0.borrow().presses.as_slice(), fake.0.borrow().held.len()), ([(-250, 140)].as_slice(), 0));
    let fake = world();
    let outside = [click(100.0, 80.0), click(5.0, 80.0)];
    assert!(matches!(perform_all(&mut guard(&fake), &outside), Err(Refused::OutsideFence { .. })));
    assert!(fake.0.borrow().presses.is_empty(), "a row is looked at as a whole before it begins");
}

#[test]
fn a_drag_goes_down_at_its_start_and_up_at_its_end() {
    let fake = world();
    let drag =
        Gesture::Drag { from: Point::new(100.0, 80.0), to: Point::new(180.0, 80.0), button: MouseButton::Middle };
    assert_eq!(perform(&mut guard(&fake), &drag).unwrap().pixels, [(-250, 140), (-210, 140)]);
    let world = fake.0.borrow();
    assert_eq!(
        (world.presses.as_slice(), world.releases.as_slice()),
        ([(-250, 140)].as_slice(), [(-210, 140)].as_slice())
    );
    assert!(world.held.is_empty() && world.moves > 4);
}

#[test]
fn a_pointer_that_rests_on_a_cell_presses_nothing_and_keeps_to_the_fence_and_the_window() {
    let fake = world();
    let mut guarded = guard(&fake);
    let rest = |guard: &mut Guard<Fake>, x, y| guard.hover(Point::new(x, y), &target(), &[BOARD]);
    assert_eq!(rest(&mut guarded, 100.0, 80.0), Ok(()));
    assert_eq!((fake.0.borrow().pointer, fake.0.borrow().presses.len()), ((-250, 140), 0));
    assert!(matches!(rest(&mut guarded, 5.0, 80.0), Err(Refused::OutsideFence { .. })));
    fake.0.borrow_mut().pointer = (-500, 300);
    assert!(matches!(rest(&mut guarded, 140.0, 80.0), Err(Refused::UserMoved { .. })));
    {
        let mut world = fake.0.borrow_mut();
        world.windows.insert(0, window(9, "note", Rect::new(-400.0, 50.0, 400.0, 400.0)));
        world.visible.push(9);
    }
    assert!(matches!(rest(&mut guarded, 140.0, 80.0), Err(Refused::Covered { .. })));
    assert_eq!((fake.0.borrow().pointer, fake.0.borrow().moves), ((-500, 300), 1));
}

#[test]
fn a_hand_on_the_mouse_during_a_drag_lets_the_button_go() {
    let fake = world();
    after(&fake, 65, Event::UserMoves((-400, 300)));
    let drag = Gesture::Drag { from: Point::new(100.0, 80.0), to: Point::new(180.0, 80.0), button: MouseButton::Left };
    assert!(matches!(perform(&mut guard(&fake), &drag), Err(Refused::UserMoved { .. })));
    assert!(fake.0.borrow().held.is_empty());
}

#[test]
fn a_key_goes_down_and_up_with_its_modifiers() {
    let fake = world();
    let made = perform(&mut guard(&fake), &Gesture::Key { key: "Ctrl+Z".parse().unwrap() }).unwrap();
    let world = fake.0.borrow();
    assert_eq!((made.pixels.len(), world.typed.as_slice()), (0, [KeyName::Ctrl, KeyName::Char('z')].as_slice()));
    assert!(world.keys_held.is_empty() && world.presses.is_empty());
    assert!(world.now >= Duration::from_millis(50), "the key is held");
}

#[test]
fn no_key_is_pressed_while_another_window_has_the_keyboard_or_ours_is_elsewhere() {
    let key = Gesture::Key { key: "Up".parse().unwrap() };
    let fake = world();
    fake.0.borrow_mut().unfocused = true;
    assert_eq!(perform(&mut guard(&fake), &key), Err(Refused::Unfocused));
    assert!(fake.0.borrow().typed.is_empty());
    let fake = world();
    fake.0.borrow_mut().windows[0].minimised = true;
    assert_eq!(perform(&mut guard(&fake), &key), Err(Refused::Minimised));
    let fake = world();
    fake.0.borrow_mut().windows.clear();
    assert!(matches!(perform(&mut guard(&fake), &key), Err(Refused::WindowGone(_))));
    assert!(fake.0.borrow().typed.is_empty());
}

#[test]
fn a_stop_while_a_key_is_held_lets_it_go() {
    let fake = world();
    after(&fake, 20, Event::Stop);
    let key = Gesture::Key { key: "Shift+Left".parse().unwrap() };
    assert_eq!(perform(&mut guard(&fake), &key), Err(Refused::Stopped));
    assert!(fake.0.borrow().keys_held.is_empty());
    assert_eq!(fake.0.borrow().typed.len(), 2);
}

#[test]
fn nothing_outside_the_fence_is_pressed_nor_pointed_at() {
    for (x, y) in [(19.0, 80.0), (380.5, 80.0), (100.0, 290.0), (-5.0, 80.0), (4000.0, 80.0), (f64::NAN, 80.0)] {
        let fake = world();
        let refused = perform(&mut guard(&fake), &click(x, y)).unwrap_err();
        assert!(matches!(refused, Refused::OutsideFence { .. }), "{refused}");
        assert_eq!((fake.0.borrow().presses.len(), fake.0.borrow().moves), (0, 0));
    }
    // The fence may be wider than the picture; the picture still bounds.
    let fake = world();
    let fence = [Rect::new(-100.0, -100.0, 900.0, 900.0)];
    let refused = guard(&fake).perform(&[click(450.0, 80.0)], &target(), &fence, Pace::default()).unwrap_err();
    assert!(matches!(refused, Refused::OutsideFence { .. }));
}

#[test]
fn a_window_that_moved_vanished_or_shrank_is_not_clicked() {
    let there = Rect { x: -280.0, ..RECT };
    let fake = world();
    fake.0.borrow_mut().windows[0].rect = there;
    assert_eq!(perform(&mut guard(&fake), &click(100.0, 80.0)), Err(Refused::WindowMoved { now: there }));

    let fake = world();
    fake.0.borrow_mut().windows[0].minimised = true;
    assert_eq!(perform(&mut guard(&fake), &click(100.0, 80.0)), Err(Refused::Minimised));

    let fake = world();
    fake.0.borrow_mut().windows.clear();
    assert!(matches!(perform(&mut guard(&fake), &click(100.0, 80.0)), Err(Refused::WindowGone(_))));
    assert_eq!(fake.0.borrow().presses.len(), 0);
}

#[test]
fn what_happens_while_the_pointer_settles_is_still_seen() {
    let popup = window(9, "Update available", Rect::new(-260.0, 120.0, 100.0, 100.0));
    for (event, wanted) in [
        (Event::WindowMoves(Rect { y: 101.0, ..RECT }), "moved"),
        (Event::WindowCloses, "gone"),
        (Event::PopUp(popup), "Update available"),
        (Event::UserMoves((400, 400)), "by hand"),
        (Event::Stop, "stopped"),
    ] {
        let fake = world();
        fake.0.borrow_mut().visible.push(9);
        after(&fake, 5, event);
        let refused = perform(&mut guard(&fake), &click(100.0, 80.0)).unwrap_err();
        assert!(refused.to_string().contains(wanted), "{refused} should speak of {wanted}");
        assert_eq!(fake.0.borrow().presses.len(), 0, "{wanted}");
    }
}

#[test]
fn a_window_in_front_is_named_and_one_beside_or_behind_or_hidden_does_not_matter() {
    let over = Rect::new(-260.0, 120.0, 100.0, 100.0);
    let beside = Rect::new(200.0, 120.0, 100.0, 100.0);
    let cases = [(0, over, true, true), (0, beside, true, false), (1, over, true, false), (0, over, false, false)];
    for (place, rect, visible, covered) in cases {
        let fake = world();
        fake.0.borrow_mut().windows.insert(place, window(9, "Mail", rect));
        if visible {
            fake.0.borrow_mut().visible.push(9);
        }
        let result = perform(&mut guard(&fake), &click(100.0, 80.0));
        if covered {
            assert_eq!(result, Err(Refused::Covered { by: "“Mail”".into() }));
        } else {
            assert!(result.is_ok(), "{result:?}");
        }
        assert_eq!(fake.0.borrow().presses.len(), usize::from(!covered));
    }
    // One that reaches over the screen's edge cannot be captured although it is seen.
    let fake = world();
    fake.0.borrow_mut().windows.insert(0, window(9, "Mail", Rect::new(-1200.0, 120.0, 1100.0, 100.0)));
    assert!(matches!(perform(&mut guard(&fake), &click(100.0, 80.0)), Err(Refused::Covered { .. })));
}

#[test]
fn the_users_hand_pauses_and_its_rest_goes_on() {
    let fake = world();
    let mut guard = guard(&fake);
    perform(&mut guard, &click(100.0, 80.0)).unwrap();
    fake.0.borrow_mut().pointer = (-248, 141);
    perform(&mut guard, &click(120.0, 80.0)).unwrap();
    fake.0.borrow_mut().pointer = (300, 300);
    let refused = perform(&mut guard, &click(100.0, 80.0)).unwrap_err();
    assert_eq!(refused, Refused::UserMoved { expected: (-240, 140), found: (300, 300) });
    fake.0.borrow_mut().pointer = (330, 300);
    assert!(matches!(guard.heed_user(), Err(Refused::UserMoved { .. })));
    assert_eq!(guard.heed_user(), Ok(()));
    perform(&mut guard, &click(100.0, 80.0)).unwrap();
    assert_eq!(fake.0.borrow().presses.len(), 3);
}

#[test]
fn a_corner_stops_for_good_but_only_if_the_hand_went_there() {
    for corner in [(-1000, 0), (999, 0), (-999, 799), (998, 798)] {
        let fake = world();
        fake.0.borrow_mut().pointer = corner;
        let mut guard = guard(&fake);
        perform(&mut guard, &click(100.0, 80.0)).unwrap();
        fake.0.borrow_mut().pointer = corner;
        assert_eq!(perform(&mut guard, &click(100.0, 80.0)), Err(Refused::Corner));
        assert_eq!(perform(&mut guard, &click(100.0, 80.0)), Err(Refused::Stopped));
        assert_eq!(fake.0.borrow().presses.len(), 1);
    }
}

#[test]
fn a_stop_while_a_button_is_down_releases_it() {
    let fake = world();
    after(&fake, 30, Event::Stop);
    assert_eq!(perform(&mut guard(&fake), &click(100.0, 80.0)), Err(Refused::Stopped));
    let world = fake.0.borrow();
    assert_eq!((world.presses.len(), world.held.len()), (1, 0));
    assert!(world.now <= Duration::from_millis(40), "the flag is looked at every 5 ms");
}

#[test]
fn buttons_are_released_on_drop_and_in_a_panic() {
    let fake = world();
    let mut held = guard(&fake);
    held.desk().button(MouseButton::Right, true).unwrap();
    held.held.push(Held::Button(MouseButton::Right));
    drop(held);
    assert_eq!(fake.0.borrow().held, []);

    let panicked = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
        let mut held = guard(&fake);
        held.desk().button(MouseButton::Left, true).unwrap();
        held.held.push(Held::Button(MouseButton::Left));
        panic!("on purpose");
    }));
    assert!(panicked.is_err());
    assert_eq!(fake.0.borrow().held, []);
}

#[test]
fn a_system_that_drops_input_is_told_from_a_hand_on_the_mouse() {
    let fake = world();
    fake.0.borrow_mut().deaf = true;
    let refused = perform(&mut guard(&fake), &click(100.0, 80.0)).unwrap_err();
    assert!(matches!(&refused, Refused::Desk(DeskError::NoInput(_))), "{refused}");
    assert_eq!(fake.0.borrow().presses.len(), 0);
}

#[test]
fn a_place_on_no_screen_is_an_error_that_says_so() {
    let fake = world();
    fake.0.borrow_mut().monitors = vec![Rect::new(0.0, 0.0, 800.0, 600.0)];
    let refused = perform(&mut guard(&fake), &click(100.0, 80.0)).unwrap_err();
    assert!(refused.to_string().contains("no screen"), "{refused}");
    assert_eq!(fake.0.borrow().moves, 0);
}

#[test]
fn the_pointer_is_parked_off_the_board_inside_the_window_if_it_can_be() {
    let fake = world();
    let mut parked = guard(&fake);
    perform(&mut parked, &click(100.0, 80.0)).unwrap();
    parked.park(&target(), &BOARD).unwrap();
    let place = target().to_picture(fake.0.borrow().pointer);
    assert!(!BOARD.contains(place) && target().whole().contains(place), "{place:?}");
    let moves = fake.0.borrow().moves;
    parked.park(&target(), &BOARD).unwrap();
    assert_eq!(fake.0.borrow().moves, moves, "once is enough");

    let whole = target().whole();
    perform(&mut parked, &click(100.0, 80.0)).unwrap();
    parked.park(&target(), &whole).unwrap();
    let place = target().to_picture(fake.0.borrow().pointer);
    assert!(!whole.contains(place), "{place:?}");
    assert_eq!(fake.0.borrow().presses.len(), 2);
}

#[test]
fn a_dry_run_walks_the_same_path_and_sends_nothing() {
    let fake = world();
    let stop = fake.0.borrow().stop.clone();
    let mut guard = Guard::new(DryRun::new(fake.clone()), stop);
    for _ in 0..3 {
        assert_eq!(perform(&mut guard, &click(100.0, 80.0)).unwrap().pixels, [(-250, 140)]);
        guard.park(&target(), &BOARD).unwrap();
        // The hand on the mouse does not disturb a run that does not touch it.
        fake.0.borrow_mut().pointer = (5, 5);
    }
    let unsent = guard.desk().unsent();
    assert_eq!((unsent.presses, unsent.releases, unsent.moves), (3, 3, 6));
    let world = fake.0.borrow();
    assert_eq!((world.presses.len(), world.moves, world.pointer), (0, 0, (5, 5)));
}
